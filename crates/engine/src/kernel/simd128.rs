//! Vectors of 16 bytes by SIMD128 of WebAssembly, in modules that are compiled for it: a browser
//! that lacks the instructions does not run such a module at all.

#![allow(clippy::inline_always)] // See `vector`.

use super::vector::{Loop, Vector, instructions, operators};
#[allow(clippy::wildcard_imports)] // The instructions are named by their lanes.
use std::arch::wasm32::*;

/// Proof that the machine has the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Simd128(());

impl Simd128 {
    /// Always: this file is compiled only for modules with the instructions.
    pub fn detect() -> Self {
        Self(())
    }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct V128(v128);

operators!(V128);

impl V128 {
    instructions! { "simd128":
        fn and(a: V128, b: V128) -> V128 { V128(v128_and(a.0, b.0)) }
        fn or(a: V128, b: V128) -> V128 { V128(v128_or(a.0, b.0)) }
        fn xor(a: V128, b: V128) -> V128 { V128(v128_xor(a.0, b.0)) }
        fn complement(a: V128) -> V128 { V128(v128_not(a.0)) }
    }
}

#[inline]
#[target_feature(enable = "simd128")]
fn constant(bytes: [u8; 16]) -> v128 {
    let bytes = u128::from_le_bytes(bytes);
    u64x2(bytes as u64, (bytes >> 64) as u64)
}

// SAFETY: `v128` is 16 plain bytes; the token comes from `detect`, which there is only where the
// module is compiled for the instructions, and every function that makes a vector takes it or a
// vector.
unsafe impl Vector for V128 {
    const BYTES: usize = 16;
    type Set = Simd128;
    /// All bits of a lane, or none.
    type Mask = Self;
    type Block = [Self; 4];

    // All of the module is compiled for the set; a function of its own all the same, since engines
    // compile a small function well long before a large one.
    #[inline(never)]
    fn run<L: Loop>(set: Simd128, task: L) -> L::Output {
        task.vector::<Self>(set)
    }

    #[inline(always)]
    fn block(v: Self) -> [Self; 4] {
        [v; 4]
    }

    #[inline(always)]
    fn any(mask: Self) -> bool {
        !Self::is_zero(mask)
    }

    instructions! { "simd128":
        fn splat(_set: Simd128, byte: u8) -> V128 { V128(u8x16_splat(byte)) }
        fn splat4(_set: Simd128, bytes: u32) -> V128 { V128(u32x4_splat(bytes)) }
        fn min(a: V128, b: V128) -> V128 { V128(u8x16_min(a.0, b.0)) }
        fn max(a: V128, b: V128) -> V128 { V128(u8x16_max(a.0, b.0)) }
        fn min_halves(a: V128, b: V128) -> V128 { V128(u16x8_min(a.0, b.0)) }
        fn add(a: V128, b: V128) -> V128 { V128(u8x16_add(a.0, b.0)) }
        fn saturating_sub(a: V128, b: V128) -> V128 { V128(u8x16_sub_sat(a.0, b.0)) }
        fn trailing_zeros(v: V128) -> V128 {
            // The bits below the lowest one.
            V128(u8x16_popcnt(v128_andnot(u8x16_sub(v.0, u8x16_splat(1)), v.0)))
        }
        fn look_up(v: V128, table: [u8; 16]) -> V128 { V128(u8x16_swizzle(constant(table), v.0)) }
        fn reverse(_set: Simd128, v: V128) -> V128 {
            V128(u8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0>(v.0, v.0))
        }
        fn shift_words(low: V128, high: V128, bits: u32) -> V128 {
            V128(v128_or(u64x2_shr(low.0, bits), u64x2_shl(high.0, 64 - bits)))
        }
        fn equal(a: V128, b: V128) -> V128 { V128(u8x16_eq(a.0, b.0)) }
        fn select(a: V128, mask: V128, b: V128) -> V128 { V128(v128_bitselect(b.0, a.0, mask.0)) }
        fn bits(mask: V128) -> u64 { u64::from(u8x16_bitmask(mask.0)) }
        fn is_zero(v: V128) -> bool { !v128_any_true(v.0) }
        fn equal_halves(a: V128, b: V128) -> u64 { u64::from(u16x8_bitmask(u16x8_eq(a.0, b.0))) }
        fn has_zero_half(v: V128) -> bool { !u16x8_all_true(v.0) }
        fn nonzero_words(v: V128) -> u64 {
            u64::from(u64x2_extract_lane::<0>(v.0) != 0)
                | u64::from(u64x2_extract_lane::<1>(v.0) != 0) << 1
        }
        fn weight(vectors: &[V128; 8]) -> u64 {
            // At most 64 in a lane.
            let mut count = u8x16_splat(0);
            for v in vectors {
                count = u8x16_add(count, u8x16_popcnt(v.0));
            }
            let count = u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(count));
            let sums = [
                u32x4_extract_lane::<0>(count),
                u32x4_extract_lane::<1>(count),
                u32x4_extract_lane::<2>(count),
                u32x4_extract_lane::<3>(count),
            ];
            sums.into_iter().map(u64::from).sum()
        }
    }
}
