//! The sparse-space computation itself, for one cell width.

use super::cells::{Cell, Cells};
use super::check::RareCheck;
use super::many_core::Shares;
use super::mixed::Flags;
use super::open::{Found, Leftover, Open, Stamps};
use super::rules::PairRules;
use super::space::Space;
use super::taps::{Tap, taps, taps_of};
use super::view::{Exception, FIRST_PARTS, View};
use super::{CoreSettings, Rare, SparseError};
use crate::kernel::Generator;
use crate::kernel::many::distances_ahead;

/// How many heaps are generated before they are checked.
pub(crate) const STRETCH: usize = 4096;

/// Rares from here on are far apart.
const LATE: u64 = 1 << 17;
/// A generator that a late rare was added to is planned anew after as many heaps.
const IMPROVE_AFTER: u64 = 1 << 20;

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
    pub(super) rare_set: Vec<u64>,
    /// All taps of the rares, by distance; empty when a rare was added since.
    pub(super) taps: Vec<Tap>,
    pub largest: Largest,
    /// A bound for the smaller part any rare check needed.
    pub deepest: Deepest,
    pub(super) generator: Option<Generator>,
    /// Rebuild the generator when this many heaps are known.
    pub(super) replan_at: u64,
    pub(super) check: RareCheck<T>,
    /// Heaps to try at once where taps may meet rares.
    pub(super) batch: u64,
    /// How long the steps on several cores are.
    pub(super) gear: u32,
    /// How long which work took there.
    pub shares: Shares,
    /// What is generated ahead there; empty in between.
    pub(super) ahead: Vec<T>,
    pub(super) flags: Flags,
    pub(super) marks: super::rules::Marks,
    pub(super) stamps: Stamps,
    pub settings: CoreSettings,
}

/// The largest value and the first heap that has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Largest {
    /// The value.
    pub value: u32,
    /// The first heap with that value.
    pub heap: u64,
}

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
    /// At least what a record says.
    pub(crate) fn at_least(below: u64) -> Self {
        Self { below: below.max(LEAST_DEPTH) }
    }

    /// Notes that a part as large was needed.
    pub(crate) fn note(&mut self, part: u64) {
        self.below = self.below.max((part + 1).next_power_of_two());
    }
}

impl<T: Cell> Core<T> {
    /// Takes over values G(0), .., known from elsewhere. `None` when an index does not fit.
    pub fn new(
        rules: PairRules,
        space: Space,
        values: &[u32],
        settings: CoreSettings,
    ) -> Option<Self> {
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
        // Nothing is known about rare checks with this mask, but no smaller part exceeds half the total.
        let mut deepest = Deepest::default();
        deepest.note(u64::midpoint(values.len() as u64, rules.reach));
        let cells = Cells::new(cells);
        Some(Self::resume(rules, space, cells, rares, largest, deepest, settings))
    }

    /// Takes over a computation whose middle was forgotten.
    pub fn resume(
        rules: PairRules,
        space: Space,
        cells: Cells<T>,
        rares: Vec<Rare>,
        largest: Largest,
        deepest: Deepest,
        settings: CoreSettings,
    ) -> Self {
        let check = RareCheck::new(settings.kernel);
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
            shares: Shares::default(),
            ahead: Vec::new(),
            flags: Flags::default(),
            marks: super::rules::Marks::default(),
            stamps: Stamps::new(T::SIZE),
            settings,
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
            self.settings,
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
            self.settings,
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
        self.check.reset();
        let generator = self.generator.take();
        self.adopt(generator);
    }

    /// Goes on with a generator that does not know the last rare yet. A late rare is added to it;
    /// an early one is often followed by more: then the fast path is built anew a little later.
    pub(super) fn adopt(&mut self, generator: Option<Generator>) {
        let Some(&rare) = self.rares.last() else { return };
        let n = rare.heap;
        let new: Vec<Tap> = taps_of(&self.rules, &self.space, rare).collect();
        match generator.filter(|_| n >= LATE).and_then(|generator| generator.with(&new)) {
            Some(generator) => {
                self.generator = Some(generator);
                self.replan_at = n + IMPROVE_AFTER;
            }
            None => self.replan_at = n + (n / 64).clamp(64, 1 << 14),
        }
    }

