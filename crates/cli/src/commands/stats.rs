//! `sprague stats RULES`: what the nim-sequence looks like.

use crate::compute::{ComputeArgs, parse_game};
use crate::failure::Failure;
use crate::number::heap_size;
use crate::output::{Common, Format, Formats, write_all};
use sprague::rules::Ruleset;
use sprague::stats::Statistics;
use sprague_answers::stats::{HEAPS, LONGEST, SUB_PERIODS, StatsAnswer, mask, statistics};
use std::fmt::Write;
use std::process::ExitCode;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague stats 0.16 --to 100000
  sprague stats Officers --to 1000000 --format json
  sprague stats 0.165 --to 20000 --longest 1000 --format csv";

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json, Format::Csv]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    rules: String,
    /// The last heap
    #[arg(long, value_name = "N", default_value_t = HEAPS, value_parser = heap_size)]
    to: u64,
    /// The longest sub-period looked for
    #[arg(long, value_name = "Q", default_value_t = LONGEST)]
    longest: usize,
    /// How many sub-periods to show
    #[arg(long, value_name = "COUNT", default_value_t = SUB_PERIODS)]
    sub_periods: usize,
    /// How many rare heaps to list in text (all in json)
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    rares: usize,
    #[command(flatten)]
    compute: ComputeArgs,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let game = parse_game(&args.rules)?;
    let limit = args.compute.memory_limit();
    // Values as u32, and what the frequencies need.
    let needed = args.to.saturating_mul(10);
    if needed > limit {
        return Err(Failure::input(format!(
            "{} heaps need about {} of memory, {} are allowed: give a smaller --to",
            args.to,
            sprague::human_bytes(needed),
            sprague::human_bytes(limit)
        )));
    }
    let values = args.compute.collect(&game, args.to, common)?;
    let rules = game.rules();
    let statistics = statistics(rules, &values, args.longest, args.sub_periods);
    let text = match common.format {
        Format::Json => sprague_answers::json(&StatsAnswer::new(rules, &statistics)) + "\n",
        Format::Csv => csv_text(&statistics),
        _ => text(args, rules, &statistics),
    };
    write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn text(args: &Args, rules: &Ruleset, s: &Statistics) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{rules}, heaps 0 to {}", s.heaps - 1);
    if let Some((mask, twisted)) = mask(s) {
        let kind = if twisted { " + position parity" } else { "" };
        let last =
            s.rares.last().map_or(String::new(), |r| format!(", last G({}) = {}", r.heap, r.value));
        let _ = writeln!(out, "mask {mask}{kind}: {} rare heaps{last}", s.rares.len());
        let shown: Vec<String> =
            s.rares.iter().take(args.rares).map(|r| r.heap.to_string()).collect();
        let more = if s.rares.len() > shown.len() { " ..." } else { "" };
        let _ = writeln!(out, "rare heaps: {}{more}", shown.join(" "));
    }
    let records: Vec<String> = s
        .records
        .iter()
        .rev()
        .take(8)
        .rev()
        .map(|r| format!("G({}) = {}", r.heap, r.value))
        .collect();
    let _ = writeln!(
        out,
        "records: {}{}",
        if s.records.len() > 8 { "... " } else { "" },
        records.join(", ")
    );
    for sub in &s.sub_periods {
        let _ = writeln!(
            out,
            "sub-period {}, nim-saltus {}: {:.1} % of the last heaps (observed)",
            sub.period,
            sub.saltus,
            100.0 * sub.share
        );
    }
    let _ = writeln!(
        out,
        "\n{:>8} {:>12} {:>10} {:>8} {:>12} {:>12}",
        "value", "heaps", "percent", "rare", "first", "last"
    );
    for f in &s.frequencies {
        let percent = 100.0 * f.count as f64 / s.heaps as f64;
        let _ = writeln!(
            out,
            "{:>8} {:>12} {:>10.4} {:>8} {:>12} {:>12}",
            f.value, f.count, percent, f.rare, f.first, f.last
        );
    }
    out
}

fn csv_text(s: &Statistics) -> String {
    let mut out = String::from("value,count,rare,first,last\n");
    for f in &s.frequencies {
        let _ = writeln!(out, "{},{},{},{},{}", f.value, f.count, f.rare, f.first, f.last);
    }
    out
}
