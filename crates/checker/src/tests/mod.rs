mod automata;
mod forged;
mod hypotheses;
mod mark;
mod pass;
mod small_games;
mod windows;

use super::*;
use sprague_certificate::{Multiple, Recurrence};

fn regular(preperiod: u64, period: u64, saltus: u64) -> Claim {
    Claim::Regular(Regularity { preperiod, period, saltus })
}

const BREAK: Proof = Proof::FiniteTakeAndBreak;
const SUBTRACTION: Proof = Proof::FiniteSubtraction;
const ALL_BUT: Proof = Proof::AllBut;

fn split(multiple: u64) -> Proof {
    Proof::GrundySplit(Multiple { multiple })
}

fn sedecimal(multiple: u64) -> Proof {
    Proof::SedecimalArithmetic(Multiple { multiple })
}

fn recurring_periodic(multiple: u64) -> Proof {
    Proof::RecurringPeriodic(Multiple { multiple })
}

fn recurring_octal(multiple: u64, blocks: u64) -> Proof {
    Proof::RecurringOctal(Recurrence { multiple, blocks })
}

fn recurring_tetral(multiple: u64, blocks: u64) -> Proof {
    Proof::RecurringTetral(Recurrence { multiple, blocks })
}

fn decide_it(game: &str, claim: Claim, proof: Proof) -> Result<Verified, Rejection> {
    check(&Certificate { game: game.into(), claim, proof }, None, &default_budget())
}

/// The definition, word for word.
pub(crate) fn definition(rules: &Rules, to: usize) -> Vec<u32> {
    let mut g: Vec<u32> = Vec::new();
    for n in 0..to {
        let options = rules.options(n as u64).unwrap();
        let values: Vec<u32> = options
            .iter()
            .map(|heaps| heaps.iter().fold(0, |sum, &h| sum ^ g[h as usize]))
            .collect();
        g.push((0..).find(|v| !values.contains(v)).unwrap());
    }
    g
}

/// A certificate is rejected at a step, for a reason that contains `reason`.
fn rejects(game: &str, claim: Claim, proof: Proof, step: Step, reason: &str) {
    let what = format!("{game}: {claim} by {}", proof.theorem());
    match decide_it(game, claim, proof) {
        Ok(verified) => panic!("{what} was verified: {verified}"),
        Err(rejection) => {
            assert_eq!(rejection.step(), step, "{what}: {rejection}");
            assert!(rejection.reason().contains(reason), "{what}: {rejection}");
        }
    }
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
    let certificate = Certificate {
        game: "0.77".into(),
        claim: regular(71, 12, 0),
        proof: Proof::FiniteTakeAndBreak,
    };
    assert_eq!(check(&certificate, Some("0.7"), &default_budget()).unwrap_err().step(), Step::Game);
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
    for budget in [
        default_budget().values(100),
        default_budget().steps(1000),
        default_budget().bytes(300),
        default_budget().deadline(std::time::Instant::now()),
    ] {
        assert_eq!(check(&certificate, None, &budget).unwrap_err().step(), Step::Limit);
    }
    let budget = default_budget();
    assert!(check(&certificate, None, &budget).is_ok());
    budget.stop();
    assert_eq!(check(&certificate, None, &budget).unwrap_err().step(), Step::Stopped);
}
