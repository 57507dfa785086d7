//! `stats`: what a nim-sequence looks like.

use crate::values::counted;
use crate::word::OnlyObserved;
use crate::{AnswerError, Budget};
use schemars::JsonSchema;
use serde::Serialize;
use sprague::rules::Ruleset;
use sprague::stats::PairRules;
use sprague::stats::Statistics;

/// The statistics of G(0), G(1), ... of these rules; sub-periods up to `longest` are looked
/// for and the `most` strongest kept.
pub fn statistics(rules: &Ruleset, values: &[u32], longest: usize, most: usize) -> Statistics {
    let parity = rules
        .finite_moves()
        .and_then(|moves| PairRules::new(&moves).ok())
        .and_then(|rules| rules.position_parity());
    Statistics::new(values, parity, longest, most)
}

/// The mask of the sparse space in hexadecimal, and whether the parity of the heap counts.
pub fn mask(statistics: &Statistics) -> Option<(String, bool)> {
    let largest = statistics.records.last()?.value;
    let space = statistics.space?;
    Some((format!("{:x}", space.shown_mask(largest)), space.is_twisted()))
}

/// Frequencies, rare and common values, records, sub-periods of a nim-sequence.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StatsAnswer {
    /// The rules in canonical form.
    pub game: String,
    /// The last heap.
    pub to: u64,
    /// The mask of the sparse space in hexadecimal, where there is one.
    pub mask: Option<String>,
    /// Whether rare and common depend on the parity of the heap too.
    pub position_parity: bool,
    /// The rare heaps.
    pub rares: Vec<HeapValue>,
    /// The heaps whose value is greater than all before.
    pub records: Vec<HeapValue>,
    /// Sub-periods, the strongest first.
    pub sub_periods: Vec<SubPeriod>,
    /// How often each value occurs.
    pub frequencies: Vec<Frequency>,
}

/// A heap and its nim-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HeapValue {
    /// The heap.
    pub heap: u64,
    /// Its nim-value.
    pub value: u32,
}

/// A period that most of the last heaps keep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SubPeriod {
    /// The period q.
    pub period: u64,
    /// The s with G(n+q) = G(n) xor s.
    pub nim_saltus: u32,
    /// The share of the last heaps that keep it.
    pub share: f64,
    /// Seen, not proved.
    pub status: OnlyObserved,
}

/// How often a value occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Frequency {
    /// The value.
    pub value: u32,
    /// The number of heaps that have it.
    pub count: u64,
    /// How many of them are rare.
    pub rare: u64,
    /// The first of them.
    pub first: u64,
    /// The last of them.
    pub last: u64,
}

impl StatsAnswer {
    /// The statistics of these rules.
    pub fn new(rules: &Ruleset, s: &Statistics) -> Self {
        let (mask, position_parity) = mask(s).map_or((None, false), |(m, t)| (Some(m), t));
        let sub_periods = s.sub_periods.iter().map(|p| SubPeriod {
            period: p.period,
            nim_saltus: p.saltus,
            share: p.share,
            status: OnlyObserved::Observed,
        });
        let frequencies = s.frequencies.iter().map(|f| Frequency {
            value: f.value,
            count: f.count,
            rare: f.rare,
            first: f.first,
            last: f.last,
        });
        Self {
            game: rules.to_string(),
            to: s.heaps - 1,
            mask,
            position_parity,
            rares: s.rares.iter().map(|r| HeapValue { heap: r.heap, value: r.value }).collect(),
            records: s.records.iter().map(|r| HeapValue { heap: r.heap, value: r.value }).collect(),
            sub_periods: sub_periods.collect(),
            frequencies: frequencies.collect(),
        }
    }
}

/// The last heap when nothing is said.
pub const HEAPS: u64 = 10_000;
/// The longest sub-period looked for when nothing is said.
pub const LONGEST: usize = 1000;
/// Sub-periods shown when nothing is said.
pub const SUB_PERIODS: usize = 5;

/// The answer within a budget.
pub fn answer(rules: &Ruleset, to: u64, budget: &Budget) -> Result<StatsAnswer, AnswerError> {
    let values = counted(rules, to, budget)?;
    Ok(StatsAnswer::new(rules, &statistics(rules, &values, LONGEST, SUB_PERIODS)))
}
