//! Finds the regularity of nim-sequences and proves it.

pub mod automaton;
