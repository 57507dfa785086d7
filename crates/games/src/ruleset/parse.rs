//! Reading rules: codes, sets, names and rules of the rule language, with or without a pass.

use super::{MAX_TEXT, Ruleset};
use crate::cgsuite::{self, CgsuiteGame};
use crate::code::Code;
use crate::error::{ParseError, ParseErrorKind as Kind, quoted};
use crate::family::{Arguments, Call, NOTATIONS, Notation};
use crate::names;
use crate::rule_language::Rule;
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
        return text.parse::<Rule>().map(Ruleset::of);
    }
    if let Some(read) = cgsuite::read(text) {
        let CgsuiteGame { rules, heap } = read?;
        return match heap {
            None => Ok(rules),
            Some((at, heap)) => Err(ParseError::new(
                Kind::Unexpected,
                text,
                at,
                "a heap behind the rules",
                format!("as a position this is '{rules}: {heap}'; the rules are {rules}"),
            )),
        };
    }
    if is_family_with_arguments(text) {
        return parse_family(text);
    }
    if !text.contains('(') || text.contains(['.', '·']) {
        if text.contains(['.', '·']) {
            return text.parse::<Code>().map(Ruleset::of);
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

/// Whether the text begins with the name of a family and a bracket. Its arguments may have a
/// point, and no code begins so: in `S{2+}.3` the S is a digit, but a brace is closed before
/// the point.
fn is_family_with_arguments(text: &str) -> bool {
    let Some(open) = text.find(['(', '{']) else { return false };
    if text[open..].starts_with('{') && braces(text).is_none() {
        return false;
    }
    let key = names::key(&text[..open]);
    NOTATIONS.iter().any(|notation| notation.names.iter().any(|name| names::key(name) == key))
}

/// What stands before and between the braces of `NAME{NUMBERS}`.
fn braces(text: &str) -> Option<(&str, &str)> {
    let (name, inner) = text.strip_suffix('}')?.split_once('{')?;
    let numbers = inner.bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.' | b' '));
    numbers.then_some((name, inner))
}

/// `NAME` or `NAME(ARGUMENTS)`; sets may stand in braces, `S{1,2,4}`.
fn parse_family(text: &str) -> Result<Ruleset, ParseError> {
    if let Some((name, inner)) = braces(text) {
        return parse_family(&format!("{name}({inner})")).map_err(|error| error.within(text, 0));
    }
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
    let call = Call { text, key, arguments };
    let own = |notation: &&Notation| notation.names.iter().any(|n| names::key(n) == call.key);
    if let Some(notation) = NOTATIONS.iter().find(own) {
        return (notation.read)(&call).map(Ruleset::of);
    }
    if call.arguments.is_some() && names::find(name).is_some() {
        return Err(ParseError::new(
            Kind::Unexpected,
            text,
            name.len(),
            format!("{} takes no arguments", name.trim()),
            "write the name alone",
        ));
    }
    let looks_like_code =
        name.bytes().all(|b| b.is_ascii_hexdigit()) && name.bytes().any(|b| b.is_ascii_digit());
    let hint = if call.key == "mimark" {
        "MiMark is Mark under misere play: 'sprague misere Mark' has its outcomes, 'sprague best --misere' its winning moves".to_owned()
    } else if looks_like_code {
        format!("a code has a point: write 0.{name}")
    } else if let Some(close) = names::closest(&call.key) {
        format!("did you mean {close}? 'sprague games' lists the names")
    } else {
        "write a code such as 0.77, a set such as S(1,2,4), a rule such as 'n -> n-1 | n div 2', or a name ('sprague games' lists them)".to_owned()
    };
    let shown: String = name.trim().chars().take(40).flat_map(char::escape_default).collect();
    Err(ParseError::new(Kind::UnknownName, text, 0, format!("unknown game '{shown}'"), hint))
}
