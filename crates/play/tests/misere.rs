//! Misere play against exhaustive search, published tables and independent computations.

use serde_json::Value;
use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim, Extent, MisereQuotient, Proof, QuotientClaim};
use sprague_checker::{Step, check, default_budget};
use sprague_games::{Position, Ruleset};
use sprague_play::best::Outcome;
use sprague_play::misere::HeapGame;
use sprague_play::misere::form::Forms;
use sprague_play::misere::outcome::OutcomeSearch;
use sprague_play::misere::quotient::{Open, QuotientSize, Solved, solve};
use sprague_play::misere::sum::{MisereSize, MisereSum};
use sprague_play::misere::tame::{add, for_ever, tame_pairs};
use std::collections::HashMap;
use std::path::Path;

fn testdata(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn rows(name: &str) -> Vec<Vec<String>> {
    testdata(name)
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| match line.strip_prefix('"') {
            None => line.split(',').map(str::to_owned).collect(),
            Some(rest) => {
                let (first, rest) = rest.split_once("\",").unwrap();
                std::iter::once(first).chain(rest.split(',')).map(str::to_owned).collect()
            }
        })
        .collect()
}

fn quotient(rules: &str, to: u32) -> Solved {
    let mut game = HeapGame::new(&rules.parse().unwrap(), 0).unwrap();
    solve(&mut game, to, QuotientSize::default(), &Budget::unlimited()).unwrap()
}

/// All multisets of heaps from 1 on with at most this total.
fn sums(total: u32) -> Vec<Vec<u32>> {
    fn extend(left: u32, most: u32, heaps: &mut Vec<u32>, list: &mut Vec<Vec<u32>>) {
        list.push(heaps.clone());
        for heap in 1..=most.min(left) {
            heaps.push(heap);
            extend(left - heap, heap, heaps, list);
            heaps.pop();
        }
    }
    let mut list = Vec::new();
    extend(total, total, &mut Vec::new(), &mut list);
    list
}

#[test]
fn outcomes_of_the_oracle() {
    let (mut lists, mut singles) = (0, 0);
    for line in testdata("oracle/I.jsonl").lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        if record["play"] != "misere" {
            continue;
        }
        let code = record["game"]["code"].as_str().unwrap();
        let rules: Ruleset = code.parse().unwrap();
        if let Some(single) = record["single_heaps_from_1"].as_str() {
            // by canonical forms: a form is P when its misere nim-value is 0
            let game = HeapGame::new(&rules, single.len() as u32).unwrap();
            let mut forms = Forms::new(1_000_000);
            let (heaps, stopped) = forms.heaps(&game);
            assert_eq!(stopped, None);
            let found: String =
                heaps[1..].iter().map(|&h| if forms.is_p(h) { 'P' } else { 'N' }).collect();
            assert_eq!(found, single, "{code}");
            singles += 1;
            continue;
        }
        let total = record["max_total"].as_u64().unwrap() as u32;
        let mut expected: Vec<Vec<u32>> = serde_json::from_value(record["P"].clone()).unwrap();
        let game = HeapGame::new(&rules, total).unwrap();
        let mut search = OutcomeSearch::new(&game, 1_000_000);
        let mut found: Vec<Vec<u32>> =
            sums(total).into_iter().filter(|sum| search.is_p(sum).unwrap()).collect();
        expected.iter_mut().chain(&mut found).for_each(|sum| sum.sort_unstable());
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{code}");
        lists += 1;
    }
    assert!(lists >= 20 && singles >= 20, "{lists} {singles}");
}

#[test]
fn quotients_of_whole_games() {
    for row in rows("misere_quotients.csv") {
        let [code, q, p, wild, preperiod, period] = &row[..] else { panic!("{row:?}") };
        let solved = quotient(code, 2000);
        let found = solved.period.as_ref().unwrap()[0];
        assert_eq!(
            [solved.quotient.order().to_string(), solved.quotient.p_order().to_string()],
            [q.clone(), p.clone()],
            "{code}"
        );
        assert_eq!(
            [found.preperiod.to_string(), found.period.to_string()],
            [preperiod.clone(), period.clone()],
            "{code}"
        );
        let game = HeapGame::new(&code.parse().unwrap(), 100).unwrap();
        let first = tame_pairs(&game).first_wild;
        let shown = first.map_or("tame".to_owned(), |(heap, pair)| format!("{heap}:{pair}"));
        assert_eq!(shown, *wild, "{code}");
        // and the independent checker agrees
        let rules: Ruleset = code.parse().unwrap();
        let text = solved.certificate(&rules).to_json();
        let certificate = Certificate::from_json(text.as_bytes()).unwrap();
        check(&certificate, Some(&rules.to_string()), &default_budget())
            .unwrap_or_else(|e| panic!("{code}: {e}"));
    }
}

