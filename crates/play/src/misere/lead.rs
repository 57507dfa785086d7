//! Games whose misere quotient is infinite and yet regular: sums decided by weights and reaches.
//!
//! Every heap has a weight and a reach; the lead of a sum is its greatest reach less its total
//! weight. A sum without weight is P when its nim-value is 1; one with weight when its nim-value is
//! 0 and its lead at most 0, or its nim-value is v and its lead at least 2. From some heap on weights
//! grow by w in a period, and reaches by 2w or not at all. Tame games are the case without reaches.
//!
//! [`guess`] reads weights and reaches off the quotient of the heaps so far; the proof for all sums
//! is the checker's ([`LeadRule::proved`]), by the theorem in `docs/theorems.md`.

use super::quotient::Quotient;
use super::{HeapGame, MisereError};
use crate::options::{HeapOption, OptionSet, Progression};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};
use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim, Lead, LeadClaim, Proof};
use sprague_games::{Ruleset, nim};

/// A sum of heaps as the rule sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weighed {
    /// The nim-value.
    pub value: u32,
    /// The total weight.
    pub weight: BigUint,
    /// The greatest reach.
    pub reach: BigUint,
}

impl Weighed {
    /// The sum of two sums.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            value: self.value ^ other.value,
            weight: &self.weight + &other.weight,
            reach: self.reach.clone().max(other.reach.clone()),
        }
    }

    /// So many copies.
    #[must_use]
    pub fn times(&self, copies: usize) -> Self {
        match copies {
            0 => Self::default(),
            _ => Self {
                value: if copies % 2 == 1 { self.value } else { 0 },
                weight: &self.weight * copies,
                reach: self.reach.clone(),
            },
        }
    }
}

/// Weights and reaches of the heaps of a game, and v.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeadRule {
    claim: LeadClaim,
    lead: Lead,
    /// The nim-values of as many heaps.
    values: Vec<u32>,
}

impl LeadRule {
    /// From this heap on all is regular.
    pub fn preperiod(&self) -> u64 {
        self.claim.preperiod
    }

    /// The period.
    pub fn period(&self) -> u64 {
        self.claim.period
    }

    /// By how much weights grow in a period; reaches grow by twice as much, or not at all.
    pub fn step(&self) -> u64 {
        self.lead.step
    }

    /// v, the nim-value of P-positions whose lead is 2 or more.
    pub fn value(&self) -> u32 {
        self.claim.value
    }

    /// The weights of the heaps 0, 1, 2, ... to the end of the first period.
    pub fn weights(&self) -> &[u64] {
        &self.lead.weights
    }

    /// Their reaches.
    pub fn reaches(&self) -> &[u64] {
        &self.lead.reaches
    }

    /// The certificate.
    pub fn certificate(&self, rules: &Ruleset) -> Certificate {
        Certificate {
            game: rules.to_string(),
            claim: Claim::MisereLead(self.claim),
            proof: Proof::MisereLead(self.lead.clone()),
        }
    }

    /// Whether the checker verifies the rule for all sums of this game.
    pub fn proved(&self, game: &HeapGame, budget: &Budget) -> Result<bool, MisereError> {
        budget.go_on()?;
        let Some((rules, false)) = game.lanes().next() else { return Ok(false) };
        // Small numbers, or no proof: the work does not depend on the machine.
        let limits = budget.clone().silent().values(20_000).steps(2_000_000_000);
        let verdict = sprague_checker::check(&self.certificate(rules), None, &limits);
        budget.go_on()?;
        Ok(verdict.is_ok())
    }

    /// One heap.
    pub fn heap(&self, n: &BigUint) -> Weighed {
        let LeadClaim { preperiod, period, .. } = self.claim;
        let (turns, at) = if let Some(n) = n.to_usize().filter(|&n| n < self.values.len()) {
            (BigUint::zero(), n)
        } else {
            let beyond = n - preperiod;
            let at = (&beyond % period + preperiod).to_usize().unwrap_or(0);
            (beyond / period, at)
        };
        let grown = turns * self.lead.step;
        let reach = self.lead.reaches[at];
        Weighed {
            value: self.values[at],
            reach: if reach > 0 { &grown * 2u32 + reach } else { BigUint::zero() },
            weight: grown + self.lead.weights[at],
        }
    }

    /// Whether a sum is a misere P-position.
    pub fn is_p(&self, sum: &Weighed) -> bool {
        if sum.weight.is_zero() {
            sum.value == 1
        } else if sum.reach <= sum.weight {
            sum.value == 0
        } else {
            sum.value == self.claim.value && sum.reach >= &sum.weight + 2u32
        }
    }

