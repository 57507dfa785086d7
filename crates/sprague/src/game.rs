//! Games by their rules, and the questions about one heap.

use crate::error::{Error, ErrorKind};
use crate::known::Known;
use crate::memory::started;
use crate::natural::{IntoHeap, Natural};
use crate::solution::Solution;
use crate::values::{Stream, Values};
use sprague_budget::Budget;
use sprague_engine::{ChosenEngine, EngineChoice, Sequence, values_between};
use sprague_games::{RuleError, Ruleset};
use sprague_prover::{self as prover, Method};
use std::fmt;
use std::ops::{Bound, RangeBounds, RangeInclusive};
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
    /// The value of a heap up to this one is counted before a formula or a proof is looked for.
    pub const COUNTED: u64 = prover::known::COUNTED;

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
        self.values_by(EngineChoice::Best, heaps, budget)
    }

    /// The same by an engine of one's choice.
    pub fn values_by(
        &self,
        engine: EngineChoice,
        heaps: impl RangeBounds<u64>,
        budget: &Budget,
    ) -> Result<Values, Error> {
        let values = match inclusive(&heaps)? {
            Some(heaps) => values_between(engine, &self.rules, heaps, &started(budget))?,
            None => Vec::new(),
        };
        Ok(values.into())
    }

    /// The nim-values of these heaps, each computed when it is asked for: no more of them are
    /// kept than the next one needs.
    ///
    /// ```
    /// use sprague::{Budget, EngineChoice, Game};
    /// let kayles: Game = "Kayles".parse()?;
    /// let stream = kayles.stream_by(EngineChoice::Best, 1_000_000..1_000_012, &Budget::new())?;
    /// assert_eq!(stream.map(|value| value.unwrap_or(0)).max(), Some(8));
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn stream_by(
        &self,
        engine: EngineChoice,
        heaps: impl RangeBounds<u64>,
        budget: &Budget,
    ) -> Result<Stream, Error> {
        let Some(heaps) = inclusive(&heaps)? else { return Ok(Stream::new(None, 0)) };
        let (from, to) = heaps.into_inner();
        let sequence = Sequence::new(&self.rules, to, engine, &started(budget))?;
        Ok(Stream::new(Some(sequence), from))
    }

    /// Which engine computes the values up to this heap within a budget, and why.
    pub fn plan(
        &self,
        to: u64,
        engine: EngineChoice,
        budget: &Budget,
    ) -> Result<ChosenEngine, Error> {
        Ok(sprague_engine::plan(&self.rules, to, engine, &started(budget))?)
    }

    /// The nim-value of a heap of any size, within the default budget: computed, or by a
    /// formula, or from a proved regularity.
    pub fn value(&self, heap: impl IntoHeap) -> Result<Natural, Error> {
        self.value_within(heap, &Budget::new())
    }

    /// The same within a budget.
    pub fn value_within(&self, heap: impl IntoHeap, budget: &Budget) -> Result<Natural, Error> {
        Ok(self.reasoned_value_within(heap, budget)?.0)
    }

    /// The same, and why: the theorem, or `counted`.
    ///
    /// ```
    /// use sprague::{Budget, Game};
    /// let kayles: Game = "Kayles".parse()?;
    /// let (value, reason) = kayles.reasoned_value_within("10^100", &Budget::new())?;
    /// assert_eq!((value.to_string().as_str(), reason), ("1", "finite-take-and-break"));
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn reasoned_value_within(
        &self,
        heap: impl IntoHeap,
        budget: &Budget,
    ) -> Result<(Natural, &'static str), Error> {
        let heap = heap.into_heap()?;
        let budget = started(budget);
        let (value, reason) = prover::Known::value_of(&self.rules, heap.as_big(), &budget)?;
        Ok((value.into(), reason))
    }

    /// The nim-value of a heap that is counted up to from what is known already; the values
    /// between are not kept.
    pub fn count_on(&self, known: &Known, heap: u64, budget: &Budget) -> Result<u32, Error> {
        Ok(known.details().count_to(&self.rules, heap, &started(budget))?)
    }

    /// What gives the nim-values of all heaps up to this one, and why.
    ///
    /// ```
    /// use sprague::{Budget, Game};
    /// let known = "Kayles".parse::<Game>()?.known_within("1_000_000_000_000", &Budget::new())?;
    /// assert_eq!(known.reason(), "finite-take-and-break");
    /// assert!(known.is_total());
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn known_within(&self, heap: impl IntoHeap, budget: &Budget) -> Result<Known, Error> {
        let heap = heap.into_heap()?;
        Ok(Known::from(prover::Known::find(&self.rules, heap.as_big(), &started(budget))?))
    }

    /// A formula, or else what a search finds: what gives the values of heaps that nobody counts
    /// up to, if anything does. Whether it reaches this heap is for the caller to see; nothing
    /// is counted that the search does not need.
    pub fn search_within(&self, heap: impl IntoHeap, budget: &Budget) -> Result<Known, Error> {
        let heap = heap.into_heap()?;
        Ok(Known::from(prover::Known::beyond(&self.rules, heap.as_big(), &started(budget))?))
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
        prover::solve(&self.rules, &started(budget), method)
            .map(Solution::from)
            .map_err(Error::from)
    }

    /// The options of a heap: for each the heaps that are left, in increasing order. A pass is
    /// left out. At most `most` of them, else an error.
    pub fn options(&self, heap: u64, most: usize) -> Result<Vec<Vec<u64>>, Error> {
        self.options_within(heap, most, &Budget::new())
    }

    /// The same within a budget.
    pub fn options_within(
        &self,
        heap: u64,
        most: usize,
        budget: &Budget,
    ) -> Result<Vec<Vec<u64>>, Error> {
        let mut options: Vec<Vec<u64>> = Vec::new();
        self.each_option(heap, most as u64, budget, &mut |heaps| options.push(heaps.to_vec()))?;
        Ok(options)
    }

    /// Visits the options of a heap, if there are no more than `most`; else an error, after some.
    pub(crate) fn each_option(
        &self,
        heap: u64,
        most: u64,
        budget: &Budget,
        visit: &mut dyn FnMut(&[u64]),
    ) -> Result<(), Error> {
        let (mut count, mut spent) = (0u64, None);
        let budget = budget.started();
        let end = self.rules.try_for_each_option(heap, &mut |heaps| {
            if count.is_multiple_of(LOOK) {
                spent = budget.go_on().err();
            }
            count += 1;
            let room = count <= most && spent.is_none();
            if room {
                visit(heaps);
            }
            room
        });
        match (end, spent) {
            (Ok(()), _) => Ok(()),
            (Err(RuleError::Stopped), Some(spent)) => Err(spent.into()),
            (Err(RuleError::Stopped), None) => Err(Error::new(
                ErrorKind::TooMany { limit: most },
                format!("a heap of {heap} has more than {most} options"),
            )),
            (Err(error), _) => Err(error.into()),
        }
    }
}

/// The budget is asked once for this many options.
const LOOK: u64 = 256;

/// The first and the last of some heaps; `None` where there are none.
fn inclusive(heaps: &impl RangeBounds<u64>) -> Result<Option<RangeInclusive<u64>>, Error> {
    let from = match heaps.start_bound() {
        Bound::Unbounded => Some(0),
        Bound::Included(&n) => Some(n),
        Bound::Excluded(&n) => n.checked_add(1),
    };
    let to = match heaps.end_bound() {
        Bound::Unbounded => {
            return Err(Error::new(ErrorKind::Input, "a range of heaps without an end")
                .with_hint("say where it ends: 0..=99"));
        }
        Bound::Included(&n) => Some(n),
        Bound::Excluded(&n) => n.checked_sub(1),
    };
    Ok(from.zip(to).map(|(from, to)| from..=to).filter(|heaps| !heaps.is_empty()))
}
