//! Segments of a hunt, recomputed.

use crate::error::computation;
use crate::work::{flag, run};
use pyo3::prelude::*;
use sprague_engine::hunt::{Hunt, Record};
use sprague_engine::sparse::{Options, SparseEngine};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Recomputes from one snapshot (or from nothing) to the next, which must be what comes out.
/// Returns the heaps from and to.
#[pyfunction]
#[pyo3(signature = (start, end))]
pub fn verify_segment(py: Python<'_>, start: Option<&[u8]>, end: &[u8]) -> PyResult<(u64, u64)> {
    let cancel = flag();
    run(py, &cancel, || segment(start, end, &cancel))?.map_err(computation)
}

fn segment(start: Option<&[u8]>, end: &[u8], cancel: &AtomicBool) -> Result<(u64, u64), String> {
    let read = |bytes: &[u8]| {
        Record::from_bytes(bytes).map_err(|kind| format!("a snapshot cannot be read: {kind:?}"))
    };
    let end = read(end)?;
    let go_on = || {
        if cancel.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let fresh = |to: u64| -> Result<SparseEngine, String> {
        let mut engine =
            SparseEngine::new(&end.moves, Options::default()).map_err(|error| error.to_string())?;
        engine.advance(to, |_| go_on()).map_err(|error| error.to_string())?;
        Ok(engine)
    };
    let (from, mut engine) = match start {
        None => (0, fresh(0)?),
        Some(bytes) => {
            let start = read(bytes)?;
            if start.moves != end.moves || start.heaps > end.heaps {
                return Err("the snapshots are not of one hunt".to_owned());
            }
            // The first values, which splitting moves look back to, are computed anew.
            let last = start.rares.last().map_or(0, |rare| rare.heap);
            let first = (last.max(start.depth) + (1 << 16)).min(start.from);
            let known = fresh(first)?;
            let prefix: Vec<u32> = (0..first).map_while(|n| known.value(n)).collect();
            let engine = Hunt::engine_from(&start, &prefix, Options::default())
                .map_err(|error| error.to_string())?;
            (start.heaps, engine)
        }
    };
    engine.advance(end.heaps, |_| go_on()).map_err(|error| error.to_string())?;
    if cancel.load(Ordering::Relaxed) {
        return Err("stopped".to_owned());
    }
    for (n, &value) in (end.from..).zip(&end.window) {
        if engine.value(n).is_some_and(|found| found != value) {
            return Err(format!("heap {n}: the snapshot says {value}, it is another value"));
        }
    }
    let kept = end.from.max(engine.kept_from());
    if kept >= end.heaps || engine.len() < end.heaps {
        return Err("the values of the snapshot were not reached".to_owned());
    }
    if engine.largest() != end.largest {
        return Err("the greatest value differs".to_owned());
    }
    Ok((from, end.heaps))
}
