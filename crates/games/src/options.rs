//! The options of a heap, by definition.

use crate::code::Digit;
use crate::error::RuleError;
use crate::moves::{Condition, Move};
use crate::ruleset::{Family, Rounding, Ruleset, TakeSet};

/// Called with the heaps of an option; returns false to stop.
type Visit<'a> = dyn FnMut(&[u64]) -> bool + 'a;

impl Ruleset {
    /// Calls `visit` with every option of a heap of `n`, each once: its non-empty heaps in
    /// increasing order. A pass is left out; see [`for_each_pass_option`](Self::for_each_pass_option).
    ///
    /// Heap 0 has no option. Stops with [`RuleError::Stopped`] when `visit` returns false.
    pub fn try_for_each_option(&self, n: u64, visit: &mut Visit<'_>) -> Result<(), RuleError> {
        if n == 0 {
            return Ok(());
        }
        let go_on = match self.family() {
            Family::Code(code) => {
                let lowest = 1 - (code.before().len() as i64).max(1);
                let highest = if code.is_finite() { (code.after().len() as u64).min(n) } else { n };
                let Ok(highest) = i64::try_from(highest) else {
                    return Err(RuleError::Overflow { heap: n });
                };
                (lowest..=highest).all(|u| match code.digit_ref(u) {
                    Some(digit) => digit_options(digit, n, u, visit),
                    None => true,
                })
            }
            Family::Subtraction(set) => take_options(set, n, 1, visit),
            Family::Splittles(set) => take_options(set, n, 2, visit),
            Family::AllBut(set) => {
                (1..=n).filter(|&take| !set.contains(take)).all(|take| leave(n - take, visit))
            }
            Family::Split { heaps, condition } => {
                let split = Move { take: 0, heaps: *heaps, condition: *condition, smallest: 1 };
                split.for_each_option(n, visit)
            }
            Family::Mark { t, rounding } => mark_options(n, *t, *rounding, visit),
            Family::Rule(rule) => return rule.for_each_option(n, visit),
        };
        if go_on { Ok(()) } else { Err(RuleError::Stopped) }
    }

    /// Calls `visit` with every option of a heap of `n`, each once: its non-empty heaps in
    /// increasing order. A pass is left out.
    pub fn for_each_option(&self, n: u64, visit: &mut dyn FnMut(&[u64])) -> Result<(), RuleError> {
        self.try_for_each_option(n, &mut |heaps| {
            visit(heaps);
            true
        })
    }

    /// The options of a heap of `n` that carries a pass: `visit` gets the new heaps and the
    /// index of the one that keeps the pass, `None` when the pass is used up or no heap is
    /// left. A heap without a move cannot pass.
    pub fn for_each_pass_option(
        &self,
        n: u64,
        visit: &mut dyn FnMut(&[u64], Option<usize>),
    ) -> Result<(), RuleError> {
        self.try_for_each_pass_option(n, &mut |heaps, keeper| {
            visit(heaps, keeper);
            true
        })
    }

    /// As [`Ruleset::for_each_pass_option`], until `visit` says false: then
    /// [`RuleError::Stopped`].
    pub fn try_for_each_pass_option(
        &self,
        n: u64,
        visit: &mut dyn FnMut(&[u64], Option<usize>) -> bool,
    ) -> Result<(), RuleError> {
        let mut movable = false;
        self.try_for_each_option(n, &mut |heaps| {
            movable = true;
            if heaps.is_empty() {
                return visit(heaps, None);
            }
            // Equal heaps are interchangeable.
            (0..heaps.len())
                .filter(|&keeper| keeper == 0 || heaps[keeper] != heaps[keeper - 1])
                .all(|keeper| visit(heaps, Some(keeper)))
        })?;
        if movable && !visit(&[n], None) {
            return Err(RuleError::Stopped);
        }
        Ok(())
    }

    /// Whether a heap of `n` has an option.
    pub fn has_option(&self, n: u64) -> Result<bool, RuleError> {
        match self.try_for_each_option(n, &mut |_| false) {
            Ok(()) => Ok(false),
            Err(RuleError::Stopped) => Ok(true),
            Err(error) => Err(error),
        }
    }
}

/// One heap of this size, or none.
fn leave(rest: u64, visit: &mut Visit<'_>) -> bool {
    if rest == 0 { visit(&[]) } else { visit(&[rest]) }
}

fn take_options(set: &TakeSet, n: u64, most: u32, visit: &mut Visit<'_>) -> bool {
    set.members().iter().take_while(|&&take| take <= n).all(|&take| {
        leave(n - take, visit)
            && (most < 2 || split_into(n - take, 2, n - 1, Condition::Any, visit))
    })
}

