//! The rare check by marking, for games with many values.
//!
//! Where a value lies above many rare ones, a row of bits per index (see `check`) is nearly
//! empty, and bytes serve better: for a pair with a fixed common part, every one of 64
//! heaps in byte lanes has one rare index excluded. That is the marking of the shape for many
//! rares ([`Many`](crate::kernel::many::Many)) with common parts in place of rare ones. The
//! parts are chosen greedily on a sample, for each quad of 32 indices, until a tap costs
//! more than the searches it saves. What is not marked is searched, so the choice affects
//! speed only.

use super::cells::Cell;
use super::core::Core;
use super::open::Leftover;
use super::view::View;
use crate::kernel::Kernel;
use crate::kernel::choice::Sample;
use crate::kernel::choose;
use crate::kernel::far::{CellBytes, FLAG, Far, Planes};
use crate::kernel::many::QuadTaps;

/// Parts that are considered.
const PARTS: u64 = 8192;
/// Heaps the parts are chosen on, at most.
const SAMPLE: u64 = 32768;
/// Heaps known for each one in the sample, at least.
const HEAPS_PER_SAMPLED: u64 = 128;
/// After a drift the sample is taken from as many of the last heaps.
const AFTER_DRIFT: u64 = 1 << 16;
/// Games with at most this many rare values below a value are served better by rows.
const FEWEST_TARGETS: u32 = 64;
/// A tap costs about 0.066 cycles per heap, a search 250: what a tap must save per heap.
const WORTH: f64 = 0.066 / 250.0;

/// Cells that are no bytes: the sample is taken from as many of the last heaps.
const WIDE_ROOM: u64 = 1 << 20;

/// The plan.
pub(crate) struct Marking<F> {
    /// For every quad the pairs that mark it.
    pub(super) lists: Vec<QuadTaps<F>>,
    /// No pair reaches farther back.
    farthest: usize,
}

/// As many lists are looked at together: their indices fit a byte.
const GROUP: usize = 7;

/// The number of rare values below a value.
pub(crate) trait Limit: Copy + Into<u32> {
    /// How far it is above a number, as far as a byte says that.
    fn above(self, first: usize) -> u8;
}

impl Limit for u8 {
    #[inline]
    fn above(self, first: usize) -> u8 {
        self.saturating_sub(first as u8)
    }
}

impl Limit for u32 {
    #[inline]
    fn above(self, first: usize) -> u8 {
        self.saturating_sub(first as u32).min(255) as u8
    }
}

/// The cells as bytes, which are written to `room` where they are none. `None` where such taps do not
/// read them.
fn bytes_of<'a, T: Cell, F: Far>(cells: &'a [T], room: &'a mut Planes) -> Option<CellBytes<'a>> {
    if F::WIDE {
        room.fill(T::halves(cells)?);
        return Some(room.bytes());
    }
    T::bytes(cells).map(CellBytes::narrow)
}

/// Whether a plan made now uses as many heaps as any.
pub(crate) fn has_full_sample(now: u64) -> bool {
    now / HEAPS_PER_SAMPLED >= SAMPLE
}

impl<F: Far> Marking<F> {
    /// Chooses parts on heaps below `now`, only the last ones after a drift. `None` where the
    /// method does not apply or does not pay.
    pub fn plan<T: Cell>(core: &Core<T>, now: u64, drift: bool) -> Option<Self> {
        if core.settings.kernel == Kernel::SCALAR {
            return None;
        }
        let farthest = PARTS + core.rules.reach;
        let lowest = if F::WIDE { now.saturating_sub(WIDE_ROOM + farthest + 128) } else { 0 };
        let base = core.cells.base().max(lowest);
        let cells = &core.cells.window()[(base - core.cells.base()) as usize..];
        let mut planes = Planes::default();
        let bytes = bytes_of::<T, F>(cells, &mut planes)?;
        let room = now.checked_sub(base + farthest + 128)?;
        if room < 1024 || core.cells.prefix().len() as u64 <= PARTS {
            return None;
        }
        // A short run must not wait for a good plan.
        let size = (now / HEAPS_PER_SAMPLED).clamp(1024, SAMPLE) as usize;
        let limit = |i: usize| core.space.rares_below(base + i as u64, cells[i].get());
        // Taps are seen from the end of a block.
        let room = room.min(if drift { AFTER_DRIFT } else { now / 2 });
        let sample = Sample::new((now - base) as usize, room as usize, size, limit);
        if sample.most() <= FEWEST_TARGETS {
            return None;
        }
        let lists = choose(&pairs::<T, F>(core), bytes, &sample.behind(), WORTH, core.settings);
        let farthest = lists.iter().flat_map(QuadTaps::taps).map(|t| t.distance() - 64).max()?;
        Some(Self { lists, farthest })
    }

