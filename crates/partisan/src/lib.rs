//! Partisan games under normal play: the calculus of short games, and Col, Snort and
//! partisan subtraction on top of it.
//!
//! - [`game`]: values {L|R} in canonical form, sums, negatives, comparison;
//! - [`value`]: a value by itself, without the arena it was computed in;
//! - [`dyadic`]: exact dyadic numbers and the simplicity theorem;
//! - [`thermograph`]: stops, mean and temperature;
//! - [`notation`]: reading and writing values;
//! - [`graph`]: tinted graphs and how to write them; [`col`] and [`snort`] on them;
//! - [`subtraction`]: partisan subtraction games.
//!
//! ```
//! use sprague_partisan::{Games, Outcome};
//! let mut games = Games::new();
//! let sum = games.parse("{0|1} + *2 - ^")?;
//! assert_eq!(games.display(sum)?, "1/2v*2");
//! assert_eq!(games.outcome(sum)?, Outcome::Left);
//! # Ok::<(), sprague_partisan::Error>(())
//! ```

mod board;
mod canonical;
pub mod col;
pub mod dyadic;
pub mod error;
pub mod game;
pub mod graph;
mod hash;
mod isomorphism;
pub mod notation;
pub mod snort;
mod star;
pub mod subtraction;
pub mod thermograph;
pub mod value;

pub use dyadic::Dyadic;
pub use error::{Error, ErrorKind};
pub use game::{Game, Games, Outcome, Relation};
pub use value::Value;
