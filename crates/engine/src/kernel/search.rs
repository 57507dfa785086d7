//! The search for pairs that exclude rare values, small parts first.

use super::loops::SearchFew;
use super::{Kernel, scalar};
use crate::sparse::cells::Cell;
use crate::sparse::open::{Found, Open, Stamps, bits_from};
use crate::sparse::rules::PairRules;

/// What a search for excluding pairs reads.
pub(crate) struct PairSearch<'a, T> {
    pub rules: &'a PairRules,
    pub prefix: &'a [T],
    pub base: u64,
    pub window: &'a [T],
    pub rare_set: &'a [u64],
}

impl<T> PairSearch<'_, T> {
    /// Bit i: heap `from + i` is rare.
    #[inline]
    pub fn rare_bits(&self, from: u64) -> u64 {
        bits_from(self.rare_set, from)
    }
}

/// Closes every open rare index at `n` that a pair of heaps of equal class excludes, small
/// parts first, until nothing is open, no pair is left or the parts exceed `most`.
pub(crate) fn search<T: Cell>(
    kernel: Kernel,
    search: &PairSearch<'_, T>,
    stamps: &mut Stamps,
    n: u64,
    open: &mut Open,
    most: u64,
) -> Found {
    // (least part, greatest smaller part, total)
    let ranges: Vec<(u64, u64, u64)> = search
        .rules
        .splittings
        .iter()
        .filter_map(|m| {
            let total = m.total(n).filter(|_| n >= m.smallest)?;
            let last = total.checked_sub(m.differ)? / 2;
            (last >= m.least).then_some((m.least, last, total))
        })
        .collect();
    let last = ranges.iter().map(|r| r.1).max().unwrap_or(0).min(most);
    let few = Few::new(kernel, search);
    let mut part = 1;
    while part <= last {
        // Longer steps while much is open: closing costs as much as looking.
        let many_open = open.len() > 8;
        let end = (part | if many_open { 511 } else { 255 }).min(last);
        if end >= search.prefix.len() as u64 {
            return Found::Undecided;
        }
        stamps.clear();
        let mut marked = false;
        for &(least, greatest, total) in &ranges {
            let (mut first, end) = (part.max(least), end.min(greatest));
            if first > end {
                continue;
            }
            if total - end < search.base {
                return Found::Undecided;
            }
            if !many_open && let Some(few) = &few {
                first = few.search(total, first, end, open);
                if open.is_empty() {
                    return Found::Excluded { part: end };
                }
            }
            if first <= end {
                scalar::mark_pairs(search, stamps, total, first, end);
                marked = true;
            }
        }
        if marked {
            open.retain(|index| stamps.stamps[index as usize] == stamps.stamp);
        }
        if open.is_empty() {
            return Found::Excluded { part: end };
        }
        part = end + 1;
    }
    Found::Free
}

/// The search for a handful of indices among byte cells.
struct Few<'a> {
    kernel: Kernel,
    search: PairSearch<'a, u8>,
}

impl<'a> Few<'a> {
    /// `None` where there is nothing faster than marking.
    fn new<T: Cell>(kernel: Kernel, search: &PairSearch<'a, T>) -> Option<Self> {
        if kernel == Kernel::SCALAR {
            return None;
        }
        let bytes = PairSearch {
            rules: search.rules,
            prefix: T::bytes(search.prefix)?,
            base: search.base,
            window: T::bytes(search.window)?,
            rare_set: search.rare_set,
        };
        Some(Self { kernel, search: bytes })
    }

    /// Looks at the parts `first ..= end` of one total in steps of 64, and closes what they
    /// exclude. Returns the first part not looked at.
    fn search(&self, total: u64, first: u64, end: u64, open: &mut Open) -> u64 {
        let mut list: Vec<u32> = open.iter().collect();
        let (search, open_list) = (&self.search, &mut list);
        let task = SearchFew { search, total, part: first, last: end, open: open_list };
        let next = self.kernel.run(task);
        open.retain(|index| !list.contains(&index));
        next
    }
}
