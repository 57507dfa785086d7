//! The walks that decide: equality of a relation with its definition, emptiness, and
//! the three conditions of the theorem.

use super::machine::Machine;
use super::sentence::Sentence;
use super::{Relation, System, reaching, too_large};
use crate::Rejection;
use crate::budget::Within as _;
use crate::rejection::hypothesis;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The most pairs of sets a walk may meet.
const MAX_SETS: u64 = 1 << 20;
/// The most edges a walk may follow.
const MAX_WORK: u64 = 40_000_000_000;
/// The most bytes the sets of a walk may take.
const MAX_BYTES: u64 = 4 << 30;
/// The most pairs and triples of states a walk may meet.
const MAX_PAIRS: u64 = 1 << 25;
/// What a pair or triple takes in the set of those met and in the queue, at most.
const PAIR_BYTES: usize = 48;

/// A walk through finitely many things, each of which is looked at once.
pub(super) struct Walk<'a> {
    pub(super) system: System<'a>,
    pub(super) what: &'a str,
    /// How many things may be met.
    pub(super) most: u64,
    /// How many steps one of them costs, and how much memory.
    pub(super) work: usize,
    pub(super) bytes: usize,
}

impl Walk<'_> {
    /// Begins with the first ones; `look` judges a thing and adds those that follow it.
    pub(super) fn go<T: Clone + Eq + Hash>(
        &self,
        first: impl IntoIterator<Item = T>,
        mut look: impl FnMut(&T, &mut Vec<T>) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        let mut seen: HashSet<T> = first.into_iter().collect();
        let mut queue: Vec<T> = seen.iter().cloned().collect();
        let mut following = Vec::new();
        while let Some(thing) = queue.pop() {
            if seen.len() as u64 > self.most {
                return Err(too_large(self.what));
            }
            self.system.budget.work(seen.len() as u128 * self.work as u128)?;
            self.system.budget.memory(seen.len() as u128 * self.bytes as u128)?;
            look(&thing, &mut following)?;
            for next in following.drain(..) {
                if !seen.contains(&next) {
                    seen.insert(next.clone());
                    queue.push(next);
                }
            }
        }
        Ok(())
    }
}

/// Checks that `claimed` is the relation defined by the union of the sentences.
///
/// For a word w let B(w) be the set of machine states and C(w) the set of states of
/// `claimed` that accept w. B(aw) is what reaches B(w) by the letter a, likewise C(aw).
/// All pairs (B(w), C(w)) are visited, starting with the empty word, and in each of them
/// every root must meet B exactly when its claimed state lies in C: then both accept the
/// same words.
pub(super) fn equal(
    system: System,
    sentences: &[Sentence],
    claimed: &Relation,
    what: &str,
) -> Result<(), Rejection> {
    let machine = Machine::new(system, sentences, what)?;
    let (states, own) = (machine.states(), claimed.states());
    let split = states.div_ceil(64);
    let width = split + own.div_ceil(64);
    // Roots with the same starts and the same claimed state are one question.
    let mut questions: HashSet<(&[u32], u32)> = HashSet::new();
    for (starts, &state) in machine.roots.iter().zip(&claimed.roots) {
        questions.insert((starts, state));
    }
    let questions: Vec<(&[u32], u32)> = questions.into_iter().collect();
    let asked: usize = questions.iter().map(|(starts, _)| starts.len() + 1).sum();
    let mut first = vec![0_u64; width];
    for s in (0..states).filter(|&s| machine.accepting[s]) {
        first[s / 64] |= 1 << (s % 64);
    }
    for s in (0..own).filter(|&s| claimed.accepting[s]) {
        first[split + s / 64] |= 1 << (s % 64);
    }
    let has = |set: &[u64], i: usize| set[i / 64] >> (i % 64) & 1 == 1;
    let work = machine.targets.len() + (states + own) * system.letters() + asked;
    let bytes = width * 16;
    let most = MAX_SETS.min(MAX_WORK / work as u64).min(MAX_BYTES / bytes as u64);
    let walk = Walk { system, what, most, work, bytes };
    walk.go([first.into_boxed_slice()], |set, following| {
        let (machine_set, claimed_set) = set.split_at(split);
        for (starts, state) in &questions {
            let accepts = starts.iter().any(|&s| has(machine_set, s as usize));
            if accepts != has(claimed_set, *state as usize) {
                return Err(hypothesis(format!("{what}: not the relation the rules define")));
            }
        }
        for letter in 0..system.letters() {
            let mut before = vec![0_u64; width].into_boxed_slice();
            for s in 0..states {
                let hit =
                    machine.successors(s, letter).iter().any(|&to| has(machine_set, to as usize));
                before[s / 64] |= u64::from(hit) << (s % 64);
            }
            for s in 0..own {
                let hit = has(claimed_set, claimed.step(s as u32, letter) as usize);
                before[split + s / 64] |= u64::from(hit) << (s % 64);
            }
            following.push(before);
        }
        Ok(())
    })
}

