//! Automata for games with a pass whose moves leave several heaps: the values against the definition far beyond
//! what the proof looked at, and every number of the certificates, one more and one less.

use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim};
use sprague_checker::{check, default_budget};
use sprague_prover::automaton::{Decided, SearchEnd, prove};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

fn search(text: &str, budget: &Budget) -> Option<Decided> {
    match prove(&text.parse().unwrap(), budget).unwrap() {
        SearchEnd::Decided(proved) => Some(*proved),
        SearchEnd::Open(_) => None,
    }
}

fn proved(text: &str) -> Decided {
    search(text, &Budget::unlimited()).unwrap_or_else(|| panic!("{text} stays open"))
}

fn mex(seen: &BTreeSet<u32>) -> u32 {
    (0..).zip(seen).find(|(v, s)| v != *s).map_or(seen.len() as u32, |(v, _)| v)
}

/// The values with the pass of the code 0.d1d2..., from the definition: digit d_u is the number whose bit 2^h allows to
/// take u and leave h heaps, h at most 4, of which one keeps the pass; or the pass is used up where there is a move.
fn with_pass(digits: &[u32], to: usize) -> Vec<u32> {
    let (mut g, mut with) = (vec![0u32], vec![0u32]);
    // plain[h][m]: the nim-sums of h heaps with the total m; keeping[h][m]: with the pass on one of them.
    let mut plain: Vec<Vec<BTreeSet<u32>>> = vec![vec![BTreeSet::from([0])], vec![BTreeSet::new()]];
    let mut keeping: Vec<Vec<BTreeSet<u32>>> = vec![vec![BTreeSet::new()], vec![BTreeSet::new()]];
    for _ in 2..=4 {
        plain.push(vec![BTreeSet::new()]);
        keeping.push(vec![BTreeSet::new()]);
    }
    for n in 1..=to {
        let (mut seen, mut seen_with, mut movable) = (BTreeSet::new(), BTreeSet::new(), false);
        for (u, digit) in (1..).zip(digits).filter(|(u, _)| *u <= n) {
            for h in (0..=4).filter(|h| digit >> h & 1 == 1) {
                let (without, keeps) = (&plain[h][n - u], &keeping[h][n - u]);
                movable |= !without.is_empty();
                seen.extend(without);
                // Where no heap is left the pass is gone.
                seen_with.extend(if h == 0 { without } else { keeps });
            }
        }
        let value = mex(&seen);
        if movable {
            seen_with.insert(value);
        }
        g.push(value);
        with.push(mex(&seen_with));
        plain[0].push(BTreeSet::new());
        keeping[0].push(BTreeSet::new());
        for h in 1..=4 {
            let (mut own, mut keeps) = (BTreeSet::new(), BTreeSet::new());
            for first in 1..=n {
                own.extend(plain[h - 1][n - first].iter().map(|v| v ^ g[first]));
                keeps.extend(plain[h - 1][n - first].iter().map(|v| v ^ with[first]));
                keeps.extend(keeping[h - 1][n - first].iter().map(|v| v ^ g[first]));
            }
            plain[h].push(own);
            keeping[h].push(keeps);
        }
    }
    with
}

fn agrees(text: &str, digits: &[u32], proved: &Decided, to: usize) {
    for (n, value) in with_pass(digits, to).into_iter().enumerate() {
        assert_eq!(proved.value(&n.into()), value.into(), "{text} at {n}");
    }
}

#[test]
fn values_are_those_of_the_definition() {
    for (text, digits) in
        [("0.3F + pass", &[3, 15][..]), ("0.57 + pass", &[5, 7]), ("0.1F + pass", &[1, 15])]
    {
        let Some(proved) = search(text, &Budget::unlimited()) else {
            assert_ne!(text, "0.3F + pass");
            continue;
        };
        agrees(text, digits, &proved, 600);
    }
}

/// What is proved about random hexadecimal codes with a pass.
#[test]
fn random_codes() {
    let mut random = fastrand::Rng::with_seed(20);
    let mut found = 0;
    for _ in 0..40 {
        let digits: Vec<u32> = (0..random.usize(1..3)).map(|_| random.u32(1..16)).collect();
        let digit = |d: &u32| char::from_digit(*d, 16).unwrap().to_ascii_uppercase();
        let code: String = digits.iter().map(digit).collect();
        let text = format!("0.{code} + pass");
        let few = Budget::unlimited().values(3000).steps(3_000_000);
        if let Some(proved) = search(&text, &few) {
            found += 1;
            agrees(&text, &digits, &proved, 250);
        }
    }
    assert!(found >= 5, "{found}");
}

/// The places of the numbers in a text.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let digit = |i: &usize| text.as_bytes()[*i].is_ascii_digit();
    let mut list: Vec<Range<usize>> = Vec::new();
    for i in (0..text.len()).filter(digit) {
        match list.last_mut().filter(|last| last.end == i) {
            Some(last) => last.end += 1,
            None => list.push(i..i + 1),
        }
    }
    list
}

/// Every number of the certificate of 0.3F + pass (of its lists some), one more and one less: whatever
/// is still accepted claims what is true.
#[test]
fn every_number_counts() {
    let original = proved("0.3F + pass").certificate();
    let text = original.to_json();
    assert!(check(&original, None, &default_budget()).is_ok());
    let all = numbers(&text);
    // Those before the evidence, and some of it.
    let evidence = text.find("\"evidence\"").unwrap();
    let (head, tail): (Vec<_>, Vec<_>) = all.into_iter().partition(|place| place.end < evidence);
    let step = (tail.len() / 60).max(1) | 1;
    let (mut tried, mut accepted) = (0, Vec::new());
    let limits = default_budget().steps(200_000_000).threads(1);
    for place in head.into_iter().chain(tail.into_iter().step_by(step)) {
        let number: u64 = text[place.clone()].parse().unwrap();
        for other in [Some(number + 1), number.checked_sub(1)].into_iter().flatten() {
            let other = format!("{}{other}{}", &text[..place.start], &text[place.end..]);
            let Ok(other) = Certificate::from_json(other.as_bytes()) else { continue };
            tried += 1;
            if check(&other, None, &limits).is_ok() {
                accepted.push(other);
            }
        }
    }
    assert!(tried > 80, "{tried}");
    let mut values: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for other in &accepted {
        let Claim::Regular(claim) = other.claim else { panic!("{}", other.claim) };
        let values = values.entry(other.game.clone()).or_insert_with(|| {
            let code = other.game.trim_start_matches("0.").trim_end_matches(" + pass");
            let digits: Vec<u32> = code.chars().map(|c| c.to_digit(16).unwrap()).collect();
            with_pass(&digits, 400)
        });
        for n in claim.preperiod..400 - claim.period {
            let (n, later) = (n as usize, (n + claim.period) as usize);
            assert_eq!(u64::from(values[later]), u64::from(values[n]) + claim.saltus, "{n}");
        }
    }
    // A state that nothing reaches may be anything.
    assert!(accepted.len() * 5 < tried, "{} of {tried}", accepted.len());
}
