//! Col (Austin 1976, chapter 2; Conway and Guy): players paint the nodes of a graph, Left
//! black and Right white, and no two adjacent nodes may get the same colour.
//!
//! A painted node leaves the graph and tints its neighbours: next to a black node only
//! White may still play, so the neighbour is tinted white. A node with both tints is
//! gone, and an edge between a black and a white node is *explosive*: it forbids nothing
//! that the tints do not forbid already, and is dropped.
//!
//! - [`mod@reference`]: the definition, word for word, over general short games;
//! - `solver`: bounds by search on graphs of up to 64 nodes;
//! - `chain`: chains of any length in polynomial time;
//! - [`symmetry`]: boards that are 0 because the second player can mirror;
//! - [`tables`]: Table 2.3 and further tables.

mod chain;
pub mod reference;
mod solver;
pub mod symmetry;
pub mod tables;
mod value;

pub use solver::Statistics;
pub use value::ColValue;

use crate::board::Position;
use crate::error::{Error, ErrorKind};
use crate::graph::{Graph, Tint};
use solver::Solver;
use sprague_budget::{Budget, Progress};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A player: Left paints black, Right paints white.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Left, Black.
    Left,
    /// Right, White.
    Right,
}

/// The search of boards within a [`Budget`]: its steps are the positions remembered, about 260
/// bytes each, beyond which a graph is refused; its progress counts the positions looked at by
/// all that is done with one `BoardSearch`.
#[derive(Clone, Debug)]
pub struct BoardSearch {
    budget: Budget,
    symmetry: bool,
    looked_at: Arc<AtomicU64>,
}

/// Most positions to remember, whatever the budget.
const MOST_POSITIONS: usize = 10_000_000;

/// Without limits but those on what is remembered.
impl Default for BoardSearch {
    fn default() -> Self {
        Self::new(&Budget::unlimited())
    }
}

impl Player {
    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The budget is asked once for this many positions.
const ASKED_EVERY: u64 = 64;

impl BoardSearch {
    /// A search within this budget.
    pub fn new(budget: &Budget) -> Self {
        Self { budget: budget.clone(), symmetry: true, looked_at: Arc::default() }
    }

    /// Without the mirror theorem of [`symmetry`]: the search alone must find the value.
    #[must_use]
    pub fn without_symmetry(self) -> Self {
        Self { symmetry: false, ..self }
    }

    /// Most positions to remember.
    pub(crate) fn position_limit(&self) -> usize {
        usize::try_from(self.budget.most_steps()).unwrap_or(usize::MAX).min(MOST_POSITIONS)
    }

    /// Counts `positions` more and fails if the budget is spent.
    pub(crate) fn tick(&self, positions: u64) -> Result<(), Error> {
        let before = self.looked_at.fetch_add(positions, Ordering::Relaxed);
        let done = before + positions;
        if before / ASKED_EVERY == done / ASKED_EVERY && before > 0 {
            return Ok(());
        }
        let told = self.budget.report(Progress { done, total: None, unit: "positions" });
        told.map_err(|spent| ErrorKind::Spent(spent).into())
    }
}

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where to paint.
    pub node: usize,
    /// The value of the position after it.
    pub value: ColValue,
}

/// Most nodes of one connected piece that is not a chain.
pub const PIECE_LIMIT: usize = 64;

/// The value of a Col position.
///
/// Naive equivalent: [`reference::value`], the value of {positions after a black move |
/// positions after a white move} as a short game. By Theorem 2.3 it is x or x + * with x
/// a number.
pub fn value(graph: &Graph, search: &BoardSearch) -> Result<ColValue, Error> {
    Board::new(graph, search)?.value()
}

/// The moves of a player that no other move of the player beats, each with the value of
/// what it leaves. They are moves to the greatest value for Left, to the least for Right;
/// a value x and a value x + * are confused, and then both are listed.
pub fn best_moves(graph: &Graph, player: Player, search: &BoardSearch) -> Result<Vec<Move>, Error> {
    let moves = all_moves(graph, player, search)?;
    let better = |a: &ColValue, b: &ColValue| match player {
        Player::Left => a.number() > b.number(),
        Player::Right => a.number() < b.number(),
    };
    let kept = moves.iter().filter(|m| !moves.iter().any(|n| better(&n.value, &m.value)));
    Ok(kept.cloned().collect())
}

