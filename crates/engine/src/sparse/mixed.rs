//! Heaps near rares, where a tap may reach another rare heap and a move may not be allowed yet: the
//! general method, as if all were common, and then the rare check.

use super::SparseError;
use super::cells::Cell;
use super::core::{Core, STRETCH};
use super::taps::taps;

/// Marks a rare cell in a word.
const FLAG_IN_WORDS: u16 = 1 << 8;
/// Marks a rare cell in a byte, where all indices are smaller.
const FLAG_IN_BYTES: u8 = 1 << 7;

/// The copy takes memory of its own: beyond as many heaps there is none.
const MOST_FLAGGED: u64 = 1 << 22;

/// The kernels compute blocks: fewer heaps than that in a row, on average, are faster one by one.
const FEWEST_BETWEEN: u64 = 8;

/// A copy of the cells in which rares carry a flag. Nim-adding a tap then leaves the flag on
/// exactly the sums of two rares, which are no common values: they fall outside the
/// indices looked at, and nothing has to be asked about the tapped heap.
#[derive(Default)]
pub(super) struct Flags {
    words: Vec<u16>,
    bytes: Vec<u8>,
    /// Heaps below this were checked when the copy was made.
    sure: u64,
}

impl<T: Cell> Core<T> {
    /// Heaps whose taps may meet other rares, by the general method: as if all were common,
    /// then the rare check. `false`: an index does not fit.
    pub(super) fn mixed(&mut self, most: u64) -> Result<bool, SparseError> {
        let from = self.len();
        let count = if from < self.settled() { 1 } else { self.batch.min(most) };
        if self.taps.is_empty() {
            self.taps = taps(&self.rules, &self.space, &self.rares);
        }
        let complete = self.generate_mixed(count);
        let to = self.len();
        let checked = self.check_stretch(from, to);
        let end = self.len();
        self.note_values(from, end);
        checked?;
        // New rares are frequent at first: try as many heaps as succeed.
        let undisturbed = self.rares.last().is_none_or(|r| r.heap < from);
        self.batch = if undisturbed {
            (2 * self.batch).min(STRETCH as u64)
        } else {
            (self.batch / 4).max(1)
        };
        Ok(complete || end < to || !undisturbed)
    }

    /// Appends `count` heaps, or fewer (`false`) when an index does not fit.
    fn generate_mixed(&mut self, count: u64) -> bool {
        let from = self.len();
        if count == 1 || !self.flag_cells() {
            if let Some(complete) = self.generate_between(count) {
                return complete;
            }
            for n in from..from + count {
                let index = self.common_mex(n);
                if index >= T::SIZE {
                    return false;
                }
                self.cells.push(T::new(index));
            }
            return true;
        }
        // The kernels work on flagged bytes while indices stay below the flag.
        if count >= 64 && from > self.last_rare() + 2 * self.rules.reach + 1 && self.flagged_bytes()
        {
            if from >= self.replan_at {
                self.plan_generator();
            }
            if let Some(generator) = &mut self.generator {
                let before = self.flags.bytes.len();
                generator.generate_flagged(&mut self.flags.bytes, count as usize);
                let new = self.flags.bytes[before..].iter();
                for &cell in new.take_while(|&&c| c < FLAG_IN_BYTES) {
                    self.flags.words.push(cell.into());
                    self.cells.push(T::new(cell.into()));
                }
                if self.len() > from {
                    self.flags.bytes.truncate(self.flags.words.len());
                    return true;
                }
                self.flags.bytes.clear();
            }
        }
        let mut stamps = [0u32; 2 * FLAG_IN_WORDS as usize];
        for stamp in 1..=count as u32 {
            let n = self.flags.words.len();
            let reach = self.taps.partition_point(|tap| tap.distance < n as u64);
            for tap in &self.taps[..reach] {
                let sum = self.flags.words[n - tap.distance as usize] ^ tap.index as u16;
                stamps[usize::from(sum & (2 * FLAG_IN_WORDS - 1))] = stamp;
            }
            for i in 0..self.rules.takings.len() {
                if let Some(index) = self.common_by_taking(i, n as u64) {
                    stamps[(index & u32::from(FLAG_IN_WORDS - 1)) as usize] = stamp;
                }
            }
            let Some(index) = stamps[..T::SIZE.min(FLAG_IN_WORDS.into()) as usize]
                .iter()
                .position(|&s| s != stamp)
            else {
                return false;
            };
            self.flags.words.push(index as u16);
            self.cells.push(T::new(index as u32));
        }
        true
    }

