//! Nim-sequences, fast.
//!
//! Every engine here is a rung of a ladder, and each is tested against the one below
//! it: see `docs/engines.md`.

pub mod kernel;
pub mod sparse;
