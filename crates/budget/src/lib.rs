//! What a computation may cost, how it is stopped, and how it tells how far it is.
//!
//! Everything in sprague that can take long takes a [`Budget`]: the engines, the provers, the
//! checker, misere quotients, Col, a census, a hunt. There is one way to stop (the [`Stop`]
//! that every copy of a budget shares), one clock (the deadline, looked at by whoever works;
//! no thread waits for it), one report of progress and one error, [`Spent`], that says which
//! limit ended the work.
//!
//! ```
//! use sprague_budget::{Budget, Spent};
//! let budget = Budget::new().values(1000).bytes(1 << 20);
//! assert_eq!(budget.allow_values(1001), Err(Spent::Values { limit: 1000 }));
//! assert_eq!(budget.go_on(), Ok(()));
//! budget.stop();
//! assert_eq!(budget.go_on(), Err(Spent::Stopped));
//! ```
#![forbid(unsafe_code)]

mod clock;
mod crew;
mod progress;
mod spent;
mod stop;

pub use clock::Instant;
pub use crew::Member;
pub use progress::Progress;
pub use spent::Spent;
pub use stop::Stop;

use crew::Crew;
use progress::Report;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// What a computation may cost, and who may stop it.
///
/// Copies share the stop and the progress report; a limit set on a copy does not reach back.
#[derive(Clone)]
pub struct Budget {
    values: u64,
    bytes: u64,
    steps: u64,
    threads: Option<NonZeroUsize>,
    crew: Option<Arc<Crew>>,
    time: Option<Duration>,
    deadline: Option<Instant>,
    stop: Stop,
    report: Option<Report>,
}

/// The greatest number of values computed where nothing else is said.
pub const DEFAULT_VALUES: u64 = 300_000_000;
/// The time a question takes at most where nothing else is said.
pub const DEFAULT_TIME: Duration = Duration::from_secs(120);

impl Default for Budget {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("values", &self.values)
            .field("bytes", &self.bytes)
            .field("steps", &self.steps)
            .field("threads", &self.threads)
            .field("crew", &self.crew)
            .field("time", &self.time)
            .field("deadline", &self.deadline)
            .field("stopped", &self.stop.is_set())
            .finish_non_exhaustive()
    }
}

impl Budget {
    /// The budget of the program, the page and the Python package where nothing else is said:
    /// [`DEFAULT_VALUES`] and [`DEFAULT_TIME`]; no limit on memory or steps.
    pub fn new() -> Self {
        Self { values: DEFAULT_VALUES, time: Some(DEFAULT_TIME), ..Self::unlimited() }
    }

    /// No limit at all; it can be stopped.
    pub fn unlimited() -> Self {
        Self {
            values: u64::MAX,
            bytes: u64::MAX,
            steps: u64::MAX,
            threads: None,
            crew: None,
            time: None,
            deadline: None,
            stop: Stop::new(),
            report: None,
        }
    }

    /// Compute at most this many values of a sequence.
    #[must_use]
    pub fn values(self, values: u64) -> Self {
        Self { values, ..self }
    }

    /// Hold at most this many bytes, roughly.
    #[must_use]
    pub fn bytes(self, bytes: u64) -> Self {
        Self { bytes, ..self }
    }

    /// Do at most this many elementary steps. It bounds the time without a clock, so that
    /// results do not depend on the machine; what a step is says whoever counts them.
    #[must_use]
    pub fn steps(self, steps: u64) -> Self {
        Self { steps, ..self }
    }

