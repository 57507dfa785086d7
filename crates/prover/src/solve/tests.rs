use super::*;
use num_bigint::BigUint;
use sprague_budget::Spent;
use sprague_certificate::Kind;
use std::time::{Duration, Instant};

fn solved(game: &str) -> Solution {
    let rules: Ruleset = game.parse().unwrap();
    solve(&rules, &Budget::unlimited().values(20_000), Method::Auto).unwrap()
}

/// Periods that nobody can compute: proved by closed forms, and certified by tiles.
#[test]
fn closed_forms() {
    for (game, period, certified) in [
        ("S(1000000007,1000000009)", "2000000016", true),
        ("S(1000003,2000009)", "3000012", true),
        ("S(999999937,10000000019,19000000101)", "20000000038", true),
        ("S(999999937,9999999361,10999999298)", "19999998731", true),
        ("S(10007,201001,211008)", "4031450041", true),
        // More than 64 bits.
        ("S(999999937,10009999999,11009999936)", "20029999365109960499", true),
        ("S(99999999999973,999999999990001)", "1099999999989974", true),
        ("AllBut(1000000007)", "2000000014", true),
        // The same game as the first.
        ("n -> n-1000000007 | n-1000000009", "2000000016", true),
    ] {
        let solution = solved(game);
        assert_eq!(solution.status(), Status::Proved, "{game}");
        let formula = solution.formula.as_ref().unwrap_or_else(|| panic!("{game}"));
        let regularity = formula.regularity.as_ref().unwrap_or_else(|| panic!("{game}"));
        assert_eq!(regularity.period.to_string(), period, "{game}");
        assert_eq!(solution.certificate().is_some(), certified, "{game}");
        assert_eq!(solution.is_checked(), certified.then_some(true), "{game}");
        if let Some(certificate) = solution.certificate() {
            let limits = sprague_checker::default_budget();
            sprague_fast_checker::check(&certificate, Some(&solution.game.to_string()), &limits)
                .unwrap_or_else(|rejection| panic!("{game}: {rejection}"));
        }
        let n = BigUint::from(10u32).pow(3000);
        let later = &n + &regularity.period;
        let grown = solution.value(&n).unwrap() + &regularity.saltus;
        assert_eq!(solution.value(&later), Some(grown), "{game}");
    }
    // Short ones are computed.
    assert_eq!(solved("S(3,10,13)").theorem_name(), Some("finite-subtraction"));
}

/// Every sort of search ends soon after its deadline, and soon after somebody stops it; it says
/// why, and keeps what was found.
#[test]
fn searches_stop() {
    let wait = Duration::from_millis(100);
    for (game, method) in [
        ("0.9138B835B", Method::Automaton),
        ("0.9138B835B", Method::Auto),
        ("0.007", Method::Auto),
        ("0.6", Method::Theorems),
        ("n -> a+b where a+b = n-1 and 3a >= b", Method::Auto),
    ] {
        let rules: Ruleset = game.parse().unwrap();
        let begun = Instant::now();
        let late = Budget::unlimited().deadline(begun + wait);
        let solution = solve(&rules, &late, method).unwrap();
        assert_eq!(solution.stopped, Some(Unfinished::Spent(Spent::Time)), "{game}");
        let stopped = Budget::unlimited();
        let solution = std::thread::scope(|scope| {
            let search = scope.spawn(|| solve(&rules, &stopped, method).unwrap());
            std::thread::sleep(wait);
            stopped.stop();
            search.join().unwrap()
        });
        assert_eq!(solution.stopped, Some(Unfinished::Spent(Spent::Stopped)), "{game}");
        assert_ne!(solution.status(), Status::Proved, "{game}");
        assert!(begun.elapsed() < 40 * wait, "{game}: {:?}", begun.elapsed());
    }
}

/// Cheap certificates are checked at once, others when asked; nothing else is proved.
#[test]
fn what_is_proved_is_checked() {
    for (game, checked) in
        [("Kayles", true), ("0.156", true), ("AllBut(1,2,8,9,10)", true), ("0.137F", true)]
    {
        let solution = solved(game);
        assert_eq!(solution.is_checked(), Some(checked), "{game}");
        assert!(matches!(solution.evidence(), Evidence::Verified(_)), "{game}");
    }
    assert_eq!(solved("0.6").is_checked(), None);
    let mut solution =
        search(&"Kayles".parse().unwrap(), &Budget::unlimited().values(20_000), Method::Auto)
            .unwrap();
    assert_eq!((solution.status(), solution.is_checked()), (Status::Proved, Some(false)));
    // A check that is not finished changes nothing.
    let late = Budget::unlimited().deadline(Instant::now());
    assert!(solution.check(&late).is_err());
    assert_eq!((solution.status(), solution.is_checked()), (Status::Proved, Some(false)));
    solution.check(&Budget::unlimited()).unwrap();
    assert_eq!(solution.is_checked(), Some(true));
}

/// What the checker rejects is not proved, whatever the prover believes.
#[test]
fn what_is_rejected_is_observed() {
    let mut solution = solved("Kayles");
    let mut certificate = solution.certificate().unwrap();
    certificate.claim = Claim::Regular(Regularity { preperiod: 70, period: 12, saltus: 0 });
    solution.evidence = Evidence::Unchecked(Box::new(certificate));
    let rejection = solution.check(&Budget::unlimited()).unwrap_err();
    assert_eq!((solution.status(), solution.is_checked()), (Status::Observed, None));
    assert_eq!((solution.certificate(), solution.theorem_name()), (None, None));
    assert_eq!(solution.stopped, Some(Unfinished::Rejected(rejection)));
    assert_eq!(solution.value(&BigUint::from(10u32).pow(30)), None);
}

