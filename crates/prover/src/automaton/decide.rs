//! The three questions whose answers prove a guess.
//!
//! Let Γ(n, y) be a relation and Opt(n, z) the relation "some option of a heap of n has
//! value z, where the values of the smaller heaps are read off Γ". If
//!
//! - (T) for every n there is a y with Γ(n, y),
//! - (A) Γ(n, y) and Opt(n, y) never hold together, and
//! - (B) whenever Γ(n, y) and z < y, also Opt(n, z),
//!
//! then Γ is the graph of the nim-sequence. Proof: were Γ(n, y) and Γ(n, y') with
//! y < y', then (B) gives Opt(n, y), against (A); so by (T) Γ is the graph of a function
//! g. Let g(m) = G(m) for all m < n. All heaps of an option of n are smaller than n, so
//! Opt(n, z) says that some option of n has nim-value z. By (A) and (B) g(n) is the least
//! value that is not among them: g(n) = G(n).

use num_bigint::BigUint;
use sprague_automata::{Dfa, Error, NfaBuilder, Witness, search};
use sprague_budget::Budget;

use super::numeration::Numeration;

/// What the decision procedure found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// (T), (A) and (B) hold: Γ is the graph of the nim-sequence.
    Proved,
    /// One of them fails at this heap size.
    Refuted(Refutation),
}

/// A heap size at which a guess fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// Which of the three conditions fails.
    pub condition: Condition,
    /// A smallest-length heap size where it fails.
    pub heap: BigUint,
}

/// The three conditions, and what they presuppose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Leading zeros of heap size and value do not matter.
    LeadingZeros,
    /// (T) every heap has a value.
    Total,
    /// (A) no option has the value.
    NotAnOption,
    /// (B) every smaller value is that of an option.
    SmallerAreOptions,
}

/// Decides (T), (A) and (B) for a guess `gamma` and its option relation `options`.
///
/// Checked: all three, for all heap sizes, on the automata given, and that the answers of
/// `gamma` do not depend on leading zeros. Assumed: `options` is the option relation of
/// the game written with `gamma`.
pub fn decide(
    num: Numeration,
    gamma: &Dfa,
    options: &Dfa,
    budget: &Budget,
) -> Result<Verdict, Error> {
    let refuted = |condition, heap| Ok(Verdict::Refuted(Refutation { condition, heap }));
    if let Some(heap) = find_ambiguous(num, gamma, budget)? {
        return refuted(Condition::LeadingZeros, heap);
    }
    if let Some(heap) = find_missing(num, gamma, budget)? {
        return refuted(Condition::Total, heap);
    }
    if let Some(heap) = find_clash(num, gamma, options, budget)? {
        return refuted(Condition::NotAnOption, heap);
    }
    if let Some(heap) = find_gap(num, gamma, options, budget)? {
        return refuted(Condition::SmallerAreOptions, heap);
    }
    Ok(Verdict::Proved)
}

/// The set of heap sizes that have a value in `relation`, as an automaton over the
/// digits of the heap size with one root per residue.
fn domain(num: Numeration, relation: &Dfa, budget: &Budget) -> Result<Dfa, Error> {
    let mut builder = NfaBuilder::new(num.base, num.modulus);
    for s in 0..relation.states() as u32 {
        builder.state(relation.accepting(s));
        for x in 0..num.base {
            for z in 0..2 {
                builder.edge(x, relation.next(s, num.letter(x, z)));
            }
        }
    }
    for j in 0..num.modulus {
        for c in 0..num.lows() {
            builder.root(j, relation.roots()[num.root(j, c)]);
        }
    }
    let mut nfa = builder.finish();
    nfa.close_finals(0);
    nfa.determinise(budget)
}

/// The heap size of a pair that a walk from the roots has read.
fn heap(num: Numeration, pair: Witness) -> BigUint {
    num.heap(pair.start >> num.low_bits, pair.word.into_iter().map(|letter| letter / 2))
}

/// A heap size with a value that is accepted with some number of leading zeros and
/// rejected with another.
fn find_ambiguous(num: Numeration, gamma: &Dfa, budget: &Budget) -> Result<Option<BigUint>, Error> {
    let witness = search(
        gamma.roots().iter().copied().enumerate(),
        num.letters(),
        |&s, a| Some(gamma.next(s, a)),
        |&s| gamma.accepting(s) != gamma.accepting(gamma.next(s, num.letter(0, 0))),
        budget,
    )?;
    Ok(witness.map(|witness| heap(num, witness)))
}

/// (T): a heap size without a value.
fn find_missing(num: Numeration, gamma: &Dfa, budget: &Budget) -> Result<Option<BigUint>, Error> {
    let missing = domain(num, gamma, budget)?.complement();
    Ok(missing.shortest_accepted(budget)?.map(|w| num.heap(w.start, w.word.into_iter())))
}

/// (A): a heap size one of whose options has its own value.
fn find_clash(
    num: Numeration,
    gamma: &Dfa,
    options: &Dfa,
    budget: &Budget,
) -> Result<Option<BigUint>, Error> {
    let live = gamma.live();
    let starts = gamma.roots().iter().zip(options.roots()).map(|(&g, &o)| (g, o)).enumerate();
    let witness = search(
        starts.filter(|(_, (g, _))| live.contains(*g as usize)),
        num.letters(),
        |&(g, o), a| {
            let g = gamma.next(g, a);
            live.contains(g as usize).then(|| (g, options.next(o, a)))
        },
        |&(g, o)| gamma.accepting(g) && options.accepting(o),
        budget,
    )?;
    Ok(witness.map(|witness| heap(num, witness)))
}

/// (B): a heap size with a value y and a z < y that no option has.
///
/// The third track is z. Least significant digit first, the order of z and y is decided
/// by the last digit in which they differ, so a later difference overrides.
fn find_gap(
    num: Numeration,
    gamma: &Dfa,
    options: &Dfa,
    budget: &Budget,
) -> Result<Option<BigUint>, Error> {
    let live = gamma.live();
    let mut starts = Vec::new();
    for j in 0..num.modulus {
        for c in 0..num.lows() {
            let g = gamma.roots()[num.root(j, c)];
            if live.contains(g as usize) {
                for d in 0..num.lows() {
                    starts.push((j, (g, options.roots()[num.root(j, d)], d < c)));
                }
            }
        }
    }
    // Letters of the search: (x, bit of y, bit of z).
    let witness = search(
        starts,
        num.base * 4,
        |&(g, o, less), letter| {
            let (x, y, z) = (letter / 4, letter / 2 % 2, letter % 2);
            let g = gamma.next(g, num.letter(x, y));
            if !live.contains(g as usize) {
                return None;
            }
            Some((g, options.next(o, num.letter(x, z)), if y == z { less } else { z < y }))
        },
        |&(g, o, less)| gamma.accepting(g) && less && !options.accepting(o),
        budget,
    )?;
    Ok(witness.map(|w| num.heap(w.start, w.word.into_iter().map(|a| a / 4))))
}
