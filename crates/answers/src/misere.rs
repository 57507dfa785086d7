//! `misere`: misere nim-values, genus, outcomes, and the misere quotient.

use crate::{AnswerError, Budget};
use serde_json::{Value, json};
use sprague_games::Ruleset;
use sprague_play::misere::form::Forms;
use sprague_play::misere::quotient::{self, Open, Presentation, Solved};
use sprague_play::misere::tame::{TamePairs, tame_pairs};
use sprague_play::misere::{HeapGame, MisereError};
use std::sync::atomic::AtomicBool;

/// One heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The genus, as it is written: `4^146`.
    pub genus: String,
    /// The misere nim-value.
    pub misere: u32,
}

impl Row {
    /// P or N.
    pub fn outcome(&self) -> &'static str {
        if self.misere == 0 { "P" } else { "N" }
    }
}

/// What misere play of a game is like.
#[derive(Clone, Debug)]
pub struct Misere {
    /// The rules.
    pub rules: Ruleset,
    /// The heaps 0, 1, 2, ... as far as their canonical forms were made.
    pub rows: Vec<Row>,
    /// Why the rows end early, where they do.
    pub stopped: Option<MisereError>,
    /// Whether the Tame Theorem applies, for the heaps asked for.
    pub tame: TamePairs,
    /// 2 for games with a pass, whose heaps come with and without it, else 1.
    pub width: u32,
    /// The quotient, where it was asked for.
    pub solved: Option<Solved>,
}

impl Misere {
    /// Misere play of the heaps of a game, with at most `forms` canonical forms.
    pub fn new(rules: &Ruleset, game: &HeapGame, forms: usize) -> Self {
        let width = game.lanes().len();
        let mut forms = Forms::new(forms);
        let (heaps, stopped) = forms.heaps(game);
        let rows = heaps
            .iter()
            .enumerate()
            // With a pass the heaps that still have it are the game.
            .filter(|(heap, _)| heap % width == width - 1)
            .map(|(_, &form)| Row {
                misere: forms.genus(form).misere_value(),
                genus: forms.print_genus(form),
            })
            .collect();
        let tame = tame_pairs(game);
        Self { rules: rules.clone(), rows, stopped, tame, width: width as u32, solved: None }
    }

    /// The first wild heap and its genus.
    pub fn first_wild(&self) -> Option<(u32, String)> {
        self.tame.first_wild.map(|(heap, pair)| (heap / self.width, pair.to_string()))
    }

    /// A heap by its size, with a star when it has its pass.
    pub fn name(&self, heap: u32) -> String {
        let star = if self.width == 2 && heap % 2 == 1 { "*" } else { "" };
        format!("{}{star}", heap / self.width)
    }

    /// The object of `misere`.
    pub fn json(&self) -> Value {
        let mut object = json!({
            "game": self.rules.to_string(),
            "to": self.rows.len().saturating_sub(1),
            "misere_values": self.rows.iter().map(|r| r.misere).collect::<Vec<_>>(),
            "genus": self.rows.iter().map(|r| r.genus.clone()).collect::<Vec<_>>(),
            "outcomes": self.rows.iter().map(Row::outcome).collect::<String>(),
            "tame": self.tame.first_wild.is_none(),
            "first_wild": self.first_wild().map(|(heap, pair)| json!({"heap": heap, "genus": pair})),
        });
        if let Some(solved) = &self.solved {
            object["quotient"] = self.quotient_json(solved);
        }
        object
    }

    fn quotient_json(&self, solved: &Solved) -> Value {
        let quotient = &solved.quotient;
        let presentation = quotient.presentation();
        let words: Vec<String> = presentation.words.iter().map(|w| Presentation::word(w)).collect();
        let period = solved.period.as_ref().ok().and_then(|list| list.first());
        json!({
            "order": quotient.order(),
            "p_order": quotient.p_order(),
            "heaps": quotient.largest() / self.width,
            "status": if period.is_some() { "proved" } else { "open" },
            "preperiod": period.map(|p| p.preperiod),
            "period": period.map(|p| p.period),
            "verified_to": period.map(|p| p.window),
            "reason": solved.period.as_ref().err().map(|open| reason(open, self.width)),
            "generators": presentation.generators.iter().map(|&g| self.name(g)).collect::<Vec<_>>(),
            "presentation": presentation.to_string(),
            "p_portion": presentation.p.iter().map(|w| Presentation::word(w)).collect::<Vec<_>>(),
            "pretending_function": quotient
                .pretending_function()
                .iter()
                .enumerate()
                .filter(|(heap, _)| *heap as u32 % self.width == self.width - 1)
                .map(|(_, &c)| words[c as usize].clone())
                .collect::<Vec<_>>(),
            "growth": solved.growth.iter().map(|(heap, order, p)| json!({"heap": heap / self.width, "order": order, "p_order": p})).collect::<Vec<_>>(),
        })
    }
}

/// Why a quotient is open.
pub fn reason(open: &Open, width: u32) -> String {
    match open {
        Open::Budget { heap, what, limit } => {
            format!("at heap {} more than {limit} {what} would be needed", heap / width)
        }
        Open::Stopped { heap } => format!("stopped at heap {}", heap / width),
        _ => "no period is proved within them".to_owned(),
    }
}

/// The heaps looked at when nothing is said.
pub const HEAPS: u32 = 30;
/// The largest heap looked at in search of a period.
pub const PERIOD_SEARCH: u32 = 2000;

/// Looks for the quotient heap by heap.
pub fn solve(
    rules: &Ruleset,
    to: u32,
    budget: &quotient::Budget,
    cancel: &AtomicBool,
) -> Result<Solved, MisereError> {
    let mut game = HeapGame::new(rules, 0)?;
    quotient::solve(&mut game, to, budget, cancel)
}

/// Canonical forms a request may make: about a kilobyte each.
const FORMS: usize = 30_000;
/// Heap sizes the options of a request may list: about 20 bytes each.
const ENTRIES: usize = 2_000_000;
/// The budget of a quotient within a request.
const QUOTIENT: quotient::Budget = quotient::Budget { classes: 400, sums: 500_000, pairs: 100_000 };

/// The answer within a budget; `to` as in the program.
pub fn answer(
    rules: &Ruleset,
    to: Option<u32>,
    quotient: bool,
    budget: &Budget,
) -> Result<Value, AnswerError> {
    let failure = |error: MisereError| match error {
        MisereError::Cancelled => AnswerError::stopped(),
        error => AnswerError::refused(error).with_hint("ask for fewer heaps"),
    };
    let stop = budget.flag();
    let limited = |to: u32| HeapGame::limited(rules, to, ENTRIES, Some(budget.flag()));
    let game = limited(to.unwrap_or(HEAPS)).map_err(failure)?;
    let mut found = Misere::new(rules, &game, FORMS);
    if budget.is_stopped() {
        return Err(AnswerError::stopped());
    }
    if quotient {
        let mut game = limited(0).map_err(failure)?;
        let to = to.unwrap_or(PERIOD_SEARCH);
        let solved = quotient::solve(&mut game, to, &QUOTIENT, &stop).map_err(failure)?;
        if budget.is_stopped() {
            return Err(AnswerError::stopped());
        }
        found.solved = Some(solved);
    }
    Ok(found.json())
}
