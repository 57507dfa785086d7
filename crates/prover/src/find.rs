//! Finding preperiod, period and saltus in data, in linear time.
//!
//! What is found here is observed on the values at hand and proves nothing.

use sprague_certificate::Regularity;

/// A nim-value of whatever width the values are stored in.
pub trait Value: Copy + Eq {
    /// The value.
    fn get(self) -> u32;
}

impl Value for u8 {
    fn get(self) -> u32 {
        u32::from(self)
    }
}

impl Value for u16 {
    fn get(self) -> u32 {
        u32::from(self)
    }
}

impl Value for u32 {
    fn get(self) -> u32 {
        self
    }
}

/// For every lag p, from where on G(n+p) - G(n) is constant to the end of the data.
pub struct Lags<'a, T> {
    values: &'a [T],
    /// The Z-function of the reversed differences: z[p] is how many of the last differences
    /// agree with those p places before them.
    z: Vec<u32>,
}

impl<'a, T: Value> Lags<'a, T> {
    /// Analyses `values`, at most 2^32 - 2 of them (four bytes are needed for each).
    pub fn new(values: &'a [T]) -> Self {
        let values = &values[..values.len().min(u32::MAX as usize - 1)];
        let m = values.len().saturating_sub(1);
        // The difference i places from the end; wrapping does not matter for equality.
        let difference = |i: usize| values[m - i].get().wrapping_sub(values[m - i - 1].get());
        let mut z = vec![0u32; m];
        // [left, right) is the match that reaches furthest so far.
        let (mut left, mut right) = (0, 0);
        for p in 1..m {
            let mut length = if p < right { (z[p - left] as usize).min(right - p) } else { 0 };
            if p + length >= right {
                while p + length < m && difference(length) == difference(p + length) {
                    length += 1;
                }
                (left, right) = (p, p + length);
            }
            z[p] = length as u32;
        }
        Self { values, z }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The regularity with period `p` that the data end with: the least preperiod l such
    /// that G(n+p) - G(n) is the same for all n >= l with n+p in the data. `None` when p is
    /// too large for the data or the difference is negative.
    pub fn regularity(&self, p: usize) -> Option<Regularity> {
        let n = self.values.len();
        let z = *self.z.get(p)?;
        if p == 0 {
            return None;
        }
        let preperiod = n - 1 - p - z as usize;
        let last = self.values[n - 1].get();
        let saltus = last.checked_sub(self.values[n - 1 - p].get())?;
        Some(Regularity {
            preperiod: preperiod as u64,
            period: p as u64,
            saltus: u64::from(saltus),
        })
    }

    /// How many n have been seen to satisfy G(n+p) = G(n)+s to the end of the data.
    pub fn support(&self, p: usize) -> usize {
        self.z.get(p).map_or(0, |&z| z as usize + 1)
    }

    /// The regularity worth believing: that of the least period that has been seen to hold for
    /// at least two more periods and a quarter of the data. Short accidental tails, such as
    /// the zeros at the beginning of 0.004, are not believed.
    pub fn observed(&self) -> Option<Regularity> {
        let n = self.values.len();
        (1..n).find_map(|p| {
            let support = self.support(p);
            if support < (2 * p).max(n / 4).max(24) {
                return None;
            }
            self.regularity(p)
        })
    }
}

/// The least period and preperiod of a sequence that is known to be regular: given
/// G(n+p) = G(n)+s for all n >= l, the least period divides p.
///
/// `values` must reach to l+2p.
pub fn minimise<T: Value>(values: &[T], regularity: Regularity) -> Regularity {
    let Regularity { mut preperiod, mut period, mut saltus } = regularity;
    let agrees = |from: u64, p: u64, s: u64, count: u64| {
        (from..from + count).all(|n| {
            values.get((n + p) as usize).is_some_and(|later| {
                u64::from(later.get()) == u64::from(values[n as usize].get()) + s
            })
        })
    };
    let mut rest = period;
    let mut q = 2;
    while rest > 1 {
        if q > rest / q {
            q = rest;
        }
        if rest.is_multiple_of(q) {
            rest /= q;
            if saltus.is_multiple_of(q) && agrees(preperiod, period / q, saltus / q, period) {
                period /= q;
                saltus /= q;
            }
        } else {
            q += 1;
        }
    }
    while preperiod > 0 && agrees(preperiod - 1, period, saltus, 1) {
        preperiod -= 1;
    }
    Regularity { preperiod, period, saltus }
}

/// Preperiod, period, saltus and the residues that do not grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sapp {
    /// The regularity of the residues that grow.
    pub regularity: Regularity,
    /// The residues n mod period whose values repeat.
    pub periodic_residues: Vec<u64>,
}

