//! Whether a move is legal, and some move that is, for heaps of any size.

use crate::error::PlayError;
use crate::options::{MOST_LISTED, total_left};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use sprague_games::code::MAX_HEAPS;
use sprague_games::moves::{Condition, Heaps, Move, Moves};
use sprague_games::rule_language::{Constraint, Expr, RuleOption};
use sprague_games::{RuleError, Ruleset};

/// Whether the non-empty heaps `to` are an option of a heap of `n`; a pass is left out.
pub fn is_option(rules: &Ruleset, n: &BigUint, to: &[BigUint]) -> Result<bool, PlayError> {
    let mut to: Vec<&BigUint> = to.iter().collect();
    to.sort_unstable();
    if n.is_zero() || to.iter().any(|heap| heap.is_zero() || *heap >= n) {
        return Ok(false);
    }
    let form = rules.form();
    let take = taken(n, &to);
    if form.moves().iter().any(|m| leaves(m, n, &take, &to)) {
        return Ok(true);
    }
    if form.options().iter().all(|option| option.variables.is_empty()) {
        return computed(rules, n, &to);
    }
    listed(rules, n, &to)
}

/// What is missing in the heaps `to` that were a heap of `n`.
fn taken(n: &BigUint, to: &[&BigUint]) -> BigInt {
    let total: BigUint = to.iter().copied().sum();
    BigInt::from(n.clone()) - BigInt::from(total)
}

/// Whether the heaps `to`, non-empty, in increasing order and `take` less than `n`, are what one of
/// these moves leaves of a heap of `n`.
fn leaves(m: &Moves, n: &BigUint, take: &BigInt, to: &[&BigUint]) -> bool {
    let far = take - m.takes.first();
    m.heaps.contains(to.len())
        && !far.is_negative()
        && m.takes.last().is_none_or(|last| *take <= BigInt::from(last))
        && far.is_multiple_of(&BigInt::from(m.takes.step()))
        && *n >= BigUint::from(m.smallest)
        && to.last().is_none_or(|largest| *largest < n)
        && allows(m.condition, to)
}

/// Whether the heaps `to`, non-empty and in increasing order, are what this move leaves of a
/// heap of `n`.
pub(crate) fn is_option_of(m: &Move, n: &BigUint, to: &[&BigUint]) -> bool {
    leaves(&(*m).into(), n, &taken(n, to), to)
}

/// Some option of a heap of 2^64 tokens or more, if it has one; a pass is left out.
///
/// Where the rules leave three equal heaps or more of any number ("0.*="), only up to 63 of them
/// are looked for.
pub(crate) fn some_option(rules: &Ruleset, n: &BigUint) -> Result<Option<Vec<BigUint>>, PlayError> {
    let form = rules.form();
    let found = form.moves().iter().find_map(|m| {
        // As many numbers as it takes to make what is left divisible by any number of heaps.
        let reach = m.takes.step().saturating_mul(MAX_HEAPS.into()).try_into().unwrap_or(i64::MAX);
        let most = match m.heaps {
            Heaps::Exactly(heaps) => heaps,
            Heaps::AtLeast(_) => MAX_HEAPS,
        };
        m.takes.up_to(m.takes.first().saturating_add(reach)).find_map(|take| {
            let Moves { condition, smallest, .. } = *m;
            (m.heaps.least()..=most)
                .find_map(|heaps| widest_option(&Move { take, heaps, condition, smallest }, n))
        })
    });
    if found.is_none() && !form.options().is_empty() {
        return Err(PlayError::out_of_reach(rules, n, "moves of such rules are listed one by one"));
    }
    Ok(found)
}

/// Looks for the option among those of the rule language, which have no variables.
fn computed(rules: &Ruleset, n: &BigUint, to: &[&BigUint]) -> Result<bool, PlayError> {
    let heap = BigInt::from(n.clone());
    let mut found = false;
    for option in rules.form().options() {
        let Some(heaps) = new_heaps(option, &heap) else { continue };
        if let Some(large) = heaps.last().filter(|largest| *largest >= n) {
            return Err(match (n.to_u64(), large.to_u128()) {
                (Some(heap), Some(to)) => RuleError::NotSmaller { heap, to }.into(),
                _ => {
                    PlayError::out_of_reach(rules, n, "a move leads to a heap that is not smaller")
                }
            });
        }
        found |= heaps.iter().eq(to.iter().copied());
    }
    Ok(found)
}

/// The non-empty heaps that an option without variables leaves of a heap of `n`, in increasing
/// order; `None` where the option is not there.
fn new_heaps(option: &RuleOption, n: &BigInt) -> Option<Vec<BigUint>> {
    let holds = option.guard.iter().chain(&option.condition).all(|constraint| holds(constraint, n));
    if !holds {
        return None;
    }
    let sizes = option.heaps.iter().map(|heap| term(heap, n).to_biguint());
    let mut sizes = sizes.collect::<Option<Vec<BigUint>>>()?;
    sizes.retain(|size| !size.is_zero());
    sizes.sort_unstable();
    Some(sizes)
}

/// The value of a term without variables.
fn term(expr: &Expr, n: &BigInt) -> BigInt {
    match expr {
        Expr::Constant(c) => BigInt::from(*c),
        Expr::Heap => n.clone(),
        Expr::Variable(_) => BigInt::zero(), // not reached: the option has none
        Expr::Sum(a, b) => term(a, n) + term(b, n),
        Expr::Difference(a, b) => term(a, n) - term(b, n),
        Expr::Multiple(c, a) => term(a, n) * *c,
        Expr::Quotient(a, d) => term(a, n).div_floor(&BigInt::from(*d)),
        Expr::Remainder(a, d) => term(a, n).mod_floor(&BigInt::from(*d)),
    }
}

/// Whether a condition without variables holds.
fn holds(constraint: &Constraint, n: &BigInt) -> bool {
    match constraint {
        Constraint::Comparison(a, relation, b) => relation.holds(&term(a, n), &term(b, n)),
        Constraint::PowerOfTwo(a) => {
            let a = term(a, n);
            a.is_positive() && a.magnitude().count_ones() == 1
        }
        Constraint::Not(a) => !holds(a, n),
        Constraint::And(all) => all.iter().all(|part| holds(part, n)),
        Constraint::Or(any) => any.iter().any(|part| holds(part, n)),
    }
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
        Err(RuleError::Stopped) if found => Ok(true),
        Err(RuleError::Stopped) => Err(PlayError::TooManyOptions { limit: MOST_LISTED }),
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
        let one = BigUint::from(1u32);
        assert!(is_option(&split, &n, &[one.clone(), &n - 8u32, 3u32.into()]).unwrap());
        assert!(!is_option(&split, &n, &[one.clone(), &n - 8u32, 4u32.into()]).unwrap());
        assert!(is_option(&split, &n, &[&n - 1u32]).unwrap());
        assert!(!is_option(&split, &n, &[one.clone(), &n - 2u32]).unwrap());
    }
}
