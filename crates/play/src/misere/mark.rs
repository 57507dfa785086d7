//! Misere Mark and UpMark: one heap of any size.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};
use sprague_games::Rounding;

/// How often `t` divides `n > 0`, and the cofactor.
fn trailing_zeros(n: &BigUint, t: u64) -> (u64, BigUint) {
    if t.is_power_of_two() {
        let bits = u64::from(t.trailing_zeros());
        let zeros = n.trailing_zeros().unwrap_or(0) / bits;
        return (zeros, n >> (zeros * bits));
    }
    // Square t as long as it divides, then walk back down: O(log zeros) divisions.
    let mut squares = vec![BigUint::from(t)];
    let mut rest = n.clone();
    let mut zeros = 0u64;
    while let Some(power) = squares.last() {
        let (quotient, remainder) = rest.div_rem(power);
        if !remainder.is_zero() {
            break;
        }
        zeros += 1 << (squares.len() - 1);
        rest = quotient;
        let next = power * power;
        squares.push(next);
    }
    while let Some(power) = squares.pop() {
        let (quotient, remainder) = rest.div_rem(&power);
        if remainder.is_zero() {
            zeros += 1 << squares.len();
            rest = quotient;
        }
    }
    (zeros, rest)
}

/// Whether a single heap of `n` in Mark(t) is a P-position under normal play: 0 and the
/// numbers with an odd number of trailing zeros in base t (Fraenkel 2011, Theorem 2 and
/// section 6). `UpMark(t)` on n is `Mark(t)` on n-1, move for move.
pub fn is_p_normal(n: &BigUint, t: u64, rounding: Rounding) -> bool {
    let Some(n) = shifted(n, rounding) else { return true };
    n.is_zero() || trailing_zeros(&n, t).0 % 2 == 1
}

/// Whether a single heap of `n` in Mark(t) is a P-position under misere play.
///
/// 0 is N, a power of t is P exactly when its exponent is even, any other n is P exactly
/// when it has an odd number of trailing zeros in base t (for t = 2 Fraenkel 2011,
/// Theorem 6). Proof: the set is {1} and t*a for the N-positions a >= 2. No option of
/// 1 is P. From t*a with a >= 2 an N-position the options are a, which is N, and
/// numbers between t*(a-1) and t*a, which are no multiples of t and not 1. From an
/// N-position n >= 2 write n = t*a + r: if a >= 2 is P move there, if a >= 2 is N and
/// r > 0 move to t*a; n = t*a with a N and a >= 2 is P; a = 1 is a move to 1 (the
/// quotient); a = 0 a move to 1 (n-1 <= t-2).
pub fn is_p_misere(n: &BigUint, t: u64, rounding: Rounding) -> bool {
    let Some(n) = shifted(n, rounding) else { return false };
    if n.is_zero() {
        return false;
    }
    let (zeros, rest) = trailing_zeros(&n, t);
    if rest.is_one() { zeros.is_multiple_of(2) } else { zeros % 2 == 1 }
}

/// The heap of Mark(t) that a heap of this game stands for; `None` for UpMark's heap 0,
/// which has no move.
fn shifted(n: &BigUint, rounding: Rounding) -> Option<BigUint> {
    match rounding {
        Rounding::Down => Some(n.clone()),
        Rounding::Up => (!n.is_zero()).then(|| n - 1u32),
    }
}

/// The options of a heap of Mark(t) that can be P-positions, under either convention:
/// the quotient, 0, 1, and the multiples of t (shifted by one in UpMark) that taking
/// reaches. Every P-position is 0, 1 or a multiple of t.
pub fn candidate_options(n: &BigUint, t: u64, rounding: Rounding) -> Vec<BigUint> {
    let shift = u32::from(rounding == Rounding::Up);
    let Some(n) = shifted(n, rounding) else { return Vec::new() };
    if n.is_zero() {
        return Vec::new();
    }
    let t_big = BigUint::from(t);
    let quotient = &n / &t_big;
    let below = (&n - 1u32) / &t_big * &t_big; // the greatest multiple below n
    let mut options = vec![BigUint::zero(), BigUint::one(), below, quotient.clone()];
    options.sort();
    options.dedup();
    options.retain(|m| *m < n && (*m == quotient || &n - m < t_big));
    // UpMark's quotient: ceil(n/t) of n is floor((n-1)/t) + 1, the same option shifted.
    options.into_iter().map(|m| m + shift).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_games::Ruleset;

    fn check(t: u64, rounding: Rounding) {
        let name = if rounding == Rounding::Up { "UpMark" } else { "Mark" };
        let rules: Ruleset = format!("{name}({t})").parse().unwrap();
        let (mut normal, mut misere) = (vec![true], vec![false]);
        for n in 1..3000u64 {
            let (mut to_normal, mut to_misere, mut any) = (false, false, false);
            let mut winning: [Vec<BigUint>; 2] = [vec![], vec![]];
            rules
                .for_each_option(n, &mut |heaps| {
                    any = true;
                    let m = heaps.first().map_or(0, |&m| m) as usize;
                    to_normal |= normal[m];
                    to_misere |= misere[m];
                    for (list, p) in winning.iter_mut().zip([&normal, &misere]) {
                        if p[m] {
                            list.push(m.into());
                        }
                    }
                })
                .unwrap();
            normal.push(!to_normal);
            misere.push(any && !to_misere);
            let big = BigUint::from(n);
            assert_eq!(is_p_normal(&big, t, rounding), normal[n as usize], "{rules} {n}");
            assert_eq!(is_p_misere(&big, t, rounding), misere[n as usize], "{rules} {n}");
            let candidates = candidate_options(&big, t, rounding);
            for list in winning {
                assert!(list.iter().all(|m| candidates.contains(m)), "{rules} {n}");
            }
            for m in candidates {
                let legal = {
                    let mut found = false;
                    let m = u64::try_from(&m).unwrap();
                    rules
                        .for_each_option(n, &mut |heaps| {
                            found |= heaps.first().map_or(0, |&h| h) == m;
                        })
                        .unwrap();
                    found
                };
                assert!(legal, "{rules} {n} -> {m}");
            }
        }
    }

    #[test]
    fn closed_forms_against_the_definition() {
        for t in 2..=9 {
            check(t, Rounding::Down);
            check(t, Rounding::Up);
        }
    }

    #[test]
    fn huge_heaps() {
        let power = BigUint::from(3u32).pow(20_000);
        assert!(is_p_misere(&power, 3, Rounding::Down));
        assert!(!is_p_misere(&(&power * 3u32), 3, Rounding::Down));
        assert!(is_p_misere(&(&power * 6u32), 3, Rounding::Down));
        assert!(is_p_misere(&(&power * 6u32 + 1u32), 3, Rounding::Up));
    }
}
