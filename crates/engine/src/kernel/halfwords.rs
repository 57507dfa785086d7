//! The shape for few rares without AVX-512 where nearly all indices are below 16: one-hot sets in
//! lanes of 16 bits, sixteen heaps at once.
//!
//! A cell with index i is the lane `1 << i`, so the set of excluded indices e is the OR of tapped
//! lanes, and the cell is `!e & (e + 1)`, already one-hot. Nim-adding a tap's index w permutes the
//! bits of a lane; for every w that a tap has, the history is kept once more with w nim-added to
//! all of it, and then every tap is one load.
//!
//! Taps of sixteen heaps and more are ORed by vectors for a block of sixteen. The nearer ones follow
//! word by word of four heaps, from the words before (a load across two words that were just
//! written would wait for them), and the nearest within the word, as many heaps at a time as the
//! nearest tap allows.
//!
//! A cell with an index from 16 on is an empty lane: all taps have indices below 16, and so exclude
//! nothing below 16 there. Where all of the 16 are excluded the index is found among the cells, one
//! tap after the other.

use crate::sparse::taps::Tap;

/// Heaps at once.
pub(crate) const HEAPS: usize = 16;
/// The same in bytes.
pub(crate) const BYTES: usize = 2 * HEAPS;
/// Indices of taps must be below this.
const INDICES: usize = 16;
/// Heaps per word.
const PER_WORD: usize = 4;
/// Words of a block.
pub(crate) const WORDS: usize = HEAPS / PER_WORD;
/// The lowest bit of every lane of a word.
const ONES: u64 = 0x0001_0001_0001_0001;

/// Taps reach back at most as many heaps.
const FARTHEST: usize = 1 << 14;
/// Words of all histories together, at most.
const MOST_WORDS: usize = 1 << 16;
/// Heaps that are appended, at least, before the histories move to the front.
const ROOM: usize = 2048;
/// Of as many cells at most one may have an index from 16 on.
const SELDOM: usize = 64;
/// What a cell with such an index costs in blocks; in debt for as many, the shape does not fit.
const COST: u32 = 4;
const DEBT: u32 = 4096;

/// For every bit of an index the bits of a word of lanes whose index lacks it.
const LOWER: [u64; 4] = [0x5555 * ONES, 0x3333 * ONES, 0x0f0f * ONES, 0x00ff * ONES];

/// The history that begins with word `to` is that of word `from` with `1 << bit` nim-added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exchange {
    pub from: usize,
    pub to: usize,
    pub bit: u32,
    lower: u64,
}

impl Exchange {
    fn new(from: usize, to: usize, bit: u32) -> Self {
        Self { from, to, bit, lower: LOWER[bit as usize % 4] }
    }

    #[inline]
    fn word(self, x: u64) -> u64 {
        let shift = 1 << (self.bit % 4);
        (x & self.lower) << shift | x >> shift & self.lower
    }
}

/// The bits without this one for four bytes, as vectors repeat them.
pub(crate) const fn lower(bit: u32) -> u32 {
    LOWER[bit as usize % 4] as u32
}

/// A tap of at least [`PER_WORD`] and fewer than [`HEAPS`] heaps.
#[derive(Clone, Copy, Debug)]
struct Near {
    /// The first word it reads, see [`HalfWords::offsets`]; the second one follows.
    offset: usize,
    /// The lanes of the second word are moved up by as many bits: 16, 32 or 48.
    shift: u32,
}

/// A nearer tap.
#[derive(Clone, Copy, Debug)]
struct Inner {
    /// The word before.
    offset: usize,
    index: u32,
    /// Its distance in bits: 16, 32 or 48.
    shift: u32,
}

/// The plan of a computation in this shape.
#[derive(Clone, Debug)]
pub(crate) struct HalfWords {
    taps: Vec<Tap>,
    /// Where the far taps read, farthest first: bytes from the word on that is as far back as any
    /// tap reaches, in the first history.
    offsets: Vec<u32>,
    largest_offset: usize,
    /// Near taps by whole words; from here on offsets are in words.
    aligned: Vec<usize>,
    /// Other near taps.
    near: Vec<Near>,
    inner: Vec<Inner>,
    /// How many heaps are computed at once: the least distance, and at most a word.
    step: usize,
    /// How the histories come of each other; those that near taps read are written word by word.
    by_word: Vec<Exchange>,
    by_block: Vec<Exchange>,
    /// Words as far back as any tap reaches, at least a block.
    farthest: usize,
    /// One history after the other.
    history: Vec<u64>,
    /// Words of one history.
    stride: usize,
    /// Words that are known in each history.
    known: usize,
    /// The heap that follows.
    heap: u64,
    /// See [`COST`].
    debt: u32,
}

