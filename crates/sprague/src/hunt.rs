//! Runs of weeks in a directory, which lose no work.

use crate::game::Game;
use sprague_budget::Budget;
use std::path::Path;

pub use sprague_engine::kernel::Kernel;
pub use sprague_hunt::{
    Hunt, HuntEnd, HuntError, HuntSettings, Record, Summary, checksum, verify_segment,
};

impl Game {
    /// Starts a hunt for the period in a new or empty directory, or continues the one that is
    /// there. Every move must leave at most two heaps.
    ///
    /// ```
    /// use sprague::hunt::{HuntEnd, HuntSettings};
    /// use sprague::{Budget, Game};
    /// # let folder = tempfile::tempdir()?;
    /// # let folder = folder.path();
    /// let (kayles, budget) = ("Kayles".parse::<Game>()?, Budget::unlimited());
    /// let mut hunt = kayles.hunt(folder, HuntSettings::default(), &budget)?;
    /// assert!(matches!(hunt.run(100_000, &budget)?, HuntEnd::Periodic(p) if p.period == 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hunt(
        &self,
        directory: &Path,
        settings: HuntSettings,
        budget: &Budget,
    ) -> Result<Hunt, HuntError> {
        let game = self.to_string();
        match self.rules().finite_moves() {
            Some(moves) => Hunt::open(directory, &game, &moves, settings, budget),
            None => Err(HuntError::Moves(game)),
        }
    }
}
