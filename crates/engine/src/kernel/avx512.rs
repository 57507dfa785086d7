//! Inner loops for AVX-512 (F, BW, DQ, VL, VBMI, BITALG, VPOPCNTDQ; GFNI for few rares).
//!
//! Functions here are safe but for the call itself: see [`Kernel`](super::Kernel) for the
//! detection that justifies it. Loads go through [`load`] and [`load_at`], which check
//! their bounds unless the type of the argument already proves them.

use super::Gfni;
use super::Search;
use super::choice::Need;
use super::few::{Few, Gather};
use super::many::{FarTap, Many, Planes, QuadTaps, SLOTS};
use crate::sparse::cells::Cell;
use crate::sparse::marking::Marking;
use crate::sparse::parts::PartChunks;
use crate::sparse::rows::{HelperList, LANES, Lanes, Rows};
#[allow(clippy::wildcard_imports)] // The instructions are named by their prefix.
use std::arch::x86_64::*;

/// Loads 64 bytes from a slice.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the reference covers the 64 bytes read, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_words(words: &[u64; 8]) -> __m512i {
    // SAFETY: the reference covers the 64 bytes read, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(vector: __m512i) -> [u8; 64] {
    let mut bytes = [0; 64];
    // SAFETY: the array is 64 bytes, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), vector) };
    bytes
}

/// Heaps left open by the lists' heads are fewer than the rest of a list is worth.
const FEW_OPEN: i64 = 3;

/// See [`super::cover`].
#[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq")]
pub(crate) fn cover(rows: &Rows, n: u64, list: &HelperList, open: &mut Lanes) -> u64 {
    const VECTORS: usize = LANES / 512;
    let Some((words, first)) = rows.bytes_for(n, list) else {
        return super::scalar::cover(rows, n, list, open);
    };
    let row = |offset: u32, vector: usize| {
        // SAFETY: `bytes_for` checked that for every offset of this list the LANES / 8 bytes at
        // `first + offset` lie inside `words`; the load needs no alignment.
        unsafe {
            _mm512_loadu_si512(
                words.as_ptr().cast::<u8>().add(first + offset as usize + 64 * vector).cast(),
            )
        }
    };
    let (vectors, _) = open.as_chunks_mut::<8>();
    let mut need = [_mm512_setzero_si512(); VECTORS];
    for (need, words) in need.iter_mut().zip(&*vectors) {
        *need = load_words(words);
    }
    // need & !a & !b
    let (groups, rest) = list.offsets().as_chunks::<8>();
    for group in groups {
        for (v, need) in need.iter_mut().enumerate() {
            let mut left = *need;
            for pair in 0..4 {
                left = _mm512_ternarylogic_epi64::<0x10>(
                    left,
                    row(group[2 * pair], v),
                    row(group[2 * pair + 1], v),
                );
            }
            *need = left;
        }
        // For a handful of heaps the search is cheaper.
        let mut count = _mm512_setzero_si512();
        for need in need {
            count = _mm512_add_epi64(count, _mm512_popcnt_epi64(need));
        }
        let count = _mm512_reduce_add_epi64(count);
        if count == 0 {
            return 0;
        }
        if count <= FEW_OPEN {
            break;
        }
    }
    for &offset in rest {
        for (v, need) in need.iter_mut().enumerate() {
            *need = _mm512_andnot_si512(row(offset, v), *need);
        }
    }
    let mut left = 0;
    for (v, (need, words)) in need.iter().zip(vectors).enumerate() {
        left |= u64::from(_mm512_test_epi64_mask(*need, *need)) << (8 * v);
        // SAFETY: the array is 64 bytes, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), *need) };
    }
    left
}

