//! Each condition of the theorems about misere quotients, broken on its own.

use super::*;
use crate::default_budget;

/// Heaps of 1, 2, 3, ... with one token to take: a P-position when their number is odd.
const ALTERNATING: [[u16; 2]; 2] = [[0, 1], [1, 0]];

fn verdict(
    game: &str,
    table: &[&[u16]],
    p: &[u16],
    phi: &[u16],
    extent: Extent,
) -> Result<u64, (Step, String)> {
    let evidence = MisereQuotient {
        table: table.iter().map(|row| row.to_vec()).collect(),
        p: p.to_vec(),
        phi: phi.to_vec(),
    };
    let claim = QuotientClaim { order: table.len() as u64, p_order: p.len() as u64, extent };
    decide(&Rules::read(game).unwrap(), false, claim, &evidence, &default_budget())
        .map_err(|rejection| (rejection.step(), rejection.reason().to_owned()))
}

fn rejected(game: &str, table: &[&[u16]], p: &[u16], phi: &[u16], reason: &str) {
    let heaps = Extent::Heaps(phi.len() as u64 - 1);
    let (step, text) = verdict(game, table, p, phi, heaps).unwrap_err();
    assert_eq!(step, Step::Hypothesis, "{text}");
    assert!(text.contains(reason), "{reason}: {text}");
}

#[test]
fn good_quotients() {
    let table: [&[u16]; 2] = [&ALTERNATING[0], &ALTERNATING[1]];
    assert_eq!(verdict("S(1)", &table, &[1], &[0, 1, 0, 1], Extent::Heaps(3)), Ok(3));
    assert_eq!(verdict("S(2)", &table, &[1], &[0, 0, 1, 1, 0], Extent::Heaps(4)), Ok(4));
    let all = Extent::All { preperiod: 0, period: 2 };
    assert_eq!(verdict("S(1)", &table, &[1], &[0, 1, 0, 1], all), Ok(3));
}

#[test]
fn each_condition() {
    let table: [&[u16]; 2] = [&ALTERNATING[0], &ALTERNATING[1]];
    rejected("S(1)", &table, &[1], &[1, 1, 0, 1], "(0): heap 0");
    rejected("S(2)", &table, &[1], &[0, 1, 1, 1, 0], "(0): heap 1");
    rejected("S(1)", &table, &[0], &[0, 1, 0, 1], "(0): the identity is in P");
    rejected("S(1)", &table, &[], &[0, 1, 0, 1], "(R)");
    rejected("S(1)", &table, &[1], &[0, 1, 1], "(P)");
    // A heap of 1 of a class that is not in P, though its only option is no P-position.
    let three: [&[u16]; 3] = [&[0, 1, 2], &[1, 2, 0], &[2, 0, 1]];
    rejected("S(1)", &three, &[2], &[0, 1], "(N)");
    // A sum of two heaps, not a heap alone: 1+1 is in class 0 of the quotient, here in class 2.
    let tail: [&[u16]; 3] = [&[0, 1, 2], &[1, 2, 1], &[2, 1, 2]];
    rejected("S(1)", &tail, &[1], &[0, 1], "(R)");
}

#[test]
fn commutative_monoids_only() {
    rejected("S(1)", &[&[0, 0], &[1, 0]], &[1], &[0, 1], "no identity");
    rejected("S(1)", &[&[0, 1, 2], &[1, 0, 2], &[2, 1, 0]], &[1], &[0, 1, 2], "do not commute");
    rejected("S(1)", &[&[0, 1, 2], &[1, 0, 0], &[2, 0, 1]], &[1], &[0, 1, 2], "is not");
    rejected("S(1)", &[&[0, 1, 2], &[1, 0, 2], &[2, 2, 2]], &[1], &[0, 1], "no product");
    let table: [&[u16]; 2] = [&ALTERNATING[0], &ALTERNATING[1]];
    rejected("S(1)", &table, &[1, 1], &[0, 1], "increasing");
    rejected("S(1)", &table, &[2], &[0, 1], "out of range");
    rejected("S(1)", &table, &[1], &[0, 2], "out of range");
    rejected("S(1)", &[&[0, 1], &[1, 2]], &[1], &[0, 1], "out of range");
    rejected("S(1)", &[&[0, 1], &[1]], &[1], &[0, 1], "square");
}

#[test]
fn what_is_claimed() {
    let table: [&[u16]; 2] = [&ALTERNATING[0], &ALTERNATING[1]];
    let step = |game: &str, phi: &[u16], extent| {
        verdict(game, &table, &[1], phi, extent).map_err(|(step, _)| step)
    };
    let all = |preperiod, period| Extent::All { preperiod, period };
    let phi = [0, 1, 0, 1, 0, 1, 0, 1];
    assert_eq!(step("S(1)", &phi, Extent::Heaps(6)), Err(Step::Claim));
    assert_eq!(step("S(1)", &phi, Extent::Heaps(8)), Err(Step::Claim));
    assert_eq!(step("S(1)", &phi, all(0, 2)), Ok(7));
    assert_eq!(step("S(1)", &phi, all(1, 2)), Err(Step::Minimality));
    assert_eq!(step("S(1)", &phi, all(0, 4)), Err(Step::Minimality));
    assert_eq!(step("S(1)", &phi, all(0, 3)), Err(Step::Window));
    assert_eq!(step("S(1)", &phi, all(u64::MAX, 2)), Err(Step::Limit));
    assert_eq!(step("S(1)", &phi, all(2, u64::MAX)), Err(Step::Limit));
    assert_eq!(step("S(1)", &phi, all(0, 8)), Err(Step::Window));
}

/// M >= h*e + h*p + t, and Phi(i+p) = Phi(i) for n0 <= i <= M - p; on made-up classes.
#[test]
fn the_periodicity_theorem() {
    let step = |game: &str, phi: &[u32], preperiod, period| {
        let claim = Regularity { preperiod, period, saltus: 0 };
        periodic(&Rules::read(game).unwrap(), phi, claim).map_err(|r| r.step())
    };
    // 0.77 with n0 = 5, p = 3: h = 2, e = 4, t = 2, so M = 16.
    let classes =
        |length: u32| -> Vec<u32> { (0..length).map(|n| if n < 5 { 7 } else { n % 3 }).collect() };
    assert_eq!(step("0.77", &classes(17), 5, 3), Ok(()));
    assert_eq!(step("0.77", &classes(16), 5, 3), Err(Step::Window));
    assert_eq!(step("0.77", &classes(17), 4, 3), Err(Step::Window));
    assert_eq!(step("0.77", &classes(30), 6, 3), Err(Step::Minimality));
    assert_eq!(step("0.77", &classes(30), 5, 6), Err(Step::Minimality));
    for spoilt in [5, 8, 13, 16] {
        let mut phi = classes(17);
        phi[spoilt] = 9;
        assert_eq!(step("0.77", &phi, 5, 3), Err(Step::Window), "{spoilt}");
    }
    // Digits before the point count by |u|, and preperiod 0 as n0 = 1 with heap 0 looked at.
    assert_eq!(step("8000.3", &[0; 7], 0, 1), Ok(()));
    assert_eq!(step("8000.3", &[0; 6], 0, 1), Err(Step::Window));
    assert_eq!(step("8000.3", &[1, 0, 0, 0, 0, 0, 0], 0, 1), Err(Step::Window));
    for other in ["4!.0", "0.8?", "n -> n-1 if n >= 2", "0.[3]", "Mark"] {
        assert_eq!(step(other, &[0; 99], 0, 1), Err(Step::Hypothesis), "{other}");
    }
}
