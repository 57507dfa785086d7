//! Arithmetic periodicity of all-but subtraction games.

use super::{Window, add, arithmetic, mul};
use crate::rejection::{Rejection, hypothesis};
use crate::rules::Rules;
use sprague_certificate::Regularity;

/// Lemma 7.43 (Albert, Nowakowski, Wolfe, Lessons in Play). In the game of taking any number
/// but those of a finite set with maximum a (0 for the empty set), if G(n+p) - G(n) = s for
/// l <= n <= l + 2a, then for all n >= l.
///
/// Checked here: the rules are all-but, saltus at least 1.
/// Checked on values: the window.
pub(crate) fn window(rules: &Rules, claim: Regularity) -> Result<Window, Rejection> {
    arithmetic(claim)?;
    let largest = rules
        .largest_exception()
        .ok_or_else(|| hypothesis(format!("{rules} is not an all-but game")))?;
    Ok(Window::until(claim, add(add(claim.preperiod, mul(2, largest)?)?, 1)?))
}
