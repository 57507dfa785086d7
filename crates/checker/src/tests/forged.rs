//! Certificates made to deceive, to overflow or to exhaust: all are rejected, without a panic and
//! with little work.

use super::automata::kayles_with;
use super::*;
use sprague_certificate::{Extent, MisereQuotient, QuotientClaim, SparseWindow};

const MAX: u64 = u64::MAX;

/// A check that may not cost much.
pub(super) fn cheap(game: &str, claim: Claim, proof: Proof) -> Result<Verified, Rejection> {
    let budget = default_budget().values(1 << 20).steps(1 << 20).bytes(1 << 22).threads(1);
    check(&Certificate { game: game.into(), claim, proof }, None, &budget)
}

/// The library can say what no file can: the checker looks at it all the same.
#[test]
fn claims_that_say_nothing() {
    let sapp = |period, saltus, residues: &[u64]| Claim::Sapp {
        regularity: Regularity { preperiod: 0, period, saltus },
        periodic_residues: residues.to_vec(),
    };
    let quotient = Claim::MisereQuotient(QuotientClaim {
        order: 1,
        p_order: 0,
        extent: Extent::All { preperiod: 0, period: 0 },
    });
    for proof in [
        BREAK,
        SUBTRACTION,
        ALL_BUT,
        split(1),
        sedecimal(1),
        recurring_octal(1, 1),
        recurring_tetral(1, 1),
        recurring_periodic(1),
        Proof::Automaton(Box::new(kayles_with(|_| ()))),
        Proof::SparseWindow(window()),
        Proof::MisereQuotient(MisereQuotient { table: vec![vec![0]], p: vec![], phi: vec![0] }),
    ] {
        for game in ["0.77", "0.0", "S(1,2)", "S(5000000)", "AllBut(1)", "0.[3]", "0.3F", "4!.0"] {
            for claim in [
                regular(0, 0, 0),
                regular(0, 0, 1),
                regular(3, 0, 0),
                sapp(0, 1, &[0]),
                sapp(2, 0, &[0]),
                sapp(2, 1, &[]),
                sapp(2, 1, &[2]),
                sapp(2, 1, &[1, 0]),
                sapp(2, 1, &[0, 1]),
                quotient.clone(),
            ] {
                let rejection = cheap(game, claim.clone(), proof.clone()).unwrap_err();
                assert_eq!(rejection.step(), Step::Claim, "{game} {claim}: {rejection}");
            }
            let of =
                Certificate { game: game.into(), claim: regular(0, 0, 0), proof: proof.clone() };
            let cousin = Proof::StandardForm(Cousin { of: Box::new(of) });
            assert!(cheap(game, regular(0, 1, 0), cousin).is_err());
        }
    }
}

/// Numbers at the end of what 64 bits hold, in every place.
#[test]
fn huge_numbers() {
    let games = [
        "0.77",
        "0.003",
        "80000.3",
        "S(1,2)",
        "S(1000000000000000)",
        "S(999999999999999,1)",
        "AllBut(1)",
        "AllBut(1000000000000000)",
        "4!.0",
        "Split(2, differ>=1000000000000)",
        "0.8!",
        "0.8?",
        "0.G=",
        "0.3F",
        "0.[3]",
        "0.1[23]",
        "400.[7]",
        "n -> n-1 if n >= 999999999",
    ];
    for game in games {
        for n in [1, 1 << 31, 1 << 32, 1 << 62, (1 << 63) - 1, 1 << 63, MAX - 1, MAX] {
            for (l, p, s) in
                [(n, 1, 0), (0, n, 0), (n, n, 0), (n, 1, 1), (0, n, 1), (0, 1, n), (n, n, n)]
            {
                for proof in [
                    BREAK,
                    SUBTRACTION,
                    ALL_BUT,
                    split(1),
                    split(n),
                    sedecimal(1),
                    sedecimal(n),
                    recurring_octal(1, n),
                    recurring_octal(n, 1),
                    recurring_tetral(1, n),
                    recurring_tetral(n, 1),
                    recurring_periodic(n),
                ] {
                    let what = format!("{game} {l} {p} {s} by {}", proof.theorem());
                    let small = n == 1 || game.contains("000000");
                    assert!(cheap(game, regular(l, p, s), proof).is_err() || small, "{what}");
                }
            }
        }
    }
}

