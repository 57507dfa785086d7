//! The sparse-space computation itself, for one cell width.

use super::cells::{Cell, Cells};
use super::check::RareCheck;
use super::rules::PairRules;
use super::space::Space;
use super::{Options, Rare, SparseError};
use crate::kernel::Generator;

/// How many heaps are generated before they are checked.
pub(crate) const STRETCH: usize = 4096;

/// Heaps generated while as many are checked on the other core, in the lowest gear; twice as many
/// in each gear above.
const STEP: usize = 1 << 14;
/// Steps in one go on two cores.
const STEPS: usize = 16;
/// So that starting threads costs little, a go should take as long.
const GO: std::time::Duration = std::time::Duration::from_millis(20);
const HIGHEST_GEAR: u32 = 6;

/// A tap: the cell `distance` back, nim-added to `index`, is excluded as common index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Tap {
    pub distance: u64,
    pub index: u32,
}

/// Why a stretch of computation ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// As far as asked.
    Done,
    /// The next index does not fit a cell.
    Overflow,
}

pub(crate) struct Core<T: Cell> {
    pub rules: PairRules,
    pub space: Space,
    pub cells: Cells<T>,
    /// Rare heaps in increasing order.
    pub rares: Vec<Rare>,
    /// Bit n: heap n is rare. Covers the heaps up to the last rare one.
    rare_set: Vec<u64>,
    /// All taps of the rares, by distance; empty when a rare was added since.
    taps: Vec<Tap>,
    pub largest: Largest,
    /// A bound for the smaller part any rare check needed.
    pub deepest: Deepest,
    generator: Option<Generator>,
    /// Rebuild the generator when this many heaps are known.
    replan_at: u64,
    check: RareCheck<T>,
    /// Heaps to try at once where taps may meet rares.
    batch: u64,
    /// How long the steps on two cores are.
    gear: u32,
    /// What is generated ahead there; empty in between.
    ahead: Vec<T>,
    flags: Flags,
    marks: super::rules::Marks,
    stamps: Stamps,
    pub options: Options,
}

/// Marks a rare cell in a word.
const FLAG_IN_WORDS: u16 = 1 << 8;
/// Marks a rare cell in a byte, where all indices are smaller.
const FLAG_IN_BYTES: u8 = 1 << 7;

/// A copy of the cells in which rares carry a flag. Nim-adding a tap then leaves the flag on
/// exactly the sums of two rares, which are no common values: they fall outside the
/// indices looked at, and nothing has to be asked about the tapped heap.
#[derive(Default)]
struct Flags {
    words: Vec<u16>,
    bytes: Vec<u8>,
    /// Heaps below this were checked when the copy was made.
    sure: u64,
}

/// The largest value and the first heap that has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Largest {
    /// The value.
    pub value: u32,
    /// The first heap with that value.
    pub heap: u64,
}

/// The parts a quick search looks at.
const FIRST_PARTS: u64 = 511;

/// The least bound [`Deepest`] reports: what the helpers of the block method may reach.
const LEAST_DEPTH: u64 = 1 << 14;

/// How far the rare check had to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deepest {
    /// Every rare value below a computed value was excluded by an option with a part below
    /// this power of two (or by a move that leaves one heap).
    pub below: u64,
}

impl Default for Deepest {
    fn default() -> Self {
        Self { below: LEAST_DEPTH }
    }
}

impl Deepest {
    /// Notes that a part as large was needed.
    pub(crate) fn note(&mut self, part: u64) {
        self.below = self.below.max((part + 1).next_power_of_two());
    }
}

impl<T: Cell> Core<T> {
    /// Takes over values G(0), .., known from elsewhere. `None` when an index does not fit.
    pub fn new(rules: PairRules, space: Space, values: &[u32], options: Options) -> Option<Self> {
        let mut cells = Vec::with_capacity(values.len());
        let mut rares = Vec::new();
        let mut largest = Largest::default();
        for (n, &value) in values.iter().enumerate() {
            let index = space.index(value);
            if index >= T::SIZE {
                return None;
            }
            cells.push(T::new(index));
            if !space.is_common(n as u64, value) {
                rares.push(Rare { heap: n as u64, value });
            }
            if value > largest.value {
                largest = Largest { value, heap: n as u64 };
            }
        }
        let check = RareCheck::new(options.kernel);
        let mut core = Self {
            rules,
            space,
            cells: Cells::new(cells),
            rares,
            rare_set: Vec::new(),
            taps: Vec::new(),
            largest,
            deepest: Deepest::default(),
            generator: None,
            replan_at: 0,
            check,
            batch: 1,
            gear: 0,
            ahead: Vec::new(),
            flags: Flags::default(),
            marks: super::rules::Marks::default(),
            stamps: Stamps::new(T::SIZE),
            options,
        };
        core.index_rares();
        Some(core)
    }

