//! The one way to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that ends work, shared by its copies. Once set it stays set.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Node>);

#[derive(Debug, Default)]
struct Node {
    set: AtomicBool,
    parent: Option<Stop>,
}

impl Stop {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag that is set when this one is, and can be set alone.
    #[must_use]
    pub fn child(&self) -> Self {
        Self(Arc::new(Node { set: AtomicBool::new(false), parent: Some(self.clone()) }))
    }

    /// Ends the work soon. Safe to call from a signal handler's thread and from any other.
    pub fn set(&self) {
        self.0.set.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to end.
    pub fn is_set(&self) -> bool {
        let mut stop = self;
        loop {
            if stop.0.set.load(Ordering::Relaxed) {
                return true;
            }
            match &stop.0.parent {
                Some(parent) => stop = parent,
                None => return false,
            }
        }
    }
}
