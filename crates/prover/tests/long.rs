//! Long games, solved with proof and checked. Slow; run with
//! `cargo test --release -p sprague-prover --test long -- --ignored --nocapture`.

use sprague_budget::Budget;
use sprague_certificate::Claim;
use sprague_checker::{check, default_budget};
use sprague_games::Ruleset;
use sprague_prover::find::Lags;
use sprague_prover::{Method, Status, solve};
use std::time::Instant;

fn solved_and_checked(game: &str, preperiod: u64, period: u64) {
    let rules: Ruleset = game.parse().unwrap();
    let budget = Budget::unlimited().values(300_000_000);
    let start = Instant::now();
    let solution = solve(&rules, &budget, Method::Auto).unwrap();
    println!("{game}: solved in {:.2?}", start.elapsed());
    assert_eq!(solution.status(), Status::Proved);
    let r = solution.claim().and_then(Claim::regularity).unwrap();
    assert_eq!((r.preperiod, r.period, r.saltus), (preperiod, period, 0));
    let certificate = solution.certificate().unwrap();
    println!("{game}: certificate of {} bytes", certificate.to_json().len());
    drop(solution);
    let start = Instant::now();
    let verified = check(&certificate, Some(&rules.to_string()), &default_budget()).unwrap();
    println!("{game}: checked in {:.2?}, {} values", start.elapsed(), verified.values());
}

/// 0.16, 0.56, 0.127: a quarter of a million values.
#[test]
fn a_quarter_of_a_million() {
    solved_and_checked("0.16", 105_351, 149_459);
    solved_and_checked("0.127", 46_578, 4);
}

/// 0.376 and 0.354: millions of values.
#[test]
#[ignore = "a minute of processor time"]
fn millions() {
    solved_and_checked("0.56", 326_640, 144);
    solved_and_checked("0.376", 2_268_248, 4);
    solved_and_checked("0.354", 10_061_916, 1180);
}

/// 0.454: 2 * 10^8 values, 2 GB.
#[test]
#[ignore = "minutes, and 2 GB of memory"]
fn hundreds_of_millions() {
    solved_and_checked("0.454", 160_949_019, 60_620_715);
}

/// The period of 10^8 stored values is found in linear time and within 2 GB.
#[test]
#[ignore = "600 MB of memory"]
fn period_of_a_hundred_million_values() {
    const LENGTH: usize = 100_000_000;
    const PREPERIOD: usize = 30_000_000;
    const PERIOD: usize = 20_000_003;
    let mut state = 1u64;
    let mut values: Vec<u16> = Vec::with_capacity(LENGTH);
    for n in 0..LENGTH {
        values.push(if n >= PREPERIOD + PERIOD {
            values[n - PERIOD]
        } else {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 58) as u16 + 1
        });
    }
    values[PREPERIOD - 1] = 0; // so that the preperiod is no smaller
    let start = Instant::now();
    let found = Lags::new(&values).observed().unwrap();
    println!("10^8 values: {:.2?}", start.elapsed());
    assert_eq!((found.preperiod, found.period), (PREPERIOD as u64, PERIOD as u64));
}