/// Which of the indices are needed so that each comes of another by one exchange: each without its
/// highest bit, and so on.
fn chain(indices: impl Iterator<Item = usize>) -> [bool; INDICES] {
    let mut used = [false; INDICES];
    for mut index in indices {
        while index != 0 {
            used[index] = true;
            index ^= 1 << index.ilog2();
        }
    }
    used
}

impl HalfWords {
    /// A plan, or `None` where a tap has too large an index or reaches too far, or where more than
    /// few of the cells have large indices.
    pub fn plan(taps: &[Tap], cells: &[u8]) -> Option<Self> {
        let last = &cells[cells.len().saturating_sub(FARTHEST)..];
        let large = last.iter().filter(|&&c| usize::from(c) >= INDICES).count();
        if large * SELDOM > last.len() {
            return None;
        }
        let mut list = Vec::with_capacity(taps.len());
        for tap in taps {
            let distance = usize::try_from(tap.distance).ok().filter(|&d| d <= FARTHEST)?;
            let index = usize::try_from(tap.index).ok().filter(|&w| w < INDICES)?;
            list.push((distance, index));
        }
        list.sort_unstable_by(|a, b| b.cmp(a));
        let step = list.last().map_or(PER_WORD, |tap| tap.0.min(PER_WORD));
        let heaps = list.first().map_or(0, |tap| tap.0).max(HEAPS);
        let farthest = heaps.div_ceil(PER_WORD);
        let stride = farthest + farthest.max(ROOM / PER_WORD) + WORDS;
        let (far, near) = list.split_at(list.partition_point(|tap| tap.0 >= HEAPS));
        // Where the history of every index begins.
        let mut begin = [0; INDICES];
        let (word, all) = (chain(near.iter().map(|t| t.1)), chain(list.iter().map(|t| t.1)));
        let (mut by_word, mut by_block) = (Vec::new(), Vec::new());
        let order = (1..INDICES).filter(|&w| word[w]).chain((1..INDICES).filter(|&w| !word[w]));
        for w in order.filter(|&w| all[w]) {
            let bit = w.ilog2();
            begin[w] = stride * (1 + by_word.len() + by_block.len());
            let exchange = Exchange::new(begin[w ^ 1 << bit], begin[w], bit);
            if word[w] { by_word.push(exchange) } else { by_block.push(exchange) }
        }
        let words = stride * (1 + by_word.len() + by_block.len());
        if step == 0 || words > MOST_WORDS {
            return None;
        }
        let offset = |&(d, w): &(usize, usize)| 8 * (begin[w] + farthest) - 2 * d;
        let offsets: Vec<u32> = far.iter().map(|tap| offset(tap) as u32).collect();
        let (mut aligned, mut shifted, mut inner) = (Vec::new(), Vec::new(), Vec::new());
        for &(d, w) in near {
            let offset = begin[w] + farthest - d.div_ceil(PER_WORD);
            let shift = 16 * (d % PER_WORD) as u32;
            if d < PER_WORD {
                inner.push(Inner { offset, index: w as u32, shift });
            } else if shift == 0 {
                aligned.push(offset);
            } else {
                shifted.push(Near { offset, shift });
            }
        }
        Some(Self {
            taps: taps.to_vec(),
            largest_offset: offsets.iter().max().map_or(0, |&o| o as usize),
            offsets,
            aligned,
            near: shifted,
            inner,
            step,
            by_word,
            by_block,
            farthest,
            history: vec![0; words],
            stride,
            known: 0,
            heap: u64::MAX,
            debt: 0,
        })
    }

