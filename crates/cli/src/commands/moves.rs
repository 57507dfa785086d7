//! `sprague moves RULES N`: the options of a heap, with their values.

use super::best::parse_position;
use crate::compute::{ComputeArgs, parse_game};
use crate::failure::Failure;
use crate::number::heap_size;
use crate::output::{Common, Format, Formats};
use sprague::rules::Ruleset;
use sprague::{ErrorKind, Game, Moves, ValuedOption};
use sprague_answers::moves::MovesAnswer;
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
    if n == u64::MAX {
        return Err(Failure::input("the heap is too large to count up to"));
    }
    let moves =
        args.compute.moves(&game, n, args.limit, common).map_err(|error| match error.kind() {
            ErrorKind::TooMany { .. } => {
                Failure::input(format!("{error}: raise --limit to list them all"))
            }
            _ => error.into(),
        })?;
    let mut out = BufWriter::new(io::stdout().lock());
    print(&mut out, common.format, game.rules(), n, &moves)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The game and the heap of a position of one heap.
fn one_heap(text: &str) -> Result<(Game, u64), Failure> {
    let position = parse_position(&[text.to_owned()])?;
    let [part] = position.parts() else { return Err(several()) };
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
fn heaps_text(option: &ValuedOption) -> String {
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
    moves: &Moves,
) -> io::Result<()> {
    let Moves { value: own, options } = moves;
    match format {
        Format::Json => {
            let answer = MovesAnswer::new(rules, n, moves);
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
