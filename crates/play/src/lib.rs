//! Impartial heap games played: who wins, how, and why, in any sum, with heaps of any
//! size, under normal and misere play.
//!
//! - [`best`]: outcome, nim-value and every winning move of a position;
//! - [`values`]: where the nim-values of heaps of any size come from;
//! - [`options`]: finding options without listing them all;
//! - [`explain`]: why a move wins, for people;
//! - [`listing`]: the P-positions with one, two or three heaps;
//! - [`graph`]: the game graph with its labels;
//! - [`session`]: a game against the computer;
//! - [`misere`]: outcomes, genus and quotients under misere play.
//!
//! ```
//! use sprague_play::{Convention, Outcome, Sources, analyse};
//! let position = "Kayles: 3 5 7".parse()?;
//! let mut sources = Sources::new(&sprague_budget::Budget::new());
//! let analysis = analyse(&position, Convention::Normal, &mut sources, 10)?;
//! assert_eq!((analysis.outcome, analysis.count()), (Outcome::N, 1u32.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod best;
mod error;
pub mod explain;
pub mod graph;
pub mod legal;
pub mod listing;
pub mod misere;
pub mod options;
mod random;
pub mod session;
pub mod values;

pub use best::{Analysis, Convention, HeapMoves, Outcome, analyse};
pub use error::PlayError;
pub use options::{HeapOption, OptionSet};
pub use values::Sources;
