//! Every engine against the definition, on random games and on games chosen to be
//! awkward.

use proptest::prelude::*;
use sprague_engine::{Budget, EngineChoice, EngineError, EngineKind, reference, values, values_by};
use sprague_games::Ruleset;

/// Every engine that accepts these rules gives the reference values up to `to`. Returns the
/// engines that ran.
fn agree(text: &str, to: u64) -> Vec<EngineKind> {
    let rules: Ruleset = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    let expected = reference::values(&rules, to).unwrap();
    let mut ran = Vec::new();
    for engine in EngineKind::ALL {
        match values_by(EngineChoice::Only(engine), &rules, to, &Budget::unlimited()) {
            Ok(ours) => {
                assert_eq!(ours, expected, "{text} by {engine}");
                ran.push(engine);
            }
            Err(EngineError::NotApplicable { .. }) => {}
            Err(error) => panic!("{text} by {engine}: {error}"),
        }
    }
    let best = values(&rules, to, &Budget::unlimited()).unwrap();
    assert_eq!(best, expected, "{text} by the engine chosen");
    ran
}

#[test]
fn games_chosen_to_be_awkward() {
    use EngineKind::{
        AllBut, General, Mark, Pairs, Scan, Screened, Sparse, Sums, ThreeHeaps, Window,
    };
    for (text, to, must_run) in [
        ("Kayles", 300, &[Pairs, Scan, Sparse, Sums, Screened, ThreeHeaps][..]),
        ("Grundy", 300, &[Pairs, Scan, Sparse, Sums, ThreeHeaps]),
        ("0.0", 50, &[Window, Pairs, Scan, Sums]),
        ("4.0", 200, &[Pairs, Scan, Sums]),
        ("44.3", 150, &[Pairs, Scan, Sums, Screened, ThreeHeaps]),
        ("400000.0", 100, &[Pairs, Scan, Sums, ThreeHeaps]),
        ("80.4", 60, &[Sums]),
        ("8000.0", 50, &[Sums]),
        ("8C.9", 60, &[Sums]),
        ("G0.1", 40, &[Sums]),
        ("4=.0", 100, &[Pairs, Scan, Sums, ThreeHeaps]),
        ("8=0.3", 60, &[Sums]),
        ("C?.0", 60, &[Sums]),
        ("8!.0", 70, &[Sums]),
        ("8?.0", 70, &[Sums]),
        ("0.3F?", 60, &[Sums]),
        ("0.8!8?8", 60, &[Sums]),
        ("0.9138B835B", 60, &[Sums, Screened, ThreeHeaps]),
        ("8.1", 60, &[Sums, Screened, ThreeHeaps]),
        ("0.G", 50, &[Sums, Screened]),
        ("0.&40;", 50, &[Sums]),
        ("0.*", 34, &[Sums]),
        ("0.[F]", 40, &[Sums, Screened]),
        ("0.*=", 60, &[Sums]),
        ("0.[*=]", 40, &[Sums]),
        ("0.{3+}", 34, &[Sums, Screened]),
        ("0.{0,2,3+}[8]", 30, &[Sums, Screened]),
        ("{2+}=.0", 60, &[Sums]),
        ("{2+}.0", 30, &[Sums]),
        ("0.{0,2!,3+}", 30, &[Sums]),
        ("0.*!", 30, &[General]),
        ("0.[3]", 100, &[Sums]),
        ("0.1[23]", 150, &[Sums]),
        ("4.[3]", 150, &[Sums]),
        ("0.5[2]", 150, &[Sums]),
        ("0.DC5[7164]", 50, &[Sums]),
        ("0.3[08F]", 40, &[Sums, Screened]),
        ("S(1,2,4)", 200, &[Window, Pairs, Scan, Sums]),
        ("S(7,1000)", 2100, &[Window]),
        ("AllBut(1,2,8)", 200, &[AllBut, Sums]),
        ("AllBut()", 50, &[AllBut, Sums]),
        ("AllBut(3,50)", 300, &[AllBut, Sums]),
        ("Nim", 60, &[AllBut, Sums]),
        ("0.0303[3]", 200, &[AllBut, Sums]),
        ("Splittles(1,3)", 150, &[Pairs, Scan, Sums]),
        ("Split(2, differ>=3)", 200, &[Pairs, Scan, Sums]),
        ("CouplesAreForever", 150, &[Pairs, Scan, Sparse, Sums]),
        ("Mark", 300, &[Mark]),
        ("Mark(5)", 300, &[Mark]),
        ("Mark(300)", 1000, &[Mark]),
        ("UpMark", 300, &[Mark]),
        ("UpMark(7)", 300, &[Mark]),
        ("n -> n-1 | n div 2", 200, &[General]),
        ("n -> n-k where 2k <= n", 200, &[General]),
        ("n -> a+b+c where a+b+c = n-4", 60, &[Sums, ThreeHeaps]),
        ("n -> n-1 if n >= 5 | n-3", 60, &[Window]),
        ("0.77 + pass", 120, &[General]),
        ("S(2,3) + pass", 120, &[General]),
        ("Mark + pass", 120, &[General]),
        ("0.3F + pass", 40, &[General]),
    ] {
        let ran = agree(text, to);
        for engine in must_run.iter().chain(&[General]) {
            assert!(ran.contains(engine), "{text}: {engine} did not run");
        }
    }
}

