//! Portable inner loops: the meaning of every faster one.

use crate::sparse::cells::Cell;
use crate::sparse::check::{Helper, Rows};
use crate::sparse::core::Tap;

/// Appends `count` cells, each the mex of the tapped cells. Every distance must be at
/// most `cells.len()`. `false`: stopped early because an index does not fit.
pub(crate) fn generate<T: Cell>(taps: &[Tap], cells: &mut Vec<T>, count: usize) -> bool {
    // Indices and taps fit T, whose size is a power of two, so their nim-sums do too.
    let mut stamps = vec![0u32; T::SIZE as usize];
    for stamp in 1..=count as u32 {
        let n = cells.len();
        for tap in taps {
            let cell = cells[n - tap.distance as usize].get();
            stamps[((cell ^ tap.index) & (T::SIZE - 1)) as usize] = stamp;
        }
        match stamps.iter().position(|&s| s != stamp) {
            Some(index) => cells.push(T::new(index as u32)),
            None => return false,
        }
    }
    true
}

/// Clears in `open` the heaps of the block at `n` that a helper of the list serves.
pub(crate) fn cover(rows: &Rows, n: u64, list: &[Helper], open: &mut [u64; 8]) {
    for group in list.chunks(4) {
        if open.iter().all(|&w| w == 0) {
            return;
        }
        for helper in group {
            let bits = rows.load(helper.row, n - u64::from(helper.distance));
            for (o, b) in open.iter_mut().zip(bits) {
                *o &= !b;
            }
        }
    }
}
