//! Arithmetic periodicity of finite sedecimal (hexadecimal) codes.

use super::{
    Window, add, arithmetic, last_irregular, long_period, mul, multiple_of, plain_code,
    power_of_two,
};
use crate::rejection::{Rejection, hypothesis};
use crate::rules::{Code, Rules};
use sprague_certificate::{Multiple, Regularity};

/// Theorem 6.8 (Austin 1976). Let d0.d1...dt (t >= 1) be a finite sedecimal game (digits at
/// most 15). If there are e >= 0, p >= t+2 and a power of two s >= 1 with
/// (1) G(i+p) = G(i)+s for e < i < e+7p+t, (2) G(i) < s for i <= e,
/// (3) G(i) < 2s for i <= e+p, and
/// (4) either some d(u) with u odd and some d(u) with u even contain 8 and every g < 2s is
/// G(i) for some i > 0, or some d(u) contains 8 and every g < 2s is G(i) for some odd i and
/// for some even i > 0, then G(i+p) = G(i)+s for all i > e.
///
/// Checked here: a plain finite code with at most one digit before the point; p >= t+2; s a
/// power of two.
/// Checked on values: (1), from the claimed preperiod on, (2), (3) and (4).
pub(crate) fn window(
    rules: &Rules,
    claim: Regularity,
    multiple: Multiple,
) -> Result<Window, Rejection> {
    arithmetic(claim)?;
    let theorem = multiple_of(claim, multiple.multiple)?;
    power_of_two(theorem.saltus)?;
    let code = code(rules)?;
    let t = code.after.len() as u64;
    if t == 0 {
        return Err(hypothesis(format!("{rules} has no digit after the point")));
    }
    long_period(theorem, "t+2", add(t, 2)?)?;
    let until = add(add(last_irregular(claim), mul(7, theorem.period)?)?, t)?;
    Ok(Window::until(theorem, until))
}

/// A plain finite code d0.d1d2... with digits to 15.
fn code(rules: &Rules) -> Result<Code, Rejection> {
    plain_code(rules, false, 1, 15)
}

/// Hypothesis (4).
pub(crate) fn every_value_occurs(
    rules: &Rules,
    values: &[u32],
    window: Window,
) -> Result<(), Rejection> {
    let code = code(rules)?;
    let takes_8 = |parity: i64| {
        (0..=code.after.len() as i64).filter(|u| u % 2 == parity).any(|u| code.digit(u) & 8 == 8)
    };
    let (odd, even) = (takes_8(1), takes_8(0));
    if !odd && !even {
        return Err(hypothesis("(4): no digit contains 8"));
    }
    let bound = mul(2, window.saltus)?;
    // Whether g occurs at an odd and at an even heap.
    let mut seen = vec![[false; 2]; usize::try_from(bound).unwrap_or(0).min(values.len() + 1)];
    for (i, &value) in values.iter().enumerate().skip(1) {
        if let Some(seen) = seen.get_mut(value as usize) {
            seen[i % 2] = true;
        }
    }
    if (seen.len() as u64) < bound {
        return Err(hypothesis(format!("(4): not every value below {bound} occurs")));
    }
    match seen.iter().position(|&[e, o]| if odd && even { !e && !o } else { !e || !o }) {
        None => Ok(()),
        Some(g) => Err(hypothesis(format!("(4): the value {g} does not occur as often as needed"))),
    }
}
