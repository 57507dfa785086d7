//! Outcome, nim-value and every winning move of a position.

use crate::error::PlayError;
use crate::misere::mark;
use crate::misere::sum::MisereSum;
use crate::options::{HeapOption, OptionSet};
use crate::values::Sources;
use num_bigint::BigUint;
use num_traits::Zero;
use sprague_games::{Position, Ruleset};
use std::collections::HashMap;
use std::fmt;

/// Who wins when both play well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The previous player: whoever has just moved.
    P,
    /// The next player: whoever moves now.
    N,
}

impl Outcome {
    /// P if this is true.
    pub fn p_if(p: bool) -> Self {
        if p { Self::P } else { Self::N }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::P => "P",
            Self::N => "N",
        })
    }
}

/// Who wins at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Whoever cannot move loses.
    Normal,
    /// Whoever cannot move wins.
    Misere,
}

/// What is known about a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// How the game ends.
    pub convention: Convention,
    /// Who wins.
    pub outcome: Outcome,
    /// The nim-value under normal play; `None` where only the outcome is known.
    pub value: Option<BigUint>,
    /// The heaps, each size of each part once, in the order of the position.
    pub heaps: Vec<HeapMoves>,
    /// How a misere answer was found.
    pub method: Option<String>,
}

/// A heap and the winning moves in it.
#[derive(Clone, Debug)]
pub struct HeapMoves {
    /// The index of the part.
    pub part: usize,
    /// The size of the heap.
    pub heap: BigUint,
    /// How many heaps of this size the part has.
    pub copies: usize,
    /// Its nim-value; `None` under misere play or where it is not known.
    pub value: Option<BigUint>,
    /// The options that win.
    pub winning: OptionSet,
}

impl Analysis {
    /// How many winning moves were found (moves in equal heaps count once).
    pub fn count(&self) -> BigUint {
        self.heaps.iter().map(|h| h.winning.count()).sum()
    }

    /// Whether the list of winning moves is complete.
    pub fn is_exhaustive(&self) -> bool {
        self.heaps.iter().all(|h| h.winning.exhaustive)
    }

    /// The first `most` winning moves: heap by heap.
    pub fn moves(&self, most: usize) -> Vec<(&HeapMoves, HeapOption)> {
        let mut list = Vec::new();
        for heap in &self.heaps {
            let wanted = most - list.len();
            if wanted == 0 {
                break;
            }
            list.extend(heap.winning.first(wanted).into_iter().map(|option| (heap, option)));
        }
        list
    }
}

/// The heaps of a position, each size of each part once, with how many there are.
pub(crate) fn distinct_heaps(position: &Position) -> Vec<(usize, BigUint, usize)> {
    let mut list: Vec<(usize, BigUint, usize)> = Vec::new();
    for (part, content) in position.parts.iter().enumerate() {
        let mut index: HashMap<&BigUint, usize> = HashMap::new();
        for heap in content.heaps.iter().filter(|heap| !heap.is_zero()) {
            if let Some(&i) = index.get(heap) {
                list[i].2 += 1;
            } else {
                index.insert(heap, list.len());
                list.push((part, heap.clone(), 1));
            }
        }
    }
    list
}

/// Judges a position. At most `keep` winning options are kept for every heap (those in
/// progressions count as one); the rest is counted.
///
/// Under normal play the nim-value of a sum is the nim-sum of the values of its heaps
/// (Sprague 1936, Grundy 1939): it is a P-position exactly when that is 0, and a move wins
/// exactly when it changes one heap of value x into heaps of total value x xor s, where s
/// is the nim-sum.
pub fn analyse(
    position: &Position,
    convention: Convention,
    sources: &mut Sources,
    keep: usize,
) -> Result<Analysis, PlayError> {
    let heaps = distinct_heaps(position);
    if convention == Convention::Misere {
        if let Some(analysis) = mark::analyse(position, &heaps) {
            return Ok(analysis);
        }
        return MisereSum::new(position, sources.misere(), &sources.question())?
            .analyse(position, keep);
    }
    // The largest heap of all parts with the same rules, so that a proof is looked for once.
    let mut largest: HashMap<&Ruleset, BigUint> = HashMap::new();
    for part in &position.parts {
        let known = largest.entry(&part.rules).or_default();
        if let Some(heap) = part.heaps.iter().max().filter(|heap| *heap > known) {
            known.clone_from(heap);
        }
    }
    let parts = position
        .parts
        .iter()
        .map(|part| sources.values(&part.rules, &largest[&part.rules]))
        .collect::<Result<Vec<_>, _>>()?;
    let mut sum = BigUint::zero();
    let mut values = Vec::new();
    for (part, heap, copies) in &heaps {
        let value = parts[*part].value(heap)?;
        if copies % 2 == 1 {
            sum ^= &value;
        }
        values.push(value);
    }
    let mut list = Vec::new();
    for ((part, heap, copies), value) in heaps.into_iter().zip(values) {
        let winning = if sum.is_zero() {
            OptionSet::default()
        } else {
            parts[part].options_with_value(&heap, &(&value ^ &sum), keep)?
        };
        list.push(HeapMoves { part, heap, copies, value: Some(value), winning });
    }
    Ok(Analysis {
        convention,
        outcome: Outcome::p_if(sum.is_zero()),
        value: Some(sum),
        heaps: list,
        method: None,
    })
}
