//! The values of Mark(t) and UpMark(t), whatever t.

use crate::rejection::{Rejection, hypothesis};
use crate::rules::Rules;
use sprague_certificate::Records;

/// Theorem. In Mark(t), t >= 2, a heap of n >= 1 has the options n-1, ..., n-(t-1), as far as these are not negative,
/// and n div t. Call a value below t a *record* of G(1), ..., G(a) if all after it are less. Then G(ta+j), for
/// 0 <= j < t, is j; unless j is a record of G(1), ..., G(a): then it is the next greater record, or t if there is none.
///
/// UpMark(t), where a heap of n >= 2 has the positive ones of n-1, ..., n-(t-1) and n/t rounded up, is Mark(t) one
/// token larger: ceil(n/t) - 1 = floor((n-1)/t). Its heaps 0 and 1 have the value 0.
///
/// The proof, by induction on a, is in `docs/theorems.md`.
///
/// Checked here: the rules are exactly these, t is the base of the claim, and the first heap that counts is 0 or 1.
pub(crate) fn verify(rules: &Rules, claim: Records) -> Result<(), Rejection> {
    let Records { base, first } = claim;
    if first <= 1 && rules.is_mark(base, first == 1) {
        return Ok(());
    }
    let game = if first == 0 { "Mark" } else { "UpMark" };
    Err(hypothesis(format!("{rules} is not {game}({base}), or {first} is neither 0 nor 1")))
}
