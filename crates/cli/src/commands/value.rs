//! `sprague value RULES N`: the nim-value of one heap, of any size where the game is solved.

use crate::compute::{ComputeArgs, parse_game, progress};
use crate::failure::Failure;
use crate::number::{BigHeap, seconds};
use crate::output::{Common, Format, Formats, write_line};
use sprague::{Budget, ErrorKind, Game, Known, Natural, Spent};
use sprague_answers::value::{ValueAnswer, reasoned};
use std::process::ExitCode;
use std::time::Duration;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague value Kayles 1000
  sprague value Kayles 123456789012345678901234567890
  sprague value Mark 123456789
  sprague value 'S(1000000007,1000000009)' 99999999999999999999

Up to 20000 the value is counted out, unless a formula is faster. Beyond that it comes from a formula or from
the regularity of the sequence, proved now or in the atlas; where there is none, the sequence is
computed up to N if N has at most 19 digits, and refused otherwise.";

pub const FORMATS: Formats =
    Formats::These(&[Format::Text, Format::Json, Format::Csv, Format::Bfile, Format::Latex]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game: 0.77, S(1,2,4), Kayles, 'n -> n-1 | n div 2', ...
    rules: String,
    /// The heap
    #[arg(value_name = "N")]
    heap: BigHeap,
    /// Give up after this many seconds; a sixth of them to look for a proof where N can be counted up to
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = seconds)]
    time: f64,
    #[command(flatten)]
    compute: ComputeArgs,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let game = parse_game(&args.rules)?;
    let heap = Natural::from(&args.heap.0);
    let bar = progress(common, 0);
    let shown = bar.clone();
    let budget = Budget::unlimited()
        .time(Duration::from_secs_f64(args.time))
        .bytes(args.compute.memory_limit())
        .threads(common.thread_count())
        .stopped_by(&crate::interrupt::stop())
        .progress(move |progress| shown.show(progress));
    let found = match (args.compute.engine, heap.to_u64()) {
        (Some(_), Some(n)) => count(args, &game, n, &budget),
        (Some(engine), None) => Err(Failure::input(format!(
            "engine '{engine}' counts, and nobody counts up to a heap of {} digits: leave --engine out",
            heap.digits()
        ))),
        (None, small) => value(&game, &heap, &budget).and_then(|found| {
            if let Some(n) = small.filter(|_| found.1 == "counted") {
                args.compute.tell_engine(&game, n, &budget)?;
            }
            Ok(found)
        }),
    };
    bar.finish_and_clear();
    let (value, reason) = found?;
    let text = match common.format {
        Format::Text => value.to_string(),
        Format::Json => sprague_answers::json(&ValueAnswer::new(
            game.rules(),
            heap.as_big(),
            value.as_big(),
            &reason,
        )),
        Format::Csv => format!("n,value\n{heap},{value}"),
        Format::Bfile => format!("{heap} {value}"),
        Format::Latex => format!("$\\mathcal{{G}}({heap}) = {value}$"),
    };
    write_line(&text)?;
    Ok(ExitCode::SUCCESS)
}

pub fn unknown(game: &Game, heap: &Natural) -> Failure {
    Failure::input(format!(
        "no formula and no proved regularity gives the value of {game} at a heap of {} digits",
        heap.digits()
    ))
}

/// What gives the values of heaps nobody counts up to, if anything does: a formula, or what is
/// found about the game in so many seconds. Shows its progress; Ctrl-C ends it.
pub fn far(
    game: &Game,
    heap: &Natural,
    values: u64,
    seconds: f64,
    compute: &ComputeArgs,
    common: &Common,
) -> Result<Known, Failure> {
    let bar = progress(common, 0);
    let shown = bar.clone();
    let budget = Budget::new()
        .values(values)
        .time(Duration::from_secs_f64(seconds))
        .bytes(compute.memory_limit())
        .threads(common.thread_count())
        .stopped_by(&crate::interrupt::stop())
        .progress(move |progress| shown.show(progress));
    let known = game.search_within(heap, &budget);
    bar.finish_and_clear();
    Ok(known?)
}

/// The value, and why: by counting, by a formula, by a proof, or by one in the atlas.
fn value(game: &Game, heap: &Natural, budget: &Budget) -> Result<(Natural, String), Failure> {
    match reasoned(game, heap.as_big(), budget) {
        Ok((value, reason)) => Ok((value.into(), reason)),
        Err(error) if error.kind() == ErrorKind::OutOfReach => Err(error.into()),
        Err(error) => Err(late(error)),
    }
}

/// The value by the engine that was asked for.
fn count(args: &Args, game: &Game, n: u64, budget: &Budget) -> Result<(Natural, String), Failure> {
    let value = args.compute.stream(game, n..=n, budget)?.next().unwrap_or(Ok(0));
    Ok((value.map_err(late)?.into(), "counted".to_owned()))
}

/// Which flag gives more time.
fn late(error: sprague::Error) -> Failure {
    match error.spent() {
        Some(Spent::Time) => Failure::input(format!("{error}: allow more with --time")),
        _ => error.into(),
    }
}
