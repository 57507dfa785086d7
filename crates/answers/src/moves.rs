//! `moves`: the options of a heap with their values.

use crate::number::Number;
use crate::values::{check_heap, counted};
use crate::{AnswerError, Budget};
use schemars::JsonSchema;
use serde::Serialize;
use sprague_games::{RuleError, Ruleset};

/// The values of all heaps up to some n: of heaps as the rules have them, and, where
/// those carry a pass, of heaps without it.
pub struct HeapValues {
    /// Of heaps as the rules have them.
    pub own: Vec<u32>,
    /// Of heaps without the pass; empty where there is none.
    pub without_pass: Vec<u32>,
}

/// An option: the heaps left, the one that keeps the pass, and the nim-value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapOption {
    /// The heaps left.
    pub to: Vec<u64>,
    /// Which of them keeps the pass.
    pub keeper: Option<usize>,
    /// The nim-value.
    pub value: u32,
}

/// Every option of a heap of n.
pub fn heap_options(
    rules: &Ruleset,
    n: u64,
    values: &HeapValues,
) -> Result<Vec<HeapOption>, RuleError> {
    let mut list = Vec::new();
    let of = |from: &[u32], heap: u64| from.get(heap as usize).copied().unwrap_or(0);
    if rules.has_pass() {
        rules.for_each_pass_option(n, &mut |heaps, keeper| {
            let mut value = 0;
            for (i, &heap) in heaps.iter().enumerate() {
                let from = if Some(i) == keeper { &values.own } else { &values.without_pass };
                value ^= of(from, heap);
            }
            list.push(HeapOption { to: heaps.to_vec(), keeper, value });
        })?;
    } else {
        rules.for_each_option(n, &mut |heaps| {
            let value = heaps.iter().fold(0, |sum, &heap| sum ^ of(&values.own, heap));
            list.push(HeapOption { to: heaps.to_vec(), keeper: None, value });
        })?;
    }
    Ok(list)
}

/// The options of a heap with their nim-values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MovesAnswer<'a> {
    /// The rules in canonical form.
    pub game: String,
    /// The heap.
    pub heap: Number,
    /// Its nim-value.
    pub value: u32,
    /// Its options.
    pub moves: Vec<MoveAnswer<'a>>,
}

/// An option of a heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MoveAnswer<'a> {
    /// The heaps left.
    pub to: &'a [u64],
    /// The nim-value of the option.
    pub value: u32,
    /// In games with a pass: which of the heaps keeps it (null: none).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<Option<usize>>,
}

impl<'a> MovesAnswer<'a> {
    /// The options of a heap of n, whose value is `own`.
    pub fn new(rules: &Ruleset, n: u64, own: u32, options: &'a [HeapOption]) -> Self {
        let pass = rules.has_pass();
        let moves = options.iter().map(|option| MoveAnswer {
            to: &option.to,
            value: option.value,
            pass: pass.then_some(option.keeper),
        });
        Self { game: rules.to_string(), heap: n.into(), value: own, moves: moves.collect() }
    }
}

/// The most options of a heap that are listed.
const OPTIONS: u64 = 10_000;

/// The answer within a budget, as JSON.
pub fn answer(rules: &Ruleset, n: u64, budget: &Budget) -> Result<String, AnswerError> {
    check_heap(n, budget)?;
    let mut count = 0;
    let listed = rules.try_for_each_option(n, &mut |_| {
        count += 1;
        count <= OPTIONS && !budget.is_stopped()
    });
    match listed {
        Ok(()) => {}
        Err(RuleError::Stopped) if count > OPTIONS => {
            return Err(AnswerError::refused(format!(
                "a heap of {n} has more than {OPTIONS} options"
            ))
            .with_hint("ask for a smaller heap"));
        }
        Err(RuleError::Stopped) => return Err(AnswerError::stopped()),
        Err(error) => return Err(AnswerError::refused(error)),
    }
    let without_pass =
        if rules.has_pass() { counted(&rules.without_pass(), n, budget)? } else { Vec::new() };
    let values = HeapValues { own: counted(rules, n, budget)?, without_pass };
    let options = heap_options(rules, n, &values).map_err(AnswerError::refused)?;
    let own = values.own.last().copied().unwrap_or(0);
    Ok(crate::json(&MovesAnswer::new(rules, n, own, &options)))
}
