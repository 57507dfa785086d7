//! Moves that leave many heaps, and recurring codes: sets of nim-sums, kept as bit sets.
//!
//! For every total m the set of values of "exactly h heaps with total m" is a row of
//! bits. Rows of two heaps come from the pairs; rows of h heaps come from rows of h-1
//! heaps, translated by the value of one more heap. Where no row can be had (three heaps
//! of different sizes, digits before the point), each candidate c of the mex is asked for:
//! is there a heap i with c xor G(i) in the row of h-1 heaps at m - i? A recurring digit
//! allows the totals m, m-q, m-2q, ...: their rows accumulate, one set per residue.
//!
//! Asking for every candidate was tried for plain digits too: it took 150 s for 0.2048 to
//! 20 000, where rows take a second or two.

mod rows;

use crate::pairs::mark_pairs;
use crate::{Engine, EngineError, MemoryLimit, least_difference, not_applicable};
use rows::{Rows, Translator, bit, or_into, set_bit};
use sprague_budget::Budget;
use sprague_games::Ruleset;
use sprague_games::moves::{self, Condition, Move, Moves};

const NAME: &str = "sums";

/// Which new heaps a digit allows, as a set of nim-sums for every total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heaps {
    /// Exactly this many heaps under this condition.
    Exactly(u32, Condition),
    /// This many heaps or more, under [`Condition::Any`] or [`Condition::AllEqual`].
    AtLeast(u32, Condition),
}

/// A digit's bit: from heap n to total n - take, and for recurring digits also to
/// n - take - q, n - take - 2q, ....
pub(crate) struct Requirement {
    pub take: i64,
    pub heaps: Heaps,
    pub smallest: u64,
    /// For a recurring digit: per residue of n mod q the union of all totals so far.
    pub accumulated: Option<Vec<Vec<u64>>>,
}

/// Keeps rows of nim-sums.
pub struct Sums {
    requirements: Vec<Requirement>,
    values: Vec<u32>,
    /// All values so far are below 64 * words, a power of two.
    words: usize,
    /// Two heaps whose sizes differ by at least `difference`.
    pairs: Vec<PairRows>,
    /// `exactly[h - 3]`: rows of exactly h heaps, h >= 3, any sizes.
    exactly: Vec<Rows>,
    /// `at_least[h - 1]`: rows of h heaps or more, any sizes.
    at_least: Vec<Rows>,
    excluded: Vec<u64>,
    marks: Vec<u8>,
    translator: Translator,
    memory: MemoryLimit,
}

/// Rows of two heaps.
struct PairRows {
    difference: u64,
    /// Values of at least one pair.
    once: Rows,
    /// Values of at least two pairs; for `!` and `?` with three heaps.
    twice: Option<Rows>,
}

impl Sums {
    /// An engine for these rules.
    pub fn new(rules: &Ruleset, budget: &Budget) -> Result<Self, EngineError> {
        let requirements = requirements(rules)?;
        let mut engine = Self {
            requirements,
            values: Vec::new(),
            words: 1,
            pairs: Vec::new(),
            exactly: Vec::new(),
            at_least: Vec::new(),
            excluded: Vec::new(),
            marks: vec![0; 64],
            translator: Translator::default(),
            memory: MemoryLimit::of(budget),
        };
        for i in 0..engine.requirements.len() {
            let Requirement { heaps, take, ref accumulated, .. } = engine.requirements[i];
            engine.need(heaps, take >= 0, accumulated.is_some())?;
        }
        Ok(engine)
    }

    /// Makes sure the rows are kept that answer for `heaps`: with `row` the rows themselves,
    /// otherwise those one heap below, in which candidates are looked for.
    fn need(&mut self, heaps: Heaps, row: bool, recurs: bool) -> Result<(), EngineError> {
        match heaps {
            Heaps::Exactly(0 | 1, _)
            | Heaps::Exactly(_, Condition::AllEqual)
            | Heaps::AtLeast(_, Condition::AllEqual) => {}
            Heaps::Exactly(2, condition) => self.need_pairs(least_difference(condition), false),
            Heaps::Exactly(3, condition @ (Condition::Distinct | Condition::NotAllEqual)) => {
                if recurs {
                    return Err(not_applicable(
                        NAME,
                        "a recurring digit has a condition on three heaps",
                    ));
                }
                self.need_pairs(u64::from(condition == Condition::Distinct), true);
            }
            Heaps::Exactly(h, Condition::Any) => {
                self.need_pairs(0, false);
                let rows = if row { h } else { h - 1 };
                while self.exactly.len() + 2 < rows as usize {
                    self.exactly.push(Rows::default());
                }
            }
            Heaps::AtLeast(h, Condition::Any) => {
                while self.at_least.len() < h.max(2) as usize {
                    self.at_least.push(Rows::default());
                }
            }
            Heaps::Exactly(h, _) => {
                return Err(not_applicable(NAME, &format!("a digit has a condition on {h} heaps")));
            }
            Heaps::AtLeast(..) => {
                return Err(not_applicable(NAME, "a digit has a condition on any number of heaps"));
            }
        }
        Ok(())
    }

