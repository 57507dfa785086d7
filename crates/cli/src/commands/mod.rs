//! One file per command.

pub mod check;
pub mod completions;
pub mod games;
pub mod info;
pub mod man;
pub mod moves;
pub mod solve;
pub mod value;
pub mod values;
