//! Proofs by automata against the oracle's part C: recurring and hexadecimal codes.

use serde_json::Value;
use sprague_budget::Budget;
use sprague_certificate::{Claim, Regularity};
use sprague_prover::automaton::{SearchEnd, prove};

fn cases() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/oracle/C.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn rules(case: &Value) -> String {
    let code = case["game"]["code"].as_str().unwrap();
    match case["game"]["recurring"].as_str() {
        Some(block) => format!("{code}[{block}]"),
        None => code.to_owned(),
    }
}

/// Proves a case and compares everything the oracle says. False when it stays open.
fn compare(case: &Value) -> bool {
    let text = rules(case);
    let outcome = prove(&text.parse().unwrap(), &Budget::unlimited()).unwrap();
    let SearchEnd::Decided(proved) = outcome else { return false };
    for (n, y) in case["first"].as_array().unwrap().iter().enumerate() {
        assert_eq!(Some(proved.gamma.value_u64(n as u64)), y.as_u64(), "{text}: G({n})");
    }
    let kind = case["kind"].as_str().unwrap();
    if kind == "unknown" {
        return true;
    }
    assert_eq!(proved.claim.kind().name(), kind, "{text}");
    let number = |name: &str| case[name].as_u64().unwrap_or(0);
    let expected = Regularity {
        preperiod: number("preperiod"),
        period: number("period"),
        saltus: number("saltus"),
    };
    match &proved.claim {
        Claim::Regular(regularity) => assert_eq!(*regularity, expected, "{text}"),
        Claim::Sapp { regularity, periodic_residues } => {
            assert_eq!(*regularity, expected, "{text}");
            let residues: Vec<u64> = case["periodic_residues"]
                .as_array()
                .unwrap()
                .iter()
                .map(|r| r.as_u64().unwrap())
                .collect();
            assert_eq!(*periodic_residues, residues, "{text}");
        }
        _ => {}
    }
    true
}

#[test]
fn sapp_and_ruler_cases_are_proved() {
    for case in cases() {
        if matches!(case["kind"].as_str(), Some("sapp" | "ruler")) {
            assert!(compare(&case), "{} stays open", rules(&case));
        }
    }
}

/// All of part C. Takes a minute or two:
/// `cargo test --release -p sprague-prover --test automaton_oracle -- --ignored`.
#[test]
#[ignore = "a minute or two"]
fn all_known_cases_are_proved() {
    let mut open = Vec::new();
    let mut unknown_proved = Vec::new();
    for case in cases() {
        let known = case["kind"] != "unknown";
        match compare(&case) {
            false if known => open.push(rules(&case)),
            true if !known => unknown_proved.push(rules(&case)),
            _ => {}
        }
    }
    println!("unknown to the oracle and proved: {unknown_proved:?}");
    assert_eq!(open, Vec::<String>::new());
}
