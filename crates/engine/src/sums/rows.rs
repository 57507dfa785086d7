//! Rows of bits: one set of nim-values for every total.

use sprague_games::nim::translate;

/// One row per total 0, 1, 2, ..., all of the same width.
#[derive(Default)]
pub(super) struct Rows {
    bits: Vec<u64>,
    words: usize,
}

impl Rows {
    /// Appends an empty row.
    pub fn push(&mut self, words: usize) -> &mut [u64] {
        debug_assert!(self.bits.is_empty() || self.words == words);
        self.words = words;
        let start = self.bits.len();
        self.bits.resize(start + words, 0);
        &mut self.bits[start..]
    }

    pub fn row(&self, total: usize) -> &[u64] {
        &self.bits[total * self.words..(total + 1) * self.words]
    }

    pub fn row_mut(&mut self, total: usize) -> &mut [u64] {
        &mut self.bits[total * self.words..(total + 1) * self.words]
    }

    /// The same rows, each `to` words wide.
    pub fn widen(&mut self, from: usize, to: usize) {
        let mut wide = Vec::with_capacity(self.bits.len() / from * to);
        for row in self.bits.chunks_exact(from) {
            wide.extend_from_slice(row);
            wide.resize(wide.len() + to - from, 0);
        }
        self.bits = wide;
        self.words = to;
    }

    pub fn bytes(&self) -> u64 {
        8 * self.bits.capacity() as u64
    }
}

/// Whether `value` is in the set; values beyond its width are not.
pub(super) fn bit(set: &[u64], value: u32) -> bool {
    set.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
}

/// Puts `value`, which must fit the width, into the set.
pub(super) fn set_bit(set: &mut [u64], value: u32) {
    set[value as usize / 64] |= 1 << (value % 64);
}

/// Union.
pub(super) fn or_into(set: &mut [u64], other: &[u64]) {
    for (word, more) in set.iter_mut().zip(other) {
        *word |= more;
    }
}

/// Unites many translated sets: `{ v xor by : v in other }` for many pairs (other, by).
///
/// Translating is a permutation of the bits by the low bits of `by` and of whole blocks of
/// words by its high bits. The second is free: it only says where a block is read. So the
/// sets are united in one buffer for every pattern of low bits, and the buffers are folded
/// into one at the end, one exchange for every low bit.
#[derive(Default)]
pub(super) struct Translator {
    /// `1 << low_bits` buffers of `words` words.
    buffers: Vec<u64>,
}

/// Blocks of up to 8 words are read at once.
const BLOCK: usize = 8;

impl Translator {
    /// `set |= { v xor by : v in other }` for every (other, by). All sets have the same
    /// width, a power of two of words, in which every `by` fits.
    pub fn unite<'a>(
        &mut self,
        set: &mut [u64],
        others: impl ExactSizeIterator<Item = (&'a [u64], u32)>,
    ) {
        let words = set.len();
        let block = words.min(BLOCK);
        let low_bits = 6 + block.ilog2();
        // Few sets are cheaper one by one than through the buffers.
        if others.len() < 2 << low_bits.min(7) {
            for (other, by) in others {
                or_translated(set, other, by);
            }
            return;
        }
        self.buffers.clear();
        self.buffers.resize(words << low_bits, 0);
        for (other, by) in others {
            let low = by as usize & ((1 << low_bits) - 1);
            let high = by as usize >> low_bits;
            let buffer = &mut self.buffers[low * words..(low + 1) * words];
            if block == BLOCK {
                for (i, into) in buffer.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
                    let from = &other.as_chunks::<BLOCK>().0[i ^ high];
                    for (word, more) in into.iter_mut().zip(from) {
                        *word |= more;
                    }
                }
            } else {
                or_into(buffer, other);
            }
        }
        for bit in (0..low_bits).rev() {
            let (kept, folded) = self.buffers.split_at_mut(words << bit);
            for (into, from) in kept.chunks_exact_mut(words).zip(folded.chunks_exact(words)) {
                or_translated(into, from, 1 << bit);
            }
        }
        or_into(set, &self.buffers[..words]);
    }
}

/// `set |= { v xor by : v in other }`. Both have the same width, a power of two of words
/// in which `by` fits, so the translation stays inside.
pub(super) fn or_translated(set: &mut [u64], other: &[u64], by: u32) {
    let high = by as usize / 64;
    let low = by % 64;
    for (i, word) in set.iter_mut().enumerate() {
        *word |= translate(other[i ^ high], low);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniting_many_is_uniting_one_by_one() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 33
        };
        for words in [1usize, 2, 4, 8, 16, 64] {
            for count in [0usize, 3, 300, 1500] {
                let sets: Vec<Vec<u64>> = (0..count)
                    .map(|_| (0..words).map(|_| 1 << (random() % 64) & random() << 20).collect())
                    .collect();
                let by: Vec<u32> =
                    (0..count).map(|_| random() as u32 % (64 * words as u32)).collect();
                let mut expected = vec![0; words];
                for (set, &by) in sets.iter().zip(&by) {
                    or_translated(&mut expected, set, by);
                }
                let mut united = vec![0; words];
                let others = (0..count).map(|i| (&sets[i][..], by[i]));
                Translator::default().unite(&mut united, others);
                assert_eq!(united, expected, "{count} sets of {words} words");
            }
        }
    }

    #[test]
    fn translation_is_xor() {
        for by in 0..256u32 {
            let mut set = vec![0u64; 4];
            let other = [0x8000_0400_0010_0103, 7, 0, 0xf0f0_0000_1234_0001];
            or_translated(&mut set, &other, by);
            for v in 0..256 {
                assert_eq!(bit(&other, v), bit(&set, v ^ by), "{v} by {by}");
            }
        }
    }
}
