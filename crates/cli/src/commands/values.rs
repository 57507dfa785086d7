//! `sprague values RULES`: the nim-sequence, streamed.

use super::value::{far, unknown};
use crate::compute::{ComputeArgs, progress};
use crate::failure::Failure;
use crate::input::games;
use crate::number::heap_size;
use crate::output::{Common, Format, Formats, write_line};
use serde::Serialize;
use sprague::{Budget, Game, Known, Stream, secs};
use sprague_answers::number::Number;
use sprague_answers::values::ValuesAnswer;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague values 0.77 --to 83 --columns 12    Kayles, one period to a line
  sprague values 'S(1,2,4)' --format bfile    lines `n a(n)` as the OEIS wants them
  sprague values Grundy --from 1000 --to 1020 --format json
  sprague values 'n -> n-1 | n div 2'         a rule of your own
  sprague values Kayles --from 1000000000000000 --columns 12

From heap 10000000 on values come from a formula or a proof, where there is one.";

pub const FORMATS: Formats =
    Formats::These(&[Format::Text, Format::Json, Format::Csv, Format::Bfile, Format::Latex]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game: 0.77, S(1,2,4), Kayles, 'n -> n-1 | n div 2', ...; or several (- reads a list
    /// from stdin)
    #[arg(required = true)]
    rules: Vec<String>,
    /// The first heap [default: 0]
    #[arg(long, value_name = "A", value_parser = heap_size)]
    from: Option<u64>,
    /// The last heap [default: 99, or --from + 99]
    #[arg(long, value_name = "N", value_parser = heap_size)]
    to: Option<u64>,
    /// Values in a line of text
    #[arg(long, value_name = "K", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    columns: u32,
    #[command(flatten)]
    compute: ComputeArgs,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let games = games(&args.rules)?;
    if games.len() > 1 && !matches!(common.format, Format::Text | Format::Json) {
        return Err(Failure::input(format!(
            "{} games are printed as text or as JSON: leave --format out or ask for json",
            games.len()
        )));
    }
    for (i, rules) in games.iter().enumerate() {
        if games.len() > 1 && common.format == Format::Text {
            let gap = if i > 0 { "\n" } else { "" };
            write_line(&format!("{gap}{rules}"))?;
        }
        run_one(&Game::from(rules.clone()), args, common)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn run_one(game: &Game, args: &Args, common: &Common) -> Result<(), Failure> {
    let from = args.from.unwrap_or(0);
    let to = match args.to {
        Some(to) => to,
        None if from < 100 => 99,
        None => from.checked_add(99).ok_or_else(|| Failure::input("--from is too large"))?,
    };
    if from > to {
        return Err(Failure::input(format!(
            "--from {from} is greater than --to {to}: swap them or raise --to"
        )));
    }
    if to == u64::MAX {
        return Err(Failure::input("--to is too large to count up to"));
    }
    let beyond = far_values(args, game, from, common)?;
    let bar = Arc::new(progress(common, to));
    // On a terminal values streaming past are progress enough.
    let mut budget = args.compute.budget(&bar, common);
    if io::stdout().is_terminal() {
        budget = budget.silent();
    }
    let (beyond, stream) = match beyond {
        Some(known) if known.value(from).is_some() => (Some(known), None),
        searched => {
            let stream = args.compute.stream(game, from..=to, &budget)?;
            (None, Some(searched.iter().try_fold(stream, Stream::behind)?))
        }
    };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut printer = Printer::start(&mut out, common.format, game, from, to, args.columns)?;
    if common.format == Format::Latex {
        printer.dots = proved_period(game, &args.compute);
    }
    if let Some(known) = beyond {
        for n in from..=to {
            let value = known.value(n).ok_or_else(|| unknown(game, &n.into()))?;
            printer.value(n, Number(value.into()))?;
        }
    }
    for (n, value) in (from..).zip(stream.into_iter().flatten()) {
        printer.value(n, value?)?;
    }
    bar.finish_and_clear();
    printer.finish()?;
    out.flush()?;
    Ok(())
}

/// From this heap on a formula or a proof is looked for before counting up to it.
const FAR: u64 = 10_000_000;
/// It computes at most one value in so many: an engine goes on from there, faster than regularities are
/// looked for.
const SHARE: u64 = 8;
/// How many seconds that search may take.
const SEARCHED: f64 = 20.0;

/// What a search finds about the values from a far heap on; `None` where there was none, or an engine
/// is asked for.
fn far_values(
    args: &Args,
    game: &Game,
    from: u64,
    common: &Common,
) -> Result<Option<Known>, Failure> {
    if from < FAR || args.compute.engine.is_some() {
        return Ok(None);
    }
    far(game, &from.into(), from / SHARE, SEARCHED, &args.compute, common).map(Some)
}

/// Writes values as they come.
struct Printer<'a, W: Write> {
    out: &'a mut W,
    format: Format,
    from: u64,
    to: u64,
    columns: u64,
    /// The first and the last heap of the first period, where it is proved: their values get
    /// dots, as in print.
    dots: Option<(u64, u64)>,
}

/// The ends of the first period, if the sequence is soon proved periodic.
fn proved_period(game: &Game, compute: &ComputeArgs) -> Option<(u64, u64)> {
    let budget = Budget::new().values(20_000).time(secs(5)).bytes(compute.memory_limit());
    let solution = game.solve_within(&budget).ok()?;
    let regularity = solution.details().claim()?.regularity()?;
    (solution.is_proved() && regularity.saltus == 0)
        .then(|| (regularity.preperiod, regularity.preperiod + regularity.period - 1))
}

/// Values in a row of a LaTeX table.
const LATEX_COLUMNS: u64 = 12;

impl<'a, W: Write> Printer<'a, W> {
    fn start(
        out: &'a mut W,
        format: Format,
        game: &Game,
        from: u64,
        to: u64,
        columns: u32,
    ) -> io::Result<Self> {
        match format {
            Format::Text | Format::Bfile => {}
            Format::Json => write!(out, "{}", ValuesAnswer::new(game.rules(), from).start())?,
            Format::Csv => writeln!(out, "n,value")?,
            Format::Latex => {
                writeln!(out, "% The nim-sequence of {game}; needs \\usepackage{{booktabs}}")?;
                writeln!(out, "\\begin{{tabular}}{{r{}}}", "r".repeat(LATEX_COLUMNS as usize))?;
                writeln!(out, "\\toprule")?;
                write!(out, "$n$")?;
                for i in 0..LATEX_COLUMNS {
                    write!(out, " & $+{i}$")?;
                }
                writeln!(out, " \\\\\n\\midrule")?;
            }
        }
        Ok(Self { out, format, from, to, columns: columns.into(), dots: None })
    }

    fn value(&mut self, n: u64, value: impl Display + Serialize) -> io::Result<()> {
        let i = n - self.from;
        match self.format {
            Format::Text => {
                let end =
                    if n == self.to || (i + 1).is_multiple_of(self.columns) { '\n' } else { ' ' };
                write!(self.out, "{value}{end}")
            }
            Format::Json => {
                if i > 0 {
                    self.out.write_all(b",")?;
                }
                Ok(serde_json::to_writer(&mut *self.out, &value)?)
            }
            Format::Csv => writeln!(self.out, "{n},{value}"),
            Format::Bfile => writeln!(self.out, "{n} {value}"),
            Format::Latex => {
                if i.is_multiple_of(LATEX_COLUMNS) {
                    write!(self.out, "{n}")?;
                }
                if self.dots.is_some_and(|(first, last)| n == first || n == last) {
                    write!(self.out, " & $\\dot{{{value}}}$")?;
                } else {
                    write!(self.out, " & {value}")?;
                }
                if n == self.to || (i + 1).is_multiple_of(LATEX_COLUMNS) {
                    writeln!(self.out, " \\\\")?;
                }
                Ok(())
            }
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        match self.format {
            Format::Json => writeln!(self.out, "{}", ValuesAnswer::END),
            Format::Latex => writeln!(self.out, "\\bottomrule\n\\end{{tabular}}"),
            _ => Ok(()),
        }
    }
}
