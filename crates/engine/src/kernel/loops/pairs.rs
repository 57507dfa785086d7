//! Loops over pairs of heaps whose nim-sum is wanted.

use super::equal_sums;
use crate::kernel::scalar;
use crate::kernel::search::PairSearch;
use crate::kernel::vector::{BLOCK, Loop, Scalar, Vector, load_part};
use crate::sparse::cells::Cell;
use crate::sparse::parts::{PartCells, PartChunks};

/// See [`find_pair`](crate::kernel::find_pair).
pub(crate) struct FindPair<'a, T> {
    pub chunks: &'a PartChunks<'a, T>,
    pub others: &'a [T],
    pub rare: Option<&'a dyn Fn(usize) -> u64>,
    pub index: T,
}

impl<T: Cell> Scalar for FindPair<'_, T> {
    fn scalar(self) -> Option<usize> {
        scalar::find_pair(self.chunks, self.others, self.rare, self.index)
    }
}

impl<T: Cell> Loop for FindPair<'_, T> {
    type Output = Option<usize>;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> Option<usize> {
        let (Some(others), Some(cells)) = (T::bytes(self.others), T::part_bytes(self.chunks.cells))
        else {
            let halves = T::halves(self.others).zip(T::part_halves(self.chunks.cells));
            let Some((others, cells)) = halves else { return self.scalar() };
            return find_halves::<V, T>(set, &self, cells, others);
        };
        let (_, others) = others.as_rchunks::<BLOCK>();
        let lanes = self.chunks.lanes;
        let count = cells.len().min(others.len()).min(lanes.len());
        let (cells, others) = (&cells[..count], &others[others.len() - count..]);
        let (index, zero) = (V::splat(set, self.index.get() as u8), V::splat(set, 0));
        // Four chunks for one branch. That a part or its partner is rare shows only in the closer
        // look.
        let groups = cells.as_chunks::<4>().0.iter().zip(others.as_rchunks::<4>().1.iter().rev());
        for (i, (parts, partners)) in groups.enumerate() {
            let mut least = V::splat(set, u8::MAX);
            for part in 0..BLOCK / V::BYTES {
                let mut sums = [index; 4];
                for (k, sum) in sums.iter_mut().enumerate() {
                    *sum = load_part::<V>(set, &parts[k].0, part)
                        ^ load_part(set, &partners[3 - k], part)
                        ^ *sum;
                }
                let [a, b, c, d] = sums;
                least = V::min(least, V::min(V::min(a, b), V::min(c, d)));
            }
            if V::any(V::equal(least, zero)) {
                for k in 0..4 {
                    let hits =
                        equal_sums(set, &parts[k].0, &partners[3 - k], index) & lanes[4 * i + k];
                    if hits != 0 && self.rare.is_none_or(|rare| hits & !rare(4 * i + k) != 0) {
                        return Some(4 * i + k);
                    }
                }
            }
        }
        for k in count / 4 * 4..count {
            let hits = equal_sums(set, &cells[k].0, &others[count - 1 - k], index) & lanes[k];
            if hits != 0 && self.rare.is_none_or(|rare| hits & !rare(k) != 0) {
                return Some(k);
            }
        }
        None
    }
}

/// The same for cells of 16 bits.
#[inline(always)]
fn find_halves<V: Vector, T: Cell>(
    set: V::Set,
    find: &FindPair<'_, T>,
    cells: &[PartCells<u16>],
    others: &[u16],
) -> Option<usize> {
    let (_, others) = others.as_rchunks::<BLOCK>();
    let lanes = find.chunks.lanes;
    let count = cells.len().min(others.len()).min(lanes.len());
    let (cells, others) = (&cells[..count], &others[others.len() - count..]);
    let [low, high] = (find.index.get() as u16).to_le_bytes().map(u32::from);
    let index = V::splat4(set, (low | high << 8) * 0x1_0001);
    for (i, (parts, partners)) in cells.iter().zip(others.iter().rev()).enumerate() {
        let mut least = V::splat(set, u8::MAX);
        for first in (0..BLOCK).step_by(V::BYTES / 2) {
            let a = V::load_halves(set, &parts.0[first..]);
            let b = V::load_halves(set, &partners[first..]);
            least = V::min_halves(least, a ^ b ^ index);
        }
        // Only a chunk with a hit is worth a closer look.
        if V::has_zero_half(least) {
            let mut hits = 0;
            for (lane, (a, b)) in parts.0.iter().zip(partners).enumerate() {
                hits |= u64::from(u32::from(a ^ b) == find.index.get()) << lane;
            }
            hits &= lanes[i];
            if hits != 0 && find.rare.is_none_or(|rare| hits & !rare(i) != 0) {
                return Some(i);
            }
        }
    }
    None
}

/// Looks through the parts `part ..= last` of one total, 64 at a time, and removes from `open` what
/// they exclude. Returns the first part not looked at; stops early when nothing is open or fewer
/// than 64 parts are left.
pub(crate) struct SearchFew<'a> {
    pub search: &'a PairSearch<'a, u8>,
    pub total: u64,
    pub part: u64,
    pub last: u64,
    pub open: &'a mut Vec<u32>,
}

impl Scalar for SearchFew<'_> {
    /// Looks at nothing: marking is as fast.
    fn scalar(self) -> u64 {
        self.part
    }
}

impl Loop for SearchFew<'_> {
    type Output = u64;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> u64 {
        let Self { search, total, mut part, last, open } = self;
        while part + 63 <= last && !open.is_empty() {
            let low = total - (part + 63);
            let Some(parts) =
                search.prefix.get(part as usize..).and_then(|s| s.first_chunk::<BLOCK>())
            else {
                break;
            };
            let Some(others) = low
                .checked_sub(search.base)
                .and_then(|at| search.window.get(at as usize..))
                .and_then(|s| s.first_chunk::<BLOCK>())
            else {
                break;
            };
            let mut sums = V::block(V::splat(set, 0));
            for (p, sum) in sums.as_mut().iter_mut().enumerate() {
                let mirrored = load_part(set, parts, BLOCK / V::BYTES - 1 - p);
                *sum = V::reverse(set, mirrored) ^ load_part(set, others, p);
            }
            // Lane i: part + 63 - i and low + i. One rare and one common have a common sum.
            let common = search.rare_bits(part).reverse_bits() ^ search.rare_bits(low);
            let mut kept = 0;
            for i in 0..open.len() {
                let index = open[i];
                if V::equal_block(&sums, V::splat(set, index as u8)) & !common == 0 {
                    open[kept] = index;
                    kept += 1;
                }
            }
            open.truncate(kept);
            part += 64;
        }
        part
    }
}
