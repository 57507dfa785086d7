//! How much an answer may cost.

use crate::AnswerError;
use sprague_budget::Stop;
use sprague_engine::Spent;
use sprague_games::Ruleset;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The cost an answer may have, whether it is still wanted, and how far it is.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The largest heap counted up to.
    pub heaps: u64,
    /// Bytes the values may take.
    pub memory: u64,
    /// Time for a search that can end with what it has.
    pub time: Duration,
    /// The most options of a heap that are listed.
    pub options: u64,
    stop: Arc<AtomicBool>,
    end: Stop,
    done: Arc<AtomicU64>,
    total: Arc<AtomicU64>,
}

impl Budget {
    /// A budget with these limits.
    pub fn new(heaps: u64, memory: u64, time: Duration) -> Self {
        Self {
            heaps,
            memory,
            time,
            options: 10_000,
            stop: Arc::default(),
            end: Stop::new(),
            done: Arc::default(),
            total: Arc::default(),
        }
    }

    /// The same computation with another limit on time.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// Ends the computation soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.end.set();
    }

    /// Whether the computation has been asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag that [`Budget::stop`] sets.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Heaps computed, and heaps to compute (0 while unknown).
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    pub(crate) fn report(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// The same limits as the provers take them, with at most this many values, from now on.
    pub fn of_work(&self, values: u64) -> sprague_budget::Budget {
        let (values, shared) = (values.min(self.heaps), self.clone());
        sprague_budget::Budget::new()
            .values(values)
            .bytes(self.memory)
            .time(self.time)
            .stopped_by(&self.end)
            .progress(move |progress| shared.report(progress.done, values))
            .started()
    }

    /// Refuses heaps beyond the budget.
    pub fn check_heap(&self, n: u64) -> Result<(), AnswerError> {
        if n > self.heaps {
            return Err(AnswerError::refused(format!(
                "a heap of {n} is beyond what is computed here, at most {}",
                self.heaps
            ))
            .with_hint("ask for smaller heaps, or use the program sprague on your own machine"));
        }
        Ok(())
    }

    /// G(0..=to), stopping when asked.
    pub fn values(&self, rules: &Ruleset, to: u64) -> Result<Vec<u32>, AnswerError> {
        self.check_heap(to)?;
        let told = self.clone();
        let budget = sprague_engine::Budget::unlimited()
            .bytes(self.memory)
            .stopped_by(&self.flag().into())
            .progress(move |progress| told.report(progress.done.min(to), to));
        let values = sprague_engine::values(rules, to, &budget);
        values.map_err(|error| match error.spent() {
            Some(Spent::Stopped) => AnswerError::stopped(),
            _ => error.into(),
        })
    }
}
