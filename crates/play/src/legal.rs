//! Whether a move is legal, for heaps of any size.

use crate::error::PlayError;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};
use sprague_games::moves::Condition;
use sprague_games::{Family, Rounding, Ruleset};

/// More options than this are not listed to find one.
const MOST_LISTED: u64 = 50_000_000;

/// Whether the non-empty heaps `to` are an option of a heap of `n`; a pass is left out.
pub fn is_option(rules: &Ruleset, n: &BigUint, to: &[BigUint]) -> Result<bool, PlayError> {
    let mut to: Vec<&BigUint> = to.iter().collect();
    to.sort_unstable();
    if n.is_zero() || to.iter().any(|heap| heap.is_zero() || *heap >= n) {
        return Ok(false);
    }
    let total: BigUint = to.iter().copied().sum();
    let take = BigInt::from(n.clone()) - BigInt::from(total);
    let single = || match &to[..] {
        [] => Some(BigUint::zero()),
        [rest] => Some((*rest).clone()),
        _ => None,
    };
    Ok(match rules.family() {
        Family::Code(code) => match take.to_i64() {
            Some(u) => code
                .digit_ref(u)
                .and_then(|digit| digit.condition(u32::try_from(to.len()).unwrap_or(u32::MAX)))
                .is_some_and(|condition| allows(condition, &to)),
            // Beyond the digits before the block the code recurs.
            None if take > BigInt::zero() && !code.is_finite() => {
                let block = code.recurring();
                let index = (&take - code.after().len() - 1u32) % block.len();
                let digit = index.to_usize().and_then(|i| block.get(i));
                digit
                    .and_then(|digit| digit.condition(u32::try_from(to.len()).unwrap_or(u32::MAX)))
                    .is_some_and(|condition| allows(condition, &to))
            }
            None => false,
        },
        Family::Subtraction(set) => {
            to.len() <= 1 && take.to_u64().is_some_and(|take| set.contains(take))
        }
        Family::Splittles(set) => {
            to.len() <= 2 && take.to_u64().is_some_and(|take| set.contains(take))
        }
        Family::AllBut(set) => {
            to.len() <= 1
                && take > BigInt::zero()
                && !take.to_u64().is_some_and(|take| set.contains(take))
        }
        Family::Split { heaps, condition } => {
            take.is_zero() && to.len() == *heaps as usize && allows(*condition, &to)
        }
        Family::Mark { t, rounding } => single().is_some_and(|rest| match rounding {
            Rounding::Down => n / t == rest || (take < BigInt::from(*t) && take > BigInt::zero()),
            Rounding::Up => {
                !n.is_one()
                    && rest >= BigUint::one()
                    && (n.div_ceil_by(*t) == rest || take < BigInt::from(*t))
            }
        }),
        _ => return listed(rules, n, &to),
    })
}

trait DivCeil {
    fn div_ceil_by(&self, t: u64) -> BigUint;
}

impl DivCeil for BigUint {
    fn div_ceil_by(&self, t: u64) -> BigUint {
        (self + (t - 1)) / t
    }
}

fn allows(condition: Condition, sorted: &[&BigUint]) -> bool {
    let (Some(least), Some(greatest)) = (sorted.first(), sorted.last()) else { return true };
    if sorted.len() == 1 {
        return true;
    }
    match condition {
        Condition::Any => true,
        Condition::Distinct => sorted.windows(2).all(|pair| pair[0] != pair[1]),
        Condition::NotAllEqual => least != greatest,
        Condition::AllEqual => least == greatest,
        Condition::DifferAtLeast(d) => *greatest - *least >= BigUint::from(d),
    }
}

/// Looks for the option in the list of all.
fn listed(rules: &Ruleset, n: &BigUint, to: &[&BigUint]) -> Result<bool, PlayError> {
    let size = n.to_u64().ok_or_else(|| {
        PlayError::out_of_reach(rules, n, "moves of such rules are listed one by one")
    })?;
    let wanted: Option<Vec<u64>> = to.iter().map(|heap| heap.to_u64()).collect();
    let Some(wanted) = wanted else { return Ok(false) };
    let (mut found, mut seen) = (false, 0);
    let result = rules.try_for_each_option(size, &mut |heaps| {
        found |= heaps == wanted;
        seen += 1;
        !found && seen < MOST_LISTED
    });
    match result {
        Ok(()) => Ok(found),
        Err(sprague_games::RuleError::Stopped) if found => Ok(true),
        Err(sprague_games::RuleError::Stopped) => {
            Err(PlayError::TooManyOptions { limit: MOST_LISTED })
        }
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every list of up to three heaps below n is an option exactly when it is listed.
    #[test]
    fn agrees_with_the_list() {
        for rules in [
            "Kayles",
            "4.7",
            "44.3",
            "80.4",
            "Grundy",
            "0.[3]",
            "0.1[23]",
            "4.[3]",
            "0.*=",
            "0.{0,2!,3+}",
            "S(1,3)",
            "AllBut(1,4)",
            "Splittles(2)",
            "Split(2, differ>=2)",
            "Split(3, distinct)",
            "Mark",
            "Mark(3)",
            "UpMark",
            "UpMark(3)",
            "n -> n-1 | n div 2",
            "n -> a+b where a+b = n and a < b",
        ] {
            let rules: Ruleset = rules.parse().unwrap();
            for n in 0..9u64 {
                let mut options = std::collections::HashSet::new();
                rules
                    .for_each_option(n, &mut |heaps| {
                        options.insert(heaps.to_vec());
                    })
                    .unwrap();
                let big = BigUint::from(n);
                let mut seen = 0;
                for a in 0..=n + 1 {
                    for b in a..=n + 1 {
                        for c in b..=n + 1 {
                            let heaps: Vec<u64> =
                                [a, b, c].into_iter().filter(|&h| h > 0).collect();
                            let to: Vec<BigUint> = heaps.iter().map(|&h| h.into()).collect();
                            let expected = options.contains(&heaps);
                            seen += usize::from(expected);
                            assert_eq!(
                                is_option(&rules, &big, &to).unwrap(),
                                expected,
                                "{rules} {n} {heaps:?}"
                            );
                        }
                    }
                }
                assert_eq!(seen, options.iter().filter(|o| o.len() <= 3).count());
            }
        }
    }

    #[test]
    fn huge_heaps() {
        let n: BigUint = "1".to_owned().parse::<BigUint>().unwrap() << 5000;
        let kayles: Ruleset = "Kayles".parse().unwrap();
        let half: BigUint = &n >> 1;
        assert!(is_option(&kayles, &n, &[&half - 1u32, half.clone()]).unwrap());
        assert!(is_option(&kayles, &n, &[&half - 1u32, &half - 1u32]).unwrap());
        assert!(!is_option(&kayles, &n, &[half.clone(), half.clone()]).unwrap());
        let nim: Ruleset = "0.1[23]".parse().unwrap();
        // digit u is 2 for even u and 3 for odd u > 1
        assert!(is_option(&nim, &n, std::slice::from_ref(&half)).unwrap());
        assert!(!is_option(&nim, &n, &[]).unwrap());
        assert!(is_option(&nim, &(&n + 1u32), &[]).unwrap());
    }
}
