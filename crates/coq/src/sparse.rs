//! Probes for the sparse-window theorem of the library (`Sparse.v`).
//!
//! A set of probes has all rare heaps and some helpers; from a heap s0 on, G(n) is the mex over
//! moves to one heap and pairs with a probe; a few heaps before the window may be left to the
//! definition. That is a recurrence with a window as long as the
//! largest probe plus the greatest take, so that one repeated window proves the period. What is
//! searched for here is not trusted, and certificates do not carry it: it is found from the values
//! in less time than Coq takes to check it.

use crate::game::Game;
use crate::{Refusal, list};
use sprague_certificate::{Regularity, SparseWindow};
use sprague_engine::sparse::{Space, walsh_hadamard};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

/// No more values than this are computed: Coq would take many hours for them.
const MOST_VALUES: u64 = 20_000_000;
/// With more probes than this a game is not sparse.
const MOST_PROBES: usize = 4000;
/// Where the period is long, probes are used from this heap on.
const PAYS: u64 = 4000;
/// Probes that are enough only from a later heap on are not looked for: what is before it takes Coq
/// a minute.
const MOST_FROM: u64 = 32_000;
/// Options of the heaps behind s0 for which no helper serves: Coq looks at all of them.
const MOST_STEPS: u64 = 20_000_000;
/// So many heaps are looked at to choose helpers, and twice as many values they lack.
const SAMPLE: usize = 1000;
/// Helpers are looked for below this first.
const NEAR: u64 = 2000;

/// What `check_sparse` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Evidence {
    mask: u32,
    by_position: bool,
    dividing_odd: bool,
    /// D: the rare heaps and the helpers, increasing.
    probes: Vec<u64>,
    /// s0.
    probe_from: u64,
    window_from: u64,
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mask, by_position, dividing_odd, probes, probe_from, window_from } = self;
        write!(f, "Sparse {mask} {by_position} {dividing_odd}\n    ")?;
        write!(f, "{} {probe_from} {window_from}", list(probes))
    }
}

