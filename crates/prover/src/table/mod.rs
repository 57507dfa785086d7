//! The classical tables, recomputed to any bound.
//!
//! Each function computes one table from the definitions and theorems; nothing is copied
//! from print. Where a cell rests on data and not on a proof it says so.

mod grundy;
mod mark;
mod octal;
mod recurring;
mod sedecimal;
mod subtraction;
mod triples;

pub use grundy::{frequencies as grundy_frequencies, periods as grundy_periods};
pub use mark::mark;
pub use octal::{OctalGuide, octal};
pub use recurring::recurring_octal;
pub use sedecimal::sedecimal;
pub use subtraction::subtraction;
pub use triples::{TripleCell, TripleRegions, TripleSlice, triples};

use crate::notation::{Style, periodic};
use crate::{Method, Solution, Status, solve};
use sprague_budget::{Budget, Progress, Spent};
use sprague_certificate::Claim;
use sprague_games::Ruleset;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rows and columns of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What the table shows.
    pub title: String,
    /// The heads of the columns.
    pub columns: Vec<&'static str>,
    /// The rows, a cell for each column. Cells of nim-sequences are in [`Style::Text`].
    pub rows: Vec<Vec<String>>,
}

/// How many values of a sequence are shown at most.
const SHOWN: usize = 40;

/// Solves all games on the threads of the budget, in their order, each with the values of the
/// budget at most. Games that cannot be computed are left out. The budget hears how many are
/// done; when it is spent there is no table, as its last cells would not say what could be known.
fn solve_all(games: &[Ruleset], budget: &Budget) -> Result<Vec<Option<Solution>>, Spent> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let total = games.len() as u64;
    let slots: Vec<Mutex<Option<Solution>>> = games.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        let alone = budget.clone().silent().threads(1);
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(i) else { break };
            let solution = solve(game, &alone, Method::Auto).ok();
            if let Ok(mut slot) = slots[i].lock() {
                *slot = solution;
            }
            let done = done.fetch_add(1, Ordering::Relaxed) as u64 + 1;
            if budget.report(Progress { done, total: Some(total), unit: "games" }).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        // This thread is one of them, and where no other can be started the only one.
        for _ in 1..budget.thread_count().clamp(1, games.len().max(1)) {
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    budget.go_on()?;
    Ok(slots.into_iter().map(|slot| slot.into_inner().ok().flatten()).collect())
}

/// The nim-sequence of a solution: with the period marked where it is regular and short, else
/// its first values.
fn sequence(solution: &Solution) -> String {
    let first = solution.values.first(SHOWN);
    if let Some(Claim::Regular(regularity)) = solution.claim()
        && regularity.preperiod + regularity.period <= SHOWN as u64
        && let Some(text) = periodic(&first, *regularity, Style::Text)
    {
        return text;
    }
    let shown: Vec<String> = first.iter().take(30).map(u32::to_string).collect();
    format!("{} ...", shown.join(" "))
}

/// The standard form as a cell, empty where there is none.
fn standard_form_cell(solution: &Solution) -> String {
    solution.standard_form.as_ref().map(|form| form.game.to_string()).unwrap_or_default()
}

/// Preperiod, period, saltus and status as cells.
fn regularity_cells(solution: &Solution) -> [String; 4] {
    let r = solution.claim().and_then(Claim::regularity);
    let cell = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
    let status = match (solution.status(), solution.theorem_name()) {
        (Status::Proved, Some(theorem)) => theorem.to_owned(),
        (Status::Observed, _) => format!("observed to {}", solution.values.len() - 1),
        _ => format!("open to {}", solution.values.len().saturating_sub(1)),
    };
    [cell(r.map(|r| r.preperiod)), cell(r.map(|r| r.period)), cell(r.map(|r| r.saltus)), status]
}

#[cfg(test)]
mod tests;
