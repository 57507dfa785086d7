//! The theorems that turn an observed regularity into a proved one.
//!
//! The checker states each of them, with its hypotheses and its window; here the constants are
//! sought that it needs. Asked about a regularity that the data show, a theorem says how many
//! values a proof needs, and with that many values what else has to hold is tried.

mod finite;
mod grundy_split;
pub mod no_arithmetic_octal;
mod pass;
mod recurring;
pub mod refutation;
mod sedecimal_arithmetic;
pub mod sparse_window;

use sprague_certificate::{Proof, Regularity};
use sprague_checker::Rules;
use sprague_checker::theorem::{self, Window};
use sprague_games::Ruleset;
use std::ops::RangeInclusive;

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

/// The theorem for a game with a pass, given what is proved about it without the pass.
pub fn with_pass(rules: &Ruleset, without: Regularity) -> Vec<Box<dyn Theorem>> {
    let mut theorems = Vec::new();
    add(&mut theorems, pass::WithPass::new(rules.without_pass(), without));
    theorems
}

/// The theorems that apply to a game without a pass; none to one with a pass.
pub fn applicable(rules: &Ruleset) -> Vec<Box<dyn Theorem>> {
    let Ok(read) = Rules::read(&rules.to_string()) else { return Vec::new() };
    let code = rules.as_code().filter(sprague_games::Code::is_plain);
    let recurring = code.as_ref().filter(|code| !code.is_finite());
    let finite = code.as_ref().filter(|code| code.is_finite());
    let mut theorems: Vec<Box<dyn Theorem>> = Vec::new();
    for proof in [Proof::FiniteSubtraction, Proof::FiniteTakeAndBreak, Proof::AllBut] {
        add(&mut theorems, finite::ByWindow::new(&read, proof));
    }
    if theorems.is_empty() {
        add(&mut theorems, grundy_split::GrundySplit::new(&read));
    }
    add(&mut theorems, recurring::RecurringTetral::new(&read));
    add(&mut theorems, recurring.and_then(|code| recurring::RecurringOctal::new(&read, code)));
    add(&mut theorems, recurring.and_then(|code| recurring::RecurringPeriodic::new(&read, code)));
    add(
        &mut theorems,
        finite.and_then(|code| sedecimal_arithmetic::SedecimalArithmetic::new(&read, code)),
    );
    theorems
}

fn add<T: Theorem + 'static>(theorems: &mut Vec<Box<dyn Theorem>>, theorem: Option<T>) {
    if let Some(theorem) = theorem {
        theorems.push(Box::new(theorem));
    }
}

/// The largest multiple of period and saltus that is tried.
const MAX_MULTIPLE: u64 = 64;

/// The window of the checker's theorem, if its hypotheses hold.
fn window(rules: &Rules, regularity: Regularity, proof: &Proof) -> Option<Window> {
    theorem::window(rules, regularity, proof).ok()
}

/// The proof with the least of these multiples that the values satisfy.
fn by_multiples(
    rules: &Rules,
    regularity: Regularity,
    values: &[u32],
    multiples: RangeInclusive<u64>,
    proof: impl Fn(u64) -> Proof,
) -> Option<Proof> {
    let have = values.len() as u64;
    multiples.take_while(|c| regularity.period.saturating_mul(*c) <= have).map(proof).find(
        |proof| {
            window(rules, regularity, proof).is_some_and(|window| {
                window.needed(regularity).is_ok_and(|needed| needed <= have)
                    && theorem::on_values(rules, regularity, proof, window, values).is_ok()
            })
        },
    )
}
