use super::*;
use num_bigint::BigUint;

fn solved(game: &str) -> Solution {
    let rules: Ruleset = game.parse().unwrap();
    solve(&rules, &Options::default(), &mut |_| ControlFlow::Continue(())).unwrap()
}

/// Periods that nobody can compute: proved by closed forms, and certified where the checker
/// can follow in runs.
#[test]
fn closed_forms() {
    for (game, period, certified) in [
        ("S(1000000007,1000000009)", "2000000016", true),
        ("S(1000003,2000009)", "3000012", true),
        ("S(999999937,10000000019,19000000101)", "20000000038", true),
        ("S(999999937,9999999361,10999999298)", "19999998731", true),
        ("S(10007,201001,211008)", "4031450041", true),
        ("S(999999937,10009999999,11009999936)", "20029999365109960499", false),
        ("S(99999999999973,999999999990001)", "1099999999989974", true),
        ("AllBut(1000000007)", "2000000014", false),
    ] {
        let solution = solved(game);
        assert_eq!(solution.status, Status::Proved, "{game}");
        let formula = solution.formula.as_ref().unwrap_or_else(|| panic!("{game}"));
        assert_eq!(formula.regularity.period.to_string(), period, "{game}");
        assert_eq!(solution.certificate().is_some(), certified, "{game}");
        if let Some(certificate) = solution.certificate() {
            let limits = sprague_checker::default_budget();
            sprague_checker::check(&certificate, Some(&solution.game.to_string()), &limits)
                .unwrap_or_else(|rejection| panic!("{game}: {rejection}"));
        }
        let n = BigUint::from(10u32).pow(3000);
        let later = &n + &formula.regularity.period;
        let grown = solution.value(&n).unwrap() + &formula.regularity.saltus;
        assert_eq!(solution.value(&later), Some(grown), "{game}");
    }
    // Short ones are computed.
    assert_eq!(solved("S(3,10,13)").theorem(), Some("finite-subtraction"));
}

/// The search for automata ends when the caller asks for it.
#[test]
fn the_search_for_automata_stops() {
    let rules: Ruleset = "0.9138B835B".parse().unwrap();
    let options = Options { method: Method::Automaton, ..Options::default() };
    let solution = solve(&rules, &options, &mut |_| ControlFlow::Break(())).unwrap();
    assert_eq!(solution.status, Status::Open);
    assert_eq!(solution.stopped.as_deref(), Some("stopped"));
}
