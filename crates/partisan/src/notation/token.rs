//! A text as tokens.

use super::Comparison;
use crate::error::Error;

/// A sign, a name or the digits of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Digits(String),
    Ups(i64),
    Star,
    Plus,
    Minus,
    PlusMinus,
    Tiny,
    Miny,
    Slash,
    Comma,
    Colon,
    OpenBrace,
    CloseBrace,
    OpenParenthesis,
    CloseParenthesis,
    OpenBracket,
    CloseBracket,
    Bars(usize),
    Sign(Comparison),
    Name(String),
}

/// A token and its place.
pub(super) struct Spot {
    pub(super) token: Token,
    /// Where it starts, in characters.
    pub(super) position: usize,
    /// Where it ends.
    pub(super) end: usize,
}

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Result<Vec<Spot>, Error> {
    let chars: Vec<char> = text.chars().collect();
    let mut spots = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let position = i;
        let c = chars[i];
        let next = chars.get(i + 1).copied();
        let run = |from: usize, test: &dyn Fn(char) -> bool| {
            from + chars[from..].iter().take_while(|&&c| test(c)).count()
        };
        let (token, end) = match c {
            _ if c.is_whitespace() => {
                i += 1;
                continue;
            }
            '0'..='9' => {
                let end = run(i, &|c| c.is_ascii_digit());
                (Token::Digits(chars[i..end].iter().collect()), end)
            }
            '^' | '\u{2191}' => {
                let end = run(i, &|d| d == c);
                (Token::Ups((end - i) as i64), end)
            }
            '\u{21d1}' => (Token::Ups(2), i + 1),
            '\u{2193}' => {
                let end = run(i, &|d| d == c);
                (Token::Ups(-((end - i) as i64)), end)
            }
            '\u{21d3}' => (Token::Ups(-2), i + 1),
            '*' | '\u{2217}' => (Token::Star, i + 1),
            '+' if next == Some('-') => (Token::PlusMinus, i + 2),
            '\u{b1}' => (Token::PlusMinus, i + 1),
            '+' if next == Some('_') => (Token::Tiny, i + 2),
            '-' if next == Some('_') => (Token::Miny, i + 2),
            '+' => (Token::Plus, i + 1),
            '-' | '\u{2212}' => (Token::Minus, i + 1),
            '/' => (Token::Slash, i + 1),
            ',' => (Token::Comma, i + 1),
            ':' => (Token::Colon, i + 1),
            '{' => (Token::OpenBrace, i + 1),
            '}' => (Token::CloseBrace, i + 1),
            '(' => (Token::OpenParenthesis, i + 1),
            ')' => (Token::CloseParenthesis, i + 1),
            '[' => (Token::OpenBracket, i + 1),
            ']' => (Token::CloseBracket, i + 1),
            '<' if next == Some('=') => (Token::Sign(Comparison::AtMost), i + 2),
            '<' if next == Some('|') => (Token::Sign(Comparison::LessOrFuzzy), i + 2),
            '<' if next == Some('>') => (Token::Sign(Comparison::Fuzzy), i + 2),
            '<' => (Token::Sign(Comparison::Less), i + 1),
            '>' if next == Some('=') => (Token::Sign(Comparison::AtLeast), i + 2),
            '>' => (Token::Sign(Comparison::Greater), i + 1),
            '\u{2264}' => (Token::Sign(Comparison::AtMost), i + 1),
            '\u{2265}' => (Token::Sign(Comparison::AtLeast), i + 1),
            '=' if next == Some('=') => (Token::Sign(Comparison::Equal), i + 2),
            '=' => (Token::Sign(Comparison::Equal), i + 1),
            '!' if next == Some('=') => (Token::Sign(Comparison::Different), i + 2),
            '|' if next == Some('>') => (Token::Sign(Comparison::GreaterOrFuzzy), i + 2),
            '|' => {
                let end = run(i, &|d| d == '|');
                (Token::Bars(end - i), end)
            }
            _ if c.is_alphabetic() => {
                let end = run(i, &char::is_alphabetic);
                let name: String = chars[i..end].iter().collect();
                if name.chars().all(|c| c == 'v') {
                    (Token::Ups(-((end - i) as i64)), end)
                } else {
                    (Token::Name(name.to_lowercase()), end)
                }
            }
            _ => return Err(Error::syntax(format!("unexpected character {c:?}"), position)),
        };
        spots.push(Spot { token, position, end });
        i = end;
    }
    Ok(spots)
}
