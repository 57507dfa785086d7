//! The inner loops: each is a struct of its arguments, and written once for the vectors of every
//! instruction set. What they do is said where they are called from, in `kernel`.

// See `vector`: what is not inlined is compiled without the instructions.
#![allow(clippy::inline_always)]
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128")),
    allow(dead_code)
)]

mod bits;
mod block;
mod generate;
mod halfwords;
mod likely;
mod marks;
mod pairs;
mod sums;
mod three_heaps;

pub(crate) use bits::{Above, Cover, Largest, RowWords, ShiftCopies};
pub(crate) use block::{FrontBlock, LookAhead, ManyBlock, Row};
pub(crate) use generate::{GenerateFew, GenerateWords};
pub(crate) use halfwords::GenerateHalfWords;
pub(crate) use likely::ExcludeLikely;
pub(crate) use marks::{Exclude, Gain, Unmarked};
pub(crate) use pairs::{FindPair, SearchFew};
pub(crate) use sums::FindSum;
pub(crate) use three_heaps::{AnyInWords, AnyWithin, Close, MarkSums};

use super::far::{CellBytes, Far};
use super::vector::{BLOCK, Vector, load_block, load_part};

/// Bit i: the nim-sum of the i-th bytes is the wanted one.
#[inline(always)]
fn equal_sums<V: Vector>(set: V::Set, a: &[u8; BLOCK], b: &[u8; BLOCK], wanted: V) -> u64 {
    let mut sums = load_block::<V>(set, a);
    for (part, sum) in sums.as_mut().iter_mut().enumerate() {
        *sum = *sum ^ load_part(set, b, part);
    }
    V::equal_block(&sums, wanted)
}

/// The cells of one part that the tap reaches from the block, nim-added to its index: low bytes, and
/// high ones where they are read, else zeros. The block must reach the tap, see [`Block::reaches`].
#[inline(always)]
fn tapped<V: Vector, F: Far>(set: V::Set, block: Block<'_>, tap: F, part: usize) -> [V; 2] {
    debug_assert!(block.reaches::<F>(tap.distance(), tap.distance()));
    debug_assert!(V::BYTES * (part + 1) <= BLOCK);
    let begin = block.cells.len() + block.lead;
    let first = begin - tap.distance() + V::BYTES * part;
    // SAFETY: the callers asked `reaches` for the nearest and the farthest tap: the distance is at
    // most `begin`, so that what is read begins inside the slice, and at least `lead + 64`, so that
    // it ends there, too. Where the high bytes are read they are as many as the low ones.
    unsafe {
        let low = V::load_unchecked(set, block.cells.low.as_ptr().add(first));
        let high = if F::WIDE {
            let high = V::load_unchecked(set, block.cells.high.as_ptr().add(first));
            high ^ V::splat4(set, tap.high())
        } else {
            V::splat(set, 0)
        };
        [low ^ V::splat4(set, tap.low()), high]
    }
}

/// Zero where both bytes are; for a tap relative to a quad the index, where it is in the quad.
#[inline(always)]
fn joined<V: Vector, F: Far>([low, high]: [V; 2]) -> V {
    if F::WIDE { low | high } else { low }
}

/// 64 heaps to be computed: those that begin `lead` heaps after the known cells.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a> {
    pub cells: CellBytes<'a>,
    pub lead: usize,
}

impl<'a> Block<'a> {
    /// The block right after the cells.
    pub fn after(cells: CellBytes<'a>) -> Self {
        Self { cells, lead: 0 }
    }

    /// Whether taps of these distances, and of all between, reach known cells from the whole block.
    #[inline(always)]
    pub fn reaches<F: Far>(self, nearest: usize, farthest: usize) -> bool {
        let planes = !F::WIDE || self.cells.high.len() == self.cells.low.len();
        planes && nearest >= self.lead + BLOCK && farthest <= self.cells.len() + self.lead
    }
}
