//! Nim-sequences, fast. A ladder of engines, every rung tested against the one below:
//!
//! | engine | rules | cost of a value |
//! | --- | --- | --- |
//! | [`mod@reference`] | any, by the definition | all options |
//! | [`general`] | any, options added as they are found | all options |
//! | [`window`] | moves to at most one heap | number of moves |
//! | [`pairs`] | moves to at most two heaps | n |
//! | [`scan`] | the same, 16 bits | n, many at once |
//! | [`sparse`] | moves to at most two heaps, sparse space | number of rare values |
//! | [`sums`] | many heaps, recurring codes | n times the set width |
//! | [`screened`] | the same without conditions | less than that |
//! | [`three_heaps`] | moves to at most three heaps | about n/2 |
//! | [`all_but`] | all-but games | max(S) |
//! | [`mark`] | Mark and UpMark | t |
//!
//! [`plan`] chooses, a [`Sequence`] yields G(0), G(1), ... within a [`Budget`], and [`values`]
//! collects them.
//!
//! ```
//! use sprague_engine::{Budget, values};
//! let kayles = "Kayles".parse()?;
//! assert_eq!(values(&kayles, 11, &Budget::new())?, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod all_but;
mod error;
pub mod general;
pub mod kernel;
pub mod mark;
pub mod pairs;
mod plan;
pub mod reference;
pub mod scan;
pub mod screened;
mod sequence;
pub mod sparse;
pub mod stats;
pub mod sums;
pub mod three_heaps;
pub mod window;

pub use error::{EngineError, human_bytes};
pub use plan::{ChosenEngine, EngineChoice, EngineKind, plan};
pub use sequence::{Sequence, values, values_behind, values_between, values_by};
pub use sprague_budget::{Budget, Spent};

use sprague_games::moves::Condition;

/// A nim-sequence, value by value: the first call gives G(0), the next G(1), and so on.
pub trait Engine {
    /// The next value.
    fn next_value(&mut self) -> Result<u32, EngineError>;

    /// The bytes of memory held, roughly.
    fn bytes(&self) -> u64;

    /// Computes values before heap `to` that are still to come, and drops them, where that is faster
    /// than one after the other. The budget hears how far it is. Returns the heap whose value comes
    /// next, `None` where nothing was done.
    fn skip(&mut self, _to: u64, _budget: &Budget) -> Result<Option<u64>, EngineError> {
        Ok(None)
    }

    /// Appends at most so many of the next values that are computed already. Returns how many.
    fn computed(&mut self, _most: usize, _values: &mut Vec<u32>) -> usize {
        0
    }

    /// Takes values over that are known, G(0) first and at least those computed so far, and goes on
    /// behind them. `false`, and nothing changed, where more than values is kept.
    fn take_values(&mut self, _known: &[u32]) -> bool {
        false
    }
}

/// How many bytes an engine may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoryLimit(u64);

impl MemoryLimit {
    pub(crate) fn of(budget: &Budget) -> Self {
        Self(budget.most_bytes())
    }

    pub(crate) fn check(self, needed: u64, heap: u64) -> Result<(), EngineError> {
        if needed > self.0 {
            return Err(EngineError::Memory { needed, allowed: self.0, heap });
        }
        Ok(())
    }
}

fn not_applicable(engine: &'static str, reason: &str) -> EngineError {
    EngineError::NotApplicable { engine, reason: reason.to_owned() }
}

/// By how much two heaps must differ under a condition that does not ask for equality.
fn least_difference(condition: Condition) -> u64 {
    match condition {
        Condition::Any | Condition::AllEqual => 0,
        Condition::Distinct | Condition::NotAllEqual => 1,
        Condition::DifferAtLeast(d) => d,
    }
}
