//! Inner loops for AVX2 (with BMI1 and BMI2). The same steps as in `avx512.rs`, on vectors of
//! 32 bytes; see there and in [`Many`] for what they do.

use super::choice::Need;
use super::many::{FarTap, Many, Planes, QuadTaps, SLOTS};
use super::words::Words;
use crate::sparse::cells::Cell;
use crate::sparse::marking::Marking;
use crate::sparse::parts::PartChunks;
use crate::sparse::rows::{HelperList, LANES, Lanes, Rows};
use crate::sparse::taps::Tap;
#[allow(clippy::wildcard_imports)] // The instructions are named by their prefix.
use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the reference covers the 32 bytes read, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(vector: __m256i) -> [u8; 32] {
    let mut bytes = [0; 32];
    // SAFETY: the array is 32 bytes, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), vector) };
    bytes
}

/// The two halves of 64 bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(bytes: &[u8; 64]) -> [__m256i; 2] {
    let (low, high) = bytes.split_at(32);
    let half = |half: &[u8]| half.first_chunk::<32>().map_or(_mm256_setzero_si256(), |h| load(h));
    [half(low), half(high)]
}

/// The lanes in which a and b are equal.
#[inline]
#[target_feature(enable = "avx2")]
fn equal(a: [__m256i; 2], b: [__m256i; 2]) -> u64 {
    let mask = |i: usize| u64::from(_mm256_movemask_epi8(_mm256_cmpeq_epi8(a[i], b[i])) as u32);
    mask(0) | mask(1) << 32
}

/// See [`super::cover`].
#[target_feature(enable = "avx2")]
pub(crate) fn cover(rows: &Rows, n: u64, list: &HelperList, open: &mut Lanes) -> u64 {
    // Eight vectors at a time stay in registers.
    const VECTORS: usize = 8;
    let mut left = 0;
    let Some((words, first)) = rows.bytes_for(n, list) else {
        return super::scalar::cover(rows, n, list, open);
    };
    let row = |offset: u32, byte: usize| {
        debug_assert!(byte + 32 <= LANES / 8);
        // SAFETY: `bytes_for` checked that for every offset of this list the LANES / 8 bytes at
        // `first + offset` lie inside `words`; the load needs no alignment.
        unsafe {
            _mm256_loadu_si256(
                words.as_ptr().cast::<u8>().add(first + offset as usize + byte).cast(),
            )
        }
    };
    for (part, words) in open.as_chunks_mut::<{ 4 * VECTORS }>().0.iter_mut().enumerate() {
        let (vectors, _) = words.as_chunks_mut::<4>();
        let mut need = [_mm256_setzero_si256(); VECTORS];
        for (need, words) in need.iter_mut().zip(&*vectors) {
            let [a, b, c, d] = words.map(|w| w as i64);
            *need = _mm256_set_epi64x(d, c, b, a);
        }
        for group in list.offsets().chunks(4) {
            let mut any = _mm256_setzero_si256();
            for (v, need) in need.iter_mut().enumerate() {
                for &offset in group {
                    *need = _mm256_andnot_si256(row(offset, 32 * (VECTORS * part + v)), *need);
                }
                any = _mm256_or_si256(any, *need);
            }
            if _mm256_testz_si256(any, any) == 1 {
                break;
            }
        }
        for (v, (need, words)) in need.iter().zip(vectors).enumerate() {
            let empty = _mm256_cmpeq_epi64(*need, _mm256_setzero_si256());
            let filled = !_mm256_movemask_pd(_mm256_castsi256_pd(empty)) & 15;
            left |= (filled as u64) << (4 * (VECTORS * part + v));
            // SAFETY: the array is 32 bytes, and the store needs no alignment.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), *need) };
        }
    }
    left
}

/// See [`super::find_pair`].
#[target_feature(enable = "avx2")]
pub(crate) fn find_pair<T: Cell>(
    chunks: &PartChunks<'_, T>,
    others: &[u8],
    rare: Option<&dyn Fn(usize) -> u64>,
    index: u8,
) -> Option<usize> {
    // A loop, not an iterator with a closure: that would be compiled without the features.
    let index = [_mm256_set1_epi8(index as i8); 2];
    let (_, others) = others.as_rchunks::<64>();
    for (i, (cells, others)) in chunks.cells.iter().zip(others.iter().rev()).enumerate() {
        let cells = halves(T::bytes(&cells.0)?.first_chunk::<64>()?);
        let others = halves(others);
        let sums = [_mm256_xor_si256(cells[0], others[0]), _mm256_xor_si256(cells[1], others[1])];
        let hits = equal(sums, index) & chunks.lanes[i];
        if hits != 0 && rare.is_none_or(|rare| hits & !rare(i) != 0) {
            return Some(i);
        }
    }
    None
}

