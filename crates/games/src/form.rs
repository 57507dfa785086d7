//! The normal form of rules: a list of [`Moves`] and a list of options of the rule language.
//!
//! Every family of rules is lowered to this form when it is read, and nothing outside this crate
//! looks at the spelling: the options of a heap, the engines, the provers and the rules of play
//! are all computed from here. The spelling stays for printing.

use crate::code::{Code, Digit, MAX_DIGITS, MAX_HEAPS};
use crate::error::RuleError;
use crate::family::{Mark, Rounding};
use crate::moves::{Condition, Heaps, Move, Moves, Takes};
use crate::rule_language::{self, Expr, RuleOption};
use crate::take_set::{MAX_MEMBERS, TakeSet};
use std::collections::BTreeSet;
use std::ops::Range;

/// Called with the heaps of an option; returns false to stop.
pub(crate) type Visit<'a> = dyn FnMut(&[u64]) -> bool + 'a;

/// The moves of a game: the union of `moves` and `options`. A pass is no part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// No two of them have an option in common.
    moves: Vec<Moves>,
    /// Runs of `moves` that go through their progressions together.
    rounds: Vec<Range<usize>>,
    options: Vec<RuleOption>,
    order: Order,
}

/// In which order the options of a heap are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// As the moves are, those of the same rhythm (such as the digits of a recurring block) in
    /// turn: for a code, by the number that is taken.
    Moves,
    /// By the heaps left, in lexicographic order.
    Heaps,
}

/// So many options are put in order before they are visited; the others come as they are found.
const SORTED: usize = 1 << 16;
/// Finite progressions are spelled out up to this many numbers.
const MOST_SPELLED: u64 = MAX_DIGITS as u64;

impl Form {
    /// The union of these; no two of the moves may have an option in common.
    pub(crate) fn new(moves: Vec<Moves>, options: Vec<RuleOption>, order: Order) -> Self {
        debug_assert!(order == Order::Heaps || options.is_empty());
        let mut rounds: Vec<Range<usize>> = Vec::new();
        for (i, m) in moves.iter().enumerate() {
            let together = rounds.last().is_some_and(|round| {
                let takes = moves[round.start].takes;
                let apart = i128::from(m.takes.first()) - i128::from(takes.first());
                (takes.step(), takes.count()) == (m.takes.step(), m.takes.count())
                    && (0..i128::from(takes.step())).contains(&apart)
            });
            match rounds.last_mut() {
                Some(round) if together => round.end = i + 1,
                _ => rounds.push(i..i + 1),
            }
        }
        Self { moves, rounds, options, order }
    }

    /// Moves alone, listed in their order.
    pub(crate) fn of_moves(moves: Vec<Moves>) -> Self {
        Self::new(moves, Vec::new(), Order::Moves)
    }

    /// Take one of these numbers, leaving from none to `most` heaps.
    pub(crate) fn taking(takes: impl IntoIterator<Item = Takes>, most: u32) -> Self {
        let heaps = |takes| (0..=most).map(move |h| Moves::plain(takes, Heaps::Exactly(h)));
        Self::of_moves(takes.into_iter().flat_map(heaps).collect())
    }

    /// The moves, no two of which have an option in common.
    pub fn moves(&self) -> &[Moves] {
        &self.moves
    }

    /// The further options, in the rule language. They may overlap with each other and with the
    /// moves.
    pub fn options(&self) -> &[RuleOption] {
        &self.options
    }

    /// The moves with every finite progression spelled out. `None` where a progression has more
    /// than some thousand numbers, or where there are options of the rule language.
    pub fn spelled_out(&self) -> Option<Vec<Moves>> {
        if !self.options.is_empty() {
            return None;
        }
        let mut list = Vec::with_capacity(self.moves.len());
        for m in &self.moves {
            match m.takes.last() {
                Some(last) if m.takes.single().is_none() => {
                    if m.takes.count().is_none_or(|count| count > MOST_SPELLED) {
                        return None;
                    }
                    let takes = m.takes.up_to(last).map(Takes::only);
                    list.extend(takes.map(|takes| Moves { takes, ..*m }));
                }
                _ => list.push(*m),
            }
        }
        Some(list)
    }

