//! Nim-values from the definition, fast enough for checking.
//!
//! Three ways, each close to the definition: for moves to at most two heaps the xor of all
//! pairs; for plain codes the sets of values of exactly h heaps with a given total; for
//! everything else the options as the rules list them. Nothing is shared with the engine.

use crate::budget::Within as _;
use crate::rejection::{Rejection, Step};
use sprague_budget::Budget;
use sprague_games::moves::{Condition, Move};
use sprague_games::{Code, Ruleset};

/// G(0), ..., G(to - 1) of `rules`.
pub(crate) fn values(rules: &Ruleset, to: u64, budget: &Budget) -> Result<Vec<u32>, Rejection> {
    if rules.has_pass() {
        return Err(Rejection::new(Step::Game, "games with a pass are not supported"));
    }
    let length = budget.length(to)?;
    if let Some(moves) = rules.finite_moves()
        && moves.iter().all(|m| m.heaps <= 2)
    {
        let splits = moves.iter().filter(|m| m.heaps == 2).count() as u64;
        budget.work(
            u128::from(to) * (u128::from(to) / 2 * u128::from(splits) + moves.len() as u128),
        )?;
        return by_pairs(&moves, length, budget);
    }
    if let Some(code) = rules.as_code()
        && code.is_plain()
        && code.before().len() <= 1
        && rules.written_all_but().is_none()
    {
        return by_sums(&code, length, budget);
    }
    by_options(rules, length, budget)
}

/// How many steps [`values`] takes, roughly.
pub(crate) fn steps(rules: &Ruleset, to: u64) -> u64 {
    let (most, kinds) = match (rules.finite_moves(), rules.as_code()) {
        (Some(moves), _) => {
            let most = moves.iter().map(|m| m.heaps).max().unwrap_or(0);
            (most, moves.iter().filter(|m| m.heaps == most.max(2)).count() as u64)
        }
        (None, Some(code)) => (code.max_heaps().unwrap_or(3), to),
        (None, None) => (2, 1),
    };
    // From each heap, each kind of move to the most heaps: all but one of them are free.
    let free = most.saturating_sub(1).min(2);
    to.saturating_mul(kinds.max(1)).saturating_mul(to.saturating_pow(free))
}

/// Room for `length` values, if the machine has it.
pub(crate) fn reserved<T>(length: usize) -> Result<Vec<T>, Rejection> {
    let mut list = Vec::new();
    list.try_reserve_exact(length)
        .map_err(|_| Rejection::new(Step::Limit, format!("no memory for {length} values")))?;
    Ok(list)
}

/// Marks values as excluded for the current heap, and finds the least that is not.
struct Excluded {
    /// The heap for which a value was last excluded, plus 1.
    stamp: Vec<u64>,
    now: u64,
}

impl Excluded {
    fn new() -> Self {
        Self { stamp: vec![0; 64], now: 0 }
    }

    fn start(&mut self, n: usize) {
        self.now = n as u64 + 1;
    }

    /// Makes room for every xor of values of at most `max`.
    fn reserve(&mut self, max: u32) {
        let size = (max as usize + 2).next_power_of_two();
        if size > self.stamp.len() {
            self.stamp.resize(size, 0);
        }
    }

    #[inline]
    fn exclude(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.stamp.len() {
            self.stamp.resize((value + 1).next_power_of_two(), 0);
        }
        self.stamp[value] = self.now;
    }

    fn mex(&self) -> u32 {
        self.stamp.iter().position(|&s| s != self.now).unwrap_or(self.stamp.len()) as u32
    }
}

/// Moves to at most two heaps.
fn by_pairs(moves: &[Move], length: usize, budget: &Budget) -> Result<Vec<u32>, Rejection> {
    let mut g: Vec<u32> = reserved(length)?;
    let mut excluded = Excluded::new();
    let mut max = 0;
    for n in 0..length {
        budget.go_on()?;
        excluded.start(n);
        excluded.reserve(max);
        for m in moves {
            if n == 0 || (n as u64) < m.smallest {
                continue;
            }
            let Some(total) = (n as u64).checked_add_signed(-m.take) else { continue };
            match m.heaps {
                0 if total == 0 => excluded.exclude(0),
                1 if total >= 1 && total < n as u64 => excluded.exclude(g[total as usize]),
                2 => exclude_pairs(&mut excluded, &g, n, total as usize, m.condition),
                _ => {}
            }
        }
        let value = excluded.mex();
        max = max.max(value);
        g.push(value);
    }
    Ok(g)
}

