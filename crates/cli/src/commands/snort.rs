//! `sprague snort GRAPH`

use super::eval::{Facts, text_of};
use crate::board::{Board, watched};
use crate::failure::Failure;
use crate::output::{Common, Format, write_all};
use serde_json::{Value, json};
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
    /// List the best moves of both players
    #[arg(long)]
    moves: bool,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let graph = args.board.graph(Rules::Snort)?;
    let answer = watched(common, |options| {
        let mut games = Games::new();
        let value = snort::value(&mut games, &graph, options)?;
        let facts = Facts::of(&mut games, value)?;
        let mut best = Vec::new();
        if args.moves {
            for (name, player) in [("left", Player::Left), ("right", Player::Right)] {
                let mut list = Vec::new();
                for m in snort::best_moves(&mut games, &graph, player, options)? {
                    list.push((m.node, text_of(&mut games, m.value)?));
                }
                best.push((name, list));
            }
        }
        Ok::<_, Error>((facts, best))
    });
    let (facts, best) = answer.map_err(Failure::input)?;
    let text = if common.format == Format::Json {
        let mut object = facts.json();
        object["nodes"] = json!(graph.nodes());
        if args.moves {
            object["best"] = json!({});
            for (name, list) in &best {
                let list: Vec<Value> =
                    list.iter().map(|(v, x)| json!({"node": v, "value": x})).collect();
                object["best"][*name] = json!(list);
            }
        }
        format!("{object}\n")
    } else {
        let mut text = facts.text(common.quiet);
        for (name, list) in &best {
            let shown: Vec<String> = list
                .iter()
                .map(|(v, x)| format!("{v} (to {})", x.as_deref().unwrap_or("...")))
                .collect();
            let shown = if shown.is_empty() { "no move".into() } else { shown.join(", ") };
            let name = if *name == "left" { "Left " } else { "Right" };
            let _ = writeln!(text, "{name}        {shown}");
        }
        text
    };
    write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