    /// Takes over a computation whose middle was forgotten.
    pub fn resume(
        rules: PairRules,
        space: Space,
        cells: Cells<T>,
        rares: Vec<Rare>,
        largest: Largest,
        deepest: Deepest,
        options: Options,
    ) -> Self {
        let check = RareCheck::new(options.kernel);
        let mut core = Self {
            rules,
            space,
            cells,
            rares,
            rare_set: Vec::new(),
            taps: Vec::new(),
            largest,
            deepest,
            generator: None,
            replan_at: 0,
            check,
            batch: 1,
            gear: 0,
            ahead: Vec::new(),
            flags: Flags::default(),
            marks: super::rules::Marks::default(),
            stamps: Stamps::new(T::SIZE),
            options,
        };
        core.index_rares();
        core
    }

    /// Moves the computation out, leaving an empty one behind.
    pub fn take(&mut self) -> Self {
        let empty = Cells::new(Vec::new());
        let blank = Self::resume(
            self.rules.clone(),
            self.space,
            empty,
            Vec::new(),
            Largest::default(),
            Deepest::default(),
            self.options,
        );
        std::mem::replace(self, blank)
    }

    pub fn widen<U: Cell>(self) -> Core<U> {
        let cells = self.cells.widen();
        Core::resume(
            self.rules,
            self.space,
            cells,
            self.rares,
            self.largest,
            self.deepest,
            self.options,
        )
    }

    /// Rebuilds what depends on the list of rares.
    fn index_rares(&mut self) {
        let last = self.rares.last().map_or(0, |r| r.heap);
        self.rare_set.clear();
        self.rare_set.resize((last / 64 + 1) as usize, 0);
        for rare in &self.rares {
            self.rare_set[(rare.heap / 64) as usize] |= 1 << (rare.heap % 64);
        }
        self.taps = taps(&self.rules, &self.space, &self.rares);
        self.generator = None;
        self.replan_at = 0;
    }

    fn push_rare(&mut self, n: u64, index: u32) {
        let value = self.space.value(n, index, false);
        self.cells.push(T::new(index));
        self.rares.push(Rare { heap: n, value });
        self.rare_set.resize((n / 64 + 1) as usize, 0);
        self.rare_set[(n / 64) as usize] |= 1 << (n % 64);
        self.note_value(n, value);
        self.taps.clear();
        // A new rare is often followed by more: rebuild the fast path a little later.
        self.generator = None;
        self.replan_at = n + (n / 64).clamp(64, 1 << 14);
        self.check.reset();
    }

    /// Keeps the record over new heaps.
    fn note_values(&mut self, from: u64, end: u64) {
        let base = self.cells.base();
        let new = &self.cells.window()[(from - base) as usize..(end - base) as usize];
        let top = crate::kernel::largest(self.options.kernel, new);
        // Only a stretch with a new record index can hold a new record value.
        let low = self.space.low();
        let record = self.space.index(self.largest.value) >> low;
        if top >> low >= record {
            for n in from..end {
                let cell = self.cells.window()[(n - base) as usize].get();
                if cell >> low >= record
                    && let Some(value) = self.value(n)
                {
                    self.note_value(n, value);
                }
            }
        }
    }

    fn note_value(&mut self, n: u64, value: u32) {
        if value > self.largest.value {
            self.largest = Largest { value, heap: n };
        }
    }

    pub fn len(&self) -> u64 {
        self.cells.len()
    }

    #[inline]
    pub fn is_rare(&self, n: u64) -> bool {
        self.rare_set.get((n / 64) as usize).is_some_and(|word| word >> (n % 64) & 1 == 1)
    }

    /// Bit i: heap `from + i` is rare.
    pub fn rare_bits(&self, from: u64) -> u64 {
        let (word, bit) = ((from / 64) as usize, from % 64);
        let at = |i: usize| self.rare_set.get(i).copied().unwrap_or(0);
        at(word) >> bit | at(word + 1) << 1 << (63 - bit)
    }

