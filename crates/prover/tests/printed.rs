//! Printed tables, as far as they can be read, against what is computed. Differences are in
//! `docs/errata.md`.

use sprague_budget::Budget;
use sprague_certificate::Claim;
use sprague_games::Ruleset;
use sprague_prover::{Method, Solution, Status, solve};
use std::path::Path;

fn rows(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/printed").join(name);
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn solved(code: &str, limit: u64) -> Solution {
    let rules: Ruleset = code.parse().unwrap();
    let budget = Budget::unlimited().values(limit);
    solve(&rules, &budget, Method::Auto).unwrap()
}

/// Austin's Table 7.2: first values and periods of octal games.
#[test]
fn octal_games() {
    let (mut values, mut periods) = (0, 0);
    for row in rows("austin_7_2.csv") {
        let [code, first, period] = &row[..] else { panic!("{row:?}") };
        let solution = solved(code, if period.is_empty() { 64 } else { 20_000 });
        let shift = solution.standard_form.as_ref().map_or(0, |form| form.shift as usize);
        for (i, printed) in first.chars().enumerate() {
            let expected = if printed == 'X' { 10 } else { printed.to_digit(10).unwrap() };
            assert_eq!(solution.values.get(shift + 1 + i), Some(expected), "{code} at {}", i + 1);
            values += 1;
        }
        if !period.is_empty() {
            let found = solution.claim().and_then(Claim::regularity).unwrap();
            assert_eq!(solution.status(), Status::Proved, "{code}");
            assert_eq!(found.period.to_string(), *period, "{code}");
            periods += 1;
        }
    }
    assert!(values >= 700 && periods >= 60, "{values} {periods}");
}

/// Austin's Tables 7.4 and 7.7: periods and saltuses of infinite octal and sedecimal games.
#[test]
fn arithmetic_periodic_games() {
    let mut compared = 0;
    for row in rows("austin_7_4_and_7_7.csv") {
        let [code, period, saltus] = &row[..] else { panic!("{row:?}") };
        let solution = solved(code, 4096);
        let found = solution.claim().and_then(Claim::regularity).unwrap();
        assert_eq!(solution.status(), Status::Proved, "{code}");
        assert_eq!(
            (found.period.to_string(), found.saltus.to_string()),
            (period.clone(), saltus.clone()),
            "{code}"
        );
        compared += 1;
    }
    assert!(compared >= 50);
}
