//! `sprague play POSITION`: a game against the computer, on a terminal or in a pipe.

mod painting;

use super::best::{convention, parse_position, play_failure};
use crate::compute::memory_limit;
use crate::failure::Failure;
use crate::output::{Common, When};
use num_traits::ToPrimitive;
use sprague_games::Position;
use sprague_partisan::graph::Rules;
use sprague_play::explain::{move_text, short};
use sprague_play::session::{Level, Session, Turn};
use sprague_play::values::Effort;
use sprague_play::{Convention, Sources};
use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague play 'Nim: 3 5 7'
  sprague play 'Kayles: 5; S(1,2): 4' --misere --first computer
  printf '3 -> 2\\nquit\\n' | sprague play 'Nim: 3 2' --seed 1
  sprague play --col 'grid 3x4' --side right
  sprague play --snort 'path 7'

Moves are typed as 5 -> 2+2 (in Col and Snort as the number of the node); help lists what
else can be typed.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The position: RULES: 3 5 7, several such parts joined by ';'
    #[arg(required_unless_present_any = ["col", "snort"])]
    position: Option<String>,
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

const HELP: &str = "  5 -> 2+2     turn a heap of 5 into heaps of 2 and 2
  5 -> 0       take the whole heap
  b: 5 -> 3    a heap of part b, where several parts have one
  5 -> 2*+2    the heap of 2 marked * keeps the pass; 5 -> pass uses it up
  hint         a winning move, if there is one
  why          the explanation of the position
  undo         take back your last move (and the answer to it)
  board        show the board again
  quit         end the game";

struct Screen {
    colour: bool,
    prompt: bool,
}

impl Screen {
    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    fn board(&self, position: &Position) -> String {
        const WIDEST: u64 = 50;
        let mut text = String::new();
        let several = position.parts.iter().filter(|part| !part.heaps.is_empty()).count() > 1;
        for (i, part) in position.parts.iter().enumerate() {
            if part.heaps.is_empty() {
                continue;
            }
            if several || position.parts.len() > 1 {
                let letter = char::from(b'a' + (i % 26) as u8);
                let _ = writeln!(text, "  {letter}: {}", part.rules);
            }
            for heap in &part.heaps {
                let tokens = match heap.to_u64() {
                    Some(n) if n <= WIDEST => self.paint("33", &vec!["●"; n as usize].join(" ")),
                    _ => self.paint("33", "● ● ● ..."),
                };
                let star = if part.rules.has_pass() { "*" } else { "" };
                let _ = writeln!(text, "  {:>4}{star}  {tokens}", short(heap));
            }
        }
        if text.is_empty() {
            text.push_str("  no heap is left\n");
        }
        text
    }
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let terminal = io::stdout().is_terminal();
    let colour = match common.color {
        When::Always => true,
        When::Never => false,
        When::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    };
    let screen = Screen { colour, prompt: terminal && io::stdin().is_terminal() };
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
        let out = io::stdout().lock();
        let mut game = painting::Game::new(rules, board, side, mistakes, screen, out);
        game.play(args.first == Player::Computer, &mut io::stdin().lock().lines())?;
        return Ok(ExitCode::SUCCESS);
    }
    // clap asks for one of the three.
    let position: Position = parse_position(args.position.as_deref().unwrap_or_default())?;
    let level = match args.level {
        Strength::Perfect => Level::Perfect,
        Strength::Beatable => Level::Beatable,
    };
    // Ctrl-C ends the game: nothing watches for it.
    let effort = Effort { memory: memory_limit(None), ..Effort::default() };
    let sources = Sources::proved(effort, Duration::from_secs(60), Arc::default());
    let session = Session::new(&position, convention(args.misere), level, seed, sources)
        .map_err(play_failure)?;
    let mut table = Table { session, screen, out: io::stdout().lock() };
    table.play(args.first == Player::Computer)?;
    Ok(ExitCode::SUCCESS)
}

