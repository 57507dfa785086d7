//! Small games, every small claim, every theorem: what is verified must hold on the values that
//! the definition gives, far beyond the window. Where a bound of a theorem is tight, a window one
//! shorter verifies a false claim here.

use super::*;

/// How many claims about a game are verified; all of them must be true of `to` values.
fn verified(game: &str, to: usize, saltus: &[u64], l: u64, p: u64, proofs: &[Proof]) -> usize {
    let game = &canonical(game);
    let rules = Rules::read(game).unwrap();
    let g: Vec<i64> = definition(&rules, to).into_iter().map(i64::from).collect();
    let holds = |l: u64, p: u64, s: i64| {
        (l as usize..to - p as usize).all(|n| g[n + p as usize] == g[n] + s)
    };
    let budget = default_budget().values(4 * to as u64);
    let mut count = 0;
    for (preperiod, period) in (0..=l).flat_map(|l| (1..=p).map(move |p| (l, p))) {
        for (&saltus, proof) in saltus.iter().flat_map(|s| proofs.iter().map(move |p| (s, p))) {
            let claim = regular(preperiod, period, saltus);
            let certificate = Certificate { game: game.clone(), claim, proof: proof.clone() };
            let Ok(verified) = check(&certificate, Some(game), &budget) else { continue };
            let s = saltus as i64;
            assert!(holds(preperiod, period, s), "{verified} by {}", proof.theorem());
            let earlier = preperiod > 0 && holds(preperiod - 1, period, s);
            assert!(!earlier, "{verified}: an earlier preperiod");
            let shorter = (1..period).find(|&q| {
                let step = g[(preperiod + q) as usize] - g[preperiod as usize];
                holds(preperiod, q, step)
            });
            assert_eq!(shorter, None, "{verified}: a shorter period");
            count += 1;
        }
    }
    count
}

fn digits(base: u32, count: u32) -> impl Iterator<Item = String> {
    (0..base.pow(count)).map(move |code| {
        (0..count)
            .map(|i| char::from_digit(code / base.pow(i) % base, 32).unwrap_or('0'))
            .collect::<String>()
            .to_uppercase()
    })
}

#[test]
fn finite_codes() {
    let mut count = 0;
    let codes = digits(4, 4)
        .chain(digits(8, 2))
        .flat_map(|d| [format!("0.{d}"), format!("4.{d}"), format!("40.{d}")])
        .chain(
            digits(16, 1).flat_map(|d| [format!("0.0{d}"), format!("8.{d}"), format!("C0.{d}")]),
        );
    for code in codes {
        count += verified(&code, 80, &[0], 6, 4, &[BREAK, SUBTRACTION, split(1)]);
    }
    assert!(count > 300, "{count}");
}