fn mark_options(n: u64, t: u64, rounding: Rounding, visit: &mut Visit<'_>) -> bool {
    let (end, quotient) = match rounding {
        Rounding::Down => (0, n / t),
        Rounding::Up => (1, n.div_ceil(t)),
    };
    if n <= end {
        return true;
    }
    let lowest = n.saturating_sub(t - 1).max(end);
    (quotient >= lowest || leave(quotient, visit)) && (lowest..n).all(|rest| leave(rest, visit))
}

/// The options of digit d_u on a heap of `n`.
fn digit_options(digit: &Digit, n: u64, u: i64, visit: &mut Visit<'_>) -> bool {
    let Some(total) = n.checked_add_signed(-u) else { return true };
    let one_by_one = digit.counts().take_while(|&(heaps, _)| u64::from(heaps) <= total);
    for (heaps, condition) in one_by_one {
        if !split_into(total, u64::from(heaps), n - 1, condition, visit) {
            return false;
        }
    }
    let Some(more) = digit.more() else { return true };
    (u64::from(more.from)..=total).all(|heaps| {
        let condition = digit.condition(u32::try_from(heaps).unwrap_or(u32::MAX));
        split_into(total, heaps, n - 1, condition.unwrap_or(Condition::Any), visit)
    })
}

impl Move {
    /// Calls `visit` with every option of this kind on a heap of `n`; false when stopped.
    pub fn for_each_option(&self, n: u64, visit: &mut Visit<'_>) -> bool {
        if n < self.smallest || n == 0 {
            return true;
        }
        match n.checked_add_signed(-self.take) {
            None => true,
            Some(total) => split_into(total, u64::from(self.heaps), n - 1, self.condition, visit),
        }
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
    // The remaining parts are at least as large, so heaps * part <= total.
    while part <= total / heaps {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn options(rules: &str, n: u64) -> Vec<Vec<u64>> {
        let rules: Ruleset = rules.parse().unwrap();
        let mut list = Vec::new();
        rules.for_each_option(n, &mut |heaps| list.push(heaps.to_vec())).unwrap();
        let mut sorted = list.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), list.len(), "an option was listed twice: {list:?}");
        list
    }

    #[test]
    fn by_hand() {
        assert_eq!(options("Kayles", 3), [vec![2], vec![1, 1], vec![1]]);
        assert_eq!(options("Kayles", 1), [Vec::<u64>::new()]);
        assert_eq!(options("Kayles", 0), Vec::<Vec<u64>>::new());
        assert_eq!(options("4.0", 4), [[1, 3], [2, 2]]);
        assert_eq!(options("Grundy", 4), [[1, 3]]);
        assert_eq!(options("80.4", 3), [vec![1, 1, 2], vec![1, 1]]);
        assert_eq!(options("80.0", 4), [[1, 1, 3], [1, 2, 2]]);
        // Austin's example: n into i and n+1-i (1 < i < n), or i and n-i, or take one.
        assert_eq!(options("44.3", 4), [vec![2, 3], vec![1, 3], vec![2, 2], vec![3]]);
        assert_eq!(options("Mark", 6), [[3], [5]]);
        assert_eq!(options("Mark", 1), [Vec::<u64>::new()]);
        assert_eq!(options("Mark", 2), [[1]]);
        assert_eq!(options("UpMark", 1), Vec::<Vec<u64>>::new());
        assert_eq!(options("UpMark(3)", 5), [[2], [3], [4]]);
        assert_eq!(options("S(1,3)", 3), [vec![2], vec![]]);
        assert_eq!(options("AllBut(1)", 3), [vec![1], vec![]]);
        assert_eq!(options("Split(3, distinct)", 7), [[1, 2, 4]]);
        assert_eq!(options("Split(2, differ>=2)", 6), [[1, 5], [2, 4]]);
        assert_eq!(options("0.*=", 5), [vec![4], vec![2, 2], vec![1, 1, 1, 1]]);
        assert_eq!(options("0.[1]", 3), [Vec::<u64>::new()]);
    }

    #[test]
    fn passes() {
        let rules: Ruleset = "0.7 + pass".parse().unwrap();
        let mut list = Vec::new();
        rules
            .for_each_pass_option(4, &mut |heaps, keeper| list.push((heaps.to_vec(), keeper)))
            .unwrap();
        assert_eq!(
            list,
            [(vec![3], Some(0)), (vec![1, 2], Some(0)), (vec![1, 2], Some(1)), (vec![4], None),]
        );
        let mut end = 0;
        rules.for_each_pass_option(0, &mut |_, _| end += 1).unwrap();
        assert_eq!(end, 0);
    }
}
