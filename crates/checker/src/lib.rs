//! Decides certificates: small, plain, and independent of what found them.
//!
//! [`check`] reads the rules, checks every hypothesis of the theorem the certificate calls
//! on, computes the values it needs from the definition (or, for long runs, by the
//! sparse-window theorem, whose hypotheses it checks as well), and returns the statement it
//! verified. Nothing is taken from the engine or the prover; of the certificate only
//! parameters are believed, and those are checked.
//!
//! It fails closed: whatever is not understood, too large or not proved is a
//! [`Rejection`] that names the step and the reason.
#![forbid(unsafe_code)]

mod automaton;
mod budget;
mod lead;
mod misere;
mod rejection;
mod rules;
mod sequence;
pub mod theorem;

pub use budget::default_budget;
pub use rejection::{Rejection, Step};
pub use rules::{Condition, Heaps, Move, Rules, Takes};

use budget::Within;
use rejection::hypothesis;
use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim, Cousin, Proof, Regularity, Theorem};
use std::fmt;
use theorem::{Window, add};

/// A statement that was verified. Only [`check`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    game: String,
    claim: Claim,
    theorem: Theorem,
    values: u64,
}

impl Verified {
    /// The rules the statement is about, in their canonical text.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The statement.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// The theorem that proves it.
    pub fn theorem(&self) -> Theorem {
        self.theorem
    }

    /// How many values were recomputed.
    pub fn values(&self) -> u64 {
        self.values
    }
}

/// The exact statement.
impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.game, self.claim)
    }
}

/// Checks a certificate. With `game`, the canonical text of some rules, the certificate must be
/// about these.
///
/// ```
/// use sprague_certificate::{Certificate, Claim, Proof, Regularity};
/// use sprague_checker::{check, default_budget};
/// let certificate = Certificate {
///     game: "0.77".into(),
///     claim: Claim::Regular(Regularity { preperiod: 71, period: 12, saltus: 0 }),
///     proof: Proof::FiniteTakeAndBreak,
/// };
/// let verified = check(&certificate, Some("0.77"), &default_budget())?;
/// assert_eq!(
///     verified.to_string(),
///     "0.77: G(n+12)=G(n) for all n>=71; the period 12 and the preperiod 71 are the least"
/// );
/// # Ok::<(), sprague_checker::Rejection>(())
/// ```
pub fn check(
    certificate: &Certificate,
    game: Option<&str>,
    budget: &Budget,
) -> Result<Verified, Rejection> {
    // What is read is the canonical text, so that equal texts are equal rules.
    let about = &certificate.game;
    let (plain, passes) = about.strip_suffix(PASS).map_or((&**about, false), |rest| (rest, true));
    let rules = read(plain, &certificate.claim)?;
    if let Some(game) = game.filter(|game| game != about) {
        let reason = format!("the certificate is about {about}, not about {game}");
        return Err(Rejection::new(Step::Game, reason));
    }
    let decided = decide(&rules, passes, certificate, budget)?;
    Ok(Verified {
        game: about.clone(),
        claim: certificate.claim.clone(),
        theorem: certificate.proof.theorem(),
        values: decided.count,
    })
}

/// What stands behind the rules of a game in which every heap carries a pass.
const PASS: &str = " + pass";

/// The rules of a certificate whose claim says something.
fn read(game: &str, claim: &Claim) -> Result<Rules, Rejection> {
    let rules = Rules::read(game)?;
    claim.well_formed().map_err(|reason| Rejection::new(Step::Claim, reason))?;
    Ok(rules)
}

/// What is known of a claim that was verified.
struct Decided {
    /// How many values were recomputed.
    count: u64,
    /// At least `preperiod + period` of them, where a window theorem needed them.
    values: Vec<u32>,
}

impl From<Vec<u32>> for Decided {
    fn from(values: Vec<u32>) -> Self {
        Self { count: values.len() as u64, values }
    }
}

/// So many heaps were looked at, whose values nobody needs.
fn counted(count: u64) -> Decided {
    Decided { count, values: Vec::new() }
}

