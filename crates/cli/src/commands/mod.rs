//! One file per command.

pub mod board;
pub mod col;
pub mod completions;
pub mod eval;
pub mod man;
pub mod snort;
pub mod table;
