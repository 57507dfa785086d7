//! Mark(t) and UpMark(t): sequences that are read digit by digit in base t.
//!
//! The automaton of a certificate has one root for each value and accepts the heaps that have it. In
//! the library a single automaton ends with the value: here the one with all the roots side by side
//! is built.

use crate::file::File;
use crate::game::Game;
use crate::{Refusal, list, separated};
use sprague_certificate::{Automaton, AutomatonProof, Claim, Records};
use std::collections::HashMap;

/// An automaton with more states or transitions than this is not written.
const MOST: usize = 100_000;

/// The nim-sequence of Mark(t), or of UpMark(t) where it rounds up.
pub(crate) fn export(
    file: &mut File,
    game: &Game,
    (t, up): (u64, bool),
    claim: &Claim,
    evidence: &AutomatonProof,
) -> Result<(), Refusal> {
    if *claim != Claim::Automatic {
        return Err(game.not_covered(&format!("automata that prove {} in Mark", claim.kind())));
    }
    // The first digit is read by the automaton, or it chooses the roots.
    let AutomatonProof { modulus, base, low_bits, gamma, .. } = evidence;
    if *base != t || (*modulus != 1 && *modulus != t) {
        return Err(game.not_covered("automata for Mark(t) that are not in base t"));
    }
    let states = side_by_side(t, *modulus, *low_bits, gamma).map_err(|why| {
        Refusal::new(format!("{}: no sequence is read by the automaton: {why}", game.rules))
    })?;
    let state = |state: &State| {
        let next = state.next.iter().map(|s| s + 1);
        format!("State {} [{}]%positive", state.output, separated(next, "; "))
    };
    let comment = format!("Reads n in base {t}, the lowest digit first, and ends with G(n).");
    let states = list(states.iter().map(state));
    file.define(&comment, "graph : digit_automaton", &format!("make_digits\n  {states}"));
    let fuel = file.options.fuel;
    let arguments = format!("{up} {t} graph {fuel}");
    file.compute("sequence_computed", &format!("check_mark {arguments}"));
    file.theorem(
        "The automaton reads the nim-sequence.",
        "sequence",
        format!(r"decreasing game /\ forall n, G game n = by_digits {t} graph n"),
        &format!("exact (check_mark_sound {arguments} sequence_computed)."),
    );
    file.ends("sequence");
    file.play();
    Ok(())
}

/// The formula for every t, which is a theorem of the library: there is nothing to compute but that
/// the claim is about this game.
pub(crate) fn records(file: &mut File, (t, up): (u64, bool), claim: Records) {
    let Records { base, first } = claim;
    let arguments = format!("{up} {t} {base} {first}");
    file.compute("records_computed", &format!("check_records {arguments}"));
    let one_less = if up { " one token later" } else { "" };
    file.theorem(
        &format!(
            "A heap of {base} a + j, j < {base},{one_less} has the value j; unless j is a record of those of 1, ..., a:\n    then the next greater record, or {base}."
        ),
        "records",
        format!(
            r"decreasing game /\ G game 0 = 0 /\ by_records {base} (fun n => G game (n + {first}))"
        ),
        &format!("exact (check_records_sound {arguments} records_computed)."),
    );
    file.ends("records");
    file.play();
}

/// A state: the value if n ends here, and the state after each digit, by number.
struct State {
    output: usize,
    next: Vec<usize>,
}