/// Who has lost needs a move, not its value: with more moves the values take too long.
const FEW_MOVES: usize = 16;

/// The moves of a player that win, whatever the opponent does.
pub fn winning_moves(
    graph: &Graph,
    player: Player,
    search: &BoardSearch,
) -> Result<Vec<usize>, Error> {
    winning(graph, player, search, usize::MAX)
}

/// A move to play: one that wins if there is one, else one to the best value (or, on a
/// large lost board, the one that hurts the player least at once). `None` if the player has
/// no move and so has lost.
pub fn good_move(
    graph: &Graph,
    player: Player,
    search: &BoardSearch,
) -> Result<Option<usize>, Error> {
    if let Some(&node) = winning(graph, player, search, 1)?.first() {
        return Ok(Some(node));
    }
    let legal = (0..graph.nodes()).filter(|&v| may_play(graph, v, player));
    if legal.clone().count() <= FEW_MOVES {
        return Ok(best_moves(graph, player, search)?.first().map(|m| m.node));
    }
    let harm = |&v: &usize| {
        let neighbours = graph.neighbours(v).iter();
        neighbours.filter(|&&w| may_play(graph, w as usize, player)).count()
    };
    Ok(legal.min_by_key(harm))
}

/// The first `most` winning moves. Only the outcome is asked for, which takes much less
/// than the value.
fn winning(
    graph: &Graph,
    player: Player,
    search: &BoardSearch,
    most: usize,
) -> Result<Vec<usize>, Error> {
    let mut solver =
        if graph.nodes() <= PIECE_LIMIT { Some(Solver::new(graph, search)?) } else { None };
    let mut nodes = Vec::new();
    for node in (0..graph.nodes()).filter(|&v| may_play(graph, v, player)) {
        if nodes.len() >= most {
            break;
        }
        let after = play(graph, node, player);
        let wins = match &mut solver {
            Some(solver) => solver.wins_moving_second(Position::of(&after), player)?,
            None => value(&after, search)?.wins_moving_second(player),
        };
        if wins {
            nodes.push(node);
        }
    }
    Ok(nodes)
}

/// Every move of a player with the value of what it leaves.
pub fn all_moves(graph: &Graph, player: Player, search: &BoardSearch) -> Result<Vec<Move>, Error> {
    let mut moves = Vec::new();
    // One table for all moves where the graph allows it.
    let mut shared =
        if graph.nodes() <= PIECE_LIMIT { Some(Solver::new(graph, search)?) } else { None };
    for node in 0..graph.nodes() {
        if !may_play(graph, node, player) {
            continue;
        }
        let after = play(graph, node, player);
        let value = match &mut shared {
            Some(solver) => solver.value(Position::of(&after))?,
            None => value(&after, search)?,
        };
        moves.push(Move { node, value });
    }
    Ok(moves)
}

/// Whether the player may paint the node.
pub fn may_play(graph: &Graph, node: usize, player: Player) -> bool {
    match graph.tints().get(node) {
        Some(Tint::Untinted) => true,
        Some(Tint::Black) => player == Player::Left,
        Some(Tint::White) => player == Player::Right,
        Some(Tint::Both) | None => false,
    }
}

/// The board after the player paints the node: the node is gone (tinted both), and its
/// neighbours get the opponent's tint. The nodes keep their numbers. A node the player
/// may not paint leaves the board as it is; see [`may_play`].
#[must_use]
pub fn play(graph: &Graph, node: usize, player: Player) -> Graph {
    let gets = match player {
        Player::Left => Tint::White,
        Player::Right => Tint::Black,
    };
    paint(graph, node, player, gets)
}

