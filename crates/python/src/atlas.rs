//! The atlas, and surveys.

use crate::error::{self, parse};
use crate::work::{flag, run};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use sprague_atlas::find::Search;
use sprague_atlas::relative::{Relation, relation};
use sprague_atlas::{Family, Limits, Observer, Row, Survey, Verdict};
use sprague_games::Ruleset;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Limits from Python's arguments.
fn limits(limit: Option<u64>, time: Option<f64>) -> PyResult<Limits> {
    let time = time
        .map(Duration::try_from_secs_f64)
        .transpose()
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Limits { values: limit, time, ..Limits::default() })
}

/// Looks at one game: a pure function of rules and limits. Returns a JSON object with the
/// row and its certificate.
#[pyfunction]
#[pyo3(signature = (rules, limit=None, time=None))]
pub fn survey(
    py: Python<'_>,
    rules: &str,
    limit: Option<u64>,
    time: Option<f64>,
) -> PyResult<String> {
    let rules: Ruleset = rules.parse().map_err(|error| parse(py, &error))?;
    let limits = limits(limit, time)?;
    let cancel = flag();
    let found = run(py, &cancel, || {
        sprague_atlas::survey(&rules, &limits, &mut |_| {
            if cancel.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    })?;
    let survey = found.map_err(error::atlas)?;
    serde_json::to_string(&survey).map_err(error::computation)
}

/// The games of a family, in canonical notation.
#[pyfunction]
pub fn family(name: &str) -> PyResult<(String, Vec<String>)> {
    let family = Family::read(name).map_err(error::atlas)?;
    Ok((family.name().to_owned(), family.games().iter().map(ToString::to_string).collect()))
}

/// Where the atlas of the user is.
#[pyfunction]
pub fn default_path() -> Option<PathBuf> {
    sprague_atlas::default_path()
}

/// An atlas file.
#[pyclass(subclass, frozen, module = "sprague.atlas")]
pub struct Atlas {
    atlas: Mutex<sprague_atlas::Atlas>,
    /// The family asked about last, by representatives.
    kin: Mutex<Option<(String, Kin)>>,
}

/// The games of a family by the names of their representatives.
type Kin = HashMap<String, Vec<(Ruleset, Relation)>>;

/// Counts surveys, and stops.
struct Watch<'a> {
    cancel: &'a AtomicBool,
    planned: &'a AtomicUsize,
    done: &'a AtomicUsize,
}

impl Observer for Watch<'_> {
    fn planned(&self, surveys: usize, _done_already: usize) {
        self.planned.store(surveys, Ordering::Relaxed);
    }

    fn surveyed(&self, _row: &Row) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn go_on(&self) -> bool {
        !self.cancel.load(Ordering::Relaxed)
    }
}

impl Atlas {
    /// The atlas, waited for with the interpreter released: another thread may hold it and
    /// want the interpreter.
    fn lock<'a>(&'a self, py: Python<'_>) -> MutexGuard<'a, sprague_atlas::Atlas> {
        if let Ok(guard) = self.atlas.try_lock() {
            return guard;
        }
        loop {
            py.detach(|| std::thread::sleep(Duration::from_millis(1)));
            match self.atlas.try_lock() {
                Ok(guard) => return guard,
                Err(std::sync::TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(std::sync::TryLockError::WouldBlock) => {}
            }
        }
    }

    /// The games of a family that are solved through a representative.
    fn kin(
        &self,
        family: &str,
        representative: &str,
    ) -> Result<Vec<(Ruleset, Relation)>, sprague_atlas::Error> {
        let mut last = self.kin.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|(name, _)| name != family) {
            let mut kin = Kin::new();
            for game in Family::read(family)?.games() {
                let relation = relation(game);
                let name = relation.representative.to_string();
                kin.entry(name).or_default().push((game.clone(), relation));
            }
            *last = Some((family.to_owned(), kin));
        }
        Ok(last.as_ref().and_then(|(_, kin)| kin.get(representative)).cloned().unwrap_or_default())
    }

    fn lines(values: &[Value]) -> String {
        Value::from(values.to_vec()).to_string()
    }
}

