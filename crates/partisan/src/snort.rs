//! Snort: as Col, but adjacent nodes must not get different colours.
//!
//! A node next to a black one is left to Left: it is tinted black. A node with both tints
//! is gone. An edge between two nodes of the same tint forbids nothing and is dropped.
//! Most positions are hot, so values are general canonical forms.

use crate::board::{Position, adjacency, pieces};
use crate::col::reference::Reference;
use crate::col::{BoardSearch, Player};
use crate::error::Error;
use crate::game::{Game, Games};
use crate::graph::{Graph, Tint};
use crate::hash::FastMap;
use crate::isomorphism::{Key, Tinted, bits, key};

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where to paint.
    pub node: usize,
    /// The value of the position after it.
    pub value: Game,
}

/// The value of a Snort position.
///
/// Naive equivalent: [`reference()`].
pub fn value(games: &mut Games, graph: &Graph, search: &BoardSearch) -> Result<Game, Error> {
    let mut solver = Solver::new(games, graph, search)?;
    solver.value(Position::of(graph))
}

/// Every move of a player with the value of what it leaves.
pub fn all_moves(
    games: &mut Games,
    graph: &Graph,
    player: Player,
    search: &BoardSearch,
) -> Result<Vec<Move>, Error> {
    let mut solver = Solver::new(games, graph, search)?;
    let p = Position::of(graph);
    let legal = match player {
        Player::Left => p.free | p.black,
        Player::Right => p.free | p.white,
    };
    bits(legal)
        .map(|node| {
            let after = match player {
                Player::Left => solver.left_move(p, node),
                Player::Right => solver.left_move(p.reversed(), node).reversed(),
            };
            Ok(Move { node, value: solver.value(after)? })
        })
        .collect()
}

/// The moves of a player that no other move of the player beats.
pub fn best_moves(
    games: &mut Games,
    graph: &Graph,
    player: Player,
    search: &BoardSearch,
) -> Result<Vec<Move>, Error> {
    let moves = all_moves(games, graph, player, search)?;
    let mut kept = Vec::new();
    for m in &moves {
        let mut beaten = false;
        for n in &moves {
            let (low, high) = match player {
                Player::Left => (m.value, n.value),
                Player::Right => (n.value, m.value),
            };
            beaten |= m.value != n.value && games.le(low, high)?;
        }
        if !beaten {
            kept.push(*m);
        }
    }
    Ok(kept)
}

/// Whether the player may paint the node: the same tints as in Col.
pub fn may_play(graph: &Graph, node: usize, player: Player) -> bool {
    crate::col::may_play(graph, node, player)
}

/// The board after the player paints the node: the node is gone (tinted both), and its
/// neighbours get the player's own tint.
#[must_use]
pub fn play(graph: &Graph, node: usize, player: Player) -> Graph {
    let gets = match player {
        Player::Left => Tint::Black,
        Player::Right => Tint::White,
    };
    crate::col::paint(graph, node, player, gets)
}

/// Snort by its definition: {what Left's moves leave | what Right's moves leave}.
pub fn reference(games: &mut Games, graph: &Graph) -> Result<Game, Error> {
    Reference::playing(play).value(games, graph)
}

struct Solver<'a> {
    games: &'a mut Games,
    adjacent: [u64; 64],
    places: FastMap<Position, Game>,
    entries: FastMap<Key, Game>,
    search: &'a BoardSearch,
}

impl<'a> Solver<'a> {
    fn new(games: &'a mut Games, graph: &Graph, search: &'a BoardSearch) -> Result<Self, Error> {
        let adjacent = adjacency(graph)?;
        let (places, entries) = (FastMap::default(), FastMap::default());
        Ok(Self { games, adjacent, places, entries, search })
    }

    /// The neighbours of a node that matter: edges within a tint are left out.
    fn row(&self, p: Position, v: usize) -> u64 {
        let around = if p.black >> v & 1 == 1 {
            p.free | p.white
        } else if p.white >> v & 1 == 1 {
            p.free | p.black
        } else {
            p.nodes()
        };
        self.adjacent[v] & around
    }

    fn left_move(&self, p: Position, v: usize) -> Position {
        let around = self.adjacent[v];
        Position {
            free: p.free & !around & !(1 << v),
            black: (p.black | (p.free & around)) & !(1 << v),
            white: p.white & !around,
        }
    }

    fn value(&mut self, p: Position) -> Result<Game, Error> {
        // Small pieces first: their sums stay small the longest.
        let mut pieces = pieces(p, |v| self.row(p, v));
        pieces.sort_unstable_by_key(|piece| piece.size());
        let mut total = Games::ZERO;
        for piece in pieces {
            let value = self.piece(piece)?;
            total = self.games.sum(total, value)?;
        }
        Ok(total)
    }

    fn piece(&mut self, p: Position) -> Result<Game, Error> {
        if let Some(&value) = self.places.get(&p) {
            return Ok(value);
        }
        self.search.tick(1)?;
        if self.entries.len() >= self.search.position_limit() {
            return Err(Error::too_large(format!(
                "more than {} positions have to be remembered",
                self.search.position_limit()
            )));
        }
        let mut rows = [0u64; 64];
        for v in bits(p.nodes()) {
            rows[v] = self.row(p, v);
        }
        let name = |p: Position| {
            key(&Tinted { nodes: p.nodes(), black: p.black, white: p.white, rows: &rows })
        };
        let own = name(p);
        if let Some(&value) = self.entries.get(&own) {
            self.places.insert(p, value);
            return Ok(value);
        }
        let mut left = Vec::new();
        let mut right = Vec::new();
        for v in bits(p.free | p.black) {
            left.push(self.value(self.left_move(p, v))?);
        }
        for v in bits(p.free | p.white) {
            right.push(self.value(self.left_move(p.reversed(), v).reversed())?);
        }
        let value = self.games.game(&left, &right)?;
        let negative = self.games.negative(value)?;
        self.entries.insert(name(p.reversed()), negative);
        self.entries.insert(own, value);
        self.places.insert(p, value);
        Ok(value)
    }
}
