//! Periodicity of finite take-and-break games.

use super::{Window, add, last_irregular, mul, periodic};
use crate::rejection::{Rejection, hypothesis};
use crate::rules::{Condition, Rules};
use sprague_certificate::Regularity;

/// Theorem 4.1 (Austin 1976; Guy and Smith 1956 for octal games). In a finite take-and-break
/// game whose moves leave at most h heaps, with t the largest |u| of a move, if p >= 1, e >= 0
/// and G(i+p) = G(i) for all i with e < i <= he + (h-1)p + t, then G(i+p) = G(i) for all i > e.
/// The rules may be a code from some heap n0 on only; then the bound is at least n0 - 1.
///
/// Checked here: finitely many moves, no condition on their heaps, saltus 0.
/// Checked on values: the window, from the claimed preperiod on.
pub(crate) fn window(rules: &Rules, claim: Regularity) -> Result<Window, Rejection> {
    periodic(claim)?;
    let moves = rules.finite_moves()?;
    if moves.iter().any(|m| m.heaps >= 2 && m.condition != Condition::Any) {
        return Err(hypothesis("a move has a condition on the sizes of its heaps"));
    }
    let h = u64::from(moves.iter().map(|m| m.heaps).max().unwrap_or(0).max(1));
    let t = moves.iter().map(|m| m.take.unsigned_abs()).max().unwrap_or(0);
    let n0 = moves.iter().map(|m| m.smallest).max().unwrap_or(1);
    let e = last_irregular(claim);
    let bound = add(add(mul(h, e)?, mul(h - 1, claim.period)?)?, t)?;
    Ok(Window::until(claim, add(bound, 1)?.max(n0)))
}