/// S(10^15 - 1, 10^15, ...) with thousands of members: runs, not values, and no more work than
/// allowed.
#[test]
fn many_large_members() {
    let members: Vec<String> =
        (0..4000u64).map(|i| (900_000_000_000_000 + 7 * i * i).to_string()).collect();
    let game = format!("S({})", members.join(","));
    for (l, p) in [(0, 1_800_000_000_000_000), (0, 5), (5, 1_900_000_000_000_000)] {
        assert!(cheap(&game, regular(l, p, 0), SUBTRACTION).is_err());
    }
}

fn window() -> SparseWindow {
    SparseWindow {
        mask: 30,
        position_parity: false,
        rares: vec![1],
        helper: 5,
        sparse_from: 100,
        window_from: 200,
        snapshots: vec![],
    }
}

#[test]
fn sparse_windows_with_huge_numbers() {
    let changes: [&dyn Fn(&mut SparseWindow); 10] = [
        &|w| w.mask = u32::MAX,
        &|w| w.mask = 0,
        &|w| w.rares = vec![],
        &|w| w.rares = vec![MAX],
        &|w| w.rares = vec![1, MAX - 2],
        &|w| w.helper = MAX,
        &|w| w.sparse_from = MAX,
        &|w| w.window_from = MAX,
        &|w| (w.sparse_from, w.window_from) = (1 << 40, 1 << 40),
        &|w| (w.helper, w.sparse_from, w.window_from) = (1 << 61, 1 << 63, 1 << 63),
    ];
    for change in changes {
        let mut window = window();
        change(&mut window);
        for (l, p) in [(71, 12), (0, 1), (MAX, 1), (0, MAX), (MAX, MAX)] {
            for game in ["0.77", "4.4", "0.4", "0.007"] {
                assert!(
                    cheap(game, regular(l, p, 0), Proof::SparseWindow(window.clone())).is_err()
                );
            }
        }
    }
}

/// The inequalities of the sparse-window theorem, each met and missed by one.
#[test]
fn sparse_windows_at_the_limit() {
    // 0.77: t = 2, W = max(1, 5) + 2 = 7.
    let reason = |game: &str, period, change: &dyn Fn(&mut SparseWindow)| {
        let mut window = window();
        change(&mut window);
        let claim = regular(50, period, 0);
        cheap(game, claim, Proof::SparseWindow(window)).unwrap_err().reason().to_owned()
    };
    // What comes after these hypotheses: the values.
    let later = "the rare positions are not the listed ones";
    assert_eq!(reason("0.77", 12, &|_| ()), later);
    assert!(reason("0.77", 12, &|w| w.window_from = 49).contains("before the preperiod"));
    assert_eq!(reason("0.77", 12, &|w| w.window_from = 93), later);
    assert!(reason("0.77", 12, &|w| w.window_from = 92).contains("before sparse_from"));
    let far = |helper, sparse_from, window_from| {
        reason("0.77", 12, &|w| {
            (w.helper, w.sparse_from, w.window_from) = (helper, sparse_from, window_from);
        })
    };
    assert_eq!(far(60, 123, 63), later);
    assert!(far(60, 122, 63).contains("at least 123"));
    assert!(far(60, 123, 62).contains("beyond W = 62"));
    let twisted = |w: &mut SparseWindow| w.position_parity = true;
    assert_eq!(reason("0.707", 12, &twisted), later);
    assert!(reason("0.707", 11, &twisted).contains("(3)"));
    assert!(reason("0.77", 12, &twisted).contains("one parity"));
    for (game, why) in [
        ("0.8", "more than two heaps"),
        ("4!.3", "condition"),
        ("n -> a+b where a+b = n-1 if n >= 3", "condition"),
        ("40.3", "further left"),
        ("0.33", "no splitting move"),
        ("0.[7]", "finite list"),
    ] {
        assert!(reason(game, 12, &|_| ()).contains(why), "{game}");
    }
}

