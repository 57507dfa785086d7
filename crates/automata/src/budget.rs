//! Limits, cancellation and the error value that ends a computation.

use std::fmt;

/// How large a single construction may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of states (or subsets) of any automaton on the way.
    pub states: usize,
    /// The largest memory, in bytes, that one construction may hold.
    pub bytes: usize,
    /// The largest number of edges one subset construction may follow; some 10^9 take a
    /// second. It bounds the time without a clock, so results do not depend on the
    /// machine.
    pub work: u64,
}

impl Default for Limits {
    /// 200 000 states, 1 GiB and 10^10 edges.
    fn default() -> Self {
        Self { states: 200_000, bytes: 1 << 30, work: 10_000_000_000 }
    }
}

/// Limits together with a test for cancellation.
#[derive(Clone, Copy, Default)]
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

    /// An error if a construction has followed this many edges and that is too much.
    pub fn check_work(&self, edges: u64) -> Result<(), Error> {
        if edges > self.limits.work {
            return Err(Error::TooMuchWork { limit: self.limits.work });
        }
        Ok(())
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
    /// More edges followed than [`Limits::work`].
    TooMuchWork {
        /// The limit.
        limit: u64,
    },
    /// The caller asked to stop.
    Cancelled,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyStates { limit } => write!(f, "more than {limit} states"),
            Self::TooMuchMemory { limit } => write!(f, "more than {limit} bytes of memory"),
            Self::TooMuchWork { limit } => write!(f, "more than {limit} steps"),
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl std::error::Error for Error {}
