//! Long runs: values from the sparse-space engine, proofs from one window.

use super::{SIMPLE, Solution, Theorems, Unfinished, convincing};
use crate::find::Lags;
use crate::theorem::refutation;
use crate::theorem::sparse_window::SparseData;
use crate::values::Values;
use sprague_budget::Budget;
use sprague_certificate::{Claim, Proof};
use sprague_engine::sparse::{SparseEngine, SparseError, SparseSettings, SparseSpace};
use sprague_games::Ruleset;
use sprague_games::moves::Move;

/// Where Theorem 4.1 needs at most this many values it is preferred to a sparse window: its
/// certificates need no evidence.
const PREFERRED: u64 = 20_000;

/// A run of the sparse-space engine.
pub(super) struct Sparse {
    engine: SparseEngine,
    values: Vec<u16>,
    /// Whether it ended because there is no sparse space.
    pub(super) is_dense: bool,
}

impl Sparse {
    /// Goes on behind values that are known; `None` where twice as many may show a sparse space,
    /// an error where there is none.
    pub(super) fn behind(
        values: &[u32],
        moves: &[Move],
        budget: &Budget,
    ) -> Result<Option<Self>, SparseError> {
        // All values are kept here as well, two bytes each, and four more to analyse them.
        let own = budget.clone().bytes((budget.most_bytes() / 8).min(4 << 30));
        let settings = SparseSettings { threads: own.thread_count(), ..SparseSettings::default() };
        let engine = SparseEngine::from_values(moves, values, settings, &own)?;
        Ok(engine.map(|engine| Self { engine, values: Vec::new(), is_dense: false }))
    }

    /// Computes values below `target`; says why it stopped early, if it did.
    fn extend(&mut self, target: u64, limit: u64, budget: &Budget) -> Option<Unfinished> {
        let result = self.engine.advance(target, &budget.clone().values(limit));
        for n in self.values.len() as u64..self.engine.len() {
            match self.engine.value(n).map(u16::try_from) {
                Some(Ok(value)) => self.values.push(value),
                Some(Err(_)) => return Some(Unfinished::Large { heap: n }),
                None => return Some(Unfinished::Memory),
            }
        }
        match result {
            Ok(()) => None,
            Err(SparseError::Spent(spent)) => {
                self.is_dense = false;
                Some(Unfinished::Spent(spent))
            }
            Err(error) => {
                self.is_dense = matches!(error, SparseError::NotSparse { .. });
                Some(Unfinished::Sparse(error))
            }
        }
    }

    /// Bytes for each value: here, in the engine and in the analysis.
    const BYTES: u64 = 8;

    /// Computes values until a theorem applies or a limit is met.
    pub(super) fn solve(
        &mut self,
        rules: &Ruleset,
        theorems: &Theorems,
        budget: &Budget,
        solution: impl Fn(
            Option<Claim>,
            Option<Proof>,
            Values,
            Option<SparseSpace>,
            Option<Unfinished>,
        ) -> Solution,
    ) -> Solution {
        let mut target = 2 * SIMPLE;
        let limit = budget.most_values().min(budget.most_bytes() / Self::BYTES);
        loop {
            let stopped = self.extend(target.min(limit), limit, budget);
            let lags = Lags::new(&self.values);
            if let Some(data) = SparseData::new(rules, &self.engine)
                && let Some((regularity, mut proof)) = data.prove(&lags, &self.values)
            {
                let classical =
                    theorems.needed(regularity).filter(|&needed| needed <= PREFERRED.min(limit));
                if let Some(needed) = classical
                    && (self.values.len() as u64 >= needed
                        || self.extend(needed, limit, &budget.clone().without_time()).is_none())
                {
                    let values: Vec<u32> = self.values.iter().copied().map(u32::from).collect();
                    if let Some((_, own)) = theorems.prove(regularity, &values) {
                        proof = own;
                    }
                }
                let space = self.space();
                let claim = Some(Claim::Regular(regularity));
                return solution(
                    claim,
                    Some(proof),
                    Values::Narrow(std::mem::take(&mut self.values)),
                    space,
                    None,
                );
            }
            // Rare positions may never end, and Theorem 4.1 apply all the same.
            let have = self.values.len() as u64;
            let classical = (1..self.values.len()).find_map(|p| {
                // A theorem about moves to two heaps asks for two periods at least; most lags have
                // less, and it is not asked about them.
                lags.regularity(p)
                    .filter(|r| r.preperiod.saturating_add(2 * r.period) <= have)
                    .filter(|&r| theorems.needed(r).is_some_and(|needed| needed <= have))
            });
            if let Some(regularity) = classical {
                let values: Vec<u32> = self.values.iter().copied().map(u32::from).collect();
                if let Some((regularity, proof)) = theorems.prove(regularity, &values) {
                    let space = self.space();
                    let claim = Some(Claim::Regular(regularity));
                    return solution(claim, Some(proof), Values::Wide(values), space, None);
                }
            }
            if stopped.is_some() || have >= limit {
                let observed = lags.observed().filter(|r| {
                    r.saltus == 0 && convincing(r, self.values.len()) && {
                        let first: Vec<u32> =
                            self.values.iter().take(1 << 20).copied().map(u32::from).collect();
                        refutation::refute(rules, &first, r.period).is_none()
                    }
                });
                let short = have < budget.most_values();
                let stopped = stopped.or(short.then_some(Unfinished::Memory));
                let space = self.space();
                let claim = observed.map(Claim::Regular);
                return solution(
                    claim,
                    None,
                    Values::Narrow(std::mem::take(&mut self.values)),
                    space,
                    stopped,
                );
            }
            target = have / 4 * 5;
        }
    }

    fn space(&self) -> Option<SparseSpace> {
        let rares = self.engine.rares();
        let seen = SparseSpace::seen(self.engine.space(), self.engine.largest(), rares);
        (!rares.is_empty()).then_some(seen)
    }
}
