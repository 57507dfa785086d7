//! Numbering of equal-length bit sets in the order in which they are first met.

use crate::{Budget, Error};

/// Sets of `width` words each, without repetition.
pub(crate) struct Interner {
    width: usize,
    sets: Vec<u64>,
    /// Open addressing: index + 1 of a set, 0 for free.
    table: Vec<u32>,
    len: usize,
}

impl Interner {
    pub(crate) fn new(width: usize) -> Self {
        Self { width, sets: Vec::new(), table: vec![0; 64], len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn get(&self, index: usize) -> &[u64] {
        &self.sets[index * self.width..(index + 1) * self.width]
    }

    /// The number of `set`, new or old.
    pub(crate) fn intern(&mut self, set: &[u64], budget: &Budget) -> Result<u32, Error> {
        debug_assert_eq!(set.len(), self.width);
        let mask = self.table.len() - 1;
        let mut slot = hash(set) as usize & mask;
        while self.table[slot] != 0 {
            let index = self.table[slot] as usize - 1;
            if self.get(index) == set {
                return Ok(index as u32);
            }
            slot = (slot + 1) & mask;
        }
        let bytes = (self.sets.len() + self.width) * 8 + self.table.len() * 4;
        // The limit on states keeps the numbers far below u32::MAX.
        budget.check(
            (self.len + 1).max(if self.len >= u32::MAX as usize - 1 { usize::MAX } else { 0 }),
            bytes,
        )?;
        self.sets.extend_from_slice(set);
        self.len += 1;
        self.table[slot] = self.len as u32;
        if self.len * 2 > self.table.len() {
            self.grow();
        }
        Ok((self.len - 1) as u32)
    }

    fn grow(&mut self) {
        let size = self.table.len() * 4;
        let mut table = vec![0_u32; size];
        for index in 0..self.len {
            let mut slot = hash(self.get(index)) as usize & (size - 1);
            while table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            table[slot] = index as u32 + 1;
        }
        self.table = table;
    }
}

fn hash(words: &[u64]) -> u64 {
    let mut h = 0x9e37_79b9_7f4a_7c15_u64;
    for &w in words {
        h = (h.rotate_left(5) ^ w).wrapping_mul(0xff51_afd7_ed55_8ccd);
    }
    h ^ (h >> 32)
}
