//! Mutated certificates: none verifies a false statement, none panics, and the limits keep all short.

use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim};
use sprague_checker::{check, default_budget};
use sprague_games::Ruleset;
use sprague_prover::{Method, Status, closed_form, solve};
use std::collections::HashMap;

/// A small linear congruential generator: the same mutants on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n.max(1) as u64) as usize
    }
}

const GAMES: [&str; 29] = [
    "0.77",
    "0.07",
    "4.12",
    "0.156",
    "S(2,3,5,8)",
    "0.123",
    "AllBut(1,2,8,9,10)",
    "Split(2, differ>=2)",
    "0.0B",
    "0.B8",
    "0.[53]",
    "0.[330]",
    "0.[300]",
    "0.4",
    "0.2048",
    "0.205200C",
    "Mark",
    "0.3F",
    "S(1000003,3000010)",
    "S(2,1000000000001)",
    "S(1000003,20000009,21000012)",
    "AllBut(1000003,5000000)",
    "0.77 + pass",
    "S(2,12,14) + pass",
    "AllBut(2) + pass",
    "0.30[001] + pass",
    "0.3F + pass",
    "Mark(100)",
    "UpMark(4000000000)",
];

fn certificate(game: &str) -> String {
    let rules: Ruleset = game.parse().unwrap();
    let solution = solve(&rules, &Budget::unlimited().values(20_000), Method::Auto).unwrap();
    solution.certificate().unwrap_or_else(|| panic!("{game}: {:?}", solution.claim())).to_json()
}

/// One random change: a number, a character, a piece cut out or doubled, another game.
fn mutate(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    match random.below(8) {
        0..=4 => {
            // another number
            let starts: Vec<usize> = (0..bytes.len())
                .filter(|&i| {
                    bytes[i].is_ascii_digit() && (i == 0 || !bytes[i - 1].is_ascii_digit())
                })
                .collect();
            let from = starts[random.below(starts.len())];
            let length = bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
            let number = [
                "0",
                "1",
                "2",
                "3",
                "7",
                "12",
                "24",
                "71",
                "1000",
                "18446744073709551615",
                "-1",
                "1e3",
            ];
            let old: u64 = text[from..from + length].parse().unwrap_or(0);
            let new = match random.below(5) {
                0 => old.wrapping_add(1).to_string(),
                1 => old.saturating_sub(1).to_string(),
                2 => old.saturating_mul(2).to_string(),
                _ => number[random.below(number.len())].to_owned(),
            };
            bytes.splice(from..from + length, new.bytes());
        }
        5 => {
            let at = random.below(bytes.len());
            bytes[at] = b" {}[]\",:0123456789.abcdefS("[random.below(27)];
        }
        6 => {
            let from = random.below(bytes.len());
            let to = (from + random.below(12)).min(bytes.len());
            bytes.drain(from..to);
        }
        _ => {
            let from = random.below(bytes.len());
            let to = (from + random.below(12)).min(bytes.len());
            let piece = bytes[from..to].to_vec();
            bytes.splice(from..from, piece);
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

#[test]
fn none_verifies_a_false_statement() {
    let limits = default_budget().values(200_000).steps(100_000_000).bytes(1 << 28).threads(1);
    let originals: Vec<String> = GAMES.iter().map(|game| certificate(game)).collect();
    let mut random = Random(1976);
    let mut truth: HashMap<String, Vec<Claim>> = HashMap::new();
    let (mut read, mut verified, mut changed) = (0, 0, 0);
    for round in 0..3600 {
        let original = &originals[round % originals.len()];
        let mut text = original.clone();
        for _ in 0..=random.below(3) {
            text = mutate(&text, &mut random);
        }
        let Ok(mutant) = Certificate::from_json(text.as_bytes()) else { continue };
        read += 1;
        let verdict = check(&mutant, None, &limits);
        let Ok(statement) = verdict else { continue };
        verified += 1;
        changed += usize::from(mutant != Certificate::from_json(original.as_bytes()).unwrap());
        let known = truth.entry(statement.game().to_owned()).or_insert_with(|| {
            let rules = statement.game().parse().unwrap();
            let solution =
                solve(&rules, &Budget::unlimited().values(20_000), Method::Auto).unwrap();
            assert_eq!(solution.status(), Status::Proved, "{text}");
            // Mark(t) has a formula, whatever else proves it.
            let formula = closed_form::find(&rules).and_then(|form| form.claim());
            formula.map(|(claim, _)| claim).into_iter().chain(solution.claim().cloned()).collect()
        });
        assert!(known.contains(statement.claim()), "verified, but false: {text}");
    }
    // The mutants are neither all nonsense nor all the same.
    assert!(
        read > 1000 && verified > 50 && changed > 20,
        "{read} read, {verified} verified, {changed} changed"
    );
}