    /// The form as a finite sorted list of [`Move`]s, where it is one; `None` where infinitely many
    /// numbers may be taken or heaps left, and where there are options of the rule language.
    pub fn finite_moves(&self) -> Option<Vec<Move>> {
        // Asked first: infinite rules need not be spelled out.
        if self.moves.iter().any(|m| m.takes.last().is_none() || m.heaps.most().is_none()) {
            return None;
        }
        let mut moves =
            self.spelled_out()?.iter().map(Moves::single).collect::<Option<Vec<_>>>()?;
        moves.sort_unstable();
        Some(moves)
    }

    /// The greatest number of heaps a move can leave; `None` without a limit.
    pub fn most_heaps(&self) -> Option<u32> {
        let moves = self.moves.iter().map(|m| m.heaps.most());
        let options = self.options.iter().map(|option| u32::try_from(option.heaps.len()).ok());
        moves.chain(options).try_fold(0, |most, heaps| heaps.map(|heaps| most.max(heaps)))
    }

    /// The numbers that may be taken, where they are finitely many and taking them from any heap,
    /// without splitting, are all the moves: a subtraction game however it is written.
    pub(crate) fn subtraction(&self) -> Option<TakeSet> {
        let mut leaving = [BTreeSet::new(), BTreeSet::new()];
        for m in &self.moves {
            let (Heaps::Exactly(h @ 0..=1), Some(count)) = (m.heaps, m.takes.count()) else {
                return None;
            };
            if m.smallest > 1 || count > MAX_MEMBERS as u64 {
                return None;
            }
            let step = m.takes.step().cast_signed();
            for k in 0..count.cast_signed() {
                let take = m.takes.first().checked_add(step.checked_mul(k)?)?;
                leaving[h as usize].insert(u64::try_from(take).ok()?);
            }
        }
        let [none, one] = leaving;
        let same = none == one && !one.is_empty() && one.len() <= MAX_MEMBERS;
        if !same || !self.options.is_empty() {
            return None;
        }
        TakeSet::new(one.into_iter().collect())
    }

    /// The numbers that may not be taken, where every other number may, from any heap and without
    /// splitting.
    pub(crate) fn all_but(&self) -> Option<TakeSet> {
        let leaving = |h: u32| -> Option<Vec<Takes>> {
            let own = self.moves.iter().filter(|m| m.heaps == Heaps::Exactly(h) && m.smallest <= 1);
            let mut takes: Vec<Takes> = own.map(|m| m.takes).collect();
            takes.sort_unstable();
            takes.iter().all(|t| t.step() == 1).then_some(takes)
        };
        let (none, one) = (leaving(0)?, leaving(1)?);
        if none != one || none.len() + one.len() != self.moves.len() || !self.options.is_empty() {
            return None;
        }
        let mut exceptions = Vec::new();
        let mut next = 1;
        for takes in one {
            if takes.first() < next || takes.first() - next > MAX_MEMBERS as i64 {
                return None;
            }
            exceptions.extend(next..takes.first());
            let Some(last) = takes.last() else {
                return TakeSet::new(exceptions.into_iter().map(i64::cast_unsigned).collect());
            };
            next = last.checked_add(1)?;
        }
        None
    }

    /// t and the rounding, where these are the moves of Mark(t) or UpMark(t).
    pub(crate) fn as_mark(&self) -> Option<(u64, Rounding)> {
        let [option] = &self.options[..] else { return None };
        let [Expr::Quotient(_, t)] = option.heaps[..] else { return None };
        let t = u64::try_from(t).ok()?;
        let roundings = [Rounding::Down, Rounding::Up].into_iter();
        roundings.map(|rounding| (t, rounding)).find(|&(t, rounding)| {
            t >= 2 && *self == crate::family::Spelled::form(&Mark { t, rounding })
        })
    }

