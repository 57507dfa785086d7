//! Every JSON answer validates against its schema in `docs/schemas`, and every schema is
//! used by some answer.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Arguments of the program and the schema of each line it prints.
const ANSWERS: &[(&str, &[&str])] = &[
    ("values", &["values", "0.77", "--to", "20"]),
    ("value", &["value", "0.77", "100"]),
    ("value", &["value", "Mark", "123456789012345678901234567890"]),
    ("moves", &["moves", "Grundy", "7"]),
    ("info", &["info", "0.07"]),
    ("info", &["info", "S(1,2)"]),
    ("info", &["info", "0.0"]),
    ("info", &["info", "n -> n-1 | n div 2"]),
    ("solve", &["solve", "0.77"]),
    ("solve", &["solve", "0.2048"]),
    ("solve", &["solve", "0.0123", "--limit", "3000"]),
    ("solve", &["solve", "0.06", "--limit", "20000"]),
    ("best", &["best", "Kayles: 3 5; Nim: 4"]),
    ("best", &["best", "Kayles: 100000000000000000000 7"]),
    ("best", &["best", "Kayles: 3 5", "--misere"]),
    ("misere", &["misere", "Kayles", "--to", "12"]),
    ("misere", &["misere", "0.07", "--to", "12", "--quotient"]),
    ("partisan", &["eval", "{0|1} + *2 - ^"]),
    ("partisan", &["eval", "1/2 > *"]),
    ("partisan", &["col", "+oo-"]),
    ("partisan", &["col", "ooo", "--moves"]),
    ("partisan", &["snort", "path", "3"]),
    ("games", &["games"]),
    ("stats", &["stats", "0.6", "--to", "2000"]),
    ("stats", &["stats", "0.8", "--to", "50"]),
    ("positions", &["positions", "Kayles", "--heaps", "2", "--to", "5"]),
    ("positions", &["positions", "Kayles", "--heaps", "1", "--to", "5"]),
    ("graph", &["graph", "Kayles: 3"]),
    ("check", &["check", "kayles.json"]),
    ("check", &["check", "forged.json"]),
    ("check", &["check", "no-such-file.json"]),
    ("hunt", &["hunt", "0.16", "--to", "20000", "--dir", "hunt"]),
    ("hunt", &["hunt", "0.77", "--to", "200000", "--dir", "kayles"]),
    ("selftest", &["selftest"]),
    ("bench", &["bench", "--scale", "0.001", "--game", "0.16", "--game", "0.6", "--no-ogsolve"]),
];

fn schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

fn sprague(directory: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .current_dir(directory)
        .args(args)
        .args(["--format", "json", "--quiet"])
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn answers_validate() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schemas");
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    sprague(&directory, &["solve", "Kayles", "--certificate", "kayles.json"]);
    let certificate = std::fs::read_to_string(directory.join("kayles.json")).unwrap();
    std::fs::write(directory.join("forged.json"), certificate.replace("71", "70")).unwrap();
    let mut used = BTreeSet::new();
    for (name, args) in ANSWERS {
        let schema = std::fs::read(schemas().join(format!("{name}.json"))).unwrap();
        let schema: Value = serde_json::from_slice(&schema).unwrap();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let text = sprague(&directory, args);
        assert!(!text.trim().is_empty(), "{args:?} printed nothing");
        for line in text.lines() {
            let answer: Value = serde_json::from_str(line).unwrap();
            let errors: Vec<String> = validator
                .iter_errors(&answer)
                .map(|e| format!("{}: {e}", e.instance_path()))
                .collect();
            assert!(errors.is_empty(), "{args:?}: {errors:#?}\n{line}");
        }
        used.insert(format!("{name}.json"));
    }
    let files: BTreeSet<String> = std::fs::read_dir(schemas())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(used, files);
}

/// A schema that accepted anything would be no schema.
#[test]
fn wrong_answers_do_not_validate() {
    let schema = std::fs::read(schemas().join("solve.json")).unwrap();
    let schema: Value = serde_json::from_slice(&schema).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let good: Value = serde_json::from_str(&sprague(Path::new("."), &["solve", "0.77"])).unwrap();
    assert!(validator.is_valid(&good));
    for (key, value) in [
        ("kind", Value::from("perhaps")),
        ("period", Value::from("12")),
        ("unknown", Value::from(1)),
    ] {
        let mut bad = good.clone();
        bad[key] = value;
        assert!(!validator.is_valid(&bad), "{key}");
    }
}
