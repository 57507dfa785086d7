//! Numbering of equal-length bit sets in the order in which they are first met.

use crate::Error;
use crate::budget::allow;
use sprague_budget::Budget;

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
        allow(budget, self.len + 1, bytes)?;
        self.sets.extend_from_slice(set);
        self.len += 1;
        self.table[slot] = self.len as u32;
        if self.len * 2 > self.table.len() {
            self.grow();
        }
        Ok((self.len - 1) as u32)
    }

    /// Adds all sets that follow from those already here, one for each letter: `follow` fills in
    /// the set after the one it is given, which is empty at first. Returns their numbers, those
    /// of set i from i * letters on. `work` is how many edges one set costs, 0 where nobody counts.
    pub(crate) fn close(
        &mut self,
        letters: usize,
        work: usize,
        budget: &Budget,
        mut follow: impl FnMut(&[u64], usize, &mut [u64]),
    ) -> Result<Vec<u32>, Error> {
        let mut next = Vec::new();
        let mut set = vec![0_u64; self.width];
        let mut current = vec![0_u64; self.width];
        let mut at = 0;
        while at < self.len {
            budget.allow_steps((at * work) as u64)?;
            current.copy_from_slice(self.get(at));
            for letter in 0..letters {
                set.fill(0);
                follow(&current, letter, &mut set);
                next.push(self.intern(&set, budget)?);
            }
            at += 1;
        }
        Ok(next)
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
