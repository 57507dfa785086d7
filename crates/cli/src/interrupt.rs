//! Ctrl-C: the first asks the computation to stop and keeps what was found, the second ends
//! the program.

use sprague::Stop;
use std::sync::OnceLock;

/// What Ctrl-C sets; from the first call on Ctrl-C no longer ends the program at once.
pub fn stop() -> Stop {
    static SET: OnceLock<Stop> = OnceLock::new();
    let set = SET.get_or_init(|| {
        let stop = Stop::new();
        let end = stop.clone();
        // Where no handler can be set Ctrl-C ends the program, as it does without one.
        let _ = ctrlc::set_handler(move || {
            if end.is_set() {
                std::process::exit(130);
            }
            end.set();
        });
        stop
    });
    set.clone()
}
