//! The sparse-space engine.
//!
//! In many octal games almost all nim-values fall into one half of the value set (the
//! common values) and only a few heaps, nearly all of them small, have a value in the
//! other half (the rare values); see [`Space`]. An option with a common value then has
//! exactly one rare part, so the least common value no option has is found from the few
//! rare heaps alone: the mex, over all taps `(d, w)`, of `index(n - d) xor w`, where `d` is
//! a rare heap plus a take and `w` its index. It is G(n) provided that every rare value
//! below it is excluded as well, by a pair of two common heaps; the engine shows this
//! for every single heap, small parts first, and a heap where it fails is a new rare one.
//!
//! So all values are exact: nothing is assumed about rares being finite in number or about
//! the mask, which affects speed only.
//!
//! `space` is masks and indices, `taps` what rares exclude, `core` the computation of one
//! stretch after the other, `mixed` heaps near rares, `many_core` and `pipeline` several cores, `stream` the
//! sequence value by value; `check` is the rare check: by `rows` of bits with chosen
//! `helpers`, by `marking` where values are many, and what these leave `open` by searches
//! among `likely` and among small `parts`. `resume` continues a computation.

pub(crate) mod cells;
pub(crate) mod check;
pub(crate) mod core;
pub(crate) mod growing;
mod helpers;
pub(crate) mod likely;
mod many_core;
pub(crate) mod marking;
mod mixed;
pub(crate) mod open;
pub(crate) mod parts;
mod pipeline;
mod resume;
pub(crate) mod rows;
pub(crate) mod rules;
pub(crate) mod space;
mod stream;
pub(crate) mod taps;
pub(crate) mod view;

pub use self::core::{Deepest, Largest, prefix_kept};
pub use many_core::Shares;
pub use resume::Kept;
pub use rules::PairRules;
pub(crate) use space::best_space;
pub use space::{Space, SparseSpace, walsh_hadamard};
pub use stream::Stream;

use self::core::{Core, Stop};
use crate::Engine;
use crate::kernel::Kernel;
use crate::scan::Scan;
use sprague_budget::{Budget, Progress, Spent};
use sprague_games::moves::Move;
use std::fmt;
use std::time::Duration;

/// A heap with a rare value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rare {
    /// The heap.
    pub heap: u64,
    /// Its nim-value.
    pub value: u32,
}

/// Why the sparse-space engine cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SparseError {
    /// The rules are outside what the engine computes.
    Unsupported(&'static str),
    /// No mask leaves few rare heaps: [`scan`](crate::scan) is the better choice.
    NotSparse {
        /// Heaps examined.
        heaps: u64,
        /// Rare heaps in the second half of these, with the best mask.
        rares: u64,
    },
    /// A common index above 65535.
    TooLarge {
        /// The heap.
        heap: u64,
    },
    /// A rare value below G(heap) is excluded by no pair with a part that is still kept:
    /// deciding needs the whole sequence, hence more memory.
    Undecided {
        /// The heap.
        heap: u64,
    },
    /// The taps reach back farther than the memory allowed.
    Memory {
        /// Bytes that would be enough.
        needed: u64,
    },
    /// Values that the next one needs were computed and are not kept.
    Forgotten,
    /// A record of a computation contradicts itself.
    Inconsistent(&'static str),
    /// The budget is spent.
    Spent(Spent),
}

impl fmt::Display for SparseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(why) => {
                write!(f, "the sparse-space engine does not compute this game: {why}")
            }
            Self::NotSparse { heaps, rares } => write!(
                f,
                "no sparse space: with the best mask {rares} of the heaps from {} to {heaps} are rare",
                heaps / 2
            ),
            Self::TooLarge { heap } => {
                write!(f, "the value of heap {heap} is too large for the sparse-space engine")
            }
            Self::Undecided { heap } => write!(
                f,
                "heap {heap}: a rare value below the candidate is excluded by no pair with a part that is kept; allow more memory"
            ),
            Self::Memory { needed } => {
                write!(f, "the window needs {needed} bytes; allow more memory")
            }
            Self::Forgotten => {
                write!(
                    f,
                    "values that are needed again were not kept; start again with more memory"
                )
            }
            Self::Inconsistent(why) => write!(f, "the record contradicts itself: {why}"),
            Self::Spent(spent) => spent.fmt(f),
        }
    }
}

impl std::error::Error for SparseError {}

impl From<Spent> for SparseError {
    fn from(spent: Spent) -> Self {
        Self::Spent(spent)
    }
}

