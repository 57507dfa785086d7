#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod automaton;
mod certificate;
mod error;
mod game;
pub mod hunt;
mod known;
mod memory;
pub mod misere;
mod moves;
mod natural;
pub mod play;
mod position;
mod solution;
mod values;

pub use certificate::{
    Certificate, Claim, Regularity, Rejection, Step, Verdict, Work, checking_budget,
};
pub use error::{Error, ErrorKind};
pub use game::Game;
pub use known::Known;
pub use memory::free_memory;
pub use moves::{Moves, ValuedOption};
pub use natural::{IntoHeap, MAX_DIGITS, Natural};
pub use position::{Best, Convention, Judge, MisereSize, Move, Outcome, Position};
pub use solution::{ClosedFormClaim, Findings, Kind, Proved, Solution, Status, Theorem};
pub use sprague_budget::{Budget, Member, Progress, Spent, Stop};
pub use sprague_engine::{ChosenEngine, EngineChoice, EngineKind, human_bytes};
pub use sprague_prover::Method;
pub use sprague_prover::automaton::Decided as Automaton;
pub use sprague_prover::near::{NearMiss, NearRegularity, near_misses};
pub use values::{Stream, Values};

use std::time::Duration;

/// So many seconds, for [`Budget::time`].
pub fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// What rules are made of: reading and printing them, their names, other forms of the same game.
pub mod rules {
    pub use sprague_games::{
        Code, MAX_TEXT, ParseError, Part, RuleError, Ruleset, cgsuite, equivalence, names,
        standard_form, with_caret, words,
    };
    pub use sprague_prover::adjoin;
    pub use sprague_prover::closed_form;
}

/// What a stretch of a nim-sequence looks like: frequencies, records, rare and common values.
pub mod stats {
    pub use sprague_engine::sparse::{PairRules, Space};
    pub use sprague_engine::stats::*;
}

/// Families with a parameter, `S(2,4k,4k+2)`.
pub mod families {
    pub use sprague_prover::family::*;
}

/// The classical tables, recomputed.
pub mod tables {
    pub use sprague_prover::table::*;
}

/// Subtraction games with three members: which sum is a period.
pub mod triples {
    pub use sprague_prover::triple::*;
}

/// Short partisan games, Col and Snort.
pub mod partisan {
    pub use sprague_partisan::*;
}

/// The crates this library is made of, for those who need more than it shows.
pub mod parts {
    pub use sprague_budget as budget;
    pub use sprague_certificate as certificate;
    pub use sprague_checker as checker;
    pub use sprague_engine as engine;
    pub use sprague_fast_checker as fast_checker;
    pub use sprague_games as games;
    pub use sprague_hunt as hunt;
    pub use sprague_partisan as partisan;
    pub use sprague_play as play;
    pub use sprague_prover as prover;
}
