//! Positions: sums of heaps, possibly of different games.

use crate::cgsuite::{self, CgsuiteGame};
use crate::error::{ParseError, ParseErrorKind as Kind, quoted};
use crate::ruleset::Ruleset;
use num_bigint::BigUint;
use std::fmt;
use std::str::FromStr;

/// The greatest number of decimal digits of a heap.
pub const MAX_HEAP_DIGITS: usize = 20_000;
/// The greatest number of heaps of a position.
pub const MAX_POSITION_HEAPS: usize = 1_000_000;
/// The greatest number of bytes of a position text.
pub const MAX_POSITION_TEXT: usize = 1 << 26;

/// A sum of heaps: `0.77: 3 5 7`, or several such parts joined by `;` or `+`.
///
/// A heap of a part whose rules carry a pass still has its pass; a heap that has used
/// it is written in a part without `+ pass`. Heaps of 0 are dropped: an empty heap has
/// no move.
///
/// ```
/// use sprague_games::Position;
/// let sum: Position = "Kayles: 3, 5 7; S(1,2): 4".parse()?;
/// assert_eq!(sum.to_string(), "0.77: 3 5 7; S(1,2): 4");
/// # Ok::<(), sprague_games::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The parts, in the order they were written.
    pub parts: Vec<Part>,
}

/// Heaps played by the same rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// The rules.
    pub rules: Ruleset,
    /// The non-empty heaps, in the order they were written.
    pub heaps: Vec<BigUint>,
}

impl Position {
    /// Heaps of one game.
    pub fn of(rules: Ruleset, heaps: impl IntoIterator<Item = u64>) -> Self {
        let heaps = heaps.into_iter().filter(|&n| n > 0).map(BigUint::from).collect();
        Self { parts: vec![Part { rules, heaps }] }
    }

    /// The largest heap; zero when there is none.
    pub fn largest(&self) -> BigUint {
        self.parts.iter().flat_map(|part| &part.heaps).max().cloned().unwrap_or_default()
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.rules)?;
        for heap in &self.heaps {
            write!(f, " {heap}")?;
        }
        if self.heaps.is_empty() { f.write_str(" 0") } else { Ok(()) }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{part}")?;
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = ParseError;

    /// The rules of a part end at the first `:`, its heaps at the next `;` or `+`. Either inside
    /// the rules (the digit `&40;`, a pass) therefore needs no quoting. A heap as CGSuite writes it,
    /// `game.heap.Kayles(5)`, is a position too.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.len() > MAX_POSITION_TEXT {
            return Err(ParseError::new(
                Kind::TooLong,
                "",
                0,
                format!("a position of {} bytes", text.len()),
                format!("at most {MAX_POSITION_TEXT} are read"),
            ));
        }
        if let Some(Ok(CgsuiteGame { rules, heap: Some((_, heap)) })) = cgsuite::read(text.trim()) {
            let heaps = if heap == BigUint::ZERO { Vec::new() } else { vec![heap] };
            return Ok(Self { parts: vec![Part { rules, heaps }] });
        }
        let mut parts = Vec::new();
        let mut count = 0;
        let mut written = 0;
        let mut at = 0;
        while at < text.len() {
            let Some(colon) = text[at..].find(':').map(|i| at + i) else {
                if text[at..].trim().is_empty() && !parts.is_empty() {
                    break; // a `;` at the end
                }
                return Err(missing_heaps(text, at));
            };
            let rules = text[at..colon].parse::<Ruleset>().map_err(|e| e.within(text, at))?;
            let end = text[colon..].find([';', '+']).map_or(text.len(), |i| colon + i);
            let heaps = heaps(text, colon + 1, end, &mut count, &mut written)?;
            parts.push(Part { rules, heaps });
            at = end + 1;
        }
        if parts.is_empty() {
            return Err(missing_heaps(text, 0));
        }
        Ok(Self { parts })
    }
}

