//! Loops of the engine for three heaps. Where words of 64 and 32 bits are all there is to them, the
//! compiler makes vectors of plain code: it is compiled for every set.

use crate::kernel::vector::{BLOCK, Loop, Scalar, Vector, load_block};
use crate::three_heaps::screen::{LANES, Lanes, Positions};

/// See [`mark_sums`](crate::kernel::mark_sums).
pub(crate) struct MarkSums<'a> {
    pub small: &'a [u32],
    pub large: &'a [u32],
    pub marks: &'a mut [u8],
    pub row: &'a mut [u64],
}

impl MarkSums<'_> {
    #[inline(always)]
    fn mark(&mut self) {
        let mask = (self.marks.len() as u32).wrapping_sub(1);
        let (small, rest) = self.small.as_chunks::<8>();
        let (others, large) = self.large.as_rchunks::<8>();
        for (a, b) in small.iter().zip(large.iter().rev()) {
            let sums: [u32; 8] = std::array::from_fn(|i| (a[i] ^ b[7 - i]) & mask);
            for sum in sums {
                // All sums are below the length; `get_mut` is the check.
                if let Some(mark) = self.marks.get_mut(sum as usize) {
                    *mark = 1;
                }
            }
        }
        for (a, b) in rest.iter().zip(others.iter().rev()) {
            if let Some(mark) = self.marks.get_mut((a ^ b) as usize) {
                *mark = 1;
            }
        }
    }

    /// The sums in one word.
    #[inline(always)]
    fn word(&self) -> u64 {
        let pairs = self.small.iter().zip(self.large.iter().rev());
        let mut word = 0;
        for (a, b) in pairs {
            word |= 1_u64 << ((a ^ b) & 63);
        }
        word
    }
}

impl Scalar for MarkSums<'_> {
    fn scalar(mut self) {
        if self.row.len() == 1 {
            self.row[0] |= self.word();
            return;
        }
        self.mark();
        for (word, marks) in self.row.iter_mut().zip(self.marks.as_chunks_mut::<BLOCK>().0) {
            for (i, mark) in marks.iter_mut().enumerate() {
                *word |= u64::from(std::mem::take(mark)) << i;
            }
        }
    }
}

impl Loop for MarkSums<'_> {
    type Output = ();

    #[inline(always)]
    fn vector<V: Vector>(mut self, set: V::Set) {
        if self.row.len() == 1 {
            self.row[0] |= self.word();
            return;
        }
        self.mark();
        let one = V::splat(set, 1);
        for (word, marks) in self.row.iter_mut().zip(self.marks.as_chunks_mut::<BLOCK>().0) {
            *word |= V::equal_block(&load_block::<V>(set, marks), one);
            *marks = [0; BLOCK];
        }
    }
}

/// See [`close`](crate::kernel::close).
pub(crate) struct Close<'a> {
    pub totals: &'a [u64],
    pub sum: u32,
    pub first: usize,
    pub positions: &'a Positions,
    pub base: u32,
    pub open: &'a mut [Lanes],
    pub list: &'a mut Vec<u32>,
}

/// Clears the lanes that a row of totals has from bit `at` on. Whether one is left; nothing where the row
/// ends before.
#[inline(always)]
fn clear(open: &mut Lanes, totals: &[u64], at: usize) -> bool {
    let Some(words) = totals.get(at / 64..).and_then(|words| words.first_chunk::<ROW>()) else {
        return true;
    };
    let mut any = 0;
    for (i, open) in open.iter_mut().enumerate() {
        *open &= !(words[i] >> (at % 64) | words[i + 1] << 1 << (63 - at % 64));
        any |= *open;
    }
    any != 0
}

