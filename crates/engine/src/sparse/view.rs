//! What is known of a game, to be read: by the computation itself or by several threads at once.

use super::Rare;
use super::cells::Cell;
use super::open::{Found, Leftover, Open, Stamps, bits_from};
use super::rules::PairRules;
use super::space::Space;
use crate::kernel::Kernel;

/// The parts a quick search looks at.
pub(super) const FIRST_PARTS: u64 = 511;

/// The cells kept, the rares and the rules.
pub(crate) struct View<'a, T> {
    pub rules: &'a PairRules,
    pub space: Space,
    /// The heaps 0, 1, .. that are known without gap from the start.
    pub prefix: &'a [T],
    /// The first heap of the window.
    pub base: u64,
    pub window: &'a [T],
    pub rares: &'a [Rare],
    /// Bit n: heap n is rare.
    pub rare_set: &'a [u64],
    pub kernel: Kernel,
}

impl<T: Cell> View<'_, T> {
    pub fn get(&self, n: u64) -> Option<T> {
        match n.checked_sub(self.base) {
            Some(at) => self.window.get(at as usize).copied(),
            None => self.prefix.get(n as usize).copied(),
        }
    }

    #[inline]
    pub fn is_rare(&self, n: u64) -> bool {
        self.rare_set.get((n / 64) as usize).is_some_and(|word| word >> (n % 64) & 1 == 1)
    }

    /// Bit i: heap `from + i` is rare.
    pub fn rare_bits(&self, from: u64) -> u64 {
        bits_from(self.rare_set, from)
    }

    pub fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |r| r.heap)
    }

    /// G(n), where that cell is kept.
    pub fn value(&self, n: u64) -> Option<u32> {
        let index = self.get(n)?.get();
        Some(self.space.value(n, index, !self.is_rare(n)))
    }

    /// The cells of the heaps `from .. to` of the window.
    pub fn cells(&self, from: u64, to: u64) -> &[T] {
        &self.window[(from - self.base) as usize..(to - self.base) as usize]
    }

    pub fn zero_by_other_moves(&self, n: u64) -> bool {
        self.rules.ends.contains(&n) || self.rules.halvings.iter().any(|m| m.allows(n))
    }

    /// Closes the rare indices excluded by taking moves and by pairs of two rares.
    pub fn close_by_few(&self, n: u64, open: &mut Open) {
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
                    let other = self.get(other).map_or(0, Cell::get);
                    open.close(self.space.index(rare.value) ^ other);
                }
            }
        }
    }

    /// Closes by pairs of heaps of equal class whose smaller part is at most `most`, small parts
    /// first.
    pub fn search(&self, n: u64, open: &mut Open, most: u64, stamps: &mut Stamps) -> Found {
        let search = crate::kernel::PairSearch {
            rules: self.rules,
            prefix: self.prefix,
            base: self.base,
            window: self.window,
            rare_set: self.rare_set,
        };
        match crate::kernel::search(self.kernel, &search, stamps, n, open, most) {
            // The exact part is of interest only where it may be large.
            Found::Excluded { part } => Found::Excluded { part: part.max(FIRST_PARTS) },
            found => found,
        }
    }

    /// Searches for what excludes the leftovers, which are in order. The first result bounds the
    /// parts that were needed; the second is the first heap where nothing was found that excludes
    /// some of them.
    pub fn resolve(&self, leftovers: &[Leftover], stamps: &mut Stamps) -> (u64, Option<Exception>) {
        let mut deepest = 0;
        for group in leftovers.chunk_by(|a, b| a.heap == b.heap) {
            let Some(&Leftover { heap, .. }) = group.first() else { continue };
            let mut open = Open::default();
            for leftover in group {
                open.open(leftover.index);
            }
            self.close_by_few(heap, &mut open);
            if open.is_empty() {
                continue;
            }
            match self.search(heap, &mut open, u64::MAX, stamps) {
                Found::Excluded { part } => deepest = deepest.max(part),
                Found::Free => return (deepest, Some(Exception { heap, rare: open.least() })),
                Found::Undecided => return (deepest, Some(Exception { heap, rare: None })),
            }
        }
        (deepest, None)
    }
}

/// A heap whose computed value is not shown to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Exception {
    pub heap: u64,
    /// The rare index it has instead, where that could be decided.
    pub rare: Option<u32>,
}
