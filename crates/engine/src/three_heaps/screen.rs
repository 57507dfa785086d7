//! Which values three heaps reach, for many totals at once.
//!
//! Three heaps of total m have the nim-sum v when a heap c has the value v xor w and two heaps of
//! total m - c the nim-sum w. For some w, the helpers, the totals of two heaps with nim-sum w are a
//! row of bits. Shifted by c, it says for which of the next [`LANES`] totals m the value v is
//! reached. So a few shifted rows for each v settle all of them at once. Helpers are the sums that most
//! totals have: 0, of course, and others with few binary digits.

use super::rows::PairRows;
use crate::kernel::{Kernel, close};
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Totals that are looked at together.
pub(crate) const LANES: usize = 512;
/// One bit for each of them.
pub(crate) type Lanes = [u64; LANES / 64];

/// Sums whose totals are kept as rows.
const HELPERS: usize = 128;
/// Beyond this total the sums of one in [`SAMPLE`] are counted.
const COUNTED: usize = 1024;
/// Odd, because totals of one parity are alike.
const SAMPLE: usize = 17;
/// Values that a thread takes at once.
const SHARE: usize = 256;

/// The heaps of each value.
#[derive(Default)]
pub(crate) struct Positions {
    /// By value: the last heap, 0 for none.
    last: Vec<u32>,
    /// By heap: the one of the same value before it, 0 for none.
    before: Vec<u32>,
}

impl Positions {
    /// Adds the heaps that are new. All values are below `width`.
    fn extend(&mut self, values: &[u32], width: usize) {
        self.last.resize(width.max(self.last.len()), 0);
        if self.before.is_empty() {
            self.before.push(0); // A heap of nothing is none.
        }
        for &value in values.iter().skip(self.before.len()) {
            let heap = self.before.len() as u32;
            self.before.push(std::mem::replace(&mut self.last[value as usize], heap));
        }
    }

    /// The last heap of this value.
    #[inline]
    pub fn last(&self, value: u32) -> Option<usize> {
        self.last.get(value as usize).filter(|&&c| c > 0).map(|&c| c as usize)
    }

    /// The one before this heap.
    #[inline]
    pub fn before(&self, heap: usize) -> Option<usize> {
        self.before.get(heap).filter(|&&c| c > 0).map(|&c| c as usize)
    }
}

/// A nim-sum and the totals of two heaps that have it.
struct Helper {
    sum: u32,
    totals: Vec<u64>,
}

impl Helper {
    /// Adds the totals from `from` on and before `to`, with room for lanes behind them.
    fn extend(&mut self, rows: &PairRows, from: usize, to: usize) {
        self.totals.resize(to / 64 + LANES / 64 + 2, 0);
        for total in (from..to).filter(|&total| rows.has(total, self.sum)) {
            self.totals[total / 64] |= 1 << (total % 64);
        }
    }
}

/// Finds values that three heaps reach, not always all of them.
#[derive(Default)]
pub(crate) struct Screen {
    positions: Positions,
    helpers: Vec<Helper>,
    /// Totals below this one are in the rows of the helpers.
    known: usize,
    /// Helpers are chosen again at this heap.
    choose_at: usize,
    /// How often each nim-sum was seen.
    counts: Vec<u32>,
    open: Vec<Lanes>,
    /// By total: values that three heaps reach; empty where nobody asks any more.
    reached: Vec<Box<[u64]>>,
    /// No total below this one is kept.
    dropped: usize,
}

/// How work is done.
#[derive(Clone, Copy)]
pub(crate) struct How {
    pub kernel: Kernel,
    pub threads: usize,
}

impl Screen {
    /// Counts the nim-sums of two heaps of a total.
    pub fn count(&mut self, total: usize, row: &[u64]) {
        let weight = match total {
            0..COUNTED => 1,
            _ if total.is_multiple_of(SAMPLE) => SAMPLE as u32,
            _ => return,
        };
        self.counts.resize(self.counts.len().max(64 * row.len()), 0);
        for (counts, &word) in self.counts.as_chunks_mut::<64>().0.iter_mut().zip(row) {
            let mut rest = word;
            while rest != 0 {
                counts[rest.trailing_zeros() as usize] += weight;
                rest &= rest - 1;
            }
        }
    }