/// Probes for a period, or `None` where there are none: with the space of the certificate, or
/// else with the ones under which the fewest heaps are rare.
pub(crate) fn evidence(
    game: &Game,
    law: &Regularity,
    window: Option<&SparseWindow>,
) -> Result<Option<Evidence>, Refusal> {
    let taking = |heaps: u32| -> Vec<u64> {
        let own = game.moves.iter().filter(|m| m.heaps == heaps);
        own.map(|m| m.take.unsigned_abs()).collect()
    };
    let (single, dividing) = (taking(1), taking(2));
    if !game.is_plain() || game.most_heaps() != 2 {
        return Ok(None);
    }
    let one_parity = dividing.iter().all(|k| k % 2 == dividing[0] % 2);
    let Some(start) = law.preperiod.checked_add(law.period).filter(|&end| end <= MOST_VALUES)
    else {
        return Err(game.not_covered("periods of more than twenty million values"));
    };
    let values = game.values(start + start.min(4096) + game.greatest_take())?;
    let twisted = one_parity && law.period.is_multiple_of(2);
    let spaces = match window {
        Some(window) if window.position_parity && !one_parity => Vec::new(),
        Some(window) => vec![(window.mask, window.position_parity)],
        None => best_masks(&values, twisted.then_some(dividing[0])),
    };
    let mut search = Search { game, law, single, dividing, values };
    for (mask, by_position) in spaces {
        if let Some(found) = search.run(mask, by_position)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The plain mask with the fewest rare heaps, and the one where the parity of the heap counts if
/// all dividing takes have the parity of `take`; the better one first.
fn best_masks(values: &[u32], take: Option<u64>) -> Vec<(u32, bool)> {
    let largest = values.iter().copied().max().unwrap_or(0);
    let bits = u32::BITS - largest.leading_zeros();
    if !(1..=20).contains(&bits) {
        return Vec::new();
    }
    let late = values.len() / 2;
    // The sum over the late heaps of 1 for an even class and -1 for an odd one, for every mask.
    let transform = |sign: &dyn Fn(usize) -> i64| {
        let mut sums = vec![0i64; 1 << bits];
        for (n, &value) in values.iter().enumerate().skip(late) {
            sums[value as usize] += sign(n);
        }
        walsh_hadamard(&mut sums);
        sums.into_iter().zip(0u32..).skip(1).min()
    };
    let mut spaces: Vec<(i64, u32, bool)> = Vec::new();
    if let Some((sum, mask)) = transform(&|_| 1) {
        spaces.push((sum, mask, false));
    }
    if let Some(take) = take {
        // Common heaps are those whose class with the parity of n is not that of the take.
        let sign = |n: usize| if (n as u64 ^ take).is_multiple_of(2) { 1 } else { -1 };
        if let Some((sum, mask)) = transform(&sign) {
            spaces.push((sum, mask, true));
        }
    }
    spaces.sort_unstable();
    spaces.into_iter().map(|(_, mask, by_position)| (mask, by_position)).collect()
}

struct Search<'a> {
    game: &'a Game,
    law: &'a Regularity,
    /// What may be taken leaving one heap.
    single: Vec<u64>,
    /// What may be taken leaving two heaps.
    dividing: Vec<u64>,
    values: Vec<u32>,
}

impl Search<'_> {
    /// Looks for probes in one space, with s0 as small as pays, then with greater ones.
    fn run(&mut self, mask: u32, by_position: bool) -> Result<Option<Evidence>, Refusal> {
        let Regularity { preperiod: l, period: p, .. } = *self.law;
        let take = self.dividing[0].cast_signed();
        let space =
            if by_position { Space::position_parity(mask, take) } else { Space::plain(mask) };
        let Some(space) = space else { return Ok(None) };
        let Some(rares) = self.rares(space) else { return Ok(None) };
        let t = self.game.greatest_take();
        let first = rares.last().copied().unwrap_or(0) + t + 2;
        // Values below s0 are computed by the definition, and few heaps need a helper from later
        // ones: it pays where the rest is long.
        let mut probe_from = first.max(PAYS.min((l + p) / 20));
        while probe_from <= MOST_FROM.max(first) {
            let end = l.max(probe_from) + p + probe_from;
            if end > MOST_VALUES {
                return Ok(None);
            }
            if self.values.len() < end as usize {
                self.values = self.game.values(end)?;
                if self.rares(space).as_ref() != Some(&rares) {
                    return Ok(None);
                }
            }
            let window = l.max(probe_from);
            if let Some(mut probes) = self.probes(&rares, probe_from..end, window) {
                probes.sort_unstable();
                let reach = probes.last().copied().unwrap_or(0) + t;
                let largest = self.values.iter().copied().max().unwrap_or(0);
                return Ok(Some(Evidence {
                    mask: space.shown_mask(largest),
                    by_position,
                    dividing_odd: take % 2 == 1,
                    probes,
                    probe_from,
                    window_from: l.max(probe_from - reach).max(1),
                }));
            }
            probe_from += probe_from / 4;
        }
        Ok(None)
    }

    /// The rare heaps from 1 on, or `None` where they are too many.
    fn rares(&self, space: Space) -> Option<Vec<u64>> {
        let heaps = (0..).zip(&self.values).skip(1);
        let rare = heaps.filter(|&(n, &value)| !space.is_common(n, value)).map(|(n, _)| n);
        let rares: Vec<u64> = rare.take(MOST_PROBES + 1).collect();
        (rares.len() <= MOST_PROBES).then_some(rares)
    }

    /// The rares and helpers with which every value below G(n) is that of an option, for all heaps
    /// of the range but a few before `window`, which Coq computes by the definition. Helpers are
    /// chosen greedily, for some heaps first and then for those that still lack something.
    fn probes(&self, rares: &[u64], heaps: Range<u64>, window: u64) -> Option<Vec<u64>> {
        let greatest = heaps.start - self.game.greatest_take() - 2;
        let mut probes = rares.to_vec();
        let step = ((heaps.end - heaps.start) / SAMPLE as u64).max(1);
        let mut sample: Vec<u64> = heaps.clone().step_by(step as usize).collect();
        let (mut by_definition, mut steps) = (HashSet::new(), 0);
        while !sample.is_empty() {
            let mut missing: Vec<(u64, u32)> = Vec::new();
            for &n in &sample {
                let seen = (0..).zip(self.seen(n, &probes));
                missing.extend(seen.filter(|(_, seen)| !seen).map(|(value, _)| (n, value)));
            }
            while !missing.is_empty() {
                let Some(helper) = self.best_helper(&missing, greatest) else {
                    for (n, _) in missing.drain(..).filter(|&(n, _)| by_definition.insert(n)) {
                        steps += n * self.dividing.len() as u64 / 2;
                        if n >= window || steps > MOST_STEPS {
                            return None;
                        }
                    }
                    break;
                };
                if probes.len() == MOST_PROBES {
                    return None;
                }
                probes.push(helper);
                missing.retain(|&(n, value)| !self.has_pair(n, helper, value));
            }
            let lacks =
                |n: &u64| !by_definition.contains(n) && self.seen(*n, &probes).contains(&false);
            sample = heaps.clone().filter(lacks).take(SAMPLE).collect();
        }
        Some(probes)
    }

    /// The heap up to `greatest` whose pairs have the most of these values.
    fn best_helper(&self, missing: &[(u64, u32)], greatest: u64) -> Option<u64> {
        let step = missing.len().div_ceil(2 * SAMPLE);
        let count = |d: u64| {
            let some = missing.iter().step_by(step);
            some.filter(|&&(n, value)| self.has_pair(n, d, value)).count()
        };
        let best = |range: Range<u64>| {
            range.map(|d| (count(d), Reverse(d))).max().filter(|(count, _)| *count > 0)
        };
        // Small helpers make a short window; only where none serves, others are looked at.
        let near = (greatest + 1).min(NEAR);
        best(1..near).or_else(|| best(near..greatest + 1)).map(|(_, Reverse(d))| d)
    }

    /// Whether some pair with a heap of d has this value at n.
    fn has_pair(&self, n: u64, d: u64, value: u32) -> bool {
        let heap = |n: u64| self.values[n as usize];
        let left = self.dividing.iter().filter(|&&k| d + k < n).map(|k| n - k - d);
        left.into_iter().any(|other| heap(d) ^ heap(other) == value)
    }

    /// Which values below G(n) are those of options to one heap or to a pair with a probe.
    fn seen(&self, n: u64, probes: &[u64]) -> Vec<bool> {
        let mut seen = vec![false; self.values[n as usize] as usize];
        let mut see = |value: u32| {
            if let Some(seen) = seen.get_mut(value as usize) {
                *seen = true;
            }
        };
        let heap = |n: u64| self.values[n as usize];
        self.single.iter().filter(|&&k| k < n).for_each(|k| see(heap(n - k)));
        for m in self.dividing.iter().filter(|&&k| k < n).map(|k| n - k) {
            probes.iter().filter(|&&d| d < m).for_each(|&d| see(heap(d) ^ heap(m - d)));
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_of_0_156() {
        let game = Game::read("0.156").unwrap();
        let law = Regularity { preperiod: 3479, period: 349, saltus: 0 };
        let found = evidence(&game, &law, None).unwrap().unwrap();
        assert!(!found.by_position && found.probes.len() < 250, "{found}");
        assert!(found.probe_from < 3479, "{found}");
        let other = Regularity { period: 350, ..law };
        // A wrong period has probes as well: Coq compares the window.
        assert!(evidence(&game, &other, None).unwrap().is_some());
    }

    #[test]
    fn games_without_a_sparse_space_have_no_probes() {
        let law = Regularity { preperiod: 71, period: 12, saltus: 0 };
        for rules in ["S(1,2,4)", "0.7!", "0.8F"] {
            assert_eq!(evidence(&Game::read(rules).unwrap(), &law, None).unwrap(), None);
        }
        let game = Game::read("0.156").unwrap();
        let long = Regularity { preperiod: u64::MAX - 3, period: 10, saltus: 0 };
        assert!(evidence(&game, &long, None).is_err());
    }
}
