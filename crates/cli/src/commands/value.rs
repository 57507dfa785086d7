//! `sprague value RULES N`: the nim-value of one heap, of any size where the game is solved.

use crate::compute::{ComputeArgs, engine_failure, parse_rules, progress};
use crate::failure::Failure;
use crate::number::BigHeap;
use crate::output::{Common, Format, Formats, write_line};
use num_bigint::BigUint;
use sprague_answers::value::ValueAnswer;
use sprague_budget::{Budget, Spent};
use sprague_engine::EngineError;
use sprague_games::Ruleset;
use sprague_prover::known::{self, COUNTED, Known};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague value Kayles 1000
  sprague value Kayles 123456789012345678901234567890
  sprague value Mark 123456789
  sprague value 'S(1000000007,1000000009)' 99999999999999999999

Up to 20000 the value is counted out. Beyond that it comes from a formula or
from the proved regularity of the sequence; where there is none, the sequence is
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
    /// Look for a proof of regularity for at most this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    time: u32,
    #[command(flatten)]
    compute: ComputeArgs,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let rules = parse_rules(&args.rules)?;
    let heap = &args.heap.0;
    let small = u64::try_from(heap).ok().filter(|&n| n < u64::MAX);
    let direct = args.compute.engine.is_some() || small.is_some_and(|n| n <= COUNTED);
    let (value, reason) = match small {
        Some(n) if direct => (count(args, &rules, n, common)?, "counted".to_owned()),
        _ => match derive(args, &rules, heap, common)? {
            Some(found) => found,
            None => match small {
                Some(n) => (count(args, &rules, n, common)?, "counted".to_owned()),
                None => return Err(unknown(&rules, heap)),
            },
        },
    };
    let text = match common.format {
        Format::Text => value.to_string(),
        Format::Json => sprague_answers::json(&ValueAnswer::new(&rules, heap, &value, &reason)),
        Format::Csv => format!("n,value\n{heap},{value}"),
        Format::Bfile => format!("{heap} {value}"),
        Format::Latex => format!("$\\mathcal{{G}}({heap}) = {value}$"),
    };
    write_line(&text)?;
    Ok(ExitCode::SUCCESS)
}

pub fn unknown(rules: &Ruleset, heap: &BigUint) -> Failure {
    Failure::input(format!(
        "no formula and no proved regularity gives the value of {rules} at a heap of {} digits",
        heap.to_string().len()
    ))
}

/// The value by a formula or by proved regularity.
fn derive(
    args: &Args,
    rules: &Ruleset,
    heap: &BigUint,
    common: &Common,
) -> Result<Option<(BigUint, String)>, Failure> {
    let known = far(rules, heap, args.time.into(), &args.compute, common)?;
    Ok(known.value(heap).map(|value| (value, known.reason().to_owned())))
}

/// What gives the values of heaps nobody counts up to, if anything does: a formula, or what is
/// found about the game in so many seconds. Shows its progress; Ctrl-C ends it.
pub fn far(
    rules: &Ruleset,
    heap: &BigUint,
    seconds: u64,
    compute: &ComputeArgs,
    common: &Common,
) -> Result<Known, Failure> {
    let bar = progress(common, 0);
    let shown = bar.clone();
    let budget = Budget::new()
        .time(Duration::from_secs(seconds))
        .bytes(compute.memory_limit())
        .stopped_by(&crate::interrupt::stop())
        .progress(move |progress| shown.show(progress));
    let known = Known::beyond(rules, heap, &budget.started());
    bar.finish_and_clear();
    known.map_err(|error| match error {
        known::Error::Engine(error) => engine_failure(error),
        other => Failure::input(other),
    })
}

/// The value by computing the sequence up to it.
fn count(args: &Args, rules: &Ruleset, n: u64, common: &Common) -> Result<BigUint, Failure> {
    let bar = Arc::new(progress(common, n));
    let budget = args.compute.budget(&bar).stopped_by(&crate::interrupt::stop());
    let mut sequence = args.compute.sequence(rules, n, &budget)?;
    let last = sequence.try_fold(0, |_, value| value);
    bar.finish_and_clear();
    match last {
        Ok(value) => Ok(value.into()),
        Err(EngineError::Spent(Spent::Stopped)) => {
            let heap = sequence.heap();
            Err(Failure::No(format!("stopped at heap {heap}, before {n}")))
        }
        Err(error) => Err(engine_failure(error)),
    }
}
