//! Regularity that holds for a while and then fails: how near to regular an open game is.
//!
//! What is found here is observed on the values at hand and proves nothing but the failure.

mod miss;

pub use miss::{LOOKED_AT as COUNTED_OVER, NearMiss, near_misses};

use std::fmt;

/// G(n+p) = G(n)+s for a long stretch of heaps, and not after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearRegularity {
    /// The first n of the stretch.
    pub from: u64,
    /// p.
    pub period: u64,
    /// s.
    pub saltus: u64,
    /// The last n of the stretch.
    pub to: u64,
}

impl NearRegularity {
    /// The first n behind it.
    pub fn fails_at(&self) -> u64 {
        self.to + 1
    }
}

/// `G(n+43) = G(n)+32 for 604 <= n <= 1885, and not for n = 1886`
impl fmt::Display for NearRegularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, period, saltus, to } = self;
        let growth = if *saltus > 0 { format!("+{saltus}") } else { String::new() };
        let fails = self.fails_at();
        write!(f, "G(n+{period}) = G(n){growth} for {from} <= n <= {to}, and not for n = {fails}")
    }
}

/// Values looked at.
pub const LOOKED_AT: usize = 1 << 14;
/// The longest period looked for.
const LONGEST: usize = 2048;
/// A stretch is three periods at least: two are compared with the ones before them.
const PERIODS: usize = 3;
/// And this many heaps: short ones are met by chance.
const SHORTEST: usize = 64;

/// The longest stretch of the first values (at most [`LOOKED_AT`]) with a period and a saltus that
/// fails within them; of equal ones that with the least period. A saltus is not negative.
pub fn near_regularity(values: &[u32]) -> Option<NearRegularity> {
    let values = &values[..values.len().min(LOOKED_AT)];
    let mut best: Option<NearRegularity> = None;
    // In heaps: the last n+p counts.
    let length = |near: &NearRegularity| near.to + near.period - near.from + 1;
    for period in 1..=LONGEST.min(values.len() / PERIODS) {
        let least = best.as_ref().map_or(SHORTEST, |best| length(best) as usize + 1);
        let least = least.max(PERIODS * period);
        let mut from = 0;
        let mut saltus = None;
        for (n, (&value, &later)) in values.iter().zip(&values[period..]).enumerate() {
            let difference = i64::from(later) - i64::from(value);
            if saltus == Some(difference) {
                continue;
            }
            if let Some(saltus) = saltus.and_then(|s| u64::try_from(s).ok())
                && n + period - from >= least
            {
                let near = NearRegularity {
                    from: from as u64,
                    period: period as u64,
                    saltus,
                    to: (n - 1) as u64,
                };
                best = Some(best.filter(|best| length(best) >= length(&near)).unwrap_or(near));
            }
            (from, saltus) = (n, Some(difference));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_budget::Budget;

    /// The definition: every stretch of every period, one heap after the other.
    fn by_definition(values: &[u32]) -> Option<NearRegularity> {
        let fits =
            |n: usize, p: usize, s: u64| u64::from(values[n + p]) == u64::from(values[n]) + s;
        let mut best: Option<(usize, NearRegularity)> = None;
        for p in 1..=LONGEST.min(values.len() / PERIODS) {
            for from in 0..values.len() - p {
                let Some(s) = values[from + p].checked_sub(values[from]).map(u64::from) else {
                    continue;
                };
                if from > 0 && fits(from - 1, p, s) {
                    continue;
                }
                let Some(end) = (from..values.len() - p).find(|&n| !fits(n, p, s)) else {
                    continue;
                };
                let length = end + p - from;
                let long = length >= SHORTEST.max(PERIODS * p);
                if long && best.as_ref().is_none_or(|(longest, _)| length > *longest) {
                    let near = NearRegularity {
                        from: from as u64,
                        period: p as u64,
                        saltus: s,
                        to: (end - 1) as u64,
                    };
                    best = Some((length, near));
                }
            }
        }
        best.map(|(_, near)| near)
    }

    #[test]
    fn the_longest_stretch_is_found() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut found = 0;
        for _ in 0..300 {
            let (noise, period) = (rng.usize(0..100), rng.usize(1..40));
            let (kept, saltus) = (rng.usize(0..300), rng.u32(0..3));
            let block: Vec<u32> = (0..period).map(|_| rng.u32(0..4)).collect();
            let mut values: Vec<u32> = (0..noise).map(|_| rng.u32(0..9)).collect();
            values.extend((0..kept).map(|i| block[i % period] + saltus * (i / period) as u32));
            values.extend((0..rng.usize(0..80)).map(|_| rng.u32(0..9)));
            let near = near_regularity(&values);
            assert_eq!(near, by_definition(&values), "{values:?}");
            found += usize::from(near.is_some());
        }
        assert!((50..290).contains(&found), "{found}");
        for game in ["0.6", "0.F6", "Kayles", "0.16", "S(2,3,7)", "0.E7"] {
            let rules = game.parse().unwrap();
            let values = sprague_engine::values(&rules, 2500, &Budget::unlimited()).unwrap();
            assert_eq!(near_regularity(&values), by_definition(&values), "{game}");
        }
        assert_eq!(near_regularity(&[]), None);
        assert_eq!(near_regularity(&[0; 1000]), None, "what does not fail is not near");
    }

    /// Quoted as a period in lists of unsolved problems; it fails.
    #[test]
    fn the_stretch_of_0_f6() {
        let values =
            sprague_engine::values(&"0.F6".parse().unwrap(), 2500, &Budget::unlimited()).unwrap();
        let near = near_regularity(&values).unwrap();
        assert_eq!(
            near.to_string(),
            "G(n+43) = G(n)+32 for 604 <= n <= 1885, and not for n = 1886"
        );
    }
}