    /// No pair reaches farther back.
    pub fn farthest(&self) -> usize {
        self.farthest
    }

    /// The rare indices below the values of heaps `from .. to` that no pair of the lists
    /// excludes. `limits` are the numbers of rare values below them; `copy` is room for one of cells.
    pub fn stretch<T: Cell, L: Limit>(
        &self,
        view: &View<'_, T>,
        from: u64,
        limits: &[L],
        copy: &mut Planes,
        left: &mut Vec<Leftover>,
    ) {
        let base = view.base;
        let (at, end) = ((from - base) as usize, (from - base) as usize + limits.len());
        // Blocks of 64 heaps, the last one overlapping the one before; the first heaps of the
        // window of cells are not needed, as rares and parts lie before it.
        let lowest = at.saturating_sub(self.farthest + 64);
        let near_rares = from <= view.last_rare() + self.farthest as u64 + 64;
        let quads = if near_rares { F::UNFLAGGED } else { F::INDICES } as usize / 32;
        let lists = &self.lists[..self.lists.len().min(quads)];
        let window = &view.window[lowest..end];
        let bytes = if near_rares {
            // Nim-sums of rares are then no targets of the lists.
            if let Some(halves) = T::halves(window) {
                copy.fill(halves);
            } else {
                copy.low.clear();
                copy.low.extend_from_slice(T::bytes(window).unwrap_or(&[]));
                copy.high.clear();
            }
            let cells = if F::WIDE { &mut copy.high } else { &mut copy.low };
            for rare in view.rares.iter().rev().take_while(|r| r.heap >= base + lowest as u64) {
                if let Some(cell) = cells.get_mut((rare.heap - base) as usize - lowest) {
                    *cell |= FLAG;
                }
            }
            Some(copy.bytes()).filter(|_| F::WIDE == T::halves(window).is_some())
        } else {
            bytes_of::<T, F>(window, copy)
        };
        // Where such taps cannot read the cells they exclude nothing.
        let (lists, cells) = match bytes {
            Some(cells) => (lists, cells),
            None => (&lists[..0], CellBytes::narrow(&[])),
        };
        let at = at - lowest;
        let mut lanes = [0u8; 64];
        let mut done = 0;
        while done < limits.len() {
            // The block ends here; it begins with lanes that are done when too few are left.
            let stop = (done + 64).min(limits.len());
            let skip = 64 - (stop - done);
            let first = from + done as u64 - skip as u64;
            // All lists of byte cells have indices that fit a byte.
            let group = if F::WIDE { GROUP } else { F::INDICES as usize / 32 };
            for (i, lists) in lists.chunks(group).enumerate() {
                let above = 32 * group * i;
                lanes[..skip].fill(0);
                for (lane, limit) in lanes[skip..].iter_mut().zip(&limits[done..stop]) {
                    *lane = limit.above(above);
                }
                if i > 0 && lanes == [0; 64] {
                    break;
                }
                crate::kernel::unmarked(
                    view.kernel,
                    (lists, self.farthest),
                    cells.part(0..at + stop),
                    &lanes,
                    |lane, index| {
                        left.push(Leftover { heap: first + lane, index: above as u32 + index });
                    },
                );
            }
            done = stop;
        }
        // Beyond the quads nothing was marked.
        let targets = 32 * lists.len() as u32;
        for (heap, &limit) in (from..).zip(limits) {
            left.extend((targets..limit.into()).map(|index| Leftover { heap, index }));
        }
    }
}