/// How to compute; the values are the same.
#[derive(Clone, Copy, Debug)]
pub struct SparseSettings {
    /// The instruction set of the inner loops.
    pub kernel: Kernel,
    /// Threads to work on, at least one.
    pub threads: usize,
    /// A clock of the calling thread, where it is to be measured what the threads do.
    pub clock: Option<fn() -> Duration>,
    /// Some games become sparse late. While too many heaps are rare, up to this many values
    /// are computed without a mask before the game is given up.
    pub patience: u64,
}

impl Default for SparseSettings {
    fn default() -> Self {
        Self { kernel: Kernel::default(), threads: 1, clock: None, patience: LAST_PREFIX }
    }
}

/// Bytes for kept values where the budget has no limit.
const MEMORY: u64 = 160 << 20;

/// The bytes for kept values: those of the budget, 160 MB where it has no limit. While they
/// suffice all values are kept; then a prefix and a window.
pub fn memory_within(budget: &Budget) -> usize {
    let bytes = if budget.most_bytes() == u64::MAX { MEMORY } else { budget.most_bytes() };
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// The settings with the memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoreSettings {
    pub kernel: Kernel,
    pub threads: usize,
    /// A thread died: this computation has no more of them.
    pub alone: bool,
    pub clock: Option<fn() -> Duration>,
    pub memory: usize,
    pub patience: u64,
}

impl CoreSettings {
    fn new(settings: SparseSettings, budget: &Budget) -> Self {
        let SparseSettings { kernel, threads, clock, patience } = settings;
        let memory = memory_within(budget);
        Self { kernel, threads, alone: false, clock, memory, patience }
    }
}

#[cfg(test)]
impl Default for CoreSettings {
    fn default() -> Self {
        Self::new(SparseSettings::default(), &Budget::unlimited())
    }
}

/// The number of heaps computed before the first mask is chosen.
const FIRST_PREFIX: usize = 1024;
/// The number of heaps after which a game without a sparse space is given up, unless the caller
/// has more patience.
const LAST_PREFIX: u64 = 1 << 14;
/// The budget is asked about once for this many heaps.
const WATCH: u64 = 1 << 13;
/// The mask is reconsidered at every doubling up to this many heaps.
const LAST_REMASK: u64 = 1 << 24;

/// Nim-values of a game with a sparse space, computed one after the other.
///
/// ```
/// use sprague_engine::Budget;
/// use sprague_engine::sparse::{SparseEngine, SparseSettings};
/// use sprague_games::moves::{Condition, Move};
/// // Officers, 0.6: take one token and leave one heap or two.
/// let moves = [1, 2].map(|heaps| Move { take: 1, heaps, condition: Condition::Any, smallest: 1 });
/// let mut officers = SparseEngine::new(&moves, SparseSettings::default(), &Budget::new())?;
/// officers.advance(30_000, &Budget::new())?;
/// assert_eq!(officers.last_rare().map(|r| (r.heap, r.value)), Some((20627, 277)));
/// assert_eq!(officers.space().shown_mask(officers.largest().value), 0x1ee);
/// # Ok::<(), sprague_engine::sparse::SparseError>(())
/// ```
pub struct SparseEngine {
    width: Width,
    /// Reconsider the mask when this many heaps are known.
    remask_at: u64,
}

