//! The rule against the definition, each hypothesis broken on its own, and forged evidence.

use super::*;
use crate::{Step, default_budget};
use std::collections::HashMap;

/// Game; preperiod, period and v; weights; reaches.
type Row = (&'static str, (u64, u64, u32), &'static [u64], &'static [u64]);

const GAMES: [Row; 5] = [
    (
        "0.57",
        (13, 4, 3),
        &[0, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
        &[0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 5, 5, 7, 7],
    ),
    (
        "0.26",
        (13, 4, 2),
        &[0, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
        &[0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 5, 0, 7, 5, 9, 7],
    ),
    ("0.734", (4, 4, 2), &[0, 0, 1, 1, 2, 2, 3, 3], &[0, 0, 0, 0, 0, 3, 0, 5]),
    (
        "0.175",
        (14, 4, 3),
        &[0, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6],
        &[0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 5, 5, 0, 7, 0],
    ),
    (
        "0.516",
        (17, 6, 3),
        &[0, 0, 0, 0, 1, 1, 1, 0, 0, 2, 1, 1, 3, 2, 2, 4, 3, 3, 5, 4, 4, 6, 5],
        &[0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 3, 3, 5, 0, 0, 0, 5, 0, 0, 7],
    ),
];

fn forms(row: &Row) -> (LeadClaim, Lead) {
    let (_, (preperiod, period, value), weights, reaches) = *row;
    let (weights, reaches) = (weights.to_vec(), reaches.to_vec());
    (LeadClaim { preperiod, period, value }, Lead { weights, reaches, step: 2, parity: 2 })
}

fn verdict(game: &str, claim: LeadClaim, evidence: &Lead) -> Result<u64, Rejection> {
    decide(&Rules::read(game).unwrap(), claim, evidence, &default_budget())
}

/// Outcomes from the definition.
struct Truth {
    rules: Rules,
    options: Vec<Vec<Vec<u64>>>,
    memo: HashMap<Vec<u64>, bool>,
}

impl Truth {
    fn new(game: &str, to: u64) -> Self {
        let rules = Rules::read(game).unwrap();
        let options = (0..=to).map(|n| rules.options(n).unwrap()).collect();
        Self { rules, options, memo: HashMap::new() }
    }

    /// Heaps in increasing order, none of them 0.
    fn is_p(&mut self, heaps: &[u64]) -> bool {
        if let Some(&known) = self.memo.get(heaps) {
            return known;
        }
        let (mut moves, mut to_p) = (false, false);
        'all: for (i, &heap) in heaps.iter().enumerate() {
            for option in self.options[heap as usize].clone() {
                moves = true;
                let mut next = heaps.to_vec();
                next.remove(i);
                next.extend(option);
                next.sort_unstable();
                if self.is_p(&next) {
                    to_p = true;
                    break 'all;
                }
            }
        }
        self.memo.insert(heaps.to_vec(), moves && !to_p);
        moves && !to_p
    }
}

/// The sum of heaps by the certificate's data.
fn sum(values: &[u32], claim: LeadClaim, evidence: &Lead, heaps: &[u64]) -> Sum {
    heaps.iter().fold(Sum::default(), |total, &n| {
        let end = claim.preperiod + claim.period;
        let turns = if n < end { 0 } else { (n - claim.preperiod) / claim.period };
        let at = (n - turns * claim.period) as usize;
        let reach = evidence.reaches[at];
        total.plus(Sum {
            value: values[n as usize],
            weight: evidence.weights[at] + turns * evidence.step,
            reach: if reach > 0 { reach + 2 * turns * evidence.step } else { 0 },
        })
    })
}

/// Every sum of heaps with this total or less.
fn sums(total: u64, least: u64, heaps: &mut Vec<u64>, visit: &mut impl FnMut(&[u64])) {
    visit(heaps);
    for heap in least..=total {
        heaps.push(heap);
        sums(total - heap, heap, heaps, visit);
        heaps.pop();
    }
}

/// The first sum of small total where the rule is wrong.
fn wrong(truth: &mut Truth, claim: LeadClaim, evidence: &Lead, total: u64) -> Option<Vec<u64>> {
    let values = truth.rules.values(total + 1, &default_budget()).unwrap();
    let mut found = None;
    sums(total, 1, &mut Vec::new(), &mut |heaps| {
        if found.is_none() {
            let rule = sum(&values, claim, evidence, heaps).is_p(claim.value);
            if rule != truth.is_p(heaps) {
                found = Some(heaps.to_vec());
            }
        }
    });
    found
}

/// All sums up to a total far beyond the first heaps with reach.
#[test]
fn the_rule_is_the_definition() {
    for row in &GAMES {
        let (claim, evidence) = forms(row);
        let last = verdict(row.0, claim, &evidence).unwrap();
        assert!(last > 40, "{}: {last}", row.0);
        let mut truth = Truth::new(row.0, 32);
        assert_eq!(wrong(&mut truth, claim, &evidence, 32), None, "{}", row.0);
    }
}

/// What is changed by a little is refused, or true nevertheless.
#[test]
fn mutations() {
    let (mut refused, mut accepted) = (0, 0);
    for row in &GAMES {
        let (claim, evidence) = forms(row);
        let mut truth = Truth::new(row.0, 26);
        let mut judge = |claim: LeadClaim, evidence: &Lead| {
            if verdict(row.0, claim, evidence).is_err() {
                refused += 1;
                return;
            }
            accepted += 1;
            assert_eq!(wrong(&mut truth, claim, evidence, 26), None, "{claim:?} {evidence:?}");
        };
        for i in 0..evidence.weights.len() {
            for by in [-2, -1, 1, 2, 4] {
                let mut other = evidence.clone();
                if let Some(weight) = other.weights[i].checked_add_signed(by) {
                    other.weights[i] = weight;
                    judge(claim, &other);
                }
                let mut other = evidence.clone();
                if let Some(reach) = other.reaches[i].checked_add_signed(by) {
                    other.reaches[i] = reach;
                    judge(claim, &other);
                }
            }
        }
        for step in [0, 1, 3, 4, 6] {
            judge(claim, &Lead { step, ..evidence.clone() });
        }
        for parity in [0, 1, 3, 4, 7] {
            judge(claim, &Lead { parity, ..evidence.clone() });
        }
        for value in [0, 1, 2, 3, 4, 5] {
            if value != claim.value {
                judge(LeadClaim { value, ..claim }, &evidence);
            }
        }
        for (preperiod, period) in [(0, 1), (1, 0), (1, 1), (2, 0), (0, 2), (1, 2)] {
            let claim = LeadClaim {
                preperiod: claim.preperiod - preperiod,
                period: claim.period - period,
                ..claim
            };
            let end = (claim.preperiod + claim.period) as usize;
            let mut other = evidence.clone();
            judge(claim, &other);
            other.weights.truncate(end);
            other.reaches.truncate(end);
            judge(claim, &other);
        }
        let mut other = evidence.clone();
        other.reaches.pop();
        judge(claim, &other);
        judge(claim, &Lead { reaches: vec![0; evidence.reaches.len()], ..evidence.clone() });
        // The data of one game say nothing about another, or the same: 0.735 has those of 0.734.
        for game in ["0.77", "0.07", "0.26", "0.57", "0.56", "0.37", "0.734", "0.735", "S(1,2)"] {
            if verdict(game, claim, &evidence).is_ok() {
                assert_eq!(wrong(&mut Truth::new(game, 26), claim, &evidence, 26), None, "{game}");
            }
        }
    }
    assert!(refused > 10 * accepted, "{refused} refused, {accepted} true nevertheless");
}

/// Rules the theorem says nothing about, and evidence that is no evidence.
#[test]
fn hypotheses() {
    let (claim, evidence) = forms(&GAMES[2]);
    let refused = |game: &str, claim: LeadClaim, evidence: &Lead, reason: &str| {
        let rejection = verdict(game, claim, evidence).unwrap_err();
        assert_eq!(rejection.step(), Step::Hypothesis, "{rejection}");
        assert!(rejection.reason().contains(reason), "{reason}: {rejection}");
    };
    refused("0.7348", claim, &evidence, "leaves three heaps");
    refused("0.7!", claim, &evidence, "a condition");
    refused("0.[3]", claim, &evidence, "finite list");
    refused("n -> n-1 | n-2 where n >= 5", claim, &evidence, "finite list");
    refused("0.734", LeadClaim { value: 0, ..claim }, &evidence, "is 0");
    refused("0.734", claim, &Lead { step: 3, ..evidence.clone() }, "odd");
    refused("0.734", claim, &Lead { step: 1 << 40, ..evidence.clone() }, "too large");
    let none = Lead { reaches: vec![0; 8], ..evidence.clone() };
    refused("0.734", claim, &none, "no reach grows");
    let short = Lead { weights: evidence.weights[1..].to_vec(), ..evidence.clone() };
    refused("0.734", claim, &short, "first period");
    let with = |weights: &[(usize, u64)], reaches: &[(usize, u64)]| {
        let mut other = evidence.clone();
        for &(n, s) in weights {
            other.weights[n] = s;
        }
        for &(n, k) in reaches {
            other.reaches[n] = k;
        }
        other
    };
    refused("0.734", claim, &with(&[(0, 2)], &[]), "(0) fails for heap 0");
    refused("0.734", claim, &with(&[(2, 2)], &[]), "(K) fails for heap 2");
    refused("0.734", claim, &with(&[(2, 0)], &[]), "(K) fails for heap 2");
    refused("0.734", claim, &with(&[], &[(5, 2)]), "(K) fails for heap 5");
    refused("0.734", claim, &with(&[], &[(2, 3)]), "(K) fails for heap 2");
    refused("0.734", claim, &with(&[(1, 2)], &[]), "(P) fails for heap 1");
    refused("0.734", claim, &with(&[(4, 0)], &[]), "(P) fails for heap 6");
    refused("0.734", claim, &with(&[], &[(7, 3)]), "(P) fails for heap 9");
    refused("0.734", claim, &with(&[(6, 1)], &[]), "(E) fails for heap 6");
    // Then heap 3 is no switch any more.
    refused("0.734", claim, &with(&[], &[(3, 1)]), "(N) fails for heap 4 beside value 1");
    refused("0.734", LeadClaim { value: 4, ..claim }, &evidence, "(E) fails for heap 2");
    refused("0.734", claim, &Lead { parity: 0, ..evidence.clone() }, "(K) fails for heap 2");
}

/// Little text asks for no more than the budget allows.
#[test]
fn the_cost_is_counted() {
    let large = LeadClaim { preperiod: 1, period: 2, value: 2 };
    let evidence =
        Lead { weights: vec![0, 0, 1 << 20], reaches: vec![0, 0, 5], step: 2, parity: 0 };
    let rules = Rules::read("0.77").unwrap();
    let step = |budget: &Budget| decide(&rules, large, &evidence, budget).unwrap_err().step();
    assert_eq!(step(&default_budget().values(1000)), Step::Limit);
    let (claim, evidence) = forms(&GAMES[0]);
    let rules = Rules::read("0.57").unwrap();
    for steps in [10, 1000, 100_000] {
        let rejection = decide(&rules, claim, &evidence, &default_budget().steps(steps));
        assert_eq!(rejection.unwrap_err().step(), Step::Limit, "{steps}");
    }
}
