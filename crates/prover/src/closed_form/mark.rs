//! Mark, UpMark and their relatives: the nim-value of a heap of any size, under normal and
//! under misere play.
//!
//! Fraenkel (Aperiodic Subtraction Games, 2011) gives the values of Mark(2) and the
//! P-positions of Mark(t). The values of Mark(t) for every t follow from [`Records`].

use super::ClosedForm;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use sprague_certificate::{Claim, Proof};
use sprague_games::{Rounding, Ruleset};

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// Whoever cannot move loses.
    Normal,
    /// Whoever cannot move wins.
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
    /// Whether this is block 1, which is special under misere play.
    first: bool,
    list: Vec<u64>,
    /// Whether t-1 is a record of a-1.
    top_before: bool,
}

impl Records {
    /// The records of a heap of a, 1 <= a < t.
    fn new(t: u64, a: u64, play: Play) -> Self {
        Self { t, play, first: a == 1, list: vec![a], top_before: false }
    }

    /// What stands at place j of block a.
    fn at(&self, j: u64) -> u64 {
        if self.play == Play::Misere && self.first && j == 0 {
            return 1;
        }
        match self.list.iter().position(|&record| record == j) {
            Some(i) => self.list.get(i + 1).copied().unwrap_or(self.t),
            None => j,
        }
    }

    /// The place of block a at which `value` stands.
    fn place(&self, value: u64) -> Option<u64> {
        let place = match self.list.iter().position(|&record| record == value) {
            _ if self.play == Play::Misere && self.first && value == 1 => 0,
            Some(0) => return None,
            Some(i) => self.list[i - 1],
            None if value == self.t => *self.list.last()?,
            None => value,
        };
        (place < self.t && self.at(place) == value).then_some(place)
    }

    /// The records of ta + j.
    fn of_place(&self, j: u64) -> Vec<u64> {
        let t = self.t;
        let own = self.at(j);
        let mut list = vec![own];
        if let Some(last) = self.list.iter().copied().filter(|&record| record <= j).max() {
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

/// The heaps of Mark(t) or UpMark(t), t >= 2, of any size.
///
/// UpMark(t) on n is Mark(t) on n-1, move for move: ceil(n/t) - 1 = floor((n-1)/t). Heaps of 0 and
/// 1 have no move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkHeaps {
    t: u64,
    rounding: Rounding,
    play: Play,
}

impl MarkHeaps {
    /// The heaps of a game, if it is Mark or UpMark.
    pub fn new(rules: &Ruleset, play: Play) -> Option<Self> {
        rules.as_mark().map(|(t, rounding)| Self { t, rounding, play })
    }

    /// The heap of Mark(t) that a heap of this game stands for.
    fn shifted(self, n: &BigUint) -> BigUint {
        match self.rounding {
            Rounding::Up if !n.is_zero() => n - 1u32,
            _ => n.clone(),
        }
    }

    /// Block a; `None` for block 0, which has no records.
    fn block(self, a: &BigUint) -> Option<Records> {
        let digits = digits(a, self.t);
        let (&first, rest) = digits.split_first()?;
        let start = Records::new(self.t, first, self.play);
        Some(rest.iter().fold(start, |records, &j| records.step(j)))
    }

    /// Values and places of block 0: 0, 1, ..., t-1, with 0 and 1 exchanged under misere play.
    fn first_block(self, j: u64) -> u64 {
        if self.play == Play::Misere && j < 2 { 1 - j } else { j }
    }

    /// The nim-value: the least number that no option has; under misere play 1 for a heap
    /// without options. Under either convention it is 0 exactly for P-positions.
    pub fn value(self, n: &BigUint) -> u64 {
        self.value_of(&self.shifted(n))
    }

    fn value_of(self, n: &BigUint) -> u64 {
        let (a, j) = n.div_rem(&BigUint::from(self.t));
        let j = j.to_u64().unwrap_or(0);
        match self.block(&a) {
            Some(records) => records.at(j),
            None => self.first_block(j),
        }
    }

    /// The size below which a heap is a nim-heap: a heap of n is *n (UpMark: n-1), since it has
    /// all smaller ones as options and no other.
    pub fn nim_heap(self, n: &BigUint) -> Option<u64> {
        self.shifted(n).to_u64().filter(|&size| size < self.t)
    }

    /// The options of a heap with this value, at most three, in increasing order. A heap of 0 is
    /// no heap.
    pub fn options_with_value(self, n: &BigUint, value: u64) -> Vec<BigUint> {
        let n = self.shifted(n);
        if n.is_zero() {
            return Vec::new();
        }
        let t = BigUint::from(self.t);
        let (a, j) = n.div_rem(&t);
        let j = j.to_u64().unwrap_or(0);
        let place = |block: &BigUint| match self.block(block) {
            Some(records) => records.place(value),
            None => Some(self.first_block(value)).filter(|&place| place < self.t),
        };
        let mut options = Vec::new();
        if self.value_of(&a) == value {
            options.push(a.clone());
        }
        if let Some(place) = place(&a).filter(|&place| place < j) {
            options.push(&a * &t + place);
        }
        // Taking less than t from place j reaches the places behind j of the block before.
        if !a.is_zero() {
            let before = a - 1u32;
            if let Some(place) = place(&before).filter(|&place| place > j) {
                options.push(before * &t + place);
            }
        }
        options.sort();
        options.dedup();
        let shift = u32::from(self.rounding == Rounding::Up);
        options.into_iter().map(|m| m + shift).collect()
    }
}

pub(super) fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    MarkHeaps::new(rules, Play::Normal).map(|heaps| Box::new(heaps) as Box<dyn ClosedForm>)
}

impl ClosedForm for MarkHeaps {
    fn theorem(&self) -> &'static str {
        match (self.t, self.rounding) {
            (2, Rounding::Down) => "Fraenkel 2011, Theorem 4",
            (2, Rounding::Up) => "Fraenkel 2011, Theorem 4, one token larger",
            (_, Rounding::Down) => "records of Mark(t)",
            (_, Rounding::Up) => "records of Mark(t), one token larger",
        }
    }

