//! What the inner loops ask of an instruction set, and how they are compiled for it.
//!
//! See `README.md` beside this file for the design and for how to add an instruction set.

// Every function here and every loop is inlined into an entry point with target features: outside
// of it the operations would be calls.
#![allow(clippy::inline_always)]
// Where the machine's family has no set of vectors yet.
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128")),
    allow(dead_code, unused_macros, unused_imports)
)]

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// An inner loop with its arguments, by the vectors of any set.
pub(crate) trait Loop {
    type Output;

    /// Has to be `#[inline(always)]`, as all it calls with vectors, and free of closures that hold
    /// vectors: what is not inlined is compiled without the instructions.
    fn vector<V: Vector>(self, set: V::Set) -> Self::Output;
}

/// A loop that there is in portable code, too.
pub(crate) trait Scalar: Loop {
    /// The meaning, without vectors.
    fn scalar(self) -> Self::Output;
}

/// A vector of bytes of one instruction set.
///
/// Its lanes are unsigned bytes, the first one lowest in memory, and it divides a block of
/// [`BLOCK`] bytes into parts.
///
/// # Safety
/// The type is [`BYTES`](Self::BYTES) plain bytes: no padding, and every pattern of bits is a
/// value. A token of type [`Set`](Self::Set) can be had only where the machine has the
/// instructions, and a vector only from a token.
pub(crate) unsafe trait Vector:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// Bytes per vector: 16, 32 or 64.
    const BYTES: usize;
    /// Proof that the machine has the instructions.
    type Set: Copy;
    /// A truth value per lane.
    type Mask: Copy + BitAnd<Output = Self::Mask> + Not<Output = Self::Mask>;
    /// The parts of a block, an array of vectors.
    type Block: Copy + AsRef<[Self]> + AsMut<[Self]>;

    /// Runs a loop in a function of its own, compiled for the set: its entry point.
    fn run<L: Loop>(set: Self::Set, task: L) -> L::Output;

    /// The same, and never as a part of the loop that calls it.
    // The compiler (1.95) forgets `inline(never)` of functions with target features.
    #[inline(never)]
    fn run_apart<L: Loop>(set: Self::Set, task: L) -> L::Output {
        Self::run(set, task)
    }

    /// The byte in every lane.
    fn splat(set: Self::Set, byte: u8) -> Self;
    /// The four bytes, lowest first, in every four lanes.
    fn splat4(set: Self::Set, bytes: u32) -> Self;
    /// The vector in every part.
    fn block(v: Self) -> Self::Block;

    fn min(a: Self, b: Self) -> Self;
    fn max(a: Self, b: Self) -> Self;
    /// Sums modulo 256.
    fn add(a: Self, b: Self) -> Self;
    /// The lesser ones of the numbers of 16 bits, lowest byte first.
    fn min_halves(a: Self, b: Self) -> Self;
    /// Differences, 0 where they would be negative.
    fn saturating_sub(a: Self, b: Self) -> Self;
    /// The number of zeros below the lowest bit set; lanes of 0 give anything.
    fn trailing_zeros(v: Self) -> Self;
    /// The entries of the table; lanes from 16 on give 0.
    fn look_up(v: Self, table: [u8; 16]) -> Self;
    /// The lanes in reverse order.
    fn reverse(set: Self::Set, v: Self) -> Self;
    /// In words of 64 bits: the bits from `bits` on of the word of `low` followed by that of
    /// `high`; `bits` is at least 1 and at most 63.
    fn shift_words(low: Self, high: Self, bits: u32) -> Self;

    fn equal(a: Self, b: Self) -> Self::Mask;
    /// The lanes of `b` where the mask is true, else those of `a`.
    fn select(a: Self, mask: Self::Mask, b: Self) -> Self;
    /// Bit i: lane i is true.
    fn bits(mask: Self::Mask) -> u64;
    fn is_zero(v: Self) -> bool;
    /// Bit i: the i-th numbers of 16 bits are equal.
    fn equal_halves(a: Self, b: Self) -> u64;
    /// Whether one of the numbers of 16 bits is zero.
    fn has_zero_half(v: Self) -> bool;
    /// Bit i: the i-th word of 64 bits is not zero.
    fn nonzero_words(v: Self) -> u64;

    /// Whether a lane is true.
    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        Self::bits(mask) != 0
    }

    /// Bit i: lane i of the block is equal to the lane of the vector in the place of its part.
    #[inline(always)]
    fn equal_block(block: &Self::Block, v: Self) -> u64 {
        let mut bits = 0;
        for (part, &b) in block.as_ref().iter().enumerate() {
            bits |= Self::bits(Self::equal(b, v)) << (Self::BYTES * part);
        }
        bits
    }

    /// The number of bits set, or `u64::MAX` for any but zero where the set has no quick count.
    #[inline(always)]
    fn weight(vectors: &[Self; 8]) -> u64 {
        let [a, b, c, d, e, f, g, h] = *vectors;
        let any = ((a | b) | (c | d)) | ((e | f) | (g | h));
        if Self::is_zero(any) { 0 } else { u64::MAX }
    }

    /// The byte in the lane with this number, if there is one.
    #[inline(always)]
    fn replace(set: Self::Set, v: Self, lane: usize, byte: u8) -> Self {
        const NUMBERS: [u8; BLOCK] = {
            let mut numbers = [0; BLOCK];
            let mut i = 0;
            while i < BLOCK {
                numbers[i] = i as u8;
                i += 1;
            }
            numbers
        };
        let lane = if lane < Self::BYTES { lane as u8 } else { u8::MAX };
        let here = Self::equal(Self::load(set, &NUMBERS), Self::splat(set, lane));
        Self::select(v, here, Self::splat(set, byte))
    }

    /// One bit for a lane below 32, in the byte of four to which it belongs: bit b of vector p
    /// where the lane is `8p + b`. Larger lanes have none.
    #[inline(always)]
    fn one_hot(set: Self::Set, v: Self) -> [Self; 4] {
        const LOW: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
        const HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];
        let upper = v ^ Self::splat(set, 16);
        [
            Self::look_up(v, LOW),
            Self::look_up(v, HIGH),
            Self::look_up(upper, LOW),
            Self::look_up(upper, HIGH),
        ]
    }

    /// The first bytes, of which there must be enough.
    #[inline(always)]
    fn load(set: Self::Set, bytes: &[u8]) -> Self {
        assert!(bytes.len() >= Self::BYTES);
        // SAFETY: the slice has the bytes that are read.
        unsafe { Self::load_unchecked(set, bytes.as_ptr()) }
    }

    /// The first numbers of 16 bits, of which there must be enough.
    #[inline(always)]
    fn load_halves(set: Self::Set, halves: &[u16]) -> Self {
        assert!(2 * halves.len() >= Self::BYTES);
        // SAFETY: the slice has the bytes that are read.
        unsafe { Self::load_unchecked(set, halves.as_ptr().cast()) }
    }

    /// The first words, of which there must be enough.
    #[inline(always)]
    fn load_words(set: Self::Set, words: &[u64]) -> Self {
        assert!(8 * words.len() >= Self::BYTES);
        // SAFETY: the slice has the bytes that are read.
        unsafe { Self::load_unchecked(set, words.as_ptr().cast()) }
    }

    /// # Safety
    /// The [`BYTES`](Self::BYTES) bytes from the address on can be read.
    #[inline(always)]
    unsafe fn load_unchecked(_: Self::Set, from: *const u8) -> Self {
        // SAFETY: the caller vouches for the bytes; any of them are a vector, and the token shows
        // that vectors may be had.
        unsafe { from.cast::<Self>().read_unaligned() }
    }

    /// Overwrites the first bytes, of which there must be enough.
    #[inline(always)]
    fn store(self, to: &mut [u8]) {
        assert!(to.len() >= Self::BYTES);
        // SAFETY: the slice has the bytes that are written.
        unsafe { to.as_mut_ptr().cast::<Self>().write_unaligned(self) };
    }

    /// Overwrites the first words, of which there must be enough.
    #[inline(always)]
    fn store_words(self, to: &mut [u64]) {
        assert!(8 * to.len() >= Self::BYTES);
        // SAFETY: the slice has the bytes that are written.
        unsafe { to.as_mut_ptr().cast::<Self>().write_unaligned(self) };
    }
}

