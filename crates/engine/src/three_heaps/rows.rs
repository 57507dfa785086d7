//! The nim-sums of two heaps, a row of bits for every total.

use super::screen::{How, share};
use crate::kernel::mark_sums;

/// Rows that a thread takes at once.
const SHARE: usize = 16;

/// For the totals 0, 1, 2, ... the nim-sums of two non-empty heaps.
#[derive(Default)]
pub(crate) struct PairRows {
    rows: Vec<Box<[u64]>>,
    /// Words of all rows.
    words: u64,
}

impl PairRows {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn row(&self, total: usize) -> &[u64] {
        &self.rows[total]
    }

    /// Whether two heaps of this total have this nim-sum.
    #[inline]
    pub fn has(&self, total: usize, sum: u32) -> bool {
        let word = self.rows.get(total).and_then(|row| row.get(sum as usize / 64));
        word.is_some_and(|word| word >> (sum % 64) & 1 == 1)
    }

    /// Appends rows of `words` words, with the sums of the heaps that are known; all their nim-sums
    /// fit.
    pub fn extend(&mut self, values: &[u32], count: usize, words: usize, how: How) {
        let begin = self.rows.len();
        self.rows.resize_with(begin + count, || vec![0; words].into_boxed_slice());
        self.words += (count * words) as u64;
        let known = values.len();
        // Threads are worth their while for some million sums.
        let threads = if count * begin < 1 << 22 { 1 } else { how.threads };
        let shares = self.rows[begin..].chunks_mut(SHARE).enumerate();
        share(threads, shares, |(i, rows)| {
            let mut marks = vec![0; 64 * words];
            for (total, row) in (begin + SHARE * i..).zip(rows) {
                // The smaller heap, so that the larger one is known.
                let (from, to) = ((total + 1).saturating_sub(known).max(1), total / 2);
                if from <= to {
                    let (small, large) = (&values[from..=to], &values[total - to..=total - from]);
                    mark_sums(how.kernel, small, large, &mut marks, row);
                }
            }
        });
    }

    /// Adds the sums of a total where the larger heap is not below `known`; all values below the
    /// total are there now. Returns the row.
    pub fn complete(&mut self, values: &[u32], total: usize, known: usize) -> &[u64] {
        let row = &mut self.rows[total];
        let last = (total - known.min(total)).min(total / 2);
        for small in 1..=last {
            let sum = values[small] ^ values[total - small];
            row[sum as usize / 64] |= 1 << (sum % 64);
        }
        row
    }

    /// Forgets the rows of this total and those behind it.
    pub fn truncate(&mut self, total: usize) {
        self.words -=
            self.rows.drain(total.min(self.rows.len())..).map(|r| r.len() as u64).sum::<u64>();
    }

    pub fn bytes(&self) -> u64 {
        8 * self.words + 16 * self.rows.capacity() as u64
    }
}
