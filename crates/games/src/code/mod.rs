//! Take-and-break codes: octal, hexadecimal and any other code, finite or recurring,
//! with digits before the point and conditions on the heaps left.
//!
//! Digit d_u is the u-th after the point; the last digit before the point is u = 0, the
//! one before it u = -1, and so on. If d_u allows `h` heaps, a heap of `n` may become
//! exactly `h` non-empty heaps with total `n - u`, each smaller than `n`.

mod digit;
mod parse;

pub use digit::{Digit, MAX_HEAPS, More};

use crate::moves::Condition;
use std::fmt;

/// The greatest number of digits of a code that is read from a text.
pub const MAX_DIGITS: usize = 4096;

/// A take-and-break code in normal form: equal codes have equal moves digit by digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// d_0, d_-1, d_-2, ...; the last one is not zero.
    before: Vec<Digit>,
    /// d_1, d_2, ... up to where the recurring block starts; the last digit is not zero
    /// and, where a block follows, differs from the block's last digit.
    after: Vec<Digit>,
    /// The recurring block, as short as possible; empty for a finite code, never all zero.
    recurring: Vec<Digit>,
}

impl Code {
    /// The code with these digits: `before` is d_0, d_-1, ..., `after` is d_1, d_2, ...,
    /// and `recurring` the block that follows for ever (empty for a finite code).
    pub fn new(mut before: Vec<Digit>, mut after: Vec<Digit>, mut recurring: Vec<Digit>) -> Self {
        trim_zeros(&mut before);
        if recurring.iter().all(Digit::is_zero) {
            recurring.clear();
        }
        if recurring.is_empty() {
            trim_zeros(&mut after);
        } else {
            let period = (1..=recurring.len())
                .find(|p| {
                    recurring.len().is_multiple_of(*p)
                        && recurring[*p..] == recurring[..recurring.len() - p]
                })
                .unwrap_or(recurring.len());
            recurring.truncate(period);
            while after.last().is_some_and(|digit| Some(digit) == recurring.last()) {
                after.pop();
                recurring.rotate_right(1);
            }
        }
        Self { before, after, recurring }
    }

    /// A finite code without digits before the point, from plain digits d_1, d_2, ....
    pub fn finite(digits: &[u64]) -> Self {
        Self::new(Vec::new(), digits.iter().copied().map(Digit::plain).collect(), Vec::new())
    }

    /// Digit d_u.
    pub fn digit(&self, u: i64) -> Digit {
        self.digit_ref(u).cloned().unwrap_or_default()
    }

    /// Digit d_u, or `None` where it is zero because the code has ended.
    pub fn digit_ref(&self, u: i64) -> Option<&Digit> {
        if u <= 0 {
            return self.before.get(usize::try_from(-u).ok()?);
        }
        let i = usize::try_from(u - 1).ok()?;
        if i < self.after.len() {
            self.after.get(i)
        } else if self.recurring.is_empty() {
            None
        } else {
            self.recurring.get((i - self.after.len()) % self.recurring.len())
        }
    }

    /// d_0, d_-1, d_-2, ....
    pub fn before(&self) -> &[Digit] {
        &self.before
    }

    /// d_1, d_2, ... without the recurring block.
    pub fn after(&self) -> &[Digit] {
        &self.after
    }

    /// The recurring block; empty for a finite code.
    pub fn recurring(&self) -> &[Digit] {
        &self.recurring
    }

    /// Whether only finitely many digits are not zero.
    pub fn is_finite(&self) -> bool {
        self.recurring.is_empty()
    }

    /// Whether no move exists at all.
    pub fn is_null(&self) -> bool {
        self.before.is_empty() && self.after.is_empty() && self.recurring.is_empty()
    }

    /// All digits that are written: before the point, after it, and the block once.
    pub fn digits(&self) -> impl Iterator<Item = &Digit> {
        self.before.iter().chain(&self.after).chain(&self.recurring)
    }

    /// The largest |u| of a digit before the block, Austin's t for a finite code.
    pub fn reach(&self) -> u64 {
        self.after.len().max(self.before.len().saturating_sub(1)) as u64
    }

