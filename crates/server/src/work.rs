//! Computations: so many at once, each stopped when nobody waits for it any more.

use crate::Config;
use crate::query::Query;
use crate::question::{Answer, Endpoint, Question};
use sprague_answers::atlas::Shared;
use sprague_answers::{AnswerError, Budget};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

/// Why a computation gave no answer.
pub enum NoAnswer {
    /// The question.
    Question(AnswerError),
    /// It took too long.
    Late(Duration),
    /// Too many wait already.
    Busy,
    /// A fault of ours.
    Fault,
}

/// The workers.
pub struct Workers {
    permits: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    queue: usize,
    atlas: Shared,
}

/// A computation under way; dropping it stops the computation.
pub struct Running {
    pub budget: Budget,
    handle: JoinHandle<Result<Finished, AnswerError>>,
}

/// A computation that has ended.
pub struct Finished {
    pub answer: Answer,
    /// Whether it ended before its time for searching was up, so that more time would not
    /// have told more.
    pub in_time: bool,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.budget.stop();
    }
}

/// Counts a request as waiting while it lives.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Workers {
    pub fn new(config: &Config) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(config.workers.max(1))),
            waiting: Arc::default(),
            queue: config.queue,
            atlas: config.atlas.clone(),
        }
    }

    /// Waits for a worker and starts the computation on it.
    pub async fn start(
        &self,
        endpoint: &'static Endpoint,
        query: Query,
        body: Vec<u8>,
        budget: Budget,
    ) -> Result<Running, NoAnswer> {
        let waiting = Waiting(Arc::clone(&self.waiting));
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.queue {
            return Err(NoAnswer::Busy);
        }
        let permit =
            Arc::clone(&self.permits).acquire_owned().await.map_err(|_| NoAnswer::Fault)?;
        drop(waiting);
        let inner = budget.clone();
        let atlas = self.atlas.clone();
        let handle = tokio::task::spawn_blocking(move || {
            // The worker is free only when the computation has really ended.
            let _permit = permit;
            if inner.is_stopped() {
                return Err(AnswerError::stopped());
            }
            let question = Question { query: &query, body: &body, budget: &inner, atlas: &atlas };
            let start = Instant::now();
            let answer = (endpoint.answer)(&question)?;
            Ok(Finished { answer, in_time: start.elapsed() < inner.time })
        });
        Ok(Running { budget, handle })
    }
}

impl Running {
    /// Waits for the answer.
    pub async fn finish(&mut self) -> Result<Finished, NoAnswer> {
        match (&mut self.handle).await {
            Ok(Ok(finished)) => Ok(finished),
            Ok(Err(error)) => Err(NoAnswer::Question(error)),
            // A panic: our bug, and the other requests go on.
            Err(_) => Err(NoAnswer::Fault),
        }
    }
}
