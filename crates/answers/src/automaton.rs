//! `automaton`: proofs by automata, with formulas for each residue class and a drawing.

use crate::{AnswerError, Budget};
use serde_json::{Value, json};
use sprague_games::Ruleset;
use sprague_prover::automaton::{Outcome, ProveError, Proved, prove};

/// Drawings with more bytes than this are left out.
const DRAWING: usize = 1 << 20;

/// Looks for a proof by automata within a budget; `None` where none was found.
pub fn find(rules: &Ruleset, budget: &Budget) -> Result<Option<Box<Proved>>, AnswerError> {
    let unlimited = sprague_budget::Budget::unlimited();
    match prove(rules, &unlimited.stopped_by(&budget.of_work(0).stop_handle())) {
        Ok(Outcome::Proved(proved)) => Ok(Some(proved)),
        Ok(Outcome::Open(_)) => Ok(None),
        Err(ProveError::Spent(_)) => Err(AnswerError::stopped()),
        Err(error) => Err(AnswerError::refused(error)),
    }
}

/// `{"game","kind","status","theorem","formulas":[..],"computed","drawing"}`: the formula of
/// each residue class, and the automaton drawn as SVG (null where it is too large).
pub fn json(proved: &Proved) -> Value {
    let drawing = Some(proved.svg()).filter(|svg| svg.len() <= DRAWING);
    json!({
        "game": proved.rules.to_string(),
        "kind": proved.claim.kind().name(),
        "status": "proved",
        "theorem": "automaton",
        "formulas": proved.statement(),
        "computed": proved.computed,
        "drawing": drawing,
    })
}

/// The answer within a budget.
pub fn answer(rules: &Ruleset, budget: &Budget) -> Result<Value, AnswerError> {
    match find(rules, budget)? {
        Some(proved) => Ok(json(&proved)),
        None => Err(AnswerError::refused("no proof by automata was found within the limits")
            .with_hint("this says nothing about the game")),
    }
}
