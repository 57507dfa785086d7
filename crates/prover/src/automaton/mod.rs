//! Proof by automata.

pub mod clause;
pub mod decide;
mod find;
pub mod game;
pub mod guess;
pub mod numeration;
pub mod options;
pub mod values;

use std::fmt;

pub use find::{Found, Search, find};
use sprague_automata::Limits;
use sprague_games::RuleError;

/// How far to go.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Values computed for the first guesses.
    pub first_values: usize,
    /// No more values than these are computed; each round computes four times as many.
    pub most_values: usize,
    /// Limits of every single construction.
    pub limits: Limits,
    /// Asked often; when it answers true the search ends with [`ProveError::Cancelled`].
    pub stop: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl Default for Options<'_> {
    /// Values to 4096 and 16384, and limits that end every construction within
    /// seconds.
    fn default() -> Self {
        Self {
            first_values: 4096,
            most_values: 16_384,
            limits: find::default_limits(),
            stop: None,
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("first_values", &self.first_values)
            .field("most_values", &self.most_values)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// Why a game could not be treated at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProveError {
    /// The rules have no form the automata can use.
    Unsupported(String),
    /// The rules fail on some heap.
    Rules(RuleError),
    /// A rule leads from some heap to one that is not smaller.
    NotSmaller,
    /// The caller asked to stop.
    Cancelled,
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(what) => write!(f, "no proof by automata for {what}"),
            Self::Rules(error) => error.fmt(f),
            Self::NotSmaller => {
                f.write_str("the rule does not terminate: some heap has a move to one that is not smaller")
            }
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl std::error::Error for ProveError {}
