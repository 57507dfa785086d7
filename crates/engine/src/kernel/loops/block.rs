//! One block of 64 cells of the shape for many rares. See [`Many`] for the steps.

use super::marks::Mark;
use super::{Block, equal_sums, tapped};
use crate::kernel::many::{Ahead, FarTap, Later, Many, SLOTS, SLOTS_AHEAD, TESTED, TESTED_AHEAD};
use crate::kernel::vector::{BLOCK, Loop, Scalar, Vector, load_block, load_part, store_part};
use crate::sparse::cells::Cell;
use crate::sparse::growing::Writer;

/// Cells in order that more can be appended to.
pub(crate) trait Row {
    fn known(&self) -> &[u8];
    fn push(&mut self, cell: u8);
}

impl Row for Vec<u8> {
    #[inline(always)]
    fn known(&self) -> &[u8] {
        self
    }

    #[inline(always)]
    fn push(&mut self, cell: u8) {
        Self::push(self, cell);
    }
}

impl<T: Cell> Row for Writer<'_, T> {
    #[inline(always)]
    fn known(&self) -> &[u8] {
        T::bytes(self.cells()).unwrap_or(&[])
    }

    #[inline(always)]
    fn push(&mut self, cell: u8) {
        Self::push(self, T::new(cell.into()));
    }
}

/// Appends the next 64 cells. `false`: stopped before one that does not fit a byte, or at once
/// because too few cells are known.
pub(crate) struct ManyBlock<'a> {
    pub many: &'a Many,
    pub ahead: &'a mut Ahead,
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
        let Self { many, ahead, cells } = self;
        cells.reserve(BLOCK);
        LookAhead { many, block: Block::after(cells), ahead }.vector::<V>(set)
            && FrontBlock { many, ahead, cells }.vector::<V>(set)
    }
}

/// The steps A, X and B for a block, with the taps that reach from it to known cells. `false`: they
/// do not.
pub(crate) struct LookAhead<'a> {
    pub many: &'a Many,
    pub block: Block<'a>,
    pub ahead: &'a mut Ahead,
}

impl Scalar for LookAhead<'_> {
    /// As for [`ManyBlock`].
    fn scalar(self) -> bool {
        false
    }
}

impl Loop for LookAhead<'_> {
    type Output = bool;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> bool {
        let Self { many, block, ahead } = self;
        if !block.reaches(many.ahead(), many.farthest()) {
            return false;
        }
        // --- A: mark indices excluded by far taps, as far as the lists go.
        for (list, planes) in many.lists.iter().zip(ahead.planes.as_chunks_mut::<4>().0) {
            for part in 0..BLOCK / V::BYTES {
                V::run_apart(set, Mark { block, list, part, planes });
            }
        }
        ahead.alive = [0; SLOTS_AHEAD];
        for part in 0..BLOCK / V::BYTES {
            match many.later() {
                Later::Nothing => narrow::<V>(set, many, block, part, ahead),
                Later::Few => narrow_twice::<V, TESTED, SLOTS>(set, many, block, part, ahead),
                Later::Many => {
                    narrow_twice::<V, TESTED_AHEAD, SLOTS_AHEAD>(set, many, block, part, ahead);
                }
            }
        }
        true
    }
}

/// Steps X and B for one part: the first candidates that no far tap excludes, of as many as the
/// block keeps.
#[inline(always)]
fn narrow<V: Vector>(set: V::Set, many: &Many, block: Block<'_>, part: usize, ahead: &mut Ahead) {
    let planes = &ahead.planes[..4 * many.lists.len()];
    let (candidate, valid) = candidates::<V, SLOTS>(set, planes, part);
    let excluded = test::<V, SLOTS>(set, block, &many.far, part, &candidate);
    let ones = V::splat(set, u8::MAX);
    let last = V::select(ones, valid[SLOTS - 1], candidate[SLOTS - 1]);
    note(part, ahead, &candidate, &excluded, &valid, last);
}

