//! Proof by automata.

pub mod clause;
pub mod decide;
pub mod guess;
pub mod numeration;
pub mod options;
pub mod values;
