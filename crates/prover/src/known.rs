//! The nim-value of a heap of any size: the one answer for everybody who asks.
//!
//! A small heap is counted up to. For others a closed form is looked for, then a proof of
//! regularity; where there is neither, a heap that the budget allows is counted up to after all.

use crate::closed_form::{self, ClosedForm};
use crate::solve::{self, Method, Solution, Status, solve};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_budget::{Budget, Spent};
use sprague_engine::EngineError;
use sprague_games::Ruleset;
use std::fmt;
use std::sync::Arc;

/// Heaps up to this one are counted up to before a formula or a proof is looked for.
pub const COUNTED: u64 = 20_000;
/// The same where every option has to be found, for games with a fast engine.
pub const COUNTED_FAST: u64 = 400_000;
/// How many values the search for a proof may compute...
const SEARCHED: u64 = 20_000_000;
/// ...and fewer for a heap below that: having computed up to it, the search has counted its value,
/// and this many take no time with a sparse space.
const SEARCHED_AT_LEAST: u64 = 1 << 20;

/// What gives the nim-values of a game, up to some heap or for all heaps.
#[derive(Clone, Debug)]
pub enum Known {
    /// They were computed.
    Counted(Vec<u32>),
    /// A formula gives them.
    Formula(Arc<dyn ClosedForm>),
    /// What was found about the game gives them: as far as values were computed, and beyond by
    /// what is proved.
    Solved(Arc<Solution>),
}

/// Why the value of a heap is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The values could not be computed.
    Engine(EngineError),
    /// The budget was spent before.
    Spent(Spent),
    /// No formula and no proved regularity gives it, and it is too large to count up to.
    Unknown {
        /// The rules.
        game: String,
        /// How many digits the heap has.
        digits: usize,
    },
}

impl From<solve::Error> for Error {
    fn from(error: solve::Error) -> Self {
        match error {
            solve::Error::Engine(error) => error.into(),
        }
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Self {
        match error.spent() {
            Some(spent) if spent.is_over() => Self::Spent(spent),
            _ => Self::Engine(error),
        }
    }
}

impl From<Spent> for Error {
    fn from(spent: Spent) -> Self {
        Self::Spent(spent)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Spent(spent) => spent.fmt(f),
            Self::Unknown { game, digits } => write!(
                f,
                "no formula and no proved regularity gives the value of {game} at a heap of {digits} digits"
            ),
        }
    }
}

impl std::error::Error for Error {}

/// How many values the search for a proof may compute for the value of this heap.
fn searched(heap: &BigUint) -> u64 {
    let to_the_heap = u64::try_from(heap).map_or(SEARCHED, |n| n.saturating_add(1));
    to_the_heap.clamp(SEARCHED_AT_LEAST, SEARCHED)
}

