//! The rules of a game as the checker understands them: a list of moves, or the options of a
//! rule of the rule language.
//!
//! Certificates carry the canonical text of their rules, the one that the program prints.
//! [`Rules::read`] accepts that text and nothing else: no names, no other spellings. Nothing here
//! is shared with what the engines and provers read, so that a mistake in reading rules on one
//! side is seen by the other.

mod code;
mod language;
mod language_text;
mod lower;
mod pass;
mod text;

pub(crate) use code::{Code, standard_form};
pub(crate) use language::{Comparison, Expr, Formula, RuleOption};

use crate::rejection::{Rejection, Step, hypothesis};
use sprague_budget::Budget;
use std::fmt;

/// The rules of a heap game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    text: String,
    /// What a move does, where the rules are a list of moves.
    moves: Option<Vec<Move>>,
    /// The options of a rule of the rule language; Mark is one.
    options: Vec<RuleOption>,
}

/// From a heap of n >= `smallest` take u tokens, u one of `takes`, and leave a number of
/// non-empty heaps with total n - u, each smaller than n, as `condition` allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// How many tokens are taken.
    pub takes: Takes,
    /// How many heaps are left.
    pub heaps: Heaps,
    /// What their sizes must satisfy.
    pub condition: Condition,
    /// The least heap that has the move.
    pub smallest: u64,
}

/// first, first + step, first + 2 step, ..., for ever or as far as `last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takes {
    /// The first.
    pub first: i64,
    /// From one to the next, at least 1.
    pub step: i64,
    /// The last, if there is one.
    pub last: Option<i64>,
}

/// How many heaps a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heaps {
    /// So many.
    Exactly(u32),
    /// So many or more.
    AtLeast(u32),
}

/// What the sizes of the new heaps must satisfy; no heap and one heap satisfy every condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Nothing.
    Any,
    /// Pairwise different.
    Distinct,
    /// At least two of them differ.
    NotAllEqual,
    /// All of one size.
    AllEqual,
    /// Two heaps whose sizes differ by at least this much.
    DifferAtLeast(u64),
}

/// One move of a finite list: take exactly this many, leave exactly so many heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FiniteMove {
    pub take: i64,
    pub heaps: u32,
    pub condition: Condition,
    pub smallest: u64,
}

impl Takes {
    pub(crate) fn once(take: i64) -> Self {
        Self { first: take, step: 1, last: Some(take) }
    }

    /// The takes that a heap of n has tokens for.
    pub(crate) fn up_to(self, n: u64) -> impl Iterator<Item = i64> {
        let end = i64::try_from(n).unwrap_or(i64::MAX);
        let end = self.last.map_or(end, |last| last.min(end));
        (self.first..=end).step_by(self.step as usize) // steps are positive
    }
}

impl Condition {
    /// The condition as it matters for so many heaps.
    pub(crate) fn for_heaps(self, heaps: u32) -> Self {
        match (heaps, self) {
            (0 | 1, _) => Self::Any,
            (2, Self::NotAllEqual) => Self::Distinct,
            _ => self,
        }
    }

    /// Whether heaps of these sizes, in increasing order, are allowed.
    fn allows(self, heaps: &[u64]) -> bool {
        let (Some(least), Some(greatest)) = (heaps.first(), heaps.last()) else { return true };
        match self {
            _ if heaps.len() == 1 => true,
            Self::Any => true,
            Self::Distinct => heaps.windows(2).all(|pair| pair[0] != pair[1]),
            Self::NotAllEqual => least != greatest,
            Self::AllEqual => least == greatest,
            Self::DifferAtLeast(d) => greatest - least >= d,
        }
    }
}

/// Called with the heaps of an option; returns false to stop.
pub(crate) type Visit<'a> = dyn FnMut(&[u64]) -> bool + 'a;

impl Rules {
    /// Reads the canonical text of rules; anything else is refused, with the reason.
    pub fn read(text: &str) -> Result<Self, Rejection> {
        text::read(text).map_err(|reason| {
            let shown: String = text.chars().take(60).flat_map(char::escape_default).collect();
            Rejection::new(Step::Game, format!("the rules '{shown}' cannot be read: {reason}"))
        })
    }

    /// What a move does, where the rules are a list of moves.
    pub fn moves(&self) -> Option<&[Move]> {
        self.moves.as_deref()
    }

    /// The options of a rule of the rule language; none for other rules.
    pub(crate) fn rule(&self) -> &[RuleOption] {
        &self.options
    }

