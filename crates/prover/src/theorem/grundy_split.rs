//! Periodicity where moves have conditions on the sizes of the heaps they leave.

use super::{MAX_MULTIPLE, Theorem, window};
use sprague_certificate::{Multiple, Proof, Regularity};
use sprague_checker::Rules;

/// Proposition 10.1, generalised, as the checker states it. Sought: the least multiple of the
/// period that it covers.
pub(super) struct GrundySplit {
    rules: Rules,
}

impl GrundySplit {
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let mut moves = rules.moves()?.iter();
        moves.all(|m| m.takes.last == Some(m.takes.first)).then(|| Self { rules: rules.clone() })
    }

    /// The proof with the least multiple, and how many values it needs.
    fn find(&self, r: Regularity) -> Option<(Proof, u64)> {
        (1..=MAX_MULTIPLE).find_map(|multiple| {
            let proof = Proof::GrundySplit(Multiple { multiple });
            let needed = window(&self.rules, r, &proof)?.needed(r).ok()?;
            Some((proof, needed))
        })
    }
}

impl Theorem for GrundySplit {
    fn needed(&self, r: Regularity) -> Option<u64> {
        self.find(r).map(|(_, needed)| needed)
    }

    fn prove(&self, r: Regularity, _: &[u32]) -> Option<Proof> {
        self.find(r).map(|(proof, _)| proof)
    }
}
