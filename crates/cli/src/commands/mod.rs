//! One file per command.

pub mod atlas;
pub mod bench;
pub mod best;
pub mod census;
pub mod check;
pub mod col;
pub mod completions;
pub mod eval;
pub mod games;
pub mod graph;
pub mod hunt;
pub mod info;
pub mod man;
pub mod misere;
pub mod moves;
pub mod play;
pub mod plot;
pub mod positions;
pub mod selftest;
pub mod serve;
pub mod snort;
pub mod solve;
pub mod stats;
pub mod table;
pub mod value;
pub mod values;
