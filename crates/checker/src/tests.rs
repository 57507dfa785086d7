use super::*;
use sprague_certificate::{Multiple, Recurrence};

fn regular(preperiod: u64, period: u64, saltus: u64) -> Claim {
    Claim::Regular(Regularity { preperiod, period, saltus })
}

fn decide_it(game: &str, claim: Claim, proof: Proof) -> Result<Verified, Rejection> {
    check(&Certificate { game: game.into(), claim, proof }, None, &Limits::default())
}

#[test]
fn kayles() {
    let ok = decide_it("0.77", regular(71, 12, 0), Proof::FiniteTakeAndBreak).unwrap();
    assert_eq!(
        ok.to_string(),
        "0.77: G(n+12)=G(n) for all n>=71; the period 12 and the preperiod 71 are the least"
    );
    for (claim, step) in [
        (regular(70, 12, 0), Step::Window),
        (regular(72, 12, 0), Step::Minimality),
        (regular(71, 24, 0), Step::Minimality),
        (regular(71, 11, 0), Step::Window),
        (regular(71, 12, 1), Step::Claim),
        (regular(u64::MAX, 12, 0), Step::Limit),
        (Claim::Automatic, Step::Claim),
    ] {
        let error = decide_it("0.77", claim.clone(), Proof::FiniteTakeAndBreak).unwrap_err();
        assert_eq!(error.step(), step, "{claim}: {error}");
    }
    let other: Ruleset = "0.7".parse().unwrap();
    let certificate = Certificate {
        game: "0.77".into(),
        claim: regular(71, 12, 0),
        proof: Proof::FiniteTakeAndBreak,
    };
    assert_eq!(
        check(&certificate, Some(&other), &Limits::default()).unwrap_err().step(),
        Step::Game
    );
}

#[test]
fn conditions_need_their_theorem() {
    let four = Proof::GrundySplit(Multiple { multiple: 1 });
    assert!(decide_it("Split(2, differ>=2)", regular(5, 4, 0), four.clone()).is_ok());
    assert_eq!(
        decide_it("Split(2, differ>=2)", regular(5, 4, 0), Proof::FiniteTakeAndBreak)
            .unwrap_err()
            .step(),
        Step::Hypothesis
    );
}