#[test]
fn upmark_of_the_rule_language_is_upmark() {
    let rule: Ruleset = "n -> (n+1) div 2 if n >= 2 | n-1 if n >= 2".parse().unwrap();
    let upmark: Ruleset = "UpMark".parse().unwrap();
    let options = Budget::unlimited();
    assert_eq!(values(&rule, 500, &options), values(&upmark, 500, &options));
}

#[test]
fn couples_are_forever_is_officers_shifted() {
    let options = Budget::unlimited();
    let couples = values(&"CouplesAreForever".parse().unwrap(), 3001, &options).unwrap();
    let officers = values(&"Officers".parse().unwrap(), 3000, &options).unwrap();
    assert_eq!(couples[1..], officers[..]);
}

fn code(digits: &'static str, most: usize) -> impl Strategy<Value = String> {
    let digit = proptest::sample::select(digits.chars().collect::<Vec<_>>());
    proptest::collection::vec(digit, 1..=most).prop_map(|d| d.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn octal_codes(before in proptest::sample::select(vec!["0", "4", "40", "44"]), after in code("01234567", 5)) {
        agree(&format!("{before}.{after}"), 70);
    }

    #[test]
    fn hexadecimal_codes(before in proptest::sample::select(vec!["0", "8", "C0"]), after in code("0123456789ABCDEF", 4)) {
        agree(&format!("{before}.{after}"), 32);
    }

    #[test]
    fn codes_of_four_heaps(after in code("0123489ABCGHIJKLMNOPQRSTUV", 3)) {
        agree(&format!("0.{after}"), 26);
    }

    /// Farther than the reference reaches: every candidate the screen leaves is tested.
    #[test]
    fn screened_sums_are_all_sums(before in proptest::sample::select(vec!["0", "4", "8"]), after in code("0123456789ABCDEF8C", 6), block in code("089AG3", 2), recurs in 0..3) {
        let text = if recurs == 0 { format!("0.{after}[{block}]") } else { format!("{before}.{after}") };
        let rules: Ruleset = text.parse().unwrap();
        let by = |kind| values_by(EngineChoice::Only(kind), &rules, 400, &Budget::unlimited());
        let sums = by(EngineKind::Sums);
        prop_assert_eq!(by(EngineKind::Screened), sums.clone(), "{}", text);
        match by(EngineKind::ThreeHeaps) {
            Err(EngineError::NotApplicable { .. }) => prop_assert!(recurs == 0, "{}", text),
            three => prop_assert_eq!(three, sums, "{}", text),
        }
    }

    #[test]
    fn recurring_codes(after in code("01234567", 3), block in code("01234567", 3)) {
        agree(&format!("0.{after}[{block}]"), 60);
    }

    #[test]
    fn subtraction_games(set in proptest::collection::btree_set(1u64..40, 1..6)) {
        let set: Vec<_> = set.iter().map(u64::to_string).collect();
        agree(&format!("S({})", set.join(",")), 150);
        agree(&format!("AllBut({})", set.join(",")), 150);
    }

    #[test]
    fn conditions(after in code("48C", 2), signs in proptest::collection::vec(proptest::sample::select(vec!["", "!", "?", "="]), 2)) {
        let text: String =
            after.chars().zip(signs).flat_map(|(d, s)| std::iter::once(d).chain(s.chars())).collect();
        agree(&format!("0.{text}"), 40);
    }
}
