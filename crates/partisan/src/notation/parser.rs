//! Reading values and comparisons.

use super::token::{Spot, Token, tokens};
use super::{Comparison, Evaluated, NESTING_LIMIT};
use crate::dyadic::Dyadic;
use crate::error::Error;
use crate::game::{Game, Games};
use crate::subtraction::Subtraction;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Longest number read: reading decimal digits takes quadratic time, and this keeps it
/// below a second.
const DIGIT_LIMIT: usize = 100_000;

impl Games {
    /// Reads a value, for example `1/2*`, `{0|1} + *2 - ^` or `Subtraction(1,3|2,3): 6`.
    pub fn parse(&mut self, text: &str) -> Result<Game, Error> {
        match self.evaluate(text)? {
            Evaluated::Value(game) => Ok(game),
            Evaluated::Comparison { .. } => {
                Err(Error::syntax("a comparison has no value; give one side of it", 0))
            }
        }
    }

    /// Reads a value or a comparison of two values.
    pub fn evaluate(&mut self, text: &str) -> Result<Evaluated, Error> {
        let spots = tokens(text)?;
        let length = text.chars().count();
        let mut parser = Parser { games: self, spots, at: 0, length, nesting: 0 };
        let left = parser.sum()?;
        let sign = match parser.peek() {
            Some(Token::Sign(sign)) => *sign,
            Some(Token::Bars(2)) => Comparison::Fuzzy,
            Some(_) => {
                return Err(parser.unexpected("an operator, a comparison or the end"));
            }
            None => return Ok(Evaluated::Value(left)),
        };
        parser.at += 1;
        let right = parser.sum()?;
        if parser.peek().is_some() {
            return Err(parser.unexpected("the end"));
        }
        let relation = self.compare(left, right)?;
        let holds = sign.holds(relation);
        Ok(Evaluated::Comparison { left, right, sign, relation, holds })
    }
}

