//! Quasi-polynomials: a polynomial of k for each residue of k.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::fmt;

/// Residues are taken modulo at most this.
const LARGEST_MODULUS: u64 = 12;
/// Polynomials have at most this degree.
const LARGEST_DEGREE: usize = 2;
/// Points of a residue class beyond those that determine its polynomial.
const WITNESSES: usize = 1;

/// A quasi-polynomial of k with values in the integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// By the residue of k modulo their number.
    polynomials: Vec<Polynomial>,
}

/// (c0 + c1 k + c2 k²) / d, in lowest terms, d > 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Polynomial {
    numerator: Vec<BigInt>,
    denominator: BigInt,
}

/// What fits a list of points (k, value).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The law.
    pub law: Law,
    /// It holds from this k on...
    pub from: u64,
    /// ...to this one: the last, or the last before it fails.
    pub to: u64,
    /// Where it fails first.
    pub refuted: Option<Refuted>,
}

/// A counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The parameter.
    pub k: u64,
    /// What the law says, where that is a whole number.
    pub expected: Option<BigInt>,
    /// What is.
    pub found: BigInt,
}

impl Polynomial {
    fn reduced(numerator: &[BigInt], denominator: BigInt) -> Self {
        let common = numerator.iter().fold(denominator.clone(), |gcd, c| gcd.gcd(c));
        let common = if denominator.is_negative() { -common } else { common };
        let mut numerator: Vec<BigInt> = numerator.iter().map(|c| c / &common).collect();
        while numerator.len() > 1 && numerator.last().is_some_and(Zero::is_zero) {
            numerator.pop();
        }
        Self { numerator, denominator: denominator / common }
    }

    /// The one of least degree through these points (Lagrange): one more than its degree.
    fn through(points: &[(u64, BigInt)]) -> Self {
        let mut sum = Self { numerator: vec![BigInt::zero()], denominator: BigInt::one() };
        for (i, (k, value)) in points.iter().enumerate() {
            let (mut top, mut bottom) = (vec![value.clone()], BigInt::one());
            for (j, (other, _)) in points.iter().enumerate() {
                if i != j {
                    // times (k - other)
                    let mut next = vec![BigInt::zero(); top.len() + 1];
                    for (e, c) in top.iter().enumerate() {
                        next[e + 1] += c;
                        next[e] -= c * BigInt::from(*other);
                    }
                    (top, bottom) = (next, bottom * (BigInt::from(*k) - BigInt::from(*other)));
                }
            }
            let length = top.len().max(sum.numerator.len());
            let at = |list: &[BigInt], e: usize| list.get(e).cloned().unwrap_or_default();
            let added: Vec<BigInt> = (0..length)
                .map(|e| at(&sum.numerator, e) * &bottom + at(&top, e) * &sum.denominator)
                .collect();
            sum = Self::reduced(&added, &sum.denominator * &bottom);
        }
        sum
    }

    /// The value at k, where it is a whole number.
    fn at(&self, k: u64) -> Option<BigInt> {
        let sum = self.numerator.iter().rev().fold(BigInt::zero(), |sum, c| sum * k + c);
        let (value, rest) = sum.div_rem(&self.denominator);
        rest.is_zero().then_some(value)
    }
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (e, c) in self.numerator.iter().enumerate().rev() {
            if c.is_zero() && (e > 0 || !text.is_empty()) {
                continue;
            }
            let sign = match (c.is_negative(), text.is_empty()) {
                (true, _) => "-",
                (false, true) => "",
                (false, false) => "+",
            };
            let size = c.abs();
            let size = if size.is_one() && e > 0 { String::new() } else { size.to_string() };
            let power = ["", "k", "k^2"].get(e).copied().unwrap_or("?");
            text.push_str(&format!("{sign}{size}{power}"));
        }
        if self.denominator.is_one() {
            f.write_str(&text)
        } else {
            write!(f, "({text})/{}", self.denominator)
        }
    }
}

impl Law {
    /// The number of residue classes.
    pub fn modulus(&self) -> u64 {
        self.polynomials.len() as u64
    }

    /// The value at k, where it is a whole number.
    pub fn at(&self, k: u64) -> Option<BigInt> {
        self.polynomials[(k % self.modulus()) as usize].at(k)
    }

    /// The formulas with the residues of k they are for, all residues where there is one formula.
    pub fn formulas(&self) -> Vec<(String, Vec<u64>)> {
        let mut list: Vec<(String, Vec<u64>)> = Vec::new();
        for (residue, polynomial) in (0..).zip(&self.polynomials) {
            let text = polynomial.to_string();
            match list.iter_mut().find(|(known, _)| *known == text) {
                Some((_, residues)) => residues.push(residue),
                None => list.push((text, vec![residue])),
            }
        }
        list
    }