/// See [`super::find_pair`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn find_pair<T: Cell>(
    chunks: &PartChunks<'_, T>,
    others: &[u8],
    rare: Option<&dyn Fn(usize) -> u64>,
    index: u8,
) -> Option<usize> {
    // Loops, not iterators with closures: those would be compiled without the features.
    let index = _mm512_set1_epi8(index as i8);
    let (_, others) = others.as_rchunks::<64>();
    let cells = T::part_bytes(chunks.cells)?;
    let count = cells.len().min(others.len()).min(chunks.lanes.len());
    let (cells, others) = (&cells[..count], &others[others.len() - count..]);
    // Four chunks for one branch. That a part or its partner is rare shows only in the closer look.
    let groups = cells.as_chunks::<4>().0.iter().zip(others.as_rchunks::<4>().1.iter().rev());
    for (i, (parts, partners)) in groups.enumerate() {
        let sum = |k: usize| {
            // part ^ partner ^ index
            _mm512_ternarylogic_epi64::<0x96>(load(&parts[k].0), load(&partners[3 - k]), index)
        };
        let least =
            _mm512_min_epu8(_mm512_min_epu8(sum(0), sum(1)), _mm512_min_epu8(sum(2), sum(3)));
        if _mm512_testn_epi8_mask(least, least) != 0 {
            for k in 0..4 {
                let hits = _mm512_mask_testn_epi8_mask(chunks.lanes[4 * i + k], sum(k), sum(k));
                if hits != 0 && rare.is_none_or(|rare| hits & !rare(4 * i + k) != 0) {
                    return Some(4 * i + k);
                }
            }
        }
    }
    for k in count / 4 * 4..count {
        let sums = _mm512_xor_si512(load(&cells[k].0), load(&others[count - 1 - k]));
        let hits = _mm512_mask_cmpeq_epi8_mask(chunks.lanes[k], sums, index);
        if hits != 0 && rare.is_none_or(|rare| hits & !rare(k) != 0) {
            return Some(k);
        }
    }
    None
}

/// Looks through the parts `part ..= last` of one total, 64 at a time. Returns the first
/// part not looked at; stops early when nothing is open or fewer than 64 parts are left.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(crate) fn search_few(
    search: &Search<'_, u8>,
    total: u64,
    mut part: u64,
    last: u64,
    open: &mut Vec<u32>,
) -> u64 {
    let reverse: [u8; 64] = std::array::from_fn(|i| 63 - i as u8);
    let reverse = load(&reverse);
    while part + 63 <= last && !open.is_empty() {
        let low = total - (part + 63);
        let Some(parts) = search.prefix.get(part as usize..).and_then(|s| s.first_chunk::<64>())
        else {
            break;
        };
        let Some(others) = low
            .checked_sub(search.base)
            .and_then(|at| search.window.get(at as usize..))
            .and_then(|s| s.first_chunk::<64>())
        else {
            break;
        };
        let sums = _mm512_xor_si512(_mm512_permutexvar_epi8(reverse, load(parts)), load(others));
        // Lane i: part + 63 - i and low + i. One rare and one common have a common sum.
        let common = search.rare_bits(part).reverse_bits() ^ search.rare_bits(low);
        open.retain(|&index| {
            _mm512_cmpeq_epi8_mask(sums, _mm512_set1_epi8(index as i8)) & !common == 0
        });
        part += 64;
    }
    part
}

