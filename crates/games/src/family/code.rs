//! Take-and-break codes: `0.77`, `0.1[23]`, `4!.0`.

use super::Spelled;
use crate::code::{Code, Digit};
use crate::form::Form;
use crate::moves::{Heaps, Moves, Takes};
use crate::words::{alternatives, condition_in_words, number, plural};

impl Spelled for Code {
    fn form(&self) -> Form {
        let mut moves = Vec::new();
        let mut add = |digit: &Digit, takes: Takes| {
            let exactly = digit.counts().map(|(h, condition)| (Heaps::Exactly(h), condition));
            let more = digit.more().map(|more| (Heaps::AtLeast(more.from), more.condition));
            moves.extend(exactly.chain(more).map(|(heaps, condition)| Moves {
                takes,
                heaps,
                condition,
                smallest: 1,
            }));
        };
        for (u, digit) in (0i64..).zip(self.before()).collect::<Vec<_>>().into_iter().rev() {
            add(digit, Takes::only(-u));
        }
        for (u, digit) in (1i64..).zip(self.after()) {
            add(digit, Takes::only(u));
        }
        let start = 1 + self.after().len() as i64;
        for (u, digit) in (start..).zip(self.recurring()) {
            add(digit, Takes::from(u, self.recurring().len() as u64));
        }
        Form::of_moves(moves)
    }

    fn class(&self) -> String {
        let extent = if self.is_finite() { "finite" } else { "recurring" };
        let conditions = if self.is_plain() || self.max_heaps().is_none() {
            ""
        } else {
            " with conditions on the heaps"
        };
        format!("{extent} {}{conditions}", self.class())
    }

    fn in_words(&self) -> Vec<String> {
        code_in_words(self)
    }

    fn cgsuite(&self) -> Option<String> {
        Some(take_and_break(self))
    }
}

/// A code in CGSuite.
pub(super) fn take_and_break(code: &Code) -> String {
    format!("game.heap.TakeAndBreak(\"{code}\")")
}

/// Digits beyond this many are summed up.
const MAX_SENTENCES: usize = 40;

fn code_in_words(code: &Code) -> Vec<String> {
    let before =
        code.before().iter().enumerate().rev().map(|(i, digit)| (-(i as i64), digit, false));
    let after = code.after().iter().zip(1i64..).map(|(digit, u)| (u, digit, false));
    let start = 1 + code.after().len() as i64;
    let recurring = code.recurring().iter().zip(start..).map(|(digit, u)| (u, digit, true));
    let q = code.recurring().len();
    let mut words = Vec::new();
    for (u, digit, recurs) in before.chain(after).chain(recurring) {
        if digit.is_zero() {
            continue;
        }
        if words.len() == MAX_SENTENCES {
            words.push("And so on, as the code says.".into());
            break;
        }
        let left = left_in_words(digit);
        words.push(match (u, recurs) {
            (..=-1, _) => {
                let tokens = plural(u.unsigned_abs(), "token");
                format!("Add {tokens} to a heap and leave {left}, each smaller than the heap was.")
            }
            (0, _) => format!("Take nothing and leave {left}."),
            (_, false) => format!("Take {} and leave {left}.", plural(u.unsigned_abs(), "token")),
            (_, true) if q == 1 => {
                format!("Take {u} or more tokens and leave {left}.")
            }
            (_, true) => format!(
                "Take {u}, {}, {}, ... tokens and leave {left}.",
                u + q as i64,
                u + 2 * q as i64
            ),
        });
    }
    words
}

fn left_in_words(digit: &Digit) -> String {
    let mut parts: Vec<String> = digit
        .counts()
        .map(|(heaps, condition)| match heaps {
            0 => "no heap".to_owned(),
            1 => "one heap".to_owned(),
            _ => format!("{} heaps{}", number(heaps), condition_in_words(condition, heaps)),
        })
        .collect();
    if let Some(more) = digit.more() {
        let any = condition_in_words(more.condition, 3);
        parts.push(match more.from {
            0 => format!("any number of heaps{any}"),
            from => format!("{} heaps or more{any}", number(from)),
        });
    }
    alternatives(parts.iter())
}
