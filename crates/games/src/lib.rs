//! Rulesets of impartial heap games and the field's words.
//!
//! [`Ruleset`] is the one type for rules however they are written; [`Code`] is a
//! take-and-break code, [`rule_language::Rule`] a rule of the rule language. Whatever the
//! spelling, [`Ruleset::form`] is what the rules mean: from it come the options of a heap
//! ([`Ruleset::for_each_option`]), the moves as data ([`Ruleset::finite_moves`]), the standard
//! form and its relatives.
//!
//! No files, threads, clocks or printing here.
//!
//! ```
//! use sprague_games::Ruleset;
//! let kayles: Ruleset = "Kayles".parse()?;
//! assert_eq!(kayles.to_string(), "0.77");
//! let mut options = Vec::new();
//! kayles.for_each_option(3, &mut |heaps| options.push(heaps.to_vec()))?;
//! options.sort();
//! assert_eq!(options, [vec![1], vec![1, 1], vec![2]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cgsuite;
pub mod code;
pub mod equivalence;
mod error;
mod family;
mod form;
pub mod moves;
pub mod names;
pub mod nim;
mod options;
mod position;
pub mod rule_language;
mod ruleset;
pub mod standard_form;
mod take_set;
pub mod words;

pub use code::Code;
pub use error::{ParseError, ParseErrorKind, RuleError, with_caret};
pub use family::{MAX_MARK, Rounding};
pub use form::Form;
pub use position::{MAX_HEAP_DIGITS, MAX_POSITION_HEAPS, MAX_POSITION_TEXT, Part, Position};
pub use ruleset::{MAX_TEXT, Ruleset};
pub use take_set::{MAX_MEMBERS, MAX_TAKE, TakeSet};
