//! A part of a run computed again, between two of its snapshots.

use crate::{Hunt, Record};
use sprague_budget::Budget;
use sprague_engine::sparse::{SparseEngine, SparseError, SparseSettings};

/// Recomputes from one snapshot (or from nothing) to the next, which must be what comes out.
/// Returns the heaps from and to, or what differs.
pub fn verify_segment(
    start: Option<&[u8]>,
    end: &[u8],
    budget: &Budget,
) -> Result<(u64, u64), String> {
    let read = |bytes: &[u8]| {
        Record::from_bytes(bytes).map_err(|kind| format!("a snapshot cannot be read: {kind:?}"))
    };
    let text = |error: SparseError| error.to_string();
    let end = read(end)?;
    let fresh = |to: u64| -> Result<SparseEngine, SparseError> {
        let mut engine = SparseEngine::new(&end.moves, SparseSettings::default(), budget)?;
        engine.advance(to, budget)?;
        Ok(engine)
    };
    let start = start.map(read).transpose()?;
    if start.as_ref().is_some_and(|start| start.moves != end.moves || start.heaps > end.heaps) {
        return Err("the snapshots are not of one hunt".to_owned());
    }
    let from = start.as_ref().map_or(0, |start| start.heaps);
    // Where the space was reconsidered on the way, which needs all values and happens early in
    // a run only, the segment is computed from nothing, too.
    let Some(start) = start.filter(|start| start.space == end.space) else {
        return arrive(&fresh(end.heaps).map_err(text)?, &end).map(|()| (from, end.heaps));
    };
    // The first values, which splitting moves look back to, are computed anew: few, and more
    // of them where they turn out to be needed.
    let last = start.rares.last().map_or(0, |rare| rare.heap);
    let mut first = (last.max(start.depth) + (1 << 16)).min(start.from);
    let engine = loop {
        let known = fresh(first).map_err(text)?;
        let prefix: Vec<u32> = (0..first).map_while(|n| known.value(n)).collect();
        let mut engine =
            Hunt::engine_from(&start, &prefix, SparseSettings::default(), budget).map_err(text)?;
        match engine.advance(end.heaps, budget) {
            Ok(()) => break engine,
            Err(SparseError::Undecided { .. }) if first < start.from => {
                first = first.saturating_mul(2).min(start.from);
            }
            Err(error) => return Err(text(error)),
        }
    };
    arrive(&engine, &end).map(|()| (from, end.heaps))
}

/// Whether the engine has arrived at what the record says: all that the next segment starts
/// from.
fn arrive(engine: &SparseEngine, end: &Record) -> Result<(), String> {
    if engine.len() != end.heaps || engine.space() != end.space {
        return Err("the sparse space differs".to_owned());
    }
    for (n, &value) in (end.from..).zip(&end.window) {
        match engine.value(n) {
            Some(found) if found == value => {}
            Some(found) => {
                return Err(format!("heap {n}: the snapshot says {value}, it is {found}"));
            }
            None => return Err(format!("heap {n} of the snapshot is out of reach here")),
        }
    }
    if engine.rares() != end.rares {
        return Err("the rare heaps differ".to_owned());
    }
    if engine.largest() != end.largest {
        return Err("the greatest value differs".to_owned());
    }
    Ok(())
}
