//! `automaton`: proofs by automata, with formulas for each residue class and a drawing.

use crate::word::{KindWord, OnlyProved};
use crate::{AnswerError, Budget};
use schemars::JsonSchema;
use serde::Serialize;
use sprague::rules::Ruleset;
use sprague::{Automaton, Game, Proved, Step, checking_budget};

/// Drawings with more bytes than this are left out.
const DRAWING: usize = 1 << 20;

/// Looks for a proof by automata within a budget; `None` where none was found.
pub fn find(rules: &Ruleset, budget: &Budget) -> Result<Option<Box<Automaton>>, AnswerError> {
    let work = Budget::unlimited().stopped_by(&budget.stop_handle());
    Ok(Game::from(rules.clone()).automaton_within(&work)?)
}

/// A proof by automata; the checker has verified its certificate.
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

impl AutomatonAnswer {
    /// The answer, which only the verdict of the checker makes.
    pub fn new(decided: &Automaton, proved: &Proved) -> Self {
        let certificate = proved.certificate();
        Self {
            game: certificate.game.clone(),
            kind: (&certificate.claim).into(),
            status: OnlyProved::Proved,
            theorem: certificate.proof.theorem().name(),
            formulas: decided.statement(),
            computed: decided.computed,
            drawing: Some(decided.svg()).filter(|svg| svg.len() <= DRAWING),
        }
    }
}

/// The answer within a budget.
pub fn answer(rules: &Ruleset, budget: &Budget) -> Result<AutomatonAnswer, AnswerError> {
    let Some(decided) = find(rules, budget)? else {
        return Err(AnswerError::refused("no proof by automata was found within the limits")
            .with_hint("this says nothing about the game"));
    };
    let checking = checking_budget().stopped_by(&budget.stop_handle());
    answer_checked(rules, &decided, &checking)
}

fn answer_checked(
    rules: &Ruleset,
    decided: &Automaton,
    budget: &Budget,
) -> Result<AutomatonAnswer, AnswerError> {
    match Proved::verify(decided.certificate(), rules, budget) {
        Ok(proved) => Ok(AutomatonAnswer::new(decided, &proved)),
        Err(rejection) => Err(match rejection.step() {
            Step::Stopped => AnswerError::stopped(),
            Step::Limit => AnswerError::refused(format!(
                "an automaton was found, but its certificate is not checked yet: {rejection}"
            ))
            .with_hint("sprague solve --method automaton --certificate, then sprague check"),
            _ => AnswerError::refused(format!("the checker rejects the proof: {rejection}")),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_checker_verified_is_proved() {
        let rules: Ruleset = "0.2048".parse().unwrap();
        let decided = find(&rules, &Budget::unlimited()).unwrap().unwrap();
        let answered = answer(&rules, &Budget::unlimited()).unwrap();
        assert_eq!((answered.game.as_str(), answered.theorem), ("0.2048", "automaton"));
        assert_eq!(answered.formulas, decided.statement());
        let few = checking_budget().steps(10);
        let error = answer_checked(&rules, &decided, &few).unwrap_err().to_string();
        assert!(error.contains("not checked yet"), "{error}");
        // The certificate of another game, and one that claims too much.
        let other: Ruleset = "0.3F".parse().unwrap();
        let error = answer_checked(&other, &decided, &checking_budget()).unwrap_err().to_string();
        assert!(error.contains("the checker rejects the proof"), "{error}");
        let mut wrong = (*decided).clone();
        wrong.laws = find(&other, &Budget::unlimited()).unwrap().unwrap().laws;
        assert!(answer_checked(&rules, &wrong, &checking_budget()).is_err());
        let stopped = Budget::unlimited();
        stopped.stop();
        assert!(answer(&rules, &stopped).is_err());
    }
}