/// See [`super::unmarked`].
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(crate) fn unmarked(
    marking: &Marking,
    cells: &[u8],
    limits: &[u8; 64],
    quads: usize,
    mut push: impl FnMut(u64, u32),
) {
    if cells.len() < marking.farthest() + 64 {
        return super::scalar::unmarked(marking, cells, limits, quads, push);
    }
    // The lowest 0, 1, .., 7 bits, and all for 8.
    let lowest = _mm256_broadcastsi128_si256(_mm_set_epi64x(0xff, 0x7f3f_1f0f_0703_0100));
    let eight = _mm256_set1_epi8(8);
    for (half, limits) in halves(limits).into_iter().enumerate() {
        for (quad, list) in marking.lists().iter().enumerate().take(quads) {
            let above = _mm256_subs_epu8(limits, _mm256_set1_epi8((32 * quad) as i8));
            if _mm256_testz_si256(above, above) == 1 {
                break;
            }
            for (i, plane) in mark(cells, list, 32 * half).into_iter().enumerate() {
                let above = _mm256_subs_epu8(above, _mm256_set1_epi8((8 * i) as i8));
                let need = _mm256_shuffle_epi8(lowest, _mm256_min_epu8(above, eight));
                let open = _mm256_andnot_si256(plane, need);
                if _mm256_testz_si256(open, open) == 1 {
                    continue;
                }
                let none = _mm256_cmpeq_epi8(open, _mm256_setzero_si256());
                let mut lanes = !(_mm256_movemask_epi8(none) as u32);
                let bytes = store(open);
                while lanes != 0 {
                    let lane = lanes.trailing_zeros();
                    lanes &= lanes - 1;
                    let mut bits = bytes[lane as usize % 32];
                    while bits != 0 {
                        let index = (32 * quad + 8 * i) as u32 + bits.trailing_zeros();
                        push(32 * half as u64 + u64::from(lane), index);
                        bits &= bits - 1;
                    }
                }
            }
        }
    }
}

/// See [`super::row_words`].
#[target_feature(enable = "avx2")]
pub(crate) fn row_words<'a>(
    cells: &[u8; 64],
    rare: u64,
    indices: &[u32],
    rows: impl Iterator<Item = &'a mut u64>,
) {
    let cells = halves(cells);
    for (row, &index) in rows.zip(indices) {
        *row = equal(cells, [_mm256_set1_epi8(index as i8); 2]) & !rare;
    }
}

/// See [`super::shift_copies`].
#[target_feature(enable = "avx2")]
pub(crate) fn shift_copies(copies: &mut [u64], words: usize, begin: usize, end: usize) {
    super::scalar::shift_copies(copies, words, begin, end);
}

/// See [`super::above`].
#[target_feature(enable = "avx2")]
pub(crate) fn above(limits: &[u8], target: u8) -> Lanes {
    let mut lanes: Lanes = [0; LANES / 64];
    let target = _mm256_set1_epi8(target as i8);
    for (word, limits) in lanes.iter_mut().zip(limits.as_chunks::<64>().0) {
        // limit <= target exactly when max(limit, target) = target.
        let most = halves(limits).map(|half| _mm256_max_epu8(half, target));
        *word = !equal(most, [target; 2]);
    }
    lanes
}

/// See [`super::choice::gain`].
#[target_feature(enable = "avx2")]
pub(crate) fn gain(cells: &[u8], index: u8, need: &[Need]) -> u32 {
    let index = _mm256_set1_epi8(index as i8);
    let mut sum = 0;
    for (cells, need) in cells.as_chunks::<64>().0.iter().zip(need) {
        for (half, cells) in halves(cells).into_iter().enumerate() {
            let marks = one_hot(_mm256_xor_si256(cells, index));
            let mut hit = _mm256_setzero_si256();
            for (mark, plane) in marks.into_iter().zip(need) {
                hit = _mm256_or_si256(hit, _mm256_and_si256(mark, halves(plane)[half]));
            }
            let none = _mm256_cmpeq_epi8(hit, _mm256_setzero_si256());
            sum += (_mm256_movemask_epi8(none) as u32).count_zeros();
        }
    }
    sum
}

