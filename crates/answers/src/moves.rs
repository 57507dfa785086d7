//! `moves`: the options of a heap with their values.

use crate::number::Number;
use crate::values::check_heap;
use crate::{AnswerError, Budget};
use schemars::JsonSchema;
use serde::Serialize;
use sprague::rules::Ruleset;
use sprague::{EngineChoice, ErrorKind, Game, Moves};

/// The options of a heap with their nim-values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MovesAnswer<'a> {
    /// The rules in canonical form.
    pub game: String,
    /// The heap.
    pub heap: Number,
    /// Its nim-value.
    pub value: u32,
    /// Its options.
    pub moves: Vec<MoveAnswer<'a>>,
}

/// An option of a heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MoveAnswer<'a> {
    /// The heaps left.
    pub to: &'a [u64],
    /// The nim-value of the option.
    pub value: u32,
    /// In games with a pass: which of the heaps keeps it (null: none).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<Option<usize>>,
}

impl<'a> MovesAnswer<'a> {
    /// The options of a heap of n.
    pub fn new(rules: &Ruleset, n: u64, moves: &'a Moves) -> Self {
        let (pass, value) = (rules.has_pass(), moves.value);
        let moves = moves.options.iter().map(|option| MoveAnswer {
            to: &option.to,
            value: option.value,
            pass: pass.then_some(option.keeper),
        });
        Self { game: rules.to_string(), heap: n.into(), value, moves: moves.collect() }
    }
}

/// The most options of a heap that are listed.
const OPTIONS: u64 = 10_000;

/// The answer within a budget, as JSON. There is no use in a part of the values, so it has all the
/// time until it is stopped.
pub fn answer(rules: &Ruleset, n: u64, budget: &Budget) -> Result<String, AnswerError> {
    check_heap(n, budget)?;
    let (game, budget) = (Game::from(rules.clone()), budget.clone().without_time());
    let moves = match game.moves_by(EngineChoice::Best, n, OPTIONS, &budget) {
        Err(error) if matches!(error.kind(), ErrorKind::TooMany { .. }) => {
            return Err(AnswerError::refused(error).with_hint("ask for a smaller heap"));
        }
        moves => moves?,
    };
    Ok(crate::json(&MovesAnswer::new(rules, n, &moves)))
}
