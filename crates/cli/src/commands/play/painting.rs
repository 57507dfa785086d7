//! A game of Col or Snort against the computer.

use super::Screen;
use crate::failure::Failure;
use sprague_partisan::col::{self, Options, Player};
use sprague_partisan::error::Error;
use sprague_partisan::graph::{Graph, Rules, Tint};
use sprague_partisan::{Games, Outcome, snort};
use std::fmt::Write as _;
use std::io::{self, Write};

/// The side you play.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Left, who paints black and may use the nodes `o` and `+`
    Left,
    /// Right, who paints white and may use the nodes `o` and `-`
    Right,
}

const HELP: &str = "\
  4            paint node 4
  hint         a winning move, if there is one
  why          the value of the position
  undo         take back your last move (and the answer to it)
  board        show the board again
  quit         end the game";

pub struct Game<W: Write> {
    rules: Rules,
    board: Graph,
    me: Player,
    /// The boards before each move made.
    past: Vec<Graph>,
    /// The state of the generator that makes mistakes, if there are to be any.
    mistakes: Option<u64>,
    options: Options,
    screen: Screen,
    out: W,
}

/// What a typed line led to.
enum Reply {
    Moved,
    Again,
    Undone,
    Quit,
}

impl<W: Write> Game<W> {
    pub fn new(
        rules: Rules,
        board: Graph,
        side: Side,
        mistakes: Option<u64>,
        screen: Screen,
        out: W,
    ) -> Self {
        let me = match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        };
        let options = Options::default();
        Self { rules, board, me, past: Vec::new(), mistakes, options, screen, out }
    }

    pub fn play(
        &mut self,
        computer_first: bool,
        lines: &mut dyn Iterator<Item = io::Result<String>>,
    ) -> Result<(), Failure> {
        let (side, nodes) = match self.me {
            Player::Left => ("Left, black", "o and +"),
            Player::Right => ("Right, white", "o and -"),
        };
        writeln!(
            self.out,
            "{}: you are {side}, and paint {nodes} nodes (whoever cannot move loses; help \
             lists the commands)",
            match self.rules {
                Rules::Col => "Col",
                Rules::Snort => "Snort",
            }
        )?;
        let mut mover = if computer_first { self.me.opponent() } else { self.me };
        loop {
            self.show()?;
            if !(0..self.board.nodes()).any(|v| col::may_play(&self.board, v, mover)) {
                let (who, text) =
                    if mover == self.me { ("You have", "I win.") } else { ("I have", "You win!") };
                writeln!(self.out, "{who} no move. {}", self.screen.paint("1", text))?;
                self.out.flush()?;
                return Ok(());
            }
            if mover != self.me {
                let Some(node) = self.choose(mover)? else { return Ok(()) };
                writeln!(self.out, "I paint {}", self.screen.paint("36", &node.to_string()))?;
                self.make(node, mover);
                mover = self.me;
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
                        mover = self.me.opponent();
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

    fn make(&mut self, node: usize, player: Player) {
        let after = match self.rules {
            Rules::Col => col::play(&self.board, node, player),
            Rules::Snort => snort::play(&self.board, node, player),
        };
        self.past.push(std::mem::replace(&mut self.board, after));
    }

    /// The computer's move; every third one is arbitrary if it is to make mistakes.
    fn choose(&mut self, player: Player) -> Result<Option<usize>, Failure> {
        if let Some(state) = &mut self.mistakes {
            *state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let draw = (*state >> 33) as usize;
            if draw.is_multiple_of(3) {
                let legal: Vec<usize> = (0..self.board.nodes())
                    .filter(|&v| col::may_play(&self.board, v, player))
                    .collect();
                return Ok(legal.get((draw / 3) % legal.len().max(1)).copied());
            }
        }
        match self.rules {
            Rules::Col => col::good_move(&self.board, player, &self.options),
            Rules::Snort => snort_move(&self.board, player, &self.options).map(|(node, _)| node),
        }
        .map_err(Failure::input)
    }

    /// A winning move of yours, if there is one.
    fn hint(&self) -> Result<Option<usize>, Error> {
        match self.rules {
            Rules::Col => {
                Ok(col::winning_moves(&self.board, self.me, &self.options)?.first().copied())
            }
            Rules::Snort => {
                let (node, wins) = snort_move(&self.board, self.me, &self.options)?;
                Ok(node.filter(|_| wins))
            }
        }
    }

    /// The value of the position and who wins.
    fn value(&self) -> Result<(String, Outcome), Error> {
        match self.rules {
            Rules::Col => {
                let value = col::value(&self.board, &self.options)?;
                Ok((value.to_string(), value.outcome()))
            }
            Rules::Snort => {
                let mut games = Games::new();
                let value = snort::value(&mut games, &self.board, &self.options)?;
                Ok((games.display(value)?, games.outcome(value)?))
            }
        }
    }

    /// The nodes still in play, with their neighbours in play.
    fn show(&mut self) -> Result<(), Failure> {
        let tints = self.board.tints();
        let mut text = String::new();
        for (v, &tint) in tints.iter().enumerate() {
            if tint == Tint::Both {
                continue;
            }
            let next: Vec<String> = self
                .board
                .neighbours(v)
                .iter()
                .filter(|&&w| tints[w as usize] != Tint::Both)
                .map(ToString::to_string)
                .collect();
            let next = if next.is_empty() {
                String::new()
            } else {
                format!("  next to {}", next.join(", "))
            };
            let letter = self.screen.paint("33", &tint.letter().to_string());
            let _ = writeln!(text, "  {v:>3} {letter}{next}");
        }
        if text.is_empty() {
            text.push_str("  no node is left\n");
        }
        write!(self.out, "\n{text}")?;
        self.out.flush()?;
        Ok(())
    }

    fn reply(&mut self, line: &str) -> Result<Reply, Failure> {
        match line.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Reply::Quit),
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "board" => self.show()?,
            "hint" => match self.hint().map_err(Failure::input)? {
                Some(node) => writeln!(self.out, "{node} wins")?,
                None => writeln!(self.out, "no move wins against best play")?,
            },
            "why" => {
                let (value, outcome) = self.value().map_err(Failure::input)?;
                let words = crate::board::words(outcome);
                writeln!(self.out, "the value is {value}: {words}")?;
            }
            "undo" | "u" => {
                if self.past.len() < 2 {
                    writeln!(self.out, "there is nothing to take back")?;
                } else {
                    // your move and the answer
                    self.past.pop();
                    if let Some(board) = self.past.pop() {
                        self.board = board;
                    }
                    return Ok(Reply::Undone);
                }
            }
            text => match text.parse::<usize>() {
                Ok(node) if col::may_play(&self.board, node, self.me) => {
                    self.make(node, self.me);
                    return Ok(Reply::Moved);
                }
                Ok(node) => writeln!(self.out, "you may not paint node {node}")?,
                Err(_) => writeln!(self.out, "type the number of a node, or help")?,
            },
        }
        self.out.flush()?;
        Ok(Reply::Again)
    }
}

/// A move of Snort, and whether it wins: one that wins if there is one, else any that no other
/// beats.
fn snort_move(
    board: &Graph,
    player: Player,
    options: &Options,
) -> Result<(Option<usize>, bool), Error> {
    let mut games = Games::new();
    for m in snort::all_moves(&mut games, board, player, options)? {
        let wins = match player {
            Player::Left => [Outcome::Left, Outcome::Previous],
            Player::Right => [Outcome::Right, Outcome::Previous],
        };
        if wins.contains(&games.outcome(m.value)?) {
            return Ok((Some(m.node), true));
        }
    }
    let best = snort::best_moves(&mut games, board, player, options)?;
    Ok((best.first().map(|m| m.node), false))
}
