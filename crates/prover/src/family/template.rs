//! The text of a family: rules with a parameter k.

use std::fmt;

/// Longer texts are no games.
const LONGEST: usize = 10_000;

/// Rules with a parameter: `S(2,4k,4k+2)`, `Mark(k)`, `0.2(0)^(2k+1)48`.
///
/// `k`, `4k`, `4k+2`, `k-1` stand for numbers wherever no letter is beside them; `(01)^k` and
/// `(0)^(2k+1)` for digits that come so many times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    text: String,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Number(Term),
    Repeated(String, Term),
}

/// slope·k + offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    slope: u64,
    offset: i64,
}

/// Why a text is no family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateError {
    /// It has no parameter.
    NoParameter,
    /// It is written in the rule language, where letters are variables.
    RuleLanguage,
    /// A number is too large.
    Large,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoParameter => {
                "a family has a parameter k, as in 'S(2,4k,4k+2)', 'Mark(k)' or '0.2(0)^(2k+1)48'"
            }
            Self::RuleLanguage => "a rule with -> has no parameter: its letters are variables",
            Self::Large => "a number of the family is too large",
        })
    }
}

impl std::error::Error for TemplateError {}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::str::FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        if text.contains("->") {
            return Err(TemplateError::RuleLanguage);
        }
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        let mut before = ' ';
        while let Some(c) = rest.chars().next() {
            let found = match repeated(rest)? {
                Some((digits, term, after)) => Some((Piece::Repeated(digits, term), after)),
                None if before.is_ascii_alphanumeric() => None,
                None => number(rest)?.map(|(term, after)| (Piece::Number(term), after)),
            };
            if let Some((piece, after)) = found {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
                pieces.push(piece);
                (rest, before) = (after, 'k');
            } else {
                plain.push(c);
                (rest, before) = (&rest[c.len_utf8()..], c);
            }
        }
        if pieces.is_empty() {
            return Err(TemplateError::NoParameter);
        }
        pieces.push(Piece::Text(plain));
        Ok(Self { text: text.to_owned(), pieces })
    }
}

/// `4k+2` at the beginning, and what follows.
fn number(text: &str) -> Result<Option<(Term, &str)>, TemplateError> {
    let (slope, rest) = digits(text);
    let Some(rest) = rest.strip_prefix('k') else { return Ok(None) };
    if rest.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return Ok(None);
    }
    let large = |_| TemplateError::Large;
    let slope = if slope.is_empty() { 1 } else { slope.parse().map_err(large)? };
    let (offset, after) = digits(rest.get(1..).unwrap_or(""));
    let sign = match rest.chars().next() {
        Some('+') => 1,
        Some('-') => -1,
        _ => 0,
    };
    if sign == 0 || offset.is_empty() {
        return Ok(Some((Term { slope, offset: 0 }, rest)));
    }
    let size: u32 = offset.parse().map_err(large)?;
    Ok(Some((Term { slope, offset: sign * i64::from(size) }, after)))
}

/// `(01)^k` or `(0)^(2k+1)` at the beginning, and what follows.
fn repeated(text: &str) -> Result<Option<(String, Term, &str)>, TemplateError> {
    let Some((inside, rest)) = text.strip_prefix('(').and_then(|rest| rest.split_once(")^")) else {
        return Ok(None);
    };
    if inside.is_empty() || !inside.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Ok(None);
    }
    let found = match rest.strip_prefix('(') {
        Some(rest) => number(rest)?.and_then(|(term, rest)| Some((term, rest.strip_prefix(')')?))),
        None => rest.strip_prefix('k').map(|rest| (Term { slope: 1, offset: 0 }, rest)),
    };
    Ok(found.map(|(term, rest)| (inside.to_owned(), term, rest)))
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

impl Term {
    fn at(self, k: u64) -> Option<u64> {
        self.slope.checked_mul(k)?.checked_add_signed(self.offset)
    }
}

impl Template {
    /// The text of the game with this k, or why there is none.
    pub fn at(&self, k: u64) -> Result<String, String> {
        let mut text = String::new();
        for piece in &self.pieces {
            let value = |term: &Term| term.at(k).ok_or("a number would be negative or too large");
            match piece {
                Piece::Text(plain) => text.push_str(plain),
                Piece::Number(term) => text.push_str(&value(term)?.to_string()),
                Piece::Repeated(digits, term) => {
                    let times = usize::try_from(value(term)?).unwrap_or(usize::MAX);
                    if times.saturating_mul(digits.len()) > LONGEST {
                        return Err("the code would be too long".into());
                    }
                    text.push_str(&digits.repeat(times));
                }
            }
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_found() {
        for (family, k, game) in [
            ("S(2,4k,4k+2)", 3, "S(2,12,14)"),
            ("Mark(k)", 7, "Mark(7)"),
            ("S(1,k-1,2k+10)", 5, "S(1,4,20)"),
            ("0.2(0)^(2k+1)48", 2, "0.20000048"),
            ("0.(01)^k4", 3, "0.0101014"),
            ("0.(1)^k4", 0, "0.4"),
            ("AllBut(k,2k) + pass", 4, "AllBut(4,8) + pass"),
            ("{k}.0", 4, "{4}.0"),
        ] {
            let template: Template = family.parse().unwrap();
            assert_eq!(template.at(k).as_deref(), Ok(game), "{family}");
            assert_eq!(template.to_string(), family);
        }
        let minus: Template = "S(1,k-3)".parse().unwrap();
        assert!(minus.at(2).is_err() && minus.at(3).is_ok());
        let long: Template = "0.(1)^k".parse().unwrap();
        assert!(long.at(u64::MAX).is_err());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["Mark", "Kayles", "S(1,2)", "", "S(2,kk)", "(0)^k2k4k5x"] {
            let found = text.parse::<Template>();
            assert!(found.is_err() || text.contains("^k"), "{text}");
        }
        assert_eq!("n -> n-k".parse::<Template>(), Err(TemplateError::RuleLanguage));
        assert_eq!("S(99999999999999999999k)".parse::<Template>(), Err(TemplateError::Large));
    }
}
