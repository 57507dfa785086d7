//! `sprague selftest`: known results, computed anew on this machine by every engine and every
//! kernel it has, and certificates judged by the checker.

use crate::compute::{parse_game, parse_rules};
use crate::failure::Failure;
use crate::output::{Common, Format, Formats, write_line};
use sprague::hunt::Kernel;
use sprague::hunt::checksum;
use sprague::misere::QuotientSize;
use sprague::partisan::col;
use sprague::partisan::graph::{Graph, Rules};
use sprague::parts::engine::sparse::{SparseEngine, SparseSettings};
use sprague::parts::engine::{reference, values_by};
use sprague::{Budget, Claim, EngineChoice, EngineKind, Solution, Status, checking_budget};
use sprague_answers::check::{Verdict, judge};
use sprague_answers::selftest::SelftestAnswer;
use std::process::ExitCode;

/// Examples of use.
const EXAMPLES: &str = "\
Takes some seconds in a release build. Exit status 0: everything was as it must be; 1:
something was not, and no answer of this build on this machine should be trusted.

Examples:
  sprague selftest
  sprague selftest --format json";

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {}

/// What one check found: the statement verified, or what is wrong.
type Outcome = Result<String, String>;

/// A group of checks, which adds what it finds.
type Group = fn(&mut Vec<Outcome>);

pub fn run(_args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let checks: [(&str, Group); 6] = [
        ("definition", engines_agree_with_the_definition),
        ("kernels", kernels_agree),
        ("invariants", published_invariants),
        ("periods", published_periods),
        ("misere", misere_kayles),
        ("col", col_values),
    ];
    let (mut passed, mut failed) = (0, 0);
    for (name, check) in checks {
        let mut outcomes = Vec::new();
        check(&mut outcomes);
        for outcome in outcomes {
            match outcome {
                Ok(_) => passed += 1,
                Err(_) => failed += 1,
            }
            print(name, &outcome, common)?;
        }
    }
    if common.format != Format::Json {
        let verdict = if failed == 0 { "all as they must be" } else { "SOMETHING IS WRONG" };
        write_line(&format!("{} checks, {failed} failed: {verdict}", passed + failed))?;
    }
    Ok(ExitCode::from(u8::from(failed > 0)))
}

fn print(check: &str, outcome: &Outcome, common: &Common) -> Result<(), Failure> {
    let (ok, statement) = match outcome {
        Ok(statement) => (true, statement),
        Err(statement) => (false, statement),
    };
    if common.format == Format::Json {
        return write_line(&sprague_answers::json(&SelftestAnswer { check, ok, statement }));
    }
    if ok && common.quiet {
        return Ok(());
    }
    write_line(&format!("{}  {check:<11} {statement}", if ok { "ok    " } else { "FAILED" }))
}

/// Rules of every family.
const FAMILIES: [&str; 14] = [
    "0.77",
    "0.6",
    "4.12",
    "0.3F",
    "0.2048",
    "0.[3]",
    "0.5[2]",
    "Grundy",
    "S(2,5,7)",
    "AllBut(1,5)",
    "Splittles(1,4)",
    "Mark(3)",
    "UpMark",
    "n -> a+b where a+b = n and a < b | n div 3",
];

/// How far the definition is followed.
const SMALL: u64 = 300;

/// Every engine that takes the rules equals the definition.
fn engines_agree_with_the_definition(outcomes: &mut Vec<Outcome>) {
    for game in FAMILIES {
        outcomes.push(agree(game));
    }
}

fn agree(game: &str) -> Outcome {
    let text = |e: &dyn std::fmt::Display| format!("{game}: {e}");
    let rules = parse_rules(game).map_err(|e| format!("{game}: {e:?}"))?;
    let expected = reference::values(&rules, SMALL).map_err(|e| text(&e))?;
    let mut names = Vec::new();
    for kind in EngineKind::ALL {
        // An engine refuses rules that are not for it.
        let only = EngineChoice::Only(kind);
        let Ok(found) = values_by(only, &rules, SMALL, &Budget::unlimited()) else { continue };
        if let Some(n) = (0..expected.len()).find(|&n| found.get(n) != Some(&expected[n])) {
            return Err(format!("{game}: the engine {} is wrong at heap {n}", kind.name()));
        }
        names.push(kind.name());
    }
    Ok(format!("{game} to {SMALL}: {}", names.join(", ")))
}

