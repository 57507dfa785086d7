//! `sprague snort GRAPH`

use super::eval::facts_text;
use crate::board::{Board, moves_text, watched};
use crate::failure::Failure;
use crate::output::{Common, Format, write_all};
use sprague_answers::partisan::{Facts, snort_json, snort_moves};
use sprague_partisan::Games;
use sprague_partisan::col::Player;
use sprague_partisan::error::Error;
use sprague_partisan::graph::Rules;
use sprague_partisan::snort;
use std::fmt::Write;
use std::process::ExitCode;

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
        let best = if args.board.moves {
            let mut of = |player| snort_moves(&mut games, &graph, player, options);
            Some((of(Player::Left)?, of(Player::Right)?))
        } else {
            None
        };
        Ok::<_, Error>((facts, best))
    });
    let (facts, best) = answer.map_err(Failure::input)?;
    let text = if common.format == Format::Json {
        let object = snort_json(&graph, &facts, best.as_ref().map(|(left, right)| (left, right)));
        format!("{object}\n")
    } else {
        let mut text = facts_text(&facts, common.quiet);
        let sides = best.iter().flat_map(|(left, right)| [("Left ", left), ("Right", right)]);
        for (name, list) in sides {
            let list = list.iter().map(|(v, x)| (*v, x.clone().unwrap_or_else(|| "...".into())));
            let _ = writeln!(text, "{name}        {}", moves_text(list));
        }
        text
    };
    write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
