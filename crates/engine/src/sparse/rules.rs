//! The games the sparse-space engine computes: every move leaves at most two heaps.

use super::SparseError;
use sprague_games::moves::{Condition, Move};

/// Takes, differences and least heaps beyond this are refused: they would make the
/// prefix that has to be computed pair by pair unreasonably long.
const REACH_LIMIT: u64 = 1 << 14;

/// A move that leaves one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Taking {
    pub take: u64,
    pub smallest: u64,
}

/// A move that leaves two heaps `a + b = n - take` with `|a - b| >= differ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Splitting {
    pub take: i64,
    pub differ: u64,
    pub smallest: u64,
    /// The least part: 1, or more where the total grows and both parts must still be
    /// smaller than `n`.
    pub least: u64,
}

impl Splitting {
    /// The other part when `part` is one of the two heaps left from `n`, if that is a move.
    pub fn other(&self, n: u64, part: u64) -> Option<u64> {
        if n < self.smallest || part < self.least {
            return None;
        }
        let total = n.checked_add_signed(-self.take)?;
        let other = total.checked_sub(part)?;
        (other >= self.least && other.abs_diff(part) >= self.differ).then_some(other)
    }

    /// `n - take`, the total of the two parts.
    pub fn total(&self, n: u64) -> Option<u64> {
        n.checked_add_signed(-self.take)
    }
}

/// A move that leaves two equal heaps; its value is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Halving {
    pub take: i64,
    pub smallest: u64,
}

impl Halving {
    pub fn allows(&self, n: u64) -> bool {
        let Some(total) = n.checked_add_signed(-self.take) else { return false };
        n >= self.smallest && total >= 2 && total.is_multiple_of(2) && total / 2 < n
    }
}

/// The moves of a game, sorted by the number of heaps they leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairRules {
    pub(crate) takings: Vec<Taking>,
    pub(crate) splittings: Vec<Splitting>,
    pub(crate) halvings: Vec<Halving>,
    /// Heaps that may be removed whole.
    pub(crate) ends: Vec<u64>,
    /// No take, difference or least heap exceeds this.
    pub(crate) reach: u64,
}

impl PairRules {
    /// Sorts `moves`. Fails when a move leaves more than two heaps, when a take is
    /// malformed, or when a number in the rules is too large for this engine.
    pub fn new(moves: &[Move]) -> Result<Self, SparseError> {
        let mut rules = Self {
            takings: Vec::new(),
            splittings: Vec::new(),
            halvings: Vec::new(),
            ends: Vec::new(),
            reach: 1,
        };
        for &Move { take, heaps, condition, smallest } in moves {
            let mut reach = take.unsigned_abs().max(smallest);
            match heaps {
                0 => {
                    if take >= 1 && take.unsigned_abs() >= smallest {
                        rules.ends.push(take.unsigned_abs());
                    }
                }
                1 => {
                    let take = u64::try_from(take).ok().filter(|&u| u >= 1);
                    let take = take.ok_or(SparseError::Unsupported(
                        "a move leaves one heap that is not smaller",
                    ))?;
                    rules.takings.push(Taking { take, smallest });
                }
                2 => {
                    let least = if take < 0 { take.unsigned_abs().saturating_add(1) } else { 1 };
                    let differ = match condition {
                        Condition::Any => 0,
                        Condition::Distinct | Condition::NotAllEqual => 1,
                        Condition::DifferAtLeast(differ) => differ,
                        Condition::AllEqual => {
                            rules.halvings.push(Halving { take, smallest });
                            rules.reach = rules.reach.max(reach);
                            continue;
                        }
                    };
                    reach = reach.max(differ);
                    rules.splittings.push(Splitting { take, differ, smallest, least });
                }
                _ => return Err(SparseError::Unsupported("a move leaves more than two heaps")),
            }
            rules.reach = rules.reach.max(reach);
        }
        if rules.reach > REACH_LIMIT {
            return Err(SparseError::Unsupported("a number in the rules exceeds 16384"));
        }
        rules.takings.sort_by_key(|m| (m.take, m.smallest));
        rules.takings.dedup();
        rules.splittings.sort_by_key(|m| (m.take, m.differ, m.smallest));
        rules.splittings.dedup();
        Ok(rules)
    }

    /// How many heaps back a computation looks at most when the smaller part of a pair it needs
    /// is at most `part`, with the other moves and some room to spare.
    pub fn window_for(&self, part: u64) -> u64 {
        part.saturating_add(4 * self.reach + 64)
    }

    /// A splitting take, where all splitting takes have its parity: only then the parity of
    /// the heap may count in a sparse space.
    pub fn position_parity(&self) -> Option<i64> {
        let first = self.splittings.first()?.take;
        let same = self.splittings.iter().all(|m| (m.take - first) % 2 == 0);
        (same && self.halvings.is_empty()).then_some(first)
    }

    /// G(n) from the values of all smaller heaps, pair by pair: the slow method every
    /// faster one is compared with. `values[i]` is G(i) for `i < n`.
    #[cfg(test)]
    pub(crate) fn value_by_pairs(&self, values: &[u32], marks: &mut Marks) -> u32 {
        let n = values.len() as u64;
        marks.clear();
        if n > 0 {
            if self.ends.contains(&n) {
                marks.mark(0);
            }
            for m in &self.takings {
                if n >= m.smallest && n > m.take {
                    marks.mark(values[(n - m.take) as usize]);
                }
            }
            if self.halvings.iter().any(|m| m.allows(n)) {
                marks.mark(0);
            }
            for m in &self.splittings {
                let Some(total) = m.total(n) else { continue };
                if n < m.smallest || total < 2 * m.least || total < m.differ {
                    continue;
                }
                // |total - 2a| >= differ with a the smaller part.
                let last = (total - m.differ) / 2;
                for a in m.least..=last.min(total - m.least) {
                    marks.mark(values[a as usize] ^ values[(total - a) as usize]);
                }
            }
        }
        marks.mex()
    }
}

/// A set of nim-values that is emptied in constant time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    stamp: u32,
    stamps: Vec<u32>,
}

impl Marks {
    pub fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    #[inline]
    pub fn mark(&mut self, value: u32) {
        let at = value as usize;
        if at >= self.stamps.len() {
            self.stamps.resize((at + 1).next_power_of_two(), 0);
        }
        self.stamps[at] = self.stamp;
    }

    pub fn mex(&self) -> u32 {
        let end = self.stamps.len();
        self.stamps.iter().position(|&s| s != self.stamp).unwrap_or(end) as u32
    }
}