    /// The options of a heap that leave a P-position beside `rest`. Moves take a number of tokens and
    /// leave at most two heaps: what the theorem asks of a game.
    pub fn winning(&self, rules: &Ruleset, n: &BigUint, rest: &Weighed, keep: usize) -> OptionSet {
        let mut set = OptionSet::default();
        let mut push = |first: HeapOption, count: BigUint| {
            if count.is_one() {
                set.push(first, keep);
            } else {
                let step = self.claim.period.into();
                set.progressions.push(Progression { first, step, count });
            }
        };
        for m in rules.finite_moves().unwrap_or_default() {
            let Ok(take) = u64::try_from(m.take) else { continue };
            if *n < take.into() {
                continue;
            }
            let left = n - take;
            match m.heaps {
                0 if left.is_zero() && self.is_p(rest) => {
                    push(HeapOption::leaving(Vec::new()), BigUint::one());
                }
                1 if !left.is_zero() && left < *n && self.is_p(&rest.plus(&self.heap(&left))) => {
                    push(HeapOption::one_heap(left), BigUint::one());
                }
                2 => self.pairs(&left, rest, &mut push),
                _ => {}
            }
        }
        set
    }

    /// The pairs of heaps a <= b with total `left` that leave a P-position beside `rest`.
    fn pairs(&self, left: &BigUint, rest: &Weighed, push: &mut impl FnMut(HeapOption, BigUint)) {
        let LeadClaim { preperiod, period, .. } = self.claim;
        let pair = |a: &BigUint| HeapOption::leaving(vec![a.clone(), left - a]);
        let half = left / 2u32;
        let first = BigUint::from(preperiod);
        let mut a = BigUint::one();
        while a <= half && a < first {
            if self.is_p(&rest.plus(&self.heap(&a)).plus(&self.heap(&(left - &a)))) {
                push(pair(&a), BigUint::one());
            }
            a += 1u32;
        }
        // From here on both heaps are in the regular part: a = start + j*period.
        for residue in 0..period {
            let start = &first + residue;
            if start > half {
                break;
            }
            let last = (&half - &start) / period;
            for (from, to) in self.ranges(left, &start, &last, rest) {
                if let (Some(from), Some(to)) = (from.to_biguint(), to.to_biguint())
                    && from <= to
                {
                    push(pair(&(&start + &from * period)), to - from + 1u32);
                }
            }
        }
    }

    /// The j between 0 and `last` for which start + j*period and the rest of `left` leave a
    /// P-position, from and to. Value and weight are those of the first pair; the reach of the smaller
    /// heap grows or is 0, that of the larger one shrinks or is 0.
    fn ranges(
        &self,
        left: &BigUint,
        start: &BigUint,
        last: &BigUint,
        rest: &Weighed,
    ) -> Vec<(BigInt, BigInt)> {
        let (small, large) = (self.heap(start), self.heap(&(left - start)));
        let Weighed { value, weight, .. } = rest.plus(&small).plus(&large);
        let (first, last) = (BigInt::zero(), BigInt::from(last.clone()));
        if weight.is_zero() {
            return if value == 1 { vec![(first, last)] } else { Vec::new() };
        }
        let step = BigInt::from(2 * self.lead.step);
        // The lead a reach gives.
        let lead = |reach: &BigUint| BigInt::from(reach.clone()) - BigInt::from(weight.clone());
        let turns = |lead: BigInt| num_integer::Integer::div_floor(&lead, &step);
        let (grows, shrinks) = (!small.reach.is_zero(), !large.reach.is_zero());
        if value == 0 && !lead(&rest.reach).is_positive() {
            // No lead: not too many turns for the smaller heap, enough for the larger one.
            let most = if grows { turns(-lead(&small.reach)).min(last) } else { last };
            let least = if shrinks { (-turns(-lead(&large.reach))).max(first) } else { first };
            vec![(least, most)]
        } else if value != self.claim.value {
            Vec::new()
        } else if lead(&rest.reach) >= BigInt::from(2) {
            vec![(first, last)]
        } else {
            // A lead of 2: few turns for the larger heap, or many for the smaller one.
            let most = if shrinks { turns(lead(&large.reach) - 2) } else { BigInt::from(-1) };
            let least = if grows { -turns(lead(&small.reach) - 2) } else { &last + 1 };
            let least = least.max(&most + 1).max(first.clone());
            vec![(first, most.min(last.clone())), (least, last)]
        }
    }
}

