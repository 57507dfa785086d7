//! `sprague table NAME`: the classical tables, recomputed.

mod col;

use crate::compute::progress;
use crate::failure::Failure;
use crate::number::heap_size;
use crate::output::{Common, Format, Formats, PictureKind, aligned, csv_text, write_line};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sprague::Budget;
use sprague::tables::{self as table, Table, TripleCell, TripleRegions, TripleSlice};
use sprague_answers::table::{
    GrundyFrequencyRow, GrundyPeriodRow, MarkRow, OctalGuideRow, OctalRow, RecurringOctalRow,
    SedecimalRow, SubtractionRow, TableAnswer, TripleRow,
};
use sprague_plot::regions::{Region, Regions};
use sprague_plot::{Colour, PALETTE};
use std::path::PathBuf;
use std::process::ExitCode;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague table subtraction --max 8
  sprague table octal --digits 3 --limit 5000 --format csv
  sprague table grundy-periods --to 1300 --format latex
  sprague table mark --to 31
  sprague table triples --c 60                  which of a+b, a+60, b+60 is a period
  sprague table triples --a 5 --to 200 -o regions.svg

Differences from the printed tables are listed in docs/errata.md.";

pub const FORMATS: Formats =
    Formats::These(&[Format::Text, Format::Json, Format::Csv, Format::Latex]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    name: Name,
}

#[derive(clap::Subcommand)]
enum Name {
    #[command(flatten)]
    Heaps(HeapTable),
    /// Subtraction games S(a,b,c): which of a+b, a+c, b+c is a period, as regions of a plane
    Triples(Triples),
    /// Col: chains (Austin, Table 2.3, continued), trees, cycles, grids
    Col(col::Args),
}

