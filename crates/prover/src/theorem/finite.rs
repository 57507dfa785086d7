//! Theorems that need no constants: periodicity of finite take-and-break and of finite subtraction
//! games, arithmetic periodicity of all-but games.

use super::{Theorem, Window, window};
use sprague_certificate::{Proof, Regularity};
use sprague_checker::Rules;

/// The window of the checker, and nothing else, proves a regularity.
pub(super) struct ByWindow {
    rules: Rules,
    proof: Proof,
}

impl ByWindow {
    /// The theorem, if it covers these rules: then it does so for the shortest regularity.
    pub(super) fn new(rules: &Rules, proof: Proof) -> Option<Self> {
        let saltus = u64::from(proof == Proof::AllBut);
        window(rules, Regularity { preperiod: 0, period: 1, saltus }, &proof)?;
        Some(Self { rules: rules.clone(), proof })
    }
}

impl Theorem for ByWindow {
    fn needed(&self, r: Regularity) -> Option<u64> {
        // The checker says the same in words; a search asks for thousands of regularities.
        if (r.saltus > 0) != (self.proof == Proof::AllBut) {
            return None;
        }
        let Window { until, period, .. } = window(&self.rules, r, &self.proof)?;
        until.checked_add(period)
    }

    fn prove(&self, _: Regularity, _: &[u32]) -> Option<Proof> {
        Some(self.proof.clone())
    }
}
