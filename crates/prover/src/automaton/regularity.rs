//! The name of a regularity, read off Γ.
//!
//! Data suggests a law; a walk through Γ decides whether it holds for all n. Nothing is
//! named by how often it holds.

use sprague_automata::{Error, search};
use sprague_budget::Budget;
use sprague_certificate::{Claim, PowerLaw, Regularity, ResidueLaw, RulerTerm};

use super::gamma::Gamma;
use super::guess::{Law, find_law};

/// The claim that Γ supports, with the laws of the residue classes where they have the
/// form of formulas.
pub(super) fn read_off(
    gamma: &Gamma,
    budget: &Budget,
) -> Result<(Claim, Option<Vec<ResidueLaw>>), Error> {
    let num = gamma.numeration();
    let length = (64 * num.modulus).clamp(16_384, 262_144);
    let values: Vec<u32> =
        (0..length as u64).map_while(|n| u32::try_from(gamma.value_u64(n)).ok()).collect();
    let laws = residue_laws(gamma, budget)?;
    if let Some(law) = find_law(&values)
        && let Some(claim) = regular_claim(&law)
        && holds(gamma, &law, budget)?
    {
        return Ok((claim, laws));
    }
    let ruler = laws.as_ref().is_some_and(|laws| {
        let slope = laws[0].slope;
        slope > 0
            && laws.iter().all(|law| law.slope == slope)
            && laws.iter().any(|law| law.ruler.is_some())
    });
    Ok((if ruler { Claim::Ruler } else { Claim::Automatic }, laws))
}

/// The claim a law amounts to: all classes grow alike, or some of them not at all.
fn regular_claim(law: &Law) -> Option<Claim> {
    let saltus = law.saltus.iter().copied().max()?;
    if law.saltus.iter().any(|&s| s != saltus && s != 0) {
        return None;
    }
    let regularity = Regularity { preperiod: law.from as u64, period: law.period as u64, saltus };
    let periodic_residues: Vec<u64> =
        (0..law.period as u64).filter(|&r| law.saltus[r as usize] == 0).collect();
    if saltus == 0 || periodic_residues.is_empty() {
        Some(Claim::Regular(regularity))
    } else {
        Some(Claim::Sapp { regularity, periodic_residues })
    }
}

/// Decides whether the law holds for all n from `law.from` on.
///
/// Two copies of Γ are walked together, at (n, y) and at (n + period, y + saltus); the
/// differences are added with carries. Where the saltus depends on the residue, the
/// modulus of Γ must be a multiple of the period.
fn holds(gamma: &Gamma, law: &Law, budget: &Budget) -> Result<bool, Error> {
    let (num, dfa) = (gamma.numeration(), gamma.automaton());
    let live = dfa.live();
    let uniform = law.saltus.iter().all(|&s| s == law.saltus[0]);
    if !uniform && !num.modulus.is_multiple_of(law.period) {
        return Ok(false);
    }
    let (p, b, lows) = (num.modulus, num.base, num.lows() as u64);
    let mut starts = Vec::new();
    for j in 0..p {
        let (far, saltus) = (j + law.period, law.saltus[j % law.period]);
        for c in 0..lows {
            let here = dfa.roots()[num.root(j, c as usize)];
            if live.contains(here as usize) {
                let there = dfa.roots()[num.root(far % p, ((c + saltus) % lows) as usize)];
                let carries = ((far / p) as u64, (c + saltus) / lows);
                // n >= from, digit by digit: what is left of it, and the answer so far.
                starts.push((j, (here, there, carries, (law.from / p, j >= law.from % p))));
            }
        }
    }
    let broken = search(
        starts,
        num.letters(),
        |&(here, there, (n, y), (rest, reached)), letter| {
            let (x, z) = (letter / 2, letter as u64 % 2);
            let here = dfa.next(here, letter);
            if !live.contains(here as usize) {
                return None;
            }
            let (far, high) = (x as u64 + n, z + y);
            let to = num.letter((far % b as u64) as usize, (high % 2) as usize);
            let reached = if x == rest % b { reached } else { x > rest % b };
            Some((here, dfa.next(there, to), (far / b as u64, high / 2), (rest / b, reached)))
        },
        |&(here, there, carries, (rest, reached))| {
            carries == (0, 0)
                && rest == 0
                && reached
                && dfa.accepting(here)
                && !dfa.accepting(there)
        },
        budget,
    )?;
    Ok(broken.is_none())
}

