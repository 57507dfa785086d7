//! `hunt`: the invariants of a long run.

use crate::number::Number;
use crate::word::KindWord;
use schemars::JsonSchema;
use serde::Serialize;
use sprague::hunt::{HuntEnd, Summary};

/// The invariants of a long run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HuntAnswer {
    /// The rules in canonical form.
    pub game: String,
    /// The last heap.
    pub to: Number,
    /// Periodic once the period is found, else open.
    pub kind: KindWord,
    /// How many rare values there are.
    pub rares: u64,
    /// The last of them.
    pub last_rare: Option<RareHeap>,
    /// The greatest value.
    pub max_value: u32,
    /// The first heap that has it.
    pub max_heap: Number,
    /// The mask of the sparse space in hexadecimal.
    pub mask: String,
    /// Whether rare and common depend on the parity of the heap too.
    pub position_parity: bool,
    /// The preperiod, once the period is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<Number>,
    /// The period, once it is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<Number>,
    /// The saltus, once the period is found: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saltus: Option<u32>,
    /// How the run ended.
    pub status: HuntStatus,
    /// The theorem that proves the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<&'static str>,
}

/// A rare heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RareHeap {
    /// The heap.
    pub heap: Number,
    /// Its value.
    pub value: u32,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum HuntStatus {
    /// The period is proved.
    Proved,
    /// The last heap was reached, and no period is seen.
    Open,
    /// It was stopped; the same command continues.
    Stopped,
}

impl HuntAnswer {
    /// What a run of this game came to.
    pub fn new(game: &str, summary: &Summary, outcome: &HuntEnd) -> Self {
        let period = match outcome {
            HuntEnd::Periodic(period) => Some(period),
            _ => None,
        };
        Self {
            game: game.to_owned(),
            to: (summary.heaps - 1).into(),
            kind: if period.is_some() { KindWord::Periodic } else { KindWord::Open },
            rares: summary.rares,
            last_rare: summary
                .last_rare
                .map(|rare| RareHeap { heap: rare.heap.into(), value: rare.value }),
            max_value: summary.largest.value,
            max_heap: summary.largest.heap.into(),
            mask: format!("{:x}", summary.space.shown_mask(summary.largest.value)),
            position_parity: summary.space.is_twisted(),
            preperiod: period.map(|period| period.preperiod.into()),
            period: period.map(|period| period.period.into()),
            saltus: period.map(|_| 0),
            status: match outcome {
                HuntEnd::Periodic(_) => HuntStatus::Proved,
                HuntEnd::Reached => HuntStatus::Open,
                HuntEnd::Stopped => HuntStatus::Stopped,
            },
            theorem: period.map(|_| "sparse-window"),
        }
    }
}
