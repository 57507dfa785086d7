//! Games, their values and solutions.

use crate::error::{CheckError, UnknownValueError, computation, counted, natural, read, seconds};
use crate::work::run;
use num_bigint::BigUint;
use numpy::PyArray1;
use pyo3::prelude::*;
use serde_json::json;
use sprague::rules::names;
use sprague::{Budget, Certificate, ErrorKind, Known};
use sprague_answers::info::Info;
use sprague_answers::solve::SolveAnswer;
use sprague_answers::value::by_record;
use sprague_atlas::Row;
use sprague_atlas::record::Record;
use std::sync::{Mutex, PoisonError};

/// So few values are computed without a thread to watch for Ctrl-C.
const FEW: u64 = 256;
/// The memory values may take where nothing is said.
const MEMORY: u64 = 8 << 30;

/// Heaps up to this one are counted up to.
const COUNTED: u64 = sprague::Game::COUNTED;

/// Values a search computes at most, where nothing is said.
const SEARCHED: u64 = 300_000_000;

/// The value of a heap by a regularity that the atlas has proved.
fn recorded(py: Python<'_>, game: &sprague::Game, n: &BigUint) -> PyResult<Option<BigUint>> {
    let budget = Budget::unlimited().bytes(MEMORY);
    let found = run(py, &budget, || by_record(game, n, &budget))?.map_err(computation)?;
    Ok(found.map(|(value, _)| value))
}

/// What has been found about a game so far.
#[derive(Default)]
struct Found {
    values: Vec<u32>,
    /// What gives the values of all heaps.
    known: Option<Known>,
}

/// A game by its rules.
#[pyclass(subclass, frozen, module = "sprague")]
pub struct Game {
    game: sprague::Game,
    found: Mutex<Found>,
}

impl Game {
    fn found(&self) -> std::sync::MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// G(start), ..., G(stop - 1): the values known, or else computed.
    fn computed(&self, py: Python<'_>, start: u64, stop: u64) -> PyResult<Vec<u32>> {
        if let Some(values) = self.found().values.get(start as usize..stop as usize) {
            return Ok(values.to_vec());
        }
        let budget = Budget::unlimited().bytes(MEMORY).values(MEMORY / 4);
        let values = || self.game.values_within(start..stop, &budget);
        // A few are not worth a thread.
        let values = if stop <= FEW { py.detach(values) } else { run(py, &budget, values)? };
        Ok(values.map_err(computation)?.into())
    }

    /// What gives the value of this heap, if anything does; kept where it gives all.
    fn known(&self, py: Python<'_>, n: &BigUint, limit: u64, time: f64) -> PyResult<Known> {
        let budget = Budget::new().values(limit).bytes(MEMORY).time(seconds(time)?);
        let known =
            run(py, &budget, || self.game.search_within(n, &budget))?.map_err(computation)?;
        if known.is_total() {
            self.found().known = Some(known.clone());
        }
        Ok(known)
    }

    /// The nim-value of a heap of n, for n of any size where the game is solved.
    fn any_value(&self, py: Python<'_>, n: BigUint, time: f64, limit: u64) -> PyResult<BigUint> {
        let small = u64::try_from(&n).ok();
        if let Some(n) = small.filter(|n| *n <= COUNTED) {
            let values = self.computed(py, 0, (2 * n).clamp(256, COUNTED + 1).max(n + 1))?;
            let value = values.get(n as usize).copied().unwrap_or(0);
            let mut found = self.found();
            if values.len() > found.values.len() {
                found.values = values;
            }
            return Ok(value.into());
        }
        let known = self.found().known.clone();
        if known.is_none()
            && py.detach(|| Record::of(self.game.rules()).is_long())
            && let Some(value) = recorded(py, &self.game, &n)?
        {
            return Ok(value);
        }
        let known = match known {
            Some(known) => known,
            None => self.known(py, &n, limit, time)?,
        };
        if let Some(value) = known.value(&n) {
            return Ok(value.into());
        }
        match small {
            Some(n) if n.checked_mul(4).is_some_and(|bytes| bytes < MEMORY) => {
                let budget = Budget::unlimited().bytes(MEMORY);
                let value = run(py, &budget, || self.game.count_on(&known, n, &budget))?;
                Ok(value.map_err(computation)?.into())
            }
            _ => recorded(py, &self.game, &n)?.ok_or_else(|| {
                UnknownValueError::new_err(format!(
                    "no formula and no proved regularity gives the value of {} at a heap of {} digits",
                    self.game,
                    n.to_string().len()
                ))
            }),
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, rules: &str) -> PyResult<Self> {
        let game = read(py, rules)?;
        Ok(Self { game, found: Mutex::default() })
    }

    /// The rules in canonical notation.
    #[getter]
    fn rules(&self) -> String {
        self.game.to_string()
    }

    fn __str__(&self) -> String {
        self.game.to_string()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.game.to_string(),)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().game == self.game)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.game.hash(&mut hasher);
        hasher.finish()
    }

    /// values(n) is G(0), ..., G(n-1); values(start, stop) is G(start), ..., G(stop-1).
    #[pyo3(signature = (start, stop=None, /))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
        stop: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let (start, stop) = match stop {
            Some(stop) => (counted(start)?, counted(stop)?),
            None => (0, counted(start)?),
        };
        let values = self.computed(py, start, stop)?;
        // The array takes the vector over: nothing is copied.
        Ok(PyArray1::from_vec(py, values))
    }

    /// The nim-value of a heap of n, for n of any size where the game is solved.
    #[pyo3(signature = (n, /, *, time=20.0, limit=20_000_000))]
    fn value<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        time: f64,
        limit: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        // Small heaps that are known need no numbers of any size.
        if let Ok(n) = n.extract::<u64>()
            && let Some(&value) = self.found().values.get(n as usize)
        {
            return Ok(value.into_pyobject(py)?.into_any());
        }
        Ok(self.any_value(py, natural(n)?, time, limit)?.into_pyobject(py)?.into_any())
    }

    /// Finds the regularity of the nim-sequence and proves it.
    #[pyo3(
        signature = (limit=SEARCHED, time=Some(120.0)),
        text_signature = "($self, limit=300000000, time=120.0)"
    )]
    fn solve(&self, py: Python<'_>, limit: u64, time: Option<f64>) -> PyResult<Solution> {
        // Where the atlas has a proof that takes long to find again, nobody waits for the search.
        let limit = if limit == SEARCHED {
            py.detach(|| sprague_answers::solve::search_limit(self.game.rules(), limit))
        } else {
            limit
        };
        let mut budget = Budget::unlimited().values(limit);
        if let Some(time) = time {
            budget = budget.time(seconds(time)?);
        }
        let solution =
            run(py, &budget, || self.game.solve_within(&budget))?.map_err(computation)?;
        if solution.is_proved() {
            self.found().known = Some(Known::from(&solution));
        }
        let record = py.detach(|| Record::of(self.game.rules()));
        Ok(Solution { solution, record })
    }

    /// The options of a heap of n: each a list of new heaps (without a pass, where there is one).
    #[pyo3(signature = (n, /, most=1_000_000))]
    fn options(
        &self,
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        most: usize,
    ) -> PyResult<Vec<Vec<u64>>> {
        let (n, budget) = (counted(n)?, Budget::unlimited());
        run(py, &budget, || self.game.options_within(n, most, &budget))?.map_err(
            |error| match error.kind() {
                ErrorKind::TooMany { .. } => {
                    computation(format!("{error}: ask for more with most="))
                }
                _ => computation(error),
            },
        )
    }

    /// What is known about the rules: the JSON object of `sprague info`.
    fn info_json(&self, py: Python<'_>) -> PyResult<String> {
        let (rules, budget) = (self.game.rules().clone(), Budget::unlimited());
        run(py, &budget, || sprague_answers::json(&Info::new(rules, &budget).answer()))
    }
}

