//! What is claimed about the function that Γ is the graph of.

use super::walk::{Walk, value};
use super::{Relation, System, too_large};
use crate::{Rejection, Step, prime_factors};
use sprague_certificate::{Claim, Regularity, ResidueLaw};
use std::collections::HashSet;

const MAX_WALK: u64 = 1 << 22;
const MAX_NUMBER: u64 = 1 << 40;
const MAX_EXCEPTIONS: usize = 4096;

/// Checks the claim and the laws, Γ being the graph of the nim-sequence.
pub(super) fn verify(
    system: System,
    gamma: &Relation,
    passes: bool,
    claim: &Claim,
    laws: Option<&[ResidueLaw]>,
) -> Result<(), Rejection> {
    if let Some(laws) = laws {
        if laws.len() != system.modulus {
            return Err(Rejection::new(Step::Claim, "one law is needed for each residue"));
        }
        for (j, law) in laws.iter().enumerate() {
            check_law(system, gamma, j, law)?;
        }
    }
    match claim {
        Claim::Regular(regularity) => regular(system, gamma, passes, *regularity, &[]),
        Claim::Sapp { regularity, periodic_residues } if !passes => {
            regular(system, gamma, false, *regularity, periodic_residues)
        }
        Claim::Automatic => Ok(()),
        Claim::Ruler if !passes => ruler(laws),
        other => Err(Rejection::new(Step::Claim, format!("kind {} is not covered", other.kind()))),
    }
}

/// A walk through things of so many bytes, each held twice at most.
fn walk<'a>(system: System<'a>, what: &'a str, bytes: usize) -> Walk<'a> {
    Walk { system, what, most: MAX_WALK, work: 1, bytes: 2 * bytes }
}

/// Ruler regularity: with period p and saltus s > 0 every residue class grows by s, in
/// some of them with a term in 2^m, m the number of trailing zeros of k - centre, apart
/// from the finitely many exceptions and the k with k - centre a power of two.
fn ruler(laws: Option<&[ResidueLaw]>) -> Result<(), Rejection> {
    let laws = laws.ok_or_else(|| Rejection::new(Step::Claim, "a ruler claim needs its laws"))?;
    let slope = laws.first().map_or(0, |law| law.slope);
    if slope == 0 || laws.iter().any(|law| law.slope != slope) {
        return Err(Rejection::new(Step::Claim, "the residue classes do not grow alike"));
    }
    if !laws.iter().any(|law| law.ruler.is_some_and(|r| r.factor != 0)) {
        return Err(Rejection::new(Step::Claim, "no residue class follows a ruler"));
    }
    Ok(())
}

/// G(n + P) = G(n) + s for n >= l, with s = 0 on the residues listed; l and P least. With a pass
/// G(n) is what Γ says of 2n+1, and none are listed.
fn regular(
    system: System,
    gamma: &Relation,
    passes: bool,
    regularity: Regularity,
    still: &[u64],
) -> Result<(), Rejection> {
    let Regularity { preperiod, period, saltus } = regularity;
    if preperiod > MAX_NUMBER || period > 1 << 20 || saltus > MAX_NUMBER {
        return Err(too_large("claim"));
    }
    if !still.is_empty() && !(system.modulus as u64).is_multiple_of(period) {
        let reason = "the modulus of the automaton must be a multiple of the period";
        return Err(Rejection::new(Step::Claim, reason));
    }
    // The residues are increasing: a claim is well formed.
    let grows = |n: u64| if still.binary_search(&(n % period)).is_ok() { 0 } else { saltus };
    let heap = |n: u64| if passes { 2 * n + 1 } else { n };
    let far = Regularity { preperiod: heap(preperiod), period: heap(period) - heap(0), saltus };
    shifted(system, gamma, far, passes, &grows)?;

    let at = |n: u64| value(system, gamma, heap(n)).ok_or_else(|| too_large("a value"));
    if preperiod > 0 {
        let n = preperiod - 1;
        if at(n + period)? == at(n)? + grows(n) {
            return Err(Rejection::new(Step::Minimality, "the preperiod is not the least"));
        }
    }
    // The least period divides every period: growing residues form a set with all these
    // periods, and on it, and off it, differences add up along Euclid's algorithm.
    let window: Vec<u64> = (preperiod..preperiod + 2 * period).map(at).collect::<Result<_, _>>()?;
    for q in prime_factors(period) {
        let shorter = (period / q) as usize;
        let difference = |i: usize| window[i + shorter].checked_sub(window[i]);
        let alike = (0..period as usize)
            .all(|i| difference(i).is_some() && difference(i) == difference(i % shorter));
        // All classes must follow one law: the same saltus, or with residues, 0 as well.
        let counts = |d: &Option<u64>| still.is_empty() || *d != Some(0);
        let mut steps = (0..shorter).map(difference).filter(counts);
        let one_law = steps.next().is_none_or(|first| steps.all(|step| step == first));
        if alike && one_law {
            return Err(Rejection::new(Step::Minimality, "the period is not the least"));
        }
    }
    Ok(())
}

