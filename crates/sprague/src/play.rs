//! Positions played, listed and drawn.

use crate::error::Error;
use crate::game::Game;
use crate::memory::started;
use crate::position::{Convention, Position};
use sprague_budget::Budget;
use sprague_play::Sources;

pub use sprague_play::explain::{heaps_left, move_text, short};
pub use sprague_play::graph::{Graph, Node};
pub use sprague_play::listing::Listing;
pub use sprague_play::session::{Level, Session, Turn, TurnError};
pub use sprague_play::{Analysis, HeapMoves, HeapOption, PlayError};

impl Position {
    /// The game graph, if it has no more positions than `most`.
    ///
    /// ```
    /// use sprague::{Convention, Position};
    /// let position: Position = "Grundy: 7".parse()?;
    /// let graph = position.graph(Convention::Normal, 100)?;
    /// assert!(graph.nodes[0].is_p);
    /// assert!(position.graph(Convention::Normal, 3).is_err());
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn graph(&self, convention: Convention, most: usize) -> Result<Graph, Error> {
        Ok(Graph::new(self.details(), convention, most)?)
    }

    /// A game against the computer; the budget is that of each of its moves.
    ///
    /// ```
    /// use sprague::{Budget, Convention, Outcome, Position, play::Level};
    /// let nim: Position = "Nim: 3 4 5".parse()?;
    /// let mut game = nim.session(Convention::Normal, Level::Perfect, 1, &Budget::new())?;
    /// let turn = game.choose().unwrap().unwrap();
    /// game.make(&turn);
    /// assert_eq!(Position::from(game.position().clone()).best()?.outcome(), Outcome::P);
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn session(
        &self,
        convention: Convention,
        level: Level,
        seed: u64,
        budget: &Budget,
    ) -> Result<Session, Error> {
        Ok(Session::new(self.details(), convention, level, seed, Sources::new(budget))?)
    }
}

impl Game {
    /// The positions with so many heaps (one to three), none larger than `to`, and who wins them.
    ///
    /// ```
    /// use sprague::{Budget, Convention, Game};
    /// let nim: Game = "Nim".parse()?;
    /// let listing = nim.positions_within(2, 3, Convention::Normal, &Budget::new())?;
    /// let lost: Vec<_> = listing.with_outcome(true).map(|[a, b, _]| (a, b)).collect();
    /// assert_eq!(lost, [(0, 0), (1, 1), (2, 2), (3, 3)]);
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn positions_within(
        &self,
        heaps: usize,
        to: u64,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Listing, Error> {
        let mut sources = Sources::new(&started(budget));
        Ok(Listing::new(self.rules(), heaps, to, convention, &mut sources)?)
    }
}
