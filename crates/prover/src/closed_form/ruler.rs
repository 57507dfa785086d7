//! The ruler family 0.2(0...0)48 (Grossman and Nowakowski).

use super::ClosedForm;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use sprague_games::Ruleset;
use sprague_games::code::Digit;

/// Theorem 5 (Grossman and Nowakowski, with the residue 2m+5 replaced by 2m+5+A). In the game
/// 0.2(0)^{2m+1}48 let A = 6(m+2)+1. The sequence begins 0, (0,1)^{m+2}, 2, (0,1)^{m+2},
/// (2,3)^{m+2}. For 1 <= j <= A, j != 2m+5: G(Ak+j) = 4k + G(j), unless j = 2 and
/// k = (q+1) 2^{i+1} + 2^i + 1 with q, i >= 0, when it is q 2^{i+3} + 2^{i+2} + 2. And
/// G(A(k+1) + 2m+5) = 4k + 3.
struct Ruler {
    m: u64,
}

pub(super) fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    let code = rules.as_code()?;
    if !code.is_finite() || !code.before().is_empty() {
        return None;
    }
    let digits: Vec<u64> = code.after().iter().map(Digit::bits).collect::<Option<_>>()?;
    let [2, zeros @ .., 4, 8] = &digits[..] else { return None };
    let count = zeros.len() as u64;
    (zeros.iter().all(|&d| d == 0) && count % 2 == 1)
        .then(|| Box::new(Ruler { m: count / 2 }) as Box<dyn ClosedForm>)
}

impl ClosedForm for Ruler {
    fn theorem(&self) -> &'static str {
        "Grossman and Nowakowski, Theorem 5"
    }

    fn at(&self, n: &BigUint) -> BigUint {
        if n.is_zero() {
            return BigUint::zero();
        }
        let half = 2 * (self.m + 2);
        let a = BigUint::from(3 * half + 1);
        let (mut k, j) = (n - 1u32).div_rem(&a);
        let j = j.to_u64().unwrap_or(0) + 1; // 1 <= j <= A
        let odd = half + 1; // 2m+5
        let first = match j {
            j if j == odd => {
                if k.is_zero() {
                    return 2u32.into();
                }
                k -= 1u32;
                3
            }
            j if j < odd => (j - 1) % 2,
            j if j <= 2 * half + 1 => (j - odd - 1) % 2,
            j => 2 + (j - 2 * half - 2) % 2,
        };
        if j == 2 && k > BigUint::one() {
            let before = &k - 1u32;
            let i = before.trailing_zeros().unwrap_or(0);
            let q_plus_1 = &before >> (i + 1);
            if !q_plus_1.is_zero() {
                let q = q_plus_1 - 1u32;
                return (q << (i + 3)) + (BigUint::one() << (i + 2)) + 2u32;
            }
        }
        k * 4u32 + first
    }
}
