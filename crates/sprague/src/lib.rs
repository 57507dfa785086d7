//! Impartial heap games: nim-sequences computed, proved and played. The library people use;
//! the other crates are its parts.

pub use sprague_budget::{Budget, Progress, Spent, Stop};
