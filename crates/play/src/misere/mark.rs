//! Misere Mark and UpMark: a heap of any size, alone or beside nim-heaps.
//!
//! The misere nim-value g-(X) of a position says which nim-heap makes a P-position with it:
//! X + *k is P exactly when g-(X) = k. Mark(t) and UpMark(t) have a closed form for g-
//! ([`MarkHeaps`]), so a heap of any size beside one nim-heap is decided; and *1 + *1 = 0 and
//! *k + *1 = *(k xor 1) allow any number of heaps *1 besides. Sums with two heaps that are no nim-heaps,
//! or with two nim-heaps of 2 or more, need the genus or the quotient, and those of Mark are
//! known for small heaps only.

use crate::best::{Analysis, Convention, HeapMoves, Outcome};
use crate::options::{HeapOption, OptionSet};
use crate::values::is_nim;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_games::{Position, Ruleset};
use sprague_prover::closed_form::{MarkHeaps, Play};

/// n, if a heap is the nim-heap *n for it has exactly *0, ..., *(n-1) as options.
fn nim_heap(rules: &Ruleset, heap: &BigUint) -> Option<u64> {
    match MarkHeaps::new(rules, Play::Misere) {
        Some(mark) => mark.nim_heap(heap),
        None if is_nim(rules) => heap.to_u64(),
        None => None,
    }
}

/// Judges a position under misere play whose heaps, `(part, heap, copies)`, are nim-heaps, or one
/// heap of Mark or UpMark and nim-heaps of which at most one is greater than 1. `None` for
/// other positions.
pub(crate) fn analyse(position: &Position, heaps: &[(usize, BigUint, usize)]) -> Option<Analysis> {
    let rules = |part: usize| &position.parts[part].rules;
    if !position.parts.iter().any(|part| MarkHeaps::new(&part.rules, Play::Misere).is_some()) {
        return None;
    }
    let nim: Vec<Option<u64>> =
        heaps.iter().map(|(part, heap, _)| nim_heap(rules(*part), heap)).collect();
    let mut others = (0..heaps.len()).filter(|&i| nim[i].is_none());
    let (main, second) = (others.next(), others.next());
    if second.is_some() || main.is_some_and(|i| heaps[i].2 > 1) {
        return None;
    }
    let copies = |of: &dyn Fn(u64) -> bool| -> usize {
        nim.iter().zip(heaps).filter(|(n, _)| n.is_some_and(of)).map(|(_, heap)| heap.2).sum()
    };
    let ones = copies(&|n| n == 1);
    let large = copies(&|n| n > 1);
    let nim_sum = nim
        .iter()
        .zip(heaps)
        .filter(|(_, heap)| heap.2 % 2 == 1)
        .fold(0, |s, (n, _)| s ^ n.unwrap_or(0));
    // What a nim-heap has to become, if it is to become smaller: `None` where nothing helps.
    let (is_p, wanted): (bool, Box<dyn Fn(u64) -> u64>) = match main {
        None => {
            // Misere Nim (Bouton 1901): as under normal play, until all heaps are 0 or 1.
            let p = if large > 0 { nim_sum == 0 } else { ones % 2 == 1 };
            let wanted = move |own: u64| {
                let ends = large == usize::from(own > 1); // only 0 and 1 beside it
                nim_sum ^ own ^ u64::from(ends)
            };
            (p, Box::new(wanted))
        }
        Some(_) if large > 1 => return None,
        Some(i) => {
            // All nim-heaps together are one, and X + *k is P exactly when g-(X) = k.
            let value = MarkHeaps::new(rules(heaps[i].0), Play::Misere)?.value(&heaps[i].1);
            (value == nim_sum, Box::new(move |own| nim_sum ^ own ^ value))
        }
    };
    let mut list = Vec::new();
    for (n, (part, heap, copies)) in nim.into_iter().zip(heaps) {
        let rests: Vec<BigUint> = match n {
            Some(own) => {
                // Sizes of nim-heaps differ from their values by a constant, 1 in UpMark.
                let rest = wanted(own);
                (rest < own).then(|| heap - (own - rest)).into_iter().collect()
            }
            None => MarkHeaps::new(rules(*part), Play::Misere)?.options_with_value(heap, nim_sum),
        };
        let mut winning = OptionSet::default();
        for rest in rests {
            winning.push(HeapOption::one_heap(rest), usize::MAX);
        }
        let (part, heap, copies) = (*part, heap.clone(), *copies);
        list.push(HeapMoves { part, heap, copies, value: None, winning });
    }
    let method = if main.is_some() { "closed form of misere Mark" } else { "misere Nim" };
    Some(Analysis {
        convention: Convention::Misere,
        outcome: Outcome::p_if(is_p),
        value: None,
        heaps: list,
        method: Some(method.to_owned()),
    })
}
