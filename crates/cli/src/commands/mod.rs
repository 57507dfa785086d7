//! One file per command.

pub mod best;
pub mod check;
pub mod completions;
pub mod games;
pub mod graph;
pub mod info;
pub mod man;
pub mod misere;
pub mod moves;
pub mod play;
pub mod positions;
pub mod solve;
pub mod value;
pub mod values;
