//! Proofs by automata against brute force, forged automata and large heaps.

use num_bigint::BigUint;
use proptest::prelude::*;
use sprague_automata::{BitSet, Dfa};
use sprague_budget::{Budget, Spent};
use sprague_games::Ruleset;
use sprague_prover::automaton::clause::{Clause, projection, zero};
use sprague_prover::automaton::decide::{Verdict, decide};
use sprague_prover::automaton::game::Game;
use sprague_prover::automaton::options::relations;
use sprague_prover::automaton::{
    Decided, Gamma, Open, ProveError, SearchEnd, prove, prove_from, statement,
};

fn rules(text: &str) -> Ruleset {
    text.parse().unwrap()
}

fn proved(text: &str) -> Decided {
    match prove(&rules(text), &Budget::unlimited()).unwrap() {
        SearchEnd::Decided(proved) => *proved,
        SearchEnd::Open(open) => panic!("{text} stays open: {open:?}"),
    }
}

/// A small generator, so that the cases are the same everywhere (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Opt(n, z), computed from the rules' own list of options with the values of `gamma`
/// (which need not be those of the game), agrees with the automaton in every pair.
/// Returns the number of pairs.
fn compare_options(text: &str, gamma: &Gamma, heaps: u64) -> u64 {
    const VALUES: u64 = 256;
    let num = gamma.numeration();
    let game = Game::new(&rules(text)).unwrap();
    let relations = relations(num, gamma.automaton(), &game, &Budget::unlimited())
        .unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let values: Vec<u64> = (0..heaps).map(|n| gamma.value_u64(n)).collect();
    for n in 0..heaps {
        let mut reached = std::collections::HashSet::new();
        game.rules
            .for_each_option(n, &mut |option| {
                reached.insert(option.iter().fold(0, |sum, &h| sum ^ values[h as usize]));
            })
            .unwrap();
        for z in 0..VALUES {
            assert_eq!(
                num.holds(&relations.options, n, z),
                reached.contains(&z),
                "{text} with p = {}: option of {n} with value {z}",
                num.modulus
            );
        }
    }
    heaps * VALUES
}

/// Ten games with their own values, more than 10^5 pairs each.
#[test]
fn option_relations_are_those_of_the_rules() {
    for text in [
        "0.2048",
        "0.404008",
        "0.3F",
        "0.137F",
        "0.77",
        "0.205200C",
        "0.5[2]",
        "4.[3]",
        "Mark(3)",
        "UpMark",
    ] {
        let heaps = 401;
        assert!(compare_options(text, &proved(text).gamma, heaps) > 100_000);
    }
}

/// The translation of the rules must be right whatever the values: all kinds of rules,
/// with the values of some other games.
#[test]
fn option_relations_with_foreign_values() {
    let base_two = [proved("0.3F").gamma, proved("0.169").gamma, proved("0.5[2]").gamma];
    for text in [
        // digits before the point, small heaps excluded or not
        "4.0",
        "40.3",
        "44.3",
        "80.4",
        "400.1",
        "840.2",
        "8.1",
        // conditions
        "4!.0",
        "0.4!",
        "0.04=",
        "0.8=",
        "0.8?",
        "0.G?",
        "0.8!",
        "0.C!",
        "8!.1",
        "0.{0,2!,3=}",
        "40!.1",
        "400=.1",
        "80?.0",
        "Split(2, differ>=2)",
        "Split(2, differ>=5)",
        "Split(3, distinct)",
        // recurring, all-but, sets
        "0.1[23]",
        "0.[5]",
        "0.0[08]",
        "0.3[4!0]",
        "AllBut(2,3,7)",
        "AllBut(1)",
        "S(2,5)",
        "Splittles(2,3)",
        // the rule language
        "n -> n-1 | n div 2",
        "n -> (n+1) div 2 if n >= 2 | n-1 if n >= 2",
        "n -> a+b where a+b = n and a < b",
        "n -> n-k where 2k >= n",
        "n -> n-k where 4k >= n and 2k <= n",
        "n -> a+b+c where a+b+c = n-4",
        "n -> n-k where k is power of 2",
        "n -> n-k where not (k is power of 2) or k = 4",
        "n -> n-k where n-2k is power of 2",
        "n -> a+b where a+b = n and a < b | 1+1 if n = 2",
        "n -> n-k where k mod 3 = 1 and k > 4 | n div 5",
        "n -> a+a where 3a = n-1 | (n-7) div 2 if n > 20",
        "n -> a+b where a+b = n-2 and 3a <= b and b mod 2 = 0",
        "n -> n mod 7 if n >= 7",
    ] {
        for gamma in &base_two {
            compare_options(text, gamma, 70);
        }
    }
    // Any number of heaps: the sums settle with the games' own values.
    for text in ["0.*", "0.{3+}", "0.{0,2!,3+}", "0.1{2+}"] {
        compare_options(text, &proved(text).gamma, 30);
    }
    let base_three = proved("Mark(3)").gamma;
    for text in ["0.77", "0.1[23]", "n -> n-1 | n div 3", "n -> a+b where a+b = n-1 and a <= 3b"] {
        compare_options(text, &base_three, 90);
    }
}

