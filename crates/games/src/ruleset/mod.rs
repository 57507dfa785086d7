//! The one type for the rules of a heap game, however they are written.

mod parse;

use crate::code::{Code, CodeClass, Digit, MAX_DIGITS};
use crate::moves::{Condition, Move};
use crate::rule_language::Rule;
use std::fmt;

/// The greatest number that may be taken in a set such as `S(1,2,4)`.
pub const MAX_TAKE: u64 = 1_000_000_000_000_000;
/// The greatest number of members of such a set.
pub const MAX_MEMBERS: usize = 4096;
/// The greatest t of `Mark(t)`.
pub const MAX_MARK: u64 = 1 << 32;
/// The greatest number of characters of a rule text.
pub const MAX_TEXT: usize = 1 << 20;

/// The rules of a heap game.
///
/// `FromStr` reads every notation, `Display` prints the canonical one, and reading what
/// was printed gives the same rules back.
///
/// ```
/// use sprague_games::Ruleset;
/// let kayles: Ruleset = "Kayles".parse()?;
/// assert_eq!(kayles.to_string(), "0.77");
/// # Ok::<(), sprague_games::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset {
    family: Family,
    pass: bool,
}

/// The families of rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// A take-and-break code, `0.77`.
    Code(Code),
    /// `S(1,2,4)`: take one of these numbers.
    Subtraction(TakeSet),
    /// `AllBut(1,2)`: take any positive number except these.
    AllBut(TakeSet),
    /// `Splittles(1,2)`: take one of these numbers, then split the rest or not.
    Splittles(TakeSet),
    /// `Split(2)`: replace a heap by this many heaps.
    Split {
        /// The number of new heaps, at least 2.
        heaps: u32,
        /// What their sizes must satisfy.
        condition: Condition,
    },
    /// `Mark(t)`: take 1 to t-1, or divide by t.
    Mark {
        /// The divisor, at least 2.
        t: u64,
        /// Which way the division rounds.
        rounding: Rounding,
    },
    /// A rule of the rule language.
    Rule(Rule),
}

/// Which way `Mark` rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Mark: to floor(n/t).
    Down,
    /// UpMark: to ceil(n/t); a heap of 1 is an end position.
    Up,
}

/// A finite set of positive numbers, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeSet(Vec<u64>);

impl TakeSet {
    /// The set of these numbers; `None` if one of them is 0.
    pub fn new(members: Vec<u64>) -> Option<Self> {
        (!members.contains(&0)).then(|| Self::sorted(members))
    }

    fn sorted(mut members: Vec<u64>) -> Self {
        members.sort_unstable();
        members.dedup();
        Self(members)
    }

    /// The members in increasing order.
    pub fn members(&self) -> &[u64] {
        &self.0
    }

    /// Whether `take` is a member.
    pub fn contains(&self, take: u64) -> bool {
        self.0.binary_search(&take).is_ok()
    }

    /// The largest member; 0 for the empty set.
    pub fn max(&self) -> u64 {
        self.0.last().copied().unwrap_or(0)
    }
}

impl fmt::Display for TakeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, member) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{member}")?;
        }
        Ok(())
    }
}

impl From<Code> for Ruleset {
    fn from(code: Code) -> Self {
        Self { family: Family::Code(code), pass: false }
    }
}

impl Ruleset {
    /// The rules of this family, without a pass.
    pub fn new(family: Family) -> Self {
        Self { family, pass: false }
    }

    /// The family and its data.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// Whether a heap carries a pass (`+ pass`).
    pub fn has_pass(&self) -> bool {
        self.pass
    }

    /// The same rules without the pass.
    #[must_use]
    pub fn without_pass(&self) -> Self {
        Self { family: self.family.clone(), pass: false }
    }

    /// The code, if the rules were written as one (or as a name for one) and carry no pass.
    pub fn code(&self) -> Option<&Code> {
        match &self.family {
            Family::Code(code) if !self.pass => Some(code),
            _ => None,
        }
    }

    /// The same rules as a take-and-break code, where there is one: subtraction, all-but,
    /// splittles and splitting games have codes too. `None` for sets reaching beyond
    /// [`MAX_DIGITS`].
    pub fn as_code(&self) -> Option<Code> {
        if self.pass {
            return None;
        }
        let spread = |set: &TakeSet, inside: u64, outside: u64| {
            (set.max() <= MAX_DIGITS as u64).then(|| {
                (1..=set.max())
                    .map(|u| Digit::plain(if set.contains(u) { inside } else { outside }))
                    .collect::<Vec<_>>()
            })
        };
        match &self.family {
            Family::Code(code) => Some(code.clone()),
            Family::Subtraction(set) => Some(Code::new(Vec::new(), spread(set, 3, 0)?, Vec::new())),
            Family::AllBut(set) => {
                Some(Code::new(Vec::new(), spread(set, 0, 3)?, vec![Digit::plain(3)]))
            }
            Family::Splittles(set) => Some(Code::new(Vec::new(), spread(set, 7, 0)?, Vec::new())),
            Family::Split { heaps, condition } => match condition {
                Condition::DifferAtLeast(_) => None,
                _ => Some(Code::new(
                    vec![Digit::with_condition(1 << heaps, *condition)],
                    Vec::new(),
                    Vec::new(),
                )),
            },
            Family::Mark { .. } | Family::Rule(_) => None,
        }
    }