    pub fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |r| r.heap)
    }

    /// G(n), where that cell is kept.
    pub fn value(&self, n: u64) -> Option<u32> {
        let index = self.cells.get(n)?.get();
        Some(self.space.value(n, index, !self.is_rare(n)))
    }

    /// How many cells back the computation looks at most: the farthest tap.
    pub fn window_needed(&self) -> u64 {
        self.last_rare() + self.rules.reach + 1
    }

    /// From here on all moves of the rules are available in their general form.
    fn settled(&self) -> u64 {
        4 * self.rules.reach + 64
    }

    /// Whether the heaps `from .. from + count` can be computed by taps alone: every tap
    /// reaches a common heap and every splitting move it stands for is allowed.
    fn is_plain(&self, from: u64, count: u64) -> bool {
        let reach = self.rules.reach;
        if from < self.settled() || from <= self.last_rare() + 2 * reach + 1 {
            return false;
        }
        let lo_sum = from.saturating_sub(2 * reach);
        let first = self.rares.partition_point(|r| 2 * r.heap < lo_sum);
        self.rares[first..].iter().all(|late| {
            // Partner heaps of this rare over the stretch; equal parts and near misses
            // of `differ` are inside because the rare itself then lies in the range.
            let lo = from.saturating_sub(late.heap + 2 * reach);
            let hi = (from + count + 2 * reach).saturating_sub(late.heap);
            let i = self.rares.partition_point(|r| r.heap < lo);
            let close = hi + reach >= late.heap && lo <= late.heap + reach;
            self.rares.get(i).is_none_or(|r| r.heap > hi) && !close
        })
    }

    /// Computes up to (not including) heap `to`.
    pub fn advance(&mut self, to: u64) -> Result<Stop, SparseError> {
        while self.len() < to {
            self.make_room(STRETCH)?;
            let n = self.len();
            let count = (to - n).min(STRETCH as u64);
            if self.options.second_core
                && let Some(complete) = self.pipeline(to - n)?
            {
                if !complete {
                    return Ok(Stop::Overflow);
                }
                continue;
            }
            if self.is_plain(n, count) {
                if !self.stretch(count as usize)? {
                    return Ok(Stop::Overflow);
                }
            } else if count > 64 && self.is_plain(n, 64) {
                if !self.stretch(64)? {
                    return Ok(Stop::Overflow);
                }
            } else if !self.mixed(count)? {
                return Ok(Stop::Overflow);
            }
        }
        Ok(Stop::Done)
    }

    /// Heaps whose taps may meet other rares, by the general method: as if all were common,
    /// then the rare check. `false`: an index does not fit.
    fn mixed(&mut self, most: u64) -> Result<bool, SparseError> {
        let from = self.len();
        let count = if from < self.settled() { 1 } else { self.batch.min(most) };
        if self.taps.is_empty() {
            self.taps = taps(&self.rules, &self.space, &self.rares);
        }
        let complete = self.generate_mixed(count);
        let to = self.len();
        self.check_stretch(from, to)?;
        let end = self.len();
        // New rares are frequent at first: try as many heaps as succeed.
        let undisturbed = self.rares.last().is_none_or(|r| r.heap < from);
        self.batch = if undisturbed {
            (2 * self.batch).min(STRETCH as u64)
        } else {
            (self.batch / 4).max(1)
        };
        self.note_values(from, end);
        Ok(complete || end < to || !undisturbed)
    }

    /// Makes room for as many cells; forgets those no longer needed when memory gets short.
    fn make_room(&mut self, count: usize) -> Result<(), SparseError> {
        let budget = self.options.memory / T::BYTES;
        if self.cells.window().len() + count < budget {
            let window = self.cells.window_mut();
            if window.capacity() < window.len() + count {
                // Doubling, but never beyond the budget.
                let more = window.len().max(count).max(1 << 16);
                window.reserve_exact(more.min(budget - window.len()));
            }
            return Ok(());
        }
        let prefix = prefix_kept(self.options.memory) as usize / T::BYTES;
        // Searches pair the prefix with heaps as far back.
        let window = (self.window_needed() as usize).max(budget / 4) + STRETCH;
        if window + STRETCH >= budget / 2 {
            return Err(SparseError::Memory { needed: 4 * window as u64 * T::BYTES as u64 });
        }
        self.cells.forget(prefix, window);
        Ok(())
    }

    /// Appends `count` heaps, or fewer (`false`) when an index does not fit.
    fn generate_mixed(&mut self, count: u64) -> bool {
        let from = self.len();
        if count == 1 || !self.flag_cells() {
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

    /// Brings the flagged copy of the cells up to date, where it may be used: byte cells, all
    /// kept and not too many, moves in their general form.
    fn flag_cells(&mut self) -> bool {
        let general = |m: &super::rules::Splitting| m.differ < 2 && m.least == 1;
        let len = self.len();
        let usable = T::BYTES == 1
            && self.cells.base() == 0
            && len < 1 << 22
            && self.rules.halvings.is_empty()
            && self.rules.splittings.iter().all(general);
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

    fn plan_generator(&mut self) {
        let from = self.len();
        self.generator = Some(Generator::plan(self.options, &self.taps, &self.cells));
        self.replan_at = if from < 1 << 17 { from + (1 << 16) } else { from.saturating_mul(4) };
    }

    /// The least common index no option of `n` has, by taking moves and rare parts.
    fn common_mex(&mut self, n: u64) -> u32 {
        // A pair of equal parts has no common value, so that only larger differences matter.
        let general = |m: &super::rules::Splitting| m.differ < 2 && m.least == 1;
        if n >= self.settled()
            && self.rules.halvings.is_empty()
            && self.rules.splittings.iter().all(general)
        {
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
        if self.zero_by_other_moves(n) && self.space.is_common(n, 0) {
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

    fn zero_by_other_moves(&self, n: u64) -> bool {
        self.rules.ends.contains(&n) || self.rules.halvings.iter().any(|m| m.allows(n))
    }

    /// The least rare index below `limit` that no option of `n` has.
    ///
    /// Pairs of two rare heaps, taking moves, then pairs of common heaps with the smaller
    /// part growing from 1.
    fn rare_below(&mut self, n: u64, limit: u32) -> Result<Option<u32>, SparseError> {
        if limit == 0 {
            return Ok(None);
        }
        let mut open = Open::below(limit);
        // Small parts exclude most; looking through the rares takes longer.
        if self.search(n, &mut open, FIRST_PARTS) == (Found::Excluded { part: FIRST_PARTS }) {
            return Ok(None);
        }
        self.close_by_few(n, &mut open);
        self.close_by_search(n, &mut open)
    }

    /// Closes the rare indices excluded by taking moves and by pairs of two rares.
    fn close_by_few(&self, n: u64, open: &mut Open) {
        for m in &self.rules.takings {
            if n >= m.smallest && n > m.take {
                let value = self.value(n - m.take).unwrap_or(0);
                if !self.space.is_common(n, value) {
                    open.close(self.space.index(value));
                }
            }
        }
        if self.zero_by_other_moves(n) && !self.space.is_common(n, 0) {
            open.close(0);
        }
        for m in &self.rules.splittings {
            let Some(total) = m.total(n) else { continue };
            // One of two rare parts is at least half the total.
            let first = self.rares.partition_point(|r| 2 * r.heap < total);
            for rare in &self.rares[first..] {
                if rare.heap >= total {
                    break;
                }
                if self.is_rare(total - rare.heap)
                    && let Some(other) = m.other(n, rare.heap)
                {
                    let other = self.cells.get(other).map_or(0, Cell::get);
                    open.close(self.space.index(rare.value) ^ other);
                }
            }
        }
    }

    /// Closes by pairs of common heaps, smaller part first. What stays open to the end is
    /// excluded by nothing.
    fn close_by_search(&mut self, n: u64, open: &mut Open) -> Result<Option<u32>, SparseError> {
        if open.is_empty() {
            return Ok(None);
        }
        match self.search(n, open, u64::MAX) {
            Found::Excluded { part } => {
                self.deepest.note(part);
                Ok(None)
            }
            Found::Free => Ok(open.least()),
            Found::Undecided => Err(SparseError::Undecided { heap: n }),
        }
    }

    /// Closes by pairs of heaps of equal class whose smaller part is at most `most`.
    fn search(&mut self, n: u64, open: &mut Open, most: u64) -> Found {
        let search = crate::kernel::Search {
            rules: &self.rules,
            prefix: self.cells.prefix(),
            base: self.cells.base(),
            window: self.cells.window(),
            rare_set: &self.rare_set,
        };
        match crate::kernel::search(self.options.kernel, &search, &mut self.stamps, n, open, most) {
            // The exact part is of interest only where it may be large.
            Found::Excluded { part } => Found::Excluded { part: part.max(FIRST_PARTS) },
            found => found,
        }
    }

    /// `count` heaps by taps alone, then the rare check. `false`: an index does not fit.
    fn stretch(&mut self, count: usize) -> Result<bool, SparseError> {
        let from = self.len();
        if self.taps.is_empty() {
            self.taps = taps(&self.rules, &self.space, &self.rares);
        }
        if from >= self.replan_at {
            self.plan_generator();
        }
        let base = self.cells.base();
        let complete = match &mut self.generator {
            Some(generator) => generator.generate(self.cells.window_mut(), base, count),
            None => crate::kernel::scalar::generate(&self.taps, self.cells.window_mut(), count),
        };
        let to = self.len();
        // What was generated before an overflow is checked and kept.
        self.check_stretch(from, to)?;
        let end = self.len();
        self.note_values(from, end);
        Ok(complete || end < to)
    }

    /// The heaps of one go on two cores.
    pub fn heaps_in_a_go(&self) -> u64 {
        ((STEPS * STEP) as u64) << self.gear
    }

    /// Many heaps by taps on two cores: while one step is checked on another thread, the
    /// next is generated here, on a copy of the window. A new rare ends it: what was generated
    /// ahead is dropped. `None` where it does not pay; `false`: an index does not fit.
    fn pipeline(&mut self, most: u64) -> Result<Option<bool>, SparseError> {
        let from = self.len();
        let step = STEP << self.gear;
        let total = most.min(self.heaps_in_a_go());
        let ready = total >= 2 * STEP as u64
            && from >= 1 << 17
            && from < self.replan_at
            && self.is_plain(from, total);
        let reach = self.window_needed() + 64;
        if !ready || reach > from - self.cells.base() {
            return Ok(None);
        }
        let mut check = std::mem::replace(&mut self.check, RareCheck::new(self.options.kernel));
        let Some(mut generator) = self.generator.take().filter(|_| check.ready(self, from)) else {
            self.check = check;
            self.replan_at = 0;
            return Ok(None);
        };
        self.check = check;
        let begin = std::time::Instant::now();
        let window = self.cells.window();
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.clear();
        ahead.extend_from_slice(&window[window.len() - reach as usize..]);
        let ahead_base = from - reach;
        let mut complete = generator.generate(&mut ahead, ahead_base, step.min(total as usize));
        let mut taken = reach as usize;
        while taken < ahead.len() {
            self.make_room(ahead.len() - taken)?;
            let from = self.len();
            self.cells.window_mut().extend_from_slice(&ahead[taken..]);
            taken = ahead.len();
            let to = self.len();
            let rest = total as usize - (taken - reach as usize);
            let more = complete && rest > 0;
            let mut check = std::mem::replace(&mut self.check, RareCheck::new(self.options.kernel));
            let core = &*self;
            let (leftovers, deepest) = std::thread::scope(|scope| {
                let checked = scope.spawn(|| check.steps(core, from, to, STEP as u64));
                if more {
                    complete = generator.generate(&mut ahead, ahead_base, rest.min(step));
                }
                checked.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            self.check = check;
            self.deepest.note(deepest);
            self.resolve(&leftovers)?;
            let end = self.len();
            self.note_values(from, end);
            if end < to || self.last_rare() >= from {
                self.gear = 0;
                return Ok(Some(true));
            }
        }
        self.generator = Some(generator);
        self.ahead = ahead;
        self.change_gear(begin.elapsed(), total);
        Ok(Some(complete))
    }

    /// Longer steps for fast games, as far as memory allows.
    fn change_gear(&mut self, took: std::time::Duration, heaps: u64) {
        let room = (self.options.memory / T::BYTES / 16) as u64;
        if took < GO && self.gear < HIGHEST_GEAR && 2 * self.heaps_in_a_go() < room {
            self.gear += u32::from(heaps == self.heaps_in_a_go());
        } else if took > 8 * GO {
            self.gear = self.gear.saturating_sub(1);
        }
    }

    /// Shows every rare value below the new values excluded; at the first that is not,
    /// forgets what follows and records the rare heap.
    fn check_stretch(&mut self, from: u64, to: u64) -> Result<(), SparseError> {
        if from == to {
            return Ok(());
        }
        let mut check = std::mem::replace(&mut self.check, RareCheck::new(self.options.kernel));
        let leftovers = if check.ready(self, from) {
            let (leftovers, deepest) = check.stretch(self, from, to);
            self.deepest.note(deepest);
            Some(leftovers)
        } else {
            None
        };
        self.check = check;
        let Some(leftovers) = leftovers else {
            let base = self.cells.base();
            for n in from..to {
                let index = self.cells.window()[(n - base) as usize].get();
                if let Some(rare) = self.rare_below(n, self.space.rares_below(n, index))? {
                    self.cells.truncate(n);
                    self.push_rare(n, rare);
                    return Ok(());
                }
            }
            return Ok(());
        };
        self.resolve(&leftovers)
    }

    /// Searches for what excludes the leftovers; at the first heap where nothing does, forgets
    /// what follows and records the rare heap.
    fn resolve(&mut self, leftovers: &[Leftover]) -> Result<(), SparseError> {
        let mut i = 0;
        while i < leftovers.len() {
            let n = leftovers[i].heap;
            let mut open = Open::default();
            while i < leftovers.len() && leftovers[i].heap == n {
                open.open(leftovers[i].index);
                i += 1;
            }
            self.close_by_few(n, &mut open);
            if let Some(rare) = self.close_by_search(n, &mut open)? {
                self.cells.truncate(n);
                self.push_rare(n, rare);
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Of this many bytes for values, those for the prefix that is kept for good.
pub(crate) fn prefix_kept(memory: usize) -> u64 {
    memory as u64 / 8 * 3
}

/// All taps of a game with these rares, by distance, each once.
pub(crate) fn taps(rules: &PairRules, space: &Space, rares: &[Rare]) -> Vec<Tap> {
    let mut taps = Vec::with_capacity(rares.len() * rules.splittings.len() + rules.takings.len());
    for m in &rules.takings {
        // The value of the smaller heap keeps its class unless the position counts and
        // the take is odd; then it excludes rare values instead.
        if !space.is_twisted() || m.take % 2 == 0 {
            taps.push(Tap { distance: m.take, index: 0 });
        }
    }
    for m in &rules.splittings {
        for rare in rares.iter().filter(|r| r.heap >= m.least) {
            if let Some(distance) = rare.heap.checked_add_signed(m.take).filter(|&d| d >= 1) {
                taps.push(Tap { distance, index: space.index(rare.value) });
            }
        }
    }
    taps.sort_unstable();
    taps.dedup();
    taps
}

/// A rare index some option still has to exclude at a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Leftover {
    pub heap: u64,
    pub index: u32,
}

/// How a search for excluding pairs ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Every open index is excluded by a pair whose smaller part is at most this.
    Excluded { part: u64 },
    /// What is open now no pair excludes.
    Free,
    /// The pairs that are left have a part that is not kept.
    Undecided,
}

/// Marks for nim-sums of two cells, rare ones first, common ones behind.
pub(crate) struct Stamps {
    pub stamp: u32,
    pub stamps: Vec<u32>,
}

impl Stamps {
    pub fn new(size: u32) -> Self {
        Self { stamp: 0, stamps: vec![0; 2 * size as usize] }
    }

    pub fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }
}

/// The rare indices not yet excluded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    words: Vec<u64>,
    count: u32,
}

impl Open {
    pub fn below(limit: u32) -> Self {
        let mut words = vec![u64::MAX; (limit / 64) as usize];
        if !limit.is_multiple_of(64) {
            words.push((1 << (limit % 64)) - 1);
        }
        Self { words, count: limit }
    }

    pub fn open(&mut self, index: u32) {
        let at = (index / 64) as usize;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.count += u32::from(self.words[at] >> (index % 64) & 1 == 0);
        self.words[at] |= 1 << (index % 64);
    }

    #[inline]
    pub fn close(&mut self, index: u32) {
        if let Some(word) = self.words.get_mut((index / 64) as usize) {
            let bit = 1 << (index % 64);
            if *word & bit != 0 {
                *word &= !bit;
                self.count -= 1;
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn least(&self) -> Option<u32> {
        let at = self.words.iter().position(|&w| w != 0)?;
        Some(at as u32 * 64 + self.words[at].trailing_zeros())
    }

    /// Closes every open index for which `excluded` holds.
    pub fn retain(&mut self, mut excluded: impl FnMut(u32) -> bool) {
        for at in 0..self.words.len() {
            let mut bits = self.words[at];
            while bits != 0 {
                let index = at as u32 * 64 + bits.trailing_zeros();
                bits &= bits - 1;
                if excluded(index) {
                    self.close(index);
                }
            }
        }
    }

    pub fn len(&self) -> u32 {
        self.count
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(at as u32 * 64 + bit)
            })
        })
    }
}
