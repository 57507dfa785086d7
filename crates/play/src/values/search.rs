//! Options with a wanted value where values are given heap by heap and need not repeat.

use crate::error::PlayError;
use crate::legal::is_option_of;
use crate::options::{HeapOption, OptionSet, total_left};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use sprague_games::Ruleset;
use sprague_games::moves::Move;

/// Options of two heaps or more are searched with all heaps but the largest below this, and
/// with heaps that differ by little more.
pub(super) const SMALL_HEAPS: u64 = 2000;

/// Enough moves when not all of them are to be had.
pub(super) const FEW: usize = 10;

/// With which keepers of the pass these heaps are wanted; without a pass the one keeper is none.
type Keepers<'a> = dyn Fn(&[BigUint]) -> Vec<Option<usize>> + 'a;

/// The nim-sum of heaps whose values are these.
fn nim_sum(heaps: &[BigUint], get: &dyn Fn(&BigUint) -> BigUint) -> BigUint {
    heaps.iter().fold(BigUint::zero(), |sum, heap| sum ^ get(heap))
}

/// Heaps without a pass are wanted for their value.
pub(super) fn of_value<'a>(
    value: &'a BigUint,
    get: &'a dyn Fn(&BigUint) -> BigUint,
) -> impl Fn(&[BigUint]) -> Vec<Option<usize>> + 'a {
    move |heaps| if nim_sum(heaps, get) == *value { vec![None] } else { Vec::new() }
}

/// Heaps in increasing order, one of which keeps the pass; `passing` are the values of heaps with it.
pub(super) fn of_value_with_pass<'a>(
    value: &'a BigUint,
    plain: &'a dyn Fn(&BigUint) -> BigUint,
    passing: &'a dyn Fn(&BigUint) -> BigUint,
) -> impl Fn(&[BigUint]) -> Vec<Option<usize>> + 'a {
    move |heaps| {
        if heaps.is_empty() {
            return if value.is_zero() { vec![None] } else { Vec::new() };
        }
        let sum = nim_sum(heaps, plain);
        // Equal heaps keep it alike.
        let keeps = |&i: &usize| {
            let heap = &heaps[i];
            (i == 0 || heaps[i - 1] != *heap) && &sum ^ plain(heap) ^ passing(heap) == *value
        };
        (0..heaps.len()).filter(keeps).map(Some).collect()
    }
}

/// The options of a small heap, one by one.
pub(super) fn listed(
    rules: &Ruleset,
    n: u64,
    wanted: &Keepers<'_>,
    keep: usize,
) -> Result<OptionSet, PlayError> {
    let mut set = OptionSet::default();
    rules.for_each_option(n, &mut |heaps| {
        let to: Vec<BigUint> = heaps.iter().map(|&h| h.into()).collect();
        for keeper in wanted(&to) {
            set.push(HeapOption { to: to.clone(), keeper }, keep);
        }
    })?;
    Ok(set)
}

/// The options of a heap under finitely many kinds of moves: moves to at most one heap all of
/// them, others with small heaps beside the largest or with two heaps of nearly the same size.
pub(super) fn by_moves(
    rules: &Ruleset,
    moves: &[Move],
    n: &BigUint,
    wanted: &Keepers<'_>,
    keep: usize,
) -> Result<OptionSet, PlayError> {
    let most = moves.iter().map(|m| m.heaps).max().unwrap_or(0);
    if most >= 2
        && let Some(size) = n.to_u64().filter(|&size| size <= SMALL_HEAPS)
    {
        return listed(rules, size, wanted, keep);
    }
    let mut set = OptionSet::default();
    for m in moves {
        let Some(total) = total_left(m, n) else { continue };
        let enough = set.progressions.len() >= keep.min(FEW);
        // Whether to go on.
        let mut consider = |to: Vec<BigUint>| {
            let keepers = wanted(&to);
            if !keepers.is_empty()
                && is_option_of(m, n, &to.iter().collect::<Vec<_>>())
                && !set.has(&to)
            {
                for keeper in keepers {
                    set.push(HeapOption { to: to.clone(), keeper }, keep);
                }
            }
            set.progressions.len() < keep.min(FEW)
        };
        match m.heaps {
            0 | 1 => {
                let to = HeapOption::one_heap(total).to;
                if to.len() == m.heaps as usize {
                    consider(to);
                }
            }
            2 => {
                if !enough {
                    pairs(&total, &mut consider);
                }
                set.exhaustive = false;
            }
            heaps => {
                if !enough {
                    triples(&total, heaps - 3, &mut consider);
                }
                set.exhaustive = false;
            }
        }
    }
    Ok(set)
}

/// Two heaps with this total, one of them small or both nearly the same, until `consider` says
/// false.
fn pairs(total: &BigUint, consider: &mut dyn FnMut(Vec<BigUint>) -> bool) {
    let half = total / 2u32;
    let near = (0..SMALL_HEAPS).filter(|&i| half > BigUint::from(i)).map(|i| &half - i);
    for a in (1..=SMALL_HEAPS).map(BigUint::from).chain(near) {
        if &a + &a <= *total {
            let b = total - &a;
            if !consider(vec![a, b]) {
                return;
            }
        }
    }
}

/// Three heaps and so many ones with this total, until `consider` says false: two of the three
/// are small, or one is and the others differ little.
fn triples(total: &BigUint, ones: u32, consider: &mut dyn FnMut(Vec<BigUint>) -> bool) {
    const SMALL: u32 = 60;
    let with_ones = |heaps: [BigUint; 3]| {
        let mut to = vec![BigUint::one(); ones as usize];
        to.extend(heaps);
        to
    };
    for a in 1..=SMALL {
        for b in a..=SMALL {
            let used = BigUint::from(a + b + ones);
            if used < *total && total - &used >= BigUint::from(b) {
                let to = with_ones([a.into(), b.into(), total - used]);
                if !consider(to) {
                    return;
                }
            }
            let used = BigUint::from(a + ones);
            if used < *total {
                let rest = total - used;
                let half = &rest / 2u32;
                if half > BigUint::from(a + b) {
                    let middle = half - (b - a);
                    let to = with_ones([a.into(), middle.clone(), rest - middle]);
                    if !consider(to) {
                        return;
                    }
                }
            }
        }
    }
}
