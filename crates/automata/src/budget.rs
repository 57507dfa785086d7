//! What a single construction may cost, and the error value that ends it.

use sprague_budget::{Budget, Spent};
use std::fmt;

/// The largest number of states (or subsets) of any automaton on the way. Larger ones are of
/// no use: their products and determinisations would not end.
pub const MOST_STATES: usize = 60_000;

/// An error if a construction holds too many states or bytes, or is to end.
///
/// Of a [`Budget`] every construction here takes the bytes it may hold at one time and, as its
/// steps, the edges one subset construction may follow; some 10^9 take a second. Both are
/// counted for each construction anew, so results do not depend on the machine.
pub fn allow(budget: &Budget, states: usize, bytes: usize) -> Result<(), Error> {
    if states > MOST_STATES {
        return Err(Error::TooManyStates { limit: MOST_STATES });
    }
    budget.allow_bytes(bytes as u64)?;
    Ok(budget.go_on()?)
}

/// The same now and then, for loops whose single step is too short for a look at the clock.
pub(crate) fn allow_at(
    budget: &Budget,
    step: usize,
    states: usize,
    bytes: usize,
) -> Result<(), Error> {
    if step.is_multiple_of(64) { allow(budget, states, bytes) } else { Ok(()) }
}

/// Why a construction ended without a result. It says nothing about the question asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// More states or subsets than [`MOST_STATES`].
    TooManyStates {
        /// The limit.
        limit: usize,
    },
    /// A limit of the budget was met.
    Spent(Spent),
}

impl Error {
    /// Whether the whole work is over, not only this construction: it was stopped, or its time
    /// is up.
    pub fn over(self) -> Option<Spent> {
        match self {
            Self::Spent(spent) if spent.is_over() => Some(spent),
            _ => None,
        }
    }
}

impl From<Spent> for Error {
    fn from(spent: Spent) -> Self {
        Self::Spent(spent)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyStates { limit } => write!(f, "more than {limit} states"),
            Self::Spent(spent) => spent.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
