//! Finds the regularity of nim-sequences and proves it.
//!
//! [`solve()`] computes values, looks for preperiod, period and saltus in them ([`find`]) and
//! asks the theorems that apply to the game ([`theorem`]) whether what is seen is proved.
//! What no theorem proves is `observed`; where nothing is seen the answer is `open`. A proof
//! is handed over as a certificate, which an independent checker decides.

pub mod adjoin;
pub mod automaton;
pub mod closed_form;
pub mod find;
pub mod notation;
pub mod solve;
pub mod table;
pub mod theorem;
mod values;

pub use solve::{Error, Formula, Method, Options, Solution, Status, solve};
pub use values::Values;

/// Where a theorem comes from, in a few words, by its name in certificates.
pub fn theorem_title(name: &str) -> &'static str {
    match name {
        "finite-take-and-break" => "Austin, Theorem 4.1",
        "finite-subtraction" => "Austin, Theorem 5.2",
        "grundy-split" => "Schlebusch, Proposition 10.1, generalised",
        "all-but" => "Lessons in Play, Lemma 7.43",
        "sedecimal-arithmetic" => "Austin, Theorem 6.8",
        "recurring-octal" => "Austin, Theorem 6.9",
        "recurring-tetral" => "Austin, Theorem 6.10",
        "recurring-periodic" => "periodicity of recurring codes",
        "standard-form" => "Austin, Theorem 4.6, and a proof for the standard form",
        "sparse-window" => "one window of a sparse space",
        "automaton" => "a decision procedure on automata",
        _ => "see docs/theorems.md",
    }
}
