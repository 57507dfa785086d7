//! Misere play of heaps: nim-values, genus, canonical forms, and the misere quotient.

use crate::error::Error;
use crate::game::Game;
use crate::memory::started;
use sprague_budget::Budget;
use sprague_play::misere::form::Forms;
use sprague_play::misere::notation::Notation;
use sprague_play::misere::tame::{self, TameForEver, TamePairs, tame_pairs};
use sprague_play::misere::{HeapGame, MAX_ENTRIES, quotient};

pub use sprague_play::misere::lead::{LeadRule, Weighed};
pub use sprague_play::misere::periodicity::Period;
pub use sprague_play::misere::quotient::{Open, Presentation, Quotient, QuotientSize, Solved};

/// How large the tables of single heaps may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapsSize {
    /// Canonical forms: about a kilobyte each.
    pub forms: usize,
    /// Heap sizes in lists of options: about 20 bytes each.
    pub entries: usize,
    /// Symbols of a canonical form as text.
    pub symbols: usize,
}

impl Default for HeapsSize {
    fn default() -> Self {
        Self { forms: 1_000_000, entries: MAX_ENTRIES, symbols: 60 }
    }
}

/// One heap under misere play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereHeap {
    /// The genus, as it is written: `4^146`.
    pub genus: String,
    /// The misere nim-value; 0 exactly for P-positions.
    pub value: u32,
    /// The canonical form as CGSuite writes it, `2[2]321`; `None` where it is too long.
    pub form: Option<String>,
    /// The birthday of the canonical form: the most moves in it.
    pub birthday: u32,
}

/// The heaps 0, 1, 2, ... of a game under misere play.
#[derive(Clone, Debug)]
pub struct MisereHeaps {
    /// The heaps as far as their canonical forms were made.
    pub heaps: Vec<MisereHeap>,
    /// Why they end early, where they do.
    pub stopped: Option<Error>,
    /// Whether the Tame Theorem applies, for the heaps asked for.
    tame: TamePairs,
    /// Whether all heaps of the game are tame.
    for_ever: Option<TameForEver>,
    /// 2 for games with a pass, whose heaps come with and without it, else 1.
    width: u32,
}

impl MisereHeaps {
    /// The first wild heap and its genus; `None` where all heaps are tame.
    pub fn first_wild(&self) -> Option<(u32, String)> {
        self.tame.first_wild.map(|(heap, pair)| (heap / self.width, pair.to_string()))
    }

    /// The heap beyond which all heaps are firm, their misere nim-value being their nim-value, if this is proved
    /// for ever. Then all heaps are tame.
    pub fn firm_beyond(&self) -> Option<u32> {
        self.for_ever.map(|proved| proved.fickle_to)
    }

    /// How many entries of tables belong to a heap: 2 for games with a pass, whose heaps come with
    /// and without it, else 1.
    pub fn width(&self) -> u32 {
        self.width
    }
}

impl Game {
    /// Misere nim-values, genus and canonical forms of the heaps up to this one.
    ///
    /// ```
    /// use sprague::{Budget, Game, misere::HeapsSize};
    /// let kayles: Game = "Kayles".parse()?;
    /// let heaps = kayles.misere_heaps_within(9, &HeapsSize::default(), &Budget::new())?;
    /// assert_eq!(heaps.heaps[5].genus, "4^146");
    /// assert_eq!(heaps.heaps[5].form.as_deref(), Some("2[2]321"));
    /// assert_eq!(heaps.first_wild().map(|(heap, _)| heap), Some(5));
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn misere_heaps_within(
        &self,
        to: u32,
        most: &HeapsSize,
        budget: &Budget,
    ) -> Result<MisereHeaps, Error> {
        let game = HeapGame::limited(self.rules(), to, most.entries, &started(budget))?;
        let width = game.lanes().len();
        let mut forms = Forms::new(most.forms);
        let (found, stopped) = forms.heaps(&game);
        let mut forms = forms.into_canonical();
        let genus: Vec<String> = found.iter().map(|&form| forms.print_genus(form)).collect();
        let mut notation = Notation::new(&mut forms, most.symbols);
        let written: Vec<Option<String>> = found.iter().map(|&form| notation.write(form)).collect();
        let heaps = found
            .iter()
            .enumerate()
            // With a pass the heaps that still have it are the game.
            .filter(|(heap, _)| heap % width == width - 1)
            .map(|(heap, &form)| MisereHeap {
                genus: genus[heap].clone(),
                value: forms.genus(form).misere_value(),
                form: written[heap].clone(),
                birthday: forms.birthday(form),
            })
            .collect();
        let stopped = stopped.map(Error::from);
        let tame = tame_pairs(&game);
        let all = tame.first_wild.is_none();
        let for_ever = all.then(|| tame::for_ever(self.rules(), &tame.pairs)).flatten();
        Ok(MisereHeaps { heaps, stopped, tame, for_ever, width: width as u32 })
    }

    /// Looks for the misere quotient heap by heap, up to this one or until its period is proved, or that
    /// it is infinite, with a rule for all sums.
    ///
    /// ```
    /// use sprague::{Budget, Game, misere::QuotientSize};
    /// let kayles: Game = "Kayles".parse()?;
    /// let found = kayles.misere_quotient_within(400, QuotientSize::default(), &Budget::new())?;
    /// assert_eq!(found.quotient.order(), 40);
    /// assert!(found.period.is_ok());
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn misere_quotient_within(
        &self,
        to: u32,
        most: QuotientSize,
        budget: &Budget,
    ) -> Result<Solved, Error> {
        self.misere_quotient_by(to, most, MAX_ENTRIES, budget)
    }

    /// The same with lists of options of this many heap sizes at most.
    pub fn misere_quotient_by(
        &self,
        to: u32,
        most: QuotientSize,
        entries: usize,
        budget: &Budget,
    ) -> Result<Solved, Error> {
        let budget = started(budget);
        let mut game = HeapGame::limited(self.rules(), 0, entries, &budget)?;
        Ok(quotient::solve(&mut game, to, most, &budget)?)
    }
}
