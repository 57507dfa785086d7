//! The shape for many rares: 64 consecutive heaps in 64 byte lanes.
//!
//! A block of 64 cells is computed in four steps. Taps with distance 64 and more are far:
//! what they read is known before the block begins.
//!
//! - **A, marking.** Indices are worked in quads of 32. For every quad a list of far taps,
//!   chosen greedily on a sample, marks which indices it excludes, as one-hot bits in four
//!   byte planes per quad (lane = heap).
//! - **X, candidates.** Per lane the first indices no list excludes, three of them.
//! - **B, test.** All far taps against the candidates.
//! - **C, near taps.** One heap after the other: the last 64 cells are one register, the near
//!   taps a constant pattern; the first candidate neither far nor near taps exclude is the
//!   cell. When all three are excluded the mex is taken over all taps.
//!
//! Every index below a candidate is excluded by a tap of a list or is an earlier candidate,
//! so the result is the mex over all taps whatever the lists are.
//!
//! Cells from 256 on are read in two planes of bytes, see `far`; the steps are the same.

use super::choice::{How, Sample, choose};
use super::far::{CellBytes, Far, high_byte};
use crate::sparse::taps::Tap;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

/// Candidates per heap.
pub(crate) const SLOTS: usize = 3;
/// The same where the taps that come later are many, so that more of them fall.
pub(crate) const SLOTS_AHEAD: usize = 4;

/// Candidates per heap that the first of the far taps are tested with, where others come later.
pub(crate) const TESTED: usize = 4;
/// The same where these are many.
pub(crate) const TESTED_AHEAD: usize = 6;

/// How far two or three threads look ahead: near enough for few taps to come later, far enough for
/// each to have work.
const NEAR: usize = 384;

/// Indices of a block: low and high bytes.
pub(crate) type BlockIndices = [[u8; 64]; 2];

/// What the far taps say of a block.
pub(crate) struct Ahead {
    /// The indices that the lists exclude, four planes for each.
    pub planes: Vec<[u8; 64]>,
    /// The first indices that no far tap excludes, increasing.
    pub candidate: [BlockIndices; SLOTS_AHEAD],
    /// In which lanes there are so many.
    pub alive: [u64; SLOTS_AHEAD],
    /// Indices up to this are excluded unless they are candidates.
    pub last: BlockIndices,
}

impl Default for Ahead {
    fn default() -> Self {
        let none = [[0; 64]; 2];
        let candidate = [none; SLOTS_AHEAD];
        Self { planes: Vec::new(), candidate, alive: [0; SLOTS_AHEAD], last: none }
    }
}

/// From more far taps on a single heap is looked at with all of them only where nothing else helps.
const MANY_TAPS: usize = 4096;
/// Rounds in which such games look for other candidates.
const MORE_ROUNDS: usize = 8;

/// The most heaps the lists are chosen on.
const SAMPLE: usize = 32768;

/// The far taps that mark one quad, their indices relative to the quad.
#[derive(Clone, Debug)]
pub(crate) struct QuadTaps<F>(pub Vec<F>);

impl<F> QuadTaps<F> {
    pub fn taps(&self) -> &[F] {
        &self.0
    }
}

/// Near taps, at most one per distance: at lane i of a block, `indices[i]` holds in lane
/// `(i - d) mod 64` the index of the tap with distance `d`, and `lanes[i]` says which lanes.
pub(crate) struct NearLayer {
    pub indices: Box<[[u8; 64]; 64]>,
    /// The high bytes, where they are read.
    pub high: Vec<[u8; 64]>,
    pub lanes: [u64; 64],
}

/// Taps of 64 neighbouring distances, at most one for each, seen from a heap n: lane l stands
/// for the cell `n - start + l`.
pub(crate) struct Chunk {
    start: usize,
    pub indices: BlockIndices,
    pub lanes: u64,
}

impl Chunk {
    /// The distance of lane 0: a multiple of 64, at most [`Many::farthest`].
    #[inline]
    pub fn start(&self) -> usize {
        self.start
    }

    fn all(taps: &[Tap]) -> Vec<Self> {
        let mut chunks: Vec<Self> = Vec::new();
        for &tap in taps {
            Self::add(&mut chunks, tap);
        }
        chunks
    }

    fn add(chunks: &mut Vec<Self>, tap: Tap) {
        let start = (tap.distance as usize).div_ceil(64) * 64;
        let lane = start - tap.distance as usize;
        let free = chunks.iter().rposition(|c| c.start == start && c.lanes >> lane & 1 == 0);
        let at = free.unwrap_or_else(|| {
            chunks.push(Self { start, indices: [[0; 64]; 2], lanes: 0 });
            chunks.len() - 1
        });
        chunks[at].indices[0][lane] = tap.index as u8;
        chunks[at].indices[1][lane] = high_byte(tap.index);
        chunks[at].lanes |= 1 << lane;
    }
}

/// The plan of a computation in this shape.
pub(crate) struct Many<F> {
    /// One for each quad, of far taps.
    pub lists: Vec<QuadTaps<F>>,
    /// Taps with a distance of at least `ahead`.
    pub far: Vec<F>,
    /// Those from 64 on and below `ahead`.
    pub mid: Vec<F>,
    pub near: Vec<NearLayer>,
    /// All taps, near and far.
    pub chunks: Vec<Chunk>,
    farthest: usize,
    ahead: usize,
    more_rounds: usize,
}