/// See [`super::choice::exclude`].
#[target_feature(enable = "avx2")]
pub(crate) fn exclude(cells: &[u8], index: u8, need: &mut [Need]) {
    let index = _mm256_set1_epi8(index as i8);
    for (cells, need) in cells.as_chunks::<64>().0.iter().zip(need) {
        for (half, cells) in halves(cells).into_iter().enumerate() {
            let marks = one_hot(_mm256_xor_si256(cells, index));
            for (mark, plane) in marks.into_iter().zip(&mut *need) {
                let left = _mm256_andnot_si256(mark, halves(plane)[half]);
                plane[32 * half..][..32].copy_from_slice(&store(left));
            }
        }
    }
}

/// The one-hot bytes of 0..8, 8..16, 16..24 and 24..32; everything else gives zeros.
#[inline]
#[target_feature(enable = "avx2")]
fn one_hot(x: __m256i) -> [__m256i; 4] {
    // A set high bit gives zero.
    let low = _mm256_broadcastsi128_si256(_mm_set_epi64x(0, 0x8040_2010_0804_0201_u64 as i64));
    let high = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x8040_2010_0804_0201_u64 as i64, 0));
    // Adding 0x70 with saturation sets the high bit of everything from 16 on.
    let (limit, sixteen) = (_mm256_set1_epi8(0x70), _mm256_set1_epi8(16));
    let lower = _mm256_adds_epu8(x, limit);
    let upper = _mm256_adds_epu8(_mm256_xor_si256(x, sixteen), limit);
    [
        _mm256_shuffle_epi8(low, lower),
        _mm256_shuffle_epi8(high, lower),
        _mm256_shuffle_epi8(low, upper),
        _mm256_shuffle_epi8(high, upper),
    ]
}

/// See [`Words::generate`].
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(crate) fn generate_words(
    words: &mut Words,
    cells: &mut Vec<u8>,
    heap: u64,
    count: usize,
) -> bool {
    words.generate(cells, heap, count)
}

/// See [`super::scalar::generate_few`].
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(crate) fn generate_few(taps: &[Tap], cells: &mut Vec<u8>, count: usize) -> bool {
    super::scalar::generate_few(taps, cells, count)
}

/// One block of 64 cells of the shape for many rares. See [`Many`].
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(crate) fn many_block(many: &Many, cells: &mut Vec<u8>) -> bool {
    let n = cells.len();
    if n < many.farthest() {
        return false;
    }
    cells.reserve(64);
    let mut planes: Planes = [[0; 64]; 32];
    let quads = &many.lists;
    for (quad, list) in quads.iter().enumerate() {
        for (half, marked) in
            [mark(&cells[..n], list, 0), mark(&cells[..n], list, 32)].into_iter().enumerate()
        {
            for (i, plane) in marked.into_iter().enumerate() {
                planes[4 * quad + i][32 * half..][..32].copy_from_slice(&store(plane));
            }
        }
    }
    let plane_count = 4 * quads.len();
    let (candidate, mut alive) = candidates(&planes[..plane_count]);
    let excluded = test(&cells[..n], &many.far, &candidate);
    for (a, e) in alive.iter_mut().zip(excluded) {
        *a &= !e;
    }
    let Some(last) = cells.last_chunk::<64>() else { return false };
    let mut history = *last;
    for lane in 0..64 {
        let recent = halves(&history);
        let mut hits = [0u64; SLOTS];
        for layer in &many.near {
            let indices = halves(&layer.indices[lane]);
            let near =
                [_mm256_xor_si256(recent[0], indices[0]), _mm256_xor_si256(recent[1], indices[1])];
            for (hit, c) in hits.iter_mut().zip(&candidate) {
                *hit |= equal(near, [_mm256_set1_epi8(c[lane] as i8); 2]) & layer.lanes[lane];
            }
        }
        let mut choice = 0u32;
        for slot in 0..SLOTS {
            choice |= u32::from(hits[slot] == 0 && alive[slot] >> lane & 1 == 1) << slot;
        }
        let cell = if choice != 0 {
            candidate[(choice.trailing_zeros() as usize) % SLOTS][lane]
        } else {
            match later(many, cells, &planes[..plane_count], lane, candidate[SLOTS - 1][lane]) {
                Some(cell) => cell,
                None => return false,
            }
        };
        cells.push(cell);
        history[lane] = cell;
    }
    true
}

