//! What gives the value of a heap of any size, and why.

use crate::natural::Natural;
use crate::solution::Solution;

/// What gives the nim-values of a game, up to some heap or for all heaps: values that were
/// computed, a formula, a proved regularity.
#[derive(Clone, Debug)]
pub struct Known(sprague_prover::Known);

impl Known {
    /// The nim-value of this heap, where it is known.
    pub fn value(&self, heap: impl Into<Natural>) -> Option<Natural> {
        self.0.value(heap.into().as_big()).map(Natural::from)
    }

    /// Why: the theorem, or `counted`.
    pub fn reason(&self) -> &'static str {
        self.0.reason()
    }

    /// Whether the values of all heaps are known.
    pub fn is_total(&self) -> bool {
        self.0.is_total()
    }

    pub(crate) fn details(&self) -> &sprague_prover::Known {
        &self.0
    }
}

impl From<sprague_prover::Known> for Known {
    fn from(known: sprague_prover::Known) -> Self {
        Self(known)
    }
}

impl From<&Solution> for Known {
    fn from(solution: &Solution) -> Self {
        Self(sprague_prover::Known::Solved(solution.shared()))
    }
}
