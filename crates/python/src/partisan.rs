//! Col, Snort, and values of short games.

use crate::error::{ParseError, computation, parse_error};
use crate::work::run;
use num_bigint::BigInt;
use pyo3::prelude::*;
use sprague::Budget;
use sprague::partisan::col::{BoardSearch, value as col_value};
use sprague::partisan::error::{Error, ErrorKind};
use sprague::partisan::game::{Game, Games, NumberUpStar};
use sprague::partisan::graph::{Graph, Rules};
use sprague::partisan::notation::Evaluated;
use sprague::partisan::snort::value as snort_value;
use sprague::partisan::{Dyadic, Value};
use sprague_answers::partisan::{RelationSign, text_of};

/// A text that is no graph or no game, with its place; or a computation that ended early.
fn wrong(py: Python<'_>, error: &Error) -> PyErr {
    match error.kind() {
        ErrorKind::Syntax { position, .. } => {
            parse_error(py, error.to_string(), Some(position + 1), None)
        }
        ErrorKind::Graph(_) => parse_error(py, error.to_string(), None, None),
        ErrorKind::TooManySteps { .. } => computation(format!("{error}; steps= allows more")),
        _ => computation(error),
    }
}

/// A board as a dictionary: a graph as text, or nodes and edges; with tints or without.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Board {
    graph: Option<String>,
    nodes: Option<usize>,
    edges: Option<Vec<(usize, usize)>>,
    tints: Option<String>,
}

impl Board {
    fn graph(&self, py: Python<'_>, rules: Rules) -> PyResult<Graph> {
        let graph = match (&self.graph, self.nodes) {
            (Some(text), None) if self.edges.is_none() => Graph::parse(text, rules),
            (None, Some(nodes)) => Graph::new(nodes, self.edges.as_deref().unwrap_or_default()),
            _ => {
                return Err(ParseError::new_err(
                    "give a graph as text, such as '+oo-' or 'grid 3x4', or nodes= and edges=",
                ));
            }
        };
        let tinted = match &self.tints {
            None => graph,
            Some(text) => graph.and_then(|graph| graph.with_tints(&Graph::parse_tints(text)?)),
        };
        tinted.map_err(|e| wrong(py, &e))
    }
}

/// Computes in an arena of its own, for at most so many steps.
fn within<T: Send>(
    py: Python<'_>,
    steps: Option<u64>,
    work: impl FnOnce(&mut Games, &Budget) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let mut budget = Budget::unlimited();
    if let Some(steps) = steps {
        budget = budget.steps(steps);
    }
    run(py, &budget, || {
        let mut games = Games::new();
        games.set_budget(&budget);
        work(&mut games, &budget)
    })?
    .map_err(|error| wrong(py, &error))
}

/// The value of Col on a board.
#[pyfunction]
#[pyo3(signature = (board, steps=None))]
pub fn col(py: Python<'_>, board: Board, steps: Option<u64>) -> PyResult<ShortGame> {
    let board = board.graph(py, Rules::Col)?;
    within(py, steps, |games, budget| {
        let value = col_value(&board, &BoardSearch::new(budget))?;
        let game = games.number_up_star(value.number().clone(), 0, value.has_star().into())?;
        games.take(game)
    })
    .map(ShortGame)
}

/// The value of Snort on a board.
#[pyfunction]
#[pyo3(signature = (board, steps=None))]
pub fn snort(py: Python<'_>, board: Board, steps: Option<u64>) -> PyResult<ShortGame> {
    let board = board.graph(py, Rules::Snort)?;
    within(py, steps, |games, budget| {
        let value = snort_value(games, &board, &BoardSearch::new(budget))?;
        games.take(value)
    })
    .map(ShortGame)
}

/// The value of an expression such as `{1|*} + ^`.
#[pyfunction]
#[pyo3(signature = (expression, steps=None))]
pub fn evaluate(py: Python<'_>, expression: &str, steps: Option<u64>) -> PyResult<ShortGame> {
    let found = within(py, steps, |games, _| match games.evaluate(expression)? {
        Evaluated::Value(game) => games.take(game).map(Some),
        Evaluated::Comparison { .. } => Ok(None),
    })?;
    found.map(ShortGame).ok_or_else(|| {
        ParseError::new_err("a comparison has no value; holds(...) says whether it is true")
    })
}

/// Whether a comparison such as `^ > 0` holds.
#[pyfunction]
#[pyo3(signature = (comparison, steps=None))]
pub fn holds(py: Python<'_>, comparison: &str, steps: Option<u64>) -> PyResult<bool> {
    let found = within(py, steps, |games, _| match games.evaluate(comparison)? {
        Evaluated::Value(_) => Ok(None),
        Evaluated::Comparison { holds, .. } => Ok(Some(holds)),
    })?;
    found.ok_or_else(|| {
        ParseError::new_err(
            "a value is neither true nor false: write a comparison such as '^ > 0', or ask \
             evaluate(...) for the value",
        )
    })
}