fn check_partial(most: u64) {
    let mut count = 0;
    for row in rows("misere_partial_quotients.csv") {
        let [code, n, q, p] = &row[..] else { panic!("{row:?}") };
        if q.parse::<u64>().unwrap() > most {
            continue;
        }
        let solved = quotient(code, n.parse().unwrap());
        assert_eq!(solved.quotient.largest().to_string(), *n, "{code} {n}");
        assert_eq!(solved.quotient.order().to_string(), *q, "{code} {n}");
        if !p.is_empty() {
            assert_eq!(solved.quotient.p_order().to_string(), *p, "{code} {n}");
        }
        assert!(matches!(solved.period, Err(Open::Reached)), "{code} {n}");
        let rules: Ruleset = code.parse().unwrap();
        check(&solved.certificate(&rules), None, &default_budget()).unwrap();
        count += 1;
    }
    assert!(count >= 16);
}

#[test]
fn quotients_of_heaps_up_to_a_bound() {
    check_partial(180);
}

/// 0.07 to heap 33 and order 638:
/// `cargo test -p sprague-play --release --test misere -- --ignored dawsons` (some minutes).
#[test]
#[ignore = "takes minutes"]
fn dawsons_kayles_to_heap_33() {
    check_partial(1000);
}

/// Outcomes of all sums up to a total, by the quotient and by exhaustive play.
#[test]
fn quotients_against_exhaustive_play() {
    let games = [
        "0.77", "0.123", "0.71", "0.75", "0.72", "0.53", "0.34", "0.312", "0.351", "0.144", "4.4",
        "0.15", "0.31", "0.73", "4.3", "0.33", "0.26", "0.57", "4.7", "0.35", "0.6", "0.137",
    ];
    let sums = sums(14);
    for code in games {
        let solved = quotient(code, 14);
        let quotient = &solved.quotient;
        let game = HeapGame::new(&code.parse().unwrap(), 14).unwrap();
        let mut search = OutcomeSearch::new(&game, 1_000_000);
        let reach = quotient.largest();
        let mut compared = 0;
        for sum in &sums {
            // beyond the heaps verified, a proved period says which heap stands in
            let heaps: Option<Vec<u32>> = sum
                .iter()
                .map(|&h| match &solved.period {
                    _ if h <= reach => Some(h),
                    Ok(period) => Some(period[0].reduce(h)),
                    Err(_) => None,
                })
                .collect();
            let Some(heaps) = heaps else { continue };
            let by_quotient = quotient.is_p(quotient.class_of(&heaps));
            assert_eq!(by_quotient, search.is_p(sum).unwrap(), "{code} {sum:?}");
            compared += 1;
        }
        assert!(compared > 100, "{code}: {compared}");
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

    /// Rules of many kinds: codes of up to sixteen digits, digits before the point, conditions,
    /// subtraction sets, splitting games, a pass.
    fn rules(&mut self) -> String {
        let digits = |random: &mut Self, base: u64| -> String {
            let count = 1 + random.below(3);
            (0..count).map(|_| char::from_digit(random.below(base) as u32, 16).unwrap()).collect()
        };
        let set = |random: &mut Self| -> String {
            let members: Vec<String> =
                (0..=random.below(3)).map(|_| (1 + random.below(7)).to_string()).collect();
            members.join(",")
        };
        let plain = match self.below(8) {
            0 | 1 => format!("0.{}", digits(self, 8)),
            2 => format!("4.{}", digits(self, 8)),
            3 => format!("0.{}", digits(self, 16)),
            4 => format!("S({})", set(self)),
            5 => format!("AllBut({})", set(self)),
            6 => format!("Splittles({})", set(self)),
            _ => ["Grundy", "CouplesAreForever", "Split(2, differ>=2)", "0.7?", "4!.1", "Mark(3)"]
                [self.below(6) as usize]
                .to_owned(),
        };
        if self.below(4) == 0 { format!("{plain} + pass") } else { plain }
    }
}

/// Quotients, tame pairs and canonical forms of random games decide every sum as play does, also
/// with heaps that only a proved period knows.
#[test]
fn random_games_against_exhaustive_play() {
    const TO: u32 = 9;
    let most = QuotientSize { classes: 150, sums: 100_000, pairs: 10_000 };
    let (mut quotients, mut beyond, mut tame, mut wild, mut passes) = (0, 0, 0, 0, 0);
    let mut random = Random(0x0bad_5eed_1234_5678);
    let sums = sums(TO);
    for _ in 0..120 {
        let text = random.rules();
        let rules: Ruleset = text.parse().unwrap();
        let mut game = HeapGame::new(&rules, 0).unwrap();
        let solved = solve(&mut game, 2 * TO, most, &Budget::unlimited()).unwrap();
        let game = HeapGame::new(&rules, TO).unwrap();
        let width = game.lanes().len();
        passes += usize::from(width == 2);
        let reach = solved.quotient.largest();
        let mut search = OutcomeSearch::new(&game, 1_000_000);
        let pairs = tame_pairs(&game);
        match pairs.first_wild {
            None => tame += 1,
            Some(_) => wild += 1,
        }
        let mut forms = Forms::new(200_000);
        let (heaps, _) = forms.heaps(&game);
        for sum in &sums {
            // every heap with its pass or without it
            let lanes = if width == 1 { 0 } else { random.below(1 << sum.len()) };
            let numbers: Vec<u32> = sum
                .iter()
                .enumerate()
                .map(|(i, &size)| game.heap((lanes >> i & 1) as usize, size))
                .collect();
            let expected = search.is_p(&numbers).unwrap();
            let known: Option<Vec<u32>> = numbers
                .iter()
                .map(|&h| match &solved.period {
                    _ if h <= reach => Some(h),
                    Ok(period) => {
                        // A heap is known by its size and whether it has its pass.
                        let (size, lane) = (h / width as u32, h % width as u32);
                        Some(period[lane as usize].reduce(size) * width as u32 + lane)
                    }
                    Err(_) => None,
                })
                .collect();
            if let Some(known) = known {
                let quotient = &solved.quotient;
                let by_quotient = quotient.is_p(quotient.class_of(&known));
                assert_eq!(by_quotient, expected, "{text}: {sum:?} {lanes:b}");
                quotients += 1;
                beyond += usize::from(known != numbers);
            }
            if pairs.first_wild.is_none() {
                let zero = sprague_play::misere::genus::Pair::ZERO;
                let pair = numbers.iter().fold(zero, |sum, &h| add(sum, pairs.pairs[h as usize]));
                assert_eq!(pair.misere == 0, expected, "{text}: {sum:?} {lanes:b}");
            }
            if let [heap] = numbers[..]
                && let Some(&form) = heaps.get(heap as usize)
            {
                assert_eq!(forms.is_p(form), expected, "{text}: {heap}");
            }
        }
    }
    assert!(quotients > 5000 && beyond > 100, "{quotients} {beyond}");
    assert!(tame > 20 && wild > 20 && passes > 20, "{tame} {wild} {passes}");
}

/// Sums of heaps of games that are tame for ever, decided from their first 60 heaps and their nim-values,
/// as all heaps looked at one by one decide them, and small ones as play does.
#[test]
fn tame_for_ever_against_heap_by_heap() {
    let few = MisereSize { largest: 60, ..MisereSize::default() };
    let most = MisereSize::default();
    let no = Budget::unlimited();
    let mut random = Random(0x7a3e_f0e7_e700_0001);
    let (mut p, mut sums) = (0, 0);
    // The period of 0.56, from 326640 on, is found anew for every position: few are enough.
    let long = ["0.156", "0.56"].map(|code| (code.to_owned(), 2));
    let short = (0..512).step_by(5).map(|n| (format!("0.{n:03o}"), 6));
    let mut games = 0;
    for (code, rounds) in long.into_iter().chain(short) {
        let rules: Ruleset = code.parse().unwrap();
        let pairs = tame_pairs(&HeapGame::new(&rules, 60).unwrap()).pairs;
        if for_ever(&rules, &pairs).is_none() {
            continue;
        }
        games += 1;
        let game = HeapGame::new(&rules, 70).unwrap();
        let mut search = OutcomeSearch::new(&game, 200_000);
        for i in 0..rounds {
            // Two heaps whose sum may well be 0 among the rest; small sums are searched, too.
            let large = if i % 3 == 0 { 61 + random.below(9) } else { 61 + random.below(300) };
            let mut heaps = vec![large, random.below(6)];
            if i % 3 > 0 {
                heaps.extend([large + random.below(2), random.below(200)]);
            }
            let text = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            let position: Position = format!("{code}: {text}").parse().unwrap();
            let judge = |size: &MisereSize| {
                let sum = MisereSum::new(&position, size, &no).unwrap();
                (sum.method(), sum.analyse(&position, 1000).unwrap())
            };
            let (method, analysis) = judge(&few);
            assert_eq!(
                method, "tame (sums behave like Nim), proved for heaps of every size",
                "{code}"
            );
            let (_, by_heaps) = judge(&most);
            assert_eq!(analysis.outcome, by_heaps.outcome, "{position}");
            for (own, other) in analysis.heaps.iter().zip(&by_heaps.heaps) {
                assert_eq!(own.winning.count(), other.winning.count(), "{position} {}", own.heap);
            }
            let small: Vec<u32> = heaps.iter().map(|&n| n as u32).collect();
            if i % 3 == 0
                && let Ok(expected) = search.is_p(&small)
            {
                assert_eq!(analysis.outcome == Outcome::P, expected, "{position}");
                sums += 1;
            }
            p += usize::from(analysis.outcome == Outcome::P);
        }
        let position: Position =
            format!("{code}: 100000000000000000000 100000000000000000000").parse().unwrap();
        let sum = MisereSum::new(&position, &most, &no).unwrap();
        assert_eq!(sum.analyse(&position, 1).unwrap().outcome, Outcome::P, "{code}");
    }
    assert!(games >= 6 && p > 0 && sums > 0, "{games} {p} {sums}");
}

/// Misere nim-values of heaps with nim-heaps added, from the definition alone: no
/// canonical forms, no genus recursion.
struct ByDefinition<'a> {
    game: &'a HeapGame,
    memo: HashMap<(Vec<u32>, Vec<u32>), u32>,
}

