//! Games with one heap whose options are all heaps of a range: take at least half, take at most a
//! third, leave any smaller power of 2.
//!
//! The rule language has them as one variable between linear bounds. With hi(n) the least of the
//! upper bounds of an option and lo(n) the greatest of the lower ones, the options of n are
//! lo(n), ..., hi(n), or the powers of 2 among them; rules are about n >= 1, and G(0) = 0.

use super::ClosedForm;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use sprague_games::Ruleset;
use sprague_games::rule_language::{Constraint, Expr, Relation, RuleOption};

/// Larger constants are refused: what is recursive here would go on for as long as they are large.
const LARGEST: i64 = 1 << 20;
/// With more residue classes nobody reads the formulas.
const MOST_CLASSES: i64 = 16;

pub(super) fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    let form = rules.form();
    let ([option], []) = (form.options(), form.moves()) else { return None };
    let range = Range::read(option)?;
    range.beginning().map(|found| Box::new(found) as Box<dyn ClosedForm>).or_else(|| {
        let found = range.end()?;
        Some(Box::new(found))
    })
}

/// (b n + c) / a with a > 0, rounded down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bound {
    a: i64,
    b: i64,
    c: i64,
}

impl Bound {
    fn at(self, n: &BigInt) -> BigInt {
        n * self.b + self.c
    }

    fn floor(self, n: &BigInt) -> BigInt {
        self.at(n).div_floor(&self.a.into())
    }

    fn ceil(self, n: &BigInt) -> BigInt {
        -(-self.at(n)).div_floor(&self.a.into())
    }
}

/// The options of n: all heaps between these bounds, or the powers of 2 among them.
#[derive(Clone, Debug)]
struct Range {
    least: Vec<Bound>,
    most: Vec<Bound>,
    powers: bool,
}

/// coefficient of n, coefficient of the variable, constant.
#[derive(Clone, Copy)]
struct Linear(i64, i64, i64);

impl Linear {
    fn read(expr: &Expr) -> Option<Self> {
        let of = Self::read;
        match expr {
            Expr::Constant(c) => Some(Self(0, 0, *c)),
            Expr::Heap => Some(Self(1, 0, 0)),
            Expr::Variable(_) => Some(Self(0, 1, 0)),
            Expr::Sum(a, b) => of(a)?.plus(1, of(b)?),
            Expr::Difference(a, b) => of(a)?.plus(-1, of(b)?),
            Expr::Multiple(c, a) => Self(0, 0, 0).plus(*c, of(a)?),
            Expr::Quotient(..) | Expr::Remainder(..) => None,
        }
    }

    fn plus(self, times: i64, other: Self) -> Option<Self> {
        let add = |x: i64, y: i64| x.checked_add(y.checked_mul(times)?);
        Some(Self(add(self.0, other.0)?, add(self.1, other.1)?, add(self.2, other.2)?))
    }

    /// What is not negative exactly where `large` is at least `small` + `more`. For whole numbers x <= floor(e/d)
    /// says dx <= e, and floor(e/d) <= x says e <= dx + d-1.
    fn difference(large: &Expr, small: &Expr, more: i64) -> Option<Self> {
        let constant = |c: i64| Self(0, 0, c);
        match (large, small) {
            (Expr::Quotient(e, d), small) => {
                Self::read(e)?.plus(-d, Self::read(small)?.plus(more, constant(1))?)
            }
            (large, Expr::Quotient(e, d)) => {
                let large = Self::read(large)?.plus(more, constant(-1))?;
                constant(d - 1).plus(*d, large)?.plus(-1, Self::read(e)?)
            }
            (large, small) => {
                Self::read(large)?.plus(-1, Self::read(small)?)?.plus(more, constant(-1))
            }
        }
    }
}

