//! Subtraction games with few members (Austin 1976, sections 5.2 and 5.3).

use super::{ClosedForm, Known};
use num_bigint::BigUint;
use num_integer::gcd;
use num_traits::ToPrimitive;
use sprague_games::{Family, Ruleset};

/// Lemma 5.6 and the rules of section 5.2 (Austin 1976). All members divided by their greatest
/// common divisor d: G(n) is that of the smaller game at n div d.
struct Subtraction {
    d: u64,
    form: Form,
}

/// a < b coprime; b = 2ha + r or 2ha - r with 0 < r < a.
#[derive(Clone, Copy)]
enum Form {
    /// S(1): 0, 1, 0, 1, ....
    Alternating,
    /// S(a,b): see [`two`].
    Two { a: u64, b: u64, r: u64 },
    /// S(a,b,2b-a): see [`three_symmetric`].
    Symmetric { a: u64, b: u64, r: u64 },
    /// S(a,b,a+b) with b = 2ha - r: see [`three_sum`].
    Sum { a: u64, b: u64, r: u64 },
}

/// The distance of b to the nearest multiple of 2a, and whether b is above it.
fn nearest(a: u64, b: u64) -> (u64, bool) {
    let rest = b % (2 * a);
    if rest <= a { (rest, true) } else { (2 * a - rest, false) }
}

pub(super) fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    let Family::Subtraction(set) = rules.family() else { return None };
    let d = set.members().iter().copied().fold(0, gcd);
    if d == 0 {
        return None;
    }
    let members: Vec<u64> = set.members().iter().map(|s| s / d).collect();
    let form = match members[..] {
        [_] => Form::Alternating,
        [1, b] if b % 2 == 1 => Form::Alternating,
        [a, b] => Form::Two { a, b, r: nearest(a, b).0 },
        [1, b, c] if b % 2 == 1 && c % 2 == 1 => Form::Alternating,
        [a, b, c] if c == 2 * b - a && gcd(a, b) == 1 => {
            Form::Symmetric { a, b, r: nearest(a, b).0 }
        }
        [a, b, c] if c == a + b && gcd(a, b) == 1 => match nearest(a, b) {
            // b = 2ha - r, or a = 1, where r is 0 or 1 and both signs agree.
            (r, above) if a == 1 || !above => Form::Sum { a, b, r },
            _ => return None,
        },
        _ => return None,
    };
    Some(Box::new(Subtraction { d, form }))
}

/// S(a,b) (Conway and Guy): write a zeros, a ones and so on, a+b digits in all; the last a-r
/// zeros become twos. The sequence repeats this for ever. For a = 1 and b even the one digit
/// b becomes 2 (r = 0).
fn two(a: u64, b: u64, r: u64, x: u64) -> u64 {
    let x = x % (a + b);
    pattern(a, r, a + b, x)
}

/// Digit x of `length` digits, a zeros, a ones, ..., of which the last a-r zeros are twos. Those
/// are the end of the last block of zeros.
fn pattern(a: u64, r: u64, length: u64, x: u64) -> u64 {
    if x / a % 2 == 1 {
        return 1;
    }
    // The last block of zeros begins at the last even multiple of a, and is cut off at `length`.
    let last = (length - 1) / a / 2 * 2 * a;
    let end = length.min(last + a);
    if x >= last && x >= end - (a - r) { 2 } else { 0 }
}

/// S(a,b,2b-a) (Conway and Guy): b+a digits and then b-a digits, each as for S(a,b); if h = 1
/// and a > 2r, the twos of the second part from place r on and before place a-r become threes.
/// For a = 1: S(1,2,3) is 0,1,2,3; for even b > 2 the two parts are 0,1,...,0,1,2 and
/// 0,1,...,0,1,2 with b+1 and b-1 digits.
fn three_symmetric(a: u64, b: u64, r: u64, x: u64) -> u64 {
    let x = x % (2 * b);
    if x < a + b {
        return pattern(a, r, a + b, x);
    }
    let y = x - (a + b);
    let value = pattern(a, r, b - a, y);
    // h = 1: b lies between a and 3a. S(1,2,3) is the case a = 1, r = 0.
    if value == 2 && b < 3 * a && y >= r && y < a - r { 3 } else { value }
}

/// S(a,b,a+b) with b = 2ha - r, by Berlekamp's table (Austin 1976, Figures 5.2, 5.3 and 5.5):
/// the period is 2b + r. Its first 2ha heaps have 0 and 1 by turns, a times each. Let y = n - b
/// for the others: y lies in block j = y div a, at f = y mod a; for f >= r the value is 2 in even
/// blocks and 3 in odd ones, for f < r, behind the r duplicates of the table, the reverse.
fn three_sum(a: u64, b: u64, r: u64, x: u64) -> u64 {
    let x = x % (2 * b + r);
    if x < b + r {
        return x / a % 2;
    }
    let (block, f) = ((x - b) / a, (x - b) % a);
    2 + (block + u64::from(f < r)) % 2
}

impl Subtraction {
    /// The period of the game with the common divisor taken out.
    fn period(&self) -> u64 {
        match self.form {
            Form::Alternating => 2,
            Form::Two { a, b, .. } => a + b,
            Form::Symmetric { b, .. } => 2 * b,
            Form::Sum { b, r, .. } => 2 * b + r,
        }
    }
}

impl ClosedForm for Subtraction {
    fn theorem(&self) -> &'static str {
        match self.form {
            Form::Alternating => "Austin 1976, Lemma 5.6",
            Form::Two { .. } => "Austin 1976, section 5.2, S(a,b)",
            Form::Symmetric { .. } => "Austin 1976, section 5.2, S(a,b,2b-a)",
            Form::Sum { .. } => "Austin 1976, section 5.3, S(a,b,a+b)",
        }
    }

    fn at(&self, n: &BigUint) -> Known {
        let x = ((n / self.d) % self.period()).to_u64().unwrap_or(0);
        let value = match self.form {
            Form::Alternating => x,
            Form::Two { a, b, r } => two(a, b, r, x),
            Form::Symmetric { a, b, r } => three_symmetric(a, b, r, x),
            Form::Sum { a, b, r } => three_sum(a, b, r, x),
        };
        Known::Value(value.into())
    }

    fn regularity(&self) -> Option<(BigUint, BigUint)> {
        Some((0u32.into(), BigUint::from(self.d) * self.period()))
    }
}
