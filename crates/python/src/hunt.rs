//! Long runs, and their segments recomputed.

use crate::error::{computation, read};
use crate::work::{run, run_watched};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;
use sprague_budget::Budget;
use sprague_engine::sparse::{SparseEngine, SparseError, SparseSettings};
use sprague_games::Ruleset;
use sprague_hunt::{Hunt, HuntEnd, HuntSettings, Record};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Computes to heap `to` in a folder, or goes on there: a JSON object. `progress` is called
/// with (heaps, to) now and then.
#[pyfunction]
#[pyo3(signature = (rules, to, folder, snapshots=None, checkpoint=60.0, progress=None))]
pub fn hunt(
    py: Python<'_>,
    rules: &str,
    to: u64,
    folder: PathBuf,
    snapshots: Option<u64>,
    checkpoint: f64,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let rules: Ruleset = read(py, rules)?;
    let moves = rules.finite_moves().ok_or_else(|| {
        computation(format!(
            "{rules}: a hunt needs finitely many moves that leave at most two heaps"
        ))
    })?;
    if snapshots.is_some_and(|heaps| heaps < 1 << 16) {
        return Err(PyValueError::new_err("snapshots are at least 65536 heaps apart"));
    }
    let settings = HuntSettings {
        checkpoint: Duration::try_from_secs_f64(checkpoint)
            .map_err(|error| PyValueError::new_err(error.to_string()))?,
        snapshots,
        second_core: std::thread::available_parallelism().is_ok_and(|n| n.get() > 1),
        ..HuntSettings::default()
    };
    let budget = Budget::unlimited();
    let heaps = AtomicU64::new(0);
    let mut shown = 0;
    let mut look = |py: Python<'_>| -> PyResult<()> {
        let now = heaps.load(Ordering::Relaxed);
        if let Some(progress) = &progress
            && now > shown
        {
            shown = now;
            progress.call1(py, (now, to))?;
        }
        Ok(())
    };
    let (summary, outcome) = run_watched(py, &budget, &mut look, || {
        let mut hunt = Hunt::open(&folder, &rules.to_string(), &moves, settings, &budget)?;
        let outcome = hunt.run_seen(to, &budget, |summary| {
            heaps.store(summary.heaps, Ordering::Relaxed);
        })?;
        heaps.store(hunt.summary().heaps, Ordering::Relaxed);
        Ok((hunt.summary(), outcome))
    })?
    .map_err(|error: sprague_hunt::HuntError| computation(error))?;
    let period = match outcome {
        HuntEnd::Periodic(period) => Some(period),
        HuntEnd::Reached | HuntEnd::Stopped => None,
    };
    Ok(json!({
        "game": rules.to_string(),
        "to": summary.heaps.saturating_sub(1),
        "kind": if period.is_some() { "periodic" } else { "open" },
        "status": if period.is_some() { "proved" } else { "open" },
        "preperiod": period.map(|p| p.preperiod),
        "period": period.map(|p| p.period),
        "rares": summary.rares,
        "last_rare": summary.last_rare.map(|rare| rare.heap),
        "max_value": summary.largest.value,
        "max_at": summary.largest.heap,
        "mask": summary.space.shown_mask(summary.largest.value),
        "position_parity": summary.space.is_twisted(),
    })
    .to_string())
}

/// Recomputes from one snapshot (or from nothing) to the next, which must be what comes out.
/// Returns the heaps from and to.
#[pyfunction]
#[pyo3(signature = (start, end))]
pub fn verify_segment(py: Python<'_>, start: Option<&[u8]>, end: &[u8]) -> PyResult<(u64, u64)> {
    let budget = Budget::unlimited();
    run(py, &budget, || segment(start, end, &budget))?.map_err(computation)
}

fn segment(start: Option<&[u8]>, end: &[u8], budget: &Budget) -> Result<(u64, u64), String> {
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
