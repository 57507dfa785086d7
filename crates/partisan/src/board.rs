//! A board of at most 64 nodes as sets of bits, for Col and Snort alike.

use crate::col::PIECE_LIMIT;
use crate::error::Error;
use crate::graph::{Graph, Tint};

/// The nodes still in play, by tint; three disjoint sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Position {
    pub(crate) free: u64,
    pub(crate) black: u64,
    pub(crate) white: u64,
}

impl Position {
    /// The position of a graph with at most 64 nodes.
    pub(crate) fn of(graph: &Graph) -> Self {
        let mut position = Self::default();
        for (v, tint) in graph.tints().iter().enumerate().take(PIECE_LIMIT) {
            match tint {
                Tint::Untinted => position.free |= 1 << v,
                Tint::Black => position.black |= 1 << v,
                Tint::White => position.white |= 1 << v,
                Tint::Both => {}
            }
        }
        position
    }

    pub(crate) fn nodes(self) -> u64 {
        self.free | self.black | self.white
    }

    pub(crate) fn size(self) -> u32 {
        self.nodes().count_ones()
    }

    pub(crate) fn without(self, set: u64) -> Self {
        self.within(!set)
    }

    pub(crate) fn within(self, set: u64) -> Self {
        Self { free: self.free & set, black: self.black & set, white: self.white & set }
    }

    /// The colours exchanged.
    pub(crate) fn reversed(self) -> Self {
        Self { free: self.free, black: self.white, white: self.black }
    }
}

/// The connected pieces of a position, where `row(v)` are the neighbours of node v that matter.
pub(crate) fn pieces(p: Position, row: impl Fn(usize) -> u64) -> Vec<Position> {
    let mut pieces = Vec::new();
    let mut rest = p.nodes();
    while rest != 0 {
        let mut piece = rest & rest.wrapping_neg();
        let mut frontier = piece;
        while frontier != 0 {
            let v = frontier.trailing_zeros() as usize;
            frontier &= frontier - 1;
            let new = row(v) & !piece;
            piece |= new;
            frontier |= new;
        }
        pieces.push(p.within(piece));
        rest &= !piece;
    }
    pieces
}

/// The neighbours of every node.
pub(crate) fn adjacency(graph: &Graph) -> Result<[u64; 64], Error> {
    if graph.nodes() > PIECE_LIMIT {
        return Err(Error::too_large(format!(
            "a graph of {} nodes; the limit is {PIECE_LIMIT}",
            graph.nodes()
        )));
    }
    let mut adjacent = [0u64; 64];
    for (a, b) in graph.edges() {
        adjacent[a] |= 1 << b;
        adjacent[b] |= 1 << a;
    }
    Ok(adjacent)
}
