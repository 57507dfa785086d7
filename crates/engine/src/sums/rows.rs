//! Rows of bits: one set of nim-values for every total.

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

/// `set |= { v xor by : v in other }`. Both have the same width, a power of two of words
/// in which `by` fits, so the translation stays inside.
pub(super) fn or_translated(set: &mut [u64], other: &[u64], by: u32) {
    let high = by as usize / 64;
    let low = by % 64;
    for (i, word) in set.iter_mut().enumerate() {
        *word |= translate_word(other[i ^ high], low);
    }
}

/// Moves bit v to bit v xor `by`, for by < 64: one exchange of neighbouring blocks for
/// every bit of `by`.
fn translate_word(mut word: u64, by: u32) -> u64 {
    const BLOCKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (i, mask) in BLOCKS.into_iter().enumerate() {
        if by >> i & 1 == 1 {
            word = (word >> (1 << i)) & mask | (word & mask) << (1 << i);
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

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
