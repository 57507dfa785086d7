//! Heaps that carry a pass: the values against whole positions, the theorem hypothesis by hypothesis.

use super::*;
use Step::{Claim as Kind, Game, Hypothesis, Minimality, Window as Range};
use sprague_certificate::Pass;
use std::collections::HashMap;

fn pass(from: u64, multiple: u64) -> Proof {
    Proof::Pass(Pass { from, multiple })
}

/// Heaps, each with its pass or without, and a heap of Nim.
type Position = (Vec<(u64, bool)>, u32);

/// Whether the player to move loses, by playing on: no nim-sum, no mex of heaps.
fn lost(options: &[Vec<Vec<u64>>], position: Position, seen: &mut HashMap<Position, bool>) -> bool {
    if let Some(&known) = seen.get(&position) {
        return known;
    }
    let (heaps, nim) = &position;
    let mut moves: Vec<Position> = (0..*nim).map(|less| (heaps.clone(), less)).collect();
    for (i, &(n, passes)) in heaps.iter().enumerate() {
        let mut others = heaps.clone();
        others.remove(i);
        let mut leave = |left: Vec<(u64, bool)>| {
            let mut all = [&others[..], &left[..]].concat();
            all.sort_unstable();
            moves.push((all, *nim));
        };
        for left in &options[n as usize] {
            if left.is_empty() || !passes {
                leave(left.iter().map(|&heap| (heap, false)).collect());
                continue;
            }
            for keeper in 0..left.len() {
                leave(left.iter().enumerate().map(|(j, &heap)| (heap, j == keeper)).collect());
            }
        }
        if passes && !options[n as usize].is_empty() {
            leave(vec![(n, false)]);
        }
    }
    let lost_here = !moves.into_iter().any(|next| lost(options, next, seen));
    seen.insert(position, lost_here);
    lost_here
}

/// The value of a heap with a pass is the one heap of Nim with which it is lost for the player to move.
#[test]
fn values_with_a_pass_against_whole_positions() {
    for (game, to) in [
        ("0.77", 9),
        ("0.07", 10),
        ("4.3", 8),
        ("S(1,2)", 12),
        ("S(2,5)", 12),
        ("0.2", 10),
        ("0.1", 10),
        ("0.[3]", 9),
        ("0.[2]", 9),
        ("AllBut(2)", 10),
        ("AllBut(1,2)", 10),
        ("Mark", 12),
        ("UpMark(3)", 12),
        ("4!.0", 10),
        ("0.8", 8),
        ("44.3", 6),
        ("0.4=3", 8),
        ("0.0", 5),
    ] {
        let rules = Rules::read(game).unwrap();
        let options: Vec<Vec<Vec<u64>>> = (0..to).map(|n| rules.options(n).unwrap()).collect();
        let plain = sequence::values(&rules, to, &default_budget()).unwrap();
        let passing = sequence::with_pass(&rules, &plain, &default_budget()).unwrap();
        let mut seen = HashMap::new();
        for n in 0..to {
            for (passes, values) in [(false, &plain), (true, &passing)] {
                for nim in 0..=values[n as usize] + 1 {
                    let zero = lost(&options, (vec![(n, passes)], nim), &mut seen);
                    assert_eq!(zero, nim == values[n as usize], "{game}: {n} {passes} *{nim}");
                }
            }
        }
    }
}

/// Claims, with the least a, that the theorem proves; and each changed by one.
#[test]
fn true_claims_and_their_neighbours() {
    for (game, l, p, s, from, multiple) in [
        ("0.77", 201, 12, 0, 201, 1),
        ("0.07", 124, 34, 0, 124, 1),
        ("S(1,2)", 4, 3, 0, 4, 1),
        ("S(2,12,14)", 46, 24, 0, 46, 1),
        ("0.[3]", 1, 2, 2, 1, 1),
        ("AllBut(2)", 1, 4, 2, 1, 1),
        ("0.0", 0, 1, 0, 1, 1),
    ] {
        let game = format!("{game} + pass");
        let verified = decide_it(&game, regular(l, p, s), pass(from, multiple)).unwrap();
        assert_eq!(verified.game(), game);
        assert!(decide_it(&game, regular(l, p, s), pass(from + 5, multiple)).is_ok(), "{game}");
        assert!(decide_it(&game, regular(l, p, s), pass(from, 2 * multiple)).is_ok(), "{game}");
        for (l, p, s) in [
            (l + 1, p, s),
            (l.wrapping_sub(1), p, s),
            (l, p + 1, s),
            (l, p - 1, s),
            (l, 2 * p, s),
            (l, 2 * p, 2 * s),
            (l, p, s + 1),
            (l, p, s.wrapping_sub(1)),
        ] {
            let what = format!("{game} {l} {p} {s}");
            for from in [from - 1, from, from + 1, from + 7, l] {
                for multiple in [0, 1, 2, 3, u64::MAX] {
                    let verdict = decide_it(&game, regular(l, p, s), pass(from, multiple));
                    assert!(verdict.is_err(), "{what} {from} {multiple}: {verdict:?}");
                }
            }
        }
    }
}