/// Verifies the claim: the one way to a verdict. Where every heap carries a pass, `rules` are those without
/// it, and no theorem about these says anything.
fn decide(
    rules: &Rules,
    passes: bool,
    certificate: &Certificate,
    budget: &Budget,
) -> Result<Decided, Rejection> {
    let proof = &certificate.proof;
    match (proof, &certificate.claim) {
        (Proof::MisereQuotient(evidence), Claim::MisereQuotient(claim)) => {
            misere::decide(rules, passes, *claim, evidence, budget).map(counted)
        }
        (Proof::MisereLead(evidence), Claim::MisereLead(claim)) if !passes => {
            lead::decide(rules, *claim, evidence, budget).map(counted)
        }
        (Proof::Automaton(proof), claim) => {
            automaton::verify(rules, passes, claim, proof, budget).map(|()| counted(0))
        }
        (proof, _) if passes != matches!(proof, Proof::Pass(_)) => {
            let reason = if passes { "the theorem knows no pass" } else { "the game has no pass" };
            Err(Rejection::new(Step::Game, reason))
        }
        (Proof::Pass(pass), Claim::Regular(claim)) => {
            Ok(theorem::pass::verify(rules, *claim, *pass, budget)?.into())
        }
        (Proof::Tiling(tiling), Claim::Regular(claim)) => {
            theorem::tiling::verify(rules, &(*claim).into(), tiling, budget).map(|()| counted(0))
        }
        (Proof::Tiling(tiling), Claim::LargeRegular(claim)) => {
            theorem::tiling::verify(rules, claim, tiling, budget).map(|()| counted(0))
        }
        (Proof::Mark, Claim::Records(claim)) => {
            theorem::mark::verify(rules, *claim).map(|()| counted(0))
        }
        (Proof::StandardForm(cousin), Claim::Regular(claim)) => {
            Ok(standard_form(rules, *claim, cousin, budget)?.into())
        }
        (Proof::SparseWindow(evidence), Claim::Regular(claim)) => {
            let values = theorem::sparse_window::verify(rules, *claim, evidence, budget)?;
            minimal(&values, *claim)?;
            Ok(values.into())
        }
        (proof, Claim::Regular(claim)) => {
            let window = theorem::window(rules, *claim, proof)?;
            let values = over_window(rules, *claim, window, budget)?;
            theorem::on_values(rules, *claim, proof, window, &values)?;
            Ok(values.into())
        }
        (proof, claim) => Err(not_proved_by(proof, claim)),
    }
}

fn not_proved_by(proof: &Proof, claim: &Claim) -> Rejection {
    let (theorem, kind) = (proof.theorem(), claim.kind());
    let reason = format!("theorem {theorem} does not prove sequences of kind {kind}");
    Rejection::new(Step::Claim, reason)
}

/// Computes values and compares them over the window of a theorem.
fn over_window(
    rules: &Rules,
    claim: Regularity,
    window: Window,
    budget: &Budget,
) -> Result<Vec<u32>, Rejection> {
    let values = sequence::values(rules, window.needed(claim)?, budget)?;
    agree(&values, window)?;
    // The theorem gives a multiple of the claimed period; the claimed one is read off there.
    agree(&values, Window::until(claim, add(claim.preperiod, window.period)?))?;
    minimal(&values, claim)?;
    Ok(values)
}

/// G(i + period) = G(i) + saltus for from <= i < until.
fn agree(values: &[u32], window: Window) -> Result<(), Rejection> {
    let index = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    let (from, until, period) = (index(window.from), index(window.until), index(window.period));
    if until.checked_add(period).is_none_or(|end| end > values.len()) {
        return Err(Rejection::new(Step::Limit, "fewer values than the window needs"));
    }
    for i in from..until {
        let (now, later) = (u64::from(values[i]), u64::from(values[i + period]));
        if now.checked_add(window.saltus) != Some(later) {
            let plus = Some(window.saltus).filter(|s| *s > 0).map(|s| format!(" + {s}"));
            let (there, plus) = (i + period, plus.unwrap_or_default());
            let wanted = u128::from(now) + u128::from(window.saltus);
            let reason = format!("G({there}) = {later}, but G({i}){plus} = {wanted}");
            return Err(Rejection::new(Step::Window, reason));
        }
    }
    Ok(())
}

