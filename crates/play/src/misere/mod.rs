//! Misere play: the player who makes the last move loses.
//!
//! Under normal play a position is worth one number, its nim-value, and sums follow from
//! the numbers of their parts. Under misere play that fails: positions have to be kept as
//! they are, or up to what other sums can tell apart. This module offers, from the
//! definition upwards,
//!
//! - [`outcome`]: who wins a sum, by search with a memo;
//! - [`canonical`]: misere canonical forms, and from them the [`genus`]; [`form`]: those of the heaps of a
//!   game; [`notation`]: as they are written;
//! - [`tame`]: games whose sums behave like Nim;
//! - [`quotient`]: the misere quotient of the heaps up to a bound, found by exact
//!   learning ([`learn`]) and proved by four conditions ([`verify`]);
//! - [`periodicity`]: from finitely many heaps to all of them;
//! - [`lead`]: games whose quotient is infinite and yet regular;
//! - [`sum`]: outcome and winning moves of a position;
//! - [`mark`]: closed forms for Mark and UpMark.

mod bits;
pub mod canonical;
pub mod form;
pub mod genus;
mod heap_game;
pub mod lead;
pub mod learn;
pub mod mark;
pub mod notation;
pub mod outcome;
pub mod periodicity;
mod presentation;
pub mod quotient;
pub mod sum;
pub mod tame;
pub mod verify;

pub use heap_game::{HeapGame, MAX_ENTRIES};

use sprague_budget::Spent;
use sprague_games::RuleError;
use std::fmt;

/// Why a misere computation stopped without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MisereError {
    /// The options of a heap could not be listed.
    Rules(RuleError),
    /// More than `limit` of something would be needed.
    Limit {
        /// What there would be too many of.
        what: &'static str,
        /// How many are allowed.
        limit: usize,
    },
    /// It was stopped, or its time is up.
    Spent(Spent),
}

impl fmt::Display for MisereError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::Limit { what, limit } => write!(f, "more than {limit} {what} would be needed"),
            Self::Spent(spent) => spent.fmt(f),
        }
    }
}

impl std::error::Error for MisereError {}

impl From<Spent> for MisereError {
    fn from(spent: Spent) -> Self {
        Self::Spent(spent)
    }
}

impl From<RuleError> for MisereError {
    fn from(error: RuleError) -> Self {
        Self::Rules(error)
    }
}
