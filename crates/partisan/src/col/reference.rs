//! Col by its definition, over general short games: the oracle of the fast paths.

use super::{Player, may_play, play};
use crate::error::Error;
use crate::game::{Game, Games};
use crate::graph::{Graph, Tint};
use std::collections::HashMap;

/// The value of a Col position: {what Left's moves leave | what Right's moves leave},
/// every position of the same nodes and tints computed once. No theorem about Col is
/// used, not even that components add up.
pub fn value(games: &mut Games, graph: &Graph) -> Result<Game, Error> {
    Reference::default().value(games, graph)
}

/// The positions of one graph computed so far, under any tints. Use a new one for another
/// graph.
pub struct Reference {
    known: HashMap<Vec<Tint>, Game>,
    play: fn(&Graph, usize, Player) -> Graph,
}

impl Default for Reference {
    fn default() -> Self {
        Self::playing(play)
    }
}

impl Reference {
    /// For a game whose moves lead to these boards: that of Col, or that of Snort.
    pub(crate) fn playing(play: fn(&Graph, usize, Player) -> Graph) -> Self {
        Self { known: HashMap::new(), play }
    }

    /// As [`value`], remembering what was computed.
    pub fn value(&mut self, games: &mut Games, graph: &Graph) -> Result<Game, Error> {
        if let Some(&value) = self.known.get(graph.tints()) {
            return Ok(value);
        }
        let mut options = [Vec::new(), Vec::new()];
        for (player, side) in [Player::Left, Player::Right].into_iter().zip(&mut options) {
            for node in 0..graph.nodes() {
                if may_play(graph, node, player) {
                    side.push(self.value(games, &(self.play)(graph, node, player))?);
                }
            }
        }
        let value = games.game(&options[0], &options[1])?;
        self.known.insert(graph.tints().to_vec(), value);
        Ok(value)
    }
}
