//! Options with a wanted property, found without listing all options.
//!
//! A heap of 10^18 Kayles pins has 10^18 options. Their labels (nim-values, or classes of
//! a misere quotient) are periodic in the sizes of the new heaps, so the options with a
//! wanted label come in finitely many arithmetic progressions, and those can be found,
//! counted and listed one by one.

use crate::error::PlayError;
use crate::legal::is_option_of;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use sprague_games::moves::{Condition, Move};
use sprague_games::{RuleError, Ruleset};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The options of a heap are listed one by one up to this many.
pub(crate) const MOST_LISTED: u64 = 50_000_000;
/// Options with three heaps or more are tried up to this many.
const MOST_TRIED: u64 = 20_000_000;

/// One option of a heap: the non-empty heaps it leaves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapOption {
    /// The heaps left, in increasing order.
    pub to: Vec<BigUint>,
    /// For a heap with a pass: which of them keeps it.
    pub keeper: Option<usize>,
}

impl HeapOption {
    /// These heaps, in increasing order, without a pass.
    pub(crate) fn leaving(to: Vec<BigUint>) -> Self {
        Self { to, keeper: None }
    }

    /// One heap of this size, or none, without a pass.
    pub(crate) fn one_heap(rest: BigUint) -> Self {
        Self::leaving(if rest.is_zero() { Vec::new() } else { vec![rest] })
    }
}

/// Options (a, b), (a + step, b - step), ..., `count` of them; a single option has count 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progression {
    /// The first of them.
    pub first: HeapOption,
    /// By how much the smaller heap grows and the larger one shrinks.
    pub step: BigUint,
    /// How many there are.
    pub count: BigUint,
}

/// Options of one heap that have a wanted property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSet {
    /// The options found, in progressions.
    pub progressions: Vec<Progression>,
    /// How many more were counted and not kept.
    pub not_kept: BigUint,
    /// Whether these are all.
    pub exhaustive: bool,
}

impl Default for OptionSet {
    fn default() -> Self {
        Self { progressions: Vec::new(), not_kept: BigUint::zero(), exhaustive: true }
    }
}

impl OptionSet {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.progressions.is_empty() && self.not_kept.is_zero()
    }

    /// How many were found.
    pub fn count(&self) -> BigUint {
        self.progressions.iter().map(|p| &p.count).sum::<BigUint>() + &self.not_kept
    }

    /// The first `most` options: by the heaps they leave, fewest heaps first.
    pub fn first(&self, most: usize) -> Vec<HeapOption> {
        // The next option of every progression, which increases; the least comes first.
        let next = |index: usize, i: u64| {
            let progression = &self.progressions[index];
            (progression.count > BigUint::from(i)).then(|| {
                let option = progression.get(i);
                Reverse((option.to.len(), option.to, option.keeper, index, i))
            })
        };
        let mut queue: BinaryHeap<_> =
            (0..self.progressions.len()).filter_map(|index| next(index, 0)).collect();
        let mut list = Vec::new();
        while list.len() < most
            && let Some(Reverse((_, to, keeper, index, i))) = queue.pop()
        {
            list.push(HeapOption { to, keeper });
            queue.extend(next(index, i + 1));
        }
        list
    }

    /// Whether these heaps are among the single options kept.
    pub(crate) fn has(&self, to: &[BigUint]) -> bool {
        self.progressions.iter().any(|p| p.first.to == to)
    }

    pub(crate) fn push(&mut self, option: HeapOption, keep: usize) {
        if self.progressions.len() >= keep {
            self.not_kept += 1u32;
        } else {
            self.progressions.push(Progression {
                first: option,
                step: BigUint::zero(),
                count: BigUint::one(),
            });
        }
    }
}

impl Progression {
    /// The i-th option.
    pub fn get(&self, i: u64) -> HeapOption {
        let mut option = self.first.clone();
        if !self.step.is_zero()
            && let [small, large] = &mut option.to[..]
        {
            let shift = &self.step * i;
            *small += &shift;
            *large -= shift;
        }
        option
    }
}

/// Labels of heaps 0, 1, 2, ...: a table, or for all heaps when they are periodic.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The labels of the first heaps; at least `preperiod + period` of them.
    values: Vec<u32>,
    /// Preperiod and period, where they are proved.
    regular: Option<(u64, u64)>,
}

