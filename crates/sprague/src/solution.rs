//! What is known about a game for ever.

use crate::certificate::{Certificate, rejected};
use crate::error::{Error, ErrorKind};
use crate::game::Game;
use crate::memory::started;
use crate::natural::{IntoHeap, Natural};
use sprague_budget::Budget;
use sprague_prover::near::{NearMiss, NearRegularity};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub use sprague_certificate::{Kind, Theorem};
pub use sprague_prover::{ClosedFormClaim, Proved, Solution as Findings, Status};

/// What was found about the nim-sequence of a game, and how well it is known.
///
/// `Display` prints the statement.
#[derive(Clone, Debug)]
pub struct Solution(Arc<Findings>);

impl Solution {
    /// The game.
    pub fn game(&self) -> Game {
        self.0.game.clone().into()
    }

    /// What the directory of a hunt has proved, if it has found the period. The certificate is not
    /// checked yet.
    pub fn from_hunt(game: &Game, directory: &Path) -> Result<Option<Self>, Error> {
        match Findings::from_hunt(game.rules(), directory) {
            Ok(found) => Ok(found.map(Self::from)),
            Err(error) => Err(Error::new(ErrorKind::Input, error)),
        }
    }

    /// What sort of regularity: periodic, arithmetic-periodic, sapp, ruler, automatic, open.
    pub fn kind(&self) -> Kind {
        self.0.kind()
    }

    /// Whether that is proved, only observed, or nothing is known.
    pub fn status(&self) -> Status {
        self.0.status()
    }

    /// Whether it is proved: a theorem all of whose hypotheses were checked.
    pub fn is_proved(&self) -> bool {
        self.status() == Status::Proved
    }

    /// Whether the checker has verified the certificate; `None` where there is none.
    pub fn is_checked(&self) -> Option<bool> {
        self.0.is_checked()
    }

    /// Has the checker verify the certificate, if it has not yet. A certificate that it rejects
    /// proves nothing: then the solution is only observed.
    pub fn check(&mut self, budget: &Budget) -> Result<(), Error> {
        let budget = started(budget);
        Arc::make_mut(&mut self.0).check(&budget).map_err(|rejection| rejected(&rejection, &budget))
    }

    /// The theorem that proves it.
    pub fn theorem(&self) -> Option<Theorem> {
        self.0.theorem()
    }

    /// The least l with G(n+p) = G(n)+s for all n >= l, where there is one.
    pub fn preperiod(&self) -> Option<Natural> {
        self.0.regularity().map(|r| r.preperiod.into())
    }

    /// The least period p.
    pub fn period(&self) -> Option<Natural> {
        self.0.regularity().map(|r| r.period.into())
    }

    /// The saltus s; 0 for a periodic sequence.
    pub fn saltus(&self) -> Option<Natural> {
        self.0.regularity().map(|r| r.saltus.into())
    }

    /// How many values were computed.
    pub fn computed(&self) -> usize {
        self.0.values.len()
    }

    /// The values that were computed: G(0), G(1), ...
    pub fn values(&self) -> Vec<u32> {
        self.0.values.first(self.0.values.len())
    }

    /// Where nothing is proved and nothing observed: the longest stretch of the first values that
    /// is regular and then is not.
    ///
    /// ```
    /// use sprague::{Budget, Game};
    /// let game: Game = "0.F6".parse()?;
    /// let near = game.solve_within(&Budget::new().values(2500))?.nearest().expect("a stretch");
    /// assert_eq!((near.from, near.period, near.saltus, near.fails_at()), (604, 43, 32, 1886));
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn nearest(&self) -> Option<NearRegularity> {
        self.0.nearest()
    }

    /// Where nothing is proved and nothing observed: the periods and saltus that most heaps obey, at most so many,
    /// the best first, each with its longest stretch.
    ///
    /// ```
    /// use sprague::{Budget, Game};
    /// let game: Game = "0.F6".parse()?;
    /// let near = game.solve_within(&Budget::new().values(2500))?.near_misses(3);
    /// assert_eq!((near.len(), near[0].period, near[0].saltus), (3, 43, 32));
    /// assert!(near[0].share() > near[1].share());
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn near_misses(&self, most: usize) -> Vec<NearMiss> {
        self.0.near_misses(most)
    }

    /// The proof for the independent checker; an error where nothing is proved, or where a
    /// formula is the proof.
    pub fn certificate(&self) -> Result<Certificate, Error> {
        if let Some(certificate) = self.0.certificate() {
            return Ok(certificate.into());
        }
        let game = &self.0.game;
        Err(Error::new(
            ErrorKind::NotProved,
            if self.is_proved() {
                format!("the formula for {game} has no certificate")
            } else {
                format!("nothing is proved about {game}")
            },
        ))
    }

    /// The nim-value of a heap of any size: from the values computed, or from what is proved.
    pub fn value(&self, heap: impl IntoHeap) -> Result<Natural, Error> {
        let heap = heap.into_heap()?;
        self.0
            .value(heap.as_big())
            .map(Natural::from)
            .ok_or_else(|| out_of_reach(&self.0.game, &heap))
    }

    /// All that was found, for the crates below this one.
    pub fn details(&self) -> &Findings {
        &self.0
    }

    pub(crate) fn shared(&self) -> Arc<Findings> {
        Arc::clone(&self.0)
    }
}

/// Nothing gives the value of this heap.
pub(crate) fn out_of_reach(rules: &sprague_games::Ruleset, heap: &Natural) -> Error {
    Error::new(
        ErrorKind::OutOfReach,
        format!(
            "no formula and no proved regularity gives the value of {rules} at a heap of {} digits",
            heap.digits()
        ),
    )
}

impl From<Solution> for Findings {
    fn from(solution: Solution) -> Self {
        Arc::unwrap_or_clone(solution.0)
    }
}

impl From<Findings> for Solution {
    fn from(solution: Findings) -> Self {
        Self(Arc::new(solution))
    }
}

/// The game and the statement, or that nothing is known.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.0.game)?;
        match (self.0.claim(), self.status()) {
            (Some(claim), Status::Observed) => {
                write!(f, "{claim} (observed on {} values)", self.computed())
            }
            (Some(claim), _) if self.is_checked() == Some(false) => {
                write!(f, "{claim} (certificate not checked yet)")
            }
            (Some(claim), _) => claim.fmt(f),
            (None, Status::Proved) => f.write_str(self.theorem().map_or("proved", Theorem::title)),
            (None, _) => write!(f, "open; {} values computed", self.computed()),
        }
    }
}
