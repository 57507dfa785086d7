//! Finite automata with many roots over a small alphabet.
//!
//! A number written in a mixed radix begins with one digit in a large base and goes on
//! with digits in a small one. The large digit is read once, at the beginning: instead
//! of a letter it chooses the *root*, the state in which the reading of the small digits
//! starts. So all automata here have a list of roots, and two automata are compared,
//! united or intersected root by root. Words are read least significant digit first.
//!
//! - [`Dfa`]: complete and deterministic. Boolean combinations, complement,
//!   minimisation, emptiness and equivalence, each answered with a shortest witness.
//! - [`Nfa`]: what a projection leaves behind: letters forget the digits of the
//!   variable that is quantified away, so a state has several successors.
//!   [`Nfa::determinise`] goes backwards (reverse, determinise, reverse,
//!   determinise), which gives the minimal automaton directly and, for relations built
//!   from addition with carries, meets far fewer subsets than the forward construction;
//!   [`Nfa::determinise_forward`] is the textbook way, kept as its oracle.
//! - [`search`]: breadth-first search through an implicit state graph; every decision
//!   in this crate is one.
//!
//! Subset constructions can grow exponentially. Every operation that can grow takes a
//! [`Budget`](sprague_budget::Budget), see [`allow`], and ends in an [`Error`] value when one
//! of its limits is exceeded.
//!
//! This crate knows no games and no numbers.
//!
//! ```
//! use sprague_automata::{BitSet, Dfa};
//! use sprague_budget::Budget;
//! // Numbers in base 2 with an even number of ones: the state is the parity so far.
//! let mut accepting = BitSet::new(2);
//! accepting.insert(0);
//! let even = Dfa::new(2, vec![0, 1, 1, 0], accepting, vec![0]).unwrap();
//! assert!(even.accepts(0, [1, 0, 1]));
//! // The shortest number that the complement accepts is 1.
//! let witness = even.complement().shortest_accepted(&Budget::new())?.unwrap();
//! assert_eq!(witness.word, [1]);
//! # Ok::<(), sprague_automata::Error>(())
//! ```

#![forbid(unsafe_code)]

mod bits;
mod budget;
mod dfa;
mod intern;
mod nfa;
mod search;

pub use bits::BitSet;
pub use budget::{Error, MOST_STATES, allow};
pub use dfa::Dfa;
pub use nfa::{Nfa, NfaBuilder, ReverseDfa};
pub use search::{Witness, search};