/// Neither a smaller period nor a smaller preperiod: given that G(n+p) = G(n)+s for all
/// n >= l, the least period divides p, and the least preperiod is the same for both.
///
/// Reads only G(0), ..., G(l+p-1); later values follow from the regularity.
fn minimal(values: &[u32], claim: Regularity) -> Result<(), Rejection> {
    let Regularity { preperiod, period, saltus } = claim;
    let at = |n: u64| -> Option<u64> {
        if n < preperiod {
            return values.get(n as usize).map(|&v| u64::from(v));
        }
        let turns = (n - preperiod) / period;
        let value = values.get((preperiod + (n - preperiod) % period) as usize)?;
        u64::from(*value).checked_add(turns.checked_mul(saltus)?)
    };
    if preperiod > 0
        && at(preperiod - 1).and_then(|v| v.checked_add(saltus)) == at(preperiod - 1 + period)
    {
        let reason = format!("the preperiod is not the least: {} would do", preperiod - 1);
        return Err(Rejection::new(Step::Minimality, reason));
    }
    for q in prime_factors(period) {
        if saltus % q != 0 {
            continue;
        }
        let (shorter, step) = (period / q, saltus / q);
        let same = (preperiod..preperiod + period)
            .all(|n| at(n).and_then(|v| v.checked_add(step)) == at(n + shorter));
        if same {
            let reason = format!("the period is not the least: {shorter} would do");
            return Err(Rejection::new(Step::Minimality, reason));
        }
    }
    Ok(())
}

/// The prime factors of n, each once.
fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut factors = Vec::new();
    let mut q = 2;
    while q <= n / q {
        if n.is_multiple_of(q) {
            factors.push(q);
            while n.is_multiple_of(q) {
                n /= q;
            }
        }
        q += if q == 2 { 1 } else { 2 };
    }
    if n > 1 {
        factors.push(n);
    }
    factors
}

/// Theorem 4.6 (Austin 1976): the standard form has G(n+r) of the game for its G(n), and the
/// game's values below r are 0.
///
/// Checked: the inner certificate is about the standard form of the rules and holds; the
/// claim is the shifted one, from its own preperiod on; it is minimal.
fn standard_form(
    rules: &Rules,
    claim: Regularity,
    cousin: &Cousin,
    budget: &Budget,
) -> Result<Vec<u32>, Rejection> {
    let (form, shift) = rules
        .code()
        .and_then(|code| rules::standard_form(&code))
        .ok_or_else(|| hypothesis(format!("{rules} has no standard form")))?;
    let inner = read(&cousin.of.game, &cousin.of.claim)?;
    if inner.code() != Some(form) {
        return Err(hypothesis(format!("{inner} is not the standard form of {rules}")));
    }
    let Claim::Regular(of) = cousin.of.claim else {
        return Err(Rejection::new(Step::Claim, "the standard form must be shown to be regular"));
    };
    if matches!(cousin.of.proof, Proof::StandardForm(_)) {
        return Err(hypothesis("a standard form is its own standard form"));
    }
    let mut values = vec![0; budget.length(shift)?];
    values.extend(decide(&inner, false, &cousin.of, budget)?.values);
    let known = add(of.preperiod, shift)?;
    if (claim.period, claim.saltus) != (of.period, of.saltus) || claim.preperiod > known {
        let reason = format!("the standard form gives {of}, shifted by {shift}");
        return Err(Rejection::new(Step::Claim, reason));
    }
    agree(&values, Window::until(claim, known))?;
    minimal(&values, claim)?;
    Ok(values)
}

#[cfg(test)]
mod tests;
