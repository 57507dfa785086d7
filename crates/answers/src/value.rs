//! `value`: the nim-value of one heap of any size.

use crate::number::to_json;
use crate::{AnswerError, Budget};
use num_bigint::BigUint;
use serde_json::{Value, json};
use sprague_games::Ruleset;
use sprague_prover::{Solution, Status, closed_form};

/// `{"game","n","value","reason"}`
pub fn json(rules: &Ruleset, n: &BigUint, value: &BigUint, reason: &str) -> Value {
    json!({"game": rules.to_string(), "n": to_json(n), "value": to_json(value), "reason": reason})
}

/// Heaps up to this one are counted up to before a formula or a proof is looked for.
pub const COUNTED: u64 = 20_000;

/// Why `solution` gives a value: the theorem, or that it was counted.
pub fn reason(solution: &Solution) -> &str {
    match (solution.status, solution.theorem()) {
        (Status::Proved, Some(theorem)) => theorem,
        _ => "counted",
    }
}

/// The answer within a budget: by counting, by a formula, or from a proved regularity.
pub fn answer(rules: &Ruleset, n: &BigUint, budget: &Budget) -> Result<Value, AnswerError> {
    let small = u64::try_from(n).ok();
    let count = |heap: u64| -> Result<Value, AnswerError> {
        let values = budget.values(rules, heap)?;
        Ok(json(rules, n, &values.last().copied().unwrap_or(0).into(), "counted"))
    };
    if let Some(heap) = small.filter(|&heap| heap <= COUNTED) {
        return count(heap);
    }
    if let Some(form) = closed_form::find(rules) {
        return Ok(json(rules, n, &form.at(n), form.theorem()));
    }
    let solution = crate::solve::solve(rules, budget.heaps, budget)?;
    if let Some(value) = solution.value(n) {
        return Ok(json(rules, n, &value, reason(&solution)));
    }
    if let Some(heap) = small.filter(|&heap| heap <= budget.heaps) {
        return count(heap);
    }
    Err(AnswerError::refused(
        "the heap is too large to count up to, and no formula and no proved regularity gives its value",
    )
    .with_hint(format!("heaps up to {} can be counted up to here", budget.heaps)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::time::Duration;

    /// Heaps that a formula or a proved regularity answers, and heaps that are counted, against
    /// plain computation.
    #[test]
    fn beyond_what_is_counted() {
        const TO: u64 = COUNTED + 10;
        let budget = Budget::new(TO, 1 << 28, Duration::from_secs(60));
        let mut reasons = BTreeSet::new();
        for game in
            ["Kayles", "0.156", "S(2,5,8)", "S(7)", "S(3,8)", "AllBut(1,2,8)", "UpMark(3)", "0.6"]
        {
            let rules: Ruleset = game.parse().unwrap();
            let options = sprague_engine::Options::default();
            let values = sprague_engine::values(&rules, TO, &options).unwrap();
            for n in [COUNTED, COUNTED + 1, TO] {
                let found = answer(&rules, &n.into(), &budget).unwrap();
                assert_eq!(found["value"], values[n as usize], "{game} {n}");
                reasons.insert(found["reason"].as_str().unwrap_or_default().to_owned());
            }
        }
        assert!(reasons.len() >= 6, "{reasons:?}");
        let beyond = BigUint::from(TO + 1);
        assert!(answer(&"0.6".parse().unwrap(), &beyond, &budget).is_err());
    }
}