    /// The same moves as a take-and-break code, where there is one with at most [`MAX_DIGITS`]
    /// digits before the recurring block.
    pub(crate) fn as_code(&self) -> Option<Code> {
        const LONGEST: i64 = MAX_DIGITS as i64;
        let fits = |m: &Moves| {
            m.smallest <= 1
                && m.heaps.least() <= MAX_HEAPS
                && !matches!(m.condition, Condition::DifferAtLeast(_))
                && m.takes.first() > -LONGEST
        };
        if !self.options.is_empty() || !self.moves.iter().all(fits) {
            return None;
        }
        let (finite, infinite): (Vec<&Moves>, Vec<&Moves>) =
            self.moves.iter().partition(|m| m.takes.last().is_some());
        let after = finite.iter().filter_map(|m| m.takes.last());
        let before_block = infinite.iter().map(|m| m.takes.first() - 1);
        let start = after.chain(before_block).max().unwrap_or(0).max(0);
        let block = infinite.iter().try_fold(1, |block: u64, m| {
            Some(num_integer::lcm(block, m.takes.step())).filter(|&b| b <= MAX_DIGITS as u64)
        })?;
        if start > LONGEST {
            return None;
        }
        let block = if infinite.is_empty() { 0 } else { block.cast_signed() };
        let lowest = self.moves.iter().map(|m| m.takes.first()).min().unwrap_or(1).min(1);
        let mut before = vec![Digit::zero(); (1 - lowest) as usize];
        let mut after = vec![Digit::zero(); (start + block) as usize];
        for m in &self.moves {
            for u in m.takes.up_to(start + block) {
                let digit = if u <= 0 {
                    before.get_mut(-u as usize)
                } else {
                    after.get_mut(u as usize - 1)
                };
                let digit = digit?;
                match m.heaps {
                    Heaps::Exactly(h) if digit.condition(h).is_none() => {
                        digit.allow(h, m.condition);
                    }
                    Heaps::AtLeast(h) if digit.more().is_none() => digit.allow_from(h, m.condition),
                    _ => return None,
                }
            }
        }
        let recurring = after.split_off(start as usize);
        Some(Code::new(before, after, recurring))
    }

    /// Calls `visit` with every option of a heap of `n`, non-empty heaps in increasing order, in
    /// any order of the options and an option perhaps several times. Stops with
    /// [`RuleError::Stopped`] when `visit` returns false.
    pub(crate) fn visit_options(&self, n: u64, visit: &mut Visit<'_>) -> Result<(), RuleError> {
        if n == 0 {
            return Ok(());
        }
        if !self.visit_moves(n, false, visit) {
            return Err(RuleError::Stopped);
        }
        rule_language::visit_options(&self.options, n, visit)
    }

    /// The same, each option once and in the order of the form.
    pub(crate) fn list_options(&self, n: u64, visit: &mut Visit<'_>) -> Result<(), RuleError> {
        match self.order {
            _ if n == 0 => Ok(()),
            Order::Moves if self.visit_moves(n, false, visit) => Ok(()),
            Order::Moves => Err(RuleError::Stopped),
            Order::Heaps => self.list_by_heaps(n, visit),
        }
    }

