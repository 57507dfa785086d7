//! Guesses that are proved, against the definition; winning moves against a list of all options.

use super::*;
use crate::misere::outcome::OutcomeSearch;
use crate::misere::quotient::{Open, QuotientSize, Solved, solve};

const GAMES: [&str; 18] = [
    "0.57", "0.26", "0.157", "0.175", "0.516", "0.534", "0.574", "0.724", "0.726", "0.732",
    "0.326", "0.327", "0.355", "0.357", "0.734", "0.736", "0.754", "0.756",
];

fn solved(game: &str, classes: usize) -> (HeapGame, Solved) {
    let rules: Ruleset = game.parse().unwrap();
    let mut heaps = HeapGame::within(&rules, &Budget::unlimited()).unwrap();
    let most = QuotientSize { classes, sums: 100_000, pairs: 20_000 };
    let solved = solve(&mut heaps, 200, most, &Budget::unlimited()).unwrap();
    (heaps, solved)
}

fn rule(game: &str) -> (HeapGame, LeadRule) {
    match solved(game, 100) {
        (heaps, Solved { period: Err(Open::Infinite(rule)), .. }) => (heaps, *rule),
        (_, Solved { period, growth, .. }) => panic!("{game}: {period:?} {:?}", growth.last()),
    }
}

/// All sums of at most this total, with what has been summed.
fn sums(left: u32, least: u32, heaps: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
    visit(heaps);
    for heap in least..=left {
        heaps.push(heap);
        sums(left - heap, heap, heaps, visit);
        heaps.pop();
    }
}

fn is_the_definition(mut heaps: HeapGame, rule: &LeadRule, total: u32) {
    heaps.extend_to(total).unwrap();
    let mut search = OutcomeSearch::new(&heaps, 2_000_000);
    let all: Vec<Weighed> = (0..=total).map(|n| rule.heap(&n.into())).collect();
    sums(total, 1, &mut Vec::new(), &mut |sum| {
        let weighed = sum.iter().fold(Weighed::default(), |w, &n| w.plus(&all[n as usize]));
        assert_eq!(rule.is_p(&weighed), search.is_p(sum).unwrap(), "{sum:?} {weighed:?}");
    });
}

/// The 18 octal games of three digits whose quotients were seen to grow quadratically.
#[test]
fn eighteen_games() {
    for game in GAMES {
        let (heaps, rule) = rule(game);
        is_the_definition(heaps, &rule, 25);
    }
}

/// Whatever is proved infinite among other games is true, too.
#[test]
fn codes_of_two_and_three_digits() {
    let mut found = Vec::new();
    for code in (0..64).chain((64..512).step_by(5)) {
        let game = if code < 64 { format!("0.{code:02o}") } else { format!("0.{code:o}") };
        if let (heaps, Solved { period: Err(Open::Infinite(rule)), .. }) = solved(&game, 60) {
            is_the_definition(heaps, &rule, 20);
            found.push(game);
        }
    }
    assert!(found.contains(&"0.57".to_owned()) && found.contains(&"0.26".to_owned()), "{found:?}");
}

/// Winning moves, found in progressions, are those of the list of all options.
#[test]
fn winning_moves() {
    for game in ["0.57", "0.26", "0.175", "0.734", "0.516", "0.357"] {
        let (_, rule) = rule(game);
        let rules: Ruleset = game.parse().unwrap();
        let heap = |n: u32| rule.heap(&n.into());
        let rests = [
            Weighed::default(),
            heap(1),
            heap(4),
            heap(9),
            heap(21).plus(&heap(1)),
            heap(30),
            heap(43).plus(&heap(8)).plus(&heap(4)),
            heap(61),
            heap(62).times(3),
        ];
        for n in 1..=64u32 {
            for rest in &rests {
                let mut wanted: Vec<Vec<BigUint>> = Vec::new();
                rules
                    .try_for_each_option(n.into(), &mut |option| {
                        let sum = option
                            .iter()
                            .fold(rest.clone(), |sum, &h| sum.plus(&rule.heap(&h.into())));
                        if rule.is_p(&sum) {
                            let mut option: Vec<BigUint> =
                                option.iter().map(|&h| h.into()).collect();
                            option.sort();
                            wanted.push(option);
                        }
                        true
                    })
                    .unwrap();
                wanted.sort();
                wanted.dedup();
                let found = rule.winning(&rules, &n.into(), rest, usize::MAX);
                assert_eq!(found.count(), wanted.len().into(), "{game}: {n} beside {rest:?}");
                let mut list: Vec<Vec<BigUint>> =
                    found.first(1000).into_iter().map(|option| option.to).collect();
                list.sort();
                assert_eq!(list, wanted, "{game}: {n} beside {rest:?}");
            }
        }
    }
}

/// Numbers of heaps and of tokens of any size.
#[test]
fn huge_sums() {
    let (_, rule) = rule("0.57");
    let huge = (BigUint::one() << 4000u32) * 4u32 + 15u32;
    let heap = rule.heap(&huge);
    assert_eq!(heap.value, 2);
    // A heap and itself: P, as beside any even number of copies.
    assert!(rule.is_p(&heap.times(2)) && rule.is_p(&heap.times(1_000_000)));
    assert!(!rule.is_p(&heap) && !rule.is_p(&heap.times(3)));
    // Beside a much larger one of the same value the nim-value is 0 and wrong.
    assert!(!rule.is_p(&heap.plus(&rule.heap(&(&huge * 3u32 - 30u32)))));
    // A move in a huge heap leaves what is looked for.
    let rules: Ruleset = "0.57".parse().unwrap();
    let set = rule.winning(&rules, &huge, &Weighed::default(), 10);
    assert!(!set.is_empty());
    for option in set.first(50) {
        let sum = option.to.iter().fold(Weighed::default(), |sum, n| sum.plus(&rule.heap(n)));
        assert!(rule.is_p(&sum), "{option:?}");
    }
}

/// Tame games, finite quotients and several games at once have no rule of this kind.
#[test]
fn no_rule() {
    for game in ["0.77", "0.71", "0.31", "0.07", "S(1,2) + pass"] {
        let (_, Solved { period, .. }) = solved(game, 60);
        assert!(!matches!(period, Err(Open::Infinite(_))), "{game}");
    }
    let (_, rule) = rule("0.57");
    let other = HeapGame::new(&"0.77".parse().unwrap(), 30).unwrap();
    assert_eq!(rule.proved(&other, &Budget::unlimited()), Ok(false));
    let both = HeapGame::sum(&["0.57".parse().unwrap(), "0.26".parse().unwrap()], 20).unwrap();
    assert_eq!(guess(&both, &Quotient::trivial()), None);
}
