//! `best`: who wins a position, and every move that does.

use crate::number::Number;
use crate::word::Winner;
use crate::{AnswerError, Budget, value};
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::Serialize;
use sprague::play::Analysis;
use sprague::{Convention, Game, Judge, MisereSize, Outcome, Position};
use std::collections::BTreeSet;

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
    /// Where the values are those of a proof in the atlas, and no moves are looked for: which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
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
            source: None,
        }
    }

    /// Who wins under normal play, by regularities that the atlas has proved, where heaps are beyond
    /// what can be counted up to or searched for. Which moves win is not looked for.
    pub fn by_record(position: &Position, budget: &Budget) -> Option<Self> {
        let mut sum = BigUint::ZERO;
        let mut sources = BTreeSet::new();
        for part in position.parts() {
            let game = Game::from(part.rules.clone());
            for heap in &part.heaps {
                let (value, reason) = if *heap <= Game::COUNTED.into() {
                    let (value, _) = game.reasoned_value_within(heap, budget).ok()?;
                    (value.as_big().clone(), None)
                } else {
                    let (value, reason) = value::by_record(&game, heap, budget).ok()??;
                    (value, Some(format!("{}: {reason}", part.rules)))
                };
                sum ^= value;
                sources.extend(reason);
            }
        }
        let outcome = if sum == BigUint::ZERO { Outcome::P } else { Outcome::N };
        Some(Self {
            outcome: outcome.into(),
            value: Some(Number::from(&sum)),
            moves: Vec::new(),
            move_count: None,
            // Where the position is lost there is no winning move to list.
            complete: outcome == Outcome::P,
            method: None,
            source: Some(sources.into_iter().collect::<Vec<_>>().join("; ")),
        })
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
    match position.best_by(&judge, &work) {
        Ok(best) => Ok(BestAnswer::new(&position, best.details(), MOVES)),
        Err(error) if convention == Convention::Normal && !budget.is_stopped() => {
            BestAnswer::by_record(&position, budget).ok_or_else(|| error.into())
        }
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heap of 10^30 is decided by what the atlas has proved.
    #[test]
    fn positions_by_the_atlas() {
        let budget = Budget::unlimited().values(1 << 24).bytes(1 << 30);
        let heap = "1000000000000000000000000000000";
        let (value, reason) =
            value::by_record(&"0.16".parse().unwrap(), &heap.parse().unwrap(), &budget)
                .unwrap()
                .unwrap();
        for (other, outcome) in [(value.clone(), Outcome::P), (&value + 1u32, Outcome::N)] {
            let position: Position = format!("0.16: {heap} + Nim: {other}").parse().unwrap();
            let best = BestAnswer::by_record(&position, &budget).unwrap();
            assert_eq!(best.outcome, outcome.into());
            assert_eq!(best.source, Some(format!("0.16: {reason}")));
        }
        let open: Position = format!("0.6: {heap}").parse().unwrap();
        assert_eq!(BestAnswer::by_record(&open, &budget), None);
        // The server computes too few values to prove 0.376 anew.
        let limits = Budget::unlimited().values(1 << 22).bytes(1 << 30);
        let answer = answer(&format!("0.376: {heap} 7"), false, &limits).unwrap();
        assert!(answer.source.is_some_and(|source| source.contains("proved in the atlas")));
    }
}
