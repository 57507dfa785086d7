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
mod misere;
mod rejection;
mod runs;
mod sequence;
mod theorem;

pub use rejection::{Rejection, Step};

use rejection::hypothesis;
use sprague_certificate::{Certificate, Claim, Cousin, Proof, Regularity};
use sprague_games::{Family, Ruleset};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use theorem::{Window, add, last_irregular, mul};

/// How much a check may cost.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The greatest number of values computed.
    pub max_values: u64,
    /// The greatest number of elementary steps (one excluded value each, roughly).
    pub max_work: u64,
    /// The greatest number of bytes held, roughly.
    pub max_bytes: u64,
    /// The number of threads for the segments between snapshots.
    pub threads: usize,
    /// Ends the check soon after it becomes true, with a [`Rejection`] at [`Step::Stopped`].
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            max_values: 1 << 34,
            max_work: 4_000_000_000_000,
            max_bytes: 1 << 34,
            threads,
            stop: None,
        }
    }
}

impl Limits {
    /// `to` values of four bytes, if that many are allowed.
    fn length(&self, to: u64) -> Result<usize, Rejection> {
        if to > self.max_values {
            return Err(Rejection::new(
                Step::Limit,
                format!("{to} values are needed, {} are allowed", self.max_values),
            ));
        }
        self.memory(u128::from(to) * 4)?;
        usize::try_from(to).map_err(|_| Rejection::new(Step::Limit, "too many values"))
    }

    /// Whether the check has been asked to end.
    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn go_on(&self) -> Result<(), Rejection> {
        if self.is_stopped() { Err(rejection::stopped()) } else { Ok(()) }
    }

    fn work(&self, steps: u128) -> Result<(), Rejection> {
        self.go_on()?;
        if steps > u128::from(self.max_work) {
            return Err(Rejection::new(
                Step::Limit,
                format!("the check needs more than {} steps", self.max_work),
            ));
        }
        Ok(())
    }

    fn memory(&self, bytes: u128) -> Result<(), Rejection> {
        if bytes > u128::from(self.max_bytes) {
            return Err(Rejection::new(
                Step::Limit,
                format!("the check needs more than {} bytes of memory", self.max_bytes),
            ));
        }
        Ok(())
    }
}

/// A statement that was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The rules the statement is about, as they were understood.
    pub game: Ruleset,
    /// The statement.
    pub claim: Claim,
    /// The theorem that proves it.
    pub theorem: &'static str,
    /// How many values were recomputed.
    pub values: u64,
}

/// The exact statement.
impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.game, self.claim)
    }
}

/// Subtraction games with a longer period or larger members are checked by runs.
const LONG: u64 = 1 << 22;

