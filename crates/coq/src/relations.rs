//! Relations between totals and nim-sums that the library asks for and certificates do not carry.
//!
//! - What takes without end leave (`Endless.v`): of a relation A and the length b of a recurring
//!   block, the closure has (n, z) exactly if A has (n - m b, z) for some m >= 0.
//! - Sums of heaps with a pass (`PassAutomaton.v`), where a certificate leaves them out.
//!
//! What is computed here is not trusted.

use sprague_automata::{BitSet, Dfa, Error, NfaBuilder};
use sprague_certificate::Automaton;
use sprague_engine::Budget;
use std::collections::HashMap;

/// Pairs of a digit of n and a digit of the value are letters: 2x + z.
const LETTERS: usize = 4;

/// The automaton of a certificate with this many roots, or `None` where it is none.
pub(crate) fn read(automaton: &Automaton, roots: u64) -> Option<Dfa> {
    let states = automaton.next.len() / LETTERS;
    let mut accepting = BitSet::new(states);
    for &state in &automaton.accepting {
        if state as usize >= states {
            return None;
        }
        accepting.insert(state as usize);
    }
    let count = automaton.roots.iter().try_fold(0u64, |sum, (_, n)| sum.checked_add(*n))?;
    if count != roots {
        return None;
    }
    let roots = automaton.roots.iter().flat_map(|&(s, n)| std::iter::repeat_n(s, n as usize));
    Dfa::new(LETTERS, automaton.next.clone(), accepting, roots.collect())
}

/// No heap: the pair (0, 0).
pub(crate) fn no_heap(roots: u64) -> Option<Dfa> {
    let mut accepting = BitSet::new(2);
    accepting.insert(0);
    let at = (0..roots).map(|root| u32::from(root > 0)).collect();
    Dfa::new(LETTERS, vec![0, 1, 1, 1, 1, 1, 1, 1], accepting, at)
}

/// The pairs (n, y) of the graph with n >= `least`, which is at most the modulus, and with residues
/// that are `allowed`. Every state is there twice, before and after a digit of n that is not 0; the
/// last state rejects.
pub(crate) fn heaps_from(
    graph: &Dfa,
    low_bits: u32,
    least: usize,
    allowed: impl Fn(usize) -> bool,
) -> Option<Dfa> {
    let states = graph.states() as u32;
    let mut accepting = BitSet::new(2 * graph.states() + 1);
    let mut next = Vec::with_capacity((2 * graph.states() + 1) * LETTERS);
    for (after, s) in (0..2).flat_map(|after| (0..states).map(move |s| (after, s))) {
        if after == 1 && graph.accepting(s) {
            accepting.insert((states + s) as usize);
        }
        for letter in 0..LETTERS {
            let shown = after == 1 || letter >= 2;
            next.push(graph.next(s, letter) + u32::from(shown) * states);
        }
    }
    next.extend([2 * states; LETTERS]);
    let at = graph.roots().iter().enumerate();
    let roots = at.map(|(root, s)| match root >> low_bits {
        j if !allowed(j) => 2 * states,
        j => s + u32::from(j >= least) * states,
    });
    Dfa::new(LETTERS, next, accepting, roots.collect())
}

/// The totals n1 + n2 and nim-sums of a pair (n1, y1) of `first` and a pair (n2, y2) of `second`: the digits of both
/// are guessed, and what is carried is 0 or 1.
pub(crate) fn sum(
    first: &Dfa,
    second: &Dfa,
    (p, low_bits): (u64, u32),
    budget: &Budget,
) -> Result<Dfa, Error> {
    let lows = 1u64 << low_bits;
    let live = [first.live(), second.live()];
    let lives =
        |(s, r, _): (u32, u32, u64)| live[0].contains(s as usize) && live[1].contains(r as usize);
    let mut numbers = Numbers::default();
    let mut builder = NfaBuilder::new(LETTERS, (p * lows) as usize);
    for (j1, j2) in (0..p).flat_map(|j1| (0..p).map(move |j2| (j1, j2))) {
        budget.go_on()?;
        for (c1, c2) in (0..lows).flat_map(|c1| (0..lows).map(move |c2| (c1, c2))) {
            let at = |dfa: &Dfa, j, c| dfa.roots()[(j * lows + c) as usize];
            let state = (at(first, j1, c1), at(second, j2, c2), (j1 + j2) / p);
            if lives(state) {
                builder.root(((j1 + j2) % p * lows + (c1 ^ c2)) as usize, numbers.of(state));
            }
        }
    }
    while let Some((s, r, carried)) = numbers.next() {
        sprague_automata::allow(budget, numbers.begun, builder.edges() * 8)?;
        builder.state(carried == 0 && first.accepting(s) && second.accepting(r));
        for (a, b) in (0..LETTERS).flat_map(|a| (0..LETTERS).map(move |b| (a, b))) {
            let digits = (a / 2 + b / 2) as u64 + carried;
            let to = (first.next(s, a), second.next(r, b), digits / 2);
            if lives(to) {
                builder.edge(2 * (digits % 2) as usize + (a ^ b) % 2, numbers.of(to));
            }
        }
    }
    let mut nfa = builder.finish();
    // Values may have digits where totals and nim-sums have none left.
    nfa.close_finals(0);
    nfa.determinise(budget)
}

/// States in the making, numbered in the order in which they are met.
struct Numbers<S> {
    met: HashMap<S, u32>,
    todo: Vec<S>,
    begun: usize,
}

