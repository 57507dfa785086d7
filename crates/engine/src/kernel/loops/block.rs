//! One block of 64 cells of the shape for many rares. See [`Many`] for the steps.

use super::marks::Mark;
use super::{Block, equal_sums, joined, tapped};
use crate::kernel::far::{CellBytes, Far, Planes, high_byte};
use crate::kernel::many::{
    Ahead, BlockIndices, Chunk, Later, Many, SLOTS, SLOTS_AHEAD, TESTED, TESTED_AHEAD,
};
use crate::kernel::vector::{BLOCK, Loop, Scalar, Vector, load_block, load_part, store_part};
use crate::sparse::cells::Cell;
use crate::sparse::growing::Writer;

/// Cells in order that more can be appended to, by low and high byte.
pub(crate) trait Row {
    fn known(&self) -> CellBytes<'_>;
    fn push(&mut self, cell: [u8; 2]);
}

impl Row for Vec<u8> {
    #[inline(always)]
    fn known(&self) -> CellBytes<'_> {
        CellBytes::narrow(self)
    }

    #[inline(always)]
    fn push(&mut self, [cell, _]: [u8; 2]) {
        Self::push(self, cell);
    }
}

impl Row for Planes {
    #[inline(always)]
    fn known(&self) -> CellBytes<'_> {
        self.bytes()
    }

    #[inline(always)]
    fn push(&mut self, [low, high]: [u8; 2]) {
        self.low.push(low);
        self.high.push(high);
    }
}

impl<T: Cell> Row for Writer<'_, T> {
    #[inline(always)]
    fn known(&self) -> CellBytes<'_> {
        CellBytes::narrow(T::bytes(self.cells()).unwrap_or(&[]))
    }

    #[inline(always)]
    fn push(&mut self, [cell, _]: [u8; 2]) {
        Self::push(self, T::new(cell.into()));
    }
}

/// Appends the next 64 cells. `false`: stopped before one that does not fit, or at once because too few
/// cells are known.
pub(crate) struct ManyBlock<'a, F, R> {
    pub many: &'a Many<F>,
    pub ahead: &'a mut Ahead,
    pub cells: &'a mut R,
}

impl<F: Far, R: Row> Scalar for ManyBlock<'_, F, R> {
    /// There is none: portable code takes one cell after the other.
    fn scalar(self) -> bool {
        false
    }
}

impl<F: Far, R: Row> Loop for ManyBlock<'_, F, R> {
    type Output = bool;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> bool {
        let Self { many, ahead, cells } = self;
        LookAhead { many, block: Block::after(cells.known()), ahead }.vector::<V>(set)
            && FrontBlock { many, ahead, cells }.vector::<V>(set)
    }
}

/// The steps A, X and B for a block, with the taps that reach from it to known cells. `false`: they
/// do not.
pub(crate) struct LookAhead<'a, F> {
    pub many: &'a Many<F>,
    pub block: Block<'a>,
    pub ahead: &'a mut Ahead,
}

impl<F: Far> Scalar for LookAhead<'_, F> {
    /// As for [`ManyBlock`].
    fn scalar(self) -> bool {
        false
    }
}

impl<F: Far> Loop for LookAhead<'_, F> {
    type Output = bool;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> bool {
        let Self { many, block, ahead } = self;
        if !block.reaches::<F>(many.ahead(), many.farthest()) {
            return false;
        }
        // --- A: mark indices excluded by far taps, as far as the lists go.
        ahead.planes.resize(4 * many.lists.len(), [0; BLOCK]);
        for (list, planes) in many.lists.iter().zip(ahead.planes.as_chunks_mut::<4>().0) {
            for part in 0..BLOCK / V::BYTES {
                V::run_apart(set, Mark { block, list, part, planes });
            }
        }
        candidates_of::<V, F>(set, many, block, ahead);
        // Where taps are many, so are the candidates that fall; to look for the next ones among all taps for
        // the whole block is cheaper than for single heaps.
        for _ in 0..many.more_rounds() {
            let [a, b, c, d] = ahead.alive;
            let none_left = !(a | b | c | d);
            if none_left.count_ones() <= FEW_LANES {
                break;
            }
            mark_fallen::<F>(ahead, none_left);
            candidates_of::<V, F>(set, many, block, ahead);
        }
        true
    }
}

