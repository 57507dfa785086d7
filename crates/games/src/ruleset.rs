//! The one type for the rules of a heap game, however they are written.

use crate::code::{Code, CodeClass, Digit, MAX_DIGITS};
use crate::error::{ParseError, ParseErrorKind as Kind, quoted};
use crate::moves::{Condition, Move};
use crate::names;
use crate::rule_language::Rule;
use std::fmt;
use std::str::FromStr;

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

impl FromStr for Ruleset {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.len() > MAX_TEXT {
            return Err(ParseError::new(
                Kind::TooLong,
                text,
                MAX_TEXT,
                format!("a rule text of {} characters", text.len()),
                format!("at most {MAX_TEXT} are read"),
            ));
        }
        let trimmed = text.trim();
        let offset = text.len() - text.trim_start().len();
        parse_trimmed(trimmed).map_err(|error| error.within(text, offset))
    }
}

/// Reads rules from a text without spaces around it.
fn parse_trimmed(text: &str) -> Result<Ruleset, ParseError> {
    if text.is_empty() {
        return Err(ParseError::new(
            Kind::Empty,
            text,
            0,
            "no rules given",
            "write a code such as 0.77, a set such as S(1,2,4), or a name such as Kayles",
        ));
    }
    if let Some(base) = strip_pass(text) {
        let rules = parse_trimmed(base)?;
        if rules.pass {
            return Err(ParseError::new(
                Kind::Unexpected,
                text,
                base.len(),
                "a second pass",
                "a heap carries at most one pass",
            ));
        }
        return Ok(Ruleset { pass: true, ..rules });
    }
    if text.contains("->") {
        return text.parse().map(|rule| Ruleset::new(Family::Rule(rule)));
    }
    if !text.contains('(') || text.contains(['.', '·']) {
        if text.contains(['.', '·']) {
            return text.parse().map(|code: Code| code.into());
        }
        if let Some(rules) = names::find(text) {
            return Ok(rules);
        }
    }
    parse_family(text)
}

/// The rules in front of `+ pass`, if the text ends so.
fn strip_pass(text: &str) -> Option<&str> {
    let split = text.len().checked_sub(4)?;
    let word = text.get(split..)?;
    if !word.eq_ignore_ascii_case("pass") {
        return None;
    }
    text[..split].trim_end().strip_suffix('+').map(str::trim_end)
}

/// `NAME` or `NAME(ARGUMENTS)`.
fn parse_family(text: &str) -> Result<Ruleset, ParseError> {
    let open = text.find('(');
    let name = &text[..open.unwrap_or(text.len())];
    let key = names::key(name);
    let arguments = match open {
        None => None,
        Some(open) => {
            let Some(inner) = text[open + 1..].strip_suffix(')') else {
                let (at, what) = match text[open + 1..].find(')') {
                    None => (open, "'(' without ')'".to_owned()),
                    Some(close) => {
                        let at = open + 1 + close + 1;
                        let next = text[at..].chars().next().unwrap_or(')');
                        (at, format!("{} behind the closing parenthesis", quoted(next)))
                    }
                };
                return Err(ParseError::new(
                    Kind::Unbalanced,
                    text,
                    at,
                    what,
                    "write for example S(1,2,4)",
                ));
            };
            if let Some(at) = inner.find(['(', ')']) {
                return Err(ParseError::new(
                    Kind::Unbalanced,
                    text,
                    open + 1 + at,
                    "a parenthesis inside the arguments",
                    "write for example S(1,2,4)",
                ));
            }
            Some(Arguments { text, start: open + 1, inner })
        }
    };
    match (key.as_str(), arguments) {
        ("s" | "subtraction", Some(arguments)) => {
            Ok(Ruleset::new(Family::Subtraction(arguments.set(false)?)))
        }
        ("allbut" | "allbutsubtraction", Some(arguments)) => {
            Ok(Ruleset::new(Family::AllBut(arguments.set(true)?)))
        }
        ("splittles", Some(arguments)) => {
            Ok(Ruleset::new(Family::Splittles(arguments.set(false)?)))
        }
        ("split", Some(arguments)) => arguments.split().map(Ruleset::new),
        ("mark" | "upmark", arguments) => {
            let rounding = if key == "mark" { Rounding::Down } else { Rounding::Up };
            let t = arguments.map_or(Ok(2), |a| a.single_number(MAX_MARK, "Mark(t) needs t"))?;
            if t < 2 {
                let at = text.find('(').map_or(0, |i| i + 1);
                return Err(ParseError::new(
                    Kind::Unexpected,
                    text,
                    at,
                    format!("t = {t}"),
                    "t must be at least 2, as in Mark(3)",
                ));
            }
            Ok(Ruleset::new(Family::Mark { t, rounding }))
        }
        ("s" | "subtraction" | "allbut" | "splittles" | "split", None) => Err(ParseError::new(
            Kind::Unexpected,
            text,
            text.len(),
            "the numbers are missing",
            "write them in parentheses, as in S(1,2,4) or Split(2)",
        )),
        (_, arguments) => {
            if arguments.is_some() && names::find(name).is_some() {
                return Err(ParseError::new(
                    Kind::Unexpected,
                    text,
                    name.len(),
                    format!("{} takes no arguments", name.trim()),
                    "write the name alone",
                ));
            }
            let looks_like_code = name.bytes().all(|b| b.is_ascii_hexdigit())
                && name.bytes().any(|b| b.is_ascii_digit());
            let hint = if looks_like_code {
                format!("a code has a point: write 0.{name}")
            } else if let Some(close) = names::closest(&key) {
                format!("did you mean {close}? 'sprague games' lists the names")
            } else {
                "write a code such as 0.77, a set such as S(1,2,4), a rule such as 'n -> n-1 | n div 2', or a name ('sprague games' lists them)".to_owned()
            };
            let shown: String =
                name.trim().chars().take(40).flat_map(char::escape_default).collect();
            Err(ParseError::new(
                Kind::UnknownName,
                text,
                0,
                format!("unknown game '{shown}'"),
                hint,
            ))
        }
    }
}

