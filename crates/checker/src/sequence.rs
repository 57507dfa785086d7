//! Nim-values from the definition: the mex of the values of the options.
//!
//! The options are gone through move by move: no heap, one heap, all pairs of heaps; for three
//! heaps and more, and for endlessly many takes, the values of exactly h heaps with a given total
//! are kept as sets; what has other conditions is listed option by option.

use crate::budget::Within as _;
use crate::rejection::{Rejection, Step};
use crate::rules::{Condition, Heaps, Move, Rules};
use sprague_budget::Budget;

/// How the options of a move are gone through.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Few(u32),
    Sums(usize),
    List,
}

impl Way {
    fn of(m: &Move) -> Self {
        let endless = m.takes.last != Some(m.takes.first);
        match m.heaps {
            Heaps::Exactly(h @ (0 | 1)) => Self::Few(h),
            Heaps::Exactly(2) if !endless => Self::Few(2),
            Heaps::Exactly(h) if m.condition == Condition::Any && m.takes.first >= 0 => {
                Self::Sums(h as usize)
            }
            _ => Self::List,
        }
    }
}

/// G(0), ..., G(to - 1) of `rules`.
pub(crate) fn values(rules: &Rules, to: u64, budget: &Budget) -> Result<Vec<u32>, Rejection> {
    let length = budget.length(to)?;
    let mut g: Vec<u32> = reserved(length)?;
    let moves: Vec<(&Move, Way)> =
        rules.moves().unwrap_or_default().iter().map(|m| (m, Way::of(m))).collect();
    let pairs = moves.iter().filter(|(_, way)| *way == Way::Few(2)).count();
    budget.work(u128::from(to) * u128::from(to) / 2 * pairs as u128)?;
    let most = moves.iter().map(|(_, way)| if let Way::Sums(h) = way { *h } else { 0 }).max();
    // sums[h - 2][m]: the values of exactly h non-empty heaps with total m
    let mut sums: Vec<Vec<Set>> = vec![Vec::new(); most.unwrap_or(0).saturating_sub(1)];
    let mut excluded = Excluded::default();
    let (mut work, mut memory) = (0u128, 0u128);
    for n in 0..length {
        // Sums with total n: heaps of at most n - 1, so all values are there.
        for h in 0..sums.len() {
            let mut set = Set::new();
            for i in 1..n {
                if h == 0 {
                    insert(&mut set, g[i] ^ g[n - i]);
                } else {
                    add_translate(&mut set, &sums[h - 1][n - i], g[i]);
                    work += sums[h - 1][n - i].len() as u128;
                }
            }
            work += n as u128;
            memory += 24 + 8 * set.len() as u128;
            sums[h].push(set);
        }
        budget.work(work)?;
        budget.memory(memory)?;
        excluded.clear();
        if rules.moves().is_none() {
            let visit = &mut |heaps: &[u64]| excluded.option(&g, heaps, &mut work, budget);
            rules.for_each_option(n as u64, visit)?;
        }
        for (m, way) in moves.iter().filter(|(m, _)| n > 0 && n as u64 >= m.smallest) {
            if *way == Way::List {
                let visit = &mut |heaps: &[u64]| excluded.option(&g, heaps, &mut work, budget);
                m.for_each_option(n as u64, visit);
                continue;
            }
            for take in m.takes.up_to(n as u64) {
                work += 1;
                // A code has so many digits before the point at most; nothing overflows.
                let total = (n as i64 - take) as usize;
                match way {
                    Way::Few(0) if total == 0 => excluded.exclude(0),
                    Way::Few(1) if total >= 1 && total < n => excluded.exclude(g[total]),
                    Way::Few(2) => excluded.pairs(&g, n, total, m.condition),
                    Way::Sums(h) => {
                        add_translate(&mut excluded.sums, &sums[h - 2][total], 0);
                        work += sums[h - 2][total].len() as u128;
                    }
                    _ => {}
                }
            }
        }
        budget.work(work)?;
        let value = excluded.mex();
        excluded.cover(value);
        g.push(value);
    }
    Ok(g)
}

/// The values of heaps that carry a pass, as far as `g`, the values without it, goes.
pub(crate) fn with_pass(rules: &Rules, g: &[u32], budget: &Budget) -> Result<Vec<u32>, Rejection> {
    budget.memory(g.len() as u128 * 16)?;
    let mut both: Vec<u32> = reserved(2 * g.len())?;
    let mut excluded = Excluded::default();
    let mut work = 0u128;
    for &plain in g {
        both.push(plain);
        excluded.clear();
        let visit = &mut |heaps: &[u64]| excluded.option(&both, heaps, &mut work, budget);
        rules.for_each_option_with_pass(both.len() as u64, visit)?;
        budget.work(work)?;
        both.push(excluded.mex());
    }
    Ok(both.into_iter().skip(1).step_by(2).collect())
}

/// Room for `length` values, if the machine has it.
pub(crate) fn reserved<T>(length: usize) -> Result<Vec<T>, Rejection> {
    let mut list = Vec::new();
    list.try_reserve_exact(length)
        .map_err(|_| Rejection::new(Step::Limit, format!("no memory for {length} values")))?;
    Ok(list)
}

/// The values excluded for a heap: those marked, and those in a set of sums.
#[derive(Default)]
struct Excluded {
    marks: Vec<bool>,
    sums: Set,
}

impl Excluded {
    fn clear(&mut self) {
        self.marks.fill(false);
        self.sums.fill(0);
    }

