//! Arithmetic periodicity of infinite recurring tetral codes.

use super::{Window, add, arithmetic, last_irregular, lengths, multiple_of, plain_code};
use crate::rejection::{Rejection, hypothesis};
use crate::rules::Rules;
use sprague_certificate::{Recurrence, Regularity};

/// Theorem 6.10 (Austin 1976). Let .d1...dv[d(v+1)...d(v+t)] be an infinite recurring tetral
/// game (all digits at most 3), some recurring digit containing 2. If there are p >= 1, s >= 1
/// and e >= 0 with
/// (1) G(i+p) = G(i)+s for e < i <= e+p+v+t, (2) G(i) < s for i <= e and
/// (3) G(i) < 2s for i <= e+p, then G(i+p) = G(i)+s for all i > e.
///
/// Checked here: a plain recurring tetral code, a recurring digit with 2, s >= 1.
/// Checked on values: (1), from the claimed preperiod on, (2) and (3).
pub(crate) fn window(
    rules: &Rules,
    claim: Regularity,
    recurrence: Recurrence,
) -> Result<Window, Rejection> {
    arithmetic(claim)?;
    let theorem = multiple_of(claim, recurrence.multiple)?;
    let code = plain_code(rules, true, 0, 3)?;
    if code.recurring.iter().all(|digit| *digit <= 1) {
        return Err(hypothesis("all recurring digits are at most 1"));
    }
    let (v, t) = lengths(&code, recurrence)?;
    let bound = add(add(last_irregular(claim), theorem.period)?, add(v, t)?)?;
    Ok(Window::until(theorem, add(bound, 1)?))
}