fn missing_heaps(text: &str, at: usize) -> ParseError {
    if text[at..].trim().is_empty() {
        return ParseError::new(
            Kind::Empty,
            text,
            at,
            "no position given",
            "write the rules, a colon and the heaps, as in 'Kayles: 3 5 7'",
        );
    }
    // A mistake in the rules is the better complaint.
    match text[at..].parse::<Ruleset>() {
        Err(error) if !text[at..].trim_end().ends_with(|c: char| c.is_ascii_digit()) => {
            error.within(text, at)
        }
        _ => ParseError::new(
            Kind::Unexpected,
            text,
            text.len(),
            "the heaps are missing",
            "write them behind a colon, as in 'Kayles: 3 5 7'",
        ),
    }
}

/// The heaps written in `text[start..end]`.
fn heaps(
    text: &str,
    start: usize,
    end: usize,
    count: &mut usize,
    written: &mut usize,
) -> Result<Vec<BigUint>, ParseError> {
    let mut heaps = Vec::new();
    let mut any = false;
    let mut at = start;
    while at < end {
        let rest = &text[at..end];
        let Some(c) = rest.chars().next() else { break };
        if c.is_whitespace() || c == ',' {
            at += c.len_utf8();
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            let what = if c == ':' {
                "a second colon: parts are joined by ';' or '+'".to_owned()
            } else {
                format!("{} where a heap was expected", quoted(c))
            };
            return Err(ParseError::new(
                Kind::Unexpected,
                text,
                at,
                what,
                "heaps are whole numbers separated by spaces, as in 'Kayles: 3 5 7'",
            ));
        }
        if digits > MAX_HEAP_DIGITS {
            return Err(ParseError::new(
                Kind::NumberTooLarge,
                text,
                at,
                format!("a heap of {digits} digits"),
                format!("at most {MAX_HEAP_DIGITS} digits are read"),
            ));
        }
        *count += 1;
        if *count > MAX_POSITION_HEAPS {
            return Err(ParseError::new(
                Kind::TooLong,
                text,
                at,
                format!("more than {MAX_POSITION_HEAPS} heaps"),
                "a position may have at most a million heaps",
            ));
        }
        let (heap, length) = match power(rest, digits) {
            None => (number(&rest[..digits]), digits),
            Some((Some(heap), length)) => (heap, length),
            Some((None, _)) => {
                return Err(ParseError::new(
                    Kind::NumberTooLarge,
                    text,
                    at,
                    "too large a power",
                    format!("a heap has at most {MAX_HEAP_DIGITS} digits"),
                ));
            }
        };
        // A few bytes may stand for many digits.
        if length > digits {
            *written += heap.bits() as usize / 3;
            if *written > MAX_POSITION_TEXT {
                return Err(ParseError::new(
                    Kind::TooLong,
                    text,
                    at,
                    "too many large powers",
                    format!("all heaps together have at most {MAX_POSITION_TEXT} digits"),
                ));
            }
        }
        any = true;
        if heap != BigUint::ZERO {
            heaps.push(heap);
        }
        at += length;
    }
    if any {
        Ok(heaps)
    } else {
        Err(ParseError::new(
            Kind::Unexpected,
            text,
            end,
            "the heaps are missing",
            "write them behind the colon, as in 'Kayles: 3 5 7'",
        ))
    }
}

/// A number of decimal digits.
fn number(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default()
}