    /// Makes room for the value. There is room for a power of two of values, and so for their xors.
    fn cover(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.marks.len() {
            self.marks.resize((value + 1).next_power_of_two(), false);
        }
    }

    fn exclude(&mut self, value: u32) {
        self.cover(value);
        self.marks[value as usize] = true;
    }

    /// Excludes the value of a sum of heaps, all of them smaller than the one whose value comes next; whether there
    /// is work left for more.
    fn option(&mut self, g: &[u32], heaps: &[u64], work: &mut u128, budget: &Budget) -> bool {
        *work += 1;
        self.exclude(heaps.iter().fold(0, |sum, &heap| sum ^ g[heap as usize]));
        *work <= u128::from(budget.most_steps()) && !budget.is_stopped()
    }

    /// Excludes G(i) xor G(total - i) for the pairs a condition allows, both below n; there must be
    /// room for all values of `g`.
    // A function of its own: browsers compile one well when it is called often, not while it runs.
    #[inline(never)]
    fn pairs(&mut self, g: &[u32], n: usize, total: usize, condition: Condition) {
        // the smaller heap i: i >= 1, total - i < n, and the condition on total - 2i
        let first = (total + 1).saturating_sub(n).max(1);
        let difference = match condition {
            Condition::Any | Condition::AllEqual => 0,
            Condition::Distinct | Condition::NotAllEqual => 1,
            Condition::DifferAtLeast(d) => usize::try_from(d).unwrap_or(usize::MAX),
        };
        let Some(rest) = total.checked_sub(difference) else { return };
        let last = rest / 2;
        if condition == Condition::AllEqual {
            if total.is_multiple_of(2) && (first..n).contains(&last) {
                self.exclude(0);
            }
            return;
        }
        if first <= last {
            let (smaller, larger) = (&g[first..=last], &g[total - last..=total - first]);
            let marks = &mut self.marks[..];
            for (a, b) in smaller.iter().zip(larger.iter().rev()) {
                marks[(a ^ b) as usize] = true;
            }
        }
    }

    fn mex(&self) -> u32 {
        let marked = |v: usize| self.marks.get(v).is_some_and(|marked| *marked);
        let summed = |v: usize| self.sums.get(v / 64).is_some_and(|word| word >> (v % 64) & 1 == 1);
        (0..).find(|&v| !marked(v as usize) && !summed(v as usize)).unwrap_or(u32::MAX)
    }
}

/// A set of values as a bit set.
type Set = Vec<u64>;

fn insert(set: &mut Set, value: u32) {
    let word = value as usize / 64;
    if word >= set.len() {
        set.resize((word + 1).next_power_of_two(), 0);
    }
    set[word] |= 1 << (value % 64);
}

/// The bits of `word` moved to their index xor `shift`, shift < 64.
fn xor_bits(mut word: u64, shift: u32) -> u64 {
    const MASKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, mask) in MASKS.iter().enumerate() {
        if shift >> bit & 1 == 1 {
            let by = 1 << bit;
            word = (word & mask) << by | (word >> by) & mask;
        }
    }
    word
}

/// Adds every element of `from` xor `value` to `to`.
fn add_translate(to: &mut Set, from: &[u64], value: u32) {
    let high = value as usize / 64;
    let size = from.len().max(high + 1).next_power_of_two();
    if to.len() < size {
        to.resize(size, 0);
    }
    for (i, &word) in from.iter().enumerate() {
        if word != 0 {
            to[i ^ high] |= xor_bits(word, value % 64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::default_budget;
    use crate::tests::definition;

    #[test]
    fn equals_the_definition() {
        for (rules, to) in [
            ("0.77", 120),
            ("0.07", 120),
            ("4.3", 100),
            ("44.3", 60),
            ("0.156", 200),
            ("0.6", 100),
            ("Split(2, distinct)", 100),
            ("Split(2, differ>=3)", 100),
            ("Split(3, distinct)", 50),
            ("80.4", 40),
            ("0.4=7", 60),
            ("0.3F", 60),
            ("8.3", 40),
            ("0.2V", 40),
            ("0.[3]", 60),
            ("0.5[2]", 60),
            ("0.16[102]", 80),
            ("0.[F]", 40),
            ("4.[3]", 60),
            ("AllBut(1,2,8)", 80),
            ("S(2,5)", 80),
            ("Mark", 80),
            ("UpMark(3)", 80),
            ("n -> n-k where 2k >= n", 60),
            ("0.*", 20),
            ("0.{0,2!,3+}", 20),
            ("n -> a+b where a+b = n and a < b | n-1 if n >= 5", 60),
            ("0.0", 20),
            ("Splittles(1,2)", 60),
        ] {
            let parsed = Rules::read(rules).unwrap();
            let got = values(&parsed, to, &default_budget()).unwrap();
            assert_eq!(got, definition(&parsed, to as usize), "{rules}");
        }
    }

    #[test]
    fn translation_of_bit_sets() {
        for shift in [0, 1, 5, 63] {
            for bit in [0u32, 3, 62] {
                assert_eq!(xor_bits(1 << bit, shift), 1 << (bit ^ shift));
            }
        }
        let mut from = Set::new();
        for v in [0, 5, 64, 200] {
            insert(&mut from, v);
        }
        let mut to = Set::new();
        add_translate(&mut to, &from, 0x12c);
        for v in [0u32, 5, 64, 200] {
            let x = v ^ 0x12c;
            assert_eq!(to[x as usize / 64] >> (x % 64) & 1, 1);
        }
        assert_eq!(to.iter().map(|w| w.count_ones()).sum::<u32>(), 4);
    }
}
