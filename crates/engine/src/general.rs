//! Any rules, from their options, with all values kept. Like the reference, but the
//! options are added as they are found instead of being listed first, and the values of
//! the rules without a pass come from the best engine for those. With a pass, moves to at most two heaps
//! are gone through pair by pair, as the engine `pairs` does without one.

use crate::{Engine, EngineChoice, EngineError, MemoryLimit, least_difference};
use sprague_budget::{Budget, Spent};
use sprague_games::moves::{Condition, Move};
use sprague_games::{RuleError, Ruleset};

/// Adds options as they are found.
pub struct General {
    rules: Ruleset,
    values: Vec<u32>,
    /// For rules with a pass: the values without it, from the best engine for those.
    plain: Option<(Box<dyn Engine>, Vec<u32>)>,
    /// For rules with a pass: their moves, where they are finitely many to at most two heaps.
    few: Option<Vec<Move>>,
    /// `stamps[v] == n + 1` when v is excluded for heap n.
    stamps: Vec<u64>,
    memory: MemoryLimit,
    budget: Budget,
}

/// The budget is asked once for this many options: a heap may have more than anybody waits for.
const OPTIONS: u64 = 1 << 14;

/// Asks the budget now and then.
struct Watch<'a> {
    budget: &'a Budget,
    options: u64,
    spent: Option<Spent>,
}

impl Watch<'_> {
    /// Whether to go on after one more option.
    fn go_on(&mut self) -> bool {
        self.options += 1;
        if self.options.is_multiple_of(OPTIONS) {
            self.spent = self.budget.go_on().err();
        }
        self.spent.is_none()
    }
}

impl General {
    /// An engine for any rules, used for heaps up to `to`.
    pub fn new(rules: &Ruleset, to: u64, budget: &Budget) -> Result<Self, EngineError> {
        let (mut plain, mut few) = (None, None);
        if rules.has_pass() {
            let without = rules.without_pass();
            few = without.finite_moves().filter(|moves| moves.iter().all(|m| m.heaps <= 2));
            let engine = crate::plan::start(&without, to, EngineChoice::Best, budget)?;
            plain = Some((engine, Vec::new()));
        }
        let (memory, budget) = (MemoryLimit::of(budget), budget.clone());
        let (values, stamps) = (Vec::new(), Vec::new());
        Ok(Self { rules: rules.clone(), values, plain, few, stamps, memory, budget })
    }

    fn mex(&self, stamp: u64) -> usize {
        self.stamps.iter().position(|&s| s != stamp).unwrap_or(self.stamps.len())
    }
}

/// Marks `value` as excluded. An option value beyond the number of options seen so far
/// cannot matter soon, but it costs only its slot.
fn exclude(stamps: &mut Vec<u64>, value: u32, stamp: u64) {
    let i = value as usize;
    if stamps.len() <= i {
        stamps.resize(i + 1, 0);
    }
    stamps[i] = stamp;
}

/// Marks the values of the options of a heap of `n` that carries a pass, from the values without it and
/// with it: one of the heaps left keeps the pass, or the heap loses it.
fn mark_with_pass(moves: &[Move], n: u64, plain: &[u32], passing: &[u32], stamps: &mut Vec<u64>) {
    let stamp = n + 1;
    let mut movable = false;
    for m in moves.iter().filter(|m| n >= m.smallest && n > 0) {
        let Some(total) = n.checked_add_signed(-m.take) else { continue };
        if m.heaps < 2 {
            let left = if m.heaps == 0 { total == 0 } else { total > 0 && total < n };
            if left {
                movable = true;
                exclude(stamps, passing[total as usize], stamp); // 0 at heap 0
            }
            continue;
        }
        // The smaller heap i, as in the engine `pairs`.
        let Some(doubled) = total.checked_sub(least_difference(m.condition)) else { continue };
        let (mut first, last) = ((total + 1).saturating_sub(n).max(1), doubled / 2);
        if m.condition == Condition::AllEqual {
            first = if total % 2 == 0 { first.max(last) } else { last + 1 };
        }
        if first > last {
            continue;
        }
        movable = true;
        let small = first as usize..=last as usize;
        let large = (total - last) as usize..=(total - first) as usize;
        for (some, keeps) in [(plain, passing), (passing, plain)] {
            let pairs = some[small.clone()].iter().zip(keeps[large.clone()].iter().rev());
            pairs.for_each(|(a, b)| exclude(stamps, a ^ b, stamp));
        }
    }
    if movable {
        exclude(stamps, plain[n as usize], stamp);
    }
}