/// The number n/2^k.
#[pyfunction]
pub fn number(py: Python<'_>, numerator: BigInt, exponent: u32) -> PyResult<ShortGame> {
    at_once(py, |games| {
        let game = games.number(Dyadic::new(numerator, exponent))?;
        games.take(game)
    })
    .map(ShortGame)
}

/// Short work that is not worth a thread.
fn at_once<T>(py: Python<'_>, work: impl FnOnce(&mut Games) -> Result<T, Error>) -> PyResult<T> {
    work(&mut Games::new()).map_err(|error| wrong(py, &error))
}

/// A number as numerator and the exponent of the denominator, a power of 2.
type Number = (BigInt, u32);

fn number_of(number: &Dyadic) -> Number {
    (number.numerator(), number.exponent())
}

/// A value of a short game.
#[pyclass(frozen, module = "sprague._sprague")]
pub struct ShortGame(Value);

impl ShortGame {
    /// Whether a computation with this value takes no time to speak of.
    fn is_closed(&self) -> bool {
        self.0.as_number_up_star().is_some()
    }

    /// Work about this value alone.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Games, Game) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let asked = |games: &mut Games| {
            let game = games.put(&self.0)?;
            work(games, game)
        };
        if self.is_closed() {
            at_once(py, asked)
        } else {
            within(py, None, |games, _| asked(games))
        }
    }

    /// Work about two values.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        other: &Self,
        steps: Option<u64>,
        work: impl FnOnce(&mut Games, Game, Game) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let asked = |games: &mut Games| {
            let (g, h) = (games.put(&self.0)?, games.put(&other.0)?);
            work(games, g, h)
        };
        if self.is_closed() && other.is_closed() {
            at_once(py, asked)
        } else {
            within(py, steps, |games, _| asked(games))
        }
    }
}

#[pymethods]
impl ShortGame {
    /// The canonical form; None where it is too long to write.
    fn text(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.ask(py, text_of)
    }

    /// The same for LaTeX.
    fn latex(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.ask(py, |games, game| match games.latex(game) {
            Ok(text) => Ok(Some(text)),
            Err(error) if matches!(error.kind(), ErrorKind::TooLarge(_)) => Ok(None),
            Err(error) => Err(error),
        })
    }

    /// Number, ups and star, where the value is their sum.
    fn number_up_star(&self) -> Option<(Number, i64, u32)> {
        let NumberUpStar { number, up, star } = self.0.as_number_up_star()?;
        Some((number_of(number), *up, *star))
    }

    /// The left stop and the right stop.
    fn stops(&self, py: Python<'_>) -> PyResult<(Number, Number)> {
        self.ask(py, |games, game| {
            Ok((number_of(games.left_stop(game)), number_of(games.right_stop(game))))
        })
    }

    /// Mean and temperature.
    fn heat(&self, py: Python<'_>) -> PyResult<(Number, Number)> {
        self.ask(py, |games, game| {
            let thermograph = games.thermograph(game)?;
            Ok((number_of(&thermograph.mean), number_of(&thermograph.temperature)))
        })
    }

    /// The day it is born.
    fn birthday(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.ask(py, Games::birthday)
    }

    /// The options of the canonical form, Left's and Right's.
    fn options(&self, py: Python<'_>) -> PyResult<(Vec<Self>, Vec<Self>)> {
        self.ask(py, |games, game| {
            let options = games.options(game)?;
            let mut side = |side: &[Game]| -> Result<Vec<Self>, Error> {
                side.iter().map(|&option| games.take(option).map(Self)).collect()
            };
            Ok((side(&options.left)?, side(&options.right)?))
        })
    }

    fn negative(&self, py: Python<'_>) -> PyResult<Self> {
        self.ask(py, |games, game| {
            let minus = games.negative(game)?;
            games.take(minus)
        })
        .map(Self)
    }

    #[pyo3(signature = (other, steps=None))]
    fn plus(&self, py: Python<'_>, other: &Self, steps: Option<u64>) -> PyResult<Self> {
        self.with(py, other, steps, |games, g, h| {
            let sum = games.sum(g, h)?;
            games.take(sum)
        })
        .map(Self)
    }

    /// How this value compares with another: `<`, `=`, `>` or `||`.
    #[pyo3(signature = (other, steps=None))]
    fn compare(&self, py: Python<'_>, other: &Self, steps: Option<u64>) -> PyResult<&'static str> {
        self.with(py, other, steps, |games, g, h| {
            games.compare(g, h).map(|relation| RelationSign::from(relation).text())
        })
    }

    /// Whether two values are equal.
    fn equals(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        py.detach(|| self.0.equals(&other.0)).map_err(|error| wrong(py, &error))
    }

    /// A hash: the same for equal values.
    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }
}