struct Table<'a, W: Write> {
    session: Session<'a>,
    screen: Screen,
    out: W,
}

/// What a typed line led to.
enum Reply {
    /// A move was made.
    Moved,
    /// Nothing changed.
    Again,
    /// The position went back.
    Undone,
    /// The player left.
    Quit,
}

impl<W: Write> Table<'_, W> {
    fn play(&mut self, computer_first: bool) -> Result<(), Failure> {
        let rule = match self.session.convention() {
            Convention::Normal => "whoever makes the last move wins",
            Convention::Misere => "misere play: whoever makes the last move loses",
        };
        writeln!(self.out, "{} ({rule}; help lists the commands)", self.session.position())?;
        let mut computer = computer_first;
        let mut lines = io::stdin().lock().lines();
        loop {
            self.show()?;
            if self.session.is_over().map_err(play_failure)? {
                // The player to move cannot.
                let mover_wins = self.session.convention() == Convention::Misere;
                let text = if computer == mover_wins { "I win." } else { "You win!" };
                let who = if computer { "I have" } else { "You have" };
                writeln!(self.out, "{who} no move. {}", self.screen.paint("1", text))?;
                self.out.flush()?;
                return Ok(());
            }
            if computer {
                let Some(turn) = self.session.choose().map_err(play_failure)? else {
                    return Ok(());
                };
                let text = self.text(&turn);
                writeln!(self.out, "I play {}", self.screen.paint("36", &text))?;
                self.session.make(&turn);
                computer = false;
                continue;
            }
            loop {
                if self.screen.prompt {
                    write!(self.out, "your move> ")?;
                    self.out.flush()?;
                }
                let Some(line) = lines.next() else {
                    writeln!(self.out, "Goodbye.")?;
                    return Ok(());
                };
                match self.reply(line?.trim())? {
                    Reply::Moved => {
                        computer = true;
                        break;
                    }
                    Reply::Undone => break,
                    Reply::Again => {}
                    Reply::Quit => {
                        writeln!(self.out, "Goodbye.")?;
                        return Ok(());
                    }
                }
            }
        }
    }

    fn show(&mut self) -> Result<(), Failure> {
        let board = self.screen.board(self.session.position());
        write!(self.out, "\n{board}")?;
        self.out.flush()?;
        Ok(())
    }

    fn text(&self, turn: &Turn) -> String {
        let part = &self.session.position().parts[turn.part];
        let heap = part.heaps.get(turn.place).cloned().unwrap_or_default();
        let several = self.session.position().parts.len() > 1;
        let letter = char::from(b'a' + (turn.part % 26) as u8);
        let name = if several { format!("{letter}: ") } else { String::new() };
        format!("{name}{}", move_text(&heap, &turn.option, part.rules.has_pass(), short))
    }

    fn reply(&mut self, line: &str) -> Result<Reply, Failure> {
        match line.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Reply::Quit),
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "board" => self.show()?,
            "hint" => match self.session.hint().map_err(play_failure)? {
                Some(turn) => writeln!(self.out, "{} wins", self.text(&turn))?,
                None => writeln!(self.out, "no move wins against best play")?,
            },
            "why" => {
                let text = self.session.explain().map_err(play_failure)?;
                write!(self.out, "{text}")?;
            }
            "undo" | "u" => {
                // your move and the answer
                if self.session.moves_made() < 2 {
                    writeln!(self.out, "there is nothing to take back")?;
                } else {
                    self.session.undo();
                    self.session.undo();
                    return Ok(Reply::Undone);
                }
            }
            _ => match self.session.parse(line) {
                Ok(turn) => {
                    self.session.make(&turn);
                    return Ok(Reply::Moved);
                }
                Err(error) => writeln!(self.out, "{error}")?,
            },
        }
        self.out.flush()?;
        Ok(Reply::Again)
    }
}
