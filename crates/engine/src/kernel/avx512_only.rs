//! What only AVX-512 can do, by instructions that no other set has: affine transformations of bits
//! within bytes (GFNI) for the shape for few rares, and tables of 256 bytes in registers.

use super::avx512::{Avx512, V512};
use super::few::{FarGroup, Few, Gather};
use super::scalar;
use super::vector::Vector;
#[allow(clippy::wildcard_imports)] // The instructions are named by their prefix.
use std::arch::x86_64::*;

/// Proof that the machine has all features of the AVX-512 kernel, and GFNI.
#[derive(Clone, Copy)]
pub(crate) struct Gfni(Avx512);

impl Gfni {
    pub fn detect(set: Avx512) -> Option<Self> {
        is_x86_feature_detected!("gfni").then_some(Self(set))
    }
}

/// Appends `blocks` blocks of the shape for few rares. See [`Few`]. `false`: stopped early,
/// before a block in which an index does not fit; the history is then to be rebuilt.
pub(crate) fn few_blocks(
    Gfni(set): Gfni,
    few: &mut Few,
    cells: &mut Vec<u8>,
    blocks: usize,
) -> bool {
    // SAFETY: a Gfni exists only where the machine has all features of the AVX-512 kernel and GFNI.
    unsafe { few_loops(set, few, cells, blocks) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,avx512vpopcntdq,gfni")]
fn few_loops(set: Avx512, few: &mut Few, cells: &mut Vec<u8>, blocks: usize) -> bool {
    // The number of gathers is a constant of each copy, so that they stay in registers.
    let quick = few.middle.len().max(few.critical.len());
    let alone = few.critical_taps <= 1;
    let light = few.is_light();
    macro_rules! width {
        ($bytes:literal, $relaxed:literal) => {
            match (quick, alone) {
                (0..=1, true) if light => {
                    few_loop::<$bytes, LIGHT, 1, true>(set, few, cells, blocks)
                }
                (0..=1, true) => few_loop::<$bytes, $relaxed, 1, true>(set, few, cells, blocks),
                (0..=1, false) => few_loop::<$bytes, $relaxed, 1, false>(set, few, cells, blocks),
                _ => few_loop::<$bytes, $relaxed, 4, false>(set, few, cells, blocks),
            }
        };
    }
    macro_rules! dispatch {
        ($($relaxed:literal)*) => {
            match (few.bytes, few.relaxed.len().max(1).next_power_of_two()) {
                $(
                    (2, $relaxed) => width!(2, $relaxed),
                    (4, $relaxed) => width!(4, $relaxed),
                    (_, $relaxed) => width!(8, $relaxed),
                )*
                _ => false,
            }
        };
    }
    dispatch!(1 2 4 8)
}

/// In the place of a number of relaxed gathers: there is little to do, see [`Few::is_light`].
const LIGHT: usize = 0;

#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,avx512vpopcntdq,gfni")]
fn few_loop<const BYTES: usize, const RELAXED: usize, const QUICK: usize, const ALONE: bool>(
    set: Avx512,
    few: &mut Few,
    cells: &mut Vec<u8>,
    blocks: usize,
) -> bool {
    let zero = Gather { from: [0; 64], matrix: [0; 8] };
    let gather = |i: usize| {
        let gather = few.relaxed.get(i).unwrap_or(&zero);
        (V512::load(set, &gather.from).0, V512::load_words(set, &gather.matrix).0)
    };
    let relaxed: [(__m512i, __m512i); RELAXED] = std::array::from_fn(gather);
    let (pair_from, pair_matrix) = gather(0);
    let pair_matrix = _mm512_castsi512_si128(pair_matrix);
    let none = Gather { from: [0; 16], matrix: [0; 2] };
    let quick = |gathers: &[Gather<16, 2>]| -> [(__m128i, __m128i); QUICK] {
        std::array::from_fn(|i| {
            let gather = gathers.get(i).unwrap_or(&none);
            let [low, high] = gather.matrix.map(|m| m as i64);
            let from = u128::from_le_bytes(gather.from);
            (_mm_set_epi64x((from >> 64) as i64, from as i64), _mm_set_epi64x(high, low))
        })
    };
    let (middle, critical) = (quick(&few.middle), quick(&few.critical));
    // One critical tap alone is gathered from the two last quadwords apart, so that only one gather
    // waits for the step before. Nothing is gathered into the upper half.
    let [from_before, from_last] =
        few.halves().map(|from| _mm_set_epi64x(-1, i64::from_le_bytes(from)));
    let mut history = std::mem::take(&mut few.history);
    if history.len() < few.farthest() {
        return false;
    }
    // All room is made before the loop: a call inside it would cost the registers.
    let mut end = history.len();
    history.resize(end + 64 * blocks, 0);
    let mut known = cells.len();
    cells.resize(known + 64 / BYTES * blocks, 0);
    // The register ends before the last two quadwords; `pair` holds these, `older` the two
    // before the last.
    let word =
        |i: usize| history[..end - 8 * i].last_chunk::<8>().map_or(0, |w| i64::from_le_bytes(*w));
    let mut last = _mm_set_epi64x(0, word(0));
    let mut before = _mm_set_epi64x(0, word(1));
    let mut pair = _mm_set_epi64x(word(0), word(1));
    let mut older = _mm_set_epi64x(word(1), word(2));
    let tail = history[..end - 16].last_chunk::<64>();
    let mut recent = tail.map_or(_mm512_setzero_si512(), |t| V512::load(set, t).0);
    for _ in 0..blocks {
        let (past, room) = history.split_at_mut(end);
        let mut far = [0u64; 8];
        V512(far_sets(set, past, &few.far)).store_words(&mut far);
        let mut out = [0u64; 8];
        for step in 0..8 {
            let mut sets = _mm512_setzero_si512();
            for (from, matrix) in relaxed {
                let gathered = _mm512_permutexvar_epi8(from, recent);
                sets = _mm512_or_si512(sets, _mm512_gf2p8affine_epi64_epi8::<0>(gathered, matrix));
            }
            let mut set = if RELAXED == LIGHT {
                // The two taps of the one gather are in its lower half.
                let gathered = _mm512_permutexvar_epi8(pair_from, recent);
                let gathered = _mm512_castsi512_si128(gathered);
                _mm_gf2p8affine_epi64_epi8::<0>(gathered, pair_matrix)
            } else {
                let low = _mm512_castsi512_si256(sets);
                let half = _mm256_or_si256(low, _mm512_extracti64x4_epi64::<1>(sets));
                _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half))
            };
            set = _mm_or_si128(set, _mm_set_epi64x(0, far[step] as i64));
            for (from, matrix) in middle {
                let gathered = _mm_shuffle_epi8(older, from);
                set = _mm_or_si128(set, _mm_gf2p8affine_epi64_epi8::<0>(gathered, matrix));
            }
            if ALONE {
                let (_, matrix) = critical[0];
                let permuted = |gathered: __m128i| match RELAXED {
                    LIGHT => gathered,
                    _ => _mm_gf2p8affine_epi64_epi8::<0>(gathered, matrix),
                };
                set = _mm_or_si128(set, permuted(_mm_shuffle_epi8(before, from_before)));
                set = _mm_or_si128(set, _mm_unpackhi_epi64(set, set));
                // From here on the step before is waited for.
                set = _mm_or_si128(set, permuted(_mm_shuffle_epi8(last, from_last)));
            } else {
                let mut near = _mm_setzero_si128();
                for (from, matrix) in critical {
                    let gathered = _mm_shuffle_epi8(pair, from);
                    near = _mm_or_si128(near, _mm_gf2p8affine_epi64_epi8::<0>(gathered, matrix));
                }
                set = _mm_or_si128(set, near);
                set = _mm_or_si128(set, _mm_unpackhi_epi64(set, set));
            }
            // The least absent index, one-hot: !e & (e + 1).
            let ones = _mm_set1_epi8(-1);
            let next = match BYTES {
                2 => _mm_sub_epi16(set, ones),
                4 => _mm_sub_epi32(set, ones),
                _ => _mm_sub_epi64(set, ones),
            };
            let new = _mm_andnot_si128(set, next);
            recent = _mm512_alignr_epi64::<1>(_mm512_castsi128_si512(pair), recent);
            older = pair;
            pair = _mm_unpacklo_epi64(last, new);
            before = last;
            last = new;
            out[step] = _mm_cvtsi128_si64(new) as u64;
        }
        let block = V512::load_words(set, &out).0;
        let full = match BYTES {
            2 => u64::from(_mm512_testn_epi16_mask(block, block)),
            4 => u64::from(_mm512_testn_epi32_mask(block, block)),
            _ => u64::from(_mm512_testn_epi64_mask(block, block)),
        };
        if full != 0 {
            cells.truncate(known);
            return false;
        }
        let ones = _mm512_set1_epi8(-1);
        let indices = match BYTES {
            2 => {
                let index = _mm512_popcnt_epi16(_mm512_add_epi16(block, ones));
                _mm512_castsi256_si512(_mm512_cvtepi16_epi8(index))
            }
            4 => {
                let index = _mm512_popcnt_epi32(_mm512_add_epi32(block, ones));
                _mm512_castsi128_si512(_mm512_cvtepi32_epi8(index))
            }
            _ => {
                let index = _mm512_popcnt_epi64(_mm512_add_epi64(block, ones));
                _mm512_castsi128_si512(_mm512_cvtepi64_epi8(index))
            }
        };
        cells[known..known + 64 / BYTES].copy_from_slice(&store(indices)[..64 / BYTES]);
        known += 64 / BYTES;
        V512(block).store(room);
        end += 64;
    }
    few.heap += (64 / BYTES * blocks) as u64;
    few.history = history;
    few.trim();
    true
}