/// Sapp regularity (Grossman and Nowakowski): in some residue classes mod p the values
/// repeat, in the others they grow by the same s. Observed over the data, at least for
/// `turns` periods.
///
/// Where s is a multiple of q, the values mod q are periodic with a divisor of p: so the
/// candidates for p are the periods of the values mod small numbers.
pub fn sapp(values: &[u32], turns: usize) -> Option<Sapp> {
    let mut tried = Vec::new();
    for q in [16u32, 8, 4, 2, 3, 5, 6, 7, 12, 32, 64] {
        let reduced: Vec<u32> = values.iter().map(|v| v % q).collect();
        let Some(candidate) = Lags::new(&reduced).observed().filter(|r| r.saltus == 0) else {
            continue;
        };
        for multiple in 1..=4 {
            let p = candidate.period as usize * multiple;
            if tried.contains(&p) || p * (turns + 1) > values.len() {
                continue;
            }
            tried.push(p);
            if sapp_with_period(values, p, turns).is_some() {
                // The least period divides this one.
                return (1..=p)
                    .filter(|&d| p.is_multiple_of(d))
                    .find_map(|d| sapp_with_period(values, d, turns));
            }
        }
    }
    None
}

/// Sapp regularity with this period.
fn sapp_with_period(values: &[u32], p: usize, turns: usize) -> Option<Sapp> {
    let n = values.len();
    if p == 0 || n < 2 * p {
        return None;
    }
    // The growth of each residue class at the end of the data.
    let mut growth = vec![0u32; p];
    for i in n - 2 * p..n - p {
        growth[i % p] = values[i + p].checked_sub(values[i])?;
    }
    let saltus = growth.iter().copied().max()?;
    if saltus == 0 || growth.iter().any(|&g| g != 0 && g != saltus) || !growth.contains(&0) {
        return None;
    }
    let breaks =
        (0..n - p).rev().find(|&i| values[i].checked_add(growth[i % p]) != Some(values[i + p]));
    let preperiod = breaks.map_or(0, |i| i + 1);
    if n - preperiod < (turns + 1) * p {
        return None;
    }
    Some(Sapp {
        regularity: Regularity {
            preperiod: preperiod as u64,
            period: p as u64,
            saltus: u64::from(saltus),
        },
        periodic_residues: (0..p as u64).filter(|&r| growth[r as usize] == 0).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, in cubic time.
    fn naive(values: &[u32], p: usize) -> Regularity {
        let n = values.len();
        let difference = |i: usize| i64::from(values[i + p]) - i64::from(values[i]);
        let last = difference(n - 1 - p);
        let preperiod = (0..n - p).rev().find(|&i| difference(i) != last).map_or(0, |i| i + 1);
        Regularity { preperiod: preperiod as u64, period: p as u64, saltus: last as u64 }
    }

    #[test]
    fn lags_equal_the_definition() {
        let mut seed = 1u32;
        for length in [2usize, 3, 10, 40, 100] {
            for kind in 0..6 {
                let values: Vec<u32> = (0..length as u32)
                    .map(|i| {
                        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        let noise = if i < length as u32 / 3 { seed >> 30 } else { 0 };
                        i % (kind + 2) + noise + if kind % 2 == 0 { i / (kind + 2) } else { 0 }
                    })
                    .collect();
                let lags = Lags::new(&values);
                for p in 1..length - 1 {
                    if values[length - 1] >= values[length - 1 - p] {
                        assert_eq!(lags.regularity(p), Some(naive(&values, p)), "{values:?} {p}");
                    }
                }
            }
        }
        assert_eq!(Lags::new(&[0u32; 0]).regularity(1), None);
        assert_eq!(Lags::new(&[0u32]).observed(), None);
    }

    #[test]
    fn short_tails_are_not_believed() {
        assert_eq!(Lags::new(&[0u32; 4]).observed(), None);
        let mut values = vec![0u32; 40];
        assert!(Lags::new(&values).observed().is_some());
        values.extend([1, 0, 0, 0, 0]);
        assert_eq!(Lags::new(&values).observed(), None);
    }

    #[test]
    fn minimising() {
        let values: Vec<u32> =
            [7, 8].into_iter().chain((0..60).map(|i| [0, 1, 0, 1][i % 4])).collect();
        let found = minimise(&values, Regularity { preperiod: 6, period: 12, saltus: 0 });
        assert_eq!(found, Regularity { preperiod: 2, period: 2, saltus: 0 });
        let values: Vec<u32> = (0..100).map(|i| i / 2).collect();
        let found = minimise(&values, Regularity { preperiod: 9, period: 12, saltus: 6 });
        assert_eq!(found, Regularity { preperiod: 0, period: 2, saltus: 1 });
    }

    #[test]
    fn split_growth() {
        let values: Vec<u32> = (0..200)
            .map(|i| {
                if i < 3 {
                    9
                } else if i % 5 == 2 {
                    6
                } else {
                    8 * (i / 5) + i % 5
                }
            })
            .collect();
        let found = sapp(&values, 4).unwrap();
        assert_eq!(found.regularity, Regularity { preperiod: 3, period: 5, saltus: 8 });
        assert_eq!(found.periodic_residues, [2]);
    }
}
