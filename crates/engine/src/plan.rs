//! Which engine for which rules.

use crate::all_but::AllBut;
use crate::general::General;
use crate::mark::Mark;
use crate::pairs::Pairs;
use crate::reference::Reference;
use crate::scan::Scan;
use crate::screened::Screened;
use crate::sparse;
use crate::sums::Sums;
use crate::three_heaps::ThreeHeaps;
use crate::window::Window;
use crate::{Engine, EngineError, MemoryLimit, not_applicable};
use sprague_budget::Budget;
use sprague_games::Ruleset;
use sprague_games::moves::Move;
use std::fmt;
use std::str::FromStr;

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineKind {
    /// The definition.
    Reference,
    /// Options added as they are found.
    General,
    /// Moves to at most one heap.
    Window,
    /// Moves to at most two heaps.
    Pairs,
    /// The same, values tested and not listed.
    Scan,
    /// The same, with a sparse space where one is found.
    Sparse,
    /// Many heaps and recurring codes.
    Sums,
    /// The same, sums of the most heaps tested and not listed.
    Screened,
    /// Moves to at most three heaps, with vectors and threads.
    ThreeHeaps,
    /// All-but games.
    AllBut,
    /// Mark and UpMark.
    Mark,
}

impl EngineKind {
    /// Every engine.
    pub const ALL: [Self; 11] = [
        Self::Reference,
        Self::General,
        Self::Window,
        Self::Pairs,
        Self::Scan,
        Self::Sparse,
        Self::Sums,
        Self::Screened,
        Self::ThreeHeaps,
        Self::AllBut,
        Self::Mark,
    ];

    /// The engine's name, as `--engine` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::General => "general",
            Self::Window => "window",
            Self::Pairs => "pairs",
            Self::Scan => "scan",
            Self::Sparse => "sparse",
            Self::Sums => "sums",
            Self::Screened => "screened",
            Self::ThreeHeaps => "three-heaps",
            Self::AllBut => "all-but",
            Self::Mark => "mark",
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EngineKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|kind| kind.name()).collect();
            format!("unknown engine '{text}': use one of {}", names.join(", "))
        })
    }
}

/// Which engine computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineChoice {
    /// The best one for the rules and the heaps.
    #[default]
    Best,
    /// This one and no other.
    Only(EngineKind),
}

impl From<Option<EngineKind>> for EngineChoice {
    fn from(kind: Option<EngineKind>) -> Self {
        kind.map_or(Self::Best, Self::Only)
    }
}

/// The engine chosen, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenEngine {
    /// The engine.
    pub engine: EngineKind,
    /// Why this one, in a sentence.
    pub reason: String,
    /// The memory it needs at least, in bytes; for three heaps about what it needs.
    pub bytes: u64,
}

fn most_heaps(moves: &[Move]) -> u32 {
    moves.iter().map(|m| m.heaps).max().unwrap_or(0)
}

/// Chooses an engine for G(0..=to).
pub fn plan(
    rules: &Ruleset,
    to: u64,
    choice: EngineChoice,
    budget: &Budget,
) -> Result<ChosenEngine, EngineError> {
    let moves = rules.finite_moves();
    let (best, reason) = best_engine(rules, moves.as_deref(), to);
    let engine = match choice {
        EngineChoice::Best => best,
        EngineChoice::Only(engine) => engine,
    };
    let reason = if engine == best { reason } else { "asked for".to_owned() };
    let every_value = to.saturating_add(1).saturating_mul(4);
    let bytes = match (engine, rules.as_mark()) {
        (EngineKind::Window, _) => Window::estimate(moves.as_deref().unwrap_or_default(), to),
        (EngineKind::AllBut, _) => {
            rules.all_but().map_or(every_value, |set| AllBut::estimate(&set, to))
        }
        (EngineKind::Mark, Some((t, _))) => Mark::estimate(t, to),
        (EngineKind::Sparse, _) => sparse::Stream::estimate(to).min(every_value),
        (EngineKind::Scan, _) => Scan::estimate(to),
        (EngineKind::ThreeHeaps, _) => ThreeHeaps::estimate(rules, to),
        (EngineKind::Sums | EngineKind::Screened, _) => every_value.saturating_mul(3),
        _ => every_value,
    };
    MemoryLimit::of(budget).check(bytes, to)?;
    Ok(ChosenEngine { engine, reason, bytes })
}

