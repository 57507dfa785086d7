//! Moves as data: what the engines and provers read.
//!
//! Many notations describe the same thing: from a heap of `n`, leave so many non-empty heaps
//! with total `n - u`, subject to a condition on their sizes. [`Moves`] is that sentence for all
//! u of a progression and for one number of heaps or all from one on; a [`Move`] is the sentence
//! for a single u and a single number. What a game's moves are, however it is spelled, says its
//! [`Form`](crate::Form).

/// What the sizes of the new heaps must satisfy. Conditions concern moves to two or
/// more heaps; with no heap or one heap left every condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// No condition.
    Any,
    /// `!`: pairwise different sizes.
    Distinct,
    /// `?`: not all sizes equal. With two heaps this is the same as [`Distinct`](Self::Distinct).
    NotAllEqual,
    /// `=`: all sizes equal.
    AllEqual,
    /// Two heaps whose sizes differ by at least this much (`Split(2, differ>=2)`).
    /// Only used with exactly two heaps.
    DifferAtLeast(u64),
}

impl Condition {
    /// Whether heaps of these sizes are allowed. `heaps` must be sorted.
    pub fn allows(self, heaps: &[u64]) -> bool {
        debug_assert!(heaps.is_sorted());
        let (Some(&least), Some(&greatest)) = (heaps.first(), heaps.last()) else { return true };
        if heaps.len() == 1 {
            return true;
        }
        match self {
            Self::Any => true,
            Self::Distinct => heaps.windows(2).all(|pair| pair[0] != pair[1]),
            Self::NotAllEqual => least != greatest,
            Self::AllEqual => least == greatest,
            Self::DifferAtLeast(d) => greatest - least >= d,
        }
    }
}

/// From a heap of `n >= smallest`, leave exactly `heaps` non-empty heaps with total
/// `n - take`, each smaller than `n`, as `condition` allows.
///
/// `take` may be zero or negative only when `heaps >= 2`. With `heaps == 0` the move is
/// available exactly when `n == take`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The number of tokens removed, u.
    pub take: i64,
    /// The number of non-empty heaps left, h.
    pub heaps: u32,
    /// What the sizes must satisfy.
    pub condition: Condition,
    /// The least heap on which this move is available; 1 for codes.
    pub smallest: u64,
}

/// The numbers `first`, `first + step`, `first + 2*step`, ... up to `last`, or without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Takes {
    first: i64,
    step: u64,
    last: Option<i64>,
}

impl Takes {
    /// This number alone.
    pub const fn only(take: i64) -> Self {
        Self { first: take, step: 1, last: Some(take) }
    }

    /// `first`, `first + step`, ... without end; `step` is positive.
    pub const fn from(first: i64, step: u64) -> Self {
        assert!(step > 0);
        Self { first, step, last: None }
    }

    /// Every number from `first` to `last`; `None` if there is none.
    pub fn range(first: i64, last: i64) -> Option<Self> {
        (first <= last).then_some(Self { first, step: 1, last: Some(last) })
    }

    /// The least.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// The distance of the following ones, at least 1.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The greatest; `None` where there are infinitely many.
    pub fn last(&self) -> Option<i64> {
        self.last
    }

    /// The number, if it is the only one.
    pub fn single(&self) -> Option<i64> {
        self.last.filter(|&last| last == self.first)
    }

    /// How many there are; `None` for infinitely many.
    pub fn count(&self) -> Option<u64> {
        let last = self.last?;
        Some((i128::from(last) - i128::from(self.first)) as u64 / self.step + 1)
    }

    /// Whether `take` is one of them.
    pub fn contains(&self, take: i128) -> bool {
        let far = take - i128::from(self.first);
        far >= 0
            && far % i128::from(self.step) == 0
            && self.last.is_none_or(|last| take <= i128::from(last))
    }

    /// Those up to `most`, in increasing order.
    pub fn up_to(&self, most: i64) -> impl DoubleEndedIterator<Item = i64> + use<> {
        let Self { first, step, last } = *self;
        let end = last.map_or(most, |last| last.min(most));
        let far = i128::from(end) - i128::from(first);
        let count = if far < 0 { 0 } else { far as u64 / step + 1 };
        // At most `end`, which is an i64.
        (0..count).map(move |k| (i128::from(first) + i128::from(k) * i128::from(step)) as i64)
    }
}

/// How many non-empty heaps a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heaps {
    /// So many.
    Exactly(u32),
    /// So many or more.
    AtLeast(u32),
}

impl Heaps {
    /// The least number.
    pub fn least(self) -> u32 {
        match self {
            Self::Exactly(h) | Self::AtLeast(h) => h,
        }
    }

    /// The greatest number; `None` without a limit.
    pub fn most(self) -> Option<u32> {
        match self {
            Self::Exactly(h) => Some(h),
            Self::AtLeast(_) => None,
        }
    }

    /// Whether `count` heaps are as many as this says.
    pub fn contains(self, count: usize) -> bool {
        match self {
            Self::Exactly(h) => count == h as usize,
            Self::AtLeast(h) => count >= h as usize,
        }
    }
}

/// From a heap of `n >= smallest`, take a number u of `takes` and leave as many non-empty heaps
/// as `heaps` says, with total `n - u`, each smaller than `n`, as `condition` allows.
///
/// A u of zero or less is there only with `heaps` of two or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moves {
    /// The numbers that may be taken, u.
    pub takes: Takes,
    /// How many heaps are left.
    pub heaps: Heaps,
    /// What their sizes must satisfy.
    pub condition: Condition,
    /// The least heap on which the moves are available; 1 for codes.
    pub smallest: u64,
}

impl Moves {
    /// Without a condition and from any heap.
    pub const fn plain(takes: Takes, heaps: Heaps) -> Self {
        Self { takes, heaps, condition: Condition::Any, smallest: 1 }
    }

    /// The move, if it is a single one.
    pub fn single(&self) -> Option<Move> {
        let Self { takes, heaps: Heaps::Exactly(heaps), condition, smallest } = *self else {
            return None;
        };
        takes.single().map(|take| Move { take, heaps, condition, smallest })
    }
}

impl From<Move> for Moves {
    fn from(m: Move) -> Self {
        let Move { take, heaps, condition, smallest } = m;
        Self { takes: Takes::only(take), heaps: Heaps::Exactly(heaps), condition, smallest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progressions() {
        let even = Takes::from(-2, 2);
        assert_eq!(even.up_to(5).collect::<Vec<_>>(), [-2, 0, 2, 4]);
        assert_eq!(even.up_to(5).rev().collect::<Vec<_>>(), [4, 2, 0, -2]);
        assert_eq!(even.up_to(-3).count(), 0);
        assert!(even.contains(1 << 70) && !even.contains(3) && !even.contains(-4));
        assert_eq!((even.count(), even.single(), even.last()), (None, None, None));
        let few = Takes::range(3, 5).unwrap();
        assert_eq!(few.up_to(i64::MAX).collect::<Vec<_>>(), [3, 4, 5]);
        assert_eq!((few.count(), few.single()), (Some(3), None));
        assert_eq!(Takes::range(3, 3), Some(Takes::only(3)));
        assert_eq!(Takes::range(3, 2), None);
        assert_eq!(Takes::range(i64::MIN, i64::MAX).unwrap().up_to(i64::MIN).count(), 1);
    }
}
