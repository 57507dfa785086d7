//! One block of 64 cells of the shape for many rares. See [`Many`] for the steps.

use super::marks::Mark;
use super::{equal_sums, tapped};
use crate::kernel::many::{FarTap, Many, Planes, SLOTS};
use crate::kernel::vector::{BLOCK, Loop, Scalar, Vector, load_block, load_part, store_part};

/// Appends the next 64 cells. `false`: stopped before one that does not fit a byte, or at once
/// because too few cells are known.
pub(crate) struct ManyBlock<'a> {
    pub many: &'a Many,
    pub cells: &'a mut Vec<u8>,
}

impl Scalar for ManyBlock<'_> {
    /// There is none: portable code takes one cell after the other.
    fn scalar(self) -> bool {
        false
    }
}

impl Loop for ManyBlock<'_> {
    type Output = bool;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> bool {
        let Self { many, cells } = self;
        let n = cells.len();
        if n < many.farthest() {
            return false;
        }
        cells.reserve(BLOCK);
        // --- A: mark indices excluded by far taps, as far as the lists go.
        let mut planes: Planes = [[0; BLOCK]; 32];
        for (list, planes) in many.lists.iter().zip(planes.as_chunks_mut::<4>().0) {
            for part in 0..BLOCK / V::BYTES {
                V::run_apart(set, Mark { cells: &cells[..n], list, part, planes });
            }
        }
        // --- X: the first candidates of every lane.
        let planes = &planes[..4 * many.lists.len()];
        let mut candidate = [[0; BLOCK]; SLOTS];
        let mut alive = [u64::MAX; SLOTS];
        for part in 0..BLOCK / V::BYTES {
            candidates::<V>(set, planes, part, &mut candidate, &mut alive);
        }
        // --- B: all far taps against the candidates.
        let excluded = test::<V>(set, &cells[..n], &many.far, &candidate);
        for (alive, excluded) in alive.iter_mut().zip(excluded) {
            *alive &= !excluded;
        }
        // --- C: one after the other, with the near taps.
        let Some(last) = cells.last_chunk::<BLOCK>() else { return false };
        let mut history = load_block::<V>(set, last);
        for lane in 0..BLOCK {
            let mut hits = [0u64; SLOTS];
            for layer in &many.near {
                let mut near = history;
                for (part, near) in near.as_mut().iter_mut().enumerate() {
                    *near = *near ^ load_part(set, &layer.indices[lane], part);
                }
                for (hit, c) in hits.iter_mut().zip(&candidate) {
                    *hit |= V::equal_block(&near, V::splat(set, c[lane])) & layer.lanes[lane];
                }
            }
            let mut choice = 0u32;
            for slot in 0..SLOTS {
                choice |= u32::from(hits[slot] == 0 && alive[slot] >> lane & 1 == 1) << slot;
            }
            let cell = if choice != 0 {
                candidate[(choice.trailing_zeros() as usize) % SLOTS][lane]
            } else {
                let last = candidate[SLOTS - 1][lane];
                match V::run_apart(set, Later { many, cells, planes, lane, last }) {
                    Some(cell) => cell,
                    None => return false,
                }
            };
            cells.push(cell);
            for (part, v) in history.as_mut().iter_mut().enumerate() {
                *v = V::replace(set, *v, lane.wrapping_sub(V::BYTES * part), cell);
            }
        }
        true
    }
}

