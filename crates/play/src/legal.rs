//! Whether a move is legal, and some move that is, for heaps of any size.

use crate::error::PlayError;
use crate::options::{MOST_LISTED, total_left};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};
use sprague_games::code::MAX_HEAPS;
use sprague_games::moves::{Condition, Move};
use sprague_games::{Family, Rounding, Ruleset};

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
        _ => match rules.finite_moves() {
            Some(moves) => moves.iter().any(|m| is_option_of(m, n, &to)),
            None => return listed(rules, n, &to),
        },
    })
}

/// Whether the heaps `to`, non-empty and in increasing order, are what this move leaves of a
/// heap of `n`.
pub(crate) fn is_option_of(m: &Move, n: &BigUint, to: &[&BigUint]) -> bool {
    let total: BigUint = to.iter().copied().sum();
    *n >= BigUint::from(m.smallest)
        && to.len() == m.heaps as usize
        && to.iter().all(|heap| *heap < n)
        && BigInt::from(n.clone()) - BigInt::from(total) == BigInt::from(m.take)
        && allows(m.condition, to)
}

/// Some option of a heap of 2^64 tokens or more, if it has one; a pass is left out.
///
/// Where the rules leave three equal heaps or more of any number ("0.*="), only up to 63 of them
/// are looked for.
pub(crate) fn some_option(rules: &Ruleset, n: &BigUint) -> Result<Option<Vec<BigUint>>, PlayError> {
    let rules = &rules.without_pass();
    Ok(match rules.family() {
        Family::AllBut(set) => Some(vec![n - (set.max() + 1)]),
        Family::Mark { .. } => Some(vec![n - 1u32]),
        Family::Code(code) => {
            // Of the recurring block as often as it takes to make n - u divisible by any number
            // of heaps.
            let last = code.after().len() + code.recurring().len() * MAX_HEAPS as usize;
            let first = 1 - code.before().len() as i64;
            (first..=last as i64)
                .filter_map(|u| Some((u, code.digit_ref(u)?)))
                .flat_map(|(take, digit)| {
                    (0..=MAX_HEAPS).filter_map(move |heaps| {
                        let condition = digit.condition(heaps)?;
                        Some(Move { take, heaps, condition, smallest: 1 })
                    })
                })
                .find_map(|m| widest_option(&m, n))
        }
        _ => match rules.finite_moves() {
            Some(moves) => moves.iter().find_map(|m| widest_option(m, n)),
            None => {
                return Err(PlayError::out_of_reach(
                    rules,
                    n,
                    "moves of such rules are listed one by one",
                ));
            }
        },
    })
}

/// The option of a move in which the largest heap is as large as can be, the others being
/// different, or equal heaps where the rules want that. There is none only where the move has
/// no option.
fn widest_option(m: &Move, n: &BigUint) -> Option<Vec<BigUint>> {
    let total = total_left(m, n)?;
    let heaps = m.heaps;
    let to: Vec<BigUint> = if heaps == 0 {
        Vec::new()
    } else if m.condition == Condition::AllEqual && heaps >= 2 {
        vec![&total / heaps; heaps as usize]
    } else {
        // 1, 2, ..., and what remains; with more tokens than before, the others must have more
        // than came in, or the largest is not below n.
        let mut to: Vec<BigUint> = (1..heaps).map(BigUint::from).collect();
        if let Some(second) = to.last_mut()
            && m.take <= 0
        {
            *second = BigUint::from(m.take.unsigned_abs() + 1).max(second.clone());
        }
        let others: BigUint = to.iter().sum();
        if others >= total {
            return None;
        }
        to.push(total - others);
        to
    };
    let sorted: Vec<&BigUint> = to.iter().collect();
    (sorted.is_sorted() && sorted.first().is_none_or(|heap| !heap.is_zero()))
        .then(|| is_option_of(m, n, &sorted))?
        .then_some(to)
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
            "n -> a+b+c where a+b+c = n-1 if n >= 6 | n-2 if n >= 4",
            "n -> n-k where 2k >= n",
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

    /// The widest option is there exactly where the move has options.
    #[test]
    fn widest_options() {
        let mut with = 0;
        for heaps in 0..=4u32 {
            for take in if heaps < 2 { 1..=3 } else { -3..=3i64 } {
                for condition in [
                    Condition::Any,
                    Condition::Distinct,
                    Condition::NotAllEqual,
                    Condition::AllEqual,
                    Condition::DifferAtLeast(35),
                ] {
                    if matches!(condition, Condition::DifferAtLeast(_)) && heaps != 2 {
                        continue;
                    }
                    for n in 30..45u64 {
                        let m = Move { take, heaps, condition, smallest: 33 };
                        let mut any = false;
                        m.for_each_option(n, &mut |_| {
                            any = true;
                            false
                        });
                        assert_eq!(widest_option(&m, &n.into()).is_some(), any, "{m:?} {n}");
                        with += usize::from(any);
                    }
                }
            }
        }
        assert!(with > 500, "{with}");
    }

    #[test]
    fn some_option_of_a_huge_heap() {
        let large = BigUint::from(u64::MAX) + 1u32;
        for (rules, only_odd) in [
            ("Kayles", false),
            ("0.4=", true),
            ("0.[4=]", false),
            ("0.[8]", false),
            ("80.4", false),
            ("4.0", false),
            ("Split(3, distinct)", false),
            ("Split(2, differ>=2)", false),
            ("AllBut(1,2,3)", false),
            ("Nim", false),
            ("UpMark(3)", false),
            ("S(2,3) + pass", false),
            ("0.*", false),
            ("n -> a+b+c where a+b+c = n-4", false),
        ] {
            let rules: Ruleset = rules.parse().unwrap();
            for k in 0..6u32 {
                let n = &large + k;
                match some_option(&rules, &n).unwrap() {
                    Some(to) => assert!(is_option(&rules, &n, &to).unwrap(), "{rules} {k}"),
                    None => assert!(only_odd && k % 2 == 0, "{rules} {k}"),
                }
            }
        }
        let none: Ruleset = "0.0".parse().unwrap();
        assert_eq!(some_option(&none, &large).unwrap(), None);
        let listed: Ruleset = "n -> n-1 | n div 2".parse().unwrap();
        assert!(some_option(&listed, &large).is_err());
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
        let split: Ruleset = "n -> a+b+c where a+b+c = n-4 | n-1 if n >= 9".parse().unwrap();
        let one = BigUint::one();
        assert!(is_option(&split, &n, &[one.clone(), &n - 8u32, 3u32.into()]).unwrap());
        assert!(!is_option(&split, &n, &[one.clone(), &n - 8u32, 4u32.into()]).unwrap());
        assert!(is_option(&split, &n, &[&n - 1u32]).unwrap());
        assert!(!is_option(&split, &n, &[one.clone(), &n - 2u32]).unwrap());
    }
}
