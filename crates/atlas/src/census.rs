//! A family into the atlas.
//!
//! The games of a family are gathered by their representatives; each representative that is
//! missing, or is not proved and was looked at under smaller limits, is surveyed on all cores.
//! Every survey is written with all its relatives in one transaction, so a census that is
//! killed resumes where it was, and a second one does only what is left.

use crate::atlas::Atlas;
use crate::error::Error;
use crate::family::Family;
use crate::relative::{Relation, by_representative};
use crate::row::Row;
use crate::survey::{Limits, Survey, expected_cost, survey};
use sprague_budget::Stop;
use sprague_games::Ruleset;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Hears how a census goes and may stop it.
pub trait Observer: Sync {
    /// How many surveys there are to make, and how many more games need none.
    fn planned(&self, surveys: usize, done_already: usize) {
        let _ = (surveys, done_already);
    }

    /// A survey was written.
    fn surveyed(&self, row: &Row) {
        let _ = row;
    }

    /// Whether to go on; asked often, from all threads.
    fn go_on(&self) -> bool {
        true
    }
}

/// How often the observer is asked while no survey comes in.
const ASKED_EVERY: Duration = Duration::from_millis(25);

/// Nobody watches.
impl Observer for () {}

/// A representative to survey, and the games of the family that it stands for.
#[derive(Clone, Debug)]
pub struct Task {
    /// The game to survey.
    pub game: Ruleset,
    /// The games whose rows follow from it.
    pub relatives: Vec<(Ruleset, Relation)>,
    /// A rough guess at the time, in arbitrary units.
    pub cost: f64,
}

/// What a census did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games in the family.
    pub games: usize,
    /// Representatives among them: games that differ by theorems known beforehand.
    pub representatives: usize,
    /// Representatives surveyed now.
    pub surveyed: usize,
    /// Representatives that needed nothing.
    pub skipped: usize,
    /// Games of the family that are proved, observed, open now.
    pub proved: usize,
    /// See `proved`.
    pub observed: usize,
    /// See `proved`.
    pub open: usize,
    /// Whether the observer stopped it.
    pub stopped: bool,
}

/// What a census has to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Representatives in the family: games that differ by theorems known beforehand.
    pub representatives: usize,
    /// Those that have to be surveyed, the costliest first.
    pub tasks: Vec<Task>,
}

/// Gathers a family by representatives, notes its members, writes rows that follow from what
/// is there, and returns what has to be surveyed under these limits.
pub fn plan(atlas: &mut Atlas, family: &Family, limits: &Limits) -> Result<Plan, Error> {
    let names: Vec<String> = family.games().iter().map(ToString::to_string).collect();
    atlas.note_family(family.name(), &names)?;
    let groups = by_representative(family.games());
    let representatives = groups.len();
    let mut tasks = Vec::new();
    for (game, relatives) in groups {
        match atlas.get(&game)? {
            Some(row) if !may_improve(&row, limits.values_for(&game), limits) => {
                atlas.derive_missing(&row, &relatives)?;
            }
            _ => tasks.push(Task { cost: expected_cost(&game, limits), game, relatives }),
        }
    }
    tasks.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    Ok(Plan { representatives, tasks })
}

/// Whether looking again under these limits can tell more.
fn may_improve(row: &Row, values: u64, limits: &Limits) -> bool {
    if row.is_proved() {
        return false;
    }
    let more_time = match (row.time_limit, limits.seconds()) {
        (Some(had), Some(have)) => have > had,
        (Some(_), None) => true,
        (None, _) => false,
    };
    values > row.value_limit || (row.stopped.is_some() && more_time)
}

/// Surveys a family on `threads` threads and writes everything to the atlas.
pub fn census(
    atlas: &mut Atlas,
    family: &Family,
    limits: &Limits,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Summary, Error> {
    let Plan { representatives, tasks } = plan(atlas, family, limits)?;
    let mut summary = Summary {
        games: family.games().len(),
        representatives,
        skipped: representatives - tasks.len(),
        ..Summary::default()
    };
    observer.planned(tasks.len(), summary.skipped);
    let next = AtomicUsize::new(0);
    let stop = Stop::new();
    let go_on = || {
        if !observer.go_on() {
            stop.set();
        }
        !stop.is_set()
    };
    // Bounded, so that a stop is seen soon after it is asked for even where the writer is slow.
    let (sender, results) = mpsc::sync_channel::<(usize, Result<Survey, Error>)>(1);
    let mut failure = None;
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1).min(tasks.len()) {
            let (sender, tasks, next) = (sender.clone(), &tasks, &next);
            let (stop, go_on) = (&stop, &go_on);
            scope.spawn(move || {
                while go_on() {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(i) else { break };
                    let found = guarded(&task.game, || survey(&task.game, limits, stop));
                    if sender.send((i, found)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        loop {
            let (i, found) = match results.recv_timeout(ASKED_EVERY) {
                Ok(found) => found,
                Err(RecvTimeoutError::Timeout) => {
                    go_on();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let written = found.and_then(|survey| {
                atlas.accept(&survey, &tasks[i].relatives, true)?;
                observer.surveyed(&survey.row);
                Ok(())
            });
            match written {
                Ok(()) => summary.surveyed += 1,
                Err(Error::Stopped) => summary.stopped = true,
                // One game that cannot be surveyed does not hold up the others.
                Err(error @ Error::Refused { .. }) => {
                    failure.get_or_insert(error);
                }
                Err(error) => {
                    stop.set();
                    failure.get_or_insert(error);
                }
            }
        }
    });
    if let Some(error) = failure {
        return Err(error);
    }
    summary.stopped |= summary.surveyed + summary.skipped < representatives;
    for game in family.games() {
        match atlas.get(game)?.as_ref().map(|row| row.status.as_str()) {
            Some("proved") => summary.proved += 1,
            Some("observed") => summary.observed += 1,
            Some(_) => summary.open += 1,
            None => {}
        }
    }
    Ok(summary)
}

/// A mistake of ours in one game is reported with its name.
fn guarded(game: &Ruleset, work: impl FnOnce() -> Result<Survey, Error>) -> Result<Survey, Error> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let reason = "a mistake in sprague: please report it".to_owned();
        Err(Error::Refused { game: game.to_string(), reason })
    })
}
