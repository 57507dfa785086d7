//! The inner loops: each is a struct of its arguments, and written once for the vectors of every
//! instruction set. What they do is said where they are called from, in `kernel`.

// See `vector`: what is not inlined is compiled without the instructions.
#![allow(clippy::inline_always)]
#![cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code))]

mod bits;
mod block;
mod generate;
mod marks;
mod pairs;

pub(crate) use bits::{Above, Cover, Largest, RowWords, ShiftCopies};
pub(crate) use block::ManyBlock;
pub(crate) use generate::{GenerateFew, GenerateWords};
pub(crate) use marks::{Exclude, Gain, Unmarked};
pub(crate) use pairs::{FindPair, SearchFew};

use super::many::FarTap;
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

/// The cells of one part that the tap reaches from the block after `cells`, nim-added to its
/// index. The tap must not reach beyond the cells.
#[inline(always)]
fn tapped<V: Vector>(set: V::Set, cells: &[u8], tap: FarTap, part: usize) -> V {
    debug_assert!(tap.distance() <= cells.len() && V::BYTES * (part + 1) <= BLOCK);
    // SAFETY: a FarTap has a distance of at least 64 (checked where it is made), so that the part
    // ends inside the slice; the callers compared the farthest tap with its length.
    let cells = unsafe {
        let first = cells.as_ptr().add(cells.len() - tap.distance() + V::BYTES * part);
        V::load_unchecked(set, first)
    };
    cells ^ V::splat4(set, tap.pattern())
}
