//! Rare and common values: the mask, and indices of common values.

use super::{Largest, Rare};

/// A sparse space: which values are common at which heap.
///
/// With a mask `m`, the class of a heap is the parity of `popcount(G(n) & m)`; in the
/// position-parity kind (`twisted`) the parity of `n` is added. Classes of the two parts
/// of a splitting move add up, so an option made of a rare and a common heap has a common
/// value, and one made of two heaps of equal class has a rare value. When nearly all
/// heaps are common, the few rare ones therefore decide which common values are excluded.
///
/// Plain kind: common heaps have class 1. Position-parity kind: all splitting takes `k`
/// need the same parity, and common heaps have class `1 xor (k mod 2)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    mask: u32,
    twisted: bool,
    common_class: u32,
    /// The lowest bit of the mask: the bit an index leaves out.
    low: u32,
}

impl Space {
    /// The plain space of a mask, or `None` for the empty mask.
    pub fn plain(mask: u32) -> Option<Self> {
        (mask != 0).then(|| Self {
            mask,
            twisted: false,
            common_class: 1,
            low: mask.trailing_zeros(),
        })
    }

    /// The position-parity space of a mask for a game whose splitting takes all have the
    /// parity of `take`, or `None` for the empty mask.
    pub fn position_parity(mask: u32, take: i64) -> Option<Self> {
        let common_class = 1 ^ u32::from(take.rem_euclid(2) == 1);
        (mask != 0).then(|| Self { mask, twisted: true, common_class, low: mask.trailing_zeros() })
    }

    /// The mask. Bits above every value seen are set.
    pub fn mask(&self) -> u32 {
        self.mask
    }

    /// Whether the parity of the heap counts as well.
    pub fn is_twisted(&self) -> bool {
        self.twisted
    }

    /// Whether a heap of `n` with this value is common.
    #[inline]
    pub fn is_common(&self, n: u64, value: u32) -> bool {
        let class = (value & self.mask).count_ones() & 1;
        (class ^ (u32::from(self.twisted) & (n as u32 & 1))) == self.common_class
    }

    /// The index of a value: the value without the lowest mask bit. Among the common
    /// values of one heap the index is a bijection to 0, 1, 2, ... that keeps order, and
    /// so it is among the rare values; it commutes with nim-sum.
    #[inline]
    pub fn index(&self, value: u32) -> u32 {
        let below = (1 << self.low) - 1;
        (value & below) | (value >> 1 & !below)
    }

    /// The common (or rare) value with this index at a heap of `n`.
    #[inline]
    pub fn value(&self, n: u64, index: u32, common: bool) -> u32 {
        let below = (1 << self.low) - 1;
        let value = (index & below) | (index & !below) << 1;
        if self.is_common(n, value) == common { value } else { value | 1 << self.low }
    }

    /// How many rare values lie below the common value with this index: those with rare
    /// index 0, 1, .., below the result.
    #[inline]
    pub fn rares_below(&self, n: u64, index: u32) -> u32 {
        let value = self.value(n, index, true);
        ((index >> self.low) + (value >> self.low & 1)) << self.low
    }

    pub(crate) fn low(&self) -> u32 {
        self.low
    }

    /// The mask as the literature writes it: only bits up to the largest value.
    pub fn shown_mask(&self, largest: u32) -> u32 {
        let seen = if largest == 0 { 0 } else { u32::MAX >> largest.leading_zeros() };
        self.mask & seen
    }
}

/// A sparse space as far as values show it: what is told about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SparseSpace {
    /// A value is rare when popcount(value & mask) is even; bits up to the largest value only.
    pub mask: u32,
    /// Whether the parity of the heap is added to that of the value.
    pub position_parity: bool,
    /// How many heaps are rare, heap 0 included where it is.
    pub rares: u64,
    /// Whether heap 0 is one of them: not in a position-parity space of odd splitting takes.
    pub zero_is_rare: bool,
    /// The last rare heap.
    pub last_rare: u64,
}

impl SparseSpace {
    /// What is seen of a space where this is the largest value and these heaps are rare.
    pub fn seen(space: Space, largest: Largest, rares: &[Rare]) -> Self {
        Self {
            mask: space.shown_mask(largest.value),
            position_parity: space.is_twisted(),
            rares: rares.len() as u64,
            zero_is_rare: rares.first().is_some_and(|rare| rare.heap == 0),
            last_rare: rares.last().map_or(0, |rare| rare.heap),
        }
    }
}

