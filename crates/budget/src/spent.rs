//! Why work ended before its end.

use std::fmt;

/// Which limit of a budget ended the work. It says nothing about the question asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Spent {
    /// Somebody stopped it.
    Stopped,
    /// The deadline is past.
    Time,
    /// More values would be needed.
    Values {
        /// How many are allowed.
        limit: u64,
    },
    /// More memory would be needed.
    Bytes {
        /// How much is needed.
        needed: u64,
        /// How much is allowed.
        limit: u64,
    },
    /// More steps would be needed.
    Steps {
        /// How many are allowed.
        limit: u64,
    },
}

impl Spent {
    /// Whether the whole work is over: it was stopped, or its time is up. The other limits end
    /// only the part that would need more.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Stopped | Self::Time)
    }
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped"),
            Self::Time => f.write_str("the time is up"),
            Self::Values { limit } => write!(f, "more than {limit} values are needed"),
            Self::Bytes { needed, limit } => {
                write!(f, "{needed} bytes of memory are needed, {limit} are allowed")
            }
            Self::Steps { limit } => write!(f, "more than {limit} steps are needed"),
        }
    }
}

impl std::error::Error for Spent {}
