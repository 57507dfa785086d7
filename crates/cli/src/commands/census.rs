//! `sprague census FAMILY`: a whole family surveyed into the atlas.

use crate::atlas::{failure, path};
use crate::compute::memory_limit;
use crate::failure::Failure;
use crate::number::{heap_size, seconds};
use crate::output::{Common, Format, Formats, files, is_standard, write_line};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sprague::Budget;
use sprague_answers::census::CensusAnswer;
use sprague_atlas::triples::{triple_certificates, triples_census, triples_family, verify_triples};
use sprague_atlas::{Atlas, Family, Row, Summary, census};
use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Examples of use.
const EXAMPLES: &str = "\
Families:
  octal:3               the codes 0.d1d2d3 with digits to 7; also hex:2, tetral:4
  4.octal:2             with digits before the point
  subtraction:max=8     all subtraction sets with members to 8; also with ,size<=3
  allbut:max=8,size<=3  all-but games
  cut:max=8             cut a heap into c+1 heaps, c from a set of numbers to 8
  recurring-octal       0.a[b], 0.[ab], 0.[b] and 4.[b]
  octal:3 + pass        any of these, every heap with a pass
  triples:max=220       S(a,b,c), c to 220: a line for each c in the file --record, no atlas
  FILE                  one game per line, # starts a comment

Examples:
  sprague census octal:3 --db octal.db
  sprague census octal:3 --db octal.db --limit 200000    goes on with the open games only
  sprague census games.txt --time 10
  sprague census triples:max=220 --record triples.csv    which of a+b, a+c, b+c is a period
  sprague census triples:max=60 --record triples.csv --verify
  sprague census triples:max=60 --certificates triples.jsonl && sprague check triples.jsonl

Games that are the same by a theorem are solved once. A census that is stopped or killed
resumes where it was. What enters as proved was verified by the checker.";

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The games: octal:3, hex:2, subtraction:max=8, ..., or a file of rules (- reads it from stdin)
    family: String,
    /// The atlas (default: SPRAGUE_ATLAS, or the atlas of the user); a new file starts empty
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Compute at most this many values of each game (default: 20000, or 4096 where a move may
    /// leave three heaps)
    #[arg(long, value_name = "N", value_parser = heap_size)]
    limit: Option<u64>,
    /// Give up on a game after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Memory all games together may use, such as 500M or 2G (default: three quarters of what
    /// is free)
    #[arg(long, value_name = "SIZE")]
    memory: Option<bytesize::ByteSize>,
    /// The file of a census of triples: counts and a hash for each c
    #[arg(long, value_name = "FILE", conflicts_with_all = ["db", "limit", "time", "memory"])]
    record: Option<PathBuf>,
    /// Write a certificate for every set of a census of triples, one in a line, for `sprague check` (- is standard
    /// output)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["db", "limit", "time", "memory", "record"])]
    certificates: Option<PathBuf>,
    /// Compute the lines of the record again, value by value from the definition, and compare
    #[arg(long, requires = "record")]
    verify: bool,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    if let Some(file) = &args.certificates {
        let to = triples_family(&args.family).ok_or_else(|| {
            Failure::input("--certificates is for a census of triples, triples:max=220")
        })?;
        return certificates(to.map_err(failure)?, file, common);
    }
    match (triples_family(&args.family), &args.record) {
        (Some(to), Some(record)) => return triples(to.map_err(failure)?, record, args, common),
        (Some(to), None) => {
            to.map_err(failure)?;
            return Err(Failure::input(
                "a census of triples is written into a file of its own: name it with --record FILE, or \
                 --certificates FILE for a certificate of every set",
            ));
        }
        (None, Some(_)) => {
            return Err(Failure::input("--record is for a census of triples, triples:max=220"));
        }
        (None, None) => {}
    }
    let family = match args.family.as_str() {
        "-" => Family::from_lines("stdin", "standard input", &io::read_to_string(io::stdin())?),
        family => Family::read(family),
    }
    .map_err(failure)?;
    let mut atlas = match &args.db {
        Some(file) => Atlas::open_or_create(&path(Some(file))?),
        None => Atlas::open(&path(None)?),
    }
    .map_err(failure)?;
    atlas.check_file().map_err(failure)?;
    let threads = common.thread_count();
    let bar = bar(common);
    let shown = bar.clone();
    let mut budget = sprague_atlas::default_budget()
        .bytes(memory_limit(args.memory) / threads as u64)
        .threads(threads)
        .stopped_by(&crate::interrupt::stop())
        .progress(move |progress| {
            shown.set_length(progress.total.unwrap_or(0));
            shown.set_position(progress.done);
        });
    if let Some(values) = args.limit {
        budget = budget.values(values);
    }
    if let Some(time) = args.time {
        budget = budget.time(Duration::from_secs_f64(time));
    }
    let start = Instant::now();
    let mut name = |row: &Row| bar.set_message(row.game.clone());
    let summary = census(&mut atlas, &family, &budget, &mut name);
    bar.finish_and_clear();
    let summary = summary.map_err(failure)?;
    print(&summary, &family, &atlas, start.elapsed(), common)?;
    if summary.stopped {
        return Err(Failure::No("stopped; the same command goes on from here".to_owned()));
    }
    Ok(ExitCode::SUCCESS)
}