/// The pass, the kind, a, the multiple, equal heaps, the moves, both windows, (1).
#[test]
fn hypotheses() {
    let kayles = "0.77 + pass";
    rejects("0.77", regular(71, 12, 0), pass(71, 1), Game, "no pass");
    rejects(kayles, regular(201, 12, 0), BREAK, Game, "pass");
    rejects(kayles, regular(201, 12, 0), split(1), Game, "pass");
    rejects("0.[3] + pass", regular(1, 2, 2), recurring_tetral(1, 1), Game, "pass");
    rejects("AllBut(2) + pass", regular(1, 4, 2), ALL_BUT, Game, "pass");
    rejects(kayles, Claim::Automatic, pass(201, 1), Kind, "automatic");
    rejects("0.77 + pass + pass", regular(201, 12, 0), pass(201, 1), Game, "pass");
    rejects("0.77+pass", regular(201, 12, 0), pass(201, 1), Game, "cannot be read");
    rejects(kayles, regular(201, 12, 0), pass(200, 1), Hypothesis, "begins at 200");
    rejects("S(1) + pass", regular(0, 2, 0), pass(0, 1), Hypothesis, "begins at 0");
    rejects(kayles, regular(201, 12, 0), pass(201, 0), Hypothesis, "multiple is 0");
    rejects("0.4=3 + pass", regular(0, 2, 0), pass(1, 1), Hypothesis, "equal heaps");
    rejects("Mark + pass", regular(0, 2, 0), pass(1, 1), Hypothesis, "code");
    rejects(kayles, regular(201, 12, 4), pass(201, 1), Hypothesis, "large number");
    rejects("0.[30] + pass", regular(1, 2, 1), pass(1, 1), Hypothesis, "large number");
    rejects("0.[1] + pass", regular(1, 2, 1), pass(5, 1), Hypothesis, "large number");
    rejects("0.[2] + pass", regular(1, 2, 2), pass(1, 1), Hypothesis, "large number");
    assert!(decide_it("0.[2] + pass", regular(2, 2, 2), pass(2, 1)).is_ok());
    rejects("0.[3] + pass", regular(1, 1, 1), pass(1, 1), Hypothesis, "(1)");
    rejects("0.[3] + pass", regular(1, 2, 3), pass(1, 1), Hypothesis, "(1)");
    rejects("AllBut(2) + pass", regular(1, 5, 2), pass(1, 1), Range, "G(");
    rejects(kayles, regular(200, 12, 0), pass(201, 1), Range, "G(");
    rejects(kayles, regular(202, 12, 0), pass(202, 1), Minimality, "preperiod");
    rejects(kayles, regular(201, 24, 0), pass(201, 1), Minimality, "period");
    // With the pass the game is periodic from 4 on, without it from 0 on.
    rejects("S(1,2) + pass", regular(3, 3, 0), pass(3, 1), Range, "G(");
}

/// The window is that of the theorem without the pass, from a on.
#[test]
fn windows() {
    let until = |game: &str, claim: Claim, from, multiple| {
        let rules = Rules::read(game).unwrap();
        let evidence = Pass { from, multiple };
        let window = theorem::pass::window(&rules, claim.regularity().unwrap(), evidence).unwrap();
        assert_eq!(window.from, from);
        window.until
    };
    assert_eq!(until("0.77", regular(7, 4, 0), 9, 1), 2 * 8 + 4 + 2 + 1);
    assert_eq!(until("0.77", regular(7, 4, 0), 9, 3), 2 * 8 + 12 + 2 + 1);
    assert_eq!(until("S(2,5)", regular(0, 7, 0), 3, 1), 3 + 5);
    assert_eq!(until("0.0V", regular(5, 3, 0), 5, 1), 4 * 4 + 3 * 3 + 2 + 1);
    assert_eq!(until("0.00[07]", regular(5, 4, 0), 6, 1), 2 * (6 + 4) + 2 + 1);
    assert_eq!(until("0.[3]", regular(1, 2, 2), 1, 1), 1);
    assert_eq!(until("AllBut(1,2,8)", regular(7, 3, 1), 9, 2), 9 + 8);
}

