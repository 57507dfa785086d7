//! `values`: the nim-sequence.

use crate::{AnswerError, Budget};
use sprague_engine::{EngineError, MemoryLimit, Options};
use sprague_games::Ruleset;
use std::fmt::Write;
use std::ops::ControlFlow;

/// Why the values were not all computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// They could not be.
    Engine(EngineError),
    /// `watch` stopped the computation.
    Stopped,
}

/// G(0..=to), by the best engine. `watch` is told how many values
/// are known and may stop the computation.
pub fn collect(
    rules: &Ruleset,
    to: u64,
    memory: MemoryLimit,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Vec<u32>, Unfinished> {
    let bytes = to.saturating_add(1).saturating_mul(4);
    if bytes > memory.0 {
        let error = EngineError::Memory { needed: bytes, allowed: memory.0, heap: to };
        return Err(Unfinished::Engine(error));
    }
    let options = Options { engine: None, memory };
    let mut engine = sprague_engine::start(rules, to, &options).map_err(Unfinished::Engine)?;
    let mut values = Vec::with_capacity(to as usize + 1);
    for n in 0..=to {
        // Often, because a single value may cost much; a look at the clock costs more.
        if (n.is_multiple_of(64) || n > 4096) && watch(n).is_break() {
            return Err(Unfinished::Stopped);
        }
        values.push(engine.next_value().map_err(Unfinished::Engine)?);
    }
    Ok(values)
}

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
