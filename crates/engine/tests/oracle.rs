//! Every value of the oracle, parts A to I: values found by brute force from the
//! definitions, independent of this program (`testdata/oracle/README.md`).

use serde_json::Value;
use sprague_engine::{Budget, EngineChoice, EngineKind, values, values_by};
use sprague_games::Ruleset;
use std::path::Path;

fn part(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/oracle")
        .join(format!("{name}.jsonl"));
    let text = std::fs::read_to_string(&path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|v| v.as_u64().unwrap()).collect()
}

/// The rule text of an oracle case; `None` for misere play.
fn rule_text(case: &Value) -> Option<String> {
    let game = case.get("game")?;
    let list = |key: &str| {
        game.get(key)
            .map(|set| numbers(set).iter().map(u64::to_string).collect::<Vec<_>>().join(","))
    };
    if let Some(set) = list("subtraction") {
        return Some(format!("S({set})"));
    }
    if let Some(set) = list("allbut") {
        return Some(format!("AllBut({set})"));
    }
    if let Some(set) = list("splittles") {
        return Some(format!("Splittles({set})"));
    }
    if let Some(code) = game.get("code") {
        let block =
            game.get("recurring").map_or(String::new(), |r| format!("[{}]", r.as_str().unwrap()));
        return Some(format!("{}{block}", code.as_str().unwrap()));
    }
    if let Some(variant) = game.get("grundy_variant") {
        return Some(
            match variant.as_str().unwrap() {
                "grundy" => "Grundy",
                "9.1" => "Split(2)",
                "9.4" => "Split(2, differ>=2)",
                "9.5" => "Split(2, differ>=3)",
                "9.5b" => "Split(2, differ>=4)",
                "9.6.1" => "Split(3, distinct)",
                "9.6.2" => "Split(3, not-all-equal)",
                other => panic!("unknown variant {other}"),
            }
            .to_owned(),
        );
    }
    let mark = game.get("mark")?;
    if mark["play"] != "normal" {
        return None;
    }
    let name = if mark["round"] == "up" { "UpMark" } else { "Mark" };
    Some(format!("{name}({})", mark["t"]))
}

/// Compares one case; returns how many values were compared.
fn compare(case: &Value) -> usize {
    let Some(text) = rule_text(case) else { return 0 };
    let rules: Ruleset = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    let compute = |to: u64| values(&rules, to, &Budget::unlimited()).unwrap();
    let mut compared = 0;
    let offset = case.get("offset").and_then(Value::as_u64).unwrap_or(0);
    for key in ["first", "first_400", "normal_values_0_to_12"] {
        if let Some(first) = case.get(key) {
            let first = numbers(first);
            let ours = compute(offset + first.len() as u64 - 1);
            let ours: Vec<u64> = ours[offset as usize..].iter().map(|&v| v.into()).collect();
            assert_eq!(ours, first, "{text}");
            compared += first.len();
        }
    }
    let mut scattered = |at: Vec<u64>, expected: Vec<u64>| {
        let ours = compute(*at.iter().max().unwrap());
        for (&n, &value) in at.iter().zip(&expected) {
            assert_eq!(u64::from(ours[n as usize]), value, "{text} at {n}");
            compared += 1;
        }
    };
    for spot in ["spot", "spot20000"].iter().filter_map(|key| case.get(key)) {
        scattered(numbers(&spot["n"]), numbers(&spot["G"]));
    }
    if let Some(at) = case.get("at") {
        scattered(numbers(at), numbers(&case["values"]));
    }
    if let Some(p) = case.get("P").filter(|_| case.get("P_positions_le").is_some()) {
        let to = case["P_positions_le"].as_u64().unwrap();
        let ours = compute(to);
        let start = u64::from(text.starts_with("Up"));
        let zeros: Vec<u64> = (start..=to).filter(|&n| ours[n as usize] == 0).collect();
        assert_eq!(zeros, numbers(p), "{text}");
        compared += zeros.len();
    }
    if let Some(zeros) = case.get("zeros") {
        let below = case["zeros_below"].as_u64().unwrap();
        let ours = compute(below);
        let found: Vec<u64> = (1..below).filter(|&n| ours[n as usize] == 0).collect();
        assert_eq!(found, numbers(zeros), "{text}");
        compared += found.len();
    }
    if let Some(frequency) = case.get("frequency").and_then(Value::as_object) {
        let range = numbers(&case["range"]);
        let ours = compute(range[1]);
        for (value, count) in frequency {
            let value: u32 = value.parse().unwrap();
            let found = (range[0]..=range[1]).filter(|&n| ours[n as usize] == value).count();
            assert_eq!(Some(found as u64), count.as_u64(), "{text}: frequency of {value}");
            compared += 1;
        }
    }
    compared
}

fn compare_part(name: &str, at_least: usize) {
    let compared: usize = part(name).iter().map(compare).sum();
    assert!(compared >= at_least, "only {compared} values of part {name} were compared");
}

#[test]
fn part_a_subtraction_sets() {
    compare_part("A", 181 * 60);
}

#[test]
fn part_b_octal_codes() {
    compare_part("B", 390 * 60);
}

#[test]
fn part_c_recurring_and_hexadecimal_codes() {
    compare_part("C", 220 * 60);
}

#[test]
fn part_d_small_subtraction_sets() {
    compare_part("D", 592 * 60);
}

#[test]
fn part_e_all_but() {
    compare_part("E", 124 * 60);
}

#[test]
fn part_f_grundy_and_variants() {
    compare_part("F", 7 * 100);
}

#[test]
fn part_g_mark() {
    compare_part("G", 1000);
}

#[test]
fn part_h_random_codes() {
    compare_part("H", 204 * 60);
}

#[test]
fn part_i_normal_values() {
    compare_part("I", 1000);
}

/// The definition itself against the oracle, on the first values of every random code.
#[test]
fn reference_agrees_with_random_codes() {
    let reference = EngineChoice::Only(EngineKind::Reference);
    for case in part("H").iter().chain(&part("F")) {
        let (Some(text), Some(first)) = (rule_text(case), case.get("first")) else { continue };
        let first = numbers(first);
        let to = first.len().min(30) - 1;
        let rules: Ruleset = text.parse().unwrap();
        let ours = values_by(reference, &rules, to as u64, &Budget::unlimited()).unwrap();
        assert!(ours.iter().zip(&first).all(|(&a, &b)| u64::from(a) == b), "{text}");
    }
}
