//! Dyadic rationals m / 2^k of any size: the numbers that short games can be.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A dyadic rational `numerator / 2^exponent` in lowest terms.
///
/// Numerators that fit 64 bits with exponents up to 62 stay on the stack; anything
/// larger moves to a big integer without the caller noticing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

/// Invariant: lowest terms (odd numerator or exponent 0), and `Small` whenever the
/// value fits it, so that derived equality and hashing are equality of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Repr {
    Small { numerator: i64, exponent: u32 },
    Big { numerator: BigInt, exponent: u32 },
}

/// Largest exponent of the small representation: aligning two of them shifts an `i64`
/// by at most this much, which an `i128` holds (63 + 62 < 127 bits).
const SMALL_EXPONENT: u32 = 62;

impl Dyadic {
    /// The number 0.
    pub const ZERO: Self = Self(Repr::Small { numerator: 0, exponent: 0 });
    /// The number 1.
    pub const ONE: Self = Self(Repr::Small { numerator: 1, exponent: 0 });

    /// `numerator / 2^exponent`, reduced.
    pub fn new(numerator: impl Into<BigInt>, exponent: u32) -> Self {
        Self::from_big(numerator.into(), exponent)
    }

    fn from_big(mut numerator: BigInt, mut exponent: u32) -> Self {
        if numerator.is_zero() {
            return Self::ZERO;
        }
        let twos = numerator.trailing_zeros().unwrap_or(0).min(u64::from(exponent)) as u32;
        if twos > 0 {
            numerator >>= twos;
            exponent -= twos;
        }
        match numerator.to_i64() {
            Some(numerator) if exponent <= SMALL_EXPONENT => {
                Self(Repr::Small { numerator, exponent })
            }
            _ => Self(Repr::Big { numerator, exponent }),
        }
    }

    fn from_i128(numerator: i128, exponent: u32) -> Self {
        if numerator == 0 {
            return Self::ZERO;
        }
        let twos = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> twos, exponent - twos);
        match i64::try_from(numerator) {
            Ok(numerator) if exponent <= SMALL_EXPONENT => {
                Self(Repr::Small { numerator, exponent })
            }
            _ => Self(Repr::Big { numerator: numerator.into(), exponent }),
        }
    }

    /// The numerator in lowest terms.
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small { numerator, .. } => (*numerator).into(),
            Repr::Big { numerator, .. } => numerator.clone(),
        }
    }

    /// The k of the denominator 2^k in lowest terms.
    pub fn exponent(&self) -> u32 {
        match self.0 {
            Repr::Small { exponent, .. } | Repr::Big { exponent, .. } => exponent,
        }
    }

    /// Whether this is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// Compares with 0.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Repr::Small { numerator, .. } => numerator.cmp(&0),
            Repr::Big { numerator, .. } => numerator.cmp(&BigInt::zero()),
        }
    }

    /// Half of this number.
    #[must_use]
    pub fn half(&self) -> Self {
        Self::from_big(self.numerator(), self.exponent() + 1)
    }

    /// The distance 2^-k to the two neighbours from which the number was born.
    fn step(&self) -> Self {
        Self::new(1, self.exponent())
    }

    /// The left option of the canonical form: n-1 for a positive integer n, none for
    /// other integers, and x - 2^-k for a fraction with denominator 2^k.
    pub fn left_option(&self) -> Option<Self> {
        (!self.is_integer() || self.sign() == Ordering::Greater).then(|| self - &self.step())
    }

    /// The right option of the canonical form, as [`Dyadic::left_option`].
    pub fn right_option(&self) -> Option<Self> {
        (!self.is_integer() || self.sign() == Ordering::Less).then(|| self + &self.step())
    }

    /// The day on which this number is born: |n| for an integer, and for a fraction
    /// between n and n+1 (in absolute value) with denominator 2^k, n + 1 + k.
    pub fn birthday(&self) -> BigInt {
        let magnitude = self.numerator().abs();
        let whole = &magnitude >> self.exponent();
        if self.is_integer() {
            whole
        } else {
            whole + BigInt::one() + BigInt::from(self.exponent())
        }
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Self {
        Self(Repr::Small { numerator: n, exponent: 0 })
    }
}

impl From<BigInt> for Dyadic {
    fn from(n: BigInt) -> Self {
        Self::from_big(n, 0)
    }
}