/// For so few lanes another round does not pay.
const FEW_LANES: u32 = 1;

/// The steps X and B.
#[inline(always)]
fn candidates_of<V: Vector, F: Far>(
    set: V::Set,
    many: &Many<F>,
    block: Block<'_>,
    ahead: &mut Ahead,
) {
    ahead.alive = [0; SLOTS_AHEAD];
    for part in 0..BLOCK / V::BYTES {
        match many.later() {
            Later::Nothing => narrow::<V, F>(set, many, block, part, ahead),
            Later::Few => narrow_twice::<V, F, TESTED, SLOTS>(set, many, block, part, ahead),
            Later::Many => {
                narrow_twice::<V, F, TESTED_AHEAD, SLOTS_AHEAD>(set, many, block, part, ahead);
            }
        }
    }
}

/// Marks in the lanes, where no candidate is left, all indices up to the last one looked at.
fn mark_fallen<F: Far>(ahead: &mut Ahead, mut lanes: u64) {
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize;
        lanes &= lanes - 1;
        let last = [ahead.last[0][lane], ahead.last[1][lane]];
        let end = CellBytes { low: &last[..1], high: &last[1..] }.index(0) as usize + 1;
        for plane in ahead.planes.iter_mut().take(end / 8) {
            plane[lane] = u8::MAX;
        }
        if let Some(plane) = ahead.planes.get_mut(end / 8) {
            plane[lane] |= ((1u16 << (end % 8)) - 1) as u8;
        }
    }
}

/// The index in every lane: low and high bytes.
type Indices<V> = [V; 2];

/// The index of the lanes of `b` where the mask is true.
#[inline(always)]
fn select<V: Vector, F: Far>(a: Indices<V>, mask: V::Mask, b: Indices<V>) -> Indices<V> {
    let high = if F::WIDE { V::select(a[1], mask, b[1]) } else { a[1] };
    [V::select(a[0], mask, b[0]), high]
}

/// The index in all lanes.
#[inline(always)]
fn splat<V: Vector>(set: V::Set, [low, high]: [u8; 2]) -> Indices<V> {
    [V::splat(set, low), V::splat(set, high)]
}

/// Steps X and B for one part: the first candidates that no far tap excludes, of as many as the
/// block keeps.
#[inline(always)]
fn narrow<V: Vector, F: Far>(
    set: V::Set,
    many: &Many<F>,
    block: Block<'_>,
    part: usize,
    ahead: &mut Ahead,
) {
    let (candidate, valid) = candidates::<V, F, SLOTS>(set, &ahead.planes, part);
    let excluded = test::<V, F, SLOTS>(set, block, &many.far, part, &candidate);
    let end = splat::<V>(set, F::LAST);
    let last = select::<V, F>(end, valid[SLOTS - 1], candidate[SLOTS - 1]);
    note::<V, F, SLOTS>(part, ahead, &candidate, &excluded, &valid, last);
}