/// Misere quotients: a large table or many heaps cost what is counted.
#[test]
fn misere_quotients_that_cost_much() {
    let verdict = |game: &str, table: Vec<Vec<u16>>, p: Vec<u16>, phi: Vec<u16>| {
        let extent = Extent::Heaps(phi.len() as u64 - 1);
        let claim = QuotientClaim { order: table.len() as u64, p_order: p.len() as u64, extent };
        let proof = Proof::MisereQuotient(MisereQuotient { table, p, phi });
        cheap(game, Claim::MisereQuotient(claim), proof).map_err(|rejection| rejection.step())
    };
    // She-loves-me: heaps of 1 and 2 alternate, the quotient is {1, a}. Many heaps are fine.
    let nim = vec![vec![0, 1], vec![1, 0]];
    let phi: Vec<u16> = (0..100_000).map(|n| u16::from(n % 2 == 1)).collect();
    assert!(verdict("S(1)", nim.clone(), vec![1], phi).is_ok());
    let phi: Vec<u16> = (0..100_000).map(|n| u16::from(n % 3 == 1)).collect();
    assert_eq!(verdict("S(1)", nim, vec![1], phi), Err(Step::Hypothesis));
    // A cyclic group of order 900, every class a generator.
    let group: Vec<Vec<u16>> =
        (0..900).map(|x| (0..900).map(|y| (x + y) % 900).collect()).collect();
    let phi: Vec<u16> = (0..900).collect();
    assert_eq!(verdict("0.77", group, vec![1], phi), Err(Step::Limit));
    assert_eq!(verdict("0.77", vec![], vec![], vec![0]), Err(Step::Hypothesis));
    assert_eq!(verdict("0.77", vec![vec![0]], vec![7], vec![0]), Err(Step::Hypothesis));
    assert_eq!(verdict("0.77", vec![vec![0], vec![0]], vec![], vec![0]), Err(Step::Hypothesis));
}

/// The rules of a certificate are the rules it is judged by, in their one spelling; a file about
/// one game is none about another.
#[test]
fn names_and_other_spellings() {
    let about = |game: &str| {
        let certificate =
            Certificate { game: game.into(), claim: regular(71, 12, 0), proof: BREAK };
        check(&certificate, Some("0.77"), &default_budget())
            .map(|verified| verified.game().to_owned())
            .map_err(|rejection| rejection.step())
    };
    assert_eq!(about("0.77"), Ok("0.77".into()));
    // Another spelling of the same rules is for the program to read, not for the checker.
    for other in [".77", " 0.770 ", "0.770", "00.77", "Kayles", "kay-les", "0.77[0]", "0.7[7]"] {
        assert_eq!(about(other), Err(Step::Game), "{other}");
    }
    for other in
        ["0.77[7]", "4.4", "0.177", "0.7", "4.77", "0.77 + pass", "", "0.77\0", "\u{660}.77"]
    {
        assert_eq!(about(other), Err(Step::Game), "{other}");
    }
}

/// Texts that are deep or long are read, or refused, without running out of stack.
#[test]
fn deep_rules() {
    let depth = 100_000;
    for game in [
        format!("0.7{}", " + pass".repeat(depth)),
        format!("n -> {}n-1{}", "(".repeat(depth), ")".repeat(depth)),
        format!("n -> n-1 if {}n > 1", "not ".repeat(depth)),
        format!("n -> n{}", "-1".repeat(depth)),
        format!("n -> n-1 if n > 1{}", " or n > 1".repeat(depth)),
        format!("0.{}", "7".repeat(depth)),
        format!("0.[{}]", "7".repeat(depth)),
        format!("0.{{{depth}+}}"),
        format!("S({})", vec!["1"; depth].join(",")),
    ] {
        for proof in [BREAK, recurring_periodic(1)] {
            assert!(cheap(&game, regular(71, 12, 0), proof).is_err());
        }
    }
}
