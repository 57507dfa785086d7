//! Proofs by automata.

use crate::error::{Error, ErrorKind};
use crate::game::Game;
use crate::memory::started;
use sprague_budget::Budget;
use sprague_prover::automaton::{Decided, ProveError, SearchEnd, prove};

impl Game {
    /// Looks for a proof by automata alone; `None` where none was found, which says nothing about
    /// the game. How far it looks is counted in steps and does not depend on the machine.
    ///
    /// ```
    /// use sprague::{Budget, Game};
    /// let game: Game = "0.2048".parse()?;
    /// let automaton = game.automaton_within(&Budget::unlimited())?.expect("one is known");
    /// assert_eq!(automaton.value(&9u32.into()), game.value(9)?.into());
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn automaton_within(&self, budget: &Budget) -> Result<Option<Box<Decided>>, Error> {
        match prove(self.rules(), &started(budget)) {
            Ok(SearchEnd::Decided(decided)) => Ok(Some(decided)),
            Ok(SearchEnd::Open(_)) => Ok(None),
            Err(ProveError::Spent(spent)) => Err(spent.into()),
            Err(error) => Err(Error::new(ErrorKind::OutOfReach, error)),
        }
    }
}
