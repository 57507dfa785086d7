//! Loops over bits and limits of many heaps.

use super::likely::equal_halves;
use crate::kernel::scalar;
use crate::kernel::vector::{BLOCK, Loop, Scalar, Vector, load_block};
use crate::sparse::cells::Cell;
use crate::sparse::rows::{HelperList, LANES, Lanes, Rows};

/// See [`cover`](crate::kernel::cover).
pub(crate) struct Cover<'a> {
    pub rows: &'a Rows,
    pub n: u64,
    pub list: &'a HelperList,
    pub open: &'a mut Lanes,
}

/// Heaps left open by the lists' heads are fewer than the rest of a list is worth.
const FEW_OPEN: u64 = 3;

impl Scalar for Cover<'_> {
    fn scalar(self) -> u64 {
        scalar::cover(self.rows, self.n, self.list, self.open)
    }
}

impl Loop for Cover<'_> {
    type Output = u64;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> u64 {
        let Some((words, first)) = self.rows.bytes_for(self.n, self.list) else {
            return self.scalar();
        };
        let rows = words.as_ptr().cast::<u8>();
        let (groups, rest) = self.list.offsets().as_chunks::<8>();
        let per_vector = V::BYTES / 8;
        let mut left = 0;
        // Eight vectors at a time stay in registers.
        'parts: for (part, open) in self.open.chunks_exact_mut(8 * per_vector).enumerate() {
            let first = first + 8 * V::BYTES * part;
            let mut need = [V::splat(set, 0); 8];
            for (v, need) in need.iter_mut().enumerate() {
                *need = V::load_words(set, &open[per_vector * v..]);
            }
            for group in groups {
                for (v, need) in need.iter_mut().enumerate() {
                    for &offset in group {
                        // SAFETY: `bytes_for` checked that for every offset of this list the
                        // LANES / 8 bytes at `first + offset` lie inside `words`, and the vectors
                        // of all parts together are as many bytes.
                        let row = unsafe {
                            V::load_unchecked(set, rows.add(first + offset as usize + V::BYTES * v))
                        };
                        *need = *need & !row;
                    }
                }
                match V::weight(&need) {
                    0 => continue 'parts,
                    // For a handful of heaps the search is cheaper.
                    1..=FEW_OPEN => break,
                    _ => {}
                }
            }
            for &offset in rest {
                for (v, need) in need.iter_mut().enumerate() {
                    // SAFETY: as above.
                    let row = unsafe {
                        V::load_unchecked(set, rows.add(first + offset as usize + V::BYTES * v))
                    };
                    *need = *need & !row;
                }
            }
            for (v, need) in need.into_iter().enumerate() {
                left |= V::nonzero_words(need) << (per_vector * (8 * part + v));
                need.store_words(&mut open[per_vector * v..]);
            }
        }
        left
    }
}

/// See [`row_words`](crate::kernel::row_words).
pub(crate) struct RowWords<'a, T> {
    pub cells: &'a [T],
    pub common: &'a [u64],
    pub indices: &'a [u32],
    pub row_of: &'a [u32],
    pub rows: &'a mut [u64],
    pub stride: usize,
    pub planes: &'a mut Vec<u64>,
}

impl<T: Cell> Scalar for RowWords<'_, T> {
    fn scalar(self) {
        for (i, (cells, &common)) in self.cells.chunks(BLOCK).zip(self.common).enumerate() {
            let rows = self.rows[i..].iter_mut().step_by(self.stride);
            scalar::row_words(cells, common, self.indices, self.row_of, rows);
        }
    }
}