#[pymethods]
impl Atlas {
    #[new]
    #[pyo3(signature = (path, seed=true))]
    fn new(py: Python<'_>, path: PathBuf, seed: bool) -> PyResult<Self> {
        let open = || {
            if seed {
                sprague_atlas::Atlas::open(&path)
            } else {
                sprague_atlas::Atlas::open_or_create(&path)
            }
        };
        let atlas = py.detach(open).map_err(error::atlas)?;
        Ok(Self { atlas: Mutex::new(atlas), kin: Mutex::default() })
    }

    /// The file.
    #[getter]
    fn path(&self, py: Python<'_>) -> PathBuf {
        self.lock(py).path().to_owned()
    }

    /// The row of a game as a JSON object, or None.
    fn row_json(&self, py: Python<'_>, rules: &str) -> PyResult<Option<String>> {
        let rules: Ruleset = rules.parse().map_err(|error| parse(py, &error))?;
        let row = self.lock(py).get(&rules).map_err(error::atlas)?;
        row.map(|row| serde_json::to_string(&row).map_err(error::computation)).transpose()
    }

    /// The certificate of a game, or None.
    fn certificate_json(&self, py: Python<'_>, rules: &str) -> PyResult<Option<String>> {
        let rules: Ruleset = rules.parse().map_err(|error| parse(py, &error))?;
        let atlas = self.lock(py);
        let Some(Row { certificate: Some(hash), .. }) = atlas.get(&rules).map_err(error::atlas)?
        else {
            return Ok(None);
        };
        Ok(atlas.certificate(&hash).map_err(error::atlas)?.map(|text| text.json))
    }

    /// The games solved together with this one.
    fn relatives(&self, py: Python<'_>, rules: &str) -> PyResult<Vec<String>> {
        let rules: Ruleset = rules.parse().map_err(|error| parse(py, &error))?;
        let name = relation(&rules).representative.to_string();
        let rows = self.lock(py).relatives(&name).map_err(error::atlas)?;
        Ok(rows.into_iter().map(|row| row.game).filter(|game| *game != rules.to_string()).collect())
    }

    /// What the literature says about a game: a JSON list.
    fn literature_json(&self, py: Python<'_>, rules: &str) -> PyResult<String> {
        let rules: Ruleset = rules.parse().map_err(|error| parse(py, &error))?;
        let found = self.lock(py).literature(&[rules.to_string()]).map_err(error::atlas)?;
        serde_json::to_string(&found).map_err(error::computation)
    }

    /// The rows that satisfy conditions: a JSON list.
    #[pyo3(signature = (texts, numbers, family=None, condition=None, order=None, most=None))]
    #[allow(clippy::too_many_arguments)]
    fn find_json(
        &self,
        py: Python<'_>,
        texts: Vec<(String, String)>,
        numbers: Vec<(String, String)>,
        family: Option<&str>,
        condition: Option<&str>,
        order: Option<&str>,
        most: Option<u64>,
    ) -> PyResult<String> {
        let mut search = Search::new();
        for (column, wanted) in &texts {
            let known =
                ["kind", "status", "theorem", "class", "game", "representative", "standard_form"];
            let column = known.into_iter().find(|known| known == column);
            let column = column.ok_or_else(|| PyValueError::new_err("unknown column"))?;
            search.text(column, wanted);
        }
        for (column, wanted) in &numbers {
            let column = sprague_atlas::find::NUMBERS.into_iter().find(|known| known == column);
            let column = column.ok_or_else(|| PyValueError::new_err("unknown column"))?;
            search.number(column, wanted).map_err(error::atlas)?;
        }
        if let Some(family) = family {
            search.family(family);
        }
        if let Some(condition) = condition {
            search.sql(condition);
        }
        if let Some(order) = order {
            search.order(order);
        }
        if let Some(most) = most {
            search.most(most);
        }
        let (sql, parameters) = search.query("*");
        let rows = self.lock(py).query_json(&sql, &parameters).map_err(error::atlas)?;
        Ok(Self::lines(&rows))
    }

    /// The answer of a reading SQL query: a JSON list.
    fn sql_json(&self, py: Python<'_>, query: &str) -> PyResult<String> {
        let rows = self.lock(py).query_json(query, &[]).map_err(error::atlas)?;
        Ok(Self::lines(&rows))
    }

