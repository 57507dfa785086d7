//! All-but games: every number may be taken except those of a finite set S, so every
//! value of a heap more than max(S) below n is excluded. Memory does not grow with n.

use crate::{Engine, EngineError};
use sprague_games::TakeSet;
use std::collections::VecDeque;

/// Accumulates the values that are excluded for ever.
pub struct AllBut {
    set: TakeSet,
    /// The last max(S) values.
    recent: VecDeque<u32>,
    /// Values below `base` are excluded for ever; `above[i]` says whether `base + i` is.
    base: u32,
    above: VecDeque<bool>,
    n: u64,
}

impl AllBut {
    /// An engine for the game in which any number but those of `set` may be taken.
    pub fn new(set: &TakeSet) -> Self {
        Self { set: set.clone(), recent: VecDeque::new(), base: 0, above: VecDeque::new(), n: 0 }
    }

    /// The bytes a computation up to `to` would take.
    pub fn estimate(set: &TakeSet, to: u64) -> u64 {
        set.max().min(to).saturating_mul(8)
    }

    fn exclude_for_ever(&mut self, value: u32) {
        let Some(i) = value.checked_sub(self.base) else { return };
        let i = i as usize;
        if self.above.len() <= i {
            self.above.resize(i + 1, false);
        }
        self.above[i] = true;
        while self.above.front() == Some(&true) {
            self.above.pop_front();
            self.base += 1;
        }
    }
}

impl Engine for AllBut {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let window = self.set.max();
        // recent[i] is the value of heap n - len + i.
        let len = self.recent.len() as u64;
        let mut excluded: Vec<u32> = (0..len)
            .filter(|&i| !self.set.contains(len - i))
            .map(|i| self.recent[i as usize])
            .filter(|&v| v >= self.base)
            .collect();
        excluded.sort_unstable();
        let mut value = self.base;
        loop {
            let held = self.above.get((value - self.base) as usize) == Some(&true);
            if !held && excluded.binary_search(&value).is_err() {
                break;
            }
            value = value.checked_add(1).ok_or(EngineError::ValueTooLarge { heap: self.n })?;
        }
        self.recent.push_back(value);
        if self.recent.len() as u64 > window
            && let Some(old) = self.recent.pop_front()
        {
            if old == u32::MAX {
                return Err(EngineError::ValueTooLarge { heap: self.n });
            }
            self.exclude_for_ever(old);
        }
        self.n += 1;
        Ok(value)
    }

    fn bytes(&self) -> u64 {
        4 * self.recent.capacity() as u64 + self.above.capacity() as u64
    }
}
