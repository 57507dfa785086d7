//! What a check may cost: the limits of a [`Budget`] as rejections.

use crate::rejection::{Rejection, Step};
use sprague_budget::{Budget, Spent};

/// The budget of a check where nothing else is said: 2^34 values, 4 million million steps (one
/// excluded value each, roughly), 16 GB, no limit on time.
pub fn default_budget() -> Budget {
    Budget::unlimited().values(1 << 34).steps(4_000_000_000_000).bytes(1 << 34)
}

impl From<Spent> for Rejection {
    fn from(spent: Spent) -> Self {
        let step = if spent == Spent::Stopped { Step::Stopped } else { Step::Limit };
        Self::new(step, spent.to_string())
    }
}

/// Asking a budget with numbers that may be larger than any budget.
pub(crate) trait Within {
    /// `to` values of four bytes, if that many are allowed.
    fn length(&self, to: u64) -> Result<usize, Rejection>;
    /// Whether the check may go on, so many steps having been taken.
    fn work(&self, steps: u128) -> Result<(), Rejection>;
    /// Whether so much memory may be held.
    fn memory(&self, bytes: u128) -> Result<(), Rejection>;
}

impl Within for Budget {
    fn length(&self, to: u64) -> Result<usize, Rejection> {
        self.allow_values(to)?;
        self.memory(u128::from(to) * 4)?;
        usize::try_from(to).map_err(|_| Rejection::new(Step::Limit, "too many values"))
    }

    fn work(&self, steps: u128) -> Result<(), Rejection> {
        self.go_on()?;
        Ok(self.allow_steps(saturated(steps))?)
    }

    fn memory(&self, bytes: u128) -> Result<(), Rejection> {
        Ok(self.allow_bytes(saturated(bytes))?)
    }
}

fn saturated(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
