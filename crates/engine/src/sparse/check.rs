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
use super::marking::Marking;
use crate::kernel::Kernel;
use std::collections::BinaryHeap;

/// Heaps checked at once: eight 512-bit vectors.
pub(crate) const LANES: usize = 4096;
/// One bit per heap.
pub(crate) type Lanes = [u64; LANES / 64];
/// The parts the quick search looks at.
const SEARCHED_PARTS: usize = 1 << 16;
/// The rare check is planned only when this many heaps are known: before that the search is
/// fast enough, and the sample would not resemble what follows.
const PLAN_FROM: u64 = 1 << 14;
/// Helper positions considered.
const PARTS: u64 = 8192;
/// Heaps of the samples the helpers are chosen on, one after the other.
const SAMPLES: [u64; 3] = [2048, 8192, 32768];
/// Helpers per target.
const LONGEST_LIST: usize = 512;
/// Helpers per target beyond those the samples ask for.
const SPARE_HELPERS: usize = 64;
/// Helper positions with the same index.
const SAME_INDEX: usize = 24;
/// Rows kept: more serve better but leave the cache.
const MOST_ROWS: usize = 64;

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
    plan: Option<Method>,
    plan_at: u64,
    parts: Option<Parts<T>>,
    needs: Needs,
    watch: Watch,
}

/// Notices when a plan no longer serves: then far more is left to the search than at first.
#[derive(Default)]
struct Watch {
    heaps: u64,
    left: u64,
    /// What the plan left per heap when it was new.
    usual: Option<f64>,
}

impl Watch {
    /// Heaps between two looks.
    const HEAPS: u64 = 1 << 17;

    /// Notes what was left; whether it is time for another plan.
    fn note(&mut self, heaps: u64, left: usize) -> bool {
        self.heaps += heaps;
        self.left += left as u64;
        if self.heaps < Self::HEAPS {
            return false;
        }
        let rate = self.left as f64 / self.heaps as f64;
        (self.heaps, self.left) = (0, 0);
        let usual = *self.usual.get_or_insert(rate);
        rate > 2.0 * usual + 0.25
    }
}