/// A report of progress may stop the search.
#[test]
fn progress_is_told() {
    let stop = sprague_budget::Stop::new();
    let setter = stop.clone();
    let budget = Budget::unlimited().stopped_by(&stop).progress(move |progress| {
        assert_eq!(progress.unit, "values");
        if progress.done >= 1024 {
            setter.set();
        }
    });
    let solution = solve(&"0.007".parse().unwrap(), &budget, Method::Auto).unwrap();
    assert_eq!(solution.stopped, Some(Unfinished::Spent(Spent::Stopped)));
}

/// Nobody begins again at heap 0: what is told about progress never goes back, through the simple
/// engines, the search for automata, a sparse space and where that is given up.
#[test]
fn no_value_is_computed_twice() {
    use std::sync::atomic::{AtomicU64, Ordering};
    for (game, limit, method) in [
        ("0.106", 40_000, Method::Auto),
        ("0.07", 20_000, Method::Auto),
        ("0.04", 20_000, Method::Auto),
        ("0.6", 30_000, Method::Auto),
        ("0.2048", 10_000, Method::Auto),
        ("0.2048", 10_000, Method::Automaton),
        ("0.8", 3_000, Method::Auto),
        ("0.208", 5_000, Method::Auto),
        ("n -> n-1 | n div 2", 5_000, Method::Auto),
        ("S(2,5,9)", 5_000, Method::Automaton),
        ("AllBut(1,2,3)", 5_000, Method::Automaton),
    ] {
        let rules: Ruleset = game.parse().unwrap();
        let last = AtomicU64::new(0);
        let budget = Budget::unlimited().values(limit).progress(move |progress| {
            if progress.unit == "values" {
                let before = last.swap(progress.done, Ordering::Relaxed);
                assert!(before <= progress.done, "{before} {}", progress.done);
            }
        });
        let found = solve(&rules, &budget, method).unwrap();
        let values = found.values.first(found.values.len());
        let expected =
            sprague_engine::values(&rules, values.len() as u64 - 1, &Budget::unlimited()).unwrap();
        assert!(values == expected, "{game}");
        if let Some(proved) = &found.automaton {
            assert!(values.len() > proved.computed, "{game}");
        }
    }
}

/// Formulas without a period are proofs as well; what a search cannot prove by values is said by
/// its formula, and where there is none the game stays open.
#[test]
fn formulas_are_answers() {
    for (game, kind, formulas) in [
        ("TakeAtLeastHalf", Kind::ClosedForm, 2),
        ("TakeAtMostHalf", Kind::ClosedForm, 2),
        ("n -> k where k < n and k is power of 2", Kind::ClosedForm, 1),
        ("Mark(100)", Kind::ClosedForm, 3),
        ("0.*=", Kind::Periodic, 0),
        ("Mark", Kind::Automatic, 6),
    ] {
        let solution = solved(game);
        assert_eq!(solution.status(), Status::Proved, "{game}");
        assert_eq!(solution.kind(), kind, "{game}");
        assert_eq!(solution.formulas().len(), formulas, "{game}: {:?}", solution.formulas());
        assert!(solution.nearest().is_none(), "{game}");
        let certified = game.starts_with("Mark").then_some(true);
        assert_eq!(solution.is_checked(), certified, "{game}");
        // Far beyond what was computed the value comes from the formula.
        assert!(solution.value(&BigUint::from(10u32).pow(50)).is_some(), "{game}");
    }
    let near = solved("n -> n-k where 2k >= n and k != 3");
    assert_ne!(near.status(), Status::Proved);
    let asked =
        solve(&"TakeAtLeastHalf".parse().unwrap(), &Budget::new().started(), Method::Automaton);
    assert_eq!(asked.unwrap().status(), Status::Open, "automata were asked for, and there is none");
}

/// Cut games: what Dailly, Duchene, Larsson and Paris (2020) prove or conjecture, and that a cut game is
/// its code.
#[test]
fn cut_games() {
    let budget = Budget::unlimited().values(400);
    for (cuts, code, known) in [
        ("1,4", "{2,5}.0", Some((24, 8))),
        ("1,6", "{2,7}.0", Some((36, 8))),
        ("1,2,4", "{2,3,5}.0", Some((12, 8))),
        ("1,3,4", "{2,4,5}.0", Some((4, 2))),
        ("1,2", "{2,3}.0", None),
    ] {
        let search = |text: &str| solve(&text.parse().unwrap(), &budget, Method::Theorems).unwrap();
        let found = search(&format!("Cut({cuts})"));
        let regularity = found.claim().and_then(Claim::regularity);
        assert_eq!(regularity.map(|r| (r.period, r.saltus)), known, "{cuts}");
        let written = search(code);
        assert_eq!(found.values.first(400), written.values.first(400), "{cuts}");
        assert_eq!(found.claim(), written.claim(), "{cuts}");
    }
    // Automata prove what values show.
    let proved = solve(&"Cut(1,4)".parse().unwrap(), &Budget::unlimited(), Method::Auto).unwrap();
    assert_eq!((proved.status(), proved.is_checked()), (Status::Proved, Some(true)));
    assert_eq!(
        proved.claim().and_then(Claim::regularity).map(|r| (r.period, r.saltus)),
        Some((24, 8))
    );
}