    /// The moves, which must be finitely many.
    pub(crate) fn finite_moves(&self) -> Result<Vec<FiniteMove>, Rejection> {
        let single = |m: &Move| match m.heaps {
            Heaps::Exactly(heaps) if m.takes.last == Some(m.takes.first) => {
                let Move { takes, condition, smallest, .. } = *m;
                Some(FiniteMove { take: takes.first, heaps, condition, smallest })
            }
            _ => None,
        };
        let moves = self.moves().and_then(|moves| moves.iter().map(single).collect());
        moves.ok_or_else(|| hypothesis(format!("{self} is not a finite list of moves")))
    }

    /// The largest number that may not be taken from a large heap (0: none), where every other
    /// one may, with or without a rest.
    pub(crate) fn largest_exception(&self) -> Option<u64> {
        self.text.starts_with("AllBut(").then_some(())?;
        let endless = self.moves()?.iter().find(|m| m.takes.last.is_none())?;
        u64::try_from(endless.takes.first - 1).ok()
    }

    /// Whether these are the moves of Mark(t), or of UpMark(t).
    pub(crate) fn is_mark(&self, t: u64, up: bool) -> bool {
        t >= 2
            && language_text::read(&text::mark_rule(t, up))
                .is_ok_and(|options| options == self.options)
    }

    /// Calls `visit` with every option of a heap of `n`, its non-empty heaps in increasing order,
    /// perhaps several times; whether it went to the end. By definition: heap 0 has no option.
    pub(crate) fn for_each_option(&self, n: u64, visit: &mut Visit<'_>) -> Result<bool, Rejection> {
        let Some(moves) = &self.moves else {
            return language::for_each_option(&self.options, n, visit);
        };
        Ok(n == 0 || moves.iter().all(|m| m.for_each_option(n, visit)))
    }

    /// G(0), ..., G(to - 1), from the definition.
    pub fn values(&self, to: u64, budget: &Budget) -> Result<Vec<u32>, Rejection> {
        crate::sequence::values(self, to, budget)
    }

    /// The options of a heap of `n`, each once, in order. For small heaps: all are listed.
    pub fn options(&self, n: u64) -> Result<Vec<Vec<u64>>, Rejection> {
        let mut list = Vec::new();
        self.for_each_option(n, &mut |heaps| {
            list.push(heaps.to_vec());
            true
        })?;
        list.sort();
        list.dedup();
        Ok(list)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Move {
    /// Every option of this kind of a heap of n >= 1; false when stopped.
    pub(crate) fn for_each_option(&self, n: u64, visit: &mut Visit<'_>) -> bool {
        if n < self.smallest {
            return true;
        }
        self.takes.up_to(n).all(|take| {
            let Some(total) = n.checked_add_signed(-take) else { return true };
            let (least, most) = match self.heaps {
                Heaps::Exactly(heaps) => (u64::from(heaps), u64::from(heaps)),
                Heaps::AtLeast(heaps) => (u64::from(heaps), total),
            };
            (least..=most).all(|heaps| split(total, heaps, n - 1, self.condition, visit))
        })
    }
}

/// Every way of writing `total` as `heaps` positive numbers of at most `largest`, in increasing
/// order, that `condition` allows.
fn split(
    total: u64,
    heaps: u64,
    largest: u64,
    condition: Condition,
    visit: &mut Visit<'_>,
) -> bool {
    if heaps > total || heaps == 0 {
        return total > 0 || heaps > 0 || visit(&[]);
    }
    if heaps >= 2 && condition == Condition::AllEqual {
        let size = total / heaps;
        let fits = total.is_multiple_of(heaps) && size <= largest;
        return !fits || visit(&vec![size; heaps as usize]); // no more than the total
    }
    extend(&mut Vec::new(), total, heaps, largest, condition, visit)
}

/// Appends `heaps` more parts with sum `total`, each at least the last one.
fn extend(
    parts: &mut Vec<u64>,
    total: u64,
    heaps: u64,
    largest: u64,
    condition: Condition,
    visit: &mut Visit<'_>,
) -> bool {
    let least = parts.last().copied().unwrap_or(1);
    if heaps == 1 {
        if total < least || total > largest {
            return true;
        }
        parts.push(total);
        let go_on = !condition.allows(parts) || visit(parts);
        parts.pop();
        return go_on;
    }
    // The others are at least as large, and at most `largest`.
    (least..=total / heaps).all(|part| {
        let rest = total - part;
        if u128::from(rest) > u128::from(largest) * u128::from(heaps - 1) {
            return true;
        }
        parts.push(part);
        let go_on = extend(parts, rest, heaps - 1, largest, condition, visit);
        parts.pop();
        go_on
    })
}

#[cfg(test)]
mod tests;
