//! `sprague value RULES N`: the nim-value of one heap.

use crate::compute::{ComputeArgs, engine_failure, parse_rules, progress};
use crate::failure::Failure;
use crate::number::{BigHeap, to_json};
use crate::output::{Common, Format, write_line};
use num_bigint::BigUint;
use std::process::ExitCode;

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  sprague value Kayles 1000\n  sprague value Mark 123456789")]
pub struct Args {
    /// The game: 0.77, S(1,2,4), Kayles, 'n -> n-1 | n div 2', ...
    rules: String,
    /// The heap
    #[arg(value_name = "N")]
    heap: BigHeap,
    #[command(flatten)]
    compute: ComputeArgs,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let rules = parse_rules(&args.rules)?;
    let heap = &args.heap.0;
    let n = u64::try_from(heap).ok().filter(|&n| n < u64::MAX).ok_or_else(|| {
        Failure::input(format!(
            "a heap of {} digits is out of reach of counting",
            heap.to_string().len()
        ))
    })?;
    let mut engine = args.compute.start(&rules, n)?;
    let bar = progress(common, n);
    let mut value = 0;
    for i in 0..=n {
        value = engine.next_value().map_err(engine_failure)?;
        if i & 0xfff == 0 {
            bar.set_position(i);
        }
    }
    bar.finish_and_clear();
    let text = match common.format {
        Format::Text | Format::Parquet => value.to_string(),
        Format::Json => serde_json::json!({
            "game": rules.to_string(),
            "n": to_json(heap),
            "value": to_json(&BigUint::from(value)),
        })
        .to_string(),
        Format::Csv => format!("n,value\n{heap},{value}"),
        Format::Bfile => format!("{heap} {value}"),
        Format::Latex => format!("$\\mathcal{{G}}({heap}) = {value}$"),
    };
    write_line(&text)?;
    Ok(ExitCode::SUCCESS)
}