impl Sequence {
    /// The labels of these heaps only.
    pub fn table(values: Vec<u32>) -> Self {
        Self { values, regular: None }
    }

    /// Periodic labels; `None` unless `values` reaches `preperiod + period` and the period
    /// is positive.
    pub fn periodic(mut values: Vec<u32>, preperiod: u64, period: u64) -> Option<Self> {
        let needed = preperiod.checked_add(period)?;
        if period == 0 || (values.len() as u64) < needed {
            return None;
        }
        values.truncate(needed as usize); // what follows is said by the period
        Some(Self { values, regular: Some((preperiod, period)) })
    }

    /// The label of a heap.
    pub fn get(&self, n: &BigUint) -> Option<u32> {
        if let Some(n) = n.to_usize()
            && let Some(&value) = self.values.get(n)
        {
            return Some(value);
        }
        let (preperiod, period) = self.regular?;
        let rest = (n - preperiod) % period;
        self.values.get((preperiod + rest.to_u64()?) as usize).copied()
    }

    /// The same periodic labels with another preperiod and period, which must be theirs, too; as many are kept.
    fn aligned(&self, preperiod: u64, period: u64) -> Option<Self> {
        let end = preperiod.checked_add(period).filter(|&end| end <= MOST_LISTED)?;
        Self::periodic((0..end).map(|n| self.small(n)).collect(), preperiod, period)
    }

    fn small(&self, n: u64) -> u32 {
        match (self.values.get(n as usize), self.regular) {
            (Some(&value), _) => value,
            (None, Some((l, p))) => self.values[(l + (n - l) % p) as usize],
            (None, None) => 0, // not reached: callers check the largest heap first
        }
    }
}

/// How labels add up in a sum, and which labels are wanted. Label 0 is that of no heap.
pub struct Wanted<'a> {
    /// The label of two heaps together.
    pub add: &'a dyn Fn(u32, u32) -> u32,
    /// Whether a label is wanted.
    pub accept: &'a dyn Fn(u32) -> bool,
}

/// The options of a heap of `n` whose label is wanted, in progressions. At most `keep`
/// options are kept that are no part of a longer progression; the rest is counted.
pub fn find(
    rules: &Ruleset,
    n: &BigUint,
    labels: &Sequence,
    wanted: &Wanted<'_>,
    keep: usize,
) -> Result<OptionSet, PlayError> {
    if n.is_zero() {
        return Ok(OptionSet::default());
    }
    if labels.get(&(n - 1u32)).is_none() {
        return Err(PlayError::out_of_reach(rules, n, "its options have no known value"));
    }
    let mut set = OptionSet::default();
    if let Some(moves) = rules.finite_moves() {
        for m in &moves {
            by_move(m, n, labels, wanted, keep, &mut set)?;
        }
        return Ok(set);
    }
    let n = n.to_u64().ok_or_else(|| {
        PlayError::out_of_reach(rules, n, "the moves of such rules are listed one by one")
    })?;
    let mut seen = 0;
    let result = rules.try_for_each_option(n, &mut |heaps| {
        seen += 1;
        consider(heaps, labels, wanted, keep, &mut set);
        seen < MOST_LISTED
    });
    match result {
        Err(RuleError::Stopped) => Err(PlayError::TooManyOptions { limit: MOST_LISTED }),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(set),
    }
}

/// Keeps an option whose label is wanted.
fn consider(
    heaps: &[u64],
    labels: &Sequence,
    wanted: &Wanted<'_>,
    keep: usize,
    set: &mut OptionSet,
) {
    let label = heaps.iter().fold(0, |sum, &heap| (wanted.add)(sum, labels.small(heap)));
    if (wanted.accept)(label) {
        set.push(HeapOption::leaving(heaps.iter().map(|&heap| heap.into()).collect()), keep);
    }
}

