//! Subtraction games S(a,b,c): which of a+b, a+c, b+c is a period.
//!
//! For every set {a, b, c} with a+b not c that anybody has looked at, one of the three sums is a
//! period of the nim-sequence. That it is always so is a conjecture (Flammenkamp 1996, Ward 2016).
//! What is said here about one set is proved: by Austin's Theorem 5.2, since a value depends on the
//! c values before it alone, G(n+p) = G(n) for c heaps in a row is so for ever.

use num_bigint::BigUint;
use num_integer::Integer;
use sprague_certificate::Regularity;
use sprague_games::Ruleset;
use std::fmt;

/// Heaps looked at before a set is given up.
pub const HEAPS: usize = 1 << 22;

/// The names of the three sums, in their order.
pub const SUMS: [&str; 3] = ["a+b", "a+c", "b+c"];

/// A set {a, b, c}, 0 < a < b < c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Triple {
    a: u64,
    b: u64,
    c: u64,
}

/// Which of a+b, a+c, b+c are periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sums(u8);

/// What a window proves about a triple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periods {
    /// The sums that are periods; never none.
    pub sums: Sums,
    /// The least preperiod.
    pub preperiod: u64,
}

impl Triple {
    /// The set, if 0 < a < b < c.
    pub fn new(a: u64, b: u64, c: u64) -> Option<Self> {
        (0 < a && a < b && b < c).then_some(Self { a, b, c })
    }

    /// The set of a subtraction game with three members, however its rules are written.
    pub fn of(rules: &Ruleset) -> Option<Self> {
        let set = rules.subtraction_set()?;
        let &[a, b, c] = set.members() else { return None };
        Self::new(a, b, c)
    }

    /// a, b and c.
    pub fn members(self) -> [u64; 3] {
        [self.a, self.b, self.c]
    }

    /// Whether c = a+b: these games have periods of their own, and the conjecture is not about them.
    pub fn is_additive(self) -> bool {
        self.c - self.b == self.a
    }

    /// Whether a, b and c have no common divisor but 1. S(da,db,dc) is the d-plicate of
    /// S(a,b,c), with all periods d times as long.
    pub fn is_coprime(self) -> bool {
        self.a.gcd(&self.b).gcd(&self.c) == 1
    }

    /// The sums that are multiples of the least period, hence periods: every period is a multiple
    /// of the least one.
    pub fn multiples_of(self, period: &BigUint) -> Sums {
        if *period == BigUint::ZERO {
            return Sums(0);
        }
        let [a, b, c] = self.members().map(BigUint::from);
        let sums = [&a + &b, &a + &c, &b + &c];
        Sums((0..3).filter(|&i| sums[i].is_multiple_of(period)).map(|i| 1 << i).sum())
    }

    /// In words, given the least period: which sum it is, or which are its multiples. `None` for an
    /// additive triple.
    pub fn sentence(self, period: &BigUint) -> Option<String> {
        if self.is_additive() {
            return None;
        }
        let sums = self.multiples_of(period);
        let [a, b, c] = self.members().map(BigUint::from);
        let equal = [&a + &b, &a + &c, &b + &c].iter().position(|sum| sum == period);
        Some(match (equal, sums.names().as_slice()) {
            (Some(i), _) => format!("the period is {}", SUMS[i]),
            (None, []) => {
                "none of a+b, a+c, b+c is a period: a counterexample to the conjecture of \
                           Flammenkamp and Ward"
                    .to_owned()
            }
            (None, [one]) => format!("{one} is a multiple of the period"),
            (None, several) => format!("{} are multiples of the period", several.join(" and ")),
        })
    }
}

impl Sums {
    /// The sums by their names.
    pub fn names(self) -> Vec<&'static str> {
        (0..3).filter(|i| self.0 >> i & 1 == 1).map(|i| SUMS[i]).collect()
    }

    /// The least sum: 0 for a+b, 1 for a+c, 2 for b+c.
    pub fn least(self) -> Option<usize> {
        (self.0 > 0).then(|| self.0.trailing_zeros() as usize)
    }

    /// One bit for each, a+b first: 1 to 7, or 0 for none.
    pub fn bits(self) -> u8 {
        self.0
    }
}

/// `a+b`, `a+c b+c`, `none`
impl fmt::Display for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("none");
        }
        f.write_str(&self.names().join(" "))
    }
}

/// Looks for the periods of triples, one after the other, in the same memory.
///
/// A value is kept as one bit, 1 << G(n). The mex of three options is then the lowest bit that
/// none of them has, and a heaps in a row, which are no options of each other, are computed at once.
#[derive(Clone, Debug, Default)]
pub struct Search {
    values: Vec<u8>,
}

