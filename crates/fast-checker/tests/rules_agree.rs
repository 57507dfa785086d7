//! The checker reads rules on its own. What the program prints it reads, every other spelling it
//! refuses, and the options are the same ones: on thousands of random rules of every family.

use proptest::prelude::*;
use sprague_checker::{Rules, Step};
use sprague_games::Ruleset;
use std::collections::BTreeSet;

/// Random choices: the same rules on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn of(&mut self, list: &[&str]) -> String {
        list[self.below(list.len() as u64) as usize].to_owned()
    }

    fn sign(&mut self) -> String {
        self.of(&["", "", "", "!", "?", "="])
    }

    fn digit(&mut self, most: u64, least: u64) -> String {
        let heaps = |random: &mut Self| least + random.below(5);
        match self.below(12) {
            0 => format!("*{}", self.sign()).repeat(usize::from(least == 0)),
            1 => format!("&{};{}", self.below(80) << least << least, self.sign()),
            2 => format!("{{{}+}}{}", heaps(self), self.sign()),
            3 => {
                let first = least + self.below(2);
                let more = self.of(&["", "+"]);
                let (one, two) = (self.sign(), self.sign());
                format!("{{{first}{one},{}{two}{more}}}", first + 1 + self.below(3))
            }
            4 => {
                let (one, two, three) = (self.sign(), self.sign(), self.sign());
                format!("{{{least}{one},{}{two},{}{three}+}}", least + 1, least + 2)
            }
            5..8 => "0".to_owned(),
            _ => {
                let bits = self.below(most + 1) >> least << least;
                let digit = char::from_digit(bits as u32, 32).unwrap_or('0').to_ascii_uppercase();
                format!("{digit}{}", self.sign())
            }
        }
    }

    fn digits(&mut self, count: u64, most: u64, least: u64) -> String {
        (0..count).map(|_| self.digit(most, least)).collect()
    }

    fn code(&mut self) -> String {
        let most = [3, 7, 7, 15, 31][self.below(5) as usize];
        let (left, right, block) = (self.below(3), self.below(4), self.below(4));
        let before = if left == 0 { "0".to_owned() } else { self.digits(left, most, 2) };
        let after = self.digits(right, most, 0);
        match self.digits(block, most, 0) {
            block if block.is_empty() => format!("{before}.{after}"),
            block => format!("{before}.{after}[{block}]"),
        }
    }

    fn set(&mut self) -> String {
        let members: Vec<String> =
            (0..=self.below(4)).map(|_| (1 + self.below(9)).to_string()).collect();
        members.join(",")
    }

    fn term(&mut self, names: &[&str], depth: u64) -> String {
        if depth == 0 {
            return if self.below(3) == 0 { self.below(5).to_string() } else { self.of(names) };
        }
        let (a, b) = (self.term(names, depth - 1), self.term(names, depth - 1));
        match self.below(8) {
            0 => format!("{a}+{b}"),
            1 => format!("{a}-{b}"),
            2 => format!("({a}+{b})"),
            3 => format!("({a}-({b}))"),
            4 => format!("{}({a})", self.below(4)),
            5 => format!("({a}) div {}", 1 + self.below(4)),
            6 => format!("({a}) mod {}", 1 + self.below(4)),
            _ => format!("-({a})"),
        }
    }

    fn condition(&mut self, names: &[&str], depth: u64) -> String {
        if depth == 0 {
            let level = self.below(2);
            let a = self.term(names, level);
            if self.below(6) == 0 {
                return format!("{a} is power of 2");
            }
            let b = self.term(names, 0);
            return format!("{a} {} {b}", self.of(&["=", "!=", "<", "<=", ">", ">="]));
        }
        let (a, b) = (self.condition(names, depth - 1), self.condition(names, depth - 1));
        match self.below(6) {
            0 => format!("({a}) or {b}"),
            1 => format!("{a} and ({b})"),
            2 => format!("not ({a})"),
            3 => format!("({a} or {b}) and {a}"),
            4 => format!("{a} or {b}"),
            _ => format!("{a} and {b}"),
        }
    }

    fn option(&mut self) -> String {
        let guard = if self.below(2) == 0 {
            let depth = self.below(2);
            format!(" if {}", self.condition(&["n"], depth))
        } else {
            String::new()
        };
        let depth = self.below(2);
        let total = format!("n-{}", self.below(4));
        let body = match self.below(7) {
            0 => format!("n-{}", 1 + self.below(4)),
            1 => format!("n div {}", 2 + self.below(3)),
            2 => format!("n-k where {} and k <= n", self.condition(&["n", "k"], depth)),
            3 => format!("a+b where a+b = {total} and {}", self.condition(&["a", "b"], 0)),
            4 => format!("a+b where {total} = b+a"),
            5 => format!("a+b+c where a+b+c = {total}"),
            _ => format!("a+(n-a-1) where a < n and {}", self.condition(&["n", "a"], depth)),
        };
        body + &guard
    }

    fn rules(&mut self) -> String {
        match self.below(13) {
            0..6 => self.code(),
            12 => format!("Cut({})", 1 + self.below(3) + 4 * self.below(2)),
            6 => format!("S({})", self.set()),
            7 => format!("Splittles({})", self.set()),
            8 => format!("AllBut({})", if self.below(5) == 0 { String::new() } else { self.set() }),
            9 => {
                let condition = self.of(&["", ", distinct", ", not-all-equal", ", all-equal"]);
                match self.below(3) {
                    0 => format!("Split(2, differ>={})", self.below(5)),
                    heaps => format!("Split({}{condition})", heaps + 1),
                }
            }
            10 => match self.below(3) {
                0 => self.of(&["Mark", "UpMark", "Kayles", "Grundy", "Nim"]),
                _ => format!("{}({})", self.of(&["Mark", "UpMark"]), 2 + self.below(6)),
            },
            _ => {
                let count = 1 + self.below(2);
                let options: Vec<String> = (0..count).map(|_| self.option()).collect();
                format!("n -> {}", options.join(" | "))
            }
        }
    }
}

