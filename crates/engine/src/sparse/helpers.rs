//! Choosing helpers for the rows on samples of known heaps.

use super::cells::Cell;
use super::core::Core;
use super::rows::has_copy;
use std::collections::BinaryHeap;

/// Rows kept: more serve better but leave the cache.
const MOST_ROWS: usize = 64;

/// What may be chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Helper positions considered.
    pub parts: u64,
    /// Of these with the same index.
    pub alike: usize,
    /// Helpers per target.
    pub longest: usize,
    /// With more targets there are no lists: they would take too much memory.
    pub targets: u32,
}

impl Reach {
    /// The first helpers.
    pub const NEAR: Self = Self { parts: 8192, alike: 24, longest: 512, targets: u32::MAX };

    /// For as many heaps known, and as many cells of which the last quarter at least is kept. With more than
    /// 256 indices some targets are excluded by very few pairs, and the helpers that serve them lie
    /// farther back.
    pub fn long(known: u64, cells: usize) -> Self {
        let kept = cells as u64 / 4;
        let parts = (known / 64).min(kept / 2).clamp(Self::NEAR.parts, 1 << 18);
        Self { parts, alike: 512, longest: 6144, targets: 1024 }
    }

    /// Whether few helpers per target are chosen.
    pub fn is_near(self) -> bool {
        self.longest == Self::NEAR.longest
    }
}

/// All helpers (distance, index of the part), by distance, that so many copies of each row serve.
pub(super) fn candidates<T: Cell>(core: &Core<T>, reach: Reach, copies: usize) -> Vec<(u32, u32)> {
    let mut helpers: Vec<(u32, u32)> = Vec::new();
    for m in &core.rules.splittings {
        let mut seen = vec![0usize; T::SIZE as usize];
        for part in m.least..=reach.parts {
            if let Some(distance) = part.checked_add_signed(m.take)
                && has_copy(distance as u32, copies)
                && !core.is_rare(part)
            {
                let w = core.cells.prefix()[part as usize].get();
                seen[w as usize] += 1;
                if seen[w as usize] <= reach.alike {
                    helpers.push((distance as u32, w));
                }
            }
        }
    }
    // With position parity, an odd take turns a common value into a rare one.
    if core.space.is_twisted() {
        let odd = core
            .rules
            .takings
            .iter()
            .filter(|m| m.take % 2 == 1 && has_copy(m.take as u32, copies));
        helpers.extend(odd.map(|m| (m.take as u32, 0)));
    }
    helpers.sort_unstable();
    helpers.dedup();
    helpers
}

/// With few indices there are helpers enough at distances of two residues modulo 8, and to keep eight
/// copies of each row would cost more than helpers a little farther back; with many the targets are
/// many, too, and every helper counts.
const FEW_INDICES: usize = 32;

/// How many copies of each row are kept where indices are below `indices`. Of rows that go far back eight
/// would not stay in the cache.
pub(super) fn copies_kept(indices: usize, reach: Reach) -> usize {
    if !reach.is_near() {
        1
    } else if indices <= FEW_INDICES {
        2
    } else {
        8
    }
}

/// A stretch of known heaps on which helpers are chosen.
pub(super) struct Span {
    start: u64,
    /// Index of every heap, or `u32::MAX` for rares.
    codes: Vec<u32>,
    /// How many rare values lie below the value.
    limits: Vec<u32>,
    pub(super) most: u32,
    /// All indices are below this power of two.
    pub(super) indices: usize,
    /// Bit rows of every index, `words` words each.
    bits: Vec<u64>,
    words: usize,
    /// Which indices may have a row.
    pub(super) allowed: Vec<bool>,
    counts: Vec<u32>,
}

impl Span {
    pub(super) fn new<T: Cell>(core: &Core<T>, start: u64, end: u64) -> Option<Self> {
        let start = start - start % 64;
        let len = (end - start) as usize;
        let words = len / 64 + 1;
        let mut codes = Vec::with_capacity(len);
        let mut limits = Vec::with_capacity(len);
        for n in start..end {
            let index = core.cells.get(n)?.get();
            if core.is_rare(n) {
                codes.push(u32::MAX);
                limits.push(0);
            } else {
                codes.push(index);
                limits.push(core.space.rares_below(n, index));
            }
        }
        let top = codes.iter().copied().filter(|&c| c != u32::MAX).max()?;
        let indices = (top as usize + 1).next_power_of_two();
        let mut bits = vec![0u64; indices * words];
        let mut counts = vec![0u32; indices];
        for (i, &code) in codes.iter().enumerate().filter(|&(_, &c)| c != u32::MAX) {
            bits[code as usize * words + i / 64] |= 1 << (i % 64);
            counts[code as usize] += 1;
        }
        let most = limits.iter().copied().max().unwrap_or(0);
        let mut sorted = counts.clone();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let least = sorted.get(MOST_ROWS).copied().unwrap_or(0);
        let allowed = counts.iter().map(|&c| c > least).collect();
        Some(Self { start, codes, limits, most, indices, bits, words, allowed, counts })
    }

