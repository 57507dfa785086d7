//! Long work without the interpreter, stopped by Ctrl-C.

use crate::error::panicked;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

/// How often the calling thread looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// Runs `work` in a thread, the interpreter released. `cancel` is set when a signal handler
/// raises (Ctrl-C); then `work` is waited for and the exception is raised.
pub fn run<T: Send>(
    py: Python<'_>,
    cancel: &Arc<AtomicBool>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let thread = scope.spawn(move || {
            let result = work();
            let _ = sender.send(());
            result
        });
        let receiver = Mutex::new(receiver);
        let wait = || receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK);
        let mut raised = None;
        while py.detach(wait) == Err(mpsc::RecvTimeoutError::Timeout) {
            if raised.is_none()
                && let Err(error) = py.check_signals()
            {
                cancel.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
        }
        let result = py.detach(|| thread.join()).map_err(|_| panicked());
        match raised {
            Some(error) => Err(error),
            None => result,
        }
    })
}

/// A new flag.
pub fn flag() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}
