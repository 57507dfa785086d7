//! One digit of a take-and-break code: which numbers of heaps may be left, and under
//! which condition on their sizes.

use crate::moves::Condition;
use std::fmt;

/// The greatest number of heaps a digit can name one by one.
pub const MAX_HEAPS: u32 = 63;

/// One digit of a take-and-break code.
///
/// Bit `2^h` of a plain digit allows leaving exactly `h` heaps; conditions `! ? =` and
/// "this many or more" make it richer. Two digits are equal exactly when they allow the
/// same moves: a condition on fewer than two heaps is dropped, and with two heaps "not
/// all equal" is stored as "different".
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Digit {
    /// Bit h: exactly h heaps, h <= 63, under this condition. Disjoint; nothing at or
    /// above `more`.
    any: u64,
    distinct: u64,
    not_all_equal: u64,
    all_equal: u64,
    more: Option<More>,
}

/// Every number of heaps from `from` on, under `condition`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct More {
    /// The least number of heaps.
    pub from: u32,
    /// What their sizes must satisfy.
    pub condition: Condition,
}

/// A condition as it matters for `heaps` heaps.
fn effective(condition: Condition, heaps: u32) -> Condition {
    match (heaps, condition) {
        (0 | 1, _) => Condition::Any,
        (2, Condition::NotAllEqual) => Condition::Distinct,
        _ => condition,
    }
}

impl Digit {
    /// The digit 0: no move.
    pub fn zero() -> Self {
        Self::default()
    }

    /// The plain digit with these bits, as in `0.77`.
    pub fn plain(bits: u64) -> Self {
        Self { any: bits, ..Self::default() }
    }

    /// A digit with these bits, all under one condition, as in `4!`.
    pub fn with_condition(bits: u64, condition: Condition) -> Self {
        let mut digit = Self::zero();
        for heaps in (0..=MAX_HEAPS).filter(|&h| bits >> h & 1 == 1) {
            digit.allow(heaps, condition);
        }
        digit
    }

    /// The digit `*`: any number of heaps.
    pub fn star(condition: Condition) -> Self {
        let mut digit = Self::zero();
        digit.allow_from(0, condition);
        digit
    }

    /// Allows exactly `heaps` heaps (at most [`MAX_HEAPS`]) under `condition`.
    pub(crate) fn allow(&mut self, heaps: u32, condition: Condition) {
        debug_assert!(heaps <= MAX_HEAPS);
        let bit = 1u64 << heaps;
        *self.mask_mut(effective(condition, heaps)) |= bit;
        self.normalise();
    }

    /// Allows every number of heaps from `from` on.
    pub(crate) fn allow_from(&mut self, from: u32, condition: Condition) {
        self.more = Some(More { from, condition });
        self.normalise();
    }

    fn mask_mut(&mut self, condition: Condition) -> &mut u64 {
        match condition {
            Condition::Any => &mut self.any,
            Condition::Distinct | Condition::DifferAtLeast(_) => &mut self.distinct,
            Condition::NotAllEqual => &mut self.not_all_equal,
            Condition::AllEqual => &mut self.all_equal,
        }
    }

    /// Pulls the start of "or more" down as far as it goes, so that equal meanings are
    /// equal data.
    fn normalise(&mut self) {
        let Some(mut more) = self.more else { return };
        while more.from > 0
            && self.explicit(more.from - 1) == Some(effective(more.condition, more.from - 1))
        {
            more.from -= 1;
        }
        let below = if more.from > MAX_HEAPS { u64::MAX } else { (1u64 << more.from) - 1 };
        self.any &= below;
        self.distinct &= below;
        self.not_all_equal &= below;
        self.all_equal &= below;
        self.more = Some(more);
    }

    /// The condition under which exactly `heaps` heaps are named one by one.
    fn explicit(&self, heaps: u32) -> Option<Condition> {
        if heaps > MAX_HEAPS {
            return None;
        }
        let has = |mask: u64| mask >> heaps & 1 == 1;
        if has(self.any) {
            Some(Condition::Any)
        } else if has(self.distinct) {
            Some(Condition::Distinct)
        } else if has(self.not_all_equal) {
            Some(Condition::NotAllEqual)
        } else if has(self.all_equal) {
            Some(Condition::AllEqual)
        } else {
            None
        }
    }

    /// The condition under which exactly `heaps` heaps may be left, or `None` when they
    /// may not.
    pub fn condition(&self, heaps: u32) -> Option<Condition> {
        match self.more {
            Some(more) if heaps >= more.from => Some(effective(more.condition, heaps)),
            _ => self.explicit(heaps),
        }
    }

