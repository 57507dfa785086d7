//! The rare check: every rare value below a computed value has to be excluded by some
//! option, else the value is wrong and the heap is a new rare one.
//!
//! A rare index `j` is excluded at `n` by a pair of common heaps `a` and `n - k - a` with
//! `index(a) xor index(n - k - a) = j`. For a fixed helper `(d, w) = (a + k, index(a))` and
//! all `n` of a block at once, the `n` it serves are those with `index(n - d) = j xor w`: a
//! row of bits, shifted by `d`. So the check keeps, for every index that is useful, a row
//! with one bit per heap, and for every target `j` a list of helpers chosen greedily on a
//! sample; it ORs shifted rows until all heaps of the block that need `j` are covered. Bits
//! are loaded at byte addresses, from eight copies of each row shifted by 0..7 bits. What
//! the lists leave open goes to an exhaustive search, so the choice of helpers affects
//! speed only.

use super::cells::Cell;
use super::core::{Core, Leftover};
use crate::kernel::Kernel;
use std::collections::BinaryHeap;

/// Heaps per block: one 512-bit vector.
pub(crate) const BLOCK: usize = 512;
const BLOCK_BYTES: usize = BLOCK / 8;
/// The rare check is planned only when this many heaps are known: before that the search is
/// fast enough, and the sample would not resemble what follows.
const PLAN_FROM: u64 = 1 << 14;
/// Helper positions considered.
const PARTS: u64 = 4096;
/// Heaps of the sample the helpers are chosen on.
const SAMPLE: u64 = 8192;
/// Helpers per target.
const LONGEST_LIST: usize = 1024;

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

pub(crate) struct RareCheck<T> {
    kernel: Kernel,
    plan: Option<Plan>,
    plan_at: u64,
    _cell: std::marker::PhantomData<T>,
}

struct Plan {
    /// Helpers for the target indices 0, 1, ...
    lists: Vec<HelperList>,
    rows: Rows,
    /// The largest helper position in any list.
    deepest: u64,
}

impl<T: Cell> RareCheck<T> {
    pub fn new(kernel: Kernel) -> Self {
        Self { kernel, plan: None, plan_at: 0, _cell: std::marker::PhantomData }
    }

    /// After a new rare heap or a rollback: the rows no longer match the cells.
    pub fn reset(&mut self) {
        if let Some(plan) = &mut self.plan {
            plan.rows.end = 0;
        }
    }

    /// Whether the block method may be used for heaps from `from` on; plans it when due.
    pub fn ready(&mut self, core: &Core<T>, from: u64) -> bool {
        let farthest = PARTS + core.rules.reach + 1;
        if from < PLAN_FROM || from < 2 * farthest + SAMPLE + 1024 {
            return false;
        }
        if from >= self.plan_at {
            self.plan = Plan::new(core, from);
            self.plan_at = from.saturating_mul(8);
        }
        self.plan.is_some()
    }

    /// The rare indices below the values of heaps `from .. to` that the lists do not show
    /// excluded, by heap. The largest helper position is the second result.
    pub fn stretch(&mut self, core: &Core<T>, from: u64, to: u64) -> (Vec<Leftover>, u64) {
        let Some(plan) = &mut self.plan else { return (Vec::new(), 0) };
        plan.rows.extend(core, from, to);
        let mut left = Vec::new();
        let mut n = from - from % 64;
        while n < to {
            plan.block(core, n, from.max(n), to.min(n + BLOCK as u64), self.kernel, &mut left);
            n += BLOCK as u64;
        }
        left.sort_unstable();
        (left, plan.deepest)
    }
}

