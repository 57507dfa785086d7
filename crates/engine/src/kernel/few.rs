//! The shape for few rares: one-hot sets, several heaps per machine word.
//!
//! A cell with index i is the number `1 << i` in a lane of `bytes` bytes (2, 4 or 8), so the
//! set of excluded indices is the OR of tapped lanes, and the cell is `!e & (e + 1)`,
//! already one-hot. Nim-adding a tap's index w permutes the bits of a lane: bits 3 and up of w
//! exchange bytes, which a byte permute does while it gathers, bits 0 to 2 permute bits
//! within bytes, which is one affine transformation over GF(2) per quadword.
//!
//! A block is one vector of 64 bytes. Far taps (distance at least a block) are plain
//! unaligned loads, ORed per index. Within the block, one quadword of heaps is computed per
//! step. Taps at three quadwords and more are relaxed: gathered from a register with the
//! history up to two steps before the last, eight taps per gather, which takes long. Those at
//! two quadwords are gathered from the two quadwords before the last, and only the critical
//! taps, nearer than that, wait for the step before. Where there is one of these, as in 0.106, it is
//! gathered from the last quadword and from the one before apart: then one gather, two logical
//! operations and one subtraction are all that waits, and the two halves of the set are put together
//! before.

use crate::sparse::taps::Tap;

/// Gathers for one step: byte positions, and a bit matrix per quadword. Slots without a
/// tap have the zero matrix.
#[derive(Clone, Debug)]
pub(crate) struct Gather<const BYTES: usize, const TAPS: usize> {
    pub from: [u8; BYTES],
    pub matrix: [u64; TAPS],
}

/// Far taps with the same index.
#[derive(Clone, Debug)]
pub(crate) struct FarGroup {
    /// Exchanges bytes within lanes.
    pub from: [u8; 64],
    /// Permutes bits within bytes.
    pub matrix: u64,
    /// Distances in bytes, each at least 64.
    distances: Vec<usize>,
}

impl FarGroup {
    /// Distances in bytes, each at least 64 and at most [`Few::farthest`].
    pub fn distances(&self) -> &[usize] {
        &self.distances
    }
}

/// The plan of a computation in this shape.
#[derive(Clone, Debug)]
pub(crate) struct Few {
    /// Bytes per lane: 2, 4 or 8.
    pub bytes: usize,
    pub far: Vec<FarGroup>,
    pub relaxed: Vec<Gather<64, 8>>,
    /// How many taps the relaxed gathers have.
    relaxed_taps: usize,
    pub middle: Vec<Gather<16, 2>>,
    pub critical: Vec<Gather<16, 2>>,
    /// How many taps the critical gathers have.
    pub critical_taps: usize,
    /// The farthest far tap in bytes, at least 128.
    farthest: usize,
    /// One-hot lanes of the last cells, followed by room.
    pub history: Vec<u8>,
    /// The heap that follows the last lane.
    pub heap: u64,
}

/// The bit matrix that sends bit i of a byte to bit `i xor w`.
fn matrix(w: u32) -> u64 {
    (0..8).map(|i| 1u64 << (i ^ (w & 7)) << (8 * (7 - i))).sum()
}

/// Adds a tap with index `w` to the gathers, `count` of whose slots are taken: the first heap of
/// the step reads the lane `first` of the register, the others those that follow.
fn add<const BYTES: usize, const TAPS: usize>(
    gathers: &mut Vec<Gather<BYTES, TAPS>>,
    count: &mut usize,
    bytes: usize,
    w: u32,
    first: usize,
) -> Option<()> {
    let slot = *count % TAPS;
    if slot == 0 {
        gathers.push(Gather { from: [0; BYTES], matrix: [0; TAPS] });
    }
    *count += 1;
    let gather = gathers.last_mut()?;
    gather.matrix[slot] = matrix(w);
    for h in 0..8 / bytes {
        for b in 0..bytes {
            gather.from[8 * slot + h * bytes + b] =
                ((first + h) * bytes + (b ^ (w as usize / 8))) as u8;
        }
    }
    Some(())
}

