//! One file per command.

pub mod atlas;
pub mod census;
pub mod check;
pub mod col;
pub mod completions;
pub mod eval;
pub mod games;
pub mod info;
pub mod man;
pub mod moves;
pub mod snort;
pub mod solve;
pub mod table;
pub mod value;
pub mod values;
