//! `misere`: misere nim-values, genus, canonical forms, outcomes, and the misere quotient.

use crate::error::Kind;
use crate::{AnswerError, Budget};
use schemars::JsonSchema;
use serde::Serialize;
use sprague::misere::{
    HeapsSize, LeadRule, MisereHeap, MisereHeaps, Open, Presentation, QuotientSize, Solved,
};
use sprague::rules::Ruleset;
use sprague::{Game, Spent};

/// P or N.
pub fn outcome(heap: &MisereHeap) -> &'static str {
    if heap.value == 0 { "P" } else { "N" }
}

/// What misere play of a game is like.
#[derive(Clone, Debug)]
pub struct Misere {
    /// The rules.
    pub rules: Ruleset,
    /// The heaps 0, 1, 2, ... as far as their canonical forms were made.
    pub heaps: MisereHeaps,
    /// The quotient, where it was asked for.
    pub solved: Option<Solved>,
}

impl Misere {
    /// The heaps of a game without its quotient.
    pub fn new(game: &Game, heaps: MisereHeaps) -> Self {
        Self { rules: game.rules().clone(), heaps, solved: None }
    }

    /// How many entries of tables belong to a heap.
    pub fn width(&self) -> u32 {
        self.heaps.width()
    }

    /// A heap by its size, with a star when it has its pass.
    pub fn name(&self, heap: u32) -> String {
        let star = if self.width() == 2 && heap % 2 == 1 { "*" } else { "" };
        format!("{}{star}", heap / self.width())
    }

    /// All of it as an answer.
    pub fn answer(&self) -> MisereAnswer {
        MisereAnswer {
            game: self.rules.to_string(),
            to: self.heaps.heaps.len().saturating_sub(1),
            misere_values: self.heaps.heaps.iter().map(|heap| heap.value).collect(),
            genus: self.heaps.heaps.iter().map(|heap| heap.genus.clone()).collect(),
            canonical_forms: self.heaps.heaps.iter().map(|heap| heap.form.clone()).collect(),
            birthdays: self.heaps.heaps.iter().map(|heap| heap.birthday).collect(),
            outcomes: self.heaps.heaps.iter().map(outcome).collect(),
            tame: self.heaps.first_wild().is_none(),
            firm_beyond: self.heaps.firm_beyond(),
            first_wild: self.heaps.first_wild().map(|(heap, genus)| WildHeap { heap, genus }),
            quotient: self.solved.as_ref().map(|solved| self.quotient(solved)),
        }
    }

    fn quotient(&self, solved: &Solved) -> QuotientAnswer {
        let quotient = &solved.quotient;
        let presentation = quotient.presentation();
        let words: Vec<String> = presentation.words.iter().map(|w| Presentation::word(w)).collect();
        let periods = solved.period.as_deref().ok();
        let period = periods.and_then(|list| list.first());
        // What a proved period repeats need not be said twice.
        let said = periods.and_then(|list| list.iter().map(|p| p.preperiod + p.period).max());
        let growth = solved.growth.iter().map(|&(heap, order, p_order)| Growth {
            heap: heap / self.width(),
            order,
            p_order,
        });
        QuotientAnswer {
            order: quotient.order(),
            p_order: quotient.p_order(),
            heaps: quotient.largest() / self.width(),
            status: match &solved.period {
                Ok(_) => QuotientStatus::Proved,
                Err(Open::Infinite(_)) => QuotientStatus::Infinite,
                Err(_) => QuotientStatus::Open,
            },
            lead: infinite(solved).map(|rule| Lead {
                preperiod: rule.preperiod(),
                period: rule.period(),
                step: rule.step(),
                value: rule.value(),
                weights: rule.weights().to_vec(),
                reaches: rule.reaches().to_vec(),
            }),
            preperiod: period.map(|p| p.preperiod),
            period: period.map(|p| p.period),
            verified_to: period.map(|p| p.window),
            reason: solved.period.as_ref().err().map(|open| reason(open, self.width())),
            generators: presentation.generators.iter().map(|&g| self.name(g)).collect(),
            presentation: presentation.to_string(),
            p_portion: presentation.p.iter().map(|w| Presentation::word(w)).collect(),
            pretending_function: quotient
                .pretending_function()
                .iter()
                .enumerate()
                .filter(|(heap, _)| *heap as u32 % self.width() == self.width() - 1)
                .map(|(_, &c)| words[c as usize].clone())
                .take(said.map_or(usize::MAX, |heaps| heaps as usize))
                .collect(),
            growth: growth.collect(),
        }
    }
}

/// Misere play: nim-values, genus, canonical forms, outcomes of single heaps, quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MisereAnswer {
    /// The rules in canonical form.
    pub game: String,
    /// The last heap.
    pub to: usize,
    /// The misere nim-values of the heaps 0, 1, 2, ...
    pub misere_values: Vec<u32>,
    /// Their genus, such as `4^146`.
    pub genus: Vec<String>,
    /// Their canonical forms as CGSuite writes them, without `*[` and `]`; null where they are too long.
    pub canonical_forms: Vec<Option<String>>,
    /// The birthdays of the canonical forms: the most moves in them.
    pub birthdays: Vec<u32>,
    /// Their outcomes, a letter each.
    #[schemars(regex(pattern = "^[NP]*$"))]
    pub outcomes: String,
    /// Whether no heap that was looked at is wild.
    pub tame: bool,
    /// The heap beyond which all misere nim-values are nim-values, where this is proved: then the game is
    /// tame for heaps of every size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub firm_beyond: Option<u32>,
    /// The first wild heap.
    pub first_wild: Option<WildHeap>,
    /// The misere quotient, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<QuotientAnswer>,
}

