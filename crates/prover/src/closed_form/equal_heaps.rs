//! Dividing a heap into equal heaps, as many as one likes: `{2+}=.0`.

use super::ClosedForm;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_games::Ruleset;
use sprague_games::moves::{Condition, Heaps};

/// **Theorem.** Where the moves are to replace a heap by two or more equal heaps, G(n) for n >= 1 is the
/// number of odd prime factors of n, each as often as it divides n, and one more where n is even.
///
/// *Proof.* Let n = 2^e u with u odd, and let w(u) be the number of prime factors of u. A move leaves h
/// heaps of n/h: the value is G(n/h) for odd h > 1 and 0 for even h. For e = 0 the options are the u/h with
/// h > 1; by induction their values are 0, ..., w(u)-1, as a number has divisors with every smaller number
/// of prime factors. For e > 0 there is an option 0 (h = 2), and the others, 2^e u/h, have by induction
/// the values w(u/h)+1 = 1, ..., w(u). So the mex is w(u)+1. ∎
///
/// Checked: all moves take nothing, leave two heaps or more, all equal, and every number of them.
#[derive(Clone, Copy, Debug)]
struct EqualHeaps;

pub(super) fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    let form = rules.form();
    let [moves] = form.moves() else { return None };
    let every = form.options().is_empty()
        && moves.takes.single() == Some(0)
        && moves.heaps == Heaps::AtLeast(2)
        && moves.condition == Condition::AllEqual
        && moves.smallest <= 1;
    every.then(|| Box::new(EqualHeaps) as Box<dyn ClosedForm>)
}

impl ClosedForm for EqualHeaps {
    fn theorem(&self) -> &'static str {
        "equal heaps, as many as one likes (docs/theorems.md)"
    }

    fn at(&self, n: &BigUint) -> BigUint {
        // Nobody asks beyond `greatest`.
        let n = n.to_u64().unwrap_or(u64::MAX);
        if n == 0 {
            return BigUint::ZERO;
        }
        let odd = n >> n.trailing_zeros();
        (prime_factors(odd) + u32::from(n.is_multiple_of(2))).into()
    }

    fn greatest(&self) -> Option<BigUint> {
        Some(u64::MAX.into())
    }

    fn statement(&self) -> Vec<String> {
        vec![
            "G(n) is the number of odd prime factors of n, each as often as it divides n, and one \
             more where n is even (n >= 1); G(0) = 0"
                .to_owned(),
        ]
    }
}

/// The number of prime factors of n > 0, each as often as it divides n: small ones by division, the
/// rest by Pollard's rho method.
fn prime_factors(mut n: u64) -> u32 {
    let mut count = 0;
    for p in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47] {
        while n.is_multiple_of(p) {
            (n, count) = (n / p, count + 1);
        }
    }
    let mut parts = vec![n];
    while let Some(part) = parts.pop() {
        if part == 1 {
        } else if is_prime(part) {
            count += 1;
        } else {
            let divisor = divisor(part);
            parts.extend([divisor, part / divisor]);
        }
    }
    count
}

fn product(a: u64, b: u64, m: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(m)) as u64
}

fn power(mut base: u64, mut exponent: u64, m: u64) -> u64 {
    let mut result = 1 % m;
    base %= m;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = product(result, base, m);
        }
        base = product(base, base, m);
        exponent /= 2;
    }
    result
}

/// The test of Miller and Rabin with the first twelve primes, which decides for all n below 2^64
/// (Sorenson and Webster 2017).
fn is_prime(n: u64) -> bool {
    const WITNESSES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || WITNESSES.iter().any(|&p| n != p && n.is_multiple_of(p)) {
        return false;
    }
    if WITNESSES.contains(&n) {
        return true;
    }
    let twos = (n - 1).trailing_zeros();
    WITNESSES.iter().all(|&witness| {
        let mut x = power(witness, (n - 1) >> twos, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = product(x, x, n);
            x == n - 1
        })
    })
}