impl Search {
    /// Which sums are periods, and from where on. `None` where none of them is seen in [`HEAPS`]
    /// heaps, or where the set is too large for them.
    pub fn periods(&mut self, triple: Triple) -> Option<Periods> {
        let [a, b, c] = triple.members().map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        if c > HEAPS / 8 {
            return None;
        }
        let sums = [a + b, a + c, b + c];
        self.values.clear();
        // A period of sum s shows in a window of c heaps behind s others.
        let mut length = b + 2 * c;
        loop {
            self.extend(a, b, c, length);
            if let Some(least) = self.windows(c, sums).least() {
                let p = sums[least];
                let last = (p..length).rev().find(|&n| self.values[n] != self.values[n - p]);
                let preperiod = last.map_or(0, |n| n - p + 1);
                // A greater sum shows when its window begins behind the preperiod.
                self.extend(a, b, c, preperiod + b + 2 * c);
                let sums = self.windows(c, sums);
                return Some(Periods { sums, preperiod: preperiod as u64 });
            }
            if length >= HEAPS {
                return None;
            }
            length = (length + length / 2).min(HEAPS);
        }
    }

    /// The least preperiod and the least period, where a sum is seen to be a period: by Theorem 5.2 a divisor of
    /// the sum is a period exactly if c heaps in a row agree with those so far before them.
    pub fn regularity(&mut self, triple: Triple) -> Option<Regularity> {
        let Periods { sums, preperiod } = self.periods(triple)?;
        let [a, b, c] = triple.members();
        let start = self.values.len() - c as usize;
        let agrees =
            |p: u64| self.values[start..] == self.values[start - p as usize..][..c as usize];
        let sum = [a + b, a + c, b + c][sums.least()?];
        let mut period = sum;
        for q in 2..=sum {
            while period.is_multiple_of(q) && agrees(period / q) {
                period /= q;
            }
        }
        Some(Regularity { preperiod, period, saltus: 0 })
    }

    /// The sums s for which the last c heaps have the values of those s before them.
    fn windows(&self, c: usize, sums: [usize; 3]) -> Sums {
        let start = self.values.len() - c;
        let window = &self.values[start..];
        let same = |i: &usize| *window == self.values[start - sums[*i]..][..c];
        Sums((0..3).filter(same).map(|i| 1 << i).sum())
    }

    /// G(0), ..., G(length - 1) as bits.
    fn extend(&mut self, a: usize, b: usize, c: usize, length: usize) {
        let values = &mut self.values;
        while values.len() < length.min(c) {
            let n = values.len();
            let seen = [a, b, c]
                .into_iter()
                .filter(|&take| take <= n)
                .fold(0, |seen, take| seen | values[n - take]);
            values.push(!seen & (seen + 1));
        }
        while values.len() < length {
            let n = values.len();
            let count = a.min(length - n);
            values.resize(n + count, 0);
            let (old, new) = values.split_at_mut(n);
            let options = [a, b, c].map(|take| &old[n - take..n - take + count]);
            for (((value, x), y), z) in
                new.iter_mut().zip(options[0]).zip(options[1]).zip(options[2])
            {
                let seen = x | y | z;
                *value = !seen & (seen + 1);
            }
        }
    }
}

