//! Every move called winning leads to a P-position, every other move does not, by brute
//! force on random sums of heaps of many games, under both conventions.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_budget::Budget;
use sprague_games::{Part, Position, Ruleset};
use sprague_play::{Convention, HeapMoves, HeapOption, Outcome, Sources, analyse};
use std::collections::HashMap;
use std::time::Duration;

/// A heap: part, size, and whether it has its pass.
type Heap = (usize, u64, bool);

/// The definition of outcomes, with a memo, on multisets of heaps.
struct BruteForce<'a> {
    rules: &'a [Ruleset],
    convention: Convention,
    memo: HashMap<Vec<Heap>, bool>,
}

impl BruteForce<'_> {
    fn options(&self, heap: Heap) -> Vec<Vec<Heap>> {
        let (part, size, pass) = heap;
        let mut list = Vec::new();
        if pass {
            self.rules[part]
                .for_each_pass_option(size, &mut |heaps, keeper| {
                    let each = heaps.iter().enumerate();
                    list.push(each.map(|(i, &h)| (part, h, Some(i) == keeper)).collect());
                })
                .unwrap();
        } else {
            self.rules[part]
                .for_each_option(size, &mut |heaps| {
                    list.push(heaps.iter().map(|&h| (part, h, false)).collect());
                })
                .unwrap();
        }
        list
    }

    fn is_p(&mut self, heaps: &[Heap]) -> bool {
        let mut key = heaps.to_vec();
        key.sort_unstable();
        if let Some(&known) = self.memo.get(&key) {
            return known;
        }
        let (mut any, mut to_p) = (false, false);
        for (i, &heap) in key.iter().enumerate() {
            for option in self.options(heap) {
                any = true;
                let mut next = key.clone();
                next.swap_remove(i);
                next.extend(option);
                to_p |= self.is_p(&next);
            }
        }
        let p = !to_p && (any || self.convention == Convention::Normal);
        self.memo.insert(key, p);
        p
    }
}

/// A small generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

const GAMES: &[&str] = &[
    "Kayles",
    "0.07",
    "0.137",
    "4.7",
    "0.35",
    "Nim",
    "0.123",
    "S(1,3,4)",
    "AllBut(2)",
    "Grundy",
    "Mark",
    "UpMark(3)",
    "0.7 + pass",
    "S(1,2) + pass",
    "44.3",
    "0.8F",
    "n -> n-1 | n div 2",
    "Split(2, differ>=2)",
    "0.*",
];

fn check(games: &[&str], largest: u64, convention: Convention, rounds: usize, seed: u64) {
    let mut random = Random(seed);
    let mut sources = Sources::computed(&Budget::unlimited());
    let (mut p_positions, mut n_positions) = (0, 0);
    for _ in 0..rounds {
        let parts = 1 + random.below(2) as usize;
        let mut position = Position { parts: Vec::new() };
        for _ in 0..parts {
            let rules: Ruleset = games[random.below(games.len() as u64) as usize].parse().unwrap();
            let heaps =
                (0..=random.below(3)).map(|_| BigUint::from(1 + random.below(largest))).collect();
            position.parts.push(Part { rules, heaps });
        }
        let rules: Vec<Ruleset> = position.parts.iter().map(|p| p.rules.clone()).collect();
        let mut brute = BruteForce { rules: &rules, convention, memo: HashMap::new() };
        let start: Vec<Heap> = position
            .parts
            .iter()
            .enumerate()
            .flat_map(|(i, part)| {
                part.heaps.iter().map(move |h| (i, h.to_u64().unwrap(), part.rules.has_pass()))
            })
            .collect();
        let analysis = analyse(&position, convention, &mut sources, usize::MAX).unwrap();
        let p = brute.is_p(&start);
        assert_eq!(analysis.outcome, Outcome::p_if(p), "{convention:?} {position}");
        if p {
            p_positions += 1;
        } else {
            n_positions += 1;
        }
        for heap in &analysis.heaps {
            assert!(heap.winning.exhaustive && heap.winning.not_kept == BigUint::ZERO);
            let own: Heap = (heap.part, heap.heap.to_u64().unwrap(), rules[heap.part].has_pass());
            let mut expected: Vec<Vec<(u64, bool)>> = Vec::new();
            for option in brute.options(own) {
                let mut next = start.clone();
                let at = next.iter().position(|&h| h == own).unwrap();
                next.swap_remove(at);
                next.extend(option.iter());
                if brute.is_p(&next) {
                    expected.push(option.iter().map(|&(_, size, pass)| (size, pass)).collect());
                }
            }
            let mut found: Vec<Vec<(u64, bool)>> = heap
                .winning
                .first(usize::MAX)
                .into_iter()
                .map(|o| {
                    let each = o.to.iter().enumerate();
                    each.map(|(i, h)| (h.to_u64().unwrap(), o.keeper == Some(i))).collect()
                })
                .collect();
            for list in [&mut expected, &mut found] {
                for option in list.iter_mut() {
                    option.sort_unstable();
                }
                list.sort();
            }
            assert_eq!(found, expected, "{convention:?} {position}, heap {own:?}");
        }
    }
    assert!(p_positions > rounds / 20 && n_positions > rounds / 20);
}

