//! Misere play of all sums of a game whose quotient is infinite, by weights and reaches.
//!
//! Every heap has a weight s and a reach k. A sum of nim-value g, total weight S and greatest
//! reach K, its lead being K - S, shall be a misere P-position exactly if
//!
//! - S = 0 and g = 1, or
//! - S > 0, K <= S and g = 0, or
//! - K >= S + 2 and g = v.
//!
//! Theorem. In a finite octal game (moves take a number of tokens and leave at most two heaps,
//! without conditions) with G(n+p) = G(n) for n >= n0, let weights grow by w and reaches by 2w in p
//! heaps, from n0 on, but reaches that are 0 there stay 0; w > 0 even, v > 0. For a sum x write
//! l(x) = max(0, k - s). Let n1 = n0 + p, C the greatest weight or reach below n1, t the greatest
//! take, E >= n1 such that heaps n >= E have s >= B and k = 0 or k - s >= B for B = 2C + 6w + 2, and
//! M = E + 2p + t + n1. Suppose for the heaps n <= M
//!
//! - (0) without options: value, weight and reach are 0; with weight 0: the value is 0, or it is 1 and
//!   n is a switch. Switches are the heaps below n1 with an option of the same weight and reach and the value
//!   G(n) xor 1.
//! - (K) k is 0, or odd and less than 2s; s is odd exactly if the value has an odd number of bits in
//!   common with a mask.
//! - (P) options o of the value G(n) xor v have |s(o) - s(n)| <= 1 and |l(o) - l(n)| <= 1; and where
//!   s(n) = 0 or s(o) = 0, not both n + z and o + z are P by the rule, z being 0 or \*1.
//! - (E) if s > 0, an option has the value G(n) xor v and less weight. Options are from here on those
//!   whose smaller heap, if they have two, is below n1.
//! - (N) let z be a sum with heaps (s(e), e) <= (s(n), n) only. If n + z is not P by the rule, then o + z
//!   is for some option o of n; or z has weight, K = k(n), n + z has lead 1 and value 0; or z has a switch
//!   and n + z with the value xor 1 is P by the rule.
//!
//! Then the rule holds for all sums; and if some reach grows, the quotient is infinite. The proof is in
//! docs/theorems.md: M is where larger heaps add nothing, and of z the rule sees (g, S, K) only.
//!
//! Checked: everything; (N) for all (g, S, K) that a z might have. Assumed: nothing.

use crate::agree;
use crate::budget::Within as _;
use crate::rejection::{Rejection, hypothesis};
use crate::rules::{Condition, Rules};
use crate::sequence;
use crate::theorem::{add, finite_take_and_break, mul};
use sprague_budget::Budget;
use sprague_certificate::{Lead, LeadClaim, Regularity};
use std::collections::BTreeSet;

/// Weights, reaches and steps are at most this, so that sums of them are numbers.
const LARGEST: u64 = 1 << 20;

/// A sum as the rule sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Sum {
    value: u32,
    weight: u64,
    reach: u64,
}

impl Sum {
    fn plus(self, other: Self) -> Self {
        Self {
            value: self.value ^ other.value,
            weight: self.weight + other.weight,
            reach: self.reach.max(other.reach),
        }
    }

    /// max(0, K - S)
    fn lead(self) -> u64 {
        self.reach.saturating_sub(self.weight)
    }

    /// The same with the value xor 1.
    fn switched(self) -> Self {
        Self { value: self.value ^ 1, ..self }
    }

    fn is_p(self, v: u32) -> bool {
        match (self.weight, self.lead()) {
            (0, _) => self.value == 1,
            (_, 0) => self.value == 0,
            (_, 1) => false,
            _ => self.value == v,
        }
    }
}

/// The heaps of a certificate with their options.
struct Table {
    /// All that have no more weight than some heap up to M.
    heaps: Vec<Sum>,
    /// The options of the heaps up to M whose smaller heap is below n1, each once.
    options: Vec<Vec<Sum>>,
    switch: Vec<bool>,
    v: u32,
    parity: u32,
}

