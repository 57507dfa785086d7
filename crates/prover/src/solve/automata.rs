//! When a proof by automata is looked for, and the search on a thread of its own.

use super::{Method, Options};
use crate::automaton;
use sprague_games::Ruleset;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Automata are tried when the theorems have failed on this many values.
const BEFORE_AUTOMATA: u64 = 2500;
/// With a smaller limit on the number of values automata are not tried.
const LEAST_FOR_AUTOMATA: u64 = 2048;

/// The number of values after which a proof by automata is looked for, if at all.
pub(super) fn automaton_at(rules: &Ruleset, options: &Options, limit: u64) -> Option<u64> {
    let few_heaps = rules.finite_moves().is_some_and(|moves| moves.iter().all(|m| m.heaps <= 2));
    match options.method {
        Method::Theorems => None,
        Method::Auto if few_heaps || rules.has_pass() || options.limit < LEAST_FOR_AUTOMATA => None,
        Method::Auto => Some(BEFORE_AUTOMATA.min(limit)),
        Method::Automaton => Some(0),
    }
}

/// How often `progress` is asked while automata are looked for.
const ASKED_EVERY: Duration = Duration::from_millis(25);

/// A proof by automata within the limits. The search runs on a thread of its own, so that the
/// caller can be asked meanwhile whether to go on.
pub(super) fn by_automaton(
    rules: &Ruleset,
    options: &Options,
    deadline: Option<Instant>,
    count: u64,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Option<Box<automaton::Proved>> {
    // However soon the search may end, the caller has been asked.
    if progress(count).is_break() {
        return None;
    }
    let stopped = AtomicBool::new(false);
    let caller = std::thread::current();
    std::thread::scope(|scope| {
        let search = std::thread::Builder::new()
            .stack_size(32 << 20)
            .spawn_scoped(scope, || {
                let found = find_automaton(rules, options, deadline, &stopped);
                caller.unpark();
                found
            })
            .ok()?;
        while !search.is_finished() {
            if progress(count).is_break() {
                stopped.store(true, Ordering::Relaxed);
                break;
            }
            std::thread::park_timeout(ASKED_EVERY);
        }
        search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn find_automaton(
    rules: &Ruleset,
    options: &Options,
    deadline: Option<Instant>,
    stopped: &AtomicBool,
) -> Option<Box<automaton::Proved>> {
    let stop = || {
        stopped.load(Ordering::Relaxed)
            || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    };
    let defaults = automaton::Options::default();
    let most =
        usize::try_from(options.limit).unwrap_or(usize::MAX).clamp(256, defaults.most_values);
    let automaton_options = automaton::Options {
        first_values: defaults.first_values.min(most),
        most_values: most,
        stop: Some(&stop),
        ..defaults
    };
    match automaton::prove(rules, &automaton_options) {
        Ok(automaton::Outcome::Proved(proved)) => Some(proved),
        _ => None,
    }
}
