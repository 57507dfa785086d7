//! The search for one rare index among pairs of common heaps, small parts first.

use super::cells::Cell;
use super::open::Leftover;
use super::view::View;

/// The parts the quick search looks at.
const SEARCHED_PARTS: usize = 1 << 16;
/// The first parts, in chunks of 64, for the search for one index: chunk i has the parts
/// `64 i .. 64 i + 64`, the largest first.
pub(super) struct Parts<T> {
    cells: Vec<PartCells<T>>,
    /// All ones where the part is common.
    common: Vec<[T; 64]>,
    /// The same as bits.
    lanes: Vec<u64>,
}

/// The cells of a chunk, in one line of the cache where they are bytes.
#[repr(align(64))]
pub(crate) struct PartCells<T>(pub [T; 64]);

/// Some chunks of [`Parts`].
pub(crate) struct PartChunks<'a, T> {
    pub cells: &'a [PartCells<T>],
    pub common: &'a [[T; 64]],
    pub lanes: &'a [u64],
}

impl<T: Cell> Parts<T> {
    pub(super) fn new(view: &View<'_, T>) -> Self {
        let prefix = view.prefix;
        let count = (prefix.len() / 64).min(SEARCHED_PARTS / 64);
        let part = |i: usize, lane: usize| 64 * i + 63 - lane;
        let usable = |i: usize, lane: usize| {
            let part = part(i, lane);
            part > 0 && !view.is_rare(part as u64)
        };
        let cells = |i: usize| PartCells(std::array::from_fn(|lane| prefix[part(i, lane)]));
        let common = |i: usize| {
            std::array::from_fn(|lane| T::new(if usable(i, lane) { T::SIZE - 1 } else { 0 }))
        };
        let lanes = |i: usize| (0..64).map(|lane| u64::from(usable(i, lane)) << lane).sum();
        Self {
            cells: (0..count).map(cells).collect(),
            common: (0..count).map(common).collect(),
            lanes: (0..count).map(lanes).collect(),
        }
    }

    fn chunks(&self, begin: usize, end: usize) -> PartChunks<'_, T> {
        PartChunks {
            cells: &self.cells[begin..end],
            common: &self.common[begin..end],
            lanes: &self.lanes[begin..end],
        }
    }

    /// A bound for the smaller part of a pair of common heaps that excludes the index.
    pub(super) fn find(&self, view: &View<'_, T>, open: &Leftover) -> Option<u64> {
        // The partners must be kept; growing totals, where small parts are not allowed, are
        // left to the general search.
        let floor = view.base;
        let index = T::new(open.index);
        let mut chunk = 0;
        let step = if view.rules.splittings.len() == 1 { usize::MAX } else { 16 };
        while chunk < self.cells.len() {
            let end = chunk.saturating_add(step).min(self.cells.len());
            for m in &view.rules.splittings {
                let total =
                    m.total(open.heap).filter(|_| m.least == 1 && open.heap >= m.smallest)?;
                let room = (total.saturating_sub(floor) / 64)
                    .min((total - m.differ.min(total)) / 128) as usize;
                let end = end.min(room);
                if chunk >= end {
                    continue;
                }
                // Lane l of chunk i pairs with heap total - 64 i - 63 + l.
                let top = (total - view.base) as usize + 1 - 64 * chunk;
                let others = &view.window[top - 64 * (end - chunk)..top];
                // Which partners are rare, if any can be: bit l of chunk i as above.
                let rare = |i: usize| view.rare_bits(total - 64 * (chunk + i) as u64 - 63);
                let rare: Option<&dyn Fn(usize) -> u64> =
                    if total - 64 * end as u64 > view.last_rare() { None } else { Some(&rare) };
                let chunks = self.chunks(chunk, end);
                if let Some(i) = crate::kernel::find_pair(view.kernel, &chunks, others, rare, index)
                {
                    return Some(64 * (chunk + i) as u64 + 63);
                }
            }
            chunk = end;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Kernel, find_pair};

    /// The first chunk with a common pair, for bytes and for numbers of 16 bits, by every kernel.
    /// Which chunks that was; the last one stands for none.
    fn finds_the_first_pair<T: Cell>(below: u32) -> [bool; 20] {
        let mut state = 7u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        let mut seen = [false; 20];
        for round in 0..300 {
            let count = 1 + random(18) as usize;
            let cells: Vec<PartCells<T>> = (0..count)
                .map(|_| PartCells(std::array::from_fn(|_| T::new(random(below)))))
                .collect();
            let lanes: Vec<u64> = (0..count)
                .map(|_| (0..64).map(|lane| u64::from(random(8) > 0) << lane).sum())
                .collect();
            let common: Vec<[T; 64]> = lanes
                .iter()
                .map(|&word| {
                    std::array::from_fn(|lane| {
                        T::new(if word >> lane & 1 == 1 { T::SIZE - 1 } else { 0 })
                    })
                })
                .collect();
            let others: Vec<T> = (0..64 * count).map(|_| T::new(random(below))).collect();
            let index = random(below.next_power_of_two());
            let rare = |i: usize| if round % 3 == 0 { u64::MAX >> (i % 64) } else { 0 };
            let rare: Option<&dyn Fn(usize) -> u64> =
                if round % 2 == 0 { Some(&rare) } else { None };
            let expected = (0..count).find(|&i| {
                (0..64).any(|lane| {
                    let partner = others[64 * (count - 1 - i) + lane];
                    let usable = lanes[i] & !rare.map_or(0, |rare| rare(i));
                    usable >> lane & 1 == 1 && cells[i].0[lane].get() ^ partner.get() == index
                })
            });
            seen[expected.map_or(19, |i| i)] = true;
            let chunks = PartChunks { cells: &cells, common: &common, lanes: &lanes };
            for kernel in Kernel::available() {
                let found = find_pair(kernel, &chunks, &others, rare, T::new(index));
                assert_eq!(found, expected, "{kernel}, round {round}");
            }
        }
        seen
    }

    #[test]
    fn kernels_find_the_same_pair() {
        for seen in [finds_the_first_pair::<u8>(200), finds_the_first_pair::<u16>(600)] {
            assert!(seen[0] && seen[1] && seen[2] && seen[19], "{seen:?}");
        }
        finds_the_first_pair::<u16>(256);
        finds_the_first_pair::<u16>(65_000);
    }
}
