//! Periodicity of infinite recurring codes.

use super::{Window, add, last_irregular, mul, multiple_of, periodic, plain_code};
use crate::rejection::{Rejection, hypothesis};
use crate::rules::Rules;
use sprague_certificate::{Multiple, Regularity};

/// In a recurring code without conditions, with v digits after the point before the block
/// of b digits and moves to at most h heaps, let p be a multiple of b and a >= 1. If
/// G(i+p) = G(i) for a <= i <= h(a+p) + v + w, where w is the largest |u| of a digit before
/// the point, then G(i+p) = G(i) for all i >= a.
///
/// Reason, by induction: n > h(a+p) + v + w and n+p have the same excluded values. An option
/// of n whose largest heap is at least a becomes one of n+p when that heap grows by p;
/// if all heaps are below a, more than v tokens were taken, and taking p more from n+p leaves
/// the same heaps by the same digit. An option of n+p whose largest heap is at least a+p
/// shrinks by p there (the other heaps are below n because n > p+w); else more than v+p
/// were taken, and taking p less from n leaves the same heaps.
///
/// Checked here: a plain recurring code, b divides p, saltus 0.
/// Checked on values: the window, from the claimed preperiod on.
pub(crate) fn window(
    rules: &Rules,
    claim: Regularity,
    multiple: Multiple,
) -> Result<Window, Rejection> {
    periodic(claim)?;
    let theorem = multiple_of(claim, multiple.multiple)?;
    let code = plain_code(rules, true, usize::MAX, u64::MAX)?;
    let block = code.recurring.len() as u64;
    if !theorem.period.is_multiple_of(block) {
        return Err(hypothesis(format!(
            "the period {} of the theorem is not a multiple of the block length {block}",
            theorem.period
        )));
    }
    let h = u64::from(code.max_heaps().max(1));
    let v = code.after.len() as u64;
    let w = code.before.len().saturating_sub(1) as u64;
    let a = last_irregular(claim) + 1;
    let bound = add(mul(h, add(a, theorem.period)?)?, add(v, w)?)?;
    Ok(Window::until(theorem, add(bound, 1)?))
}
