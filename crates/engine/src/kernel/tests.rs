//! Every operation of every set of vectors the machine has, lane by lane, against plain code.

use super::vector::{BLOCK, Loop, Scalar, Vector, load_block, load_part, store_part};
use super::{Kernel, loops};
use crate::sparse::cells::Cell;
use crate::sparse::likely::LikelyPart;
use std::fmt::Debug;

/// Bytes without a pattern.
fn bytes(seed: u32) -> [u8; BLOCK] {
    let next = |x: &u32| Some(x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    let mut numbers = std::iter::successors(next(&seed), next);
    std::array::from_fn(|_| numbers.next().map_or(0, |x| (x >> 24) as u8))
}

/// Pairs of blocks: random bytes, small ones, many equal lanes, zeros, extremes.
fn inputs() -> Vec<([u8; BLOCK], [u8; BLOCK])> {
    let mut inputs = vec![([0; BLOCK], [0; BLOCK]), ([255; BLOCK], [0; BLOCK])];
    // Every byte there is, so that tables are seen whole.
    for start in (0..=255).step_by(BLOCK) {
        inputs.push((std::array::from_fn(|i| (start + i) as u8), bytes(start as u32)));
    }
    for seed in 0..50 {
        let (a, b) = (bytes(seed), bytes(seed + 1000));
        inputs.push((a, b));
        inputs.push((a.map(|x| x % 34), b.map(|x| x % 34)));
        // Zeros and equal numbers of 16 bits, and such that are equal in one byte only.
        inputs.push((a.map(|x| x % 5), b.map(|x| x % 5)));
        inputs.push((a, std::array::from_fn(|i| if b[i] < 128 { a[i] } else { b[i] })));
        inputs.push((a.map(|x| if x < 250 { 0 } else { x }), b.map(|x| x % 2)));
    }
    inputs
}

/// What the operations give for two blocks, part by part, put together again.
#[derive(Debug, PartialEq, Eq)]
struct Results {
    logic: [[u8; BLOCK]; 4],
    arithmetic: [[u8; BLOCK]; 5],
    halves: [u8; BLOCK],
    look_up: [u8; BLOCK],
    reversed: [u8; BLOCK],
    selected: [u8; BLOCK],
    replaced: [u8; BLOCK],
    one_hot: [[u8; BLOCK]; 4],
    splats: [[u8; BLOCK]; 2],
    shifted: Vec<[u8; BLOCK]>,
    equal: [u64; 3],
    equal_halves: u64,
    zero: Vec<bool>,
    zero_half: Vec<bool>,
    any: Vec<bool>,
    nonzero_words: u64,
}

const TABLE: [u8; 16] = [9, 0, 255, 3, 128, 5, 7, 77, 1, 2, 64, 200, 6, 31, 32, 33];

struct Operations<'a> {
    a: &'a [u8; BLOCK],
    b: &'a [u8; BLOCK],
    /// Bytes per vector, for the results that depend on it.
    width: usize,
}