/// Verifies the claim; the number of heaps whose options were listed.
pub(crate) fn decide(
    rules: &Rules,
    claim: LeadClaim,
    evidence: &Lead,
    budget: &Budget,
) -> Result<u64, Rejection> {
    let LeadClaim { preperiod, period, value: v } = claim;
    let Lead { weights, reaches, step, parity } = evidence;
    let moves = rules.finite_moves()?;
    if moves.iter().any(|m| {
        m.take < 0 || m.smallest > 1 || m.heaps > 2 || m.heaps == 2 && m.condition != Condition::Any
    }) {
        return Err(hypothesis("a move adds tokens, leaves three heaps or has a condition"));
    }
    let behind = add(preperiod, period)?;
    let greatest = weights.iter().chain(reaches).copied().max().unwrap_or(0);
    if weights.len() as u64 != behind || reaches.len() as u64 != behind {
        return Err(hypothesis("weights and reaches must be given to the end of the first period"));
    }
    if preperiod == 0 || v == 0 || *step == 0 || step % 2 == 1 || greatest.max(*step) > LARGEST {
        return Err(hypothesis("preperiod, value or step is 0, or the step odd, or one too large"));
    }
    let first = preperiod as usize;
    if reaches[first..].iter().all(|&reach| reach == 0) {
        return Err(hypothesis("no reach grows, so the quotient may be finite"));
    }
    // After so many periods every heap has weight B, and reach B beyond it or none.
    let large = 2 * greatest + 6 * step + 2;
    let periods = weights[first..].iter().zip(&reaches[first..]).map(|(&s, &k)| {
        let reach = if k > 0 { (large + s).saturating_sub(k) } else { 0 };
        reach.max(large.saturating_sub(s)).div_ceil(*step)
    });
    let periods = add(periods.max().unwrap_or(0), 2)?;
    let take = moves.iter().map(|m| m.take.unsigned_abs()).max().unwrap_or(0);
    let last = add(add(preperiod, mul(period, periods)?)?, add(take, behind)?)?;
    let regular = Regularity { preperiod, period, saltus: 0 };
    let window = finite_take_and_break::window(rules, regular)?;
    let needed = window.needed(regular)?.max(add(last, 1)?);
    let values = sequence::values(rules, needed, budget)?;
    agree(&values, window)?;
    // Within a period weights differ by C at most.
    let length = budget.length(add(last, mul(period, greatest / step + 3)?)?)?;
    budget.memory(length as u128 * 32)?;
    let mut heaps: Vec<Sum> = Vec::with_capacity(length);
    for n in 0..length {
        heaps.push(match n.checked_sub(period as usize) {
            Some(before) if n >= weights.len() => {
                let Sum { value, weight, reach } = heaps[before];
                let reach = if reach > 0 { reach + 2 * step } else { 0 };
                Sum { value, weight: weight + step, reach }
            }
            _ => Sum { value: values[n], weight: weights[n], reach: reaches[n] },
        });
    }
    let table = Table::new(rules, heaps, (v, *parity), (last, behind), budget)?;
    table.every_sum_has_a_move_to_p(budget)?;
    Ok(last)
}

impl Table {
    /// Lists the options: (0), (K), (P) and (E).
    fn new(
        rules: &Rules,
        heaps: Vec<Sum>,
        (v, parity): (u32, u32),
        (last, behind): (u64, u64),
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        let mut table = Self { heaps, options: Vec::new(), switch: Vec::new(), v, parity };
        let (mut work, mut kept) = (0u128, 0u128);
        for n in 0..=last {
            let heap = table.heaps[n as usize];
            let Sum { value, weight, reach } = heap;
            let failed = |what: &str| Err(hypothesis(format!("{what} fails for heap {n}")));
            if reach > 0 && (reach % 2 == 0 || reach >= 2 * weight) || !table.fits(value, weight) {
                return failed("(K)");
            }
            let (mut near, mut moved_to_p) = (BTreeSet::new(), false);
            let allowed = u128::from(budget.most_steps());
            rules.for_each_option(n, &mut |option: &[u64]| {
                let sum = option.iter().map(|&h| table.heaps[h as usize]);
                let sum = sum.fold(Sum::default(), Sum::plus);
                let both = |a: Sum, b: Sum| a.is_p(v) && b.is_p(v);
                moved_to_p |= sum.value == value ^ v
                    && (sum.weight.abs_diff(weight) > 1 || sum.lead().abs_diff(heap.lead()) > 1)
                    || (sum.weight == 0 || weight == 0)
                        && (both(heap, sum) || both(heap.switched(), sum.switched()));
                if option.len() < 2 || option[0] < behind {
                    near.insert(sum);
                }
                work += 4;
                work <= allowed && !budget.is_stopped()
            })?;
            budget.work(work)?;
            if moved_to_p {
                return failed("(P)");
            }
            let switch = n < behind && near.contains(&heap.switched());
            if near.is_empty() && heap != Sum::default() || weight == 0 && value > u32::from(switch)
            {
                return failed("(0)");
            }
            if weight > 0 && !near.iter().any(|o| o.value == value ^ v && o.weight < weight) {
                return failed("(E)");
            }
            kept += near.len() as u128 + 2;
            budget.memory(kept * 24)?;
            table.options.push(near.into_iter().collect());
            table.switch.push(switch);
        }
        Ok(table)
    }

