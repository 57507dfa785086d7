//! Proofs as files, and the verdict of the independent checker.

use crate::error::{Error, ErrorKind};
use crate::game::Game;
use crate::memory::started;
use num_bigint::BigUint;
use sprague_budget::{Budget, Instant};
use sprague_certificate::{Certificate as Evidence, Proof};
use sprague_checker::{self as checker, Heaps, Rules};
use sprague_games::Ruleset;
use sprague_prover::Known;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

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

    /// How much work the plain checker has with it, where that is known beforehand: for claims that
    /// a window of values proves. A certificate of a few bytes can ask for days.
    ///
    /// ```
    /// let kayles = "Kayles".parse::<sprague::Game>()?.solve()?.certificate()?;
    /// assert_eq!(kayles.work().map(|work| work.values), Some(167));
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn work(&self) -> Option<Work> {
        work(&canonical(self.0.clone()))
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

/// What checking a certificate asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The values that are computed from the definition.
    pub values: u64,
    /// About how many options these heaps have together.
    pub options: u128,
}

fn work(certificate: &Evidence) -> Option<Work> {
    if let Proof::StandardForm(cousin) = &certificate.proof {
        return work(&cousin.of);
    }
    let Claim::Regular(claim) = certificate.claim else { return None };
    if sprague_fast_checker::by_runs(certificate) {
        return None;
    }
    let rules = Rules::read(&certificate.game).ok()?;
    let window = sprague_checker::theorem::window(&rules, claim, &certificate.proof).ok()?;
    let values = window.until.checked_add(window.period)?;
    let heaps = u128::from(values);
    let per_move = |step: &checker::Move| {
        let takes = match step.takes.last {
            Some(last) => 1 + (last.abs_diff(step.takes.first) / step.takes.step.unsigned_abs()),
            None => values,
        };
        let splits = match step.heaps {
            Heaps::Exactly(0 | 1) => heaps,
            // Pairs of heaps; with three heaps and more sets of values are added, as many.
            Heaps::Exactly(_) | Heaps::AtLeast(_) => heaps.saturating_mul(heaps) / 4,
        };
        splits.saturating_mul(takes.into())
    };
    let options = match rules.moves() {
        Some(moves) => moves.iter().map(per_move).fold(0, u128::saturating_add),
        None => heaps,
    };
    Some(Work { values, options })
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