/// A wild heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WildHeap {
    /// The heap.
    pub heap: u32,
    /// Its genus.
    pub genus: String,
}

/// A misere quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Quotient")]
pub struct QuotientAnswer {
    /// The number of its classes.
    pub order: usize,
    /// How many of them are P-positions.
    pub p_order: usize,
    /// The largest heap it is verified for.
    pub heaps: u32,
    /// Whether it is proved for all heaps.
    pub status: QuotientStatus,
    /// What decides all sums where the quotient of all heaps is infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Lead>,
    /// The preperiod of the pretending function.
    pub preperiod: Option<u32>,
    /// The period of the pretending function.
    pub period: Option<u32>,
    /// How far the period was verified, which proves it for all heaps.
    pub verified_to: Option<u32>,
    /// Why it is not that of all heaps, where it is not.
    pub reason: Option<String>,
    /// The heaps that generate it; a star is a heap with its pass.
    pub generators: Vec<String>,
    /// Generators and relations.
    pub presentation: String,
    /// The classes that are P-positions.
    pub p_portion: Vec<String>,
    /// The classes of the heaps 0, 1, 2, ...: up to the end of the first period where it is proved,
    /// of all heaps it is verified for where not.
    pub pretending_function: Vec<String>,
    /// How the quotient grew with the heaps.
    pub growth: Vec<Growth>,
}

/// Whether a misere quotient is proved for all heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum QuotientStatus {
    /// It is.
    Proved,
    /// That of all heaps is infinite, and `lead` decides all sums.
    Infinite,
    /// For the heaps looked at only.
    Open,
}

/// Weights and reaches that decide all sums of a game. A sum of nim-value g, total weight S and greatest
/// reach K is a misere P-position exactly if S = 0 and g = 1, or S > 0, K <= S and g = 0, or
/// K >= S + 2 and g is `value`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Lead {
    /// From this heap on weights and reaches are regular.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// By how much weights grow in a period; a reach grows by twice as much, or stays 0.
    pub step: u64,
    /// The nim-value of P-positions with K >= S + 2.
    pub value: u32,
    /// The weights of the heaps 0, 1, 2, ... to the end of the first period.
    pub weights: Vec<u64>,
    /// Their reaches.
    pub reaches: Vec<u64>,
}

/// The rule that decides all sums, where the quotient is infinite.
pub fn infinite(solved: &Solved) -> Option<&LeadRule> {
    match &solved.period {
        Err(Open::Infinite(rule)) => Some(rule),
        _ => None,
    }
}

/// The quotient of the heaps up to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Growth {
    /// The largest heap.
    pub heap: u32,
    /// The order of their quotient.
    pub order: usize,
    /// How many of its classes are P-positions.
    pub p_order: usize,
}

/// Why a quotient is open.
pub fn reason(open: &Open, width: u32) -> String {
    match open {
        Open::TooLarge { heap, what, limit } => {
            format!("at heap {} more than {limit} {what} would be needed", heap / width)
        }
        Open::Stopped { heap, spent: Spent::Time } => {
            format!("the time was up at heap {}", heap / width)
        }
        Open::Stopped { heap, .. } => format!("stopped at heap {}", heap / width),
        Open::Infinite(_) => {
            "the quotient of all heaps is infinite; weights and reaches decide all sums".to_owned()
        }
        _ => "no period is proved within them".to_owned(),
    }
}

/// The heaps looked at when nothing is said.
pub const HEAPS: u32 = 30;
/// The largest heap looked at in search of a period.
pub const PERIOD_SEARCH: u32 = 2000;

/// How large the tables of a request may become.
const HEAPS_SIZE: HeapsSize = HeapsSize { forms: 30_000, entries: 2_000_000, symbols: 60 };
/// How large a quotient may become within a request.
const QUOTIENT: QuotientSize = QuotientSize { classes: 400, sums: 500_000, pairs: 100_000 };

/// The answer within a budget; `to` as in the program.
pub fn answer(
    rules: &Ruleset,
    to: Option<u32>,
    quotient: bool,
    budget: &Budget,
) -> Result<MisereAnswer, AnswerError> {
    let failure = |error: sprague::Error| match AnswerError::from(error) {
        error if error.kind == Kind::Stopped => error,
        error => error.with_hint("ask for fewer heaps"),
    };
    let game = Game::from(rules.clone());
    let work = budget.clone().without_time();
    let heaps = game.misere_heaps_within(to.unwrap_or(HEAPS), &HEAPS_SIZE, &work);
    let mut found = Misere::new(&game, heaps.map_err(failure)?);
    if budget.is_stopped() {
        return Err(AnswerError::stopped());
    }
    if quotient {
        let to = to.unwrap_or(PERIOD_SEARCH);
        let solved =
            game.misere_quotient_by(to, QUOTIENT, HEAPS_SIZE.entries, &work).map_err(failure)?;
        if budget.is_stopped() {
            return Err(AnswerError::stopped());
        }
        found.solved = Some(solved);
    }
    Ok(found.answer())
}
