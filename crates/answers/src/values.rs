//! `values`: the nim-sequence.

use crate::{AnswerError, Budget};
use sprague_games::Ruleset;
use std::fmt::Write;

/// The start of `{"game","from","values":[..]}`; the values follow with commas between
/// them, then [`END`].
pub fn start(rules: &Ruleset, from: u64) -> String {
    let game = serde_json::Value::from(rules.to_string());
    let from = crate::number::to_json(&from.into());
    format!(r#"{{"game":{game},"from":{from},"values":["#)
}

/// What closes the object that [`start`] opened.
pub const END: &str = "]}";

/// The answer within a budget.
pub fn answer(rules: &Ruleset, from: u64, to: u64, budget: &Budget) -> Result<String, AnswerError> {
    if from > to {
        return Err(AnswerError::malformed(
            format!("from = {from} is greater than to = {to}"),
            "swap them or raise to",
        ));
    }
    let values = budget.values(rules, to)?;
    let mut text = start(rules, from);
    text.reserve(values.len() * 3);
    for (i, value) in values.iter().skip(from as usize).enumerate() {
        if i > 0 {
            text.push(',');
        }
        let _ = write!(text, "{value}");
    }
    text.push_str(END);
    Ok(text)
}
