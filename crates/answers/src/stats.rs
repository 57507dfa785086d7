//! `stats`: what a nim-sequence looks like.

use crate::{AnswerError, Budget};
use serde_json::{Value, json};
use sprague_engine::sparse::PairRules;
use sprague_engine::stats::Statistics;
use sprague_games::Ruleset;

/// The statistics of G(0), G(1), ... of these rules; sub-periods up to `longest` are looked
/// for and the `most` strongest kept.
pub fn statistics(rules: &Ruleset, values: &[u32], longest: usize, most: usize) -> Statistics {
    let parity = rules
        .finite_moves()
        .and_then(|moves| PairRules::new(&moves).ok())
        .and_then(|rules| rules.position_parity());
    Statistics::new(values, parity, longest, most)
}

/// The mask of the sparse space in hexadecimal, and whether the parity of the heap counts.
pub fn mask(statistics: &Statistics) -> Option<(String, bool)> {
    let largest = statistics.records.last()?.value;
    let space = statistics.space?;
    Some((format!("{:x}", space.shown_mask(largest)), space.is_twisted()))
}

/// The object of `stats`.
pub fn json(rules: &Ruleset, s: &Statistics) -> Value {
    let (mask, twisted) = mask(s).map_or((None, false), |(m, t)| (Some(m), t));
    json!({
        "game": rules.to_string(),
        "to": s.heaps - 1,
        "mask": mask,
        "position_parity": twisted,
        "rares": s.rares.iter().map(|r| json!({"heap": r.heap, "value": r.value})).collect::<Vec<_>>(),
        "records": s.records.iter().map(|r| json!({"heap": r.heap, "value": r.value})).collect::<Vec<_>>(),
        "sub_periods": s.sub_periods.iter().map(|p| {
            json!({"period": p.period, "nim_saltus": p.saltus, "share": p.share, "status": "observed"})
        }).collect::<Vec<_>>(),
        "frequencies": s.frequencies.iter().map(|f| {
            json!({"value": f.value, "count": f.count, "rare": f.rare, "first": f.first, "last": f.last})
        }).collect::<Vec<_>>(),
    })
}

/// The last heap when nothing is said.
pub const HEAPS: u64 = 10_000;
/// The longest sub-period looked for when nothing is said.
pub const LONGEST: usize = 1000;
/// Sub-periods shown when nothing is said.
pub const SUB_PERIODS: usize = 5;

/// The answer within a budget.
pub fn answer(rules: &Ruleset, to: u64, budget: &Budget) -> Result<Value, AnswerError> {
    let values = budget.values(rules, to)?;
    Ok(json(rules, &statistics(rules, &values, LONGEST, SUB_PERIODS)))
}