/// The board after the player paints the node, where its neighbours get the tint `gets`
/// (Black or White): the opponent's in Col, the player's own in Snort. A node the player may
/// not paint leaves the board as it is.
pub(crate) fn paint(graph: &Graph, node: usize, player: Player, gets: Tint) -> Graph {
    if !may_play(graph, node, player) {
        return graph.clone();
    }
    let mut tints = graph.tints().to_vec();
    tints[node] = Tint::Both;
    for &w in graph.neighbours(node) {
        let tint = &mut tints[w as usize];
        if *tint == Tint::Untinted {
            *tint = gets;
        } else if *tint != gets {
            *tint = Tint::Both;
        }
    }
    let same = graph.clone();
    same.with_tints(&tints).unwrap_or_else(|_| graph.clone())
}

/// The connected pieces of a board, without doubly tinted nodes and explosive edges.
pub fn pieces(graph: &Graph) -> Vec<Vec<usize>> {
    let tints = graph.tints();
    let joined = |a: usize, b: usize| {
        !matches!((tints[a], tints[b]), (Tint::Both, _) | (_, Tint::Both))
            && !matches!(
                (tints[a], tints[b]),
                (Tint::Black, Tint::White) | (Tint::White, Tint::Black)
            )
    };
    let mut seen = vec![false; graph.nodes()];
    let mut pieces = Vec::new();
    for start in 0..graph.nodes() {
        if seen[start] || tints[start] == Tint::Both {
            continue;
        }
        seen[start] = true;
        let mut piece = vec![start];
        let mut i = 0;
        while i < piece.len() {
            let v = piece[i];
            for &w in graph.neighbours(v) {
                let w = w as usize;
                if !seen[w] && joined(v, w) {
                    seen[w] = true;
                    piece.push(w);
                }
            }
            i += 1;
        }
        pieces.push(piece);
    }
    pieces
}

/// A board taken apart for evaluation.
struct Board {
    chains: Vec<Vec<Tint>>,
    others: Vec<Graph>,
    search: BoardSearch,
}

impl Board {
    fn new(graph: &Graph, search: &BoardSearch) -> Result<Self, Error> {
        let mut chains = Vec::new();
        let mut others = Vec::new();
        for piece in pieces(graph) {
            let part = without_explosive_edges(&graph.induced(&piece));
            if let Some(chain) = chain::as_chain(&part) {
                chains.push(chain);
            } else if part.nodes() <= PIECE_LIMIT {
                others.push(part);
            } else {
                return Err(Error::too_large(format!(
                    "a connected piece of {} nodes that is no chain; the limit is {PIECE_LIMIT}",
                    part.nodes()
                )));
            }
        }
        Ok(Self { chains, others, search: search.clone() })
    }

    fn value(&self) -> Result<ColValue, Error> {
        let mut total = ColValue::ZERO;
        for tints in &self.chains {
            total = total.plus(chain::value(tints, &self.search)?)?;
        }
        for part in &self.others {
            let value = if self.search.symmetry && symmetry::mirror(part).is_some() {
                ColValue::ZERO
            } else {
                let mut solver = Solver::new(part, &self.search)?;
                solver.value(Position::of(part))?
            };
            total = total.plus(value)?;
        }
        Ok(total)
    }
}

/// How much work the search on one connected graph takes; for benchmarks.
pub fn value_with_statistics(
    graph: &Graph,
    search: &BoardSearch,
) -> Result<(ColValue, Statistics), Error> {
    let mut solver = Solver::new(graph, search)?;
    let value = solver.value(Position::of(graph))?;
    Ok((value, solver.statistics()))
}

fn without_explosive_edges(graph: &Graph) -> Graph {
    let tints = graph.tints();
    let edges: Vec<(usize, usize)> = graph
        .edges()
        .into_iter()
        .filter(|&(a, b)| {
            !matches!((tints[a], tints[b]), (Tint::Black, Tint::White) | (Tint::White, Tint::Black))
        })
        .collect();
    Graph::new(graph.nodes(), &edges)
        .and_then(|g| g.with_tints(tints))
        .unwrap_or_else(|_| graph.clone())
}
