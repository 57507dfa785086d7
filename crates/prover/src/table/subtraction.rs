//! Austin's Table 7.1: subtraction games with small members.

use super::Table;
use crate::adjoin::optional_members;
use crate::find::Lags;
use crate::notation::{Style, periodic};
use crate::theorem;
use sprague_budget::{Budget, Progress, Spent};
use sprague_certificate::Regularity;
use sprague_games::{Ruleset, TakeSet};
use std::collections::HashMap;

/// The largest bound for members: 2^max sets are looked at.
pub const MAX_MEMBER: u32 = 16;

/// The nim-sequence of a finite subtraction game with its proved regularity. `None` when the
/// period is not found among the first `limit` values.
fn solved(set: &[u64], limit: usize, budget: &Budget) -> Option<(Vec<u32>, Regularity)> {
    let rules = Ruleset::subtraction(TakeSet::new(set.to_vec())?)?;
    let theorems = theorem::applicable(&rules);
    let mut length = 256;
    while length <= limit {
        let values = sprague_engine::values(&rules, length as u64 - 1, budget).ok()?;
        let lags = Lags::new(&values);
        let proved = (1..length).find_map(|p| {
            let r = lags.regularity(p)?;
            let needed = theorems.iter().filter_map(|t| t.needed(r)).min()?;
            (needed <= length as u64).then_some(r)
        });
        if let Some(r) = proved {
            let mut values = values;
            values.truncate((r.preperiod + r.period) as usize);
            return Some((values, r));
        }
        length *= 2;
    }
    None
}

/// All subtraction games with members up to `max` (at most `MAX_MEMBER`): the sets of which
/// no member can be left out, the members up to `optional` that can be adjoined, the sequence and its
/// period. Sets with the same sequence, preperiod and period are the same game, by Theorem 5.2.
pub fn subtraction(max: u32, optional: u64, budget: &Budget) -> Result<Table, Spent> {
    let max = max.clamp(1, MAX_MEMBER);
    let mut known: HashMap<u32, (Vec<u32>, Regularity)> = HashMap::new();
    let mut rows: Vec<(u32, Vec<String>)> = Vec::new();
    let alone = budget.clone().silent();
    for bits in 1u32..1 << max {
        let (done, total) = (u64::from(bits), (1 << max) - 1);
        budget.report(Progress { done, total: Some(total), unit: "games" })?;
        let set: Vec<u64> =
            (0..max).filter(|i| bits >> i & 1 == 1).map(|i| u64::from(i) + 1).collect();
        let Some((values, regularity)) = solved(&set, 1 << 20, &alone) else { continue };
        let redundant = (0..max).filter(|i| bits >> i & 1 == 1).any(|i| {
            known.get(&(bits & !(1 << i))).is_some_and(|k| *k == (values.clone(), regularity))
        });
        if !redundant {
            let join = |list: &[u64]| list.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            let free = optional_members(&set, &values, regularity, optional);
            let row = vec![
                join(&set),
                join(&free),
                periodic(&values, regularity, Style::Text).unwrap_or_default(),
                regularity.preperiod.to_string(),
                regularity.period.to_string(),
            ];
            rows.push((bits, row));
        }
        known.insert(bits, (values, regularity));
    }
    // By the largest member, as in print.
    rows.sort_by_key(|(bits, _)| *bits);
    Ok(Table {
        title: format!("Subtraction games with members up to {max} (Austin, Table 7.1)"),
        columns: vec!["set", "optional members", "G-sequence", "preperiod", "period"],
        rows: rows.into_iter().map(|(_, row)| row).collect(),
    })
}