/// Walks through Γ at (n, y) and at (n + P, y + s) together: whenever n >= l and Γ(n, y),
/// also Γ(n + P, y + s); with a pass for odd n only.
fn shifted(
    system: System,
    gamma: &Relation,
    regularity: Regularity,
    odd: bool,
    grows: &dyn Fn(u64) -> u64,
) -> Result<(), Rejection> {
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    struct At {
        here: u32,
        there: u32,
        carry_n: u64,
        carry_y: u64,
        /// The digits of l still to be compared, and whether n is not below l so far.
        rest: u64,
        reached: bool,
    }
    let (p, b, lows) = (system.modulus as u64, system.base as u64, system.lows() as u64);
    let mut first = HashSet::new();
    for j in (0..p).filter(|j| !odd || j % 2 == 1) {
        let (far, s) = (j + regularity.period, grows(j));
        for c in 0..lows {
            let here = gamma.roots[system.root(j as usize, c as usize)];
            if !gamma.is_live(here) {
                continue;
            }
            let root = system.root((far % p) as usize, ((c + s) % lows) as usize);
            first.insert(At {
                here,
                there: gamma.roots[root],
                carry_n: far / p,
                carry_y: (c + s) / lows,
                rest: regularity.preperiod / p,
                reached: j >= regularity.preperiod % p,
            });
        }
    }
    walk(system, "claim", size_of::<At>()).go(first, |at, following| {
        let done = at.carry_n == 0 && at.carry_y == 0 && at.rest == 0;
        if done && at.reached && gamma.accepts(at.here) && !gamma.accepts(at.there) {
            return Err(Rejection::new(Step::Window, format!("{regularity} is false")));
        }
        for x in 0..b {
            for z in 0..2 {
                let here = gamma.step(at.here, (2 * x + z) as usize);
                if !gamma.is_live(here) {
                    continue;
                }
                let (far, high) = (x + at.carry_n, z + at.carry_y);
                following.push(At {
                    here,
                    there: gamma.step(at.there, (2 * (far % b) + high % 2) as usize),
                    carry_n: far / b,
                    carry_y: high / 2,
                    rest: at.rest / b,
                    reached: if x == at.rest % b { at.reached } else { x > at.rest % b },
                });
            }
        }
        Ok(())
    })
}

/// A subtraction k - centre in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Difference {
    rest: u64,
    borrow: bool,
    /// How many bits of the difference are set: 0, 1, or 2 for more.
    ones: u8,
}

impl Difference {
    fn new(centre: u64) -> Self {
        Self { rest: centre, borrow: false, ones: 0 }
    }

    /// Reads a bit of k; whether it gives the lowest set bit of the difference.
    fn read(&mut self, x: u64) -> bool {
        let take = self.rest % 2 + u64::from(self.borrow);
        let bit = (x + take) % 2;
        self.borrow = x < take;
        self.rest /= 2;
        let lowest = bit == 1 && self.ones == 0;
        self.ones = (self.ones + bit as u8).min(2);
        lowest
    }

    /// k - centre is a power of two, all its bits having been read.
    fn is_power(self) -> bool {
        !self.borrow && self.ones == 1
    }
}

/// An equation slope·k + offset + factor·2^m = y in progress: what is carried, or `None`
/// once it is false.
type Carry = Option<i64>;

fn advance(carry: Carry, add: i64) -> Carry {
    let sum = carry? + add;
    (sum % 2 == 0).then_some(sum / 2)
}