    fn claim(&self) -> Option<(Claim, Proof)> {
        let first = u64::from(self.rounding == Rounding::Up);
        let records = sprague_certificate::Records { base: self.t, first };
        Some((Claim::Records(records), Proof::Mark))
    }

    fn statement(&self) -> Vec<String> {
        let Self { t, .. } = self;
        let heap = match self.rounding {
            Rounding::Down => format!("{t}a+j"),
            Rounding::Up => format!("{t}a+j+1"),
        };
        let values = match self.rounding {
            Rounding::Down => "G(1), ..., G(a)",
            Rounding::Up => "G(2), ..., G(a+1)",
        };
        vec![
            format!("G({heap}) with 0 <= j < {t} is j, unless j is a record of {values}:"),
            format!("then it is the next greater record, or {t} if there is none; records are the"),
            format!("values below {t} greater than all after them that no {t} follows"),
        ]
    }

    fn at(&self, n: &BigUint) -> BigUint {
        self.value(n).into()
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

    fn heaps(t: u64, rounding: Rounding, play: Play) -> MarkHeaps {
        MarkHeaps { t, rounding, play }
    }

    #[test]
    fn both_conventions_against_the_definition() {
        for t in 2..=12u64 {
            let to = t.pow(4).min(4000) + 2 * t;
            for (play, first) in [(Play::Normal, 0), (Play::Misere, 1)] {
                let mark = heaps(t, Rounding::Down, play);
                let up = heaps(t, Rounding::Up, play);
                let expected = by_definition(t, to, first);
                for (n, &value) in expected.iter().enumerate() {
                    let heap = BigUint::from(n);
                    assert_eq!(mark.value(&heap), value, "Mark({t}) {play:?} at {n}");
                    assert_eq!(up.value(&(&heap + 1u32)), value, "UpMark({t}) {play:?} at {n}");
                    if n % 7 != 0 && n > 3 * t as usize {
                        continue;
                    }
                    // every value, and one that no heap has
                    for wanted in 0..=t + 1 {
                        let mut options: Vec<usize> =
                            (n.saturating_sub(t as usize - 1)..n).chain([n / t as usize]).collect();
                        options.retain(|&m| n > 0 && expected[m] == wanted);
                        options.sort_unstable();
                        options.dedup();
                        let options: Vec<BigUint> = options.into_iter().map(Into::into).collect();
                        let found = mark.options_with_value(&heap, wanted);
                        assert_eq!(found, options, "Mark({t}) {play:?} at {n}, {wanted}");
                        let found = up.options_with_value(&(&heap + 1u32), wanted);
                        let options: Vec<BigUint> = options.iter().map(|m| m + 1u32).collect();
                        assert_eq!(found, options, "UpMark({t}) {play:?} at {n}, {wanted}");
                    }
                }
            }
        }
        for play in [Play::Normal, Play::Misere] {
            let up = heaps(3, Rounding::Up, play);
            assert_eq!(up.value(&BigUint::zero()), u64::from(play == Play::Misere));
            assert_eq!(up.options_with_value(&BigUint::zero(), 0), [0u32; 0].map(BigUint::from));
        }
    }

    /// Fraenkel's Theorem 4 for t = 2: dopey, vile odious, vile evil; his Theorem 6, the
    /// P-positions of misere Mark; and his P-positions for all t, an odd number of trailing
    /// zeros in base t. Under misere play powers of t are P when their exponent is even.
    #[test]
    fn fraenkel() {
        for n in 1..5000u64 {
            let expected = match (n.trailing_zeros() % 2, n.count_ones() % 2) {
                (1, _) => 0,
                (_, 1) => 1,
                _ => 2,
            };
            assert_eq!(heaps(2, Rounding::Down, Play::Normal).value(&n.into()), expected, "{n}");
            let misere = (n.trailing_zeros() % 2 == 0) == n.is_power_of_two();
            let found = heaps(2, Rounding::Down, Play::Misere).value(&n.into());
            assert_eq!(found == 0, misere, "{n}");
        }
        for t in [3u64, 7, 1000, 1 << 40, u64::MAX] {
            let power = |e: u32| BigUint::from(t).pow(e);
            for (n, zeros, is_power) in [
                (power(7) * 2u32, 7, false),
                (power(50), 50, true),
                (power(51), 51, true),
                (power(9) + power(4), 4, false),
                (power(3) + 1u32, 0, false),
            ] {
                let normal = heaps(t, Rounding::Down, Play::Normal).value(&n);
                assert_eq!(normal == 0, zeros % 2 == 1, "{t} {zeros}");
                let misere = heaps(t, Rounding::Down, Play::Misere).value(&n);
                assert_eq!(misere == 0, (zeros % 2 == 1) != is_power, "{t} {zeros}");
            }
        }
    }

    /// The mex rule far out, for bases nobody could count in.
    #[test]
    fn far_out() {
        let n: BigUint = "73".repeat(300).parse().unwrap();
        for t in [3u64, 10, 1000, 1 << 32] {
            for play in [Play::Normal, Play::Misere] {
                for rounding in [Rounding::Down, Rounding::Up] {
                    let mark = heaps(t, rounding, play);
                    for k in 0..40u32 {
                        let n = &n + k;
                        let value = mark.value(&n);
                        assert!(mark.options_with_value(&n, value).is_empty(), "{t} {k}");
                        for smaller in (0..value).take(50).chain(value.checked_sub(1)) {
                            let options = mark.options_with_value(&n, smaller);
                            assert!(!options.is_empty(), "{t} {k} {smaller}");
                            for option in options {
                                assert_eq!(mark.value(&option), smaller);
                                assert!(option < n);
                            }
                        }
                    }
                }
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
