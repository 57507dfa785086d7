//! Subtraction games with few members (Austin 1976, sections 5.2 and 5.3).

use super::tiling::{Family, tiling};
use super::{BigRegularity, ClosedForm};
use num_bigint::BigUint;
use num_integer::gcd;
use num_traits::ToPrimitive;
use sprague_budget::Budget;
use sprague_certificate::Tiling;
use sprague_games::Ruleset;

/// Lemma 5.6 and the rules of section 5.2 (Austin 1976). All members divided by their greatest
/// common divisor d: G(n) is that of the smaller game at n div d.
struct Subtraction {
    members: Vec<u64>,
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
    /// S(a,b,a+b) with b = 2ha + r: see [`LongSum`].
    LongSum(LongSum),
}

/// The distance of b to the nearest multiple of 2a, and whether b is above it.
fn nearest(a: u64, b: u64) -> (u64, bool) {
    let rest = b % (2 * a);
    if rest <= a { (rest, true) } else { (2 * a - rest, false) }
}

pub(super) fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    let set = rules.subtraction_set()?;
    let d = set.members().iter().copied().fold(0, gcd);
    if d == 0 {
        return None;
    }
    let members: Vec<u64> = set.members().iter().map(|s| s / d).collect();
    let form = match members[..] {
        // S(1), and odd numbers adjoined to it.
        [1, ..] if members.iter().all(|s| s % 2 == 1) => Form::Alternating,
        [a, b] => Form::Two { a, b, r: nearest(a, b).0 },
        [a, b, c] if c == 2 * b - a && gcd(a, b) == 1 => {
            Form::Symmetric { a, b, r: nearest(a, b).0 }
        }
        [a, b, c] if c == a + b && gcd(a, b) == 1 => match nearest(a, b) {
            // b = 2ha - r, or a = 1, where r is 0 or 1 and both signs agree.
            (r, above) if a == 1 || !above => Form::Sum { a, b, r },
            (r, _) => Form::LongSum(LongSum { a, b, r }),
        },
        _ => return None,
    };
    Some(Box::new(Subtraction { members: set.members().to_vec(), d, form }))
}

/// S(a,b) (Conway and Guy): write a zeros, a ones and so on, a+b digits in all; the last a-r
/// zeros become twos. The sequence repeats this for ever. For a = 1 and b even the one digit
/// b becomes 2 (r = 0).
fn two(a: u128, b: u128, r: u128, x: u128) -> u64 {
    let x = x % (a + b);
    pattern(a, r, a + b, x)
}