/// How many k are looked at when a law is fitted.
const SAMPLE: u64 = 600;
/// Exceptions beyond this k are not finite in number, as far as a fit is concerned.
const LAST_EXCEPTION: u64 = 130;
/// Centres tried.
const CENTRES: u64 = 9;
/// With more residue classes nobody reads the formulas.
const MOST_CLASSES: usize = 512;

/// The law of every residue class mod p, if each class has one that holds for all k.
fn residue_laws(gamma: &Gamma, budget: &Budget) -> Result<Option<Vec<ResidueLaw>>, Error> {
    let num = gamma.numeration();
    if num.base != 2 || num.modulus > MOST_CLASSES {
        return Ok(None);
    }
    let mut laws = Vec::with_capacity(num.modulus);
    for j in 0..num.modulus {
        let values: Vec<i64> = (0..SAMPLE)
            .map(|k| gamma.value_u64(k * num.modulus as u64 + j as u64) as i64)
            .collect();
        match fit(&values) {
            Some(law) if law_holds(gamma, j, &law, budget)? => laws.push(law),
            _ => return Ok(None),
        }
    }
    Ok(Some(laws))
}

/// The number that occurs most often.
fn commonest(numbers: impl Iterator<Item = i64>) -> Option<i64> {
    let mut counts = std::collections::HashMap::new();
    for x in numbers {
        *counts.entry(x).or_insert(0_usize) += 1;
    }
    counts.into_iter().max_by_key(|&(x, count)| (count, std::cmp::Reverse(x))).map(|(x, _)| x)
}

/// A law that fits the values f(0), f(1), ... of one residue class.
fn fit(values: &[i64]) -> Option<ResidueLaw> {
    let n = values.len();
    // Twice the slope survives a ruler, whose odd places follow a line of their own.
    let slope = commonest((n / 2..n - 2).map(|k| values[k + 2] - values[k]))?;
    if slope < 0 || slope % 2 != 0 {
        return None;
    }
    let slope = slope / 2;
    let rest: Vec<i64> = values.iter().zip(0..).map(|(f, k)| f - slope * k).collect();
    let offset = commonest(rest[n / 2..].iter().copied())?;
    let straight = finish(values, slope, offset, None);
    if straight.is_some() {
        return straight;
    }
    (0..CENTRES).find_map(|centre| {
        let at = |m: u32| {
            let places = (n / 2..n).filter(|&k| (k as u64 - centre).trailing_zeros() == m);
            commonest(places.map(|k| rest[k]))
        };
        let (zero, one) = (at(0)?, at(1)?);
        let factor = one - zero;
        (factor != 0)
            .then(|| finish(values, slope, zero - factor, Some(RulerTerm { centre, factor })))?
    })
}

/// Lists the exceptions to a law, or explains those at powers of two.
fn finish(values: &[i64], slope: i64, offset: i64, ruler: Option<RulerTerm>) -> Option<ResidueLaw> {
    let main = |k: u64| {
        let term = ruler.map_or(Some(0), |r| {
            let d = k.checked_sub(r.centre).filter(|d| *d > 0)?;
            Some(r.factor << d.trailing_zeros())
        })?;
        Some(slope * k as i64 + offset + term)
    };
    let f = |k: u64| values[k as usize];
    let wrong: Vec<u64> = (0..values.len() as u64).filter(|&k| main(k) != Some(f(k))).collect();
    let late: Vec<u64> = wrong.iter().copied().filter(|&k| k > LAST_EXCEPTION).collect();
    let mut powers = None;
    if !late.is_empty() {
        let [first, .., last] = late[..] else { return None };
        let centre = (0..CENTRES).find(|c| late.iter().all(|k| (k - c).is_power_of_two()))?;
        let (rise, run) = (f(last) - f(first), (last - first) as i64);
        if rise < 0 || rise % run != 0 {
            return None;
        }
        let slope = rise / run;
        let offset = f(last) - slope * last as i64;
        powers = Some(PowerLaw { centre, slope: slope as u64, offset });
    }
    let centre = ruler.map(|r| r.centre).max(powers.map(|p| p.centre));
    let exceptions = (0..values.len() as u64)
        .filter(|&k| {
            let expected = match powers {
                Some(p) if k > p.centre && (k - p.centre).is_power_of_two() => {
                    Some(p.slope as i64 * k as i64 + p.offset)
                }
                _ => main(k),
            };
            expected != Some(f(k)) || centre.is_some_and(|c| k <= c)
        })
        .map(|k| (k, f(k) as u64))
        .collect::<Vec<_>>();
    let finite = exceptions.iter().all(|e| e.0 <= LAST_EXCEPTION);
    finite.then_some(ResidueLaw { slope: slope as u64, offset, ruler, powers, exceptions })
}

