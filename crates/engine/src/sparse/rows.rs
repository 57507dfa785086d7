//! Rows of bits, one for each index, and the helpers that are read from them.

use super::cells::Cell;
use super::core::Core;
use crate::kernel::Kernel;

/// Heaps checked at once: eight 512-bit vectors.
pub(crate) const LANES: usize = 4096;
/// One bit per heap.
pub(crate) type Lanes = [u64; LANES / 64];

/// Blocks begin at multiples of 8, so that the distance of a helper decides which copy it reads.
fn copy(distance: u32) -> u32 {
    distance.wrapping_neg() % 8
}

/// Whether helpers so far back can be read with so many copies of each row.
pub(crate) fn has_copy(distance: u32, copies: usize) -> bool {
    (copy(distance) as usize) < copies
}

/// A helper: the row to read and how far back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Helper {
    pub row: u32,
    pub distance: u32,
}

/// The helpers of one target, in the order they are tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct HelperList {
    helpers: Vec<Helper>,
    /// The same as byte offsets, see [`Rows::bytes_for`].
    offsets: Vec<u32>,
    largest_offset: usize,
}

impl HelperList {
    pub fn helpers(&self) -> &[Helper] {
        &self.helpers
    }

    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }
}

/// Bit rows over the last heaps, some copies each, shifted by 0, 1, ... bits.
pub(crate) struct Rows {
    /// The indices that have a row.
    indices: Vec<u32>,
    /// Row of an index, or `u32::MAX`.
    row_of: Vec<u32>,
    /// How far back helpers look.
    farthest: u64,
    /// Copies of each row, at most eight.
    copies_each: usize,
    /// Words per copy.
    words: usize,
    /// Row r, copy s: bit i is bit i + s of the row, and bit 0 stands for heap `base`.
    copies: Vec<u64>,
    base: u64,
    /// Heaps below this are in the rows.
    end: u64,
    /// To write on: which of the last heaps are common, and the bits of their indices.
    common: Vec<u64>,
    planes: Vec<u64>,
}

impl Rows {
    pub(super) fn new(
        indices: Vec<u32>,
        row_of: Vec<u32>,
        farthest: u64,
        copies_each: usize,
    ) -> Self {
        // Room for several stretches between two moves of the window.
        let words = (farthest as usize / 64 + 2) * 2 + 4 * (super::core::STRETCH + LANES) / 64;
        let copies = vec![0; indices.len() * copies_each * words];
        Self {
            indices,
            row_of,
            farthest,
            copies_each,
            words,
            copies,
            base: 0,
            end: 0,
            common: Vec::new(),
            planes: Vec::new(),
        }
    }

    /// The rows no longer match the cells: they are made anew when needed.
    pub(super) fn forget(&mut self) {
        self.end = 0;
    }

    /// The bits of a row from heap `from` on, at a byte address.
    #[inline]
    pub fn load(&self, row: u32, from: u64) -> impl Iterator<Item = u64> + '_ {
        let bit = (from - self.base) as usize;
        let copy = row as usize * self.copies_each * self.words;
        let (word, shift) = (bit / 64, bit % 64);
        let row = &self.copies[copy + word..copy + self.words];
        row.windows(2).map(move |w| w[0] >> shift | w[1] << 1 << (63 - shift))
    }

    /// How many bytes before a block the farthest helper reads.
    fn back(&self) -> usize {
        self.farthest as usize / 8 + 2
    }

    /// Prepares a list of helpers for these rows.
    pub(super) fn list(&self, helpers: Vec<Helper>) -> HelperList {
        let offset = |h: &Helper| {
            let copy = copy(h.distance);
            let row = (h.row as usize * self.copies_each + copy as usize) * self.words * 8;
            row + self.back() - ((h.distance + copy) / 8) as usize
        };
        let fits = u32::try_from(self.copies.len() * 8).is_ok();
        let offsets: Vec<u32> =
            if fits { helpers.iter().map(|h| offset(h) as u32).collect() } else { Vec::new() };
        let largest_offset =
            if fits { offsets.iter().max().map_or(0, |&o| o as usize) } else { usize::MAX / 2 };
        HelperList { helpers, offsets, largest_offset }
    }

    /// The rows as seen from the block at `n`, a multiple of 64: words and the first byte
    /// such that for every offset of the list the [`LANES`]` / 8` bytes at `first + offset` lie
    /// inside the words, and are the bits of the helper. `None` where that does not hold.
    pub fn bytes_for(&self, n: u64, list: &HelperList) -> Option<(&[u64], usize)> {
        let first = (n.checked_sub(self.base)? as usize / 8).checked_sub(self.back())?;
        let inside = n.is_multiple_of(64)
            && first + list.largest_offset + LANES / 8 <= self.copies.len() * 8;
        inside.then_some((&self.copies[..], first))
    }

    /// Brings the rows up to heap `to`, given that they are right below `from` (or empty).
    pub(super) fn extend<T: Cell>(&mut self, core: &Core<T>, from: u64, to: u64, kernel: Kernel) {
        let keep = (from - from % 64).saturating_sub(self.farthest + 64) / 64 * 64;
        let keep = keep.max(core.cells.base().next_multiple_of(64));
        let mut at = self.end.min(from);
        if self.end == 0 || self.end > from || self.base > keep || at < keep {
            // Start again a little before the farthest helper.
            self.base = keep;
            self.copies.fill(0);
            at = keep;
        } else if to + LANES as u64 - self.base + 64 > self.words as u64 * 64 {
            // Move what is still needed to the front.
            let words = ((keep - self.base) / 64) as usize;
            let end = ((self.end - self.base) as usize / 64 + 2).min(self.words);
            for copy in self.copies.chunks_exact_mut(self.words) {
                // What follows stands for heaps not yet known: nobody reads it before it is
                // written.
                copy.copy_within(words..end, 0);
            }
            self.base = keep;
        }
        // Whole words, again from the start of the one that is not complete.
        at -= at % 64;
        let first_word = ((at - self.base) / 64) as usize;
        let last_word = (to - self.base).div_ceil(64) as usize;
        let cells_base = core.cells.base();
        let cells = &core.cells.window()[(at - cells_base) as usize..(to - cells_base) as usize];
        let stride = self.copies_each * self.words;
        self.common.clear();
        self.common.extend((at..to).step_by(64).map(|heap| {
            let behind = 64 - (to - heap).min(64);
            !core.view().rare_bits(heap) << behind >> behind
        }));
        crate::kernel::row_words(
            kernel,
            cells,
            &self.common,
            (&self.indices, &self.row_of),
            (&mut self.copies[first_word..], stride),
            &mut self.planes,
        );
        let begin = first_word.saturating_sub(1);
        for row in self.copies.chunks_exact_mut(stride) {
            crate::kernel::shift_copies(kernel, row, self.words, begin, last_word);
        }
        self.end = to;
    }
}
