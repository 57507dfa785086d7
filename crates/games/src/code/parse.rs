//! Reading a code. Everything CGSuite's TakeAndBreak accepts is accepted, with the same
//! meaning, and some spellings of print besides: `.77`, a middle dot for the point,
//! `0.1(23)` and dots above the ends of the recurring block.

use super::digit::CHARACTERS;
use super::{Code, Digit, MAX_DIGITS, MAX_HEAPS, condition_sign};
use crate::error::{ParseError, ParseErrorKind as Kind, quoted};
use crate::moves::Condition;
use std::str::FromStr;

const DOT_ABOVE: char = '\u{307}';

impl FromStr for Code {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Parser { text, at: 0 }.code()
    }
}

struct Parser<'a> {
    text: &'a str,
    /// Byte offset of the next character.
    at: usize,
}

/// How the recurring block was opened, so that it is closed the same way.
#[derive(Clone, Copy, PartialEq)]
enum Block {
    Bracket,
    Parenthesis,
    Dots,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn advance(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn error(&self, kind: Kind, at: usize, message: impl Into<String>, hint: &str) -> ParseError {
        ParseError::new(kind, self.text, at, message, hint)
    }

    fn code(mut self) -> Result<Code, ParseError> {
        let mut written_before: Vec<(usize, Digit)> = Vec::new();
        loop {
            match self.peek() {
                Some('.' | '·') => break,
                None => {
                    return Err(self.error(
                        Kind::Unexpected,
                        self.at,
                        "the code ends without a point",
                        "write a code as 0.77 or 4.12",
                    ));
                }
                Some('[' | '(') => {
                    return Err(self.error(
                        Kind::Unexpected,
                        self.at,
                        "a recurring block before the point",
                        "only digits after the point may recur",
                    ));
                }
                Some(_) => {
                    let start = self.at;
                    let digit = self.digit()?;
                    self.check_before_point(&digit, start)?;
                    written_before.push((start, digit));
                    self.check_length(written_before.len())?;
                }
            }
        }
        self.advance();

        let mut after = Vec::new();
        let mut block: Option<(Block, usize, usize)> = None; // kind, digits before it, where it opened
        let mut closed = false;
        while let Some(c) = self.peek() {
            let start = self.at;
            if closed {
                return Err(self.error(
                    Kind::Unexpected,
                    start,
                    format!("{} behind the recurring block", quoted(c)),
                    "the recurring block is the end of the code",
                ));
            }
            match c {
                '[' | '(' if block.is_none() => {
                    let kind = if c == '[' { Block::Bracket } else { Block::Parenthesis };
                    block = Some((kind, after.len(), start));
                    self.advance();
                }
                ']' | ')' => {
                    let kind = if c == ']' { Block::Bracket } else { Block::Parenthesis };
                    match block {
                        Some((opened, count, _)) if opened == kind => {
                            if count == after.len() {
                                return Err(self.error(
                                    Kind::EmptySet,
                                    start,
                                    "the recurring block is empty",
                                    "put the digits that recur into it, as in 0.1[23]",
                                ));
                            }
                            closed = true;
                            self.advance();
                        }
                        _ => {
                            return Err(self.error(
                                Kind::Unbalanced,
                                start,
                                format!("{} without its opening partner", quoted(c)),
                                "a recurring block is written 0.1[23]",
                            ));
                        }
                    }
                }
                '.' | '·' => {
                    return Err(self.error(
                        Kind::Unexpected,
                        start,
                        "a second point",
                        "a code has one point",
                    ));
                }
                _ => {
                    let digit = self.digit()?;
                    after.push(digit);
                    self.check_length(after.len())?;
                    if self.peek() == Some(DOT_ABOVE) {
                        match block {
                            None => block = Some((Block::Dots, after.len() - 1, start)),
                            Some((Block::Dots, _, _)) => closed = true,
                            Some(_) => {
                                return Err(self.error(
                                    Kind::Unexpected,
                                    self.at,
                                    "a dot above a digit inside brackets",
                                    "mark the recurring block in one way only",
                                ));
                            }
                        }
                        self.advance();
                    }
                }
            }
        }
        let recurring = match block {
            None => Vec::new(),
            Some((Block::Dots, first, start)) => {
                // One dot alone: that digit recurs, so it has to be the last.
                if !closed && first + 1 != after.len() {
                    return Err(self.error(
                        Kind::Unbalanced,
                        start,
                        "a dot above one digit in the middle",
                        "dot the first and the last digit of the recurring block",
                    ));
                }
                after.split_off(first)
            }
            Some((_, first, start)) => {
                if !closed {
                    return Err(self.error(
                        Kind::Unbalanced,
                        start,
                        "the recurring block is not closed",
                        "close it at the end of the code, as in 0.1[23]",
                    ));
                }
                after.split_off(first)
            }
        };
        let before = written_before.into_iter().rev().map(|(_, digit)| digit).collect();
        Ok(Code::new(before, after, recurring))
    }

    fn check_length(&self, digits: usize) -> Result<(), ParseError> {
        if digits > MAX_DIGITS {
            return Err(self.error(
                Kind::TooLong,
                self.at,
                format!("more than {MAX_DIGITS} digits on one side of the point"),
                "codes are limited to 4096 digits",
            ));
        }
        Ok(())
    }

    fn check_before_point(&self, digit: &Digit, start: usize) -> Result<(), ParseError> {
        if digit.condition(0).is_some() || digit.condition(1).is_some() {
            return Err(self.error(
                Kind::DigitBeforePoint,
                start,
                format!("digit {digit} before the point leaves no heap or one heap"),
                "before the point a move must leave two heaps or more: use digits such as 4, 8, C or {2+}",
            ));
        }
        Ok(())
    }

    /// One digit with its sign: a character, `*`, `{...}` or `&n;`.
    fn digit(&mut self) -> Result<Digit, ParseError> {
        let start = self.at;
        let Some(c) = self.peek() else {
            return Err(self.error(Kind::Unexpected, start, "a digit is missing", ""));
        };
        self.advance();
        match c {
            '*' => {
                let condition = self.sign().unwrap_or(Condition::Any);
                Ok(Digit::star(condition))
            }
            '{' => self.braces(start),
            '&' => {
                let end = self.text[self.at..].find(';').map(|i| self.at + i).ok_or_else(|| {
                    self.error(
                        Kind::Unbalanced,
                        start,
                        "'&' without ';'",
                        "write a large digit as &40;",
                    )
                })?;
                let digits = &self.text[self.at..end];
                let bits: u64 = digits.parse().map_err(|_| {
                    let (kind, what) =
                        if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
                            (Kind::NumberTooLarge, "the number between '&' and ';' is too large")
                        } else {
                            (Kind::Unexpected, "no number between '&' and ';'")
                        };
                    self.error(
                        kind,
                        self.at,
                        what,
                        "write a digit up to 18446744073709551615 as in &40;",
                    )
                })?;
                self.at = end + 1;
                let condition = self.sign().unwrap_or(Condition::Any);
                Ok(Digit::with_condition(bits, condition))
            }
            _ => {
                let upper = c.to_ascii_uppercase();
                let Some(value) = CHARACTERS.find(upper) else {
                    return Err(match c {
                        '}' | ';' => self.error(
                            Kind::Unbalanced,
                            start,
                            format!("{} without its opening partner", quoted(c)),
                            "numbers of heaps are written {0,2!,3+}, large digits &40;",
                        ),
                        '!' | '?' | '=' => self.error(
                            Kind::Unexpected,
                            start,
                            format!("sign {} without a digit", quoted(c)),
                            "write one sign behind a digit, as in 4!.0",
                        ),
                        ' ' => self.error(
                            Kind::UnknownDigit,
                            start,
                            "a space inside the code",
                            "write the code alone, without spaces",
                        ),
                        _ => self.error(
                            Kind::UnknownDigit,
                            start,
                            format!("unknown digit {}", quoted(c)),
                            "digits are 0-9 and A-V",
                        ),
                    });
                };
                let condition = self.sign().unwrap_or(Condition::Any);
                Ok(Digit::with_condition(value as u64, condition))
            }
        }
    }

