//! `automaton`: proofs by automata, with formulas for each residue class and a drawing.

use crate::word::{KindWord, OnlyProved};
use crate::{AnswerError, Budget};
use schemars::JsonSchema;
use serde::Serialize;
use sprague_games::Ruleset;
use sprague_prover::automaton::{Outcome, ProveError, Proved, prove};

/// Drawings with more bytes than this are left out.
const DRAWING: usize = 1 << 20;

/// Looks for a proof by automata within a budget; `None` where none was found.
pub fn find(rules: &Ruleset, budget: &Budget) -> Result<Option<Box<Proved>>, AnswerError> {
    match prove(rules, &Budget::unlimited().stopped_by(&budget.stop_handle())) {
        Ok(Outcome::Proved(proved)) => Ok(Some(proved)),
        Ok(Outcome::Open(_)) => Ok(None),
        Err(ProveError::Spent(_)) => Err(AnswerError::stopped()),
        Err(error) => Err(AnswerError::refused(error)),
    }
}

/// A proof by automata.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AutomatonAnswer {
    /// The rules in canonical form.
    pub game: String,
    /// The kind of regularity.
    pub kind: KindWord,
    /// It is proved.
    pub status: OnlyProved,
    /// The theorem: `automaton`.
    pub theorem: &'static str,
    /// The formula of each residue class.
    pub formulas: Vec<String>,
    /// How many values were computed to find it.
    pub computed: usize,
    /// The automaton drawn as SVG; null where it is too large.
    pub drawing: Option<String>,
}

impl From<&Proved> for AutomatonAnswer {
    fn from(proved: &Proved) -> Self {
        Self {
            game: proved.rules.to_string(),
            kind: (&proved.claim).into(),
            status: OnlyProved::Proved,
            theorem: "automaton",
            formulas: proved.statement(),
            computed: proved.computed,
            drawing: Some(proved.svg()).filter(|svg| svg.len() <= DRAWING),
        }
    }
}

/// The answer within a budget.
pub fn answer(rules: &Ruleset, budget: &Budget) -> Result<AutomatonAnswer, AnswerError> {
    match find(rules, budget)? {
        Some(proved) => Ok(AutomatonAnswer::from(&*proved)),
        None => Err(AnswerError::refused("no proof by automata was found within the limits")
            .with_hint("this says nothing about the game")),
    }
}