/// Checks a certificate. With `game`, the certificate must be about these rules.
///
/// ```
/// use sprague_certificate::{Certificate, Claim, Proof, Regularity};
/// use sprague_checker::{Limits, check};
/// let certificate = Certificate {
///     game: "0.77".into(),
///     claim: Claim::Regular(Regularity { preperiod: 71, period: 12, saltus: 0 }),
///     proof: Proof::FiniteTakeAndBreak,
/// };
/// let verified = check(&certificate, None, &Limits::default())?;
/// assert_eq!(
///     verified.to_string(),
///     "0.77: G(n+12)=G(n) for all n>=71; the period 12 and the preperiod 71 are the least"
/// );
/// # Ok::<(), sprague_checker::Rejection>(())
/// ```
pub fn check(
    certificate: &Certificate,
    game: Option<&Ruleset>,
    limits: &Limits,
) -> Result<Verified, Rejection> {
    let rules: Ruleset = certificate
        .game
        .parse()
        .map_err(|e| Rejection::new(Step::Game, format!("the rules cannot be read: {e}")))?;
    if let Some(game) = game
        && *game != rules
    {
        return Err(Rejection::new(
            Step::Game,
            format!("the certificate is about {rules}, not about {game}"),
        ));
    }
    if rules.has_pass() {
        return Err(Rejection::new(Step::Game, "no theorem covers games with a pass"));
    }
    certificate.claim.well_formed().map_err(|reason| Rejection::new(Step::Claim, reason))?;
    if let (Claim::MisereQuotient(claim), Proof::MisereQuotient(evidence)) =
        (&certificate.claim, &certificate.proof)
    {
        let heaps = misere::decide(&rules, *claim, evidence, limits)?;
        return Ok(Verified {
            game: rules,
            claim: certificate.claim.clone(),
            theorem: certificate.proof.theorem(),
            values: heaps,
        });
    }
    if let (Claim::Regular(claim), Proof::FiniteSubtraction, Family::Subtraction(set)) =
        (&certificate.claim, &certificate.proof, rules.family())
        && claim.period.saturating_add(set.members().iter().copied().max().unwrap_or(0)) > LONG
    {
        let window = theorem::finite_subtraction::window(&rules, *claim)?;
        let values = runs::verify(set.members(), *claim, window, limits)?;
        return Ok(Verified {
            claim: certificate.claim.clone(),
            theorem: certificate.proof.theorem(),
            game: rules,
            values,
        });
    }
    let known = decide(&rules, certificate, limits)?;
    Ok(Verified {
        game: rules,
        claim: certificate.claim.clone(),
        theorem: certificate.proof.theorem(),
        values: known.len() as u64,
    })
}

/// Verifies the claim and returns the values that were computed, at least
/// `preperiod + period` of them.
fn decide(
    rules: &Ruleset,
    certificate: &Certificate,
    limits: &Limits,
) -> Result<Vec<u32>, Rejection> {
    let regular = || match &certificate.claim {
        Claim::Regular(regularity) => Ok(*regularity),
        other => Err(Rejection::new(
            Step::Claim,
            format!(
                "theorem {} does not prove sequences of kind {}",
                certificate.proof.theorem(),
                other.kind()
            ),
        )),
    };
    match &certificate.proof {
        Proof::FiniteTakeAndBreak => {
            let claim = regular()?;
            over_window(rules, claim, theorem::finite_take_and_break::window(rules, claim)?, limits)
        }
        Proof::FiniteSubtraction => {
            let claim = regular()?;
            over_window(rules, claim, theorem::finite_subtraction::window(rules, claim)?, limits)
        }
        Proof::GrundySplit(multiple) => {
            let claim = regular()?;
            over_window(
                rules,
                claim,
                theorem::grundy_split::window(rules, claim, *multiple)?,
                limits,
            )
        }
        Proof::AllBut => {
            let claim = regular()?;
            over_window(rules, claim, theorem::all_but::window(rules, claim)?, limits)
        }
        Proof::RecurringPeriodic(multiple) => {
            let claim = regular()?;
            let window = theorem::recurring_periodic::window(rules, claim, *multiple)?;
            over_window(rules, claim, window, limits)
        }
        Proof::SedecimalArithmetic(multiple) => {
            let claim = regular()?;
            let window = theorem::sedecimal_arithmetic::window(rules, claim, *multiple)?;
            let values = over_window(rules, claim, window, limits)?;
            theorem::small_before_the_period(&values, window, last_irregular(claim))?;
            theorem::sedecimal_arithmetic::every_value_occurs(rules, &values, window)?;
            Ok(values)
        }
        Proof::RecurringOctal(recurrence) => {
            let claim = regular()?;
            let window = theorem::recurring_octal::window(rules, claim, *recurrence)?;
            let values = over_window(rules, claim, window, limits)?;
            theorem::small_before_the_period(&values, window, last_irregular(claim))?;
            Ok(values)
        }
        Proof::RecurringTetral(recurrence) => {
            let claim = regular()?;
            let window = theorem::recurring_tetral::window(rules, claim, *recurrence)?;
            let values = over_window(rules, claim, window, limits)?;
            theorem::small_before_the_period(&values, window, last_irregular(claim))?;
            Ok(values)
        }
        Proof::StandardForm(cousin) => standard_form(rules, regular()?, cousin, limits),
        Proof::SparseWindow(evidence) => {
            let claim = regular()?;
            let values = theorem::sparse_window::verify(rules, claim, evidence, limits)?;
            minimal(&values, claim)?;
            Ok(values)
        }
        Proof::Automaton(proof) => {
            automaton::verify(rules, &certificate.claim, proof, limits)?;
            Ok(Vec::new())
        }
        other => Err(Rejection::new(
            Step::Claim,
            format!("this checker does not know the theorem {}", other.theorem()),
        )),
    }
}