/// The plane of `table triples`.
#[derive(clap::Args)]
struct Triples {
    /// All a < b below this c (default: 40)
    #[arg(long, value_name = "C", conflicts_with_all = ["a", "to"], value_parser = clap::value_parser!(u64).range(3..=LARGEST))]
    c: Option<u64>,
    /// All b < c above this a, instead
    #[arg(long, value_name = "A", value_parser = clap::value_parser!(u64).range(1..=LARGEST - 2))]
    a: Option<u64>,
    /// The greatest c, for --a (default: 40 more than a)
    #[arg(long, value_name = "C", requires = "a", value_parser = clap::value_parser!(u64).range(3..=LARGEST))]
    to: Option<u64>,
    /// Draw the plane, too: FILE.svg or FILE.png, or - for SVG on standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The largest member of a set in `table triples`.
const LARGEST: u64 = 1024;

/// The tables of heap games.
#[derive(clap::Subcommand)]
enum HeapTable {
    /// Subtraction games with small members (Austin, Table 7.1)
    Subtraction {
        /// The largest member
        #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=16))]
        max: u32,
        /// Show optional members up to this number
        #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
        optional: u64,
    },
    /// Octal games .d1d2d3 and 4.d1d2 in standard form (Austin, Tables 7.2 and 7.3)
    Octal {
        /// The number of digits
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=4))]
        digits: u32,
        /// Compute at most this many values of a game
        #[arg(long, value_name = "N", default_value = "20000", value_parser = heap_size)]
        limit: u64,
        /// Print the guide (Table 7.3) instead
        #[arg(long)]
        guide: bool,
    },
    /// Infinite recurring octal games (Austin, Tables 7.4 to 7.6)
    RecurringOctal {
        /// Compute at most this many values of a game
        #[arg(long, value_name = "N", default_value = "2500", value_parser = heap_size)]
        limit: u64,
    },
    /// Sedecimal games (Austin, Table 7.7)
    Sedecimal {
        /// The number of digits
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=3))]
        digits: u32,
        /// Compute at most this many values of a game
        #[arg(long, value_name = "N", default_value = "1200", value_parser = heap_size)]
        limit: u64,
        /// All codes, not only the arithmetic-periodic ones
        #[arg(long)]
        all: bool,
    },
    /// Periods Grundy's game cannot have (Schlebusch, Corollary 10.4)
    GrundyPeriods {
        /// Use the zeros up to this heap
        #[arg(long, value_name = "N", default_value = "1300", value_parser = heap_size)]
        to: u64,
    },
    /// Frequencies of the values of Grundy's game
    GrundyFrequencies {
        /// Count heaps up to this one
        #[arg(long, value_name = "N", default_value = "10000", value_parser = heap_size)]
        to: u64,
    },
    /// Mark, MiMark and UpMark (Fraenkel)
    Mark {
        /// The last heap
        #[arg(long, value_name = "N", default_value = "23", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
        to: u64,
    },
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let name = match &args.name {
        Name::Col(args) => return col::run(args, common),
        Name::Triples(args) => return triples(args, common),
        Name::Heaps(name) => name,
    };
    let bar = progress(common, 0);
    let shown = bar.clone();
    let budget = Budget::unlimited()
        .threads(common.thread_count())
        .stopped_by(&crate::interrupt::stop())
        .progress(move |progress| shown.show(progress));
    let made = make(name, &budget);
    bar.finish_and_clear();
    let (table, json) = made?;
    let text = match common.format {
        Format::Json => json(&table)?,
        Format::Csv => csv(&table),
        Format::Latex => latex(&table),
        _ => text(&table),
    };
    write_line(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn triples(args: &Triples, common: &Common) -> Result<ExitCode, Failure> {
    let slice = match args.a {
        None => TripleSlice::Largest(args.c.unwrap_or(40)),
        Some(a) => {
            let to = args.to.unwrap_or((a + 40).min(LARGEST));
            if to < a + 2 {
                return Err(Failure::input(format!("--to must be at least {}: a < b < c", a + 2)));
            }
            TripleSlice::Least { a, to }
        }
    };
    let kind = args.output.as_ref().map(|path| PictureKind::of(path)).transpose()?;
    let bar = progress(common, 0);
    let shown = bar.clone();
    let budget = Budget::unlimited()
        .stopped_by(&crate::interrupt::stop())
        .progress(move |progress| shown.show(progress));
    let made = table::triples(slice, &budget);
    bar.finish_and_clear();
    let regions = made.map_err(sprague::Error::from)?;
    if let (Some(path), Some(kind)) = (&args.output, kind) {
        kind.write(&picture(&regions).scene().map_err(Failure::input)?, path)?;
    }
    let text = match common.format {
        Format::Json => as_json::<TripleRow>(&regions.table())?,
        Format::Csv => csv(&regions.table()),
        Format::Latex => latex(&regions.table()),
        _ => regions.text(),
    };
    write_line(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The regions in colours.
fn picture(plane: &TripleRegions) -> Regions {
    let colour = |sign: char| match sign {
        '1' => PALETTE[0],
        '2' => PALETTE[1],
        '3' => PALETTE[2],
        '+' => Colour::INK,
        '0' => PALETTE[3],
        _ => Colour::GRID,
    };
    let legend = plane.legend();
    let regions = legend
        .iter()
        .map(|(sign, name)| Region { name: name.clone(), colour: colour(*sign) })
        .collect();
    let kind = |cell: &TripleCell| legend.iter().position(|(sign, _)| *sign == cell.sign());
    let row = |cells: &Vec<TripleCell>| cells.iter().map(kind).collect();
    Regions {
        title: plane.title.clone(),
        axes: plane.axes.map(String::from),
        first_column: plane.first_column,
        first_row: plane.first_row,
        regions,
        rows: plane.rows.iter().map(row).collect(),
    }
}

/// The table and how it is written as JSON.
fn make(name: &HeapTable, budget: &Budget) -> Result<(Table, Json), sprague::Error> {
    let within = |limit: u64| budget.clone().values(limit);
    Ok(match name {
        HeapTable::Subtraction { max, optional } => {
            (table::subtraction(*max, *optional, budget)?, as_json::<SubtractionRow>)
        }
        HeapTable::Octal { digits, limit, guide } => {
            let tables = table::octal(*digits, &within(*limit))?;
            if *guide {
                (tables.guide, as_json::<OctalGuideRow>)
            } else {
                (tables.table, as_json::<OctalRow>)
            }
        }
        HeapTable::RecurringOctal { limit } => {
            (table::recurring_octal(&within(*limit))?, as_json::<RecurringOctalRow>)
        }
        HeapTable::Sedecimal { digits, limit, all } => {
            (table::sedecimal(*digits, *all, &within(*limit))?, as_json::<SedecimalRow>)
        }
        HeapTable::GrundyPeriods { to } => {
            (table::grundy_periods(*to, budget)?, as_json::<GrundyPeriodRow>)
        }
        HeapTable::GrundyFrequencies { to } => {
            (table::grundy_frequencies(*to, budget)?, as_json::<GrundyFrequencyRow>)
        }
        HeapTable::Mark { to } => (table::mark(*to), as_json::<MarkRow>),
    })
}

/// Writes a table as JSON.
type Json = fn(&Table) -> Result<String, Failure>;

/// A table whose rows are of this type, as JSON.
fn as_json<Row: Serialize + DeserializeOwned>(table: &Table) -> Result<String, Failure> {
    let answer = TableAnswer::<Row>::new(table).map_err(|error| {
        Failure::input(format!("{}: {error}; this is a fault of sprague", table.title))
    })?;
    Ok(sprague_answers::json(&answer))
}

fn csv(table: &Table) -> String {
    let head = table.columns.iter().map(|&column| column.to_owned()).collect();
    let text = csv_text(std::iter::once(&head).chain(&table.rows));
    text.trim_end_matches('\n').to_owned()
}

fn text(table: &Table) -> String {
    let head = table.columns.iter().map(|&column| column.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(table.rows.iter().cloned()).collect();
    format!("{}\n\n{}", table.title, aligned(&rows, |_| false).trim_end_matches('\n'))
}

fn latex(table: &Table) -> String {
    let mut lines = vec![
        format!("% {}; needs \\usepackage{{booktabs}}", table.title),
        format!("\\begin{{tabular}}{{{}}}", "l".repeat(table.columns.len())),
        "\\toprule".to_owned(),
        format!("{} \\\\", table.columns.join(" & ")),
        "\\midrule".to_owned(),
    ];
    for row in &table.rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&table.columns)
            .map(
                |(cell, &column)| {
                    if column == "G-sequence" { dotted(cell) } else { cell.replace('_', "\\_") }
                },
            )
            .collect();
        lines.push(format!("{} \\\\", cells.join(" & ")));
    }
    lines.extend(["\\bottomrule".to_owned(), "\\end{tabular}".to_owned()]);
    lines.join("\n")
}

/// A nim-sequence with dots over the first and the last value of the period.
fn dotted(sequence: &str) -> String {
    let words: Vec<String> = sequence
        .split(' ')
        .map(|word| {
            let value = word.trim_matches(['[', ']']);
            if value.len() < word.len() {
                format!("\\dot{{{value}}}")
            } else {
                word.replace("...", "\\ldots")
            }
        })
        .collect();
    format!("${}$", words.join("\\,"))
}
