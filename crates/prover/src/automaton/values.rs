//! Nim-values to guess from: fast enough for some ten thousand heaps, for any number of
//! heaps per move.

use sprague_budget::Budget;
use sprague_engine::{EngineChoice, EngineError, EngineKind, Sequence};
use sprague_games::RuleError;

use super::game::Game;

/// G(0), ..., G(to), or fewer where the budget is spent or the rules are of a kind that is
/// slow to compute; or an error of the rules.
pub fn values(game: &Game, to: usize, budget: &Budget) -> Result<Vec<u32>, RuleError> {
    let unlimited = budget.clone().values(u64::MAX).bytes(u64::MAX).silent();
    let mut values = Vec::new();
    let Ok(plan) = sprague_engine::plan(&game.rules, to as u64, EngineChoice::Best, &unlimited)
    else {
        return Ok(values);
    };
    if matches!(plan.engine, EngineKind::General | EngineKind::Reference) {
        return from_options(game, to, budget);
    }
    let start = |to: usize, choice| Sequence::new(&game.rules, to as u64, choice, &unlimited);
    let started = match plan.engine {
        EngineKind::Sums => start(to, EngineChoice::Only(EngineKind::Screened))
            .or_else(|_| start(to.min(MOST_SUMS), EngineChoice::Best)),
        kind => start(to, EngineChoice::Only(kind)),
    };
    let Ok(sequence) = started else { return Ok(values) };
    for value in sequence {
        match value {
            Ok(value) => values.push(value),
            Err(EngineError::Rule(error)) => return Err(error),
            Err(_) => break,
        }
    }
    Ok(values)
}

/// As many values are computed by the engine that lists all sums.
const MOST_SUMS: usize = 4096;
/// As many options are listed where nothing better is known; some seconds.
const MOST_OPTIONS: u64 = 30_000_000;

/// Values from the options themselves, as far as [`MOST_OPTIONS`] reach.
fn from_options(game: &Game, to: usize, budget: &Budget) -> Result<Vec<u32>, RuleError> {
    let mut values: Vec<u32> = vec![0];
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
    Ok(values)
}

fn mark(marks: &mut Vec<u64>, v: u32) {
    let word = v as usize / 64;
    if word >= marks.len() {
        marks.resize(word + 1, 0);
    }
    marks[word] |= 1 << (v % 64);
}
