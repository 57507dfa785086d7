//! The genus of a position: its nim-value together with the misere nim-values of its
//! sums with copies of *2 (Conway; Berlekamp, Conway and Guy, Winning Ways, chapter 13).

use std::fmt;

/// The genus g^(y0 y1 y2 ...): g is the nim-value, y_i the misere nim-value of the
/// position with i copies of *2 added.
///
/// The misere nim-value is the mex of the options' misere nim-values, but 1 where there
/// is no option. From some index on the y_i have period 2; the list is kept that far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The nim-value.
    pub g: u32,
    /// y_0, y_1, ...: at least two, repeating with period 2 behind the last.
    y: Box<[u32]>,
}

/// A set of small numbers for taking a mex.
#[derive(Clone, Default)]
pub(crate) struct MexSet {
    /// Bit v for the members v < 64.
    low: u64,
    /// Entry v - 64 for the others, which are rare.
    high: Vec<bool>,
}

impl MexSet {
    pub(crate) fn insert(&mut self, value: u32) {
        if value < 64 {
            self.low |= 1 << value;
            return;
        }
        let place = value as usize - 64;
        if place >= self.high.len() {
            self.high.resize(place + 1, false);
        }
        self.high[place] = true;
    }

    pub(crate) fn mex(&self) -> u32 {
        match self.low.trailing_ones() {
            64 => 64 + self.high.iter().position(|&s| !s).unwrap_or(self.high.len()) as u32,
            v => v,
        }
    }
}

impl Genus {
    /// The genus of the position without options: 0^1202...
    pub fn zero() -> Self {
        Self::of_options(&[])
    }

    /// The genus of the position whose options have these genera:
    /// g = mex of the g, y_0 = mex of the y_0 (1 without options) and
    /// y_i = mex of the options' y_i with y_(i-1) and y_(i-1) xor 1.
    ///
    /// The recursion reads *2 as a move to *1 or 0 in one of the i copies; adding *1 to
    /// any position flips the last bit of its misere nim-value. If every option has period
    /// 2 from index d, then the first i >= d with y_(i+2) = y_i starts period 2 here, for
    /// (y_(i+1), i+1 mod 2) determines all that follows.
    pub fn of_options(options: &[&Genus]) -> Self {
        let mut set = MexSet::default();
        for option in options {
            set.insert(option.g);
        }
        let g = set.mex();
        let d = options.iter().map(|o| o.y.len() - 2).max().unwrap_or(0);
        // The options' y_0 to y_(d+1); from d on they have period 2.
        let mut columns: Vec<MexSet> = vec![MexSet::default(); d + 2];
        for option in options {
            let (before, repeating) = option.y.split_at(option.y.len() - 2);
            let (head, tail) = columns.split_at_mut(before.len());
            for (column, &value) in head.iter_mut().zip(before) {
                column.insert(value);
            }
            for (column, &value) in tail.iter_mut().zip(repeating.iter().cycle()) {
                column.insert(value);
            }
        }
        let mut y: Vec<u32> = Vec::with_capacity(d + 4);
        loop {
            let i = y.len();
            let mut set = columns[if i < d + 2 { i } else { d + (i - d) % 2 }].clone();
            if let Some(&before) = y.last() {
                set.insert(before);
                set.insert(before ^ 1);
            }
            y.push(if i == 0 && options.is_empty() { 1 } else { set.mex() });
            if i >= d + 2 && y[i] == y[i - 2] {
                break;
            }
        }
        while y.len() > 2 && y[y.len() - 1] == y[y.len() - 3] {
            y.pop();
        }
        Self { g, y: y.into() }
    }

    /// y_i.
    pub fn y(&self, i: usize) -> u32 {
        let len = self.y.len();
        if i < len { self.y[i] } else { self.y[len - 2 + (i - len) % 2] }
    }

    /// The misere nim-value y_0.
    pub fn misere_value(&self) -> u32 {
        self.y[0]
    }

    /// The pair (g, y_0).
    pub fn pair(&self) -> Pair {
        Pair { g: self.g, misere: self.y[0] }
    }

    /// The genus in full, as CGSuite prints it for positions that are neither nim-heaps
    /// nor tame nor restive: y_0 to y_k with k the largest index >= 2 where
    /// y_k != y_(k-2), else 1.
    pub fn full(&self) -> String {
        // `of_options` trims the list to exactly that length.
        if self.y.iter().all(|&v| v <= 9) {
            let digits: String = self.y.iter().map(ToString::to_string).collect();
            format!("{}^{digits}", self.g)
        } else {
            let list: Vec<String> = self.y.iter().map(ToString::to_string).collect();
            format!("{}^({})", self.g, list.join(","))
        }
    }

    /// The short form g^y0.
    pub fn short(&self) -> String {
        self.pair().to_string()
    }
}

/// A nim-value and a misere nim-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The nim-value, g.
    pub g: u32,
    /// The misere nim-value, g-.
    pub misere: u32,
}

impl Pair {
    /// The pair of a position without options, 0^1.
    pub const ZERO: Self = Self { g: 0, misere: 1 };

    /// Whether some sum of nim-heaps has this pair: 0^1, 1^0 or n^n.
    pub fn is_tame(self) -> bool {
        self.g == self.misere || (self.g <= 1 && self.misere == self.g ^ 1)
    }

    /// Not tame, with nim-value 0 or 1.
    pub fn is_restive(self) -> bool {
        self.g <= 1 && !self.is_tame()
    }

    /// 0^1 or 1^0.
    pub fn is_fickle(self) -> bool {
        self.g <= 1 && self.misere == self.g ^ 1
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.misere <= 9 {
            write!(f, "{}^{}", self.g, self.misere)
        } else {
            write!(f, "{}^({})", self.g, self.misere)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_beyond_a_word() {
        let mut set = MexSet::default();
        for v in (0..200).filter(|&v| v != 130) {
            assert_eq!(set.mex(), v.min(130));
            set.insert(v);
        }
        assert_eq!(set.mex(), 130);
        set.insert(130);
        assert_eq!(set.mex(), 200);
    }

    #[test]
    fn nim_heaps() {
        let mut heaps: Vec<Genus> = Vec::new();
        for _ in 0..6 {
            heaps.push(Genus::of_options(&heaps.iter().collect::<Vec<_>>()));
        }
        let shown: Vec<String> = heaps.iter().map(Genus::full).collect();
        assert_eq!(shown, ["0^120", "1^031", "2^20", "3^31", "4^46", "5^57"]);
    }
}
