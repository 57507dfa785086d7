//! `best`: who wins a position, and every move that does.

use crate::number::to_json;
use crate::{AnswerError, Budget};
use serde_json::{Value, json};
use sprague_engine::MemoryLimit;
use sprague_games::Position;
use sprague_play::misere::MisereError;
use sprague_play::misere::sum::MisereEffort;
use sprague_play::values::{Effort, proved};
use sprague_play::{Analysis, Convention, PlayError, Sources, analyse};

/// The object of `best`, with at most `most` moves.
pub fn best_json(position: &Position, analysis: &Analysis, most: usize) -> Value {
    let moves: Vec<Value> = analysis
        .moves(most)
        .into_iter()
        .map(|(heap, option)| {
            let mut object = json!({
                "part": heap.part,
                "heap": to_json(&heap.heap),
                "to": option.to.iter().map(to_json).collect::<Vec<_>>(),
            });
            if position.parts[heap.part].rules.has_pass() {
                object["pass"] = json!(option.keeper);
            }
            object
        })
        .collect();
    let count = analysis.count();
    let complete = analysis.is_exhaustive() && count == moves.len().into();
    let mut object = json!({
        "outcome": analysis.outcome.to_string(),
        "value": analysis.value.as_ref().map(to_json),
        "moves": moves,
        "move_count": if analysis.is_exhaustive() { to_json(&count) } else { Value::Null },
        "complete": complete,
    });
    if let Some(method) = &analysis.method {
        object["method"] = json!(method);
    }
    object
}

/// Winning moves listed within a budget.
const MOVES: usize = 1000;

/// The answer within a budget.
pub fn answer(text: &str, misere: bool, budget: &Budget) -> Result<Value, AnswerError> {
    let position: Position = text.parse()?;
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    // A quotient and a search remember about 50 bytes a sum, options 20 bytes a heap.
    let misere = MisereEffort { search: 500_000, entries: 5_000_000, ..MisereEffort::default() };
    let effort = Effort {
        table: budget.heaps.min(20_000),
        fast_table: budget.heaps.min(200_000),
        solve: budget.heaps.min(400_000),
        memory: MemoryLimit(budget.memory.0 / 2),
        misere,
    };
    let mut sources =
        Sources::new(effort, |rules, limit| match crate::solve::solve(rules, limit, budget) {
            Ok(solution) => Ok(proved(&solution)),
            Err(error) => Err(PlayError::Prover(error.to_string())),
        })
        .with_cancel(budget.flag());
    match analyse(&position, convention, &mut sources, MOVES) {
        Ok(analysis) => Ok(best_json(&position, &analysis, MOVES)),
        Err(_) if budget.is_stopped() => Err(AnswerError::stopped()),
        Err(PlayError::Misere(MisereError::Cancelled)) => Err(AnswerError::stopped()),
        Err(error) => Err(AnswerError::refused(error)),
    }
}
