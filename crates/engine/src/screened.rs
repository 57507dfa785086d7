//! Moves to three heaps and more: the nim-sums of the most heaps are not listed, only tested.
//!
//! Sums of two heaps are marked directly, larger sums kept as bit sets per total, as by
//! [`sums`](crate::sums). But the sums of the most heaps that a move leaves are only tested for the
//! candidates of the mex, after a screen that catches nearly all of them. For values that grow
//! this is several times as fast as listing all sums: 0.9138B835B to 8192. While all values are
//! below 64 the screen has every sum, and nothing is left to test.

use crate::sums::{Heaps, Requirement, requirements};
use crate::{Engine, EngineError, MemoryLimit, not_applicable};
use sprague_budget::Budget;
use sprague_games::Ruleset;
use sprague_games::moves::Condition;
use sprague_games::nim::translate;

const NAME: &str = "screened";

/// Moves with one take, or with takes at a constant distance.
struct Taking {
    take: i64,
    heaps: Heaps,
    smallest: u64,
    /// For recurring takes: the marks of n - 1, n - 2, ..., n - step, by n mod step.
    history: Vec<Vec<u64>>,
}

/// Tests the sums of the most heaps for the candidates that a screen leaves.
pub struct Screened {
    moves: Vec<Taking>,
    values: Vec<u32>,
    /// `sums[h - 2][m]`: the nim-sums of h non-empty heaps of total m, as bits.
    sums: Vec<Vec<Vec<u64>>>,
    /// Sums of this many heaps are tested, not stored.
    tested: u32,
    /// Part of the sums of `tested` heaps of total m: those where all heaps but one have
    /// a nim-sum below 64. Typically two heaps nearly cancel and the third one gives the
    /// value, so this excludes nearly every candidate that is excluded at all.
    screen: Vec<Vec<u64>>,
    /// For totals below this one the screen has all sums: no value of a smaller heap reached 64.
    exact: usize,
    /// The first words of the sets of `tested` - 1 heaps, by total.
    low: Vec<u64>,
    /// What the other heaps may add up to, by the value of one; room for `extend_sums`.
    others: Vec<u64>,
    /// The sums of h or more heaps, for the h that are needed.
    closures: Vec<(u32, Vec<Vec<u64>>)>,
    largest: u32,
    marks: Vec<u64>,
    /// The words of all sets.
    words: u64,
    memory: MemoryLimit,
}

impl Screened {
    /// An engine for moves without conditions on three heaps and more.
    pub fn new(rules: &Ruleset, budget: &Budget) -> Result<Self, EngineError> {
        let refused = |reason| Err(not_applicable(NAME, reason));
        let mut moves = Vec::new();
        let mut tested = 2;
        let mut stored = 2;
        let mut closures: Vec<(u32, Vec<Vec<u64>>)> = Vec::new();
        for Requirement { take, heaps, smallest, accumulated } in requirements(rules)? {
            let recurs = accumulated.is_some();
            match heaps {
                Heaps::Exactly(3.., _) if take < 0 => {
                    return refused("a digit before the zeroth allows three heaps");
                }
                Heaps::Exactly(h, condition) => {
                    if condition != Condition::Any && (h > 2 || h == 2 && recurs) {
                        return refused("a condition on the heaps");
                    }
                    if h > 2 && !recurs {
                        tested = tested.max(h);
                    } else if h > 1 && recurs {
                        stored = stored.max(h + 1);
                    }
                }
                Heaps::AtLeast(from, condition) => {
                    if condition != Condition::Any || take < 0 || from < 2 {
                        return refused("a condition on any number of heaps");
                    }
                    stored = stored.max(from + 1);
                    if closures.iter().all(|(h, _)| *h != from) {
                        closures.push((from, vec![Vec::new()]));
                    }
                }
            }
            if recurs && smallest > 1 {
                return refused("a least heap for takes without end");
            }
            moves.push(Taking { take, heaps, smallest, history: accumulated.unwrap_or_default() });
        }
        let tested: u32 = tested.max(stored);
        Ok(Self {
            moves,
            values: Vec::new(),
            sums: vec![vec![Vec::new()]; tested as usize - 2],
            tested,
            screen: vec![Vec::new()],
            exact: 1,
            low: vec![0],
            others: Vec::new(),
            closures,
            largest: 0,
            marks: Vec::new(),
            words: 0,
            memory: MemoryLimit::of(budget),
        })
    }