    /// "This many heaps or more", if the digit has it.
    pub fn more(&self) -> Option<More> {
        self.more
    }

    /// The numbers of heaps named one by one, with their conditions, in increasing order.
    pub fn counts(&self) -> impl Iterator<Item = (u32, Condition)> + '_ {
        (0..=MAX_HEAPS).filter_map(|h| self.explicit(h).map(|c| (h, c)))
    }

    /// The plain bits, if the digit has no condition and no "or more".
    pub fn bits(&self) -> Option<u64> {
        (self.more.is_none() && self.distinct | self.not_all_equal | self.all_equal == 0)
            .then_some(self.any)
    }

    /// Whether the digit allows nothing.
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    /// The greatest number of heaps it can leave; `None` when there is no limit.
    pub fn max_heaps(&self) -> Option<u32> {
        if self.more.is_some() {
            return None;
        }
        let all = self.any | self.distinct | self.not_all_equal | self.all_equal;
        Some((all | 1).ilog2())
    }

    /// The one condition that, written behind the digit, says it all; `None` when the
    /// numbers of heaps need conditions of their own.
    fn uniform_condition(&self) -> Option<Condition> {
        let candidates =
            [Condition::Any, Condition::Distinct, Condition::NotAllEqual, Condition::AllEqual];
        candidates.into_iter().find(|&c| {
            self.counts().all(|(h, own)| own == effective(c, h))
                && self.more.is_none_or(|m| m.condition == c)
        })
    }
}

/// The sign written behind a digit.
fn sign(condition: Condition) -> &'static str {
    match condition {
        Condition::Any => "",
        Condition::Distinct | Condition::DifferAtLeast(_) => "!",
        Condition::NotAllEqual => "?",
        Condition::AllEqual => "=",
    }
}

/// The digits 0..31 as characters.
pub(crate) const CHARACTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let uniform = self.uniform_condition();
        match (uniform, self.more) {
            (Some(condition), None) => {
                let bits: u64 = self.counts().map(|(h, _)| 1u64 << h).sum();
                match CHARACTERS.as_bytes().get(usize::try_from(bits).unwrap_or(usize::MAX)) {
                    Some(&c) => write!(f, "{}", c as char)?,
                    None => write!(f, "&{bits};")?,
                }
                f.write_str(sign(condition))
            }
            (Some(condition), Some(More { from: 0, .. })) => write!(f, "*{}", sign(condition)),
            (Some(condition), Some(more)) => {
                f.write_str("{")?;
                for (heaps, _) in self.counts() {
                    write!(f, "{heaps},")?;
                }
                write!(f, "{}+}}{}", more.from, sign(condition))
            }
            (None, more) => {
                f.write_str("{")?;
                for (i, (heaps, condition)) in self.counts().enumerate() {
                    let comma = if i == 0 { "" } else { "," };
                    write!(f, "{comma}{heaps}{}", sign(condition))?;
                }
                if let Some(more) = more {
                    write!(f, ",{}{}+", more.from, sign(more.condition))?;
                }
                f.write_str("}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_meanings_are_equal() {
        assert_eq!(
            Digit::with_condition(4, Condition::NotAllEqual),
            Digit::with_condition(4, Condition::Distinct)
        );
        assert_eq!(Digit::with_condition(3, Condition::Distinct), Digit::plain(3));
        let mut digit = Digit::plain(7);
        digit.allow_from(3, Condition::Any);
        assert_eq!(digit, Digit::star(Condition::Any));
        let mut digit = Digit::with_condition(7, Condition::Distinct);
        digit.allow_from(3, Condition::NotAllEqual);
        assert_eq!(digit, Digit::star(Condition::NotAllEqual));
    }

    #[test]
    fn displays_the_shortest_form() {
        assert_eq!(Digit::plain(15).to_string(), "F");
        assert_eq!(Digit::plain(40).to_string(), "&40;");
        assert_eq!(Digit::with_condition(12, Condition::NotAllEqual).to_string(), "C?");
        assert_eq!(Digit::with_condition(4, Condition::NotAllEqual).to_string(), "4!");
        assert_eq!(Digit::star(Condition::AllEqual).to_string(), "*=");
        let mut digit = Digit::plain(1);
        digit.allow(2, Condition::Distinct);
        digit.allow_from(3, Condition::Any);
        assert_eq!(digit.to_string(), "{0,2!,3+}");
    }
}
