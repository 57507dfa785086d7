//! `values`: the nim-sequence.

use crate::{AnswerError, Budget};
use sprague_engine::sparse::{self, SparseEngine, SparseError};
use sprague_engine::{EngineError, MemoryLimit, Options};
use sprague_games::Ruleset;
use std::fmt::Write;
use std::ops::ControlFlow;

/// From this heap on the sparse-space engine is tried.
const SPARSE: u64 = 5000;

/// Why the values were not all computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// They could not be.
    Engine(EngineError),
    /// `watch` stopped the computation.
    Stopped,
}

/// G(0..=to), by the fastest engine that keeps all values. `watch` is told how many values
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
    if to >= SPARSE
        && let Some(values) = by_sparse_space(rules, to, watch)?
    {
        return Ok(values);
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

/// By the sparse-space engine; `None` where the game is not for it.
fn by_sparse_space(
    rules: &Ruleset,
    to: u64,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<Vec<u32>>, Unfinished> {
    let Some(moves) = rules.finite_moves().filter(|_| !rules.has_pass()) else { return Ok(None) };
    // All values are to be kept.
    let memory = usize::try_from(to.saturating_mul(4).max(1 << 20)).unwrap_or(usize::MAX);
    let options = sparse::Options { memory, ..sparse::Options::default() };
    let engine = SparseEngine::new(&moves, options).and_then(|mut engine| {
        engine.advance(to + 1, |engine| watch(engine.len()))?;
        Ok(engine)
    });
    match engine {
        Ok(engine) => Ok(engine.values(0, to + 1)),
        Err(SparseError::Cancelled) => Err(Unfinished::Stopped),
        // Whatever stops this engine does not stop the others.
        Err(_) => Ok(None),
    }
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