    /// Makes the histories end with the given cells, the last before `heap`. `false` when too few
    /// cells are known, or too many had large indices.
    pub fn synchronise(&mut self, cells: &[u8], heap: u64) -> bool {
        if self.debt > DEBT {
            return false;
        }
        if self.heap == heap {
            return true;
        }
        let heaps = PER_WORD * self.farthest;
        let first = cells.len().saturating_sub(heaps);
        let most = self.taps.iter().map(|t| t.distance as usize).max().unwrap_or(0);
        if cells.len() < most {
            return false;
        }
        // What no tap reaches may be missing.
        let missing = heaps - (cells.len() - first);
        for (word, begin) in self.history.iter_mut().zip((0..heaps).step_by(PER_WORD)) {
            *word = 0;
            for lane in (0..PER_WORD).filter(|lane| begin + lane >= missing) {
                let cell = cells[first + begin + lane - missing];
                *word |= u64::from(1u16.checked_shl(cell.into()).unwrap_or(0)) << (16 * lane);
            }
        }
        self.known = self.farthest;
        for exchange in self.by_word.iter().chain(&self.by_block) {
            for i in 0..self.known {
                self.history[exchange.to + i] = exchange.word(self.history[exchange.from + i]);
            }
        }
        self.heap = heap;
        true
    }

    /// Makes room for a block in every history.
    #[allow(clippy::inline_always)] // Compiled again inside the functions with target features.
    #[inline(always)]
    pub fn make_room(&mut self) {
        if self.known + WORDS > self.stride {
            let from = self.known - self.farthest;
            for history in self.history.chunks_exact_mut(self.stride) {
                history.copy_within(from..self.known, 0);
            }
            self.known = self.farthest;
        }
    }

    /// What the far taps of the next block read: for each offset the [`BYTES`] bytes at
    /// `first + offset`, which lie inside the words. `None` where they do not.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub fn far(&self) -> Option<(&[u64], usize, &[u32])> {
        let first = 8 * self.known.checked_sub(self.farthest)?;
        let inside = first + self.largest_offset + BYTES <= 8 * self.history.len();
        inside.then_some((&self.history[..], first, &self.offsets[..]))
    }

    /// The histories, the word in the first one where the next block lies, and how those come of
    /// others that [`near`](Self::near) does not write.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub fn next(&mut self) -> (&mut [u64], usize, &[Exchange]) {
        (&mut self.history, self.known, &self.by_block)
    }

    /// The block was appended to every history.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub fn appended(&mut self) {
        self.known += WORDS;
        self.debt = self.debt.saturating_sub(1);
    }

    /// The last heap of the histories is the one before `heap`, but for a surplus.
    pub fn end(&mut self, heap: u64, surplus: usize) {
        self.known -= surplus / PER_WORD;
        self.heap = if surplus.is_multiple_of(PER_WORD) { heap } else { u64::MAX };
    }

    /// The histories are of no use any more.
    pub fn forget(&mut self) {
        self.heap = u64::MAX;
    }

    /// The lanes of the next block, given what the far taps exclude; they are appended to the
    /// histories that near taps read. The second result is true where a lane is empty.
    #[allow(clippy::inline_always)] // Compiled again inside the functions with target features.
    #[inline(always)]
    pub fn near(&mut self, far: [u64; WORDS]) -> ([u64; WORDS], bool) {
        let (aligned, near, inner) = (&self.aligned[..], &self.near[..], &self.inner[..]);
        let (by_word, step) = (&self.by_word[..], self.step);
        let history = &mut self.history[..];
        let (known, first) = (self.known, self.known - self.farthest);
        let mut words = [0; WORDS];
        let mut empty = false;
        for w in 0..WORDS {
            let mut excluded = far[w];
            let first = first + w;
            for offset in aligned {
                excluded |= history[first + offset];
            }
            for tap in near {
                let (before, last) = (history[first + tap.offset], history[first + tap.offset + 1]);
                excluded |= last << (tap.shift % 64) | before >> (tap.shift.wrapping_neg() % 64);
            }
            for tap in inner {
                excluded |= history[first + tap.offset] >> (tap.shift.wrapping_neg() % 64);
            }
            let mut word = mex(excluded);
            if step < PER_WORD {
                word = within(excluded, word, inner, step);
            }
            if has_empty_lane(word) {
                word = one_by_one(excluded, inner);
                empty = true;
            }
            words[w] = word;
            history[known + w] = word;
            for exchange in by_word {
                let x = history[exchange.from + known + w];
                history[exchange.to + known + w] = exchange.word(x);
            }
        }
        (words, empty)
    }

    /// The cells of a block with empty lanes, after the given cells. `None` where one does not fit
    /// a byte.
    #[cold]
    #[inline(never)]
    pub fn with_empty_lanes(&mut self, words: [u64; WORDS], cells: &[u8]) -> Option<[u8; HEAPS]> {
        let mut new = indices(words);
        for heap in 0..HEAPS {
            if words[heap / PER_WORD] >> (16 * (heap % PER_WORD)) & 0xffff != 0 {
                continue;
            }
            self.debt += COST;
            let mut excluded = [false; 256];
            for tap in &self.taps {
                // The distance counts from the new heap, the nearest of which are in `new`.
                let distance = tap.distance as usize;
                let cell = match heap.checked_sub(distance) {
                    Some(at) => new[at],
                    None => *cells.get((cells.len() + heap).checked_sub(distance)?)?,
                };
                excluded[usize::from(cell ^ tap.index as u8)] = true;
            }
            new[heap] = excluded.iter().position(|&e| !e)? as u8;
        }
        Some(new)
    }
}