/// Indices of consecutive heaps, see [`Space::index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indices<'a> {
    /// All indices so far are below 256.
    Narrow(&'a [u8]),
    /// All indices so far are below 65536.
    Wide(&'a [u16]),
}

enum Width {
    Narrow(Core<u8>),
    Wide(Core<u16>),
}

macro_rules! core {
    ($self:expr, $core:ident => $body:expr) => {
        match &$self.width {
            Width::Narrow($core) => $body,
            Width::Wide($core) => $body,
        }
    };
    (mut $self:expr, $core:ident => $body:expr) => {
        match &mut $self.width {
            Width::Narrow($core) => $body,
            Width::Wide($core) => $body,
        }
    };
}

impl SparseEngine {
    /// Computes a prefix without a mask and finds one. The bytes of the budget are for kept values.
    pub fn new(
        moves: &[Move],
        settings: SparseSettings,
        budget: &Budget,
    ) -> Result<Self, SparseError> {
        let settings = CoreSettings::new(settings, budget);
        let rules = splitting(moves)?;
        let mut dense = Dense::behind(&rules, settings, Vec::new());
        let mut target = first_prefix(&rules);
        loop {
            while dense.values.len() < target {
                if dense.values.len().is_multiple_of(256) {
                    budget.go_on()?;
                }
                dense.advance()?;
            }
            let values = &dense.values;
            if let Some(engine) = Self::behind(&rules, values, settings)? {
                return Ok(engine);
            }
            target *= 2;
        }
    }

    /// Goes on behind G(0), G(1), ..., which are known; nothing is computed again. The engine has
    /// the mask and the rares that [`new`](Self::new) would have after as many heaps. The bytes of
    /// the budget are for kept values.
    ///
    /// `None` where these values show no sparse space, but twice as many may;
    /// [`SparseError::NotSparse`] where they are so many that the game is given up. What rare
    /// checks needed is not known of values, so [`deepest`](Self::deepest) is at least half as
    /// many.
    pub fn from_values(
        moves: &[Move],
        values: &[u32],
        settings: SparseSettings,
        budget: &Budget,
    ) -> Result<Option<Self>, SparseError> {
        Self::behind(&splitting(moves)?, values, CoreSettings::new(settings, budget))
    }

    fn behind(
        rules: &PairRules,
        values: &[u32],
        settings: CoreSettings,
    ) -> Result<Option<Self>, SparseError> {
        let mut prefix = first_prefix(rules);
        while let Some(first) = values.get(..prefix) {
            if let Some(engine) = Self::over(rules, first, 4, settings)? {
                return engine.take_values(values).map(Some);
            }
            if prefix as u64 >= LAST_PREFIX {
                let found = space::best_space(first, prefix / 2, rules.position_parity());
                let rares = found.map_or((prefix - prefix / 2) as u64, |(_, rares)| rares);
                if let Some((space, _)) = found
                    && (prefix as u64) < settings.patience
                {
                    // To be continued without it.
                    let width = Self::take_over(rules, space, first, settings)?;
                    let engine = Self { width, remask_at: prefix as u64 };
                    return engine.take_values(values).map(Some);
                }
                return Err(SparseError::NotSparse { heaps: prefix as u64, rares });
            }
            prefix *= 2;
        }
        Ok(None)
    }

    /// Takes known values over up to the last one, and reconsiders the mask on the way as if they
    /// were computed.
    fn take_values(mut self, values: &[u32]) -> Result<Self, SparseError> {
        let all = values.len() as u64;
        while self.len() < all {
            if self.len() >= self.remask_at {
                self.reconsider_mask(all, values, &Budget::unlimited())?;
                continue;
            }
            let known = &values[..all.min(self.remask_at) as usize];
            let (rules, settings, space) =
                core!(self, core => (core.rules.clone(), core.settings, core.space));
            self.width = Self::take_over(&rules, space, known, settings)?;
        }
        Ok(self)
    }

    /// Goes on from values that are known, G(0) first; `None` unless some mask leaves at most one in
    /// `few` of the second half rare.
    fn over(
        rules: &PairRules,
        values: &[u32],
        few: u64,
        settings: CoreSettings,
    ) -> Result<Option<Self>, SparseError> {
        let half = values.len() / 2;
        let rest = (values.len() - half) as u64;
        match space::best_space(values, half, rules.position_parity()) {
            Some((space, rares)) if rares <= rest / few => {
                let width = Self::take_over(rules, space, values, settings)?;
                Ok(Some(Self { width, remask_at: 2 * values.len() as u64 }))
            }
            _ => Ok(None),
        }
    }

    fn take_over(
        rules: &PairRules,
        space: Space,
        values: &[u32],
        settings: CoreSettings,
    ) -> Result<Width, SparseError> {
        if let Some(core) = Core::new(rules.clone(), space, values, settings) {
            return Ok(Width::Narrow(core));
        }
        match Core::new(rules.clone(), space, values, settings) {
            Some(core) => Ok(Width::Wide(core)),
            None => Err(SparseError::TooLarge { heap: values.len() as u64 }),
        }
    }

    /// Computes all values below heap `to`. The budget hears from time to time how far it is;
    /// its time and its stop may end the computation with [`SparseError::Spent`], never before
    /// something was computed, and another call goes on. How many values are wanted `to` alone
    /// says; those of the budget are the total it hears of.
    pub fn advance(&mut self, to: u64, budget: &Budget) -> Result<(), SparseError> {
        while self.len() < to {
            if self.len() >= self.remask_at {
                self.reconsider_mask(to, &[], budget)?;
                continue;
            }
            if let Some(threads) = budget.shared_threads() {
                core!(mut self, core => core.share(threads));
            }
            let watch_every = core!(self, core => {
                if core.settings.threads > 1 { core.heaps_in_a_go() } else { WATCH }
            });
            let until = to.min(self.remask_at).min(self.len() + watch_every);
            match core!(mut self, core => core.advance(until))? {
                Stop::Done => {}
                Stop::Overflow => self.widen()?,
            }
            report(self.len(), budget)?;
        }
        Ok(())
    }

    fn widen(&mut self) -> Result<(), SparseError> {
        let heap = self.len();
        let Width::Narrow(core) = &mut self.width else {
            return Err(SparseError::TooLarge { heap });
        };
        let wide = core.take().widen();
        self.width = Width::Wide(wide);
        Ok(())
    }

    /// Looks for a better mask; gives the game up when half-way rares are no longer few. `known` are
    /// values from elsewhere, G(0) first, or none.
    fn reconsider_mask(
        &mut self,
        to: u64,
        known: &[u32],
        budget: &Budget,
    ) -> Result<(), SparseError> {
        let len = self.len();
        let recent = self.rares().iter().rev().take_while(|r| r.heap >= len / 2).count() as u64;
        if len >= LAST_PREFIX && recent > len / 16 {
            return self.go_on_without_mask(recent, to, known, budget);
        }
        self.remask_at = if len >= LAST_REMASK { u64::MAX } else { 2 * len };
        if recent < 8 || core!(self, core => core.cells.base() > 0) {
            return Ok(());
        }
        let values: Vec<u32> = (0..len).map_while(|n| self.value(n)).collect();
        let (rules, settings, space) =
            core!(self, core => (core.rules.clone(), core.settings, core.space));
        let sample = values.len() / 2;
        if let Some((better, rares)) = space::best_space(&values, sample, rules.position_parity())
            && better != space
            && rares + rares / 8 < recent
        {
            self.width = Self::take_over(&rules, better, &values, settings)?;
        }
        Ok(())
    }

    /// Too many heaps are rare: computes values without a mask to the next power of two and chooses
    /// it anew, as often as patience allows, until few are. Ends early at heap `to`.
    fn go_on_without_mask(
        &mut self,
        recent: u64,
        to: u64,
        known: &[u32],
        budget: &Budget,
    ) -> Result<(), SparseError> {
        let (rules, settings, mut space) =
            core!(self, core => (core.rules.clone(), core.settings, core.space));
        let heaps = self.len();
        let values: Vec<u32> = (0..heaps).map_while(|n| self.value(n)).collect();
        let target = (heaps + 1).next_power_of_two();
        if target > settings.patience || values.len() as u64 != heaps {
            return Err(SparseError::NotSparse { heaps, rares: recent });
        }
        let target_now = target.min(to);
        let known = known.get(values.len()..(target_now as usize).min(known.len()));
        let mut dense = Dense::behind(&rules, settings, [&values, known.unwrap_or(&[])].concat());
        let mut going = Ok(());
        while (dense.values.len() as u64) < target_now && going.is_ok() {
            dense.advance()?;
            if dense.values.len().is_multiple_of(256) {
                going = report(dense.values.len() as u64, budget);
            }
        }
        let values = dense.values;
        let heaps = values.len() as u64;
        if heaps == target
            && let Some((best, _)) =
                space::best_space(&values, values.len() / 2, rules.position_parity())
        {
            space = best;
        }
        // What was computed is kept in any case, and judged when the run goes on.
        self.width = Self::take_over(&rules, space, &values, settings)?;
        self.remask_at = heaps;
        Ok(going?)
    }

    /// The number of heaps computed: G(0), .., G(len - 1) are known.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        core!(self, core => core.len())
    }

    /// G(n), where it was computed and is still kept.
    pub fn value(&self, n: u64) -> Option<u32> {
        core!(self, core => core.value(n))
    }

    /// The first heap of those at the end that are all kept.
    pub fn kept_from(&self) -> u64 {
        core!(self, core => core.cells.base())
    }

    /// The sparse space in use. It may change while values are computed.
    pub fn space(&self) -> Space {
        core!(self, core => core.space)
    }

    /// All rare heaps so far in increasing order, heap 0 included where it is rare.
    pub fn rares(&self) -> &[Rare] {
        core!(self, core => &core.rares)
    }

    /// The last rare heap so far.
    pub fn last_rare(&self) -> Option<Rare> {
        self.rares().last().copied()
    }

    /// The largest value so far and the first heap that has it.
    pub fn largest(&self) -> Largest {
        core!(self, core => core.largest)
    }

    /// How far the rare check looked: the bound B of the sparse-window theorem, for the
    /// heaps since [`reset_deepest`](Self::reset_deepest) was called or since the start.
    pub fn deepest(&self) -> Deepest {
        core!(self, core => core.deepest)
    }

    /// How long the threads were at which work, by the clock of the settings.
    pub fn shares(&self) -> Shares {
        core!(self, core => core.shares)
    }

    /// Starts to record [`deepest`](Self::deepest) anew.
    pub fn reset_deepest(&mut self) {
        core!(mut self, core => core.deepest = Deepest::default());
    }

    /// Whether some move leaves two equal heaps only, which depends on the parity of the heap.
    pub fn halves(&self) -> bool {
        core!(self, core => !core.rules.halvings.is_empty())
    }

    /// How many values back pairs with a part of at most this reach, see
    /// [`window_needed`](Self::window_needed).
    pub fn window_for(&self, part: u64) -> u64 {
        core!(self, core => core.rules.window_for(part))
    }

    /// The values of the heaps `from .. to`, where all of them are kept.
    pub fn values(&self, from: u64, to: u64) -> Option<Vec<u32>> {
        (from..to).map(|n| self.value(n)).collect()
    }

    /// Appends the values of the heaps `from .. to`, where they lie in the window; nothing otherwise.
    pub fn append_values(&self, from: u64, to: u64, values: &mut Vec<u32>) {
        core!(self, core => core.append_values(from, to, values));
    }

    /// The indices of the heaps `from .. to`, where they lie in the window. Fast, for
    /// comparisons.
    pub fn indices(&self, from: u64, to: u64) -> Option<Indices<'_>> {
        fn part<T: cells::Cell>(core: &Core<T>, from: u64, to: u64) -> Option<&[T]> {
            let base = core.cells.base();
            let first = usize::try_from(from.checked_sub(base)?).ok()?;
            core.cells.window().get(first..usize::try_from(to.checked_sub(base)?).ok()?)
        }
        match &self.width {
            Width::Narrow(core) => part(core, from, to).map(Indices::Narrow),
            Width::Wide(core) => part(core, from, to).map(Indices::Wide),
        }
    }

    /// When the mask will be reconsidered next.
    pub fn remask_at(&self) -> u64 {
        self.remask_at
    }

    /// Continues a computation from what was kept of it. The bytes of the budget are for kept
    /// values.
    pub fn resume(
        moves: &[Move],
        kept: &Kept<'_>,
        settings: SparseSettings,
        budget: &Budget,
    ) -> Result<Self, SparseError> {
        let settings = CoreSettings::new(settings, budget);
        let rules = PairRules::new(moves)?;
        kept.check(&rules)?;
        let width = if let Some(narrow) = kept.cells::<u8>() {
            Width::Narrow(kept.core(rules, narrow, settings))
        } else if let Some(wide) = kept.cells::<u16>() {
            Width::Wide(kept.core(rules, wide, settings))
        } else {
            return Err(SparseError::TooLarge { heap: kept.len });
        };
        Ok(Self { width, remask_at: kept.remask_at })
    }

    /// How many values back the computation of the next one looks at most.
    pub fn window_needed(&self) -> u64 {
        core!(self, core => core.window_needed())
    }
}