impl Range {
    fn read(option: &RuleOption) -> Option<Self> {
        let ([heap], [_], None) = (&option.heaps[..], &option.variables[..], &option.guard) else {
            return None;
        };
        let heap = Linear::read(heap)?;
        if heap.1.abs() != 1 {
            return None;
        }
        let mut range = Self { least: Vec::new(), most: Vec::new(), powers: false };
        // A heap is not negative, a variable at least 1.
        range.least.push(Bound { a: 1, b: 0, c: 0 });
        range.require(heap, Linear(0, 1, -1))?;
        let condition = option.condition.as_ref()?;
        let parts = match condition {
            Constraint::And(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        for part in parts {
            match part {
                Constraint::Comparison(left, relation, right) => {
                    let (large, small, strict) = match relation {
                        Relation::Less => (right, left, 1),
                        Relation::LessOrEqual => (right, left, 0),
                        Relation::Greater => (left, right, 1),
                        Relation::GreaterOrEqual => (left, right, 0),
                        Relation::Equal | Relation::NotEqual => return None,
                    };
                    range.require(heap, Linear::difference(large, small, strict)?)?;
                }
                // The heap itself is the power of 2.
                Constraint::PowerOfTwo(Expr::Variable(_))
                    if (heap.0, heap.1, heap.2) == (0, 1, 0) =>
                {
                    range.powers = true;
                }
                _ => return None,
            }
        }
        let small = |bound: &Bound| {
            [bound.a, bound.b, bound.c].iter().all(|x| x.unsigned_abs() <= LARGEST.unsigned_abs())
        };
        range.least.iter().chain(&range.most).all(small).then_some(range)
    }

    /// q n + p k + r >= 0, where the heap m = h n ± k + d: a bound of m.
    fn require(&mut self, heap: Linear, Linear(q, p, r): Linear) -> Option<()> {
        // k = ±(m - h n - d), so p' m + (q - p' h) n + (r - p' d) >= 0 with p' = ±p.
        let p = p.checked_mul(heap.1)?;
        let b = q.checked_sub(p.checked_mul(heap.0)?)?;
        let c = r.checked_sub(p.checked_mul(heap.2)?)?;
        match p.signum() {
            1 => self.least.push(Bound { a: p, b: b.checked_neg()?, c: c.checked_neg()? }),
            -1 => self.most.push(Bound { a: p.checked_neg()?, b, c }),
            // About n alone.
            _ => return None,
        }
        Some(())
    }

    /// The options as a range from a fixed heap on, with what [`Beginning`] supposes.
    fn beginning(&self) -> Option<Beginning> {
        if self.least.iter().any(|bound| bound.b != 0) {
            return None;
        }
        let least = self.least.iter().map(|bound| bound.ceil(&BigInt::zero())).max()?;
        let grows = self.most.iter().all(|bound| bound.b >= 0);
        // Less than n for all n >= 1: with b <= a it is enough to look at n = 1.
        let smaller =
            self.most.iter().any(|bound| bound.b <= bound.a && bound.b + bound.c < bound.a);
        // So that there are few steps to the smallest heaps.
        let few = self.powers || self.most.iter().any(|bound| bound.b < bound.a);
        (grows && smaller && few).then(|| Beginning {
            least,
            most: self.most.clone(),
            powers: self.powers,
        })
    }

    /// The options as a range that ends with n-1, with what [`End`] supposes.
    fn end(&self) -> Option<End> {
        let last = Bound { a: 1, b: 1, c: -1 };
        let ends = self.most.contains(&last)
            && self.most.iter().all(|bound| bound.b >= bound.a && bound.b + bound.c >= 0);
        let slow = self.least.iter().all(|bound| 0 <= bound.b && bound.b < bound.a);
        (ends && slow && !self.powers).then(|| End { least: self.least.clone() })
    }
}

/// **Theorem.** Let A be a set of heaps, hi a function that never decreases with hi(n) < n, and
/// let the options of n >= 1 be the heaps of A that are at most hi(n). Then G(n) = 0 where there is
/// none, and else G(n) = 1 + G(m), where m is the greatest of them.
///
/// *Proof.* By induction on n: G does not decrease on A up to n, and takes every value up to its
/// greatest there. The options of n are the beginning of A up to m, so their values are
/// 0, ..., G(m), and the mex is G(m) + 1. If n < n' are in A, the greatest option of n' is
/// at least that of n, so G(n') >= G(n); and the values below G(n) are those of the options of n,
/// which are in A and smaller. ∎
///
/// Here A is all heaps from `least` on, or the powers of 2 among them; hi is the least of linear
/// bounds that do not decrease, one of which is less than n for all n >= 1.
#[derive(Clone, Debug)]
struct Beginning {
    least: BigInt,
    most: Vec<Bound>,
    powers: bool,
}

impl Beginning {
    /// The greatest option of n >= 1.
    fn greatest(&self, n: &BigInt) -> Option<BigInt> {
        let most = self.most.iter().map(|bound| bound.floor(n)).min()?;
        let most = match self.powers {
            true if most.is_positive() => BigInt::one() << (most.bits() - 1),
            true => return None,
            false => most,
        };
        (most >= self.least).then_some(most)
    }

    /// The base d where the greatest option of n is n div d for all n.
    fn base(&self) -> Option<i64> {
        let whole = self.least.is_zero() && !self.powers;
        // The other bounds are never less: n-1 is not below n div 2 from n = 1 on.
        let divides = |bound: &&Bound| bound.b == 1 && bound.c == 0 && bound.a >= 2;
        let found = self.most.iter().find(divides)?;
        let implied = |bound: &Bound| bound == found || *bound == Bound { a: 1, b: 1, c: -1 };
        (whole && self.most.iter().all(implied)).then_some(found.a)
    }
}

impl ClosedForm for Beginning {
    fn theorem(&self) -> &'static str {
        "options that are the beginning of a set (docs/theorems.md)"
    }

    fn at(&self, n: &BigUint) -> BigUint {
        let mut heap = BigInt::from(n.clone());
        let mut value = BigUint::zero();
        while heap.is_positive() {
            let Some(option) = self.greatest(&heap) else { break };
            heap = option;
            value += 1u32;
        }
        value
    }

    fn statement(&self) -> Vec<String> {
        if let Some(base) = self.base() {
            return vec![
                format!("G(0) = 0, G(n) = 1 + G(n div {base})"),
                format!("G(n) is the number of digits of n in base {base}"),
            ];
        }
        if self.powers && self.most.contains(&Bound { a: 1, b: 1, c: -1 }) && self.most.len() == 1 {
            return vec!["G(n) is the number of powers of 2 below n".into()];
        }
        let what = if self.powers { "power of 2" } else { "heap" };
        vec![format!(
            "G(n) = 1 + G(m), m the greatest {what} that a move leaves; 0 where there is none"
        )]
    }
}

/// **Theorem.** Let g be a function with g(0) = 0 and g(n+1) - g(n) = 0 or 1 for all n, and let the
/// options of n be the heaps g(n), ..., n-1. Then G(0) = 0, and for n >= 1
///
/// - G(n) = n - g(n) where g(n) = g(n-1),
/// - G(n) = G(g(n-1)) where g(n) = g(n-1) + 1.
///
/// *Proof.* Let w = n - g(n) be the number of options of n. By induction the values of the options
/// of n together with G(n) are 0, ..., w, each once; this holds for n = 0. Going from n to n+1: where
/// g(n+1) = g(n), the options of n+1 are those of n and n, with the values 0, ..., w, so
/// G(n+1) = w + 1 = n + 1 - g(n+1). Where g(n+1) = g(n) + 1, the option g(n) is lost (or, where w = 0, n
/// itself is, and g(n) = n); the values left are 0, ..., w without G(g(n)), and this is the mex. ∎
///
/// Here g is the greatest of 0 and linear bounds that grow by 0 or 1 from heap to heap, but at most
/// n; the greatest and the least of functions that do so do so, too.
#[derive(Clone, Debug)]
struct End {
    least: Vec<Bound>,
}

impl End {
    /// The least option of n, or n.
    fn g(&self, n: &BigInt) -> BigInt {
        let least = self.least.iter().map(|bound| bound.ceil(n)).max().unwrap_or_default();
        least.max(BigInt::zero()).min(n.clone())
    }

