//! Periodic sequences written as runs of equal values.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// A value and how often it is repeated.
pub(super) type Run = (u32, u64);

/// A periodic sequence: the runs before the period, those of the period, and exceptions.
pub(super) struct Runs {
    pub before: Vec<Run>,
    pub period: Vec<Run>,
    /// Heaps with another value.
    pub exceptions: Vec<(u64, u32)>,
}

impl Runs {
    pub fn before_length(&self) -> u64 {
        self.before.iter().map(|run| run.1).sum()
    }

    pub fn period_length(&self) -> u64 {
        self.period.iter().map(|run| run.1).sum()
    }

    pub fn at(&self, n: &BigUint) -> BigUint {
        let exception = self.exceptions.iter().find(|(heap, _)| *n == BigUint::from(*heap));
        if let Some((_, value)) = exception {
            return (*value).into();
        }
        let before = self.before_length();
        let value = if let Some(n) = n.to_u64().filter(|&n| n < before) {
            in_runs(&self.before, n)
        } else {
            let rest = (n - before) % self.period_length();
            in_runs(&self.period, rest.to_u64().unwrap_or(0))
        };
        value.into()
    }
}

fn in_runs(runs: &[Run], mut n: u64) -> u32 {
    for &(value, length) in runs {
        if n < length {
            return value;
        }
        n -= length;
    }
    0
}
