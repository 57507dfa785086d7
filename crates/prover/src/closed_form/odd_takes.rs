//! Games all of whose moves take an odd number.

use super::{BigRegularity, ClosedForm};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_games::Ruleset;
use sprague_games::moves::Moves;

/// **Theorem.** Where every move takes an odd number from the heap, however it splits the rest, and
/// every odd heap has a move, G(n) = n mod 2.
///
/// *Proof.* By induction a sum of heaps of total m has the nim-sum m mod 2: as many of its heaps
/// are odd. The options of an even heap have an odd total and the value 1, so the mex is 0; those of
/// an odd heap have the value 0, and there is one, so the mex is 1. ∎
///
/// Every odd heap has a move where 1 may be taken leaving nothing and leaving one heap.
#[derive(Clone, Copy, Debug)]
struct OddTakes;

pub(super) fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    let form = rules.form();
    if !form.options().is_empty() {
        return None;
    }
    let odd = |m: &Moves| {
        let one = m.takes.single().is_some();
        m.takes.first() > 0 && m.takes.first() % 2 == 1 && (one || m.takes.step().is_multiple_of(2))
    };
    let leaves = |heaps: u32| {
        form.moves().iter().any(|m| {
            m.takes.first() == 1
                && m.smallest <= 1
                && m.heaps.least() <= heaps
                && m.heaps.most().is_none_or(|most| heaps <= most)
        })
    };
    (form.moves().iter().all(odd) && leaves(0) && leaves(1))
        .then(|| Box::new(OddTakes) as Box<dyn ClosedForm>)
}

impl ClosedForm for OddTakes {
    fn theorem(&self) -> &'static str {
        "every move takes an odd number (docs/theorems.md)"
    }

    fn at(&self, n: &BigUint) -> BigUint {
        (n % 2u32).to_u32().unwrap_or(0).into()
    }

    fn regularity(&self) -> Option<BigRegularity> {
        Some(BigRegularity::periodic(0u32, 2u32))
    }
}

#[cfg(test)]
mod tests {
    use super::find;
    use sprague_games::Ruleset;

    /// Every code of one to three digits of which the hypotheses hold, against the engine; and that
    /// each hypothesis matters.
    #[test]
    fn odd_takes_are_parity() {
        let mut covered = 0;
        for code in 0..0o1000u32 {
            let text = format!("0.{code:03o}");
            let rules: Ruleset = text.parse().unwrap();
            let values =
                sprague_engine::values(&rules, 200, &sprague_engine::Budget::unlimited()).unwrap();
            let parity = values.iter().zip(0..).all(|(&value, n)| value == n % 2);
            if find(&rules).is_some() {
                assert!(parity, "{text}");
                covered += 1;
            }
        }
        // The first and the third digit are free but for 3 in the first: 3, 7 times 0 to 7.
        assert_eq!(covered, 2 * 8);
        for text in ["0.*=", "0.*", "S(1,3,5)", "0.3?07!", "0.[30]", "0.7070707"] {
            assert!(find(&text.parse().unwrap()).is_some(), "{text}");
        }
        for text in ["0.2", "0.1", "0.31", "0.0*=", "4.3", "S(1,2)", "S(3,5)", "0.[3]", "AllBut()"]
        {
            assert!(find(&text.parse().unwrap()).is_none(), "{text}");
        }
    }
}
