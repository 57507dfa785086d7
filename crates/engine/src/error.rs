//! Why a nim-sequence could not be computed.

use sprague_budget::Spent;
use sprague_games::RuleError;
use std::fmt;

/// Why a computation stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// The rules themselves are at fault at some heap.
    Rule(RuleError),
    /// A nim-value does not fit 32 bits.
    ValueTooLarge {
        /// The heap with that value.
        heap: u64,
    },
    /// The engine cannot play these rules.
    NotApplicable {
        /// The engine that was asked for.
        engine: &'static str,
        /// Why not.
        reason: String,
    },
    /// More memory would be needed than is allowed.
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
        /// The heap at which they would be needed.
        heap: u64,
    },
    /// Another limit of the budget ended the computation.
    Spent(Spent),
}

impl EngineError {
    /// The limit of the budget that ended the computation, if one did.
    pub fn spent(&self) -> Option<Spent> {
        match *self {
            Self::Memory { needed, allowed, .. } => Some(Spent::Bytes { needed, limit: allowed }),
            Self::Spent(spent) => Some(spent),
            _ => None,
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(error) => write!(f, "{error}"),
            Self::ValueTooLarge { heap } => {
                write!(
                    f,
                    "the nim-value of a heap of {heap} exceeds 4294967295, the most this program keeps"
                )
            }
            Self::NotApplicable { engine, reason } => {
                write!(f, "engine '{engine}' does not apply to this game: {reason}")
            }
            Self::Spent(spent) => write!(f, "{spent}"),
            Self::Memory { needed, allowed, heap } => write!(
                f,
                "heap {heap} needs about {} of memory, {} are allowed",
                human_bytes(*needed),
                human_bytes(*allowed)
            ),
        }
    }
}

impl std::error::Error for EngineError {}

impl From<Spent> for EngineError {
    fn from(spent: Spent) -> Self {
        Self::Spent(spent)
    }
}

impl From<RuleError> for EngineError {
    fn from(error: RuleError) -> Self {
        Self::Rule(error)
    }
}

/// Bytes for people: `1.5 GB`.
pub fn human_bytes(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
