//! Formulas that give the nim-value of a heap of any size without computing the sequence.
//!
//! Each module states its theorem and where it comes from. A closed form is found from the
//! rules alone ([`find`]), so it answers for parameters whose sequences nobody could
//! compute, such as S(10^9, 10^9+7).

mod mark;
mod octal_families;
mod ruler;
mod runs;
mod subtraction;

pub use mark::{is_dopey, is_evil, mimark_is_p};

use num_bigint::BigUint;
use num_traits::Zero;
use sprague_games::Ruleset;

/// What a formula says about a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// The nim-value.
    Value(BigUint),
    /// Not zero: the player to move wins; the value itself is not given.
    Positive,
}

impl Known {
    /// The nim-value, where it is known.
    pub fn value(self) -> Option<BigUint> {
        match self {
            Self::Value(value) => Some(value),
            Self::Positive => None,
        }
    }

    /// Whether the player to move loses.
    pub fn is_p_position(&self) -> bool {
        matches!(self, Self::Value(value) if value.is_zero())
    }
}

/// A formula for the nim-values of a game.
pub trait ClosedForm {
    /// The theorem, with its source.
    fn theorem(&self) -> &'static str;

    /// What is known of a heap of `n`.
    fn at(&self, n: &BigUint) -> Known;

    /// The least preperiod and period, where the formula is periodic and gives them.
    fn regularity(&self) -> Option<(BigUint, BigUint)> {
        None
    }
}

/// The closed form of a game, if one of the theorems here covers it.
pub fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    if rules.has_pass() {
        return None;
    }
    mark::find(rules)
        .or_else(|| subtraction::find(rules))
        .or_else(|| octal_families::find(rules))
        .or_else(|| ruler::find(rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the closed form of `game` with the definition.
    fn compare(game: &str, to: u64) {
        let rules: Ruleset = game.parse().unwrap();
        let form = find(&rules).unwrap_or_else(|| panic!("{game} has no closed form"));
        let values =
            sprague_engine::values(&rules, to, &sprague_engine::Options::default()).unwrap();
        for (n, &value) in values.iter().enumerate() {
            match form.at(&n.into()) {
                Known::Value(found) => assert_eq!(found, value.into(), "{game} at {n}"),
                Known::Positive => assert_ne!(value, 0, "{game} at {n}"),
            }
        }
        if let Some((preperiod, period)) = form.regularity() {
            let (l, p) = (u64::try_from(preperiod).unwrap(), u64::try_from(period).unwrap());
            if l + 3 * p < to {
                let lags = crate::find::Lags::new(&values);
                let found = lags.observed().unwrap();
                assert_eq!((found.preperiod, found.period), (l, p), "{game}");
            }
        }
    }

    #[test]
    fn mark_and_its_relatives() {
        for game in ["Mark", "Mark(3)", "Mark(4)", "Mark(7)", "UpMark", "UpMark(3)", "UpMark(5)"] {
            compare(game, 3000);
        }
    }

    #[test]
    fn subtraction_games() {
        for a in 1..=9u64 {
            compare(&format!("S({a})"), 200);
            for b in a + 1..=30 {
                compare(&format!("S({a},{b})"), 40 * (a + b));
                compare(&format!("S({a},{b},{})", 2 * b - a), 20 * (a + b));
                let rules: Ruleset = format!("S({a},{b},{})", a + b).parse().unwrap();
                if find(&rules).is_some() {
                    compare(&rules.to_string(), 20 * (a + b));
                }
            }
        }
    }

    #[test]
    fn families_of_octal_games() {
        for s in 0..=7usize {
            let ones = "1".repeat(s);
            for (tail, least) in [
                ("4", 3),
                ("5", 1),
                ("44", 1),
                ("45", 1),
                ("53", 0),
                ("54", 0),
                ("47", 1),
                ("57", 0),
            ] {
                let game = format!("0.{ones}{tail}");
                if s >= least {
                    compare(&game, 400);
                }
            }
        }
        for other in ["0.14", "0.114", "0.44", "0.45", "0.47", "0.1141"] {
            assert!(find(&other.parse().unwrap()).is_none(), "{other}");
        }
    }

    #[test]
    fn ruler_family() {
        for game in ["0.2048", "0.200048", "0.20000048"] {
            compare(game, 1500);
        }
        assert!(find(&"0.20048".parse().unwrap()).is_none());
    }

    #[test]
    fn huge_heaps() {
        let n: BigUint = "1".repeat(10_000).parse().unwrap();
        for game in [
            "Mark",
            "S(1000000007,1000000009)",
            "0.2048",
            "0.157",
            "S(999999937,10000000019,19000000101)",
        ] {
            let form = find(&game.parse().unwrap()).unwrap();
            assert!(matches!(form.at(&n), Known::Value(_)), "{game}");
        }
    }
}
