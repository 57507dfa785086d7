//! `positions`: the P-positions or N-positions with one to three heaps.

use crate::word::Winner;
use schemars::JsonSchema;
use serde::Serialize;
use sprague::Convention;
use sprague::rules::Ruleset;

/// All P-positions (or N-positions) with a number of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PositionsAnswer {
    /// The rules in canonical form.
    pub game: String,
    /// Who wins the last move.
    pub play: Play,
    /// Which positions are listed.
    pub outcome: Winner,
    /// The number of heaps.
    pub heaps: usize,
    /// The largest heap.
    pub to: u64,
    /// The heaps of each position.
    pub positions: Vec<Vec<u64>>,
}

/// Which player wins when nobody can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Play {
    /// Whoever made the last move.
    Normal,
    /// The other one.
    Misere,
}

impl From<Convention> for Play {
    fn from(convention: Convention) -> Self {
        match convention {
            Convention::Normal => Self::Normal,
            Convention::Misere => Self::Misere,
        }
    }
}

impl PositionsAnswer {
    /// What closes the object that [`start`](Self::start) opened.
    pub const END: &str = "]}";

    /// The answer with no position yet.
    pub fn new(
        rules: &Ruleset,
        convention: Convention,
        outcome: Winner,
        heaps: usize,
        to: u64,
    ) -> Self {
        let (game, play) = (rules.to_string(), convention.into());
        Self { game, play, outcome, heaps, to, positions: Vec::new() }
    }

    /// The JSON of an answer as far as its last position, for positions that are written as
    /// they come: with commas between them, then [`END`](Self::END).
    pub fn start(&self) -> String {
        let mut text = crate::json(self);
        text.truncate(text.len() - Self::END.len());
        text
    }
}
