//! `best`: who wins a position, and every move that does.

use crate::number::Number;
use crate::word::Winner;
use crate::{AnswerError, Budget};
use schemars::JsonSchema;
use serde::Serialize;
use sprague::play::Analysis;
use sprague::{Convention, Judge, MisereSize, Position};

/// Who wins a position, and the winning moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BestAnswer {
    /// N: whoever moves now wins; P: whoever moves now loses.
    pub outcome: Winner,
    /// The nim-value; under misere play it is not told.
    pub value: Option<Number>,
    /// Winning moves.
    pub moves: Vec<WinningMove>,
    /// How many winning moves there are, where all options could be looked at.
    pub move_count: Option<Number>,
    /// Whether all winning moves are listed.
    pub complete: bool,
    /// Under misere play: what decided the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
}

/// A winning move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WinningMove {
    /// The part of the position, counted from 0.
    pub part: usize,
    /// The heap to move in.
    pub heap: Number,
    /// The heaps it becomes.
    pub to: Vec<Number>,
    /// In games with a pass: which of the heaps keeps it (null: none).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<Option<usize>>,
}

impl BestAnswer {
    /// What the analysis of a position says, with at most `most` moves.
    pub fn new(position: &Position, analysis: &Analysis, most: usize) -> Self {
        let moves = analysis.moves(most).into_iter().map(|(heap, option)| WinningMove {
            part: heap.part,
            heap: Number::from(&heap.heap),
            to: option.to.iter().map(Number::from).collect(),
            pass: position.details().parts[heap.part].rules.has_pass().then_some(option.keeper),
        });
        let moves: Vec<WinningMove> = moves.collect();
        let count = analysis.count();
        Self {
            outcome: analysis.outcome.into(),
            value: analysis.value.as_ref().map(Number::from),
            complete: analysis.is_exhaustive() && count == moves.len().into(),
            moves,
            move_count: analysis.is_exhaustive().then(|| count.into()),
            method: analysis.method.as_ref().map(ToString::to_string),
        }
    }
}

/// Values computed at most, for a table or a proof.
const SEARCHED: u64 = 400_001;

/// Winning moves listed within a budget.
const MOVES: usize = 1000;

/// The answer within a budget.
pub fn answer(text: &str, misere: bool, budget: &Budget) -> Result<BestAnswer, AnswerError> {
    let position: Position = text.parse()?;
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    // A quotient and a search remember about 50 bytes a sum, options 20 bytes a heap.
    let misere = MisereSize { search: 500_000, entries: 5_000_000, ..MisereSize::default() };
    let values = SEARCHED.min(budget.most_values());
    let work = budget.clone().values(values).bytes(budget.most_bytes() / 2);
    let judge = Judge::new(convention).listing(MOVES).tables(misere);
    let best = position.best_by(&judge, &work)?;
    Ok(BestAnswer::new(&position, best.details(), MOVES))
}