impl<F: Far> Many<F> {
    /// A plan for these taps, tuned on the last cells of `cells`. `None` when a tap does not
    /// fit or fewer cells are known than a sample needs.
    pub fn plan(taps: &[Tap], cells: CellBytes<'_>, how: How) -> Option<Self> {
        let ahead = look_ahead(taps, how.threads);
        let (mut far, mut mid) = (Vec::new(), Vec::new());
        let mut near: Vec<NearLayer> = Vec::new();
        let mut used: Vec<u64> = Vec::new();
        for &tap in taps {
            if tap.distance >= 64 {
                let list = if tap.distance >= ahead as u64 { &mut far } else { &mut mid };
                list.push(F::new(tap)?);
                continue;
            }
            if tap.index >= F::INDICES {
                return None;
            }
            let d = tap.distance as usize;
            let layer = used.iter().position(|u| u >> d & 1 == 0).unwrap_or_else(|| {
                used.push(0);
                let high = if F::WIDE { vec![[0; 64]; 64] } else { Vec::new() };
                near.push(NearLayer { indices: Box::new([[0; 64]; 64]), high, lanes: [0; 64] });
                used.len() - 1
            });
            used[layer] |= 1 << d;
            for lane in 0..64 {
                let at = (lane + 64 - d) % 64;
                near[layer].indices[lane][at] = tap.index as u8;
                if let Some(high) = near[layer].high.get_mut(lane) {
                    high[at] = high_byte(tap.index);
                }
                near[layer].lanes[lane] |= 1 << at;
            }
        }
        let farthest = (taps.iter().map(|t| t.distance).max()? as usize).next_multiple_of(64);
        let room = cells.len().checked_sub(farthest)?;
        if room < 1024 {
            return None;
        }
        // A short run must not wait for a good plan.
        let size = (cells.len() / 64).clamp(1024, SAMPLE);
        let sample = Sample::new(cells.len(), room.min(cells.len() / 2), size, |i| cells.index(i));
        // A tap costs about 0.08 cycles per heap, an index too many on average 250, and more where all taps
        // are many.
        let more_rounds = if far.len() > MANY_TAPS { MORE_ROUNDS } else { 0 };
        let worth = if more_rounds > 0 { 0.00008 } else { 0.0003 };
        let lists = choose(&far, cells, &sample, worth, how);
        if ahead > 64 || more_rounds > 0 {
            // What the lists have marked excludes no candidate: the other taps are tested first.
            let marked: HashSet<_> =
                lists.iter().flat_map(QuadTaps::taps).map(|t| t.distance()).collect();
            far.sort_by_key(|tap| marked.contains(&tap.distance()));
        }
        Some(Self { lists, far, mid, near, chunks: Chunk::all(taps), farthest, ahead, more_rounds })
    }

    /// Adds a far tap, which no list has: its indices are excluded when candidates are tested.
    pub fn add(&mut self, tap: Tap) -> Option<()> {
        let list = if tap.distance >= self.ahead as u64 { &mut self.far } else { &mut self.mid };
        list.push(F::new(tap)?);
        Chunk::add(&mut self.chunks, tap);
        self.farthest = self.farthest.max((tap.distance as usize).next_multiple_of(64));
        Some(())
    }

    /// Far taps have at least this distance, a multiple of 64: a block can be looked ahead at when
    /// the cells before it are known but for the last `ahead - 64`.
    pub fn ahead(&self) -> usize {
        self.ahead
    }

    /// How often candidates are looked for again.
    pub fn more_rounds(&self) -> usize {
        self.more_rounds
    }

    /// How much is left for the nearer taps when a block is looked ahead at.
    pub fn later(&self) -> Later {
        match self.ahead {
            _ if self.more_rounds > 0 => Later::Many,
            64 => Later::Nothing,
            ..=NEAR => Later::Few,
            _ => Later::Many,
        }
    }

    /// Of the last [`farthest`](Self::farthest) cells those that are looked at to compute as many more;
    /// apart from each other, in order.
    pub fn reached(&self, more: usize) -> Vec<Range<usize>> {
        let mut starts: Vec<usize> = self.chunks.iter().map(Chunk::start).collect();
        // The last block is always looked at.
        starts.push(64.min(self.farthest));
        starts.sort_unstable_by_key(|&start| Reverse(start));
        let mut parts: Vec<Range<usize>> = Vec::new();
        for start in starts {
            let begin = self.farthest - start;
            let end = (begin + 64 + more).min(self.farthest);
            match parts.last_mut() {
                Some(last) if begin <= last.end => last.end = end,
                _ => parts.push(begin..end),
            }
        }
        parts
    }

    /// The distance of the farthest tap, rounded up to a multiple of 64.
    pub fn farthest(&self) -> usize {
        self.farthest
    }
}

/// How many taps come after a block was looked ahead at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Later {
    Nothing,
    Few,
    Many,
}

/// How far threads can look ahead: as far as leaves them most of the taps.
fn look_ahead(taps: &[Tap], threads: usize) -> usize {
    let beyond = |ahead: usize| taps.iter().filter(|t| t.distance >= ahead as u64).count();
    let enough = |ahead: &usize| 4 * beyond(*ahead) >= 3 * taps.len();
    distances_ahead(threads).iter().copied().find(enough).unwrap_or(64)
}

/// The distances so many threads try to look ahead, the best first. Few threads go less far, which
/// leaves fewer taps to the front and fewer candidates to test; many need the room.
pub(crate) fn distances_ahead(threads: usize) -> &'static [usize] {
    match threads {
        ..=1 => &[],
        2 | 3 => &[NEAR],
        _ => &[2048, 1024, 512],
    }
}