impl Loop for Operations<'_> {
    type Output = Results;

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> Results {
        assert_eq!(V::BYTES, self.width);
        assert_eq!(size_of::<V>(), V::BYTES);
        assert_eq!(V::block(V::splat(set, 0)).as_ref().len() * V::BYTES, BLOCK);
        let zero = [0; BLOCK];
        let mut r = Results {
            logic: [zero; 4],
            arithmetic: [zero; 5],
            halves: zero,
            look_up: zero,
            reversed: zero,
            selected: zero,
            replaced: zero,
            one_hot: [zero; 4],
            splats: [zero; 2],
            shifted: vec![zero; 63],
            equal: [0; 3],
            equal_halves: 0,
            zero: Vec::new(),
            zero_half: Vec::new(),
            any: Vec::new(),
            nonzero_words: 0,
        };
        for part in 0..BLOCK / V::BYTES {
            let a: V = load_part(set, self.a, part);
            let b: V = load_part(set, self.b, part);
            let equal = V::equal(a, b);
            for (i, v) in [a & b, a | b, a ^ b, !a].into_iter().enumerate() {
                store_part(v, &mut r.logic[i], part);
            }
            let arithmetic = [
                V::min(a, b),
                V::max(a, b),
                V::add(a, b),
                V::saturating_sub(a, b),
                // Zeros give anything.
                V::trailing_zeros(a | V::splat(set, 0x80)),
            ];
            for (i, v) in arithmetic.into_iter().enumerate() {
                store_part(v, &mut r.arithmetic[i], part);
            }
            store_part(V::min_halves(a, b), &mut r.halves, part);
            store_part(V::look_up(a, TABLE), &mut r.look_up, part);
            store_part(V::reverse(set, a), &mut r.reversed, part);
            store_part(V::select(a, equal, !a), &mut r.selected, part);
            let lane = usize::from(self.b[0]).wrapping_sub(V::BYTES * part);
            store_part(V::replace(set, a, lane, self.b[1]), &mut r.replaced, part);
            for (i, v) in V::one_hot(set, a).into_iter().enumerate() {
                store_part(v, &mut r.one_hot[i], part);
            }
            store_part(V::splat(set, self.b[2]), &mut r.splats[0], part);
            let four = u32::from_le_bytes([self.b[0], self.b[1], self.b[2], self.b[3]]);
            store_part(V::splat4(set, four), &mut r.splats[1], part);
            for (bits, shifted) in (1..).zip(&mut r.shifted) {
                store_part(V::shift_words(a, b, bits), shifted, part);
            }
            r.equal[0] |= V::bits(equal) << (V::BYTES * part);
            r.equal[1] |= V::bits(equal & !V::equal(a, V::splat(set, 0))) << (V::BYTES * part);
            r.equal_halves |= V::equal_halves(a, b) << (V::BYTES / 2 * part);
            r.zero.push(V::is_zero(a));
            r.zero_half.push(V::has_zero_half(a));
            r.any.push(V::any(equal));
            r.nonzero_words |= V::nonzero_words(a) << (V::BYTES / 8 * part);
        }
        r.equal[2] = V::equal_block(&load_block::<V>(set, self.a), V::splat(set, self.b[0]));
        r
    }
}

impl Scalar for Operations<'_> {
    fn scalar(self) -> Results {
        let (a, b, width) = (self.a, self.b, self.width);
        let each = |f: &dyn Fn(u8, u8) -> u8| std::array::from_fn(|i| f(a[i], b[i]));
        let bits = |f: &dyn Fn(usize) -> bool| (0..BLOCK).map(|i| u64::from(f(i)) << i).sum();
        let word = |x: &[u8; BLOCK], i: usize| {
            u64::from_le_bytes(std::array::from_fn(|byte| x[8 * i + byte]))
        };
        let half = |x: &[u8; BLOCK], i: usize| u16::from_le_bytes([x[2 * i], x[2 * i + 1]]);
        let part = |i: usize| i - i % width;
        Results {
            logic: [
                each(&|a, b| a & b),
                each(&|a, b| a | b),
                each(&|a, b| a ^ b),
                each(&|a, _| !a),
            ],
            arithmetic: [
                each(&u8::min),
                each(&u8::max),
                each(&u8::wrapping_add),
                each(&u8::saturating_sub),
                each(&|a, _| (a | 0x80).trailing_zeros() as u8),
            ],
            halves: std::array::from_fn(|i| {
                half(a, i / 2).min(half(b, i / 2)).to_le_bytes()[i % 2]
            }),
            look_up: each(&|a, _| if a < 16 { TABLE[usize::from(a)] } else { 0 }),
            reversed: std::array::from_fn(|i| a[part(i) + width - 1 - i % width]),
            selected: each(&|a, b| if a == b { !a } else { a }),
            replaced: std::array::from_fn(|i| if i == usize::from(b[0]) { b[1] } else { a[i] }),
            one_hot: std::array::from_fn(|p| {
                each(&|a, _| if usize::from(a / 8) == p { 1 << (a % 8) } else { 0 })
            }),
            splats: [[b[2]; BLOCK], std::array::from_fn(|i| b[i % 4])],
            shifted: (1..64)
                .map(|s| {
                    std::array::from_fn(|i| {
                        let (low, high) = (word(a, i / 8), word(b, i / 8));
                        (low >> s | high << (64 - s)).to_le_bytes()[i % 8]
                    })
                })
                .collect(),
            equal: [
                bits(&|i| a[i] == b[i]),
                bits(&|i| a[i] == b[i] && a[i] != 0),
                bits(&|i| a[i] == b[0]),
            ],
            equal_halves: (0..BLOCK / 2).map(|i| u64::from(half(a, i) == half(b, i)) << i).sum(),
            zero: a.chunks(width).map(|part| part.iter().all(|&x| x == 0)).collect(),
            zero_half: (0..BLOCK / width)
                .map(|p| (width / 2 * p..width / 2 * (p + 1)).any(|i| half(a, i) == 0))
                .collect(),
            any: (0..BLOCK / width)
                .map(|p| (width * p..width * (p + 1)).any(|i| a[i] == b[i]))
                .collect(),
            nonzero_words: (0..8).map(|i| u64::from(word(a, i) != 0) << i).sum(),
        }
    }
}

