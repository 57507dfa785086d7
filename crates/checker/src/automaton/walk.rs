//! The walks that decide: equality of a relation with its definition, emptiness, and
//! the three conditions of the theorem.

use super::machine::Machine;
use super::sentence::Sentence;
use super::{Relation, System, reaching, too_large};
use crate::Rejection;
use crate::budget::Within as _;
use crate::rejection::hypothesis;
use sprague_budget::Budget;
use std::collections::{HashMap, HashSet};

/// The most pairs of sets a walk may meet.
const MAX_SETS: usize = 1 << 20;
/// The most edges a walk may follow.
const MAX_WORK: u64 = 40_000_000_000;
/// The most bytes the sets of a walk may take.
const MAX_BYTES: usize = 4 << 30;
/// The most pairs and triples of states a walk may meet.
const MAX_PAIRS: usize = 1 << 25;
/// What a pair or triple takes in the set of those met and in the queue, at most.
const PAIR_BYTES: u128 = 48;

/// Checks that `claimed` is the relation defined by the union of the sentences.
///
/// For a word w let B(w) be the set of machine states and C(w) the set of states of
/// `claimed` that accept w. B(aw) is what reaches B(w) by the letter a, likewise C(aw).
/// All pairs (B(w), C(w)) are visited, starting with the empty word, and in each of them
/// every root must meet B exactly when its claimed state lies in C: then both accept the
/// same words.
pub(super) fn equal(
    system: System,
    budget: &Budget,
    sentences: &[Sentence],
    claimed: &Relation,
    what: &str,
) -> Result<(), Rejection> {
    let machine = Machine::new(system, budget, sentences, what)?;
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
    let mut seen: HashSet<Box<[u64]>> = HashSet::new();
    let mut queue = vec![first.into_boxed_slice()];
    seen.insert(queue[0].clone());
    let mut work = 0_u64;
    while let Some(set) = queue.pop() {
        let (machine_set, claimed_set) = set.split_at(split);
        for (starts, state) in &questions {
            let accepts = starts.iter().any(|&s| has(machine_set, s as usize));
            if accepts != has(claimed_set, *state as usize) {
                return Err(hypothesis(format!("{what}: not the relation the rules define")));
            }
        }
        work += (machine.targets.len() + (states + own) * system.letters() + asked) as u64;
        let bytes = seen.len() * width * 16;
        if seen.len() > MAX_SETS || work > MAX_WORK || bytes > MAX_BYTES {
            return Err(too_large(what));
        }
        budget.work(work.into())?;
        budget.memory(bytes as u128)?;
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
            if !seen.contains(&before) {
                seen.insert(before.clone());
                queue.push(before);
            }
        }
    }
    Ok(())
}

/// Checks that nothing satisfies the sentence.
pub(super) fn empty(system: System, budget: &Budget, sentence: &Sentence) -> Result<(), Rejection> {
    let machine = Machine::new(system, budget, std::slice::from_ref(sentence), "rules")?;
    // Every state of a machine can be reached.
    if machine.accepting.iter().any(|a| *a) {
        return Err(hypothesis("a move leads to a heap that is not smaller"));
    }
    Ok(())
}

/// (T): every heap size has a value. The sets B(w) of states of Γ from which some value
/// completes the digits w of a heap size; every residue must meet each of them.
pub(super) fn total(system: System, budget: &Budget, gamma: &Relation) -> Result<(), Rejection> {
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
    let mut seen = HashSet::from([first.clone()]);
    let mut queue = vec![first];
    while let Some(set) = queue.pop() {
        if starts.iter().any(|starts| !starts.iter().any(|&s| set[s as usize])) {
            return Err(hypothesis("(T) fails: some heap has no value"));
        }
        let bytes = seen.len() * states * 2;
        if seen.len() > MAX_SETS || bytes > MAX_BYTES {
            return Err(too_large("(T)"));
        }
        budget.work(seen.len() as u128 * (2 * system.base * states + system.roots()) as u128)?;
        budget.memory(bytes as u128)?;
        for x in 0..system.base {
            let set = before(&set, x);
            if seen.insert(set.clone()) {
                queue.push(set);
            }
        }
    }
    Ok(())
}

/// (A): Γ(n, y) and Opt(n, y) never hold together.
pub(super) fn no_option_has_the_value(
    system: System,
    budget: &Budget,
    gamma: &Relation,
    options: &Relation,
) -> Result<(), Rejection> {
    let mut seen: HashSet<(u32, u32)> =
        gamma.roots.iter().copied().zip(options.roots.iter().copied()).collect();
    let mut queue: Vec<(u32, u32)> = seen.iter().copied().collect();
    while let Some((g, o)) = queue.pop() {
        if gamma.accepts(g) && options.accepts(o) {
            return Err(hypothesis("(A) fails: some option has the value of its heap"));
        }
        if seen.len() > MAX_PAIRS {
            return Err(too_large("(A)"));
        }
        budget.work((seen.len() * system.letters()) as u128)?;
        budget.memory(seen.len() as u128 * PAIR_BYTES)?;
        for letter in 0..system.letters() {
            let next = (gamma.step(g, letter), options.step(o, letter));
            if gamma.is_live(next.0) && seen.insert(next) {
                queue.push(next);
            }
        }
    }
    Ok(())
}

/// (B): if Γ(n, y) and z < y then Opt(n, z). The last digit in which z and y differ
/// decides which is smaller.
pub(super) fn smaller_values_are_options(
    system: System,
    budget: &Budget,
    gamma: &Relation,
    options: &Relation,
) -> Result<(), Rejection> {
    let mut seen: HashSet<(u32, u32, bool)> = HashSet::new();
    for j in 0..system.modulus {
        for c in 0..system.lows() {
            let g = gamma.roots[system.root(j, c)];
            if gamma.is_live(g) {
                for d in 0..system.lows() {
                    seen.insert((g, options.roots[system.root(j, d)], d < c));
                }
            }
        }
    }
    let mut queue: Vec<(u32, u32, bool)> = seen.iter().copied().collect();
    while let Some((g, o, smaller)) = queue.pop() {
        if gamma.accepts(g) && smaller && !options.accepts(o) {
            return Err(hypothesis("(B) fails: some smaller value is no option"));
        }
        if seen.len() > MAX_PAIRS {
            return Err(too_large("(B)"));
        }
        budget.work((seen.len() * 2 * system.letters()) as u128)?;
        budget.memory(seen.len() as u128 * PAIR_BYTES)?;
        for x in 0..system.base {
            for y in 0..2 {
                let g = gamma.step(g, 2 * x + y);
                if !gamma.is_live(g) {
                    continue;
                }
                for z in 0..2 {
                    let smaller = if z == y { smaller } else { z < y };
                    let next = (g, options.step(o, 2 * x + z), smaller);
                    if seen.insert(next) {
                        queue.push(next);
                    }
                }
            }
        }
    }
    Ok(())
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
