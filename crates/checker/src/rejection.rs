//! Why a certificate was not verified.

use std::fmt;

/// Why a certificate was not verified: the step that failed and the reason.
///
/// A rejection is not a refutation. The claim may be true and the evidence lacking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    step: Step,
    reason: String,
}

/// The step of a check at which it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// The rules of the certificate, or the user's.
    Game,
    /// The claim does not fit the theorem (another kind, say).
    Claim,
    /// A hypothesis of the theorem about the game or the parameters.
    Hypothesis,
    /// The equality G(n+p) = G(n)+s over the window the theorem asks for.
    Window,
    /// A smaller period or preperiod would do as well.
    Minimality,
    /// A snapshot of a long run.
    Snapshot,
    /// The check needs more values, memory or work than allowed.
    Limit,
    /// The values could not be computed from the rules.
    Values,
    /// The check was asked to end.
    Stopped,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Game => "game",
            Self::Claim => "claim",
            Self::Hypothesis => "hypothesis",
            Self::Window => "window",
            Self::Minimality => "minimality",
            Self::Snapshot => "snapshot",
            Self::Limit => "limit",
            Self::Values => "values",
            Self::Stopped => "stopped",
        })
    }
}

impl Rejection {
    /// A rejection at this step, for this reason. It proves nothing, so anybody may make one.
    pub fn new(step: Step, reason: impl Into<String>) -> Self {
        Self { step, reason: reason.into() }
    }

    /// The step that failed.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The reason, in words.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.step, self.reason)
    }
}

impl std::error::Error for Rejection {}

/// A rejection at the step [`Step::Hypothesis`].
pub(crate) fn hypothesis(reason: impl Into<String>) -> Rejection {
    Rejection::new(Step::Hypothesis, reason)
}
