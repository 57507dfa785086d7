//! The answers of `sprague` as JSON objects, written once for the program and the server.
//!
//! A module per command. Each has a function that turns the library's result into the
//! object (`to_json`, `json`), used by the program, and most have one that computes the
//! answer within a [`Budget`], used by the server, where a request may cost only so much.
//!
//! Keys are snake_case; integers that may exceed 2^53 are strings of digits.

pub mod atlas;
pub mod automaton;
pub mod best;
mod budget;
pub mod check;
mod error;
pub mod games;
pub mod info;
pub mod misere;
pub mod moves;
pub mod number;
pub mod oeis;
pub mod partisan;
pub mod picture;
pub mod solve;
pub mod stats;
pub mod value;
pub mod values;

pub use budget::Budget;
pub use error::{AnswerError, Kind};

use sprague_games::Ruleset;

/// Reads rules; a mistake keeps its place.
pub fn parse_rules(text: &str) -> Result<Ruleset, AnswerError> {
    text.parse::<Ruleset>().map_err(AnswerError::from)
}
