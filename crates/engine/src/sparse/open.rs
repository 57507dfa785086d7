//! Rare indices that still have to be excluded, and what a search for excluding pairs says.

/// A rare index some option still has to exclude at a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Leftover {
    pub heap: u64,
    pub index: u32,
}

/// How a search for excluding pairs ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Every open index is excluded by a pair whose smaller part is at most this.
    Excluded { part: u64 },
    /// What is open now no pair excludes.
    Free,
    /// The pairs that are left have a part that is not kept.
    Undecided,
}

/// Bit i of the result is bit `from + i` of the set; there are none beyond its end.
#[inline]
pub(crate) fn bits_from(set: &[u64], from: u64) -> u64 {
    let (word, bit) = ((from / 64) as usize, from % 64);
    let at = |i: usize| set.get(i).copied().unwrap_or(0);
    at(word) >> bit | at(word + 1) << 1 << (63 - bit)
}

/// Marks for nim-sums of two cells, rare ones first, common ones behind.
#[derive(Default)]
pub(crate) struct Stamps {
    pub stamp: u32,
    pub stamps: Vec<u32>,
}

impl Stamps {
    pub fn new(size: u32) -> Self {
        Self { stamp: 0, stamps: vec![0; 2 * size as usize] }
    }

    pub fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }
}

/// The rare indices not yet excluded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    words: Vec<u64>,
    count: u32,
}

impl Open {
    pub fn below(limit: u32) -> Self {
        let mut words = vec![u64::MAX; (limit / 64) as usize];
        if !limit.is_multiple_of(64) {
            words.push((1 << (limit % 64)) - 1);
        }
        Self { words, count: limit }
    }

    pub fn open(&mut self, index: u32) {
        let at = (index / 64) as usize;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.count += u32::from(self.words[at] >> (index % 64) & 1 == 0);
        self.words[at] |= 1 << (index % 64);
    }

    #[inline]
    pub fn close(&mut self, index: u32) {
        if let Some(word) = self.words.get_mut((index / 64) as usize) {
            let bit = 1 << (index % 64);
            if *word & bit != 0 {
                *word &= !bit;
                self.count -= 1;
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn least(&self) -> Option<u32> {
        let at = self.words.iter().position(|&w| w != 0)?;
        Some(at as u32 * 64 + self.words[at].trailing_zeros())
    }

    /// Closes every open index for which `excluded` holds.
    pub fn retain(&mut self, mut excluded: impl FnMut(u32) -> bool) {
        for at in 0..self.words.len() {
            let mut bits = self.words[at];
            while bits != 0 {
                let index = at as u32 * 64 + bits.trailing_zeros();
                bits &= bits - 1;
                if excluded(index) {
                    self.close(index);
                }
            }
        }
    }

    pub fn len(&self) -> u32 {
        self.count
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(at as u32 * 64 + bit)
            })
        })
    }
}
