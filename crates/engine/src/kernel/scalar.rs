//! Portable inner loops: the meaning of every faster one.

use crate::sparse::cells::Cell;
use crate::sparse::check::{Helper, Rows};
use super::Search;
use crate::sparse::core::{Found, Open, Stamps, Tap};

/// Appends `count` cells, each the mex of the tapped cells. Every distance must be at
/// most `cells.len()`. `false`: stopped early because an index does not fit.
pub(crate) fn generate<T: Cell>(taps: &[Tap], cells: &mut Vec<T>, count: usize) -> bool {
    // Indices and taps fit T, whose size is a power of two, so their nim-sums do too.
    let mut stamps = vec![0u32; T::SIZE as usize];
    for stamp in 1..=count as u32 {
        let n = cells.len();
        for tap in taps {
            let cell = cells[n - tap.distance as usize].get();
            stamps[((cell ^ tap.index) & (T::SIZE - 1)) as usize] = stamp;
        }
        match stamps.iter().position(|&s| s != stamp) {
            Some(index) => cells.push(T::new(index as u32)),
            None => return false,
        }
    }
    true
}

/// Clears in `open` the heaps of the block at `n` that a helper of the list serves.
pub(crate) fn cover(rows: &Rows, n: u64, list: &[Helper], open: &mut [u64; 8]) {
    for group in list.chunks(4) {
        if open.iter().all(|&w| w == 0) {
            return;
        }
        for helper in group {
            let bits = rows.load(helper.row, n - u64::from(helper.distance));
            for (o, b) in open.iter_mut().zip(bits) {
                *o &= !b;
            }
        }
    }
}

/// See [`super::search`].
pub(crate) fn search<T: Cell>(search: &Search<'_, T>, stamps: &mut Stamps, n: u64, open: &mut Open) -> Found {
    let totals = search.rules.splittings.iter().filter(|m| n >= m.smallest);
    // (least part, greatest smaller part, total)
    let ranges: Vec<(u64, u64, u64)> = totals
        .filter_map(|m| {
            let total = m.total(n)?;
            let last = total.checked_sub(m.differ)? / 2;
            (last >= m.least).then_some((m.least, last, total))
        })
        .collect();
    let last = ranges.iter().map(|r| r.1).max().unwrap_or(0);
    let mut part = 1;
    while part <= last {
        // Longer steps while much is open: closing costs as much as looking.
        let step = if open.len() > 8 { 512 } else { 64 };
        let end = (part + step - 1).min(last);
        if end >= search.prefix.len() as u64 {
            return Found::Undecided;
        }
        stamps.clear();
        for &(least, greatest, total) in &ranges {
            let (mut first, end) = (part.max(least), end.min(greatest));
            if first <= end && total - end < search.base {
                return Found::Undecided;
            }
            while first <= end {
                let count = (end - first + 1).min(64);
                let parts = &search.prefix[first as usize..(first + count) as usize];
                let low = total - (first + count - 1);
                let others = &search.window[(low - search.base) as usize..][..count as usize];
                // Bit i: exactly one of the two is rare, so their nim-sum is common.
                let common = search.rare_bits(first) ^ (search.rare_bits(low) << (64 - count)).reverse_bits();
                let size = stamps.stamps.len() / 2;
                for (i, (a, b)) in parts.iter().zip(others.iter().rev()).enumerate() {
                    let sum = (a.get() ^ b.get()) as usize & (size - 1);
                    stamps.stamps[sum + size * (common >> i & 1) as usize] = stamps.stamp;
                }
                first += count;
            }
        }
        open.retain(|index| stamps.stamps[index as usize] == stamps.stamp);
        if open.is_empty() {
            return Found::Excluded { part: end };
        }
        part = end + 1;
    }
    Found::Free
}
