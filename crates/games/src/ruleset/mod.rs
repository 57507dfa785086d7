//! The one type for the rules of a heap game, however they are written.

mod parse;

use crate::code::Code;
use crate::family::{AllBut, Cut, Family, Mark, Rounding, Split, Subtraction};
use crate::form::Form;
use crate::moves::{Condition, Move};
use crate::rule_language::Rule;
use crate::take_set::TakeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The greatest number of characters of a rule text.
pub const MAX_TEXT: usize = 1 << 20;

/// The rules of a heap game.
///
/// `FromStr` reads every notation, `Display` prints the canonical one, and reading what
/// was printed gives the same rules back. Rules are equal when they are spelled alike; what they
/// mean is their [`Form`].
///
/// ```
/// use sprague_games::Ruleset;
/// let kayles: Ruleset = "Kayles".parse()?;
/// assert_eq!(kayles.to_string(), "0.77");
/// # Ok::<(), sprague_games::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Ruleset {
    /// As they are spelled, and what that means.
    rules: Arc<(Family, Form)>,
    pass: bool,
}

impl PartialEq for Ruleset {
    fn eq(&self, other: &Self) -> bool {
        self.pass == other.pass && self.family() == other.family()
    }
}

impl Eq for Ruleset {}

impl Hash for Ruleset {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.family().hash(state);
        self.pass.hash(state);
    }
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ruleset({self})")
    }
}

impl From<Code> for Ruleset {
    fn from(code: Code) -> Self {
        Self::of(code)
    }
}

impl Ruleset {
    /// The rules so spelled, without a pass.
    fn of(family: impl Into<Family>) -> Self {
        let family = family.into();
        let form = family.spelled().form();
        Self { rules: Arc::new((family, form)), pass: false }
    }

    /// `S(...)`: take one of these numbers; `None` for the empty set, which is not written.
    pub fn subtraction(set: TakeSet) -> Option<Self> {
        (!set.members().is_empty()).then(|| Self::of(Subtraction(set)))
    }

    /// `AllBut(...)`: take any positive number except these.
    pub fn taking_all_but(set: TakeSet) -> Self {
        Self::of(AllBut(set))
    }

    /// `Mark(t)` or `UpMark(t)`; `None` unless 2 <= t <= [`MAX_MARK`](crate::MAX_MARK).
    pub fn mark(t: u64, rounding: Rounding) -> Option<Self> {
        (2..=crate::MAX_MARK).contains(&t).then(|| Self::of(Mark { t, rounding }))
    }

    /// `Split(2, ...)`: split a heap in two as the condition says.
    pub fn split_in_two(condition: Condition) -> Self {
        Self::of(Split::new(2, condition))
    }

    /// As the rules are spelled.
    pub(crate) fn family(&self) -> &Family {
        &self.rules.0
    }

    /// What the rules mean, without the pass.
    pub fn form(&self) -> &Form {
        &self.rules.1
    }

    /// Whether a heap carries a pass (`+ pass`).
    pub fn has_pass(&self) -> bool {
        self.pass
    }

    /// The same rules without the pass.
    #[must_use]
    pub fn without_pass(&self) -> Self {
        Self { pass: false, ..self.clone() }
    }

    /// The code, if the rules were written as one (or as a name for one) and carry no pass.
    pub fn code(&self) -> Option<&Code> {
        match self.family() {
            Family::Code(code) if !self.pass => Some(code),
            _ => None,
        }
    }

    /// The rule, if the rules were written in the rule language and carry no pass.
    pub fn rule(&self) -> Option<&Rule> {
        match self.family() {
            Family::Rule(rule) if !self.pass => Some(rule),
            _ => None,
        }
    }

    /// The numbers that may be taken in a finite subtraction game, however it is written: `S(1,2)`,
    /// `0.33`, `n -> n-1 | n-2`. `None` for all others and anything with a pass.
    pub fn subtraction_set(&self) -> Option<TakeSet> {
        if self.pass { None } else { self.form().subtraction() }
    }

    /// The set, if the rules were spelled as `S(...)` and carry no pass: for who prints or names
    /// them. What they mean is [`subtraction_set`](Self::subtraction_set).
    pub fn written_subtraction(&self) -> Option<&TakeSet> {
        match self.family() {
            Family::Subtraction(Subtraction(set)) if !self.pass => Some(set),
            _ => None,
        }
    }

    /// The set, if the rules were spelled as `AllBut(...)` and carry no pass: for who prints or
    /// names them. What they mean is [`all_but`](Self::all_but).
    pub fn written_all_but(&self) -> Option<&TakeSet> {
        match self.family() {
            Family::AllBut(AllBut(set)) if !self.pass => Some(set),
            _ => None,
        }
    }

    /// The cut numbers, if the rules were spelled as `Cut(...)` and carry no pass.
    pub fn written_cut(&self) -> Option<&TakeSet> {
        match self.family() {
            Family::Cut(Cut(set)) if !self.pass => Some(set),
            _ => None,
        }
    }

    /// The same rules as a take-and-break code, where there is one: subtraction, all-but,
    /// splittles, splitting and cut games have codes too. `None` for sets reaching beyond
    /// [`MAX_DIGITS`](crate::code::MAX_DIGITS), for rules of the rule language and anything with a
    /// pass.
    pub fn as_code(&self) -> Option<Code> {
        match self.family() {
            _ if self.pass => None,
            Family::Code(code) => Some(code.clone()),
            Family::Rule(_) => None,
            _ => self.form().as_code(),
        }
    }

    /// The numbers that may not be taken, where every other number may, from any heap and without
    /// splitting: `AllBut(...)`, and codes of digits 0 and 3 whose recurring digit is 3, such as
    /// Nim. `None` for all others and anything with a pass.
    pub fn all_but(&self) -> Option<TakeSet> {
        if self.pass { None } else { self.form().all_but() }
    }

    /// t and the rounding of `Mark(t)` or `UpMark(t)`; `None` for all others and anything with a
    /// pass.
    pub fn as_mark(&self) -> Option<(u64, Rounding)> {
        if self.pass { None } else { self.form().as_mark() }
    }

    /// The rules as a finite list of [`Move`]s, where they are one: finite codes, `S(...)`,
    /// splittles, splitting games and simple rules. `None` for recurring codes, digits
    /// with "or more", all-but, Mark, other rules and anything with a pass.
    pub fn finite_moves(&self) -> Option<Vec<Move>> {
        if self.pass { None } else { self.form().finite_moves() }
    }

    /// The class of the rules in the field's words, such as "finite octal".
    pub fn class(&self) -> String {
        let class = self.family().spelled().class();
        if self.pass { format!("{class}, with a pass") } else { class }
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.family().spelled())?;
        if self.pass { f.write_str(" + pass") } else { Ok(()) }
    }
}
