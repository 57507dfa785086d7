//! Fraenkel's Mark, MiMark and UpMark.

use super::Table;
use crate::closed_form::{find, mark_misere_value};
use num_bigint::BigUint;
use sprague_games::{Family, Rounding, Ruleset};

/// Heaps 0 to `to`: the value in Mark, the outcome in Mark under misere play, the value in
/// UpMark; by their closed forms.
pub fn mark(to: u64) -> Table {
    let value = |rounding: Rounding, n: &BigUint| {
        find(&Ruleset::new(Family::Mark { t: 2, rounding }))
            .map(|form| form.at(n).to_string())
            .unwrap_or_default()
    };
    Table {
        title: "Mark, Mark under misere play, and UpMark (Fraenkel)".to_owned(),
        columns: vec!["n", "Mark", "MiMark", "UpMark"],
        rows: (0..=to)
            .map(|n| {
                let heap = BigUint::from(n);
                vec![
                    n.to_string(),
                    value(Rounding::Down, &heap),
                    if mark_misere_value(&heap, 2, Rounding::Down) == 0 { "P" } else { "N" }.to_owned(),
                    // UpMark has no heap of 0
                    if n == 0 { String::new() } else { value(Rounding::Up, &heap) },
                ]
            })
            .collect(),
    }
}
