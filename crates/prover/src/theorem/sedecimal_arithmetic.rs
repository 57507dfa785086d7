//! Arithmetic periodicity of finite sedecimal (hexadecimal) codes.

use super::{MAX_MULTIPLE, Theorem, by_multiples, window};
use sprague_certificate::{Multiple, Proof, Regularity};
use sprague_checker::Rules;
use sprague_games::Code;

/// Theorem 6.8, as the checker states it. Sought: the least multiple of period and saltus.
pub(super) struct SedecimalArithmetic {
    rules: Rules,
    t: u64,
}

impl SedecimalArithmetic {
    /// The theorem, if it covers these rules; without an 8 no sequence satisfies its (4).
    pub(super) fn new(rules: &Rules, code: &Code) -> Option<Self> {
        let t = code.after().len() as u64;
        let long = Regularity { preperiod: 0, period: t + 2, saltus: 1 };
        window(rules, long, &Self::proof(1))?;
        let eight = code.digits().any(|digit| digit.bits().is_some_and(|bits| bits & 8 == 8));
        eight.then(|| Self { rules: rules.clone(), t })
    }

    fn least_multiple(&self, r: Regularity) -> u64 {
        (self.t + 2).div_ceil(r.period)
    }

    fn proof(multiple: u64) -> Proof {
        Proof::SedecimalArithmetic(Multiple { multiple })
    }
}

impl Theorem for SedecimalArithmetic {
    fn needed(&self, r: Regularity) -> Option<u64> {
        // The saltus, which may be no power of two yet, does not change the window.
        let period = r.period.checked_mul(self.least_multiple(r))?;
        let long = Regularity { period, saltus: r.saltus.min(1), ..r };
        window(&self.rules, long, &Self::proof(1))?.needed(long).ok()
    }

    fn prove(&self, r: Regularity, values: &[u32]) -> Option<Proof> {
        let least = self.least_multiple(r);
        by_multiples(&self.rules, r, values, least..=least + MAX_MULTIPLE - 1, Self::proof)
    }
}