/// Γ against values from the definition.
#[test]
fn gamma_gives_the_nim_values() {
    for text in ["0.2048", "0.205200C", "0.5[3]", "Mark(4)", "UpMark(3)", "0.386F2131"] {
        let gamma = proved(text).gamma;
        let to = if text.contains('C') || text.starts_with("0.2") { 900 } else { 2500 };
        let values =
            sprague_engine::values(&rules(text), to, &sprague_engine::Budget::unlimited()).unwrap();
        for (n, &y) in values.iter().enumerate() {
            assert_eq!(gamma.value_u64(n as u64), u64::from(y), "{text}: G({n})");
        }
    }
}

/// The games of the table to 40 000. A quarter of an hour:
/// `cargo test --release -p sprague-prover --test automaton_proofs -- --ignored`.
#[test]
#[ignore = "a quarter of an hour"]
fn gamma_to_forty_thousand() {
    for text in TABLE.lines() {
        let proved = proved(text);
        let game = Game::new(&rules(text)).unwrap();
        let values =
            sprague_prover::automaton::values::values(&game, 40_000, &Budget::unlimited()).unwrap();
        assert_eq!(values.len(), 40_001);
        for (n, &y) in values.iter().enumerate() {
            assert_eq!(proved.gamma.value_u64(n as u64), u64::from(y), "{text}: G({n})");
        }
    }
}

/// The games of the literature on which the method was tried first, one a line.
const TABLE: &str = include_str!("../../../testdata/automata_table.txt");

/// A thousand random edits of Γ: each is refuted, or the automaton still reads the same
/// relation.
#[test]
fn edits_of_gamma_are_refuted() {
    let mut random = Random(0x5eed);
    let mut refuted = 0;
    for text in ["0.3F", "0.137F", "0.77", "0.5[2]"] {
        let proved = proved(text);
        let (num, dfa) = (proved.gamma.numeration(), proved.gamma.automaton().clone());
        let game = Game::new(&proved.rules).unwrap();
        let states = dfa.states();
        for _ in 0..250 {
            let mut next: Vec<u32> = (0..states as u32)
                .flat_map(|s| (0..dfa.letters()).map(move |a| (s, a)))
                .map(|(s, a)| dfa.next(s, a))
                .collect();
            let mut accepting = BitSet::new(states);
            for s in (0..states).filter(|&s| dfa.accepting(s as u32)) {
                accepting.insert(s);
            }
            let mut roots = dfa.roots().to_vec();
            match random.below(3) {
                0 => {
                    let at = random.below(next.len());
                    next[at] = random.below(states) as u32;
                }
                1 => {
                    let at = random.below(roots.len());
                    roots[at] = random.below(states) as u32;
                }
                _ => {
                    let s = random.below(states);
                    if !accepting.insert(s) {
                        accepting.remove(s);
                    }
                }
            }
            let edited = Dfa::new(dfa.letters(), next, accepting, roots).unwrap();
            let budget = Budget::unlimited();
            let same = edited.difference(&dfa, &budget).unwrap().is_none();
            let relations = relations(num, &edited, &game, &budget).unwrap();
            let verdict = decide(num, &edited, &relations.options, &budget).unwrap();
            if verdict == Verdict::Proved {
                assert!(same, "{text}: an edited automaton was proved");
            } else {
                refuted += 1;
            }
        }
    }
    assert!(refuted > 500, "only {refuted} of 1000 edits were refuted");
}

/// The relation of two-heap sums computed forwards, backwards and most significant digit
/// first.
#[test]
fn three_ways_of_determinising_agree() {
    for text in ["0.2048", "0.3F", "0.77"] {
        let gamma = proved(text).gamma;
        let (num, dfa) = (gamma.numeration(), gamma.automaton());
        let sum = Clause::all(vec![dfa, dfa], vec![zero(&[(0, 1), (1, -1), (2, -1)], 0)]);
        let budget = Budget::unlimited();
        let nfa = projection(num, &[sum], &budget).unwrap();
        let backward = nfa.determinise(&budget).unwrap();
        let forward = nfa.determinise_forward(&budget).unwrap();
        assert_eq!(forward.difference(&backward, &budget).unwrap(), None, "{text}");
        assert_eq!(forward.states(), backward.states());
        let reverse = nfa.reverse_determinise(&budget).unwrap();
        for n in 0..200 {
            for z in 0..128 {
                let (root, word) = num.spell(n, z);
                assert_eq!(reverse.accepts(root, &word), num.holds(&backward, n, z));
            }
        }
    }
}

