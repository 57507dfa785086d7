//! Why a claim is believed.

use super::Status;
use super::cost::{Cost, estimate};
use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim};
use sprague_checker::{Rejection, default_budget};
use sprague_fast_checker::{Verdict, check};
use sprague_games::Ruleset;

/// A certificate with the verdict of the checker that verified it. Nothing else makes one.
#[derive(Clone, Debug)]
pub struct Proved {
    certificate: Certificate,
    verdict: Verdict,
}

impl Proved {
    /// Asks the checker about a certificate, which must be about `game`.
    pub fn verify(
        certificate: Certificate,
        game: &Ruleset,
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        let verdict = check(&certificate, Some(&game.to_string()), budget)?;
        Ok(Self { certificate, verdict })
    }

    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// What the checker said, and which one: the plain one wherever that is feasible.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

/// Why a claim is believed, and with it how well it is known.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// The checker has verified a certificate.
    Verified(Box<Proved>),
    /// A theorem proves it, all whose hypotheses were checked here; the checker was not asked
    /// about the certificate.
    Unchecked(Box<Certificate>),
    /// A formula proves it, and no certificate exists.
    ClosedForm {
        /// The theorem, with its source.
        theorem: &'static str,
        /// What it proves, where its numbers have at most 64 bits.
        claim: Option<Claim>,
    },
    /// It holds on all values computed.
    Observed(Claim),
    /// Nothing is claimed.
    None,
}

impl Evidence {
    /// How well the claim is known.
    pub fn status(&self) -> Status {
        match self {
            Self::Verified(_) | Self::Unchecked(_) | Self::ClosedForm { .. } => Status::Proved,
            Self::Observed(_) => Status::Observed,
            Self::None => Status::Open,
        }
    }

    /// What is claimed; nothing for a formula whose numbers no claim can hold.
    pub fn claim(&self) -> Option<&Claim> {
        match self {
            Self::Observed(claim) => Some(claim),
            Self::ClosedForm { claim, .. } => claim.as_ref(),
            _ => self.certificate().map(|certificate| &certificate.claim),
        }
    }

    /// The certificate, verified or not.
    pub fn certificate(&self) -> Option<&Certificate> {
        match self {
            Self::Verified(proved) => Some(&proved.certificate),
            Self::Unchecked(certificate) => Some(certificate),
            _ => None,
        }
    }

    /// Whether the checker has verified the certificate; `None` where there is none.
    pub fn is_checked(&self) -> Option<bool> {
        match self {
            Self::Verified(_) => Some(true),
            Self::Unchecked(_) => Some(false),
            _ => None,
        }
    }
}

/// A check of at most so many steps is done at once: about a second.
const SOON_STEPS: u64 = 300_000_000;
/// The same in values.
const SOON_VALUES: u64 = 1 << 23;

/// What a check may cost that is done at once, if the certificate promises to keep to that.
pub(super) fn soon(certificate: &Certificate, budget: &Budget) -> Option<Budget> {
    let Cost { values, steps } = estimate(certificate)?;
    // The same stop, deadline and memory as the search.
    let bytes = default_budget().most_bytes().min(budget.most_bytes());
    let little = budget.clone().silent().bytes(bytes).values(SOON_VALUES).steps(SOON_STEPS);
    (values <= SOON_VALUES && steps <= SOON_STEPS).then(|| little.threads(1))
}