    fn need_pairs(&mut self, difference: u64, twice: bool) {
        let at = if let Some(at) = self.pairs.iter().position(|p| p.difference == difference) {
            at
        } else {
            self.pairs.push(PairRows { difference, once: Rows::default(), twice: None });
            self.pairs.len() - 1
        };
        if twice {
            self.pairs[at].twice = Some(Rows::default());
        }
    }

    fn pair_rows(&self, difference: u64) -> &PairRows {
        self.pairs
            .iter()
            .find(|p| p.difference == difference)
            .unwrap_or_else(|| unreachable!("`need` made these rows"))
    }

    /// The rows of total n, all of whose heaps are smaller than n.
    fn add_rows(&mut self) {
        let n = self.values.len();
        for pairs in &mut self.pairs {
            self.marks[..64 * self.words].fill(0);
            let once = pairs.once.push(self.words);
            if let Some(twice) = &mut pairs.twice {
                count_pairs(&self.values, n as u64, pairs.difference, &mut self.marks);
                let twice = twice.push(self.words);
                for (v, &count) in self.marks.iter().enumerate() {
                    if count >= 1 {
                        set_bit(once, v as u32);
                    }
                    if count >= 2 {
                        set_bit(twice, v as u32);
                    }
                }
            } else {
                mark_pairs(&self.values, n as u64, pairs.difference, &mut self.marks);
                for (word, marks) in once.iter_mut().zip(self.marks.chunks_exact(64)) {
                    for (i, &mark) in marks.iter().enumerate() {
                        *word |= u64::from(mark) << i;
                    }
                }
            }
        }
        for i in 0..self.exactly.len() {
            // Exactly h heaps: the smallest, i <= n/h, and h-1 others.
            let h = i + 3;
            let (lower, upper) = self.exactly.split_at_mut(i);
            let below = match lower.last() {
                Some(rows) => rows,
                None => match self.pairs.iter().find(|p| p.difference == 0) {
                    Some(pairs) => &pairs.once,
                    None => continue,
                },
            };
            let row = upper[0].push(self.words);
            let values = &self.values;
            let others = (0..n / h).map(|i| (below.row(n - 1 - i), values[i + 1]));
            self.translator.unite(row, others);
        }
        for h in (1..=self.at_least.len()).rev() {
            // h heaps or more: the smallest, i <= n/2, and h-1 or more others. The row of
            // one heap or more lacks the heap n itself until its value is known.
            let mut row = vec![0; self.words];
            let below = &self.at_least[h.max(2) - 2];
            let values = &self.values;
            let others = (0..n / 2).map(|i| (below.row(n - 1 - i), values[i + 1]));
            self.translator.unite(&mut row, others);
            self.at_least[h - 1].push(self.words).copy_from_slice(&row);
        }
    }

    /// ORs the values of `heaps` with total `total` into `set`; only where rows answer.
    fn add_values(&self, heaps: Heaps, total: usize, set: &mut [u64]) {
        match heaps {
            Heaps::Exactly(0, _) => {
                if total == 0 {
                    set_bit(set, 0);
                }
            }
            Heaps::Exactly(1, _) => {
                if total > 0
                    && let Some(&value) = self.values.get(total)
                {
                    set_bit(set, value);
                }
            }
            Heaps::Exactly(h, Condition::AllEqual) => self.add_equal(h as usize, total, set),
            Heaps::AtLeast(h, Condition::AllEqual) => {
                if total == 0 {
                    if h == 0 {
                        set_bit(set, 0);
                    }
                    return;
                }
                for count in (h as usize).max(1)..=total {
                    self.add_equal(count, total, set);
                }
            }
            Heaps::Exactly(2, condition) => {
                or_into(set, self.pair_rows(least_difference(condition)).once.row(total));
            }
            Heaps::Exactly(h, _) => {
                if let Some(rows) = self.exactly.get(h as usize - 3) {
                    or_into(set, rows.row(total));
                }
            }
            Heaps::AtLeast(h, _) => {
                if total == 0 {
                    if h == 0 {
                        set_bit(set, 0);
                    }
                } else if let Some(rows) = self.at_least.get((h as usize).max(1) - 1) {
                    or_into(set, rows.row(total));
                }
            }
        }
    }