/// Games with a sparse space, plain and with the parity of the heap; one whose values pass
/// 256.
const SPARSE: [&str; 6] = ["0.6", "0.106", "0.454", "0.16", "0.142", "Grundy"];

/// How far every kernel goes, and how far the engine that adds every pair goes.
const KERNELS_TO: u64 = 100_000;
const PAIRS_TO: u64 = 10_000;

fn kernels_agree(outcomes: &mut Vec<Outcome>) {
    for game in SPARSE {
        outcomes.push(same_on_all_kernels(game));
    }
}

fn sparse_values(game: &str, kernel: Kernel, to: u64) -> Result<SparseEngine, String> {
    let text = |e: &dyn std::fmt::Display| format!("{game} on {kernel}: {e}");
    let rules = parse_rules(game).map_err(|e| format!("{game}: {e:?}"))?;
    let moves = rules.finite_moves().ok_or_else(|| format!("{game}: no finite moves"))?;
    let settings = SparseSettings { kernel, ..SparseSettings::default() };
    let budget = Budget::unlimited();
    let mut engine = SparseEngine::new(&moves, settings, &budget).map_err(|e| text(&e))?;
    engine.advance(to, &budget).map_err(|e| text(&e))?;
    Ok(engine)
}

fn same_on_all_kernels(game: &str) -> Outcome {
    let rules = parse_rules(game).map_err(|e| format!("{game}: {e:?}"))?;
    let pairs = EngineChoice::Only(EngineKind::Pairs);
    let pairs = values_by(pairs, &rules, PAIRS_TO, &Budget::unlimited())
        .map_err(|e| format!("{game}: {e}"))?;
    let mut sums = Vec::new();
    let mut names = Vec::new();
    for kernel in Kernel::available() {
        let engine = sparse_values(game, kernel, KERNELS_TO)?;
        let values = engine
            .values(0, KERNELS_TO)
            .ok_or_else(|| format!("{game} on {kernel}: the values were not kept"))?;
        if let Some(n) = (0..pairs.len()).find(|&n| values.get(n) != Some(&pairs[n])) {
            return Err(format!("{game}: the kernel {kernel} is wrong at heap {n}"));
        }
        sums.push(checksum(0, &values));
        names.push(kernel.to_string());
    }
    let names = names.join(", ");
    if sums.iter().any(|sum| *sum != sums[0]) {
        return Err(format!("{game}: kernels disagree below {KERNELS_TO}: {names}"));
    }
    Ok(format!("{game} to {KERNELS_TO}: {names}; checksum {:016x}", sums[0]))
}

/// Invariants of long runs that others have published: rare heaps and the last of them.
fn published_invariants(outcomes: &mut Vec<Outcome>) {
    // Grundy's game is counted from heap 1 on.
    for (game, from, to, rares, last) in
        [("0.6", 0, 100_000, 1584, 20_627), ("Grundy", 1, 100_000, 1273, 82_860)]
    {
        outcomes.push(sparse_values(game, Kernel::best(), to).and_then(|engine| {
            let count = engine.rares().iter().filter(|rare| rare.heap >= from).count();
            let found = (count, engine.last_rare().map(|rare| rare.heap));
            if found == (rares, Some(last)) {
                Ok(format!("{game} to {to}: {rares} rare heaps, the last is {last}"))
            } else {
                Err(format!("{game} to {to}: {found:?} instead of {rares} rare heaps, last {last}"))
            }
        }));
    }
}

/// A published result: game, kind, preperiod, period, saltus.
type Published = (&'static str, &'static str, u64, u64, u64);

/// Guy and Smith 1956; Kenyon 1967; Austin 1976; Gangolli and Plambeck 1989; Horrocks and
/// Nowakowski 2003 (where the saltus is positive).
const PERIODS: [Published; 8] = [
    ("Kayles", "periodic", 71, 12, 0),
    ("DawsonsKayles", "periodic", 53, 34, 0),
    ("0.055", "periodic", 259, 148, 0),
    ("0.156", "periodic", 3479, 349, 0),
    ("0.356", "periodic", 7315, 142, 0),
    ("0.644", "periodic", 3256, 442, 0),
    ("0.165", "periodic", 5181, 1550, 0),
    ("0.16", "periodic", 105_351, 149_459, 0),
];

