//! `value`: the nim-value of one heap of any size.

use crate::number::Number;
use crate::{AnswerError, Budget};
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::Serialize;
use sprague::rules::Ruleset;
use sprague::{EngineChoice, ErrorKind, Game};
use sprague_atlas::record::Record;

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
    let game = Game::from(rules.clone());
    match reasoned(&game, n, budget) {
        Ok((value, reason)) => Ok(ValueAnswer::new(rules, n, value, &reason)),
        Err(error) if error.kind() == ErrorKind::OutOfReach => Err(unknown(&game, n, budget)),
        Err(error) => Err(error.into()),
    }
}

/// The value and why: by the atlas where it has a proof that takes long to find again, else by
/// counting, by a formula or by a proof, and by the atlas where none of these gives it.
pub fn reasoned(
    game: &Game,
    n: &BigUint,
    budget: &Budget,
) -> Result<(BigUint, String), sprague::Error> {
    if *n > Game::COUNTED.into()
        && Record::of(game.rules()).is_long()
        && let Some(found) = by_record(game, n, budget)?
    {
        return Ok(found);
    }
    match game.reasoned_value_within(n, budget) {
        Ok((value, reason)) => Ok((value.as_big().clone(), reason.to_owned())),
        Err(error) if error.kind() == ErrorKind::OutOfReach => {
            by_record(game, n, budget)?.ok_or(error)
        }
        Err(error) => Err(error),
    }
}

/// The value by a regularity that is proved in the atlas, and why: the heap n >= l is l + pq + r
/// with r < p, so G(n) = G(l+r) + sq, and l+r is counted up to. `None` where the atlas has no such
/// proof, or the heap l+r is beyond the budget.
pub fn by_record(
    game: &Game,
    n: &BigUint,
    budget: &Budget,
) -> Result<Option<(BigUint, String)>, sprague::Error> {
    let Some(Reduced { near, growth, theorem }) = reduced(game, n) else { return Ok(None) };
    let Some(near) = u64::try_from(&near).ok().filter(|&near| near < budget.most_values()) else {
        return Ok(None);
    };
    let value = game.stream_by(EngineChoice::Best, near..=near, budget)?.next().transpose()?;
    Ok(value
        .map(|value| (BigUint::from(value) + growth, format!("{theorem}, proved in the atlas"))))
}

/// A heap whose value is that of a smaller one and a growth, by a theorem.
struct Reduced {
    near: BigUint,
    growth: BigUint,
    theorem: String,
}

/// The heap within the first period that gives the value of n by what is proved in the atlas.
fn reduced(game: &Game, n: &BigUint) -> Option<Reduced> {
    let record = Record::of(game.rules());
    let row = record.checked().filter(|row| row.kind.ends_with("periodic"))?;
    let (preperiod, period, saltus) = (row.preperiod?, row.period?, row.saltus?);
    let theorem = row.theorem.clone()?;
    let far = n.clone().max(preperiod.into()) - preperiod;
    let (periods, rest) = (&far / period, &far % period);
    let near = if *n < preperiod.into() { n.clone() } else { rest + preperiod };
    Some(Reduced { near, growth: periods * saltus, theorem })
}

fn unknown(game: &Game, n: &BigUint, budget: &Budget) -> AnswerError {
    let why = match reduced(game, n) {
        Some(Reduced { near, .. }) if near < *n => format!(
            "the proof in the atlas leads from this heap to heap {near}, which is too large to count up to here"
        ),
        Some(_) => {
            "the heap is too large to count up to here, and lies in the first period of the \
                    proof in the atlas"
                .to_owned()
        }
        None => {
            "the heap is too large to count up to, and no formula and no proved regularity gives \
                 its value"
                .to_owned()
        }
    };
    AnswerError::refused(why).with_hint(format!(
        "heaps up to {} can be counted up to here",
        budget.most_values().saturating_sub(1)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Far heaps by what the atlas has proved, against the proof of the search: periodic and
    /// arithmetic-periodic, below and above the preperiod, representatives and relatives.
    #[test]
    fn far_heaps_by_the_atlas() {
        let budget = Budget::unlimited();
        for game in ["0.77", "0.07", "0.3", "0.137", "0.156", "0.34", "0.8", "0.82", "0.A2"] {
            let game: Game = game.parse().unwrap();
            let solution = game.solve_within(&budget).unwrap();
            for n in [0u64, 3, 60, 71, 72, 3478, 3479, 3480, 50_001, 1 << 60] {
                let Some((value, reason)) = by_record(&game, &n.into(), &budget).unwrap() else {
                    assert!(["0.8", "0.82", "0.A2"].contains(&&*game.to_string()), "{game}");
                    continue;
                };
                assert_eq!(value, solution.value(n).unwrap().into(), "{game} {n}");
                assert!(reason.ends_with(", proved in the atlas"), "{reason}");
            }
        }
        let open: Game = "0.6".parse().unwrap();
        assert_eq!(by_record(&open, &BigUint::from(9u32).pow(99), &budget).unwrap(), None);
    }
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
        let refused = |game: &str, n: u64| {
            let refused = answer(&game.parse().unwrap(), &n.into(), &budget).unwrap_err();
            refused.to_string()
        };
        assert!(answer(&"0.6".parse().unwrap(), &beyond, &budget).is_err());
        assert!(refused("0.6", TO + 1).contains("no proved regularity gives its value"));
        // A proof whose first period is beyond what is counted is said: 0.454 has period 60620715
        // from 160949019 on.
        let (far, near) =
            (10_000_000_000, 160_949_019 + (10_000_000_000 - 160_949_019) % 60_620_715);
        assert!(refused("0.454", far).contains(&format!("to heap {near}, which")));
        assert!(refused("0.454", near).contains("lies in the first period"));
    }
}
