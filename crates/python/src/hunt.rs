//! Long runs, and their segments recomputed.

use crate::error::{SpragueError, computation, read, seconds};
use crate::work::{run, run_watched};
use pyo3::prelude::*;
use serde_json::json;
use sprague::hunt::{HuntEnd, HuntError, HuntSettings};
use sprague::{Budget, Game};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

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
    let game: Game = read(py, rules)?;
    if snapshots.is_some_and(|heaps| heaps < 1 << 16) {
        return Err(SpragueError::new_err("snapshots are at least 65536 heaps apart"));
    }
    let settings = HuntSettings {
        checkpoint: seconds(checkpoint)?,
        snapshots,
        threads: Budget::unlimited().thread_count(),
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
        let mut hunt = game.hunt(&folder, settings, &budget)?;
        let outcome = hunt.run_seen(to, &budget, |summary| {
            heaps.store(summary.heaps, Ordering::Relaxed);
        })?;
        heaps.store(hunt.summary().heaps, Ordering::Relaxed);
        Ok((hunt.summary(), outcome))
    })?
    .map_err(|error: HuntError| computation(error))?;
    let period = match outcome {
        HuntEnd::Periodic(period) => Some(period),
        HuntEnd::Reached | HuntEnd::Stopped => None,
    };
    Ok(json!({
        "game": game.to_string(),
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
    run(py, &budget, || sprague::hunt::verify_segment(start, end, &budget))?.map_err(computation)
}
