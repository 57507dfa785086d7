//! Tinted graphs: the boards of Col and Snort, and the ways to write them.

mod read;

use crate::error::Error;
use std::collections::HashMap;

/// Who may still play at a node. Black is Left, White is Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tint {
    /// Either player.
    Untinted,
    /// Left (Black) only.
    Black,
    /// Right (White) only.
    White,
    /// Nobody: tinted with both colours, as good as gone.
    Both,
}

impl Tint {
    /// The letter of the chain notation: `o`, `+`, `-`, and `x` for both tints.
    pub fn letter(self) -> char {
        match self {
            Self::Untinted => 'o',
            Self::Black => '+',
            Self::White => '-',
            Self::Both => 'x',
        }
    }

    /// The tint for a letter, also `.` for untinted.
    pub fn from_letter(c: char) -> Option<Self> {
        Some(match c {
            'o' | 'O' | '.' | '\u{2218}' | '\u{b0}' => Self::Untinted,
            '+' => Self::Black,
            '-' | '\u{2212}' => Self::White,
            'x' | 'X' => Self::Both,
            _ => return None,
        })
    }

    /// The same tint with the colours exchanged.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
            other => other,
        }
    }
}

/// Which game is played; it decides what the letters of a graph string mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// No two adjacent nodes of the same colour.
    Col,
    /// No two adjacent nodes of different colours.
    Snort,
}

/// A simple graph whose nodes carry tints.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    tints: Vec<Tint>,
    neighbours: Vec<Vec<u32>>,
}

/// Most nodes and edges a graph may have; far beyond what can be evaluated, small
/// enough that no short input fills the memory.
const NODE_LIMIT: usize = 100_000;
const EDGE_LIMIT: usize = 2_000_000;

impl Graph {
    /// An untinted graph without edges.
    pub fn empty(nodes: usize) -> Result<Self, Error> {
        if nodes > NODE_LIMIT {
            return Err(Error::too_large(format!(
                "a graph of {nodes} nodes; the limit is {NODE_LIMIT}"
            )));
        }
        Ok(Self { tints: vec![Tint::Untinted; nodes], neighbours: vec![Vec::new(); nodes] })
    }

    /// The graph with these edges between the nodes 0..`nodes`. An edge given twice counts
    /// once; a loop and an unknown node are errors.
    pub fn new(nodes: usize, edges: &[(usize, usize)]) -> Result<Self, Error> {
        let mut graph = Self::empty(nodes)?;
        for &(a, b) in edges {
            graph.add_edge(a, b)?;
        }
        graph.tidy();
        Ok(graph)
    }

    /// Adds an edge; `tidy` must follow before the graph is used.
    fn add_edge(&mut self, a: usize, b: usize) -> Result<(), Error> {
        let n = self.tints.len();
        for v in [a, b] {
            if v >= n {
                return Err(Error::graph(format!(
                    "edge {a}-{b}: there is no node {v}, the nodes are 0 to {}",
                    n.saturating_sub(1)
                )));
            }
        }
        if a == b {
            return Err(Error::graph(format!(
                "edge {a}-{b} is a loop; a node cannot border itself"
            )));
        }
        self.neighbours[a].push(b as u32);
        self.neighbours[b].push(a as u32);
        Ok(())
    }

    fn tidy(&mut self) {
        for list in &mut self.neighbours {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// The same graph with these tints, one per node.
    pub fn with_tints(mut self, tints: &[Tint]) -> Result<Self, Error> {
        if tints.len() != self.tints.len() {
            return Err(Error::graph(format!(
                "{} tints for {} nodes; one letter (o + -) per node is needed",
                tints.len(),
                self.tints.len()
            )));
        }
        self.tints.copy_from_slice(tints);
        Ok(self)
    }

    /// How many nodes.
    pub fn nodes(&self) -> usize {
        self.tints.len()
    }

    /// The tints, node by node.
    pub fn tints(&self) -> &[Tint] {
        &self.tints
    }

    /// The neighbours of a node, ascending.
    pub fn neighbours(&self, node: usize) -> &[u32] {
        &self.neighbours[node]
    }

    /// The edges (a, b) with a < b, ascending.
    pub fn edges(&self) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        for (a, list) in self.neighbours.iter().enumerate() {
            edges.extend(list.iter().map(|&b| (a, b as usize)).filter(|&(a, b)| a < b));
        }
        edges
    }

    /// The same board with the colours exchanged; its value is the negative.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let tints = self.tints.iter().map(|t| t.reversed()).collect();
        Self { tints, neighbours: self.neighbours.clone() }
    }

