//! The inner loops, per instruction set. The choice is made once per computation.

pub mod scalar;

use crate::sparse::cells::{Cell, Cells};
use crate::sparse::check::{Helper, Rows};
use crate::sparse::core::Tap;
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