/// The best space for `values` (G(0), G(1), ..), judged on the heaps from `from` on, and
/// the number of rare heaps among those. `None` when no mask exists at all.
///
/// Walsh-Hadamard transform of the value frequencies, once plain and, when all splitting
/// takes have one parity, once with the sign `(-1)^n`. Among masks that serve equally
/// the largest is taken, and all bits above those seen are set: games whose values grow
/// keep few rares only then.
pub(crate) fn best_space(values: &[u32], from: usize, parity: Option<i64>) -> Option<(Space, u64)> {
    let largest = values.iter().copied().max()?;
    let bits = (u32::BITS - largest.leading_zeros()).clamp(1, 20);
    if largest >> bits != 0 {
        return None;
    }
    let size = 1usize << bits;
    let above = !((1u32 << bits) - 1);
    let total = (values.len() - from) as i64;
    let mut best: Option<(Space, u64)> = None;
    let mut consider = |space: Option<Space>, rares: i64| {
        let Some(space) = space else { return };
        let rares = rares as u64;
        if best.is_none_or(|(_, least)| rares < least) {
            best = Some((space, rares));
        }
    };

    let mut plain = vec![0i64; size];
    let mut twisted = vec![0i64; size];
    for (n, &v) in values.iter().enumerate().skip(from) {
        plain[v as usize] += 1;
        twisted[v as usize] += if n % 2 == 0 { 1 } else { -1 };
    }
    walsh_hadamard(&mut plain);
    // (even - odd) = total - 2 odd, and odd are common.
    if let Some(mask) = (1..size).rev().min_by_key(|&m| plain[m]) {
        consider(Space::plain(mask as u32 | above), i64::midpoint(total, plain[mask]));
    }
    if let Some(take) = parity {
        walsh_hadamard(&mut twisted);
        let sign = if take.rem_euclid(2) == 1 { -1 } else { 1 };
        if let Some(mask) = (1..size).rev().min_by_key(|&m| sign * twisted[m]) {
            let rares = i64::midpoint(total, sign * twisted[mask]);
            consider(Space::position_parity(mask as u32 | above, take), rares);
        }
    }
    best
}

/// The Walsh-Hadamard transform, in place: `f[m]` becomes the sum of `f[v] * (-1)^popcount(v & m)`.
/// The length must be a power of two.
pub fn walsh_hadamard(f: &mut [i64]) {
    let mut half = 1;
    while half < f.len() {
        for pair in f.chunks_exact_mut(2 * half) {
            let (left, right) = pair.split_at_mut(half);
            for (x, y) in left.iter_mut().zip(right) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_is_an_order_isomorphism_on_each_class() {
        for space in [
            Space::plain(0x1ee).unwrap(),
            Space::plain(0xfff8).unwrap(),
            Space::position_parity(0xd, 3).unwrap(),
            Space::position_parity(0x1, 2).unwrap(),
        ] {
            for n in [10, 11] {
                for common in [true, false] {
                    let values: Vec<u32> =
                        (0..2048).filter(|&v| space.is_common(n, v) == common).collect();
                    for (i, &v) in values.iter().take(900).enumerate() {
                        assert_eq!(space.index(v), i as u32);
                        assert_eq!(space.value(n, i as u32, common), v);
                        if common {
                            let below = (0..v).filter(|&u| !space.is_common(n, u)).count();
                            assert_eq!(space.rares_below(n, i as u32) as usize, below);
                        }
                    }
                }
            }
        }
        let space = Space::plain(0x1ee).unwrap();
        for (a, b) in [(5, 300), (77, 1023), (256, 255)] {
            assert_eq!(space.index(a ^ b), space.index(a) ^ space.index(b));
        }
    }

    #[test]
    fn the_transform_is_the_sum_it_says() {
        let f = [3i64, 1, 4, 1, 5, 9, 2, 6];
        let mut g = f;
        walsh_hadamard(&mut g);
        for (m, &got) in g.iter().enumerate() {
            let sum: i64 =
                (0..8).map(|v| if (v & m).count_ones() % 2 == 0 { f[v] } else { -f[v] }).sum();
            assert_eq!(got, sum);
        }
    }
}