/// The same by vectors.
#[inline(always)]
fn clear_by<V: Vector>(set: V::Set, open: &mut Lanes, totals: &[u64], at: usize) -> bool {
    let Some(words) = totals.get(at / 64..).and_then(|words| words.first_chunk::<ROW>()) else {
        return true;
    };
    let per_vector = V::BYTES / 8;
    let mut any = V::splat(set, 0);
    for i in (0..open.len()).step_by(per_vector) {
        let low = V::load_words(set, &words[i..]);
        let row = match (at % 64) as u32 {
            0 => low,
            bits => V::shift_words(low, V::load_words(set, &words[i + 1..]), bits),
        };
        let left = V::load_words(set, &open[i..]) & !row;
        left.store_words(&mut open[i..]);
        any = any | left;
    }
    !V::is_zero(any)
}

/// Words that a row shifted by some bits reaches into.
const ROW: usize = LANES / 64 + 1;

impl Close<'_> {
    #[inline(always)]
    fn each(self, clear: impl Fn(&mut Lanes, &[u64], usize) -> bool) {
        let mut kept = 0;
        for i in 0..self.list.len() {
            let v = self.list[i];
            let open = &mut self.open[(v - self.base) as usize];
            let mut heap = self.positions.last(v ^ self.sum);
            let mut left = true;
            while let Some(c) = heap
                && left
            {
                left = clear(open, self.totals, self.first - c);
                heap = self.positions.before(c);
            }
            self.list[kept] = v;
            kept += usize::from(left);
        }
        self.list.truncate(kept);
    }
}

impl Scalar for Close<'_> {
    fn scalar(self) {
        self.each(clear);
    }
}

impl Loop for Close<'_> {
    type Output = ();

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) {
        self.each(
            #[inline(always)]
            |open, totals, at| clear_by::<V>(set, open, totals, at),
        );
    }
}

/// See [`any_within`](crate::kernel::any_within).
pub(crate) struct AnyWithin<'a, F> {
    pub value: u32,
    pub values: &'a [u32],
    pub tops: &'a [u32],
    pub holds: F,
}

/// As many heaps are compared with their limits at once.
const AT_ONCE: usize = 32;

impl<F: FnMut(usize, u32) -> bool> Scalar for AnyWithin<'_, F> {
    #[inline(always)]
    fn scalar(mut self) -> bool {
        let parts = self.values.chunks(AT_ONCE).zip(self.tops.rchunks(AT_ONCE));
        for (part, (values, tops)) in parts.enumerate() {
            let mut any = false;
            for (g, &top) in values.iter().zip(tops.iter().rev()) {
                any |= self.value ^ g <= top;
            }
            if !any {
                continue;
            }
            for (i, (g, &top)) in values.iter().zip(tops.iter().rev()).enumerate() {
                let sum = self.value ^ g;
                if sum <= top && (self.holds)(AT_ONCE * part + i, sum) {
                    return true;
                }
            }
        }
        false
    }
}

impl<F: FnMut(usize, u32) -> bool> Loop for AnyWithin<'_, F> {
    type Output = bool;

    #[inline(always)]
    fn vector<V: Vector>(self, _: V::Set) -> bool {
        self.scalar()
    }
}

/// See [`any_in_words`](crate::kernel::any_in_words).
pub(crate) struct AnyInWords<'a> {
    pub value: u32,
    pub values: &'a [u32],
    pub words: &'a [u64],
}

/// As many words are looked at before the search may end.
const WORDS: usize = 256;

impl Scalar for AnyInWords<'_> {
    #[inline(always)]
    fn scalar(self) -> bool {
        let parts = self.values.chunks(WORDS).zip(self.words.rchunks(WORDS));
        for (values, words) in parts {
            let mut any = 0;
            for (g, word) in values.iter().zip(words.iter().rev()) {
                any |= word >> ((self.value ^ g) & 63);
            }
            if any & 1 == 1 {
                return true;
            }
        }
        false
    }
}

impl Loop for AnyInWords<'_> {
    type Output = bool;

    #[inline(always)]
    fn vector<V: Vector>(self, _: V::Set) -> bool {
        self.scalar()
    }
}
