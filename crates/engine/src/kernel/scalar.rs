//! Portable inner loops: the meaning of every faster one.

use super::PairSearch;
use super::far::{CellBytes, Far};
use super::many::QuadTaps;
use crate::sparse::cells::Cell;
use crate::sparse::likely::LikelyPart;
use crate::sparse::open::Stamps;
use crate::sparse::parts::PartChunks;
use crate::sparse::rows::{HelperList, LANES, Lanes, Rows};
use crate::sparse::taps::Tap;

/// Appends `count` cells, each the mex of the tapped cells. Every distance must be at
/// most `cells.len()`. `false`: stopped early because an index does not fit.
pub(crate) fn generate<T: Cell>(taps: &[Tap], cells: &mut Vec<T>, count: usize) -> bool {
    let short = |t: &Tap| Some((u32::try_from(t.distance).ok()?, u8::try_from(t.index).ok()?));
    if let Some(bytes) = T::bytes_mut(cells)
        && let Some(taps) = taps.iter().map(short).collect::<Option<Vec<_>>>()
    {
        return generate_bytes(&taps, bytes, count);
    }
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

/// The same for bytes.
fn generate_bytes(taps: &[(u32, u8)], cells: &mut Vec<u8>, count: usize) -> bool {
    let mut stamps = [0u16; 256];
    for i in 0..count {
        // Stamps are used 65535 times, then start again.
        let stamp = (i % 0xffff) as u16 + 1;
        if stamp == 1 {
            stamps.fill(0);
        }
        let n = cells.len();
        for &(distance, index) in taps {
            stamps[usize::from(cells[n - distance as usize] ^ index)] = stamp;
        }
        match stamps.iter().position(|&s| s != stamp) {
            Some(index) => cells.push(index as u8),
            None => return false,
        }
    }
    true
}

/// The same for few taps and indices below 64, which have to hold for the taps and for all
/// cells they reach: the excluded indices are the bits of one word. `false`: stopped
/// before an index that is not below 64.
#[allow(clippy::inline_always)] // Compiled again inside the functions with target features.
#[inline(always)]
pub(crate) fn generate_few(taps: &[Tap], cells: &mut Vec<u8>, count: usize) -> bool {
    cells.reserve(count);
    for _ in 0..count {
        let n = cells.len();
        let mut excluded = 0u64;
        for tap in taps {
            excluded |= 1 << ((cells[n - tap.distance as usize] ^ tap.index as u8) & 63);
        }
        if excluded == u64::MAX {
            return false;
        }
        cells.push(excluded.trailing_ones() as u8);
    }
    true
}

/// See [`super::cover`].
pub(crate) fn cover(rows: &Rows, n: u64, list: &HelperList, open: &mut Lanes) -> u64 {
    for group in list.helpers().chunks(4) {
        if open.iter().all(|&w| w == 0) {
            return 0;
        }
        for helper in group {
            for (o, bits) in
                open.iter_mut().zip(rows.load(helper.row, n - u64::from(helper.distance)))
            {
                *o &= !bits;
            }
        }
    }
    left(open)
}

/// Bit i: word i is not zero.
fn left(open: &Lanes) -> u64 {
    open.iter().enumerate().map(|(i, &word)| u64::from(word != 0) << i).sum()
}

/// See [`super::unmarked`].
pub(crate) fn unmarked<F: Far>(
    lists: &[QuadTaps<F>],
    cells: CellBytes<'_>,
    limits: &[u8; 64],
    mut push: impl FnMut(u64, u32),
) {
    for (quad, list) in lists.iter().enumerate() {
        for (lane, &limit) in limits.iter().enumerate() {
            let mut open = match u32::from(limit).saturating_sub(32 * quad as u32) {
                c @ 0..32 => (1u32 << c) - 1,
                _ => u32::MAX,
            };
            for tap in list.taps() {
                // A tap that reaches beyond what is kept excludes nothing.
                let at = (cells.len() + lane).checked_sub(tap.distance());
                if let Some(sum @ 0..32) = at.map(|at| tap.sum(cells, at)) {
                    open &= !(1 << sum);
                }
            }
            while open != 0 {
                push(lane as u64, 32 * quad as u32 + open.trailing_zeros());
                open &= open - 1;
            }
        }
    }
}

/// See [`super::find_pair`].
pub(crate) fn find_pair<T: Cell>(
    chunks: &PartChunks<'_, T>,
    others: &[T],
    rare: Option<&dyn Fn(usize) -> u64>,
    index: T,
) -> Option<usize> {
    (0..chunks.cells.len()).zip(others.rchunks_exact(64)).position(|(i, others)| {
        let cells = &chunks.cells[i].0;
        let mut hit = false;
        for ((a, b), common) in cells.iter().zip(others).zip(&chunks.common[i]) {
            hit |= (a.get() ^ b.get() == index.get()) & (common.get() != 0);
        }
        // Only a chunk with a hit is worth a closer look.
        hit && rare.is_none_or(|rare| {
            let lanes = chunks.lanes[i] & !rare(i);
            (0..64).any(|l| lanes >> l & 1 == 1 && cells[l].get() ^ others[l].get() == index.get())
        })
    })
}

/// See [`super::exclude_likely`].
pub(crate) fn exclude_likely<T: Cell>(
    parts: &[LikelyPart],
    (window, block): (&[T], usize),
    rare: Option<&dyn Fn(u64) -> u64>,
    mut open: u64,
) -> (u64, usize) {
    for (i, part) in parts.iter().enumerate() {
        if open == 0 {
            return (0, i);
        }
        let cells =
            block.checked_sub(part.distance as usize).and_then(|at| window.get(at..at + 64));
        // What is not kept excludes nothing.
        let Some(cells) = cells else { continue };
        let index = u32::from(part.index);
        let hits: u64 = (0..64).map(|lane| u64::from(cells[lane].get() == index) << lane).sum();
        open &= !(hits & !rare.map_or(0, |rare| rare(part.distance.into())));
    }
    (open, parts.len())
}

/// Stamps the nim-sums of the pairs of one total with smaller part `first ..= end`: rare
/// sums in the first half, common ones in the second.
pub(crate) fn mark_pairs<T: Cell>(
    search: &PairSearch<'_, T>,
    stamps: &mut Stamps,
    total: u64,
    mut first: u64,
    end: u64,
) {
    let size = stamps.stamps.len() / 2;
    while first <= end {
        let count = (end - first + 1).min(64);
        let parts = &search.prefix[first as usize..(first + count) as usize];
        let low = total - (first + count - 1);
        let others = &search.window[(low - search.base) as usize..][..count as usize];
        // Bit i: exactly one of the two is rare, so their nim-sum is common.
        let common =
            search.rare_bits(first) ^ (search.rare_bits(low) << (64 - count)).reverse_bits();
        for (i, (a, b)) in parts.iter().zip(others.iter().rev()).enumerate() {
            let sum = (a.get() ^ b.get()) as usize & (size - 1);
            stamps.stamps[sum + size * (common >> i & 1) as usize] = stamps.stamp;
        }
        first += count;
    }
}

/// One word of each row, see [`super::row_words`].
pub(crate) fn row_words<'a, T: Cell>(
    cells: &[T],
    common: u64,
    indices: &[u32],
    row_of: &[u32],
    rows: impl Iterator<Item = &'a mut u64>,
) {
    let mut words = [0u64; 256];
    let mut many = Vec::new();
    let words: &mut [u64] = if indices.len() <= words.len() {
        &mut words[..indices.len()]
    } else {
        many.resize(indices.len(), 0);
        &mut many
    };
    for (i, cell) in cells.iter().enumerate() {
        if let Some(&row) = row_of.get(cell.get() as usize)
            && let Some(word) = words.get_mut(row as usize)
        {
            *word |= common & 1 << i;
        }
    }
    for (row, word) in rows.zip(words) {
        *row = *word;
    }
}