    /// How many heaps have the index.
    pub(super) fn frequency(&self, index: u32) -> u32 {
        self.counts[index as usize]
    }

    /// The same in relation to all.
    pub(super) fn share(&self, index: u32) -> f64 {
        f64::from(self.frequency(index)) / self.codes.len() as f64
    }

    fn row(&self, index: u32) -> &[u64] {
        &self.bits[index as usize * self.words..(index as usize + 1) * self.words]
    }

    /// Adds helpers to the list of a target until every heap of the sample `from .. to` that
    /// needs the target is covered, if possible.
    pub(super) fn extend_list(
        &self,
        target: u32,
        helpers: &[(u32, u32)],
        from: u64,
        to: u64,
        (list, longest): (&mut Vec<u32>, usize),
    ) {
        let first = (from - self.start) as usize;
        let limits = &self.limits[first..(to - self.start) as usize];
        let mut need: Vec<u64> = limits
            .chunks(64)
            .map(|chunk| chunk.iter().enumerate().map(|(i, &l)| u64::from(target < l) << i).sum())
            .collect();
        for &h in &*list {
            let (distance, w) = helpers[h as usize];
            cover(&mut need, self.row(w ^ target), first - distance as usize);
        }
        let mut open: u32 = need.iter().map(|w| w.count_ones()).sum();
        if open as usize * 8 > need.len() * 64 / 4 {
            self.extend_dense(target, helpers, first, need, &mut open, (list, longest));
            return;
        }
        // Few heaps are open: count for every helper which of them it covers.
        let lanes: Vec<usize> =
            (0..need.len() * 64).filter(|i| need[i / 64] >> (i % 64) & 1 == 1).collect();
        let mut covers: Vec<(u32, u32)> = Vec::new();
        let mut counts = vec![0u32; helpers.len()];
        for (l, &lane) in lanes.iter().enumerate() {
            for (h, &(distance, w)) in helpers.iter().enumerate() {
                if self.codes[first + lane - distance as usize] == w ^ target
                    && self.allowed[(w ^ target) as usize]
                {
                    covers.push((h as u32, l as u32));
                    counts[h] += 1;
                }
            }
        }
        covers.sort_unstable();
        let mut by_lane = covers.clone();
        by_lane.sort_unstable_by_key(|&(h, l)| (l, h));
        let mut done = vec![false; lanes.len()];
        while open > 0 && list.len() < longest {
            let Some((best, &gain)) =
                counts.iter().enumerate().max_by_key(|&(i, &c)| (c, std::cmp::Reverse(i)))
            else {
                return;
            };
            if gain == 0 {
                return;
            }
            list.push(best as u32);
            open -= gain;
            let begin = covers.partition_point(|c| c.0 < best as u32);
            for &(_, lane) in covers[begin..].iter().take_while(|c| c.0 == best as u32) {
                if !std::mem::replace(&mut done[lane as usize], true) {
                    let begin = by_lane.partition_point(|c| c.1 < lane);
                    for &(h, _) in by_lane[begin..].iter().take_while(|c| c.1 == lane) {
                        counts[h as usize] -= 1;
                    }
                }
            }
        }
    }

    /// The same for a sample most of which is open: lazy greedy, as gains only fall.
    fn extend_dense(
        &self,
        target: u32,
        helpers: &[(u32, u32)],
        first: usize,
        mut need: Vec<u64>,
        open: &mut u32,
        (list, longest): (&mut Vec<u32>, usize),
    ) {
        let now = |need: &[u64], h: u32| {
            let (distance, w) = helpers[h as usize];
            gain(need, self.row(w ^ target), first - distance as usize)
        };
        let mut queue: BinaryHeap<(u32, std::cmp::Reverse<u32>)> = (0..helpers.len() as u32)
            .filter(|&h| {
                self.allowed.get((helpers[h as usize].1 ^ target) as usize).is_some_and(|&c| c)
            })
            .map(|h| (now(&need, h), std::cmp::Reverse(h)))
            .collect();
        while *open > 0 && list.len() < longest {
            let Some((_, std::cmp::Reverse(h))) = queue.pop() else { return };
            let gain = now(&need, h);
            if gain == 0 {
                continue;
            }
            if queue.peek().is_some_and(|&(next, _)| gain < next) {
                queue.push((gain, std::cmp::Reverse(h)));
                continue;
            }
            let (distance, w) = helpers[h as usize];
            cover(&mut need, self.row(w ^ target), first - distance as usize);
            *open -= gain;
            list.push(h);
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