    /// `count` equal heaps with this total.
    fn add_equal(&self, count: usize, total: usize, set: &mut [u64]) {
        if count == 0 {
            if total == 0 {
                set_bit(set, 0);
            }
        } else if total > 0 && total.is_multiple_of(count) {
            let Some(&value) = self.values.get(total / count) else { return };
            set_bit(set, if count % 2 == 1 { value } else { 0 });
        }
    }

    /// Whether `c` is the value of exactly `h` heaps with this total, each below n, h >= 3.
    /// Valid when `n >= (h-1) * |take|` for take < 0: then the largest heap leaves a total
    /// whose rows are known.
    fn is_sum(&self, h: u32, condition: Condition, total: usize, c: u32) -> bool {
        let n = self.values.len();
        let h = h as usize;
        // For totals above n the largest heap is taken away, else the smallest.
        let range = if total > n {
            (total - n).max(total.div_ceil(h))..=(n - 1).min(total)
        } else {
            1..=total / h
        };
        match condition {
            Condition::Distinct => {
                let pairs = self.pair_rows(1);
                let Some(twice) = &pairs.twice else { return false };
                range.into_iter().any(|i| {
                    let (rest, wanted) = (total - i, c ^ self.values[i]);
                    // One pair may contain a second heap of i: {i, rest - i}. Its value is
                    // the wanted one exactly when G(rest - i) = c.
                    let other = rest.checked_sub(i).filter(|&o| o > 0 && o != i);
                    let spoiled = other.is_some_and(|o| self.values.get(o) == Some(&c));
                    let rows = if spoiled { twice } else { &pairs.once };
                    bit(rows.row(rest), wanted)
                })
            }
            Condition::NotAllEqual => {
                let pairs = self.pair_rows(0);
                let Some(twice) = &pairs.twice else { return false };
                range.into_iter().any(|i| {
                    let (rest, wanted) = (total - i, c ^ self.values[i]);
                    // The pair {i, i} would make all three equal; its value is 0.
                    let spoiled = rest == 2 * i && wanted == 0;
                    let rows = if spoiled { twice } else { &pairs.once };
                    bit(rows.row(rest), wanted)
                })
            }
            _ => {
                let below = match h {
                    3 => &self.pair_rows(0).once,
                    _ => &self.exactly[h - 4],
                };
                range.into_iter().any(|i| bit(below.row(total - i), c ^ self.values[i]))
            }
        }
    }

    /// Doubles the width until `value` and all nim-sums with it fit.
    fn widen(&mut self, value: u32) -> Result<(), EngineError> {
        let mut words = self.words;
        while value as usize >= 64 * words {
            words *= 2;
        }
        if words == self.words {
            return Ok(());
        }
        let heap = self.values.len() as u64;
        let needed = self.bytes().saturating_mul((words / self.words) as u64);
        self.memory.check(needed, heap)?;
        for rows in self
            .pairs
            .iter_mut()
            .flat_map(|p| std::iter::once(&mut p.once).chain(p.twice.as_mut()))
            .chain(&mut self.exactly)
            .chain(&mut self.at_least)
        {
            rows.widen(self.words, words);
        }
        for requirement in &mut self.requirements {
            for set in requirement.accumulated.iter_mut().flatten() {
                set.resize(words, 0);
            }
        }
        self.marks.resize(64 * words, 0);
        self.words = words;
        Ok(())
    }

    /// Marks the options of a requirement on heap n one by one, by the definition; for the
    /// few small heaps on which a digit before the point reaches beyond the known rows.
    fn exclude_one_by_one(&self, take: i64, h: u32, condition: Condition, set: &mut [u64]) {
        let n = self.values.len() as u64;
        let all = Move { take, heaps: h, condition, smallest: 1 };
        all.for_each_option(n, &mut |heaps| {
            set_bit(set, heaps.iter().fold(0, |sum, &i| sum ^ self.values[i as usize]));
            true
        });
    }
}

