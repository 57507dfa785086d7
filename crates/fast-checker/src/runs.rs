//! Subtraction games with large members: the nim-sequence as runs of equal values.
//!
//! S(1000000007, 1000000009) has a period of two thousand million heaps and a handful of runs. The
//! definition is applied to runs: between two heaps where some option enters a new run, the
//! options' values, and so the value, stay the same.

use sprague_budget::Budget;
use sprague_certificate::Regularity;
use sprague_checker::theorem::{Window, add, mul};
use sprague_checker::{Rejection, Step};

/// The greatest number of runs.
const MAX_RUNS: usize = 1 << 23;

/// From this heap on the value is this one, up to the next run.
struct Run {
    from: u64,
    value: u32,
}

/// G(0), ..., G(until - 1).
struct Runs {
    list: Vec<Run>,
    until: u64,
}

impl Runs {
    /// The nim-sequence of the subtraction game with these members, by its definition.
    fn new(members: &[u64], until: u64, budget: &Budget) -> Result<Self, Rejection> {
        let mut list: Vec<Run> = Vec::new();
        // For each member s the run in which n-s lies.
        let mut places = vec![0usize; members.len()];
        let mut steps = 0u64;
        let mut n = 0;
        while n < until {
            steps += members.len() as u64 * 2;
            budget.go_on()?;
            budget.allow_steps(steps)?;
            budget.allow_bytes(list.len() as u64 * 16)?;
            if list.len() > MAX_RUNS {
                return Err(Rejection::new(
                    Step::Limit,
                    format!("more than {MAX_RUNS} runs of equal values below heap {until}"),
                ));
            }
            let mut next = until;
            let mut excluded = Vec::with_capacity(members.len());
            for (&s, place) in members.iter().zip(&mut places) {
                let Some(rest) = n.checked_sub(s) else {
                    next = next.min(s); // where s can be taken first
                    continue;
                };
                while list.get(*place + 1).is_some_and(|run| run.from <= rest) {
                    *place += 1;
                }
                excluded.push(list[*place].value);
                // The last run known reaches to n at least, so n-s stays in it until after the
                // heap where that run ends.
                let end = list.get(*place + 1).map_or(n, |run| run.from);
                next = next.min(end.saturating_add(s));
            }
            excluded.sort_unstable();
            excluded.dedup();
            // The mex: the first place where the excluded values leave a gap.
            let value = (0..).zip(&excluded).take_while(|(v, e)| v == *e).count() as u32;
            if list.last().is_none_or(|run| run.value != value) {
                list.push(Run { from: n, value });
            }
            n = next;
        }
        Ok(Self { list, until })
    }

    /// The run in which heap n lies, for n < until.
    fn place(&self, n: u64) -> usize {
        self.list.partition_point(|run| run.from <= n).saturating_sub(1)
    }

    /// Where run i ends.
    fn end(&self, i: usize) -> u64 {
        self.list.get(i + 1).map_or(self.until, |run| run.from)
    }

    /// The first n with from <= n < until and G(n) != G(n+p), if there is one. `until + p` is at
    /// most the number of values known.
    fn first_difference(&self, from: u64, until: u64, p: u64) -> Option<u64> {
        let mut n = from;
        let (mut i, mut j) = (self.place(n), self.place(n + p));
        while n < until {
            if self.list[i].value != self.list[j].value {
                return Some(n);
            }
            let (end_i, end_j) = (self.end(i), self.end(j) - p);
            n = end_i.min(end_j);
            i += usize::from(n == end_i);
            j += usize::from(n == end_j);
        }
        None
    }

    fn value(&self, n: u64) -> u32 {
        self.list[self.place(n)].value
    }
}

