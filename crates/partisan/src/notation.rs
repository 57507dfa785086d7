//! The field's notation: `1/2*`, `^2*`, `v`, `+-{3|2}`, `{1|1,{1|0}||0}`; reading and
//! writing values, and expressions over them.
//!
//! A value is a number with its sign, then ups (`^`, `^2`, `^^`) or downs (`v`), then a star (`*`, `*3`),
//! each part optional. A game is `{left options | right options}`; a longer bar binds
//! more loosely, so `{a|b||c}` is `{{a|b}|c}`. `+-G` is {G|-G}, `+_G` is tiny-G and `-_G`
//! miny-G. `+` and `-` add and subtract, `<`, `<=`, `=`, `!=`, `>=`, `>`, `||`, `<|`, `|>`
//! compare.

use crate::dyadic::Dyadic;
use crate::error::Error;
use crate::game::{Game, Games, Relation};
use crate::subtraction::Subtraction;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// How deep braces, parentheses and prefix signs may nest.
pub const NESTING_LIMIT: usize = 300;

/// Longest text written for a value. A canonical form shares its options; written out
/// they are repeated, and the text can be exponentially longer than the game is big.
const TEXT_LIMIT: usize = 1 << 20;

/// Longest number read: reading decimal digits takes quadratic time, and this keeps it
/// below a second.
const DIGIT_LIMIT: usize = 100_000;

/// A comparison sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
    /// `||`: confused
    Fuzzy,
    /// `<|`: less than or confused with
    LessOrFuzzy,
    /// `|>`: greater than or confused with
    GreaterOrFuzzy,
}

impl Comparison {
    /// Whether the sign describes the relation.
    pub fn holds(self, relation: Relation) -> bool {
        use Relation::{Equal, Fuzzy, Greater, Less};
        match self {
            Self::Less => relation == Less,
            Self::AtMost => matches!(relation, Less | Equal),
            Self::Equal => relation == Equal,
            Self::Different => relation != Equal,
            Self::AtLeast => matches!(relation, Greater | Equal),
            Self::Greater => relation == Greater,
            Self::Fuzzy => relation == Fuzzy,
            Self::LessOrFuzzy => matches!(relation, Less | Fuzzy),
            Self::GreaterOrFuzzy => matches!(relation, Greater | Fuzzy),
        }
    }
}

/// What an expression says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluated {
    /// A value.
    Value(Game),
    /// A comparison of two values.
    Comparison {
        /// What stands on the left of the sign.
        left: Game,
        /// What stands on its right.
        right: Game,
        /// The sign.
        sign: Comparison,
        /// How the two really compare.
        relation: Relation,
        /// Whether the sign is right.
        holds: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
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

struct Spot {
    token: Token,
    position: usize,
    end: usize,
}

fn tokens(text: &str) -> Result<Vec<Spot>, Error> {
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

struct Parser<'a> {
    games: &'a mut Games,
    spots: Vec<Spot>,
    at: usize,
    length: usize,
    nesting: usize,
}

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

    /// Writes a value in the notation that [`Games::parse`] reads.
    pub fn display(&mut self, g: Game) -> Result<String, Error> {
        let mut writer = Writer { games: self, written: 0, nesting: 0 };
        writer.value(g)
    }
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
            amounts.push(self.small_integer()?);
            while self.take(&Token::Comma) {
                amounts.push(self.small_integer()?);
            }
        }
        Ok(amounts)
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

struct Writer<'a> {
    games: &'a mut Games,
    written: usize,
    nesting: usize,
}

/// A game without its braces, and the length of its longest bar.
struct Body {
    text: String,
    bars: usize,
}

