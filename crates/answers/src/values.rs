//! `values`: the nim-sequence.

use crate::number::Number;
use crate::{AnswerError, Budget};
use schemars::JsonSchema;
use serde::Serialize;
use sprague::Game;
use sprague::rules::Ruleset;

/// A stretch of a nim-sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValuesAnswer {
    /// The rules in canonical form.
    pub game: String,
    /// The first heap.
    pub from: Number,
    /// The values of this heap and of those that follow.
    #[schemars(with = "Vec<Number>")]
    pub values: Vec<u32>,
}

impl ValuesAnswer {
    /// What closes the object that [`start`](Self::start) opened.
    pub const END: &str = "]}";

    /// The answer with no value yet.
    pub fn new(rules: &Ruleset, from: u64) -> Self {
        Self { game: rules.to_string(), from: from.into(), values: Vec::new() }
    }

    /// The JSON of an answer as far as its last value, for values that are written as they
    /// come: with commas between them, then [`END`](Self::END).
    pub fn start(&self) -> String {
        let mut text = crate::json(self);
        text.truncate(text.len() - Self::END.len());
        text
    }
}

/// Refuses heaps that the values of a budget do not reach.
pub fn check_heap(n: u64, budget: &Budget) -> Result<(), AnswerError> {
    let largest = budget.most_values().saturating_sub(1);
    if n > largest {
        return Err(AnswerError::refused(format!(
            "a heap of {n} is beyond what is computed here, at most {largest}"
        ))
        .with_hint("ask for smaller heaps, or use the program sprague on your own machine"));
    }
    Ok(())
}

/// G(0..=to). There is no use in a part of them, so this has all the time until it is stopped.
pub fn counted(rules: &Ruleset, to: u64, budget: &Budget) -> Result<Vec<u32>, AnswerError> {
    check_heap(to, budget)?;
    let game = Game::from(rules.clone());
    Ok(game.values_within(0..=to, &budget.clone().without_time())?.into())
}

/// The answer within a budget.
pub fn answer(
    rules: &Ruleset,
    from: u64,
    to: u64,
    budget: &Budget,
) -> Result<ValuesAnswer, AnswerError> {
    if from > to {
        return Err(AnswerError::malformed(
            format!("from = {from} is greater than to = {to}"),
            "swap them or raise to",
        ));
    }
    let values = counted(rules, to, budget)?.split_off(from as usize);
    Ok(ValuesAnswer { values, ..ValuesAnswer::new(rules, from) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_written_as_they_come_make_the_same_text() {
        let rules: Ruleset = "0.77".parse().unwrap();
        let empty = ValuesAnswer::new(&rules, 7);
        let whole = ValuesAnswer { values: vec![2, 1, 4], ..empty.clone() };
        assert_eq!(crate::json(&whole), format!("{}2,1,4{}", empty.start(), ValuesAnswer::END));
        assert_eq!(crate::json(&whole), r#"{"game":"0.77","from":7,"values":[2,1,4]}"#);
    }
}
