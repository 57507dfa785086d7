//! `sprague moves RULES N`: the options of a heap, with their values.

use super::best::parse_position;
use crate::compute::{ComputeArgs, parse_game};
use crate::failure::Failure;
use crate::number::heap_size;
use crate::output::{Common, Format, Formats};
use sprague::Game;
use sprague_answers::moves::{HeapOption, HeapValues, MovesAnswer, heap_options};
use sprague_games::{RuleError, Ruleset};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

pub const FORMATS: Formats =
    Formats::These(&[Format::Text, Format::Json, Format::Csv, Format::Latex]);

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  sprague moves Kayles 5\n  sprague moves 'Kayles: 5'\n  sprague moves '0.3F' 9 --format json"
)]
pub struct Args {
    /// The game: 0.77, S(1,2,4), Kayles, 'n -> n-1 | n div 2', ...
    rules: String,
    /// The heap, unless it stands behind a colon of the game, as in 'Kayles: 5'
    #[arg(value_name = "N", value_parser = heap_size)]
    heap: Option<u64>,
    /// Refuse to list more options than this
    #[arg(long, value_name = "K", default_value_t = 1_000_000)]
    limit: u64,
    #[command(flatten)]
    compute: ComputeArgs,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let (game, n) = match args.heap {
        Some(n) => (parse_game(&args.rules)?, n),
        None => one_heap(&args.rules)?,
    };
    let rules = game.rules();
    if n == u64::MAX {
        return Err(Failure::input("the heap is too large to count up to"));
    }
    // Refuse before computing values: counting options is cheap up to the limit.
    let mut count = 0;
    let counted = rules.try_for_each_option(n, &mut |_| {
        count += 1;
        count <= args.limit
    });
    match counted {
        Ok(()) => {}
        Err(RuleError::Stopped) => {
            return Err(Failure::input(format!(
                "a heap of {n} has more than {} options: raise --limit to list them all",
                args.limit
            )));
        }
        Err(error) => return Err(Failure::input(error)),
    }
    let values = HeapValues {
        own: args.compute.collect(&game, n, common)?,
        without_pass: if rules.has_pass() {
            args.compute.collect(&rules.without_pass().into(), n, common)?
        } else {
            Vec::new()
        },
    };
    let own = values.own.last().copied().unwrap_or(0);
    let options = heap_options(rules, n, &values).map_err(Failure::input)?;
    let mut out = BufWriter::new(io::stdout().lock());
    print(&mut out, common.format, rules, n, own, &options)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The game and the heap of a position of one heap.
fn one_heap(text: &str) -> Result<(Game, u64), Failure> {
    let position = parse_position(&[text.to_owned()])?;
    let [part] = &position.parts[..] else { return Err(several()) };
    let heap = match &part.heaps[..] {
        [] => 0,
        [heap] => heap_size(&heap.to_string()).map_err(Failure::input)?,
        _ => return Err(several()),
    };
    Ok((part.rules.clone().into(), heap))
}

fn several() -> Failure {
    Failure::input("moves are listed for one heap: 'sprague best' answers for several")
}

/// `2(pass)+3`; `0` when no heap is left.
fn heaps_text(option: &HeapOption) -> String {
    if option.to.is_empty() {
        return "0".into();
    }
    let heap = |(i, size): (usize, &u64)| {
        if Some(i) == option.keeper { format!("{size}(pass)") } else { size.to_string() }
    };
    option.to.iter().enumerate().map(heap).collect::<Vec<_>>().join("+")
}

fn print(
    out: &mut impl Write,
    format: Format,
    rules: &Ruleset,
    n: u64,
    own: u32,
    options: &[HeapOption],
) -> io::Result<()> {
    match format {
        Format::Json => {
            let answer = MovesAnswer::new(rules, n, own, options);
            writeln!(out, "{}", sprague_answers::json(&answer))
        }
        Format::Csv => {
            writeln!(out, "to,value")?;
            options.iter().try_for_each(|o| writeln!(out, "{},{}", heaps_text(o), o.value))
        }
        Format::Latex => {
            writeln!(
                out,
                "% The options of a heap of {n} in {rules}; needs \\usepackage{{booktabs}}"
            )?;
            writeln!(out, "\\begin{{tabular}}{{lr}}\n\\toprule\nto & value \\\\\n\\midrule")?;
            for option in options {
                writeln!(out, "${}$ & {} \\\\", heaps_text(option), option.value)?;
            }
            writeln!(out, "\\bottomrule\n\\end{{tabular}}")
        }
        _ => {
            writeln!(
                out,
                "heap {n} has value {own} and {} option{}",
                options.len(),
                if options.len() == 1 { "" } else { "s" }
            )?;
            let width = options.iter().map(|o| heaps_text(o).len()).max().unwrap_or(0);
            for option in options {
                writeln!(out, "  {:<width$}  value {}", heaps_text(option), option.value)?;
            }
            Ok(())
        }
    }
}