/// The lanes of a word where taps reach from one of its heaps to another. `word` are those without
/// these taps, the first `step` of which are right.
#[allow(clippy::inline_always)] // Compiled again inside the functions with target features.
#[inline(always)]
fn within(mut excluded: u64, mut word: u64, inner: &[Inner], step: usize) -> u64 {
    let mut known = step;
    while known < PER_WORD {
        let right = word & ((1 << (16 * known)) - 1);
        for tap in inner {
            excluded |= nim_added(right, tap.index) << (tap.shift % 64);
        }
        word = mex(excluded);
        known += step;
    }
    word
}

/// The same where a lane may be empty.
#[cold]
#[inline(never)]
fn one_by_one(mut excluded: u64, inner: &[Inner]) -> u64 {
    let mut word = 0;
    for lane in 0..PER_WORD {
        let set = (excluded >> (16 * lane)) as u16;
        word |= u64::from(!set & set.wrapping_add(1)) << (16 * lane);
        for tap in inner {
            excluded |= nim_added(word, tap.index) << (tap.shift % 64);
        }
    }
    word
}

/// The least index in no set, in every lane; empty lanes where there is none, and then lanes after
/// it may be wrong.
#[inline]
fn mex(sets: u64) -> u64 {
    !sets & sets.wrapping_add(ONES)
}

/// Whether a lane is zero.
#[inline]
fn has_empty_lane(word: u64) -> bool {
    word.wrapping_sub(ONES) & !word & ONES << 15 != 0
}

/// The lanes with the index nim-added to every member.
#[allow(clippy::inline_always)]
#[inline(always)]
fn nim_added(mut word: u64, index: u32) -> u64 {
    if index == 0 {
        return word;
    }
    for bit in (0..4).filter(|bit| index >> bit & 1 == 1) {
        word = Exchange::new(0, 0, bit).word(word);
    }
    word
}

/// The indices of the lanes; anything for empty ones.
#[allow(clippy::inline_always)] // Compiled again inside the functions with target features.
#[inline(always)]
pub(crate) fn indices(words: [u64; WORDS]) -> [u8; HEAPS] {
    let mut indices = [0; HEAPS];
    for (four, word) in indices.as_chunks_mut::<PER_WORD>().0.iter_mut().zip(words) {
        *four = [
            word.trailing_zeros() as u8,
            (word >> 16).trailing_zeros() as u8,
            (word >> 32).trailing_zeros() as u8,
            (word >> 48).trailing_zeros() as u8,
        ];
    }
    indices
}

#[cfg(test)]
mod tests {
    use super::super::Kernel;
    use super::super::loops::GenerateHalfWords;
    use super::*;
    use crate::kernel::scalar;

    fn tap(distance: u64, index: u32) -> Tap {
        Tap { distance, index }
    }

    /// Those with 16-bit lanes at all.
    fn kernels() -> impl Iterator<Item = Kernel> {
        Kernel::available().into_iter().filter(|k| k.has_half_words())
    }

    #[test]
    fn lanes_are_translated_by_nim_addition() {
        for index in 0..16 {
            for member in 0..16 {
                let word = nim_added(ONES << member, index);
                assert_eq!(word, ONES << (member ^ index));
            }
        }
        let used = chain([13, 2].into_iter());
        let used: Vec<usize> = (0..16).filter(|&w| used[w]).collect();
        assert_eq!(used, [1, 2, 5, 13]);
    }

