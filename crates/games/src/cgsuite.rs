//! The same game in CGSuite.
//!
//! CGSuite 2 has the rulesets `TakeAndBreak`, `Subtraction` and `Splittles` in its package
//! `game.heap`; its codes are those of this crate.

use crate::error::ParseError;
use crate::position::MAX_HEAP_DIGITS;
use crate::ruleset::Ruleset;
use num_bigint::BigUint;

/// What an expression of CGSuite says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CgsuiteGame {
    pub rules: Ruleset,
    /// A heap of these rules, with its place in the text.
    pub heap: Option<(usize, BigUint)>,
}

/// Reads `game.heap.Kayles`, `game.heap.TakeAndBreak("0.77")`, `Subtraction([2,3,7])` (with
/// `allbut => true`), `Splittles([1,2])`, and the same with a heap behind, `(5)`. `None` for a text
/// that is no expression of CGSuite.
pub(crate) fn read(text: &str) -> Option<Result<CgsuiteGame, ParseError>> {
    const PACKAGE: &str = "game.heap.";
    let packaged = text.get(..PACKAGE.len()).is_some_and(|p| p.eq_ignore_ascii_case(PACKAGE));
    let start = if packaged { PACKAGE.len() } else { 0 };
    let rest = &text[start..];
    let name_length = rest.find('(').unwrap_or(rest.len());
    let name = &rest[..name_length];
    let behind = &rest[name_length..];
    // The ruleset and where its own parentheses end.
    let quoted = |open: &str, close: &str| -> Option<(&str, usize)> {
        let inner = behind.strip_prefix(open)?;
        let length = inner.find(close)?;
        Some((&inner[..length], name_length + open.len() + length + close.len()))
    };
    let (rules, end) = match name.to_ascii_lowercase().as_str() {
        "takeandbreak" => {
            let (code, end) = quoted("(\"", "\")")?;
            (code.parse().map_err(|e: ParseError| e.within(text, start + name_length + 2)), end)
        }
        "subtraction" | "splittles" => {
            let (set, end) = quoted("([", ")")?;
            let (set, flags) = set.split_once(']')?;
            let all_but = match flags.replace(' ', "").to_ascii_lowercase().as_str() {
                "" | ",allbut=>false" => false,
                ",allbut=>true" => true,
                _ => return None,
            };
            let family = match (name.to_ascii_lowercase().as_str(), all_but) {
                ("subtraction", false) => "S",
                ("subtraction", true) => "AllBut",
                (_, false) => "Splittles",
                _ => return None,
            };
            let read = format!("{family}({set})").parse::<Ruleset>();
            // The name is another one, the numbers stand where they stand.
            (read.map_err(|e| e.retold(text, start + name_length + 2)), end)
        }
        _ if packaged => (name.parse(), name_length),
        _ => return None,
    };
    let rules: Ruleset = match rules {
        Ok(rules) => rules,
        Err(error) => return Some(Err(error)),
    };
    let heap = match rest[end..].trim() {
        "" | "()" => None,
        heap => {
            let digits = heap.strip_prefix('(')?.strip_suffix(')')?.trim();
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            if !plain || digits.len() > MAX_HEAP_DIGITS {
                return None;
            }
            Some((start + end, BigUint::parse_bytes(digits.as_bytes(), 10)?))
        }
    };
    Some(Ok(CgsuiteGame { rules, heap }))
}

/// The CGSuite expression of a ruleset, if CGSuite has one for it: no Mark, no rules of the
/// rule language, no pass.
///
/// ```
/// use sprague_games::{Ruleset, cgsuite};
/// let rules: Ruleset = "Kayles".parse().unwrap();
/// assert_eq!(cgsuite::expression(&rules).unwrap(), r#"game.heap.TakeAndBreak("0.77")"#);
/// ```
pub fn expression(rules: &Ruleset) -> Option<String> {
    if rules.has_pass() {
        return None;
    }
    rules.family().spelled().cgsuite()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<String> {
        expression(&text.parse().unwrap())
    }

    #[test]
    fn the_forms_of_cgsuite() {
        let code = |text: &str| Some(format!("game.heap.TakeAndBreak(\"{text}\")"));
        assert_eq!(of("Grundy"), code("4!.0"));
        assert_eq!(of("Nim"), code("0.[3]"));
        assert_eq!(of(".3f"), code("0.3F"));
        assert_eq!(of("Split(3, distinct)"), code("8!.0"));
        assert_eq!(of("S(2,3,7)").unwrap(), "game.heap.Subtraction([2,3,7])");
        assert_eq!(of("AllBut(2,3,7)").unwrap(), "game.heap.Subtraction([2,3,7], allbut => true)");
        assert_eq!(of("Splittles(1,2)").unwrap(), "game.heap.Splittles([1,2])");
    }

    /// What is written is read again, with the package and a heap or without.
    #[test]
    fn what_is_written_is_read() {
        for game in ["Grundy", "Nim", ".3f", "S(2,3,7)", "AllBut(2,3,7)", "Splittles(1,2)", "0.156"]
        {
            let rules: Ruleset = game.parse().unwrap();
            let text = expression(&rules).unwrap();
            let read: Ruleset = text.parse().unwrap();
            assert_eq!(read.form(), rules.form(), "{text}");
            let short: Ruleset = text.strip_prefix("game.heap.").unwrap().parse().unwrap();
            assert_eq!(short, read, "{text}");
            let heap = format!("{text}(12)");
            assert_eq!(super::read(&heap).unwrap().unwrap().heap.unwrap().1, 12u8.into());
            let error = heap.parse::<Ruleset>().unwrap_err();
            assert!(error.hint().contains(&format!("'{read}: 12'")), "{error}");
        }
        assert_eq!("game.heap.Kayles".parse::<Ruleset>(), "0.77".parse());
        assert_eq!("Subtraction(2,3)".parse::<Ruleset>(), "S(2,3)".parse());
        for wrong in [
            "game.heap.Kyles",
            "game.heap.",
            "TakeAndBreak(\"0.7W\")",
            "TakeAndBreak(\"0.77\"",
            "game.heap.Subtraction([2,0])",
            "game.heap.Subtraction([2,3], allbut => maybe)",
            "game.heap.Kayles(5)(6)",
        ] {
            assert!(wrong.parse::<Ruleset>().is_err(), "{wrong}");
        }
        let error = "TakeAndBreak(\"0.7W\")".parse::<Ruleset>().unwrap_err();
        assert_eq!(error.column(), 18, "{error}");
    }

    #[test]
    fn games_that_cgsuite_has_not() {
        for game in ["Mark", "UpMark(3)", "n -> n-1 | n div 2", "0.77 + pass", "CouplesAreForever"]
        {
            assert_eq!(of(game), None, "{game}");
        }
    }
}