/// Hypothesis (1) on made-up values: a value below s that is not met, one too many, heap 0.
#[test]
fn the_values_met() {
    let window = Window { from: 2, until: 2, period: 2, saltus: 2 };
    let met = |values: &[u32], game| {
        let rules = Rules::read(game).unwrap();
        let evidence = Pass { from: 2, multiple: 1 };
        theorem::pass::raised(&rules, evidence, window, values).is_ok()
    };
    assert!(met(&[0, 1, 2, 3], "0.[3]"));
    assert!(met(&[9, 0, 1, 2], "0.[2]"));
    assert!(!met(&[0, 1, 2, 3], "0.[2]"), "3 is met, 0 is not");
    assert!(!met(&[0, 2, 4, 2], "0.[3]"), "1 is not met");
    assert!(!met(&[0, 0, 1, 5], "0.[3]"), "5 is no value raised");
    assert!(!met(&[], "0.[3]"), "no values at all");
}

/// The values with a pass, word for word: a second time, from lists of options.
fn definition_with_pass(rules: &Rules, to: usize) -> Vec<i64> {
    let g = definition(rules, to);
    let mut h: Vec<u32> = Vec::new();
    for n in 0..to {
        let options = rules.options(n as u64).unwrap();
        let mut values: Vec<u32> = options.iter().filter(|o| o.is_empty()).map(|_| 0).collect();
        for heaps in &options {
            for keeper in 0..heaps.len() {
                let of = |(i, &x): (usize, &u64)| {
                    if i == keeper { h[x as usize] } else { g[x as usize] }
                };
                values.push(heaps.iter().enumerate().map(of).fold(0, |sum, value| sum ^ value));
            }
        }
        if !options.is_empty() {
            values.push(g[n]);
        }
        h.push((0..).find(|v| !values.contains(v)).unwrap());
    }
    h.into_iter().map(i64::from).collect()
}

/// Every small claim about many small games: what is verified holds far beyond the window.
#[test]
fn small_games_with_a_pass() {
    let codes =
        (1..64).map(|d| format!("0.{}{}", d / 8, d % 8)).filter(|code| !code.ends_with('0'));
    let more = ["0.1", "0.3", "0.7", "4.3", "40.3", "0.8", "0.04!", "4!.03", "Split(2, differ>=2)"];
    let sets = ["S(1,3)", "S(2,3)", "S(1,4)", "0.202", "0.102", "0.0302", "n -> n-2 if n >= 9"];
    let endless =
        ["0.[3]", "0.[2]", "0.1[2]", "0.0[3]", "0.3[2]", "0.[02]", "0.[12]", "0.3[1]", "0.[4]"];
    let all_but = ["AllBut(1)", "AllBut(2)", "AllBut(1,2)", "AllBut(3)", "AllBut(1,3)"];
    let texts =
        more.iter().chain(&sets).chain(&endless).chain(&all_but).map(|&text| text.to_owned());
    let budget = default_budget().values(400);
    let (mut periodic, mut growing) = (0, 0);
    for game in codes.chain(texts) {
        let to = 140;
        let h = definition_with_pass(&Rules::read(&game).unwrap(), to);
        for (l, p, s) in
            (0..12).flat_map(|l| (1..7).flat_map(move |p| (0..5).map(move |s| (l, p, s))))
        {
            for (from, multiple) in (l..l + 4).flat_map(|a| (1..4).map(move |m| (a, m))) {
                let certificate = Certificate {
                    game: format!("{game} + pass"),
                    claim: regular(l, p, s),
                    proof: pass(from, multiple),
                };
                let Ok(verified) = check(&certificate, None, &budget) else { continue };
                let (l, p) = (l as usize, p as usize);
                assert!(
                    (l..to - p).all(|n| h[n + p] == h[n] + s as i64),
                    "{verified} {from} {multiple}"
                );
                assert!(l == 0 || h[l - 1 + p] != h[l - 1] + s as i64, "{verified}: preperiod");
                *(if s == 0 { &mut periodic } else { &mut growing }) += 1;
            }
        }
    }
    assert!(periodic > 100 && growing > 30, "{periodic} {growing}");
}