impl Writer<'_> {
    fn count(&mut self, text: String) -> Result<String, Error> {
        self.written += text.len();
        if self.written > TEXT_LIMIT || self.nesting > NESTING_LIMIT {
            return Err(Error::too_large("the canonical form is too long to write out"));
        }
        Ok(text)
    }

    fn value(&mut self, g: Game) -> Result<String, Error> {
        if let Some(text) = self.short_name(g)? {
            return self.count(text);
        }
        let body = self.body(g)?;
        Ok(format!("{{{}}}", body.text))
    }

    /// Names other than braces: number + up + star, switches, tiny and miny.
    fn short_name(&mut self, g: Game) -> Result<Option<String>, Error> {
        if let Some(v) = self.games.as_number_up_star(g) {
            let mut text = String::new();
            if !v.number.is_zero() || (v.up == 0 && v.star == 0) {
                text = v.number.to_string();
            }
            let (sign, n) = if v.up < 0 { ('v', v.up.unsigned_abs()) } else { ('^', v.up as u64) };
            if n > 0 {
                text.push(sign);
            }
            if n > 1 {
                text += &n.to_string();
            }
            if v.star > 0 {
                text.push('*');
            }
            if v.star > 1 {
                text += &v.star.to_string();
            }
            return Ok(Some(text));
        }
        let options = self.games.options(g)?;
        if self.games.negative(g)? == g {
            self.nesting += 1;
            let text = if options.left.len() == 1 {
                let inner = self.value(options.left[0])?;
                format!("+-{}", parenthesised(inner))
            } else {
                format!("+-({})", self.list(&options.left)?)
            };
            self.nesting -= 1;
            return Ok(Some(text));
        }
        if let Some(size) = self.tiny_size(g)? {
            let inner = self.value(size)?;
            return Ok(Some(format!("+_{}", parenthesised(inner))));
        }
        let minus = self.games.negative(g)?;
        if let Some(size) = self.tiny_size(minus)? {
            let inner = self.value(size)?;
            return Ok(Some(format!("-_{}", parenthesised(inner))));
        }
        Ok(None)
    }

    /// The x > 0 for which `g` is tiny-x = {0 || 0 | -x}, where x is a positive number.
    fn tiny_size(&mut self, g: Game) -> Result<Option<Game>, Error> {
        let outer = self.games.options(g)?;
        if *outer.left != [Games::ZERO] || outer.right.len() != 1 {
            return Ok(None);
        }
        let threat = outer.right[0];
        if self.games.as_number_up_star(threat).is_some() {
            return Ok(None);
        }
        let inner = self.games.options(threat)?;
        if *inner.left != [Games::ZERO] || inner.right.len() != 1 {
            return Ok(None);
        }
        if self.games.as_number(inner.right[0]).is_none() {
            return Ok(None);
        }
        self.games.negative(inner.right[0]).map(Some)
    }

    fn body(&mut self, g: Game) -> Result<Body, Error> {
        let options = self.games.options(g)?;
        self.nesting += 1;
        let left = self.side(&options.left)?;
        let right = self.side(&options.right)?;
        self.nesting -= 1;
        let bars = left.bars.max(right.bars) + 1;
        let text = self.count(format!("{}{}{}", left.text, "|".repeat(bars), right.text))?;
        Ok(Body { text, bars })
    }

    fn side(&mut self, options: &[Game]) -> Result<Body, Error> {
        if let [only] = options
            && self.short_name(*only)?.is_none()
        {
            return self.body(*only);
        }
        Ok(Body { text: self.list(options)?, bars: 0 })
    }

    /// Numbers and their like first in order, then the others by length, so that the
    /// text does not depend on the history of the arena.
    fn list(&mut self, options: &[Game]) -> Result<String, Error> {
        let mut closed = Vec::new();
        let mut others = Vec::new();
        for &g in options {
            let text = self.value(g)?;
            match self.games.as_number_up_star(g) {
                Some(v) => closed.push(((v.number.clone(), v.up, v.star), text)),
                None => others.push((text.len(), text)),
            }
        }
        closed.sort();
        others.sort();
        let texts: Vec<String> =
            closed.into_iter().map(|c| c.1).chain(others.into_iter().map(|o| o.1)).collect();
        self.count(texts.join(","))
    }
}

/// Puts a text that begins with a sign into parentheses, so that a prefix may stand
/// before it.
fn parenthesised(text: String) -> String {
    if text.starts_with(['+', '-']) { format!("({text})") } else { text }
}