impl Known {
    /// What gives the values of a game for all heaps up to `largest`.
    ///
    /// ```
    /// use sprague_budget::Budget;
    /// use sprague_prover::known::Known;
    /// let huge = "123456789012345678901234567890".parse()?;
    /// let known = Known::find(&"Kayles".parse()?, &huge, &Budget::new().started())?;
    /// assert_eq!(known.value(&huge), Some(7u32.into()));
    /// assert_eq!(known.reason(), "finite-take-and-break");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(rules: &Ruleset, largest: &BigUint, budget: &Budget) -> Result<Self, Error> {
        let small = largest.to_u64().filter(|&n| n < u64::MAX);
        if let Some(n) = small.filter(|&n| n <= COUNTED) {
            return Self::count(rules, n, budget);
        }
        let known = Self::beyond(rules, largest, budget)?;
        if known.value(largest).is_some() {
            return Ok(known);
        }
        if budget.is_stopped() {
            return Err(Spent::Stopped.into());
        }
        match small {
            Some(n) if n < budget.most_values() => known.counted_on(rules, n, budget),
            _ => {
                let (game, digits) = (rules.to_string(), largest.to_string().len());
                Err(Error::Unknown { game, digits })
            }
        }
    }

    /// A formula, or else what a search finds: what gives the values of heaps that nobody counts
    /// up to, if anything does. Whether it reaches `largest` is for the caller to see.
    pub fn beyond(rules: &Ruleset, largest: &BigUint, budget: &Budget) -> Result<Self, Error> {
        match closed_form::find(rules) {
            Some(form) => Ok(Self::Formula(Arc::from(form))),
            None => Self::search(rules, largest, budget),
        }
    }

    /// What a search finds about the game: values, and perhaps a proof.
    pub fn search(rules: &Ruleset, largest: &BigUint, budget: &Budget) -> Result<Self, Error> {
        let values = searched(largest).min(budget.most_values());
        let solution = solve(rules, &budget.clone().values(values), Method::Auto)?;
        Ok(Self::Solved(Arc::new(solution)))
    }

    /// G(0), ..., G(to), by the best engine.
    pub fn count(rules: &Ruleset, to: u64, budget: &Budget) -> Result<Self, Error> {
        let values = sprague_engine::values(rules, to, budget)?;
        Ok(Self::Counted(values))
    }

    /// The same, from the values that are known already.
    fn counted_on(&self, rules: &Ruleset, to: u64, budget: &Budget) -> Result<Self, Error> {
        let known = match self {
            Self::Counted(values) => values.clone(),
            Self::Formula(_) => Vec::new(),
            Self::Solved(solution) => solution.values.first(solution.values.len()),
        };
        Ok(Self::Counted(sprague_engine::values_behind(known, rules, to, budget)?))
    }

    /// Whether all heaps up to this one are counted up to where all options have to be found.
    pub fn is_near(rules: &Ruleset, heap: u64) -> bool {
        let fast = || rules.finite_moves().is_some_and(|moves| moves.iter().all(|m| m.heaps <= 2));
        heap <= COUNTED || heap <= COUNTED_FAST && fast()
    }

    /// G(n), where it is known.
    pub fn value(&self, n: &BigUint) -> Option<BigUint> {
        match self {
            Self::Counted(values) => values.get(n.to_usize()?).map(|&value| value.into()),
            Self::Formula(form) => Some(form.at(n)),
            Self::Solved(solution) => solution.value(n),
        }
    }

    /// Why: the theorem, or that the values were counted.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Counted(_) => "counted",
            Self::Formula(form) => form.theorem(),
            Self::Solved(solution) => solution.theorem_name().unwrap_or("counted"),
        }
    }

    /// Whether the values of all heaps are known.
    pub fn is_total(&self) -> bool {
        match self {
            Self::Counted(_) => false,
            Self::Formula(_) => true,
            Self::Solved(solution) => solution.status() == Status::Proved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn no_search_beyond_a_heap_that_is_counted_on_the_way() {
        let of = |heap: u64| searched(&heap.into());
        assert_eq!(of(30_000), SEARCHED_AT_LEAST);
        assert_eq!(of(5_000_000), 5_000_001);
        assert_eq!((of(SEARCHED), of(u64::MAX)), (SEARCHED, SEARCHED));
        assert_eq!(searched(&BigUint::from(10u32).pow(30)), SEARCHED);
    }

    /// Every source, around the heap where counting ends, against plain computation.
    #[test]
    fn all_sources_agree_with_computation() {
        const TO: u64 = COUNTED + 10;
        let budget = Budget::unlimited().values(TO + 1);
        let mut reasons = std::collections::BTreeSet::new();
        for game in [
            "Kayles",
            "0.156",
            "S(2,5,8)",
            "S(7)",
            "S(3,8)",
            "AllBut(1,2,8)",
            "UpMark(3)",
            "Nim",
            "0.[3]",
            "0.6",
        ] {
            let rules: Ruleset = game.parse().unwrap();
            let values = sprague_engine::values(&rules, TO, &Budget::unlimited()).unwrap();
            for n in [0, 1, COUNTED, COUNTED + 1, TO] {
                let known = Known::find(&rules, &n.into(), &budget).unwrap();
                assert_eq!(known.value(&n.into()), Some(values[n as usize].into()), "{game} {n}");
                reasons.insert(known.reason());
            }
        }
        assert!(reasons.len() >= 6, "{reasons:?}");
        let beyond = Known::find(&"0.6".parse().unwrap(), &(TO + 1).into(), &budget);
        assert!(matches!(beyond, Err(Error::Unknown { digits: 5, .. })), "{beyond:?}");
    }

    /// What the search has computed is not computed again where a heap is counted up to after all.
    #[test]
    fn counting_goes_on_from_what_was_searched() {
        let budget = Budget::unlimited();
        for (game, to) in
            [("0.6", 3000u64), ("0.8", 400), ("0.137", 3000), ("n -> n-1 | n div 2", 400)]
        {
            let rules: Ruleset = game.parse().unwrap();
            let values = sprague_engine::values(&rules, to, &budget).unwrap();
            let short = solve(&rules, &Budget::unlimited().values(to / 2), Method::Theorems);
            let known = Known::Solved(Arc::new(short.unwrap()));
            let counted = known.counted_on(&rules, to, &budget).unwrap();
            assert!(matches!(&counted, Known::Counted(got) if *got == values), "{game}");
            assert_eq!(counted.value(&(to + 1).into()), None);
        }
        // The values known are believed: nobody computes them again.
        let rules: Ruleset = "S(1,2)".parse().unwrap();
        let known = Known::Counted(vec![0, 1, 2]).counted_on(&rules, 1, &budget).unwrap();
        assert!(matches!(known, Known::Counted(values) if values == [0, 1]));
    }

    #[test]
    fn limits_and_stops() {
        let rules: Ruleset = "0.6".parse().unwrap();
        let huge = BigUint::from(10u32).pow(30);
        let begun = Instant::now();
        let late = Budget::unlimited().deadline(begun + Duration::from_millis(50));
        assert!(matches!(Known::find(&rules, &huge, &late), Err(Error::Unknown { .. })));
        let error = Known::count(&rules, 1 << 26, &late).unwrap_err();
        assert_eq!(error, Error::Spent(Spent::Time));
        let stopped = Budget::unlimited();
        stopped.stop();
        let error = Known::find(&rules, &huge, &stopped).unwrap_err();
        assert_eq!(error, Error::Spent(Spent::Stopped));
        let little = Budget::unlimited().bytes(1000);
        assert!(matches!(Known::count(&rules, 1000, &little), Err(Error::Engine(_))));
        assert!(begun.elapsed() < Duration::from_secs(5));
    }
}