    /// The one bound that g is for all n, without being cut.
    fn only(&self) -> Option<Bound> {
        let mut others = self.least.iter().filter(|bound| bound.b > 0 || bound.c > 0);
        let bound = *others.next()?;
        (others.next().is_none() && -bound.a < bound.c && bound.c <= 0).then_some(bound)
    }
}

impl ClosedForm for End {
    fn theorem(&self) -> &'static str {
        "options that are a range up to n-1 (docs/theorems.md)"
    }

    fn at(&self, n: &BigUint) -> BigUint {
        let mut n = BigInt::from(n.clone());
        while n.is_positive() {
            let (here, before) = (self.g(&n), self.g(&(&n - 1u32)));
            if here == before {
                return (n - here).to_biguint().unwrap_or_default();
            }
            n = before;
        }
        BigUint::zero()
    }

    fn statement(&self) -> Vec<String> {
        let general = "G(n) = n - g(n) where g(n) = g(n-1), else G(n) = G(g(n-1)); g(n) is the least heap that a move leaves, or n";
        let Some(Bound { a, b, c }) = self.only().filter(|bound| bound.a <= MOST_CLASSES) else {
            return vec![general.into()];
        };
        let term = |slope: i64, offset: i64| match (slope, offset) {
            (0, d) => d.to_string(),
            (1, 0) => "k".to_owned(),
            (s, 0) => format!("{s}k"),
            (1, d) => format!("k{d:+}"),
            (s, d) => format!("{s}k{d:+}"),
        };
        // g(ak + r) = bk + ceil((br + c) / a).
        let g = |r: i64| (b * r + c).div_euclid(a) + i64::from((b * r + c).rem_euclid(a) > 0);
        (0..a)
            .map(|r| {
                let value = if g(r) == g(r - 1) {
                    term(a - b, r - g(r))
                } else {
                    format!("G({})", term(b, g(r - 1)))
                };
                let first = if r == 0 { ", k >= 1" } else { "" };
                format!("G({}) = {value}{first}", term(a, r))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use num_bigint::BigUint;
    use sprague_games::Ruleset;

    /// G(0..=to) from the definition: `leaves(n, m)` says whether n has the option m.
    fn brute_force(to: usize, leaves: impl Fn(i64, i64) -> bool) -> Vec<usize> {
        let mut values: Vec<usize> = vec![0];
        for n in 1..=to {
            let option = |m: &usize| leaves(n as i64, *m as i64);
            let seen: Vec<usize> = (0..n).filter(option).map(|m| values[m]).collect();
            values.push((0..).find(|v| !seen.contains(v)).unwrap());
        }
        values
    }

    /// The closed form of these rules, if there is one, against the definition.
    fn compare(text: &str, leaves: impl Fn(i64, i64) -> bool) -> bool {
        let rules: Ruleset = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        let Some(form) = find(&rules) else { return false };
        for (n, value) in brute_force(240, leaves).into_iter().enumerate() {
            assert_eq!(form.at(&n.into()), value.into(), "{text} at {n}");
        }
        true
    }

    /// Bounds ak + bn + c of all small sizes, as what is taken and as what is left.
    #[test]
    fn ranges_agree_with_the_definition() {
        let (mut begin, mut end) = (0, 0);
        for a in 1..=5i64 {
            for b in 0..=4i64 {
                for c in -7..=7i64 {
                    let bound = format!("{b}n{c:+}");
                    let at_least = compare(&format!("n -> n-k where {a}k >= {bound}"), |n, m| {
                        a * (n - m) >= b * n + c
                    });
                    let at_most = compare(&format!("n -> n-k where {a}k <= {bound}"), |n, m| {
                        a * (n - m) <= b * n + c
                    });
                    let both = compare(
                        &format!("n -> n-k where {a}k <= {bound} and 3k < 2n+1"),
                        |n, m| a * (n - m) <= b * n + c && 3 * (n - m) < 2 * n + 1,
                    );
                    let left =
                        compare(&format!("n -> k where {a}k < {bound} and k < n"), |n, m| {
                            m >= 1 && a * m < b * n + c
                        });
                    let power = compare(
                        &format!("n -> k where k is power of 2 and {a}k <= {bound} and k < n"),
                        |n, m| m >= 1 && m & (m - 1) == 0 && a * m <= b * n + c,
                    );
                    begin += usize::from(at_least) + usize::from(left) + usize::from(power);
                    end += usize::from(at_most) + usize::from(both);
                }
            }
        }
        // Many of these rules are covered, and each hypothesis leaves some out.
        assert!(begin > 400 && begin < 3 * 375, "{begin}");
        assert!(end > 150 && end < 2 * 375, "{end}");
    }

    /// Bounds that are rounded down.
    #[test]
    fn quotients_are_bounds() {
        let mut covered = 0;
        for d in 1..=5i64 {
            for b in 1..=3i64 {
                for c in -4..=6i64 {
                    let e = format!("({b}n{c:+}) div {d}");
                    let q = |n: i64| (b * n + c).div_euclid(d);
                    covered += [
                        compare(&format!("n -> n-k where k <= {e} and k <= n"), |n, m| {
                            n - m <= q(n)
                        }),
                        compare(&format!("n -> n-k where k < {e} and k <= n"), |n, m| n - m < q(n)),
                        compare(&format!("n -> n-k where k >= {e}"), |n, m| n - m >= q(n)),
                        compare(&format!("n -> n-k where k > {e}"), |n, m| n - m > q(n)),
                        compare(&format!("n -> k where k < {e} and k < n"), |n, m| {
                            m >= 1 && m < q(n)
                        }),
                        compare(&format!("n -> k where {e} <= 2k and k < n"), |n, m| {
                            m >= 1 && q(n) <= 2 * m
                        }),
                        // the variable on both sides
                        compare(&format!("n -> n-k where (n-k{c:+}) div {d} >= {b}k"), |n, m| {
                            (m + c).div_euclid(d) >= b * (n - m)
                        }),
                    ]
                    .into_iter()
                    .filter(|covered| *covered)
                    .count();
                }
            }
        }
        assert!((400..1100).contains(&covered), "{covered}");
        for (quotient, multiple) in [
            ("n -> n-k where k <= n div 2", "TakeAtMostHalf"),
            ("n -> n-k where k >= (n+1) div 2", "TakeAtLeastHalf"),
        ] {
            let lines = |text: &str| find(&text.parse().unwrap()).unwrap().statement();
            assert_eq!(lines(quotient), lines(multiple));
        }
    }

    /// What is not such a range has no closed form here, however near it comes.
    #[test]
    fn other_rules_are_left_alone() {
        for text in [
            "n -> n-k where 2k >= n and k != 3",
            "n -> n-k where 2k >= n | n-1",
            "n -> n-2k where 2k >= n",
            "n -> n-k where 2k >= n if n > 3",
            "n -> n-k where 2k = n",
            "n -> n-k where 2k >= n or k = 1",
            "n -> n-k where k <= n mod 2",
            "n -> n-k where k = n div 2",
            "n -> n-k where k <= n div 2 div 2",
            "n -> n-k where k is power of 2 and k < n",
            "n -> a+b where a+b = n and a < b",
            "n -> n-k where 3k >= n and 3k <= 2n",
        ] {
            let rules: Ruleset = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert!(find(&rules).is_none(), "{text}");
        }
    }

    #[test]
    fn heaps_of_any_size() {
        let at = |text: &str, n: &BigUint| find(&text.parse().unwrap()).unwrap().at(n);
        let n = BigUint::from(10u32).pow(1000);
        assert_eq!(at("TakeAtLeastHalf", &n), n.bits().into());
        // 10^1000 is even, and 2^1000 (5^1000 - 1) has an odd half of what is left in the end.
        assert_eq!(at("TakeAtMostHalf", &n), &n / 2u32);
        let odd: BigUint = (&n >> 3u32 << 3u32) + 7u32;
        assert_eq!(at("TakeAtMostHalf", &odd), at("TakeAtMostHalf", &(&n >> 3u32)));
        assert_eq!(at("n -> k where k < n and k is power of 2", &n), n.bits().into());
    }

    /// The formulas printed for readers, on heaps they are about.
    #[test]
    fn statements_are_true() {
        let lines = |text: &str| find(&text.parse().unwrap()).unwrap().statement();
        assert_eq!(lines("TakeAtMostHalf"), ["G(2k) = k, k >= 1", "G(2k+1) = G(k)"]);
        for (a, b, c) in [(3, 1, 0), (3, 2, 0), (5, 2, 0), (5, 2, 1), (7, 3, 2), (4, 3, 3)] {
            let text = format!("n -> n-k where {a}k <= {b}n{c:+}");
            let form = find(&text.parse().unwrap()).unwrap();
            for (r, line) in form.statement().iter().enumerate() {
                let (left, right) = line.split_once(" = ").unwrap();
                let right = right.split(',').next().unwrap();
                let term = |text: &str, k: u64| -> u64 {
                    let (slope, rest) = text.split_once('k').unwrap_or(("0", text));
                    let slope: i64 = if slope.is_empty() { 1 } else { slope.parse().unwrap() };
                    let rest: i64 = if rest.is_empty() { 0 } else { rest.parse().unwrap() };
                    (slope * k as i64 + rest) as u64
                };
                let inside = |text: &str| -> Option<String> {
                    Some(text.strip_prefix("G(")?.strip_suffix(')')?.to_owned())
                };
                for k in u64::from(r == 0)..60 {
                    let here = form.at(&term(&inside(left).unwrap(), k).into());
                    let said = match inside(right) {
                        Some(other) => form.at(&term(&other, k).into()),
                        None => term(right, k).into(),
                    };
                    assert_eq!(here, said, "{text}: {line} for k = {k}");
                }
            }
        }
    }
}