impl ByDefinition<'_> {
    /// The misere nim-value of a sum of heaps and nim-heaps.
    fn misere_value(&mut self, heaps: &[u32], nim: &[u32]) -> u32 {
        let mut heaps: Vec<u32> =
            heaps.iter().copied().filter(|&h| !self.game.options(h).is_empty()).collect();
        let mut nim: Vec<u32> = nim.iter().copied().filter(|&n| n > 0).collect();
        heaps.sort_unstable();
        nim.sort_unstable();
        let key = (heaps.clone(), nim.clone());
        if let Some(&known) = self.memo.get(&key) {
            return known;
        }
        let mut values = Vec::new();
        for i in 0..heaps.len() {
            for option in self.game.options(heaps[i]).to_vec() {
                let mut next = heaps.clone();
                next.swap_remove(i);
                next.extend(option.iter());
                values.push(self.misere_value(&next, &nim));
            }
        }
        for i in 0..nim.len() {
            for rest in 0..nim[i] {
                let mut next = nim.clone();
                next[i] = rest;
                values.push(self.misere_value(&heaps, &next));
            }
        }
        let value = if values.is_empty() { 1 } else { sprague_games::nim::mex(values) };
        self.memo.insert(key, value);
        value
    }
}

#[test]
fn genus_by_the_definition() {
    for (rules, to) in [("Kayles", 20), ("0.07", 20), ("Grundy", 20), ("4.7", 12)] {
        let rules: Ruleset = rules.parse().unwrap();
        let game = HeapGame::new(&rules, to).unwrap();
        let mut forms = Forms::new(1_000_000);
        let (heaps, _) = forms.heaps(&game);
        let mut definition = ByDefinition { game: &game, memo: HashMap::new() };
        let values = sprague_engine::reference::values(&rules, to.into()).unwrap();
        for heap in 0..=to {
            let genus = forms.genus(heaps[heap as usize]);
            assert_eq!(genus.g, values[heap as usize]);
            for i in 0..=5 {
                let twos = vec![2; i];
                let expected = definition.misere_value(&[heap], &twos);
                assert_eq!(genus.y(i), expected, "{rules} heap {heap}, y_{i}");
            }
        }
    }
}