    /// Looks at `count` totals, the first of which is the next heap. `words` is the width of a row,
    /// in which every nim-sum of these values fits.
    pub fn prepare(
        &mut self,
        values: &[u32],
        count: usize,
        words: usize,
        rows: &PairRows,
        how: How,
    ) {
        let first = values.len();
        self.positions.extend(values, 64 * words);
        self.choose(first, rows);
        self.begin(first..first + count, words);
        self.open.clear();
        // Greater values are no nim-sums that a value reaches soon.
        let greatest = values.iter().copied().max().unwrap_or(0) as usize;
        let limit = (greatest + LANES / 4).next_multiple_of(64).min(64 * words);
        self.open.resize(limit, [u64::MAX; LANES / 64]);
        let (helpers, positions) = (&self.helpers, &self.positions);
        let shares = self.open.chunks_mut(SHARE).enumerate();
        // Threads are worth their while for some thousand values.
        let threads = if limit < 4096 { 1 } else { how.threads };
        share(threads, shares, |(i, open)| {
            let base = (SHARE * i) as u32;
            let mut list: Vec<u32> = (base..base + open.len() as u32).collect();
            for helper in helpers {
                let Helper { sum, totals } = helper;
                close(how.kernel, (*sum, totals), first, positions, base, open, &mut list);
                if list.is_empty() {
                    break;
                }
            }
        });
        for (word, open) in self.open.as_chunks::<64>().0.iter().enumerate() {
            for (i, reached) in self.reached[first..].chunks_mut(64).enumerate() {
                let mut square = std::array::from_fn(|v| !open[v][i]);
                transpose(&mut square);
                for (row, values) in reached.iter_mut().zip(square) {
                    row[word] = values;
                }
            }
        }
    }

    /// The rows of the helpers for totals below `first`; other helpers where many are new.
    fn choose(&mut self, first: usize, rows: &PairRows) {
        let known = std::mem::replace(&mut self.known, first);
        for helper in &mut self.helpers {
            helper.extend(rows, known, first);
        }
        if first < self.choose_at {
            return;
        }
        self.choose_at = first + first / 4;
        let seen = |&sum: &u32| self.counts[sum as usize] > 0;
        let mut sums: Vec<u32> = (0..self.counts.len() as u32).filter(seen).collect();
        let key = |sum: &u32| (Reverse(self.counts[*sum as usize]), *sum);
        sums.sort_unstable_by_key(key);
        sums.truncate(HELPERS);
        let mut old = std::mem::take(&mut self.helpers);
        self.helpers.extend(sums.into_iter().map(|sum| {
            if let Some(i) = old.iter().position(|helper| helper.sum == sum) {
                return old.swap_remove(i);
            }
            let mut helper = Helper { sum, totals: Vec::new() };
            helper.extend(rows, 0, first);
            helper
        }));
    }

    /// Totals of which nothing is known, behind all others.
    pub fn begin(&mut self, totals: Range<usize>, words: usize) {
        self.reached.resize_with(totals.start, Box::default);
        self.reached.resize_with(totals.end, || vec![0; words].into_boxed_slice());
    }

    /// Values found for a total, to which more may be added; `None` where it was not looked at.
    pub fn reached_mut(&mut self, total: usize) -> Option<&mut [u64]> {
        self.reached.get_mut(total).map(|row| &mut **row)
    }

    /// Values found for a total.
    pub fn reached(&self, total: usize) -> &[u64] {
        self.reached.get(total).map_or(&[], |row| &**row)
    }

    /// Forgets what is known of totals below this one.
    pub fn drop_below(&mut self, total: usize) {
        for row in self.reached.iter_mut().take(total).skip(self.dropped) {
            *row = Box::default();
        }
        self.dropped = self.dropped.max(total);
    }

    /// Forgets what is known of this total and those behind it.
    pub fn truncate(&mut self, total: usize) {
        self.reached.truncate(total);
        self.dropped = self.dropped.min(total);
    }

    pub fn bytes(&self) -> u64 {
        let rows: usize =
            self.reached[self.dropped.min(self.reached.len())..].iter().map(|r| r.len()).sum();
        let helpers: usize = self.helpers.iter().map(|h| h.totals.capacity()).sum();
        let lists = self.positions.last.capacity() + self.positions.before.capacity();
        8 * (rows + helpers) as u64
            + 4 * (lists + self.counts.capacity()) as u64
            + size_of::<Lanes>() as u64 * self.open.capacity() as u64
            + 16 * self.reached.capacity() as u64
    }
}

/// Does the work on each part, by several threads. Where none can be started this one does it all.
pub(super) fn share<T: Send>(
    threads: usize,
    parts: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    if threads <= 1 {
        parts.for_each(work);
        return;
    }
    let parts = Mutex::new(parts);
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        while let Some(part) = next() {
            work(part);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            if std::thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
}

/// Bit j of word i becomes bit i of word j.
fn transpose(square: &mut [u64; 64]) {
    let mut mask = u64::MAX;
    for shift in [32, 16, 8, 4, 2, 1] {
        mask ^= mask << shift;
        for part in square.chunks_exact_mut(2 * shift) {
            let (upper, lower) = part.split_at_mut(shift);
            for (a, b) in upper.iter_mut().zip(lower) {
                let exchanged = (*a >> shift ^ *b) & mask;
                *a ^= exchanged << shift;
                *b ^= exchanged;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        let mut rng = fastrand::Rng::with_seed(64);
        let square: [u64; 64] = std::array::from_fn(|_| rng.u64(..));
        let mut other = square;
        transpose(&mut other);
        for (i, row) in square.iter().enumerate() {
            for (j, column) in other.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1, "{i} {j}");
            }
        }
    }
}
