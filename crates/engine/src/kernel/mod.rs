//! The inner loops, per instruction set. The choice is made once per computation.

pub mod scalar;

use crate::sparse::cells::{Cell, Cells};
use crate::sparse::check::{Helper, Rows};
use crate::sparse::core::{Found, Open, Stamps, Tap};
use crate::sparse::rules::PairRules;
use crate::sparse::space::Space;

/// An instruction set the inner loops are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Kernel {
    /// Portable code.
    #[default]
    Scalar,
}

/// Generates cells by taps.
pub(crate) struct Generator<T> {
    taps: Vec<Tap>,
    _cell: std::marker::PhantomData<T>,
}

impl<T: Cell> Generator<T> {
    pub fn plan(_kernel: Kernel, taps: &[Tap], _cells: &Cells<T>, _space: &Space) -> Self {
        Self { taps: taps.to_vec(), _cell: std::marker::PhantomData }
    }

    pub fn generate(&mut self, cells: &mut Vec<T>, count: usize) -> bool {
        scalar::generate(&self.taps, cells, count)
    }
}

/// Clears in `open` the heaps of the block at `n` that a helper of the list serves.
pub(crate) fn cover(_kernel: Kernel, rows: &Rows, n: u64, list: &[Helper], open: &mut [u64; 8]) {
    scalar::cover(rows, n, list, open);
}

/// What a search for excluding pairs reads.
pub(crate) struct Search<'a, T> {
    pub rules: &'a PairRules,
    pub prefix: &'a [T],
    pub base: u64,
    pub window: &'a [T],
    pub rare_set: &'a [u64],
}

impl<T> Search<'_, T> {
    /// Bit i: heap `from + i` is rare.
    #[inline]
    pub fn rare_bits(&self, from: u64) -> u64 {
        let (word, bit) = ((from / 64) as usize, from % 64);
        let at = |i: usize| self.rare_set.get(i).copied().unwrap_or(0);
        at(word) >> bit | at(word + 1) << 1 << (63 - bit)
    }
}

/// Closes every open rare index at `n` that a pair of heaps of equal class excludes, small
/// parts first, until nothing is open or no pair is left.
pub(crate) fn search<T: Cell>(
    _kernel: Kernel,
    search: &Search<'_, T>,
    stamps: &mut Stamps,
    n: u64,
    open: &mut Open,
) -> Found {
    scalar::search(search, stamps, n, open)
}
