//! Looking for one nim-sum at the heaps of a block at once, part by part.

use crate::kernel::scalar;
use crate::kernel::vector::{BLOCK, Loop, Scalar, Vector};
use crate::sparse::cells::Cell;
use crate::sparse::likely::LikelyPart;

/// See [`exclude_likely`](crate::kernel::exclude_likely).
pub(crate) struct ExcludeLikely<'a, T> {
    pub parts: &'a [LikelyPart],
    pub window: &'a [T],
    /// Where the block begins in the window.
    pub block: usize,
    pub rare: Option<&'a dyn Fn(u64) -> u64>,
    pub open: u64,
}

impl<T: Cell> Scalar for ExcludeLikely<'_, T> {
    fn scalar(self) -> (u64, usize) {
        scalar::exclude_likely(self.parts, (self.window, self.block), self.rare, self.open)
    }
}

impl<T: Cell> Loop for ExcludeLikely<'_, T> {
    type Output = (u64, usize);

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> (u64, usize) {
        let Some(window) = T::halves(self.window) else { return self.scalar() };
        let mut open = self.open;
        for (i, part) in self.parts.iter().enumerate() {
            if open == 0 {
                return (0, i);
            }
            // What is not kept excludes nothing.
            let cells = self.block.checked_sub(part.distance as usize);
            let Some(cells) = cells.and_then(|at| window.get(at..)?.first_chunk::<BLOCK>()) else {
                continue;
            };
            let hits = equal_halves::<V>(set, cells, part.index) & open;
            if hits != 0 {
                open &= !(hits & !self.rare.map_or(0, |rare| rare(part.distance.into())));
            }
        }
        (open, self.parts.len())
    }
}

/// Bit i: number i is the index.
#[inline(always)]
pub(super) fn equal_halves<V: Vector>(set: V::Set, cells: &[u16; BLOCK], index: u16) -> u64 {
    let index = V::splat4(set, u32::from(index) * 0x1_0001);
    let mut bits = 0;
    for first in (0..BLOCK).step_by(V::BYTES / 2) {
        bits |= V::equal_halves(V::load_halves(set, &cells[first..]), index) << first;
    }
    bits
}
