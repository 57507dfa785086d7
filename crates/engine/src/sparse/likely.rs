//! The search for one rare index among the pairs that most likely have it, for games with many values.
//!
//! A pair of common heaps has the nim-sum `j` where the partner of a part with index `i` has the
//! index `i xor j`. Some indices are far more frequent than others, so the parts to look at
//! first are those whose partner would need a frequent one: for an index that only one pair in
//! ten thousand has, they lie anywhere among the first half million heaps, and find it after some
//! thirty to two hundred. Values are not independent, though: where one such partner fails many like
//! it do. So the parts are chosen from these candidates greedily, for each rare index, on a sample of
//! heaps. A list is looked through for the heaps of a block at once. The choice affects speed only: what
//! is not found is searched by other means.

use super::cells::Cell;
use super::open::Leftover;
use super::rules::Splitting;
use super::view::View;
use crate::kernel::vector::BLOCK;

/// The parts the lists are made of.
const PARTS: u64 = 1 << 19;
/// At least as many heaps are known for each part that is considered.
const HEAPS_PER_PART: u64 = 4;
/// Frequencies are those among as many of the last heaps.
const SAMPLE: usize = 1 << 16;
/// Heaps of 64 that the lists are chosen on, at most, and the heaps known for each.
const BLOCKS: u64 = 64;
const HEAPS_PER_BLOCK: u64 = 1 << 14;
/// The blocks lie among as many of the last heaps.
const ROOM: u64 = 1 << 20;
/// Lists, at most.
const MOST_LISTS: u32 = 1 << 12;
/// Pairs that are considered for a rare index.
const CANDIDATES: usize = 1024;
/// Parts considered for one index of the partner.
const ALIKE: usize = 16;
/// Every heap of a sample is to be covered as often by a list.
const ROUNDS: usize = 3;

/// A part, and the index its partner must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LikelyPart {
    /// How far the partner lies before the heap.
    pub distance: u32,
    pub index: u16,
}

/// The likely parts for one rare index, the likeliest first.
#[derive(Default)]
struct List {
    parts: Vec<LikelyPart>,
    /// The largest distance up to each.
    deepest: Vec<u32>,
}

/// The lists.
pub(crate) struct Likely {
    /// For the rare indices 0, 1, ...
    lists: Vec<List>,
    /// No partner lies farther before its heap.
    farthest: u64,
}

impl Likely {
    /// Lists of parts from `first` on, chosen on a sample of heaps. `None` where a move does not let all
    /// parts be used, or too little is known.
    pub fn new<T: Cell>(view: &View<'_, T>, first: u64) -> Option<Self> {
        let candidates = Candidates::new(view, first)?;
        // By rare index the lanes that need it, of the block that begins at a heap.
        let mut open: Vec<Vec<(u64, u64)>> = Vec::new();
        let mut lanes = LanesByIndex::default();
        for begin in sample(view) {
            for heap in begin..begin + BLOCK as u64 {
                let limit = view.get(heap).map_or(0, |c| view.space.rares_below(heap, c.get()));
                (0..limit.min(MOST_LISTS)).for_each(|index| lanes.add(index, 1 << (heap - begin)));
            }
            for (index, lanes) in lanes.drain() {
                let at = index as usize;
                open.resize_with(open.len().max(at + 1), Vec::new);
                open[at].push((begin, lanes));
            }
        }
        let list = |(target, open): (u32, &Vec<(u64, u64)>)| {
            let parts = best(view, &candidates.of(target), open);
            let deepest = parts.iter().scan(0, |deepest, part| {
                *deepest = part.distance.max(*deepest);
                Some(*deepest)
            });
            let deepest = deepest.collect();
            List { parts, deepest }
        };
        let lists: Vec<List> = (0..).zip(&open).map(list).collect();
        let farthest = lists.iter().filter_map(|l| l.deepest.last()).copied().max()?;
        Some(Self { lists, farthest: farthest.into() })
    }