/// One block of 64 cells of the shape for many rares. See [`Many`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg")]
pub(crate) fn many_block(many: &Many, cells: &mut Vec<u8>) -> bool {
    let n = cells.len();
    if n < many.farthest() {
        return false;
    }
    cells.reserve(64);
    // --- A: mark indices excluded by far taps, as far as the lists go.
    let mut planes: Planes = [[0; 64]; 32];
    let quads = &many.lists;
    for (quad, list) in quads.iter().enumerate() {
        let marked = mark(&cells[..n], list);
        for (i, plane) in marked.into_iter().enumerate() {
            planes[4 * quad + i] = store(plane);
        }
    }
    // --- X: the first candidates of every lane.
    let plane_count = 4 * quads.len();
    let (slots, mut alive) = candidates(&planes[..plane_count]);
    // --- B: all far taps against the candidates.
    let excluded = test(&cells[..n], &many.far, slots);
    for (a, e) in alive.iter_mut().zip(excluded) {
        *a &= !e;
    }
    // --- C: one after the other, with the near taps.
    let candidate: [[u8; 64]; SLOTS] = slots.map(|s| store(s));
    let Some(last) = cells.last_chunk::<64>() else { return false };
    let mut history = load(last);
    for lane in 0..64 {
        let mut hits = [0u64; SLOTS];
        for layer in &many.near {
            let near = _mm512_xor_si512(history, load(&layer.indices[lane]));
            for (hit, c) in hits.iter_mut().zip(&candidate) {
                *hit |= _mm512_mask_cmpeq_epi8_mask(
                    layer.lanes[lane],
                    near,
                    _mm512_set1_epi8(c[lane] as i8),
                );
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
        history = _mm512_mask_set1_epi8(history, 1 << lane, cell as i8);
    }
    true
}

/// The least index above `last` that neither the planes nor any tap excludes for the heap
/// `cells.len()`, which is lane `lane` of the block. `None` when it does not fit.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
fn later(many: &Many, cells: &[u8], planes: &[[u8; 64]], lane: usize, last: u8) -> Option<u8> {
    let n = cells.len();
    debug_assert!(n >= many.farthest());
    for index in (last..=255).skip(1) {
        if planes
            .get(usize::from(index / 8))
            .is_some_and(|plane| plane[lane] >> (index % 8) & 1 == 1)
        {
            continue;
        }
        let wanted = _mm512_set1_epi8(index as i8);
        let mut excluded = false;
        for chunk in &many.chunks {
            // SAFETY: a chunk starts at a multiple of 64 that is at least 64 and at most the
            // farthest distance, which was compared with the length before the block.
            let tapped =
                unsafe { _mm512_loadu_si512(cells.as_ptr().add(n - chunk.start()).cast()) };
            let sums = _mm512_xor_si512(tapped, load(&chunk.indices));
            if _mm512_mask_cmpeq_epi8_mask(chunk.lanes, sums, wanted) != 0 {
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

/// The four planes of one quad: bit b of plane p, lane i: index `8p + b` (relative to the
/// quad) is excluded at the heap `cells.len() + i`.
///
/// Not inlined: inside a larger function the planes leave the registers, which halves the speed.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn mark(cells: &[u8], list: &QuadTaps) -> [__m512i; 4] {
    let [t0, t1, t2, t3] = one_hot();
    let top = _mm512_set1_epi8(63);
    let mut p = [_mm512_setzero_si512(); 4];
    let one = |tap: FarTap| {
        let x = _mm512_xor_si512(tap_cells(cells, tap), _mm512_set1_epi32(tap.pattern() as i32));
        _mm512_min_epu8(x, top)
    };
    let taps = list.taps();
    let mut pairs = taps.chunks_exact(2);
    for pair in &mut pairs {
        let (x, y) = (one(pair[0]), one(pair[1]));
        p[0] = _mm512_ternarylogic_epi64::<0xfe>(
            p[0],
            _mm512_permutexvar_epi8(x, t0),
            _mm512_permutexvar_epi8(y, t0),
        );
        p[1] = _mm512_ternarylogic_epi64::<0xfe>(
            p[1],
            _mm512_permutexvar_epi8(x, t1),
            _mm512_permutexvar_epi8(y, t1),
        );
        p[2] = _mm512_ternarylogic_epi64::<0xfe>(
            p[2],
            _mm512_permutexvar_epi8(x, t2),
            _mm512_permutexvar_epi8(y, t2),
        );
        p[3] = _mm512_ternarylogic_epi64::<0xfe>(
            p[3],
            _mm512_permutexvar_epi8(x, t3),
            _mm512_permutexvar_epi8(y, t3),
        );
    }
    for &tap in pairs.remainder() {
        let x = one(tap);
        p[0] = _mm512_or_si512(p[0], _mm512_permutexvar_epi8(x, t0));
        p[1] = _mm512_or_si512(p[1], _mm512_permutexvar_epi8(x, t1));
        p[2] = _mm512_or_si512(p[2], _mm512_permutexvar_epi8(x, t2));
        p[3] = _mm512_or_si512(p[3], _mm512_permutexvar_epi8(x, t3));
    }
    p
}

/// See [`super::unmarked`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
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
    let limits = load(limits);
    // The lowest 0, 1, .., 8 bits.
    let lowest: [u8; 64] = std::array::from_fn(|i| ((1u16 << i.min(8)) - 1) as u8);
    let (lowest, eight) = (load(&lowest), _mm512_set1_epi8(8));
    for (quad, list) in marking.lists().iter().enumerate().take(quads) {
        if _mm512_cmpgt_epu8_mask(limits, _mm512_set1_epi8((32 * quad) as i8)) == 0 {
            break;
        }
        for (i, plane) in mark(cells, list).into_iter().enumerate() {
            let first = 32 * quad + 8 * i;
            let above = _mm512_subs_epu8(limits, _mm512_set1_epi8(first as i8));
            let need = _mm512_permutexvar_epi8(_mm512_min_epu8(above, eight), lowest);
            let open = _mm512_andnot_si512(plane, need);
            let mut lanes = _mm512_test_epi8_mask(open, open);
            if lanes == 0 {
                continue;
            }
            let open = store(open);
            while lanes != 0 {
                let lane = lanes.trailing_zeros();
                lanes &= lanes - 1;
                let mut bits = open[lane as usize % 64];
                while bits != 0 {
                    push(lane.into(), first as u32 + bits.trailing_zeros());
                    bits &= bits - 1;
                }
            }
        }
    }
}

/// The 64 cells the tap reaches from the block after `cells`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn tap_cells(cells: &[u8], tap: FarTap) -> __m512i {
    debug_assert!(tap.distance() >= 64 && tap.distance() <= cells.len());
    // SAFETY: a FarTap has a distance of at least 64 (checked where it is made), so the 64
    // bytes end inside the slice; the callers compared the farthest tap with its length.
    unsafe { _mm512_loadu_si512(cells.as_ptr().add(cells.len() - tap.distance()).cast()) }
}

/// The first indices of every lane that the planes do not exclude, and in `alive` the
/// lanes in which a slot holds one.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
fn candidates(planes: &[[u8; 64]]) -> ([__m512i; SLOTS], [u64; SLOTS]) {
    let mut slots = [_mm512_setzero_si512(); SLOTS];
    // Lanes in which the slot is still empty.
    let mut empty = [u64::MAX; SLOTS];
    let ones = _mm512_set1_epi8(-1);
    for (p, plane) in planes.iter().enumerate() {
        if empty[SLOTS - 1] == 0 {
            break;
        }
        let mut free = _mm512_xor_si512(load(plane), ones);
        loop {
            let some = _mm512_test_epi8_mask(free, free) & empty[SLOTS - 1];
            if some == 0 {
                break;
            }
            let less = _mm512_add_epi8(free, ones);
            let position = _mm512_popcnt_epi8(_mm512_andnot_si512(free, less));
            let index = _mm512_add_epi8(position, _mm512_set1_epi8((8 * p) as i8));
            let mut todo = some;
            for (slot, empty) in slots.iter_mut().zip(&mut empty) {
                let here = todo & *empty;
                *slot = _mm512_mask_mov_epi8(*slot, here, index);
                *empty &= !here;
                todo &= !here;
            }
            free = mask_and(free, some, less);
        }
    }
    // Beyond the planes every index is a candidate, as far as it fits a byte.
    let mut alive = [u64::MAX; SLOTS];
    for next in (8 * planes.len()..).take(SLOTS) {
        let mut todo = empty[SLOTS - 1];
        for ((slot, empty), alive) in slots.iter_mut().zip(&mut empty).zip(&mut alive) {
            let here = todo & *empty;
            *slot = _mm512_mask_set1_epi8(*slot, here, next as i8);
            *empty &= !here;
            todo &= !here;
            if next > 255 {
                *alive &= !here;
            }
        }
    }
    (slots, alive)
}

/// `free & less` in the lanes of `mask`, `free` elsewhere.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn mask_and(free: __m512i, mask: u64, less: __m512i) -> __m512i {
    _mm512_mask_mov_epi8(free, mask, _mm512_and_si512(free, less))
}

/// For every slot the lanes whose candidate some far tap excludes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn test(cells: &[u8], far: &[FarTap], slots: [__m512i; SLOTS]) -> [u64; SLOTS] {
    let mut least = [_mm512_set1_epi8(-1); SLOTS];
    for &tap in far {
        let x = _mm512_xor_si512(tap_cells(cells, tap), _mm512_set1_epi32(tap.pattern() as i32));
        for (least, &slot) in least.iter_mut().zip(&slots) {
            *least = _mm512_min_epu8(*least, _mm512_xor_si512(x, slot));
        }
    }
    least.map(|l| _mm512_testn_epi8_mask(l, l))
}

/// See [`super::choice::gain`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(crate) fn gain(cells: &[u8], index: u8, need: &[Need]) -> u32 {
    let tables = one_hot();
    let (index, top) = (_mm512_set1_epi8(index as i8), _mm512_set1_epi8(63));
    let mut sum = 0;
    for (cells, need) in cells.as_chunks::<64>().0.iter().zip(need) {
        let x = _mm512_min_epu8(_mm512_xor_si512(load(cells), index), top);
        let mut hit = _mm512_setzero_si512();
        for (table, plane) in tables.iter().zip(need) {
            // hit | (bit & needed)
            let bit = _mm512_permutexvar_epi8(x, *table);
            hit = _mm512_ternarylogic_epi64::<0xf8>(hit, bit, load(plane));
        }
        sum += _mm512_test_epi8_mask(hit, hit).count_ones();
    }
    sum
}

