//! Mark, UpMark and their relatives: the nim-value of a heap of any size, under normal and
//! under misere play.
//!
//! Fraenkel (Aperiodic Subtraction Games, 2011) gives the values of Mark(2) and the
//! P-positions of Mark(t). The values of Mark(t) for every t follow from [`Records`].

use super::ClosedForm;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use sprague_games::{Family, Rounding, Ruleset};

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Play {
    Normal,
    Misere,
}

/// The *records* of G(1), ..., G(a): the values below t that are greater than everything after
/// them, and that no t follows; the latest, and least, first. At most three.
///
/// Theorem. Let t >= 2 and let G be the nim-sequence of Mark(t), where n has the options
/// n-1, ..., n-(t-1) and a = n div t. Then G(ta + j) with 0 <= j < t is j, unless j is a record of
/// G(1), ..., G(a): then it is the next greater record, or t if there is none.
///
/// Proof. G(n) differs from the t-1 values before it, so t values in a row are different
/// numbers of 0..=t; and those of block a, the heaps ta, ..., ta+t-1, have a common option a > 0, so
/// they are all of 0..=t but G(a). Heap n has two values to choose from, those that the t-1
/// before it lack, and takes the lesser that is not G(a). Let w be block a-1; it
/// lacks c = G(a-1). Going through block a, heap ta + j chooses between c and w(j): it takes the
/// lesser and c becomes the greater, until w(j) = G(a), where it takes c; from then on it
/// repeats w. If w is as the theorem says, this exchange removes the records less than G(a) and
/// adds G(a), or removes all if G(a) = t: those are the records of G(1), ..., G(a). Block 0 is 0,
/// 1, ..., t-1, without records.
///
/// In block a the value of heap ta + j is therefore j or, at records, greater, and the next
/// record's place is behind it. So the records of G(1), ..., G(ta+j) within block a are j, unless it
/// is a record of a, and what stands at the last record of a that is at most j. Before the block
/// only t-1 can be a record more: block a-1 ends with t-1 or t, and with t exactly when t-1 is
/// a record of a-1. This gives the records of ta + j from those of a.
///
/// Under misere play heap 0 has the value 1 and heap 1 the value 0. Blocks 0 and 1 are 1, 0, 2, ...
/// and 1, t, 2, ..., and block 2 and all later ones are as above, with the records of heap t being 1
/// and t-1.
#[derive(Clone, Debug)]
struct Records {
    t: u64,
    play: Play,
    /// Which block this is; only whether it is 1 matters.
    first: bool,
    list: Vec<u64>,
    /// Whether t-1 is a record of a-1.
    top_before: bool,
}

impl Records {
    /// The records of a heap of a, 1 <= a < t.
    fn new(t: u64, a: u64, play: Play) -> Self {
        let list = match (play, a) {
            (Play::Misere, 1) => Vec::new(), // not as the theorem says: see `value`
            _ => vec![a],
        };
        Self { t, play, first: a == 1, list, top_before: false }
    }

    /// What stands at place j of block a.
    fn at(&self, j: u64) -> u64 {
        if self.play == Play::Misere && self.first {
            return match j {
                0 => 1,
                1 => self.t,
                _ => j,
            };
        }
        match self.list.iter().position(|&record| record == j) {
            Some(i) => self.list.get(i + 1).copied().unwrap_or(self.t),
            None => j,
        }
    }

    /// The records of ta + j.
    fn of_place(&self, j: u64) -> Vec<u64> {
        let t = self.t;
        let first_misere = self.play == Play::Misere && self.first;
        let own = self.at(j);
        let mut list = vec![own];
        let last = if first_misere {
            (j >= 1).then_some(1)
        } else {
            self.list.iter().copied().filter(|&record| record <= j).max()
        };
        if let Some(last) = last {
            let there = self.at(last);
            if there > own {
                list.push(there);
            }
        }
        if list[list.len() - 1] < t - 1 && !self.top_before {
            list.push(t - 1);
        }
        list.retain(|&record| record < t);
        list
    }

    /// From block a to block ta + j.
    fn step(&self, j: u64) -> Self {
        let top = self.t - 1;
        let top_before = match j {
            0 => !self.top_before,
            _ => self.of_place(j - 1).contains(&top),
        };
        Self { first: false, list: self.of_place(j), top_before, ..*self }
    }
}

/// The digits of n in base t >= 2, the most significant first.
fn digits(n: &BigUint, t: u64) -> Vec<u64> {
    // As many digits at a time as fit into 64 bits.
    let (mut chunk, mut count) = (t, 1);
    while let Some(more) = chunk.checked_mul(t) {
        (chunk, count) = (more, count + 1);
    }
    let chunk = BigUint::from(chunk);
    let mut list = Vec::new();
    let mut rest = n.clone();
    while !rest.is_zero() {
        let (quotient, remainder) = rest.div_rem(&chunk);
        let mut low = remainder.to_u64().unwrap_or(0);
        for _ in 0..count {
            list.push(low % t);
            low /= t;
        }
        rest = quotient;
    }
    while list.last() == Some(&0) {
        list.pop();
    }
    list.reverse();
    list
}