/// Up to this heap values are computed pair by pair: looking for a sparse space would not pay.
const SHORT: u64 = 5000;

/// Why the engine for three heaps, and what bounds it.
const THREE_HEAPS: &str =
    "a move can leave three heaps; a value costs about n/2 nim-sums of two heaps";

fn best_engine(rules: &Ruleset, moves: Option<&[Move]>, to: u64) -> (EngineKind, String) {
    let because = |text: &str| text.to_owned();
    if rules.has_pass() {
        return (EngineKind::General, because("the heaps carry a pass"));
    }
    if let Some(moves) = moves {
        return match most_heaps(moves) {
            0 | 1 => (EngineKind::Window, because("a move leaves at most one heap")),
            2 if to > SHORT && sparse::Stream::applies(moves) => (
                EngineKind::Sparse,
                because("a move leaves at most two heaps, and many are asked for"),
            ),
            2 => (EngineKind::Pairs, because("a move leaves at most two heaps")),
            3 if ThreeHeaps::new(rules, &Budget::unlimited()).is_ok() => {
                (EngineKind::ThreeHeaps, because(THREE_HEAPS))
            }
            _ => sums_or_general(rules, "a move can leave more than two heaps"),
        };
    }
    if rules.all_but().is_some() {
        return (EngineKind::AllBut, because("all numbers but finitely many may be taken"));
    }
    if rules.as_mark().is_some() {
        return (EngineKind::Mark, because("the moves of Mark"));
    }
    let form = rules.form();
    if !form.options().is_empty() {
        return (EngineKind::General, because("a rule of the rule language"));
    }
    if form.moves().iter().any(|m| m.takes.last().is_none()) {
        sums_or_general(rules, "the code recurs")
    } else {
        sums_or_general(rules, "a move can leave any number of heaps")
    }
}

fn sums_or_general(rules: &Ruleset, reason: &str) -> (EngineKind, String) {
    match Sums::new(rules, &Budget::unlimited()) {
        Ok(_) => (EngineKind::Sums, reason.to_owned()),
        Err(error) => (EngineKind::General, error.to_string()),
    }
}

/// An engine for G(0..=to), started.
pub(crate) fn start(
    rules: &Ruleset,
    to: u64,
    choice: EngineChoice,
    budget: &Budget,
) -> Result<Box<dyn Engine>, EngineError> {
    let kind = plan(rules, to, choice, budget)?.engine;
    let name = kind.name();
    let moves = || {
        rules
            .finite_moves()
            .ok_or_else(|| not_applicable(name, "the rules are no finite list of moves"))
    };
    Ok(match kind {
        EngineKind::Reference => Box::new(Reference::new(rules)),
        EngineKind::General => Box::new(General::new(rules, to, budget)?),
        EngineKind::Window => Box::new(Window::new(&moves()?, to)?),
        EngineKind::Pairs => Box::new(Pairs::new(&moves()?, budget)?),
        EngineKind::Scan => Box::new(Scan::new(&moves()?, to, budget)?),
        EngineKind::Sparse => Box::new(sparse::Stream::new(&moves()?, to, budget)?),
        EngineKind::Sums => Box::new(Sums::new(rules, budget)?),
        EngineKind::Screened => Box::new(Screened::new(rules, budget)?),
        EngineKind::ThreeHeaps => Box::new(ThreeHeaps::new(rules, budget)?),
        EngineKind::AllBut => match rules.all_but() {
            Some(set) => Box::new(AllBut::new(&set)),
            None => return Err(not_applicable(name, "it is for AllBut(...) and its codes only")),
        },
        EngineKind::Mark => match rules.as_mark() {
            Some((t, rounding)) => Box::new(Mark::new(t, rounding, to, budget)),
            None => return Err(not_applicable(name, "it is for Mark and UpMark only")),
        },
    })
}
