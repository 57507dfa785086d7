//! Periodicity of finite subtraction games.

use super::Theorem;
use sprague_certificate::{Proof, Regularity};
use sprague_games::Ruleset;

/// Theorem 5.2 (Austin 1976; Corollary 7.34 of Lessons in Play). In a finite subtraction game
/// with largest member t, if G(n+p) = G(n) for l <= n < l+t, then for all n >= l; in a finite
/// tetral game the same for l >= 1.
///
/// Checked: finitely many moves, none of which leaves two heaps; the whole window.
/// Assumed: the values are the nim-sequence of the game.
pub(super) struct FiniteSubtraction {
    largest: u64,
    /// The window begins here at least: 1 where some number may be taken only with, or only
    /// without, a rest.
    least: u64,
    from: u64,
}

impl FiniteSubtraction {
    pub(super) fn new(rules: &Ruleset) -> Option<Self> {
        let moves = rules.finite_moves()?;
        if moves.iter().any(|m| m.heaps > 1 || m.take < 1) {
            return None;
        }
        let from = moves.iter().map(|m| m.smallest).max().unwrap_or(1);
        let paired = moves
            .iter()
            .all(|m| moves.iter().any(|other| other.take == m.take && other.heaps != m.heaps));
        Some(Self {
            largest: moves.iter().map(|m| m.take.unsigned_abs()).max().unwrap_or(0),
            least: u64::from(!paired || from > 1),
            from,
        })
    }
}

impl Theorem for FiniteSubtraction {
    fn needed(&self, r: Regularity) -> Option<u64> {
        if r.saltus != 0 {
            return None;
        }
        let until = r.preperiod.max(self.least).checked_add(self.largest)?.max(self.from);
        until.checked_add(r.period)
    }

    fn prove(&self, _: Regularity, _: &[u32]) -> Option<Proof> {
        Some(Proof::FiniteSubtraction)
    }
}