impl<S> Default for Numbers<S> {
    fn default() -> Self {
        Self { met: HashMap::new(), todo: Vec::new(), begun: 0 }
    }
}

impl<S: Copy + Eq + std::hash::Hash> Numbers<S> {
    fn of(&mut self, state: S) -> u32 {
        let fresh = self.met.len() as u32;
        *self.met.entry(state).or_insert_with(|| {
            self.todo.push(state);
            fresh
        })
    }

    /// The next one whose edges are not known yet.
    fn next(&mut self) -> Option<S> {
        let state = self.todo.get(self.begun).copied()?;
        self.begun += 1;
        Some(state)
    }
}

/// The closure of a relation under adding b to n, in the numeration n = p k + j, y = 2^t l + c.
///
/// With n = s + m b, s = p k1 + j1 and m = p m1 + r we have k = k1 + b m1 + q, where
/// p q = j1 + r b - j: the digits of m1 are guessed, and what is carried begins with q.
pub(crate) fn closure(
    relation: &Dfa,
    (p, low_bits, b): (u64, u32, u64),
    budget: &Budget,
) -> Result<Dfa, Error> {
    let lows = 1u64 << low_bits;
    let mut numbers = Numbers::default();
    let mut builder = NfaBuilder::new(LETTERS, (p * lows) as usize);
    for j in 0..p {
        for r in 0..p {
            let q = (r * b).saturating_sub(j).div_ceil(p);
            let j1 = j + p * q - r * b;
            for c in 0..lows {
                let state = (relation.roots()[(j1 * lows + c) as usize], q);
                builder.root((j * lows + c) as usize, numbers.of(state));
            }
        }
    }
    let live = relation.live();
    while let Some((s, carried)) = numbers.next() {
        sprague_automata::allow(budget, numbers.begun, builder.edges() * 8)?;
        builder.state(carried == 0 && relation.accepting(s));
        for letter in 0..LETTERS {
            let (x, z) = (letter as u64 / 2, letter % 2);
            for added in [carried, carried + b] {
                let digit = (x + added) % 2;
                let to = relation.next(s, 2 * digit as usize + z);
                if live.contains(to as usize) {
                    // k1 + b m1 + carried = k, digit by digit.
                    builder.edge(letter, numbers.of((to, added.midpoint(digit))));
                }
            }
        }
    }
    builder.finish().determinise(budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the pair (n, y) is read.
    fn reads(dfa: &Dfa, (p, low_bits): (u64, u32), n: u64, y: u64) -> bool {
        let lows = 1 << low_bits;
        let (mut k, mut l) = (n / p, y / lows);
        let mut word = Vec::new();
        while k + l > 0 {
            word.push((2 * (k % 2) + l % 2) as usize);
            (k, l) = (k / 2, l / 2);
        }
        dfa.accepts((n % p * lows + y % lows) as usize, word)
    }

    #[test]
    fn closures_by_the_definition() {
        for (p, low_bits) in [(1, 0), (3, 1), (4, 2), (5, 0)] {
            let roots = p << low_bits;
            let empty = no_heap(roots).unwrap();
            // The graph of Nim: the words with equal digits where p is a power of two; in general
            // some relation is as good.
            let mut accepting = BitSet::new(2);
            accepting.insert(0);
            let at = (0..roots).map(|root| u32::from(root % 3 == 1)).collect();
            let next = vec![0, 1, 1, 0, 1, 1, 1, 1];
            let one = Dfa::new(LETTERS, next, accepting, at).unwrap();
            let one = heaps_from(&one, low_bits, 1, |_| true).unwrap();
            for relation in [empty, one] {
                for b in 1..=7 {
                    let closed = closure(&relation, (p, low_bits, b), &Budget::new()).unwrap();
                    for n in 0..60 {
                        for y in 0..40 {
                            let expected =
                                (0..=n / b).any(|m| reads(&relation, (p, low_bits), n - m * b, y));
                            let found = reads(&closed, (p, low_bits), n, y);
                            assert_eq!(found, expected, "p {p}, b {b}: ({n}, {y})");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sums_by_the_definition() {
        for (p, low_bits) in [(2, 0), (4, 1), (6, 2)] {
            let roots = p << low_bits;
            let mut accepting = BitSet::new(2);
            accepting.insert(0);
            let at = (0..roots).map(|root| u32::from(root % 3 == 1)).collect();
            let next = vec![0, 1, 1, 0, 1, 1, 1, 1];
            let graph = Dfa::new(LETTERS, next, accepting, at).unwrap();
            let first = heaps_from(&graph, low_bits, 2, |_| true).unwrap();
            let second = heaps_from(&graph, low_bits, 2, |j| j % 2 == 0).unwrap();
            let sums = sum(&first, &second, (p, low_bits), &Budget::new()).unwrap();
            for n in 0..40 {
                for z in 0..40 {
                    // Values of heaps are below 2^8 here: k and l have the same digits.
                    let expected = (0..=n).any(|m| {
                        (0..256).any(|y| {
                            let read = |n, y| n >= 2 && reads(&graph, (p, low_bits), n, y);
                            read(n - m, y) && m % 2 == 0 && read(m, y ^ z)
                        })
                    });
                    let found = reads(&sums, (p, low_bits), n, z);
                    assert_eq!(found, expected, "p {p}: ({n}, {z})");
                }
            }
        }
    }
}
