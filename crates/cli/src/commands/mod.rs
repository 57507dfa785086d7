//! One file per command.

pub mod atlas;
pub mod census;
pub mod bench;
pub mod check;
pub mod col;
pub mod completions;
pub mod eval;
pub mod games;
pub mod hunt;
pub mod info;
pub mod man;
pub mod moves;
pub mod snort;
pub mod solve;
pub mod stats;
pub mod table;
pub mod value;
pub mod values;