/// See [`super::shift_copies`].
#[allow(clippy::inline_always)] // Compiled again inside the functions with target features.
#[inline(always)]
pub(crate) fn shift_copies(copies: &mut [u64], words: usize, begin: usize, end: usize) {
    let (row, shifted) = copies.split_at_mut(words);
    for (s, copy) in (1..).zip(shifted.chunks_exact_mut(words)) {
        for (out, w) in copy[begin..end].iter_mut().zip(row[begin..=end].windows(2)) {
            *out = w[0] >> s | w[1] << (64 - s);
        }
    }
}

/// See [`super::look_up`].
#[allow(clippy::inline_always)] // Compiled again inside the functions with target features.
#[inline(always)]
pub(crate) fn look_up(table: &[[u8; 256]; 2], heap: u64, cells: &[u8], out: &mut Vec<u8>) {
    let (first, second) = (&table[(heap % 2) as usize], &table[(heap % 2) as usize ^ 1]);
    let (pairs, rest) = cells.as_chunks::<2>();
    for pair in pairs {
        out.extend_from_slice(&[first[usize::from(pair[0])], second[usize::from(pair[1])]]);
    }
    out.extend(rest.iter().map(|&c| first[usize::from(c)]));
}

/// See [`super::above`].
pub(crate) fn above(limits: &[u8], target: u8) -> Lanes {
    let mut lanes: Lanes = [0; LANES / 64];
    for (word, limits) in lanes.iter_mut().zip(limits.as_chunks::<64>().0) {
        let flags = limits.map(|limit| u8::from(limit > target));
        for (i, eight) in flags.as_chunks::<8>().0.iter().enumerate() {
            // Eight bytes that are 0 or 1 become eight bits.
            let bits = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            *word |= bits << (8 * i);
        }
    }
    lanes
}
