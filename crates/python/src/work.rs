//! Long work without the interpreter, stopped by Ctrl-C.

use crate::error::panicked;
use pyo3::prelude::*;
use sprague::Budget;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often the calling thread looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// Runs `work` in a thread, the interpreter released. The budget is stopped when a signal
/// handler raises (Ctrl-C); then `work` is waited for and the exception is raised. No thread
/// outlives the call.
pub fn run<T: Send>(
    py: Python<'_>,
    budget: &Budget,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    run_watched(py, budget, &mut |_| Ok(()), work)
}

/// The same with a `look` at the work now and then and once at the end, which may raise too.
pub fn run_watched<T: Send>(
    py: Python<'_>,
    budget: &Budget,
    look: &mut dyn FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        scope.spawn(move || {
            // The other side waits as long as this one lives.
            let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
        });
        let receiver = Mutex::new(receiver);
        let mut raised = None;
        let result = loop {
            match wait(py, &receiver) {
                Ok(result) => break result.map_err(|_| panicked()),
                Err(RecvTimeoutError::Disconnected) => break Err(panicked()),
                Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                    if let Err(error) = py.check_signals().and_then(|()| look(py)) {
                        budget.stop();
                        raised = Some(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        match raised {
            Some(error) => Err(error),
            None => look(py).and(result),
        }
    })
}

/// Waits for a result with the interpreter released, until it is time to look for signals.
/// (The lock is never contended: it makes the receiver shareable.)
fn wait<T: Send>(py: Python<'_>, receiver: &Mutex<Receiver<T>>) -> Result<T, RecvTimeoutError> {
    py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK))
}
