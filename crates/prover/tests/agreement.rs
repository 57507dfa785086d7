//! What the solver calls proved the checker verifies: random games of every sort, and every proof it
//! gives for them.

mod random;

use random::Random;
use sprague_budget::Budget;
use sprague_certificate::Certificate;
use sprague_checker::{check, default_budget};
use sprague_games::Ruleset;
use sprague_prover::{Method, Status, solve};
use std::collections::BTreeMap;

impl Random {
    fn digit(&mut self, most: u64) -> char {
        let digit = if self.below(3) == 0 { 0 } else { self.below(most + 1) };
        char::from_digit(digit as u32, 32).unwrap_or('0').to_ascii_uppercase()
    }

    fn digits(&mut self, most: u64, count: u64) -> String {
        (0..=self.below(count)).map(|_| self.digit(most)).collect()
    }

    fn set(&mut self, most: u64) -> String {
        let members: Vec<String> =
            (0..=self.below(4)).map(|_| (1 + self.below(most)).to_string()).collect();
        members.join(",")
    }

    fn game(&mut self) -> String {
        let before = ["0", "0", "4", "8", "C", "40", "84"][self.below(7) as usize];
        let condition = ["!", "?", "=", ""][self.below(4) as usize];
        let n0 = self.below(12);
        match self.below(12) {
            0 => format!("0.{}", self.digits(3, 5)),
            1 | 2 => format!("{before}.{}", self.digits(7, 3)),
            3 => format!("{before}.{}", self.digits(15, 2)),
            4 => format!("{before}.{}[{}]", self.digits(3, 2), self.digits(3, 3)),
            5 => format!("{before}.{}[{}]", self.digits(7, 2), self.digits(7, 2)),
            6 => format!("0.{}4{condition}{}", self.digits(3, 2), self.digits(3, 2)),
            7 => format!("4{condition}.{}", self.digits(3, 2)),
            8 => format!("S({})", self.set(20)),
            9 => format!("AllBut({})", self.set(9)),
            10 => format!("n -> n-{} | n-{} if n >= {n0}", 1 + self.below(3), 1 + self.below(5)),
            _ => format!(
                "n -> n-{} | a+b where a+b = n-{} if n > {n0}",
                1 + self.below(3),
                self.below(4)
            ),
        }
    }
}

/// Solves random games, with a pass where that is said, and has the checker judge: how often by which
/// theorem.
fn verified(seed: u64, games: u64, pass: &str, limits: &[u64]) -> BTreeMap<&'static str, usize> {
    let mut random = Random(seed);
    let mut by: BTreeMap<&str, usize> = BTreeMap::new();
    let budget = default_budget().threads(1);
    for _ in 0..games {
        let text = random.game() + pass;
        // Some texts are no rules: a digit before the point that says nothing, say.
        let Ok(rules) = text.parse::<Ruleset>() else { continue };
        let limit = limits[random.below(limits.len() as u64) as usize];
        let few = Budget::unlimited().values(limit);
        let solution = solve(&rules, &few, Method::Theorems).unwrap();
        if solution.status() != Status::Proved {
            assert!(solution.certificate().is_none(), "{text}");
            continue;
        }
        let certificate = solution.certificate().unwrap_or_else(|| panic!("{text}"));
        let read = Certificate::from_json(certificate.to_json().as_bytes()).unwrap();
        let verified = check(&read, Some(&rules.to_string()), &budget)
            .unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(Some(verified.claim()), solution.claim(), "{text}");
        *by.entry(verified.theorem().name()).or_default() += 1;
    }
    by
}

/// With a pass there is one theorem, and what it proves holds far beyond its window.
#[test]
fn what_is_proved_of_a_pass_is_verified() {
    let by = verified(2048, 800, " + pass", &[3, 20, 100, 300]);
    assert!(by.len() == 1 && by["pass"] >= 200, "{by:?}");
    let mut proved = 0;
    for text in [
        "0.7", "0.77", "0.53", "0.45", "0.324", "0.6", "4.3", "0.31[2]", "0.[2]", "0.[12]",
        "0.30[02]",
    ]
    .into_iter()
    .chain([
        "S(1,2)",
        "S(2,5,7)",
        "S(3,4,9)",
        "AllBut(2)",
        "AllBut(1,4)",
        "AllBut(2,3,7)",
        "4!.0",
    ]) {
        let rules: Ruleset = format!("{text} + pass").parse().unwrap();
        let few = Budget::unlimited().values(500);
        let solution = solve(&rules, &few, Method::Theorems).unwrap();
        if solution.status() != Status::Proved {
            continue;
        }
        proved += 1;
        let far = 4 * solution.values.len() as u64 + 100;
        let values = sprague_engine::reference::values(&rules, far).unwrap();
        for (n, value) in values.into_iter().enumerate() {
            assert_eq!(solution.value(&n.into()), Some(value.into()), "{rules} {n}");
        }
    }
    assert!(proved >= 12, "{proved}");
}

#[test]
fn what_is_proved_is_verified() {
    let by = verified(1956, 5000, "", &[3, 20, 100, 700]);
    // All theorems had their turn.
    for theorem in [
        "all-but",
        "finite-subtraction",
        "finite-take-and-break",
        "grundy-split",
        "recurring-octal",
        "recurring-periodic",
        "recurring-tetral",
        "sedecimal-arithmetic",
        "standard-form",
    ] {
        assert!(by.get(theorem).is_some_and(|&count| count >= 5), "{theorem}: {by:?}");
    }
}