/// The automaton that reads from all roots at once. With the modulus 1 there is one root for each
/// value, with the modulus b one for each first digit and value.
fn side_by_side(
    b: u64,
    modulus: u64,
    low_bits: u32,
    gamma: &Automaton,
) -> Result<Vec<State>, &'static str> {
    let too_large = "it is too large";
    let b = usize::try_from(b).ok().filter(|&b| b <= MOST).ok_or(too_large)?;
    let wanted = 1u64.checked_shl(low_bits).and_then(|lows| lows.checked_mul(modulus));
    let wanted = wanted.filter(|&roots| roots <= MOST as u64).ok_or(too_large)?;
    let roots = gamma.roots.iter().try_fold(0u64, |sum, (_, count)| sum.checked_add(*count));
    if roots != Some(wanted) {
        return Err("the number of its roots is wrong");
    }
    let count = gamma.next.len() / (2 * b);
    if gamma.next.len() != 2 * b * count || gamma.next.iter().any(|&s| s as usize >= count) {
        return Err("its transitions are no table");
    }
    let mut accepting = vec![false; count];
    for &s in &gamma.accepting {
        *accepting.get_mut(s as usize).ok_or("a state is missing")? = true;
    }
    let roots: Vec<u32> =
        gamma.roots.iter().flat_map(|&(s, count)| (0..count).map(move |_| s)).collect();
    if roots.iter().any(|&s| s as usize >= count) {
        return Err("a state is missing");
    }
    let row = |s: u32| &gamma.next[2 * b * s as usize..][..2 * b];
    let dead = |s: u32| !accepting[s as usize] && row(s).iter().all(|&next| next == s);
    let mut found = Found::default();
    let mut states: Vec<State> = Vec::new();
    let first = roots.chunks(1 << low_bits).map(|vector| found.number(vector.to_vec()));
    let first: Vec<usize> = first.collect();
    while let Some(vector) = found.vectors.get(states.len()).cloned() {
        if found.vectors.len().saturating_mul(b.max(vector.len())) > 10 * MOST {
            return Err(too_large);
        }
        // A second binary digit of the value would be a value beyond the roots.
        if vector.iter().any(|&s| !row(s).iter().skip(1).step_by(2).all(|&next| dead(next))) {
            return Err("some values have no root");
        }
        let mut values = (0..vector.len()).filter(|&c| accepting[vector[c] as usize]);
        let (Some(output), None) = (values.next(), values.next()) else {
            return Err("a heap has no value, or two");
        };
        let after = |x: usize| vector.iter().map(|&s| row(s)[2 * x]).collect();
        let next = (0..b).map(|x| found.number(after(x))).collect();
        states.push(State { output, next });
    }
    // A state before all others, from which the first digit leads to its roots.
    if modulus != 1 {
        for s in states.iter_mut().flat_map(|state| &mut state.next) {
            *s += 1;
        }
        let next = first.iter().map(|s| s + 1).collect();
        let output = states.get(first[0]).map_or(0, |state| state.output);
        states.insert(0, State { output, next });
    }
    Ok(states)
}

/// States of all roots at once, numbered in the order in which they are found.
#[derive(Default)]
struct Found {
    numbers: HashMap<Vec<u32>, usize>,
    vectors: Vec<Vec<u32>>,
}

impl Found {
    fn number(&mut self, vector: Vec<u32>) -> usize {
        let next = self.vectors.len();
        let vectors = &mut self.vectors;
        *self.numbers.entry(vector).or_insert_with_key(|vector| {
            vectors.push(vector.clone());
            next
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// n mod 2 in base 2: the roots 0 and 1 wait for the first digit, 2 has accepted, 3 is dead.
    fn parity() -> Automaton {
        let next = [[2, 3, 3, 3], [3, 3, 2, 3], [2, 3, 2, 3], [3; 4]].concat();
        // Leading zeros: 0 accepts the empty word.
        Automaton { accepting: vec![0, 2], next, roots: vec![(0, 1), (1, 1)] }
    }

    fn why(gamma: &Automaton) -> &'static str {
        side_by_side(2, 1, 1, gamma).map(|_| ()).unwrap_err()
    }

    #[test]
    fn roots_side_by_side() {
        let states = side_by_side(2, 1, 1, &parity()).unwrap();
        let shown: Vec<_> = states.iter().map(|s| (s.output, &s.next[..])).collect();
        assert_eq!(shown, [(0, &[1, 2][..]), (0, &[1, 1]), (1, &[2, 2])]);
    }

    #[test]
    fn the_first_digit_chooses_the_roots() {
        // The same sequence: all or nothing behind the first digit.
        let gamma = Automaton {
            accepting: vec![0],
            next: vec![0, 1, 0, 1, 1, 1, 1, 1],
            roots: vec![(0, 1), (1, 2), (0, 1)],
        };
        let states = side_by_side(2, 2, 1, &gamma).unwrap();
        let shown: Vec<_> = states.iter().map(|s| (s.output, &s.next[..])).collect();
        assert_eq!(shown, [(0, &[1, 2][..]), (0, &[1, 1]), (1, &[2, 2])]);
    }

    #[test]
    fn no_sequence() {
        let two = Automaton { accepting: vec![0, 1, 2], ..parity() };
        assert_eq!(why(&two), "a heap has no value, or two");
        let none = Automaton { accepting: vec![], ..parity() };
        assert_eq!(why(&none), "a heap has no value, or two");
        let mut beyond = parity();
        beyond.next[1] = 2;
        assert_eq!(why(&beyond), "some values have no root");
        let few = Automaton { roots: vec![(0, 1)], ..parity() };
        assert_eq!(why(&few), "the number of its roots is wrong");
        let missing = Automaton { roots: vec![(0, 1), (4, 1)], ..parity() };
        assert_eq!(why(&missing), "a state is missing");
        let short = Automaton { next: vec![0; 5], ..parity() };
        assert_eq!(why(&short), "its transitions are no table");
    }
}
