//! Long periodic sequences with a sparse space: one window instead of twice the run.

use crate::find::{Lags, Value};
use sprague_certificate::{Claim, Proof, Regularity, Snapshot, SparseWindow, encode_values};
use sprague_engine::sparse::SparseEngine;
use sprague_games::Ruleset;
use sprague_games::moves::{Condition, Move};
use sprague_hunt::{FileError, Period, Record};
use std::path::Path;

/// What the sparse-space engine knows, and the theorem needs.
///
/// The sparse-window theorem. Let the value set split by a mask into rare and common values,
/// R be the last rare position met, B a bound, t the largest take, W = max(R, B) + t, a > W. If
/// (1) G(n+p) = G(n) for a <= n < a+W, and (2) for a+W <= n < a+W+p the value G(n) is common and
/// each rare value below it is excluded by a pair of heaps one of which is at most B, or by a
/// taking move, then G(n+p) = G(n) for all n >= a and no further position is rare. The proof
/// is in `docs/theorems.md`.
///
/// Checked: moves to at most two heaps without conditions and taking at least 0; the window (1).
/// Assumed: the engine's values, its rare positions, and that no rare check of the engine
/// needed a smaller part above B (2).
pub struct SparseData {
    mask: u32,
    position_parity: bool,
    rares: Vec<u64>,
    helper: u64,
    reach: u64,
}

/// Whether the theorem is for these moves.
pub fn covers(moves: &[Move]) -> bool {
    moves.iter().any(|m| m.heaps == 2)
        && moves.iter().all(|m| {
            m.heaps <= 2
                && m.take >= 0
                && m.smallest <= 1
                && (m.heaps < 2 || m.condition == Condition::Any)
        })
}

/// What a finished hunt has proved, straight from its directory, and where it stands; see
/// [`Solution::from_hunt`](crate::Solution::from_hunt).
pub(crate) fn from_hunt(
    rules: &Ruleset,
    directory: &Path,
) -> Result<Option<(Record, Claim, Proof)>, FileError> {
    let Some(period) = Period::read(&directory.join("result"))? else { return Ok(None) };
    let state = Record::read(&directory.join("state"))?;
    let heaps = sprague_hunt::snapshots(directory)?;
    let records = heaps
        .iter()
        .map(|n| Record::read(&directory.join("snapshots").join(n.to_string())))
        .collect::<Result<Vec<_>, _>>()?;
    let moves = match rules.finite_moves() {
        Some(moves) if covers(&moves) && moves == state.moves => moves,
        _ => return Ok(None),
    };
    let data = SparseData {
        mask: state.space.mask(),
        position_parity: state.space.is_twisted(),
        rares: state.rares.iter().map(|rare| rare.heap).filter(|&heap| heap > 0).collect(),
        // The depth is counted anew from each power of two on, after its snapshot was taken.
        helper: records.iter().map(|record| record.depth).max().unwrap_or(0).max(state.depth),
        reach: moves.iter().map(|m| m.take.unsigned_abs()).max().unwrap_or(0),
    };
    let regularity = Regularity { preperiod: period.preperiod, period: period.period, saltus: 0 };
    let (window, from) = (data.window(), data.sparse_from());
    let window_from = data.window_from(regularity.preperiod);
    let end = window_from + window + regularity.period;
    let most = if end > LONG_RUN {
        LONG_SEGMENTS
    } else {
        (SNAPSHOT_CHARACTERS / (2 * window).max(1) + 1).min(16)
    };
    let apart = ((end - from) / most).max(window).max(LEAST_SEGMENT);
    // The first snapshot behind each of these heaps: one that comes late does not delay the next.
    let mut next = from + apart;
    let mut last = from;
    let mut snapshots = Vec::new();
    for record in records {
        if record.heaps < next.max(last + window)
            || record.heaps + window > end
            || record.window.len() < window as usize
        {
            continue;
        }
        last = record.heaps;
        next = from + ((last - from) / apart + 1) * apart;
        let values = &record.window[record.window.len() - window as usize..];
        snapshots.push(Snapshot { before: record.heaps, values: encode_values(values) });
    }
    let proof = Proof::SparseWindow(SparseWindow {
        mask: data.mask,
        position_parity: data.position_parity,
        rares: data.rares.clone(),
        helper: data.helper,
        sparse_from: from,
        window_from,
        snapshots,
    });
    Ok(Some((state, Claim::Regular(regularity), proof)))
}