/// What was found about a game.
#[pyclass(frozen, module = "sprague._sprague")]
pub struct Solution {
    solution: sprague::Solution,
    record: Record,
}

impl Solution {
    /// The proved row of the atlas that is the answer where the search proved nothing.
    fn stored(&self) -> Option<&Row> {
        self.record.checked().filter(|_| !self.solution.is_proved())
    }
}

#[pymethods]
impl Solution {
    /// The solution as a JSON object, as `sprague solve --format json` prints it.
    fn to_json(&self) -> String {
        sprague_answers::json(&SolveAnswer::with(self.solution.details(), &self.record))
    }

    /// What is claimed, exactly; None where nothing is.
    fn claim(&self) -> Option<String> {
        match self.stored() {
            Some(row) => row.statement.clone(),
            None => self.solution.details().claim().map(ToString::to_string),
        }
    }

    /// The certificate as JSON text, where the claim is proved.
    fn certificate_json(&self) -> Option<String> {
        if !self.solution.is_proved() {
            let kept = self.stored().and(self.record.certificate.as_ref());
            return kept.map(|kept| kept.json.clone());
        }
        self.solution.certificate().ok().map(|certificate| certificate.to_string())
    }

    /// The nim-value of a heap of any size, or None where nothing proved gives it.
    #[pyo3(signature = (n, /))]
    fn value(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<Option<BigUint>> {
        let n = natural(n)?;
        if self.stored().is_some()
            && let Some(value) = recorded(py, &self.solution.game(), &n)?
        {
            return Ok(Some(value));
        }
        Ok(self.solution.value(n).ok().map(BigUint::from))
    }

    /// The values that were computed.
    fn computed_values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, self.solution.values())
    }
}

/// Verifies a certificate; returns a JSON object with the statement.
#[pyfunction]
#[pyo3(signature = (certificate, game=None, threads=None))]
pub fn check(
    py: Python<'_>,
    certificate: &str,
    game: Option<&str>,
    threads: Option<usize>,
) -> PyResult<String> {
    let game: Option<sprague::Game> = game.map(|game| read(py, game)).transpose()?;
    let failed = |error: sprague::Error| CheckError::new_err(error.to_string());
    let certificate: Certificate = certificate.parse().map_err(failed)?;
    let mut budget = sprague::checking_budget();
    if let Some(threads) = threads {
        budget = budget.threads(threads);
    }
    let verified =
        run(py, &budget, || certificate.verify_within(game.as_ref(), &budget))?.map_err(failed)?;
    Ok(json!({
        "game": verified.game(),
        "statement": verified.to_string(),
        "theorem": verified.theorem().name(),
        "values": verified.values(),
    })
    .to_string())
}

/// The named games: name, other names, rules.
#[pyfunction]
pub fn games() -> Vec<(String, Vec<String>)> {
    names::NAMED_GAMES
        .iter()
        .map(|game| {
            (game.name.to_owned(), game.aliases.iter().map(|alias| (*alias).to_owned()).collect())
        })
        .collect()
}
