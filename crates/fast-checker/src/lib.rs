//! Checks for which the plain checker would take too long: a second crate, so that nobody needs
//! to trust it who does not want to.
//!
//! [`check`] asks [`sprague_checker::check`] wherever that is feasible, and says so. Two sorts of
//! certificates are judged here: subtraction games with members or periods of many millions, whose
//! nim-sequences are computed as runs of equal values; and sparse windows of more than 2^32 heaps
//! with snapshots, whose segments are computed side by side on every core. The hypotheses of the
//! theorems and their windows are those of the plain checker.
//!
//! ```
//! use sprague_certificate::{Certificate, Claim, Proof, Regularity};
//! let huge = Certificate {
//!     game: "S(100000000,200000000)".to_owned(),
//!     claim: Claim::Regular(Regularity { preperiod: 0, period: 300_000_000, saltus: 0 }),
//!     proof: Proof::FiniteSubtraction,
//! };
//! let verdict = sprague_fast_checker::check(&huge, None, &sprague_checker::default_budget())?;
//! assert!(!verdict.is_plain());
//! # Ok::<(), sprague_checker::Rejection>(())
//! ```
// Allowed for two calls in `segments`, after the instructions they need were found.
#![deny(unsafe_code)]

mod runs;
mod segments;

use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim, Proof, Regularity, Theorem};
use sprague_checker::{Rejection, Rules, Step, Verified, theorem};
use std::fmt;

/// Subtraction games with a longer period or larger members are checked by runs.
const LONG: u64 = 1 << 24;

/// A statement that was verified, and by which checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The plain checker verified it.
    Plain(Verified),
    /// It was verified here.
    Fast(FastVerified),
}

/// A statement that was verified on runs of equal values, or on segments of a long run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastVerified {
    game: String,
    claim: Claim,
    theorem: Theorem,
    values: u64,
}

impl Verdict {
    /// The rules the statement is about, in their canonical text.
    pub fn game(&self) -> &str {
        match self {
            Self::Plain(verified) => verified.game(),
            Self::Fast(verified) => &verified.game,
        }
    }

    /// The statement.
    pub fn claim(&self) -> &Claim {
        match self {
            Self::Plain(verified) => verified.claim(),
            Self::Fast(verified) => &verified.claim,
        }
    }

    /// The theorem that proves it.
    pub fn theorem(&self) -> Theorem {
        match self {
            Self::Plain(verified) => verified.theorem(),
            Self::Fast(verified) => verified.theorem,
        }
    }

    /// How many values were recomputed, or stand for the runs that were.
    pub fn values(&self) -> u64 {
        match self {
            Self::Plain(verified) => verified.values(),
            Self::Fast(verified) => verified.values,
        }
    }

    /// Whether the plain checker judged.
    pub fn is_plain(&self) -> bool {
        matches!(self, Self::Plain(_))
    }

    /// The verdict of the plain checker, if it judged.
    pub fn verified(self) -> Option<Verified> {
        match self {
            Self::Plain(verified) => Some(verified),
            Self::Fast(_) => None,
        }
    }
}

/// The exact statement.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.game(), self.claim())
    }
}

/// Whether a certificate is judged here, on runs of equal values, and not by the plain checker.
pub fn by_runs(certificate: &Certificate) -> bool {
    long_subtraction(certificate).is_some()
}

/// Sparse windows that end beyond this are checked segment by segment: more values than the plain
/// checker can hold.
pub const LONG_RUN: u64 = 1 << 32;

/// Checks a certificate as [`sprague_checker::check`] does, and where that would take too long,
/// by runs or by segments.
pub fn check(
    certificate: &Certificate,
    game: Option<&str>,
    budget: &Budget,
) -> Result<Verdict, Rejection> {
    if let (Claim::Regular(claim), Proof::SparseWindow(evidence)) =
        (&certificate.claim, &certificate.proof)
    {
        let end = evidence.window_from.saturating_add(claim.period);
        if end > LONG_RUN && !evidence.snapshots.is_empty() {
            return check_segments(certificate, game, budget);
        }
    }
    let Some((members, claim)) = long_subtraction(certificate) else {
        return sprague_checker::check(certificate, game, budget).map(Verdict::Plain);
    };
    let rules = about(certificate, game)?;
    let window = theorem::window(&rules, claim, &certificate.proof)?;
    let values = runs::verify(&members, claim, window, budget)?;
    Ok(verdict(certificate, values))
}

