//! Near misses: the periods and saltus that most heaps obey, ranked.
//!
//! Candidates are chosen on a window at the beginning of the values and on one at their end; what is said about
//! them is counted over all values looked at.

use std::cmp::Reverse;
use std::fmt;

/// G(n+p) = G(n)+s for some n and not for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// p.
    pub period: u64,
    /// s.
    pub saltus: u64,
    /// The first n of the longest stretch where it holds; of equal ones the first.
    pub from: u64,
    /// The last n of it.
    pub to: u64,
    /// The first n behind it; `None` where the values end before it fails.
    pub fails_at: Option<u64>,
    /// For how many n it holds.
    pub agreeing: u64,
    /// How many n were compared: those for which n+p is among the values looked at.
    pub compared: u64,
}

impl NearMiss {
    /// The share of heaps that agree.
    pub fn share(&self) -> f64 {
        self.agreeing as f64 / self.compared as f64
    }

    /// The greater share first, then the longer stretch, then the smaller period.
    fn rank(&self) -> (Reverse<u128>, Reverse<u64>, u64, u64) {
        // In parts of 2^64, exactly enough to order and the same on every machine.
        let share = (u128::from(self.agreeing) << 64) / u128::from(self.compared);
        (Reverse(share), Reverse(self.to - self.from), self.period, self.saltus)
    }

    /// Whether it says no more than another one with a smaller period: the same, some times over.
    fn repeats(&self, other: &Self) -> bool {
        self.period.is_multiple_of(other.period)
            && self.saltus == self.period / other.period * other.saltus
    }
}

/// `G(n+43) = G(n)+32 for 9.5 % of n <= 16340, longest for 604 <= n <= 1885, and not for n = 1886`
impl fmt::Display for NearMiss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { period, saltus, from, to, fails_at, compared, .. } = self;
        let growth = if *saltus > 0 { format!("+{saltus}") } else { String::new() };
        let (share, last) = (100.0 * self.share(), compared - 1);
        write!(
            f,
            "G(n+{period}) = G(n){growth} for {share:.1} % of n <= {last}, longest for {from} <= n <= {to}"
        )?;
        match fails_at {
            Some(n) => write!(f, ", and not for n = {n}"),
            None => write!(f, ", where the values end"),
        }
    }
}

/// Values over which near misses are counted, at most.
pub const LOOKED_AT: usize = 1 << 20;
/// Values of a window on which candidates are chosen.
const WINDOW: usize = 1 << 14;
/// The longest period looked for.
const LONGEST: usize = 2048;
/// A window has at least so many periods.
const PERIODS: usize = 3;
/// The largest saltus looked for.
const LARGEST: usize = 1 << 16;
/// Candidates of a window.
const CANDIDATES: usize = 32;
/// Fewer values show nothing.
const FEWEST: usize = 64;

/// The best near misses of the first values (at most [`LOOKED_AT`]), at most so many, ranked by the share of
/// heaps that agree. A window has one candidate for each period, with the saltus that most heaps agree to, and gives
/// its 32 best; multiples of better ones are left out.
pub fn near_misses(values: &[u32], most: usize) -> Vec<NearMiss> {
    let values = &values[..values.len().min(LOOKED_AT)];
    if values.len() < FEWEST {
        return Vec::new();
    }
    let window = values.len().min(WINDOW);
    let mut found = candidates(&values[..window]);
    if window < values.len() {
        found.extend(candidates(&values[values.len() - window..]));
    }
    found.sort_unstable();
    found.dedup();
    best(found.into_iter().filter_map(|(p, s)| counted(values, p, s)).collect(), most)
}

/// Those of best rank that do not repeat a better one.
fn best(mut found: Vec<NearMiss>, most: usize) -> Vec<NearMiss> {
    found.sort_by_key(NearMiss::rank);
    let mut kept: Vec<NearMiss> = Vec::new();
    for miss in found {
        if kept.len() == most {
            break;
        }
        if !kept.iter().any(|better| miss.repeats(better)) {
            kept.push(miss);
        }
    }
    kept
}

/// Periods with their commonest saltus, the smaller one of two.
fn candidates(window: &[u32]) -> Vec<(usize, u32)> {
    let mut counts = vec![0_u32; LARGEST + 1];
    let commonest = |p: usize| {
        let differences = || {
            let pairs = window.iter().zip(&window[p..]);
            pairs.filter_map(|(a, b)| b.checked_sub(*a)).filter(|&s| s as usize <= LARGEST)
        };
        let (mut saltus, mut count) = (0, 0);
        for s in differences() {
            let seen = &mut counts[s as usize];
            *seen += 1;
            if *seen > count || *seen == count && s < saltus {
                (saltus, count) = (s, *seen);
            }
        }
        differences().for_each(|s| counts[s as usize] = 0);
        (count > 0).then_some((p, saltus))
    };
    let all = (1..=LONGEST.min(window.len() / PERIODS)).filter_map(commonest);
    let counted = all.filter_map(|(p, s)| counted(window, p, s)).collect();
    best(counted, CANDIDATES)
        .iter()
        .map(|miss| (miss.period as usize, miss.saltus as u32))
        .collect()
}

