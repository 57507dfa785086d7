//! Sets of small integers as bits.

/// A set of integers below a fixed bound, one bit each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitSet {
    words: Vec<u64>,
    bound: usize,
}

impl BitSet {
    /// The empty set of integers below `bound`.
    pub fn new(bound: usize) -> Self {
        Self { words: vec![0; bound.div_ceil(64)], bound }
    }

    /// Members are below this.
    pub fn bound(&self) -> usize {
        self.bound
    }

    /// Adds `i`; true if it was not yet there.
    ///
    /// # Panics
    /// When `i` is not below the bound.
    pub fn insert(&mut self, i: usize) -> bool {
        assert!(i < self.bound, "{i} is outside a set bounded by {}", self.bound);
        let (word, bit) = (&mut self.words[i / 64], 1_u64 << (i % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes `i` out.
    pub fn remove(&mut self, i: usize) {
        if i < self.bound {
            self.words[i / 64] &= !(1_u64 << (i % 64));
        }
    }

    /// Whether `i` is a member.
    pub fn contains(&self, i: usize) -> bool {
        i < self.bound && self.words[i / 64] >> (i % 64) & 1 == 1
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// The members in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(i * 64 + bit)
            })
        })
    }

    /// The bits, 64 to a word, least first.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }
}

/// The states from which one of `targets` can be reached; `before` lists the predecessors of each.
pub(crate) fn reaching(before: &[Vec<u32>], targets: &BitSet) -> BitSet {
    let mut found = targets.clone();
    let mut queue: Vec<usize> = found.iter().collect();
    while let Some(s) = queue.pop() {
        for &b in &before[s] {
            if found.insert(b as usize) {
                queue.push(b as usize);
            }
        }
    }
    found
}

/// Whether bit `i` is set in a slice of words.
#[inline]
pub(crate) fn has(words: &[u64], i: usize) -> bool {
    words[i / 64] >> (i % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_back_in_order() {
        let mut set = BitSet::new(200);
        for i in [199, 0, 63, 64, 128, 63] {
            set.insert(i);
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 128, 199]);
        set.remove(64);
        assert!(!set.contains(64) && set.contains(63) && !set.contains(1000));
        assert_eq!(set.len(), 4);
    }
}