/// The options with a pass to use or to keep: in progressions where both sequences are periodic and moves leave at
/// most two heaps, else one by one.
pub fn find_with_pass(
    rules: &Ruleset,
    n: &BigUint,
    plain: &Sequence,
    passing: &Sequence,
    wanted: &Wanted<'_>,
    keep: usize,
) -> Result<OptionSet, PlayError> {
    let mut set = OptionSet::default();
    if n.is_zero() {
        return Ok(set);
    }
    if plain.get(n).is_none() || passing.get(&(n - 1u32)).is_none() {
        return Err(PlayError::out_of_reach(rules, n, "its options have no known value"));
    }
    let few =
        rules.without_pass().finite_moves().filter(|moves| moves.iter().all(|m| m.heaps <= 2));
    if let (Some(moves), Some((l, p)), Some((m, q))) = (few, plain.regular, passing.regular)
        && let Some(period) = p.checked_mul(q / p.gcd(&q))
        && let [Some(plain), Some(passing)] = [plain, passing].map(|s| s.aligned(l.max(m), period))
    {
        let both = Both { plain: &plain, passing: &passing, wanted, keep };
        return both.find(&moves, n);
    }
    let n = n.to_u64().ok_or_else(|| {
        PlayError::out_of_reach(
            rules,
            n,
            "moves to three heaps and more, and endlessly many, are listed one by one where there is a pass",
        )
    })?;
    let mut count = 0u64;
    let counted = rules.try_for_each_option(n, &mut |_| {
        count += 1;
        count < MOST_LISTED
    });
    match counted {
        Err(RuleError::Stopped) => return Err(PlayError::TooManyOptions { limit: MOST_LISTED }),
        other => other?,
    }
    rules.for_each_pass_option(n, &mut |heaps, keeper| {
        let label = heaps.iter().enumerate().fold(0, |sum, (i, &heap)| {
            let from = if Some(i) == keeper { passing } else { plain };
            (wanted.add)(sum, from.small(heap))
        });
        if (wanted.accept)(label) {
            let to = heaps.iter().map(|&heap| heap.into()).collect();
            set.push(HeapOption { to, keeper }, keep);
        }
    })?;
    Ok(set)
}

/// The labels of heaps with their pass and without, with one preperiod and period; which are wanted.
struct Both<'a> {
    plain: &'a Sequence,
    passing: &'a Sequence,
    wanted: &'a Wanted<'a>,
    keep: usize,
}

impl Both<'_> {
    /// The wanted options of a heap of `n` with its pass, under moves to at most two heaps.
    fn find(&self, moves: &[Move], n: &BigUint) -> Result<OptionSet, PlayError> {
        let mut set = OptionSet::default();
        let mut movable = false;
        for m in moves {
            movable |= self.by_move(m, n, &mut set)?;
        }
        if movable && self.plain.get(n).is_some_and(|label| (self.wanted.accept)(label)) {
            set.push(HeapOption::leaving(vec![n.clone()]), self.keep);
        }
        Ok(set)
    }

    /// The wanted options of one kind of move; whether it has any options.
    fn by_move(&self, m: &Move, n: &BigUint, set: &mut OptionSet) -> Result<bool, PlayError> {
        let Both { plain, passing, wanted, keep } = *self;
        let total = total_left(m, n).filter(|_| *n >= BigUint::from(m.smallest));
        let Some(total) = total else { return Ok(false) };
        let Some((l, p)) = plain.regular else { return Ok(false) };
        if let (Some(size), Some(_)) =
            (n.to_u64(), total.to_u64().filter(|&rest| rest <= listed(l, p)))
        {
            let (mut seen, mut any) = (0, false);
            m.for_each_option(size, &mut |heaps| {
                any = true;
                for keeper in 0..heaps.len().max(1) {
                    // Equal heaps are interchangeable.
                    if keeper > 0 && heaps[keeper] == heaps[keeper - 1] {
                        continue;
                    }
                    seen += 1;
                    let label = heaps.iter().enumerate().fold(0, |sum, (i, &heap)| {
                        let from = if i == keeper { passing } else { plain };
                        (wanted.add)(sum, from.small(heap))
                    });
                    if (wanted.accept)(label) {
                        let to: Vec<BigUint> = heaps.iter().map(|&heap| heap.into()).collect();
                        let keeper = (!to.is_empty()).then_some(keeper);
                        set.push(HeapOption { to, keeper }, keep);
                    }
                }
                seen < MOST_LISTED
            });
            if seen >= MOST_LISTED {
                return Err(PlayError::TooManyOptions { limit: MOST_LISTED });
            }
            return Ok(any);
        }
        // The total is large.
        let keeps = |to: Vec<BigUint>| HeapOption { to, keeper: Some(0) };
        Ok(match m.heaps {
            0 => false,
            1 => {
                let label = passing.get(&total).filter(|_| total < *n);
                if label.is_some_and(wanted.accept) {
                    set.push(keeps(vec![total]), keep);
                }
                label.is_some()
            }
            _ if m.condition == Condition::AllEqual => {
                let half: BigUint = &total >> 1;
                if total.is_odd() || half >= *n {
                    return Ok(false);
                }
                let labels = plain.get(&half).zip(passing.get(&half));
                if labels.is_some_and(|(g, h)| (wanted.accept)((wanted.add)(g, h))) {
                    set.push(keeps(vec![half.clone(), half]), keep);
                }
                true
            }
            _ => {
                let smaller = pairs(m, n, &total, [passing, plain], Some(0), wanted, set);
                smaller | pairs(m, n, &total, [plain, passing], Some(1), wanted, set)
            }
        })
    }
}

