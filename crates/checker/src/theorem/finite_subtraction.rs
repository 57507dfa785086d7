//! Periodicity of finite subtraction games.

use super::{Window, add, periodic};
use crate::rejection::{Rejection, hypothesis};
use crate::rules::Rules;
use sprague_certificate::Regularity;

/// Theorem 5.2 (Austin 1976; Corollary 7.34 of Lessons in Play). In a finite subtraction game
/// with largest member t, if G(n+p) = G(n) for l <= n < l+t, then for all n >= l. The same
/// holds for finite tetral games (moves that leave no heap or one heap) if l >= 1; with
/// moves available from heap n0 on only, the window reaches to n0 at least.
///
/// Reason: a heap of n >= l+t has the options n-u >= l, the same for n+p; and n > t where
/// leaving no heap differs from leaving one heap of 0.
///
/// Checked here: finitely many moves, none of which leaves two heaps, saltus 0.
/// Checked on values: the window, from the claimed preperiod on.
pub(crate) fn window(rules: &Rules, claim: Regularity) -> Result<Window, Rejection> {
    periodic(claim)?;
    let moves = rules.finite_moves()?;
    if moves.iter().any(|m| m.heaps > 1) {
        return Err(hypothesis(format!("{rules} has a move that leaves two heaps or more")));
    }
    if moves.iter().any(|m| m.take < 1) {
        return Err(hypothesis(format!("{rules} has a move that takes nothing")));
    }
    // Whether each number may be taken both with a rest and without.
    let both = moves.iter().all(|m| {
        m.smallest == 1
            && moves.iter().any(|o| o.take == m.take && o.heaps != m.heaps && o.smallest == 1)
    });
    let from = if both { claim.preperiod } else { claim.preperiod.max(1) };
    let t = moves.iter().map(|m| m.take.unsigned_abs()).max().unwrap_or(0);
    let n0 = moves.iter().map(|m| m.smallest).max().unwrap_or(1);
    Ok(Window::until(claim, add(from, t)?.max(n0)))
}
