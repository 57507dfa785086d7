//! The one loop over values: the engine is chosen, the budget asked, the progress told here.

use crate::plan::{EngineChoice, EngineKind, plan, start};
use crate::{Engine, EngineError, MemoryLimit};
use sprague_budget::{Budget, Progress};
use sprague_games::Ruleset;
use std::ops::RangeInclusive;

/// G(0), G(1), .., G(to), computed as they are asked for. The first error ends it.
pub struct Sequence {
    engine: Box<dyn Engine>,
    kind: EngineKind,
    budget: Budget,
    next: u64,
    /// The number of values.
    count: u64,
    /// From this heap on a value may take long.
    slow_from: u64,
}

/// The budget is asked once for this many values, where they are cheap.
const CHEAP: u64 = 64;
/// Below this heap values are cheap by the engines that add pairs and sums.
const SMALL: u64 = 1 << 12;

impl Sequence {
    /// G(0), .., G(to): `to + 1` values. What they need of the budget's values and bytes at least
    /// is asked for here, the rest as they are computed.
    pub fn new(
        rules: &Ruleset,
        to: u64,
        choice: EngineChoice,
        budget: &Budget,
    ) -> Result<Self, EngineError> {
        let count = to.saturating_add(1);
        budget.allow_values(count)?;
        let kind = plan(rules, to, choice, budget)?.engine;
        let engine = start(rules, to, EngineChoice::Only(kind), budget)?;
        let slow_from = match kind {
            EngineKind::Window | EngineKind::Sparse | EngineKind::AllBut | EngineKind::Mark => {
                u64::MAX
            }
            // Of these a small heap may have more options than anybody waits for.
            EngineKind::General | EngineKind::Reference => 0,
            _ => SMALL,
        };
        Ok(Self { engine, kind, budget: budget.clone(), next: 0, count, slow_from })
    }

    /// The heap whose value comes next.
    pub fn heap(&self) -> u64 {
        self.next
    }

    /// The engine that computes.
    pub fn engine(&self) -> EngineKind {
        self.kind
    }

    /// Goes on behind values that are known from elsewhere, G(0) first. Fewer than were computed
    /// change nothing. An engine that keeps more than values computes them again.
    pub fn take_values(&mut self, known: &[u32]) -> Result<(), EngineError> {
        let count = (known.len() as u64).min(self.count);
        if count <= self.next {
            return Ok(());
        }
        if self.engine.take_values(&known[..count as usize]) {
            self.next = count;
        }
        self.skip_to(count)
    }

    /// Computes the values of the heaps before this one, if they are still to come, and drops
    /// them.
    pub fn skip_to(&mut self, heap: u64) -> Result<(), EngineError> {
        let heap = heap.min(self.count);
        let told = self.budget.clone().values(self.count);
        while self.next < heap {
            if self.next.is_multiple_of(CHEAP) {
                match self.engine.skip(heap, &told) {
                    Ok(Some(next)) => {
                        self.next = next;
                        continue;
                    }
                    Ok(None) => {}
                    Err(error) => {
                        self.count = self.next;
                        return Err(error);
                    }
                }
            }
            match self.next() {
                Some(value) => value?,
                None => break,
            };
        }
        Ok(())
    }
}

impl Sequence {
    /// The end is told, and no reason to stop.
    fn tell_the_end(&self) {
        let _ = self.budget.report(Progress::of_values(self.count, Some(self.count)));
    }

    /// Appends all values that are still to come.
    fn append_to(mut self, values: &mut Vec<u32>) -> Result<(), EngineError> {
        while let Some(value) = self.next() {
            values.push(value?);
            let rest = usize::try_from(self.count - self.next).unwrap_or(usize::MAX);
            let more = self.engine.computed(rest, values) as u64;
            self.next += more;
            if more > 0 && self.next == self.count {
                self.tell_the_end();
            }
        }
        Ok(())
    }
}