/// The value of a heap of `n` in Mark(t), t >= 2.
fn value(n: &BigUint, t: u64, play: Play) -> u64 {
    let digits = digits(n, t);
    let small = |j: u64| if play == Play::Misere && j < 2 { 1 - j } else { j };
    match digits[..] {
        [] => small(0),
        [j] => small(j),
        [first, ref middle @ .., last] => {
            let start = Records::new(t, first, play);
            middle.iter().fold(start, |records, &j| records.step(j)).at(last)
        }
    }
}

/// The heap of Mark(t) that a heap of this game stands for. UpMark(t) on n is Mark(t) on n-1, move
/// for move: ceil(n/t) - 1 = floor((n-1)/t). Heaps of 0 and 1 have no move there.
fn shifted(n: &BigUint, rounding: Rounding) -> BigUint {
    match rounding {
        Rounding::Up if !n.is_zero() => n - 1u32,
        _ => n.clone(),
    }
}

/// The nim-value of a heap of `n` in Mark(t) or UpMark(t) under misere play: 1 for a heap without a
/// move, else the least number that no option has. 0 exactly for P-positions. t >= 2.
///
/// The theorem and its proof are at the head of the source of this module.
pub fn misere_value(n: &BigUint, t: u64, rounding: Rounding) -> u64 {
    value(&shifted(n, rounding), t, Play::Misere)
}

/// Mark(t) or UpMark(t).
struct Mark {
    t: u64,
    rounding: Rounding,
}

pub(super) fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    match rules.family() {
        Family::Mark { t, rounding } if *t >= 2 => {
            Some(Box::new(Mark { t: *t, rounding: *rounding }))
        }
        _ => None,
    }
}

impl ClosedForm for Mark {
    fn theorem(&self) -> &'static str {
        match (self.t, self.rounding) {
            (2, Rounding::Down) => "Fraenkel 2011, Theorem 4",
            (2, Rounding::Up) => "Fraenkel 2011, Theorem 4, one token larger",
            (_, Rounding::Down) => "records of Mark(t)",
            (_, Rounding::Up) => "records of Mark(t), one token larger",
        }
    }

    fn at(&self, n: &BigUint) -> BigUint {
        value(&shifted(n, self.rounding), self.t, Play::Normal).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::One;

    /// Values by the definition; `first` is that of a heap without a move.
    fn by_definition(t: u64, to: u64, first: u64) -> Vec<u64> {
        let mut values = vec![first];
        for n in 1..=to {
            let mut options: Vec<u64> =
                (1..t.min(n + 1)).map(|k| values[(n - k) as usize]).collect();
            options.push(values[(n / t) as usize]);
            values.push((0..).find(|v| !options.contains(v)).unwrap());
        }
        values
    }

    #[test]
    fn both_conventions_against_the_definition() {
        for t in 2..=12u64 {
            let to = t.pow(4).min(9000) + 2 * t;
            for (play, first) in [(Play::Normal, 0), (Play::Misere, 1)] {
                for (n, expected) in by_definition(t, to, first).into_iter().enumerate() {
                    assert_eq!(value(&n.into(), t, play), expected, "Mark({t}) {play:?} at {n}");
                }
            }
        }
        assert_eq!(misere_value(&BigUint::zero(), 3, Rounding::Up), 1);
        assert_eq!(misere_value(&BigUint::one(), 3, Rounding::Up), 1);
        assert_eq!(misere_value(&2u32.into(), 3, Rounding::Up), 0);
    }

    /// Fraenkel's Theorem 4 for t = 2: dopey, vile odious, vile evil; and his P-positions for
    /// all t, an odd number of trailing zeros in base t.
    #[test]
    fn fraenkel() {
        for n in 1..5000u64 {
            let expected = match (n.trailing_zeros() % 2, n.count_ones() % 2) {
                (1, _) => 0,
                (_, 1) => 1,
                _ => 2,
            };
            assert_eq!(value(&n.into(), 2, Play::Normal), expected, "{n}");
        }
        for t in [3u64, 7, 1000, 1 << 40, u64::MAX] {
            let power = |e: u32| BigUint::from(t).pow(e);
            for (n, zeros) in
                [(power(7) * 2u32, 7), (power(50), 50), (power(9) + power(4), 4), (power(3) + 1u32, 0)]
            {
                assert_eq!(value(&n, t, Play::Normal) == 0, zeros % 2 == 1, "{t} {zeros}");
            }
        }
    }

    #[test]
    fn digits_of_every_base() {
        assert_eq!(digits(&1000u32.into(), 10), [1, 0, 0, 0]);
        assert_eq!(digits(&BigUint::zero(), 2), [0u64; 0]);
        assert_eq!(digits(&(BigUint::one() << 130u32), 1 << 63), [16, 0, 0]);
        assert_eq!(digits(&BigUint::from(u64::MAX), u64::MAX), [1, 0]);
    }
}
