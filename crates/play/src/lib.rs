//! Impartial heap games played: who wins, how, and why, in any sum, with heaps of any
//! size, under normal and misere play.

pub mod misere;