/// Weights and reaches that explain a quotient, if there are any: a conjecture.
///
/// Beside enough copies of a heap b of value 2 every sum X behaves as its nim-value says; let D(X) be
/// the number of copies it takes. For a heap H with a large D that is its lead, and D(H + X) is less by the
/// weight of X; the reach of X is D(X) and its weight.
pub fn guess(game: &HeapGame, quotient: &Quotient) -> Option<LeadRule> {
    if game.lanes().len() != 1 {
        return None;
    }
    let known = quotient.largest() as usize;
    let mut values: Vec<u32> = Vec::with_capacity(known + 1);
    for n in 0..=known as u32 {
        let options = game.options(n).iter();
        let option_values = options.map(|o| o.iter().fold(0, |g, &h| g ^ values[h as usize]));
        values.push(nim::mex(option_values));
    }
    let phi = quotient.pretending_function();
    let [a, b] = [1, 2].map(|g| values.iter().position(|&value| value == g).map(|n| phi[n]));
    let (a, b) = (a?, b?);
    let needed = |class: u16, value: u32| {
        let (mut class, mut value, mut needed) = (class, value, 0);
        for copies in 0..=known {
            let agrees = quotient.is_p(class) == (value == 0)
                && quotient.is_p(quotient.product(class, a)) == (value == 1);
            if !agrees {
                needed = copies as u64 + 1;
            }
            class = quotient.product(class, b);
            value ^= 2;
        }
        needed
    };
    let alone: Vec<u64> = phi.iter().zip(&values).map(|(&c, &g)| needed(c, g)).collect();
    let heavy = (0..=known).max_by_key(|&n| (alone[n], std::cmp::Reverse(n)))?;
    let mut weights = Vec::new();
    for n in 0..=known {
        let both = needed(quotient.product(phi[heavy], phi[n]), values[heavy] ^ values[n]);
        if both == 0 {
            break;
        }
        weights.push(alone[heavy].checked_sub(both)?);
    }
    let reaches: Vec<u64> = (0..weights.len())
        .map(|n| if weights[n] > 0 && alone[n] > 0 { alone[n] + weights[n] } else { 0 })
        .collect();
    let rule = regular(&values, &weights, &reaches, |sum| {
        let class = sum.iter().fold(0, |class, &n| quotient.product(class, phi[n]));
        quotient.is_p(class)
    })?;
    // All heaps and all pairs of heaps.
    let heaps: Vec<Weighed> = (0..=known).map(|n| rule.heap(&n.into())).collect();
    let agree = |m: usize, n: usize| {
        quotient.is_p(quotient.product(phi[m], phi[n])) == rule.is_p(&heaps[m].plus(&heaps[n]))
    };
    let all = (0..=known).all(|n| values[n] == heaps[n].value && (0..=n).all(|m| agree(m, n)));
    all.then_some(rule)
}

/// The period of weights and reaches that are known for the first heaps, and v.
fn regular(
    values: &[u32],
    weights: &[u64],
    reaches: &[u64],
    is_p: impl Fn(&[usize]) -> bool,
) -> Option<LeadRule> {
    let known = weights.len();
    let (step, preperiod, period) = (1..=known / 3).find_map(|period| {
        let step = weights[known - 1].checked_sub(weights[known - 1 - period])?;
        let goes_on = |n: usize| {
            weights[n + period] == weights[n] + step
                && values[n + period] == values[n]
                && reaches[n + period] == if reaches[n] > 0 { reaches[n] + 2 * step } else { 0 }
        };
        let from = (1..known - period).rev().find(|&n| !goes_on(n)).map_or(1, |n| n + 1);
        // Twice, to believe it.
        (step > 0 && step.is_multiple_of(2) && from + 2 * period <= known)
            .then_some((step, from, period))
    })?;
    let end = preperiod + period;
    let value = (0..known).rev().find_map(|n| {
        (0..known).find_map(|m| {
            let lead = reaches[n].max(reaches[m]).checked_sub(weights[n] + weights[m])?;
            (lead >= 2 && is_p(&[n, m])).then_some(values[n] ^ values[m])
        })
    })?;
    let parity = (0..16).find(|mask| {
        (0..end).all(|n| u64::from((values[n] & mask).count_ones() % 2) == weights[n] % 2)
    })?;
    Some(LeadRule {
        claim: LeadClaim { preperiod: preperiod as u64, period: period as u64, value },
        lead: Lead {
            weights: weights[..end].to_vec(),
            reaches: reaches[..end].to_vec(),
            step,
            parity,
        },
        values: values[..end].to_vec(),
    })
}

#[cfg(test)]
mod tests;
