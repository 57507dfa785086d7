//! Certificates made to deceive, to overflow or to exhaust: all are rejected, without a panic and
//! with little work.

use super::*;
use sprague_certificate::{
    Automaton, AutomatonProof, Closure, Extent, MisereQuotient, QuotientClaim, SparseWindow,
};

const MAX: u64 = u64::MAX;

/// A check that may not cost much.
fn cheap(game: &str, claim: Claim, proof: Proof) -> Result<Verified, Rejection> {
    let limits = Limits {
        max_values: 1 << 20,
        max_work: 1 << 22,
        max_bytes: 1 << 23,
        threads: 1,
        stop: None,
    };
    check(&Certificate { game: game.into(), claim, proof }, None, &limits)
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
        for game in ["0.77", "0.0", "S(1,2)", "S(5000000)", "AllBut(1)", "0.[3]", "0.3F", "Grundy"]
        {
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
        "Grundy",
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

/// An automaton with these roots, every state of which may lead anywhere.
fn dfa(states: u32, letters: u32, roots: Vec<(u32, u64)>) -> Automaton {
    // Even letters (bit 0) stay, odd ones go round: zeros change nothing, every state is live.
    let next = (0..states)
        .flat_map(|s| (0..letters).map(move |a| if a == 0 { s } else { (s + a) % states }))
        .collect();
    Automaton { accepting: vec![0], next, roots }
}

/// Something that looks like a proof for Kayles, changed.
fn kayles_with(change: impl Fn(&mut AutomatonProof)) -> AutomatonProof {
    let one = || dfa(1, 4, vec![(0, 1)]);
    let mut proof = AutomatonProof {
        modulus: 1,
        base: 2,
        low_bits: 0,
        gamma: one(),
        sums: vec![one()],
        unequal: None,
        closures: vec![],
        options: one(),
        laws: None,
    };
    change(&mut proof);
    proof
}

/// Evidence of a few kilobytes that would take years or terabytes: many live roots for several
/// heaps at once, a large base with many variables, closures of what is not there.
#[test]
fn automata_that_explode() {
    let spread = |p: &mut AutomatonProof, modulus: u64, base: u64, low_bits: u32, states: u32| {
        (p.modulus, p.base, p.low_bits) = (modulus, base, low_bits);
        let count = modulus << low_bits;
        let roots: Vec<(u32, u64)> =
            (0..count).map(|r| ((r % u64::from(states)) as u32, 1)).collect();
        let big = dfa(states, 2 * base as u32, roots);
        p.gamma = big.clone();
        p.options = big.clone();
        p.unequal = Some(big.clone());
        p.sums = vec![big.clone(), big.clone(), big.clone()];
        p.closures =
            vec![Closure { from: 1, relation: big.clone() }, Closure { from: 3, relation: big }];
    };
    let six = "n -> a+b+c+d+e+f where a+b+c+d+e+f = n and a < b and b < c";
    for (game, modulus, base, low_bits, states, sums) in [
        ("0.77", 1, 64, 0, 40, 1),
        ("0.77", 1, 2, 10, 1000, 1),
        ("0.77", 1 << 13, 2, 0, 7, 1),
        ("0.V", 512, 2, 6, 300, 3),
        ("0.*", 1, 3, 5, 32, 3),
        ("Split(5, distinct)", 1, 64, 0, 40, 0),
        ("Split(5, distinct)", 1, 2, 10, 1000, 0),
        ("Split(5, distinct)", 1 << 13, 2, 0, 7, 0),
        (six, 1, 64, 0, 3, 0),
        (six, 1, 2, 5, 32, 0),
        ("Mark(64)", 1 << 13, 3, 0, 7, 0),
    ] {
        let proof = kayles_with(|p| {
            spread(p, modulus, base, low_bits, states);
            p.sums.truncate(sums);
            if sums == 0 {
                (p.unequal, p.closures) = (None, vec![]);
            }
        });
        assert!(cheap(game, Claim::Automatic, Proof::Automaton(Box::new(proof))).is_err());
    }
    // A long chain of states: (T) closes it in one go.
    let length = 1 << 15;
    let mut chain = dfa(length, 4, vec![(0, 1)]);
    for s in 0..length {
        let next = (s + 1).min(length - 1);
        chain.next[4 * s as usize..4 * s as usize + 4].copy_from_slice(&[s, next, next, next]);
    }
    chain.accepting = vec![length - 1];
    let proof = kayles_with(|p| {
        p.gamma = chain.clone();
        p.sums.clear();
        p.options = dfa(1, 4, vec![(0, 1)]);
        p.options.accepting.clear();
    });
    let rejection = cheap("0.0", Claim::Automatic, Proof::Automaton(Box::new(proof))).unwrap_err();
    assert_eq!(rejection.step(), Step::Hypothesis, "{rejection}");
}

/// Rules with numbers that would overflow the carries of the machine.
#[test]
fn automata_of_rules_with_large_numbers() {
    for rule in [
        "n -> n-1 if n >= 999999999999",
        "n -> n-k where 999999999999k >= n",
        "n -> n-k where k mod 999999999999 = 1",
        "n -> n-k where 1000000k + 1000000k >= 1000000n",
        "n -> 999999999999n - 999999999999n",
    ] {
        let proof = Proof::Automaton(Box::new(kayles_with(|_| ())));
        assert!(cheap(rule, Claim::Automatic, proof).is_err(), "{rule}");
    }
}

/// The graph of the zero game: G(n) = 0 for all n.
fn zero() -> AutomatonProof {
    // State 0: the value is 0 so far; state 1: it is not.
    let gamma =
        Automaton { accepting: vec![0], next: vec![0, 1, 0, 1, 1, 1, 1, 1], roots: vec![(0, 1)] };
    let nothing = Automaton { accepting: vec![], next: vec![0; 4], roots: vec![(0, 1)] };
    kayles_with(|p| {
        p.gamma = gamma.clone();
        p.options = nothing.clone();
        p.sums.clear();
    })
}

/// The smallest proof by automata, and each of its hypotheses broken.
#[test]
fn a_small_automaton() {
    let verdict = |game: &str, claim: Claim, change: &dyn Fn(&mut AutomatonProof)| {
        let mut proof = zero();
        change(&mut proof);
        cheap(game, claim, Proof::Automaton(Box::new(proof))).map_err(|r| r.to_string())
    };
    let good = regular(0, 1, 0);
    assert!(verdict("0.0", good.clone(), &|_| ()).is_ok());
    assert!(verdict("0.0", Claim::Automatic, &|_| ()).is_ok());
    let fails = |game: &str, claim: Claim, change: &dyn Fn(&mut AutomatonProof), reason: &str| {
        let rejection = verdict(game, claim, change).unwrap_err();
        assert!(rejection.contains(reason), "{reason}: {rejection}");
    };
    fails("0.1", good.clone(), &|_| (), "options: not the relation");
    fails("0.0", regular(0, 2, 0), &|_| (), "period is not the least");
    fails("0.0", regular(1, 1, 0), &|_| (), "preperiod is not the least");
    fails("0.0", regular(0, 1, 1), &|_| (), "false");
    fails("0.0", Claim::Ruler, &|_| (), "laws");
    // (T): heaps with an odd k have no value; (A): an option with the value; (B): none below.
    fails("0.0", good.clone(), &|p| p.gamma.next[2] = 1, "(T)");
    fails("0.0", good.clone(), &|p| p.options = p.gamma.clone(), "options: not the relation");
    fails("0.0", good.clone(), &|p| p.gamma.accepting = vec![0, 1], "(B)");
    fails("0.0", good.clone(), &|p| p.gamma.next[0] = 1, "leading zeros");
    fails("0.0", good.clone(), &|p| p.gamma.roots = vec![(1, 1)], "(T)");
    fails("0.0", good.clone(), &|p| p.gamma.roots = vec![(2, 1)], "unknown state");
    fails("0.0", good.clone(), &|p| p.gamma.roots = vec![(0, 2)], "too many roots");
    fails("0.0", good.clone(), &|p| p.gamma.roots = vec![(0, 0)], "too few roots");
    fails("0.0", good.clone(), &|p| p.gamma.accepting = vec![2], "accepting");
    fails("0.0", good.clone(), &|p| p.gamma.next[7] = 2, "unknown state");
    fails("0.0", good.clone(), &|p| p.base = 1, "out of range");
    fails("0.0", good.clone(), &|p| p.base = 65, "out of range");
    fails("0.0", good.clone(), &|p| p.modulus = 0, "out of range");
    fails("0.0", good.clone(), &|p| p.modulus = MAX, "out of range");
    fails("0.0", good.clone(), &|p| p.low_bits = 13, "out of range");
    fails("0.0", good.clone(), &|p| p.low_bits = u32::MAX, "out of range");
    fails("0.0", good.clone(), &|p| (p.modulus, p.low_bits) = (1 << 20, 12), "out of range");
    fails("0.0", good.clone(), &|p| p.sums = vec![p.gamma.clone()], "sums of 2 heaps: not");
    fails("0.0", good.clone(), &|p| p.unequal = Some(p.options.clone()), "unequal pairs: not");
    let closure = |p: &mut AutomatonProof, from| {
        p.closures = vec![Closure { from, relation: p.options.clone() }];
    };
    fails("0.0", good.clone(), &|p| closure(p, 1), "1 or more heaps: not");
    fails("0.0", good.clone(), &|p| closure(p, 0), "missing");
    fails("0.0", good, &|p| closure(p, 2), "missing");
}

/// (A) on its own: G(n) = 0 and an option of value 0, the relation of the options being right.
#[test]
fn an_option_with_the_value_of_its_heap() {
    // 0.[2] under the claim that all values are 0: options (n, 0) for n >= 2.
    let proof = kayles_with(|p| {
        p.gamma = zero().gamma;
        p.sums.clear();
        // 0: n = 0 so far, 1: n = 1, 2: n >= 2, 3: the value is not 0
        p.options = Automaton {
            accepting: vec![2],
            next: vec![4, 3, 1, 3, 1, 3, 2, 3, 2, 3, 2, 3, 3, 3, 3, 3, 4, 3, 2, 3],
            roots: vec![(0, 1)],
        };
    });
    let rejection =
        cheap("0.[2]", Claim::Automatic, Proof::Automaton(Box::new(proof))).unwrap_err();
    assert!(rejection.reason().contains("(A)"), "{rejection}");
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
    let phi: Vec<u16> = (0..300_000).map(|n| u16::from(n % 2 == 1)).collect();
    assert!(verdict("S(1)", nim.clone(), vec![1], phi).is_ok());
    let phi: Vec<u16> = (0..300_000).map(|n| u16::from(n % 3 == 1)).collect();
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

/// The rules of a certificate are the rules it is judged by, however they are written; a file about
/// one game is none about another.
#[test]
fn names_and_other_spellings() {
    let user: Ruleset = "0.77".parse().unwrap();
    let about = |game: &str| {
        let certificate =
            Certificate { game: game.into(), claim: regular(71, 12, 0), proof: BREAK };
        check(&certificate, Some(&user), &Limits::default())
            .map(|verified| verified.game.to_string())
            .map_err(|rejection| rejection.step())
    };
    for same in ["0.77", ".77", " 0.770 ", "Kayles", "kay-les", "0.77[0]"] {
        assert_eq!(about(same), Ok("0.77".into()), "{same}");
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
