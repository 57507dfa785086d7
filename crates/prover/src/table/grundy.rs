//! Schlebusch's tables of Grundy's game.

use super::Table;
use crate::theorem::refutation::refute;
use sprague_budget::Budget;
use sprague_engine::EngineError;
use sprague_games::Ruleset;
use sprague_games::moves::Condition;

fn grundy(to: u64, budget: &Budget) -> Result<(Ruleset, Vec<u32>), EngineError> {
    let rules = Ruleset::split_in_two(Condition::Distinct);
    let values = sprague_engine::values(&rules, to, budget)?;
    Ok((rules, values))
}

/// Corollary 10.4: the periods Grundy's game cannot have, by Lemma 10.2 with the zeros up to
/// `to`; each with the zero that excludes it.
pub fn periods(to: u64, budget: &Budget) -> Result<Table, EngineError> {
    let (rules, values) = grundy(to, budget)?;
    let rows = (1..=to)
        .filter_map(|p| {
            let reason = refute(&rules, &values, p)?;
            Some(vec![p.to_string(), reason.heap.to_string()])
        })
        .collect();
    Ok(Table {
        title: format!(
            "Periods p that Grundy's game cannot have: G(kp) = 0 with kp <= {to} (Schlebusch, Corollary 10.4)"
        ),
        columns: vec!["p", "kp"],
        rows,
    })
}

/// How often each value occurs among G(1), ..., G(to) of Grundy's game.
pub fn frequencies(to: u64, budget: &Budget) -> Result<Table, EngineError> {
    let (_, values) = grundy(to, budget)?;
    let largest = values.iter().copied().max().unwrap_or(0) as usize;
    let mut count = vec![0u64; largest + 1];
    for &value in values.iter().skip(1) {
        count[value as usize] += 1;
    }
    Ok(Table {
        title: format!(
            "Frequencies of the values of Grundy's game, heaps 1 to {to} (Schlebusch, section 11)"
        ),
        columns: vec!["value", "frequency"],
        rows: count.iter().enumerate().map(|(v, c)| vec![v.to_string(), c.to_string()]).collect(),
    })
}
