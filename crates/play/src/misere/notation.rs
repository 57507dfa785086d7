//! Misere canonical forms as CGSuite writes them (after Conway and Winning Ways, in plain text).
//!
//! A nim-heap is its number, `&12;` from ten on. `2#` is the position whose only option is `2`. A
//! position with several options is the row of them, from the greatest to the least, in parentheses where it
//! is not alone: `2#20` has the options 2#, 2 and 0, and `(2#0)1` has 2#0 and 1. Brackets hold what is
//! below the line: `2[#1]` is 2# + 1, `4[2#]` the position whose only option is 4 + 2, and `2[#-2]` the
//! one that gives 2# when 2 is added.
//!
//! A form is even when it has fewer moves than its sum with *1. Options are ordered by
//! birthday, number of options, nim-value, misere nim-value and options of their even parts, even
//! before odd. A nim-heap is split off where the rest has a smaller birthday, the
//! smallest one first, of even forms an even one and of odd forms an odd one; *1 is split off when
//! nothing else can be.

use super::MisereError;
use super::canonical::{Canonical, Form};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::rc::Rc;

/// A form with more positions in it than this is not written: the depth of recursion is bounded by it.
const MOST_POSITIONS: usize = 500;

/// Writes forms, each once.
pub struct Notation<'a> {
    forms: &'a mut Canonical,
    /// The most symbols of a form.
    symbols: usize,
    written: FxHashMap<Form, Option<Rc<Written>>>,
    /// The options of even forms in order.
    ordered: FxHashMap<Form, Rc<[Form]>>,
}

/// A form as text.
#[derive(Default)]
struct Written {
    line: String,
    /// What is below the line.
    below: String,
    /// Whether that needs brackets.
    brackets: bool,
    /// Whether the line is a row of options.
    row: bool,
}

impl Written {
    fn text(&self, inside: bool) -> String {
        let Self { line, below, .. } = self;
        let line = if self.row && inside { format!("({line})") } else { line.clone() };
        if self.brackets { format!("{line}[{below}]") } else { line + below }
    }

    /// With more below the line.
    fn with(&self, more: &str, brackets: bool) -> Self {
        let line = if self.row { format!("({})", self.line) } else { self.line.clone() };
        let below = self.below.clone() + more;
        Self { line, below, brackets: brackets || self.brackets, row: false }
    }
}

impl<'a> Notation<'a> {
    /// Writes forms of at most so many symbols.
    pub fn new(forms: &'a mut Canonical, symbols: usize) -> Self {
        Self { forms, symbols, written: FxHashMap::default(), ordered: FxHashMap::default() }
    }

    /// A form as text; `None` where that would be too long, or too much work.
    pub fn write(&mut self, form: Form) -> Option<String> {
        if self.forms.nim_heap(form).is_none() && !self.is_small(form) {
            return None;
        }
        let text = self.written(form)?.text(false);
        (text.len() <= self.symbols).then_some(text)
    }

    /// Whether there are not too many positions in a form.
    fn is_small(&self, form: Form) -> bool {
        let mut seen = FxHashSet::default();
        let mut left = vec![form];
        while let Some(form) = left.pop() {
            if seen.insert(form) {
                left.extend_from_slice(self.forms.options(form));
            }
            if seen.len() > MOST_POSITIONS {
                return false;
            }
        }
        true
    }

    fn written(&mut self, form: Form) -> Option<Rc<Written>> {
        if let Some(known) = self.written.get(&form) {
            return known.clone();
        }
        let written = self.find(form).filter(|w| w.line.len() + w.below.len() <= self.symbols);
        let written = written.map(Rc::new);
        self.written.insert(form, written.clone());
        written
    }

    fn find(&mut self, form: Form) -> Option<Written> {
        if let Some(n) = self.forms.nim_heap(form) {
            return Some(Written { line: digit(n), ..Written::default() });
        }
        let (even, odd) = self.even_part(form)?;
        if let Some((rest, below)) = self.split(form, odd).ok()? {
            return Some(self.written(rest)?.with(&below, true));
        }
        if odd {
            return Some(self.written(even)?.with("1", true));
        }
        let options = self.options(form)?;
        if let [only] = options[..] {
            return Some(self.written(only)?.with("#", false));
        }
        let mut line = String::new();
        for &option in options.iter().rev() {
            line += &self.written(option)?.text(true);
            if line.len() > self.symbols {
                return None;
            }
        }
        Some(Written { line, row: true, ..Written::default() })
    }

