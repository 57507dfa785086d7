//! Tables of Col values: Table 2.3 of the source recomputed and continued, trees, cycles
//! and grids.

use super::symmetry::mirror;
use super::{BoardSearch, ColValue, value};
use crate::error::Error;
use crate::graph::{Graph, Tint};
use crate::isomorphism::{Key, Tinted, key};
use std::collections::HashSet;

/// A line of Table 2.3: a chain A and the values of o^i (A) o^j.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainRow {
    /// The chain A, both ends tinted.
    pub core: Vec<Tint>,
    /// `values[i][j]` is the value of i untinted nodes, A, j untinted nodes. By Theorem 2.6
    /// nothing changes beyond three.
    pub values: [[ColValue; 4]; 4],
}

/// Longest core of [`chains`]: there are about 3^n of them.
pub const CORE_LIMIT: usize = 12;

/// Table 2.3: every chain A of at most `to` nodes with tinted ends and without explosive
/// edges, up to reversal and exchange of the colours, shortest first.
pub fn chains(to: usize, search: &BoardSearch) -> Result<Vec<ChainRow>, Error> {
    if to > CORE_LIMIT {
        return Err(Error::too_large(format!(
            "cores of up to {to} nodes; the limit is {CORE_LIMIT}"
        )));
    }
    let mut rows = Vec::new();
    for n in 1..=to {
        for number in 0..3usize.pow(n as u32) {
            let core = numbered_tints(n, number);
            if is_core(&core) && is_first_of_its_kind(&core) {
                rows.push(chain_row(core, search)?);
            }
        }
    }
    Ok(rows)
}

/// The number-th string of n tints; untinted < black < white.
fn numbered_tints(n: usize, mut number: usize) -> Vec<Tint> {
    let mut tints = vec![Tint::Untinted; n];
    for tint in tints.iter_mut().rev() {
        *tint = [Tint::Untinted, Tint::Black, Tint::White][number % 3];
        number /= 3;
    }
    tints
}

fn is_core(core: &[Tint]) -> bool {
    let tinted = |t: Option<&Tint>| t.is_some_and(|&t| t != Tint::Untinted);
    let explosive = |w: &[Tint]| w[0] != Tint::Untinted && w[1] == w[0].reversed();
    tinted(core.first()) && tinted(core.last()) && !core.windows(2).any(explosive)
}

fn is_first_of_its_kind(core: &[Tint]) -> bool {
    let backwards: Vec<Tint> = core.iter().rev().copied().collect();
    let other = |c: &[Tint]| c.iter().map(|t| t.reversed()).collect::<Vec<_>>();
    [other(core), other(&backwards), backwards].iter().all(|c| core <= &c[..])
}

fn chain_row(core: Vec<Tint>, search: &BoardSearch) -> Result<ChainRow, Error> {
    let mut values = [[ColValue::ZERO; 4]; 4];
    for (i, line) in values.iter_mut().enumerate() {
        for (j, cell) in line.iter_mut().enumerate() {
            let mut tints = vec![Tint::Untinted; i];
            tints.extend(&core);
            tints.extend(std::iter::repeat_n(Tint::Untinted, j));
            *cell = value(&Graph::path(tints.len())?.with_tints(&tints)?, search)?;
        }
    }
    Ok(ChainRow { core, values })
}

/// A tree and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeRow {
    /// The tree, as the parents of its nodes 1, 2, ...
    pub parents: Vec<usize>,
    /// The value without tints: 0 or *.
    pub untinted: ColValue,
    /// The value with one node tinted black, for each node.
    pub one_black: Vec<ColValue>,
}

/// Largest trees of [`trees`]; there are 551 of 12 nodes.
pub const TREE_LIMIT: usize = 14;

/// All trees of exactly `nodes` nodes, one of each isomorphism class.
pub fn all_trees(nodes: usize) -> Result<Vec<Vec<usize>>, Error> {
    if nodes > TREE_LIMIT {
        return Err(Error::too_large(format!("trees of {nodes} nodes; the limit is {TREE_LIMIT}")));
    }
    let mut trees: Vec<Vec<usize>> = vec![Vec::new()];
    for n in 1..nodes {
        let mut seen: HashSet<Key> = HashSet::new();
        let mut larger = Vec::new();
        for tree in &trees {
            for parent in 0..n {
                let mut tree = tree.clone();
                tree.push(parent);
                if seen.insert(tree_key(&tree)) {
                    larger.push(tree);
                }
            }
        }
        trees = larger;
    }
    Ok(if nodes == 0 { Vec::new() } else { trees })
}