/// The census of the subtraction games S(a,b,c) with c <= to.
fn triples(to: u64, record: &Path, args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let (bar, budget) = by_share(common);
    let start = Instant::now();
    let summary = if args.verify {
        verify_triples(record, to, &budget)
    } else {
        triples_census(record, to, &budget)
    };
    bar.finish_and_clear();
    let summary = summary.map_err(failure)?;
    let (none, first) = summary.none();
    if common.format == Format::Json {
        let answer = CensusAnswer::of_triples(&summary, record, start.elapsed());
        write_line(&sprague_answers::json(&answer))?;
    } else {
        let last = summary.lines.last().map_or(2, |line| line.c);
        let mut lines = vec![
            format!("family     S(a,b,c), coprime, a+b not c, c <= {last}"),
            format!("sets       {}", summary.sets()),
        ];
        for (sum, count) in summary.sums() {
            lines.push(format!("{sum:<10} is a period of {count}"));
        }
        lines.push(format!("none       {none}"));
        if let Some((preperiod, [a, b, c])) = summary.longest() {
            lines.push(format!("longest    preperiod {preperiod}, of S({a},{b},{c})"));
        }
        if args.verify {
            lines.push(format!("verified   {} lines, from the definition", summary.lines.len()));
        }
        write_line(&lines.join("\n"))?;
    }
    if let Some(c) = first {
        return Err(Failure::No(format!(
            "for {none} sets none of a+b, a+c, b+c is seen to be a period, first for c = {c}: a \
             counterexample to the conjecture, unless the period begins beyond heap {}; \
             `sprague table triples --c {c}` marks them with 0",
            sprague::triples::HEAPS
        )));
    }
    if summary.stopped {
        return Err(Failure::No("stopped; the same command goes on from here".to_owned()));
    }
    Ok(ExitCode::SUCCESS)
}

/// A certificate for every S(a,b,c) with c <= to.
fn certificates(to: u64, file: &Path, common: &Common) -> Result<ExitCode, Failure> {
    files([Some(&file.to_owned())])?;
    let (bar, budget) = by_share(common);
    let standard = is_standard(file);
    let mut out: Box<dyn io::Write + Send> = if standard {
        Box::new(io::stdout())
    } else {
        let created = File::create(file)
            .map_err(|error| Failure::input(format!("{}: {error}", file.display())))?;
        Box::new(io::BufWriter::new(created))
    };
    let written = triple_certificates(&mut *out, to, &budget);
    bar.finish_and_clear();
    out.flush()?;
    let (count, stopped) = written.map_err(failure)?;
    if !standard {
        write_line(&format!("{}: {count} certificates, c <= {to}", file.display()))?;
    }
    if stopped {
        return Err(Failure::No("stopped before the last certificate".to_owned()));
    }
    Ok(ExitCode::SUCCESS)
}

/// A bar that shows a share of the work, and a budget that moves it.
fn by_share(common: &Common) -> (ProgressBar, Budget) {
    let bar = bar(common);
    bar.set_style(
        ProgressStyle::with_template("{wide_bar} {percent} % {elapsed} eta {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let shown = bar.clone();
    let budget = Budget::unlimited()
        .threads(common.thread_count())
        .stopped_by(&crate::interrupt::stop())
        .progress(move |progress| {
            shown.set_length(progress.total.unwrap_or(0));
            shown.set_position(progress.done);
        });
    (bar, budget)
}

/// On a terminal, unless quiet.
fn bar(common: &Common) -> ProgressBar {
    if common.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{wide_bar} {pos}/{len} games {elapsed} eta {eta} {msg:12}");
    let bar =
        ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn print(
    summary: &Summary,
    family: &Family,
    atlas: &Atlas,
    time: Duration,
    common: &Common,
) -> Result<(), Failure> {
    if common.format == Format::Json {
        let answer = CensusAnswer::new(summary, family, atlas.path(), time);
        return write_line(&sprague_answers::json(&answer));
    }
    let Summary { games, representatives, surveyed, skipped, proved, observed, open, .. } =
        *summary;
    write_line(&format!(
        "family     {}\n\
         games      {games}, {representatives} different by known theorems\n\
         surveyed   {surveyed} now, {skipped} needed nothing\n\
         proved     {proved}\nobserved   {observed}\nopen       {open}",
        family.name()
    ))
}
