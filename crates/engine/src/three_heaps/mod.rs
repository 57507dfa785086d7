//! Moves to at most three heaps: the nim-sums of two heaps are kept, those of three are tested.
//!
//! For every total the nim-sums of two heaps are a row of bits. A screen finds most of the
//! nim-sums of three heaps, for hundreds of totals at once. What it leaves below the mex is tested: v is
//! a nim-sum of three heaps of total m when v xor G(c) is one of two heaps of total m - c, for some
//! c <= m/3. In games whose values grow, v xor G(c) is nearly always greater than every nim-sum of
//! that total; these are kept, and only the few heaps that pass are looked up.
//!
//! Most sums of two heaps of a total are those of heaps known long before. So the rows and the
//! screen of the next totals are computed ahead, by all threads.

pub(crate) mod rows;
pub(crate) mod screen;

use crate::kernel::{Kernel, any_in_words, any_within};
use crate::{Engine, EngineError, MemoryLimit, not_applicable};
use rows::PairRows;
use screen::{How, LANES, Screen};
use sprague_budget::Budget;
use sprague_games::Ruleset;
use sprague_games::moves::{Condition, Move};
use sprague_games::nim::translate;

const NAME: &str = "three-heaps";

/// Screens and tests the sums of three heaps.
pub struct ThreeHeaps {
    moves: Vec<Move>,
    /// The greatest take that leaves three heaps, if there is one.
    farthest: Option<usize>,
    values: Vec<u32>,
    largest: u32,
    /// The rows of the heaps to come were begun when this many values were known.
    known: usize,
    rows: PairRows,
    /// By total: the greatest nim-sum of two heaps.
    tops: Vec<u32>,
    /// By total: the nim-sums below 64.
    lows: Vec<u64>,
    screen: Screen,
    excluded: Vec<u64>,
    how: How,
    memory: MemoryLimit,
}

impl ThreeHeaps {
    /// An engine for moves to at most three heaps; three without a condition.
    pub fn new(rules: &Ruleset, budget: &Budget) -> Result<Self, EngineError> {
        Self::with_kernel(rules, Kernel::best(), budget)
    }

    /// The same by the instructions of a kernel of one's choice.
    pub fn with_kernel(
        rules: &Ruleset,
        kernel: Kernel,
        budget: &Budget,
    ) -> Result<Self, EngineError> {
        let refused = |reason| Err(not_applicable(NAME, reason));
        let moves = match rules.finite_moves() {
            Some(moves) if !rules.has_pass() => moves,
            _ => return refused("the rules are no finite list of moves"),
        };
        if moves.iter().any(|m| m.heaps > 3) {
            return refused("a move leaves more than three heaps");
        }
        let three = moves.iter().filter(|m| m.heaps == 3);
        if three.clone().any(|m| m.condition != Condition::Any) {
            return refused("a condition on three heaps");
        }
        if three.clone().any(|m| m.take < 0) {
            return refused("a digit before the zeroth allows three heaps");
        }
        let farthest = three.map(|m| usize::try_from(m.take).unwrap_or(usize::MAX)).max();
        Ok(Self {
            moves,
            farthest,
            values: Vec::new(),
            largest: 0,
            known: 0,
            rows: PairRows::default(),
            tops: Vec::new(),
            lows: Vec::new(),
            screen: Screen::default(),
            excluded: Vec::new(),
            how: How { kernel, threads: budget.thread_count() },
            memory: MemoryLimit::of(budget),
        })
    }

    /// Words in which every nim-sum of the values so far fits, a power of two.
    fn words(&self) -> usize {
        words(self.largest)
    }

    /// Computes ahead for the next totals what the values so far tell.
    fn look_ahead(&mut self) -> Result<(), EngineError> {
        let (first, words) = (self.values.len(), self.words());
        let count = first.clamp(8, LANES);
        let screens = if self.farthest.is_some() { count + LANES } else { 0 };
        let more = 8 * (words as u64).saturating_mul((count + screens) as u64);
        self.memory.check(self.bytes().saturating_add(more), first as u64)?;
        self.rows.extend(&self.values, count, words, self.how);
        if let Some(farthest) = self.farthest {
            self.screen.drop_below(first.saturating_sub(farthest));
            self.screen.prepare(&self.values, count, words, &self.rows, self.how);
        }
        self.known = first;
        Ok(())
    }

    /// Completes the row and the screen of the total that is the next heap.
    fn complete(&mut self) {
        let total = self.values.len();
        let row = self.rows.complete(&self.values, total, self.known);
        self.tops.push(top(row));
        self.lows.push(row[0]);
        self.screen.count(total, row);
        self.add_low_sums(total, self.known);
    }

    /// Adds to the screen of a total the sums of a heap not below `from` and two others whose
    /// nim-sum is below 64.
    fn add_low_sums(&mut self, total: usize, from: usize) {
        let Some(reached) = self.screen.reached_mut(total) else { return };
        for heap in from.max(1)..total {
            let value = self.values[heap];
            let pairs = self.lows[total - heap];
            if let Some(word) = reached.get_mut(value as usize / 64) {
                *word |= translate(pairs, value % 64);
            }
        }
    }