/// What these values say about a period and a saltus; nothing where no heap agrees.
fn counted(values: &[u32], p: usize, s: u32) -> Option<NearMiss> {
    let compared = values.len().checked_sub(p).filter(|&n| n > 0)?;
    let (mut agreeing, mut from) = (0, 0);
    // The longest stretch as it is met: where it begins and the n behind it.
    let (mut longest, mut behind) = (0, 0);
    for (n, (&value, &later)) in values.iter().zip(&values[p..]).enumerate() {
        if later.checked_sub(value) != Some(s) {
            from = n + 1;
            continue;
        }
        agreeing += 1;
        if n + 1 - from > behind - longest {
            (longest, behind) = (from, n + 1);
        }
    }
    (agreeing > 0).then(|| NearMiss {
        period: p as u64,
        saltus: s.into(),
        from: longest as u64,
        to: behind as u64 - 1,
        fails_at: (behind < compared).then_some(behind as u64),
        agreeing,
        compared: compared as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_budget::Budget;
    use std::collections::BTreeMap;

    /// From the definition: every period, every saltus, one heap after the other.
    fn by_definition(values: &[u32], most: usize) -> Vec<NearMiss> {
        let agrees =
            |n: usize, p: usize, s: u64| u64::from(values[n + p]) == u64::from(values[n]) + s;
        let miss = |p: usize, s: u64| {
            let all = 0..values.len() - p;
            let mut stretches = Vec::new();
            for from in all.clone() {
                if agrees(from, p, s) && (from == 0 || !agrees(from - 1, p, s)) {
                    let end = (from..all.end).find(|&n| !agrees(n, p, s));
                    stretches.push((end.unwrap_or(all.end) - from, from, end));
                }
            }
            let longest = stretches.iter().map(|stretch| stretch.0).max().unwrap();
            let &(length, from, end) = stretches.iter().find(|s| s.0 == longest).unwrap();
            NearMiss {
                period: p as u64,
                saltus: s,
                from: from as u64,
                to: (from + length - 1) as u64,
                fails_at: end.map(|n| n as u64),
                agreeing: all.clone().filter(|&n| agrees(n, p, s)).count() as u64,
                compared: all.len() as u64,
            }
        };
        let mut found = Vec::new();
        for p in 1..=values.len() / PERIODS {
            let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
            for n in 0..values.len() - p {
                if values[n + p] >= values[n] {
                    *counts.entry(u64::from(values[n + p] - values[n])).or_default() += 1;
                }
            }
            let top = counts.values().copied().max();
            if let Some((&s, _)) = counts.iter().find(|(_, count)| Some(**count) == top) {
                found.push(miss(p, s));
            }
        }
        found.sort_by(|a, b| {
            let shares = (b.agreeing * a.compared).cmp(&(a.agreeing * b.compared));
            let lengths = (b.to - b.from).cmp(&(a.to - a.from));
            shares.then(lengths).then(a.period.cmp(&b.period))
        });
        let mut kept: Vec<NearMiss> = Vec::new();
        for miss in found {
            let known = |k: &NearMiss| {
                (1..=miss.period)
                    .any(|t| (t * k.period, t * k.saltus) == (miss.period, miss.saltus))
            };
            if kept.len() < most && !kept.iter().any(known) {
                kept.push(miss);
            }
        }
        kept
    }

    #[test]
    fn ranked_as_the_definition_ranks_them() {
        let mut rng = fastrand::Rng::with_seed(11);
        let (mut several, mut unfailing, mut growing) = (0, 0, 0);
        for _ in 0..200 {
            let (noise, period) = (rng.usize(0..80), rng.usize(1..30));
            let (kept, saltus) = (rng.usize(0..200), rng.u32(0..3));
            let block: Vec<u32> = (0..period).map(|_| rng.u32(0..4)).collect();
            let mut values: Vec<u32> = (0..noise).map(|_| rng.u32(0..9)).collect();
            values.extend((0..kept).map(|i| block[i % period] + saltus * (i / period) as u32));
            values.extend((0..rng.usize(0..80)).map(|_| rng.u32(0..9)));
            let found = near_misses(&values, 5);
            let expected = if values.len() < FEWEST { vec![] } else { by_definition(&values, 5) };
            assert_eq!(found, expected, "{values:?}");
            several += usize::from(found.len() > 1);
            unfailing += found.iter().filter(|miss| miss.fails_at.is_none()).count();
            growing += found.iter().filter(|miss| miss.saltus > 0).count();
        }
        assert!(several > 100 && unfailing > 3 && growing > 100, "{several} {unfailing} {growing}");
        for game in ["0.6", "0.F6", "0.16", "0.E7", "0.4*", "0.007"] {
            let values = sprague_engine::values(&game.parse().unwrap(), 1200, &Budget::unlimited());
            let values = values.unwrap();
            assert_eq!(near_misses(&values, 8), by_definition(&values, 8), "{game}");
        }
        assert_eq!(near_misses(&[], 5), []);
        assert_eq!(near_misses(&[0; 1000], 0), []);
    }

    /// Noise, then a law only the window at the end has.
    #[test]
    fn a_law_that_sets_in_late() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut values: Vec<u32> = (0..WINDOW + 5000).map(|_| rng.u32(0..50)).collect();
        values.extend((0..WINDOW as u32).map(|n| n % 17 + n / 17 * 2));
        values.push(0);
        let best = near_misses(&values, 3)[0];
        let from = (WINDOW + 5000) as u64;
        assert_eq!((best.period, best.saltus, best.from), (17, 2, from));
        assert_eq!(best.fails_at, Some(from + WINDOW as u64 - 17));
        let agreeing = (0..values.len() - 17).filter(|&n| values[n + 17] == values[n] + 2).count();
        assert_eq!((best.agreeing, best.compared), (agreeing as u64, values.len() as u64 - 17));
    }

    #[test]
    fn the_best_one_of_0_f6() {
        let values =
            sprague_engine::values(&"0.F6".parse().unwrap(), 2500, &Budget::unlimited()).unwrap();
        let best = near_misses(&values, 1)[0];
        assert_eq!((best.period, best.saltus, best.fails_at), (43, 32, Some(1886)));
        assert!(best.to_string().ends_with("longest for 604 <= n <= 1885, and not for n = 1886"));
    }
}