    /// G(n) for the next heap n >= 1.
    fn next(&mut self) -> u32 {
        let n = self.values.len();
        self.extend_sums();
        self.marks.fill(0);
        let mut tests: Vec<usize> = Vec::new();
        let mut moves = std::mem::take(&mut self.moves);
        for m in &mut moves {
            let step = m.history.len();
            let total = usize::try_from(n as i64 - m.take).ok();
            if step != 0 {
                // What n - step reaches by these takes, n reaches too.
                let slot = &mut m.history[n % step];
                if let Some(total) = total {
                    match m.heaps {
                        Heaps::Exactly(0, _) if total == 0 => mark(slot, 0),
                        Heaps::Exactly(1, _) if total > 0 => mark(slot, self.values[total]),
                        Heaps::Exactly(0 | 1, _) => {}
                        Heaps::Exactly(h, _) => join(slot, &self.sums[h as usize - 2][total]),
                        Heaps::AtLeast(h, _) => join(slot, closure(&self.closures, h, total)),
                    }
                }
                join(&mut self.marks, slot);
                continue;
            }
            let Some(total) = total.filter(|_| n as u64 >= m.smallest) else { continue };
            match m.heaps {
                Heaps::Exactly(0, _) => {
                    if total == 0 {
                        mark(&mut self.marks, 0);
                    }
                }
                Heaps::Exactly(1, _) => {
                    if total >= 1 && total < n {
                        mark(&mut self.marks, self.values[total]);
                    }
                }
                // The pairs of a total are added once, not for every take.
                Heaps::Exactly(2, Condition::Any) if total <= n && !self.sums.is_empty() => {
                    join(&mut self.marks, &self.sums[0][total]);
                }
                Heaps::Exactly(2, condition) => {
                    for a in 1..=total / 2 {
                        let b = total - a;
                        if b < n && condition.allows(&[a as u64, b as u64]) {
                            mark(&mut self.marks, self.values[a] ^ self.values[b]);
                        }
                    }
                }
                Heaps::Exactly(h, _) if h == self.tested => {
                    if total >= self.exact {
                        tests.push(total);
                    }
                    join(&mut self.marks, &self.screen[total]);
                }
                Heaps::Exactly(h, _) => join(&mut self.marks, &self.sums[h as usize - 2][total]),
                Heaps::AtLeast(h, _) => join(&mut self.marks, closure(&self.closures, h, total)),
            }
        }
        self.moves = moves;
        let mut v = 0;
        while self.marks.get(v as usize / 64).is_some_and(|w| w >> (v % 64) & 1 == 1)
            || self.reaches(&tests, v)
        {
            v += 1;
        }
        v
    }

    /// Whether `tested` heaps of one of these totals have nim-sum `v`. The totals take
    /// turns, because some of them may never reach a value of that parity.
    fn reaches(&self, totals: &[usize], v: u32) -> bool {
        let h = self.tested as usize;
        let Some(most) = totals.iter().max() else { return false };
        let sums = &self.sums[h - 3];
        // The least of the heaps is at most total / h.
        (1..=most / h).any(|a| {
            let w = v ^ self.values[a];
            totals.iter().any(|&total| {
                a * h <= total
                    && sums[total - a]
                        .get(w as usize / 64)
                        .is_some_and(|word| word >> (w % 64) & 1 == 1)
            })
        })
    }

    /// The sums of total n, for which only heaps below n matter.
    fn extend_sums(&mut self) {
        if self.sums.is_empty() {
            return;
        }
        let m = self.values.len();
        let words = (self.largest as usize + 1).next_power_of_two().div_ceil(64);
        let mut set = vec![0_u64; words];
        for a in 1..=m / 2 {
            let v = self.values[a] ^ self.values[m - a];
            set[v as usize / 64] |= 1 << (v % 64);
        }
        self.words += words as u64 * (1 + self.sums.len() as u64);
        self.sums[0].push(set);
        for h in 3..self.tested as usize {
            let mut set = vec![0_u64; words];
            for a in 1..=m / h {
                let g = self.values[a];
                for (i, &word) in self.sums[h - 3][m - a].iter().enumerate() {
                    if word != 0 {
                        set[i ^ (g as usize / 64)] |= translate(word, g % 64);
                    }
                }
            }
            self.sums[h - 2].push(set);
        }
        let mut set = vec![0_u64; words];
        // While all values are below 64 the screen is the whole set, and the least heap is enough.
        let small = self.largest < 64;
        let last = if small { m / self.tested as usize } else { m - 1 };
        self.others.clear();
        self.others.resize(self.largest as usize + 1, 0);
        for (&g, &word) in self.values[1..].iter().zip(self.low[..m].iter().rev()).take(last) {
            self.others[g as usize] |= word;
        }
        for (g, &word) in self.others.iter().enumerate().filter(|(_, word)| **word != 0) {
            set[g / 64] |= translate(word, (g % 64) as u32);
        }
        self.screen.push(set);
        if small {
            self.exact = m + 1;
        }
        let row = self.sums[self.tested as usize - 3].last();
        self.low.push(row.and_then(|row| row.first()).copied().unwrap_or(0));
        for i in 0..self.closures.len() {
            // h heaps, or one heap and h or more others.
            let from = self.closures[i].0;
            let mut set = self.sums[from as usize - 2][m].clone();
            set.resize(words, 0);
            for a in 1..m {
                let g = self.values[a];
                for (w, &word) in self.closures[i].1[m - a].iter().enumerate() {
                    if word != 0 {
                        set[w ^ (g as usize / 64)] |= translate(word, g % 64);
                    }
                }
            }
            self.words += words as u64;
            self.closures[i].1.push(set);
        }
    }
}

