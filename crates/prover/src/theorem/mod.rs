//! The theorems that turn an observed regularity into a proved one, a module for each.
//!
//! A theorem is built for a game when the game satisfies its hypotheses. Asked about a
//! regularity that the data show, it says how many values a proof needs, and with that
//! many values it checks what else has to hold.

mod all_but;
mod finite_subtraction;
mod finite_take_and_break;
mod grundy_split;
pub mod no_arithmetic_octal;
mod recurring;
pub mod refutation;
mod sedecimal_arithmetic;
pub mod sparse_window;

use sprague_certificate::{Proof, Regularity};
use sprague_games::Ruleset;

/// A theorem whose hypotheses about the game hold.
///
/// Assumed by all: the values given are the nim-sequence of the game.
pub trait Theorem {
    /// How many values prove this regularity: G(n+p) = G(n)+s for l <= n, n+p below that
    /// number. `None` when the theorem does not prove sequences of this kind.
    fn needed(&self, regularity: Regularity) -> Option<u64>;

    /// The proof, if the remaining hypotheses hold too. `values` has at least `needed`
    /// values, and the regularity holds on all of them.
    fn prove(&self, regularity: Regularity, values: &[u32]) -> Option<Proof>;
}

/// The theorems that apply to a game.
pub fn applicable(rules: &Ruleset) -> Vec<Box<dyn Theorem>> {
    if rules.has_pass() {
        return Vec::new();
    }
    let mut theorems: Vec<Box<dyn Theorem>> = Vec::new();
    if let Some(theorem) = finite_subtraction::FiniteSubtraction::new(rules) {
        theorems.push(Box::new(theorem));
    }
    if let Some(theorem) = finite_take_and_break::FiniteTakeAndBreak::new(rules) {
        theorems.push(Box::new(theorem));
    }
    if theorems.is_empty()
        && let Some(theorem) = grundy_split::GrundySplit::new(rules)
    {
        theorems.push(Box::new(theorem));
    }
    if let Some(theorem) = all_but::AllBut::new(rules) {
        theorems.push(Box::new(theorem));
    }
    if let Some(theorem) = recurring::RecurringTetral::new(rules) {
        theorems.push(Box::new(theorem));
    }
    if let Some(theorem) = recurring::RecurringOctal::new(rules) {
        theorems.push(Box::new(theorem));
    }
    if let Some(theorem) = recurring::RecurringPeriodic::new(rules) {
        theorems.push(Box::new(theorem));
    }
    if let Some(theorem) = sedecimal_arithmetic::SedecimalArithmetic::new(rules) {
        theorems.push(Box::new(theorem));
    }
    theorems
}

/// The largest multiple of period and saltus that is tried.
const MAX_MULTIPLE: u64 = 64;

/// Austin's e: the last irregular value, 0 when there is none.
fn last_irregular(regularity: Regularity) -> u64 {
    regularity.preperiod.saturating_sub(1)
}

/// Whether G(i) < s for i <= e and G(i) < 2s for i <= e+p (hypotheses (2) and (3) of Theorems
/// 6.8 to 6.10).
fn small_before_the_period(values: &[u32], e: u64, p: u64, s: u64) -> bool {
    let below = |last: u64, bound: u64| {
        values.iter().take(last as usize + 1).all(|&v| u64::from(v) < bound)
    };
    below(e, s) && below(e + p, 2 * s)
}