/// See [`super::choice::exclude`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(crate) fn exclude(cells: &[u8], index: u8, need: &mut [Need]) {
    let tables = one_hot();
    let (index, top) = (_mm512_set1_epi8(index as i8), _mm512_set1_epi8(63));
    for (cells, need) in cells.as_chunks::<64>().0.iter().zip(need) {
        let x = _mm512_min_epu8(_mm512_xor_si512(load(cells), index), top);
        for (table, plane) in tables.iter().zip(need) {
            *plane = store(_mm512_andnot_si512(_mm512_permutexvar_epi8(x, *table), load(plane)));
        }
    }
}

/// One-hot tables for 0..32 in four bytes; entries from 32 on are zero.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn one_hot() -> [__m512i; 4] {
    let table = |plane: usize| -> [u8; 64] {
        std::array::from_fn(|i| if i / 8 == plane { 1 << (i % 8) } else { 0 })
    };
    [load(&table(0)), load(&table(1)), load(&table(2)), load(&table(3))]
}

/// Appends `blocks` blocks of the shape for few rares. See [`Few`]. `false`: stopped early,
/// before a block in which an index does not fit; the history is then to be rebuilt.
pub(crate) fn few_blocks(_: Gfni, few: &mut Few, cells: &mut Vec<u8>, blocks: usize) -> bool {
    // The number of gathers is a constant of each copy, so that they stay in registers.
    let quick = few.middle.len().max(few.critical.len());
    macro_rules! dispatch {
        ($($relaxed:literal)*) => {
            match (few.bytes, few.relaxed.len().max(1).next_power_of_two(), quick) {
                $(
                    // SAFETY: the argument of type Gfni exists only where the machine has all
                    // features of this file and GFNI.
                    (2, $relaxed, 0..=1) => unsafe { few_loop::<2, $relaxed, 1>(few, cells, blocks) },
                    (2, $relaxed, _) => unsafe { few_loop::<2, $relaxed, 4>(few, cells, blocks) },
                    (4, $relaxed, 0..=1) => unsafe { few_loop::<4, $relaxed, 1>(few, cells, blocks) },
                    (4, $relaxed, _) => unsafe { few_loop::<4, $relaxed, 4>(few, cells, blocks) },
                    (_, $relaxed, 0..=1) => unsafe { few_loop::<8, $relaxed, 1>(few, cells, blocks) },
                    (_, $relaxed, _) => unsafe { few_loop::<8, $relaxed, 4>(few, cells, blocks) },
                )*
                _ => false,
            }
        };
    }
    dispatch!(1 2 4 8)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,avx512vpopcntdq,gfni")]
fn few_loop<const BYTES: usize, const RELAXED: usize, const QUICK: usize>(
    few: &mut Few,
    cells: &mut Vec<u8>,
    blocks: usize,
) -> bool {
    let zero = Gather { from: [0; 64], matrix: [0; 8] };
    let relaxed: [(__m512i, __m512i); RELAXED] = std::array::from_fn(|i| {
        let gather = few.relaxed.get(i).unwrap_or(&zero);
        (load(&gather.from), load_words(&gather.matrix))
    });
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
    let groups: Vec<(__m512i, __m512i, &[usize])> = few
        .far
        .iter()
        .map(|group| (load(&group.from), _mm512_set1_epi64(group.matrix as i64), group.distances()))
        .collect();
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
    let mut pair = _mm_set_epi64x(word(0), word(1));
    let mut older = _mm_set_epi64x(word(1), word(2));
    let tail = history[..end - 16].last_chunk::<64>();
    let mut recent = tail.map_or(_mm512_setzero_si512(), |t| load(t));
    for _ in 0..blocks {
        let (past, room) = history.split_at_mut(end);
        let far = far_sets(past, &groups);
        let far: [u64; 8] = words(far);
        let mut out = [0u64; 8];
        for step in 0..8 {
            let mut sets = _mm512_setzero_si512();
            for (from, matrix) in relaxed {
                let gathered = _mm512_permutexvar_epi8(from, recent);
                sets = _mm512_or_si512(sets, _mm512_gf2p8affine_epi64_epi8::<0>(gathered, matrix));
            }
            let half =
                _mm256_or_si256(_mm512_castsi512_si256(sets), _mm512_extracti64x4_epi64::<1>(sets));
            let mut set =
                _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
            set = _mm_or_si128(set, _mm_set_epi64x(0, far[step] as i64));
            for (from, matrix) in middle {
                let gathered = _mm_shuffle_epi8(older, from);
                set = _mm_or_si128(set, _mm_gf2p8affine_epi64_epi8::<0>(gathered, matrix));
            }
            let mut near = _mm_setzero_si128();
            for (from, matrix) in critical {
                let gathered = _mm_shuffle_epi8(pair, from);
                near = _mm_or_si128(near, _mm_gf2p8affine_epi64_epi8::<0>(gathered, matrix));
            }
            set = _mm_or_si128(set, near);
            set = _mm_or_si128(set, _mm_unpackhi_epi64(set, set));
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
            last = new;
            out[step] = _mm_cvtsi128_si64(new) as u64;
        }
        let block = load_words(&out);
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
        room[..64].copy_from_slice(&store(block));
        end += 64;
    }
    few.heap += (64 / BYTES * blocks) as u64;
    few.history = history;
    few.trim();
    true
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn words(vector: __m512i) -> [u64; 8] {
    let mut words = [0; 8];
    // SAFETY: the array is 64 bytes, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), vector) };
    words
}

/// What the far taps exclude in the block after the history.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn far_sets(history: &[u8], groups: &[(__m512i, __m512i, &[usize])]) -> __m512i {
    let mut sets = _mm512_setzero_si512();
    let at = |distance: usize| {
        debug_assert!(distance >= 64 && distance <= history.len());
        // SAFETY: distances of a FarGroup are at least 64 and at most `Few::farthest`, which
        // the caller compared with the length of the history.
        unsafe { _mm512_loadu_si512(history.as_ptr().add(history.len() - distance).cast()) }
    };
    for &(from, matrix, distances) in groups {
        let mut group = _mm512_setzero_si512();
        let (pairs, rest) = distances.as_chunks::<2>();
        for &[a, b] in pairs {
            group = _mm512_ternarylogic_epi64::<0xfe>(group, at(a), at(b));
        }
        for &a in rest {
            group = _mm512_or_si512(group, at(a));
        }
        let exchanged = _mm512_permutexvar_epi8(from, group);
        sets = _mm512_or_si512(sets, _mm512_gf2p8affine_epi64_epi8::<0>(exchanged, matrix));
    }
    sets
}

/// See [`super::row_words`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn row_words<'a>(
    cells: &[u8; 64],
    rare: u64,
    indices: &[u32],
    rows: impl Iterator<Item = &'a mut u64>,
) {
    let cells = load(cells);
    for (row, &index) in rows.zip(indices) {
        *row = _mm512_cmpeq_epi8_mask(cells, _mm512_set1_epi8(index as i8)) & !rare;
    }
}

