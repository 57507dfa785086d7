//! Moves as data: what the engines and provers read.
//!
//! Many notations describe the same thing: from a heap of `n`, leave exactly `h`
//! non-empty heaps with total `n - u`, subject to a condition on their sizes. A
//! [`Move`] is that sentence. A game all of whose moves are finitely many such
//! sentences is what Austin calls a finite take and break game; codes, subtraction
//! games, splittles, splitting games and some rules of the rule language are all
//! lowered to it by [`Ruleset::finite_moves`](crate::Ruleset::finite_moves).

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
