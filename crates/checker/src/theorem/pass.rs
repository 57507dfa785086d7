//! Heaps that carry a pass: the values with the pass and those without it repeat together.

use super::{Window, add, grundy_split, multiple_of, on_values, recurring_periodic};
use crate::rejection::{Rejection, hypothesis};
use crate::rules::{Condition, Heaps, Rules};
use crate::{agree, minimal, sequence};
use sprague_budget::Budget;
use sprague_certificate::{Multiple, Pass, Proof, Regularity};
use std::collections::BTreeSet;

/// A heap of n that carries a pass may be moved in, one of the heaps left keeping the pass (none where no
/// heap is left), or, if it has a move, may lose its pass and stay as it is. Let G be the values without
/// the pass, H those with it.
///
/// Periodic: let the game have finitely many moves, none to heaps that must be equal, or be a
/// recurring code without conditions. If G(i+p) = G(i) and H(i+p) = H(i) over the window [a, b) of
/// `grundy-split` or `recurring-periodic`, a >= 1, then for all i >= a.
///
/// Reason: the proofs of these two change one heap of an option by p, or none. The pass goes with its heap,
/// so that the value of the option stays the same, G and H being periodic there by induction. (Heaps that
/// must be equal have the value 0 without a pass only.) A heap n >= b has an option if and only if n+p has
/// one, and to pass leaves G(n) = G(n+p).
///
/// Arithmetic-periodic: let moves leave at most one heap and let every number beyond r be taken
/// with a rest. Let m0 be 0 if every number beyond r may be taken without a rest, too; else let m0 be 1 and
/// a >= 2. If G(i+p) = G(i)+s and H(i+p) = H(i)+s for a <= i < a+r, a >= 1, s >= 1, and for F = G and F = H
/// (1) {F(m): m0 <= m < a+p} = {0, ..., s-1} u {F(m)+s: m0 <= m < a}, then for all i >= a.
///
/// Reason, by induction: from a heap n >= a+r all heaps m0 <= m < a can be left, and of a <= m < n those
/// with an n-m that may be taken; from n+p all heaps m0 <= m < a+p, and m+p for the same m. So n+p
/// has the excluded values of n, each greater by s, and those below s. The same holds with G(n) and G(n+p)
/// excluded; both heaps have a move.
///
/// Checked here: the moves; a >= 1 and not before the claimed preperiod; the multiple.
/// Checked on values: both windows, (1), and the claim from its preperiod on.
pub(crate) fn window(rules: &Rules, claim: Regularity, pass: Pass) -> Result<Window, Rejection> {
    let a = pass.from;
    let theorem = Regularity { preperiod: a, ..multiple_of(claim, pass.multiple)? };
    if a < claim.preperiod.max(1) {
        return Err(hypothesis(format!("the window begins at {a}, which is too early")));
    }
    let once = Multiple { multiple: 1 };
    if theorem.saltus > 0 {
        return Ok(Window::until(theorem, add(a, endless_takes(rules, a)?.0)?));
    }
    let Ok(moves) = rules.finite_moves() else {
        return recurring_periodic::window(rules, theorem, once);
    };
    if moves.iter().any(|m| m.heaps >= 2 && m.condition == Condition::AllEqual) {
        return Err(hypothesis("equal heaps, one of which keeps the pass"));
    }
    grundy_split::window(rules, theorem, once)
}

/// r and m0.
fn endless_takes(rules: &Rules, a: u64) -> Result<(u64, usize), Rejection> {
    let other = || hypothesis(format!("{rules}: not every large number may be taken"));
    let (mut reach, mut endless) = (0, [false; 2]);
    for m in rules.moves().ok_or_else(other)? {
        let Heaps::Exactly(heaps @ (0 | 1)) = m.heaps else { return Err(other()) };
        if m.smallest > 1 || m.takes.step != 1 {
            return Err(other());
        }
        endless[heaps as usize] |= m.takes.last.is_none();
        reach = reach.max(m.takes.last.unwrap_or(m.takes.first - 1));
    }
    let least = usize::from(!endless[0]);
    let reach = u64::try_from(reach).ok().filter(|_| endless[1] && a > least as u64);
    Ok((reach.ok_or_else(other)?, least))
}

/// Hypothesis (1) on values that agree over the window.
pub(crate) fn raised(
    rules: &Rules,
    pass: Pass,
    window: Window,
    values: &[u32],
) -> Result<(), Rejection> {
    let (_, least) = endless_takes(rules, pass.from)?;
    let first = |to: u64| {
        let met = values.iter().take(usize::try_from(to).unwrap_or(usize::MAX)).skip(least);
        met.map(|&value| u64::from(value)).collect::<BTreeSet<u64>>()
    };
    let all = first(add(window.from, window.period)?);
    let raised = first(window.from).into_iter().map(|value| value.saturating_add(window.saltus));
    // As many below s as are met, and one more: then the sets differ anyway.
    if all == raised.chain(0..window.saltus.min(all.len() as u64 + 1)).collect() {
        return Ok(());
    }
    Err(hypothesis("(1): the values met are not those of a period before, raised, and all below"))
}

/// Decides the claim; the values with the pass.
pub(crate) fn verify(
    rules: &Rules,
    claim: Regularity,
    pass: Pass,
    budget: &Budget,
) -> Result<Vec<u32>, Rejection> {
    let window = window(rules, claim, pass)?;
    let needed = window.needed(Regularity { preperiod: pass.from, ..claim })?;
    let plain = sequence::values(rules, needed, budget)?;
    let passing = sequence::with_pass(rules, &plain, budget)?;
    for values in [&plain, &passing] {
        agree(values, window)?;
        on_values(rules, claim, &Proof::Pass(pass), window, values)?;
    }
    agree(&passing, Window::until(claim, add(window.from, window.period)?))?;
    minimal(&passing, claim)?;
    Ok(passing)
}