/// What stands between the parentheses of `NAME(...)`.
struct Arguments<'a> {
    /// The whole text, for errors.
    text: &'a str,
    /// Where the arguments start in it.
    start: usize,
    inner: &'a str,
}

impl<'a> Arguments<'a> {
    /// The arguments between commas, each trimmed, with its place in the text.
    fn items(&self) -> impl Iterator<Item = (usize, &'a str)> {
        let mut at = self.start;
        self.inner.split(',').map(move |item| {
            let place = at + (item.len() - item.trim_start().len());
            at += item.len() + 1;
            (place, item.trim())
        })
    }

    fn error(&self, kind: Kind, at: usize, what: impl Into<String>, hint: &str) -> ParseError {
        ParseError::new(kind, self.text, at, what, hint)
    }

    fn number(&self, at: usize, item: &str, max: u64) -> Result<u64, ParseError> {
        if item.is_empty() {
            return Err(self.error(
                Kind::Unexpected,
                at,
                "a number is missing",
                "write numbers between commas",
            ));
        }
        if let Some(bad) = item.find(|c: char| !c.is_ascii_digit()) {
            let c = item[bad..].chars().next().unwrap_or(' ');
            return Err(self.error(
                Kind::Unexpected,
                at + bad,
                format!("expected a number, found {}", quoted(c)),
                "write whole numbers between commas, as in S(1,2,4)",
            ));
        }
        item.parse().ok().filter(|&v| v <= max).ok_or_else(|| {
            self.error(
                Kind::NumberTooLarge,
                at,
                format!("a number of {} digits is too large", item.len()),
                &format!("at most {max}"),
            )
        })
    }

    fn set(&self, may_be_empty: bool) -> Result<TakeSet, ParseError> {
        if self.inner.trim().is_empty() {
            if may_be_empty {
                return Ok(TakeSet(Vec::new()));
            }
            return Err(self.error(
                Kind::EmptySet,
                self.start,
                "the set is empty",
                "name at least one number to take, as in S(1,2,4)",
            ));
        }
        let mut members = Vec::new();
        for (at, item) in self.items() {
            let member = self.number(at, item, MAX_TAKE)?;
            if member == 0 {
                return Err(self.error(
                    Kind::ZeroTake,
                    at,
                    "0 in the set",
                    "taking nothing is no move: use positive numbers",
                ));
            }
            members.push(member);
            if members.len() > MAX_MEMBERS {
                return Err(self.error(
                    Kind::TooLong,
                    at,
                    format!("more than {MAX_MEMBERS} numbers"),
                    "use a shorter set",
                ));
            }
        }
        Ok(TakeSet::sorted(members))
    }

    fn single_number(&self, max: u64, what: &str) -> Result<u64, ParseError> {
        let items: Vec<_> = self.items().collect();
        match items[..] {
            [(at, item)] => self.number(at, item, max),
            _ => Err(self.error(Kind::Unexpected, self.start, what, "write one number")),
        }
    }

    fn split(&self) -> Result<Family, ParseError> {
        const HINT: &str =
            "write Split(2), Split(2, differ>=2), Split(3, distinct) or Split(3, not-all-equal)";
        let items: Vec<_> = self.items().collect();
        let heaps = self.number(items[0].0, items[0].1, u64::from(crate::code::MAX_HEAPS))?;
        if heaps < 2 {
            return Err(self.error(
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
                            return Err(self.error(
                                Kind::Unexpected,
                                at,
                                "an unknown condition",
                                HINT,
                            ));
                        };
                        if heaps != 2 {
                            return Err(self.error(
                                Kind::Unexpected,
                                at,
                                "differ>= with more than two heaps",
                                "differ>= is for Split(2, ...)",
                            ));
                        }
                        let place = at + word.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
                        match self.number(place, number, MAX_TAKE)? {
                            0 => Condition::Any,
                            1 => Condition::Distinct,
                            d => Condition::DifferAtLeast(d),
                        }
                    }
                }
            }
            [_, (at, _), ..] => {
                return Err(self.error(Kind::Unexpected, at, "too many arguments", HINT));
            }
        };
        let condition = match condition {
            Condition::NotAllEqual if heaps == 2 => Condition::Distinct,
            other => other,
        };
        Ok(Family::Split { heaps, condition })
    }
}
