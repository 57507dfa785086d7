//! When a proof by automata is looked for.

use super::Method;
use crate::automaton;
use crate::find::Lags;
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
    let few_heaps =
        rules.without_pass().finite_moves().is_some_and(|moves| moves.iter().all(|m| m.heaps <= 2));
    match method {
        Method::Theorems => None,
        // With a pass values may grow although moves leave few heaps.
        Method::Auto if rules.has_pass() && !few => Some(automaton::pass::VALUES.min(limit)),
        Method::Auto if few_heaps || few => None,
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
    method: Method,
) -> Result<Option<Box<automaton::Decided>>, Spent> {
    if rules.has_pass() {
        // Where these cannot be computed, what there is may do.
        let _ = computed.reach(automaton::pass::VALUES.min(budget.most_values()));
        let grows = Lags::new(computed.values()).observed().is_some_and(|r| r.saltus > 0);
        let few_heaps = rules
            .without_pass()
            .finite_moves()
            .is_some_and(|moves| moves.iter().all(|m| m.heaps <= 2));
        if few_heaps && !grows && method == Method::Auto {
            return Ok(None);
        }
        return match automaton::pass::prove_with_pass(rules, computed.values(), budget) {
            Ok(found) => Ok(found),
            Err(automaton::ProveError::Spent(spent)) => Err(spent),
            Err(_) => Ok(None),
        };
    }
    match automaton::prove_behind(rules, computed, &guessing(budget)) {
        Ok(automaton::SearchEnd::Decided(proved)) => Ok(Some(proved)),
        Err(automaton::ProveError::Spent(spent)) => Err(spent),
        Ok(automaton::SearchEnd::Open(_)) | Err(_) => Ok(None),
    }
}
