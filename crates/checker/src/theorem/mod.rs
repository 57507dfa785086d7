//! The theorems, one per module: each states its theorem in full, checks the hypotheses
//! about the game and the parameters, and says over which window the values have to agree.

pub(crate) mod all_but;
pub(crate) mod finite_subtraction;
pub(crate) mod finite_take_and_break;
pub(crate) mod grundy_split;
pub(crate) mod mark;
pub(crate) mod pass;
pub(crate) mod recurring_octal;
pub(crate) mod recurring_periodic;
pub(crate) mod recurring_tetral;
pub(crate) mod sedecimal_arithmetic;
pub(crate) mod sparse_window;
pub(crate) mod tiling;

use crate::rejection::{Rejection, Step, hypothesis};
use crate::rules::{Code, Rules};
use sprague_certificate::{Proof, Recurrence, Regularity};

/// What has to be checked on values: G(i + period) = G(i) + saltus for from <= i < until.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first heap of the window.
    pub from: u64,
    /// The heap behind the last.
    pub until: u64,
    /// The period of the theorem, a multiple of the claimed one.
    pub period: u64,
    /// The saltus that goes with it.
    pub saltus: u64,
}

impl Window {
    /// From the preperiod on, with the period and the saltus of a regularity.
    pub(crate) fn until(regularity: Regularity, until: u64) -> Self {
        let Regularity { preperiod: from, period, saltus } = regularity;
        Self { from, until, period, saltus }
    }

    /// How many values the theorem needs: the window, and two periods of the theorem to compare
    /// with the claimed one.
    pub fn needed(self, claim: Regularity) -> Result<u64, Rejection> {
        let twice = add(claim.preperiod, mul(2, self.period)?)?;
        Ok(add(self.until, self.period)?.max(twice))
    }
}

/// The window over which a theorem asks the values to agree, its hypotheses about the game and
/// the parameters being checked; by `pass` those with the pass and those without it.
pub fn window(rules: &Rules, claim: Regularity, proof: &Proof) -> Result<Window, Rejection> {
    match proof {
        Proof::FiniteTakeAndBreak => finite_take_and_break::window(rules, claim),
        Proof::FiniteSubtraction => finite_subtraction::window(rules, claim),
        Proof::GrundySplit(multiple) => grundy_split::window(rules, claim, *multiple),
        Proof::AllBut => all_but::window(rules, claim),
        Proof::Pass(pass) => pass::window(rules, claim, *pass),
        Proof::RecurringPeriodic(multiple) => recurring_periodic::window(rules, claim, *multiple),
        Proof::SedecimalArithmetic(multiple) => {
            sedecimal_arithmetic::window(rules, claim, *multiple)
        }
        Proof::RecurringOctal(recurrence) => recurring_octal::window(rules, claim, *recurrence),
        Proof::RecurringTetral(recurrence) => recurring_tetral::window(rules, claim, *recurrence),
        other => {
            let reason = format!("theorem {} does not prove this by a window", other.theorem());
            Err(Rejection::new(Step::Claim, reason))
        }
    }
}

/// What else a theorem asks of the values, which agree over its window.
pub fn on_values(
    rules: &Rules,
    claim: Regularity,
    proof: &Proof,
    window: Window,
    values: &[u32],
) -> Result<(), Rejection> {
    match proof {
        Proof::SedecimalArithmetic(_) => {
            small_before_the_period(values, window, last_irregular(claim))?;
            sedecimal_arithmetic::every_value_occurs(rules, values, window)
        }
        Proof::Pass(pass) if window.saltus > 0 => pass::raised(rules, *pass, window, values),
        Proof::RecurringOctal(_) | Proof::RecurringTetral(_) => {
            small_before_the_period(values, window, last_irregular(claim))
        }
        _ => Ok(()),
    }
}

/// Checked arithmetic: parameters of a certificate may be anything.
pub fn add(a: u64, b: u64) -> Result<u64, Rejection> {
    a.checked_add(b).ok_or_else(too_large)
}

/// Checked arithmetic: parameters of a certificate may be anything.
pub fn mul(a: u64, b: u64) -> Result<u64, Rejection> {
    a.checked_mul(b).ok_or_else(too_large)
}