/// Taps for all pairs with a common part that is considered.
fn pairs<T: Cell, F: Far>(core: &Core<T>) -> Vec<F> {
    let mut pairs = Vec::new();
    for m in &core.rules.splittings {
        for part in m.least..=PARTS {
            if let Some(distance) = part.checked_add_signed(m.take).filter(|&d| d >= 1)
                && !core.is_rare(part)
                && let Some(index) = core.cells.prefix().get(part as usize).map(|c| c.get())
                // A flagged cell must stay flagged.
                && index < F::UNFLAGGED
            {
                pairs.extend(F::behind(distance as usize, index));
            }
        }
    }
    // With position parity, an odd take turns a common value into a rare one.
    if core.space.is_twisted() {
        let odd = core.rules.takings.iter().filter(|m| m.take % 2 == 1);
        pairs.extend(odd.filter_map(|m| F::behind(m.take as usize, 0)));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::tests::octal;
    use super::super::{SparseEngine, SparseSettings, Width};
    use super::*;
    use crate::kernel::far::{FarTap, WideTap};
    use sprague_budget::Budget;

    /// Every kernel leaves the same indices open, and these are what the definition says.
    fn marks_what_pairs_exclude<T: Cell, F: Far, L: Limit>(
        core: &Core<T>,
        (from, to): (u64, u64),
        limit: impl Fn(u32) -> L,
    ) {
        let marking = Marking::<F>::plan(core, core.len(), false).unwrap();
        let below = |n: u64| core.space.rares_below(n, core.cells.get(n).map_or(0, Cell::get));
        let limits: Vec<L> = (from..to).map(|n| limit(below(n))).collect();
        let mut expected = Vec::new();
        for (n, &limit) in (from..to).zip(&limits) {
            for index in 0..limit.into() {
                let quad = index / 32;
                let taps = marking.lists.get(quad as usize).map_or(&[][..], QuadTaps::taps);
                let excluded = taps.iter().any(|tap| {
                    let part = tap.distance() as u64 - 64;
                    let cell = core.cells.get(n - part).unwrap().get();
                    let own = CellBytes {
                        low: &[tap.low() as u8],
                        high: &[if F::WIDE { tap.high() as u8 } else { 0 }],
                    };
                    cell ^ own.index(0) ^ (32 * quad) == index
                });
                if !excluded {
                    expected.push(Leftover { heap: n, index });
                }
            }
        }
        assert!(!expected.is_empty());
        for kernel in Kernel::available() {
            let mut left = Vec::new();
            let view = View { kernel, ..core.view() };
            marking.stretch(&view, from, &limits, &mut Planes::default(), &mut left);
            left.sort_unstable();
            assert_eq!(left, expected, "{kernel}");
        }
    }

    fn computed(game: &str, to: u64) -> Option<SparseEngine> {
        if Kernel::best() == Kernel::SCALAR {
            println!("only the portable kernel here");
            return None;
        }
        let budget = Budget::unlimited();
        let mut engine =
            SparseEngine::new(&octal(game), SparseSettings::default(), &budget).unwrap();
        engine.advance(to, &budget).unwrap();
        Some(engine)
    }

    #[test]
    fn kernels_mark_what_pairs_exclude() {
        let Some(engine) = computed("0.6", 40_000) else { return };
        let Width::Narrow(core) = &engine.width else { panic!("bytes are enough") };
        let byte = |limit: u32| u8::try_from(limit).unwrap_or(u8::MAX);
        marks_what_pairs_exclude::<u8, FarTap, u8>(core, (39_000, 39_100), byte);
        assert!(Marking::<WideTap>::plan(core, 40_000, false).is_none());
    }

    /// The same with values beyond 511.
    #[test]
    fn kernels_mark_what_pairs_of_larger_cells_exclude() {
        let Some(engine) = computed("0.5046", 60_000) else { return };
        let Width::Wide(core) = &engine.width else { panic!("bytes are not enough") };
        assert!(core.last_rare() + 8192 + 200 < 59_000, "{}", core.last_rare());
        marks_what_pairs_exclude::<u16, WideTap, u32>(core, (59_000, 59_100), |limit| limit);
        assert!(Marking::<FarTap>::plan(core, 60_000, false).is_none());
    }

    /// Taps that do not read the cells leave everything open.
    #[test]
    fn taps_for_other_cells_exclude_nothing() {
        let Some((bytes, larger)) = computed("0.6", 40_000).zip(computed("0.5046", 60_000)) else {
            return;
        };
        let (Width::Narrow(bytes), Width::Wide(larger)) = (&bytes.width, &larger.width) else {
            panic!("bytes are enough for one game");
        };
        let wide = Marking::<WideTap>::plan(larger, larger.len(), false).unwrap();
        let narrow = Marking::<FarTap>::plan(bytes, bytes.len(), false).unwrap();
        // Near rares and far from them.
        for from in [21_000, 39_000] {
            let (mut left, mut copy) = (Vec::new(), Planes::default());
            wide.stretch(&bytes.view(), from, &[3u32; 70], &mut copy, &mut left);
            assert_eq!(left.len(), 210);
            left.clear();
            narrow.stretch(&larger.view(), from, &[3u8; 70], &mut copy, &mut left);
            assert_eq!(left.len(), 210);
        }
    }
}
