//! The shape for few rares without AVX-512 where lanes of 16 bits (`halfwords`) do not do: one-hot
//! sets in words of 32 bits, eight heaps at once. Plain loops, compiled again for AVX2.
//!
//! A cell with index i is the word `1 << i`. Far taps (distance at least eight) of one index
//! are ORed for eight heaps; nim-adding the index w to a set permutes its bits, one exchange
//! of halves per bit of w, and sets that have bits of w in common share the exchanges.
//! The near taps follow, heap by heap.

use crate::sparse::taps::Tap;

/// Heaps at once.
const BLOCK: usize = 8;
/// Indices must be below this.
pub(crate) const INDICES: u32 = 32;

type Sets = [u32; BLOCK];

/// The plan of a computation in this shape.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    /// Distances of the far taps, by index.
    far: Vec<(usize, Vec<usize>)>,
    /// `sets[to] |= sets[from]` nim-added to `1 << bit`, in this order.
    exchanges: Vec<(usize, usize, u32)>,
    near: Vec<Tap>,
    farthest: usize,
    /// One-hot words of the last cells.
    history: Vec<u32>,
    /// The heap that follows the history.
    heap: u64,
}

impl Words {
    /// A plan, or `None` where an index is too large.
    pub fn plan(taps: &[Tap]) -> Option<Self> {
        let mut by_index: [Vec<usize>; INDICES as usize] = std::array::from_fn(|_| Vec::new());
        let mut near = Vec::new();
        // The block before is always at hand.
        let mut farthest = BLOCK;
        for tap in taps {
            let distance = usize::try_from(tap.distance).ok().filter(|&d| d <= 1 << 24)?;
            let group = by_index.get_mut(tap.index as usize)?;
            farthest = farthest.max(distance);
            if distance >= BLOCK {
                group.push(distance);
            } else {
                near.push(*tap);
            }
        }
        let mut used: [bool; INDICES as usize] = std::array::from_fn(|w| !by_index[w].is_empty());
        let mut exchanges = Vec::new();
        for bit in (0..INDICES.ilog2()).rev() {
            for from in 0..used.len() {
                // Higher bits were taken away before.
                if used[from] && from >> bit == 1 {
                    let to = from ^ 1 << bit;
                    exchanges.push((from, to, bit));
                    used[to] = true;
                }
            }
        }
        let far = by_index.into_iter().enumerate().filter(|(_, d)| !d.is_empty()).collect();
        Some(Self { far, exchanges, near, farthest, history: Vec::new(), heap: u64::MAX })
    }

    /// Makes the history end with the given cells, the last before `heap`. `false` when an
    /// index does not fit or too few cells are known.
    fn synchronise(&mut self, cells: &[u8], heap: u64) -> bool {
        if self.heap == heap {
            return true;
        }
        let Some(first) = cells.len().checked_sub(self.farthest) else { return false };
        if cells[first..].iter().any(|&c| u32::from(c) >= INDICES) {
            return false;
        }
        self.history.clear();
        self.history.extend(cells[first..].iter().map(|&c| 1 << c));
        self.heap = heap;
        true
    }

