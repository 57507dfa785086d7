//! One file per command.

pub mod check;
pub mod col;
pub mod completions;
pub mod eval;
pub mod games;
pub mod info;
pub mod man;
pub mod moves;
pub mod solve;
pub mod snort;
pub mod table;
pub mod value;
pub mod values;