/// k - centre while the bits of k are read: what is left of the centre, the borrow, and
/// the number of ones so far (2 for more).
type Minus = (u64, bool, u8);

/// The next bit of k; also whether it gives the lowest one of the difference.
fn minus((rest, borrow, ones): Minus, x: u64) -> (Minus, bool) {
    let take = (rest & 1) + u64::from(borrow);
    let bit = (x ^ take) & 1;
    ((rest >> 1, x < take, (ones + bit as u8).min(2)), bit == 1 && ones == 0)
}

/// Decides whether the law holds for all k in residue class j.
fn law_holds(gamma: &Gamma, j: usize, law: &ResidueLaw, budget: &Budget) -> Result<bool, Error> {
    let (num, dfa) = (gamma.numeration(), gamma.automaton());
    let live = dfa.live();
    let listed = law
        .exceptions
        .iter()
        .all(|&(k, y)| gamma.value_u64(k * num.modulus as u64 + j as u64) == y);
    if !listed {
        return Ok(false);
    }
    let exceptions: Vec<u64> = law.exceptions.iter().map(|e| e.0).collect();
    let high = 1_i64 << num.low_bits;
    let halve = |sum: i64| (sum & 1 == 0).then_some(sum >> 1);
    let ruler = law.ruler.unwrap_or(RulerTerm { centre: 0, factor: 0 });
    let powers = law.powers;
    let starts = (0..num.lows())
        .map(|c| (c, dfa.roots()[num.root(j, c)]))
        .filter(|(_, s)| live.contains(*s as usize))
        .map(|(c, s)| {
            let main = Some(law.offset - c as i64);
            let special = powers.map(|p| p.offset - c as i64);
            let centres = ((ruler.centre, false, 0), (powers.map_or(0, |p| p.centre), false, 0));
            (c, (s, main, special, centres, exceptions.clone()))
        });
    let broken = search(
        starts,
        num.letters(),
        |(s, main, special, (r, p), exceptions), letter| {
            let (x, z) = (letter as u64 / 2, letter as i64 % 2);
            let s = dfa.next(*s, letter);
            if !live.contains(s as usize) {
                return None;
            }
            let (r, lowest) = minus(*r, x);
            let (p, _) = minus(*p, x);
            let term = if lowest { ruler.factor } else { 0 };
            let line = |slope: u64| slope as i64 * x as i64 - high * z;
            let main = main.and_then(|m| halve(m + line(law.slope) + term));
            let special = special.and_then(|m| halve(m + line(powers.map_or(0, |p| p.slope))));
            let agreeing = exceptions.iter().filter(|k| *k & 1 == x).map(|k| k >> 1).collect();
            Some((s, main, special, (r, p), agreeing))
        },
        |(s, main, special, (r, p), exceptions)| {
            if !dfa.accepting(*s) || r.0 != 0 || p.0 != 0 || exceptions.contains(&0) {
                return false;
            }
            let is_power = powers.is_some() && *p == (0, false, 1);
            *(if is_power { special } else { main }) != Some(0)
        },
        budget,
    )?;
    Ok(broken.is_none())
}