    /// The law through the first points, with this modulus and degree, if every residue class has
    /// enough of them and they agree.
    fn through(points: &[(u64, BigInt)], modulus: u64, degree: usize) -> Option<Self> {
        let polynomials = (0..modulus)
            .map(|residue| {
                let class: Vec<(u64, BigInt)> =
                    points.iter().filter(|(k, _)| k % modulus == residue).cloned().collect();
                if class.len() < degree + 1 + WITNESSES {
                    return None;
                }
                let found = Polynomial::through(&class[..=degree]);
                let agrees = |(k, value): &(u64, BigInt)| found.at(*k).as_ref() == Some(value);
                class.iter().all(agrees).then_some(found)
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Self { polynomials })
    }

    /// The law with the fewest coefficients through these points.
    fn simplest(points: &[(u64, BigInt)]) -> Option<Self> {
        let mut shapes: Vec<(u64, usize)> = (1..=LARGEST_MODULUS)
            .flat_map(|modulus| (0..=LARGEST_DEGREE).map(move |degree| (modulus, degree)))
            .collect();
        shapes.sort_by_key(|&(modulus, degree)| (modulus * (degree as u64 + 1), degree));
        shapes.into_iter().find_map(|(modulus, degree)| Self::through(points, modulus, degree))
    }
}

impl Fit {
    /// The simplest quasi-polynomial that fits all points, or all but some of the first third; else
    /// the one that fits the first half and goes on longest, with the point where it fails. `None`
    /// where the points are too few or follow nothing of the kind.
    pub fn new(points: &[(u64, BigInt)]) -> Option<Self> {
        let last = points.last()?.0;
        for skip in 0..=points.len() / 3 {
            if let Some(law) = Law::simplest(&points[skip..]) {
                return Some(Self { law, from: points[skip].0, to: last, refuted: None });
            }
        }
        let half = points.len().div_ceil(2);
        (0..=half / 3)
            .filter_map(|skip| {
                let law = Law::simplest(&points[skip..half])?;
                let fails =
                    points[skip..].iter().position(|(k, v)| law.at(*k).as_ref() != Some(v))?;
                let at = &points[skip + fails];
                Some(Self {
                    from: points[skip].0,
                    to: points[skip + fails - 1].0,
                    refuted: Some(Refuted { k: at.0, expected: law.at(at.0), found: at.1.clone() }),
                    law,
                })
            })
            .max_by_key(|fit| (fit.to, std::cmp::Reverse(fit.from)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(range: std::ops::Range<u64>, f: impl Fn(u64) -> i64) -> Vec<(u64, BigInt)> {
        range.map(|k| (k, f(k).into())).collect()
    }

    #[test]
    fn laws_are_found_again() {
        let formulas = |points: &[(u64, BigInt)]| Fit::new(points).unwrap().law.formulas();
        let one = |text: &str| vec![(text.to_owned(), vec![0])];
        assert_eq!(formulas(&points(1..10, |_| 7)), one("7"));
        assert_eq!(formulas(&points(1..10, |k| 8 * k as i64 + 2)), one("8k+2"));
        assert_eq!(formulas(&points(1..10, |k| (k * (k + 1) / 2) as i64)), one("(k^2+k)/2"));
        assert_eq!(formulas(&points(1..10, |k| 3 - (k * k) as i64)), one("-k^2+3"));
        assert_eq!(
            formulas(&points(2..20, |k| if k % 3 == 1 { 5 } else { k as i64 - 4 })),
            [("k-4".to_owned(), vec![0, 2]), ("5".to_owned(), vec![1])]
        );
        assert_eq!(formulas(&points(0..30, |k| (k / 2) as i64)).len(), 2);
    }

    #[test]
    fn what_fails_says_where() {
        let broken = Fit::new(&points(1..31, |k| if k < 24 { 2 * k as i64 } else { 0 })).unwrap();
        assert_eq!((broken.from, broken.to), (1, 23));
        let refuted = broken.refuted.unwrap();
        assert_eq!((refuted.k, refuted.expected, refuted.found), (24, Some(48.into()), 0.into()));
        // The first ones may differ.
        let late = Fit::new(&points(1..31, |k| if k < 4 { 1 } else { 2 * k as i64 })).unwrap();
        assert_eq!((late.from, late.to, late.refuted), (4, 30, None));
        // One point determines nothing, two points no line.
        assert!(Fit::new(&points(1..2, |k| k as i64)).is_none());
        assert!(Fit::new(&points(1..3, |k| (k * k) as i64)).is_none());
        assert!(Fit::new(&[]).is_none());
        // Powers are no polynomials.
        assert!(Fit::new(&points(1..40, |k| 1 << k)).is_none());
    }
}