/// The same where the nearer taps come later, so that more candidates are needed: most of them fall
/// by the first taps, and the rest of the taps is for few again.
#[inline(always)]
fn narrow_twice<V: Vector, F: Far, const TESTED: usize, const KEPT: usize>(
    set: V::Set,
    many: &Many<F>,
    block: Block<'_>,
    part: usize,
    ahead: &mut Ahead,
) {
    let (candidate, valid) = candidates::<V, F, TESTED>(set, &ahead.planes, part);
    let (first, rest) = many.far.split_at(many.far.len() / 4);
    let excluded = test::<V, F, TESTED>(set, block, first, part, &candidate);
    let zero = V::splat(set, 0);
    let none = !V::equal(zero, zero);
    let (mut kept, mut full) = ([[zero; 2]; KEPT], [none; KEPT]);
    for n in 0..TESTED {
        let mut todo = valid[n] & !excluded[n];
        for (slot, full) in kept.iter_mut().zip(&mut full) {
            let here = todo & !*full;
            *slot = select::<V, F>(*slot, here, candidate[n]);
            *full = !(!*full & !here);
            todo = todo & !here;
        }
    }
    // Up to the last one that is kept, or was tested, every other index is excluded.
    let end = splat::<V>(set, F::LAST);
    let tested = select::<V, F>(end, valid[TESTED - 1], candidate[TESTED - 1]);
    let last = select::<V, F>(tested, full[KEPT - 1], kept[KEPT - 1]);
    let excluded = test::<V, F, KEPT>(set, block, rest, part, &kept);
    note::<V, F, KEPT>(part, ahead, &kept, &excluded, &full, last);
}

/// Notes the candidates of one part.
#[inline(always)]
fn note<V: Vector, F: Far, const N: usize>(
    part: usize,
    ahead: &mut Ahead,
    candidate: &[Indices<V>; N],
    excluded: &[V::Mask; N],
    valid: &[V::Mask; N],
    last: Indices<V>,
) {
    store::<V, F>(last, &mut ahead.last, part);
    for (slot, &index) in candidate.iter().enumerate() {
        store::<V, F>(index, &mut ahead.candidate[slot], part);
        ahead.alive[slot] |= V::bits(valid[slot] & !excluded[slot]) << (V::BYTES * part);
    }
}

/// Overwrites one part of the indices.
#[inline(always)]
fn store<V: Vector, F: Far>([low, high]: Indices<V>, to: &mut BlockIndices, part: usize) {
    store_part(low, &mut to[0], part);
    if F::WIDE {
        store_part(high, &mut to[1], part);
    }
}

/// The first indices of every lane of one part that the planes do not exclude, and in which lanes
/// there are so many.
#[inline(always)]
fn candidates<V: Vector, F: Far, const N: usize>(
    set: V::Set,
    planes: &[[u8; BLOCK]],
    part: usize,
) -> ([Indices<V>; N], [V::Mask; N]) {
    let (zero, ones) = (V::splat(set, 0), V::splat(set, u8::MAX));
    let all = V::equal(zero, zero);
    let mut slots = [[zero; 2]; N];
    // Lanes in which the slot is still empty.
    let mut empty = [all; N];
    for (p, plane) in planes.iter().enumerate() {
        if !V::any(empty[N - 1]) {
            break;
        }
        let mut free = !load_part::<V>(set, plane, part);
        let high = if F::WIDE { V::splat(set, high_byte(8 * p as u32)) } else { zero };
        loop {
            let some = !V::equal(free, zero) & empty[N - 1];
            if !V::any(some) {
                break;
            }
            let low = V::add(V::trailing_zeros(free), V::splat(set, (8 * p) as u8));
            let mut todo = some;
            for (slot, empty) in slots.iter_mut().zip(&mut empty) {
                let here = todo & *empty;
                *slot = select::<V, F>(*slot, here, [low, high]);
                *empty = *empty & !here;
                todo = todo & !here;
            }
            free = free & V::add(free, ones);
        }
    }
    // Beyond the planes every index is a candidate, as far as it fits.
    let mut valid = [all; N];
    for next in (8 * planes.len() as u32..).take(N) {
        let index = splat::<V>(set, [next as u8, high_byte(next)]);
        let mut todo = empty[N - 1];
        for ((slot, empty), valid) in slots.iter_mut().zip(&mut empty).zip(&mut valid) {
            let here = todo & *empty;
            *slot = select::<V, F>(*slot, here, index);
            *empty = *empty & !here;
            todo = todo & !here;
            if next >= F::INDICES {
                *valid = *valid & !here;
            }
        }
    }
    (slots, valid)
}