    /// Whether no digit has a condition or "or more".
    pub fn is_plain(&self) -> bool {
        self.digits().all(|d| d.bits().is_some())
    }

    /// The greatest number of heaps a move can leave; `None` without a limit.
    pub fn max_heaps(&self) -> Option<u32> {
        self.digits().map(Digit::max_heaps).try_fold(0, |max, h| h.map(|h| max.max(h)))
    }

    /// Tetral, octal, hexadecimal or general: by the number of heaps a move can leave.
    pub fn class(&self) -> CodeClass {
        match self.max_heaps() {
            Some(0 | 1) => CodeClass::Tetral,
            Some(2) => CodeClass::Octal,
            Some(3) => CodeClass::Hexadecimal,
            _ => CodeClass::General,
        }
    }
}

/// Codes by the number of heaps a move can leave (Austin 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CodeClass {
    /// At most one heap: digits to 3.
    Tetral,
    /// At most two heaps: digits to 7.
    Octal,
    /// At most three heaps: digits to 15 (Austin's sedecimal).
    Hexadecimal,
    /// More heaps.
    General,
}

impl fmt::Display for CodeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tetral => "tetral",
            Self::Octal => "octal",
            Self::Hexadecimal => "hexadecimal",
            Self::General => "take-and-break",
        })
    }
}

fn trim_zeros(digits: &mut Vec<Digit>) {
    while digits.last().is_some_and(Digit::is_zero) {
        digits.pop();
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.before.is_empty() {
            f.write_str("0")?;
        }
        for digit in self.before.iter().rev() {
            write!(f, "{digit}")?;
        }
        f.write_str(".")?;
        if self.after.is_empty() && self.recurring.is_empty() {
            f.write_str("0")?;
        }
        for digit in &self.after {
            write!(f, "{digit}")?;
        }
        if !self.recurring.is_empty() {
            f.write_str("[")?;
            for digit in &self.recurring {
                write!(f, "{digit}")?;
            }
            f.write_str("]")?;
        }
        Ok(())
    }
}

/// The condition written behind a digit by this character.
fn condition_sign(c: char) -> Option<Condition> {
    match c {
        '!' => Some(Condition::Distinct),
        '?' => Some(Condition::NotAllEqual),
        '=' => Some(Condition::AllEqual),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str) -> String {
        text.parse::<Code>().map_or_else(|e| panic!("{e}"), |code| code.to_string())
    }

    #[test]
    fn normal_form() {
        for (text, canonical) in [
            (".77", "0.77"),
            ("0.770", "0.77"),
            ("000.0", "0.0"),
            ("0.", "0.0"),
            ("04.3", "4.3"),
            ("80.4", "80.4"),
            ("0.3f", "0.3F"),
            ("0.3[3]", "0.[3]"),
            ("0.12[32]", "0.1[23]"),
            ("0.[3333]", "0.[3]"),
            ("0.5[0]", "0.5"),
            ("0.1(23)", "0.1[23]"),
            ("0.12\u{307}3\u{307}", "0.1[23]"),
            ("0.3\u{307}", "0.[3]"),
            ("·77", "0.77"),
            ("4?.0", "4!.0"),
            ("0.3!", "0.3"),
            ("0.{0,2!,3+}", "0.{0,2!,3+}"),
            ("0.{0,1,2}", "0.7"),
            ("0.&40;", "0.&40;"),
            ("0.&15;7", "0.F7"),
            ("0.*=", "0.*="),
            ("{2+}=.0", "{2+}=.0"),
            ("0.{0,1,2,3+}", "0.*"),
        ] {
            assert_eq!(show(text), canonical, "{text}");
        }
    }

    #[test]
    fn digits_by_index() {
        let code: Code = "84.12[3]".parse().unwrap();
        let bits = |u| code.digit(u).bits().unwrap();
        assert_eq!([-2, -1, 0, 1, 2, 3, 4, 100].map(bits), [0, 8, 4, 1, 2, 3, 3, 3]);
        assert_eq!(code.class(), CodeClass::Hexadecimal);
    }
}