/// Rows of genera as CGSuite prints them, the beginning of those in Winning Ways, chapter
/// 13: Kayles, Dawson's Kayles and Grundy's game.
#[test]
fn genus_as_printed() {
    let row = |rules: &str, to| {
        let game = HeapGame::new(&rules.parse().unwrap(), to).unwrap();
        let mut forms = Forms::new(1_000_000);
        let (heaps, _) = forms.heaps(&game);
        let mut forms = forms.into_canonical();
        heaps.iter().map(|&h| forms.print_genus(h)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row("Kayles", 12), "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046");
    assert_eq!(row("0.07", 14), "0 0 1 1 2 0 3 1 1 0 3^1431 3 2^0520 2 4^146");
    assert_eq!(row("Grundy", 14), "0 0 0 1 0 2 1 0 2 1 0 2 1 3^1431 2");
    assert!(row("0.356", 25).contains("2^(8,10)"));
}

/// Every change of one entry of a certificate is rejected, or proves the same true claim.
#[test]
fn mutated_certificates() {
    let (mut rejected, mut accepted) = (0, 0);
    for code in ["0.77", "0.123", "0.31", "0.75"] {
        let rules: Ruleset = code.parse().unwrap();
        let solved = quotient(code, 2000);
        let certificate = solved.certificate(&rules);
        let Proof::MisereQuotient(evidence) = &certificate.proof else { panic!() };
        let order = evidence.table.len() as u16;
        let mut verdict = |claim: Option<Claim>, changed: MisereQuotient| {
            let mutant = Certificate {
                game: certificate.game.clone(),
                claim: claim.unwrap_or_else(|| certificate.claim.clone()),
                proof: Proof::MisereQuotient(changed),
            };
            match check(&mutant, None, &default_budget()) {
                Err(_) => rejected += 1,
                // Renaming classes by an automorphism of Q that fixes P proves the same.
                Ok(verified) => {
                    assert_eq!(
                        verified.claim(),
                        &certificate.claim,
                        "{code}: {}",
                        mutant.to_json()
                    );
                    accepted += 1;
                }
            }
        };
        for i in 0..evidence.phi.len() {
            let mut changed = evidence.clone();
            changed.phi[i] = (changed.phi[i] + 1) % order;
            verdict(None, changed);
        }
        for x in 0..evidence.table.len() {
            let mut changed = evidence.clone();
            let y = (7 * x + 3) % evidence.table.len();
            changed.table[x][y] = (changed.table[x][y] + 1) % order;
            verdict(None, changed.clone());
            // symmetric as well
            changed.table[y][x] = changed.table[x][y];
            verdict(None, changed);
        }
        for x in 0..order {
            let mut changed = evidence.clone();
            if let Some(i) = changed.p.iter().position(|&y| y == x) {
                changed.p.remove(i);
            } else {
                changed.p.push(x);
                changed.p.sort_unstable();
            }
            let claim = QuotientClaim {
                order: order.into(),
                p_order: changed.p.len() as u64,
                extent: match certificate.claim {
                    Claim::MisereQuotient(claim) => claim.extent,
                    _ => panic!(),
                },
            };
            verdict(Some(Claim::MisereQuotient(claim)), changed);
        }
        // other claims about the same monoid
        let Claim::MisereQuotient(claim) = certificate.claim else { panic!() };
        let Extent::All { preperiod, period } = claim.extent else { panic!() };
        for (order, p_order, preperiod, period) in [
            (claim.order + 1, claim.p_order, preperiod, period),
            (claim.order, claim.p_order + 1, preperiod, period),
            (claim.order, claim.p_order, preperiod + 1, period),
            (claim.order, claim.p_order, preperiod, 2 * period),
            (claim.order, claim.p_order, preperiod, period + 1),
            (claim.order, claim.p_order, preperiod - 1, period),
        ] {
            let extent = Extent::All { preperiod, period };
            let claim = Claim::MisereQuotient(QuotientClaim { order, p_order, extent });
            verdict(Some(claim), evidence.clone());
        }
        // a heap less than the window
        let mut changed = evidence.clone();
        changed.phi.pop();
        verdict(None, changed);
    }
    assert!(rejected > 400 && accepted <= 3, "{rejected} {accepted}");
}

/// Every hypothesis has an example that breaks it and nothing else before it.
#[test]
fn each_hypothesis_is_checked() {
    let z2 = vec![vec![0, 1], vec![1, 0]];
    let reject = |game: &str, table: Vec<Vec<u16>>, p: Vec<u16>, phi: Vec<u16>| {
        let certificate = Certificate {
            game: game.into(),
            claim: Claim::MisereQuotient(QuotientClaim {
                order: table.len() as u64,
                p_order: p.len() as u64,
                extent: Extent::Heaps(phi.len() as u64 - 1),
            }),
            proof: Proof::MisereQuotient(MisereQuotient { table, p, phi }),
        };
        match check(&certificate, None, &default_budget()) {
            Ok(_) => "verified".to_owned(),
            Err(rejection) => rejection.to_string(),
        }
    };
    // 0.3 (take one): heaps are 1, a, 1, a, ...
    assert_eq!(reject("0.3", z2.clone(), vec![1], vec![0, 1, 0, 1]), "verified");
    // <a,b | a^2 = 1, b^3 = b>: the quotient of Nim with heaps up to 3; a^i b^j is 2j + i
    let element = |x: u16, y: u16| {
        let (i, j) = ((x + y) % 2, x / 2 + y / 2);
        2 * (if j > 2 { j - 2 } else { j }) + i
    };
    let tame: Vec<Vec<u16>> = (0..6).map(|x| (0..6).map(|y| element(x, y)).collect()).collect();
    assert_eq!(reject("0.[3]", tame.clone(), vec![1, 4], vec![0, 1, 2, 3]), "verified");
    for (game, table, p, phi, says) in [
        ("0.3", vec![vec![0, 1], vec![1]], vec![1], vec![0, 1], "not square"),
        ("0.3", vec![vec![0, 2], vec![1, 0]], vec![1], vec![0, 1], "out of range"),
        ("0.3", vec![vec![1, 0], vec![0, 1]], vec![1], vec![0, 1], "no identity"),
        ("0.3", z2.clone(), vec![1, 1], vec![0, 1], "increasing order"),
        (
            "0.3",
            vec![vec![0, 1, 2], vec![1, 0, 0], vec![2, 1, 0]],
            vec![1],
            vec![0, 1],
            "do not commute",
        ),
        (
            // 1*1 = 2, 1*2 = 0, 2*2 = 0: (1*1)*2 = 2*2 = 0, 1*(1*2) = 1
            "0.3",
            vec![vec![0, 1, 2], vec![1, 2, 0], vec![2, 0, 0]],
            vec![1],
            vec![0, 1, 0],
            "is not",
        ),
        ("0.3", z2.clone(), vec![1], vec![0, 0, 0], "no product of classes"),
        ("0.3", z2.clone(), vec![0, 1], vec![0, 1, 0], "(0): the identity is in P"),
        ("0.3", z2.clone(), vec![], vec![0, 1, 0], "(R)"),
        ("0.3", z2.clone(), vec![1], vec![1, 1, 0], "(0): heap 0"),
        ("0.03", z2.clone(), vec![1], vec![0, 1, 0], "(0): heap 1 has no option"),
        ("0.3", z2.clone(), vec![1], vec![0, 1, 1], "(P)"),
        // heap 3 has the one option 2: of class b its P-partner would be missing
        ("n -> n-1 | n-2 if n = 2", tame, vec![1, 4], vec![0, 1, 2, 3], "(N)"),
        // with a pass every heap has two classes
        ("0.3 + pass", z2.clone(), vec![1], vec![0, 1], "for the heaps up to 0, not 1"),
    ] {
        let verdict = reject(game, table, p, phi);
        assert!(verdict.contains(says), "{verdict}, expected {says}");
    }
    // the periodicity theorem
    let periodic = |game: &str, heaps: usize, preperiod, period| {
        let phi = (0..=heaps).map(|n| n as u16 % 2).collect();
        let claim =
            QuotientClaim { order: 2, p_order: 1, extent: Extent::All { preperiod, period } };
        let certificate = Certificate {
            game: game.into(),
            claim: Claim::MisereQuotient(claim),
            proof: Proof::MisereQuotient(MisereQuotient {
                table: vec![vec![0, 1], vec![1, 0]],
                p: vec![1],
                phi,
            }),
        };
        check(&certificate, None, &default_budget()).map_err(|rejection| rejection.step())
    };
    assert!(periodic("0.3", 3, 0, 2).is_ok());
    assert_eq!(periodic("0.3", 2, 0, 2).unwrap_err(), Step::Window);
    assert_eq!(periodic("0.3", 20, 0, 3).unwrap_err(), Step::Window);
    assert_eq!(periodic("0.3", 20, 0, 4).unwrap_err(), Step::Minimality);
    assert_eq!(periodic("0.3", 20, 1, 2).unwrap_err(), Step::Minimality);
    // a recurring code is no finite list of moves (0.[30] has the same quotient here)
    assert_eq!(periodic("0.[30]", 20, 0, 2).unwrap_err(), Step::Hypothesis);
}