impl Iterator for Sequence {
    type Item = Result<u32, EngineError>;

    fn next(&mut self) -> Option<Self::Item> {
        let n = self.next;
        if n >= self.count {
            return None;
        }
        let value = if n.is_multiple_of(CHEAP) || n > self.slow_from {
            let told = self.budget.report(Progress::of_values(n, Some(self.count)));
            told.map_err(EngineError::from).and_then(|()| self.engine.next_value())
        } else {
            self.engine.next_value()
        };
        if value.is_err() {
            self.count = n;
            return Some(value);
        }
        self.next += 1;
        if self.next == self.count {
            self.tell_the_end();
        }
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let most = usize::try_from(self.count - self.next).ok();
        (0, most)
    }
}

impl std::iter::FusedIterator for Sequence {}

/// G(0), .., G(to), by the best engine.
///
/// ```
/// use sprague_engine::{Budget, values};
/// let kayles = "Kayles".parse()?;
/// assert_eq!(values(&kayles, 11, &Budget::new())?, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn values(rules: &Ruleset, to: u64, budget: &Budget) -> Result<Vec<u32>, EngineError> {
    values_by(EngineChoice::Best, rules, to, budget)
}

/// G(0), .., G(to), by an engine of one's choice.
pub fn values_by(
    choice: EngineChoice,
    rules: &Ruleset,
    to: u64,
    budget: &Budget,
) -> Result<Vec<u32>, EngineError> {
    values_between(choice, rules, 0..=to, budget)
}

/// The values of these heaps, by an engine of one's choice. Those before the first are computed
/// and not kept.
pub fn values_between(
    choice: EngineChoice,
    rules: &Ruleset,
    heaps: RangeInclusive<u64>,
    budget: &Budget,
) -> Result<Vec<u32>, EngineError> {
    if heaps.is_empty() {
        return Ok(Vec::new());
    }
    let (from, to) = heaps.into_inner();
    let count = (to - from).saturating_add(1);
    MemoryLimit::of(budget).check(count.saturating_mul(4), to)?;
    let mut values = Vec::new();
    let mut sequence = Sequence::new(rules, to, choice, budget)?;
    values.reserve_exact(usize::try_from(count).unwrap_or(0));
    sequence.skip_to(from)?;
    sequence.append_to(&mut values)?;
    Ok(values)
}

