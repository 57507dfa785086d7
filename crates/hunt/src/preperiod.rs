//! The least preperiod of a sequence whose period is known.

use crate::period::Reference;
use crate::{Hunt, HuntError, Record};
use sprague_budget::Budget;
use sprague_engine::sparse::{SparseEngine, SparseError, memory_within, prefix_kept};

/// The least memory for an engine that recomputes a part of a hunt beside it.
const BESIDE: usize = 4 << 20;

impl Hunt {
    /// The least heap from which on the sequence has the period. The budget may stop the search.
    pub(crate) fn preperiod(
        &self,
        reference: &Reference,
        period: u64,
        budget: &Budget,
    ) -> Result<u64, HuntError> {
        if self.engine.kept_from() == 0 {
            let mut heap = reference.start();
            while heap > 0 && self.engine.value(heap - 1) == self.engine.value(heap - 1 + period) {
                heap -= 1;
            }
            return Ok(heap);
        }
        // Engines beside this one: as much memory as their searches took here is enough.
        let depth = self.engine.deepest().below.max(self.engine.window_needed());
        let little = usize::try_from(depth).map_or(usize::MAX, |d| d.saturating_mul(64));
        let little = little.max(BESIDE).min(self.memory);
        // Nobody hears of values computed again.
        let within = |memory: usize| budget.clone().silent().bytes(memory as u64);
        match self.preperiod_from_snapshots(&within(little), reference, period) {
            Err(HuntError::Sparse(SparseError::Memory { .. } | SparseError::Undecided { .. })) => {
                self.preperiod_from_snapshots(&within(self.memory), reference, period)
            }
            found => found,
        }
    }

    /// The same where the middle of the sequence was forgotten, by recomputation between
    /// snapshots; other engines may take the bytes of the budget.
    ///
    /// A window as long as the reference that comes back one period later decides all values
    /// after it: it has no rare heap, as those come back nowhere, so it lies beyond all of
    /// them, and there the taps of the next heap reach into the window only. So the windows at the
    /// snapshots are irregular up to some snapshot and regular from then on.
    fn preperiod_from_snapshots(
        &self,
        budget: &Budget,
        reference: &Reference,
        period: u64,
    ) -> Result<u64, HuntError> {
        let memory = memory_within(budget);
        let length = reference.length();
        let snapshots: Vec<u64> =
            self.snapshots()?.into_iter().filter(|&n| n <= reference.start()).collect();
        let (mut low, mut high) = (0, snapshots.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            let n = snapshots[middle];
            let regular = match n.checked_sub(length) {
                Some(start) => {
                    self.window(start, n, budget)?
                        == self.window(start + period, n + period, budget)?
                }
                None => false,
            };
            if regular {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        // The last irregular heap lies after the start of the window of the snapshot before, and
        // before that of the first regular snapshot.
        let first = if low == 0 { 0 } else { snapshots[low - 1].saturating_sub(length) };
        let last = snapshots.get(low).map_or(reference.start(), |n| n - length);
        let mut preperiod = first;
        let mut heap = first;
        let mut before = self.engine_at(heap, budget)?;
        let mut after = self.engine_at(heap + period, budget)?;
        // No more at once than an engine with this memory keeps.
        let step = (memory as u64 / 16).clamp(1, 1 << 20);
        while heap < last {
            let to = last.min(heap + step);
            before.advance(to, budget)?;
            after.advance(to + period, budget)?;
            let (Some(a), Some(b)) =
                (before.values(heap, to), after.values(heap + period, to + period))
            else {
                return Err(self.too_little_memory());
            };
            if let Some(i) = a.iter().zip(&b).rposition(|(a, b)| a != b) {
                preperiod = heap + i as u64 + 1;
            }
            heap = to;
        }
        Ok(preperiod)
    }

    fn too_little_memory(&self) -> HuntError {
        SparseError::Memory { needed: 2 * self.memory as u64 }.into()
    }

    /// The values of the heaps `start .. end`.
    fn window(&self, start: u64, end: u64, budget: &Budget) -> Result<Vec<u32>, HuntError> {
        if let Some(values) = self.engine_at(end, budget)?.values(start, end) {
            return Ok(values);
        }
        // The snapshot has less: from the one before the window.
        let mut engine = self.engine_at(start, budget)?;
        engine.advance(end, budget)?;
        engine.values(start, end).ok_or_else(|| self.too_little_memory())
    }

    /// An engine that knows at least what the computation of heap `n` needs, recomputed from the
    /// last snapshot that serves.
    fn engine_at(&self, n: u64, budget: &Budget) -> Result<SparseEngine, HuntError> {
        let mut engine = None;
        for snapshot in self.snapshots()?.into_iter().rev().filter(|&s| s <= n) {
            let path = self.directory.join("snapshots").join(snapshot.to_string());
            match self.engine_of(&Record::read(&path)?, budget) {
                Ok(found) => {
                    engine = Some(found);
                    break;
                }
                // It has less than the next heap needs.
                Err(SparseError::Forgotten) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let mut engine = match engine {
            Some(engine) => engine,
            None => SparseEngine::new(&self.moves, self.settings.engine(), budget)?,
        };
        engine.advance(n, budget)?;
        Ok(engine)
    }

    /// The engine of a snapshot.
    fn engine_of(&self, record: &Record, budget: &Budget) -> Result<SparseEngine, SparseError> {
        // The first values are copied: not all of them, but enough.
        let known = prefix_kept(memory_within(budget))
            .min(prefix_kept(self.memory) / 4)
            .max(self.engine.window_needed());
        let prefix = (0..known.min(record.from)).map_while(|n| self.engine.value(n));
        Self::engine_from(record, &prefix.collect::<Vec<_>>(), self.settings.engine(), budget)
    }
}
