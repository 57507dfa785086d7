//! The answers of `sprague` as types, written once for the program, the server and Python.
//!
//! A module per command. Each has the type of the answer, from which its JSON ([`json`]) and
//! its schema ([`schema`]) are derived, and a function that makes it from the library's
//! result; most have one, `answer`, that computes it within a [`Budget`], used by the server,
//! where a request may cost only so much.
//!
//! Keys are snake_case; integers that may exceed 2^53 are strings of digits
//! ([`number::Number`]).
//!
//! ```
//! use sprague_answers::{Budget, json, parse_rules, value};
//! let answer = value::answer(&parse_rules("Kayles")?, &1000u32.into(), &Budget::new())?;
//! assert!(json(&answer).starts_with(r#"{"game":"0.77","n":1000,"value":"#));
//! # Ok::<(), sprague_answers::AnswerError>(())
//! ```

pub mod atlas;
pub mod automaton;
pub mod bench;
pub mod best;
pub mod census;
pub mod check;
mod error;
pub mod family;
pub mod games;
pub mod graph;
pub mod hunt;
pub mod info;
pub mod join;
pub mod misere;
pub mod moves;
pub mod number;
pub mod oeis;
pub mod partisan;
pub mod picture;
pub mod positions;
pub mod schema;
pub mod selftest;
pub mod solve;
pub mod stats;
pub mod table;
pub mod value;
pub mod values;
pub mod word;

pub use error::{AnswerError, ErrorAnswer, ErrorBody, Kind};
pub use sprague::Budget;

use schema::{SchemaFile, file, of};
use serde::Serialize;
use sprague::rules::Ruleset;

/// The schemas in `docs/schemas`: one for each command that prints JSON. A certificate, which is
/// no answer, has a schema written by hand.
pub const SCHEMAS: &[SchemaFile] = &[
    file("values", "values", of::<values::ValuesAnswer>),
    file("value", "value", of::<value::ValueAnswer>),
    file("moves", "moves", of::<moves::MovesAnswer<'_>>),
    file("info", "info", of::<info::InfoAnswer>),
    file("solve", "solve", of::<solve::SolveAnswer>),
    file("check", "check", of::<check::CheckAnswer>),
    file("best", "best", of::<best::BestAnswer>),
    file("misere", "misere", of::<misere::MisereAnswer>),
    file("positions", "positions", of::<positions::PositionsAnswer>),
    file("graph", "graph", of::<graph::GraphAnswer<'_>>),
    file("stats", "stats", of::<stats::StatsAnswer>),
    file("table", "table", of::<schema::TableAnswers>),
    file("hunt", "hunt", of::<hunt::HuntAnswer>),
    file("family", "family", of::<family::FamilyAnswer>),
    file("census", "census", of::<census::CensusAnswer>),
    file("atlas", "atlas", of::<schema::AtlasAnswers>),
    file("atlas-sql", "atlas sql", of::<atlas::SqlRow>),
    file("eval", "eval", of::<partisan::EvalAnswer>),
    file("col", "col", of::<partisan::ColAnswer>),
    file("snort", "snort", of::<partisan::SnortAnswer>),
    file("games", "games", of::<games::GamesAnswer>),
    file("bench", "bench", of::<bench::BenchAnswer>),
    file("selftest", "selftest", of::<selftest::SelftestAnswer<'_>>),
];

/// An answer as JSON, in one line.
pub fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("the keys of an answer are texts")
}

/// Reads rules; a mistake keeps its place.
pub fn parse_rules(text: &str) -> Result<Ruleset, AnswerError> {
    text.parse::<Ruleset>().map_err(AnswerError::from)
}
