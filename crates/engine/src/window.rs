//! Moves that leave at most one heap: subtraction games and finite tetral codes. A value
//! depends on the last max(S) values only, so a window of them is all the memory.

use crate::{Engine, EngineError, not_applicable};
use sprague_games::moves::Move;

/// Keeps the last values in a ring.
pub struct Window {
    /// (take, smallest) of the moves to one heap.
    takes: Vec<(u64, u64)>,
    /// Heaps that may be taken whole, sorted.
    whole: Vec<u64>,
    /// Value of heap m at index m & (len - 1). With k moves a value is at most k (Lemma 5.1
    /// of Austin), and there are at most 2 * 4096.
    ring: Vec<u16>,
    /// `seen[v] == n + 1` when v is excluded for heap n.
    seen: Vec<u64>,
    n: u64,
}

const NAME: &str = "window";

impl Window {
    /// An engine for these moves, used for heaps up to `to`.
    pub fn new(moves: &[Move], to: u64) -> Result<Self, EngineError> {
        if moves.iter().any(|m| m.heaps > 1) {
            return Err(not_applicable(NAME, "a move leaves more than one heap"));
        }
        if moves.len() >= usize::from(u16::MAX) {
            return Err(not_applicable(NAME, "there are too many moves"));
        }
        let positive = |m: &Move| u64::try_from(m.take).ok().filter(|&t| t >= 1 && t <= to);
        let mut whole: Vec<u64> = moves
            .iter()
            .filter(|m| m.heaps == 0)
            .filter_map(|m| positive(m).filter(|&t| t >= m.smallest))
            .collect();
        whole.sort_unstable();
        let takes: Vec<(u64, u64)> = moves
            .iter()
            .filter(|m| m.heaps == 1)
            .filter_map(|m| positive(m).map(|t| (t, m.smallest)))
            .collect();
        let longest = takes.iter().map(|t| t.0).max().unwrap_or(0);
        let len = usize::try_from(longest + 1)
            .ok()
            .and_then(usize::checked_next_power_of_two)
            .ok_or_else(|| not_applicable(NAME, "a take is too large"))?;
        Ok(Self {
            seen: vec![0; takes.len() + whole.len() + 2],
            takes,
            whole,
            ring: vec![0; len],
            n: 0,
        })
    }

    /// The bytes a computation up to `to` would take.
    pub fn estimate(moves: &[Move], to: u64) -> u64 {
        let longest = moves.iter().filter_map(|m| u64::try_from(m.take).ok()).max().unwrap_or(0);
        2 * (longest.min(to) + 1).checked_next_power_of_two().unwrap_or(u64::MAX / 4)
    }
}

impl Engine for Window {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let n = self.n;
        let stamp = n + 1;
        let mask = self.ring.len() as u64 - 1;
        for &(take, smallest) in &self.takes {
            if n > take && n >= smallest {
                self.seen[usize::from(self.ring[((n - take) & mask) as usize])] = stamp;
            }
        }
        if self.whole.binary_search(&n).is_ok() {
            self.seen[0] = stamp;
        }
        // One slot more than there are moves: some value is never excluded.
        let value = self.seen.iter().position(|&s| s != stamp).unwrap_or(self.seen.len());
        self.ring[(n & mask) as usize] = value as u16;
        self.n += 1;
        Ok(value as u32)
    }

    fn bytes(&self) -> u64 {
        2 * self.ring.len() as u64
    }
}
