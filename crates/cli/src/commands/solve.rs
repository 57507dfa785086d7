//! `sprague solve RULES`: the regularity of a nim-sequence and its proof.

use crate::compute::{memory_limit, progress};
use crate::failure::Failure;
use crate::input::{games, only_one};
use crate::number::{heap_size, seconds};
use crate::output::{
    Common, Format, Formats, Tone, csv_text, files, write_all, write_file, write_line,
};
use num_bigint::BigUint;
use sprague::rules::Ruleset;
use sprague::{
    Automaton, Budget, Certificate, Claim, ClosedFormClaim, Findings, Game, Method, Solution,
    Status,
};
use sprague_answers::number::Number;
use sprague_answers::solve::{
    NEAR, SolveAnswer, TripleAnswer, on_record, search_limit, sub_period,
};
use sprague_answers::{json, oeis};
use sprague_atlas::record::Record;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague solve Kayles
  sprague solve 0.156 --certificate 0.156.json && sprague check 0.156.json
  sprague solve 0.156 --coq g156.v              the proof as a theorem for Coq
  sprague solve 'AllBut(1,2,8,9,10)' --format json
  sprague solve 'S(3,7,11)'                     which of a+b, a+c, b+c is the period
  sprague solve 0.137 --oeis                    comments for its entry in the OEIS
  sprague solve 0.2048 --svg 0.2048.svg         a proof by automata, drawn
  sprague solve Mark --table mark.tex           and as a table by digits, for papers
  sprague solve 0.354 --hunt runs/0.354 --certificate 0.354.json
  sprague solve 0.56 --check                    the proof judged by the checker, too
  sprague solve 0.77 0.07 0.137 --format csv    several games
  sprague solve 0.6 --limit 50000 --time 10     an open game: says what was seen
  sprague solve 0.F6 --limit 50000 --near 10    and the ten periods that most heaps obey

The answer is proved only where a theorem applies and all its hypotheses were checked.";

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json, Format::Csv]);

/// Values computed at most, where nothing is said.
const LIMIT: u64 = 300_000_000;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game: 0.77, S(1,2,4), Kayles, 'n -> n-1 | n div 2', ...; or several (- reads a list
    /// from stdin)
    #[arg(required = true)]
    rules: Vec<String>,
    /// Compute at most this many values
    #[arg(long, value_name = "N", default_value_t = LIMIT, value_parser = heap_size)]
    limit: u64,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = seconds)]
    time: f64,
    /// Write the proof to this file, for `sprague check`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Write the proof as a theorem for Coq to this file (docs/formal.md)
    #[arg(long, value_name = "FILE")]
    coq: Option<PathBuf>,
    /// Have the independent checker verify the proof, however long that takes
    #[arg(long)]
    check: bool,
    /// Take the proof from the directory of a hunt that has found the period
    #[arg(long, value_name = "DIR", conflicts_with_all = ["method", "dot", "svg", "table"])]
    hunt: Option<PathBuf>,
    /// Which proofs to look for
    #[arg(long, value_enum, default_value_t = Way::Auto)]
    method: Way,
    /// Write the automaton of the proof in the language of Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Write the automaton of the proof as an SVG image
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write what the automaton says as a table by ending digits or residues: LaTeX into FILE.tex, else
    /// text
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Print comment lines for the sequence's entry in the OEIS
    #[arg(long, conflicts_with = "hunt")]
    oeis: bool,
    /// Of an open game, so many of the periods that most heaps obey, the best first
    #[arg(long, value_name = "N", default_value_t = NEAR)]
    near: usize,
    /// Memory the values may use, such as 500M or 2G (default: three quarters of what is free)
    #[arg(long, value_name = "SIZE")]
    memory: Option<bytesize::ByteSize>,
}