impl Plan {
    fn new<T: Cell>(core: &Core<T>, now: u64) -> Option<Self> {
        let sample_end = now - now % 64;
        let sample_start = sample_end - SAMPLE;
        let farthest = PARTS + core.rules.reach;
        let start = (sample_start - farthest - 64) / 64 * 64;
        if start < core.cells.base() || core.cells.prefix().len() as u64 <= PARTS {
            return None;
        }
        // Bit rows of every index over the sample and what lies behind it.
        let words = ((sample_end - start) / 64) as usize + 1;
        let top = (start..sample_end).filter_map(|n| core.cells.get(n)).map(Cell::get).max()?;
        let indices = (top as usize + 1).next_power_of_two();
        let mut bits = vec![0u64; indices * words];
        let mut counts = vec![0u32; indices];
        let mut limits = Vec::with_capacity(SAMPLE as usize);
        for n in start..sample_end {
            if core.is_rare(n) {
                if n >= sample_start {
                    limits.push(0);
                }
                continue;
            }
            let index = core.cells.get(n)?.get();
            let at = (n - start) as usize;
            bits[index as usize * words + at / 64] |= 1 << (at % 64);
            counts[index as usize] += 1;
            if n >= sample_start {
                limits.push(core.space.rares_below(n, index));
            }
        }
        // Helpers (distance, index of the part).
        let mut helpers: Vec<(u32, u32)> = Vec::new();
        for m in &core.rules.splittings {
            for part in m.least..=PARTS {
                if let Some(distance) = part.checked_add_signed(m.take)
                    && !core.is_rare(part)
                {
                    helpers.push((distance as u32, core.cells.prefix()[part as usize].get()));
                }
            }
        }
        if core.space.is_twisted() {
            let odd = core.rules.takings.iter().filter(|m| m.take % 2 == 1);
            helpers.extend(odd.map(|m| (m.take as u32, 0)));
        }
        helpers.sort_unstable();
        helpers.dedup();

        let mut lists = Vec::new();
        let mut used_rows: Vec<u32> = Vec::new();
        let mut row_of = vec![u32::MAX; indices];
        let most = limits.iter().copied().max().unwrap_or(0);
        let mut need = vec![0u64; (SAMPLE / 64) as usize];
        let mut deepest = 0;
        for target in 0..most {
            for (word, limits) in need.iter_mut().zip(limits.chunks(64)) {
                *word = limits.iter().enumerate().map(|(i, &l)| u64::from(target < l) << i).sum();
            }
            let mut open: u32 = need.iter().map(|w| w.count_ones()).sum();
            // Lazy greedy: the gain of a helper only falls as heaps get covered.
            let mut queue: BinaryHeap<(u32, std::cmp::Reverse<u32>, u32)> = helpers
                .iter()
                .enumerate()
                .filter_map(|(i, &(_, w))| {
                    let count = *counts.get((w ^ target) as usize)?;
                    (count > 0).then_some((count.min(open), std::cmp::Reverse(i as u32), w ^ target))
                })
                .collect();
            let mut list = Vec::new();
            while open > 0 && list.len() < LONGEST_LIST {
                let Some((_, std::cmp::Reverse(i), row)) = queue.pop() else { break };
                let distance = u64::from(helpers[i as usize].0);
                let offset = (sample_start - start - distance) as usize;
                let row_bits = &bits[row as usize * words..(row as usize + 1) * words];
                let gain = gain(&need, row_bits, offset);
                if gain == 0 {
                    continue;
                }
                if queue.peek().is_some_and(|&(next, ..)| gain < next) {
                    queue.push((gain, std::cmp::Reverse(i), row));
                    continue;
                }
                cover(&mut need, row_bits, offset);
                open -= gain;
                deepest = deepest.max(distance + core.rules.reach);
                let slot = &mut row_of[row as usize];
                if *slot == u32::MAX {
                    *slot = used_rows.len() as u32;
                    used_rows.push(row);
                }
                list.push(Helper { row: *slot, distance: distance as u32 });
            }
            lists.push(list);
        }
        let rows = Rows::new(used_rows, row_of, farthest);
        let lists = lists.into_iter().map(|list| rows.list(list)).collect();
        Some(Self { lists, rows, deepest })
    }