/// Excludes G(i) xor G(total - i) for the pairs a condition allows, both below n.
fn exclude_pairs(excluded: &mut Excluded, g: &[u32], n: usize, total: usize, condition: Condition) {
    // the smaller heap i: i >= 1, total - i < n, and the condition on total - 2i
    let first = (total + 1).saturating_sub(n).max(1);
    let last = match condition {
        Condition::Any => total / 2,
        Condition::Distinct | Condition::NotAllEqual => total.saturating_sub(1) / 2,
        Condition::DifferAtLeast(d) => match total.checked_sub(d as usize) {
            Some(rest) => rest / 2,
            None => return,
        },
        Condition::AllEqual => {
            if total.is_multiple_of(2) && (first..n).contains(&(total / 2)) {
                excluded.exclude(0);
            }
            return;
        }
    };
    if first > last || last >= n {
        return;
    }
    let small = &g[first..=last];
    let large = &g[total - last..=total - first];
    for (&a, &b) in small.iter().zip(large.iter().rev()) {
        excluded.exclude(a ^ b);
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

/// Plain codes, finite or recurring, with at most one digit before the point, for any
/// numbers of heaps.
fn by_sums(code: &Code, length: usize, budget: &Budget) -> Result<Vec<u32>, Rejection> {
    let most = code.max_heaps().unwrap_or(0).max(1) as usize;
    let bits = |u: i64| code.digit(u).bits().unwrap_or(0);
    // sums[h][m]: the values of exactly h non-empty heaps with total m, 2 <= h
    let mut sums: Vec<Vec<Set>> = vec![Vec::new(); most + 1];
    let mut g: Vec<u32> = reserved(length)?;
    let reach = if code.is_finite() { code.after().len() } else { length };
    let mut work = 0u128;
    let mut memory = 0u128;
    for n in 0..length {
        // Sums with total n: heaps of at most n - 1, so all values are there.
        for h in 2..=most {
            let mut set = Set::new();
            for i in 1..n {
                if h == 2 {
                    if i <= n - i {
                        insert(&mut set, g[i] ^ g[n - i]);
                    }
                } else {
                    add_translate(&mut set, &sums[h - 1][n - i], g[i]);
                    work += sums[h - 1][n - i].len() as u128;
                }
            }
            memory += 24 + 8 * set.len() as u128;
            sums[h].push(set);
        }
        let mut excluded = Set::new();
        if n > 0 {
            for u in 0..=reach.min(n) {
                let total = n - u;
                let digit = bits(u as i64);
                if digit == 0 {
                    continue;
                }
                if digit & 1 == 1 && total == 0 {
                    insert(&mut excluded, 0);
                }
                if digit & 2 == 2 && u > 0 && total > 0 {
                    insert(&mut excluded, g[total]);
                }
                for h in (2..=most).filter(|h| digit >> h & 1 == 1) {
                    add_translate(&mut excluded, &sums[h][total], 0);
                    work += sums[h][total].len() as u128;
                }
            }
        }
        work += (n + reach.min(n)) as u128;
        budget.work(work)?;
        budget.memory(memory)?;
        let value = excluded
            .iter()
            .position(|&word| word != u64::MAX)
            .map_or(excluded.len() as u32 * 64, |i| i as u32 * 64 + excluded[i].trailing_ones());
        g.push(value);
    }
    Ok(g)
}

/// Any rules: the options one by one.
fn by_options(rules: &Ruleset, length: usize, budget: &Budget) -> Result<Vec<u32>, Rejection> {
    let mut g: Vec<u32> = reserved(length)?;
    let mut excluded = Excluded::new();
    let mut work = 0u128;
    for n in 0..length {
        excluded.start(n);
        let allowed = budget.most_steps();
        let mut missing = false;
        let listed = rules.try_for_each_option(n as u64, &mut |heaps| {
            work += 1;
            let sum = heaps.iter().try_fold(0u32, |sum, &heap| {
                usize::try_from(heap).ok().and_then(|heap| g.get(heap)).map(|v| sum ^ v)
            });
            match sum {
                Some(sum) => excluded.exclude(sum),
                None => missing = true,
            }
            !missing && work <= u128::from(allowed) && !budget.is_stopped()
        });
        budget.work(work)?;
        if missing {
            return Err(Rejection::new(
                Step::Values,
                format!("a move from a heap of {n} does not make it smaller"),
            ));
        }
        listed.map_err(|e| Rejection::new(Step::Values, e.to_string()))?;
        g.push(excluded.mex());
    }
    Ok(g)
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
            ("Grundy", 100),
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
            let parsed: Ruleset = rules.parse().unwrap();
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
