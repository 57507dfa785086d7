//! Ctrl-C: the first asks the computation to stop and keeps what was found, the second ends
//! the program.

use sprague_budget::Stop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// What Ctrl-C sets; from the first call on Ctrl-C no longer ends the program at once.
fn set_by_signal() -> &'static (Arc<AtomicBool>, Stop) {
    static SET: OnceLock<(Arc<AtomicBool>, Stop)> = OnceLock::new();
    SET.get_or_init(|| {
        let (flag, stop) = (Arc::new(AtomicBool::new(false)), Stop::new());
        let (set, end) = (Arc::clone(&flag), stop.clone());
        // Where no handler can be set Ctrl-C ends the program, as it does without one.
        let _ = ctrlc::set_handler(move || {
            end.set();
            if set.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        (flag, stop)
    })
}

/// The flag that Ctrl-C sets.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&set_by_signal().0)
}

/// The stop that Ctrl-C sets, for a budget.
pub fn stop() -> Stop {
    set_by_signal().1.clone()
}
