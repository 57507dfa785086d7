//! The nim-value of a heap of any size: the one answer for everybody who asks.
//!
//! A small heap is counted up to. For others a closed form is looked for, then a proof of
//! regularity; where there is neither, a heap that the budget allows is counted up to after all.

use crate::closed_form::{self, ClosedForm};
use crate::solve::{self, Method, Solution, Status, solve};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_budget::{Budget, Instant, Spent};
use sprague_engine::{EngineChoice, EngineError, EngineKind, Sequence};
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
/// Of the time, one part in so many is for the search where the heap can be counted up to.
const SEARCH_SHARE: u32 = 6;

/// Of the heaps, one in so many: looking for regularities takes longer than a fast engine.
const HEAP_SHARE: u64 = 8;

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
    /// The formula gives the values of smaller heaps only.
    Beyond {
        /// The rules.
        game: String,
        /// The greatest heap whose value it gives.
        greatest: BigUint,
    },
    /// No formula and no proved regularity gives it, and the budget was spent counting up to it.
    Counting {
        /// The heap whose value came next.
        heap: u64,
        /// The heap that was asked for.
        to: u64,
        /// The limit.
        spent: Spent,
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
            Self::Beyond { game, greatest } => write!(
                f,
                "the formula of {game} asks for the prime factors of the heap, which are found up to {greatest}"
            ),
            Self::Counting { heap, to, spent: Spent::Stopped } => {
                write!(f, "stopped at heap {heap}, before {to}")
            }
            Self::Counting { heap, to, spent } => write!(
                f,
                "no formula and no proved regularity gives the value, and counting was at heap {heap} of {to}: {spent}"
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

/// Whether the engine for this heap goes on behind known values; one that keeps sums of values
/// would have to build them again.
fn goes_on(rules: &Ruleset, heap: u64, budget: &Budget) -> bool {
    let engine = sprague_engine::plan(rules, heap, EngineChoice::Best, budget);
    engine.map_or(true, |chosen| match chosen.engine {
        EngineKind::Sums => false,
        EngineKind::Screened => rules.finite_moves().is_some(),
        _ => true,
    })
}

/// The formula of a game whose options no engine knows but one by one: seconds for the first heaps.
fn formula_at_once(rules: &Ruleset) -> Option<Arc<dyn ClosedForm>> {
    if rules.form().options().is_empty() || rules.as_mark().is_some() {
        return None;
    }
    closed_form::find(rules).map(Arc::from)
}

/// Nothing gives the value of this heap.
fn unknown(rules: &Ruleset, heap: &BigUint) -> Error {
    if let Some(greatest) = closed_form::find(rules).and_then(|form| form.greatest()) {
        return Error::Beyond { game: rules.to_string(), greatest };
    }
    Error::Unknown { game: rules.to_string(), digits: heap.to_string().len() }
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
        let countable = small.filter(|&n| n < budget.most_values());
        let known = Self::searched(rules, largest, countable.is_some(), budget)?;
        match countable {
            _ if known.value(largest).is_some() => Ok(known),
            Some(n) => known.counted_on(rules, n, budget),
            None => Err(unknown(rules, largest)),
        }
    }

    /// G(heap) alone, and why: no values are kept for others. Where nothing proved gives it, it
    /// is counted up to from where the search for a proof ended.
    ///
    /// ```
    /// use sprague_budget::Budget;
    /// use sprague_prover::known::Known;
    /// let budget = Budget::new().started();
    /// let (value, reason) = Known::value_of(&"Kayles".parse()?, &1_000_000u32.into(), &budget)?;
    /// assert_eq!((value, reason), (1u32.into(), "finite-take-and-break"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value_of(
        rules: &Ruleset,
        heap: &BigUint,
        budget: &Budget,
    ) -> Result<(BigUint, &'static str), Error> {
        let small = heap.to_u64().filter(|&n| n < budget.most_values());
        let known = match small {
            Some(n) if n <= COUNTED => {
                formula_at_once(rules).map_or(Self::Counted(Vec::new()), Self::Formula)
            }
            _ => Self::searched(rules, heap, small.is_some(), budget)?,
        };
        match (known.value(heap), small) {
            (Some(value), _) => Ok((value, known.reason())),
            (None, Some(n)) => Ok((known.count_to(rules, n, budget)?.into(), "counted")),
            (None, None) => Err(unknown(rules, heap)),
        }
    }

    /// As [`beyond`](Self::beyond), with a share of the heaps and of the time where the heap can be
    /// counted up to behind the values of the search. An engine that keeps sums of values would have
    /// to begin anew: its search has all the time, and counts on the way.
    fn searched(
        rules: &Ruleset,
        largest: &BigUint,
        countable: bool,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let heap = largest.to_u64().unwrap_or(u64::MAX);
        let mut own = budget.clone();
        if countable && goes_on(rules, heap, budget) {
            own = own.values(budget.most_values().min((heap / HEAP_SHARE).max(SEARCHED_AT_LEAST)));
            let share = budget.remaining().map(|left| left / SEARCH_SHARE);
            if let Some(end) = share.and_then(|share| Instant::now().checked_add(share)) {
                own = own.deadline(end);
            }
        }
        let known = Self::beyond(rules, largest, &own)?;
        // A search that was stopped ends without a proof: that is not the reason.
        if budget.is_stopped() && known.value(largest).is_none() {
            return Err(Spent::Stopped.into());
        }
        Ok(known)
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
        let known = self.computed();
        Ok(Self::Counted(sprague_engine::values_behind(known, rules, to, budget)?))
    }

    /// G(heap), from the values that are known already; those between are not kept.
    pub fn count_to(&self, rules: &Ruleset, heap: u64, budget: &Budget) -> Result<u32, Error> {
        let mut sequence = Sequence::new(rules, heap, EngineChoice::Best, budget)?;
        let known = self.computed();
        if let Some(&value) = usize::try_from(heap).ok().and_then(|n| known.get(n)) {
            return Ok(value);
        }
        let value = sequence
            .take_values(&known)
            .and_then(|()| sequence.skip_to(heap))
            .and_then(|()| sequence.next().unwrap_or(Err(Spent::Stopped.into())));
        value.map_err(|error| match error.spent() {
            Some(spent) if spent.is_over() => {
                let reached = sequence.heap().max(known.len() as u64);
                Error::Counting { heap: reached, to: heap, spent }
            }
            _ => error.into(),
        })
    }

    /// The values that were computed, G(0) first.
    pub fn computed(&self) -> Vec<u32> {
        match self {
            Self::Counted(values) => values.clone(),
            Self::Formula(_) => Vec::new(),
            Self::Solved(solution) => solution.values.first(solution.values.len()),
        }
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
            Self::Formula(form) => {
                form.greatest().is_none_or(|most| *n <= most).then(|| form.at(n))
            }
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
            Self::Formula(form) => form.greatest().is_none(),
            Self::Solved(solution) => solution.status() == Status::Proved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    /// Small heaps are counted up to, unless each takes a look at as many options.
    #[test]
    fn small_heaps() {
        for (game, reason) in [
            ("TakeAtMostHalf", "options that are a range up to n-1 (docs/theorems.md)"),
            (
                "n -> n-k where 3k < 3n and 5k > n",
                "options that are the beginning of a set (docs/theorems.md)",
            ),
            ("Mark", "counted"),
            ("0.2048", "counted"),
            ("n -> n-k where 2k >= n and k != 3", "counted"),
        ] {
            let rules: Ruleset = game.parse().unwrap();
            let counted = Known::count(&rules, 300, &Budget::unlimited()).unwrap();
            for n in [0u32, 1, 2, 3, 17, 255, 256, 300] {
                let n = n.into();
                let (value, why) = Known::value_of(&rules, &n, &Budget::unlimited()).unwrap();
                assert_eq!((Some(value), why), (counted.value(&n), reason), "{game} at {n}");
            }
        }
    }

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
                let value = BigUint::from(values[n as usize]);
                assert_eq!(known.value(&n.into()).as_ref(), Some(&value), "{game} {n}");
                reasons.insert(known.reason());
                let alone = Known::value_of(&rules, &n.into(), &budget);
                assert_eq!(alone, Ok((value, known.reason())), "{game} {n}");
            }
        }
        assert!(reasons.len() >= 6, "{reasons:?}");
        let beyond = Known::find(&"0.6".parse().unwrap(), &(TO + 1).into(), &budget);
        assert!(matches!(beyond, Err(Error::Unknown { digits: 5, .. })), "{beyond:?}");
        let alone = Known::value_of(&"0.6".parse().unwrap(), &(TO + 1).into(), &budget);
        assert_eq!(alone.unwrap_err(), beyond.unwrap_err());
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
            for n in [0, to / 2 - 1, to / 2, to] {
                let alone = known.count_to(&rules, n, &budget);
                assert_eq!(alone, Ok(values[n as usize]), "{game} {n}");
            }
        }
        // The values known are believed: nobody computes them again.
        let rules: Ruleset = "S(1,2)".parse().unwrap();
        let known = Known::Counted(vec![0, 1, 2]).counted_on(&rules, 1, &budget).unwrap();
        assert!(matches!(known, Known::Counted(values) if values == [0, 1]));
        assert_eq!(Known::Counted(vec![0, 1, 7]).count_to(&rules, 2, &budget), Ok(7));
        assert_eq!(Known::Counted(vec![0, 1, 2]).count_to(&rules, 3, &budget), Ok(0));
    }

    /// Behind values an engine goes on if it believes them; one that keeps sums finds the true ones
    /// again, by computing them.
    #[test]
    fn who_goes_on_behind_values() {
        let budget = Budget::unlimited();
        let mut kinds = [0, 0];
        for game in
            ["0.6", "0.137", "Kayles", "Grundy", "0.F6", "0.99", "0.5[7]", "0.9[8]", "0.[9]"]
        {
            let rules: Ruleset = game.parse().unwrap();
            let truth = sprague_engine::values(&rules, 300, &budget).unwrap();
            let wrong = Known::Counted((0..60).map(|n| n % 5 + 1).collect());
            let Known::Counted(values) = wrong.counted_on(&rules, 300, &budget).unwrap() else {
                panic!("{game}")
            };
            let believed = values[60..] != truth[60..];
            assert_eq!(goes_on(&rules, 300, &budget), believed, "{game}");
            kinds[usize::from(believed)] += 1;
        }
        assert!(kinds.iter().all(|&kind| kind >= 2), "{kinds:?}");
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
        let error = Known::value_of(&rules, &(1u32 << 30).into(), &late).unwrap_err();
        assert!(matches!(error, Error::Counting { to: 0x4000_0000, spent: Spent::Time, .. }));
        let stopped = Budget::unlimited();
        stopped.stop();
        let error = Known::find(&rules, &huge, &stopped).unwrap_err();
        assert_eq!(error, Error::Spent(Spent::Stopped));
        let little = Budget::unlimited().bytes(1000);
        assert!(matches!(Known::count(&rules, 1000, &little), Err(Error::Engine(_))));
        assert!(begun.elapsed() < Duration::from_secs(5));
    }
}
