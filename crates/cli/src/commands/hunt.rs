//! `sprague hunt RULES --to N --dir DIR`: a long run that cannot lose work.

use crate::compute::parse_game;
use crate::failure::Failure;
use crate::number::{heap_size, seconds_or_zero};
use crate::output::{Common, Format, Formats, write_line};
use sprague::Budget;
use sprague::hunt::{HuntEnd, HuntError, HuntSettings, Kernel, Summary};
use sprague_answers::hunt::HuntAnswer;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Examples of use.
const EXAMPLES: &str = "\
The run ends at heap N or when the period is found. Stop it with Ctrl-C, kill it, cut the
power: the same command continues from the last checkpoint with the same results.

Examples:
  sprague hunt 0.106 --to 1000000000000 --dir runs/0.106
  sprague hunt Officers --to 1000000000 --dir runs/officers --checkpoint 300
  sprague hunt 0.16 --to 1000000 --dir runs/0.16 --format json";

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game; every move must leave at most two heaps
    rules: String,
    /// The last heap
    #[arg(long, value_name = "N", value_parser = heap_size)]
    to: u64,
    /// The directory of the run, new or of an earlier run of the same game
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Seconds between checkpoints
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds_or_zero)]
    checkpoint: f64,
    /// Heaps between snapshots [default: at most 1024 on the way to a power of two]
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
    let game = parse_game(&args.rules)?;
    let settings = HuntSettings {
        kernel: args.kernel,
        // With two threads or more the rare check has a core of its own.
        threads: common.thread_count(),
        checkpoint: Duration::from_secs_f64(args.checkpoint),
        audit: Duration::from_secs_f64(args.audit),
        snapshots: args.snapshots,
        keep_values: args.keep_values,
    };
    let mut budget = Budget::unlimited().stopped_by(&crate::interrupt::stop());
    if let Some(memory) = args.memory {
        if !(1_000_000..=1_000_000_000_000).contains(&memory.as_u64()) {
            return Err(Failure::input("--memory: between 1M and 1T, please"));
        }
        budget = budget.bytes(memory.as_u64());
    }
    let mut hunt = game.hunt(&args.dir, settings, &budget).map_err(failure)?;
    let line = ProgressLine::new(common, args.to, hunt.summary().heaps);
    let outcome = hunt.run_seen(args.to, &budget, |summary| line.show(summary)).map_err(failure)?;
    line.clear();
    report(&game.to_string(), &hunt.summary(), &outcome, common)?;
    Ok(if outcome == HuntEnd::Stopped { ExitCode::from(130) } else { ExitCode::SUCCESS })
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

fn report(
    game: &str,
    summary: &Summary,
    outcome: &HuntEnd,
    common: &Common,
) -> Result<(), Failure> {
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

/// Rate, expected end, rares, last rare and largest value, on a terminal.
struct ProgressLine {
    bar: indicatif::ProgressBar,
    begun: Instant,
    from: u64,
    to: u64,
}

impl ProgressLine {
    fn new(common: &Common, to: u64, from: u64) -> Self {
        let shown = !common.quiet && std::io::stderr().is_terminal();
        let bar = if shown {
            indicatif::ProgressBar::new_spinner()
        } else {
            indicatif::ProgressBar::hidden()
        };
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar, begun: Instant::now(), from, to }
    }

    fn show(&self, summary: &Summary) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.begun.elapsed().as_secs_f64().max(1e-3);
        let rate = (summary.heaps - self.from) as f64 / seconds;
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
