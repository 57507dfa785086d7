//! Infinite recurring codes: tetral and octal arithmetic periodicity, and periodicity.

use super::{MAX_MULTIPLE, Theorem, by_multiples, window};
use sprague_certificate::{Multiple, Proof, Recurrence, Regularity};
use sprague_checker::Rules;
use sprague_games::Code;

/// The largest number of recurring blocks tried as t.
const MAX_BLOCKS: u64 = 8;

/// Theorem 6.10, as the checker states it. Sought: the least multiple of period and saltus.
pub(super) struct RecurringTetral {
    rules: Rules,
}

impl RecurringTetral {
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let shortest = Regularity { preperiod: 0, period: 1, saltus: 1 };
        window(rules, shortest, &Self::proof(1))?;
        Some(Self { rules: rules.clone() })
    }

    fn proof(multiple: u64) -> Proof {
        Proof::RecurringTetral(Recurrence { multiple, blocks: 1 })
    }
}

impl Theorem for RecurringTetral {
    fn needed(&self, r: Regularity) -> Option<u64> {
        window(&self.rules, r, &Self::proof(1))?.needed(r).ok()
    }

    fn prove(&self, r: Regularity, values: &[u32]) -> Option<Proof> {
        by_multiples(&self.rules, r, values, 1..=MAX_MULTIPLE, Self::proof)
    }
}

/// Theorem 6.9, as the checker states it. Sought: how many blocks make its t, and the least
/// multiple of period and saltus.
pub(super) struct RecurringOctal {
    rules: Rules,
    blocks: u64,
    /// v + t
    length: u64,
}

impl RecurringOctal {
    pub(super) fn new(rules: &Rules, code: &Code) -> Option<Self> {
        let (v, block) = (code.after().len() as u64, code.recurring().len() as u64);
        let blocks = (1..=MAX_BLOCKS).find(|&blocks| {
            let long = Regularity { preperiod: 0, period: v + blocks * block, saltus: 1 };
            let recurrence = Recurrence { multiple: 1, blocks };
            window(rules, long, &Proof::RecurringOctal(recurrence)).is_some()
        })?;
        Some(Self { rules: rules.clone(), blocks, length: v + blocks * block })
    }

    fn least_multiple(&self, r: Regularity) -> u64 {
        self.length.div_ceil(r.period).max(1)
    }

    fn proof(&self, multiple: u64) -> Proof {
        Proof::RecurringOctal(Recurrence { multiple, blocks: self.blocks })
    }
}

impl Theorem for RecurringOctal {
    fn needed(&self, r: Regularity) -> Option<u64> {
        // The saltus, which may be no power of two yet, does not change the window.
        let period = r.period.checked_mul(self.least_multiple(r))?;
        let long = Regularity { period, saltus: r.saltus.min(1), ..r };
        window(&self.rules, long, &self.proof(1))?.needed(long).ok()
    }

    fn prove(&self, r: Regularity, values: &[u32]) -> Option<Proof> {
        let least = self.least_multiple(r);
        by_multiples(&self.rules, r, values, least..=least + MAX_MULTIPLE - 1, |c| self.proof(c))
    }
}

/// Periodicity, as the checker states it. Taken: the least multiple of the period that the
/// length of the block divides.
pub(super) struct RecurringPeriodic {
    rules: Rules,
    block: u64,
}

impl RecurringPeriodic {
    pub(super) fn new(rules: &Rules, code: &Code) -> Option<Self> {
        let block = code.recurring().len() as u64;
        let shortest = Regularity { preperiod: 0, period: block, saltus: 0 };
        window(rules, shortest, &Proof::RecurringPeriodic(Multiple { multiple: 1 }))?;
        Some(Self { rules: rules.clone(), block })
    }

    fn proof(&self, r: Regularity) -> Proof {
        let multiple = self.block / num_integer::gcd(self.block, r.period);
        Proof::RecurringPeriodic(Multiple { multiple })
    }
}

impl Theorem for RecurringPeriodic {
    fn needed(&self, r: Regularity) -> Option<u64> {
        window(&self.rules, r, &self.proof(r))?.needed(r).ok()
    }

    fn prove(&self, r: Regularity, _: &[u32]) -> Option<Proof> {
        Some(self.proof(r))
    }
}
