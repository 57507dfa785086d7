//! Continuing a computation from what was kept of it.

use super::cells::{Cell, Cells};
use super::core::Core;
use super::{CoreSettings, Deepest, Largest, PairRules, Rare, Space, SparseError};

/// What was kept of a computation that is to be continued.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// The sparse space.
    pub space: Space,
    /// G(0), .., G(len - 1) were known.
    pub len: u64,
    /// The first values: as many as `window` does not reach back to and splitting moves need.
    pub prefix: &'a [u32],
    /// The values of the last heaps before `len`.
    pub window: &'a [u32],
    /// All rare heaps below `len`.
    pub rares: &'a [Rare],
    /// The largest value and the first heap that has it.
    pub largest: Largest,
    /// How far the rare check had to look: [`Deepest::below`].
    pub depth: u64,
    /// When the mask is to be reconsidered: [`SparseEngine::remask_at`](super::SparseEngine::remask_at).
    pub remask_at: u64,
}

impl Kept<'_> {
    /// Refuses what no computation left behind, so that a damaged or forged record costs
    /// neither a panic nor memory.
    pub(super) fn check(&self, rules: &PairRules) -> Result<(), SparseError> {
        let bad = |why| Err(SparseError::Inconsistent(why));
        let count = self.window.len() as u64;
        let Some(base) = self.len.checked_sub(count) else {
            return bad("the window is longer than the sequence");
        };
        if !self.rares.is_sorted_by(|a, b| a.heap < b.heap) {
            return bad("the rare heaps are not in order");
        }
        let last = self.rares.last().map_or(0, |rare| rare.heap);
        if last >= self.len {
            return bad("a rare heap lies beyond the sequence");
        }
        if base > self.prefix.len() as u64 {
            // The middle is missing: what the taps reach must not be.
            let needed = rules.window_for(last);
            if count < needed || (self.prefix.len() as u64) < needed {
                return Err(SparseError::Forgotten);
            }
        }
        Ok(())
    }

    /// The cells, where every index fits.
    pub(super) fn cells<T: Cell>(&self) -> Option<Cells<T>> {
        let cell = |&value: &u32| {
            let index = self.space.index(value);
            (index < T::SIZE).then(|| T::new(index))
        };
        let all = |values: &[u32]| values.iter().map(cell).collect::<Option<Vec<T>>>();
        let (prefix, window) = (all(self.prefix)?, all(self.window)?);
        let base = self.len.checked_sub(window.len() as u64)?;
        if base <= prefix.len() as u64 {
            // Nothing is missing.
            let mut cells = prefix;
            cells.truncate(base as usize);
            cells.extend(window);
            return Some(Cells::new(cells));
        }
        Some(Cells::resume(prefix, base, window))
    }

    pub(super) fn core<T: Cell>(
        &self,
        rules: PairRules,
        cells: Cells<T>,
        settings: CoreSettings,
    ) -> Core<T> {
        let rares = self.rares.to_vec();
        let deepest = Deepest::at_least(self.depth);
        Core::resume(rules, self.space, cells, rares, self.largest, deepest, settings)
    }
}
