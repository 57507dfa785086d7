//! When a proof by automata is looked for.

use super::Method;
use crate::automaton;
use crate::values::Computed;
use sprague_budget::{Budget, Spent};
use sprague_games::Ruleset;

/// Automata are tried when the theorems have failed on this many values.
const BEFORE_AUTOMATA: u64 = 2500;
/// With a smaller limit on the number of values automata are not tried.
const LEAST_FOR_AUTOMATA: u64 = 2048;

/// The number of values after which a proof by automata is looked for, if at all.
pub(super) fn automaton_at(
    rules: &Ruleset,
    method: Method,
    budget: &Budget,
    limit: u64,
) -> Option<u64> {
    let few = budget.most_values() < LEAST_FOR_AUTOMATA;
    let few_heaps = rules.finite_moves().is_some_and(|moves| moves.iter().all(|m| m.heaps <= 2));
    match method {
        Method::Theorems => None,
        Method::Auto if few_heaps || rules.has_pass() || few => None,
        Method::Auto => Some(BEFORE_AUTOMATA.min(limit)),
        Method::Automaton => Some(0),
    }
}

/// The least number of values to guess from, whatever the limit.
const LEAST_VALUES: u64 = 256;

fn guessing(budget: &Budget) -> Budget {
    budget.clone().values(budget.most_values().max(LEAST_VALUES))
}

/// How many values the search for an automaton computes at most.
pub(super) fn most_values(rules: &Ruleset, budget: &Budget) -> u64 {
    automaton::farthest(rules, &guessing(budget)).saturating_add(1)
}

/// A proof by automata within the budget, from values that are known and more of them; `None` where there is none, an error where the
/// search was stopped or its time is up.
pub(super) fn by_automaton(
    rules: &Ruleset,
    computed: &mut Computed,
    budget: &Budget,
) -> Result<Option<Box<automaton::Decided>>, Spent> {
    match automaton::prove_behind(rules, computed, &guessing(budget)) {
        Ok(automaton::SearchEnd::Decided(proved)) => Ok(Some(proved)),
        Err(automaton::ProveError::Spent(spent)) => Err(spent),
        Ok(automaton::SearchEnd::Open(_)) | Err(_) => Ok(None),
    }
}
