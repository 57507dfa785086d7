//! `value`: the nim-value of one heap of any size.

use crate::number::to_json;
use crate::{AnswerError, Budget};
use num_bigint::BigUint;
use serde_json::{Value, json};
use sprague_games::Ruleset;
use sprague_prover::Status;

/// `{"game","n","value"}`
pub fn json(rules: &Ruleset, n: &BigUint, value: &BigUint) -> Value {
    json!({"game": rules.to_string(), "n": to_json(n), "value": to_json(value)})
}

/// Heaps up to this one are counted up to before a proof is looked for.
const COUNTED: u64 = 20_000;

/// The answer within a budget: by counting, or from a proved regularity.
pub fn answer(rules: &Ruleset, n: &BigUint, budget: &Budget) -> Result<Value, AnswerError> {
    let small = u64::try_from(n).ok();
    let count = |heap: u64| -> Result<Value, AnswerError> {
        let values = budget.values(rules, heap)?;
        Ok(json(rules, n, &values.last().copied().unwrap_or(0).into()))
    };
    if let Some(heap) = small.filter(|&heap| heap <= COUNTED) {
        return count(heap);
    }
    let solution = crate::solve::solve(rules, budget.heaps, budget)?;
    if let Some(value) = solution.value(n) {
        return Ok(json(rules, n, &value));
    }
    if let Some(heap) = small.filter(|&heap| heap <= budget.heaps) {
        return count(heap);
    }
    let known = match solution.status {
        Status::Observed => "the regularity seen is not proved",
        _ => "no regularity is proved",
    };
    Err(AnswerError::refused(format!("the heap is too large to count up to, and {known}"))
        .with_hint(format!("heaps up to {} can be counted up to here", budget.heaps)))
}
