//! A family into the atlas.
//!
//! The games of a family are gathered by their representatives; each representative that is
//! missing, or is not proved and was looked at under smaller limits, is surveyed on all cores.
//! Every survey is written with all its relatives in one transaction, so a census that is
//! killed resumes where it was, and a second one does only what is left.

use crate::atlas::Atlas;
use crate::error::Error;
use crate::family::Family;
use crate::nearness;
use crate::relative::{Relation, by_representative};
use crate::row::Row;
use crate::survey::{Survey, expected_cost, seconds, survey, values_surveyed};
use sprague_budget::{Budget, Member, Progress, Spent};
use sprague_games::Ruleset;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

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
    /// Whether it was stopped.
    pub stopped: bool,
}

/// What a census has to do.
#[derive(Clone, Debug)]
pub struct CensusPlan {
    /// Representatives in the family: games that differ by theorems known beforehand.
    pub representatives: usize,
    /// Those that have to be surveyed, the costliest first.
    pub tasks: Vec<Task>,
}

/// Gathers a family by representatives, notes its members, writes rows that follow from what
/// is there, and returns what has to be surveyed under this budget.
pub fn plan_census(
    atlas: &mut Atlas,
    family: &Family,
    budget: &Budget,
) -> Result<CensusPlan, Error> {
    let names: Vec<String> = family.games().iter().map(ToString::to_string).collect();
    atlas.note_family(family.name(), &names)?;
    let groups = by_representative(family.games());
    let representatives = groups.len();
    let mut tasks = Vec::new();
    for (game, relatives) in groups {
        match atlas.get(&game)? {
            Some(mut row) if !may_improve(&row, &game, budget) => {
                // Files of former versions do not say how near to regular a game is.
                if !row.is_proved() && row.nearness.is_none() {
                    nearness::note_anew(&mut row, &game, &budget.clone().silent());
                    if row.nearness.is_some() {
                        atlas.accept(&Survey { row, certificate: None }, &relatives, None)?;
                        continue;
                    }
                }
                atlas.derive_missing(&row, &relatives)?;
            }
            _ => tasks.push(Task { cost: expected_cost(&game, budget), game, relatives }),
        }
    }
    tasks.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    Ok(CensusPlan { representatives, tasks })
}

/// Whether looking again under this budget can tell more.
fn may_improve(row: &Row, rules: &Ruleset, budget: &Budget) -> bool {
    if row.is_proved() {
        return false;
    }
    let more_time = match (row.time_limit, seconds(budget)) {
        (Some(had), Some(have)) => have > had,
        (Some(_), None) => true,
        // How much time that was nobody knows.
        (None, _) => row.stopped == Some(Spent::Time.to_string()),
    };
    values_surveyed(rules, budget) > row.value_limit || (row.stopped.is_some() && more_time)
}

/// Surveys a family on the threads of the budget and writes everything to the atlas.
///
/// Values, bytes and time of the budget are those of each game ([`survey()`]); it reports the
/// games surveyed, and `surveyed` hears every row that was written.
pub fn census(
    atlas: &mut Atlas,
    family: &Family,
    budget: &Budget,
    surveyed: &mut dyn FnMut(&Row),
) -> Result<Summary, Error> {
    let CensusPlan { representatives, tasks } = plan_census(atlas, family, budget)?;
    let mut summary = Summary {
        games: family.games().len(),
        representatives,
        skipped: representatives - tasks.len(),
        ..Summary::default()
    };
    let total = Some(tasks.len() as u64);
    // A failure ends the surveys under way, and only those.
    let work = budget.part().silent();
    let report = |done: usize| {
        // Whether to go on is asked where the work is done.
        let _ = budget.report(Progress { done: done as u64, total, unit: "games" });
    };
    report(0);
    let next = AtomicUsize::new(0);
    // Bounded, so that a stop is seen soon after it is asked for even where the writer is slow.
    let (sender, results) = mpsc::sync_channel::<(usize, Result<Survey, Error>)>(1);
    let mut failure = None;
    std::thread::scope(|scope| {
        let threads = budget.thread_count();
        // The last games share the threads that have no game any more, those under way too.
        for member in Member::crew(threads, threads.min(tasks.len())) {
            let (sender, tasks, next) = (sender.clone(), &tasks, &next);
            let work = work.clone().with(&member);
            scope.spawn(move || {
                let _member = member;
                while !work.is_spent() {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(i) else { break };
                    let found = guarded(&task.game, || survey(&task.game, &work));
                    if sender.send((i, found)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (i, found) in results {
            let written = found.and_then(|survey| {
                atlas.accept(&survey, &tasks[i].relatives, None)?;
                surveyed(&survey.row);
                Ok(())
            });
            match written {
                Ok(()) => {
                    summary.surveyed += 1;
                    report(summary.surveyed);
                }
                Err(Error::Stopped) => summary.stopped = true,
                // One game that cannot be surveyed does not hold up the others.
                Err(error @ Error::Refused { .. }) => {
                    failure.get_or_insert(error);
                }
                Err(error) => {
                    work.stop();
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