    /// The graph of the given nodes and the edges among them, numbered in that order.
    #[must_use]
    pub fn induced(&self, nodes: &[usize]) -> Self {
        let mut number = HashMap::new();
        for (i, &v) in nodes.iter().enumerate() {
            number.insert(v as u32, i as u32);
        }
        let tints = nodes.iter().map(|&v| self.tints[v]).collect();
        let neighbours = nodes
            .iter()
            .map(|&v| {
                let mut list: Vec<u32> =
                    self.neighbours[v].iter().filter_map(|w| number.get(w).copied()).collect();
                list.sort_unstable();
                list
            })
            .collect();
        Self { tints, neighbours }
    }

    /// The path of `n` nodes.
    pub fn path(n: usize) -> Result<Self, Error> {
        let mut graph = Self::empty(n)?;
        for v in 1..n {
            graph.add_edge(v - 1, v)?;
        }
        graph.tidy();
        Ok(graph)
    }

    /// The cycle of `n` ≥ 3 nodes.
    pub fn cycle(n: usize) -> Result<Self, Error> {
        if n < 3 {
            return Err(Error::graph("a cycle needs at least 3 nodes"));
        }
        let mut graph = Self::path(n)?;
        graph.add_edge(n - 1, 0)?;
        graph.tidy();
        Ok(graph)
    }

    /// The star with centre 0 and `leaves` leaves.
    pub fn star(leaves: usize) -> Result<Self, Error> {
        let mut graph = Self::empty(leaves.saturating_add(1))?;
        for v in 1..=leaves {
            graph.add_edge(0, v)?;
        }
        graph.tidy();
        Ok(graph)
    }

    /// The complete graph of `n` nodes.
    pub fn complete(n: usize) -> Result<Self, Error> {
        if n.saturating_mul(n.saturating_sub(1)) / 2 > EDGE_LIMIT {
            return Err(Error::too_large(format!(
                "the complete graph of {n} nodes has more than {EDGE_LIMIT} edges"
            )));
        }
        let mut graph = Self::empty(n)?;
        for a in 0..n {
            for b in 0..a {
                graph.add_edge(a, b)?;
            }
        }
        graph.tidy();
        Ok(graph)
    }

    /// The grid of `rows` x `columns` nodes, numbered row by row.
    pub fn grid(rows: usize, columns: usize) -> Result<Self, Error> {
        let mut graph = Self::empty(rows.saturating_mul(columns))?;
        if columns == 0 {
            return Ok(graph); // however many rows there are
        }
        for r in 0..rows {
            for c in 0..columns {
                let v = r * columns + c;
                if c + 1 < columns {
                    graph.add_edge(v, v + 1)?;
                }
                if r + 1 < rows {
                    graph.add_edge(v, v + columns)?;
                }
            }
        }
        graph.tidy();
        Ok(graph)
    }

    /// The rooted tree with node 0 as its root, in which `parents[i]` ≤ i is the parent of
    /// node i + 1.
    pub fn tree(parents: &[usize]) -> Result<Self, Error> {
        let mut graph = Self::empty(parents.len() + 1)?;
        for (i, &parent) in parents.iter().enumerate() {
            if parent > i {
                return Err(Error::graph(format!(
                    "node {} has the parent {parent}; a parent must come before its child",
                    i + 1
                )));
            }
            graph.add_edge(parent, i + 1)?;
        }
        graph.tidy();
        Ok(graph)
    }
}