/// Which proofs to look for.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Way {
    /// The theorems, then automata where they are promising
    Auto,
    /// The theorems only
    Theorems,
    /// A proof by automata only
    Automaton,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    if args.oeis {
        common.text_only("--oeis")?;
    }
    files([&args.certificate, &args.coq, &args.dot, &args.svg, &args.table].map(Option::as_ref))?;
    let games = games(&args.rules)?;
    for (given, option) in [
        (args.certificate.is_some(), "--certificate"),
        (args.coq.is_some(), "--coq"),
        (args.hunt.is_some(), "--hunt"),
        (args.dot.is_some(), "--dot"),
        (args.svg.is_some(), "--svg"),
        (args.table.is_some(), "--table"),
    ] {
        only_one(&games, given, option)?;
    }
    for (i, rules) in games.iter().enumerate() {
        if i > 0 && common.format == Format::Text {
            write_line("")?;
        }
        run_one(rules, args, common, i == 0)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Answers for one game; the first one gets the header of a table.
fn run_one(rules: &Ruleset, args: &Args, common: &Common, first: bool) -> Result<(), Failure> {
    if let Some(directory) = &args.hunt {
        return from_hunt(rules, directory, args, common);
    }
    // Where the atlas has a proof that takes long to find again, nobody waits for the search, but
    // who asks for one.
    let asked = args.limit != LIMIT
        || [&args.certificate, &args.coq, &args.dot, &args.svg, &args.table]
            .iter()
            .any(|file| file.is_some())
        || args.check
        || args.oeis
        || !matches!(args.method, Way::Auto);
    let limit = if asked { args.limit } else { search_limit(rules, args.limit) };
    let budget = Budget::new()
        .values(limit)
        .time(Duration::from_secs_f64(args.time))
        .bytes(memory_limit(args.memory))
        .threads(common.thread_count());
    let method = match args.method {
        Way::Auto => Method::Auto,
        Way::Theorems => Method::Theorems,
        Way::Automaton => Method::Automaton,
    };
    let mut solution = solve(rules, &budget, method, common)?;
    if args.check {
        check(&mut solution)?;
    }
    if args.certificate.is_some() || args.coq.is_some() {
        let Ok(certificate) = solution.certificate() else {
            print(&solution, args.near, common, first)?;
            return Err(Failure::No(match &solution.details().formula {
                Some(_) => format!("the formula for {rules} has no certificate: none written"),
                None => format!("nothing is proved about {rules}: no certificate written"),
            }));
        };
        write_proof(&certificate, args)?;
    }
    for (path, draw) in [
        (&args.dot, Automaton::dot as fn(&Automaton) -> String),
        (&args.svg, Automaton::svg as fn(&Automaton) -> String),
    ] {
        let Some(path) = path else { continue };
        let Some(proved) = &solution.details().automaton else {
            print(&solution, args.near, common, first)?;
            return Err(Failure::No(format!(
                "{rules} was not proved by an automaton: nothing to draw (try --method automaton)"
            )));
        };
        write_file(path, draw(proved))?;
    }
    if let Some(path) = &args.table {
        let automaton = solution.details().automaton.as_ref();
        let Some(table) = automaton.and_then(|automaton| automaton.paper_table()) else {
            print(&solution, args.near, common, first)?;
            return Err(Failure::No(format!(
                "{rules} has no table by digits: it was not proved by an automaton that has one"
            )));
        };
        let latex = path.extension().is_some_and(|ending| ending == "tex");
        write_file(path, if latex { table.latex() } else { table.text() })?;
    }
    if args.oeis {
        write_line(&oeis::comments(solution.details()).join("\n"))?;
    } else {
        print(&solution, args.near, common, first)?;
    }
    Ok(())
}

/// The proof of a finished hunt.
fn from_hunt(
    rules: &Ruleset,
    directory: &Path,
    args: &Args,
    common: &Common,
) -> Result<(), Failure> {
    if !directory.is_dir() {
        return Err(Failure::input(format!("{} is no directory of a hunt", directory.display())));
    }
    let mut solution = Solution::from_hunt(&rules.clone().into(), directory)?.ok_or_else(|| {
        let place = directory.display();
        Failure::No(format!("the hunt in {place} has not proved a period of {rules}"))
    })?;
    if args.check {
        check(&mut solution)?;
    }
    if let Ok(certificate) = solution.certificate() {
        write_proof(&certificate, args)?;
    }
    print(&solution, args.near, common, true)
}

/// Writes the proof as a certificate and as a theorem for Coq, where that is asked for.
fn write_proof(certificate: &Certificate, args: &Args) -> Result<(), Failure> {
    if let Some(path) = &args.certificate {
        write_file(path, certificate.to_string())?;
    }
    args.coq.as_ref().map_or(Ok(()), |path| crate::theorem::write(path, certificate))
}

/// Has the checker verify the certificate of a solution, if it has not yet.
fn check(solution: &mut Solution) -> Result<(), Failure> {
    let budget = sprague::checking_budget().stopped_by(&crate::interrupt::stop());
    solution.check(&budget).map_err(|rejection| {
        Failure::No(format!("the certificate for {} is not verified: {rejection}", solution.game()))
    })
}

/// Solves with a progress bar; Ctrl-C ends the search and keeps what was found.
pub fn solve(
    rules: &Ruleset,
    budget: &Budget,
    method: Method,
    common: &Common,
) -> Result<Solution, Failure> {
    let bar = progress(common, budget.most_values());
    let shown = bar.clone();
    let budget = budget
        .clone()
        .stopped_by(&crate::interrupt::stop())
        .progress(move |progress| shown.set_position(progress.done));
    let solution = Game::from(rules.clone()).solve_by(method, &budget);
    bar.finish_and_clear();
    Ok(solution?)
}

fn print(solution: &Solution, near: usize, common: &Common, first: bool) -> Result<(), Failure> {
    let found = solution.details();
    match common.format {
        Format::Json => write_line(&json(&SolveAnswer::new(found).near(found, near))),
        Format::Csv => {
            let head =
                ["game", "kind", "preperiod", "period", "saltus", "status", "theorem", "computed"];
            let answer = SolveAnswer::new(found);
            let number = |n: &Option<Number>| n.as_ref().map(Number::to_string).unwrap_or_default();
            let word = |json: String| json.trim_matches('"').to_owned();
            let row = [
                answer.game,
                word(json(&answer.kind)),
                number(&answer.preperiod),
                number(&answer.period),
                number(&answer.saltus),
                word(json(&answer.status)),
                answer.theorem.unwrap_or_default(),
                answer.computed.to_string(),
            ];
            let head = first.then(|| head.map(str::to_owned));
            write_all(csv_text(head.into_iter().chain([row])).as_bytes())
        }
        _ => write_line(&common.toned(&text(found, near), |line| match line.split_once(' ') {
            Some(("game", _)) => Some(Tone::Strong),
            Some(("status", rest)) => Some(match rest.split_whitespace().next() {
                Some("proved") => Tone::Good,
                Some("observed") => Tone::Doubtful,
                _ => return None,
            }),
            _ => None,
        })),
    }
}

fn text(solution: &Findings, near: usize) -> String {
    let mut lines = vec![format!("game       {}", solution.game)];
    let mut field = |name: &str, text: String| lines.push(format!("{name:<10} {text}"));
    if let Some(form) = solution.standard_form.as_ref().filter(|form| form.shift > 0) {
        field("standard", format!("{}, with G(n) = G_{}(n-{})", form.game, form.game, form.shift));
    }
    let (record, proved) = (Record::of(&solution.game), solution.status() == Status::Proved);
    let stored = record.checked().filter(|_| !proved);
    field("kind", stored.map_or(solution.kind().name(), |row| &row.kind).to_owned());
    if let Some(row) = stored {
        for (name, number) in
            [("preperiod", row.preperiod), ("period", row.period), ("saltus", row.saltus)]
        {
            if let Some(number) = number.filter(|&n| n > 0 || name != "saltus") {
                field(name, number.to_string());
            }
        }
    } else if let Some(ClosedFormClaim { regularity: Some(r), .. }) = &solution.formula {
        field("preperiod", r.preperiod.to_string());
        field("period", r.period.to_string());
        if r.saltus != BigUint::ZERO {
            field("saltus", r.saltus.to_string());
        }
    } else if let Some(r) = solution.claim().and_then(Claim::regularity) {
        field("preperiod", r.preperiod.to_string());
        field("period", r.period.to_string());
        if r.saltus > 0 {
            field("saltus", r.saltus.to_string());
        }
    }
    if let Some(triple) = TripleAnswer::of(solution) {
        field("triple", triple.sentence);
    }
    if let Some(Claim::Sapp { periodic_residues, .. }) = solution.claim() {
        let list: Vec<String> = periodic_residues.iter().map(u64::to_string).collect();
        field("residues", format!("{} do not grow", list.join(", ")));
    }
    match (solution.status(), solution.theorem_name()) {
        _ if stored.is_some() => {
            field("status", record.status().unwrap_or_default());
        }
        (Status::Proved, Some(theorem)) => {
            let title = solution.theorem_title().unwrap_or_default();
            field("status", format!("proved by {theorem}: {title}"));
        }
        (Status::Observed, _) => {
            field("status", "observed on all values computed; no theorem proves it".into());
        }
        _ => field("status", "no regularity seen, nothing proved by this search".into()),
    }
    if let Some(near) = solution.nearest().filter(|_| stored.is_none()) {
        field("nearest", near.to_string());
    }
    if let Some(sub) = sub_period(solution).filter(|_| stored.is_none()) {
        let share = 100.0 * sub.share;
        field(
            "sub-period",
            format!(
                "{}, nim-saltus {}: {share:.1} % of the last heaps",
                sub.period, sub.nim_saltus
            ),
        );
    }
    let misses = if stored.is_none() { solution.near_misses(near) } else { Vec::new() };
    for (i, miss) in misses.iter().enumerate() {
        field(if i == 0 { "near" } else { "" }, miss.to_string());
    }
    if solution.is_checked() == Some(false) {
        field("", "certificate not checked yet: sprague check".into());
    }
    for (i, sentence) in on_record(solution, &record).into_iter().enumerate() {
        field(if i == 0 { "on record" } else { "" }, sentence);
    }
    if solution.status() != Status::Proved
        && let Some(form) = &solution.closed_form
    {
        let theorem = form.theorem();
        field("formula", format!("{theorem}; `sprague value` answers for every heap"));
    }
    for (i, line) in solution.formulas().into_iter().enumerate() {
        field(if i == 0 { "formulas" } else { "" }, line);
    }
    if !solution.values.is_empty() {
        field(
            "computed",
            format!("{} values, the greatest is {}", solution.values.len(), solution.max_value()),
        );
    }
    if let Some(space) = &solution.sparse {
        let parity = if space.position_parity { " with the parity of the heap" } else { "" };
        field(
            "sparse",
            format!(
                "mask {:#x}{parity}, {} rare heaps, the last is {}",
                space.mask, space.rares, space.last_rare
            ),
        );
    }
    if let Some(why) = &solution.stopped {
        field("stopped", why.to_string());
    }
    lines.join("\n")
}
