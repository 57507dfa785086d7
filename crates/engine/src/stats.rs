//! Statistics of a nim-sequence: frequencies, rare and common values, records, sub-periods.

use crate::sparse::{Largest, Rare, Space, best_space};

/// How often a value occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frequency {
    /// The nim-value.
    pub value: u32,
    /// The heaps that have it.
    pub count: u64,
    /// Those of them that are rare.
    pub rare: u64,
    /// The first heap that has it.
    pub first: u64,
    /// The last heap that has it.
    pub last: u64,
}

/// A tendency towards G(n + period) = G(n) xor saltus.
///
/// Austin (1976, section 4.5) calls this a sub-period with nim-saltus: it holds for most n, not
/// for all. Observed, never a proof of anything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SubPeriod {
    /// The distance q.
    pub period: u64,
    /// The nim-saltus k.
    pub saltus: u32,
    /// The share of the sample for which G(n + q) = G(n) xor k.
    pub share: f64,
}

/// Statistics of G(0), .., G(heaps - 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// The number of heaps.
    pub heaps: u64,
    /// The space with the fewest rares in the second half.
    pub space: Option<Space>,
    /// The heaps that are rare in that space.
    pub rares: Vec<Rare>,
    /// All values that occur.
    pub frequencies: Vec<Frequency>,
    /// Every heap with a value larger than all before.
    pub records: Vec<Largest>,
    /// The strongest sub-periods, strongest first.
    pub sub_periods: Vec<SubPeriod>,
}

/// Heaps on which sub-periods are judged: the last ones, none of the first half.
const SAMPLE: usize = 8192;

impl Statistics {
    /// Statistics of the values; `parity` is a splitting take, where all splitting takes have
    /// its parity; sub-periods up to `longest` are looked for and the `most` strongest kept.
    pub fn new(values: &[u32], parity: Option<i64>, longest: usize, most: usize) -> Self {
        let space = best_space(values, values.len() / 2, parity).map(|(space, _)| space);
        let mut rares = Vec::new();
        let mut frequencies: Vec<Frequency> = Vec::new();
        let mut at: Vec<u32> = Vec::new();
        let mut records: Vec<Largest> = Vec::new();
        for (heap, &value) in (0u64..).zip(values) {
            let rare = space.is_some_and(|s| !s.is_common(heap, value));
            if rare {
                rares.push(Rare { heap, value });
            }
            if at.len() <= value as usize {
                at.resize(value as usize + 1, u32::MAX);
            }
            if at[value as usize] == u32::MAX {
                at[value as usize] = frequencies.len() as u32;
                frequencies.push(Frequency { value, count: 0, rare: 0, first: heap, last: heap });
            }
            let entry = &mut frequencies[at[value as usize] as usize];
            entry.count += 1;
            entry.rare += u64::from(rare);
            entry.last = heap;
            if records.last().is_none_or(|r| value > r.value) {
                records.push(Largest { value, heap });
            }
        }
        frequencies.sort_unstable_by_key(|f| f.value);
        let sub_periods = sub_periods(values, longest, most);
        Self { heaps: values.len() as u64, space, rares, frequencies, records, sub_periods }
    }
}

/// The strongest sub-periods up to `longest`. A period that only repeats a stronger shorter
/// one (a multiple with the saltus that follows) is left out.
fn sub_periods(values: &[u32], longest: usize, most: usize) -> Vec<SubPeriod> {
    let longest = longest.min(values.len() / 4);
    let sample = &values[values.len().saturating_sub(SAMPLE + longest).max(values.len() / 2)..];
    let Some(span) = sample.len().checked_sub(longest).filter(|&s| s > 0) else {
        return Vec::new();
    };
    let size = sample.iter().copied().max().map_or(1, |top| (top as usize + 1).next_power_of_two());
    let mut counts = vec![0u32; size];
    let mut found: Vec<SubPeriod> = (1..=longest)
        .map(|q| {
            counts.fill(0);
            for (a, b) in sample[..span].iter().zip(&sample[q..]) {
                counts[(a ^ b) as usize] += 1;
            }
            let (saltus, &count) = counts
                .iter()
                .enumerate()
                .max_by_key(|&(k, &c)| (c, std::cmp::Reverse(k)))
                .unwrap_or((0, &0));
            SubPeriod {
                period: q as u64,
                saltus: saltus as u32,
                share: f64::from(count) / span as f64,
            }
        })
        .collect();
    found.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.period.cmp(&b.period)));
    let mut strongest: Vec<SubPeriod> = Vec::new();
    for candidate in found {
        if strongest.len() == most {
            break;
        }
        let repeats = strongest.iter().any(|s| {
            let times = candidate.period / s.period;
            candidate.period % s.period == 0
                && candidate.saltus == if times % 2 == 1 { s.saltus } else { 0 }
        });
        if !repeats {
            strongest.push(candidate);
        }
    }
    strongest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::tests::{by_pairs, octal};

    #[test]
    fn austin_s_sub_period_of_165() {
        // "Subperiodicity of 155 with saltus nim 7", true period 1550.
        let values = by_pairs(&octal("0.165"), 20_000);
        let statistics = Statistics::new(&values, None, 1000, 10);
        let best = statistics.sub_periods.iter().find(|s| s.period == 155).unwrap();
        assert_eq!(best.saltus, 7);
        assert!(best.share > 0.5, "{best:?}");
    }

    #[test]
    fn frequencies_and_records_of_kayles() {
        let values = by_pairs(&octal("0.77"), 1000);
        let statistics = Statistics::new(&values, Some(1), 100, 3);
        assert_eq!(statistics.frequencies.iter().map(|f| f.count).sum::<u64>(), 1000);
        let records: Vec<(u64, u32)> =
            statistics.records.iter().map(|r| (r.heap, r.value)).collect();
        assert_eq!(records, [(0, 0), (1, 1), (2, 2), (3, 3), (5, 4), (11, 6), (15, 7), (27, 8)]);
        assert_eq!(statistics.sub_periods[0].period, 12);
        assert!((statistics.sub_periods[0].share - 1.0).abs() < 1e-9);
    }
}
