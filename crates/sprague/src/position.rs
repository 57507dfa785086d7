//! Sums of heaps: who wins, and how.

use crate::error::Error;
use crate::memory::started;
use crate::natural::Natural;
use sprague_budget::{Budget, Spent, Stop};
use sprague_games::Part;
use sprague_play::explain::explain;
use sprague_play::misere::sum::MisereSum;
use sprague_play::{Analysis, Sources, analyse};
use std::fmt;
use std::str::FromStr;

pub use sprague_play::misere::sum::MisereSize;
pub use sprague_play::{Convention, Outcome};

/// A sum of heaps: `Kayles: 3 5 7`, or several such parts joined by `;`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position(sprague_games::Position);

impl FromStr for Position {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(Self(text.parse()?))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<sprague_games::Position> for Position {
    fn from(position: sprague_games::Position) -> Self {
        Self(position)
    }
}

/// How a position is judged.
///
/// ```
/// use sprague::{Budget, Judge, Position};
/// let position: Position = "Nim: 1 2 3 4".parse()?;
/// let best = position.best_by(&Judge::misere().listing(1), &Budget::new())?;
/// assert_eq!(best.moves().len(), 1);
/// # Ok::<(), sprague::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judge {
    convention: Convention,
    listed: usize,
    tables: MisereSize,
}

impl Judge {
    /// Under this convention, with the first thousand winning moves of each heap.
    pub fn new(convention: Convention) -> Self {
        Self { convention, listed: 1000, tables: MisereSize::default() }
    }

    /// Under normal play.
    pub fn normal() -> Self {
        Self::new(Convention::Normal)
    }

    /// Under misere play.
    pub fn misere() -> Self {
        Self::new(Convention::Misere)
    }

    /// Keeps this many winning moves of each heap; the others are counted.
    #[must_use]
    pub fn listing(self, listed: usize) -> Self {
        Self { listed, ..self }
    }

    /// With other limits to the tables of misere play.
    #[must_use]
    pub fn tables(self, tables: MisereSize) -> Self {
        Self { tables, ..self }
    }
}

impl Position {
    /// Who wins under normal play, and every move that does, within the default budget.
    pub fn best(&self) -> Result<Best, Error> {
        self.best_within(Convention::Normal, &Budget::new())
    }

    /// The same under misere play: whoever makes the last move loses.
    ///
    /// ```
    /// use sprague::{Outcome, Position};
    /// let nim: Position = "Nim: 1 1 1".parse()?;
    /// assert_eq!(nim.best()?.outcome(), Outcome::N);
    /// assert_eq!(nim.best_misere()?.outcome(), Outcome::P);
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn best_misere(&self) -> Result<Best, Error> {
        self.best_within(Convention::Misere, &Budget::new())
    }

    /// Who wins, and every move that does, within a budget.
    pub fn best_within(&self, convention: Convention, budget: &Budget) -> Result<Best, Error> {
        self.best_by(&Judge::new(convention), budget)
    }

    /// The same with everything that can be chosen.
    pub fn best_by(&self, judge: &Judge, budget: &Budget) -> Result<Best, Error> {
        let budget = started(budget);
        let mut sources = Sources::new(&budget).with_misere(judge.tables);
        match analyse(&self.0, judge.convention, &mut sources, judge.listed) {
            Ok(analysis) => Ok(Best {
                position: self.clone(),
                analysis,
                judge: *judge,
                stop: budget.stop_handle(),
            }),
            // A search that was stopped ends without a proof: that is not the reason.
            Err(_) if budget.is_stopped() => Err(Spent::Stopped.into()),
            Err(error) => Err(error.into()),
        }
    }

    /// The parts of the sum.
    pub fn parts(&self) -> &[Part] {
        &self.0.parts
    }

    /// The parts, for the crates below this one.
    pub fn details(&self) -> &sprague_games::Position {
        &self.0
    }
}

/// Who wins a position, and how.
#[derive(Clone, Debug)]
pub struct Best {
    position: Position,
    analysis: Analysis,
    judge: Judge,
    stop: Stop,
}

/// A move in one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which part of the position, from 0.
    pub part: usize,
    /// The heap before.
    pub heap: Natural,
    /// The heaps that are left.
    pub to: Vec<Natural>,
    /// Which of them keeps the pass, where the rules have one and it is kept.
    pub keeper: Option<usize>,
}

impl Best {
    /// Who wins when both play well.
    pub fn outcome(&self) -> Outcome {
        self.analysis.outcome
    }

    /// The nim-value; `None` under misere play.
    pub fn value(&self) -> Option<Natural> {
        self.analysis.value.clone().map(Natural::from)
    }

    /// What decided it, under misere play.
    pub fn method(&self) -> Option<&str> {
        self.analysis.method.as_deref()
    }

    /// Why: the nim-sum in binary and the move that brings it to 0, or the steps of the misere
    /// argument, in lines of text.
    pub fn explain(&self) -> String {
        let position = self.position.details();
        let steps = match self.analysis.convention {
            Convention::Normal => Vec::new(),
            Convention::Misere => {
                let budget = Budget::unlimited().stopped_by(&self.stop);
                MisereSum::new(position, &self.judge.tables, &budget)
                    .map(|sum| sum.steps(position))
                    .unwrap_or_default()
            }
        };
        explain(position, &self.analysis, &steps)
    }

    /// The winning moves, each move in equal heaps once, as many as were to be listed (a
    /// thousand, where nothing else is said).
    pub fn moves(&self) -> Vec<Move> {
        self.analysis
            .moves(self.judge.listed)
            .into_iter()
            .map(|(heap, option)| Move {
                part: heap.part,
                heap: heap.heap.clone().into(),
                to: option.to.into_iter().map(Natural::from).collect(),
                keeper: option.keeper,
            })
            .collect()
    }

    /// How many winning moves there are; `None` where not all could be found.
    pub fn count(&self) -> Option<Natural> {
        self.analysis.is_exhaustive().then(|| self.analysis.count().into())
    }

    /// All that was found, for the crates below this one.
    pub fn details(&self) -> &Analysis {
        &self.analysis
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> ", self.heap)?;
        if self.to.is_empty() {
            return f.write_str("0");
        }
        for (i, heap) in self.to.iter().enumerate() {
            let sign = if i > 0 { "+" } else { "" };
            write!(f, "{sign}{heap}")?;
            if self.keeper == Some(i) {
                f.write_str(" (pass)")?;
            }
        }
        Ok(())
    }
}

/// `N-position with nim-value 5; winning moves: 5 -> 4`
impl fmt::Display for Best {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-position", self.outcome())?;
        if let Some(value) = self.value() {
            write!(f, " with nim-value {value}")?;
        }
        let moves = self.moves();
        if moves.is_empty() {
            return Ok(());
        }
        f.write_str("; winning moves: ")?;
        let several = self.position.0.parts.len() > 1;
        for (i, m) in moves.iter().enumerate() {
            let sign = if i > 0 { ", " } else { "" };
            write!(f, "{sign}{m}")?;
            if several {
                write!(f, " in {}", self.position.0.parts[m.part].rules)?;
            }
        }
        Ok(())
    }
}