#[test]
fn normal_play() {
    check(GAMES, 6, Convention::Normal, 100, 0x9e37_79b9_7f4a_7c15);
}

#[test]
fn misere_play() {
    check(GAMES, 6, Convention::Misere, 80, 0x1234_5678_9abc_def1);
}

/// Heaps of Mark beside nim-heaps, by their closed forms.
#[test]
fn mark_and_nim_heaps() {
    let games = ["Mark", "Mark(3)", "UpMark(3)", "Mark(4)", "UpMark(5)", "Mark(7)", "Nim"];
    for convention in [Convention::Normal, Convention::Misere] {
        check(&games, 9, convention, 400, 0xdead_beef_cafe_f00d);
    }
}

/// Each of these moves leads to a P-position.
fn lead_to_p(
    position: &Position,
    convention: Convention,
    sources: &mut Sources,
    moves: Vec<(&HeapMoves, HeapOption)>,
) {
    for (heap, option) in moves {
        let mut next = position.clone();
        let heaps = &mut next.parts[heap.part].heaps;
        let at = heaps.iter().position(|h| *h == heap.heap).unwrap();
        heaps.swap_remove(at);
        heaps.extend(option.to);
        let after = analyse(&next, convention, sources, 1).unwrap();
        assert_eq!(after.outcome, Outcome::P, "{position}, then {next}");
    }
}

/// Sums of Mark(t) with heaps of thousands of digits: every move called winning leads to a
/// P-position, and a P-position has none.
#[test]
fn huge_heaps_of_mark() {
    let huge = "91".repeat(1500);
    let mut sources = Sources::computed(&Budget::unlimited());
    for (text, conventions) in [
        (format!("Mark(3): {huge} 7; UpMark(5): {huge}1 3"), &[Convention::Normal][..]),
        (format!("Mark(7): {huge}"), &[Convention::Normal, Convention::Misere]),
        (format!("UpMark(4): {huge} 2 2; Nim: 2"), &[Convention::Normal, Convention::Misere]),
        (format!("Mark(3): {huge}; Nim: 1 1 1 3"), &[Convention::Normal, Convention::Misere]),
        (
            "Mark(4294967296): 4294967000 4294967001 3".to_owned(),
            &[Convention::Normal, Convention::Misere],
        ),
    ] {
        let position: Position = text.parse().unwrap();
        for &convention in conventions {
            let analysis = analyse(&position, convention, &mut sources, 100).unwrap();
            let moves = analysis.moves(100);
            assert_eq!(moves.is_empty(), analysis.outcome == Outcome::P);
            lead_to_p(&position, convention, &mut sources, moves);
        }
    }
    let open: Position = format!("Mark(3): {huge} {huge}").parse().unwrap();
    assert!(analyse(&open, Convention::Misere, &mut sources, 1).is_err());
}

/// Heaps beyond every table: all-but games and other closed forms, proofs by automata.
#[test]
fn huge_heaps_of_other_games() {
    let budget = Budget::unlimited().values(20_001).time(Duration::from_secs(60));
    let mut sources = Sources::new(&budget);
    let huge = "57".repeat(200);
    for (text, all) in [
        (format!("AllBut(1000000007): {huge} 12345678901; Nim: 5"), true),
        (format!("AllBut(3,6): {huge} {huge}1"), true),
        (format!("S(1000003,2000009,3000012): {huge}; Kayles: {huge}"), true),
        (format!("0.2048: {huge}; Kayles: 5"), false),
        (format!("0.123456789: {huge}; 0.2048: 17"), false),
    ] {
        let position: Position = text.parse().unwrap();
        let analysis = analyse(&position, Convention::Normal, &mut sources, 5).unwrap();
        let moves = analysis.moves(5);
        if all {
            assert!(analysis.is_exhaustive());
            assert_eq!(moves.is_empty(), analysis.outcome == Outcome::P, "{text}");
        }
        lead_to_p(&position, Convention::Normal, &mut sources, moves);
    }
}
