//! `Split(2)`: replace a heap by this many heaps.

use super::code::take_and_break;
use super::{Call, Family, Notation, Spelled};
use crate::error::{ParseError, ParseErrorKind as Kind};
use crate::form::Form;
use crate::moves::{Condition, Heaps, Moves, Takes};
use crate::take_set::MAX_TAKE;
use crate::words::{condition_in_words, number};
use std::fmt;

pub(super) const NOTATION: Notation = Notation { names: &["Split"], read };

/// A splitting game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Split {
    /// The number of new heaps, at least 2.
    heaps: u32,
    /// What their sizes must satisfy.
    condition: Condition,
}

impl Split {
    /// The condition in the one form that it has for so many heaps.
    pub fn new(heaps: u32, condition: Condition) -> Self {
        let condition = match condition {
            Condition::NotAllEqual if heaps == 2 => Condition::Distinct,
            Condition::DifferAtLeast(0) => Condition::Any,
            Condition::DifferAtLeast(1) => Condition::Distinct,
            other => other,
        };
        Self { heaps, condition }
    }
}

impl Spelled for Split {
    fn form(&self) -> Form {
        let Self { heaps, condition } = *self;
        let split = Moves::plain(Takes::only(0), Heaps::Exactly(heaps));
        Form::of_moves(vec![Moves { condition, ..split }])
    }

    fn class(&self) -> String {
        "splitting".into()
    }

    fn in_words(&self) -> Vec<String> {
        vec![format!(
            "Split a heap into {} non-empty heaps{}.",
            number(self.heaps),
            condition_in_words(self.condition, self.heaps)
        )]
    }

    fn cgsuite(&self) -> Option<String> {
        self.form().as_code().map(|code| take_and_break(&code))
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Split({}", self.heaps)?;
        match self.condition {
            Condition::Any => {}
            Condition::Distinct => f.write_str(", distinct")?,
            Condition::NotAllEqual => f.write_str(", not-all-equal")?,
            Condition::AllEqual => f.write_str(", all-equal")?,
            Condition::DifferAtLeast(d) => write!(f, ", differ>={d}")?,
        }
        f.write_str(")")
    }
}

fn read(call: &Call<'_>) -> Result<Family, ParseError> {
    const HINT: &str =
        "write Split(2), Split(2, differ>=2), Split(3, distinct) or Split(3, not-all-equal)";
    let arguments = call.arguments()?;
    let items: Vec<_> = arguments.items().collect();
    let heaps = arguments.number(items[0].0, items[0].1, u64::from(crate::code::MAX_HEAPS))?;
    if heaps < 2 {
        return Err(arguments.error(
            Kind::Unexpected,
            items[0].0,
            format!("{heaps} new heaps"),
            "Split needs 2 heaps or more",
        ));
    }
    let heaps = heaps as u32;
    let condition = match items[1..] {
        [] => Condition::Any,
        [(at, word)] => {
            let key: String = word
                .chars()
                .filter(|c| !matches!(c, ' ' | '-' | '_'))
                .map(|c| c.to_ascii_lowercase())
                .collect();
            match key.as_str() {
                "distinct" | "different" | "unequal" => Condition::Distinct,
                "notallequal" => Condition::NotAllEqual,
                "allequal" | "equal" => Condition::AllEqual,
                _ => {
                    let number =
                        key.strip_prefix("differ>=").or_else(|| key.strip_prefix("differ≥"));
                    let Some(number) = number else {
                        return Err(arguments.error(
                            Kind::Unexpected,
                            at,
                            "an unknown condition",
                            HINT,
                        ));
                    };
                    if heaps != 2 {
                        return Err(arguments.error(
                            Kind::Unexpected,
                            at,
                            "differ>= with more than two heaps",
                            "differ>= is for Split(2, ...)",
                        ));
                    }
                    let place = at + word.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
                    Condition::DifferAtLeast(arguments.number(place, number, MAX_TAKE)?)
                }
            }
        }
        [_, (at, _), ..] => {
            return Err(arguments.error(Kind::Unexpected, at, "too many arguments", HINT));
        }
    };
    Ok(Split::new(heaps, condition).into())
}