impl<'a> Add<&'a Dyadic> for &'a Dyadic {
    type Output = Dyadic;
    fn add(self, other: &Dyadic) -> Dyadic {
        if let (
            Repr::Small { numerator: a, exponent: j },
            Repr::Small { numerator: b, exponent: k },
        ) = (&self.0, &other.0)
        {
            let e = *j.max(k);
            let sum = (i128::from(*a) << (e - j)) + (i128::from(*b) << (e - k));
            return Dyadic::from_i128(sum, e);
        }
        let e = self.exponent().max(other.exponent());
        let sum = (self.numerator() << (e - self.exponent()))
            + (other.numerator() << (e - other.exponent()));
        Dyadic::from_big(sum, e)
    }
}

impl Add for Dyadic {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        &self + &other
    }
}

impl<'a> Sub<&'a Dyadic> for &'a Dyadic {
    type Output = Dyadic;
    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Sub for Dyadic {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        &self - &other
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small { numerator, exponent } => {
                Dyadic::from_i128(-i128::from(*numerator), *exponent)
            }
            Repr::Big { numerator, exponent } => Dyadic::from_big(-numerator, *exponent),
        }
    }
}

impl Neg for Dyadic {
    type Output = Self;
    fn neg(self) -> Self {
        -&self
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (
            Repr::Small { numerator: a, exponent: j },
            Repr::Small { numerator: b, exponent: k },
        ) = (&self.0, &other.0)
        {
            let e = j.max(k);
            return (i128::from(*a) << (e - j)).cmp(&(i128::from(*b) << (e - k)));
        }
        (self - other).sign()
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small { numerator, exponent: 0 } => write!(f, "{numerator}"),
            Repr::Small { numerator, exponent } => write!(f, "{numerator}/{}", 1u64 << exponent),
            Repr::Big { numerator, exponent: 0 } => write!(f, "{numerator}"),
            Repr::Big { numerator, exponent } => {
                write!(f, "{numerator}/{}", BigInt::one() << *exponent)
            }
        }
    }
}

/// One end of an interval of numbers: the end itself and whether it belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Where the interval ends.
    pub at: Dyadic,
    /// Whether `at` itself is inside.
    pub inclusive: bool,
}

/// Simplicity Theorem (Conway; Austin 1976, Theorem 1.17), the choice of the number.
/// Among the numbers strictly between the left and the right bound (an inclusive bound
/// admits its own value) the simplest is the integer nearest to 0 if there is an integer,
/// and otherwise the fraction with the least denominator, which is then unique.
///
/// `None` for a bound means there is none. The answer is `None` when no number fits.
pub fn simplest_between(left: Option<&Bound>, right: Option<&Bound>) -> Option<Dyadic> {
    let above = |x: &Dyadic| left.is_none_or(|b| *x > b.at || (b.inclusive && *x == b.at));
    let below = |x: &Dyadic| right.is_none_or(|b| *x < b.at || (b.inclusive && *x == b.at));
    if above(&Dyadic::ZERO) && below(&Dyadic::ZERO) {
        return Some(Dyadic::ZERO);
    }
    if let (Some(l), Some(r)) = (left, right) {
        match l.at.cmp(&r.at) {
            Ordering::Greater => return None,
            Ordering::Equal => return (l.inclusive && r.inclusive).then(|| l.at.clone()),
            Ordering::Less => {}
        }
    }
    // 0 does not fit, so the interval lies on one side of it; by symmetry take the
    // positive side, where the least admissible multiple of 2^-k is the candidate.
    if above(&Dyadic::ZERO) {
        let mirror = |b: &Bound| Bound { at: -&b.at, inclusive: b.inclusive };
        let (l, r) = (left.map(mirror), right.map(mirror));
        return simplest_between(r.as_ref(), l.as_ref()).map(|x| -x);
    }
    let l = left?;
    let finest = l.at.exponent().max(right.map_or(0, |r| r.at.exponent())) + 1;
    // A multiple of 2^-k is one of 2^-(k+1) as well: the least k is found by halving.
    let fits = |k: u32| Some(least_multiple(l, k)).filter(|x| below(x));
    let (mut none, mut some) = (0, finest);
    let mut simplest = fits(finest)?;
    if let Some(integer) = fits(0) {
        return Some(integer);
    }
    while some - none > 1 {
        let k = u32::midpoint(none, some);
        match fits(k) {
            Some(x) => (some, simplest) = (k, x),
            None => none = k,
        }
    }
    Some(simplest)
}

