//! Col.

use crate::error::{ParseError, computation};
use crate::work::{flag, run};
use pyo3::prelude::*;
use serde_json::json;
use sprague_partisan::col::{Options, value as col_value};
use sprague_partisan::graph::{Graph, Rules};

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
    let wrong = |error: sprague_partisan::error::Error| ParseError::new_err(error.to_string());
    let mut board = match (graph, nodes) {
        (Some(text), None) if edges.is_none() => Graph::parse(text, Rules::Col).map_err(wrong)?,
        (None, Some(nodes)) => Graph::new(nodes, &edges.unwrap_or_default()).map_err(wrong)?,
        _ => {
            return Err(ParseError::new_err(
                "give a graph as text, such as '+oo-' or 'grid 3x4', or nodes= and edges=",
            ));
        }
    };
    if let Some(text) = tints {
        let tints = Graph::parse_tints(text).map_err(wrong)?;
        board = board.with_tints(&tints).map_err(wrong)?;
    }
    let cancel = flag();
    let options = Options { cancel: Some(cancel.clone()), ..Options::default() };
    let value = run(py, &cancel, || col_value(&board, &options))?.map_err(computation)?;
    Ok(json!({
        "value": value.to_string(),
        "outcome": value.outcome().letter().to_string(),
        "number": value.number().to_string(),
        "star": value.has_star(),
        "nodes": board.nodes(),
    })
    .to_string())
}
