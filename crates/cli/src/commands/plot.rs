//! `sprague plot RULES -o FILE`: the nim-sequence drawn.

use crate::compute::{ComputeArgs, parse_game};
use crate::failure::Failure;
use crate::number::heap_size;
use crate::output::{Common, Formats, PictureKind};
use clap::ValueEnum;
use sprague::{Budget, Method};
use sprague_answers::picture::{Colouring, Picture, grundy_scale};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague plot 0.2048 --to 349 -o ruler.svg              a ruler-regular game
  sprague plot Kayles --to 300 --exceptions -o kayles.svg
  sprague plot Kayles --to 143 --table 12 --exceptions -o kayles-table.svg
  sprague plot 0.16 --to 100000 --rare -o rare.png
  sprague plot 0.16 --to 5000 --wrap 149459 --log x -o wrapped.svg
  sprague plot 0.2048 --to 4000 --exceptions --period 13 --saltus 4 -o exceptions.svg
  sprague plot 'S(3,4,6,10)' --scale 13 -o scale.svg     a Grundy scale";

/// An axis.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    /// The heaps
    X,
    /// The nim-values
    Y,
    /// Both
    Xy,
}

pub const FORMATS: Formats = Formats::OnlyText;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game: 0.77, S(1,2,4), Kayles, 'n -> n-1 | n div 2', ...
    rules: String,
    /// Where to write the picture: FILE.svg or FILE.png, or - for SVG on standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The first heap
    #[arg(long, value_name = "A", default_value = "0", value_parser = heap_size)]
    from: u64,
    /// The last heap
    #[arg(long, value_name = "N", default_value = "1000", value_parser = heap_size)]
    to: u64,
    /// n mod P on the horizontal axis
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "table")]
    wrap: Option<u64>,
    /// A table with P columns
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u64).range(1..=400))]
    table: Option<u64>,
    /// Colour rare and common values
    #[arg(long, group = "colouring")]
    rare: bool,
    /// The mask of the sparse space (default: the best one)
    #[arg(long, value_name = "M", requires = "rare")]
    mask: Option<u32>,
    /// Colour by n mod M
    #[arg(long, value_name = "M", group = "colouring", value_parser = clap::value_parser!(u64).range(1..=31))]
    residues: Option<u64>,
    /// Mark the exceptions to the regularity
    #[arg(long, group = "colouring")]
    exceptions: bool,
    /// The period to judge exceptions by: all n with G(n) not G(n-P) + S
    #[arg(long, value_name = "P", requires = "exceptions", value_parser = clap::value_parser!(u64).range(1..))]
    period: Option<u64>,
    /// The saltus to judge exceptions by
    #[arg(long, value_name = "S", requires = "period", default_value_t = 0)]
    saltus: u64,
    /// Logarithmic axes, log(1+x)
    #[arg(long, value_enum, value_name = "AXIS")]
    log: Option<Axis>,
    /// The Grundy scale set to this heap, instead of a plot
    #[arg(long, value_name = "N", conflicts_with_all = ["wrap", "table", "colouring", "log", "to", "from"])]
    scale: Option<u64>,
    /// The first line of the picture, instead of the rules
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Do not look for a proof to name in the picture
    #[arg(long)]
    no_proof: bool,
    /// Width in pixels
    #[arg(long, value_name = "W", default_value_t = 960, value_parser = clap::value_parser!(u32).range(200..=10_000))]
    width: u32,
    /// Height in pixels
    #[arg(long, value_name = "H", default_value_t = 540, value_parser = clap::value_parser!(u32).range(200..=10_000))]
    height: u32,
    #[command(flatten)]
    compute: ComputeArgs,
}

/// The largest heap of a picture.
const MOST_HEAPS: u64 = 1 << 30;
/// How long the proof named in the picture may be looked for.
const PROOF_TIME: Duration = Duration::from_secs(5);

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let game = parse_game(&args.rules)?;
    let kind = PictureKind::of(&args.output)?;
    let to = args.scale.unwrap_or(args.to);
    if args.from > to {
        return Err(Failure::input(format!(
            "--from {} is greater than --to {to}: swap them or raise --to",
            args.from
        )));
    }
    if to > MOST_HEAPS {
        return Err(Failure::input(format!(
            "--to {to} is too far for a picture: at most {MOST_HEAPS}"
        )));
    }
    let values = args.compute.collect(&game, to, common)?;
    let rules = game.rules();
    let scene = if let Some(heap) = args.scale {
        grundy_scale(rules, heap, &values).map_err(Failure::input)?
    } else {
        let solution = if args.no_proof {
            None
        } else {
            let budget = Budget::new()
                .values(to.saturating_mul(2).clamp(20_000, 2_000_000))
                .time(PROOF_TIME)
                .bytes(args.compute.memory_limit());
            Some(super::solve::solve(rules, &budget, Method::Auto, common)?)
        };
        let colouring = match (args.rare, args.residues, args.exceptions) {
            (true, ..) => Colouring::Rare(args.mask),
            (_, Some(m), _) => Colouring::Residues(m),
            (.., true) => Colouring::Exceptions,
            _ => Colouring::Plain,
        };
        let picture = Picture {
            from: args.from,
            wrap: args.wrap,
            table: args.table,
            colouring,
            period: args.period.map(|period| (period, args.saltus)),
            log_x: matches!(args.log, Some(Axis::X | Axis::Xy)),
            log_y: matches!(args.log, Some(Axis::Y | Axis::Xy)),
            title: args.title.clone(),
            width: args.width,
            height: args.height,
        };
        picture
            .scene(rules, &values, solution.as_ref().map(sprague::Solution::details))
            .map_err(Failure::input)?
    };
    kind.write(&scene, &args.output)?;
    Ok(ExitCode::SUCCESS)
}