/// The same where the nearer taps come later, so that more candidates are needed: most of them fall
/// by the first taps, and the rest of the taps is for few again.
#[inline(always)]
fn narrow_twice<V: Vector, const TESTED: usize, const KEPT: usize>(
    set: V::Set,
    many: &Many,
    block: Block<'_>,
    part: usize,
    ahead: &mut Ahead,
) {
    let planes = &ahead.planes[..4 * many.lists.len()];
    let (candidate, valid) = candidates::<V, TESTED>(set, planes, part);
    let (first, rest) = many.far.split_at(many.far.len() / 4);
    let excluded = test::<V, TESTED>(set, block, first, part, &candidate);
    let (zero, ones) = (V::splat(set, 0), V::splat(set, u8::MAX));
    let none = !V::equal(zero, zero);
    let (mut kept, mut full) = ([zero; KEPT], [none; KEPT]);
    for n in 0..TESTED {
        let mut todo = valid[n] & !excluded[n];
        for (slot, full) in kept.iter_mut().zip(&mut full) {
            let here = todo & !*full;
            *slot = V::select(*slot, here, candidate[n]);
            *full = !(!*full & !here);
            todo = todo & !here;
        }
    }
    // Up to the last one that is kept, or was tested, every other index is excluded.
    let tested = V::select(ones, valid[TESTED - 1], candidate[TESTED - 1]);
    let last = V::select(tested, full[KEPT - 1], kept[KEPT - 1]);
    let excluded = test::<V, KEPT>(set, block, rest, part, &kept);
    note(part, ahead, &kept, &excluded, &full, last);
}

/// Notes the candidates of one part.
#[inline(always)]
fn note<V: Vector, const N: usize>(
    part: usize,
    ahead: &mut Ahead,
    candidate: &[V; N],
    excluded: &[V::Mask; N],
    valid: &[V::Mask; N],
    last: V,
) {
    store_part(last, &mut ahead.last, part);
    for slot in 0..N {
        store_part(candidate[slot], &mut ahead.candidate[slot], part);
        ahead.alive[slot] |= V::bits(valid[slot] & !excluded[slot]) << (V::BYTES * part);
    }
}

/// The first indices of every lane of one part that the planes do not exclude, and in which lanes
/// there are so many.
#[inline(always)]
fn candidates<V: Vector, const N: usize>(
    set: V::Set,
    planes: &[[u8; BLOCK]],
    part: usize,
) -> ([V; N], [V::Mask; N]) {
    let (zero, ones) = (V::splat(set, 0), V::splat(set, u8::MAX));
    let all = V::equal(zero, zero);
    let mut slots = [zero; N];
    // Lanes in which the slot is still empty.
    let mut empty = [all; N];
    for (p, plane) in planes.iter().enumerate() {
        if !V::any(empty[N - 1]) {
            break;
        }
        let mut free = !load_part::<V>(set, plane, part);
        loop {
            let some = !V::equal(free, zero) & empty[N - 1];
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
    let mut valid = [all; N];
    for next in (8 * planes.len()..).take(N) {
        let mut todo = empty[N - 1];
        for ((slot, empty), valid) in slots.iter_mut().zip(&mut empty).zip(&mut valid) {
            let here = todo & *empty;
            *slot = V::select(*slot, here, V::splat(set, next as u8));
            *empty = *empty & !here;
            todo = todo & !here;
            if next > 255 {
                *valid = *valid & !here;
            }
        }
    }
    (slots, valid)
}

/// For every slot the lanes of one part whose candidate some tap excludes. The block has to reach
/// the taps.
#[inline(always)]
fn test<V: Vector, const N: usize>(
    set: V::Set,
    block: Block<'_>,
    taps: &[FarTap],
    part: usize,
    slots: &[V; N],
) -> [V::Mask; N] {
    let (zero, ones) = (V::splat(set, 0), V::splat(set, u8::MAX));
    let mut nearest = [ones; N];
    for &tap in taps {
        let x = tapped::<V>(set, block, tap, part);
        for (nearest, &slot) in nearest.iter_mut().zip(slots) {
            *nearest = V::min(*nearest, x ^ slot);
        }
    }
    let mut excluded = [V::equal(zero, zero); N];
    for (excluded, nearest) in excluded.iter_mut().zip(nearest) {
        *excluded = V::equal(nearest, zero);
    }
    excluded
}

/// The rest of step B and step C: appends the 64 cells of a block that was looked ahead at. `false`:
/// stopped before one that does not fit a byte, or at once because too few cells are known.
pub(crate) struct FrontBlock<'a, R> {
    pub many: &'a Many,
    pub ahead: &'a Ahead,
    pub cells: &'a mut R,
}

impl<R: Row> Scalar for FrontBlock<'_, R> {
    /// As for [`ManyBlock`].
    fn scalar(self) -> bool {
        false
    }
}