/// For every slot the lanes of one part whose candidate some tap excludes. The block has to reach
/// the taps.
#[inline(always)]
fn test<V: Vector, F: Far, const N: usize>(
    set: V::Set,
    block: Block<'_>,
    taps: &[F],
    part: usize,
    slots: &[Indices<V>; N],
) -> [V::Mask; N] {
    let (zero, ones) = (V::splat(set, 0), V::splat(set, u8::MAX));
    let mut nearest = [ones; N];
    for &tap in taps {
        let [low, high] = tapped::<V, F>(set, block, tap, part);
        for (nearest, &slot) in nearest.iter_mut().zip(slots) {
            *nearest = V::min(*nearest, joined::<V, F>([low ^ slot[0], high ^ slot[1]]));
        }
    }
    let mut excluded = [V::equal(zero, zero); N];
    for (excluded, nearest) in excluded.iter_mut().zip(nearest) {
        *excluded = V::equal(nearest, zero);
    }
    excluded
}

/// The rest of step B and step C: appends the 64 cells of a block that was looked ahead at. `false`:
/// stopped before one that does not fit, or at once because too few cells are known.
pub(crate) struct FrontBlock<'a, F, R> {
    pub many: &'a Many<F>,
    pub ahead: &'a Ahead,
    pub cells: &'a mut R,
}

impl<F: Far, R: Row> Scalar for FrontBlock<'_, F, R> {
    /// As for [`ManyBlock`].
    fn scalar(self) -> bool {
        false
    }
}

impl<F: Far, R: Row> Loop for FrontBlock<'_, F, R> {
    type Output = bool;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> bool {
        match self.many.later() {
            Later::Nothing | Later::Few => append::<V, F, R, SLOTS>(set, self),
            Later::Many => append::<V, F, R, SLOTS_AHEAD>(set, self),
        }
    }
}

/// The cells of a block with the first `N` candidates.
#[inline(always)]
fn append<V: Vector, F: Far, R: Row, const N: usize>(
    set: V::Set,
    front: FrontBlock<'_, F, R>,
) -> bool {
    let FrontBlock { many, ahead, cells } = front;
    let (Some(candidate), Some(mut alive)) =
        (ahead.candidate.first_chunk::<N>(), ahead.alive.first_chunk::<N>().copied())
    else {
        return false;
    };
    let block = Block::after(cells.known());
    if !block.reaches::<F>(BLOCK, many.farthest()) {
        return false;
    }
    // --- B: the taps that could not be looked ahead with.
    if !many.mid.is_empty() {
        for part in 0..BLOCK / V::BYTES {
            let mut slots = [[V::splat(set, 0); 2]; N];
            for (slot, [low, high]) in slots.iter_mut().zip(candidate) {
                slot[0] = load_part(set, low, part);
                if F::WIDE {
                    slot[1] = load_part(set, high, part);
                }
            }
            let excluded = test::<V, F, N>(set, block, &many.mid, part, &slots);
            for (alive, excluded) in alive.iter_mut().zip(excluded) {
                *alive &= !(V::bits(excluded) << (V::BYTES * part));
            }
        }
    }
    // --- C: one after the other, with the near taps.
    let Some(last) = block.cells.low.last_chunk::<BLOCK>() else { return false };
    let mut history = load_block::<V>(set, last);
    let mut history_high = V::block(V::splat(set, 0));
    if F::WIDE {
        let Some(last) = block.cells.high.last_chunk::<BLOCK>() else { return false };
        history_high = load_block::<V>(set, last);
    }
    for lane in 0..BLOCK {
        let mut hits = [0u64; N];
        for layer in &many.near {
            let mut near = history;
            for (part, near) in near.as_mut().iter_mut().enumerate() {
                *near = *near ^ load_part(set, &layer.indices[lane], part);
            }
            if F::WIDE {
                let Some(indices) = layer.high.get(lane) else { return false };
                let mut high = history_high;
                for (part, high) in high.as_mut().iter_mut().enumerate() {
                    *high = *high ^ load_part(set, indices, part);
                }
                for (hit, c) in hits.iter_mut().zip(candidate) {
                    *hit |= V::equal_block(&near, V::splat(set, c[0][lane]))
                        & V::equal_block(&high, V::splat(set, c[1][lane]))
                        & layer.lanes[lane];
                }
            } else {
                for (hit, c) in hits.iter_mut().zip(candidate) {
                    *hit |= V::equal_block(&near, V::splat(set, c[0][lane])) & layer.lanes[lane];
                }
            }
        }
        let mut choice = 0u32;
        for slot in 0..N {
            choice |= u32::from(hits[slot] == 0 && alive[slot] >> lane & 1 == 1) << slot;
        }
        let cell = if choice != 0 {
            let [low, high] = &candidate[(choice.trailing_zeros() as usize) % N];
            [low[lane], high[lane]]
        } else {
            let (cells, planes) = (cells.known(), &ahead.planes);
            let last = [ahead.last[0][lane], ahead.last[1][lane]];
            match V::run_apart(set, Beyond { many, cells, planes, lane, last }) {
                Some(cell) => cell,
                None => return false,
            }
        };
        cells.push(cell);
        for (part, v) in history.as_mut().iter_mut().enumerate() {
            *v = V::replace(set, *v, lane.wrapping_sub(V::BYTES * part), cell[0]);
        }
        if F::WIDE {
            for (part, v) in history_high.as_mut().iter_mut().enumerate() {
                *v = V::replace(set, *v, lane.wrapping_sub(V::BYTES * part), cell[1]);
            }
        }
    }
    true
}