/// A power, `10^30` or `5e12`, whose first number has so many digits, and its length; `None` where
/// there is none, and inside where it has too many digits.
fn power(text: &str, digits: usize) -> Option<(Option<BigUint>, usize)> {
    let (first, rest) = text.split_at(digits);
    let sign = rest.chars().next().filter(|c| ['^', 'e', 'E'].contains(c))?;
    let exponent = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
    if exponent == 0 {
        return None;
    }
    let base = if sign == '^' { number(first) } else { 10u32.into() };
    let factor = if sign == '^' { BigUint::from(1u32) } else { number(first) };
    // A digit has less than four bits, and a number of b bits is at least 2^(b-1).
    let most = 4 * MAX_HEAP_DIGITS as u64;
    let power = match u32::try_from(&number(&rest[1..=exponent])) {
        Ok(e) if base.bits() <= 1 => Some(base.pow(e.min(1))),
        Ok(e) if (base.bits() - 1).saturating_mul(e.into()) <= most => Some(base.pow(e)),
        _ => None,
    };
    let heap = power.map(|power| power * factor);
    let fits = heap.filter(|heap| heap.bits() <= most && heap.to_string().len() <= MAX_HEAP_DIGITS);
    Some((fits, digits + 1 + exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_prints() {
        for (text, canonical) in [
            ("Kayles: 3 5 7", "0.77: 3 5 7"),
            (" 0.77 :3,5,  7 ", "0.77: 3 5 7"),
            ("0.&40;7: 3; S(2,1): 4 0 1;", "0.&40;7: 3; S(1,2): 4 1"),
            ("0.7 + pass: 5; n -> n-1 | n div 2: 9", "0.7 + pass: 5; n -> n-1 | n div 2: 9"),
            ("Nim: 0", "0.[3]: 0"),
            ("Kayles: 3 5 7 + Nim: 4", "0.77: 3 5 7; 0.[3]: 4"),
            ("0.7 + pass: 5 + 0.7: 5+Nim:1", "0.7 + pass: 5; 0.7: 5; 0.[3]: 1"),
            ("game.heap.Kayles(5)", "0.77: 5"),
            ("game.heap.TakeAndBreak(\"0.156\")(12)", "0.156: 12"),
            ("game.heap.Nim(0)", "0.[3]: 0"),
            ("Nim: 00012345678901234567890123", "0.[3]: 12345678901234567890123"),
            (
                "Nim: 2^70,3e2 0^0 0^5 1^9 7e0+Kayles: 10^3",
                "0.[3]: 1180591620717411303424 300 1 1 7; 0.77: 1000",
            ),
        ] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), canonical);
            assert_eq!(canonical.parse::<Position>().unwrap(), position);
        }
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, message) in [
            ("", "no position given"),
            ("Kayles", "the heaps are missing at column 7"),
            ("Kayles:", "the heaps are missing at column 8"),
            ("Kayles: 3; ", ""),
            ("Kayles: 3 -1", "'-' where a heap was expected at column 11"),
            ("Kayles: 3: 4", "a second colon"),
            ("Kayels: 3", "unknown game 'Kayels' at column 1"),
            ("Kayles: 3; Kayels: 3", "unknown game 'Kayels' at column 12"),
            ("0.7W: 3", "unknown digit 'W' at column 4"),
            ("Nim: 3^", "'^' where a heap was expected at column 7"),
            ("Nim: 2e", "'e' where a heap was expected at column 7"),
            ("Nim: 1 10^20000", "too large a power at column 8"),
            ("Nim: 9^99999999999999999999", "too large a power at column 6"),
            ("Nim: 2^3^2", "'^' where a heap was expected at column 9"),
        ] {
            match text.parse::<Position>() {
                Ok(_) => assert_eq!(message, "", "{text}"),
                Err(error) => {
                    assert!(error.to_string().starts_with(message), "{text}: {error}");
                    assert!(!message.is_empty(), "{text}: {error}");
                }
            }
        }
        let long = format!("Nim: {}", "9".repeat(MAX_HEAP_DIGITS + 1));
        assert!(long.parse::<Position>().is_err());
        let fits = format!("Nim: {}", "9".repeat(MAX_HEAP_DIGITS));
        assert!(fits.parse::<Position>().is_ok());
        assert!("Nim: 10^19999".parse::<Position>().is_ok());
        let many = format!("Nim:{}", " 10^19999".repeat(5000));
        let error = many.parse::<Position>().unwrap_err().to_string();
        assert!(error.starts_with("too many large powers"), "{error}");
    }
}
