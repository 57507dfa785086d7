//! The results that CGSuite's own tests list, in `testdata/cgsuite.csv`.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn sprague(args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(args)
        .args(["--to", "20", "--format", "json"])
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn values_misere_values_and_genus_are_those_of_cgsuite() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cgsuite.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).skip(1).collect();
    assert_eq!(rows.len(), 7);
    for row in rows {
        let fields: Vec<&str> = row.split(';').collect();
        let [game, values, misere, genus] = fields[..] else { panic!("{row}") };
        let numbers = |list: &str| -> Vec<Value> {
            list.split(' ').map(|n| n.parse::<u64>().unwrap().into()).collect()
        };
        let texts: Vec<Value> = genus.split(' ').map(Value::from).collect();
        assert_eq!(sprague(&["values", game])["values"], Value::from(numbers(values)), "{game}");
        let found = sprague(&["misere", game]);
        assert_eq!(found["misere_values"], Value::from(numbers(misere)), "{game}");
        assert_eq!(found["genus"], Value::from(texts), "{game}");
    }
}
