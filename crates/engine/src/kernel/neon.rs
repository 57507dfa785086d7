//! Vectors of 16 bytes by NEON, which every 64-bit ARM has.

#![allow(clippy::inline_always)] // See `vector`.

use super::vector::{Loop, Vector, instructions, operators};
#[allow(clippy::wildcard_imports)] // The instructions are named by their prefix.
use std::arch::aarch64::*;

/// Proof that the machine has the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Neon(());

impl Neon {
    pub fn detect() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Self(()))
    }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct V128(uint8x16_t);

operators!(V128);

impl V128 {
    instructions! { "neon":
        fn and(a: V128, b: V128) -> V128 { V128(vandq_u8(a.0, b.0)) }
        fn or(a: V128, b: V128) -> V128 { V128(vorrq_u8(a.0, b.0)) }
        fn xor(a: V128, b: V128) -> V128 { V128(veorq_u8(a.0, b.0)) }
        fn complement(a: V128) -> V128 { V128(vmvnq_u8(a.0)) }
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn constant(bytes: [u8; 16]) -> uint8x16_t {
    let bytes = u128::from_le_bytes(bytes);
    vcombine_u8(vcreate_u8(bytes as u64), vcreate_u8((bytes >> 64) as u64))
}

/// The bit of each of eight lanes, twice.
const BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

// SAFETY: `uint8x16_t` is 16 plain bytes; the token comes from `detect`, and every function that
// makes a vector takes it or a vector.
unsafe impl Vector for V128 {
    const BYTES: usize = 16;
    type Set = Neon;
    /// All bits of a lane, or none.
    type Mask = Self;
    type Block = [Self; 4];

    fn run<L: Loop>(set: Neon, task: L) -> L::Output {
        #[target_feature(enable = "neon")]
        fn entry<L: Loop>(set: Neon, task: L) -> L::Output {
            task.vector::<V128>(set)
        }
        // SAFETY: the token exists only where the machine has the features.
        unsafe { entry(set, task) }
    }

    #[inline(always)]
    fn block(v: Self) -> [Self; 4] {
        [v; 4]
    }

    #[inline(always)]
    fn any(mask: Self) -> bool {
        !Self::is_zero(mask)
    }

    instructions! { "neon":
        fn splat(_set: Neon, byte: u8) -> V128 { V128(vdupq_n_u8(byte)) }
        fn splat4(_set: Neon, bytes: u32) -> V128 { V128(vreinterpretq_u8_u32(vdupq_n_u32(bytes))) }
        fn min(a: V128, b: V128) -> V128 { V128(vminq_u8(a.0, b.0)) }
        fn max(a: V128, b: V128) -> V128 { V128(vmaxq_u8(a.0, b.0)) }
        fn min_halves(a: V128, b: V128) -> V128 {
            let least = vminq_u16(vreinterpretq_u16_u8(a.0), vreinterpretq_u16_u8(b.0));
            V128(vreinterpretq_u8_u16(least))
        }
        fn add(a: V128, b: V128) -> V128 { V128(vaddq_u8(a.0, b.0)) }
        fn saturating_sub(a: V128, b: V128) -> V128 { V128(vqsubq_u8(a.0, b.0)) }
        fn trailing_zeros(v: V128) -> V128 { V128(vclzq_u8(vrbitq_u8(v.0))) }
        fn look_up(v: V128, table: [u8; 16]) -> V128 { V128(vqtbl1q_u8(constant(table), v.0)) }
        fn reverse(_set: Neon, v: V128) -> V128 {
            let halves = vrev64q_u8(v.0);
            V128(vextq_u8::<8>(halves, halves))
        }
        fn shift_words(low: V128, high: V128, bits: u32) -> V128 {
            // A negative shift to the left is one to the right.
            let bits = i64::from(bits);
            let below = vshlq_u64(vreinterpretq_u64_u8(low.0), vdupq_n_s64(-bits));
            let above = vshlq_u64(vreinterpretq_u64_u8(high.0), vdupq_n_s64(64 - bits));
            V128(vreinterpretq_u8_u64(vorrq_u64(below, above)))
        }
        fn equal(a: V128, b: V128) -> V128 { V128(vceqq_u8(a.0, b.0)) }
        fn select(a: V128, mask: V128, b: V128) -> V128 { V128(vbslq_u8(mask.0, b.0, a.0)) }
        fn bits(mask: V128) -> u64 {
            let bits = vandq_u8(mask.0, constant(BIT));
            u64::from(vaddv_u8(vget_low_u8(bits))) | u64::from(vaddv_u8(vget_high_u8(bits))) << 8
        }
        fn is_zero(v: V128) -> bool { vmaxvq_u32(vreinterpretq_u32_u8(v.0)) == 0 }
        fn equal_halves(a: V128, b: V128) -> u64 {
            let equal = vceqq_u16(vreinterpretq_u16_u8(a.0), vreinterpretq_u16_u8(b.0));
            let bits = vand_u8(vmovn_u16(equal), vget_low_u8(constant(BIT)));
            u64::from(vaddv_u8(bits))
        }
        fn has_zero_half(v: V128) -> bool { vminvq_u16(vreinterpretq_u16_u8(v.0)) == 0 }
        fn nonzero_words(v: V128) -> u64 {
            let words = vreinterpretq_u64_u8(v.0);
            u64::from(vgetq_lane_u64::<0>(words) != 0)
                | u64::from(vgetq_lane_u64::<1>(words) != 0) << 1
        }
        fn equal_block(block: &[V128; 4], v: V128) -> u64 {
            // Sums of neighbours, three times: eight lanes become a byte.
            let bit = constant(BIT);
            let [a, b, c, d] = *block;
            let low = vpaddq_u8(
                vandq_u8(vceqq_u8(a.0, v.0), bit),
                vandq_u8(vceqq_u8(b.0, v.0), bit),
            );
            let high = vpaddq_u8(
                vandq_u8(vceqq_u8(c.0, v.0), bit),
                vandq_u8(vceqq_u8(d.0, v.0), bit),
            );
            let bytes = vpaddq_u8(vpaddq_u8(low, high), vdupq_n_u8(0));
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(bytes))
        }
        fn weight(vectors: &[V128; 8]) -> u64 {
            // At most 64 in a lane.
            let mut count = vdupq_n_u8(0);
            for v in vectors {
                count = vaddq_u8(count, vcntq_u8(v.0));
            }
            u64::from(vaddlvq_u8(count))
        }
    }
}
