#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod certificate;
mod error;
mod game;
mod known;
mod memory;
mod moves;
mod natural;
mod position;
mod solution;
mod values;

pub use certificate::{Certificate, Verdict};
pub use error::{Error, ErrorKind};
pub use game::Game;
pub use known::Known;
pub use memory::free_memory;
pub use moves::{Moves, ValuedOption};
pub use natural::{IntoHeap, MAX_DIGITS, Natural};
pub use position::{Best, Convention, Judge, MisereSize, Move, Outcome, Position};
pub use solution::{Kind, Solution, Status, Theorem};
pub use sprague_budget::{Budget, Progress, Spent, Stop};
pub use sprague_engine::{ChosenEngine, EngineChoice, EngineKind};
pub use sprague_prover::Method;
pub use values::{Stream, Values};

use std::time::Duration;

/// So many seconds, for [`Budget::time`].
pub fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// The crates this library is made of, for those who need more than it shows.
pub mod parts {
    pub use sprague_budget as budget;
    pub use sprague_certificate as certificate;
    pub use sprague_checker as checker;
    pub use sprague_engine as engine;
    pub use sprague_fast_checker as fast_checker;
    pub use sprague_games as games;
    pub use sprague_play as play;
    pub use sprague_prover as prover;
}