    /// Whether a value and a weight go together.
    fn fits(&self, value: u32, weight: u64) -> bool {
        u64::from((value & self.parity).count_ones() % 2) == weight % 2
    }

    /// (N). The heaps of z that weigh more than 0 have k < 2s, so K < 2S; if K = 2S - 1, then only one
    /// of them is in z. Beyond the greatest K by two, only the parity of S matters.
    fn every_sum_has_a_move_to_p(&self, budget: &Budget) -> Result<(), Rejection> {
        let values = self.heaps.iter().map(|heap| heap.value).max().unwrap_or(0).max(1) + 1;
        let values = values.next_power_of_two();
        let mut work = 0u128;
        for (n, (&heap, options)) in self.heaps.iter().zip(&self.options).enumerate() {
            if options.is_empty() {
                continue;
            }
            // The heaps that z may have, and the values of sums of those that are no switches.
            let mut others = BTreeSet::new();
            let mut span = vec![false; values as usize];
            span[0] = true;
            for (e, &other) in self.heaps.iter().enumerate() {
                if (other.weight, e) <= (heap.weight, n) {
                    others.insert(other);
                    if !self.switch.get(e).is_some_and(|&switch| switch)
                        && !span[other.value as usize]
                    {
                        let old = span.clone();
                        (0..values).for_each(|g| {
                            span[g as usize] |= old[(g ^ other.value) as usize];
                        });
                    }
                }
            }
            let reach = others.iter().map(|other| other.reach).max().unwrap_or(0);
            let beyond =
                options.iter().map(|option| option.reach).max().unwrap_or(0).max(reach) + 2;
            let heaviest = if others.iter().any(|other| other.weight > 0) { beyond + 1 } else { 0 };
            let cells = u128::from(reach / 2 + 2) * u128::from(values);
            for weight in 0..=heaviest {
                work += cells * (options.len() as u128 + 2);
                budget.work(work)?;
                let reaches = (1..2 * weight).step_by(2).take_while(|&k| k <= reach);
                for reach in std::iter::once(0).chain(reaches) {
                    for value in 0..if weight == 0 { 2 } else { values } {
                        let z = Sum { value, weight, reach };
                        if weight == 0 || self.fits(value, weight) {
                            self.move_to_p(n, z, &others, &span)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// (N) for this heap n and this z.
    fn move_to_p(
        &self,
        n: usize,
        z: Sum,
        others: &BTreeSet<Sum>,
        span: &[bool],
    ) -> Result<(), Rejection> {
        let heap = self.heaps[n];
        let total = heap.plus(z);
        // Where moving in a switch wins, z has none, so no heap of weight 0 and value 1 either.
        let switches = !total.switched().is_p(self.v);
        let possible = if z.weight == 0 {
            z.value == 0 || switches
        } else if z.reach + 1 == 2 * z.weight {
            others.contains(&z) || switches && others.contains(&z.switched())
        } else {
            switches || span[z.value as usize]
        };
        let by_another = z.weight > 0
            && total.value == 0
            && heap.reach >= z.reach
            && heap.reach == total.weight + 1;
        if !possible
            || total.is_p(self.v)
            || by_another
            || self.options[n].iter().any(|option| option.plus(z).is_p(self.v))
        {
            return Ok(());
        }
        let Sum { value, weight, reach } = z;
        Err(hypothesis(format!(
            "(N) fails for heap {n} beside value {value}, weight {weight} and reach {reach}"
        )))
    }
}

#[cfg(test)]
mod tests;