/// A divisor of a composite odd number, neither 1 nor the number itself: Pollard's rho method with
/// x -> x^2 + c, for one c after the other.
fn divisor(n: u64) -> u64 {
    let root = n.isqrt();
    if root * root == n {
        return root;
    }
    for c in 1.. {
        let step = |x: u64| ((u128::from(product(x, x, n)) + c) % u128::from(n)) as u64;
        let (mut slow, mut fast) = (2, step(2));
        while slow != fast {
            let found = num_integer::gcd(slow.abs_diff(fast), n);
            if found > 1 {
                return found;
            }
            (slow, fast) = (step(slow), step(step(fast)));
        }
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Option<Box<dyn ClosedForm>> {
        find(&text.parse().unwrap())
    }

    #[test]
    fn the_definition() {
        let rules: Ruleset = "{2+}=.0".parse().unwrap();
        let values =
            sprague_engine::values(&rules, 3000, &sprague_engine::Budget::unlimited()).unwrap();
        let form = find(&rules).unwrap();
        for (n, value) in values.into_iter().enumerate() {
            assert_eq!(form.at(&n.into()), value.into(), "heap {n}");
        }
    }

    /// One hypothesis changed at a time: another game, without this formula, and with other values.
    #[test]
    fn every_hypothesis_counts() {
        let budget = sprague_engine::Budget::unlimited();
        let right = form("{2+}=.0").unwrap();
        for other in ["{3+}=.0", "{2}=.0", "{2+}!.0", "{2+}.0", "0.{2+}=", "{2,4+}=.0", "{2+}=.1"] {
            let rules: Ruleset = other.parse().unwrap();
            assert!(find(&rules).is_none(), "{other}");
            let values = sprague_engine::values(&rules, 60, &budget).unwrap();
            let same = (0u32..).zip(&values).all(|(n, &v)| right.at(&n.into()) == v.into());
            assert!(!same, "{other} has the same values");
        }
        assert!(super::super::find(&"{2+}=.0 + pass".parse().unwrap()).is_none());
    }

    #[test]
    fn large_numbers_are_factored() {
        // 2^64 - 1 = 3 5 17 257 641 65537 6700417.
        assert_eq!(prime_factors(u64::MAX), 7);
        assert_eq!(prime_factors(18_446_744_073_709_551_557), 1);
        assert_eq!(prime_factors(4_294_967_291 * 4_294_967_279), 2);
        assert_eq!(prime_factors(4_294_967_291 * 4_294_967_291), 2);
        assert_eq!(prime_factors(3_u64.pow(40)), 40);
        assert_eq!(prime_factors(53 * 53 * 53 * 59 * 61 * 61), 6);
        assert_eq!((prime_factors(1), prime_factors(2), prime_factors(49)), (0, 1, 2));
        // Numbers that fool Fermat's test, and some witnesses of Miller's.
        for composite in [3_215_031_751, 3_825_123_056_546_413_051, 561, 1_729] {
            assert!(!is_prime(composite), "{composite}");
            assert!(prime_factors(composite) > 1, "{composite}");
        }
        let mut random = fastrand::Rng::with_seed(9);
        for n in (1..3000).chain((0..300).map(|_| random.u64(1..1 << 40))) {
            let (mut rest, mut count, mut p) = (n, 0, 2);
            while p * p <= rest {
                while rest % p == 0 {
                    (rest, count) = (rest / p, count + 1);
                }
                p += 1;
            }
            assert_eq!(prime_factors(n), count + u32::from(rest > 1), "{n}");
        }
        // The mex rule far out: the odd h = 3 alone is a step of one.
        for _ in 0..40 {
            let n = 3 * random.u64(1 << 40..1 << 60);
            let form = form("{2+}=.0").unwrap();
            assert_eq!(form.at(&n.into()), form.at(&(n / 3).into()) + 1u32, "{n}");
        }
    }
}