    fn sign(&mut self) -> Option<Condition> {
        let condition = self.peek().and_then(condition_sign)?;
        self.advance();
        Some(condition)
    }

    fn skip_spaces(&mut self) {
        while self.peek() == Some(' ') {
            self.advance();
        }
    }

    /// `{0,2!,3+}` and the sign that may follow it; the opening brace has been read.
    fn braces(&mut self, start: usize) -> Result<Digit, ParseError> {
        let mut items: Vec<(u32, Option<Condition>, bool)> = Vec::new();
        loop {
            self.skip_spaces();
            let at = self.at;
            if self.peek() == Some('}') && items.is_empty() {
                return Err(self.error(
                    Kind::EmptySet,
                    at,
                    "no number of heaps between the braces",
                    "write the numbers of heaps a move may leave, as in {0,2}",
                ));
            }
            let heaps = self.heap_count(start)?;
            let mut condition = self.sign();
            let more = self.peek() == Some('+');
            if more {
                self.advance();
                condition = condition.or_else(|| self.sign());
            }
            if items.iter().any(|&(h, ..)| h == heaps) {
                return Err(self.error(
                    Kind::Unexpected,
                    at,
                    format!("{heaps} heaps are named twice"),
                    "name every number of heaps once",
                ));
            }
            items.push((heaps, condition, more));
            self.skip_spaces();
            match self.peek() {
                Some(',') if more => {
                    return Err(self.error(
                        Kind::Unexpected,
                        self.at,
                        "something behind '+'",
                        "'+' (or more) belongs to the last and largest number",
                    ));
                }
                Some(',') => self.advance(),
                Some('}') => {
                    self.advance();
                    break;
                }
                Some(c) => {
                    return Err(self.error(
                        Kind::Unexpected,
                        self.at,
                        format!("unexpected {} between the braces", quoted(c)),
                        "separate the numbers of heaps with commas, as in {0,2!,3+}",
                    ));
                }
                None => {
                    return Err(self.error(
                        Kind::Unbalanced,
                        start,
                        "'{' without '}'",
                        "numbers of heaps are written {0,2!,3+}",
                    ));
                }
            }
        }
        let sign_at = self.at;
        let common = self.sign();
        if common.is_some() && items.iter().any(|(_, own, _)| own.is_some()) {
            return Err(self.error(
                Kind::Unexpected,
                sign_at,
                "a sign behind the braces and another inside",
                "give the sign either to the whole digit or to each number of heaps",
            ));
        }
        if let Some(&(last, _, true)) = items.last()
            && items.iter().any(|&(h, ..)| h > last)
        {
            return Err(self.error(
                Kind::Unexpected,
                start,
                "'+' (or more) stands behind a number that is not the largest",
                "write the largest number last, as in {0,2!,3+}",
            ));
        }
        let mut digit = Digit::zero();
        for (heaps, own, more) in items {
            let condition = own.or(common).unwrap_or(Condition::Any);
            if more {
                digit.allow_from(heaps, condition);
            } else {
                digit.allow(heaps, condition);
            }
        }
        Ok(digit)
    }

    fn heap_count(&mut self, start: usize) -> Result<u32, ParseError> {
        let at = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.advance();
        }
        let number = &self.text[at..self.at];
        if number.is_empty() {
            return Err(match self.peek() {
                None => self.error(
                    Kind::Unbalanced,
                    start,
                    "'{' without '}'",
                    "numbers of heaps are written {0,2!,3+}",
                ),
                Some(c) => self.error(
                    Kind::Unexpected,
                    at,
                    format!("expected a number of heaps, found {}", quoted(c)),
                    "numbers of heaps are written {0,2!,3+}",
                ),
            });
        }
        match number.parse::<u32>() {
            Ok(heaps) if heaps <= MAX_HEAPS => Ok(heaps),
            _ => Err(self.error(
                Kind::NumberTooLarge,
                at,
                format!("a number of heaps above {MAX_HEAPS}"),
                "name at most 63 heaps; '+' allows any number from there on",
            )),
        }
    }
}