    /// The numbers that may not be taken, where every other number may, from any heap and without
    /// splitting: `AllBut(...)`, and codes of digits 0 and 3 whose recurring digit is 3, such as
    /// Nim. `None` for all others and anything with a pass.
    pub fn all_but(&self) -> Option<TakeSet> {
        match &self.family {
            _ if self.pass => None,
            Family::AllBut(set) => Some(set.clone()),
            Family::Code(code) => {
                let any = Digit::plain(3);
                let recurs =
                    !code.recurring().is_empty() && code.recurring().iter().all(|d| *d == any);
                let plain = code.after().iter().all(|d| *d == any || d.is_zero());
                if !code.before().is_empty() || !recurs || !plain {
                    return None;
                }
                let exceptions = (1..).zip(code.after()).filter(|(_, d)| d.is_zero());
                TakeSet::new(exceptions.map(|(u, _)| u).collect())
            }
            _ => None,
        }
    }

    /// The rules as a finite list of [`Move`]s, where they are one: finite codes, `S(...)`,
    /// splittles, splitting games and simple rules. `None` for recurring codes, digits
    /// with "or more", all-but, Mark, other rules and anything with a pass.
    pub fn finite_moves(&self) -> Option<Vec<Move>> {
        if self.pass {
            return None;
        }
        let for_set = |set: &TakeSet, most: u32| {
            let mut moves: Vec<Move> = set
                .members()
                .iter()
                .flat_map(|&s| {
                    (0..=most).map(move |heaps| Move {
                        take: s as i64, // MAX_TAKE is far below 2^63
                        heaps,
                        condition: Condition::Any,
                        smallest: 1,
                    })
                })
                .collect();
            moves.sort_unstable();
            moves
        };
        match &self.family {
            Family::Code(code) => code.finite_moves(),
            Family::Subtraction(set) => Some(for_set(set, 1)),
            Family::Splittles(set) => Some(for_set(set, 2)),
            Family::Split { heaps, condition } => {
                Some(vec![Move { take: 0, heaps: *heaps, condition: *condition, smallest: 1 }])
            }
            Family::Rule(rule) => rule.finite_moves(),
            Family::AllBut(_) | Family::Mark { .. } => None,
        }
    }

    /// The class of the rules in the field's words, such as "finite octal".
    pub fn class(&self) -> String {
        let class = match &self.family {
            Family::Code(code) => {
                let extent = if code.is_finite() { "finite" } else { "recurring" };
                let conditions = if code.is_plain() || code.max_heaps().is_none() {
                    ""
                } else {
                    " with conditions on the heaps"
                };
                format!("{extent} {}{conditions}", code.class())
            }
            Family::Subtraction(_) => "finite subtraction".into(),
            Family::AllBut(_) => "all-but subtraction".into(),
            Family::Splittles(_) => "splittles (finite octal)".into(),
            Family::Split { .. } => "splitting".into(),
            Family::Mark { .. } => "Mark".into(),
            Family::Rule(_) => "rule language".into(),
        };
        if self.pass { format!("{class}, with a pass") } else { class }
    }

    /// The class of the rules as a code, where they have one.
    pub fn code_class(&self) -> Option<CodeClass> {
        self.as_code().map(|code| code.class())
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.family {
            Family::Code(code) => write!(f, "{code}")?,
            Family::Subtraction(set) => write!(f, "S({set})")?,
            Family::AllBut(set) => write!(f, "AllBut({set})")?,
            Family::Splittles(set) => write!(f, "Splittles({set})")?,
            Family::Split { heaps, condition } => {
                write!(f, "Split({heaps}")?;
                match condition {
                    Condition::Any => {}
                    Condition::Distinct => f.write_str(", distinct")?,
                    Condition::NotAllEqual => f.write_str(", not-all-equal")?,
                    Condition::AllEqual => f.write_str(", all-equal")?,
                    Condition::DifferAtLeast(d) => write!(f, ", differ>={d}")?,
                }
                f.write_str(")")?;
            }
            Family::Mark { t, rounding } => {
                f.write_str(if *rounding == Rounding::Up { "UpMark" } else { "Mark" })?;
                if *t != 2 {
                    write!(f, "({t})")?;
                }
            }
            Family::Rule(rule) => write!(f, "{rule}")?,
        }
        if self.pass { f.write_str(" + pass") } else { Ok(()) }
    }
}