/// What the far taps exclude in the block after the history.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn far_sets(set: Avx512, history: &[u8], groups: &[FarGroup]) -> __m512i {
    let mut sets = _mm512_setzero_si512();
    let at = |distance: usize| {
        debug_assert!(distance >= 64 && distance <= history.len());
        // SAFETY: distances of a FarGroup are at least 64 and at most `Few::farthest`, which
        // the caller compared with the length of the history.
        unsafe { V512::load_unchecked(set, history.as_ptr().add(history.len() - distance)) }.0
    };
    for far in groups {
        let mut group = _mm512_setzero_si512();
        let (pairs, rest) = far.distances().as_chunks::<2>();
        for &[a, b] in pairs {
            group = _mm512_ternarylogic_epi64::<0xfe>(group, at(a), at(b));
        }
        for &a in rest {
            group = _mm512_or_si512(group, at(a));
        }
        let exchanged = _mm512_permutexvar_epi8(V512::load(set, &far.from).0, group);
        let matrix = _mm512_set1_epi64(far.matrix as i64);
        sets = _mm512_or_si512(sets, _mm512_gf2p8affine_epi64_epi8::<0>(exchanged, matrix));
    }
    sets
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(vector: __m512i) -> [u8; 64] {
    let mut bytes = [0; 64];
    V512(vector).store(&mut bytes);
    bytes
}

