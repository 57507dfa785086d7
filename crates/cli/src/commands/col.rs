//! `sprague col GRAPH`

use crate::board::{Board, moves_text, watched, words};
use crate::failure::Failure;
use crate::output::{Common, Format, Formats, write_all};
use sprague::partisan::col;
use sprague::partisan::error::Error;
use sprague::partisan::graph::Rules;
use sprague_answers::partisan::{ColAnswer, col_moves};
use std::fmt::Write;
use std::process::ExitCode;

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(after_help = "\
Left paints black, Right white; no two adjacent nodes may get the same colour.

Examples:
  sprague col +oo-                        a chain: black, two untinted, white
  sprague col o^5+o^2                     o^5 is five untinted nodes
  sprague col grid 3x4                    also path, cycle, star, complete, tree
  sprague col --nodes 3 --edges 0-1,1-2 --tints o+-
  sprague col R-.-R-.-L                   CGSuite: an R node is next to a Right move
  sprague col --file map.col --moves      DIMACS or edge list; the best moves")]
pub struct Args {
    #[command(flatten)]
    board: Board,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let graph = args.board.graph(Rules::Col)?;
    let answer = watched(common, |options| {
        let value = col::value(&graph, options)?;
        let best = if args.board.moves { Some(col_moves(&graph, options)?) } else { None };
        Ok::<_, Error>((value, best))
    });
    let (value, best) = answer.map_err(Failure::input)?;
    let outcome = value.outcome();
    let text = match common.format {
        Format::Json => {
            let answer = ColAnswer::new(&graph, &value, best);
            format!("{}\n", sprague_answers::json(&answer))
        }
        _ if common.quiet => format!("{value}\n"),
        _ => {
            let mut text = format!("value    {value}\n");
            let _ = writeln!(text, "outcome  {} ({})", outcome.letter(), words(outcome));
            if let Some(best) = &best {
                for (name, moves) in [("Left ", &best.left), ("Right", &best.right)] {
                    let _ = writeln!(text, "{name}    {}", moves_text(moves));
                }
            }
            text
        }
    };
    write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
