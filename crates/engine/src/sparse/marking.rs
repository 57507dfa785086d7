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
use crate::kernel::many::{FarTap, QuadTaps};

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

/// The plan.
pub(crate) struct Marking {
    /// For every quad the pairs that mark it.
    lists: Vec<QuadTaps>,
    /// No pair reaches farther back.
    farthest: usize,
}

/// Set in rare cells of the copy: their nim-sums are then no targets of the first four quads.
const FLAG: u8 = 0x80;

impl Marking {
    /// Chooses parts on heaps below `now`, only the last ones after a drift. `None` where the
    /// method does not apply or does not pay.
    pub fn plan<T: Cell>(core: &Core<T>, now: u64, drift: bool) -> Option<Self> {
        if core.settings.kernel == Kernel::SCALAR {
            return None;
        }
        let window = T::bytes(core.cells.window())?;
        let base = core.cells.base();
        let farthest = PARTS + core.rules.reach;
        let room = now.checked_sub(base + farthest + 128)?;
        if room < 1024 || core.cells.prefix().len() as u64 <= PARTS {
            return None;
        }
        // A short run must not wait for a good plan.
        let size = (now / HEAPS_PER_SAMPLED).clamp(1024, SAMPLE) as usize;
        let limit = |i: usize| core.space.rares_below(base + i as u64, window[i].into());
        // Taps are seen from the end of a block.
        let room = room.min(if drift { AFTER_DRIFT } else { now / 2 });
        let sample = Sample::new((now - base) as usize, room as usize, size, limit);
        if sample.most() <= FEWEST_TARGETS {
            return None;
        }
        let lists = choose(&pairs(core), window, &sample.behind(), WORTH, core.settings);
        let farthest = lists.iter().flat_map(QuadTaps::taps).map(|t| t.distance() - 64).max()?;
        Some(Self { lists, farthest })
    }

    /// Whether a plan made now uses as many heaps as any.
    pub fn has_full_sample(now: u64) -> bool {
        now / HEAPS_PER_SAMPLED >= SAMPLE
    }

    pub fn lists(&self) -> &[QuadTaps] {
        &self.lists
    }

    /// No pair reaches farther back.
    pub fn farthest(&self) -> usize {
        self.farthest
    }

    /// The rare indices below the values of heaps `from .. to` that no pair of the lists
    /// excludes. `limits` are the numbers of rare values below them; `flagged` is room for a copy
    /// of cells.
    pub fn stretch<T: Cell>(
        &self,
        view: &View<'_, T>,
        from: u64,
        limits: &[u8],
        flagged: &mut Vec<u8>,
        left: &mut Vec<Leftover>,
    ) {
        let base = view.base;
        let Some(window) = T::bytes(view.window) else { return };
        let (at, end) = ((from - base) as usize, (from - base) as usize + limits.len());
        // Blocks of 64 heaps, the last one overlapping the one before; the first heaps of the
        // window of cells are not needed, as rares and parts lie before it.
        let lowest = at.saturating_sub(self.farthest + 64);
        let near_rares = from <= view.last_rare() + self.farthest as u64 + 64;
        let quads = self.lists.len().min(if near_rares { 4 } else { 8 });
        if near_rares {
            flagged.clear();
            flagged.extend_from_slice(&window[lowest..end]);
            for rare in view.rares.iter().rev().take_while(|r| r.heap >= base + lowest as u64) {
                if let Some(cell) = flagged.get_mut((rare.heap - base) as usize - lowest) {
                    *cell |= FLAG;
                }
            }
        }
        let cells = if near_rares { &flagged[..] } else { &window[lowest..end] };
        let at = at - lowest;
        let mut lanes = [0u8; 64];
        let mut done = 0;
        while done < limits.len() {
            // The block ends here; it begins with lanes that are done when too few are left.
            let stop = (done + 64).min(limits.len());
            let skip = 64 - (stop - done);
            lanes[..skip].fill(0);
            lanes[skip..].copy_from_slice(&limits[done..stop]);
            let first = from + done as u64 - skip as u64;
            crate::kernel::unmarked(
                view.kernel,
                self,
                &cells[..at + stop],
                &lanes,
                quads,
                |lane, index| {
                    left.push(Leftover { heap: first + lane, index });
                },
            );
            done = stop;
        }
        // Beyond the quads nothing was marked.
        let targets = 32 * quads as u32;
        for (heap, &limit) in (from..).zip(limits) {
            left.extend((targets..limit.into()).map(|index| Leftover { heap, index }));
        }
    }
}

/// Taps for all pairs with a common part that is considered.
fn pairs<T: Cell>(core: &Core<T>) -> Vec<FarTap> {
    let mut pairs = Vec::new();
    for m in &core.rules.splittings {
        for part in m.least..=PARTS {
            if let Some(distance) = part.checked_add_signed(m.take).filter(|&d| d >= 1)
                && !core.is_rare(part)
                && let Some(index) = core.cells.prefix().get(part as usize).map(|c| c.get())
                // A flagged cell must stay flagged.
                && index < FLAG.into()
            {
                pairs.extend(FarTap::behind(distance as usize, index as u8));
            }
        }
    }
    // With position parity, an odd take turns a common value into a rare one.
    if core.space.is_twisted() {
        let odd = core.rules.takings.iter().filter(|m| m.take % 2 == 1);
        pairs.extend(odd.filter_map(|m| FarTap::behind(m.take as usize, 0)));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::tests::octal;
    use super::super::{SparseEngine, SparseSettings, Width};
    use super::*;
    use sprague_budget::Budget;

    /// Every kernel leaves the same indices open, and these are what the definition says.
    #[test]
    fn kernels_mark_what_pairs_exclude() {
        if Kernel::best() == Kernel::SCALAR {
            println!("only the portable kernel here");
            return;
        }
        let mut engine =
            SparseEngine::new(&octal("0.6"), SparseSettings::default(), &Budget::unlimited())
                .unwrap();
        engine.advance(40_000, &Budget::unlimited()).unwrap();
        let Width::Narrow(core) = &engine.width else { panic!("bytes are enough") };
        let marking = Marking::plan(core, 40_000, false).unwrap();
        let (from, to) = (39_000, 39_100);
        let limit = |n: u64| {
            core.space.rares_below(n, core.cells.get(n).map_or(0, Cell::get)).min(255) as u8
        };
        let limits: Vec<u8> = (from..to).map(limit).collect();
        let mut expected = Vec::new();
        for (n, &limit) in (from..to).zip(&limits) {
            for index in 0..u32::from(limit) {
                let quad = index / 32;
                let taps = marking.lists().get(quad as usize).map_or(&[][..], QuadTaps::taps);
                let excluded = taps.iter().any(|tap| {
                    let part = tap.distance() as u64 - 64;
                    let cell = core.cells.get(n - part).unwrap().get();
                    cell ^ u32::from(tap.index()) ^ (32 * quad) == index
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
            marking.stretch(&view, from, &limits, &mut Vec::new(), &mut left);
            left.sort_unstable();
            assert_eq!(left, expected, "{kernel}");
        }
    }
}
