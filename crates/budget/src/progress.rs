//! How far the work is.

use crate::Instant;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How far some work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How much is done.
    pub done: u64,
    /// How much there is at most, where that is known.
    pub total: Option<u64>,
    /// What is counted: "values", "games", "positions".
    pub unit: &'static str,
}

impl Progress {
    /// So many values of a sequence.
    pub fn of_values(done: u64, total: Option<u64>) -> Self {
        Self { done, total, unit: "values" }
    }
}

/// For people: `1000 of 5000 values`.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.total {
            Some(total) => write!(f, "{} of {total} {}", self.done, self.unit),
            None => write!(f, "{} {}", self.done, self.unit),
        }
    }
}

/// The least time between two reports.
const PAUSE: Duration = Duration::from_millis(100);

/// A function that is told, not too often.
#[derive(Clone)]
pub(crate) struct Report {
    tell: Arc<dyn Fn(&Progress) + Send + Sync>,
    last: Arc<Mutex<Option<Instant>>>,
}

impl Report {
    pub(crate) fn new(tell: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self { tell: Arc::new(tell), last: Arc::default() }
    }

    /// Tells it if some time has passed since the last report, or if this is the end.
    pub(crate) fn tell(&self, progress: Progress) {
        let ended = progress.total == Some(progress.done);
        let now = Instant::now();
        {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            if !ended && last.is_some_and(|then| now.duration_since(then) < PAUSE) {
                return;
            }
            *last = Some(now);
        }
        (self.tell)(&progress);
    }
}
