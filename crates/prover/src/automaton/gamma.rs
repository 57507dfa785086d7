//! Γ: the graph of a nim-sequence as an automaton, and what can be read off it.

use num_bigint::BigUint;
use num_traits::Zero;
use sprague_automata::{BitSet, Dfa};

use super::numeration::Numeration;

/// The graph {(n, G(n))} of a function, read by an automaton.
#[derive(Clone, Debug)]
pub struct Gamma {
    num: Numeration,
    dfa: Dfa,
    live: BitSet,
}

impl Gamma {
    /// Γ in this numeration. `dfa` must be the graph of a function.
    pub(super) fn new(num: Numeration, dfa: Dfa) -> Self {
        let live = dfa.live();
        Self { num, dfa, live }
    }

    /// How heap sizes and values are spelled.
    pub fn numeration(&self) -> Numeration {
        self.num
    }

    /// The automaton.
    pub fn automaton(&self) -> &Dfa {
        &self.dfa
    }

    /// G(n) for a heap of any size: some 10^4 decimal digits take milliseconds.
    ///
    /// The digits of n are read and the bits of G(n) guessed; as Γ is the graph of a
    /// function, one guess survives.
    pub fn value(&self, n: &BigUint) -> BigUint {
        let (j, digits) = self.num.digits(n);
        // Layers of live states, each with its place in the layer before and the bit read.
        let mut layer: Vec<(u32, u32, bool)> = (0..self.num.lows())
            .map(|c| (self.dfa.roots()[self.num.root(j, c)], c as u32, false))
            .filter(|(s, ..)| self.live.contains(*s as usize))
            .collect();
        let mut layers = Vec::with_capacity(digits.len() + 1);
        // After the digits of n come zeros, while bits of G(n) may still be guessed; a
        // value that is longer than n is found within as many steps as there are states.
        for place in 0..=digits.len() + self.dfa.states() {
            if place >= digits.len()
                && let Some(mut at) = layer.iter().position(|(s, ..)| self.dfa.accepting(*s))
            {
                let mut high = BigUint::zero();
                layers.push(layer);
                for (i, layer) in layers.iter().enumerate().skip(1).rev() {
                    let (_, before, bit) = layer[at];
                    high.set_bit(i as u64 - 1, bit);
                    at = before as usize;
                }
                return (high << self.num.low_bits) + layers[0][at].1;
            }
            let x = digits.get(place).copied().unwrap_or(0);
            let mut next = Vec::new();
            for (i, &(s, ..)) in layer.iter().enumerate() {
                for z in 0..2 {
                    let to = self.dfa.next(s, self.num.letter(x, z));
                    if self.live.contains(to as usize) {
                        next.push((to, i as u32, z == 1));
                    }
                }
            }
            // Two guesses that reach one state have the same future, so neither of them
            // is the value.
            next.sort_unstable();
            next.dedup_by_key(|(s, ..)| *s);
            layers.push(std::mem::replace(&mut layer, next));
        }
        unreachable!("Γ is total")
    }

    /// G(n).
    pub fn value_u64(&self, n: u64) -> u64 {
        if n >> 48 != 0 {
            // G(n) <= n (Austin 4.7), so the value fits.
            return self.value(&BigUint::from(n)).iter_u64_digits().next().unwrap_or(0);
        }
        let (p, b) = (self.num.modulus as u64, self.num.base as u64);
        let j = (n % p) as usize;
        let mut k = n / p;
        let mut layer: Vec<(u32, u64)> = (0..self.num.lows())
            .map(|c| (self.dfa.roots()[self.num.root(j, c)], c as u64))
            .filter(|(s, _)| self.live.contains(*s as usize))
            .collect();
        let mut next = Vec::new();
        for place in self.num.low_bits..64 {
            if k == 0
                && let Some((_, y)) = layer.iter().find(|(s, _)| self.dfa.accepting(*s))
            {
                return *y;
            }
            let x = (k % b) as usize;
            k /= b;
            next.clear();
            for &(s, y) in &layer {
                for z in 0..2 {
                    let to = self.dfa.next(s, self.num.letter(x, z));
                    if self.live.contains(to as usize) {
                        next.push((to, y | (z as u64) << place));
                    }
                }
            }
            std::mem::swap(&mut layer, &mut next);
        }
        // A heap below 2^48 has a value below 2^49, whose bits were all read.
        layer.iter().find(|(s, _)| self.dfa.accepting(*s)).map_or(0, |(_, y)| *y)
    }
}