/// Verifies a claim by Theorem 5.2, over its `window`, on runs; returns how many values they
/// stand for.
pub(super) fn verify(
    members: &[u64],
    claim: Regularity,
    window: Window,
    budget: &Budget,
) -> Result<u64, Rejection> {
    let Regularity { preperiod, period, .. } = claim;
    let needed = add(window.until, period)?.max(add(preperiod, mul(2, period)?)?);
    let runs = Runs::new(members, needed, budget)?;
    if let Some(n) = runs.first_difference(window.from, window.until, period) {
        return Err(Rejection::new(
            Step::Window,
            format!(
                "G({}) = {}, but G({n}) = {}",
                n + period,
                runs.value(n + period),
                runs.value(n)
            ),
        ));
    }
    // As in `minimal`: the least period divides this one, the least preperiod is the same.
    if preperiod > 0 && runs.value(preperiod - 1) == runs.value(preperiod - 1 + period) {
        return Err(Rejection::new(
            Step::Minimality,
            format!("the preperiod is not the least: {} would do", preperiod - 1),
        ));
    }
    for q in prime_factors(period) {
        let shorter = period / q;
        if runs.first_difference(preperiod, preperiod + period, shorter).is_none() {
            return Err(Rejection::new(
                Step::Minimality,
                format!("the period is not the least: {shorter} would do"),
            ));
        }
    }
    Ok(needed)
}

/// The prime factors of n, each once.
fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut factors = Vec::new();
    let mut q = 2;
    while q <= n / q {
        if n.is_multiple_of(q) {
            factors.push(q);
            while n.is_multiple_of(q) {
                n /= q;
            }
        }
        q += if q == 2 { 1 } else { 2 };
    }
    if n > 1 {
        factors.push(n);
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_checker::{Rules, default_budget};

    #[test]
    fn runs_are_the_sequence() {
        for members in [
            &[1u64][..],
            &[3, 10],
            &[2, 5, 7],
            &[1, 4, 5, 7, 8],
            &[6, 15, 21],
            &[5, 22, 27],
            &[7, 8, 9, 30],
        ] {
            let list: Vec<String> = members.iter().map(u64::to_string).collect();
            let rules = Rules::read(&format!("S({})", list.join(","))).unwrap();
            let values = rules.values(700, &default_budget()).unwrap();
            let runs = Runs::new(members, 700, &default_budget()).unwrap();
            for (n, &value) in values.iter().enumerate().take(700) {
                assert_eq!(runs.value(n as u64), value, "{members:?} {n}");
            }
            for p in 1..200u64 {
                let slow = (5..400).find(|&n| values[n] != values[n + p as usize]);
                assert_eq!(runs.first_difference(5, 400, p), slow.map(|n| n as u64), "{p}");
            }
        }
    }

    #[test]
    fn every_hypothesis() {
        let verdict = |preperiod, period, until| {
            let claim = Regularity { preperiod, period, saltus: 0 };
            let window = Window { from: preperiod, until, period, saltus: 0 };
            verify(&[3_000_000, 10_000_000], claim, window, &default_budget())
                .map_err(|rejection| rejection.step())
        };
        let t = 10_000_000;
        assert_eq!(verdict(0, 13_000_000, t), Ok(26_000_000));
        assert_eq!(verdict(0, 13_000_001, t), Err(Step::Window));
        assert_eq!(verdict(0, 26_000_000, t), Err(Step::Minimality));
        assert_eq!(verdict(1, 13_000_000, t + 1), Err(Step::Minimality));
        assert_eq!(verdict(0, u64::MAX - 3, t), Err(Step::Limit));
        // S(a) with the period 2a+1: the last heap of the window, a-1, is the first to differ.
        let a = 5_000_000;
        let claim = Regularity { preperiod: 0, period: 2 * a + 1, saltus: 0 };
        let mut window = Window { from: 0, until: a, period: 2 * a + 1, saltus: 0 };
        let rejected = verify(&[a], claim, window, &default_budget()).unwrap_err();
        assert_eq!(rejected.step(), Step::Window);
        assert!(rejected.reason().ends_with(&format!("but G({}) = 0", a - 1)), "{rejected}");
        window.until = a - 1;
        assert!(verify(&[a], claim, window, &default_budget()).is_ok(), "so the bound is tight");
        let few = default_budget().steps(20);
        let window = Window { from: 0, until: t, period: 13_000_000, saltus: 0 };
        let claim = Regularity { preperiod: 0, period: 13_000_000, saltus: 0 };
        let rejected = verify(&[3_000_000, t], claim, window, &few).unwrap_err();
        assert_eq!(rejected.step(), Step::Limit);
    }
}
