//! Fraenkel's Mark, MiMark and UpMark.

use super::Table;
use crate::closed_form::{MarkHeaps, Play};
use num_bigint::BigUint;
use sprague_games::{Rounding, Ruleset};

/// Heaps 0 to `to`: the value in Mark, the outcome in Mark under misere play, the value in
/// UpMark; by their closed forms.
pub fn mark(to: u64) -> Table {
    let value = |rounding: Rounding, play: Play, n: &BigUint| {
        MarkHeaps::new(&Ruleset::mark(2, rounding)?, play).map(|heaps| heaps.value(n))
    };
    let show = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
    Table {
        title: "Mark, Mark under misere play, and UpMark (Fraenkel)".to_owned(),
        columns: vec!["n", "Mark", "MiMark", "UpMark"],
        rows: (0..=to)
            .map(|n| {
                let heap = BigUint::from(n);
                let misere = value(Rounding::Down, Play::Misere, &heap);
                vec![
                    n.to_string(),
                    show(value(Rounding::Down, Play::Normal, &heap)),
                    if misere == Some(0) { "P" } else { "N" }.to_owned(),
                    // UpMark has no heap of 0
                    show(value(Rounding::Up, Play::Normal, &heap).filter(|_| n > 0)),
                ]
            })
            .collect(),
    }
}