/// The least multiple of 2^-k that is above the bound.
fn least_multiple(bound: &Bound, k: u32) -> Dyadic {
    let (numerator, exponent) = (bound.at.numerator(), bound.at.exponent());
    let floor = if k >= exponent {
        numerator << (k - exponent)
    } else {
        numerator >> (exponent - k) // rounds towards negative infinity
    };
    let exact = exponent <= k; // in lowest terms the numerator has no factor 2
    Dyadic::from_big(if exact && bound.inclusive { floor } else { floor + 1 }, k)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(n: i64, k: u32) -> Dyadic {
        Dyadic::new(n, k)
    }

    fn open(at: Dyadic) -> Bound {
        Bound { at, inclusive: false }
    }

    #[test]
    fn lowest_terms_and_display() {
        assert_eq!(d(4, 3), d(1, 1));
        assert_eq!(d(-6, 2).to_string(), "-3/2");
        assert_eq!(d(0, 9).to_string(), "0");
        assert_eq!(Dyadic::new(BigInt::one() << 200, 199).to_string(), "2");
        assert_eq!(d(1, 64).to_string(), "1/18446744073709551616");
        assert_eq!(d(i64::MAX, 0) + d(1, 0) - d(1, 0), d(i64::MAX, 0));
        assert_eq!(-d(i64::MIN, 0) + d(i64::MIN, 0), Dyadic::ZERO);
        assert_eq!(d(1, 62).half() + d(1, 63), d(1, 62));
    }

    #[test]
    fn simplest_numbers_of_the_source() {
        // Austin, after Theorem 1.17.
        assert_eq!(simplest_between(Some(&open(d(-47, 0))), Some(&open(d(12, 0)))), Some(d(0, 0)));
        assert_eq!(simplest_between(Some(&open(d(1, 3))), Some(&open(d(9, 4)))), Some(d(1, 1)));
        let one = Bound { at: d(1, 0), inclusive: true };
        assert_eq!(simplest_between(Some(&one), Some(&one)), Some(d(1, 0)));
        assert_eq!(simplest_between(Some(&open(d(1, 0))), Some(&one)), None);
        assert_eq!(simplest_between(Some(&open(d(1, 0))), Some(&open(d(0, 0)))), None);
        assert_eq!(simplest_between(None, None), Some(Dyadic::ZERO));
        assert_eq!(simplest_between(Some(&open(d(5, 1))), None), Some(d(3, 0)));
        assert_eq!(simplest_between(None, Some(&open(d(-5, 1)))), Some(d(-3, 0)));
        assert_eq!(simplest_between(Some(&open(d(0, 0))), Some(&open(d(1, 200)))), Some(d(1, 201)));
        // Between neighbours with denominators of 100,000 binary places.
        let at: BigInt = (BigInt::one() << 100_000) / 3;
        let neighbour = |n: BigInt| open(Dyadic::new(n, 100_000));
        let (low, high) = (neighbour(at.clone()), neighbour(at.clone() + 1));
        let between = Dyadic::new(at * 2 + 1, 100_001);
        assert_eq!(simplest_between(Some(&low), Some(&high)), Some(between));
    }

    /// Against the definition: the numbers day by day, the first that fits.
    #[test]
    fn the_first_number_born_in_the_interval() {
        let mut born: Vec<Dyadic> = (-17 * 16..=17 * 16).map(|n| d(n, 4)).collect();
        born.sort_by_key(Dyadic::birthday);
        for low in -24..24 {
            for high in -24..24 {
                for (i, j) in [(true, true), (true, false), (false, true), (false, false)] {
                    let (l, r) = (d(low, 3), d(high, 3));
                    let inside =
                        |x: &&Dyadic| (**x > l || (i && **x == l)) && (**x < r || (j && **x == r));
                    let left = Bound { at: l.clone(), inclusive: i };
                    let right = Bound { at: r.clone(), inclusive: j };
                    let first = born.iter().find(inside).cloned();
                    assert_eq!(simplest_between(Some(&left), Some(&right)), first, "{l} {r}");
                }
            }
        }
    }

    #[test]
    fn options_lead_back_by_simplicity() {
        for n in -40..=40 {
            for k in 0..4 {
                let x = d(n, k);
                let l = x.left_option().map(open);
                let r = x.right_option().map(open);
                assert_eq!(simplest_between(l.as_ref(), r.as_ref()), Some(x.clone()), "{x}");
                let born = |y: Option<Dyadic>| y.map_or(BigInt::from(-1), |y| y.birthday());
                let day = born(x.left_option()).max(born(x.right_option())) + 1;
                assert_eq!(x.birthday(), day, "{x}");
            }
        }
    }
}