impl Few {
    /// A plan with lanes of `bytes` bytes, or `None` where the taps do not allow it: every
    /// index must be below `8 * bytes`, every distance at least `8 / bytes`.
    pub fn plan(taps: &[Tap], bytes: usize) -> Option<Self> {
        let step = 8 / bytes;
        let block = 64 / bytes;
        let mut few = Self {
            bytes,
            far: Vec::new(),
            relaxed: Vec::new(),
            relaxed_taps: 0,
            middle: Vec::new(),
            critical: Vec::new(),
            critical_taps: 0,
            farthest: 128,
            history: Vec::new(),
            heap: u64::MAX,
        };
        let (mut relaxed, mut middle, mut critical) = (0, 0, 0);
        let mut by_index: std::collections::BTreeMap<u32, Vec<usize>> =
            std::collections::BTreeMap::new();
        for tap in taps {
            let d = usize::try_from(tap.distance).ok()?;
            let w = tap.index;
            if w as usize >= 8 * bytes || d < step || d > 1 << 24 {
                return None;
            }
            if d >= block {
                by_index.entry(w).or_default().push(d * bytes);
                few.farthest = few.farthest.max(d * bytes);
            } else if d >= 3 * step {
                // The register ends two steps before the heaps computed now.
                add(&mut few.relaxed, &mut relaxed, bytes, w, block + 2 * step - d)?;
            } else if d >= 2 * step {
                add(&mut few.middle, &mut middle, bytes, w, 3 * step - d)?;
            } else {
                add(&mut few.critical, &mut critical, bytes, w, 2 * step - d)?;
            }
        }
        (few.relaxed_taps, few.critical_taps) = (relaxed, critical);
        for (w, distances) in by_index {
            let from = std::array::from_fn(|i| (i ^ (w as usize / 8)) as u8);
            few.far.push(FarGroup { from, matrix: matrix(w), distances });
        }
        (few.relaxed.len() <= 8 && few.middle.len() <= 4 && few.critical.len() <= 4).then_some(few)
    }

    /// Whether at most two taps are relaxed and at most one is critical, whose index exchanges no
    /// bits within bytes (it is 0 or 8, say), as in 0.106.
    pub fn is_light(&self) -> bool {
        let same = self.critical.iter().all(|gather| gather.matrix[0] == matrix(0));
        self.relaxed_taps <= 2 && self.critical_taps <= 1 && same
    }

    /// Where the first critical tap reads its bytes in the quadword before the last one, and in
    /// the last one; 0x80 stands for none.
    pub fn halves(&self) -> [[u8; 8]; 2] {
        let from = self.critical.first().map_or([0x80; 16], |gather| gather.from);
        let half = |begin: u8| {
            std::array::from_fn(|i| match from[i].checked_sub(begin) {
                Some(at) if at < 8 => at,
                _ => 0x80,
            })
        };
        [half(0), half(8)]
    }

    /// A rough cost in cycles per heap.
    pub fn cost(&self) -> f64 {
        let loads: usize = self.far.iter().map(|g| g.distances.len() + 3).sum();
        let block = 64.0 / self.bytes as f64;
        let near = self.relaxed.len() + self.middle.len().max(self.critical.len());
        let step = 14.0 + 4.0 * near as f64;
        loads as f64 / block + step * self.bytes as f64 / 8.0
    }

    /// The farthest far tap in bytes, at least 128.
    pub fn farthest(&self) -> usize {
        self.farthest
    }

    /// Makes the history end with the given cells, the last before `heap`. `false` when
    /// an index does not fit or too few cells are known. With `flagged`, cells from 0x80 on
    /// are rare and exclude nothing.
    pub fn synchronise(&mut self, cells: &[u8], heap: u64, flagged: bool) -> bool {
        if self.heap == heap {
            return true;
        }
        let lanes = self.farthest / self.bytes + 1;
        let Some(first) = cells.len().checked_sub(lanes) else { return false };
        self.history.clear();
        for &cell in &cells[first..] {
            if flagged && cell >= 0x80 {
                self.history.extend_from_slice(&[0; 8][..self.bytes]);
                continue;
            }
            if usize::from(cell) >= 8 * self.bytes {
                return false;
            }
            let lane = (1u64 << cell).to_le_bytes();
            self.history.extend_from_slice(&lane[..self.bytes]);
        }
        self.heap = heap;
        true
    }

    /// Keeps the history from growing for ever.
    pub fn trim(&mut self) {
        if self.history.len() > 4 * self.farthest + (1 << 16) {
            let keep = self.farthest + 64;
            let from = self.history.len() - keep;
            self.history.copy_within(from.., 0);
            self.history.truncate(keep);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_respect_lane_width_and_distance() {
        let tap = |distance, index| Tap { distance, index };
        assert!(Few::plan(&[tap(4, 3), tap(9, 15), tap(40, 1)], 2).is_some());
        assert!(Few::plan(&[tap(4, 16)], 2).is_none());
        assert!(Few::plan(&[tap(3, 1)], 2).is_none());
        assert!(Few::plan(&[tap(3, 31)], 4).is_some());
        assert!(Few::plan(&[tap(1, 63)], 8).is_some());
        assert!(Few::plan(&[tap(1, 64)], 8).is_none());
    }

    #[test]
    fn matrices_xor_bit_positions() {
        for w in 0..8 {
            for bit in 0..8 {
                // Row 7 - i of the matrix gives output bit i.
                let x = 1u8 << bit;
                let out: u8 = (0..8)
                    .map(|i| {
                        let row = (matrix(w) >> (8 * (7 - i))) as u8;
                        ((row & x).count_ones() as u8 & 1) << i
                    })
                    .sum();
                assert_eq!(out, 1 << (bit ^ w));
            }
        }
    }
}