    /// Counts and records: a JSON object.
    fn stats_json(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.lock(py).stats().map_err(error::atlas)?.to_json().to_string())
    }

    /// Writes all rows to a file: csv, jsonl, parquet or latex.
    fn export(&self, py: Python<'_>, path: PathBuf, format: &str) -> PyResult<()> {
        let format = sprague_atlas::export::Format::named(format)
            .ok_or_else(|| PyValueError::new_err("the format is csv, jsonl, parquet or latex"))?;
        let atlas = self.lock(py);
        let atlas = &*atlas;
        let mut file = std::io::BufWriter::new(std::fs::File::create(&path)?);
        sprague_atlas::export::export(atlas, &Search::new(), format, &mut file)
            .map_err(error::atlas)
    }

    /// Checks every certificate again: a JSON object.
    #[pyo3(signature = (threads=None))]
    fn verify_json(&self, py: Python<'_>, threads: Option<usize>) -> PyResult<String> {
        let cancel = flag();
        let limits = sprague_checker::Limits::default();
        let threads = threads.unwrap_or(limits.threads);
        let mut wrong = Vec::new();
        let report = run(py, &cancel, || {
            let guard = self.atlas.lock().unwrap_or_else(PoisonError::into_inner);
            sprague_atlas::verify(&guard, &limits, threads, &mut |row, verdict| {
                if let Verdict::Wrong(reason) = verdict {
                    wrong.push(json!({"game": row.game, "reason": reason}));
                }
                !cancel.load(Ordering::Relaxed)
            })
        })?
        .map_err(error::atlas)?;
        Ok(json!({
            "verified": report.verified, "follow": report.follows, "unproved": report.unproved,
            "without_certificate": report.missing, "too_costly": report.too_costly,
            "wrong": wrong,
        })
        .to_string())
    }

    /// What a census of this family still has to survey: the canonical name of the family and
    /// (rules, expected cost) of each representative, the costliest first.
    #[pyo3(signature = (family, limit=None, time=None))]
    fn plan(
        &self,
        py: Python<'_>,
        family: &str,
        limit: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<(String, Vec<(String, f64)>)> {
        let family = Family::read(family).map_err(error::atlas)?;
        let limits = limits(limit, time)?;
        let mut atlas = self.lock(py);
        let tasks = sprague_atlas::plan(&mut atlas, &family, &limits).map_err(error::atlas)?;
        let list = tasks.into_iter().map(|task| (task.game.to_string(), task.cost)).collect();
        Ok((family.name().to_owned(), list))
    }

    /// Takes in a survey made elsewhere, after the checker has verified it, with the rows of
    /// the family that follow from it.
    fn accept(&self, py: Python<'_>, survey: &str, family: &str) -> PyResult<()> {
        let survey: Survey = serde_json::from_str(survey)
            .map_err(|error| error::AtlasError::new_err(format!("no survey: {error}")))?;
        let relatives = self.kin(family, &survey.row.game).map_err(error::atlas)?;
        run(py, &flag(), || {
            let mut guard = self.atlas.lock().unwrap_or_else(PoisonError::into_inner);
            guard.accept(&survey, &relatives, false)
        })?
        .map_err(error::atlas)
    }

    /// A census on this machine. `progress` is called with (done, planned) now and then.
    #[pyo3(signature = (family, limit=None, time=None, threads=None))]
    fn census_json(
        &self,
        py: Python<'_>,
        family: &str,
        limit: Option<u64>,
        time: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<String> {
        let family = Family::read(family).map_err(error::atlas)?;
        let limits = limits(limit, time)?;
        let threads =
            threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let cancel: Arc<AtomicBool> = flag();
        let (planned, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let summary = run(py, &cancel, || {
            let watch = Watch { cancel: &cancel, planned: &planned, done: &done };
            let mut guard = self.atlas.lock().unwrap_or_else(PoisonError::into_inner);
            sprague_atlas::census(&mut guard, &family, &limits, threads, &watch)
        })?
        .map_err(error::atlas)?;
        Ok(json!({
            "family": family.name(), "games": summary.games,
            "representatives": summary.representatives, "surveyed": summary.surveyed,
            "skipped": summary.skipped, "proved": summary.proved, "observed": summary.observed,
            "open": summary.open, "stopped": summary.stopped,
        })
        .to_string())
    }
}
