//! One file per command.

pub mod completions;
pub mod man;