/// Computes values and compares them over the window of a theorem.
fn over_window(
    rules: &Ruleset,
    claim: Regularity,
    window: Window,
    limits: &Limits,
) -> Result<Vec<u32>, Rejection> {
    // the window, and two periods of the theorem to compare with the claimed one
    let needed =
        add(window.until, window.period)?.max(add(claim.preperiod, mul(2, window.period)?)?);
    let values = sequence::values(rules, needed, limits)?;
    agree(&values, window)?;
    // The theorem gives a multiple of the claimed period; the claimed one is read off there.
    let one = Window {
        from: claim.preperiod,
        until: add(claim.preperiod, window.period)?,
        period: claim.period,
        saltus: claim.saltus,
    };
    agree(&values, one)?;
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
            let plus =
                if window.saltus > 0 { format!(" + {}", window.saltus) } else { String::new() };
            return Err(Rejection::new(
                Step::Window,
                format!(
                    "G({}) = {later}, but G({i}){plus} = {}",
                    i + period,
                    u128::from(now) + u128::from(window.saltus)
                ),
            ));
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
        return Err(Rejection::new(
            Step::Minimality,
            format!("the preperiod is not the least: {} would do", preperiod - 1),
        ));
    }
    for q in prime_factors(period) {
        if saltus % q != 0 {
            continue;
        }
        let (shorter, step) = (period / q, saltus / q);
        let same = (preperiod..preperiod + period)
            .all(|n| at(n).and_then(|v| v.checked_add(step)) == at(n + shorter));
        if same {
            return Err(Rejection::new(
                Step::Minimality,
                format!("the period is not the least: {shorter} would do"),
            ));
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
    rules: &Ruleset,
    claim: Regularity,
    cousin: &Cousin,
    limits: &Limits,
) -> Result<Vec<u32>, Rejection> {
    let form = rules
        .as_code()
        .and_then(|code| sprague_games::standard_form::standard_form(&code))
        .ok_or_else(|| hypothesis(format!("{rules} has no standard form")))?;
    let inner: Ruleset = cousin
        .of
        .game
        .parse()
        .map_err(|e| Rejection::new(Step::Game, format!("the rules cannot be read: {e}")))?;
    if inner.as_code().as_ref() != Some(&form.code) {
        return Err(hypothesis(format!(
            "the standard form of {rules} is {}, not {inner}",
            form.code
        )));
    }
    let Claim::Regular(of) = cousin.of.claim else {
        return Err(Rejection::new(Step::Claim, "the standard form must be shown to be regular"));
    };
    cousin.of.claim.well_formed().map_err(|reason| Rejection::new(Step::Claim, reason))?;
    if matches!(cousin.of.proof, Proof::StandardForm(_)) {
        return Err(hypothesis("a standard form is its own standard form"));
    }
    let shift = limits.length(form.shift)?;
    let mut values = vec![0; shift];
    values.extend(decide(&inner, &cousin.of, limits)?);
    let known = add(of.preperiod, form.shift)?;
    if (claim.period, claim.saltus) != (of.period, of.saltus) || claim.preperiod > known {
        return Err(Rejection::new(
            Step::Claim,
            format!("the standard form gives {of}, shifted by {}", form.shift),
        ));
    }
    let between =
        Window { from: claim.preperiod, until: known, period: claim.period, saltus: claim.saltus };
    agree(&values, between)?;
    minimal(&values, claim)?;
    Ok(values)
}

#[cfg(test)]
mod tests;