    /// The even one of a form and its sum with *1, and whether the form is odd.
    fn even_part(&mut self, form: Form) -> Option<(Form, bool)> {
        let other = self.forms.plus_nim_heap(form, 1).ok()?;
        let odd = self.forms.birthday(other) < self.forms.birthday(form);
        Some(if odd { (other, true) } else { (form, false) })
    }

    /// A form X of smaller birthday with X + *i = G, or with G + *i = X, and what is written below the line
    /// of X for that.
    ///
    /// Such an X is an option of G. If G = X + *i, then X is an option of that sum, and options that are not in the
    /// canonical form have G as an option, which X has not, being smaller. If X = G + *i, then G is an
    /// option of that sum and not of X, so X is an option of G.
    fn split(&mut self, form: Form, odd: bool) -> Result<Option<(Form, String)>, MisereError> {
        let mut candidates = Vec::new();
        for &option in self.forms.options(form) {
            let i = self.forms.genus(option).g ^ self.forms.genus(form).g;
            if i >= 2 && i % 2 == u32::from(odd) {
                candidates.push((i, option));
            }
        }
        candidates.sort_unstable();
        for plus in candidates.chunk_by(|a, b| a.0 == b.0) {
            for (minus, &(i, rest)) in
                [false, true].iter().flat_map(|m| plus.iter().map(move |c| (*m, c)))
            {
                let (smaller, greater) = if minus { (form, rest) } else { (rest, form) };
                if self.may_be_sum(smaller, i, greater)
                    && self.forms.plus_nim_heap(smaller, i)? == greater
                {
                    let sign = if minus { "-" } else { "" };
                    return Ok(Some((rest, format!("{sign}{}", digit(i)))));
                }
            }
        }
        Ok(None)
    }

    /// Whether the genera allow that G = X + *i: the j-th superscript of a sum X + *i is 0 exactly where that
    /// of X is i.
    fn may_be_sum(&self, x: Form, i: u32, sum: Form) -> bool {
        let (x, sum) = (self.forms.genus(x), self.forms.genus(sum));
        (0..8).all(|j| (sum.y(j) == 0) == (x.y(j) == i))
    }

    /// The options of a form, from the least to the greatest.
    fn options(&mut self, form: Form) -> Option<Rc<[Form]>> {
        if let Some(known) = self.ordered.get(&form) {
            return Some(known.clone());
        }
        let mut options = self.forms.options(form).to_vec();
        // By insertion: comparing may need more forms, and there may be too many.
        for end in 1..options.len() {
            let mut place = end;
            while place > 0
                && self.compare(options[place - 1], options[place])? == Ordering::Greater
            {
                options.swap(place - 1, place);
                place -= 1;
            }
        }
        let options: Rc<[Form]> = options.into();
        self.ordered.insert(form, options.clone());
        Some(options)
    }

    fn compare(&mut self, a: Form, b: Form) -> Option<Ordering> {
        let ((x, x_odd), (y, y_odd)) = (self.even_part(a)?, self.even_part(b)?);
        if x == y {
            return Some(x_odd.cmp(&y_odd));
        }
        let key = |form: Form| {
            let genus = self.forms.genus(form);
            let options = self.forms.options(form).len();
            (self.forms.birthday(form), options, genus.g, genus.misere_value())
        };
        let order = key(x).cmp(&key(y));
        if order != Ordering::Equal {
            return Some(order);
        }
        let (x, y) = (self.options(x)?, self.options(y)?);
        for (&a, &b) in x.iter().zip(y.iter()) {
            let order = self.compare(a, b)?;
            if order != Ordering::Equal {
                return Some(order);
            }
        }
        Some(Ordering::Equal)
    }
}

/// A nim-heap.
fn digit(n: u32) -> String {
    if n < 10 { n.to_string() } else { format!("&{n};") }
}

#[cfg(test)]
mod tests;
