//! `sprague snort GRAPH`

use super::eval::facts_text;
use crate::board::{Board, moves_text, watched};
use crate::failure::Failure;
use crate::output::{Common, Format, Formats, write_all};
use sprague::partisan::Games;
use sprague::partisan::error::Error;
use sprague::partisan::graph::Rules;
use sprague::partisan::snort;
use sprague_answers::partisan::{Facts, SnortAnswer, snort_moves};
use std::fmt::Write;
use std::process::ExitCode;

pub const FORMATS: Formats = Formats::These(&[Format::Text, Format::Json]);

#[derive(clap::Args)]
#[command(after_help = "\
Left paints black, Right white; no two adjacent nodes may get different colours.

Examples:
  sprague snort path 5
  sprague snort +ooo+                     a chain with black ends
  sprague snort '.-.-.(-.;-.)'            CGSuite's graph strings
  sprague snort --nodes 3 --edges 0-1,1-2 --tints o+- --moves")]
pub struct Args {
    #[command(flatten)]
    board: Board,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let graph = args.board.graph(Rules::Snort)?;
    let answer = watched(common, |options| {
        let mut games = Games::new();
        let value = snort::value(&mut games, &graph, options)?;
        let facts = Facts::of(&mut games, value)?;
        let best =
            if args.board.moves { Some(snort_moves(&mut games, &graph, options)?) } else { None };
        Ok::<_, Error>((facts, best))
    });
    let (facts, best) = answer.map_err(Failure::input)?;
    let text = if common.format == Format::Json {
        let answer = SnortAnswer { facts, nodes: graph.nodes(), best };
        format!("{}\n", sprague_answers::json(&answer))
    } else {
        let mut text = facts_text(&facts, common.quiet);
        let sides = best.iter().flat_map(|best| [("Left ", &best.left), ("Right", &best.right)]);
        for (name, moves) in sides {
            let _ = writeln!(text, "{name}        {}", moves_text(moves));
        }
        text
    };
    write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