/// Every hypothesis of every theorem: a certificate that breaks it, and only it.
#[test]
fn each_hypothesis() {
    let once = Multiple { multiple: 1 };
    let recurrence = Recurrence { multiple: 1, blocks: 1 };
    let cases: Vec<(&str, Claim, Proof, Step, &str)> = vec![
        // finite-take-and-break: finite, no conditions, the window (l = 0 with e = 0), n0, saltus
        (
            "0.30[001]",
            regular(0, 2, 0),
            Proof::FiniteTakeAndBreak,
            Step::Hypothesis,
            "not a finite",
        ),
        (
            "Split(2, differ>=2)",
            regular(5, 4, 0),
            Proof::FiniteTakeAndBreak,
            Step::Hypothesis,
            "condition",
        ),
        ("0.4", regular(0, 1, 0), Proof::FiniteTakeAndBreak, Step::Window, "G(3) = 1"),
        (
            "n -> a+b where a+b = n if n >= 50",
            regular(0, 1, 0),
            Proof::FiniteTakeAndBreak,
            Step::Window,
            "G(50)",
        ),
        ("0.137F", regular(0, 2, 1), Proof::FiniteTakeAndBreak, Step::Claim, "saltus"),
        // finite-subtraction: one heap at most, a take, the window
        ("0.77", regular(71, 12, 0), Proof::FiniteSubtraction, Step::Hypothesis, "two heaps"),
        ("0.[3]", regular(0, 1, 0), Proof::FiniteSubtraction, Step::Hypothesis, "finite list"),
        ("S(2,3,5,8)", regular(12, 17, 0), Proof::FiniteSubtraction, Step::Window, "G("),
        ("0.0002", regular(0, 1, 0), Proof::FiniteSubtraction, Step::Window, "G(5) = 1"),
        ("S(1,2)", regular(0, 3, 3), Proof::FiniteSubtraction, Step::Claim, "saltus"),
        // grundy-split: finite, equal heaps, the window, the multiple
        ("0.[3]", regular(0, 1, 0), Proof::GrundySplit(once), Step::Hypothesis, "finite list"),
        ("0.8=", regular(0, 1, 0), Proof::GrundySplit(once), Step::Hypothesis, "equal heaps"),
        ("0.4=", regular(0, 1, 0), Proof::GrundySplit(once), Step::Hypothesis, "equal heaps"),
        (
            "4!0.0",
            regular(0, 1, 0),
            Proof::GrundySplit(once),
            Step::Hypothesis,
            "more than there was",
        ),
        ("Split(2, differ>=2)", regular(4, 4, 0), Proof::GrundySplit(once), Step::Window, "G("),
        ("Grundy", regular(1, 3, 0), Proof::GrundySplit(once), Step::Window, "G("),
        (
            "Split(2, differ>=2)",
            regular(5, 4, 0),
            Proof::GrundySplit(Multiple { multiple: 0 }),
            Step::Hypothesis,
            "multiple is 0",
        ),
        // all-but: the game, the saltus, the window
        ("S(1,2)", regular(0, 3, 1), Proof::AllBut, Step::Hypothesis, "not an all-but"),
        ("AllBut(1)", regular(0, 2, 0), Proof::AllBut, Step::Claim, "saltus is 0"),
        ("AllBut(1,2,8,9,10)", regular(7, 3, 1), Proof::AllBut, Step::Window, "G("),
        // sedecimal-arithmetic: finite, sedecimal, p >= t+2, s a power of two, (1), (2) and (3)
        (
            "0.[3]",
            regular(0, 1, 1),
            Proof::SedecimalArithmetic(once),
            Step::Hypothesis,
            "finite code",
        ),
        ("0.V", regular(0, 4, 1), Proof::SedecimalArithmetic(once), Step::Hypothesis, "exceeds 15"),
        (
            "8.0",
            regular(0, 4, 1),
            Proof::SedecimalArithmetic(once),
            Step::Hypothesis,
            "no digit after",
        ),
        ("0.FB", regular(5, 1, 1), Proof::SedecimalArithmetic(once), Step::Hypothesis, "below t+2"),
        (
            "0.3F",
            regular(0, 6, 3),
            Proof::SedecimalArithmetic(once),
            Step::Hypothesis,
            "power of 2",
        ),
        ("0.28", regular(0, 53, 16), Proof::SedecimalArithmetic(once), Step::Window, "G("),
        ("0.BC", regular(4, 3, 2), Proof::SedecimalArithmetic(once), Step::Hypothesis, "below t+2"),
        (
            "0.9E",
            regular(4, 3, 2),
            Proof::SedecimalArithmetic(Multiple { multiple: 3 }),
            Step::Hypothesis,
            "power of 2",
        ),
        // recurring-octal: recurring, octal, (b), p >= v+t, s a power of two, blocks, (1)
        (
            "0.77",
            regular(71, 12, 1),
            Proof::RecurringOctal(recurrence),
            Step::Hypothesis,
            "recurring",
        ),
        (
            "0.[F]",
            regular(0, 1, 1),
            Proof::RecurringOctal(recurrence),
            Step::Hypothesis,
            "exceeds 7",
        ),
        ("0.5[2]", regular(11, 12, 8), Proof::RecurringOctal(recurrence), Step::Hypothesis, "(b)"),
        (
            "0.1[2]",
            regular(3, 2, 1),
            Proof::RecurringOctal(Recurrence { multiple: 1, blocks: 9 }),
            Step::Hypothesis,
            "below v+t",
        ),
        (
            "0.[330]",
            regular(0, 6, 3),
            Proof::RecurringOctal(recurrence),
            Step::Hypothesis,
            "power of 2",
        ),
        (
            "0.[3]",
            regular(0, 1, 1),
            Proof::RecurringOctal(Recurrence { multiple: 1, blocks: 0 }),
            Step::Hypothesis,
            "blocks is 0",
        ),
        (
            "0.[03]",
            regular(0, 1, 1),
            Proof::RecurringOctal(Recurrence { multiple: 2, blocks: 1 }),
            Step::Window,
            "G(",
        ),
        // recurring-tetral: recurring, tetral, a recurring 2, (1), blocks
        (
            "0.33",
            regular(0, 3, 1),
            Proof::RecurringTetral(recurrence),
            Step::Hypothesis,
            "recurring",
        ),
        (
            "0.[7]",
            regular(0, 1, 1),
            Proof::RecurringTetral(recurrence),
            Step::Hypothesis,
            "exceeds 3",
        ),
        (
            "0.3[1]",
            regular(0, 1, 1),
            Proof::RecurringTetral(recurrence),
            Step::Hypothesis,
            "at most 1",
        ),
        ("0.[330]", regular(0, 3, 1), Proof::RecurringTetral(recurrence), Step::Window, "G("),
        // recurring-periodic: recurring, plain, the block, the window
        ("0.77", regular(71, 12, 0), Proof::RecurringPeriodic(once), Step::Hypothesis, "recurring"),
        ("0.[4!]", regular(0, 1, 0), Proof::RecurringPeriodic(once), Step::Hypothesis, "plain"),
        (
            "0.30[001]",
            regular(0, 2, 0),
            Proof::RecurringPeriodic(once),
            Step::Hypothesis,
            "block length",
        ),
        (
            "0.30[001]",
            regular(0, 2, 0),
            Proof::RecurringPeriodic(Multiple { multiple: 3 }),
            Step::Window,
            "G(",
        ),
        // other kinds of claims, and games no theorem is for
        ("0.77", Claim::Ruler, Proof::FiniteTakeAndBreak, Step::Claim, "ruler"),
        ("0.77 + pass", regular(71, 12, 0), Proof::FiniteTakeAndBreak, Step::Game, "pass"),
        ("0.7W", regular(71, 12, 0), Proof::FiniteTakeAndBreak, Step::Game, "cannot be read"),
    ];
    for (game, claim, proof, step, reason) in cases {
        let what = format!("{game}: {claim} by {}", proof.theorem());
        match decide_it(game, claim, proof) {
            Ok(verified) => panic!("{what} was verified: {verified}"),
            Err(rejection) => {
                assert_eq!(rejection.step(), step, "{what}: {rejection}");
                assert!(rejection.reason().contains(reason), "{what}: {rejection}");
            }
        }
    }
}

