//! `sprague hunt RULES --to N --dir DIR`: a long run that cannot lose work.

use crate::failure::Failure;
use crate::input::{games, games_in};
use crate::number::{heap_size, seconds_or_zero};
use crate::output::{Common, Format, Formats, write_line};
use sprague::hunt::{HuntEnd, HuntError, HuntSettings, Kernel, Summary};
use sprague::rules::Ruleset;
use sprague::{Budget, Game, Member};
use sprague_answers::hunt::HuntAnswer;
use std::collections::HashMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Examples of use.
const EXAMPLES: &str = "\
The run ends at heap N or when the period is found. Stop it with Ctrl-C, kill it, cut the
power: the same command continues from the last checkpoint with the same results. Several games
run side by side and go on together.

Examples:
  sprague hunt 0.106 --to 1000000000000 --dir runs/0.106
  sprague hunt Officers --to 1000000000 --dir runs/officers --checkpoint 300
  sprague hunt 0.16 --to 1000000 --dir runs/0.16 --format json
  sprague hunt 0.45 0.142 0.165 --to 1e9 --dir runs      one on each core
  sprague hunt --games open.txt --to 1e9 --dir runs";

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game, or several (- reads a list from standard input, one on each line); every move must
    /// leave at most two heaps
    #[arg(required_unless_present = "games")]
    rules: Vec<String>,
    /// Hunt the games of a file, one on each line: one on each core, each in a directory of its own
    /// inside DIR
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// The last heap
    #[arg(long, value_name = "N", value_parser = heap_size)]
    to: u64,
    /// The directory of the run, new or of an earlier run of the same game; with several games each has
    /// one inside it
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Seconds between checkpoints
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds_or_zero)]
    checkpoint: f64,
    /// Heaps between snapshots [default: at most 1024 on the way to a power of two, fewer where they are large]
    #[arg(long, value_name = "HEAPS", value_parser = clap::value_parser!(u64).range(65536..))]
    snapshots: Option<u64>,
    /// Seconds between audits, which recompute a random value by the definition
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds_or_zero)]
    audit: f64,
    /// Keep every value in DIR/values, not only the first ones
    #[arg(long)]
    keep_values: bool,
    /// Memory for values, such as 160M
    #[arg(long, value_name = "SIZE")]
    memory: Option<bytesize::ByteSize>,
    /// Instruction set: auto, scalar, avx2, avx512
    #[arg(long, value_name = "NAME", default_value = "auto")]
    kernel: Kernel,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let mut rules = if args.rules.is_empty() { Vec::new() } else { games(&args.rules)? };
    if let Some(file) = &args.games {
        rules.extend(games_in(file)?);
    }
    if args.memory.is_some_and(|m| !(1_000_000..=1_000_000_000_000).contains(&m.as_u64())) {
        return Err(Failure::input("--memory: between 1M and 1T, please"));
    }
    match &rules[..] {
        [one] if args.games.is_none() => {
            let line = ProgressLine::new(progress_bar(common), args.to);
            let budget = Budget::unlimited().threads(common.thread_count());
            let found = hunt(one, &args.dir, &budget, args, &line).map_err(failure)?;
            line.clear();
            print_found(&found, common)?;
            let stopped = found.end == HuntEnd::Stopped;
            Ok(if stopped { ExitCode::from(130) } else { ExitCode::SUCCESS })
        }
        many => run_many(many, args, common),
    }
}

/// What became of one hunt.
struct Found {
    game: String,
    summary: Summary,
    end: HuntEnd,
}

/// Hunts one game in a directory on the threads of the budget.
fn hunt(
    rules: &Ruleset,
    dir: &Path,
    budget: &Budget,
    args: &Args,
    line: &ProgressLine,
) -> Result<Found, HuntError> {
    let settings = HuntSettings {
        kernel: args.kernel,
        threads: budget.thread_count(),
        checkpoint: Duration::from_secs_f64(args.checkpoint),
        audit: Duration::from_secs_f64(args.audit),
        snapshots: args.snapshots,
        keep_values: args.keep_values,
    };
    let mut budget = budget.clone().stopped_by(&crate::interrupt::stop());
    if let Some(memory) = args.memory {
        budget = budget.bytes(memory.as_u64());
    }
    let game = Game::from(rules.clone());
    let mut hunt = game.hunt(dir, settings, &budget)?;
    line.begin(hunt.summary().heaps);
    let end = hunt.run_seen(args.to, &budget, |summary| line.show(summary))?;
    Ok(Found { game: game.to_string(), summary: hunt.summary(), end })
}