/// A nim-sum is found wherever it is, and only there.
#[test]
fn sums_are_found() {
    let halves = |seed| -> Vec<u16> {
        let bytes: Vec<u8> = (0..20).flat_map(|i: u32| bytes(seed + i)).collect();
        bytes.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect()
    };
    let parts = halves(1);
    // The sums have all bytes but never this value, or it by chance.
    let sum = 0x1200;
    let others: Vec<u16> = halves(777)
        .into_iter()
        .zip(&parts)
        .map(|(b, a)| if a ^ b == sum { b ^ 1 } else { b })
        .collect();
    for kernel in Kernel::available() {
        for len in (0..80).chain([127, 128, 129, 255, 256, 257, 300, 511, 512, 513, 640]) {
            let mut others = others[..len].to_vec();
            assert_eq!(
                super::find_sum(kernel, &parts[..len], &others, sum),
                None,
                "{kernel} {len}"
            );
            for at in 0..len {
                let kept = others[at];
                // One byte alone is not enough.
                for near in [0x1201, 0x0200, 0x1300] {
                    others[at] = parts[at] ^ near;
                    assert_eq!(super::find_sum(kernel, &parts[..len], &others, sum), None);
                }
                others[at] = parts[at] ^ sum;
                let found = super::find_sum(kernel, &parts[..len], &others, sum);
                assert!(found.is_some_and(|n| n > at && n <= len), "{kernel} {len} {at} {found:?}");
                others[at] = kept;
            }
        }
    }
}

/// Bytes per vector.
struct Width;

impl Loop for Width {
    type Output = usize;
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn vector<V: Vector>(self, _: V::Set) -> usize {
        V::BYTES
    }
}

impl Scalar for Width {
    fn scalar(self) -> usize {
        BLOCK
    }
}

#[test]
fn operations_mean_what_they_say() {
    for kernel in Kernel::available() {
        let width = kernel.run(Width);
        println!("{kernel}: {width} bytes");
        for (a, b) in &inputs() {
            let found = kernel.run(Operations { a, b, width });
            assert_eq!(found, Operations { a, b, width }.scalar(), "{kernel}: {a:?} {b:?}");
        }
    }
}

/// The count of the bits of eight vectors, and whether it is one.
struct Weight<'a>(&'a [u8; 8 * BLOCK]);

impl Loop for Weight<'_> {
    type Output = Vec<(u64, u64)>;
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> Vec<(u64, u64)> {
        let mut weights = Vec::new();
        for bytes in self.0.chunks_exact(8 * V::BYTES) {
            let mut vectors = [V::splat(set, 0); 8];
            for (v, bytes) in vectors.iter_mut().zip(bytes.chunks_exact(V::BYTES)) {
                *v = V::load(set, bytes);
            }
            let ones = bytes.iter().map(|b| u64::from(b.count_ones())).sum();
            weights.push((V::weight(&vectors), ones));
        }
        weights
    }
}