impl Engine for General {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let n = self.values.len() as u64;
        let stamp = n + 1;
        self.memory.check(self.bytes() + 8, n)?;
        let stamps = &mut self.stamps;
        let mut watch = Watch { budget: &self.budget, options: 0, spent: None };
        let listed = if let Some((engine, plain)) = &mut self.plain {
            // It is known already where the budget ended this value before.
            if plain.len() == self.values.len() {
                plain.push(engine.next_value()?);
            }
            let (values, plain) = (&self.values, &*plain);
            if let Some(moves) = &self.few {
                mark_with_pass(moves, n, plain, values, stamps);
                Ok(())
            } else {
                self.rules.try_for_each_pass_option(n, &mut |heaps, keeper| {
                    let mut sum = 0;
                    for (i, &heap) in heaps.iter().enumerate() {
                        let from = if Some(i) == keeper { values } else { plain };
                        sum ^= from[heap as usize];
                    }
                    exclude(stamps, sum, stamp);
                    watch.go_on()
                })
            }
        } else {
            let values = &self.values;
            let mut add = |heaps: &[u64]| {
                let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
                exclude(stamps, sum, stamp);
                watch.go_on()
            };
            // An option may come several times, which does no harm here.
            self.rules.visit_options(n, &mut add)
        };
        match (listed, watch.spent) {
            (_, Some(spent)) => return Err(spent.into()),
            (Ok(()) | Err(RuleError::Stopped), None) => {}
            (Err(error), None) => return Err(error.into()),
        }
        let value = self.mex(stamp);
        let value = u32::try_from(value).map_err(|_| EngineError::ValueTooLarge { heap: n })?;
        self.values.push(value);
        Ok(value)
    }

    fn bytes(&self) -> u64 {
        let plain = self
            .plain
            .as_ref()
            .map_or(0, |(engine, values)| engine.bytes() + 4 * values.capacity() as u64);
        4 * self.values.capacity() as u64 + 8 * self.stamps.capacity() as u64 + plain
    }

    fn take_values(&mut self, known: &[u32]) -> bool {
        if self.plain.is_some() {
            return false;
        }
        self.values = known.to_vec();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    /// A heap of 120 has some million options here: the budget ends a value, too, and the next
    /// attempt gives the right one.
    #[test]
    fn a_value_of_many_options_ends_with_the_budget() {
        for text in ["0.*", "0.* + pass"] {
            let rules: Ruleset = text.parse().unwrap();
            let begun = Instant::now();
            let budget = Budget::unlimited().deadline(begun + Duration::from_millis(50));
            let mut engine = General::new(&rules, 300, &budget).unwrap();
            let spent = loop {
                if let Err(error) = engine.next_value() {
                    break error.spent();
                }
            };
            assert_eq!(spent, Some(Spent::Time), "{text}");
            assert!(begun.elapsed() < Duration::from_secs(5), "{text}");
            // With more time it goes on where it was; small heaps are compared.
            let known = engine.values.len().min(16);
            let mut engine = General::new(&rules, 300, &Budget::unlimited()).unwrap();
            let again: Vec<u32> = (0..known).map(|_| engine.next_value().unwrap()).collect();
            assert_eq!(again, crate::reference::values(&rules, known as u64 - 1).unwrap());
        }
    }
}