/// The first indices of every lane of one part that the planes do not exclude; takes away from
/// `alive` the lanes in which a slot has none.
#[inline(always)]
fn candidates<V: Vector>(
    set: V::Set,
    planes: &[[u8; BLOCK]],
    part: usize,
    candidate: &mut [[u8; BLOCK]; SLOTS],
    alive: &mut [u64; SLOTS],
) {
    let (zero, ones) = (V::splat(set, 0), V::splat(set, u8::MAX));
    let mut slots = [zero; SLOTS];
    // Lanes in which the slot is still empty.
    let mut empty = [V::equal(zero, zero); SLOTS];
    for (p, plane) in planes.iter().enumerate() {
        if !V::any(empty[SLOTS - 1]) {
            break;
        }
        let mut free = !load_part::<V>(set, plane, part);
        loop {
            let some = !V::equal(free, zero) & empty[SLOTS - 1];
            if !V::any(some) {
                break;
            }
            let index = V::add(V::trailing_zeros(free), V::splat(set, (8 * p) as u8));
            let mut todo = some;
            for (slot, empty) in slots.iter_mut().zip(&mut empty) {
                let here = todo & *empty;
                *slot = V::select(*slot, here, index);
                *empty = *empty & !here;
                todo = todo & !here;
            }
            free = free & V::add(free, ones);
        }
    }
    // Beyond the planes every index is a candidate, as far as it fits a byte.
    for next in (8 * planes.len()..).take(SLOTS) {
        let mut todo = empty[SLOTS - 1];
        for ((slot, empty), alive) in slots.iter_mut().zip(&mut empty).zip(&mut *alive) {
            let here = todo & *empty;
            *slot = V::select(*slot, here, V::splat(set, next as u8));
            *empty = *empty & !here;
            todo = todo & !here;
            if next > 255 {
                *alive &= !(V::bits(here) << (V::BYTES * part));
            }
        }
    }
    for (slot, candidate) in slots.into_iter().zip(candidate) {
        store_part(slot, candidate, part);
    }
}

/// For every slot the lanes whose candidate some far tap excludes.
#[inline(always)]
fn test<V: Vector>(
    set: V::Set,
    cells: &[u8],
    far: &[FarTap],
    candidate: &[[u8; BLOCK]; SLOTS],
) -> [u64; SLOTS] {
    let (zero, ones) = (V::splat(set, 0), V::splat(set, u8::MAX));
    let mut least = [V::block(ones); SLOTS];
    for part in 0..BLOCK / V::BYTES {
        let mut slots = [zero; SLOTS];
        for (slot, candidate) in slots.iter_mut().zip(candidate) {
            *slot = load_part(set, candidate, part);
        }
        let mut nearest = [ones; SLOTS];
        for &tap in far {
            let x = tapped::<V>(set, cells, tap, part);
            for (nearest, slot) in nearest.iter_mut().zip(slots) {
                *nearest = V::min(*nearest, x ^ slot);
            }
        }
        for (least, nearest) in least.iter_mut().zip(nearest) {
            least.as_mut()[part] = nearest;
        }
    }
    let mut excluded = [0; SLOTS];
    for (excluded, least) in excluded.iter_mut().zip(&least) {
        *excluded = V::equal_block(least, zero);
    }
    excluded
}

/// The least index above `last` that neither the planes nor any tap excludes for the heap
/// `cells.len()`, which is lane `lane` of the block. `None` when it does not fit. Seldom needed, so
/// always run apart.
struct Later<'a> {
    many: &'a Many,
    cells: &'a [u8],
    planes: &'a [[u8; BLOCK]],
    lane: usize,
    last: u8,
}

impl Later<'_> {
    /// Whether the planes exclude the index.
    #[inline(always)]
    fn is_marked(&self, index: u8) -> bool {
        let plane = self.planes.get(usize::from(index / 8));
        plane.is_some_and(|plane| plane[self.lane] >> (index % 8) & 1 == 1)
    }
}

impl Loop for Later<'_> {
    type Output = Option<u8>;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> Option<u8> {
        let n = self.cells.len();
        for index in (self.last..=255).skip(1) {
            if self.is_marked(index) {
                continue;
            }
            let wanted = V::splat(set, index);
            let mut excluded = false;
            for chunk in &self.many.chunks {
                let cells = self.cells[n - chunk.start()..].first_chunk::<BLOCK>()?;
                if equal_sums(set, cells, &chunk.indices, wanted) & chunk.lanes != 0 {
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
}
