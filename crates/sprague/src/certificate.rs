//! Proofs as files, and the verdict of the independent checker.

use crate::error::{Error, ErrorKind};
use crate::game::Game;
use crate::memory::started;
use num_bigint::BigUint;
use sprague_budget::Budget;
use sprague_certificate::{Certificate as Evidence, Proof};
use sprague_games::Ruleset;
use sprague_prover::Known;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

pub use sprague_certificate::{Claim, Regularity};
pub use sprague_checker::{Rejection, Step, default_budget as checking_budget};
pub use sprague_fast_checker::Verdict;

/// A proof: a claim about a game, the theorem and its evidence. `Display` prints the JSON file,
/// `FromStr` reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate(Evidence);

impl Certificate {
    /// Judges the certificate with the independent checker; only where that would take too long,
    /// for subtraction games with members of many millions, with the fast one, which the verdict
    /// says.
    ///
    /// The verdict says which statement about which game was verified: it is the claim of the
    /// certificate, not of whoever handed it over. See [`verify_about`](Self::verify_about).
    pub fn verify(&self) -> Result<Verdict, Error> {
        self.verify_within(None, &checking_budget())
    }

    /// The same for a certificate that must be about this game.
    pub fn verify_about(&self, game: &Game) -> Result<Verdict, Error> {
        self.verify_within(Some(game), &checking_budget())
    }

    /// The same within a budget.
    pub fn verify_within(&self, game: Option<&Game>, budget: &Budget) -> Result<Verdict, Error> {
        let game = game.map(ToString::to_string);
        let budget = started(budget);
        let certificate = canonical(self.0.clone());
        if let Some(reason) = counterexample(&certificate, &budget) {
            return Err(Error::new(ErrorKind::Rejected, reason));
        }
        sprague_fast_checker::check(&certificate, game.as_deref(), &budget)
            .map_err(|rejection| rejected(&rejection, &budget))
    }

    /// Reads the file of a certificate.
    pub fn from_json(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self(Evidence::from_json(bytes)?))
    }

    /// The game it is about, as it is written.
    pub fn game(&self) -> &str {
        &self.0.game
    }

    /// The claim, exactly.
    pub fn claim(&self) -> &Claim {
        &self.0.claim
    }

    /// The parts of the certificate, for the crates below this one.
    pub fn details(&self) -> &Evidence {
        &self.0
    }
}

/// A false claim about a long sequence is refused at once, not after the checker has computed its
/// window by the definition: a heap where it fails is looked for among values that the prover or
/// the engine finds quickly. What they do not refute goes to the checker.
fn counterexample(certificate: &Evidence, budget: &Budget) -> Option<String> {
    let Claim::Regular(Regularity { preperiod, period, saltus }) = certificate.claim else {
        return None;
    };
    let to = preperiod.checked_add(period)?.checked_add(MORE)?;
    if !(LONG..MOST).contains(&to) {
        return None;
    }
    let rules: Ruleset = certificate.game.parse().ok()?;
    let bytes = budget.most_bytes().min(1 << 28);
    let look = || budget.part().silent().bytes(bytes).deadline(Instant::now() + LOOK);
    let fails = |at: &dyn Fn(u64) -> Option<BigUint>| {
        (preperiod..=to - period).find_map(|n| {
            let (value, later) = (at(n)?, at(n + period)?);
            (later != &value + saltus).then(|| {
                format!("it fails at once: G({n}) = {value} and G({}) = {later}", n + period)
            })
        })
    };
    if let Ok(known) = Known::find(&rules, &to.into(), &look().values(LONG)) {
        return fails(&|n| known.value(&n.into()));
    }
    let values = sprague_engine::values(&rules, to, &look()).ok()?;
    fails(&|n| Some((*values.get(usize::try_from(n).ok()?)?).into()))
}

/// Shorter claims the checker refutes itself in no time.
const LONG: u64 = 20_000;
/// Values looked at beyond the first period.
const MORE: u64 = 4096;
/// Values looked at in all.
const MOST: u64 = 20_000_000;
/// How long that may take.
const LOOK: Duration = Duration::from_secs(2);

/// The certificate with its rules in canonical text: the checker reads no other. Rules that
/// cannot be read stay as they are, for the checker to refuse.
fn canonical(mut certificate: Evidence) -> Evidence {
    if let Ok(rules) = certificate.game.parse::<Ruleset>() {
        certificate.game = rules.to_string();
    }
    if let Proof::StandardForm(cousin) = &mut certificate.proof {
        *cousin.of = canonical((*cousin.of).clone());
    }
    certificate
}

/// A rejection as this library's error; a check that was stopped says nothing about the claim.
pub(crate) fn rejected(rejection: &Rejection, budget: &Budget) -> Error {
    match budget.go_on() {
        Err(spent) if rejection.step() == Step::Stopped => spent.into(),
        _ => Error::new(ErrorKind::Rejected, rejection),
    }
}

impl From<sprague_certificate::Certificate> for Certificate {
    fn from(certificate: sprague_certificate::Certificate) -> Self {
        Self(certificate)
    }
}

impl FromStr for Certificate {
    type Err = Error;

    fn from_str(json: &str) -> Result<Self, Error> {
        Self::from_json(json.as_bytes())
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_json())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The claim about 0.16 made of 0.07, by each theorem that would recompute the whole window.
    #[test]
    fn a_long_false_claim_is_refused_at_once() {
        for (theorem, evidence) in [
            ("finite-take-and-break", ""),
            ("recurring-periodic", r#","evidence":{"multiple":1}"#),
            ("grundy-split", r#","evidence":{"multiple":1}"#),
        ] {
            let text = format!(
                r#"{{"certificate":"sprague","version":1,"game":"0.07","claim":{{"kind":"periodic","preperiod":105351,"period":149459,"saltus":0}},"theorem":"{theorem}"{evidence}}}"#
            );
            let begun = Instant::now();
            let error = text.parse::<Certificate>().unwrap().verify().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Rejected, "{theorem}");
            let reason = error.to_string();
            assert!(reason.contains("it fails at once: G(105351)"), "{theorem}: {reason}");
            assert!(begun.elapsed() < Duration::from_secs(10), "{theorem}");
        }
    }
}