/// G(0), .., G(to), by the best engine, where the first of them are known.
pub fn values_behind(
    mut known: Vec<u32>,
    rules: &Ruleset,
    to: u64,
    budget: &Budget,
) -> Result<Vec<u32>, EngineError> {
    let count = to.saturating_add(1);
    MemoryLimit::of(budget).check(count.saturating_mul(4), to)?;
    let mut sequence = Sequence::new(rules, to, EngineChoice::Best, budget)?;
    sequence.take_values(&known)?;
    known.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    known.reserve_exact(usize::try_from(count - sequence.heap()).unwrap_or(0));
    sequence.append_to(&mut known)?;
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_budget::Spent;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    #[test]
    fn each_limit_of_a_budget_ends_the_loop_with_its_name() {
        let kayles: Ruleset = "Kayles".parse().unwrap();
        let budget = Budget::unlimited().values(100);
        assert_eq!(values(&kayles, 99, &budget).unwrap().len(), 100);
        let error = values(&kayles, 100, &budget).unwrap_err();
        assert_eq!(error.spent(), Some(Spent::Values { limit: 100 }));
        let error = values(&kayles, 1000, &Budget::unlimited().bytes(1000)).unwrap_err();
        assert_eq!(error.spent(), Some(Spent::Bytes { needed: 4004, limit: 1000 }));
        let over = Budget::unlimited().time(Duration::ZERO).started();
        assert_eq!(values(&kayles, 9, &over).unwrap_err().spent(), Some(Spent::Time));
    }

    #[test]
    fn values_between_are_those_of_the_whole() {
        for rules in ["Kayles", "0.[3]", "Mark", "AllBut(1,2,8)"] {
            let rules: Ruleset = rules.parse().unwrap();
            let budget = Budget::unlimited().bytes(1 << 20);
            let whole = values(&rules, 300, &budget).unwrap();
            for (from, to) in [(0, 300), (1, 1), (299, 300), (17, 64), (65, 200)] {
                let part = values_between(EngineChoice::Best, &rules, from..=to, &budget).unwrap();
                assert_eq!(part, whole[from as usize..=to as usize], "{rules} {from} {to}");
            }
            #[expect(clippy::reversed_empty_ranges, reason = "that is what is asked")]
            let none = values_between(EngineChoice::Best, &rules, 9..=3, &budget);
            assert_eq!(none, Ok(Vec::new()));
        }
        // Only what is kept is counted as memory.
        let (rules, little) = ("S(1,2)".parse().unwrap(), Budget::unlimited().bytes(4000));
        let best = EngineChoice::Best;
        assert!(values_between(best, &rules, 0..=2000, &little).is_err());
        assert_eq!(values_between(best, &rules, 1990..=2000, &little).unwrap().len(), 11);
    }

    /// What is skipped is computed as if every value had been asked for, by any number of threads.
    #[test]
    fn skipping_changes_nothing() {
        let mut rng = fastrand::Rng::with_seed(16);
        for (text, to) in [
            ("0.106", 300_000),
            ("0.6", 400_000),
            ("0.376", 200_000),
            ("Grundy", 250_000),
            ("Kayles", 100_000),
            ("0.007", 9000),
            ("4.004", 30_000),
            ("S(2,5)", 10_000),
        ] {
            let rules: Ruleset = text.parse().unwrap();
            let one = Budget::unlimited().threads(1);
            let whole: Vec<u32> = Sequence::new(&rules, to, EngineChoice::Best, &one)
                .unwrap()
                .map(Result::unwrap)
                .collect();
            for threads in [1, 3] {
                let budget = Budget::unlimited().threads(threads);
                let mut sequence = Sequence::new(&rules, to, EngineChoice::Best, &budget).unwrap();
                while sequence.heap() <= to {
                    let at = sequence.heap();
                    let skip = rng.u64(0..=(to / 2)).min(1 << rng.u32(0..20));
                    sequence.skip_to(at + skip).unwrap();
                    assert_eq!(sequence.heap(), (at + skip).min(to + 1), "{text}");
                    for _ in 0..rng.u64(1..200) {
                        let n = sequence.heap() as usize;
                        assert_eq!(sequence.next(), whole.get(n).map(|&g| Ok(g)), "{text} {n}");
                    }
                }
            }
        }
        // Beyond the end nothing is computed, and a stop is told.
        let kayles: Ruleset = "Kayles".parse().unwrap();
        let budget = Budget::unlimited();
        let mut sequence = Sequence::new(&kayles, 10_000, EngineChoice::Best, &budget).unwrap();
        sequence.skip_to(1 << 40).unwrap();
        assert_eq!((sequence.heap(), sequence.next()), (10_001, None));
        let mut sequence = Sequence::new(&kayles, 1 << 30, EngineChoice::Best, &budget).unwrap();
        sequence.skip_to(9000).unwrap();
        budget.stop();
        assert!(sequence.skip_to(1 << 30).is_err());
        assert_eq!(sequence.next(), None);
    }

    #[test]
    fn a_stop_is_seen_soon_and_ends_the_sequence() {
        for (rules, to) in [("Kayles", 1 << 20), ("0.8", 1 << 20), ("S(1,2)", 1 << 30)] {
            let budget = Budget::unlimited();
            let rules: Ruleset = rules.parse().unwrap();
            let mut sequence = Sequence::new(&rules, to, EngineChoice::Best, &budget).unwrap();
            assert_eq!(sequence.by_ref().take(10).flatten().count(), 10);
            budget.stop();
            let rest: Vec<_> = sequence.by_ref().collect();
            assert!(rest.len() <= 64, "{rules}: {}", rest.len());
            assert_eq!(rest.last(), Some(&Err(EngineError::Spent(Spent::Stopped))));
            assert_eq!(sequence.next(), None);
        }
    }

    /// Behind known values every engine goes on as if it had computed them.
    #[test]
    fn known_values_are_gone_on_from() {
        let mut rng = fastrand::Rng::with_seed(4);
        let mut kinds = std::collections::HashSet::new();
        for text in [
            "0.106",
            "0.137",
            "Kayles",
            "S(2,5)",
            "0.8",
            "0.[3]",
            "0.2048",
            "AllBut(1,3)",
            "Mark(3)",
            "n -> n-1 | n div 2",
            "Kayles+pass",
            "Grundy",
            "4.4",
        ] {
            let Ok(rules) = text.parse::<Ruleset>() else { panic!("{text}") };
            let budget = Budget::unlimited();
            let to = if rules.finite_moves().is_some() { 6000 } else { 600 };
            let reference = values(&rules, to, &budget).unwrap();
            for kind in EngineKind::ALL {
                let choice = EngineChoice::Only(kind);
                let Ok(mut sequence) = Sequence::new(&rules, 600, choice, &budget) else {
                    continue;
                };
                kinds.insert((sequence.engine(), rules.has_pass()));
                let own = rng.usize(0..300);
                let known = rng.usize(0..600);
                for &value in &reference[..own] {
                    assert_eq!(sequence.next(), Some(Ok(value)));
                }
                sequence.take_values(&reference[..known]).unwrap();
                assert_eq!(sequence.heap() as usize, own.max(known), "{text} by {kind}");
                let rest: Vec<u32> = sequence.by_ref().map(Result::unwrap).collect();
                assert_eq!(rest, reference[own.max(known)..=600], "{text} by {kind}");
                sequence.take_values(&reference).unwrap();
                assert_eq!(sequence.next(), None);
            }
            for (known, to) in [(0, 300), (200, 300), (400, 300), (300, 299)] {
                let got = values_behind(reference[..known].to_vec(), &rules, to, &budget).unwrap();
                assert_eq!(got, reference[..=to as usize], "{text} from {known} to {to}");
            }
            // Where a sparse space may be in use.
            let mut sequence = Sequence::new(&rules, to, EngineChoice::Best, &budget).unwrap();
            for (own, known) in [(1500, 3000), (4000, 5500)] {
                let mut next = sequence.heap() as usize;
                while next < own.min(to as usize) {
                    assert_eq!(sequence.next(), Some(Ok(reference[next])), "{text} {next}");
                    next += 1;
                }
                sequence.take_values(&reference[..known.min(to as usize)]).unwrap();
            }
            let from = sequence.heap() as usize;
            let rest: Vec<u32> = sequence.map(Result::unwrap).collect();
            assert_eq!(rest, reference[from..], "{text}");
        }
        assert!(kinds.len() > EngineKind::ALL.len(), "{kinds:?}");
    }

    #[test]
    fn progress_is_told_up_to_the_end() {
        let last = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&last);
        let budget = Budget::unlimited().progress(move |progress| {
            assert_eq!((progress.total, progress.unit), (Some(1001), "values"));
            seen.store(progress.done, Ordering::Relaxed);
        });
        values(&"Kayles".parse().unwrap(), 1000, &budget).unwrap();
        assert_eq!(last.load(Ordering::Relaxed), 1001);
        // Where a sparse space is in use, too.
        let last = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&last);
        let budget = Budget::unlimited()
            .progress(move |progress| seen.store(progress.done, Ordering::Relaxed));
        values(&"Kayles".parse().unwrap(), 99_999, &budget).unwrap();
        assert_eq!(last.load(Ordering::Relaxed), 100_000);
    }
}
