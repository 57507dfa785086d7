//! Proofs as files, and the verdict of the independent checker.

use crate::error::{Error, ErrorKind};
use crate::game::Game;
use crate::memory::started;
use sprague_budget::Budget;
use sprague_checker::{Rejection, Step};
use std::fmt;
use std::str::FromStr;

pub use sprague_fast_checker::Verdict;

/// A proof: a claim about a game, the theorem and its evidence. `Display` prints the JSON file,
/// `FromStr` reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate(sprague_certificate::Certificate);

impl Certificate {
    /// Judges the certificate with the independent checker; only where that would take too long,
    /// for subtraction games with members of many millions, with the fast one, which the verdict
    /// says.
    ///
    /// The verdict says which statement about which game was verified: it is the claim of the
    /// certificate, not of whoever handed it over. See [`verify_about`](Self::verify_about).
    pub fn verify(&self) -> Result<Verdict, Error> {
        self.verify_within(None, &sprague_checker::default_budget())
    }

    /// The same for a certificate that must be about this game.
    pub fn verify_about(&self, game: &Game) -> Result<Verdict, Error> {
        self.verify_within(Some(game), &sprague_checker::default_budget())
    }

    /// The same within a budget.
    pub fn verify_within(&self, game: Option<&Game>, budget: &Budget) -> Result<Verdict, Error> {
        let game = game.map(ToString::to_string);
        let budget = started(budget);
        sprague_fast_checker::check(&self.0, game.as_deref(), &budget)
            .map_err(|rejection| rejected(&rejection, &budget))
    }

    /// The claim, exactly.
    pub fn claim(&self) -> &sprague_certificate::Claim {
        &self.0.claim
    }

    /// The parts of the certificate, for the crates below this one.
    pub fn details(&self) -> &sprague_certificate::Certificate {
        &self.0
    }
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
        Ok(Self(sprague_certificate::Certificate::from_json(json.as_bytes())?))
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_json())
    }
}