/// The least index above `last` that neither the planes nor any tap excludes for the heap
/// `cells.len()`, which is lane `lane` of the block. `None` when it does not fit. Seldom needed, so
/// always run apart.
struct Beyond<'a, F> {
    many: &'a Many<F>,
    cells: CellBytes<'a>,
    planes: &'a [[u8; BLOCK]],
    lane: usize,
    last: [u8; 2],
}

impl<F: Far> Beyond<'_, F> {
    /// Whether the planes exclude the index.
    #[inline(always)]
    fn is_marked(&self, index: u32) -> bool {
        let plane = self.planes.get(index as usize / 8);
        plane.is_some_and(|plane| plane[self.lane] >> (index % 8) & 1 == 1)
    }

    /// Whether a tap of the chunk excludes the index. `None` where the cells do not reach it.
    #[inline(always)]
    fn excludes<V: Vector>(&self, set: V::Set, chunk: &Chunk, index: Indices<V>) -> Option<bool> {
        let first = self.cells.len().checked_sub(chunk.start())?;
        let low = self.cells.low.get(first..)?.first_chunk::<BLOCK>()?;
        let mut hits = equal_sums(set, low, &chunk.indices[0], index[0]) & chunk.lanes;
        if F::WIDE && hits != 0 {
            let high = self.cells.high.get(first..)?.first_chunk::<BLOCK>()?;
            hits &= equal_sums(set, high, &chunk.indices[1], index[1]);
        }
        Some(hits != 0)
    }
}

impl<F: Far> Loop for Beyond<'_, F> {
    type Output = Option<[u8; 2]>;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> Option<[u8; 2]> {
        let [low, high] = &self.last;
        let last = CellBytes { low: &[*low], high: &[*high] }.index(0);
        for index in last + 1..F::INDICES {
            if self.is_marked(index) {
                continue;
            }
            let cell = [index as u8, high_byte(index)];
            let wanted = splat::<V>(set, cell);
            let mut excluded = false;
            for chunk in &self.many.chunks {
                if self.excludes::<V>(set, chunk, wanted)? {
                    excluded = true;
                    break;
                }
            }
            if !excluded {
                return Some(cell);
            }
        }
        None
    }
}
