//! The atlas, and surveys.

use crate::error::{self, read, seconds};
use crate::work::{run, run_watched};
use pyo3::prelude::*;
use serde_json::Value;
use sprague::Budget;
use sprague::rules::Ruleset;
use sprague_answers::census::CensusCounts;
use sprague_atlas::find::Asked;
use sprague_atlas::relative::{Relation, by_representative, relation};
use sprague_atlas::{CensusPlan, CoqTheorem, Family, Row, Survey};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The budget of each game, from Python's arguments.
fn budget(limit: Option<u64>, time: Option<f64>) -> PyResult<Budget> {
    let mut budget = sprague_atlas::default_budget();
    if let Some(values) = limit {
        budget = budget.values(values);
    }
    if let Some(time) = time {
        budget = budget.time(seconds(time)?);
    }
    Ok(budget)
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
    let rules: Ruleset = read(py, rules)?;
    let budget = budget(limit, time)?;
    let found = run(py, &budget, || sprague_atlas::survey(&rules, &budget))?;
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

/// The columns of the table `game`, and their types in pandas.
#[pyfunction]
pub fn columns() -> Vec<(&'static str, &'static str)> {
    sprague_atlas::export::column_kinds().map(|(name, kind)| (name, kind.pandas())).collect()
}

/// An atlas file.
#[pyclass(subclass, frozen, module = "sprague.atlas")]
pub struct Atlas {
    atlas: Mutex<sprague_atlas::Atlas>,
    /// The family asked about last, by representatives.
    kin: Mutex<Option<(String, Kin)>>,
}

/// What was left out, by game, and why.
type LeftOut = Vec<(String, String)>;

/// The games of a family by the names of their representatives.
type Kin = HashMap<String, Vec<(Ruleset, Relation)>>;

impl Atlas {
    /// The atlas; wait for it only with the interpreter released, since another thread may
    /// hold it and want the interpreter.
    fn lock(&self) -> MutexGuard<'_, sprague_atlas::Atlas> {
        self.atlas.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Short work with the atlas, the interpreter released.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut sprague_atlas::Atlas) -> Result<T, sprague_atlas::Error> + Send,
    ) -> PyResult<T> {
        py.detach(|| work(&mut self.lock())).map_err(error::atlas)
    }

    /// A query that may take long: Ctrl-C interrupts it.
    fn query<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&sprague_atlas::Atlas) -> Result<T, sprague_atlas::Error> + Send,
    ) -> PyResult<T> {
        let budget = Budget::unlimited();
        run(py, &budget, || self.lock().within(&budget, work))?.map_err(error::atlas)
    }

    /// The games of a family that are solved through a representative.
    fn kin(
        &self,
        family: &str,
        representative: &str,
    ) -> Result<Vec<(Ruleset, Relation)>, sprague_atlas::Error> {
        let mut last = self.kin.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|(name, _)| name != family) {
            let groups = by_representative(Family::read(family)?.games());
            let kin = groups.into_iter().map(|(game, kin)| (game.to_string(), kin)).collect();
            *last = Some((family.to_owned(), kin));
        }
        Ok(last.as_ref().and_then(|(_, kin)| kin.get(representative)).cloned().unwrap_or_default())
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
        py.detach(|| self.lock().path().to_owned())
    }

    /// The row of a game as a JSON object, or None.
    fn row_json(&self, py: Python<'_>, rules: &str) -> PyResult<Option<String>> {
        let rules: Ruleset = read(py, rules)?;
        let row = self.with(py, |atlas| atlas.get(&rules))?;
        row.map(|row| serde_json::to_string(&row).map_err(error::computation)).transpose()
    }

    /// The certificate of a game, or None.
    fn certificate_json(&self, py: Python<'_>, rules: &str) -> PyResult<Option<String>> {
        let rules: Ruleset = read(py, rules)?;
        self.with(py, |atlas| match atlas.get(&rules)? {
            Some(Row { certificate: Some(hash), .. }) => {
                Ok(atlas.certificate(&hash)?.map(|text| text.json))
            }
            _ => Ok(None),
        })
    }

    /// When Coq accepted the statement of a row as a theorem, as a JSON object, or None.
    fn coq_json(&self, py: Python<'_>, rules: &str) -> PyResult<Option<String>> {
        let rules: Ruleset = read(py, rules)?;
        let row = self.with(py, |atlas| atlas.get(&rules))?;
        let theorem = row.as_ref().and_then(CoqTheorem::of_row);
        Ok(theorem.map(|theorem| sprague_answers::json(&theorem)))
    }

    /// What is known about the misere play of a game, as a JSON object, or None.
    fn misere_json(&self, py: Python<'_>, rules: &str) -> PyResult<Option<String>> {
        let rules: Ruleset = read(py, rules)?;
        let row = self.with(py, |atlas| atlas.misere(&rules.to_string()))?;
        Ok(row.map(|row| sprague_answers::json(&row)))
    }

    /// The games solved together with this one.
    fn relatives(&self, py: Python<'_>, rules: &str) -> PyResult<Vec<String>> {
        let rules: Ruleset = read(py, rules)?;
        let name = relation(&rules).representative.to_string();
        let rows = self.with(py, |atlas| atlas.relatives(&name))?;
        Ok(rows.into_iter().map(|row| row.game).filter(|game| *game != rules.to_string()).collect())
    }

    /// What the literature says about a game: a JSON list.
    fn literature_json(&self, py: Python<'_>, rules: &str) -> PyResult<String> {
        let rules: Ruleset = read(py, rules)?;
        let found = self.with(py, |atlas| atlas.literature(&[rules.to_string()]))?;
        serde_json::to_string(&found).map_err(error::computation)
    }

    /// The rows that satisfy conditions: a JSON list.
    fn find_json(&self, py: Python<'_>, find: Find) -> PyResult<String> {
        let columns = find.columns()?;
        let asked = find.asked();
        self.query(py, |atlas| {
            let (sql, parameters) = asked.search(atlas)?.query(columns.as_deref().unwrap_or("*"));
            Ok(Value::from(atlas.query_exact_json(&sql, &parameters)?).to_string())
        })
    }

    /// The answer of a reading SQL query: a JSON list.
    fn sql_json(&self, py: Python<'_>, query: &str) -> PyResult<String> {
        self.query(py, |atlas| Ok(Value::from(atlas.query_exact_json(query, &[])?).to_string()))
    }

    /// Counts and records: a JSON object.
    fn stats_json(&self, py: Python<'_>) -> PyResult<String> {
        self.query(py, |atlas| Ok(sprague_answers::json(&atlas.stats()?)))
    }

    /// Writes the rows that satisfy conditions to a file: csv, jsonl, parquet or latex.
    fn export_to(&self, py: Python<'_>, path: PathBuf, format: &str, find: Find) -> PyResult<()> {
        let format = sprague_atlas::export::Format::named(format).ok_or_else(|| {
            error::AtlasError::new_err("the format is csv, jsonl, parquet or latex")
        })?;
        let (asked, columns) = (find.asked(), find.columns()?);
        self.query(py, |atlas| {
            let search = asked.search(atlas)?;
            let io = |error| sprague_atlas::Error::Io(path.clone(), error);
            let mut file = BufWriter::new(File::create(&path).map_err(io)?);
            sprague_atlas::export::export(atlas, &search, columns.as_deref(), format, &mut file)?;
            file.flush().map_err(io)
        })
    }

    /// Checks every certificate again: a JSON object.
    #[pyo3(signature = (threads=None))]
    fn verify_json(&self, py: Python<'_>, threads: Option<usize>) -> PyResult<String> {
        let mut budget = sprague::checking_budget();
        if let Some(threads) = threads {
            budget = budget.threads(threads);
        }
        let report =
            run(py, &budget, || sprague_atlas::verify(&self.lock(), &budget, &mut |_, _| ()))?
                .map_err(error::atlas)?;
        Ok(sprague_answers::json(&report))
    }

    /// What a census of this family still has to survey: the number of representatives in the
    /// family, and (rules, expected cost) of each that is left, the costliest first.
    #[pyo3(signature = (family, limit=None, time=None))]
    fn plan(
        &self,
        py: Python<'_>,
        family: &str,
        limit: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<(usize, Vec<(String, f64)>)> {
        let family = Family::read(family).map_err(error::atlas)?;
        let budget = budget(limit, time)?;
        let CensusPlan { representatives, tasks } =
            self.with(py, |atlas| sprague_atlas::plan_census(atlas, &family, &budget))?;
        let list = tasks.into_iter().map(|task| (task.game.to_string(), task.cost)).collect();
        Ok((representatives, list))
    }

    /// Takes in a survey made elsewhere, after the checker has verified it, with the rows of
    /// the family that follow from it.
    fn accept(&self, py: Python<'_>, survey: &str, family: &str) -> PyResult<()> {
        let survey: Survey = serde_json::from_str(survey)
            .map_err(|error| error::AtlasError::new_err(format!("no survey: {error}")))?;
        let relatives = self.kin(family, &survey.row.game).map_err(error::atlas)?;
        let budget = sprague::checking_budget();
        run(py, &budget, || self.lock().accept(&survey, &relatives, Some(&budget)))?
            .map_err(error::atlas)
    }

    /// Takes in an atlas as one file, certificates, or the directory of a hunt: the numbers of games
    /// and of proved ones, and what was left out and why.
    #[pyo3(name = "import_path")]
    fn import_path(&self, py: Python<'_>, path: PathBuf) -> PyResult<(usize, usize, LeftOut)> {
        let budget = sprague::checking_budget();
        let work = || sprague_atlas::import::import(&mut self.lock(), &path, &budget);
        let imported = run(py, &budget, work)?.map_err(error::atlas)?;
        Ok((imported.games, imported.proved, imported.left_out))
    }

    /// A census on this machine. `progress` is called with (done, planned) now and then, and at
    /// the end.
    #[pyo3(signature = (family, limit=None, time=None, threads=None, progress=None))]
    fn census_json(
        &self,
        py: Python<'_>,
        family: &str,
        limit: Option<u64>,
        time: Option<f64>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let family = Family::read(family).map_err(error::atlas)?;
        let counts = Arc::new((AtomicU64::new(0), AtomicU64::new(0)));
        let told = Arc::clone(&counts);
        let mut budget = budget(limit, time)?.progress(move |progress| {
            told.1.store(progress.total.unwrap_or(0), Ordering::Relaxed);
            told.0.store(progress.done, Ordering::Relaxed);
        });
        if let Some(threads) = threads {
            budget = budget.threads(threads);
        }
        let mut shown = 0;
        let mut look = |py: Python<'_>| -> PyResult<()> {
            let now = counts.0.load(Ordering::Relaxed);
            if let Some(progress) = &progress
                && now > shown
            {
                shown = now;
                progress.call1(py, (now, counts.1.load(Ordering::Relaxed)))?;
            }
            Ok(())
        };
        let summary = run_watched(py, &budget, &mut look, || {
            sprague_atlas::census(&mut self.lock(), &family, &budget, &mut |_| ())
        })?
        .map_err(error::atlas)?;
        Ok(sprague_answers::json(&CensusCounts::new(&summary, &family)))
    }
}

/// What to find, as a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Find {
    /// Columns and what is wanted of them.
    conditions: Vec<(String, String)>,
    family: Option<String>,
    begins: Option<String>,
    oeis: Option<String>,
    same_as: Option<String>,
    literature: Option<String>,
    representatives: bool,
    r#where: Option<String>,
    order: Option<String>,
    most: Option<u64>,
    columns: Option<Vec<String>>,
}

impl Find {
    fn asked(&self) -> Asked {
        Asked {
            conditions: self.conditions.clone(),
            family: self.family.clone(),
            begins: self.begins.clone(),
            oeis: self.oeis.clone(),
            same_as: self.same_as.clone(),
            literature: self.literature.clone(),
            representatives: self.representatives,
            sql: self.r#where.clone(),
            order: self.order.clone(),
            most: self.most,
        }
    }

    /// The columns that are asked for, in SQL.
    fn columns(&self) -> PyResult<Option<String>> {
        let names = self.columns.as_ref().map(|names| names.join(","));
        names.map(|names| sprague_atlas::export::columns(&names)).transpose().map_err(error::atlas)
    }
}