    /// Covers the heaps `first .. last` of the block at `n`.
    fn block<T: Cell>(
        &self,
        core: &Core<T>,
        n: u64,
        first: u64,
        last: u64,
        kernel: Kernel,
        left: &mut Vec<Leftover>,
    ) {
        let space = &core.space;
        let base = core.cells.base();
        let cells = &core.cells.window()[(first - base) as usize..(last - base) as usize];
        // The heaps whose limit is j stop needing targets at j.
        let mut most = 0u32;
        let mut alive = [0u64; BLOCK / 64];
        let mut buckets: Vec<[u64; BLOCK / 64]> = vec![[0; BLOCK / 64]; self.lists.len() + 1];
        for (lane, &cell) in ((first - n) as usize..).zip(cells) {
            let limit = space.rares_below(n + lane as u64, cell.get());
            most = most.max(limit);
            // Targets no list covers go to the search at once.
            for index in self.lists.len() as u32..limit {
                left.push(Leftover { heap: n + lane as u64, index });
            }
            buckets[(limit as usize).min(self.lists.len())][lane / 64] |= 1 << (lane % 64);
            alive[lane / 64] |= 1 << (lane % 64);
        }
        for (target, list) in self.lists.iter().enumerate().take(most as usize) {
            for (a, b) in alive.iter_mut().zip(&buckets[target]) {
                *a &= !b;
            }
            let mut open = alive;
            crate::kernel::cover(kernel, &self.rows, n, list, &mut open);
            for (word, &bits) in open.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let lane = word as u64 * 64 + u64::from(bits.trailing_zeros());
                    left.push(Leftover { heap: n + lane, index: target as u32 });
                    bits &= bits - 1;
                }
            }
        }
    }
}

/// How many needed heaps the row, read from bit `offset` on, has.
fn gain(need: &[u64], row: &[u64], offset: usize) -> u32 {
    shifted(row, offset).zip(need).map(|(bits, n)| (bits & n).count_ones()).sum()
}

/// Removes from `need` what the row has.
fn cover(need: &mut [u64], row: &[u64], offset: usize) {
    for (n, bits) in need.iter_mut().zip(shifted(row, offset)) {
        *n &= !bits;
    }
}

fn shifted(row: &[u64], offset: usize) -> impl Iterator<Item = u64> + '_ {
    let (word, bit) = (offset / 64, offset % 64);
    // Shifting by 1 and then by 63 - bit avoids the undefined shift by 64.
    row[word..].windows(2).map(move |w| w[0] >> bit | w[1] << 1 << (63 - bit))
}

/// Bit rows over the last heaps, eight copies each.
pub(crate) struct Rows {
    /// The indices that have a row.
    indices: Vec<u32>,
    /// Row of an index, or `u32::MAX`.
    row_of: Vec<u32>,
    /// How far back helpers look.
    farthest: u64,
    /// Words per copy.
    words: usize,
    /// Row r, copy s: bit i is bit i + s of the row, and bit 0 stands for heap `base`.
    copies: Vec<u64>,
    base: u64,
    /// Heaps below this are in the rows.
    end: u64,
}

impl Rows {
    fn new(indices: Vec<u32>, row_of: Vec<u32>, farthest: u64) -> Self {
        // Room for several stretches between two moves of the window.
        let words = (farthest as usize / 64 + 2) * 2 + 4 * (super::core::STRETCH + BLOCK) / 64;
        let copies = vec![0; indices.len() * 8 * words];
        Self { indices, row_of, farthest, words, copies, base: 0, end: 0 }
    }

    /// The 64 bytes of row `row` from the heap `n` on (bit 0), for a block of heaps.
    #[inline]
    pub fn load(&self, row: u32, heap: u64) -> [u64; 8] {
        let bit = (heap - self.base) as usize;
        let copy = (row as usize * 8 + bit % 8) * self.words;
        let (word, shift) = (bit / 64, (bit % 64) / 8 * 8);
        let row = &self.copies[copy + word..copy + word + 9];
        std::array::from_fn(|i| row[i] >> shift | row[i + 1] << 1 << (63 - shift))
    }