impl<R: Row> Loop for FrontBlock<'_, R> {
    type Output = bool;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> bool {
        match self.many.later() {
            Later::Nothing | Later::Few => append::<V, R, SLOTS>(set, self),
            Later::Many => append::<V, R, SLOTS_AHEAD>(set, self),
        }
    }
}

/// The cells of a block with the first `N` candidates.
#[inline(always)]
fn append<V: Vector, R: Row, const N: usize>(set: V::Set, front: FrontBlock<'_, R>) -> bool {
    let FrontBlock { many, ahead, cells } = front;
    let (Some(candidate), Some(mut alive)) =
        (ahead.candidate.first_chunk::<N>(), ahead.alive.first_chunk::<N>().copied())
    else {
        return false;
    };
    let block = Block::after(cells.known());
    if !block.reaches(BLOCK, many.farthest()) {
        return false;
    }
    // --- B: the taps that could not be looked ahead with.
    if !many.mid.is_empty() {
        for part in 0..BLOCK / V::BYTES {
            let mut slots = [V::splat(set, 0); N];
            for (slot, candidate) in slots.iter_mut().zip(candidate) {
                *slot = load_part(set, candidate, part);
            }
            let excluded = test::<V, N>(set, block, &many.mid, part, &slots);
            for (alive, excluded) in alive.iter_mut().zip(excluded) {
                *alive &= !(V::bits(excluded) << (V::BYTES * part));
            }
        }
    }
    // --- C: one after the other, with the near taps.
    let Some(last) = cells.known().last_chunk::<BLOCK>() else { return false };
    let mut history = load_block::<V>(set, last);
    for lane in 0..BLOCK {
        let mut hits = [0u64; N];
        for layer in &many.near {
            let mut near = history;
            for (part, near) in near.as_mut().iter_mut().enumerate() {
                *near = *near ^ load_part(set, &layer.indices[lane], part);
            }
            for (hit, c) in hits.iter_mut().zip(candidate) {
                *hit |= V::equal_block(&near, V::splat(set, c[lane])) & layer.lanes[lane];
            }
        }
        let mut choice = 0u32;
        for slot in 0..N {
            choice |= u32::from(hits[slot] == 0 && alive[slot] >> lane & 1 == 1) << slot;
        }
        let cell = if choice != 0 {
            candidate[(choice.trailing_zeros() as usize) % N][lane]
        } else {
            let planes = &ahead.planes[..4 * many.lists.len()];
            let (cells, last) = (cells.known(), ahead.last[lane]);
            match V::run_apart(set, Beyond { many, cells, planes, lane, last }) {
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

/// The least index above `last` that neither the planes nor any tap excludes for the heap
/// `cells.len()`, which is lane `lane` of the block. `None` when it does not fit. Seldom needed, so
/// always run apart.
struct Beyond<'a> {
    many: &'a Many,
    cells: &'a [u8],
    planes: &'a [[u8; BLOCK]],
    lane: usize,
    last: u8,
}

impl Beyond<'_> {
    /// Whether the planes exclude the index.
    #[inline(always)]
    fn is_marked(&self, index: u8) -> bool {
        let plane = self.planes.get(usize::from(index / 8));
        plane.is_some_and(|plane| plane[self.lane] >> (index % 8) & 1 == 1)
    }
}

impl Loop for Beyond<'_> {
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