/// The options of a heap as the engines list them; `None` where there are too many, or none can
/// be listed.
fn engine_options(rules: &Ruleset, n: u64) -> Option<BTreeSet<Vec<u64>>> {
    let mut list = BTreeSet::new();
    rules
        .try_for_each_option(n, &mut |heaps| {
            list.insert(heaps.to_vec());
            list.len() < 4000
        })
        .ok()?;
    Some(list)
}

/// How many heaps were compared; 0 where the text is no rules.
fn compare(text: &str, refused: &mut usize) -> usize {
    let Ok(rules) = text.parse::<Ruleset>() else { return 0 };
    let canonical = rules.to_string();
    let own = Rules::read(&canonical).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(own.to_string(), canonical);
    if text != canonical {
        let step = Rules::read(text).map_err(|rejection| rejection.step());
        assert_eq!(step, Err(Step::Game), "{text} is {canonical}");
        *refused += 1;
    }
    let mut compared = 0;
    for n in 0..=12 {
        let Some(expected) = engine_options(&rules, n) else { break };
        match own.options(n) {
            Ok(options) => {
                let options: BTreeSet<Vec<u64>> = options.into_iter().collect();
                assert_eq!(options, expected, "{canonical}: the options of {n}");
                compared += 1;
            }
            // The plain search gives up on variables without a simple bound.
            Err(rejection) => {
                assert!(canonical.starts_with("n ->"), "{canonical}: {rejection}");
                assert_eq!(rejection.step(), Step::Values, "{canonical}: {rejection}");
            }
        }
    }
    compared
}

#[test]
fn random_rules_of_every_family() {
    let mut random = Random(1939);
    let (mut rules, mut rule_language, mut heaps, mut refused) = (0, 0, 0, 0);
    for _ in 0..12_000 {
        let text = random.rules();
        let compared = compare(&text, &mut refused);
        rules += usize::from(compared > 5);
        rule_language += usize::from(compared > 5 && text.starts_with("n ->"));
        heaps += compared;
    }
    assert!(rules > 5000 && rule_language > 250, "{rules} {rule_language}");
    assert!(heaps > 60_000 && refused > 1500, "{heaps} {refused}");
}

/// The rules that come with a name, and spellings that people use.
#[test]
fn named_games() {
    let mut refused = 0;
    for game in sprague_games::names::NAMED_GAMES {
        assert!(compare(game.name, &mut refused) > 0, "{}", game.name);
    }
    assert!(refused > 10);
}

proptest! {
    /// No text makes the reader panic, and what it reads is what the program prints.
    #[test]
    fn texts(text in r"(n -> )?[n0-9a-cA-V.\[\](){}&;!?=*+,<>| -]{0,24}") {
        if let Ok(rules) = Rules::read(&text) {
            let printed = text.parse::<Ruleset>().map(|rules| rules.to_string());
            // Rules without an end are refused when the program reads them.
            if let Ok(printed) = printed {
                prop_assert_eq!(printed, rules.to_string());
            } else {
                prop_assert!(text.starts_with("n -> "), "{}", text);
            }
        }
    }
}
