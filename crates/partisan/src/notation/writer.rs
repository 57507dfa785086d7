//! Writing values.

use super::NESTING_LIMIT;
use crate::error::Error;
use crate::game::{Game, Games, NumberUpStar};

/// Longest text written for a value. A canonical form shares its options; written out
/// they are repeated, and the text can be exponentially longer than the game is big.
const TEXT_LIMIT: usize = 1 << 20;

impl Games {
    /// Writes a value in the notation that [`Games::parse`] reads.
    pub fn display(&mut self, g: Game) -> Result<String, Error> {
        let mut writer = Writer { games: self, style: Style::Text, written: 0, nesting: 0 };
        writer.value(g)
    }

    /// Writes a value for LaTeX, to stand in a formula.
    pub fn latex(&mut self, g: Game) -> Result<String, Error> {
        let mut writer = Writer { games: self, style: Style::Latex, written: 0, nesting: 0 };
        writer.value(g)
    }
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Text,
    Latex,
}

struct Writer<'a> {
    games: &'a mut Games,
    style: Style,
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
        Ok(match self.style {
            Style::Text => format!("{{{}}}", body.text),
            Style::Latex => format!(r"\left\{{{}\right\}}", body.text),
        })
    }

    /// Names other than braces: number + up + star, switches, tiny and miny.
    fn short_name(&mut self, g: Game) -> Result<Option<String>, Error> {
        if let Some(v) = self.games.as_number_up_star(g) {
            return Ok(Some(match self.style {
                Style::Text => closed_text(v),
                Style::Latex => closed_latex(v),
            }));
        }
        let (switch, tiny, miny) = match self.style {
            Style::Text => ("+-", "+_", "-_"),
            Style::Latex => (r"\pm ", "{+}_", "{-}_"),
        };
        let options = self.games.options(g)?;
        if self.games.negative(g)? == g {
            self.nesting += 1;
            let text = if options.left.len() == 1 {
                let inner = self.value(options.left[0])?;
                format!("{switch}{}", self.parenthesised(inner))
            } else {
                format!("{switch}({})", self.list(&options.left)?)
            };
            self.nesting -= 1;
            return Ok(Some(text));
        }
        if let Some(size) = self.tiny_size(g)? {
            let inner = self.value(size)?;
            return Ok(Some(format!("{tiny}{}", self.subscript(inner))));
        }
        let minus = self.games.negative(g)?;
        if let Some(size) = self.tiny_size(minus)? {
            let inner = self.value(size)?;
            return Ok(Some(format!("{miny}{}", self.subscript(inner))));
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

    /// Puts a text that begins with a sign, or is a sum, into parentheses, so that a prefix may
    /// stand before it.
    fn parenthesised(&self, text: String) -> String {
        let signed = match self.style {
            Style::Text => text.starts_with(['+', '-']),
            Style::Latex => {
                ["-", "{+}", "{-}", r"\pm"].iter().any(|sign| text.starts_with(sign))
                    || (text.contains('+') && !text.starts_with(r"\left"))
            }
        };
        if signed { format!("({text})") } else { text }
    }

    fn subscript(&self, text: String) -> String {
        match self.style {
            Style::Text => self.parenthesised(text),
            Style::Latex => format!("{{{text}}}"),
        }
    }

    fn body(&mut self, g: Game) -> Result<Body, Error> {
        let options = self.games.options(g)?;
        self.nesting += 1;
        let left = self.side(&options.left)?;
        let right = self.side(&options.right)?;
        self.nesting -= 1;
        let bars = left.bars.max(right.bars) + 1;
        let bar = match (self.style, bars) {
            (Style::Text, bars) => "|".repeat(bars),
            (Style::Latex, 1) => r"\mid ".to_owned(),
            (Style::Latex, bars) => format!(r"\mathrel{{{}}}", "|".repeat(bars)),
        };
        let text = self.count(format!("{}{bar}{}", left.text, right.text))?;
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

/// number, ups, star: `1/2^3*2`.
fn closed_text(v: &NumberUpStar) -> String {
    let mut text = String::new();
    if !v.number.is_zero() || v.is_number() {
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
    text
}

/// The same as the field prints it: ½↑*, and as a sum where the ups have a factor.
fn closed_latex(v: &NumberUpStar) -> String {
    let mut terms = Vec::new();
    if !v.number.is_zero() || v.is_number() {
        let numerator = v.number.numerator();
        let sign = if v.number.sign().is_lt() { "-" } else { "" };
        terms.push(match v.number.exponent() {
            0 => numerator.to_string(),
            k => format!(
                r"{sign}\frac{{{}}}{{{}}}",
                numerator.magnitude(),
                num_bigint::BigUint::from(1u8) << k
            ),
        });
    }
    let (one, two) =
        if v.up < 0 { (r"{\downarrow}", r"{\Downarrow}") } else { (r"{\uparrow}", r"{\Uparrow}") };
    match v.up.unsigned_abs() {
        0 => {}
        1 => terms.push(one.to_owned()),
        2 => terms.push(two.to_owned()),
        n => terms.push(format!(r"{n}\cdot{one}")),
    }
    match v.star {
        0 => {}
        1 => terms.push("{*}".to_owned()),
        m => terms.push(format!("{{*}}{m}")),
    }
    terms.join(if v.up.unsigned_abs() > 2 { "+" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latex() {
        for (text, latex) in [
            ("0", "0"),
            ("-5/8", r"-\frac{5}{8}"),
            ("*", "{*}"),
            ("1/2^*3", r"\frac{1}{2}{\uparrow}{*}3"),
            ("^2", r"{\Uparrow}"),
            ("v2*", r"{\Downarrow}{*}"),
            ("-4v3*", r"-4+3\cdot{\downarrow}+{*}"),
            ("{2|-1}", r"\left\{2\mid -1\right\}"),
            ("{3|2||1}", r"\left\{3\mid 2\mathrel{||}1\right\}"),
            ("+-1", r"\pm 1"),
            ("+-{3|2}", r"\pm \left\{3\mid 2\right\}"),
            ("+-(1,{2|1/2})", r"\pm (1,\left\{2\mid \frac{1}{2}\right\})"),
            ("{1^3|0} - {1^3|0}", "0"),
            ("{1^3|-1v3}", r"\pm (1+3\cdot{\uparrow})"),
            ("+_2", "{+}_{2}"),
            ("-_(1/2)", r"{-}_{\frac{1}{2}}"),
        ] {
            let mut games = Games::new();
            let g = games.parse(text).unwrap();
            assert_eq!(games.latex(g).unwrap(), latex, "{text}");
        }
    }
}
