//! Families with a parameter: `S(2,4k,4k+2)` for k = 1, 2, ....
//!
//! Every game of the family is solved by itself; preperiod, period and saltus are then fitted as
//! quasi-polynomials of k. What fits is a conjecture, however many games agree: it says for which k
//! it was seen, and what fails says where it fails first.

mod law;
mod template;

pub use law::{Fit, Law, Refuted};
pub use template::{Template, TemplateError};

use crate::automaton::Decided;
use crate::closed_form::BigRegularity;
use crate::{Method, Solution, solve};
use num_bigint::BigUint;
use sprague_budget::{Budget, Progress, Spent};
use sprague_certificate::Claim;
use sprague_games::Ruleset;
use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A game of a family.
#[derive(Clone, Debug)]
pub struct Member {
    /// The parameter.
    pub k: u64,
    /// What was found about the game.
    pub solution: Solution,
}

impl Member {
    /// Preperiod, period and saltus, where what is known of the game has them. A ruler game, whose formulas are
    /// G(pk + j) = sk + ..., has p and s and no preperiod.
    pub fn numbers(&self) -> [Option<BigUint>; 3] {
        if let Some(BigRegularity { preperiod, period, saltus }) = self.solution.regularity() {
            return [preperiod, period, saltus].map(Some);
        }
        let ruler = |decided: &&Decided| decided.claim == Claim::Ruler;
        let Some(decided) = self.solution.automaton.as_deref().filter(ruler) else {
            return [const { None }; 3];
        };
        let slope = decided.laws.as_ref().and_then(|laws| Some(laws.first()?.slope.into()));
        [None, Some(decided.gamma.numeration().modulus.into()), slope]
    }
}

/// The games of a family, and the parameters that give none.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The games, by their parameter.
    pub members: Vec<Member>,
    /// Parameters for which the text is no game or the game cannot be computed, and why.
    pub skipped: Vec<(u64, String)>,
}

/// Solves the games of a family, each within `time` and the values of the budget, on the threads of
/// the budget. Progress counts games.
pub fn survey(
    template: &Template,
    range: RangeInclusive<u64>,
    time: Duration,
    budget: &Budget,
) -> Result<Survey, Spent> {
    let (first, last) = range.into_inner();
    let (next, done) = (AtomicU64::new(first), AtomicU64::new(0));
    let total = last.saturating_sub(first).saturating_add(1);
    let found = Mutex::new(Survey::default());
    let work = || -> Result<(), Spent> {
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            if k > last {
                return Ok(());
            }
            budget.go_on()?;
            let one = budget.part().silent().threads(1).time(time).started();
            let solved = template
                .at(k)
                .and_then(|text| text.parse::<Ruleset>().map_err(|error| error.to_string()))
                .and_then(|rules| solve(&rules, &one, Method::Auto).map_err(|e| e.to_string()));
            // A game that was stopped half way says nothing.
            budget.go_on()?;
            if let Ok(mut found) = found.lock() {
                match solved {
                    Ok(solution) => found.members.push(Member { k, solution }),
                    Err(why) => found.skipped.push((k, why)),
                }
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            budget.report(Progress::of_values(done, Some(total)))?;
        }
    };
    let threads = budget.thread_count().max(1).min(usize::try_from(total).unwrap_or(usize::MAX));
    std::thread::scope(|scope| {
        // A thread that cannot be started leaves its share to the others.
        let others: Vec<_> = (1..threads)
            .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let own = work();
        others.into_iter().fold(own, |end, thread| end.and(thread.join().unwrap_or(Ok(()))))
    })?;
    let mut found = found.into_inner().unwrap_or_default();
    found.members.sort_by_key(|member| member.k);
    found.skipped.sort();
    Ok(found)
}