/// The formulas printed for people, on 10^4 random heaps up to 2^80 per game.
#[test]
fn formulas_hold_far_out() {
    let mut random = Random(7);
    for text in ["0.2048", "0.404008", "0.123456789", "0.205200C", "0.3F", "0.83C", "0.77"] {
        let proved = proved(text);
        let laws = proved.laws.as_ref().unwrap_or_else(|| panic!("{text} has no formulas"));
        let p = proved.gamma.numeration().modulus;
        assert_eq!(laws.len(), p);
        for i in 0..10_000 {
            let bits = 1 + random.below(80) as u64;
            let mut n = (BigUint::from(random.next()) << 64) + random.next();
            n %= BigUint::from(1_u8) << bits;
            if i % 3 == 0 {
                // near powers of two, where the exceptions are
                n = (BigUint::from(1_u8) << bits) * p + random.below(4 * p);
            }
            let j = (&n % p).to_u64_digits().first().copied().unwrap_or(0) as usize;
            let expected = statement::evaluate(&laws[j], &(&n / p)).unwrap();
            assert_eq!(proved.value(&n), expected, "{text}: G({n})");
        }
    }
}

/// Heaps of ten thousand digits.
#[test]
fn heaps_of_any_size() {
    let ruler = proved("0.2048");
    // 13·2^40000 + 2 with k - 1 = 2^40000 - 1 odd: 4k - 2 - 8
    let k = BigUint::from(1_u8) << 40_000;
    assert_eq!(ruler.value(&(&k * 13_u8 + 2_u8)), &k * 4_u8 - 10_u8);
    let k = k + 1_u8;
    assert_eq!(ruler.value(&(&k * 13_u8 + 2_u8)), &k * 4_u8 + 1_u8);
    // an automaton agrees with itself on small heaps, by either reading
    let other = proved("0.9138B835B");
    for n in 0..3000_u64 {
        assert_eq!(other.value(&BigUint::from(n)), BigUint::from(other.gamma.value_u64(n)));
    }
    for n in [(1 << 48) - 1, 1 << 48, u64::MAX] {
        assert_eq!(other.value(&BigUint::from(n)), BigUint::from(other.gamma.value_u64(n)));
    }
    let n: BigUint = "7".repeat(10_000).parse().unwrap();
    assert!(other.value(&n) < n);
    let mark = proved("Mark(10)");
    // 10^9999: an odd number of trailing zeros in base 10, a P-position
    assert_eq!(mark.value(&BigUint::from(10_u8).pow(9999)), BigUint::ZERO);
    assert_ne!(mark.value(&BigUint::from(10_u8).pow(9998)), BigUint::ZERO);
}

#[test]
fn statements() {
    assert_eq!(
        proved("0.404008").statement()[2],
        "G(8k+2) = 4k-4-2^(m+3), m = v2(k-1), except 4k-3 when k-1 is a power of 2 (k >= 2); G(2) = 0, G(10) = 1"
    );
    assert_eq!(proved("0.137F").statement(), ["G(2k) = k", "G(2k+1) = k+1"]);
    assert_eq!(proved("0.205200C").statement()[19], "G(40k+19) = 6");
}

/// The name does not depend on the modulus that was found first: with few values 0.83C
/// closes with modulus 7, where its classes have no formulas.
#[test]
fn names_do_not_depend_on_the_modulus() {
    for values in [1024, 4096] {
        let outcome = prove_from(&rules("0.83C"), values, &Budget::unlimited()).unwrap();
        let SearchEnd::Decided(proved) = outcome else { panic!() };
        assert_eq!(proved.claim.kind().name(), "ruler", "from {values} values");
        let certificate = proved.certificate();
        let checked =
            sprague_checker::check(&certificate, None, &sprague_checker::default_budget());
        assert!(checked.is_ok(), "{checked:?}");
    }
}

