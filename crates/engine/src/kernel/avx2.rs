//! Vectors of 32 bytes by AVX2. The bit instructions BMI1 and BMI2 come with it.

#![allow(clippy::inline_always)] // See `vector`.

use super::vector::{Loop, Vector, instructions, operators};
#[allow(clippy::wildcard_imports)] // The instructions are named by their prefix.
use std::arch::x86_64::*;

/// Proof that the machine has the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        has.then_some(Self(()))
    }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct V256(__m256i);

operators!(V256);

impl V256 {
    instructions! { "avx2":
        fn and(a: V256, b: V256) -> V256 { V256(_mm256_and_si256(a.0, b.0)) }
        fn or(a: V256, b: V256) -> V256 { V256(_mm256_or_si256(a.0, b.0)) }
        fn xor(a: V256, b: V256) -> V256 { V256(_mm256_xor_si256(a.0, b.0)) }
        fn complement(a: V256) -> V256 { V256(_mm256_xor_si256(a.0, _mm256_set1_epi8(-1))) }
    }
}

/// The sixteen bytes in both halves.
#[inline]
#[target_feature(enable = "avx2")]
fn twice(bytes: [u8; 16]) -> __m256i {
    let bytes = u128::from_le_bytes(bytes);
    _mm256_broadcastsi128_si256(_mm_set_epi64x((bytes >> 64) as i64, bytes as i64))
}

// SAFETY: `__m256i` is 32 plain bytes; the token comes from `detect`, and every function that
// makes a vector takes it or a vector.
unsafe impl Vector for V256 {
    const BYTES: usize = 32;
    type Set = Avx2;
    /// All bits of a lane, or none.
    type Mask = Self;
    type Block = [Self; 2];

    fn run<L: Loop>(set: Avx2, task: L) -> L::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn entry<L: Loop>(set: Avx2, task: L) -> L::Output {
            task.vector::<V256>(set)
        }
        // SAFETY: the token exists only where the machine has the features.
        unsafe { entry(set, task) }
    }

    #[inline(always)]
    fn block(v: Self) -> [Self; 2] {
        [v; 2]
    }

    instructions! { "avx2":
        fn splat(_set: Avx2, byte: u8) -> V256 { V256(_mm256_set1_epi8(byte as i8)) }
        fn splat4(_set: Avx2, bytes: u32) -> V256 { V256(_mm256_set1_epi32(bytes as i32)) }
        fn min(a: V256, b: V256) -> V256 { V256(_mm256_min_epu8(a.0, b.0)) }
        fn max(a: V256, b: V256) -> V256 { V256(_mm256_max_epu8(a.0, b.0)) }
        fn min_halves(a: V256, b: V256) -> V256 { V256(_mm256_min_epu16(a.0, b.0)) }
        fn add(a: V256, b: V256) -> V256 { V256(_mm256_add_epi8(a.0, b.0)) }
        fn saturating_sub(a: V256, b: V256) -> V256 { V256(_mm256_subs_epu8(a.0, b.0)) }
        fn trailing_zeros(v: V256) -> V256 {
            // Half a byte has its answer in a table.
            let low = twice([8, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0]);
            let high = twice([8, 4, 5, 4, 6, 4, 5, 4, 7, 4, 5, 4, 6, 4, 5, 4]);
            let fifteen = _mm256_set1_epi8(15);
            let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(v.0), fifteen);
            let lower = _mm256_and_si256(v.0, fifteen);
            V256(_mm256_min_epu8(_mm256_shuffle_epi8(low, lower), _mm256_shuffle_epi8(high, upper)))
        }
        fn look_up(v: V256, table: [u8; 16]) -> V256 {
            // A set high bit gives zero; the sum sets that of everything from 16 on.
            let lanes = _mm256_adds_epu8(v.0, _mm256_set1_epi8(0x70));
            V256(_mm256_shuffle_epi8(twice(table), lanes))
        }
        fn reverse(_set: Avx2, v: V256) -> V256 {
            let order = twice([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
            V256(_mm256_permute4x64_epi64::<0b01_00_11_10>(_mm256_shuffle_epi8(v.0, order)))
        }
        fn shift_words(low: V256, high: V256, bits: u32) -> V256 {
            let below = _mm256_srl_epi64(low.0, _mm_cvtsi32_si128(bits as i32));
            let above = _mm256_sll_epi64(high.0, _mm_cvtsi32_si128(64 - bits as i32));
            V256(_mm256_or_si256(below, above))
        }
        fn equal(a: V256, b: V256) -> V256 { V256(_mm256_cmpeq_epi8(a.0, b.0)) }
        fn select(a: V256, mask: V256, b: V256) -> V256 {
            V256(_mm256_blendv_epi8(a.0, b.0, mask.0))
        }
        fn bits(mask: V256) -> u64 { u64::from(_mm256_movemask_epi8(mask.0) as u32) }
        fn is_zero(v: V256) -> bool { _mm256_testz_si256(v.0, v.0) == 1 }
        fn equal_halves(a: V256, b: V256) -> u64 {
            // Saturation keeps all ones; each half of the vector fills its own.
            let bytes = _mm256_packs_epi16(_mm256_cmpeq_epi16(a.0, b.0), _mm256_setzero_si256());
            let bits = _mm256_movemask_epi8(bytes) as u32;
            u64::from(bits & 0xff | bits >> 8 & 0xff00)
        }
        fn has_zero_half(v: V256) -> bool {
            _mm256_movemask_epi8(_mm256_cmpeq_epi16(v.0, _mm256_setzero_si256())) != 0
        }
        fn nonzero_words(v: V256) -> u64 {
            let empty = _mm256_cmpeq_epi64(v.0, _mm256_setzero_si256());
            (!_mm256_movemask_pd(_mm256_castsi256_pd(empty)) & 15) as u64
        }
    }
}
