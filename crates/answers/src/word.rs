//! Words that several answers use.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sprague::{Claim, Findings, Status};

/// The kind of regularity of a nim-sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum KindWord {
    /// G(n+p) = G(n) from the preperiod on.
    Periodic,
    /// G(n+p) = G(n) + s from the preperiod on.
    ArithmeticPeriodic,
    /// Some residues modulo the period grow by the saltus, the others not at all.
    Sapp,
    /// Ruler-regular: a formula for each residue class.
    Ruler,
    /// An automaton reads n and tells the value.
    Automatic,
    /// A formula for every heap.
    ClosedForm,
    /// None is known.
    Open,
}

impl KindWord {
    /// The kind of this name.
    pub fn read(name: &str) -> Option<Self> {
        serde_json::from_value(name.into()).ok()
    }
}

impl From<&Claim> for KindWord {
    fn from(claim: &Claim) -> Self {
        match claim {
            Claim::Regular(regularity) if regularity.saltus == 0 => Self::Periodic,
            Claim::LargeRegular(regularity) if regularity.saltus.is_zero() => Self::Periodic,
            Claim::Regular(_) | Claim::LargeRegular(_) => Self::ArithmeticPeriodic,
            Claim::Sapp { .. } => Self::Sapp,
            Claim::Records(_) => Self::ClosedForm,
            Claim::Ruler => Self::Ruler,
            Claim::Automatic => Self::Automatic,
            // Claims about misere play say nothing of the nim-sequence.
            _ => Self::Open,
        }
    }
}

impl From<&Findings> for KindWord {
    fn from(solution: &Findings) -> Self {
        match (solution.claim(), &solution.formula) {
            (Some(claim), _) => claim.into(),
            (None, Some(formula)) => match &formula.regularity {
                None => Self::ClosedForm,
                Some(regularity) if regularity.saltus == num_bigint::BigUint::ZERO => {
                    Self::Periodic
                }
                Some(_) => Self::ArithmeticPeriodic,
            },
            (None, None) => Self::Open,
        }
    }
}

/// How well something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum StatusWord {
    /// A theorem proves it; all its hypotheses were checked.
    Proved,
    /// It holds on all values computed, and no theorem applies.
    Observed,
    /// Nothing is known beyond the values computed.
    Open,
}

impl From<Status> for StatusWord {
    fn from(status: Status) -> Self {
        match status {
            Status::Proved => Self::Proved,
            Status::Observed => Self::Observed,
            Status::Open => Self::Open,
        }
    }
}

/// The one word of something that is always proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum OnlyProved {
    /// A theorem proves it.
    Proved,
}

/// The one word of something that is never proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum OnlyObserved {
    /// It was seen in the values.
    Observed,
}

/// Who wins an impartial game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub enum Winner {
    /// The previous player: whoever has just moved.
    P,
    /// The next player: whoever moves now.
    N,
}

impl Winner {
    /// P if this is true.
    pub fn p_if(p: bool) -> Self {
        if p { Self::P } else { Self::N }
    }
}

impl From<sprague::Outcome> for Winner {
    fn from(outcome: sprague::Outcome) -> Self {
        Self::p_if(outcome == sprague::Outcome::P)
    }
}