#[test]
fn drawings() {
    let gamma = proved("0.3F");
    let dot = gamma.dot();
    assert!(dot.starts_with("digraph gamma {") && dot.contains("doublecircle"));
    assert!(dot.contains("[label=\"0/0\"]") || dot.contains("0/0"));
    let svg = gamma.svg();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

/// A number of an attribute.
fn attribute(element: &str, name: &str) -> f64 {
    let start = element.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
    element[start..].split('"').next().unwrap().parse().unwrap()
}

/// No label of a drawing covers another one or a state, and none is cut off.
#[test]
fn labels_do_not_overlap() {
    for game in ["0.3F", "0.2048", "0.83C", "0.137F", "0.205200C"] {
        let svg = proved(game).svg();
        let head = svg.lines().next().unwrap();
        let sides: Vec<f64> = head
            .split("viewBox=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .split(' ')
            .map(|side| side.parse().unwrap())
            .collect();
        // Middle, half width and half height; letters of 12 pixels are about 7 wide.
        let mut areas: Vec<(f64, f64, f64, f64)> = Vec::new();
        for line in svg.lines() {
            if line.starts_with("<circle class") {
                areas.push((attribute(line, "cx"), attribute(line, "cy"), 18.0, 18.0));
            } else if line.starts_with("<text class") {
                let words = line.split('>').nth(1).unwrap().split('<').next().unwrap();
                let half = words.chars().count() as f64 * 3.5;
                areas.push((attribute(line, "x"), attribute(line, "y") - 4.3, half, 6.5));
            }
        }
        assert!(areas.len() > 2, "{game}");
        for (i, a) in areas.iter().enumerate() {
            let fits = |x: f64, half: f64, i: usize| {
                x - half >= sides[i] - 1.0 && x + half <= sides[i] + sides[i + 2] + 1.0
            };
            assert!(fits(a.0, a.2, 0) && fits(a.1, a.3, 1), "{game}: {a:?} of {sides:?}");
            for b in &areas[..i] {
                let apart = (a.0 - b.0).abs() >= a.2 + b.2 || (a.1 - b.1).abs() >= a.3 + b.3;
                assert!(apart, "{game}: {a:?} and {b:?}");
            }
        }
    }
}

/// Wrong claims other programs make stay rejected.
#[test]
fn famous_wrong_claims() {
    for text in ["0.4", "0.04", "0.004", "0.30[001]", "0.23[0010]", "0.{3+}"] {
        let outcome = prove(&rules(text), &Budget::unlimited()).unwrap();
        if let SearchEnd::Decided(proved) = outcome {
            let values =
                sprague_engine::values(&rules(text), 600, &sprague_engine::Budget::unlimited())
                    .unwrap();
            for (n, &y) in values.iter().enumerate() {
                assert_eq!(proved.gamma.value_u64(n as u64), u64::from(y), "{text}: G({n})");
            }
            if let Some(r) = proved.claim.regularity() {
                assert!(r.period > 1 || r.saltus > 0, "{text}: {}", proved.claim);
            }
        }
    }
}

/// Limits end in an open answer, a request to stop in an error, never in a panic.
#[test]
fn limits_and_cancellation() {
    let small = Budget::unlimited().values(512).bytes(2000);
    let outcome = prove(&rules("0.2048"), &small).unwrap();
    assert!(matches!(outcome, SearchEnd::Open(Open { limit: Some(_), .. })), "{outcome:?}");
    let idle = Budget::unlimited().values(512).steps(1000);
    let outcome = prove(&rules("0.2048"), &idle).unwrap();
    assert!(matches!(outcome, SearchEnd::Open(Open { limit: Some(_), .. })), "{outcome:?}");
    let few = Budget::unlimited().values(100);
    assert!(matches!(prove(&rules("0.007"), &few).unwrap(), SearchEnd::Open(_)));
    let stopped = Budget::unlimited();
    stopped.stop();
    let error = ProveError::Spent(Spent::Stopped);
    assert_eq!(prove(&rules("0.2048"), &stopped).err(), Some(error));
    let late = Budget::unlimited().deadline(std::time::Instant::now());
    assert_eq!(prove(&rules("0.2048"), &late).err(), Some(ProveError::Spent(Spent::Time)));
    assert!(matches!(prove(&rules("0.*="), &Budget::unlimited()), Err(ProveError::Unsupported(_))));
}

/// A rule that only breaks far out is refused: the values to guess from look fine.
#[test]
fn rules_that_do_not_terminate_are_refused() {
    let text = "n -> n-1 if n <= 100000 | n-1 if n != 99999 | n+1 if n = 99999";
    if let Ok(rules) = text.parse::<Ruleset>() {
        assert!(matches!(
            prove(&rules, &Budget::unlimited()),
            Err(ProveError::NotSmaller | ProveError::Rules(_))
        ));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(25))]

    /// Random codes: whatever is proved is checked by the independent checker, and agrees
    /// with the definition.
    #[test]
    fn random_codes(digits in prop::collection::vec(0_u64..16, 1..4)) {
        let rules = Ruleset::from(sprague_games::Code::finite(&digits));
        let budget = Budget::unlimited().values(512);
        if let SearchEnd::Decided(proved) = prove(&rules, &budget).unwrap() {
            let values = sprague_engine::reference::values(&rules, 120).unwrap();
            for (n, &y) in values.iter().enumerate() {
                prop_assert_eq!(proved.gamma.value_u64(n as u64), u64::from(y));
            }
            let checked = sprague_checker::check(&proved.certificate(), Some(&rules.to_string()), &sprague_checker::default_budget());
            prop_assert!(checked.is_ok(), "{}: {:?}", rules, checked);
        }
    }
}
