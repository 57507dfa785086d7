//! Limits, cancellation and the error value that ends a computation.

use std::fmt;

/// How large a single construction may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of states (or subsets) of any automaton on the way.
    pub states: usize,
    /// The largest memory, in bytes, that one construction may hold.
    pub bytes: usize,
}

impl Default for Limits {
    /// 200 000 states and 1 GiB.
    fn default() -> Self {
        Self { states: 200_000, bytes: 1 << 30 }
    }
}

/// Limits together with a test for cancellation.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    limits: Limits,
    stop: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("limits", &self.limits)
            .field("stop", &self.stop.is_some())
            .finish()
    }
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Self { limits: Limits::default(), stop: None }
    }
}

impl<'a> Budget<'a> {
    /// A budget with these limits that is never cancelled.
    pub fn new(limits: Limits) -> Self {
        Self { limits, stop: None }
    }

    /// The same limits; a construction ends with [`Error::Cancelled`] soon after `stop`
    /// answers true. It is asked often and should be cheap.
    pub fn with_stop(limits: Limits, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { limits, stop: Some(stop) }
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// An error if `states` states holding `bytes` bytes are too much, or if the caller
    /// wants to stop.
    pub fn check(&self, states: usize, bytes: usize) -> Result<(), Error> {
        if states > self.limits.states {
            return Err(Error::TooManyStates { limit: self.limits.states });
        }
        if bytes > self.limits.bytes {
            return Err(Error::TooMuchMemory { limit: self.limits.bytes });
        }
        if self.stop.is_some_and(|stop| stop()) {
            return Err(Error::Cancelled);
        }
        Ok(())
    }
}

/// Why a construction ended without a result. It says nothing about the question asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// More states or subsets than [`Limits::states`].
    TooManyStates {
        /// The limit.
        limit: usize,
    },
    /// More memory than [`Limits::bytes`].
    TooMuchMemory {
        /// The limit.
        limit: usize,
    },
    /// The caller asked to stop.
    Cancelled,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyStates { limit } => write!(f, "more than {limit} states"),
            Self::TooMuchMemory { limit } => write!(f, "more than {limit} bytes of memory"),
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl std::error::Error for Error {}
