//! What takes without end leave: the relations that `Endless.v` asks for.
//!
//! Of a relation A between totals and nim-sums and the length b of a recurring block, the closure
//! has (n, z) exactly if A has (n - m b, z) for some m >= 0. Certificates do not carry it; what is
//! computed here is not trusted.

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

/// One heap: the pairs (n, y) of the graph with n > 0. Every state is there twice, before and
/// after a digit of n that is not 0.
pub(crate) fn one_heap(graph: &Dfa, low_bits: u32) -> Option<Dfa> {
    let states = graph.states();
    let mut accepting = BitSet::new(2 * states);
    let mut next = Vec::with_capacity(2 * states * LETTERS);
    for (after, s) in (0..2).flat_map(|after| (0..states as u32).map(move |s| (after, s))) {
        if after == 1 && graph.accepting(s) {
            accepting.insert(states + s as usize);
        }
        for letter in 0..LETTERS {
            let positive = after == 1 || letter >= 2;
            next.push(graph.next(s, letter) + u32::from(positive) * states as u32);
        }
    }
    let of_zero = 1usize << low_bits;
    let at = graph.roots().iter().enumerate();
    let roots = at.map(|(root, s)| s + u32::from(root >= of_zero) * states as u32).collect();
    Dfa::new(LETTERS, next, accepting, roots)
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
    let mut numbers: HashMap<(u32, u64), u32> = HashMap::new();
    let mut todo: Vec<(u32, u64)> = Vec::new();
    let mut number = |state: (u32, u64), todo: &mut Vec<(u32, u64)>| {
        let fresh = numbers.len() as u32;
        *numbers.entry(state).or_insert_with(|| {
            todo.push(state);
            fresh
        })
    };
    let mut builder = NfaBuilder::new(LETTERS, (p * lows) as usize);
    for j in 0..p {
        for r in 0..p {
            let q = (r * b).saturating_sub(j).div_ceil(p);
            let j1 = j + p * q - r * b;
            for c in 0..lows {
                let state = (relation.roots()[(j1 * lows + c) as usize], q);
                builder.root((j * lows + c) as usize, number(state, &mut todo));
            }
        }
    }
    let live = relation.live();
    let mut begun = 0;
    while begun < todo.len() {
        let (s, carried) = todo[begun];
        begun += 1;
        sprague_automata::allow(budget, begun, builder.edges() * 8)?;
        builder.state(carried == 0 && relation.accepting(s));
        for letter in 0..LETTERS {
            let (x, z) = (letter as u64 / 2, letter % 2);
            for added in [carried, carried + b] {
                let digit = (x + added) % 2;
                let to = relation.next(s, 2 * digit as usize + z);
                if live.contains(to as usize) {
                    // k1 + b m1 + carried = k, digit by digit.
                    builder.edge(letter, number((to, added.midpoint(digit)), &mut todo));
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
            let one = one_heap(&Dfa::new(LETTERS, next, accepting, at).unwrap(), low_bits).unwrap();
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
}