/// Digit x of `length` digits, a zeros, a ones, ..., of which the last a-r zeros are twos. Those
/// are the end of the last block of zeros.
fn pattern(a: u128, r: u128, length: u128, x: u128) -> u64 {
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
fn three_symmetric(a: u128, b: u128, r: u128, x: u128) -> u64 {
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
fn three_sum(a: u128, b: u128, r: u128, x: u128) -> u64 {
    let x = x % (2 * b + r);
    if x < b + r {
        return u64::from(x / a % 2 == 1);
    }
    let (block, f) = ((x - b) / a, (x - b) % a);
    2 + u64::from((block + u128::from(f < r)) % 2 == 1)
}

/// S(a,b,a+b) with a, b coprime, b = 2ha + r, h >= 1 and 0 < r < a.
///
/// Berlekamp's table (Austin 1976, section 5.3, Figures 5.6 to 5.9) divides the zeros of a period
/// of a(2b+r) heaps into a sets. Let c_0 = a and let c_k, 1 <= c_k <= a, be congruent to kr modulo a.
/// Set k, 0 <= k < a, begins at s_k = k(2ha+b) + 2a ceil(kr/a) and has m_k = h full blocks where
/// c_k + r > a, else h - 1: the zeros are the heaps s_k + 2aj + i with j < m_k, i < a; and with
/// T = s_k + 2a m_k and c = c_(k+1) the heaps T, ..., T+c-1 and T+b+c, ..., T+b+a-1. Set k+1 begins
/// at T + b + 2a.
///
/// The ones are the heaps a above zeros (Lemma 5.7). All others are 2 or 3, and lie in some set at
/// T + y with c <= y < a, a+c <= y < b+c or a+b <= y < a+b+c; their value is 2 + (y div a) mod 2.
/// The proof of this last sentence, which Austin does not give, is in docs/theorems.md.
#[derive(Clone, Copy)]
struct LongSum {
    a: u64,
    b: u64,
    r: u64,
}

impl LongSum {
    /// a(2b + r)
    fn period(self) -> BigUint {
        (BigUint::from(self.b) * 2u32 + self.r) * self.a
    }

    /// Where set k begins. At most a times 128 bits: may pass 128 bits.
    fn start(self, k: u64) -> BigUint {
        let Self { a, b, r } = self;
        let rounds = (u128::from(k) * u128::from(r)).div_ceil(u128::from(a));
        // 2ha + b = 2b - r
        (BigUint::from(b) * 2u32 - r) * k + BigUint::from(rounds) * a * 2u32
    }

    fn at(self, n: &BigUint) -> u64 {
        let Self { a, b, r } = self;
        let n = n % self.period();
        // s_k lies between k(2b+r) and k(2b+r) + 2a, so the set is the one guessed or the one
        // before it.
        let guess = (&n / (BigUint::from(b) * 2u32 + r)).to_u64().unwrap_or(0);
        let k = if self.start(guess) <= n { guess } else { guess - 1 };
        let k = if k + 1 < a && self.start(k + 1) <= n { k + 1 } else { k };
        // Within a set: below 2b + 4a.
        let x = (n - self.start(k)).to_u128().unwrap_or(0);
        let length = (self.start(k + 1) - self.start(k)).to_u128().unwrap_or(0);
        let (a, b) = (u128::from(a), u128::from(b));
        let full = length - b - 2 * a;
        if x < full {
            return u64::from(x / a % 2 == 1);
        }
        let y = x - full;
        let c = match u128::from(k + 1) * u128::from(r) % a {
            0 => a,
            c => c,
        };
        match y {
            y if y < c || (b + c..b + a).contains(&y) => 0,
            y if (a..a + c).contains(&y) || (a + b + c..b + 2 * a).contains(&y) => 1,
            y => 2 + u64::from(y / a % 2 == 1),
        }
    }
}

impl Subtraction {
    /// The period of the game with the common divisor taken out.
    fn period(&self) -> BigUint {
        match self.form {
            Form::Alternating => 2u32.into(),
            Form::Two { a, b, .. } => BigUint::from(a) + b,
            Form::Symmetric { b, .. } => BigUint::from(b) * 2u32,
            Form::Sum { b, r, .. } => BigUint::from(b) * 2u32 + r,
            Form::LongSum(form) => form.period(),
        }
    }
}

impl ClosedForm for Subtraction {
    fn theorem(&self) -> &'static str {
        match self.form {
            Form::Alternating => "Austin 1976, Lemma 5.6",
            Form::Two { .. } => "Austin 1976, section 5.2, S(a,b)",
            Form::Symmetric { .. } => "Austin 1976, section 5.2, S(a,b,2b-a)",
            Form::Sum { .. } | Form::LongSum(_) => "Austin 1976, section 5.3, S(a,b,a+b)",
        }
    }

    fn at(&self, n: &BigUint) -> BigUint {
        let n = n / self.d;
        // All periods but that of the last form are below 2^66.
        let x = (&n % self.period()).to_u128().unwrap_or(0);
        let value = match self.form {
            Form::Alternating => u64::from(x == 1),
            Form::Two { a, b, r } => two(a.into(), b.into(), r.into(), x),
            Form::Symmetric { a, b, r } => three_symmetric(a.into(), b.into(), r.into(), x),
            Form::Sum { a, b, r } => three_sum(a.into(), b.into(), r.into(), x),
            Form::LongSum(form) => form.at(&n),
        };
        value.into()
    }

    fn regularity(&self) -> Option<BigRegularity> {
        Some(BigRegularity::periodic(0u32, self.period() * self.d))
    }

    fn tiling(&self, budget: &Budget) -> Option<Tiling> {
        let family = match self.form {
            Form::Alternating => Family::Alternating,
            Form::Two { a, b, r } => Family::Two([a, b, r]),
            Form::Symmetric { a, b, r } => Family::Symmetric([a, b, r]),
            Form::Sum { a, b, r } => Family::Sum([a, b, r]),
            Form::LongSum(LongSum { a, b, r }) => Family::LongSum([a, b, r]),
        };
        tiling(family, &self.members, self.d, budget)
    }
}
