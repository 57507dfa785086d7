//! How near to regular a game is about which nothing is proved.
//!
//! Two views of its first values: the longest stretch of heaps with a period and a saltus that comes
//! to an end ([`near_regularity`]), and the strongest sub-period, which many heaps have and not all
//! (Austin 1976, section 4.5). Both are observed and prove nothing.

use crate::row::Row;
use sprague_budget::Budget;
use sprague_engine::stats::Statistics;
use sprague_games::Ruleset;
use sprague_prover::near::{LOOKED_AT, near_regularity};

/// Values in which a sub-period is looked for.
pub(crate) const VALUES: usize = 1 << 16;
/// The longest sub-period looked for.
const LONGEST: usize = 1000;
/// Fewer values show nothing.
const FEWEST: usize = 64;

/// Notes in a row without a proof how near to regular these first values of its game are.
pub(crate) fn note(row: &mut Row, values: &[u32]) {
    if row.is_proved() || values.len() < FEWEST {
        return;
    }
    let near = near_regularity(values);
    let looked_at = values.len().min(LOOKED_AT) as f64;
    let stretch = near.map_or(0.0, |near| (near.to + near.period - near.from + 1) as f64);
    let first = &values[..values.len().min(VALUES)];
    let sub = Statistics::new(first, None, LONGEST.min(first.len() / 4), 1).sub_periods;
    let sub = sub.first();
    let rounded = |share: f64| (share * 1e4).round() / 1e4;
    row.near_from = near.map(|near| near.from);
    row.near_to = near.map(|near| near.to);
    row.near_period = near.map(|near| near.period);
    row.near_saltus = near.map(|near| near.saltus);
    row.sub_period = sub.map(|sub| sub.period);
    row.sub_share = sub.map(|sub| rounded(sub.share));
    let share = rounded((stretch / looked_at).max(sub.map_or(0.0, |sub| sub.share)));
    row.nearness = Some(if row.status == "observed" { 1.0 } else { share });
}

/// The same from the rules, for a row that was written without it: as many values as it has, at most
/// those that are looked at.
pub(crate) fn note_anew(row: &mut Row, rules: &Ruleset, budget: &Budget) {
    let to = row.computed.min(VALUES as u64).saturating_sub(1);
    // How many values a survey may compute is another limit.
    let own = budget.clone().values(u64::MAX);
    // Without the values the row stays as it is.
    if let Ok(values) = sprague_engine::values(rules, to, &own) {
        note(row, &values);
    }
}