/// Up to this total every option is listed: the periodic part is not yet in sight for both heaps, or
/// the list is short anyway.
fn listed(preperiod: u64, period: u64) -> u64 {
    2u64.saturating_mul(preperiod.saturating_add(period)).saturating_add(1 << 10)
}

/// How many tokens a move leaves of a heap of `n`, if it has as many as are taken.
pub(crate) fn total_left(m: &Move, n: &BigUint) -> Option<BigUint> {
    let tokens = BigUint::from(m.take.unsigned_abs());
    if m.take < 0 { Some(n + tokens) } else { (*n >= tokens).then(|| n - tokens) }
}

/// The wanted options of one kind of move.
fn by_move(
    m: &Move,
    n: &BigUint,
    labels: &Sequence,
    wanted: &Wanted<'_>,
    keep: usize,
    set: &mut OptionSet,
) -> Result<(), PlayError> {
    if *n < BigUint::from(m.smallest) {
        return Ok(());
    }
    let Some(total) = total_left(m, n) else { return Ok(()) };
    let small = labels.regular.map_or(u64::MAX, |(l, p)| listed(l, p));
    if let (Some(size), Some(rest)) = (n.to_u64(), total.to_u64().filter(|&rest| rest <= small))
        && (m.heaps <= 2 || labels.regular.is_none() || partitions(rest, m.heaps) <= MOST_TRIED)
    {
        let mut seen = 0;
        m.for_each_option(size, &mut |heaps| {
            seen += 1;
            consider(heaps, labels, wanted, keep, set);
            seen < MOST_LISTED
        });
        if seen >= MOST_LISTED {
            return Err(PlayError::TooManyOptions { limit: MOST_LISTED });
        }
        return Ok(());
    }
    match m.heaps {
        0 => {
            if total.is_zero() && (wanted.accept)(0) {
                set.push(HeapOption::leaving(Vec::new()), keep);
            }
        }
        1 => {
            if !total.is_zero()
                && total < *n
                && labels.get(&total).is_some_and(|label| (wanted.accept)(label))
            {
                set.push(HeapOption::leaving(vec![total]), keep);
            }
        }
        2 if m.condition == Condition::AllEqual => {
            if total.is_even() {
                let half = total >> 1;
                let label = labels.get(&half).map_or(0, |g| (wanted.add)(g, g));
                if half < *n && (wanted.accept)(label) {
                    set.push(HeapOption::leaving(vec![half.clone(), half]), keep);
                }
            }
        }
        2 => {
            pairs(m, n, &total, [labels, labels], None, wanted, set);
        }
        _ => many(m, n, &total, labels, wanted, keep, set),
    }
    Ok(())
}

/// About how many ways there are to split n into this many heaps: n^(h-1) / (h! (h-1)!).
fn partitions(n: u64, heaps: u32) -> u64 {
    (1..heaps).fold(n as f64, |ways, h| ways * n as f64 / f64::from(h * (h + 1))) as u64 / n.max(1)
}

