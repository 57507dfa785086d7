//! A game of Col against the computer.

use super::Screen;
use crate::failure::Failure;
use sprague_partisan::col::{self, Options, Player};
use sprague_partisan::graph::{Graph, Tint};
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
    pub fn new(board: Graph, side: Side, mistakes: Option<u64>, screen: Screen, out: W) -> Self {
        let me = match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        };
        let options = Options::default();
        Self { board, me, past: Vec::new(), mistakes, options, screen, out }
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
            "Col: you are {side}, and paint {nodes} nodes (whoever cannot move loses; help \
             lists the commands)"
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
        let after = col::play(&self.board, node, player);
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
        col::good_move(&self.board, player, &self.options).map_err(Failure::input)
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
            "hint" => {
                let winning = col::winning_moves(&self.board, self.me, &self.options)
                    .map_err(Failure::input)?;
                match winning.first() {
                    Some(node) => writeln!(self.out, "{node} wins")?,
                    None => writeln!(self.out, "no move wins against best play")?,
                }
            }
            "why" => {
                let value = col::value(&self.board, &self.options).map_err(Failure::input)?;
                let words = crate::board::words(value.outcome());
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