/// Checks a certificate of the theorem `sparse-window` segment by segment, however short its run; it
/// must have its window at the preperiod, values below 32 and snapshots at heaps of one parity.
pub fn check_segments(
    certificate: &Certificate,
    game: Option<&str>,
    budget: &Budget,
) -> Result<Verdict, Rejection> {
    let rules = about(certificate, game)?;
    match (&certificate.claim, &certificate.proof) {
        (Claim::Regular(claim), Proof::SparseWindow(evidence)) => {
            let values = segments::verify(&rules, *claim, evidence, budget)?;
            Ok(verdict(certificate, values))
        }
        _ => Err(Rejection::new(Step::Claim, "segments are for periods by a sparse window")),
    }
}

/// The rules of a certificate about the game asked for, whose claim says something.
fn about(certificate: &Certificate, game: Option<&str>) -> Result<Rules, Rejection> {
    let rules = Rules::read(&certificate.game)?;
    if let Some(game) = game.filter(|game| *game != certificate.game) {
        let reason = format!("the certificate is about {rules}, not about {game}");
        return Err(Rejection::new(Step::Game, reason));
    }
    certificate.claim.well_formed().map_err(|reason| Rejection::new(Step::Claim, reason))?;
    Ok(rules)
}

fn verdict(certificate: &Certificate, values: u64) -> Verdict {
    let (game, claim) = (certificate.game.clone(), certificate.claim.clone());
    Verdict::Fast(FastVerified { game, claim, theorem: certificate.proof.theorem(), values })
}

/// The members and the claim of a certificate that is judged here.
fn long_subtraction(certificate: &Certificate) -> Option<(Vec<u64>, Regularity)> {
    let (Claim::Regular(claim), Proof::FiniteSubtraction) =
        (&certificate.claim, &certificate.proof)
    else {
        return None;
    };
    let set = certificate.game.strip_prefix("S(")?.strip_suffix(')')?;
    let members = set.split(',').map(str::parse).collect::<Result<Vec<u64>, _>>().ok()?;
    let largest = members.iter().copied().max()?;
    (claim.period.saturating_add(largest) > LONG).then_some((members, *claim))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_checker::default_budget;

    #[test]
    fn long_ones_here_all_others_there() {
        let verdict = |game: &str, preperiod, period, proof: Proof| {
            let claim = Claim::Regular(Regularity { preperiod, period, saltus: 0 });
            check(&Certificate { game: game.into(), claim, proof }, None, &default_budget())
        };
        let long = verdict("S(1000000007,1000000009)", 0, 2_000_000_016, Proof::FiniteSubtraction);
        let long = long.unwrap();
        assert!(!long.is_plain() && long.values() > 2_000_000_016, "{long:?}");
        assert_eq!(long.verified(), None);
        assert!(verdict("S(2,3)", 0, 5, Proof::FiniteSubtraction).unwrap().is_plain());
        assert!(verdict("0.77", 71, 12, Proof::FiniteTakeAndBreak).unwrap().is_plain());
        for (game, period) in [
            ("S(1000000007,1000000009)", 2_000_000_015),
            ("S(1000000007, 1000000009)", 2_000_000_016),
            ("S(1000000009,1000000007)", 2_000_000_016),
        ] {
            assert!(verdict(game, 0, period, Proof::FiniteSubtraction).is_err(), "{game} {period}");
        }
    }

    #[test]
    fn it_must_be_about_the_game_asked_for() {
        let certificate = Certificate {
            game: "S(30000000)".into(),
            claim: Claim::Regular(Regularity { preperiod: 0, period: 60_000_000, saltus: 0 }),
            proof: Proof::FiniteSubtraction,
        };
        let about = |game| check(&certificate, Some(game), &default_budget());
        assert!(about("S(30000000)").is_ok());
        assert_eq!(about("S(30000001)").unwrap_err().step(), Step::Game);
    }
}
