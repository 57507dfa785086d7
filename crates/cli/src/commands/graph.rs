//! `sprague graph POSITION`: the game graph, as dot or as SVG.

use super::best::{convention, parse_position};
use crate::failure::Failure;
use crate::output::{Common, Format, Formats, write_all, write_file};
use sprague_answers::graph::GraphAnswer;
use std::path::PathBuf;
use std::process::ExitCode;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague graph Grundy 7 | dot -Tpdf > grundy7.pdf
  sprague graph 'Kayles: 3 2' -o kayles.svg
  sprague graph 'Nim: 2 2' --misere --as svg > nim.svg

P-positions are green, and so are the moves that lead to them.";

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The position: Kayles 3 2, or parts joined by '+', 'Kayles: 3 2 + Nim: 4'
    #[arg(required = true)]
    position: Vec<String>,
    /// Misere play: whoever makes the last move loses
    #[arg(long)]
    misere: bool,
    /// Write to this file; .svg draws it
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What to write (default: by the name of the file, else dot)
    #[arg(long = "as", value_name = "FORM", value_enum)]
    form: Option<Form>,
    /// Refuse graphs with more positions than this
    #[arg(long, value_name = "K", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    limit: u32,
}

/// What to write.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The language of Graphviz
    Dot,
    /// A drawing
    Svg,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let position = parse_position(&args.position)?;
    let graph = position.graph(convention(args.misere), args.limit as usize)?;
    let by_name =
        args.output.as_ref().and_then(|path| path.extension()).is_some_and(|e| e == "svg");
    let form = args.form.unwrap_or(if by_name { Form::Svg } else { Form::Dot });
    let text = match (common.format, form) {
        (Format::Json, _) => sprague_answers::json(&GraphAnswer::from(&graph)) + "\n",
        (_, Form::Dot) => graph.dot(),
        (_, Form::Svg) => graph.svg(),
    };
    match &args.output {
        None => write_all(text.as_bytes())?,
        Some(path) => write_file(path, text)?,
    }
    Ok(ExitCode::SUCCESS)
}