/// The 32 cells the tap reaches from the lanes `first ..` of the block after `cells`.
#[inline]
#[target_feature(enable = "avx2")]
fn tap_cells(cells: &[u8], tap: FarTap, first: usize) -> __m256i {
    debug_assert!(tap.distance() >= 64 && tap.distance() <= cells.len() && first <= 32);
    // SAFETY: a FarTap has a distance of at least 64 and `first` is at most 32, so that the 32
    // bytes end inside the slice; the callers compared the farthest tap with its length.
    unsafe { _mm256_loadu_si256(cells.as_ptr().add(cells.len() - tap.distance() + first).cast()) }
}

/// The four planes of one quad for 32 lanes. Not inlined, see `avx512::mark`.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn mark(cells: &[u8], list: &QuadTaps, first: usize) -> [__m256i; 4] {
    let mut p = [_mm256_setzero_si256(); 4];
    for &tap in list.taps() {
        let x =
            _mm256_xor_si256(tap_cells(cells, tap, first), _mm256_set1_epi32(tap.pattern() as i32));
        for (p, mark) in p.iter_mut().zip(one_hot(x)) {
            *p = _mm256_or_si256(*p, mark);
        }
    }
    p
}

/// The first indices of every lane that the planes do not exclude, and the lanes in which a
/// slot holds one.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn candidates(planes: &[[u8; 64]]) -> ([[u8; 64]; SLOTS], [u64; SLOTS]) {
    let mut slots = [[0u8; 64]; SLOTS];
    let mut alive = [u64::MAX; SLOTS];
    let (groups, _) = planes.as_chunks::<4>();
    for lane in 0..64 {
        let mut found = 0;
        'lane: for (g, group) in groups.iter().enumerate() {
            let bytes = [group[0][lane], group[1][lane], group[2][lane], group[3][lane]];
            let mut free = !u32::from_le_bytes(bytes);
            while free != 0 {
                slots[found][lane] = (32 * g) as u8 + free.trailing_zeros() as u8;
                free &= free - 1;
                found += 1;
                if found == SLOTS {
                    break 'lane;
                }
            }
        }
        let mut next = 8 * planes.len();
        while found < SLOTS {
            if next > 255 {
                alive[found] &= !(1 << lane);
            }
            slots[found][lane] = next as u8;
            next += 1;
            found += 1;
        }
    }
    (slots, alive)
}

/// For every slot the lanes whose candidate some far tap excludes.
#[inline]
#[target_feature(enable = "avx2")]
fn test(cells: &[u8], far: &[FarTap], slots: &[[u8; 64]; SLOTS]) -> [u64; SLOTS] {
    let ones = _mm256_set1_epi8(-1);
    let slots = [halves(&slots[0]), halves(&slots[1]), halves(&slots[2])];
    let mut least = [[ones; 2]; SLOTS];
    for half in 0..2 {
        for &tap in far {
            let x = _mm256_xor_si256(
                tap_cells(cells, tap, 32 * half),
                _mm256_set1_epi32(tap.pattern() as i32),
            );
            for (least, slot) in least.iter_mut().zip(&slots) {
                least[half] = _mm256_min_epu8(least[half], _mm256_xor_si256(x, slot[half]));
            }
        }
    }
    least.map(|l| equal(l, [_mm256_setzero_si256(); 2]))
}

/// The least index above `last` that neither the planes nor any tap excludes for the heap
/// `cells.len()`, which is lane `lane` of the block. `None` when it does not fit.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn later(many: &Many, cells: &[u8], planes: &[[u8; 64]], lane: usize, last: u8) -> Option<u8> {
    for index in (last..=255).skip(1) {
        if planes
            .get(usize::from(index / 8))
            .is_some_and(|plane| plane[lane] >> (index % 8) & 1 == 1)
        {
            continue;
        }
        let wanted = [_mm256_set1_epi8(index as i8); 2];
        let mut excluded = false;
        for chunk in &many.chunks {
            let tapped = halves(cells[cells.len() - chunk.start()..].first_chunk::<64>()?);
            let indices = halves(&chunk.indices);
            let sums =
                [_mm256_xor_si256(tapped[0], indices[0]), _mm256_xor_si256(tapped[1], indices[1])];
            if equal(sums, wanted) & chunk.lanes != 0 {
                excluded = true;
                break;
            }
        }
        if !excluded {
            return Some(index);
        }
    }
    None
}
