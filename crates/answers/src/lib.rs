//! The answers of `sprague` as types, written once for the program, the server and Python.
//!
//! A module per command. Each has the type of the answer, from which its JSON ([`json`]) and
//! its schema are derived, and a function that makes it from the library's
//! result; most have one, `answer`, that computes it within a [`Budget`], used by the server,
//! where a request may cost only so much.
//!
//! Keys are snake_case; integers that may exceed 2^53 are strings of digits
//! ([`number::Number`]).

pub mod atlas;
pub mod automaton;
pub mod bench;
pub mod best;
mod budget;
pub mod census;
pub mod check;
mod error;
pub mod games;
pub mod graph;
pub mod hunt;
pub mod info;
pub mod misere;
pub mod moves;
pub mod number;
pub mod oeis;
pub mod partisan;
pub mod picture;
pub mod positions;
pub mod selftest;
pub mod solve;
pub mod stats;
pub mod table;
pub mod value;
pub mod values;
pub mod word;

pub use budget::Budget;
pub use error::{AnswerError, Kind};

use serde::Serialize;
use sprague_games::Ruleset;

/// An answer as JSON, in one line.
pub fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("the keys of an answer are texts")
}

/// Reads rules; a mistake keeps its place.
pub fn parse_rules(text: &str) -> Result<Ruleset, AnswerError> {
    text.parse::<Ruleset>().map_err(AnswerError::from)
}
