//! `value`: the nim-value of one heap of any size.

use crate::number::Number;
use crate::{AnswerError, Budget};
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::Serialize;
use sprague::rules::Ruleset;
use sprague::{ErrorKind, Game};

/// The nim-value of one heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValueAnswer {
    /// The rules in canonical form.
    pub game: String,
    /// The heap.
    pub n: Number,
    /// Its nim-value.
    pub value: Number,
    /// Counted, or the theorem that gives it.
    pub reason: String,
}

impl ValueAnswer {
    /// The value of a heap of n, and why.
    pub fn new(rules: &Ruleset, n: &BigUint, value: impl Into<Number>, reason: &str) -> Self {
        let (game, n) = (rules.to_string(), n.into());
        Self { game, n, value: value.into(), reason: reason.to_owned() }
    }
}

/// The answer within a budget: by counting, by a formula, or from a proved regularity.
pub fn answer(rules: &Ruleset, n: &BigUint, budget: &Budget) -> Result<ValueAnswer, AnswerError> {
    let known = match Game::from(rules.clone()).known_within(n, budget) {
        Err(error) if error.kind() == ErrorKind::OutOfReach => return Err(unknown(budget)),
        known => known?,
    };
    let value = known.value(n).ok_or_else(|| unknown(budget))?;
    Ok(ValueAnswer::new(rules, n, value.as_big(), known.reason()))
}

fn unknown(budget: &Budget) -> AnswerError {
    AnswerError::refused(
        "the heap is too large to count up to, and no formula and no proved regularity gives its value",
    )
    .with_hint(format!(
        "heaps up to {} can be counted up to here",
        budget.most_values().saturating_sub(1)
    ))
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
        const COUNTED: u64 = Game::COUNTED;
        const TO: u64 = COUNTED + 10;
        let budget =
            Budget::new().values(TO + 1).bytes(1 << 28).time(Duration::from_secs(60)).started();
        let mut reasons = BTreeSet::new();
        for game in
            ["Kayles", "0.156", "S(2,5,8)", "S(7)", "S(3,8)", "AllBut(1,2,8)", "UpMark(3)", "0.6"]
        {
            let rules: Ruleset = game.parse().unwrap();
            let options = sprague::Budget::unlimited();
            let values: Vec<u32> =
                Game::from(rules.clone()).values_within(0..=TO, &options).unwrap().into();
            for n in [COUNTED, COUNTED + 1, TO] {
                let found = answer(&rules, &n.into(), &budget).unwrap();
                assert_eq!(found.value, u64::from(values[n as usize]).into(), "{game} {n}");
                reasons.insert(found.reason);
            }
        }
        assert!(reasons.len() >= 6, "{reasons:?}");
        let beyond = BigUint::from(TO + 1);
        assert!(answer(&"0.6".parse().unwrap(), &beyond, &budget).is_err());
    }
}