impl Scalar for Weight<'_> {
    fn scalar(self) -> Vec<(u64, u64)> {
        Vec::new()
    }
}

#[test]
fn weights_are_counts_or_tell_zero() {
    let mut some = [0; 8 * BLOCK];
    let mut inputs = vec![some, [255; 8 * BLOCK]];
    for (i, at) in [0, 17, 100, 300, 511].into_iter().enumerate() {
        some[at] = 1 << i;
        inputs.push(some);
    }
    for kernel in Kernel::available() {
        for input in &inputs {
            for (weight, ones) in kernel.run(Weight(input)) {
                let coarse = weight == u64::MAX && ones > 0;
                assert!(weight == ones || coarse, "{kernel}: {weight} for {ones}");
            }
        }
    }
}

/// The loops that the tests of their callers see only from afar, on lengths that are no multiple of a
/// vector's.
#[test]
fn loops_agree_with_portable_ones() {
    fn same<L: Scalar<Output: PartialEq + Debug>>(task: impl Fn() -> L) {
        let expected = task().scalar();
        for kernel in Kernel::available() {
            assert_eq!(kernel.run(task()), expected, "{kernel}");
        }
    }
    let long: Vec<u8> = (0..70).flat_map(bytes).collect();
    for len in [0, 1, 15, 63, 64, 65, 127, 128, 500, 4096, 4471] {
        same(|| loops::Largest(&long[..len]));
    }
    for target in [0, 1, 127, 128, 254, 255] {
        for len in [64, 640, 4096] {
            same(|| loops::Above { limits: &long[..len], target });
        }
    }
    let row: Vec<u64> =
        long.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
    for words in [1, 2, 5, 8, 9, 17, 40] {
        for begin in 0..words {
            for end in begin..words {
                let copies = |kernel: Kernel| {
                    let mut copies = row[..8 * words].to_vec();
                    let copies_of_row = &mut copies[..];
                    kernel.run(loops::ShiftCopies { copies: copies_of_row, words, begin, end });
                    // What follows may be written, too; the row itself not.
                    let kept = copies.chunks(words).map(|copy| copy[..end].to_vec());
                    (copies[..words].to_vec(), kept.collect::<Vec<_>>())
                };
                for kernel in Kernel::available() {
                    assert_eq!(copies(kernel), copies(Kernel::SCALAR), "{kernel} {words} {begin}");
                }
            }
        }
    }
    let mut table = [[0; 256]; 2];
    for (i, entry) in table.iter_mut().flatten().enumerate() {
        *entry = (i * i % 251) as u8;
    }
    for (heap, len) in [(0, 70), (1, 200), (6, 64), (7, 4471)] {
        for cells in [long[..len].to_vec(), long[..len].iter().map(|c| c % 64).collect()] {
            for kernel in Kernel::available() {
                let (mut found, mut expected) = (Vec::new(), Vec::new());
                super::look_up(kernel, &table, heap, &cells, &mut found);
                super::scalar::look_up(&table, heap, &cells, &mut expected);
                assert_eq!(found, expected, "{kernel}");
            }
        }
    }
}

/// The rows of indices, as every kernel makes them and as they are meant: of few and of many
/// indices, with gaps, with a last word that is not full, and with indices that no cell has.
#[test]
fn row_words_are_those_of_the_cells() {
    for (len, modulus, step) in
        [(64, 16, 1), (1, 3, 1), (200, 32, 3), (4096, 17, 1), (16384, 64, 5), (777, 256, 7)]
    {
        let cells = |&byte: &u8| (u32::from(byte) % modulus) as u8;
        row_words_of(len, cells, (0..modulus + 3).step_by(step).filter(|i| *i < 256));
    }
    // Numbers of 16 bits, such that differ in their high bytes only among them.
    for (len, modulus, step) in [(64, 700, 5), (1, 3, 1), (200, 1024, 1), (4097, 515, 2)] {
        let cells = |&byte: &u8| ((u32::from(byte) * 257) % modulus) as u16;
        row_words_of(len, cells, (0..modulus + 3).step_by(step));
    }
}

