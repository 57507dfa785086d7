//! Standard forms, cousins and redundant bits against computed values: what the theorems
//! of Austin's section 4.4 say about codes must be true of their sequences.

use proptest::prelude::*;
use serde_json::Value;
use sprague_engine::{Budget, values};
use sprague_games::equivalence::redundancy;
use sprague_games::standard_form::{one_token_larger, one_token_smaller, standard_form};
use sprague_games::{Code, Ruleset};

fn compute(code: &Code, to: u64) -> Vec<u32> {
    values(&Ruleset::from(code.clone()), to, &Budget::unlimited()).unwrap()
}

/// Everything that is claimed of `code` by theorem holds up to heap `to`.
fn holds(code: &Code, to: u64) {
    let own = compute(code, to);
    if let Some(form) = standard_form(code) {
        let standard = compute(&form.code, to - form.shift.min(to));
        let shift = form.shift as usize;
        assert!(own[..shift.min(own.len())].iter().all(|&v| v == 0), "{code}");
        assert_eq!(
            own.get(shift..).unwrap_or_default(),
            &standard[..own.len().saturating_sub(shift)],
            "{code}"
        );
        assert_eq!(form.code.digit(1).bits().unwrap() % 2, 1, "{code}");
    }
    if let Some(smaller) = one_token_smaller(code) {
        assert_eq!(own[1..], compute(&smaller, to - 1)[..], "{code} and {smaller}");
    }
    if let Some(larger) = one_token_larger(code) {
        assert_eq!(own[..to as usize], compute(&larger, to)[1..], "{code} and {larger}");
    }
    let redundancy = redundancy(code);
    for same in redundancy.reduced.iter().chain(&redundancy.saturated) {
        assert_eq!(own, compute(same, to), "{code} and {same}");
    }
}

#[test]
fn oracle_standard_forms() {
    let mut compared = 0;
    for part in ["B", "C"] {
        let path = format!("{}/../../testdata/oracle/{part}.jsonl", env!("CARGO_MANIFEST_DIR"));
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let (Some(form), Some(shift)) = (case.get("standard_form"), case.get("shift")) else {
                continue;
            };
            let Some(expected) = form.as_str() else { continue };
            let code: Code = case["game"]["code"].as_str().unwrap().parse().unwrap();
            let ours = standard_form(&code).unwrap();
            assert_eq!(ours.code, expected.parse().unwrap(), "{code}");
            assert_eq!(ours.shift, shift.as_u64().unwrap(), "{code}");
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn all_octal_codes_of_three_digits() {
    for digits in 0..512u64 {
        for before in ["0", "4"] {
            let code: Code = format!("{before}.{digits:03o}").parse().unwrap();
            holds(&code, 90);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_codes(
        before in proptest::collection::vec(proptest::sample::select(vec![0u64, 4, 8, 12, 16]), 0..3),
        after in proptest::collection::vec(0u64..32, 1..5),
        block in proptest::collection::vec(0u64..8, 0..3),
    ) {
        let plain = |digits: &[u64]| digits.iter().copied().map(sprague_games::code::Digit::plain).collect::<Vec<_>>();
        holds(&Code::new(plain(&before), plain(&after), plain(&block)), 45);
    }
}
