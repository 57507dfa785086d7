//! Rulesets of impartial heap games and the field's words.
//!
//! No files, threads, clocks or printing here.

pub mod moves;
pub mod nim;
