//! The words, numbers and signs of a rule text.

use super::{MAX_CONSTANT, MAX_NODES};
use crate::error::{ParseError, ParseErrorKind as Kind, quoted};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(i64),
    Word(String),
    Sign(&'static str),
}

const SIGNS: [&str; 18] = [
    "->", "<=", ">=", "!=", "<>", "==", "=", "<", ">", "+", "-", "*", "|", "(", ")", "≤", "≥", "≠",
];

/// Words that are no variables.
pub(super) const KEYWORDS: [&str; 12] =
    ["n", "where", "if", "and", "or", "not", "div", "mod", "is", "power", "of", "pass"];

/// The tokens of a text, each with its byte offset.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if c.is_ascii_digit() {
            let end = at + text[at..].bytes().take_while(u8::is_ascii_digit).count();
            let number = text[at..end].parse::<i64>().ok().filter(|&v| v <= MAX_CONSTANT);
            let number = number.ok_or_else(|| {
                ParseError::new(
                    Kind::NumberTooLarge,
                    text,
                    at,
                    "a number that is too large",
                    format!("numbers of a rule go to {MAX_CONSTANT}"),
                )
            })?;
            tokens.push((at, Token::Number(number)));
            at = end;
        } else if c.is_ascii_alphabetic() {
            let end = at
                + text[at..]
                    .bytes()
                    .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
                    .count();
            tokens.push((at, Token::Word(text[at..end].to_ascii_lowercase())));
            at = end;
        } else if let Some(sign) = SIGNS.iter().find(|sign| text[at..].starts_with(**sign)) {
            tokens.push((at, Token::Sign(sign)));
            at += sign.len();
        } else {
            return Err(ParseError::new(
                Kind::Unexpected,
                text,
                at,
                format!("unexpected {}", quoted(c)),
                "a rule looks like n -> n-1 | a+b where a+b = n and a < b",
            ));
        }
        if tokens.len() > 4 * MAX_NODES {
            return Err(ParseError::new(Kind::TooLong, text, at, "the rule is too long", ""));
        }
    }
    Ok(tokens)
}