/// How most rare values are shown excluded.
enum Method {
    Rows(Plan),
    Marks(Marking),
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
        Self {
            kernel,
            plan: None,
            plan_at: 0,
            parts: None,
            needs: Needs::default(),
            watch: Watch::default(),
        }
    }

    /// After a new rare heap or a rollback: the rows no longer match the cells.
    pub fn reset(&mut self) {
        self.parts = None;
        if let Some(Method::Rows(plan)) = &mut self.plan {
            plan.rows.end = 0;
        }
    }

    /// Whether the block method may be used for heaps from `from` on; plans it when due.
    pub fn ready(&mut self, core: &Core<T>, from: u64) -> bool {
        let farthest = PARTS + core.rules.reach + 1;
        if from < PLAN_FROM || from < 2 * farthest + SAMPLES[0] + 1024 {
            return false;
        }
        if from >= self.plan_at {
            let drift = self.plan.is_some() && self.plan_at == 0;
            self.watch = Watch::default();
            self.plan = match Marking::plan(core, from, drift) {
                Some(marking) => Some(Method::Marks(marking)),
                None => Plan::new(core, from).map(Method::Rows),
            };
            // What was chosen on a small sample can be improved soon.
            let again = match &self.plan {
                Some(Method::Marks(_)) if !Marking::has_full_sample(from) => 4,
                _ => 16,
            };
            self.plan_at = from.saturating_mul(again);
        }
        let kept = from - core.cells.base();
        match &self.plan {
            Some(Method::Rows(_)) => kept >= farthest + 128,
            Some(Method::Marks(marking)) => kept >= marking.farthest() as u64 + 128,
            None => false,
        }
    }

    /// The same as [`stretch`](Self::stretch), in steps.
    pub fn steps(&mut self, core: &Core<T>, from: u64, to: u64, step: u64) -> (Vec<Leftover>, u64) {
        let (mut leftovers, mut deepest) = (Vec::new(), 0);
        let mut n = from;
        while n < to {
            let end = to.min(n + step);
            let (left, part) = self.stretch(core, n, end);
            leftovers.extend(left);
            deepest = part.max(deepest);
            n = end;
        }
        (leftovers, deepest)
    }

    /// The rare indices below the values of heaps `from .. to` that this method does not show
    /// excluded, by heap. The second result bounds the parts that were needed.
    pub fn stretch(&mut self, core: &Core<T>, from: u64, to: u64) -> (Vec<Leftover>, u64) {
        let mut left = Vec::new();
        let mut deepest = match &mut self.plan {
            Some(Method::Rows(plan)) => {
                plan.rows.extend(core, from, to, self.kernel);
                let mut n = from - from % 64;
                while n < to {
                    let last = to.min(n + LANES as u64);
                    plan.lanes(core, n, from.max(n), last, self.kernel, &mut self.needs, &mut left);
                    n += LANES as u64;
                }
                plan.deepest
            }
            Some(Method::Marks(marking)) => {
                let base = core.cells.base();
                let cells = &core.cells.window()[(from - base) as usize..(to - base) as usize];
                match self.needs.bytes(core, from, cells) {
                    Some(limits) => marking.stretch(core, from, limits, self.kernel, &mut left),
                    None => open_all(core, from, to, &mut left),
                }
                marking.farthest() as u64 + core.rules.reach
            }
            None => {
                open_all(core, from, to, &mut left);
                0
            }
        };
        if self.watch.note(to - from, left.len()) {
            self.plan_at = 0;
        }
        if left.is_empty() {
            return (left, deepest);
        }
        // Most of what is left open a search among the first parts finds.
        let parts = self.parts.get_or_insert_with(|| Parts::new(core));
        left.retain(|open| match parts.find(core, open, self.kernel) {
            Some(part) => {
                deepest = deepest.max(part);
                false
            }
            None => true,
        });
        left.sort_unstable();
        (left, deepest)
    }
}

/// All rare indices below the values of heaps `from .. to`.
fn open_all<T: Cell>(core: &Core<T>, from: u64, to: u64, left: &mut Vec<Leftover>) {
    for heap in from..to {
        let limit = core.cells.get(heap).map_or(0, |c| core.space.rares_below(heap, c.get()));
        left.extend((0..limit).map(|index| Leftover { heap, index }));
    }
}

