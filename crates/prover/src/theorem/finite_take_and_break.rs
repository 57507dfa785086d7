//! Periodicity of finite take-and-break games.

use super::{Theorem, last_irregular};
use sprague_certificate::{Proof, Regularity};
use sprague_games::Ruleset;
use sprague_games::moves::Condition;

/// Theorem 4.1 (Austin 1976). In a finite take-and-break game whose moves leave at most h
/// heaps, with t the largest |u| of a move, if p >= 1, e >= 0 and G(i+p) = G(i) for all i with
/// e < i <= he + (h-1)p + t, then G(i+p) = G(i) for all i > e. Where the rules are a code
/// from heap n0 on only, the bound has to be at least n0 - 1.
///
/// Checked: finitely many moves without conditions, e >= 0 (a preperiod 0 is proved with
/// e = 0, and heap 0 belongs to the window), the whole window.
/// Assumed: the values are the nim-sequence of the game.
pub(super) struct FiniteTakeAndBreak {
    heaps: u64,
    reach: u64,
    from: u64,
}

impl FiniteTakeAndBreak {
    pub(super) fn new(rules: &Ruleset) -> Option<Self> {
        let moves = rules.finite_moves()?;
        if moves.iter().any(|m| m.heaps >= 2 && m.condition != Condition::Any) {
            return None;
        }
        Some(Self {
            heaps: u64::from(moves.iter().map(|m| m.heaps).max().unwrap_or(1).max(1)),
            reach: moves.iter().map(|m| m.take.unsigned_abs()).max().unwrap_or(0),
            from: moves.iter().map(|m| m.smallest).max().unwrap_or(1),
        })
    }
}

impl Theorem for FiniteTakeAndBreak {
    fn needed(&self, r: Regularity) -> Option<u64> {
        if r.saltus != 0 {
            return None;
        }
        let bound = self
            .heaps
            .checked_mul(last_irregular(r))?
            .checked_add((self.heaps - 1).checked_mul(r.period)?)?
            .checked_add(self.reach)?;
        bound.max(self.from - 1).checked_add(r.period)?.checked_add(1)
    }

    fn prove(&self, _: Regularity, _: &[u32]) -> Option<Proof> {
        Some(Proof::FiniteTakeAndBreak)
    }
}
