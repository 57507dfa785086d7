//! Vectors of 16 bytes by plain code, for tests: the loops on small vectors on any machine, and the
//! meaning of every operation.

use super::vector::{Loop, Vector};
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Any machine has plain code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Portable;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Bytes16([u8; 16]);

impl Bytes16 {
    fn lanes(a: Self, b: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        Self(std::array::from_fn(|i| f(a.0[i], b.0[i])))
    }

    fn halves(self) -> [u16; 8] {
        std::array::from_fn(|i| u16::from_le_bytes([self.0[2 * i], self.0[2 * i + 1]]))
    }

    fn words(self) -> [u64; 2] {
        let word = |i: usize| u64::from_le_bytes(std::array::from_fn(|b| self.0[8 * i + b]));
        [word(0), word(1)]
    }
}

impl BitAnd for Bytes16 {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self::lanes(self, other, |a, b| a & b)
    }
}

impl BitOr for Bytes16 {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self::lanes(self, other, |a, b| a | b)
    }
}

impl BitXor for Bytes16 {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self::lanes(self, other, |a, b| a ^ b)
    }
}

impl Not for Bytes16 {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0.map(|a| !a))
    }
}

// SAFETY: sixteen bytes are plain bytes, and no machine is asked for more.
unsafe impl Vector for Bytes16 {
    const BYTES: usize = 16;
    type Set = Portable;
    /// All bits of a lane, or none.
    type Mask = Self;
    type Block = [Self; 4];

    fn run<L: Loop>(set: Portable, task: L) -> L::Output {
        task.vector::<Self>(set)
    }

    fn splat(_: Portable, byte: u8) -> Self {
        Self([byte; 16])
    }

    fn splat4(_: Portable, bytes: u32) -> Self {
        Self(std::array::from_fn(|i| bytes.to_le_bytes()[i % 4]))
    }

    fn block(v: Self) -> [Self; 4] {
        [v; 4]
    }

    fn min(a: Self, b: Self) -> Self {
        Self::lanes(a, b, u8::min)
    }

    fn max(a: Self, b: Self) -> Self {
        Self::lanes(a, b, u8::max)
    }

    fn min_halves(a: Self, b: Self) -> Self {
        let least: [u16; 8] = std::array::from_fn(|i| a.halves()[i].min(b.halves()[i]));
        Self(std::array::from_fn(|i| least[i / 2].to_le_bytes()[i % 2]))
    }

    fn add(a: Self, b: Self) -> Self {
        Self::lanes(a, b, u8::wrapping_add)
    }

    fn saturating_sub(a: Self, b: Self) -> Self {
        Self::lanes(a, b, u8::saturating_sub)
    }

    fn trailing_zeros(v: Self) -> Self {
        Self(v.0.map(|a| a.trailing_zeros() as u8))
    }

    fn look_up(v: Self, table: [u8; 16]) -> Self {
        Self(v.0.map(|a| table.get(usize::from(a)).copied().unwrap_or(0)))
    }

    fn reverse(_: Portable, v: Self) -> Self {
        Self(std::array::from_fn(|i| v.0[15 - i]))
    }

    fn shift_words(low: Self, high: Self, bits: u32) -> Self {
        let [a, b] = low.words();
        let [c, d] = high.words();
        let [a, b] = [a >> bits | c << (64 - bits), b >> bits | d << (64 - bits)];
        Self(((u128::from(b) << 64) | u128::from(a)).to_le_bytes())
    }

    fn equal(a: Self, b: Self) -> Self {
        Self::lanes(a, b, |a, b| if a == b { u8::MAX } else { 0 })
    }

    fn select(a: Self, mask: Self, b: Self) -> Self {
        (a & !mask) | (b & mask)
    }

    fn bits(mask: Self) -> u64 {
        (0..16).map(|i| u64::from(mask.0[i] & 1) << i).sum()
    }

    fn is_zero(v: Self) -> bool {
        v.0 == [0; 16]
    }

    fn equal_halves(a: Self, b: Self) -> u64 {
        (0..8).map(|i| u64::from(a.halves()[i] == b.halves()[i]) << i).sum()
    }

    fn has_zero_half(v: Self) -> bool {
        v.halves().contains(&0)
    }

    fn nonzero_words(v: Self) -> u64 {
        let [a, b] = v.words();
        u64::from(a != 0) | u64::from(b != 0) << 1
    }
}
