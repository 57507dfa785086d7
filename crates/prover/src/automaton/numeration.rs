//! How heap sizes and nim-values are spelled.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use sprague_automata::Dfa;

/// The mixed radix in which the pairs (n, y) of a heap size and a value are read.
///
/// n = p·k + j: first the digit j in base p, then k in base b. y = 2^t·l + c: first the
/// digit c in base 2^t, then l in binary. Both are read together, least significant
/// digit first. The pair (j, c) chooses the root of the automaton, every later letter is
/// a pair (digit of k, bit of l).
///
/// The nim-sum acts on c and on every bit of l separately, because 2^t is a power of
/// two; addition of heap sizes works digit by digit with a carry. These two facts are
/// all the method needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numeration {
    /// p: heap sizes are first taken modulo this.
    pub modulus: usize,
    /// b: the base of the remaining digits of a heap size.
    pub base: usize,
    /// t: that many low bits of the value are read at once.
    pub low_bits: u32,
}

impl Numeration {
    /// The number of letters, 2b.
    pub fn letters(self) -> usize {
        2 * self.base
    }

    /// The letter for digit `x` of the heap size and bit `z` of the value.
    pub fn letter(self, x: usize, z: usize) -> usize {
        2 * x + z
    }

    /// The number of roots, p·2^t.
    pub fn roots(self) -> usize {
        self.modulus << self.low_bits
    }

    /// The root for residue `j` and low part `c` of the value.
    pub fn root(self, j: usize, c: usize) -> usize {
        j << self.low_bits | c
    }

    /// The number of low parts, 2^t.
    pub fn lows(self) -> usize {
        1 << self.low_bits
    }

    /// Root and word of the pair (n, y), without trailing zeros.
    pub fn spell(self, n: u64, y: u64) -> (usize, Vec<usize>) {
        let (p, b) = (self.modulus as u64, self.base as u64);
        let root = self.root((n % p) as usize, (y % self.lows() as u64) as usize);
        let (mut k, mut l) = (n / p, y >> self.low_bits);
        let mut word = Vec::new();
        while k > 0 || l > 0 {
            word.push(self.letter((k % b) as usize, (l & 1) as usize));
            k /= b;
            l >>= 1;
        }
        (root, word)
    }

    /// The heap size whose residue is `j` and whose further digits are `digits`.
    pub fn heap(self, j: usize, digits: impl DoubleEndedIterator<Item = usize>) -> BigUint {
        let k = digits.rev().fold(BigUint::zero(), |k, d| k * self.base + d);
        k * self.modulus + j
    }

    /// Residue and further digits of a heap size.
    pub fn digits(self, n: &BigUint) -> (usize, Vec<usize>) {
        let j = (n % self.modulus).to_usize().unwrap_or(0);
        let k = n / self.modulus;
        let digits = if k.is_zero() {
            Vec::new()
        } else if self.base == 2 {
            (0..k.bits()).map(|i| usize::from(k.bit(i))).collect()
        } else {
            // `to_radix_le` covers bases to 256, far more than any game here uses.
            k.to_radix_le(self.base as u32).into_iter().map(usize::from).collect()
        };
        (j, digits)
    }

    /// The numeration (2p, 2, t + 1): the first digit of k and the first bit of l are read
    /// together with residue and low part. Base 2 only.
    #[must_use]
    pub fn refined(self) -> Self {
        Self { modulus: 2 * self.modulus, base: 2, low_bits: self.low_bits + 1 }
    }

    /// A relation spelled in this numeration, spelled in the [refined](Self::refined) one:
    /// the same automaton, its roots one letter on.
    pub fn refine(self, relation: &Dfa) -> Option<Dfa> {
        let finer = self.refined();
        let roots = (0..finer.roots()).map(|root| {
            let (j, c) = (root >> finer.low_bits, root & (finer.lows() - 1));
            let letter = self.letter(j / self.modulus, c >> self.low_bits);
            let before = self.root(j % self.modulus, c & (self.lows() - 1));
            relation.next(relation.roots()[before], letter)
        });
        relation.with_roots(roots.collect())
    }

    /// Whether a relation holds of (n, y).
    pub fn holds(self, relation: &Dfa, n: u64, y: u64) -> bool {
        let (root, word) = self.spell(n, y);
        relation.accepts(root, word)
    }
}
