//! `sprague positions RULES`: the P-positions (or N-positions) with one to three heaps.

use super::best::{budget, convention};
use crate::compute::parse_game;
use crate::failure::Failure;
use crate::number::heap_size;
use crate::output::{Common, Format, Formats, is_standard, write_file};
use sprague_answers::json;
use sprague_answers::positions::PositionsAnswer;
use sprague_answers::word::Winner;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague positions Kayles --heaps 1 --to 50
  sprague positions Kayles --heaps 2 --to 30 --format csv
  sprague positions 'S(1,3,4)' --heaps 2 --to 20 --picture
  sprague positions Nim --heaps 2 --to 63 -o nim.svg --misere";

pub const FORMATS: Formats =
    Formats::These(&[Format::Text, Format::Json, Format::Csv, Format::Bfile]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game: 0.77, S(1,2,4), Kayles, 'n -> n-1 | n div 2', ...
    rules: String,
    /// The number of heaps
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    heaps: u8,
    /// The largest heap
    #[arg(long, value_name = "N", default_value = "30", value_parser = heap_size)]
    to: u64,
    /// Misere play: whoever makes the last move loses
    #[arg(long)]
    misere: bool,
    /// List the N-positions instead
    #[arg(long)]
    n: bool,
    /// Draw with characters: # is a P-position
    #[arg(long)]
    picture: bool,
    /// Draw into this file, which must end in .svg; - is standard output
    #[arg(long, short, value_name = "FILE.svg")]
    output: Option<PathBuf>,
    /// Memory the computation may use, such as 500M or 2G (default: three quarters of what is free)
    #[arg(long, value_name = "SIZE")]
    memory: Option<bytesize::ByteSize>,
}

/// The largest heap of a drawing, by number of heaps.
const MOST_DRAWN: [u64; 3] = [5000, 500, 40];

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let game = parse_game(&args.rules)?;
    let heaps = usize::from(args.heaps);
    let draws = args.picture || args.output.is_some();
    if draws {
        common.text_only(if args.picture { "--picture" } else { "--output" })?;
    }
    if draws && args.to > MOST_DRAWN[heaps - 1] {
        return Err(Failure::input(format!(
            "a picture of {heaps} heaps goes to heap {} at most: lower --to",
            MOST_DRAWN[heaps - 1]
        )));
    }
    if let Some(path) = &args.output
        && !is_standard(path)
        && path.extension().is_none_or(|e| e != "svg")
    {
        return Err(Failure::input(format!(
            "cannot draw into {}: the name must end in .svg",
            path.display()
        )));
    }
    let budget = budget(60.0, args.memory);
    let listing = game.positions_within(heaps, args.to, convention(args.misere), &budget)?;
    if let Some(path) = &args.output {
        write_file(path, listing.svg())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    if args.picture {
        out.write_all(listing.picture().as_bytes())?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let positions = listing.with_outcome(!args.n);
    match common.format {
        Format::Json => {
            let play = convention(args.misere);
            let empty =
                PositionsAnswer::new(game.rules(), play, Winner::p_if(!args.n), heaps, args.to);
            write!(out, "{}", empty.start())?;
            for (i, position) in positions.enumerate() {
                let comma = if i == 0 { "" } else { "," };
                write!(out, "{comma}{}", json(&&position[..heaps]))?;
            }
            writeln!(out, "{}", PositionsAnswer::END)?;
        }
        Format::Csv => {
            writeln!(out, "{}", ["a", "a,b", "a,b,c"][heaps - 1])?;
            for position in positions {
                writeln!(out, "{}", join(&position[..heaps], ","))?;
            }
        }
        Format::Bfile => {
            if heaps > 1 {
                return Err(Failure::input("a b-file lists one number a line: use --heaps 1"));
            }
            for (i, position) in positions.enumerate() {
                writeln!(out, "{} {}", i + 1, position[0])?;
            }
        }
        _ => {
            for position in positions {
                writeln!(out, "{}", join(&position[..heaps], " "))?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn join(heaps: &[u64], between: &str) -> String {
    heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(between)
}
