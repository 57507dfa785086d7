//! Oracle parts A to F: kind, preperiod, period, saltus equal and proved, and every
//! certificate accepted by the checker.

use serde_json::Value;
use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim};
use sprague_checker::{check, default_budget};
use sprague_games::Ruleset;
use sprague_prover::{Method, Solution, Status, solve};

fn rows(part: &str) -> Vec<Value> {
    let path = format!("{}/../../testdata/oracle/{part}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn list(value: &Value) -> String {
    let members: Vec<String> = value.as_array().unwrap().iter().map(Value::to_string).collect();
    members.join(",")
}

fn game(row: &Value) -> Ruleset {
    let game = &row["game"];
    let text = if let Some(code) = game["code"].as_str() {
        match game["recurring"].as_str() {
            Some(block) => format!("{code}[{block}]"),
            None => code.to_owned(),
        }
    } else if game["subtraction"].is_array() {
        format!("S({})", list(&game["subtraction"]))
    } else if game["allbut"].is_array() {
        format!("AllBut({})", list(&game["allbut"]))
    } else if let Some(variant) = game["grundy_variant"].as_str() {
        match variant {
            "9.1" => "Split(2)",
            "9.4" => "Split(2, differ>=2)",
            "9.5" => "Split(2, differ>=3)",
            "9.5b" => "Split(2, differ>=4)",
            "9.6.1" => "Split(3, distinct)",
            "9.6.2" => "Split(3, not-all-equal)",
            "grundy" => "Grundy",
            other => panic!("{other}"),
        }
        .to_owned()
    } else {
        panic!("{row}")
    };
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn solved(rules: &Ruleset, limit: u64) -> Solution {
    let budget = Budget::unlimited().values(limit);
    solve(rules, &budget, Method::Auto).unwrap()
}

/// Checks one row against the solver; the certificate, through its JSON form, against the
/// checker.
fn compare(row: &Value, limit: u64) {
    let rules = game(row);
    let solution = solved(&rules, limit);
    assert_eq!(solution.status(), Status::Proved, "{} {rules}: {:?}", row["id"], solution.claim());
    let claim = solution.claim().unwrap();
    assert_eq!(claim.kind().name(), row["kind"], "{rules}");
    let r = claim.regularity().unwrap();
    assert_eq!(
        (r.preperiod, r.period, r.saltus),
        (
            row["preperiod"].as_u64().unwrap(),
            row["period"].as_u64().unwrap(),
            row["saltus"].as_u64().unwrap_or(0)
        ),
        "{} {rules}",
        row["id"]
    );
    if let Claim::Sapp { periodic_residues, .. } = claim {
        assert_eq!(Value::from(periodic_residues.clone()), row["periodic_residues"], "{rules}");
    }
    for (n, value) in row["first"].as_array().into_iter().flatten().enumerate() {
        assert_eq!(solution.value(&n.into()), Some(value.as_u64().unwrap().into()), "{rules} {n}");
    }
    let text = solution.certificate().unwrap().to_json();
    let certificate = Certificate::from_json(text.as_bytes()).unwrap();
    let verified = check(&certificate, Some(&rules.to_string()), &default_budget());
    assert!(verified.is_ok(), "{rules}: {} {text}", verified.unwrap_err());
}

fn is_regular(row: &Value) -> bool {
    matches!(row["kind"].as_str(), Some("periodic" | "arithmetic-periodic"))
}

#[test]
fn subtraction() {
    for row in rows("A").iter().chain(&rows("D")) {
        compare(row, 100_000);
    }
}

#[test]
fn octal() {
    for row in rows("B").iter().filter(|row| is_regular(row)) {
        compare(row, 40_000);
    }
}

#[test]
fn recurring_and_hexadecimal() {
    let mut compared = 0;
    // Many that the oracle only observed are proved here, by automata.
    for row in rows("C").iter().filter(|row| is_regular(row) || row["kind"] == "sapp") {
        compare(row, 20_000);
        compared += 1;
    }
    assert!(compared >= 200, "{compared}");
}

#[test]
fn all_but() {
    for row in rows("E").iter().filter(|row| is_regular(row)) {
        compare(row, 20_000);
    }
}

#[test]
fn splitting() {
    for row in rows("F").iter().filter(|row| is_regular(row)) {
        compare(row, 5000);
    }
}

/// What the oracle calls unknown must not be called proved.
#[test]
fn unknown_stays_open() {
    for part in ["B", "F"] {
        for row in rows(part).iter().filter(|row| row["kind"] == "unknown") {
            let rules = game(row);
            let solution = solved(&rules, 600);
            assert_ne!(solution.status(), Status::Proved, "{rules}: {:?}", solution.claim());
        }
    }
}
