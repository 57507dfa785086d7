//! Writing values.

use super::NESTING_LIMIT;
use crate::error::Error;
use crate::game::{Game, Games};

/// Longest text written for a value. A canonical form shares its options; written out
/// they are repeated, and the text can be exponentially longer than the game is big.
const TEXT_LIMIT: usize = 1 << 20;

impl Games {
    /// Writes a value in the notation that [`Games::parse`] reads.
    pub fn display(&mut self, g: Game) -> Result<String, Error> {
        let mut writer = Writer { games: self, written: 0, nesting: 0 };
        writer.value(g)
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
        let text = match options {
            [only] => match self.short_name(*only)? {
                Some(text) => self.count(text)?,
                None => return self.body(*only),
            },
            _ => self.list(options)?,
        };
        Ok(Body { text, bars: 0 })
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