/// A pair of states and numbers met while a law is checked.
#[derive(Clone, PartialEq, Eq, Hash)]
struct LawAt {
    state: u32,
    main: Carry,
    special: Carry,
    ruler: Difference,
    powers: Difference,
    /// The exceptions that agree with k so far, the digits still to be compared.
    exceptions: Vec<u64>,
}

/// Checks the law of one residue class for all k: wherever Γ(p·k + j, y), y is what the
/// law says. The law must be complete: every k up to a centre is an exception.
fn check_law(
    system: System,
    gamma: &Relation,
    j: usize,
    law: &ResidueLaw,
) -> Result<(), Rejection> {
    let wrong =
        |reason: &str| Rejection::new(Step::Claim, format!("the law of residue {j}: {reason}"));
    if system.base != 2 {
        return Err(wrong("laws need base 2"));
    }
    let small = |x: i64| x.unsigned_abs() <= MAX_NUMBER;
    let factor = law.ruler.map_or(0, |r| r.factor);
    let powers_fit = law.powers.is_none_or(|p| p.slope <= MAX_NUMBER && small(p.offset));
    if law.slope > MAX_NUMBER || !small(law.offset) || !small(factor) || !powers_fit {
        return Err(wrong("its numbers are too large"));
    }
    if law.exceptions.len() > MAX_EXCEPTIONS {
        return Err(wrong("it has too many exceptions"));
    }
    let listed: HashSet<u64> = law.exceptions.iter().map(|e| e.0).collect();
    let centres = law.ruler.map(|r| r.centre).into_iter().chain(law.powers.map(|p| p.centre));
    for centre in centres {
        if centre >= law.exceptions.len() as u64 || (0..=centre).any(|k| !listed.contains(&k)) {
            return Err(wrong("the values up to a centre are not listed"));
        }
    }
    for &(k, y) in &law.exceptions {
        let n = k.checked_mul(system.modulus as u64).and_then(|n| n.checked_add(j as u64));
        let n = n.filter(|n| *n <= MAX_NUMBER).ok_or_else(|| wrong("an exception is too large"))?;
        if value(system, gamma, n) != Some(y) {
            return Err(wrong(&format!("G({n}) is not {y}")));
        }
    }

    let (slope, high) = (law.slope as i64, 1_i64 << system.low_bits);
    let special_slope = law.powers.map_or(0, |p| p.slope as i64);
    let mut first = Vec::new();
    for c in 0..system.lows() {
        let state = gamma.roots[system.root(j, c)];
        if gamma.is_live(state) {
            first.push(LawAt {
                state,
                main: Some(law.offset - c as i64),
                special: law.powers.map(|p| p.offset - c as i64),
                ruler: Difference::new(law.ruler.map_or(0, |r| r.centre)),
                powers: Difference::new(law.powers.map_or(0, |p| p.centre)),
                exceptions: law.exceptions.iter().map(|e| e.0).collect(),
            });
        }
    }
    // The lists of exceptions are soon short.
    walk(system, "laws", size_of::<LawAt>()).go(first, |at, following| {
        let done = at.ruler.rest == 0 && at.powers.rest == 0;
        if done && gamma.accepts(at.state) && !at.exceptions.contains(&0) {
            let special = law.powers.is_some() && at.powers.is_power();
            let carry = if special { at.special } else { at.main };
            if carry != Some(0) {
                return Err(wrong("it does not hold for all k"));
            }
        }
        for x in 0..2_u64 {
            for z in 0..2_u64 {
                let state = gamma.step(at.state, (2 * x + z) as usize);
                if !gamma.is_live(state) {
                    continue;
                }
                let mut next = LawAt { state, ..at.clone() };
                let lowest = next.ruler.read(x);
                next.powers.read(x);
                let term = if lowest { factor } else { 0 };
                next.main = advance(at.main, slope * x as i64 + term - high * z as i64);
                next.special = advance(at.special, special_slope * x as i64 - high * z as i64);
                next.exceptions.retain(|k| k % 2 == x);
                for k in &mut next.exceptions {
                    *k /= 2;
                }
                following.push(next);
            }
        }
        Ok(())
    })
}
