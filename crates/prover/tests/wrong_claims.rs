//! Wrong claims other programs have made. None may be proved, here or by the checker.

use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim, Multiple, Proof, Recurrence, Regularity};
use sprague_checker::{check, default_budget};
use sprague_games::Ruleset;
use sprague_prover::{Method, Status, solve};

const WRONG: [(&str, u64, u64); 7] = [
    ("0.4", 0, 1),
    ("0.04", 0, 1),
    ("0.004", 0, 1),
    ("0.30[001]", 0, 2),
    ("0.23[0010]", 0, 3),
    ("0.{3+}", 0, 1),
    ("{2+}=.0", 0, 1),
];

#[test]
fn the_checker_rejects_them() {
    let proofs = [
        Proof::FiniteTakeAndBreak,
        Proof::FiniteSubtraction,
        Proof::AllBut,
        Proof::GrundySplit(Multiple { multiple: 1 }),
        Proof::GrundySplit(Multiple { multiple: 6 }),
        Proof::RecurringPeriodic(Multiple { multiple: 1 }),
        Proof::RecurringPeriodic(Multiple { multiple: 12 }),
        Proof::SedecimalArithmetic(Multiple { multiple: 1 }),
        Proof::RecurringOctal(Recurrence { multiple: 1, blocks: 1 }),
        Proof::RecurringTetral(Recurrence { multiple: 1, blocks: 1 }),
    ];
    for (game, least, period) in WRONG {
        assert!(sprague_checker::Rules::read(game).is_ok(), "{game}");
        for preperiod in least..6 {
            let claim = Claim::Regular(Regularity { preperiod, period, saltus: 0 });
            for proof in &proofs {
                let certificate =
                    Certificate { game: game.into(), claim: claim.clone(), proof: proof.clone() };
                let verdict = check(&certificate, None, &default_budget());
                assert!(verdict.is_err(), "{game} {claim} by {}", proof.theorem());
            }
        }
    }
}

#[test]
fn the_solver_does_not_make_them() {
    for (game, _, period) in WRONG {
        let rules: Ruleset = game.parse().unwrap();
        for limit in [4, 9, 12, 40, 64] {
            let budget = Budget::unlimited().values(limit);
            let solution = solve(&rules, &budget, Method::Auto).unwrap();
            let claimed = solution.claim().and_then(Claim::regularity);
            assert!(
                solution.status() != Status::Proved || claimed.is_none_or(|r| r.period != period),
                "{game} with {limit} values: {:?}",
                solution.claim()
            );
            assert_ne!(solution.status(), Status::Observed, "{game} with {limit} values");
        }
    }
}

/// Data agree for a long time and then differ: nothing about .36 follows from .161.
#[test]
fn equal_for_518_values_is_not_equal() {
    let values = |game: &str| {
        sprague_engine::values(&game.parse().unwrap(), 520, &sprague_engine::Budget::unlimited())
            .unwrap()
    };
    let (one, other) = (values("0.161"), values("0.36"));
    assert_eq!(one[..519], other[..519]);
    assert_ne!(one[519], other[519]);
}

/// Theorem 6.2: a finite octal game is never reported as arithmetic-periodic.
#[test]
fn no_octal_game_is_arithmetic_periodic() {
    for d1 in 0..8 {
        for d2 in 0..8 {
            for d3 in 0..8 {
                let rules: Ruleset = format!("0.{d1}{d2}{d3}").parse().unwrap();
                let budget = Budget::unlimited().values(300);
                let solution = solve(&rules, &budget, Method::Auto).unwrap();
                let saltus = solution.claim().and_then(Claim::regularity).map_or(0, |r| r.saltus);
                assert_eq!(saltus, 0, "{rules}");
            }
        }
    }
}