    #[test]
    fn blocks_equal_one_heap_after_the_other() {
        for taps in [
            vec![tap(1, 0), tap(2, 3), tap(8, 5), tap(9, 15), tap(15, 12), tap(16, 5), tap(400, 1)],
            vec![tap(2, 0), tap(3, 1), tap(5, 1), tap(7, 2), tap(17, 10), tap(33, 7), tap(64, 0)],
            vec![tap(3, 9), tap(4, 1), tap(12, 3), tap(31, 8), tap(450, 15)],
            vec![tap(6, 0), tap(10, 1), tap(13, 2), tap(29, 3), tap(87, 4)],
            vec![tap(16, 1)],
            vec![],
        ] {
            let start: Vec<u8> = (0..500u32).map(|i| (i * i % 13) as u8).collect();
            let mut expected = start.clone();
            assert!(scalar::generate(&taps, &mut expected, 9_017));
            for kernel in kernels() {
                let mut cells = start.clone();
                let mut words = HalfWords::plan(&taps, &cells).unwrap();
                for count in [1, 7, 16, 17, 476, 500, 8000] {
                    let heap = 1_000_000 + cells.len() as u64;
                    let words = &mut words;
                    assert!(kernel.run(GenerateHalfWords {
                        words,
                        cells: &mut cells,
                        heap,
                        count
                    }));
                }
                assert_eq!(cells, expected, "{kernel} {taps:?}");
            }
        }
        assert!(HalfWords::plan(&[tap(9, 16)], &[0; 100]).is_none());
        assert!(HalfWords::plan(&[tap(0, 1)], &[0; 100]).is_none());
        assert!(HalfWords::plan(&[tap(9, 1)], &[16; 100]).is_none());
    }

    /// Indices from 16 on are right wherever in a word they come, and exclude what they should.
    #[test]
    fn large_indices_are_found_one_tap_after_the_other() {
        let mut large = 0;
        for nearest in 1..6 {
            // Each index is often excluded, the small ones most.
            let taps: Vec<Tap> =
                (0..48).map(|i| tap(nearest + i * (1 + i / 3), (i * i % 7) as u32)).collect();
            let start: Vec<u8> = (0..900u32).map(|i| (i * i % 13) as u8).collect();
            let mut expected = start.clone();
            assert!(scalar::generate(&taps, &mut expected, 3000));
            large += expected.iter().filter(|&&c| c >= 16).count();
            for kernel in kernels() {
                let mut cells = start.clone();
                let mut words = HalfWords::plan(&taps, &cells).unwrap();
                while cells.len() < expected.len() {
                    let (words, heap) = (&mut words, cells.len() as u64);
                    let count = 100.min(expected.len() - cells.len());
                    if !kernel.run(GenerateHalfWords { words, cells: &mut cells, heap, count }) {
                        break;
                    }
                }
                assert_eq!(cells, expected[..cells.len()], "{kernel}");
                assert!(cells.len() == expected.len() || words.debt > DEBT, "{kernel}");
            }
        }
        assert!(large > 100, "{large}");
    }

    /// Too few cells, and a cell that does not fit a byte.
    #[test]
    fn what_does_not_fit_stops_the_computation() {
        for kernel in kernels() {
            let mut cells = vec![0; 30];
            let mut words = HalfWords::plan(&[tap(31, 1)], &cells).unwrap();
            let task =
                GenerateHalfWords { words: &mut words, cells: &mut cells, heap: 30, count: 20 };
            assert!(!kernel.run(task));
            assert_eq!(cells.len(), 30);
            // Every index below 256 is excluded at the third heap, by large cells and small.
            let mut cells: Vec<u8> = (0..8192).map(|i| i as u8 % 16).collect();
            let taps: Vec<Tap> = (0..256).map(|i| tap(20 + i, 0)).collect();
            let mut words = HalfWords::plan(&taps, &cells).unwrap();
            let end = cells.len();
            for (i, cell) in cells[end - 274..end - 18].iter_mut().enumerate() {
                *cell = i as u8;
            }
            let mut expected = cells.clone();
            assert!(!scalar::generate(&taps, &mut expected, 16));
            let heap = end as u64;
            let task = GenerateHalfWords { words: &mut words, cells: &mut cells, heap, count: 16 };
            assert!(!kernel.run(task), "{kernel}");
            assert_eq!(cells[..], expected[..cells.len()], "{kernel}");
        }
    }
}
