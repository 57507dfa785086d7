use super::*;
use sprague_certificate::Multiple;

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
