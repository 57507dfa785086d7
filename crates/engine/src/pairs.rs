//! Moves that leave at most two heaps: every pair of heaps is added by hand, O(n) per
//! value. The simple fast engine for octal games, and the yardstick of the sparse one.

use crate::{Engine, EngineError, MemoryLimit, least_difference, not_applicable};
use sprague_budget::Budget;
use sprague_games::moves::{Condition, Move};

/// Adds every pair.
pub struct Pairs {
    moves: Vec<Move>,
    values: Vec<u32>,
    /// `excluded[v] == 1` when an option of the current heap has value v. The length is a
    /// power of two above every value, so every nim-sum of values is below it.
    excluded: Vec<u8>,
    memory: MemoryLimit,
}

const NAME: &str = "pairs";

impl Pairs {
    /// An engine for these moves.
    pub fn new(moves: &[Move], budget: &Budget) -> Result<Self, EngineError> {
        if moves.iter().any(|m| m.heaps > 2) {
            return Err(not_applicable(NAME, "a move leaves more than two heaps"));
        }
        let memory = MemoryLimit::of(budget);
        Ok(Self { moves: moves.to_vec(), values: Vec::new(), excluded: vec![0; 64], memory })
    }
}

impl Engine for Pairs {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let n = self.values.len() as u64;
        self.memory.check(self.bytes() + 8, n)?;
        self.excluded.fill(0);
        let excluded = self.excluded.as_mut_slice();
        let values = self.values.as_slice();
        for m in self.moves.iter().filter(|m| n >= m.smallest && n > 0) {
            let Some(total) = n.checked_add_signed(-m.take) else { continue };
            match m.heaps {
                0 => {
                    if total == 0 {
                        excluded[0] = 1;
                    }
                }
                1 => {
                    if total > 0 && total < n {
                        excluded[values[total as usize] as usize] = 1;
                    }
                }
                _ => {
                    if m.condition == Condition::AllEqual {
                        if total > 0 && total % 2 == 0 && total / 2 < n {
                            excluded[0] = 1;
                        }
                    } else {
                        mark_pairs(values, total, least_difference(m.condition), excluded);
                    }
                }
            }
        }
        // Every nim-sum is below the length, so the length itself is not excluded.
        let value = excluded.iter().position(|&e| e == 0).unwrap_or(excluded.len());
        if value >= excluded.len() / 2 {
            self.excluded.resize(2 * value.next_power_of_two().max(32), 0);
        }
        let value = u32::try_from(value).map_err(|_| EngineError::ValueTooLarge { heap: n })?;
        self.values.push(value);
        Ok(value)
    }

    fn bytes(&self) -> u64 {
        4 * self.values.capacity() as u64 + self.excluded.capacity() as u64
    }

    fn take_values(&mut self, known: &[u32]) -> bool {
        let largest = known.iter().copied().max().unwrap_or(0) as usize;
        self.excluded = vec![0; 2 * (largest + 1).next_power_of_two().max(32)];
        self.values = known.to_vec();
        true
    }
}

/// Marks G(i) xor G(total - i) for all 1 <= i <= total - i < n that differ by at least
/// `difference`, where `values` holds G(0..n).
pub(crate) fn mark_pairs(values: &[u32], total: u64, difference: u64, marks: &mut [u8]) {
    let n = values.len() as u64;
    // i >= total - (n - 1) keeps the larger heap below n; 2i <= total - difference.
    let first = (total + 1).saturating_sub(n).max(1);
    let Some(doubled) = total.checked_sub(difference) else { return };
    let last = doubled / 2;
    if first > last {
        return;
    }
    let small = &values[first as usize..=last as usize];
    let large = &values[(total - last) as usize..=(total - first) as usize];
    for (a, b) in small.iter().zip(large.iter().rev()) {
        // The marks are longer than any nim-sum; `get_mut` is the check.
        if let Some(mark) = marks.get_mut((a ^ b) as usize) {
            *mark = 1;
        }
    }
}
