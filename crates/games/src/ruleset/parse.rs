//! Reading rules: codes, sets, names and rules of the rule language, with or without a pass.

use super::{Family, MAX_MARK, MAX_MEMBERS, MAX_TAKE, MAX_TEXT, Rounding, Ruleset, TakeSet};
use crate::code::Code;
use crate::error::{ParseError, ParseErrorKind as Kind, quoted};
use crate::moves::Condition;
use crate::names;
use std::str::FromStr;

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
        // Asked before reading on: a text of many passes would fill the stack.
        if strip_pass(base).is_some() {
            return Err(ParseError::new(
                Kind::Unexpected,
                text,
                base.len(),
                "a second pass",
                "a heap carries at most one pass",
            ));
        }
        return Ok(Ruleset { pass: true, ..parse_trimmed(base)? });
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
