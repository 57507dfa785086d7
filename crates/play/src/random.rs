//! Pseudo-random numbers for free choices in play; nothing depends on their quality.

use num_bigint::BigUint;
use num_traits::Zero;

/// SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 for n = 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    /// An index of a list of this length.
    pub(crate) fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A number from 1 to `n - 1`, or 1 where there is none.
    pub(crate) fn part_of(&mut self, n: &BigUint) -> BigUint {
        if *n <= BigUint::from(2u32) {
            return BigUint::from(1u32);
        }
        let digits: Vec<u32> = (0..=n.bits() / 32).map(|_| self.next() as u32).collect();
        let part = BigUint::new(digits) % n;
        if part.is_zero() { BigUint::from(1u32) } else { part }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_range() {
        let mut random = Random::new(7);
        let mut seen = [false; 5];
        for _ in 0..200 {
            seen[random.index(5)] = true;
            let n = BigUint::from(10u32).pow(30);
            let part = random.part_of(&n);
            assert!(part >= BigUint::from(1u32) && part < n);
        }
        assert_eq!(seen, [true; 5]);
    }
}
