//! Arithmetic periodicity of infinite recurring octal codes.

use super::{
    Window, add, arithmetic, last_irregular, lengths, long_period, mul, multiple_of, plain_code,
    power_of_two,
};
use crate::rejection::{Rejection, hypothesis};
use crate::rules::Rules;
use sprague_certificate::{Recurrence, Regularity};

/// Theorem 6.9 (Austin 1976). Let d0.d1...dv[d(v+1)...d(v+t)] be an infinite recurring octal
/// game with (a) d(u) = d(u+t) for u > v and (b) if d(u) contains 4 (u >= 0), so does d(u+t).
/// If there are e >= 0, p >= v+t and a power of two s >= 1 with
/// (1) G(i+p) = G(i)+s for e < i <= e+6p, (2) G(i) < s for i <= e and
/// (3) G(i) < 2s for i <= e+p, then G(i+p) = G(i)+s for all i > e.
///
/// Checked here: a plain recurring octal code with at most one digit before the point; (b);
/// p >= v+t; s a power of two.
/// Checked on values: (1), from the claimed preperiod on, (2) and (3).
pub(crate) fn window(
    rules: &Rules,
    claim: Regularity,
    recurrence: Recurrence,
) -> Result<Window, Rejection> {
    arithmetic(claim)?;
    let theorem = multiple_of(claim, recurrence.multiple)?;
    power_of_two(theorem.saltus)?;
    let code = plain_code(rules, true, 1, 7)?;
    let (v, t) = lengths(&code, recurrence)?;
    let contains_4 = |u: u64| i64::try_from(u).is_ok_and(|u| code.digit(u) & 4 == 4);
    let far = |u: u64| u.saturating_add(t);
    if let Some(u) = (0..=v).find(|&u| contains_4(u) && !contains_4(far(u))) {
        return Err(hypothesis(format!("(b): digit {u} contains 4, digit {} does not", far(u))));
    }
    long_period(theorem, "v+t", add(v, t)?)?;
    let bound = add(last_irregular(claim), mul(6, theorem.period)?)?;
    Ok(Window::until(theorem, add(bound, 1)?))
}