struct Parser<'a> {
    games: &'a mut Games,
    spots: Vec<Spot>,
    at: usize,
    length: usize,
    nesting: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.spots.get(self.at).map(|s| &s.token)
    }

    fn position(&self) -> usize {
        self.spots.get(self.at).map_or(self.length, |s| s.position)
    }

    fn next_is(&self, token: &Token) -> bool {
        self.peek() == Some(token)
    }

    fn take(&mut self, token: &Token) -> bool {
        let found = self.next_is(token);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &Token, what: &str) -> Result<(), Error> {
        if self.take(token) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    fn unexpected(&self, expected: &str) -> Error {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(Token::Name(name)) => format!("the name {name:?}"),
            Some(Token::Digits(_)) => "a number".to_owned(),
            Some(Token::CloseBrace) => "`}`".to_owned(),
            Some(Token::CloseParenthesis) => "`)`".to_owned(),
            Some(Token::Bars(n)) => format!("`{}`", "|".repeat((*n).min(8))),
            Some(_) => "this".to_owned(),
        };
        Error::syntax(format!("found {found}, expected {expected}"), self.position())
    }

    fn nested<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if self.nesting >= NESTING_LIMIT {
            return Err(Error::syntax(
                format!("nested more than {NESTING_LIMIT} levels deep"),
                self.position(),
            ));
        }
        self.nesting += 1;
        let result = work(self);
        self.nesting -= 1;
        result
    }

    fn sum(&mut self) -> Result<Game, Error> {
        let mut total = self.term()?;
        loop {
            let term = match self.peek() {
                Some(Token::Plus) => {
                    self.at += 1;
                    self.term()?
                }
                Some(Token::Minus) => {
                    self.at += 1;
                    let term = self.term()?;
                    self.games.negative(term)?
                }
                // `2+-1` is 2 plus the switch +-1, as `+_2` and `-_2` are tiny and miny.
                Some(Token::PlusMinus | Token::Tiny | Token::Miny) => self.term()?,
                _ => return Ok(total),
            };
            total = self.games.sum(total, term)?;
        }
    }

    fn term(&mut self) -> Result<Game, Error> {
        self.nested(|parser| match parser.peek() {
            // The sign of a number belongs to the number alone: `-4v` is -4 and a down.
            Some(Token::Minus) if parser.signed_number() => {
                parser.at += 1;
                parser.literal(true)
            }
            Some(Token::Minus) => {
                parser.at += 1;
                let term = parser.term()?;
                parser.games.negative(term)
            }
            Some(Token::Plus) => {
                parser.at += 1;
                parser.term()
            }
            Some(Token::PlusMinus) => {
                parser.at += 1;
                let options = if parser.next_is(&Token::OpenParenthesis) {
                    parser.at += 1;
                    let options = parser.list()?;
                    parser.expect(&Token::CloseParenthesis, "`,` or `)`")?;
                    options
                } else {
                    vec![parser.term()?]
                };
                parser.games.switch(&options)
            }
            Some(Token::Tiny) => {
                parser.at += 1;
                let term = parser.term()?;
                parser.games.tiny(term)
            }
            Some(Token::Miny) => {
                parser.at += 1;
                let term = parser.term()?;
                parser.games.miny(term)
            }
            _ => parser.primary(),
        })
    }

    fn primary(&mut self) -> Result<Game, Error> {
        match self.peek() {
            Some(Token::OpenBrace) => {
                self.at += 1;
                self.braces()
            }
            Some(Token::OpenParenthesis) => {
                self.at += 1;
                let value = self.sum()?;
                self.expect(&Token::CloseParenthesis, "an operator or `)`")?;
                Ok(value)
            }
            Some(Token::Digits(_) | Token::Ups(_) | Token::Star) => self.literal(false),
            Some(Token::Name(name)) => {
                let name = name.clone();
                self.named(&name)
            }
            _ => Err(self.unexpected("a value such as `1/2`, `^2*` or `{0|1}`")),
        }
    }

    fn list(&mut self) -> Result<Vec<Game>, Error> {
        let mut items = vec![self.sum()?];
        while self.take(&Token::Comma) {
            items.push(self.sum()?);
        }
        Ok(items)
    }

    fn named(&mut self, name: &str) -> Result<Game, Error> {
        let position = self.position();
        self.at += 1;
        match name {
            "up" => self.games.up(1),
            "down" => self.games.up(-1),
            "star" => self.games.nimber(1),
            "tiny" | "miny" => {
                self.expect(&Token::OpenParenthesis, "`(`")?;
                let value = self.sum()?;
                self.expect(&Token::CloseParenthesis, "an operator or `)`")?;
                if name == "tiny" { self.games.tiny(value) } else { self.games.miny(value) }
            }
            "subtraction" | "s" => self.subtraction(),
            _ => Err(Error::syntax(
                format!(
                    "unknown name {name:?}; known are up, down, star, Tiny(..), Miny(..) and \
                     Subtraction(..|..): n"
                ),
                position,
            )),
        }
    }

    /// `Subtraction(1,3|2,3): 6 4`: what Left may take, what Right may take, the heaps.
    fn subtraction(&mut self) -> Result<Game, Error> {
        self.expect(&Token::OpenParenthesis, "`(`")?;
        let left = self.amounts()?;
        let right = if self.take(&Token::Bars(1)) { self.amounts()? } else { left.clone() };
        self.expect(&Token::CloseParenthesis, "`,`, `|` or `)`")?;
        self.expect(&Token::Colon, "`:` and the heap")?;
        let rules = Subtraction::new(&left, &right)?;
        let mut heaps = vec![self.small_integer()?];
        while matches!(self.peek(), Some(Token::Digits(_))) {
            heaps.push(self.small_integer()?);
        }
        let mut total = Games::ZERO;
        for heap in heaps {
            let value = rules.value(self.games, heap)?;
            total = self.games.sum(total, value)?;
        }
        Ok(total)
    }

    fn amounts(&mut self) -> Result<Vec<u32>, Error> {
        let mut amounts = Vec::new();
        if matches!(self.peek(), Some(Token::Digits(_))) {
            amounts.push(self.amount()?);
            while self.take(&Token::Comma) {
                amounts.push(self.amount()?);
            }
        }
        Ok(amounts)
    }

    fn amount(&mut self) -> Result<u32, Error> {
        let position = self.position();
        match self.small_integer()? {
            0 => Err(Error::syntax("taking 0 never ends; amounts start at 1", position)),
            amount => Ok(amount),
        }
    }

    fn digits(&mut self) -> Result<BigInt, Error> {
        let Some(Token::Digits(digits)) = self.peek() else {
            return Err(self.unexpected("digits"));
        };
        if digits.len() > DIGIT_LIMIT {
            return Err(Error::syntax(
                format!("a number of more than {DIGIT_LIMIT} digits"),
                self.position(),
            ));
        }
        let value = digits.parse().map_err(|_| self.unexpected("digits"))?;
        self.at += 1;
        Ok(value)
    }

    fn small_integer(&mut self) -> Result<u32, Error> {
        let position = self.position();
        self.digits()?
            .to_u32()
            .ok_or_else(|| Error::syntax("this number must be below 2^32", position))
    }

    /// Digits that directly follow the token before, as in `^2` and `*3`.
    fn attached_digits(&self) -> bool {
        let Some(spot) = self.spots.get(self.at) else { return false };
        matches!(spot.token, Token::Digits(_)) && self.spots[self.at - 1].end == spot.position
    }

    /// Whether a sign and, directly after it, digits come next.
    fn signed_number(&self) -> bool {
        match &self.spots[self.at..] {
            [sign, digits, ..] => {
                matches!(digits.token, Token::Digits(_)) && sign.end == digits.position
            }
            _ => false,
        }
    }

    /// number, then ups, then a star, without spaces between them.
    fn literal(&mut self, negative: bool) -> Result<Game, Error> {
        let mut number = Dyadic::ZERO;
        let mut up = 0i64;
        let mut star = 0;
        let glued = |parser: &Self| {
            parser.at == 0
                || parser
                    .spots
                    .get(parser.at)
                    .is_some_and(|s| parser.spots[parser.at - 1].end == s.position)
        };
        let first = self.at;
        if matches!(self.peek(), Some(Token::Digits(_))) {
            let numerator = self.digits()?;
            number = if self.take(&Token::Slash) {
                let position = self.position();
                let denominator = self.digits()?;
                match denominator.trailing_zeros() {
                    Some(zeros) if zeros + 1 == denominator.bits() => {
                        Dyadic::new(numerator, zeros as u32)
                    }
                    _ => {
                        return Err(Error::syntax(
                            "the denominator is not a power of 2; short games are dyadic",
                            position,
                        ));
                    }
                }
            } else {
                Dyadic::from(numerator)
            };
            if negative {
                number = -number;
            }
        }
        if let Some(&Token::Ups(n)) = self.peek()
            && (self.at == first || glued(self))
        {
            self.at += 1;
            up = n;
            let position = self.position();
            let factor = if self.attached_digits() {
                Some(self.digits()?)
            } else if self.next_is(&Token::OpenBracket) && glued(self) {
                self.at += 1;
                let factor = self.digits()?;
                self.expect(&Token::CloseBracket, "`]`")?;
                Some(factor)
            } else {
                None
            };
            if let Some(factor) = factor {
                up = factor
                    .to_i64()
                    .and_then(|f| f.checked_mul(n))
                    .ok_or_else(|| Error::syntax("a multiple of up beyond 64 bits", position))?;
            }
        }
        if self.next_is(&Token::Star) && (self.at == first || glued(self)) {
            self.at += 1;
            star = if self.attached_digits() { self.small_integer()? } else { 1 };
        }
        self.games.number_up_star(number, up, star)
    }

    /// What stands between `{` and `}`, the closing brace included.
    fn braces(&mut self) -> Result<Game, Error> {
        let mut slots: Vec<Vec<Game>> = Vec::new();
        let mut bars: Vec<(usize, usize)> = Vec::new();
        loop {
            let empty = matches!(self.peek(), Some(Token::Bars(_) | Token::CloseBrace));
            slots.push(if empty { Vec::new() } else { self.list()? });
            let position = self.position();
            match self.peek() {
                Some(&Token::Bars(n)) => {
                    self.at += 1;
                    bars.push((n, position));
                }
                Some(Token::CloseBrace) => {
                    if bars.is_empty() {
                        return Err(Error::syntax("a game needs a bar: `{left|right}`", position));
                    }
                    self.at += 1;
                    return self.split(&slots, &bars);
                }
                _ => return Err(self.unexpected("an operator, `,`, `|` or `}`")),
            }
        }
    }

    /// Splits at the longest bar, which must be the only one of its length.
    fn split(&mut self, slots: &[Vec<Game>], bars: &[(usize, usize)]) -> Result<Game, Error> {
        let longest = bars.iter().map(|b| b.0).max().unwrap_or(0);
        let mut at = bars.iter().enumerate().filter(|(_, b)| b.0 == longest);
        let Some((i, _)) = at.next() else {
            return Err(self.unexpected("a bar"));
        };
        if let Some((_, &(_, position))) = at.next() {
            return Err(Error::syntax(
                "two bars of the same length; give one of them one more `|`",
                position,
            ));
        }
        let left = self.side(&slots[..=i], &bars[..i])?;
        let right = self.side(&slots[i + 1..], &bars[i + 1..])?;
        self.games.game(&left, &right)
    }

    fn side(&mut self, slots: &[Vec<Game>], bars: &[(usize, usize)]) -> Result<Vec<Game>, Error> {
        if bars.is_empty() {
            return Ok(slots[0].clone());
        }
        let game = self.nested(|parser| parser.split(slots, bars))?;
        Ok(vec![game])
    }
}