/// The most characters that snapshots may add to a certificate.
const SNAPSHOT_CHARACTERS: u64 = 1 << 18;
/// A run that ends beyond this is checked in segments, as many as keep the vectors of several cores busy.
const LONG_RUN: u64 = 1 << 32;
const LONG_SEGMENTS: u64 = 256;
/// A segment shorter than this is not worth a snapshot.
const LEAST_SEGMENT: u64 = 500_000;

impl SparseData {
    /// Reads off the engine what the theorem needs; `None` for games the theorem is not for.
    pub fn new(rules: &Ruleset, engine: &SparseEngine) -> Option<Self> {
        let moves = rules.finite_moves()?;
        if !covers(&moves) {
            return None;
        }
        Some(Self {
            mask: engine.space().mask(),
            position_parity: engine.space().is_twisted(),
            rares: engine.rares().iter().map(|rare| rare.heap).filter(|&heap| heap > 0).collect(),
            helper: engine.deepest().below,
            reach: moves.iter().map(|m| m.take.unsigned_abs()).max()?,
        })
    }

    /// The same with another bound B, where the engine's is larger than need be. The checker
    /// finds out whether it is enough.
    #[must_use]
    pub fn with_helper(self, helper: u64) -> Self {
        Self { helper, ..self }
    }

    /// max(R, B)
    fn large(&self) -> u64 {
        self.rares.last().copied().unwrap_or(0).max(self.helper)
    }

    /// W
    fn window(&self) -> u64 {
        self.large() + self.reach
    }

    /// From here on the other heap of a rare or helping heap lies beyond both.
    fn sparse_from(&self) -> u64 {
        2 * self.large() + self.reach + 1
    }

    /// a, for a sequence with this preperiod.
    fn window_from(&self, preperiod: u64) -> u64 {
        preperiod.max(self.window() + 1).max(self.sparse_from().saturating_sub(self.window()))
    }

    /// How many values prove this regularity.
    pub fn needed(&self, regularity: Regularity) -> Option<u64> {
        if regularity.saltus != 0 || self.position_parity && regularity.period % 2 == 1 {
            return None;
        }
        Some(self.window_from(regularity.preperiod) + self.window() + regularity.period)
    }

    /// The least period that the theorem proves from these values.
    pub fn prove<T: Value>(&self, lags: &Lags<'_, T>, values: &[T]) -> Option<(Regularity, Proof)> {
        let have = values.len() as u64;
        let regularity = (1..values.len()).find_map(|p| {
            let regularity = lags.regularity(p)?;
            (self.needed(regularity)? <= have).then_some(regularity)
        })?;
        let window_from = self.window_from(regularity.preperiod);
        let end = window_from + self.window() + regularity.period;
        Some((
            regularity,
            Proof::SparseWindow(SparseWindow {
                mask: self.mask,
                position_parity: self.position_parity,
                rares: self.rares.clone(),
                helper: self.helper,
                sparse_from: self.sparse_from(),
                window_from,
                snapshots: self.snapshots(values, end),
            }),
        ))
    }

    /// Windows at which a checker may cut the run, evenly spaced.
    fn snapshots<T: Value>(&self, values: &[T], end: u64) -> Vec<Snapshot> {
        let (from, window) = (self.sparse_from(), self.window());
        let length = end.saturating_sub(from);
        let segments = (length / LEAST_SEGMENT.max(2 * window))
            .min(SNAPSHOT_CHARACTERS / (2 * window).max(1) + 1)
            .min(16);
        (1..segments)
            .map(|i| {
                let before = from + length / segments * i;
                let slice = &values[(before - window) as usize..before as usize];
                let values: Vec<u32> = slice.iter().map(|v| v.get()).collect();
                Snapshot { before, values: encode_values(&values) }
            })
            .collect()
    }
}
