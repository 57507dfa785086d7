//! Col, Snort, and values of short games.

use crate::error::{ParseError, computation};
use crate::work::{flag, run};
use pyo3::prelude::*;
use sprague_answers::partisan::{Facts, col_json, comparison_json, snort_json, text_of};
use sprague_partisan::col::{Options, value as col_value};
use sprague_partisan::error::{Error, ErrorKind};
use sprague_partisan::game::Games;
use sprague_partisan::graph::{Graph, Rules};
use sprague_partisan::notation::Evaluated;
use sprague_partisan::snort::value as snort_value;

/// A text that is no graph or no game, with its place.
fn wrong(py: Python<'_>, error: &Error) -> PyErr {
    let exception = ParseError::new_err(error.to_string());
    match error.position().map(|place| exception.value(py).setattr("column", place)) {
        Some(Err(error)) => error,
        _ => exception,
    }
}

/// A graph from a text, or from nodes and edges.
fn board(
    py: Python<'_>,
    rules: Rules,
    graph: Option<&str>,
    nodes: Option<usize>,
    edges: Option<Vec<(usize, usize)>>,
    tints: Option<&str>,
) -> PyResult<Graph> {
    let board = match (graph, nodes) {
        (Some(text), None) if edges.is_none() => {
            Graph::parse(text, rules).map_err(|e| wrong(py, &e))?
        }
        (None, Some(nodes)) => {
            Graph::new(nodes, &edges.unwrap_or_default()).map_err(|e| wrong(py, &e))?
        }
        _ => {
            return Err(ParseError::new_err(
                "give a graph as text, such as '+oo-' or 'grid 3x4', or nodes= and edges=",
            ));
        }
    };
    match tints {
        None => Ok(board),
        Some(text) => Graph::parse_tints(text)
            .and_then(|tints| board.with_tints(&tints))
            .map_err(|e| wrong(py, &e)),
    }
}

/// The value of Col on a graph: a JSON object.
#[pyfunction]
#[pyo3(signature = (graph=None, nodes=None, edges=None, tints=None))]
pub fn col(
    py: Python<'_>,
    graph: Option<&str>,
    nodes: Option<usize>,
    edges: Option<Vec<(usize, usize)>>,
    tints: Option<&str>,
) -> PyResult<String> {
    let board = board(py, Rules::Col, graph, nodes, edges, tints)?;
    let cancel = flag();
    let options = Options { cancel: Some(cancel.clone()), ..Options::default() };
    let value = run(py, &cancel, || col_value(&board, &options))?.map_err(computation)?;
    Ok(col_json(&board, &value, None).to_string())
}

/// The value of Snort on a graph: a JSON object.
#[pyfunction]
#[pyo3(signature = (graph=None, nodes=None, edges=None, tints=None))]
pub fn snort(
    py: Python<'_>,
    graph: Option<&str>,
    nodes: Option<usize>,
    edges: Option<Vec<(usize, usize)>>,
    tints: Option<&str>,
) -> PyResult<String> {
    let board = board(py, Rules::Snort, graph, nodes, edges, tints)?;
    let cancel = flag();
    let options = Options { cancel: Some(cancel.clone()), ..Options::default() };
    let facts = run(py, &cancel, || {
        let mut games = Games::new();
        games.set_cancel(cancel.clone());
        let value = snort_value(&mut games, &board, &options)?;
        Facts::of(&mut games, value)
    })?
    .map_err(computation)?;
    Ok(snort_json(&board, &facts, None).to_string())
}

/// The value of an expression such as `{1|*} + ^`, or a comparison: a JSON object.
#[pyfunction]
pub fn evaluate(py: Python<'_>, expression: &str) -> PyResult<String> {
    let cancel = flag();
    run(py, &cancel, || {
        let mut games = Games::new();
        games.set_cancel(cancel.clone());
        Ok(match games.evaluate(expression)? {
            Evaluated::Value(game) => Facts::of(&mut games, game)?.json(),
            Evaluated::Comparison { left, right, relation, holds, .. } => {
                let left = text_of(&mut games, left)?;
                let right = text_of(&mut games, right)?;
                comparison_json(holds, relation, left.as_deref(), right.as_deref())
            }
        }
        .to_string())
    })?
    .map_err(|error: Error| match error.kind() {
        ErrorKind::Syntax { .. } => wrong(py, &error),
        _ => computation(error),
    })
}