impl Engine for Screened {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let heap = self.values.len() as u64;
        self.memory.check(self.bytes(), heap)?;
        let value = if heap == 0 { 0 } else { self.next() };
        self.values.push(value);
        self.largest = self.largest.max(value);
        Ok(value)
    }

    fn bytes(&self) -> u64 {
        8 * (self.words + self.low.len() as u64) + 4 * self.values.len() as u64
    }

    /// The sums are listed, no value is sought.
    fn take_values(&mut self, known: &[u32]) -> bool {
        if self.moves.iter().any(|m| !m.history.is_empty()) {
            return false;
        }
        for &value in &known[self.values.len()..] {
            if !self.values.is_empty() {
                self.extend_sums();
            }
            self.values.push(value);
            self.largest = self.largest.max(value);
        }
        true
    }
}

/// The sums of `from` or more heaps with this total.
fn closure(closures: &[(u32, Vec<Vec<u64>>)], from: u32, total: usize) -> &[u64] {
    closures.iter().find(|(h, _)| *h == from).map_or(&[], |(_, sets)| &sets[total])
}

/// Adds a value to a set.
fn mark(marks: &mut Vec<u64>, v: u32) {
    let word = v as usize / 64;
    if word >= marks.len() {
        marks.resize(word + 1, 0);
    }
    marks[word] |= 1 << (v % 64);
}

/// Adds all values of another set.
fn join(marks: &mut Vec<u64>, set: &[u64]) {
    if marks.len() < set.len() {
        marks.resize(set.len(), 0);
    }
    for (mark, word) in marks.iter_mut().zip(set) {
        *mark |= word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sums::Sums;

    /// Against the engine that lists all sums: values that stay below 64, where the screen is
    /// exact, and values that pass it; known values taken over on either side of that.
    #[test]
    fn exact_screens_and_others() {
        let budget = Budget::unlimited();
        let mut rng = fastrand::Rng::with_seed(64);
        let mut games: Vec<String> =
            ["0.F", "0.8", "0.2048", "0.9138B835B", "0.F7", "0.008", "0.[8]", "0.80[9]", "8.8"]
                .map(str::to_owned)
                .to_vec();
        for _ in 0..30 {
            let digits = rng.u32(1..1 << 16);
            games.push(format!("0.{digits:X}"));
        }
        let (mut small, mut large) = (0, 0);
        for game in games {
            let rules: Ruleset = game.parse().unwrap();
            let (Ok(mut screened), Ok(mut sums)) =
                (Screened::new(&rules, &budget), Sums::new(&rules, &budget))
            else {
                continue;
            };
            let expected: Vec<u32> = (0..700).map(|_| sums.next_value().unwrap()).collect();
            let got: Vec<u32> = (0..700).map(|_| screened.next_value().unwrap()).collect();
            assert_eq!(got, expected, "{game}");
            match expected.iter().max() {
                Some(0..64) => small += 1,
                _ => large += 1,
            }
            for known in [1, 100, rng.usize(1..700)] {
                let mut screened = Screened::new(&rules, &budget).unwrap();
                if screened.take_values(&expected[..known]) {
                    let rest: Vec<u32> =
                        (known..700).map(|_| screened.next_value().unwrap()).collect();
                    assert_eq!(rest, expected[known..], "{game} from {known}");
                }
            }
        }
        assert!(small > 3 && large > 5, "{small} {large}");
    }
}
