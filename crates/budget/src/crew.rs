//! Threads that several computations share.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One of several computations that share the threads of a machine in equal parts.
///
/// Dropped when it has nothing more to do, it leaves its part to the others: a computation under
/// way on a budget [`with`](crate::Budget::with) a member that asks for its
/// [`thread_count`](crate::Budget::thread_count) again gets more.
///
/// ```
/// use sprague_budget::{Budget, Member};
/// let mut crew = Member::crew(8, 3);
/// let budget = Budget::new().with(&crew[0]);
/// assert_eq!(budget.thread_count(), 2);
/// crew.pop();
/// assert_eq!(budget.thread_count(), 4);
/// ```
#[derive(Debug)]
pub struct Member(Arc<Crew>);

#[derive(Debug)]
pub(crate) struct Crew {
    threads: usize,
    members: AtomicUsize,
}

impl Member {
    /// So many computations that share so many threads.
    pub fn crew(threads: usize, members: usize) -> Vec<Self> {
        let crew = Arc::new(Crew { threads, members: AtomicUsize::new(members) });
        (0..members).map(|_| Self(Arc::clone(&crew))).collect()
    }

    pub(crate) fn shared(&self) -> Arc<Crew> {
        Arc::clone(&self.0)
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.0.members.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Crew {
    /// The threads for each of those still there, at least one.
    pub(crate) fn share(&self) -> usize {
        (self.threads / self.members.load(Ordering::Relaxed).max(1)).max(1)
    }
}