/// The first parts, in chunks of 64, for the search for one index: chunk i has the parts
/// `64 i .. 64 i + 64`, the largest first.
struct Parts<T> {
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
    fn new(core: &Core<T>) -> Self {
        let prefix = core.cells.prefix();
        let count = (prefix.len() / 64).min(SEARCHED_PARTS / 64);
        let part = |i: usize, lane: usize| 64 * i + 63 - lane;
        let usable = |i: usize, lane: usize| {
            let part = part(i, lane);
            part > 0 && !core.is_rare(part as u64)
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
    fn find(&self, core: &Core<T>, open: &Leftover, kernel: Kernel) -> Option<u64> {
        // The partners must be kept; growing totals, where small parts are not allowed, are
        // left to the general search.
        let floor = core.cells.base();
        let index = T::new(open.index);
        let mut chunk = 0;
        let step = if core.rules.splittings.len() == 1 { usize::MAX } else { 16 };
        while chunk < self.cells.len() {
            let end = chunk.saturating_add(step).min(self.cells.len());
            for m in &core.rules.splittings {
                let total =
                    m.total(open.heap).filter(|_| m.least == 1 && open.heap >= m.smallest)?;
                let room = (total.saturating_sub(floor) / 64)
                    .min((total - m.differ.min(total)) / 128) as usize;
                let end = end.min(room);
                if chunk >= end {
                    continue;
                }
                // Lane l of chunk i pairs with heap total - 64 i - 63 + l.
                let top = (total - core.cells.base()) as usize + 1 - 64 * chunk;
                let others = &core.cells.window()[top - 64 * (end - chunk)..top];
                // Which partners are rare, if any can be: bit l of chunk i as above.
                let rare = |i: usize| core.rare_bits(total - 64 * (chunk + i) as u64 - 63);
                let rare: Option<&dyn Fn(usize) -> u64> =
                    if total - 64 * end as u64 > core.last_rare() { None } else { Some(&rare) };
                let chunks = self.chunks(chunk, end);
                if let Some(i) = crate::kernel::find_pair(kernel, &chunks, others, rare, index) {
                    return Some(64 * (chunk + i) as u64 + 63);
                }
            }
            chunk = end;
        }
        None
    }
}

impl Plan {
    /// Chooses rows and helpers on the last heaps below `now`.
    fn new<T: Cell>(core: &Core<T>, now: u64) -> Option<Self> {
        let farthest = PARTS + core.rules.reach;
        let end = now - now % 64;
        let room = end.checked_sub(core.cells.base().max(now / 4) + farthest + 128)?;
        // A short run must not wait for a good plan.
        let room = room.min(now / 8);
        let samples: Vec<u64> = SAMPLES
            .into_iter()
            .scan(0, |sum, size| {
                *sum += size;
                (*sum <= room).then_some(size)
            })
            .collect();
        if samples.is_empty() || core.cells.prefix().len() as u64 <= PARTS {
            return None;
        }
        let span = Span::new(core, end - samples.iter().sum::<u64>() - farthest - 64, end)?;
        let helpers = candidates(core);
        let mut lists = Vec::new();
        let mut used_rows: Vec<u32> = Vec::new();
        let mut row_of = vec![u32::MAX; span.indices];
        let mut deepest = 0;
        for target in 0..span.most {
            // Each sample starts where the lists so far leave something open, so the later
            // and larger ones see only what is hard to cover.
            let mut list: Vec<u32> = Vec::new();
            let mut to = end;
            for &size in &samples {
                span.extend_list(target, &helpers, to - size, to, &mut list);
                to -= size;
            }
            // Then the other helpers, nearest first, for what the samples did not show.
            let mut unused = vec![true; helpers.len()];
            for &h in &list {
                unused[h as usize] = false;
            }
            let rest = (0..helpers.len() as u32).filter(|&h| {
                let row = (helpers[h as usize].1 ^ target) as usize;
                unused[h as usize] && span.allowed.get(row).is_some_and(|&a| a)
            });
            list.extend(rest.take(SPARE_HELPERS));
            list.truncate(LONGEST_LIST);
            let list = list.into_iter().map(|h| {
                let (distance, w) = helpers[h as usize];
                let row = (w ^ target) as usize;
                if row_of[row] == u32::MAX {
                    row_of[row] = used_rows.len() as u32;
                    used_rows.push(row as u32);
                }
                deepest = deepest.max(u64::from(distance) + core.rules.reach);
                Helper { row: row_of[row], distance }
            });
            lists.push(list.collect::<Vec<_>>());
        }
        let used = lists.iter().flatten().map(|h| u64::from(h.distance)).max().unwrap_or(0);
        let rows = Rows::new(used_rows, row_of, used);
        let lists = lists.into_iter().map(|list| rows.list(list)).collect();
        Some(Self { lists, rows, deepest })
    }

    /// Covers the heaps `first .. last` of the lanes at `n`.
    #[allow(clippy::too_many_arguments)]
    fn lanes<T: Cell>(
        &self,
        core: &Core<T>,
        n: u64,
        first: u64,
        last: u64,
        kernel: Kernel,
        needs: &mut Needs,
        left: &mut Vec<Leftover>,
    ) {
        let base = core.cells.base();
        let cells = &core.cells.window()[(first - base) as usize..(last - base) as usize];
        let targets = self.lists.len() as u32;
        let most = needs.fill(core, n, first, cells);
        // Targets no list covers go to the search at once.
        if most > targets {
            for (heap, &cell) in (first..).zip(cells) {
                let limit = core.space.rares_below(heap, cell.get());
                left.extend((targets..limit).map(|index| Leftover { heap, index }));
            }
        }
        for (target, list) in self.lists.iter().enumerate().take(most as usize) {
            let mut open = needs.of(target, kernel);
            let mut words = crate::kernel::cover(kernel, &self.rows, n, list, &mut open);
            while words != 0 {
                let word = words.trailing_zeros() as usize;
                words &= words - 1;
                let mut bits = open[word];
                while bits != 0 {
                    let lane = word as u64 * 64 + u64::from(bits.trailing_zeros());
                    left.push(Leftover { heap: n + lane, index: target as u32 });
                    bits &= bits - 1;
                }
            }
        }
    }
}

/// Which heaps of the lanes have more than `j` rare values below them.
#[derive(Default)]
struct Needs {
    /// The space it was made for, the first index above too many rare values for a byte, and
    /// by parity of the heap and index the number of rare values below.
    table: Option<(super::space::Space, u32, Box<[[u8; 256]; 2]>)>,
    /// One limit per lane, 0 for lanes outside; wide limits instead of bytes when needed.
    limits: Vec<u8>,
    wide: Vec<u32>,
}

impl Needs {
    /// Notes the limits of the heaps from `first` on and returns the largest.
    fn fill<T: Cell>(&mut self, core: &Core<T>, n: u64, first: u64, cells: &[T]) -> u32 {
        let before = (first - n) as usize;
        self.wide.clear();
        if self.look_up(core, before, first, cells).is_some() {
            self.limits.resize(LANES, 0);
            return crate::kernel::largest(core.options.kernel, &self.limits);
        }
        self.wide.resize(before, 0);
        self.wide
            .extend((first..).zip(cells).map(|(heap, c)| core.space.rares_below(heap, c.get())));
        self.wide.resize(LANES, 0);
        self.wide.iter().copied().max().unwrap_or(0)
    }

    /// The limits of the heaps from `first` on, where all of them fit a byte.
    fn bytes<T: Cell>(&mut self, core: &Core<T>, first: u64, cells: &[T]) -> Option<&[u8]> {
        self.look_up(core, 0, first, cells)?;
        Some(&self.limits)
    }

    /// Fills `limits` with as many zeros as said and the limits of the heaps from `first` on.
    fn look_up<T: Cell>(
        &mut self,
        core: &Core<T>,
        before: usize,
        first: u64,
        cells: &[T],
    ) -> Option<()> {
        let cells = T::bytes(cells)?;
        let kernel = core.options.kernel;
        if self.table.as_ref().is_none_or(|(space, ..)| *space != core.space) {
            let count = |parity: u64, i: usize| core.space.rares_below(parity, i as u32);
            let fits = (0..256).take_while(|&i| count(0, i).max(count(1, i)) < 256).count() as u32;
            let table = [0, 1].map(|parity| {
                std::array::from_fn(|i| u8::try_from(count(parity, i)).unwrap_or(u8::MAX))
            });
            self.table = Some((core.space, fits, Box::new(table)));
        }
        let (_, fits, table) = self.table.as_ref()?;
        if crate::kernel::largest(kernel, cells) >= *fits {
            return None;
        }
        self.limits.clear();
        self.limits.resize(before, 0);
        crate::kernel::look_up(kernel, table, first, cells, &mut self.limits);
        Some(())
    }

    /// The lanes that need the target.
    fn of(&self, target: usize, kernel: Kernel) -> Lanes {
        if self.wide.is_empty() {
            return crate::kernel::above(kernel, &self.limits, target.min(255) as u8);
        }
        let mut lanes = [0; LANES / 64];
        for (word, limits) in lanes.iter_mut().zip(self.wide.chunks(64)) {
            *word =
                limits.iter().enumerate().map(|(i, &l)| u64::from(l as usize > target) << i).sum();
        }
        lanes
    }
}

/// All helpers (distance, index of the part), by distance.
fn candidates<T: Cell>(core: &Core<T>) -> Vec<(u32, u32)> {
    let mut helpers: Vec<(u32, u32)> = Vec::new();
    for m in &core.rules.splittings {
        let mut seen = vec![0usize; T::SIZE as usize];
        for part in m.least..=PARTS {
            if let Some(distance) = part.checked_add_signed(m.take)
                && !core.is_rare(part)
            {
                let w = core.cells.prefix()[part as usize].get();
                seen[w as usize] += 1;
                if seen[w as usize] <= SAME_INDEX {
                    helpers.push((distance as u32, w));
                }
            }
        }
    }
    // With position parity, an odd take turns a common value into a rare one.
    if core.space.is_twisted() {
        let odd = core.rules.takings.iter().filter(|m| m.take % 2 == 1);
        helpers.extend(odd.map(|m| (m.take as u32, 0)));
    }
    helpers.sort_unstable();
    helpers.dedup();
    helpers
}

/// A stretch of known heaps on which helpers are chosen.
struct Span {
    start: u64,
    /// Index of every heap, or `u32::MAX` for rares.
    codes: Vec<u32>,
    /// How many rare values lie below the value.
    limits: Vec<u32>,
    most: u32,
    /// All indices are below this power of two.
    indices: usize,
    /// Bit rows of every index, `words` words each.
    bits: Vec<u64>,
    words: usize,
    /// Which indices may have a row.
    allowed: Vec<bool>,
}

impl Span {
    fn new<T: Cell>(core: &Core<T>, start: u64, end: u64) -> Option<Self> {
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
        let mut counts = vec![0; indices];
        for (i, &code) in codes.iter().enumerate().filter(|&(_, &c)| c != u32::MAX) {
            bits[code as usize * words + i / 64] |= 1 << (i % 64);
            counts[code as usize] += 1;
        }
        let most = limits.iter().copied().max().unwrap_or(0);
        let mut sorted = counts.clone();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let least = sorted.get(MOST_ROWS).copied().unwrap_or(0);
        let allowed = counts.iter().map(|&c| c > least).collect();
        Some(Self { start, codes, limits, most, indices, bits, words, allowed })
    }

    fn row(&self, index: u32) -> &[u64] {
        &self.bits[index as usize * self.words..(index as usize + 1) * self.words]
    }

    /// Adds helpers to the list of a target until every heap of the sample `from .. to` that
    /// needs the target is covered, if possible.
    fn extend_list(
        &self,
        target: u32,
        helpers: &[(u32, u32)],
        from: u64,
        to: u64,
        list: &mut Vec<u32>,
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
            self.extend_dense(target, helpers, first, need, &mut open, list);
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
        while open > 0 && list.len() < LONGEST_LIST {
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
        list: &mut Vec<u32>,
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
        while *open > 0 && list.len() < LONGEST_LIST {
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
        let words = (farthest as usize / 64 + 2) * 2 + 4 * (super::core::STRETCH + LANES) / 64;
        let copies = vec![0; indices.len() * 8 * words];
        Self { indices, row_of, farthest, words, copies, base: 0, end: 0 }
    }

    /// The bits of a row from heap `from` on, at a byte address.
    #[inline]
    pub fn load(&self, row: u32, from: u64) -> impl Iterator<Item = u64> + '_ {
        let bit = (from - self.base) as usize;
        let copy = (row as usize * 8 + bit % 8) * self.words;
        let (word, shift) = (bit / 64, (bit % 64) / 8 * 8);
        let row = &self.copies[copy + word..copy + self.words];
        row.windows(2).map(move |w| w[0] >> shift | w[1] << 1 << (63 - shift))
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
    fn extend<T: Cell>(&mut self, core: &Core<T>, from: u64, to: u64, kernel: Kernel) {
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
        let stride = 8 * self.words;
        for (word, cells) in (first_word..).zip(cells.chunks(64)) {
            let heap = self.base + 64 * word as u64;
            let rare = core.rare_bits(heap);
            let rows = self.copies[word..].iter_mut().step_by(stride);
            crate::kernel::row_words(kernel, cells, rare, &self.indices, &self.row_of, rows);
        }
        let begin = first_word.saturating_sub(1);
        for row in self.copies.chunks_exact_mut(stride) {
            crate::kernel::shift_copies(kernel, row, self.words, begin, last_word);
        }
        self.end = to;
    }
}