    /// Appends `count` cells, the first of which is that of `heap`. `false`: stopped before an
    /// index that does not fit, or too few cells are known.
    #[allow(clippy::inline_always)] // Compiled again inside the functions with target features.
    #[inline(always)]
    pub fn generate(&mut self, cells: &mut Vec<u8>, heap: u64, count: usize) -> bool {
        if !self.synchronise(cells, heap) {
            return false;
        }
        let target = cells.len() + count;
        let mut sets = [[0; BLOCK]; INDICES as usize];
        while cells.len() < target {
            for &(from, to, _) in &self.exchanges {
                (sets[from], sets[to]) = ([0; BLOCK], [0; BLOCK]);
            }
            let n = self.history.len();
            for (index, distances) in &self.far {
                let mut set: Sets = [0; BLOCK];
                for &distance in distances {
                    let tapped = self.history[n - distance..].first_chunk::<BLOCK>();
                    let Some(tapped) = tapped else { return false };
                    for (s, t) in set.iter_mut().zip(tapped) {
                        *s |= t;
                    }
                }
                sets[*index] = set;
            }
            for &(from, to, bit) in &self.exchanges {
                let moved = exchanged(&sets[from], bit);
                for (s, m) in sets[to].iter_mut().zip(moved) {
                    *s |= m;
                }
            }
            // The last block and the new one; near taps stay inside.
            let Some(last) = cells.last_chunk::<BLOCK>() else { return false };
            let mut indices = [0u8; 2 * BLOCK];
            indices[..BLOCK].copy_from_slice(last);
            let mut fits = BLOCK;
            for (h, &far) in sets[0].iter().enumerate() {
                let mut excluded = far;
                for tap in &self.near {
                    let at = (BLOCK + h).wrapping_sub(tap.distance as usize) % (2 * BLOCK);
                    excluded |= 1 << ((u32::from(indices[at]) ^ tap.index) & (INDICES - 1));
                }
                if excluded == u32::MAX {
                    fits = h;
                    break;
                }
                indices[BLOCK + h] = excluded.trailing_ones() as u8;
            }
            let wanted = target - cells.len();
            let new = &indices[BLOCK..][..fits.min(wanted)];
            cells.extend_from_slice(new);
            self.history.extend(new.iter().map(|&index| 1 << index));
            if fits < wanted.min(BLOCK) {
                self.heap = u64::MAX;
                return false;
            }
        }
        self.heap = heap + count as u64;
        // Keeps the history from growing for ever.
        if self.history.len() > 4 * self.farthest + (1 << 14) {
            self.history.drain(..self.history.len() - self.farthest);
        }
        true
    }
}

/// The sets with `1 << bit` nim-added to every member.
#[allow(clippy::inline_always)] // Compiled again inside the functions with target features.
#[inline(always)]
fn exchanged(sets: &Sets, bit: u32) -> Sets {
    const LOWER: [u32; 5] = [0x5555_5555, 0x3333_3333, 0x0f0f_0f0f, 0x00ff_00ff, 0x0000_ffff];
    let (lower, shift) = (LOWER[bit as usize % 5], 1 << (bit % 5));
    // A plain loop: the compiler makes vector instructions of it.
    let mut moved = [0; BLOCK];
    for (m, &set) in moved.iter_mut().zip(sets) {
        *m = (set & lower) << shift | set >> shift & lower;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::scalar;

    #[test]
    fn sets_are_translated_by_nim_addition() {
        for bit in 0..5 {
            for member in 0..32 {
                let sets = exchanged(&[1 << member; BLOCK], bit);
                assert_eq!(sets, [1 << (member ^ 1 << bit); BLOCK]);
            }
        }
    }

    #[test]
    fn blocks_equal_one_heap_after_the_other() {
        let tap = |distance, index| Tap { distance, index };
        for taps in [
            vec![tap(1, 0), tap(2, 3), tap(8, 5), tap(9, 30), tap(9, 12), tap(17, 5), tap(400, 1)],
            vec![tap(8, 1), tap(20, 1), tap(33, 2), tap(64, 7), tap(70, 0)],
            vec![tap(3, 1)],
        ] {
            let start: Vec<u8> = (0..500u32).map(|i| (i * i % 29) as u8).collect();
            let (mut expected, mut cells) = (start.clone(), start);
            assert!(scalar::generate(&taps, &mut expected, 1000));
            let mut words = Words::plan(&taps).unwrap();
            for count in [1, 7, 8, 9, 475, 500] {
                let heap = 1_000_000 + cells.len() as u64;
                assert!(words.generate(&mut cells, heap, count));
            }
            assert_eq!(cells, expected);
        }
        assert!(Words::plan(&[tap(9, 32)]).is_none());
    }

    #[test]
    fn an_index_that_does_not_fit_stops_the_computation() {
        // Every index below 32 is tapped once.
        let taps: Vec<Tap> =
            (0..32u32).map(|i| Tap { distance: 8 + u64::from(i), index: 0 }).collect();
        let mut cells: Vec<u8> = (0..40).map(|i| i % 32).collect();
        let mut words = Words::plan(&taps).unwrap();
        let before = cells.clone();
        assert!(!words.generate(&mut cells, 40, 8));
        assert_eq!(cells, before);
    }
}