fn too_large() -> Rejection {
    Rejection::new(Step::Limit, "a number of the certificate exceeds 64 bits")
}

/// The period and the saltus of the theorem: a multiple of the claimed ones.
pub(crate) fn multiple_of(claim: Regularity, multiple: u64) -> Result<Regularity, Rejection> {
    if multiple == 0 {
        return Err(hypothesis("the multiple is 0, it must be at least 1"));
    }
    Ok(Regularity {
        period: mul(claim.period, multiple)?,
        saltus: mul(claim.saltus, multiple)?,
        ..claim
    })
}

/// The claim must be of a periodic sequence.
pub(crate) fn periodic(claim: Regularity) -> Result<(), Rejection> {
    if claim.saltus == 0 {
        return Ok(());
    }
    let reason = "this theorem proves periodic sequences only";
    Err(Rejection::new(Step::Claim, format!("the saltus is {}, {reason}", claim.saltus)))
}

/// The claim must be of an arithmetic-periodic sequence.
pub(crate) fn arithmetic(claim: Regularity) -> Result<(), Rejection> {
    if claim.saltus > 0 {
        return Ok(());
    }
    Err(Rejection::new(Step::Claim, "the saltus is 0, this theorem needs at least 1"))
}

/// Austin's e, "the last irregular value", which is at least 0: a sequence without
/// irregular values is proved with e = 0, and its heap 0 is looked at as well.
pub(crate) fn last_irregular(claim: Regularity) -> u64 {
    claim.preperiod.saturating_sub(1)
}

/// Hypotheses (2) and (3) of Theorems 6.8 to 6.10: G(i) < s for all i <= e and
/// G(i) < 2s for all i <= e + p.
pub(crate) fn small_before_the_period(
    values: &[u32],
    window: Window,
    e: u64,
) -> Result<(), Rejection> {
    for (what, last, bound) in
        [("(2)", e, window.saltus), ("(3)", add(e, window.period)?, mul(2, window.saltus)?)]
    {
        for (i, &value) in (0..=last).zip(values) {
            if u64::from(value) >= bound {
                return Err(hypothesis(format!("{what}: G({i}) = {value} is not below {bound}")));
            }
        }
    }
    Ok(())
}

/// Hypothesis of Theorems 6.8 and 6.9: the period is long enough.
pub(crate) fn long_period(theorem: Regularity, what: &str, least: u64) -> Result<(), Rejection> {
    if theorem.period >= least {
        return Ok(());
    }
    let reason = format!("the period {} of the theorem is below {what} = {least}", theorem.period);
    Err(hypothesis(reason))
}

/// Hypothesis of Theorems 6.8 and 6.9: the saltus is a power of 2.
pub(crate) fn power_of_two(saltus: u64) -> Result<(), Rejection> {
    if saltus.is_power_of_two() {
        return Ok(());
    }
    Err(hypothesis(format!("the saltus {saltus} is not a power of 2")))
}

/// The rules as a code without conditions, finite or recurring, with at most `before` digits
/// before the point and no digit above `most`.
pub(crate) fn plain_code(
    rules: &Rules,
    recurring: bool,
    before: usize,
    most: u64,
) -> Result<Code, Rejection> {
    let code = rules
        .code()
        .filter(|code| code.recurring.is_empty() != recurring && code.before.len() <= before)
        .ok_or_else(|| {
            let extent = if recurring { "recurring" } else { "finite" };
            let form = if before == 0 { ".d1d2..." } else { "d0.d1d2..." };
            hypothesis(format!("{rules} is not a plain {extent} code {form}"))
        })?;
    if code.digits().any(|digit| digit > most) {
        return Err(hypothesis(format!("{rules}: a digit exceeds {most}")));
    }
    Ok(code)
}

/// v and t of a recurring code: the digits before the block, and those of so many blocks.
pub(crate) fn lengths(code: &Code, recurrence: Recurrence) -> Result<(u64, u64), Rejection> {
    if recurrence.blocks == 0 {
        return Err(hypothesis("the number of blocks is 0, it must be at least 1"));
    }
    let t = mul(code.recurring.len() as u64, recurrence.blocks)?;
    Ok((code.after.len() as u64, t))
}