/// See [`super::look_up`].
pub(crate) fn look_up(
    set: Avx512,
    table: &[[u8; 256]; 2],
    heap: u64,
    cells: &[u8],
    out: &mut Vec<u8>,
) {
    // SAFETY: the token exists only where the machine has the features.
    unsafe { tables(set, table, heap, cells, out) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn tables(set: Avx512, table: &[[u8; 256]; 2], heap: u64, cells: &[u8], out: &mut Vec<u8>) {
    let entry = |parity: u64, quarter: usize| {
        let table = &table[((heap + parity) % 2) as usize];
        table[64 * quarter..]
            .first_chunk::<64>()
            .map_or(_mm512_setzero_si512(), |t| V512::load(set, t).0)
    };
    // Lanes of even number have the parity of `heap`.
    let odd = 0xaaaa_aaaa_aaaa_aaaa;
    let (chunks, rest) = cells.as_chunks::<64>();
    let even_table: [__m512i; 4] = std::array::from_fn(|q| entry(0, q));
    let odd_table: [__m512i; 4] = std::array::from_fn(|q| entry(1, q));
    let sixth = _mm512_set1_epi8(64);
    for chunk in chunks {
        let cells = V512::load(set, chunk).0;
        let look = |t: &[__m512i; 4]| {
            let low = _mm512_permutexvar_epi8(cells, t[0]);
            if _mm512_cmpge_epu8_mask(cells, sixth) == 0 {
                return low;
            }
            let low = _mm512_permutex2var_epi8(t[0], cells, t[1]);
            let high = _mm512_permutex2var_epi8(t[2], cells, t[3]);
            _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(cells), high)
        };
        let limits = _mm512_mask_mov_epi8(look(&even_table), odd, look(&odd_table));
        out.extend_from_slice(&store(limits));
    }
    scalar::look_up(table, heap, rest, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::taps::Tap;

    /// Lanes of 2, 4 and 8 bytes, with no, one, two and more critical taps at every distance they
    /// can have, beside others of every sort.
    #[test]
    fn blocks_equal_one_heap_after_the_other() {
        let Some(set) = Avx512::detect().and_then(Gfni::detect) else {
            println!("no AVX-512 with GFNI here");
            return;
        };
        let tap = |distance, index| Tap { distance, index };
        let mut light = 0;
        for bytes in [2usize, 4, 8] {
            let step = (8 / bytes) as u64;
            // Index 0 exchanges no bits, 8 bytes, 1 bits, 9 both.
            let mut choices: Vec<Vec<Tap>> = vec![vec![]];
            for w in [0, 1, 8, 9] {
                choices.extend((step..2 * step).map(|d| vec![tap(d, w)]));
            }
            let several = |distances: Vec<u64>| -> Vec<Tap> {
                distances.iter().zip([1, 2, 0].iter().cycle()).map(|(&d, &w)| tap(d, w)).collect()
            };
            choices.extend((step..2 * step).map(|d| several(vec![d, 2 * step - 1])));
            choices.push(several((step..2 * step).chain([step, step]).collect()));
            for (i, critical) in choices.iter().enumerate() {
                // With so few taps cells are small: only small indices make a difference.
                let mut taps = critical.clone();
                // Middle, relaxed and far ones.
                for (distance, w) in [(2 * step + 1, 2), (5 * step, 9), (7 * step, 3), (100, 0)] {
                    taps.push(tap(distance + i as u64 % 2, w));
                }
                if i % 3 == 2 {
                    taps.push(tap(4 * step, 1));
                }
                let start: Vec<u8> = (0..500u32).map(|i| (i * i % 11) as u8).collect();
                let mut expected = start.clone();
                assert!(scalar::generate(&taps, &mut expected, 1280));
                let mut few = Few::plan(&taps, bytes).unwrap();
                assert_eq!(few.critical_taps, critical.len());
                light += u32::from(few.is_light());
                let mut cells = start;
                for count in [64, 128, 1088] {
                    let heap = 1_000_000 + cells.len() as u64;
                    assert!(few.synchronise(&cells, heap, false));
                    assert!(few_blocks(set, &mut few, &mut cells, count * bytes / 64));
                }
                assert_eq!(cells, expected, "{bytes} bytes, critical {critical:?}");
            }
        }
        assert!(light > 10, "{light}");
    }
}
