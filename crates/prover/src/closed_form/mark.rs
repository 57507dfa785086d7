//! Mark, UpMark and their relatives (Fraenkel, Aperiodic Subtraction Games, 2011).

use super::{ClosedForm, Known};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};
use sprague_games::{Family, Rounding, Ruleset};

/// Whether n > 0 ends in an odd number of zeros in base t ("dopey" for t = 2).
pub fn is_dopey(n: &BigUint, t: u64) -> bool {
    if n.is_zero() {
        return false;
    }
    let t = BigUint::from(t);
    let mut zeros = 0u32;
    let mut rest = n.clone();
    loop {
        let (quotient, remainder) = rest.div_rem(&t);
        if !remainder.is_zero() {
            return zeros % 2 == 1;
        }
        zeros += 1;
        rest = quotient;
    }
}

/// Whether n has an even number of ones in binary.
pub fn is_evil(n: &BigUint) -> bool {
    n.iter_u64_digits().map(u64::count_ones).sum::<u32>() % 2 == 0
}

/// Theorem 6 (Fraenkel 2011). In Mark under misere play the P-positions are the dopey numbers,
/// except that among the powers of two it is 1, 4, 16, ....
pub fn mimark_is_p(n: &BigUint) -> bool {
    let zeros = n.trailing_zeros().unwrap_or(0);
    let power_of_two = !n.is_zero() && (n >> zeros).is_one();
    zeros.is_multiple_of(2) == power_of_two
}

/// Theorem 4 (Fraenkel 2011). In Mark, G(n) is 0 for n = 0 and for the dopey numbers (an odd
/// number of trailing zeros in binary), 1 for the other odious numbers, 2 for the other evil ones.
///
/// For Mark-t with t > 2 the P-positions are 0 and the numbers with an odd number of trailing
/// zeros in base t.
///
/// UpMark-t is Mark-t one token larger: n-1 moves as n does, for ceil(n/t) - 1 = floor((n-1)/t).
struct Mark {
    t: u64,
    rounding: Rounding,
}

pub(super) fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    match rules.family() {
        Family::Mark { t, rounding } => Some(Box::new(Mark { t: *t, rounding: *rounding })),
        _ => None,
    }
}

impl ClosedForm for Mark {
    fn theorem(&self) -> &'static str {
        match (self.t, self.rounding) {
            (2, Rounding::Down) => "Fraenkel 2011, Theorem 4",
            (2, Rounding::Up) => "Fraenkel 2011, Theorem 4, one token larger",
            (_, Rounding::Down) => "Fraenkel 2011, P-positions of Mark-t",
            (_, Rounding::Up) => "Fraenkel 2011, P-positions of Mark-t, one token larger",
        }
    }

    fn at(&self, n: &BigUint) -> Known {
        let n = match self.rounding {
            Rounding::Down => n.clone(),
            Rounding::Up if n.is_zero() => n.clone(),
            Rounding::Up => n - 1u32,
        };
        if n.is_zero() || is_dopey(&n, self.t) {
            return Known::Value(BigUint::zero());
        }
        if self.t > 2 {
            return Known::Positive;
        }
        Known::Value(if is_evil(&n) { 2u32.into() } else { 1u32.into() })
    }
}