impl<T: Cell> Loop for RowWords<'_, T> {
    type Output = ();

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) {
        let Some(cells) = T::bytes(self.cells) else {
            let Some(cells) = T::halves(self.cells) else { return self.scalar() };
            let (blocks, rest) = cells.as_chunks::<BLOCK>();
            let mut last = [0; BLOCK];
            last[..rest.len()].copy_from_slice(rest);
            for (row, &index) in self.rows.chunks_mut(self.stride).zip(self.indices) {
                let index = index as u16;
                for (i, (word, common)) in row.iter_mut().zip(self.common).enumerate() {
                    let cells = blocks.get(i).unwrap_or(&last);
                    *word = equal_halves::<V>(set, cells, index) & common;
                }
            }
            return;
        };
        // First the bits of the indices apart, a row for each, then of these the rows of the
        // indices: comparing all cells with every index takes longer.
        let top = Largest(cells).vector::<V>(set);
        let bits = (u8::BITS - top.leading_zeros()) as usize;
        let words = self.common.len();
        self.planes.clear();
        self.planes.resize(bits * words, 0);
        let (blocks, rest) = cells.as_chunks::<BLOCK>();
        let mut last = [0; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        for i in 0..words {
            let block = load_block::<V>(set, blocks.get(i).unwrap_or(&last));
            for b in 0..bits {
                let bit = V::splat(set, 1 << b);
                let mut masked = block;
                for part in masked.as_mut() {
                    *part = *part & bit;
                }
                self.planes[b * words + i] = V::equal_block(&masked, bit);
            }
        }
        let per_vector = V::BYTES / 8;
        for (row, &index) in self.rows.chunks_mut(self.stride).zip(self.indices) {
            let row = &mut row[..words];
            if index > top.into() {
                row.fill(0);
                continue;
            }
            let mut i = 0;
            while i + per_vector <= words {
                let mut word = V::load_words(set, &self.common[i..]);
                for b in 0..bits {
                    let plane = V::load_words(set, &self.planes[b * words + i..]);
                    word = word & if index >> b & 1 == 1 { plane } else { !plane };
                }
                word.store_words(&mut row[i..]);
                i += per_vector;
            }
            for (i, out) in row.iter_mut().enumerate().skip(i) {
                *out = (0..bits).fold(self.common[i], |word, b| {
                    let plane = self.planes[b * words + i];
                    word & if index >> b & 1 == 1 { plane } else { !plane }
                });
            }
        }
    }
}

/// See [`shift_copies`](crate::kernel::shift_copies).
pub(crate) struct ShiftCopies<'a> {
    pub copies: &'a mut [u64],
    pub words: usize,
    pub begin: usize,
    pub end: usize,
}

impl Scalar for ShiftCopies<'_> {
    fn scalar(self) {
        scalar::shift_copies(self.copies, self.words, self.begin, self.end);
    }
}

impl Loop for ShiftCopies<'_> {
    type Output = ();

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) {
        let (row, shifted) = self.copies.split_at_mut(self.words);
        let per_vector = V::BYTES / 8;
        let mut i = self.begin;
        while i < self.end && i + per_vector < self.words {
            // Words, and the one that follows each.
            let first = V::load_words(set, &row[i..]);
            let next = V::load_words(set, &row[i + 1..]);
            for (s, copy) in (1..).zip(shifted.chunks_exact_mut(self.words)) {
                V::shift_words(first, next, s).store_words(&mut copy[i..]);
            }
            i += per_vector;
        }
        if i < self.end {
            scalar::shift_copies(self.copies, self.words, i, self.end);
        }
    }
}

/// See [`above`](crate::kernel::above).
pub(crate) struct Above<'a> {
    pub limits: &'a [u8],
    pub target: u8,
}

impl Scalar for Above<'_> {
    fn scalar(self) -> Lanes {
        scalar::above(self.limits, self.target)
    }
}

impl Loop for Above<'_> {
    type Output = Lanes;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> Lanes {
        let mut lanes: Lanes = [0; LANES / 64];
        let target = V::splat(set, self.target);
        for (word, limits) in lanes.iter_mut().zip(self.limits.as_chunks::<BLOCK>().0) {
            // limit <= target exactly when max(limit, target) = target.
            let mut most = load_block::<V>(set, limits);
            for limit in most.as_mut() {
                *limit = V::max(*limit, target);
            }
            *word = !V::equal_block(&most, target);
        }
        lanes
    }
}

/// See [`largest`](crate::kernel::largest).
pub(crate) struct Largest<'a>(pub &'a [u8]);

impl Scalar for Largest<'_> {
    fn scalar(self) -> u8 {
        self.0.iter().copied().max().unwrap_or(0)
    }
}

impl Loop for Largest<'_> {
    type Output = u8;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> u8 {
        let (chunks, rest) = self.0.as_chunks::<BLOCK>();
        let mut top = V::block(V::splat(set, 0));
        for chunk in chunks {
            let chunk = load_block::<V>(set, chunk);
            for (top, &v) in top.as_mut().iter_mut().zip(chunk.as_ref()) {
                *top = V::max(*top, v);
            }
        }
        let mut bytes = [0; BLOCK];
        for (part, top) in top.as_ref().iter().enumerate() {
            top.store(&mut bytes[V::BYTES * part..]);
        }
        bytes.iter().chain(rest).copied().max().unwrap_or(0)
    }
}