    /// Whether a heap of `n` has an option; an error where listing the options is one.
    pub(crate) fn has_option(&self, n: u64) -> Result<bool, RuleError> {
        // Moves are found at once, options of the rule language in their order.
        if n > 0 && !self.visit_moves(n, false, &mut |_| false) {
            return Ok(true);
        }
        match self.list_options(n, &mut |_| false) {
            Ok(()) => Ok(false),
            Err(RuleError::Stopped) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// The first [`SORTED`] options in the order of their heaps, the others as they are found.
    fn list_by_heaps(&self, n: u64, visit: &mut Visit<'_>) -> Result<(), RuleError> {
        let mut seen = BTreeSet::new();
        let mut in_order = true;
        rule_language::visit_options(&self.options, n, &mut |heaps| {
            if seen.contains(heaps) || self.moves.iter().any(|m| m.has_option(n, heaps)) {
                return true;
            }
            seen.insert(heaps.to_vec());
            if in_order && seen.len() > SORTED {
                // Who can list so many may want to stop: do not wait for all of them.
                in_order = false;
                return seen.iter().all(|heaps| visit(heaps));
            }
            in_order || visit(heaps)
        })?;
        // The moves have no option twice. The largest numbers first: small heaps first.
        let go_on = self.visit_moves(n, true, &mut |heaps| {
            if !in_order {
                return visit(heaps);
            }
            seen.insert(heaps.to_vec());
            if seen.len() > SORTED {
                in_order = false;
                return seen.iter().all(|heaps| visit(heaps));
            }
            true
        });
        if !go_on || in_order && !seen.iter().all(|heaps| visit(heaps)) {
            return Err(RuleError::Stopped);
        }
        Ok(())
    }

    /// The options of the moves, each once; `back`: from the last one to the first. False when
    /// stopped.
    fn visit_moves(&self, n: u64, back: bool, visit: &mut Visit<'_>) -> bool {
        let mut round = |round: &Range<usize>| {
            let moves = &self.moves[round.clone()];
            let Some(leader) = moves.first().map(|m| m.takes) else { return true };
            // The first of a round has the least numbers.
            let far = i128::from(n) - i128::from(leader.first());
            if far < 0 {
                return true;
            }
            let (step, count) = (i128::from(leader.step()), leader.count());
            let most = u64::try_from(far / step).unwrap_or(u64::MAX);
            let last = count.map_or(most, |count| most.min(count - 1));
            let mut turn = |k: u64| {
                let far = i128::from(k) * step;
                let mut each =
                    |m: &Moves| m.visit_take(n, i128::from(m.takes.first()) + far, visit);
                if back { moves.iter().rev().all(&mut each) } else { moves.iter().all(each) }
            };
            if back { (0..=last).rev().all(turn) } else { (0..=last).all(&mut turn) }
        };
        if back { self.rounds.iter().rev().all(round) } else { self.rounds.iter().all(&mut round) }
    }
}

impl Moves {
    /// Calls `visit` with every option of these moves on a heap of `n` that takes `take`, one of
    /// their numbers; false when stopped.
    fn visit_take(&self, n: u64, take: i128, visit: &mut Visit<'_>) -> bool {
        if n < self.smallest || n == 0 {
            return true;
        }
        let Ok(total) = u64::try_from(i128::from(n) - take) else { return true };
        match self.heaps {
            Heaps::Exactly(h) => split_into(total, u64::from(h), n - 1, self.condition, visit),
            Heaps::AtLeast(from) => (u64::from(from)..=total)
                .all(|h| split_into(total, h, n - 1, self.condition, visit)),
        }
    }

    /// Whether the non-empty heaps `to`, in increasing order, are what one of these moves leaves
    /// of a heap of `n`.
    pub fn has_option(&self, n: u64, to: &[u64]) -> bool {
        let total: i128 = to.iter().map(|&heap| i128::from(heap)).sum();
        n >= self.smallest
            && self.heaps.contains(to.len())
            && self.takes.contains(i128::from(n) - total)
            && to.last().is_none_or(|&largest| largest < n)
            && self.condition.allows(to)
    }
}

impl Move {
    /// Calls `visit` with every option of this kind on a heap of `n`; false when stopped.
    pub fn for_each_option(&self, n: u64, visit: &mut Visit<'_>) -> bool {
        Moves::from(*self).visit_take(n, i128::from(self.take), visit)
    }
}

/// Every way of writing `total` as `heaps` positive numbers of at most `largest`, in
/// increasing order, that `condition` allows.
fn split_into(
    total: u64,
    heaps: u64,
    largest: u64,
    condition: Condition,
    visit: &mut Visit<'_>,
) -> bool {
    match heaps {
        0 => total > 0 || visit(&[]),
        1 => total == 0 || total > largest || visit(&[total]),
        _ if heaps > total => true,
        _ if condition == Condition::AllEqual => {
            let size = total / heaps;
            if !total.is_multiple_of(heaps) || size > largest {
                return true;
            }
            visit(&vec![size; heaps as usize]) // heaps <= total: the caller's heap bounds it
        }
        _ => {
            let mut parts = Vec::with_capacity(heaps.min(64) as usize);
            extend(&mut parts, total, heaps, 1, largest, condition, visit)
        }
    }
}

/// Appends `heaps` more parts with sum `total`, each at least `least`.
fn extend(
    parts: &mut Vec<u64>,
    total: u64,
    heaps: u64,
    least: u64,
    largest: u64,
    condition: Condition,
    visit: &mut Visit<'_>,
) -> bool {
    if heaps == 1 {
        if total < least || total > largest {
            return true;
        }
        parts.push(total);
        let go_on = !condition.allows(parts) || visit(parts);
        parts.pop();
        return go_on;
    }
    let step = u64::from(condition == Condition::Distinct);
    let mut part = least;
    // The remaining parts are part, part + step, part + 2 step, .. at least.
    let growth = u128::from(step) * u128::from(heaps) * u128::from(heaps - 1) / 2;
    while u128::from(part) * u128::from(heaps) + growth <= u128::from(total) {
        // and at most `largest`, so the rest must fit below it
        let rest = total - part;
        if u128::from(rest) <= u128::from(largest) * u128::from(heaps - 1) {
            parts.push(part);
            let go_on = extend(parts, rest, heaps - 1, part + step, largest, condition, visit);
            parts.pop();
            if !go_on {
                return false;
            }
        }
        part += 1;
    }
    true
}