/// Checks that nothing satisfies the sentence.
pub(super) fn empty(system: System, sentence: &Sentence) -> Result<(), Rejection> {
    let machine = Machine::new(system, std::slice::from_ref(sentence), "rules")?;
    // Every state of a machine can be reached.
    if machine.accepting.iter().any(|a| *a) {
        return Err(hypothesis("a move leads to a heap that is not smaller"));
    }
    Ok(())
}

/// (T): every heap size has a value. The sets B(w) of states of Γ from which some value
/// completes the digits w of a heap size; every residue must meet each of them.
pub(super) fn total(system: System, gamma: &Relation) -> Result<(), Rejection> {
    let states = gamma.states();
    let before = |set: &[bool], x: usize| -> Vec<bool> {
        (0..states as u32).map(|s| (0..2).any(|z| set[gamma.step(s, 2 * x + z) as usize])).collect()
    };
    // A value may be longer than the heap size: digit 0 with either bit, any number of times.
    let zeros: Vec<u32> =
        (0..states as u32).flat_map(|s| [gamma.step(s, 0), gamma.step(s, 1)]).collect();
    let first = reaching(&zeros, 2, &gamma.accepting);
    let starts: HashSet<Vec<u32>> = (0..system.modulus)
        .map(|j| {
            let mut starts: Vec<u32> =
                (0..system.lows()).map(|c| gamma.roots[system.root(j, c)]).collect();
            starts.sort_unstable();
            starts.dedup();
            starts
        })
        .collect();
    let work = 2 * system.base * states + system.roots();
    let bytes = states * 2;
    let most = MAX_SETS.min(MAX_BYTES / bytes as u64);
    let walk = Walk { system, what: "(T)", most, work, bytes };
    walk.go([first], |set, following| {
        if starts.iter().any(|starts| !starts.iter().any(|&s| set[s as usize])) {
            return Err(hypothesis("(T) fails: some heap has no value"));
        }
        following.extend((0..system.base).map(|x| before(set, x)));
        Ok(())
    })
}

/// (A): Γ(n, y) and Opt(n, y) never hold together.
pub(super) fn no_option_has_the_value(
    system: System,
    gamma: &Relation,
    options: &Relation,
) -> Result<(), Rejection> {
    let first = gamma.roots.iter().copied().zip(options.roots.iter().copied());
    let work = system.letters();
    let walk = Walk { system, what: "(A)", most: MAX_PAIRS, work, bytes: PAIR_BYTES };
    walk.go(first, |&(g, o), following| {
        if gamma.accepts(g) && options.accepts(o) {
            return Err(hypothesis("(A) fails: some option has the value of its heap"));
        }
        let next = |letter| (gamma.step(g, letter), options.step(o, letter));
        following.extend((0..system.letters()).map(next).filter(|next| gamma.is_live(next.0)));
        Ok(())
    })
}

/// (B): if Γ(n, y) and z < y then Opt(n, z). The last digit in which z and y differ
/// decides which is smaller.
pub(super) fn smaller_values_are_options(
    system: System,
    gamma: &Relation,
    options: &Relation,
) -> Result<(), Rejection> {
    let mut first: HashSet<(u32, u32, bool)> = HashSet::new();
    for j in 0..system.modulus {
        for c in 0..system.lows() {
            let g = gamma.roots[system.root(j, c)];
            if gamma.is_live(g) {
                for d in 0..system.lows() {
                    first.insert((g, options.roots[system.root(j, d)], d < c));
                }
            }
        }
    }
    let work = 2 * system.letters();
    let walk = Walk { system, what: "(B)", most: MAX_PAIRS, work, bytes: PAIR_BYTES };
    walk.go(first, |&(g, o, smaller), following| {
        if gamma.accepts(g) && smaller && !options.accepts(o) {
            return Err(hypothesis("(B) fails: some smaller value is no option"));
        }
        for x in 0..system.base {
            for y in 0..2 {
                let g = gamma.step(g, 2 * x + y);
                if !gamma.is_live(g) {
                    continue;
                }
                for z in 0..2 {
                    let smaller = if z == y { smaller } else { z < y };
                    following.push((g, options.step(o, 2 * x + z), smaller));
                }
            }
        }
        Ok(())
    })
}

/// G(n) read off Γ, which is known to be the graph of a function.
pub(super) fn value(system: System, gamma: &Relation, n: u64) -> Option<u64> {
    let (p, b) = (system.modulus as u64, system.base as u64);
    let j = (n % p) as usize;
    // Live states with the value read so far; at most one of them can be completed.
    let mut reached: HashMap<u32, u64> = (0..system.lows())
        .map(|c| (gamma.roots[system.root(j, c)], c as u64))
        .filter(|(s, _)| gamma.is_live(*s))
        .collect();
    let mut k = n / p;
    for place in system.low_bits..63 {
        if k == 0
            && let Some((_, &y)) = reached.iter().find(|(s, _)| gamma.accepts(**s))
        {
            return Some(y);
        }
        let x = (k % b) as usize;
        k /= b;
        let mut next = HashMap::new();
        for (&s, &y) in &reached {
            for z in 0..2 {
                let to = gamma.step(s, 2 * x + z);
                if gamma.is_live(to) {
                    next.insert(to, y | (z as u64) << place);
                }
            }
        }
        reached = next;
    }
    None
}