/// Two heaps a <= b with a + b = total, both labels periodic from the preperiod l on. The
/// heaps below l are tried one by one; from l on the label of (a, b) depends on a modulo
/// p only. The labels of a and of b, which have the same l and p, may differ: where one of them keeps a pass.
/// Says whether there is a pair at all.
fn pairs(
    m: &Move,
    n: &BigUint,
    total: &BigUint,
    [labels, labels_b]: [&Sequence; 2],
    keeper: Option<usize>,
    wanted: &Wanted<'_>,
    set: &mut OptionSet,
) -> bool {
    let Some((l, p)) = labels.regular else { return false };
    let difference = match m.condition {
        Condition::DifferAtLeast(d) => d,
        Condition::Distinct | Condition::NotAllEqual => 1,
        // Of two equal heaps it does not matter which keeps the pass.
        Condition::Any | Condition::AllEqual => u64::from(keeper == Some(1)),
    };
    if *total < BigUint::from(difference) {
        return false;
    }
    let greatest_a = (total - difference) >> 1;
    // b <= n - 1, and no heap is empty
    let least_a = if m.take >= 1 { 1 } else { 1 + m.take.unsigned_abs() };
    if greatest_a < BigUint::from(least_a) {
        return false;
    }
    // Some pair exists, so that n > total / 2; and the total is not small.
    debug_assert!(total - l - p >= BigUint::from(l) && *n > BigUint::from(l + p));
    // b - l modulo p is (total - l) - a modulo p
    let residue = ((total - l) % p).to_u64().unwrap_or(0);
    let end = l.max(least_a).saturating_add(p);
    for a in least_a..end {
        if BigUint::from(a) > greatest_a {
            break;
        }
        let b_residue = (residue + p - a % p) % p;
        let b_label = labels_b.values[(l + b_residue) as usize];
        let label = (wanted.add)(labels.small(a), b_label);
        if !(wanted.accept)(label) {
            continue;
        }
        let first = HeapOption { to: vec![a.into(), total - a], keeper };
        let (step, count) = if a < l {
            (BigUint::zero(), BigUint::one())
        } else {
            (BigUint::from(p), (&greatest_a - a) / p + 1u32)
        };
        set.progressions.push(Progression { first, step, count });
    }
    true
}

/// Three heaps or more. Lowering a heap other than the largest by the period and raising
/// the largest one keeps the label, so if there is a wanted option without a condition on
/// the sizes, there is one whose heaps but the largest are below l + p. (With more tokens than
/// before, u < 0, the largest might not stay below n; then one may be missed.)
fn many(
    m: &Move,
    n: &BigUint,
    total: &BigUint,
    labels: &Sequence,
    wanted: &Wanted<'_>,
    keep: usize,
    set: &mut OptionSet,
) {
    let Some((l, p)) = labels.regular else { return };
    set.exhaustive = false;
    let (bound, parts) = (l + p, Vec::new());
    ManyHeaps { m, n, total, labels, wanted, keep, bound, tried: 0, parts }.extend(0, 1, set);
}

struct ManyHeaps<'a> {
    m: &'a Move,
    n: &'a BigUint,
    total: &'a BigUint,
    labels: &'a Sequence,
    wanted: &'a Wanted<'a>,
    keep: usize,
    bound: u64,
    tried: u64,
    parts: Vec<u64>,
}

impl ManyHeaps<'_> {
    fn extend(&mut self, label: u32, least: u64, set: &mut OptionSet) {
        if self.tried >= MOST_TRIED || set.progressions.len() >= self.keep {
            return;
        }
        if self.parts.len() + 1 == self.m.heaps as usize {
            self.tried += 1;
            let used: BigUint = self.parts.iter().map(|&part| BigUint::from(part)).sum();
            let largest_part = self.parts.last().copied().unwrap_or(0);
            if used > *self.total || self.total - &used < BigUint::from(largest_part.max(1)) {
                return;
            }
            let last = self.total - used;
            let Some(own) = self.labels.get(&last) else { return };
            if !(self.wanted.accept)((self.wanted.add)(label, own)) {
                return;
            }
            let mut to: Vec<BigUint> = self.parts.iter().map(|&part| part.into()).collect();
            to.push(last);
            if is_option_of(self.m, self.n, &to.iter().collect::<Vec<_>>()) {
                set.push(HeapOption::leaving(to), self.keep);
            }
            return;
        }
        for part in least..self.bound.max(least + 1) {
            let sum = (self.wanted.add)(label, self.labels.small(part));
            self.parts.push(part);
            self.extend(sum, part, set);
            self.parts.pop();
        }
    }
}

#[cfg(test)]
mod tests;
