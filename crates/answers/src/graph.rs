//! `graph`: the game graph of a position.

use crate::word::Winner;
use schemars::JsonSchema;
use serde::Serialize;
use sprague::play::Graph;

/// The game graph; the position asked about is the first node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphAnswer<'a> {
    /// The positions.
    pub nodes: Vec<NodeAnswer<'a>>,
}

/// A position of the graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Node")]
pub struct NodeAnswer<'a> {
    /// The heaps as text, `0` when there is none.
    pub position: &'a str,
    /// Who wins.
    pub outcome: Winner,
    /// The nim-value.
    pub value: u32,
    /// The options, by their places among the nodes.
    pub options: &'a [usize],
}

impl<'a> From<&'a Graph> for GraphAnswer<'a> {
    fn from(graph: &'a Graph) -> Self {
        let nodes = graph.nodes.iter().map(|node| NodeAnswer {
            position: &node.label,
            outcome: Winner::p_if(node.is_p),
            value: node.value,
            options: &node.options,
        });
        Self { nodes: nodes.collect() }
    }
}