    /// Use this many threads (0: one).
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: NonZeroUsize::new(threads.max(1)), crew: None, ..self }
    }

    /// Use the threads that are the part of this computation among others.
    #[must_use]
    pub fn with(self, member: &Member) -> Self {
        Self { threads: None, crew: Some(member.shared()), ..self }
    }

    /// Take at most this long for each question, counted from [`started`](Self::started).
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// No limit on time.
    #[must_use]
    pub fn without_time(self) -> Self {
        Self { time: None, deadline: None, ..self }
    }

    /// End at this moment, whenever the work starts.
    #[must_use]
    pub fn deadline(self, deadline: Instant) -> Self {
        let deadline = self.deadline.map_or(deadline, |other| other.min(deadline));
        Self { deadline: Some(deadline), ..self }
    }

    /// Stop when this is set.
    #[must_use]
    pub fn stopped_by(self, stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..self }
    }

    /// Tell this function how far the work is, some ten times a second at most, from whichever
    /// thread works. It may call [`stop`](Self::stop) on a copy of the budget.
    #[must_use]
    pub fn progress(self, tell: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self { report: Some(Report::new(tell)), ..self }
    }

    /// The same budget for a part of the work that nobody wants to hear of.
    #[must_use]
    pub fn silent(self) -> Self {
        Self { report: None, ..self }
    }

    /// The budget of a question that begins now: its time becomes a deadline.
    #[must_use]
    pub fn started(&self) -> Self {
        let mut budget = Self { time: None, ..self.clone() };
        if let Some(end) = self.time.and_then(|time| Instant::now().checked_add(time)) {
            budget = budget.deadline(end);
        }
        budget
    }

    /// A part of this work with a stop of its own: it ends with the whole, and can be ended
    /// alone.
    #[must_use]
    pub fn part(&self) -> Self {
        Self { stop: self.stop.child(), ..self.clone() }
    }

    /// The greatest number of values.
    pub fn most_values(&self) -> u64 {
        self.values
    }

    /// The greatest number of bytes.
    pub fn most_bytes(&self) -> u64 {
        self.bytes
    }

    /// The greatest number of steps.
    pub fn most_steps(&self) -> u64 {
        self.steps
    }

    /// The number of threads asked for; `None` leaves the choice to whoever works.
    pub fn asked_threads(&self) -> Option<usize> {
        self.shared_threads().or(self.threads.map(NonZeroUsize::get))
    }

    /// The threads that are now the part of this computation, where it shares them with others: a
    /// long one asks from time to time, as there may be more when another has ended.
    pub fn shared_threads(&self) -> Option<usize> {
        self.crew.as_ref().map(|crew| crew.share())
    }

    /// The number of threads to use: what was asked for, or one for each core.
    pub fn thread_count(&self) -> usize {
        self.asked_threads()
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get))
    }

    /// The time of a question, where it is limited and has not started.
    pub fn question_time(&self) -> Option<Duration> {
        self.time
    }

    /// How long the work may still take; `None` without a deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Ends the work of every copy soon.
    pub fn stop(&self) {
        self.stop.set();
    }

    /// What stops the work, to be set from elsewhere.
    pub fn stop_handle(&self) -> Stop {
        self.stop.clone()
    }

    /// Whether somebody has stopped the work.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// An error if the work was stopped or its time is up. It costs a look at the clock: ask
    /// about a thousand times a second, not for each value.
    pub fn go_on(&self) -> Result<(), Spent> {
        if self.stop.is_set() {
            return Err(Spent::Stopped);
        }
        match self.deadline {
            Some(end) if Instant::now() >= end => Err(Spent::Time),
            _ => Ok(()),
        }
    }

    /// Whether the work was stopped or its time is up.
    pub fn is_spent(&self) -> bool {
        self.go_on().is_err()
    }

    /// Tells how far the work is, then as [`go_on`](Self::go_on).
    pub fn report(&self, progress: Progress) -> Result<(), Spent> {
        if let Some(report) = &self.report {
            report.tell(progress);
        }
        self.go_on()
    }

    /// An error if this many values are too many.
    pub fn allow_values(&self, values: u64) -> Result<(), Spent> {
        if values > self.values { Err(Spent::Values { limit: self.values }) } else { Ok(()) }
    }

    /// An error if holding this many bytes is too much.
    pub fn allow_bytes(&self, needed: u64) -> Result<(), Spent> {
        if needed > self.bytes { Err(Spent::Bytes { needed, limit: self.bytes }) } else { Ok(()) }
    }

    /// An error if this many steps are too many.
    pub fn allow_steps(&self, steps: u64) -> Result<(), Spent> {
        if steps > self.steps { Err(Spent::Steps { limit: self.steps }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn limits_are_inclusive() {
        let budget = Budget::unlimited().values(10).bytes(20).steps(30);
        assert_eq!(budget.allow_values(10), Ok(()));
        assert_eq!(budget.allow_values(11), Err(Spent::Values { limit: 10 }));
        assert_eq!(budget.allow_bytes(20), Ok(()));
        assert_eq!(budget.allow_bytes(21), Err(Spent::Bytes { needed: 21, limit: 20 }));
        assert_eq!(budget.allow_steps(30), Ok(()));
        assert_eq!(budget.allow_steps(31), Err(Spent::Steps { limit: 30 }));
    }

    #[test]
    fn time_runs_from_the_start_of_the_question() {
        let budget = Budget::new().time(Duration::ZERO);
        assert_eq!(budget.go_on(), Ok(()), "not started");
        assert_eq!(budget.started().go_on(), Err(Spent::Time));
        assert_eq!(budget.started().question_time(), None);
        let later = Budget::new().started();
        assert_eq!(later.go_on(), Ok(()));
        assert!(later.remaining().is_some_and(|left| left <= DEFAULT_TIME));
        // A deadline can be brought forward, not put off.
        let over = later.deadline(Instant::now()).deadline(Instant::now() + DEFAULT_TIME);
        assert_eq!(over.go_on(), Err(Spent::Time));
        assert_eq!(over.without_time().go_on(), Ok(()));
        // A time nobody can add to the clock is no limit.
        assert_eq!(Budget::new().time(Duration::MAX).started().go_on(), Ok(()));
    }

    #[test]
    fn a_stop_reaches_copies_and_parts_and_not_the_whole() {
        let whole = Budget::new();
        let (copy, part) = (whole.clone().values(1), whole.part());
        let part_of_part = part.part();
        part.stop();
        assert!(part.is_stopped() && part_of_part.is_stopped());
        assert!(!whole.is_stopped() && !copy.is_stopped());
        whole.stop();
        assert!(copy.is_stopped() && whole.part().is_stopped());
        let other = Stop::new();
        let elsewhere = Budget::new().stopped_by(&other);
        assert_eq!(elsewhere.go_on(), Ok(()));
        other.set();
        assert_eq!(elsewhere.go_on(), Err(Spent::Stopped));
    }

    #[test]
    fn progress_is_told_now_and_then_and_at_the_end() {
        let (calls, last) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (count, seen) = (Arc::clone(&calls), Arc::clone(&last));
        let budget = Budget::unlimited().progress(move |progress| {
            count.fetch_add(1, Ordering::Relaxed);
            seen.store(progress.done, Ordering::Relaxed);
        });
        for n in 0..=1_000_000u64 {
            assert_eq!(budget.report(Progress::of_values(n, Some(1_000_000))), Ok(()));
        }
        assert_eq!(last.load(Ordering::Relaxed), 1_000_000, "the end is always told");
        let calls = calls.load(Ordering::Relaxed);
        assert!((2..1000).contains(&calls), "{calls} calls");
        assert_eq!(budget.silent().report(Progress::of_values(3, None)), Ok(()));
        assert_eq!(last.load(Ordering::Relaxed), 1_000_000);
    }

    #[test]
    fn the_progress_report_may_stop_the_work() {
        let stop = Stop::new();
        let setter = stop.clone();
        let budget = Budget::unlimited().stopped_by(&stop).progress(move |_| setter.set());
        assert_eq!(budget.report(Progress::of_values(1, None)), Err(Spent::Stopped));
    }

    #[test]
    fn threads() {
        assert_eq!(Budget::new().threads(0).thread_count(), 1);
        assert_eq!(Budget::new().threads(3).asked_threads(), Some(3));
        assert_eq!(Budget::new().asked_threads(), None);
        assert_eq!(Budget::new().threads(3).shared_threads(), None);
        assert!(Budget::new().thread_count() >= 1);
    }
    /// Each has one thread at least; who ends leaves its part to the others, however it ends.
    #[test]
    fn threads_are_shared_by_those_still_there() {
        let mut crew = Member::crew(5, 7);
        let budget = Budget::new().threads(40).with(&crew[0]).part().silent();
        assert_eq!(budget.thread_count(), 1);
        for (left, share) in [(5, 1), (3, 1), (2, 2), (1, 5)] {
            crew.truncate(left);
            assert_eq!(budget.asked_threads(), Some(share), "{left} left");
        }
        assert_eq!(budget.clone().threads(2).shared_threads(), None);
        let other = crew.pop();
        let thread = std::thread::spawn(move || {
            let _other = other;
            panic!("as it should in this test");
        });
        assert!(thread.join().is_err());
        // Nobody is left; a copy that outlives its member still has an answer.
        assert_eq!(budget.thread_count(), 5);
    }
}
