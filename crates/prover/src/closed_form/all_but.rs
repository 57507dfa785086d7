//! All-but games with at most two exceptions that matter.

use super::tiling::{Family, tiling};
use super::{BigRegularity, ClosedForm};
use crate::adjoin::reduced_all_but;
use num_bigint::BigUint;
use num_integer::Integer;
use sprague_budget::Budget;
use sprague_certificate::Tiling;
use sprague_games::Ruleset;

/// Theorem 7.46 of Lessons in Play: an exception greater than twice all others changes nothing, so
/// such exceptions are dropped, the greatest first. What is left is
/// - nothing: Nim, G(n) = n;
/// - q, or q and r != 2q: G(n) = q (n div 2q) + n mod q (Lessons in Play, problems 12 and 14);
/// - q and 2q: G(n) = q (n div 3q) + n mod q.
///
/// Proof of the second: every value is that of two heaps, m and m + q, none of which is an
/// option of the other. A heap n > m that is neither of them has one of them as an option: n - m is
/// not q, and if it is r, then n > m + q and n - (m + q) = r - q is neither q nor r. So n has every
/// smaller value among those of its options. In the third case every value is that of m, m + q and
/// m + 2q, and any other n > m has m itself as an option.
enum AllBut {
    Nim,
    /// `turns` heaps q apart have the same value.
    Blocks {
        q: u64,
        turns: u64,
        /// All that may not be taken.
        exceptions: Vec<u64>,
    },
}

pub(super) fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    let reduced = reduced_all_but(rules);
    let set = reduced.as_ref().unwrap_or(rules).all_but()?;
    let exceptions = rules.all_but()?.members().to_vec();
    let form = match *set.members() {
        [] => AllBut::Nim,
        [q] => AllBut::Blocks { q, turns: 2, exceptions },
        [q, r] => {
            let turns = if r.is_multiple_of(2) && r / 2 == q { 3 } else { 2 };
            AllBut::Blocks { q, turns, exceptions }
        }
        _ => return None,
    };
    Some(Box::new(form))
}

impl ClosedForm for AllBut {
    fn theorem(&self) -> &'static str {
        match self {
            Self::Nim => "Bouton 1901, Nim",
            Self::Blocks { .. } => "Lessons in Play, section 7.5, at most two exceptions",
        }
    }

    fn at(&self, n: &BigUint) -> BigUint {
        match self {
            Self::Nim => n.clone(),
            Self::Blocks { q, turns, .. } => {
                let q = BigUint::from(*q);
                let (blocks, rest) = n.div_rem(&(&q * *turns));
                blocks * &q + rest % q
            }
        }
    }

    fn heaps_with_value(&self, value: &BigUint) -> Option<Vec<BigUint>> {
        Some(match self {
            Self::Nim => vec![value.clone()],
            Self::Blocks { q, turns, .. } => {
                let q = BigUint::from(*q);
                let (blocks, rest) = value.div_rem(&q);
                (0..*turns).map(|i| (&blocks * *turns + i) * &q + &rest).collect()
            }
        })
    }

    fn tiling(&self, budget: &Budget) -> Option<Tiling> {
        match self {
            Self::Nim => None,
            Self::Blocks { q, turns, exceptions } => {
                tiling(Family::AllBut { q: *q, turns: *turns }, exceptions, 1, budget)
            }
        }
    }

    fn regularity(&self) -> Option<BigRegularity> {
        let (period, saltus) = match self {
            Self::Nim => (1u32.into(), 1u32.into()),
            Self::Blocks { q, turns, .. } => (BigUint::from(*q) * *turns, (*q).into()),
        };
        Some(BigRegularity { preperiod: 0u32.into(), period, saltus })
    }
}