    /// Takes from the leftovers what the lists exclude; those of 64 heaps, counted from `from` on,
    /// lie together. Returns a bound for the distances that were needed.
    pub fn exclude<T: Cell>(
        &self,
        view: &View<'_, T>,
        from: u64,
        left: &mut Vec<Leftover>,
        lanes: &mut LanesByIndex,
    ) -> u64 {
        let mut deepest = 0;
        // The partner is then the larger part, and by as much as any move asks for.
        let begin = 2 * self.farthest + view.rules.reach + 1;
        let (mut at, mut kept) = (0, 0);
        while let Some(next) = left.get(at) {
            let first = next.heap - (next.heap - from) % BLOCK as u64;
            let of_block = |l: &&Leftover| (first..first + BLOCK as u64).contains(&l.heap);
            let block = left[at..].iter().take_while(of_block);
            at += block.map(|l| lanes.add(l.index, 1 << (l.heap - first))).count();
            // Bit i: the partner of heap `first + i` at this distance is rare.
            let rare = |distance: u64| view.rare_bits(first - distance);
            let rare: Option<&dyn Fn(u64) -> u64> =
                if first > view.last_rare() + self.farthest { None } else { Some(&rare) };
            for (index, mut open) in lanes.drain() {
                if let Some(list) = self.lists.get(index as usize).filter(|_| first >= begin) {
                    let block = (first - view.base) as usize;
                    let (rest, used) = crate::kernel::exclude_likely(
                        view.kernel,
                        &list.parts,
                        (view.window, block),
                        rare,
                        open,
                    );
                    open = rest;
                    let last = used.checked_sub(1).and_then(|last| list.deepest.get(last));
                    deepest = last.map_or(deepest, |&d| deepest.max(d));
                }
                while open != 0 {
                    left[kept] = Leftover { heap: first + u64::from(open.trailing_zeros()), index };
                    kept += 1;
                    open &= open - 1;
                }
            }
        }
        left.truncate(kept);
        deepest.into()
    }
}

/// The heaps at which the blocks begin that lists are chosen on.
fn sample<T: Cell>(view: &View<'_, T>) -> impl Iterator<Item = u64> {
    let now = view.base + view.window.len() as u64;
    let count = (now / HEAPS_PER_BLOCK).clamp(1, BLOCKS);
    let step = ROOM.min(view.window.len() as u64 / 2) / count;
    (1..=count).map(move |i| now - i * step).filter(move |_| step >= BLOCK as u64)
}

/// What lists are chosen from.
struct Candidates<'a> {
    splittings: &'a [Splitting],
    /// The indices of partners, the most frequent ones first.
    frequent: Vec<u16>,
    /// By index the first parts that have it.
    with: Vec<Vec<u32>>,
}

impl<'a> Candidates<'a> {
    fn new<T: Cell>(view: &View<'a, T>, first: u64) -> Option<Self> {
        let splittings = &view.rules.splittings;
        let now = view.base + view.window.len() as u64;
        let last = PARTS.min(now / HEAPS_PER_PART).min(view.prefix.len() as u64);
        if splittings.is_empty() || splittings.iter().any(|m| m.least != 1) {
            return None;
        }
        let mut counts: Vec<u32> = Vec::new();
        let sample = view.window.len().saturating_sub(SAMPLE);
        for (heap, cell) in (view.base + sample as u64..).zip(&view.window[sample..]) {
            let index = cell.get() as usize;
            if index >= counts.len() {
                counts.resize(index + 1, 0);
            }
            counts[index] += u32::from(!view.is_rare(heap));
        }
        let mut frequent: Vec<u16> =
            (0..=u16::MAX).zip(&counts).filter(|(_, c)| **c > 0).map(|(i, _)| i).collect();
        frequent.sort_by_key(|&i| std::cmp::Reverse(counts[usize::from(i)]));
        let mut with: Vec<Vec<u32>> = Vec::new();
        for part in (first..last).filter(|&part| !view.is_rare(part)) {
            let index = view.prefix[part as usize].get() as usize;
            if index >= with.len() {
                with.resize_with(index + 1, Vec::new);
            }
            if with[index].len() < ALIKE {
                with[index].push(part as u32);
            }
        }
        Some(Self { splittings, frequent, with })
    }