/// Even heaps of the doubled game have the values without the pass, odd ones those with it.
#[test]
fn the_doubled_game() {
    for game in ["0.77", "0.07", "S(2,5)", "0.3[7]", "AllBut(1,4)", "0.57", "0.3F", "0.2048", "0.B"]
    {
        let rules = Rules::read(game).unwrap();
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..40 {
            let mut excluded = Vec::new();
            let mut visit = |heaps: &[u64]| {
                excluded.push(heaps.iter().fold(0, |sum, &x| sum ^ values[x as usize]));
                true
            };
            rules.for_each_option_with_pass(heap, &mut visit).unwrap();
            values.push((0..).find(|v| !excluded.contains(v)).unwrap());
        }
        let plain: Vec<u32> = values.iter().step_by(2).copied().collect();
        assert_eq!(plain, definition(&rules, 20), "{game}");
        let passing: Vec<i64> = values.iter().skip(1).step_by(2).map(|&v| i64::from(v)).collect();
        assert_eq!(passing, definition_with_pass(&rules, 20), "{game}");
    }
}

/// S(1,2) with a pass: order 6, and each class of the map changed by one is refused.
#[test]
fn misere_with_a_pass() {
    use sprague_certificate::{Extent, MisereQuotient, QuotientClaim};
    // 1, a, b, ab, b^2, ab^2: the quotient of Nim with heaps to 3, a^2 = 1, b^3 = b.
    let class = |a: usize, b: usize| (a % 2 + 2 * if b == 0 { 0 } else { 2 - b % 2 }) as u16;
    let table: Vec<Vec<u16>> =
        (0..6).map(|x| (0..6).map(|y| class(x % 2 + y % 2, x / 2 + y / 2)).collect()).collect();
    let (one, a, b, ab) = (class(0, 0), class(1, 0), class(0, 1), class(1, 1));
    // Without the pass 0, 1, 2 by turns; with it by genus 0 2 1 3 0 1 2 0 1 2.
    let heaps: Vec<u16> = (0..10)
        .zip([one, b, a, ab, one, a, b, one, a, b])
        .flat_map(|(n, with)| [[one, a, b][n % 3], with])
        .collect();
    let decide = |phi: &[u16], extent| {
        let evidence =
            MisereQuotient { table: table.clone(), p: vec![a, class(0, 2)], phi: phi.to_vec() };
        let claim = Claim::MisereQuotient(QuotientClaim { order: 6, p_order: 2, extent });
        decide_it("S(1,2) + pass", claim, Proof::MisereQuotient(evidence))
    };
    let all = Extent::All { preperiod: 4, period: 3 };
    decide(&heaps, Extent::Heaps(9)).unwrap();
    decide(&heaps, all).unwrap();
    for wrong in [
        Extent::Heaps(8),
        Extent::Heaps(19),
        Extent::All { preperiod: 3, period: 3 },
        Extent::All { preperiod: 5, period: 3 },
        Extent::All { preperiod: 4, period: 6 },
        Extent::All { preperiod: 4, period: 2 },
    ] {
        assert!(decide(&heaps, wrong).is_err(), "{wrong:?}");
    }
    assert!(decide(&heaps[..19], all).is_err(), "no class for the last heap");
    assert!(decide(&heaps[..12], all).is_err(), "the window is too short");
    for i in 0..heaps.len() {
        let mut phi = heaps.clone();
        phi[i] = (phi[i] + 1) % 6;
        assert!(decide(&phi, Extent::Heaps(9)).is_err(), "{i}");
    }
    // Not about the game without its pass.
    let evidence = MisereQuotient { table, p: vec![a, class(0, 2)], phi: heaps };
    let claim =
        Claim::MisereQuotient(QuotientClaim { order: 6, p_order: 2, extent: Extent::Heaps(19) });
    assert!(decide_it("S(1,2)", claim, Proof::MisereQuotient(evidence)).is_err());
}