fn row_words_of<T: Cell>(len: usize, cell: impl Fn(&u8) -> T, indices: impl Iterator<Item = u32>) {
    let random: Vec<u8> = (0..70).flat_map(bytes).collect();
    let cells: Vec<T> = random.iter().cycle().take(len).map(cell).collect();
    let indices: Vec<u32> = indices.collect();
    let mut row_of = vec![u32::MAX; 2048];
    for (row, &index) in indices.iter().enumerate() {
        row_of[index as usize] = row as u32;
    }
    let words = len.div_ceil(64);
    let common: Vec<u64> = (0..words)
        .map(|i| {
            let here = (len - 64 * i).min(64);
            (!0x8000_0100_0000_4001_u64).rotate_left(i as u32) << (64 - here) >> (64 - here)
        })
        .collect();
    let stride = words + 2;
    for kernel in Kernel::available() {
        let mut rows = vec![7; stride * indices.len()];
        super::row_words(
            kernel,
            &cells,
            &common,
            (&indices, &row_of),
            (&mut rows, stride),
            &mut vec![9; 3],
        );
        for (row, &index) in rows.chunks(stride).zip(&indices) {
            for (i, &word) in row[..words].iter().enumerate() {
                let meant = cells[64 * i..len.min(64 * i + 64)]
                    .iter()
                    .enumerate()
                    .map(|(bit, &cell)| u64::from(index == cell.get()) << bit)
                    .sum::<u64>();
                assert_eq!(word, meant & common[i], "{kernel} {len} {index} {i}");
            }
            assert_eq!(row[words..], [7, 7], "{kernel}");
        }
    }
}

/// Likely parts clear the lanes whose partners have their index and are not rare, and no others; parts
/// whose partners are not kept clear nothing.
#[test]
fn likely_parts_exclude_the_same_by_every_kernel() {
    let mut state = 3u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    let window: Vec<u16> = (0..2000).map(|_| random(40) as u16 * 17).collect();
    let (mut cleared, mut stopped) = (0, 0);
    for round in 0..300 {
        let block = random(2100) as usize;
        let parts: Vec<LikelyPart> = (0..random(200))
            .map(|_| LikelyPart { distance: 1 + random(2200), index: random(40) as u16 * 17 })
            .collect();
        let open = u64::from(random(1 << 24)) << (round % 41) | 1 << (round % 64);
        let rare = |distance: u64| 0x8421_0842_1084_2108_u64.rotate_left(distance as u32);
        let rare: Option<&dyn Fn(u64) -> u64> = if round % 3 == 0 { Some(&rare) } else { None };
        let (mut rest, mut used) = (open, parts.len());
        for (i, part) in parts.iter().enumerate() {
            if rest == 0 {
                used = i;
                break;
            }
            // A block is looked at whole or not at all.
            let Some(at) = block.checked_sub(part.distance as usize) else { continue };
            let Some(cells) = window.get(at..at + 64) else { continue };
            for (lane, &cell) in cells.iter().enumerate() {
                let is_rare = rare.is_some_and(|rare| rare(part.distance.into()) >> lane & 1 == 1);
                if cell == part.index && !is_rare {
                    rest &= !(1 << lane);
                }
            }
        }
        cleared += (open & !rest).count_ones();
        stopped += u32::from(used < parts.len());
        for kernel in Kernel::available() {
            let found = super::exclude_likely(kernel, &parts, (&window, block), rare, open);
            assert_eq!(found, (rest, used), "{kernel}, round {round}");
        }
    }
    assert!(cleared > 1000 && stopped > 5, "{cleared} {stopped}");
}
