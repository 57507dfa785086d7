//! Vectors of 64 bytes by AVX-512 (F, BW, DQ, VL, VBMI, VBMI2, BITALG, VPOPCNTDQ).
//!
//! The masks are words: the mask registers. What only this set can do is in `avx512_only`.

#![allow(clippy::inline_always)] // See `vector`.

use super::vector::{BLOCK, Loop, Vector, instructions, operators};
#[allow(clippy::wildcard_imports)] // The instructions are named by their prefix.
use std::arch::x86_64::*;

/// Proof that the machine has the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Avx512(());

impl Avx512 {
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("avx512bitalg");
        has.then_some(Self(()))
    }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct V512(pub(super) __m512i);

operators!(V512);

impl V512 {
    instructions! { "avx512f":
        fn and(a: V512, b: V512) -> V512 { V512(_mm512_and_si512(a.0, b.0)) }
        fn or(a: V512, b: V512) -> V512 { V512(_mm512_or_si512(a.0, b.0)) }
        fn xor(a: V512, b: V512) -> V512 { V512(_mm512_xor_si512(a.0, b.0)) }
        fn complement(a: V512) -> V512 { V512(_mm512_xor_si512(a.0, _mm512_set1_epi8(-1))) }
    }
}

// SAFETY: `__m512i` is 64 plain bytes; the token comes from `detect`, and every function that
// makes a vector takes it or a vector.
unsafe impl Vector for V512 {
    const BYTES: usize = 64;
    type Set = Avx512;
    /// Bit i: lane i.
    type Mask = u64;
    type Block = [Self; 1];

    fn run<L: Loop>(set: Avx512, task: L) -> L::Output {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg"
        )]
        #[target_feature(enable = "avx512vpopcntdq")]
        fn entry<L: Loop>(set: Avx512, task: L) -> L::Output {
            task.vector::<V512>(set)
        }
        // SAFETY: the token exists only where the machine has the features.
        unsafe { entry(set, task) }
    }

    #[inline(always)]
    fn block(v: Self) -> [Self; 1] {
        [v]
    }

    #[inline(always)]
    fn bits(mask: u64) -> u64 {
        mask
    }

    #[inline(always)]
    fn one_hot(set: Avx512, v: Self) -> [Self; 4] {
        const fn table(plane: usize) -> [u8; BLOCK] {
            let mut table = [0; BLOCK];
            let mut bit = 0;
            while bit < 8 {
                table[8 * plane + bit] = 1 << bit;
                bit += 1;
            }
            table
        }
        const TABLES: [[u8; BLOCK]; 4] = [table(0), table(1), table(2), table(3)];
        let v = Self::min(v, Self::splat(set, 63));
        [
            Self::permute(v, Self::load(set, &TABLES[0])),
            Self::permute(v, Self::load(set, &TABLES[1])),
            Self::permute(v, Self::load(set, &TABLES[2])),
            Self::permute(v, Self::load(set, &TABLES[3])),
        ]
    }

    #[inline(always)]
    fn reverse(set: Avx512, v: Self) -> Self {
        const REVERSED: [u8; BLOCK] = {
            let mut lanes = [0; BLOCK];
            let mut i = 0;
            while i < BLOCK {
                lanes[i] = (BLOCK - 1 - i) as u8;
                i += 1;
            }
            lanes
        };
        Self::permute(Self::load(set, &REVERSED), v)
    }

    instructions! { "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq":
        fn splat(_set: Avx512, byte: u8) -> V512 { V512(_mm512_set1_epi8(byte as i8)) }
        fn splat4(_set: Avx512, bytes: u32) -> V512 { V512(_mm512_set1_epi32(bytes as i32)) }
        fn min(a: V512, b: V512) -> V512 { V512(_mm512_min_epu8(a.0, b.0)) }
        fn max(a: V512, b: V512) -> V512 { V512(_mm512_max_epu8(a.0, b.0)) }
        fn min_halves(a: V512, b: V512) -> V512 { V512(_mm512_min_epu16(a.0, b.0)) }
        fn add(a: V512, b: V512) -> V512 { V512(_mm512_add_epi8(a.0, b.0)) }
        fn saturating_sub(a: V512, b: V512) -> V512 { V512(_mm512_subs_epu8(a.0, b.0)) }
        fn trailing_zeros(v: V512) -> V512 {
            let less = _mm512_add_epi8(v.0, _mm512_set1_epi8(-1));
            V512(_mm512_popcnt_epi8(_mm512_andnot_si512(v.0, less)))
        }
        fn look_up(v: V512, table: [u8; 16]) -> V512 {
            let table = u128::from_le_bytes(table);
            let table = _mm_set_epi64x((table >> 64) as i64, table as i64);
            let lanes = _mm512_min_epu8(v.0, _mm512_set1_epi8(63));
            V512(_mm512_permutexvar_epi8(lanes, _mm512_zextsi128_si512(table)))
        }
        fn shift_words(low: V512, high: V512, bits: u32) -> V512 {
            V512(_mm512_shrdv_epi64(low.0, high.0, _mm512_set1_epi64(i64::from(bits))))
        }
        fn equal(a: V512, b: V512) -> u64 { _mm512_cmpeq_epi8_mask(a.0, b.0) }
        fn select(a: V512, mask: u64, b: V512) -> V512 {
            V512(_mm512_mask_mov_epi8(a.0, mask, b.0))
        }
        fn is_zero(v: V512) -> bool { _mm512_test_epi64_mask(v.0, v.0) == 0 }
        fn equal_halves(a: V512, b: V512) -> u64 {
            u64::from(_mm512_cmpeq_epi16_mask(a.0, b.0))
        }
        fn has_zero_half(v: V512) -> bool { _mm512_testn_epi16_mask(v.0, v.0) != 0 }
        fn nonzero_words(v: V512) -> u64 { u64::from(_mm512_test_epi64_mask(v.0, v.0)) }
        fn weight(vectors: &[V512; 8]) -> u64 {
            let mut count = _mm512_setzero_si512();
            for v in vectors {
                count = _mm512_add_epi64(count, _mm512_popcnt_epi64(v.0));
            }
            _mm512_reduce_add_epi64(count) as u64
        }
        fn replace(_set: Avx512, v: V512, lane: usize, byte: u8) -> V512 {
            V512(_mm512_mask_set1_epi8(v.0, 1u64.checked_shl(lane as u32).unwrap_or(0), byte as i8))
        }
    }
}

impl V512 {
    instructions! { "avx512f,avx512bw,avx512vbmi":
        /// The entries of the table of 64; lanes must be below that.
        fn permute(v: V512, table: V512) -> V512 { V512(_mm512_permutexvar_epi8(v.0, table.0)) }
    }
}