impl Engine for Sums {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let n = self.values.len();
        if n.is_power_of_two() {
            self.memory.check(self.bytes(), n as u64)?;
        }
        self.add_rows();
        let mut excluded = std::mem::take(&mut self.excluded);
        excluded.clear();
        excluded.resize(self.words, 0);
        // (heaps, condition, total) still to be asked for each candidate.
        let mut asked: Vec<(u32, Condition, usize)> = Vec::new();
        for i in 0..self.requirements.len() {
            let Requirement { take, heaps, smallest, ref accumulated } = self.requirements[i];
            let Some(total) = (n as u64).checked_add_signed(-take) else { continue };
            let total = total as usize;
            if let Some(sets) = accumulated {
                let residue = n % sets.len();
                let mut set = self.requirements[i]
                    .accumulated
                    .as_mut()
                    .map(|sets| std::mem::take(&mut sets[residue]))
                    .unwrap_or_default();
                set.resize(self.words, 0);
                self.add_values(heaps, total, &mut set);
                or_into(&mut excluded, &set);
                if let Some(sets) = &mut self.requirements[i].accumulated {
                    sets[residue] = set;
                }
                continue;
            }
            if n == 0 || (n as u64) < smallest {
                continue;
            }
            match heaps {
                Heaps::Exactly(h, condition) if h >= 2 && total > n => {
                    // A digit before the point: heaps must stay below n.
                    if condition == Condition::AllEqual {
                        if total / (h as usize) < n {
                            self.add_equal(h as usize, total, &mut excluded);
                        }
                    } else if h == 2 || n < (h as usize - 1) * take.unsigned_abs() as usize {
                        self.exclude_one_by_one(take, h, condition, &mut excluded);
                    } else {
                        asked.push((h, condition, total));
                    }
                }
                Heaps::Exactly(
                    h @ 3..,
                    condition @ (Condition::Distinct | Condition::NotAllEqual),
                ) => {
                    asked.push((h, condition, total));
                }
                _ => self.add_values(heaps, total, &mut excluded),
            }
        }
        let mut value = 0u32;
        let top = 64 * self.words as u32; // words doubles from 1 while memory allows
        while value < top {
            if bit(&excluded, value)
                || asked
                    .iter()
                    .any(|&(h, condition, total)| self.is_sum(h, condition, total, value))
            {
                value += 1;
            } else {
                break;
            }
        }
        self.excluded = excluded;
        self.widen(value)?;
        self.values.push(value);
        if let Some(rows) = self.at_least.first_mut()
            && n > 0
        {
            set_bit(rows.row_mut(n), value);
        }
        Ok(value)
    }

    fn bytes(&self) -> u64 {
        let rows: u64 = self
            .pairs
            .iter()
            .map(|p| p.once.bytes() + p.twice.as_ref().map_or(0, Rows::bytes))
            .chain(self.exactly.iter().map(Rows::bytes))
            .chain(self.at_least.iter().map(Rows::bytes))
            .sum();
        let sets: usize = self
            .requirements
            .iter()
            .filter_map(|r| r.accumulated.as_ref())
            .map(|sets| sets.len() * self.words * 8)
            .sum();
        rows + sets as u64 + 4 * self.values.capacity() as u64
    }
}

/// Counts pairs up to two; the slow sibling of [`mark_pairs`].
fn count_pairs(values: &[u32], total: u64, difference: u64, counts: &mut [u8]) {
    let n = values.len() as u64;
    let Some(doubled) = total.checked_sub(difference) else { return };
    for i in (total + 1).saturating_sub(n).max(1)..=doubled / 2 {
        let count = &mut counts[(values[i as usize] ^ values[(total - i) as usize]) as usize];
        *count = (*count + 1).min(2);
    }
}

/// The rules as requirements.
pub(crate) fn requirements(rules: &Ruleset) -> Result<Vec<Requirement>, EngineError> {
    let form = rules.form();
    if rules.has_pass() {
        return Err(not_applicable(NAME, "the heaps carry a pass"));
    }
    if !form.options().is_empty() {
        return Err(not_applicable(NAME, "the rules are no take-and-break code"));
    }
    let moves =
        form.spelled_out().ok_or_else(|| not_applicable(NAME, "the set reaches beyond 4096"))?;
    let requirement = |m: &Moves| {
        if m.heaps.most().is_none() && m.takes.first() < 0 {
            let reason = "a digit before the zeroth allows any number of heaps";
            return Err(not_applicable(NAME, reason));
        }
        // Finite progressions are spelled out.
        let accumulated = match m.takes.last() {
            Some(_) => None,
            None => Some(vec![Vec::new(); m.takes.step() as usize]),
        };
        let heaps = match m.heaps {
            moves::Heaps::Exactly(h) => Heaps::Exactly(h, m.condition),
            moves::Heaps::AtLeast(h) => Heaps::AtLeast(h, m.condition),
        };
        Ok(Requirement { take: m.takes.first(), heaps, smallest: m.smallest, accumulated })
    };
    moves.iter().map(requirement).collect()
}
