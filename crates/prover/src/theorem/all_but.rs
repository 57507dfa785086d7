//! Arithmetic periodicity of all-but subtraction games.

use super::Theorem;
use sprague_certificate::{Proof, Regularity};
use sprague_games::Ruleset;

/// Lemma 7.43 (Albert, Nowakowski, Wolfe, Lessons in Play). In the game of taking any number
/// but those of a finite set with maximum a, if G(n+p) - G(n) = s for l <= n <= l+2a, then for
/// all n >= l.
///
/// Checked: the rules are all-but, s >= 1, the whole window.
/// Assumed: the values are the nim-sequence of the game.
pub(super) struct AllBut {
    largest: u64,
}

impl AllBut {
    pub(super) fn new(rules: &Ruleset) -> Option<Self> {
        rules.written_all_but().map(|set| Self { largest: set.max() })
    }
}

impl Theorem for AllBut {
    fn needed(&self, r: Regularity) -> Option<u64> {
        if r.saltus == 0 {
            return None;
        }
        let last = r.preperiod.checked_add(self.largest.checked_mul(2)?)?;
        last.checked_add(r.period)?.checked_add(1)
    }

    fn prove(&self, _: Regularity, _: &[u32]) -> Option<Proof> {
        Some(Proof::AllBut)
    }
}
