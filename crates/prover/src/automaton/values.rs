//! Nim-values to guess from: fast enough for some ten thousand heaps, for any number of
//! heaps per move.

use crate::values::Computed;
use sprague_budget::Budget;
use sprague_engine::screened::Screened;
use sprague_engine::{EngineChoice, EngineError, EngineKind, Sequence};
use sprague_games::RuleError;

use super::game::Game;

/// G(0), ..., G(to), or fewer where the budget is spent or the rules are of a kind that is
/// slow to compute; or an error of the rules.
pub fn values(game: &Game, to: usize, budget: &Budget) -> Result<Vec<u32>, RuleError> {
    let Some(mut computed) = start(game, to, budget) else { return Ok(Vec::new()) };
    extend(game, &mut computed, to, budget)?;
    Ok(computed.into_values())
}

/// Nothing computed yet, for heaps up to `to`; `None` where no engine computes them.
pub(super) fn start(game: &Game, to: usize, budget: &Budget) -> Option<Computed> {
    let unlimited = budget.clone().values(u64::MAX).bytes(u64::MAX).silent();
    let start = |choice| Sequence::new(&game.rules, to as u64, choice, &unlimited).ok();
    let sequence = start(EngineChoice::Best)?;
    let screened = match sequence.engine() {
        EngineKind::Sums => start(EngineChoice::Only(EngineKind::Screened)),
        _ => None,
    };
    Some(Computed::new(screened.unwrap_or(sequence)))
}

/// Goes on to G(to), or less far where the budget is spent or the rules are of a kind that is slow
/// to compute.
pub(super) fn extend(
    game: &Game,
    computed: &mut Computed,
    to: usize,
    budget: &Budget,
) -> Result<(), RuleError> {
    let to = match computed.engine() {
        EngineKind::General | EngineKind::Reference => {
            return from_options(game, computed, to, budget);
        }
        EngineKind::Sums if Screened::new(&game.rules, budget).is_err() => to.min(MOST_SUMS),
        _ => to,
    };
    match computed.reach(to as u64 + 1) {
        Err(EngineError::Rule(error)) => Err(error),
        _ => Ok(()),
    }
}

/// As many values are computed by the engine that lists all sums.
const MOST_SUMS: usize = 4096;
/// As many options are listed where nothing better is known; some seconds.
const MOST_OPTIONS: u64 = 30_000_000;

/// Values from the options themselves, as far as [`MOST_OPTIONS`] reach.
fn from_options(
    game: &Game,
    computed: &mut Computed,
    to: usize,
    budget: &Budget,
) -> Result<(), RuleError> {
    let mut values = computed.values().to_vec();
    if values.is_empty() {
        values.push(0);
    }
    let mut listed = 0_u64;
    let mut marks = Vec::new();
    while values.len() <= to {
        marks.fill(0);
        let n = values.len() as u64;
        let mut visit = |heaps: &[u64]| {
            listed += 1;
            mark(&mut marks, heaps.iter().fold(0, |sum, &h| sum ^ values[h as usize]));
            listed < MOST_OPTIONS && !(listed.is_multiple_of(4096) && budget.is_spent())
        };
        match game.rules.visit_options(n, &mut visit) {
            Ok(()) => {}
            Err(RuleError::Stopped) => break,
            Err(error) => return Err(error),
        }
        let full = marks.iter().take_while(|word| **word == u64::MAX).count();
        let rest = marks.get(full).map_or(0, |word| word.trailing_ones());
        values.push(full as u32 * 64 + rest);
    }
    computed.take(values);
    Ok(())
}

fn mark(marks: &mut Vec<u64>, v: u32) {
    let word = v as usize / 64;
    if word >= marks.len() {
        marks.resize(word + 1, 0);
    }
    marks[word] |= 1 << (v % 64);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that are known are believed, not computed again: a wrong one stays.
    #[test]
    fn known_values_are_not_computed_again() {
        let budget = Budget::unlimited();
        for text in
            ["0.106", "0.2048", "0.8", "n -> n-1 | n div 2", "n -> a+b where a+b = n-1 and 3a >= b"]
        {
            let game = Game::new(&text.parse().unwrap()).unwrap();
            let right = values(&game, 300, &budget).unwrap();
            let expected = sprague_engine::values(&game.rules, 300, &budget).unwrap();
            assert_eq!(right, expected, "{text}");
            let mut computed = start(&game, 300, &budget).unwrap();
            computed.take(right[..100].to_vec());
            extend(&game, &mut computed, 200, &budget).unwrap();
            assert_eq!(computed.values(), &right[..=200], "{text}");
            // An engine that has a whole sequence goes on from it as well.
            computed.reach(301).unwrap();
            assert_eq!(computed.values(), right, "{text}");
            let mut wrong = right[..100].to_vec();
            wrong[99] += 1;
            let mut computed = start(&game, 300, &budget).unwrap();
            computed.take(wrong.clone());
            extend(&game, &mut computed, 200, &budget).unwrap();
            assert_eq!(computed.values()[..100], wrong, "{text}");
            assert_eq!(computed.values().len(), 201, "{text}");
        }
    }
}