    /// G(n) for the next heap n.
    fn next(&mut self) -> Result<u32, EngineError> {
        let n = self.values.len();
        if n == self.rows.len() {
            self.look_ahead()?;
        }
        self.complete();
        let words = self.rows.row(n).len();
        let mut excluded = std::mem::take(&mut self.excluded);
        excluded.clear();
        excluded.resize(words, 0);
        let mut totals: Vec<usize> = Vec::new();
        for m in self.moves.iter().filter(|m| n > 0 && n as u64 >= m.smallest) {
            let Ok(total) = usize::try_from(n as i64 - m.take) else { continue };
            match (m.heaps, m.condition) {
                (0, _) if total == 0 => excluded[0] |= 1,
                (1, _) if total > 0 && total < n => mark(&mut excluded, self.values[total]),
                (0 | 1, _) => {}
                (2, Condition::Any) if total <= n => join(&mut excluded, self.rows.row(total)),
                (2, condition) => {
                    for a in (total + 1).saturating_sub(n).max(1)..=total / 2 {
                        let b = total - a;
                        if condition.allows(&[a as u64, b as u64]) {
                            mark(&mut excluded, self.values[a] ^ self.values[b]);
                        }
                    }
                }
                _ => {
                    join(&mut excluded, self.screen.reached(total));
                    totals.push(total);
                }
            }
        }
        let mut value = 64 * words as u32; // no nim-sum is as great
        'words: for (i, &word) in excluded.iter().enumerate() {
            let mut open = !word;
            while open != 0 {
                let candidate = 64 * i as u32 + open.trailing_zeros();
                if !totals.iter().any(|&total| self.is_sum(candidate, total)) {
                    value = candidate;
                    break 'words;
                }
                open &= open - 1;
            }
        }
        self.excluded = excluded;
        Ok(value)
    }

    /// Whether three heaps of this total have this nim-sum.
    fn is_sum(&self, value: u32, total: usize) -> bool {
        // The least of the heaps is at most a third.
        let last = total / 3;
        let (values, others) = (&self.values[1..=last], total - last..total);
        if self.largest < 64 {
            return any_in_words(self.how.kernel, value, values, &self.lows[others]);
        }
        let holds = |i: usize, sum: u32| self.rows.has(total - 1 - i, sum);
        any_within(self.how.kernel, value, values, &self.tops[others], holds)
    }

    fn push(&mut self, value: u32) {
        let n = self.values.len();
        self.values.push(value);
        self.largest = self.largest.max(value);
        // What was begun for larger totals is too narrow for this value.
        if self.words() > self.rows.row(n).len() {
            self.rows.truncate(n + 1);
            self.screen.truncate(n + 1);
        }
    }

    /// The memory for heaps up to `to`, if the values go on to grow as those of the first do.
    pub(crate) fn estimate(rules: &Ruleset, to: u64) -> u64 {
        let to = to.saturating_add(1) as f64;
        let row = |largest: f64| 16.0 + 8.0 * words(largest.min(4.0e9) as u32) as f64;
        let mut heaps = to.min(PROBE as f64);
        let mut bytes = heaps * row(heaps);
        let engine = Self::new(rules, &Budget::unlimited().threads(1));
        if let Ok(mut engine) = engine
            && to > heaps
        {
            let probe = (0..PROBE).map_while(|_| engine.next_value().ok());
            let probe: Vec<u32> = probe.collect();
            let most = |values: &[u32]| f64::from(values.iter().copied().max().unwrap_or(0)) + 1.0;
            let (half, all) = (most(&probe[..probe.len() / 2]), most(&probe));
            let exponent = (all / half).log2().clamp(0.0, 1.0);
            while heaps < to {
                let next = (1.1 * heaps).min(to);
                bytes += (next - heaps) * row(all * (next / PROBE as f64).powf(exponent));
                heaps = next;
            }
        }
        // Values, their places, tops and lows; float to integer saturates.
        (bytes + 28.0 * to) as u64
    }
}

/// As many values are computed for an estimate of the memory: a millisecond.
const PROBE: u64 = 512;

/// Words in which every nim-sum of values up to this one fits, a power of two.
fn words(largest: u32) -> usize {
    (largest as usize + 1).next_power_of_two().div_ceil(64)
}

/// The greatest member of a set, 0 if it is empty.
fn top(set: &[u64]) -> u32 {
    let last = set.iter().rposition(|&word| word != 0);
    last.map_or(0, |i| 64 * i as u32 + set[i].ilog2())
}

/// Adds a value to a set with room for it.
fn mark(set: &mut [u64], value: u32) {
    set[value as usize / 64] |= 1 << (value % 64);
}

/// Adds all values of another set.
fn join(set: &mut [u64], other: &[u64]) {
    for (word, more) in set.iter_mut().zip(other) {
        *word |= more;
    }
}

impl Engine for ThreeHeaps {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let value = self.next()?;
        self.push(value);
        Ok(value)
    }

    fn bytes(&self) -> u64 {
        let values = self.values.capacity() + self.tops.capacity() + 2 * self.lows.capacity();
        self.rows.bytes() + self.screen.bytes() + 4 * values as u64
    }

    /// The sums of two heaps are listed, no value is sought.
    fn take_values(&mut self, known: &[u32]) -> bool {
        let begin = self.values.len();
        let largest = known.iter().copied().max().unwrap_or(0);
        let more = 8 * (words(largest) as u64).saturating_mul(known.len() as u64);
        let bytes = self.bytes().saturating_add(more);
        if known.len() < begin || self.memory.check(bytes, known.len() as u64).is_err() {
            return false;
        }
        self.rows.truncate(begin);
        self.screen.truncate(begin);
        for part in known[begin..].chunks(LANES) {
            let first = self.values.len();
            self.values.extend_from_slice(part);
            self.largest = part.iter().copied().fold(self.largest, u32::max);
            self.rows.extend(&self.values, part.len(), self.words(), self.how);
            for total in first..self.values.len() {
                let row = self.rows.row(total);
                self.tops.push(top(row));
                self.lows.push(row[0]);
                self.screen.count(total, row);
            }
        }
        if let Some(farthest) = self.farthest {
            let n = self.values.len();
            let totals = begin.max(n.saturating_sub(farthest))..n;
            self.screen.begin(totals.clone(), self.words());
            for total in totals {
                self.add_low_sums(total, 1);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;