    /// The same by the kernels, between the few heaps from which a move leaves two rares: all
    /// others can be computed by taps. `None` where that does not apply, or these are not few.
    fn generate_between(&mut self, count: u64) -> Option<bool> {
        let from = self.len();
        let end = from + count;
        let settled = from >= self.settled() && from > self.last_rare() + 2 * self.rules.reach + 1;
        if count < 64 || !settled || !self.has_general_moves() {
            return None;
        }
        if from >= self.replan_at {
            self.plan_generator();
        }
        let stops = self.leaving_two_rares(from, end);
        if stops.len() as u64 > count / FEWEST_BETWEEN {
            return None;
        }
        let known = self.cells.window().len();
        let mut generator = self.generator.take_if(|g| g.keeps_nothing() && g.needs() <= known)?;
        let base = self.cells.base();
        let mut complete = true;
        for stop in stops.into_iter().chain([end]) {
            let gap = (stop - self.len()) as usize;
            complete = generator.generate(self.cells.window_mut(), base, gap);
            if complete && stop < end {
                let index = self.common_mex(stop);
                complete = index < T::SIZE;
                if complete {
                    self.cells.push(T::new(index));
                }
            }
            if !complete {
                break;
            }
        }
        self.generator = Some(generator);
        Some(complete)
    }

    /// The heaps of `from .. to` from which a splitting move leaves two rares, in increasing order.
    fn leaving_two_rares(&self, from: u64, to: u64) -> Vec<u64> {
        let mut heaps = Vec::new();
        for m in &self.rules.splittings {
            let (Some(low), Some(high)) = (m.total(from), m.total(to)) else { continue };
            // One of the two is at least half the total.
            let first = self.rares.partition_point(|r| 2 * r.heap < low);
            for late in &self.rares[first..] {
                let begin = self.rares.partition_point(|r| r.heap + late.heap < low);
                let totals = self.rares[begin..].iter().map(|r| r.heap + late.heap);
                let totals = totals.take_while(|&total| total < high);
                heaps.extend(totals.filter_map(|total| total.checked_add_signed(m.take)));
            }
        }
        heaps.sort_unstable();
        heaps.dedup();
        heaps
    }

    /// Whether every splitting move may leave any two heaps, but for equal ones, which have no
    /// common value.
    fn has_general_moves(&self) -> bool {
        let general = |m: &super::rules::Splitting| m.differ < 2 && m.least == 1;
        self.rules.halvings.is_empty() && self.rules.splittings.iter().all(general)
    }

    /// Brings the flagged copy of the cells up to date, where it may be used: byte cells, all
    /// kept and not too many, moves in their general form.
    fn flag_cells(&mut self) -> bool {
        let len = self.len();
        let usable = T::BYTES == 1
            && self.cells.base() == 0
            && len < MOST_FLAGGED
            && self.has_general_moves();
        if !usable {
            self.flags = Flags::default();
            return false;
        }
        // A heap may have been taken back and become rare: the last ones are written again.
        let known = self.flags.words.len().min(self.flags.sure as usize);
        self.flags.words.truncate(known);
        for n in known as u64..len {
            let cell = self.cells.window()[n as usize].get() as u16;
            self.flags.words.push(cell | if self.is_rare(n) { FLAG_IN_WORDS } else { 0 });
        }
        self.flags.bytes.truncate(known);
        self.flags.sure = len;
        true
    }

    /// The same as bytes; `false` when an index does not leave room for the flag.
    fn flagged_bytes(&mut self) -> bool {
        let known = self.flags.bytes.len();
        for &word in &self.flags.words[known..] {
            let index = (word & (FLAG_IN_WORDS - 1)) as u8;
            if index >= FLAG_IN_BYTES {
                self.flags.bytes.clear();
                return false;
            }
            self.flags.bytes.push(index | if word >= FLAG_IN_WORDS { FLAG_IN_BYTES } else { 0 });
        }
        true
    }

    /// The least common index no option of `n` has, by taking moves and rare parts.
    fn common_mex(&mut self, n: u64) -> u32 {
        if n >= self.settled() && self.has_general_moves() {
            return self.common_mex_by_taps(n);
        }
        self.marks.clear();
        let cell = |m: u64| self.cells.get(m).map_or(0, Cell::get);
        for m in &self.rules.takings {
            if n >= m.smallest && n > m.take {
                let value = self.value(n - m.take).unwrap_or(0);
                if self.space.is_common(n, value) {
                    self.marks.mark(self.space.index(value));
                }
            }
        }
        if self.view().zero_by_other_moves(n) && self.space.is_common(n, 0) {
            self.marks.mark(0);
        }
        for m in &self.rules.splittings {
            let Some(total) = m.total(n) else { continue };
            for rare in &self.rares {
                if rare.heap >= total {
                    break;
                }
                if let Some(other) = m.other(n, rare.heap)
                    && !self.is_rare(other)
                {
                    self.marks.mark(self.space.index(rare.value) ^ cell(other));
                }
            }
        }
        self.marks.mex()
    }

