//! One file per command.

pub mod bench;
pub mod completions;
pub mod games;
pub mod hunt;
pub mod info;
pub mod man;
pub mod moves;
pub mod stats;
pub mod value;
pub mod values;