    /// The likeliest pairs for a rare index.
    fn of(&self, target: u32) -> Vec<LikelyPart> {
        let parts = self.frequent.iter().flat_map(|&index| {
            let with = self.with.get((u32::from(index) ^ target) as usize);
            with.into_iter().flatten().map(move |&part| (index, part))
        });
        let pairs = parts.flat_map(|(index, part)| {
            self.splittings.iter().filter_map(move |m| {
                let distance = u64::from(part).checked_add_signed(m.take)?;
                let distance = u32::try_from(distance).ok().filter(|&d| d >= 1)?;
                Some(LikelyPart { distance, index })
            })
        });
        pairs.take(CANDIDATES).collect()
    }
}

/// The candidates in an order that covers the lanes that are open at the blocks soon: greedily, and
/// when all are covered from the start again.
fn best<T: Cell>(
    view: &View<'_, T>,
    candidates: &[LikelyPart],
    open: &[(u64, u64)],
) -> Vec<LikelyPart> {
    let hits = |part: &LikelyPart| -> Vec<u64> {
        let hits = open.iter().map(|&(first, lanes)| {
            let rare = |distance: u64| view.rare_bits(first - distance);
            let window = (view.window, (first - view.base) as usize);
            let part = std::slice::from_ref(part);
            lanes & !crate::kernel::exclude_likely(view.kernel, part, window, Some(&rare), lanes).0
        });
        hits.collect()
    };
    let hits: Vec<Vec<u64>> = candidates.iter().map(hits).collect();
    let mut list = Vec::new();
    // What a candidate covers gets only less: a known gain is a bound.
    let mut unused = std::collections::BinaryHeap::new();
    for _ in 0..ROUNDS {
        let mut rest: Vec<u64> = open.iter().map(|o| o.1).collect();
        let gain = |i: usize, rest: &[u64]| -> u32 {
            hits[i].iter().zip(rest).map(|(a, b)| (a & b).count_ones()).sum()
        };
        let mut used = vec![false; candidates.len()];
        for &i in &list {
            used[i] = true;
        }
        unused.clear();
        let all = (0..candidates.len()).filter(|&i| !used[i]);
        unused.extend(all.map(|i| (gain(i, &rest), std::cmp::Reverse(i))));
        while let Some((known, std::cmp::Reverse(i))) = unused.pop().filter(|c| c.0 > 0) {
            let now = gain(i, &rest);
            if now < known {
                unused.push((now, std::cmp::Reverse(i)));
                continue;
            }
            list.push(i);
            for (rest, hits) in rest.iter_mut().zip(&hits[i]) {
                *rest &= !hits;
            }
        }
    }
    let mut used = vec![false; candidates.len()];
    for &i in &list {
        used[i] = true;
    }
    list.extend((0..candidates.len()).filter(|&i| !used[i]));
    list.into_iter().map(|i| candidates[i]).collect()
}

/// Lanes of a block, by rare index.
#[derive(Default)]
pub(crate) struct LanesByIndex {
    lanes: Vec<u64>,
    /// The indices with lanes.
    indices: Vec<u32>,
}

impl LanesByIndex {
    fn add(&mut self, index: u32, lane: u64) {
        let at = index as usize;
        if at >= self.lanes.len() {
            self.lanes.resize(at + 1, 0);
        }
        if self.lanes[at] == 0 {
            self.indices.push(index);
        }
        self.lanes[at] |= lane;
    }

    /// The indices with lanes, which are forgotten.
    fn drain(&mut self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.indices.drain(..).map(|index| (index, std::mem::take(&mut self.lanes[index as usize])))
    }
}
