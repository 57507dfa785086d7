//! Mark and UpMark: a value needs the last t-1 values and one at n/t, so only the values
//! up to to/t are kept, and t+1 numbers bound them (Lemma 5.1 of Austin: a heap with k
//! options has a value of at most k).

use crate::{Engine, EngineError, MemoryLimit};
use sprague_budget::Budget;
use sprague_games::Rounding;
use std::collections::VecDeque;

/// Keeps the values up to to/t.
pub struct Mark {
    t: u64,
    rounding: Rounding,
    /// The last t-1 values.
    recent: VecDeque<u32>,
    kept: Kept,
    keep: u64,
    n: u64,
    memory: MemoryLimit,
}

/// The values of small heaps, in bytes where they fit.
enum Kept {
    Bytes(Vec<u8>),
    Words(Vec<u32>),
}

impl Mark {
    /// An engine for Mark(t) or UpMark(t), used for heaps up to `to`.
    pub fn new(t: u64, rounding: Rounding, to: u64, budget: &Budget) -> Self {
        let kept = if t < 255 { Kept::Bytes(Vec::new()) } else { Kept::Words(Vec::new()) };
        let memory = MemoryLimit::of(budget);
        Self { t, rounding, recent: VecDeque::new(), kept, keep: to / t + 1, n: 0, memory }
    }

    /// The bytes a computation up to `to` would take.
    pub fn estimate(t: u64, to: u64) -> u64 {
        let width = if t < 255 { 1 } else { 4 };
        (to / t + 1).saturating_mul(width).saturating_add(t.min(to).saturating_mul(4))
    }
}

impl Engine for Mark {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let n = self.n;
        let (end, quotient) = match self.rounding {
            Rounding::Down => (0, n / self.t),
            Rounding::Up => (1, n.div_ceil(self.t)),
        };
        let value = if n <= end {
            0
        } else {
            let i = quotient as usize;
            // UpMark of 2 with t = 2 leads to 1, which is kept: quotient <= to/t + 1.
            let quotient_value = match &self.kept {
                Kept::Bytes(kept) => u32::from(kept[i]),
                Kept::Words(kept) => kept[i],
            };
            // Heaps n-1 down to max(n-(t-1), end); `recent` never holds a heap below `end`.
            let mut excluded = [0u64; 4];
            if self.t < 255 {
                let mut mark = |v: u32| excluded[(v / 64) as usize] |= 1 << (v % 64);
                mark(quotient_value);
                self.recent.iter().for_each(|&v| mark(v));
                excluded
                    .iter()
                    .position(|&w| w != u64::MAX)
                    .map_or(256, |w| w as u32 * 64 + excluded[w].trailing_ones())
            } else {
                sprague_games::nim::mex(self.recent.iter().copied().chain([quotient_value]))
            }
        };
        if n >= end {
            self.recent.push_back(value);
            if self.recent.len() as u64 > self.t - 1 {
                self.recent.pop_front();
            }
        }
        if n <= self.keep {
            match &mut self.kept {
                Kept::Bytes(kept) => kept.push(value as u8), // at most t < 255
                Kept::Words(kept) => kept.push(value),
            }
            if n.is_power_of_two() {
                self.memory.check(self.bytes(), n)?;
            }
        }
        self.n += 1;
        Ok(value)
    }

    fn bytes(&self) -> u64 {
        let kept = match &self.kept {
            Kept::Bytes(kept) => kept.capacity(),
            Kept::Words(kept) => 4 * kept.capacity(),
        };
        (kept + 4 * self.recent.capacity()) as u64
    }
}
