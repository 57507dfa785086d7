//! Computations: so many at once, each stopped when nobody waits for it any more.

use crate::Config;
use crate::class::Class;
use sprague::{Progress, Stop};
use sprague_answers::atlas::Shared;
use sprague_answers::{AnswerError, Budget};
use sprague_questions::question::{Answer, Asked, Join};
use sprague_questions::status::NoAnswer;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

/// The workers.
pub struct Workers {
    permits: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    queue: usize,
    atlas: Shared,
    class: Option<Class>,
    /// Questions under way, by client, and how many one may have.
    clients: Arc<Mutex<HashMap<IpAddr, usize>>>,
    per_client: usize,
}

/// Counts a question of a client as under way while it lives.
pub struct Seat {
    clients: Arc<Mutex<HashMap<IpAddr, usize>>>,
    client: IpAddr,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = clients.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                clients.remove(&self.client);
            }
        }
    }
}

/// A computation under way; dropping it stops the computation.
pub struct Running {
    pub told: Arc<Told>,
    stop: Stop,
    handle: JoinHandle<Result<Finished, AnswerError>>,
}

/// How far a computation is, as it told last.
#[derive(Default)]
pub struct Told {
    done: AtomicU64,
    total: AtomicU64,
}

impl Told {
    /// What is done and what there is to do (0 while unknown).
    pub fn get(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    fn set(&self, progress: &Progress) {
        self.done.store(progress.done, Ordering::Relaxed);
        self.total.store(progress.total.unwrap_or(0), Ordering::Relaxed);
    }
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
        self.stop.set();
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
            class: config.class.clone(),
            clients: Arc::default(),
            per_client: config.per_client,
        }
    }

    /// A place for one more question of this client, unless it has as many as it may.
    pub fn seat(&self, client: IpAddr) -> Result<Seat, NoAnswer> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let count = clients.entry(client).or_default();
        if *count >= self.per_client {
            return Err(NoAnswer::Busy);
        }
        *count += 1;
        Ok(Seat { clients: Arc::clone(&self.clients), client })
    }

    /// Waits for a worker and starts the computation on it.
    pub async fn start(&self, asked: Asked, budget: Budget) -> Result<Running, NoAnswer> {
        let waiting = Waiting(Arc::clone(&self.waiting));
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.queue {
            return Err(NoAnswer::Busy);
        }
        let permit =
            Arc::clone(&self.permits).acquire_owned().await.map_err(|_| NoAnswer::Fault)?;
        drop(waiting);
        let told = Arc::<Told>::default();
        let (stop, tell) = (budget.stop_handle(), Arc::clone(&told));
        let (atlas, class) = (self.atlas.clone(), self.class.clone());
        let handle = tokio::task::spawn_blocking(move || {
            // The worker is free only when the computation has really ended.
            let _permit = permit;
            // Its time begins now.
            let budget = budget.progress(move |progress| tell.set(progress)).started();
            if budget.is_stopped() {
                return Err(AnswerError::stopped());
            }
            let join = class.map(|class| move |behind: &str| class.join(behind));
            let answer = asked.answer(&budget, &atlas, join.as_ref().map(|join| join as &Join))?;
            Ok(Finished { answer, in_time: !budget.is_spent() })
        });
        Ok(Running { told, stop, handle })
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
