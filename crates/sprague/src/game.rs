//! Games by their rules, and the questions about one heap.

use crate::error::{Error, ErrorKind};
use crate::memory::started;
use crate::natural::{IntoHeap, Natural};
use crate::solution::{Solution, out_of_reach};
use sprague_budget::Budget;
use sprague_engine::{EngineChoice, Sequence};
use sprague_games::Ruleset;
use sprague_prover::Method;
use sprague_prover::known::Known;
use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// A heap game: `Kayles`, `0.156`, `S(1,2,4)`, `n -> n-1 | n div 2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    rules: Ruleset,
}

impl FromStr for Game {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(Self { rules: text.parse()? })
    }
}

/// The canonical notation.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}

impl From<Ruleset> for Game {
    fn from(rules: Ruleset) -> Self {
        Self { rules }
    }
}

impl Game {
    /// The rules, for the crates below this one.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The nim-values of these heaps, computed within the default budget.
    ///
    /// ```
    /// let grundy: sprague::Game = "Grundy".parse()?;
    /// assert_eq!(grundy.values(10..16)?.collect::<Vec<u32>>(), [0, 2, 1, 3, 2, 1]);
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn values(&self, heaps: impl RangeBounds<u64>) -> Result<Values, Error> {
        self.values_within(heaps, &Budget::new())
    }

    /// The nim-values of these heaps, computed within a budget.
    pub fn values_within(
        &self,
        heaps: impl RangeBounds<u64>,
        budget: &Budget,
    ) -> Result<Values, Error> {
        let from = match heaps.start_bound() {
            Bound::Unbounded => 0,
            Bound::Included(&n) => n,
            Bound::Excluded(&n) => n.saturating_add(1),
        };
        let to = match heaps.end_bound() {
            Bound::Unbounded => {
                return Err(Error::new(ErrorKind::Input, "a range of heaps without an end")
                    .with_hint("say where it ends: 0..=99"));
            }
            Bound::Included(&n) => Some(n),
            Bound::Excluded(&n) => n.checked_sub(1),
        };
        let values = match to {
            Some(to) if to >= from => self.computed(from, to, &started(budget))?,
            _ => Vec::new(),
        };
        Ok(Values(values.into_iter()))
    }

    /// The nim-value of a heap of any size, within the default budget: computed, or by a
    /// formula, or from a proved regularity.
    pub fn value(&self, heap: impl IntoHeap) -> Result<Natural, Error> {
        self.value_within(heap, &Budget::new())
    }

    /// The same within a budget.
    pub fn value_within(&self, heap: impl IntoHeap, budget: &Budget) -> Result<Natural, Error> {
        let heap = heap.into_heap()?;
        let budget = started(budget);
        let known = Known::find(&self.rules, heap.as_big(), &budget)?;
        let value = known.value(heap.as_big()).map(Natural::from);
        value.ok_or_else(|| out_of_reach(&self.rules, &heap))
    }

    /// Finds the regularity of the nim-sequence and proves it, within the default budget.
    pub fn solve(&self) -> Result<Solution, Error> {
        self.solve_within(&Budget::new())
    }

    /// The same within a budget. Where a limit ends the search the solution is open and says so.
    pub fn solve_within(&self, budget: &Budget) -> Result<Solution, Error> {
        self.solve_by(Method::Auto, budget)
    }

    /// The same, looking for proofs of one sort only.
    pub fn solve_by(&self, method: Method, budget: &Budget) -> Result<Solution, Error> {
        sprague_prover::solve(&self.rules, &started(budget), method)
            .map(Solution::from)
            .map_err(Error::from)
    }

    /// G(from), ..., G(to).
    fn computed(&self, from: u64, to: u64, budget: &Budget) -> Result<Vec<u32>, Error> {
        let kept = to - from + 1;
        budget.allow_bytes(kept.saturating_mul(4))?;
        let sequence = Sequence::new(&self.rules, to, EngineChoice::Best, budget)?;
        let mut values = Vec::new();
        for (n, value) in (0u64..).zip(sequence) {
            let value = value?;
            if n >= from {
                values.push(value);
            }
        }
        Ok(values)
    }

    /// The options of a heap: for each the heaps that are left, in increasing order. A pass is
    /// left out. At most `most` of them, else an error.
    pub fn options(&self, heap: u64, most: usize) -> Result<Vec<Vec<u64>>, Error> {
        let mut options: Vec<Vec<u64>> = Vec::new();
        let end = self.rules.try_for_each_option(heap, &mut |heaps| {
            options.push(heaps.to_vec());
            options.len() <= most
        });
        match end {
            Ok(()) if options.len() <= most => Ok(options),
            Err(sprague_games::RuleError::Stopped) | Ok(()) => Err(Error::new(
                ErrorKind::OutOfReach,
                format!("a heap of {heap} has more than {most} options"),
            )),
            Err(error) => Err(Error::new(ErrorKind::Rules, error)),
        }
    }
}

/// Nim-values in the order of the heaps.
#[derive(Clone, Debug)]
pub struct Values(std::vec::IntoIter<u32>);

impl Iterator for Values {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Values {
    fn next_back(&mut self) -> Option<u32> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for Values {}
impl std::iter::FusedIterator for Values {}

impl From<Values> for Vec<u32> {
    fn from(values: Values) -> Self {
        values.0.collect()
    }
}