/// Colour refinement tells non-isomorphic trees apart, and tied nodes of a tree are
/// exchanged by an isomorphism, so for trees the key is canonical.
fn tree_key(parents: &[usize]) -> Key {
    let mut rows = [0u64; 64];
    for (i, &parent) in parents.iter().enumerate() {
        rows[i + 1] |= 1 << parent;
        rows[parent] |= 1 << (i + 1);
    }
    let nodes = (1u64 << (parents.len() + 1)) - 1;
    key(&Tinted { nodes, black: 0, white: 0, rows: &rows })
}

/// All trees of exactly `nodes` nodes with their values.
pub fn trees(nodes: usize, search: &BoardSearch) -> Result<Vec<TreeRow>, Error> {
    all_trees(nodes)?
        .into_iter()
        .map(|parents| {
            let graph = Graph::tree(&parents)?;
            let untinted = value(&graph, search)?;
            let one_black = (0..nodes)
                .map(|v| {
                    let mut tints = vec![Tint::Untinted; nodes];
                    tints[v] = Tint::Black;
                    value(&graph.clone().with_tints(&tints)?, search)
                })
                .collect::<Result<Vec<_>, Error>>()?;
            Ok(TreeRow { parents, untinted, one_black })
        })
        .collect()
}

/// A cycle with one or two black nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleRow {
    /// How many nodes.
    pub nodes: usize,
    /// Without tints.
    pub untinted: ColValue,
    /// With one black node.
    pub one_black: ColValue,
    /// `two_black[d]`: with two black nodes at distance d + 1, up to half the cycle.
    pub two_black: Vec<ColValue>,
    /// `black_white[d]`: with a black and a white node at distance d + 1.
    pub black_white: Vec<ColValue>,
}

/// The cycles of 3 to `to` nodes (at most 64).
pub fn cycles(to: usize, search: &BoardSearch) -> Result<Vec<CycleRow>, Error> {
    (3..=to)
        .map(|nodes| {
            let graph = Graph::cycle(nodes)?;
            let with = |marks: &[(usize, Tint)]| {
                let mut tints = vec![Tint::Untinted; nodes];
                for &(v, tint) in marks {
                    tints[v] = tint;
                }
                value(&graph.clone().with_tints(&tints)?, search)
            };
            let at_distance = |second: Tint| {
                (1..=nodes / 2)
                    .map(|d| with(&[(0, Tint::Black), (d, second)]))
                    .collect::<Result<Vec<_>, Error>>()
            };
            Ok(CycleRow {
                nodes,
                untinted: with(&[])?,
                one_black: with(&[(0, Tint::Black)])?,
                two_black: at_distance(Tint::Black)?,
                black_white: at_distance(Tint::White)?,
            })
        })
        .collect()
}

/// How a value of the grid table is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The second player mirrors (see [`super::symmetry`]).
    Mirror,
    /// By search.
    Search,
}

/// An untinted grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridRow {
    /// Rows, at most the columns.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// Without tints: 0 or *.
    pub untinted: ColValue,
    /// Why.
    pub reason: Reason,
    /// With a black corner, where the grid is small enough.
    pub black_corner: Option<ColValue>,
}

/// The grids with 2 ≤ `rows` ≤ `columns` and at most `nodes` nodes. Those of an even number
/// of nodes are 0 by the mirror; the others are searched. The black corner is computed up
/// to `corner_nodes` nodes.
pub fn grids(
    nodes: usize,
    corner_nodes: usize,
    search: &BoardSearch,
) -> Result<Vec<GridRow>, Error> {
    let mut table = Vec::new();
    for rows in 2.. {
        if rows * rows > nodes {
            break;
        }
        for columns in rows..=nodes / rows {
            let graph = Graph::grid(rows, columns)?;
            let reason = if mirror(&graph).is_some() { Reason::Mirror } else { Reason::Search };
            let untinted = value(&graph, search)?;
            let black_corner = if rows * columns <= corner_nodes {
                let mut tints = vec![Tint::Untinted; rows * columns];
                tints[0] = Tint::Black;
                Some(value(&graph.with_tints(&tints)?, search)?)
            } else {
                None
            };
            table.push(GridRow { rows, columns, untinted, reason, black_corner });
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_trees_as_there_are() {
        let counts: Vec<usize> = (1..=10).map(|n| all_trees(n).unwrap().len()).collect();
        assert_eq!(counts, [1, 1, 1, 2, 3, 6, 11, 23, 47, 106]);
    }
}