/// Hunts many games, one on each core, each in a directory of its own; the last ones share the
/// cores that have no game any more. A game that cannot be hunted does not hold up the others.
fn run_many(games: &[Ruleset], args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let places = places(games, &args.dir)?;
    let threads = common.thread_count();
    let bars = indicatif::MultiProgress::new();
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    let stop = crate::interrupt::stop();
    let (mut stopped, mut failed) = (false, 0);
    std::thread::scope(|scope| {
        for member in Member::crew(threads, threads.min(games.len())) {
            let (sender, next, places, bars, stop) = (sender.clone(), &next, &places, &bars, &stop);
            scope.spawn(move || {
                let budget = Budget::unlimited().with(&member);
                while !stop.is_set() {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some((rules, dir)) = games.get(i).zip(places.get(i)) else { break };
                    let line = ProgressLine::new(bars.add(progress_bar(common)), args.to);
                    line.bar.set_prefix(format!("{rules}: "));
                    let found = hunt(rules, dir, &budget, args, &line);
                    line.clear();
                    if sender.send((i, found)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (i, found) in results {
            let told = bars.suspend(|| match found {
                Ok(found) => {
                    stopped |= found.end == HuntEnd::Stopped;
                    print_found(&found, common)
                }
                Err(error) => {
                    failed += 1;
                    eprintln!("{}: {error}", games[i]);
                    Ok(())
                }
            });
            if told.is_err() {
                // Nobody listens any more.
                stop.set();
            }
        }
    });
    if failed > 0 {
        return Err(Failure::input(format!("{failed} of {} games were not hunted", games.len())));
    }
    let all = next.into_inner() >= games.len() && !stopped;
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::from(130) })
}

/// A directory for each game inside `dir`, named after its rules.
fn places(games: &[Ruleset], dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut taken = HashMap::new();
    games
        .iter()
        .map(|rules| {
            let text = rules.to_string();
            let plain = |c: char| c.is_ascii_alphanumeric() || ".,-[]()".contains(c);
            let name: String = text.chars().map(|c| if plain(c) { c } else { '_' }).collect();
            match taken.insert(name.clone(), text.clone()) {
                Some(other) if other == text => {
                    Err(Failure::input(format!("{text} is named twice")))
                }
                Some(other) => Err(Failure::input(format!(
                    "{other} and {text} would share the directory {name}: hunt them one by one"
                ))),
                None => Ok(dir.join(name)),
            }
        })
        .collect()
}

fn failure(error: HuntError) -> Failure {
    match error {
        HuntError::Audit(_) => Failure::No(error.to_string()),
        _ => Failure::input(error),
    }
}

/// The mask as the literature writes it.
fn mask_text(summary: &Summary) -> String {
    let mask = summary.space.shown_mask(summary.largest.value);
    format!("{mask:x}{}", if summary.space.is_twisted() { " + position parity" } else { "" })
}

fn print_found(found: &Found, common: &Common) -> Result<(), Failure> {
    let Found { game, summary, end: outcome } = found;
    let largest = summary.largest;
    if common.format == Format::Json {
        return write_line(&sprague_answers::json(&HuntAnswer::new(game, summary, outcome)));
    }
    let last = summary
        .last_rare
        .map_or("none".to_owned(), |r| format!("last G({}) = {}", r.heap, r.value));
    let mut text = format!(
        "{game}: N = {}, {} rare values, {last}, largest G({}) = {}, mask {}\n",
        summary.heaps - 1,
        summary.rares,
        largest.heap,
        largest.value,
        mask_text(summary),
    );
    let end = match outcome {
        HuntEnd::Periodic(p) => {
            format!(
                "periodic: preperiod {}, period {} (proved: sparse-window)",
                p.preperiod, p.period
            )
        }
        HuntEnd::Reached => "no period seen".to_owned(),
        HuntEnd::Stopped => "stopped; the same command continues".to_owned(),
    };
    text.push_str(&end);
    write_line(&text)
}

/// A line for a hunt, on a terminal.
fn progress_bar(common: &Common) -> indicatif::ProgressBar {
    if common.quiet || !std::io::stderr().is_terminal() {
        return indicatif::ProgressBar::hidden();
    }
    let style = indicatif::ProgressStyle::with_template("{spinner} {prefix}{msg}");
    indicatif::ProgressBar::new_spinner()
        .with_style(style.unwrap_or_else(|_| indicatif::ProgressStyle::default_spinner()))
}

/// Rate, expected end, rares, last rare and largest value.
struct ProgressLine {
    bar: indicatif::ProgressBar,
    begun: Instant,
    from: AtomicU64,
    to: u64,
}

impl ProgressLine {
    fn new(bar: indicatif::ProgressBar, to: u64) -> Self {
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar, begun: Instant::now(), from: AtomicU64::new(0), to }
    }

    /// As many heaps were known before.
    fn begin(&self, heaps: u64) {
        self.from.store(heaps, Ordering::Relaxed);
    }

    fn show(&self, summary: &Summary) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.begun.elapsed().as_secs_f64().max(1e-3);
        let rate = (summary.heaps - self.from.load(Ordering::Relaxed)) as f64 / seconds;
        let rest = self.to.saturating_sub(summary.heaps) as f64 / rate.max(1e-9);
        let last = summary.last_rare.map_or(0, |r| r.heap);
        self.bar.set_message(format!(
            "{} of {}, {:.1} M/s, {} to go, {} rares, last {last}, max {}",
            indicatif::HumanCount(summary.heaps),
            indicatif::HumanCount(self.to),
            rate / 1e6,
            indicatif::HumanDuration(Duration::from_secs_f64(rest.min(1e12))),
            summary.rares,
            summary.largest.value,
        ));
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