/// See [`super::shift_copies`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
pub(crate) fn shift_copies(copies: &mut [u64], words: usize, begin: usize, end: usize) {
    let (row, shifted) = copies.split_at_mut(words);
    let mut i = begin;
    while i < end {
        // Eight words and the one that follows each.
        let Some((first, next)) = row[i..].first_chunk::<8>().zip(row[i + 1..].first_chunk::<8>())
        else {
            break;
        };
        let (first, next) = (load_words(first), load_words(next));
        for (s, copy) in (1..8).zip(shifted.chunks_exact_mut(words)) {
            let bits = _mm512_shrdv_epi64(first, next, _mm512_set1_epi64(s));
            if let Some(out) = copy[i..].first_chunk_mut::<8>() {
                // SAFETY: the array is 64 bytes, and the store needs no alignment.
                unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), bits) };
            }
        }
        i += 8;
    }
    if i < end {
        super::scalar::shift_copies(copies, words, i, end);
    }
}

/// See [`super::look_up`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(crate) fn look_up(table: &[[u8; 256]; 2], heap: u64, cells: &[u8], out: &mut Vec<u8>) {
    let entry = |parity: u64, quarter: usize| {
        let table = &table[((heap + parity) % 2) as usize];
        table[64 * quarter..].first_chunk::<64>().map_or(_mm512_setzero_si512(), |t| load(t))
    };
    // Lanes of even number have the parity of `heap`.
    let odd = 0xaaaa_aaaa_aaaa_aaaa;
    let (chunks, rest) = cells.as_chunks::<64>();
    let even_table: [__m512i; 4] = std::array::from_fn(|q| entry(0, q));
    let odd_table: [__m512i; 4] = std::array::from_fn(|q| entry(1, q));
    let sixth = _mm512_set1_epi8(64);
    for chunk in chunks {
        let cells = load(chunk);
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
    super::scalar::look_up(table, heap, rest, out);
}

/// See [`super::above`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn above(limits: &[u8], target: u8) -> Lanes {
    let mut lanes: Lanes = [0; LANES / 64];
    let target = _mm512_set1_epi8(target as i8);
    for (word, limits) in lanes.iter_mut().zip(limits.as_chunks::<64>().0) {
        *word = _mm512_cmpgt_epu8_mask(load(limits), target);
    }
    lanes
}

/// The largest of the bytes, 0 if there is none.
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn largest(bytes: &[u8]) -> u8 {
    let (chunks, rest) = bytes.as_chunks::<64>();
    let top =
        chunks.iter().fold(_mm512_setzero_si512(), |top, chunk| _mm512_max_epu8(top, load(chunk)));
    store(top).iter().chain(rest).copied().max().unwrap_or(0)
}