    /// The same where all moves have their general form.
    fn common_mex_by_taps(&mut self, n: u64) -> u32 {
        self.stamps.clear();
        let (stamp, size) = (self.stamps.stamp, T::SIZE);
        for i in 0..self.rules.takings.len() {
            if let Some(index) = self.common_by_taking(i, n) {
                self.stamps.stamps[(index & (size - 1)) as usize] = stamp;
            }
        }
        let stamps = &mut self.stamps.stamps[..2 * size as usize];
        let (base, window) = (self.cells.base(), self.cells.window());
        let last_rare = self.rares.last().map_or(0, |r| r.heap);
        // Taps that reach common heaps only.
        let simple = self.taps.partition_point(|tap| tap.distance + last_rare < n);
        for tap in &self.taps[..simple] {
            let cell = window[(n - tap.distance - base) as usize].get();
            stamps[((cell ^ tap.index) & (size - 1)) as usize] = stamp;
        }
        for tap in &self.taps[simple..] {
            let Some(other) = n.checked_sub(tap.distance).filter(|&other| other >= 1) else {
                break;
            };
            let rare = self.rare_set[(other / 64) as usize] >> (other % 64) & 1;
            let cell = match other.checked_sub(base) {
                Some(at) => window[at as usize].get(),
                None => self.cells.get(other).map_or(0, Cell::get),
            };
            // Two rares have a rare nim-sum: stamped where nobody looks.
            stamps[(((cell ^ tap.index) & (size - 1)) + size * rare as u32) as usize] = stamp;
        }
        stamps[..size as usize].iter().position(|&s| s != stamp).unwrap_or(size as usize) as u32
    }

    /// The common index that taking move number `i` excludes at `n` although no tap says so:
    /// with position parity an odd take changes the class, so that a move to a rare heap excludes a
    /// common value. (Taps of takings are those that keep the class.)
    fn common_by_taking(&self, i: usize, n: u64) -> Option<u32> {
        let take = self.rules.takings.get(i)?.take;
        if !self.space.is_twisted() || take.is_multiple_of(2) {
            return None;
        }
        let other = n.checked_sub(take).filter(|&other| self.is_rare(other))?;
        self.cells.get(other).map(Cell::get)
    }
}

#[cfg(test)]
mod tests {
    use super::super::taps::{taps, taps_of};
    use super::super::{SparseEngine, SparseSettings, Width};
    use super::*;
    use crate::kernel::{Generator, Kernel};
    use sprague_budget::Budget;
    use sprague_games::moves::{Condition, Move};

    /// Grundy's game: its rares end at 82860, so that up to 165720 a move can leave two of them.
    fn grundy(to: u64, kernel: Kernel) -> Core<u8> {
        let moves = [Move { take: 0, heaps: 2, condition: Condition::Distinct, smallest: 1 }];
        let settings = SparseSettings { kernel, ..SparseSettings::default() };
        let mut engine = SparseEngine::new(&moves, settings, &Budget::unlimited()).unwrap();
        engine.advance(to, &Budget::unlimited()).unwrap();
        match engine.width {
            Width::Narrow(core) => core,
            Width::Wide(_) => panic!("bytes are enough"),
        }
    }

    #[test]
    fn between_heaps_that_leave_two_rares_the_kernels_serve() {
        let expected = grundy(104_000, Kernel::SCALAR);
        for kernel in Kernel::available() {
            let mut core = grundy(100_000, kernel);
            core.taps = taps(&core.rules, &core.space, &core.rares);
            let met = core.leaving_two_rares(100_000, 104_000);
            assert!(met.len() > 20 && met.is_sorted(), "{}", met.len());
            for n in 100_000..104_000 {
                let two = core.rares.iter().any(|r| r.heap > 0 && core.is_rare(n - r.heap));
                assert_eq!(met.binary_search(&n).is_ok(), two, "{n}");
            }
            let between = core.generate_between(4000);
            assert_eq!(between.is_some(), kernel != Kernel::SCALAR, "{kernel}");
            if between.is_some() {
                assert_eq!(core.cells.window(), expected.cells.window(), "{kernel}");
            }
        }
    }

    #[test]
    fn a_late_rare_is_added_to_a_generator() {
        let expected = grundy(172_000, Kernel::SCALAR);
        for kernel in Kernel::available() {
            let core = grundy(170_000, kernel);
            let (last, others) = core.rares.split_last().unwrap();
            let without = taps(&core.rules, &core.space, others);
            let plan = Generator::plan(core.settings, &without, &core.cells);
            let new: Vec<_> = taps_of(&core.rules, &core.space, *last).collect();
            let Some(mut generator) = plan.with(&new) else {
                assert_eq!(kernel, Kernel::SCALAR);
                continue;
            };
            assert!(generator.needs() >= last.heap as usize);
            let mut cells = core.cells.window().to_vec();
            assert!(generator.generate(&mut cells, 0, 2000));
            assert_eq!(cells, expected.cells.window(), "{kernel}");
        }
    }
}