/// Bytes in a block: the loops work on as many heaps at once, one per bit of a word.
pub(crate) const BLOCK: usize = 64;

/// The parts of a block.
#[inline(always)]
pub(crate) fn load_block<V: Vector>(set: V::Set, bytes: &[u8; BLOCK]) -> V::Block {
    let mut block = V::block(V::splat(set, 0));
    for (part, v) in block.as_mut().iter_mut().enumerate() {
        *v = load_part(set, bytes, part);
    }
    block
}

/// One part of a block.
#[inline(always)]
pub(crate) fn load_part<V: Vector>(set: V::Set, bytes: &[u8; BLOCK], part: usize) -> V {
    V::load(set, &bytes[V::BYTES * part..])
}

/// Overwrites one part of a block.
#[inline(always)]
pub(crate) fn store_part<V: Vector>(v: V, bytes: &mut [u8; BLOCK], part: usize) {
    v.store(&mut bytes[V::BYTES * part..]);
}

/// Functions by instructions of a set, which all have a token or a vector of the set among
/// their arguments.
macro_rules! instructions {
    ($features:literal: $(
        $(#[$documentation:meta])*
        fn $name:ident($($argument:ident: $type:ty),*) -> $output:ty $body:block
    )*) => {$(
        $(#[$documentation])*
        #[inline(always)]
        fn $name($($argument: $type),*) -> $output {
            #[inline]
            #[target_feature(enable = $features)]
            fn instructions($($argument: $type),*) -> $output $body
            // Where all code is compiled for the set, there is nothing to vouch for.
            #[allow(unused_unsafe)]
            // SAFETY: tokens and vectors exist only where the machine has the features.
            unsafe {
                instructions($($argument),*)
            }
        }
    )*};
}

/// The operators of a vector by its functions of that name.
macro_rules! operators {
    ($vector:ty) => {
        impl std::ops::BitAnd for $vector {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self::and(self, other)
            }
        }
        impl std::ops::BitOr for $vector {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self::or(self, other)
            }
        }
        impl std::ops::BitXor for $vector {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self::xor(self, other)
            }
        }
        impl std::ops::Not for $vector {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self::complement(self)
            }
        }
    };
}

pub(super) use {instructions, operators};
