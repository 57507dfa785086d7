//! `sprague play POSITION`: a game against the computer, on a terminal or in a pipe.

mod dialogue;
mod heaps;
mod painting;

use super::best::{convention, parse_position};
use crate::compute::memory_limit;
use crate::failure::Failure;
use crate::output::{Common, Formats};
use dialogue::{Dialogue, Screen};
use sprague::Budget;
use sprague::partisan::graph::Rules;
use sprague::play::Level;
use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague play Nim 3 5 7
  sprague play 'Kayles: 5; S(1,2): 4' --misere --first computer
  printf '3 -> 2\\nquit\\n' | sprague play 'Nim: 3 2' --seed 1
  sprague play --col 'grid 3x4' --side right
  sprague play --snort 'path 7'

Moves are typed as 5 -> 2+2 (in Col and Snort as the number of the node); help lists what
else can be typed.";

pub const FORMATS: Formats = Formats::OnlyText;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The position: Nim 3 5 7, or parts joined by '+', 'Kayles: 5 + S(1,2): 4'
    #[arg(required_unless_present_any = ["col", "snort"])]
    position: Vec<String>,
    /// Play Col on this board, written as for `sprague col`
    #[arg(long, value_name = "GRAPH", allow_hyphen_values = true, conflicts_with = "position")]
    col: Option<String>,
    /// Play Snort on this board, written as for `sprague snort`
    #[arg(long, value_name = "GRAPH", allow_hyphen_values = true, conflicts_with_all = ["position", "col"])]
    snort: Option<String>,
    /// In Col and Snort: one letter per node, o untinted, + for Left only, - for Right only
    #[arg(long, value_name = "TINTS", allow_hyphen_values = true, conflicts_with = "position")]
    tints: Option<String>,
    /// In Col and Snort: the side you play; Left paints black, Right white
    #[arg(long, value_enum, conflicts_with = "position")]
    side: Option<painting::Side>,
    /// Misere play: whoever makes the last move loses
    #[arg(long, conflicts_with_all = ["col", "snort"])]
    misere: bool,
    /// Who moves first
    #[arg(long, value_enum, default_value_t = Player::Me)]
    first: Player,
    /// How well the computer plays
    #[arg(long, value_enum, default_value_t = Strength::Perfect)]
    level: Strength,
    /// Makes the computer's free choices repeatable
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Who moves.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    /// You
    Me,
    /// The computer
    Computer,
}

/// How well the computer plays.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    /// Never loses a won game
    Perfect,
    /// Makes mistakes
    Beatable,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let terminal = io::stdout().is_terminal();
    let screen = Screen { colour: common.colour(), prompt: terminal && io::stdin().is_terminal() };
    let computer_first = args.first == Player::Computer;
    let (mut lines, out) = (io::stdin().lock().lines(), io::stdout().lock());
    let seed = args.seed.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |time| time.as_nanos() as u64)
    });
    let painted = match (&args.col, &args.snort) {
        (Some(graph), _) => Some((graph, Rules::Col)),
        (None, Some(graph)) => Some((graph, Rules::Snort)),
        (None, None) => None,
    };
    if let Some((graph, rules)) = painted {
        let board = crate::board::parse(graph, args.tints.as_deref(), rules)?;
        let mistakes = (args.level == Strength::Beatable).then_some(seed);
        let side = args.side.unwrap_or(painting::Side::Left);
        let game = painting::Painting::new(rules, board, side, mistakes);
        Dialogue { game, screen, out }.play(computer_first, &mut lines)?;
        return Ok(ExitCode::SUCCESS);
    }
    // clap asks for one of the three.
    let position = parse_position(&args.position)?;
    let level = match args.level {
        Strength::Perfect => Level::Perfect,
        Strength::Beatable => Level::Beatable,
    };
    // Ctrl-C ends the game: nothing watches for it.
    let budget = Budget::new().time(Duration::from_secs(60)).bytes(memory_limit(None));
    let session = position.session(convention(args.misere), level, seed, &budget)?;
    Dialogue { game: heaps::Heaps { session }, screen, out }.play(computer_first, &mut lines)?;
    Ok(ExitCode::SUCCESS)
}
