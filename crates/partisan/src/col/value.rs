//! The values of Col: a number, or a number and a star.

use super::Player;
use crate::dyadic::Dyadic;
use crate::error::Error;
use crate::game::Outcome;
use std::cmp::Ordering;
use std::fmt;

/// Numbers inside the Col solvers: multiples of 2^-64 in an `i128`.
///
/// A position of n nodes lasts at most n moves, so its number is born by day n: at most n
/// in size and with a denominator of at most 2^(n-1). Up to 64 nodes that always fits;
/// beyond, every operation that could leave the range is checked.
pub(crate) type Fixed = i128;

/// The number 1.
pub(crate) const ONE: Fixed = 1 << 64;

/// Largest size of a number: 2^40, so that sums of many cannot overflow silently.
const LARGEST: Fixed = ONE << 40;

/// x or x + * with x a number (Austin, Theorem 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColValue {
    number: Fixed,
    star: bool,
}

impl ColValue {
    /// The value 0.
    pub const ZERO: Self = Self { number: 0, star: false };

    pub(crate) fn new(number: Fixed, star: bool) -> Self {
        Self { number, star }
    }

    pub(crate) fn fixed(self) -> Fixed {
        self.number
    }

    /// The number x.
    pub fn number(self) -> Dyadic {
        Dyadic::new(self.number, 64)
    }

    /// Whether * is added to the number.
    pub fn has_star(self) -> bool {
        self.star
    }

    /// Who wins.
    pub fn outcome(self) -> Outcome {
        match (self.number.cmp(&0), self.star) {
            (Ordering::Greater, _) => Outcome::Left,
            (Ordering::Less, _) => Outcome::Right,
            (Ordering::Equal, true) => Outcome::Next,
            (Ordering::Equal, false) => Outcome::Previous,
        }
    }

    /// Whether the player wins this position when the other one is to move.
    pub fn wins_moving_second(self, player: Player) -> bool {
        match player {
            Player::Left => self.number > 0 || (self.number == 0 && !self.star),
            Player::Right => self.number < 0 || (self.number == 0 && !self.star),
        }
    }

    pub(crate) fn plus(self, other: Self) -> Result<Self, Error> {
        let number = self.number + other.number;
        if number.abs() > LARGEST {
            return Err(Error::too_large("a Col value beyond 2^40"));
        }
        Ok(Self { number, star: self.star ^ other.star })
    }

    /// The value of the board with the colours exchanged.
    #[must_use]
    pub fn negative(self) -> Self {
        Self { number: -self.number, star: self.star }
    }
}

impl fmt::Display for ColValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.number, self.star) {
            (0, true) => f.write_str("*"),
            (_, true) => write!(f, "{}*", self.number()),
            (_, false) => write!(f, "{}", self.number()),
        }
    }
}

/// The left option of the canonical form of a number.
pub(crate) fn left_option(q: Fixed) -> Option<Fixed> {
    if q & (ONE - 1) != 0 { Some(q - (1 << q.trailing_zeros())) } else { (q > 0).then(|| q - ONE) }
}

/// The right option of the canonical form of a number.
pub(crate) fn right_option(q: Fixed) -> Option<Fixed> {
    left_option(-q).map(|x| -x)
}

/// The simplest number of an interval whose ends belong to it or not; `None` if it holds
/// no number with at most 63 binary places (see [`Fixed`]).
pub(crate) fn simplest(
    low: Fixed,
    low_included: bool,
    high: Fixed,
    high_included: bool,
) -> Option<Fixed> {
    let inside = |x: Fixed| {
        (x > low || (low_included && x == low)) && (x < high || (high_included && x == high))
    };
    if inside(0) {
        return Some(0);
    }
    if low < 0 {
        // 0 is not inside, so the interval lies below it (or is empty): mirror it.
        return simplest(-high, high_included, -low, low_included).map(|x| -x);
    }
    for k in 0..64 {
        let step = ONE >> k;
        let mut x = (low + step - 1).div_euclid(step) * step;
        if x == low && !low_included {
            x += step;
        }
        if inside(x) {
            return Some(x);
        }
    }
    None
}

/// The value {L | R} of a position whose options have these Col values: Simplicity
/// Theorem (Austin 1.17) where a number fits, else the common number and a star, which by
/// Theorem 2.3 is all that can happen.
///
/// Checked: that one of the two cases applies. Anything else would contradict 2.3 and is
/// reported as too large only if the number needs more than 63 binary places.
pub(crate) fn from_options(
    left: impl Iterator<Item = ColValue>,
    right: impl Iterator<Item = ColValue>,
) -> Result<ColValue, Error> {
    // A left option a admits numbers above a, a left option a + * also a itself.
    let mut low: Option<(Fixed, bool)> = None;
    for v in left {
        match &mut low {
            Some((at, included)) if *at == v.number => *included &= v.star,
            Some((at, _)) if *at > v.number => {}
            _ => low = Some((v.number, v.star)),
        }
    }
    let mut high: Option<(Fixed, bool)> = None;
    for v in right {
        match &mut high {
            Some((at, included)) if *at == v.number => *included &= v.star,
            Some((at, _)) if *at < v.number => {}
            _ => high = Some((v.number, v.star)),
        }
    }
    if let (Some((l, false)), Some((r, false))) = (low, high)
        && l == r
    {
        return Ok(ColValue::new(l, true));
    }
    let (l, l_in) = low.unwrap_or((-LARGEST, false));
    let (r, r_in) = high.unwrap_or((LARGEST, false));
    simplest(l, l_in, r, r_in)
        .map(|x| ColValue::new(x, false))
        .ok_or_else(|| Error::too_large("a Col value with more than 63 binary places"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dyadic::{Bound, simplest_between};

    #[test]
    fn simplest_agrees_with_the_exact_one() {
        let unit = ONE / 8;
        for low in -30..30 {
            for high in -30..30 {
                for (i, j) in [(true, true), (true, false), (false, true), (false, false)] {
                    let bound = |n: i128, inclusive| Bound { at: Dyadic::new(n, 3), inclusive };
                    let exact = simplest_between(Some(&bound(low, i)), Some(&bound(high, j)));
                    let fixed = simplest(low * unit, i, high * unit, j);
                    assert_eq!(fixed.map(|x| Dyadic::new(x, 64)), exact, "{low} {i} {high} {j}");
                }
            }
        }
    }

    #[test]
    fn options_of_numbers() {
        for n in -40i128..40 {
            let q = n * (ONE / 8);
            let x = Dyadic::new(q, 64);
            assert_eq!(left_option(q).map(|y| Dyadic::new(y, 64)), x.left_option());
            assert_eq!(right_option(q).map(|y| Dyadic::new(y, 64)), x.right_option());
        }
    }
}