/// The same from the definition, value by value: what [`Search`] is compared with.
pub fn by_definition(triple: Triple) -> Option<Periods> {
    let [a, b, c] = triple.members().map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    if c > HEAPS / 8 {
        return None;
    }
    let sums = [a + b, a + c, b + c];
    let mut values: Vec<u8> = Vec::new();
    let mut agree = [0; 3];
    let mut least = None;
    for n in 0..HEAPS {
        let mut seen = [false; 4];
        for take in [a, b, c].into_iter().filter(|&take| take <= n) {
            seen[usize::from(values[n - take])] = true;
        }
        // Three options: a value is at most 3.
        let value = seen.iter().position(|seen| !seen)? as u8;
        values.push(value);
        for (agree, p) in agree.iter_mut().zip(sums) {
            *agree = if n >= p && values[n - p] == value { *agree + 1 } else { 0 };
        }
        least = least.or_else(|| (0..3).find(|&i| agree[i] >= c));
        // Then once around, for the other sums and the preperiod.
        if let Some(i) = least
            && agree[i] >= c + b + c
        {
            let bits = (0..3).filter(|&j| agree[j] >= c).map(|j| 1 << j).sum();
            let preperiod = (n + 1 - agree[i] - sums[i]) as u64;
            return Some(Periods { sums: Sums(bits), preperiod });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Method, solve};
    use sprague_budget::Budget;

    fn triples(most: u64) -> impl Iterator<Item = Triple> {
        (3..=most).flat_map(move |c| {
            (2..c).flat_map(move |b| (1..b).filter_map(move |a| Triple::new(a, b, c)))
        })
    }

    #[test]
    fn the_search_is_the_definition() {
        let mut search = Search::default();
        for triple in triples(48).filter(|triple| !triple.is_additive()) {
            let found = search.periods(triple);
            assert!(found.is_some(), "{triple:?}");
            assert_eq!(found, by_definition(triple), "{triple:?}");
        }
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..60 {
            let mut members: Vec<u64> = (0..3).map(|_| random.u64(1..600)).collect();
            members.sort_unstable();
            let Some(triple) = Triple::new(members[0], members[1], members[2]) else { continue };
            if !triple.is_additive() {
                assert_eq!(search.periods(triple), by_definition(triple), "{triple:?}");
            }
        }
    }

    /// The prover finds the least period by its own means; the sums are its multiples.
    #[test]
    fn the_sums_are_the_multiples_of_the_least_period() {
        let mut search = Search::default();
        let mut divided = 0;
        for triple in triples(16) {
            let [a, b, c] = triple.members();
            let rules = format!("S({a},{b},{c})").parse().unwrap();
            assert_eq!(Triple::of(&rules), Some(triple));
            let solution = solve(&rules, &Budget::unlimited(), Method::Theorems).unwrap();
            let least = solution.regularity().unwrap();
            let sums = triple.multiples_of(&least.period);
            if triple.is_additive() {
                assert_eq!(triple.sentence(&least.period), None);
                continue;
            }
            let found = search.periods(triple).unwrap();
            assert_eq!(found.sums, sums, "{triple:?}");
            assert_eq!(BigUint::from(found.preperiod), least.preperiod, "{triple:?}");
            let Regularity { preperiod, period, saltus } = search.regularity(triple).unwrap();
            assert_eq!((preperiod, saltus), (found.preperiod, 0), "{triple:?}");
            assert_eq!(BigUint::from(period), least.period, "{triple:?}");
            let said = triple.sentence(&least.period).unwrap();
            assert!(!said.contains("none"), "{triple:?}: {said}");
            divided += usize::from(said.contains("multiple"));
        }
        assert!(divided > 0);
    }

    /// The hypothesis of Theorem 5.2: where c heaps in a row agree, all later ones do; c-2 of them are
    /// not enough. (No set is known for which c-1 are not.)
    #[test]
    fn the_window_has_c_heaps() {
        let mut short = 0;
        for triple in triples(30) {
            let [a, b, c] = triple.members().map(|n| n as usize);
            let mut search = Search::default();
            search.extend(a, b, c, 4000);
            let values = &search.values;
            for (i, p) in [a + b, a + c, b + c].into_iter().enumerate() {
                let mut agree = 0;
                for n in p..values.len() {
                    let fits = values[n] == values[n - p];
                    short += usize::from(!fits && agree == c - 2);
                    assert!(fits || agree < c, "{triple:?} at {n}");
                    agree = if fits { agree + 1 } else { 0 };
                }
                if !triple.is_additive() {
                    let found = by_definition(triple).unwrap();
                    assert_eq!(agree >= c, found.sums.bits() >> i & 1 == 1, "{triple:?}");
                }
            }
        }
        assert!(short > 0, "no set shows that the window must be long");
    }

    #[test]
    fn what_is_said() {
        let said =
            |a, b, c, period: u32| Triple::new(a, b, c).unwrap().sentence(&BigUint::from(period));
        assert_eq!(said(3, 7, 11, 14).as_deref(), Some("the period is a+c"));
        assert_eq!(said(1, 3, 9, 2).unwrap(), "a+b and a+c and b+c are multiples of the period");
        assert_eq!(said(3, 7, 11, 9).unwrap(), "b+c is a multiple of the period");
        assert!(said(3, 7, 11, 13).unwrap().starts_with("none of a+b, a+c, b+c is a period"));
        assert_eq!(said(3, 7, 10, 13), None);
        assert_eq!(Triple::new(3, 3, 7), None);
        assert_eq!(Triple::new(0, 3, 7), None);
        let large = Triple::new(u64::MAX - 2, u64::MAX - 1, u64::MAX).unwrap();
        assert_eq!(large.multiples_of(&BigUint::from(1u32)).bits(), 7);
        assert_eq!(Search::default().periods(large), None);
        assert_eq!(by_definition(large), None);
    }
}
