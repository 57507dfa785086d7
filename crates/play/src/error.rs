//! Why a position could not be judged.

use crate::misere::MisereError;
use num_bigint::BigUint;
use sprague_budget::Spent;
use sprague_engine::EngineError;
use sprague_games::{RuleError, Ruleset};
use sprague_prover::known;
use std::fmt;

/// Why a position could not be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The value of a heap of this size is out of reach.
    OutOfReach {
        /// The game.
        rules: Box<Ruleset>,
        /// The number of digits of the heap.
        digits: usize,
        /// Why.
        reason: String,
    },
    /// A heap has too many options to list them.
    TooManyOptions {
        /// How many are allowed.
        limit: u64,
    },
    /// More positions than this would have to be looked at.
    TooManyPositions {
        /// How many are allowed.
        limit: u64,
    },
    /// The game graph has more positions than this.
    GraphTooLarge {
        /// How many are allowed.
        limit: usize,
    },
    /// The values could not be computed.
    Engine(EngineError),
    /// The work was stopped, or a limit of its budget was met.
    Spent(Spent),
    /// The search for a proof failed.
    Prover(String),
    /// The options of a heap could not be listed.
    Rules(RuleError),
    /// Misere play could not be decided.
    Misere(MisereError),
}

impl PlayError {
    pub(crate) fn out_of_reach(rules: &Ruleset, heap: &BigUint, reason: impl Into<String>) -> Self {
        Self::OutOfReach {
            rules: Box::new(rules.clone()),
            digits: heap.to_string().len(),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfReach { rules, digits, reason } => {
                write!(f, "a heap of {digits} digits is out of reach in {rules}: {reason}")
            }
            Self::TooManyOptions { limit } => {
                write!(f, "a heap has more than {limit} options and no period to sort them by")
            }
            Self::TooManyPositions { limit } => {
                write!(f, "more than {limit} positions: ask for fewer or smaller heaps")
            }
            Self::GraphTooLarge { limit } => write!(
                f,
                "the game graph has more than {limit} positions: start from smaller heaps, or raise --limit"
            ),
            Self::Engine(error) => error.fmt(f),
            Self::Spent(spent) => spent.fmt(f),
            Self::Prover(error) => f.write_str(error),
            Self::Rules(error) => error.fmt(f),
            Self::Misere(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

impl From<known::Error> for PlayError {
    fn from(error: known::Error) -> Self {
        match error {
            known::Error::Engine(error) => Self::Engine(error),
            known::Error::Spent(spent) => Self::Spent(spent),
            other => Self::Prover(other.to_string()),
        }
    }
}

impl From<EngineError> for PlayError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<RuleError> for PlayError {
    fn from(error: RuleError) -> Self {
        Self::Rules(error)
    }
}

impl From<MisereError> for PlayError {
    fn from(error: MisereError) -> Self {
        Self::Misere(error)
    }
}