/// Hypotheses (2), (3) and (4) of Theorems 6.8 to 6.10 on made-up values: no game is known
/// that satisfies all but one of them.
#[test]
fn hypotheses_on_values() {
    let window = Window { from: 3, until: 100, period: 4, saltus: 2 };
    let good = [0, 1, 1, 0, 1, 2, 3, 2];
    assert!(theorem::small_before_the_period(&good, window, 2).is_ok());
    let mut two = good;
    two[2] = 2; // G(2) is not below s
    assert!(
        theorem::small_before_the_period(&two, window, 2).unwrap_err().reason().starts_with("(2)")
    );
    let mut three = good;
    three[6] = 4; // G(6) is not below 2s
    assert!(
        theorem::small_before_the_period(&three, window, 2)
            .unwrap_err()
            .reason()
            .starts_with("(3)")
    );

    let occurs = |game: &str, values: &[u32]| {
        let rules: Ruleset = game.parse().unwrap();
        theorem::sedecimal_arithmetic::every_value_occurs(&rules, values, window)
    };
    let all = [0, 1, 0, 2, 3, 0, 1, 3, 2]; // each of 0..4 at an odd and at an even heap
    assert!(occurs("0.08", &all).is_ok());
    assert!(occurs("0.07", &all).is_err(), "no digit contains 8");
    let once = [0, 1, 2, 3, 0]; // 1 only at an odd heap, 2 only at an even one
    assert!(occurs("0.08", &once).is_err(), "one parity of takes: both parities of heaps");
    assert!(occurs("0.88", &once).is_ok(), "both parities of takes: one heap is enough");
    assert!(occurs("0.88", &[0, 1, 2, 3]).is_err(), "heap 0 does not count");
    assert!(occurs("0.88", &[0, 1, 2, 0]).is_err(), "3 does not occur");
}

#[test]
fn standard_forms() {
    let kayles = Certificate {
        game: "0.77".into(),
        claim: regular(71, 12, 0),
        proof: Proof::FiniteTakeAndBreak,
    };
    let cousin = |of: &Certificate| Proof::StandardForm(Cousin { of: Box::new(of.clone()) });
    let claim = |l| regular(l, 34, 0);
    let chess =
        Certificate { game: "0.137".into(), claim: claim(52), proof: Proof::FiniteTakeAndBreak };
    assert!(decide_it("0.07", claim(53), cousin(&chess)).is_ok());
    assert!(decide_it("0.4", claim(54), cousin(&chess)).is_ok());
    for (game, claim, of, step) in [
        ("0.07", claim(53), &kayles, Step::Hypothesis),
        ("0.07", claim(54), &chess, Step::Claim),
        ("0.07", claim(52), &chess, Step::Window),
        ("0.07", regular(53, 68, 0), &chess, Step::Claim),
        ("0.0", regular(0, 1, 0), &chess, Step::Hypothesis),
        ("Mark", regular(0, 1, 0), &chess, Step::Hypothesis),
        ("0.07", claim(53), &Certificate { claim: claim(51), ..chess.clone() }, Step::Window),
    ] {
        assert_eq!(decide_it(game, claim, cousin(of)).unwrap_err().step(), step, "{game}");
    }
    let nested = Certificate { game: "0.137".into(), claim: claim(52), proof: cousin(&chess) };
    assert_eq!(decide_it("0.07", claim(53), cousin(&nested)).unwrap_err().step(), Step::Hypothesis);
}

#[test]
fn limits_are_obeyed() {
    let certificate = Certificate {
        game: "0.77".into(),
        claim: regular(71, 12, 0),
        proof: Proof::FiniteTakeAndBreak,
    };
    for limits in [
        Limits { max_values: 100, ..Limits::default() },
        Limits { max_work: 1000, ..Limits::default() },
        Limits { max_bytes: 300, ..Limits::default() },
    ] {
        assert_eq!(check(&certificate, None, &limits).unwrap_err().step(), Step::Limit);
    }
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let limits = Limits { stop: Some(stop.clone()), ..Limits::default() };
    assert!(check(&certificate, None, &limits).is_ok());
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(check(&certificate, None, &limits).unwrap_err().step(), Step::Stopped);
}