/// Solves what is published, has the certificate judged, and then a forged one.
fn published_periods(outcomes: &mut Vec<Outcome>) {
    for published in PERIODS {
        outcomes.push(certified(published));
    }
    outcomes.push(ruler());
}

/// A limit that every game here reaches its proof below.
fn solve(game: &str) -> Result<Solution, String> {
    let rules = parse_game(game).map_err(|e| format!("{game}: {e:?}"))?;
    let budget = Budget::unlimited().values(1_000_000);
    let solution = rules.solve_within(&budget).map_err(|e| format!("{game}: {e}"))?;
    match solution.status() {
        Status::Proved => Ok(solution),
        status => Err(format!("{game}: {} instead of proved", status.name())),
    }
}

/// Whether the checker verifies this text.
fn verified(text: &str) -> bool {
    matches!(judge(text.as_bytes(), None, &checking_budget()), Verdict::Verified { .. })
}

fn certified((game, kind, preperiod, period, saltus): Published) -> Outcome {
    let solution = solve(game)?;
    let claim = solution.details().claim();
    let r = claim.and_then(Claim::regularity).ok_or_else(|| format!("{game}: no period"))?;
    let found = (claim.map_or("", |claim| claim.kind().name()), r.preperiod, r.period, r.saltus);
    if found != (kind, preperiod, period, saltus) {
        return Err(format!("{game}: {found:?}, published {preperiod}, {period}, {saltus}"));
    }
    let certificate = solution.certificate().map_err(|e| format!("{game}: {e}"))?;
    if !verified(&certificate.to_string()) {
        return Err(format!("{game}: the checker refuses the certificate"));
    }
    let mut forged = certificate.details().clone();
    forged.claim = Claim::Regular(sprague::Regularity {
        preperiod: r.preperiod,
        period: r.period + 1,
        saltus: r.saltus,
    });
    if verified(&forged.to_json()) {
        return Err(format!("{game}: the checker verifies a false statement"));
    }
    Ok(format!("{game}: preperiod {preperiod}, period {period}; proved, checked, forgery refused"))
}

/// A proof by automata.
fn ruler() -> Outcome {
    let solution = solve("0.2048")?;
    let kind = solution.details().claim().map_or("", |claim| claim.kind().name());
    let certificate = solution.certificate().map_err(|e| format!("0.2048: {e}"))?;
    if kind != "ruler" || !verified(&certificate.to_string()) {
        return Err(format!("0.2048: {kind} instead of a verified ruler"));
    }
    Ok("0.2048: ruler regularity; proved by an automaton, checked".into())
}

/// The misere quotient of Kayles has order 40 and the sequence period 12 from heap 71 on
/// (Plambeck and Siegel).
fn misere_kayles(outcomes: &mut Vec<Outcome>) {
    outcomes.push(kayles_quotient());
}

fn kayles_quotient() -> Outcome {
    let text = |e: &dyn std::fmt::Display| format!("misere Kayles: {e}");
    let game = parse_game("Kayles").map_err(|e| format!("{e:?}"))?;
    let solved = game
        .misere_quotient_within(400, QuotientSize::default(), &Budget::unlimited())
        .map_err(|e| text(&e))?;
    let certificate = solved.certificate(game.rules());
    let order = solved.quotient.order();
    if order != 40 || !verified(&certificate.to_json()) {
        return Err(format!("misere Kayles: a quotient of order {order} instead of 40"));
    }
    Ok("Kayles: quotient of order 40; proved, checked".into())
}

/// Chains of untinted nodes, which the chain theorems give, against the search.
fn col_values(outcomes: &mut Vec<Outcome>) {
    outcomes.push(chains());
}

fn chains() -> Outcome {
    let options = col::BoardSearch::default();
    for n in 1..=14usize {
        for tints in ["o", "+", "-"] {
            let chain = format!("{tints}{}", "o".repeat(n - 1));
            let board = Graph::parse(&chain, Rules::Col).map_err(|e| format!("{chain}: {e}"))?;
            let fast = col::value(&board, &options).map_err(|e| format!("{chain}: {e}"))?;
            let (search, _) = col::value_with_statistics(&board, &options)
                .map_err(|e| format!("{chain}: {e}"))?;
            if fast != search {
                return Err(format!("Col chain {chain}: {fast} by theorems, {search} by search"));
            }
        }
    }
    Ok("chains to 14 nodes: theorems and search agree".into())
}