#[test]
fn rules_from_some_heap_on() {
    let mut count = 0;
    for n0 in 1..14 {
        for rule in [
            format!("n -> n-2 if n >= {n0}"),
            format!("n -> n-1 | n-2 if n >= {n0}"),
            format!("n -> a+b where a+b = n if n >= {n0}"),
            format!("n -> n-1 | a+b where a+b = n-1 and a < b if n >= {n0}"),
        ] {
            count += verified(&rule, 100, &[0], 14, 5, &[BREAK, SUBTRACTION, split(1)]);
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn conditions() {
    let mut count = 0;
    for game in [
        "4!.0",
        "Split(2, differ>=2)",
        "Split(2, differ>=3)",
        "Split(2, differ>=5)",
        "0.4!",
        "0.04!",
        "0.4!3",
        "0.34!",
        "4!.3",
        "4!.03",
        "4!.4",
        "0.4=",
        "0.34=",
        "4=.3",
        "4=0.3",
        "4=.03",
        "0.G=",
        "0.3G=",
        "4=.4!",
    ] {
        count += verified(game, 150, &[0], 9, 6, &[split(1), split(2), split(4)]);
    }
    for game in ["0.8!", "0.38!", "8!.3", "0.8?", "0.38?", "8?.3", "0.08?3"] {
        count += verified(game, 60, &[0], 5, 4, &[split(1)]);
    }
    assert!(count > 10, "{count}");
}

#[test]
fn all_but() {
    let mut count = 0;
    for set in 0..64u32 {
        let members: Vec<String> =
            (0..6).filter(|i| set >> i & 1 == 1).map(|i| (i + 1).to_string()).collect();
        let game = format!("AllBut({})", members.join(","));
        count += verified(&game, 120, &[1, 2, 3, 4, 5], 12, 12, &[ALL_BUT]);
    }
    assert!(count > 30, "{count}");
}

#[test]
fn recurring_codes() {
    let tetral = digits(4, 1).chain(digits(4, 2)).flat_map(|d| {
        [format!("0.[{d}]"), format!("0.{d}[{d}]"), format!("0.1[{d}]"), format!("0.02[{d}]")]
    });
    let proofs = [
        super::recurring_periodic(1),
        super::recurring_periodic(2),
        super::recurring_tetral(1, 1),
        super::recurring_tetral(2, 1),
        super::recurring_tetral(1, 2),
        super::recurring_octal(1, 1),
        super::recurring_octal(2, 1),
        super::recurring_octal(4, 1),
    ];
    let mut count = 0;
    for code in tetral {
        count += verified(&code, 60, &[0, 1, 2], 6, 4, &proofs);
    }
    let octal = digits(8, 2).flat_map(|d| {
        let (one, two) = d.split_at(1);
        [format!("0.[{d}]"), format!("0.{one}[{two}]"), format!("4.{one}[{two}]")]
    });
    for code in octal {
        count += verified(&code, 60, &[0, 1, 2, 4], 4, 3, &proofs);
    }
    assert!(count > 100, "{count}");
}

#[test]
fn sedecimal_codes() {
    let mut count = 0;
    for d in digits(16, 2).filter(|d| d.contains(|c: char| c.is_ascii_uppercase() || c > '7')) {
        count += verified(&format!("0.{d}"), 60, &[1, 2, 4], 3, 5, &[sedecimal(1), sedecimal(2)]);
    }
    assert!(count > 10, "{count}");
}

/// Theorem 4.6, on which `standard-form` rests: the values of the standard form, shifted.
#[test]
fn standard_forms() {
    let mut count = 0;
    let codes = digits(8, 2)
        .flat_map(|d| {
            let (one, two) = d.split_at(1);
            let recurring = [format!("0.{one}[{two}]"), format!("4.{one}[{two}]")];
            let finite = [format!("0.{d}"), format!("4.{d}"), format!("80.{d}"), format!("0.0{d}")];
            recurring.into_iter().chain(finite)
        })
        .chain(
            digits(32, 1).flat_map(|d| [format!("0.{d}"), format!("0.0{d}2"), format!("C.{d}")]),
        );
    for game in codes {
        let rules = Rules::read(&canonical(&game)).unwrap();
        let form = rules.code().and_then(|code| rules::standard_form(&code));
        let Some((form, shift)) = form.filter(|(_, shift)| *shift > 0) else { continue };
        let (shift, length) = (shift as usize, 24);
        let values = definition(&rules, length + shift);
        assert!(values[..shift].iter().all(|&v| v == 0), "{game}");
        assert_eq!(
            values[shift..],
            definition(&Rules::read(&text(&form)).unwrap(), length),
            "{game}"
        );
        count += 1;
    }
    assert!(count > 200, "{count}");
}

/// Rules that look like moves and are not: two conditions that no pair satisfies.
#[test]
fn contradictions() {
    let rule = "n -> n-1 | a+b where a+b = n-1 and a <= b and b < a";
    // The second option never is one: this is taking one token.
    assert!(verified(rule, 60, &[0], 12, 12, &[BREAK, SUBTRACTION, split(1)]) == 0);
    let rules = Rules::read(rule).unwrap();
    let values = sequence::values(&rules, 60, &default_budget()).unwrap();
    assert_eq!(values, definition(&Rules::read("S(1)").unwrap(), 60));
}

/// The text of a code.
fn text(code: &rules::Code) -> String {
    let digit = |d: &u64| match char::from_digit(*d as u32, 32) {
        Some(c) if *d < 32 => c.to_ascii_uppercase().to_string(),
        _ => format!("&{d};"),
    };
    let list = |digits: &[u64]| digits.iter().map(digit).collect::<String>();
    let before: Vec<u64> = code.before.iter().rev().copied().collect();
    let before = if before.is_empty() { "0".into() } else { list(&before) };
    let block = format!("[{}]", list(&code.recurring));
    let block = if code.recurring.is_empty() { "" } else { &block };
    let after = list(&code.after);
    let after = if after.is_empty() && block.is_empty() { "0".into() } else { after };
    format!("{before}.{after}{block}")
}

/// The canonical text of a code of plain digits; other texts as they are.
fn canonical(game: &str) -> String {
    let Some((before, right)) = game.split_once('.') else { return game.into() };
    if game.contains(['{', '&', ' ', '!', '?', '=']) {
        return game.into();
    }
    let (after, block) =
        right.strip_suffix(']').map_or((right, ""), |r| r.split_once('[').unwrap());
    let (mut after, mut block): (Vec<char>, Vec<char>) =
        (after.chars().collect(), block.chars().collect());
    if block.iter().all(|d| *d == '0') {
        block.clear();
        while after.len() > 1 && after.last() == Some(&'0') {
            after.pop();
        }
    } else {
        let least = (1..=block.len())
            .find(|p| block.len().is_multiple_of(*p) && block[*p..] == block[..block.len() - p]);
        block.truncate(least.unwrap());
        while after.last() == block.last() {
            after.pop();
            block.rotate_right(1);
        }
    }
    if after.is_empty() && block.is_empty() {
        after.push('0');
    }
    let (after, block) = (String::from_iter(after), String::from_iter(block));
    let before = before.trim_start_matches('0');
    let before = if before.is_empty() { "0" } else { before };
    if block.is_empty() {
        format!("{before}.{after}")
    } else {
        format!("{before}.{after}[{block}]")
    }
}
