//! Finds the regularity of nim-sequences and proves it.
//!
//! [`solve()`] computes values, looks for preperiod, period and saltus in them ([`find`]) and
//! asks the theorems that apply to the game ([`theorem`]) whether what is seen is proved.
//! What no theorem proves is `observed`; where nothing is seen the answer is `open`. A proof
//! is handed over as a certificate, which an independent checker decides.
//!
//! ```
//! use sprague_budget::Budget;
//! use sprague_prover::{Method, Status, solve};
//! let solution = solve(&"0.156".parse()?, &Budget::new(), Method::Auto)?;
//! assert_eq!(solution.status(), Status::Proved);
//! assert_eq!(solution.theorem_name(), Some("finite-take-and-break"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod adjoin;
pub mod automaton;
pub mod closed_form;
pub mod family;
pub mod find;
pub mod known;
pub mod near;
pub mod notation;
pub mod solve;
pub mod table;
pub mod theorem;
pub mod triple;
mod values;

pub use known::Known;
pub use solve::{
    ClosedFormClaim, Error, Evidence, Method, Proved, Solution, Status, Unfinished, solve,
};
pub use values::Values;