/// The rules, where some move splits a heap.
fn splitting(moves: &[Move]) -> Result<PairRules, SparseError> {
    let rules = PairRules::new(moves)?;
    if rules.splittings.is_empty() {
        return Err(SparseError::Unsupported("no move splits a heap"));
    }
    Ok(rules)
}

/// Values while there is no mask.
struct Dense {
    scan: Scan,
    values: Vec<u32>,
}

impl Dense {
    fn behind(rules: &PairRules, settings: CoreSettings, values: Vec<u32>) -> Self {
        let mut scan = Scan::over(rules.clone(), settings.kernel);
        // Values that do not fit are told when the next one is asked for.
        scan.take_values(&values);
        Self { scan, values }
    }

    fn advance(&mut self) -> Result<(), SparseError> {
        let heap = self.values.len() as u64;
        match self.scan.next_value() {
            Ok(value) if self.scan.len() == heap + 1 => self.values.push(value),
            _ => return Err(SparseError::TooLarge { heap }),
        }
        Ok(())
    }
}

/// How many values the first mask is chosen from.
fn first_prefix(rules: &PairRules) -> usize {
    FIRST_PREFIX.max(8 * rules.reach as usize)
}

/// Tells that so many values are known, and asks whether to go on.
fn report(values: u64, budget: &Budget) -> Result<(), Spent> {
    let total = Some(budget.most_values()).filter(|&most| most < u64::MAX);
    budget.report(Progress::of_values(values, total))
}

#[cfg(test)]
pub(crate) mod tests;