    /// How many bytes before a block the farthest helper reads.
    fn back(&self) -> usize {
        self.farthest as usize / 8 + 2
    }

    /// Prepares a list of helpers for these rows.
    fn list(&self, helpers: Vec<Helper>) -> HelperList {
        let offset = |h: &Helper| {
            // The block begins at a multiple of 8, so the distance decides the copy.
            let copy = (8 - h.distance % 8) % 8;
            let row = (h.row as usize * 8 + copy as usize) * self.words * 8;
            row + self.back() - ((h.distance + copy) / 8) as usize
        };
        let fits = self.copies.len() * 8 <= u32::MAX as usize;
        let offsets: Vec<u32> =
            if fits { helpers.iter().map(|h| offset(h) as u32).collect() } else { Vec::new() };
        let largest_offset = if fits { offsets.iter().max().map_or(0, |&o| o as usize) } else { usize::MAX / 2 };
        HelperList { helpers, offsets, largest_offset }
    }

    /// The rows as seen from the block at `n`, a multiple of 64: words and the first byte
    /// such that for every offset of the list the 64 bytes at `first + offset` lie inside the
    /// words, and are the bits of the helper. `None` where that does not hold.
    pub fn bytes_for(&self, n: u64, list: &HelperList) -> Option<(&[u64], usize)> {
        let first = (n.checked_sub(self.base)? as usize / 8).checked_sub(self.back())?;
        let inside = n.is_multiple_of(64) && first + list.largest_offset + 64 <= self.copies.len() * 8;
        inside.then_some((&self.copies[..], first))
    }

    /// Brings the rows up to heap `to`, given that they are right below `from` (or empty).
    fn extend<T: Cell>(&mut self, core: &Core<T>, from: u64, to: u64) {
        let mut at = self.end.min(from);
        let fresh = self.end == 0 || self.end > from || at + self.farthest < from;
        let needed = to + BLOCK as u64 - self.base + 64;
        if fresh || needed > self.words as u64 * 64 {
            // Start again a little before the farthest helper.
            let keep = (from - from % 64).saturating_sub(self.farthest + 64) / 64 * 64;
            self.base = keep.max(core.cells.base().next_multiple_of(64));
            self.copies.fill(0);
            at = self.base;
        }
        // Whole words, again from the start of the one that is not complete.
        at -= at % 64;
        let mut fresh_words = vec![0u64; self.indices.len()];
        let first_word = ((at - self.base) / 64) as usize;
        let cells_base = core.cells.base();
        let last_rare = core.last_rare();
        while at < to {
            fresh_words.fill(0);
            let word = ((at - self.base) / 64) as usize;
            let end = to.min(at + 64);
            let cells = &core.cells.window()[(at - cells_base) as usize..(end - cells_base) as usize];
            for (i, cell) in cells.iter().enumerate() {
                if let Some(&row) = self.row_of.get(cell.get() as usize)
                    && row != u32::MAX
                    && !(at + i as u64 <= last_rare && core.is_rare(at + i as u64))
                {
                    fresh_words[row as usize] |= 1 << i;
                }
            }
            for (row, &bits) in fresh_words.iter().enumerate() {
                self.copies[row * 8 * self.words + word] = bits;
            }
            at += 64;
        }
        let last_word = ((at - self.base) / 64) as usize;
        let begin = first_word.saturating_sub(1);
        for row in 0..self.indices.len() {
            let (original, shifted) = self.copies[row * 8 * self.words..(row + 1) * 8 * self.words].split_at_mut(self.words);
            for (s, copy) in (1..8).zip(shifted.chunks_exact_mut(self.words)) {
                let source = &original[begin..=last_word];
                for (out, w) in copy[begin..last_word].iter_mut().zip(source.windows(2)) {
                    *out = w[0] >> s | w[1] << (64 - s);
                }
            }
        }
        self.end = to;
    }
}