    /// Keeps the record over new heaps.
    pub(super) fn note_values(&mut self, from: u64, end: u64) {
        let base = self.cells.base();
        let new = &self.cells.window()[(from - base) as usize..(end - base) as usize];
        let top = crate::kernel::largest(self.settings.kernel, new);
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

    pub fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |r| r.heap)
    }

    /// What is known, to be read.
    pub fn view(&self) -> View<'_, T> {
        View {
            rules: &self.rules,
            space: self.space,
            prefix: self.cells.prefix(),
            base: self.cells.base(),
            window: self.cells.window(),
            rares: &self.rares,
            rare_set: &self.rare_set,
            kernel: self.settings.kernel,
        }
    }

    /// G(n), where that cell is kept.
    pub fn value(&self, n: u64) -> Option<u32> {
        let index = self.cells.get(n)?.get();
        Some(self.space.value(n, index, !self.is_rare(n)))
    }

    /// Appends the values of the heaps `from .. to`, where they lie in the window.
    pub fn append_values(&self, from: u64, to: u64, values: &mut Vec<u32>) {
        let base = self.cells.base();
        let at = |n: u64| n.checked_sub(base).and_then(|at| usize::try_from(at).ok());
        let Some(cells) = at(from).zip(at(to)).and_then(|(a, b)| self.cells.window().get(a..b))
        else {
            return;
        };
        let first = values.len();
        // By index, for even and for odd heaps, as if all were common.
        let top = cells.iter().map(|c| c.get()).max().unwrap_or(0);
        let table = |parity: u64| -> Vec<u32> {
            (0..=top).map(|index| self.space.value(parity, index, true)).collect()
        };
        let tables = [table(from % 2), table((from + 1) % 2)];
        values.reserve(cells.len());
        let (pairs, rest) = cells.as_chunks::<2>();
        for &[a, b] in pairs {
            values.extend([tables[0][a.get() as usize], tables[1][b.get() as usize]]);
        }
        values.extend(rest.iter().map(|c| tables[0][c.get() as usize]));
        let rares = self.rares.partition_point(|r| r.heap < from);
        for rare in self.rares[rares..].iter().take_while(|r| r.heap < to) {
            values[first + (rare.heap - from) as usize] = rare.value;
        }
    }

    /// How many cells back the computation looks at most.
    pub fn window_needed(&self) -> u64 {
        self.rules.window_for(self.last_rare())
    }

    /// From here on all moves of the rules are available in their general form.
    pub(super) fn settled(&self) -> u64 {
        4 * self.rules.reach + 64
    }

    /// Whether the heaps `from .. from + count` can be computed by taps alone: every tap
    /// reaches a common heap and every splitting move it stands for is allowed.
    pub(super) fn is_plain(&self, from: u64, count: u64) -> bool {
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
            if self.settings.threads > 1
                && let Some(complete) = self.on_threads(to - n)?
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

    /// Goes on with so many threads; what they look ahead by is planned anew where it changes.
    pub fn share(&mut self, threads: usize) {
        if self.settings.alone || self.settings.threads == threads {
            return;
        }
        if distances_ahead(self.settings.threads) != distances_ahead(threads) {
            self.replan_at = 0;
        }
        self.settings.threads = threads;
    }

    /// Many heaps on several threads. `None` where that does not pay; `false`: an index does not fit.
    fn on_threads(&mut self, most: u64) -> Result<Option<bool>, SparseError> {
        match self.many_cores(most)? {
            None => self.pipeline(most),
            done => Ok(done),
        }
    }

    /// Makes room for as many cells; forgets those no longer needed when memory gets short.
    ///
    /// Every heap that a tap of the next one reaches lies in the window, and every rare heap in the
    /// prefix. That stays so: to find a rare heap all its pairs are looked at, and after the first
    /// heaps were forgotten no heap has all its pairs.
    pub(super) fn make_room(&mut self, count: usize) -> Result<(), SparseError> {
        let budget = self.settings.memory / T::BYTES;
        let needed = self.window_needed() as usize;
        debug_assert!(self.cells.base() == 0 || self.cells.window().len() >= needed);
        if self.cells.window().len() + count < budget {
            let window = self.cells.window_mut();
            if window.capacity() < window.len() + count {
                // Doubling, but never beyond the budget.
                let more = window.len().max(count).max(1 << 16);
                window.reserve_exact(more.min(budget - window.len()));
            }
            return Ok(());
        }
        let prefix = prefix_kept(self.settings.memory) as usize / T::BYTES;
        // Searches pair the prefix with heaps as far back.
        let window = needed.max(budget / 4);
        if window + 2 * STRETCH >= prefix {
            let needed = 4 * (window + STRETCH) as u64 * T::BYTES as u64;
            return Err(SparseError::Memory { needed });
        }
        self.cells.forget(prefix, window + STRETCH);
        Ok(())
    }

    pub(super) fn plan_generator(&mut self) {
        let from = self.len();
        self.generator = Some(Generator::plan(self.settings, &self.taps, &self.cells));
        self.replan_at = if from < 1 << 17 { from + (1 << 16) } else { from.saturating_mul(4) };
    }

    /// Whether some rare index below `limit` is not shown excluded at `n`.
    ///
    /// Pairs of two rare heaps, taking moves, then pairs of common heaps with the smaller
    /// part growing from 1.
    fn rare_below(&mut self, n: u64, limit: u32) -> Option<Exception> {
        if limit == 0 {
            return None;
        }
        let mut open = Open::below(limit);
        let mut stamps = std::mem::take(&mut self.stamps);
        // Small parts exclude most; looking through the rares takes longer.
        let quick = self.view().search(n, &mut open, FIRST_PARTS, &mut stamps);
        let (deepest, exception) = if quick == (Found::Excluded { part: FIRST_PARTS }) {
            (0, None)
        } else {
            let left: Vec<Leftover> =
                open.iter().map(|index| Leftover { heap: n, index }).collect();
            self.view().resolve(&left, &mut stamps)
        };
        self.stamps = stamps;
        self.deepest.note(deepest);
        exception
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
        let known = self.cells.window().len();
        let complete = match self.generator.as_mut().filter(|g| g.needs() <= known) {
            Some(generator) => generator.generate(self.cells.window_mut(), base, count),
            None => crate::kernel::scalar::generate(&self.taps, self.cells.window_mut(), count),
        };
        let to = self.len();
        // What was generated before an overflow is checked and kept.
        let checked = self.check_stretch(from, to);
        let end = self.len();
        self.note_values(from, end);
        checked?;
        Ok(complete || end < to)
    }

    /// Shows every rare value below the new values excluded; at the first that is not,
    /// forgets what follows and records the rare heap.
    pub(super) fn check_stretch(&mut self, from: u64, to: u64) -> Result<(), SparseError> {
        if from == to {
            return Ok(());
        }
        let mut check = std::mem::replace(&mut self.check, RareCheck::new(self.settings.kernel));
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
                if let Some(exception) = self.rare_below(n, self.space.rares_below(n, index)) {
                    return self.except(exception);
                }
            }
            return Ok(());
        };
        self.resolve(&leftovers)
    }

    /// Searches for what excludes the leftovers; at the first heap where nothing does, forgets
    /// what follows and records the rare heap.
    pub(super) fn resolve(&mut self, leftovers: &[Leftover]) -> Result<(), SparseError> {
        let mut stamps = std::mem::take(&mut self.stamps);
        let (deepest, exception) = self.view().resolve(leftovers, &mut stamps);
        self.stamps = stamps;
        self.deepest.note(deepest);
        exception.map_or(Ok(()), |exception| self.except(exception))
    }

    /// Takes back the heap and all after it, which are not known to be right, and records the
    /// rare value it has where that could be decided.
    pub(super) fn except(&mut self, exception: Exception) -> Result<(), SparseError> {
        let Exception { heap, rare } = exception;
        self.cells.truncate(heap);
        let Some(rare) = rare else {
            self.check.reset();
            return Err(SparseError::Undecided { heap });
        };
        self.push_rare(heap, rare);
        Ok(())
    }
}

/// Of this many bytes for values, those for the prefix that is kept for good.
pub fn prefix_kept(memory: usize) -> u64 {
    memory as u64 / 8 * 3
}
