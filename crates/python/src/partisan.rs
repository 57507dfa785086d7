//! Col, Snort, and values of short games.

use crate::error::{ParseError, computation};
use crate::work::run;
use pyo3::prelude::*;
use sprague::Budget;
use sprague::partisan::col::{BoardSearch, value as col_value};
use sprague::partisan::error::{Error, ErrorKind};
use sprague::partisan::game::Games;
use sprague::partisan::graph::{Graph, Rules};
use sprague::partisan::snort::value as snort_value;
use sprague_answers::json;
use sprague_answers::partisan::{ColAnswer, EvalAnswer, Facts, SnortAnswer};

/// A text that is no graph or no game, with its place.
fn wrong(py: Python<'_>, error: &Error) -> PyErr {
    let exception = ParseError::new_err(error.to_string());
    match error.position().map(|place| exception.value(py).setattr("column", place)) {
        Some(Err(error)) => error,
        _ => exception,
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

/// The value of Col on a board: a JSON object.
#[pyfunction]
pub fn col(py: Python<'_>, board: Board) -> PyResult<String> {
    let board = board.graph(py, Rules::Col)?;
    let budget = Budget::unlimited();
    let search = BoardSearch::new(&budget);
    let value = run(py, &budget, || col_value(&board, &search))?.map_err(computation)?;
    Ok(json(&ColAnswer::new(&board, &value, None)))
}

/// The value of Snort on a board: a JSON object.
#[pyfunction]
pub fn snort(py: Python<'_>, board: Board) -> PyResult<String> {
    let board = board.graph(py, Rules::Snort)?;
    let budget = Budget::unlimited();
    let search = BoardSearch::new(&budget);
    let facts = run(py, &budget, || {
        let mut games = Games::new();
        games.set_budget(&budget);
        let value = snort_value(&mut games, &board, &search)?;
        Facts::of(&mut games, value)
    })?
    .map_err(computation)?;
    Ok(json(&SnortAnswer { facts, nodes: board.nodes(), best: None }))
}

/// The value of an expression such as `{1|*} + ^`, or a comparison: a JSON object.
#[pyfunction]
pub fn evaluate(py: Python<'_>, expression: &str) -> PyResult<String> {
    let budget = Budget::unlimited();
    run(py, &budget, || {
        let mut games = Games::new();
        games.set_budget(&budget);
        let evaluated = games.evaluate(expression)?;
        Ok(json(&EvalAnswer::of(&mut games, &evaluated)?))
    })?
    .map_err(|error: Error| match error.kind() {
        ErrorKind::Syntax { .. } => wrong(py, &error),
        _ => computation(error),
    })
}
