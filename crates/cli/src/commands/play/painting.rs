//! A game of Col or Snort against the computer.

use super::dialogue::{Game, Screen};
use crate::failure::Failure;
use sprague::partisan::col::{self, BoardSearch, Player};
use sprague::partisan::error::Error;
use sprague::partisan::graph::{Graph, Rules, Tint};
use sprague::partisan::{Games, Outcome, snort};
use std::fmt::Write as _;

/// The side you play.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Left, who paints black and may use the nodes `o` and `+`
    Left,
    /// Right, who paints white and may use the nodes `o` and `-`
    Right,
}

/// A board of Col or Snort.
pub struct Painting {
    rules: Rules,
    board: Graph,
    me: Player,
    /// The boards before each move made.
    past: Vec<Graph>,
    /// The state of the generator that makes mistakes, if there are to be any.
    mistakes: Option<u64>,
    options: BoardSearch,
}

impl Painting {
    pub fn new(rules: Rules, board: Graph, side: Side, mistakes: Option<u64>) -> Self {
        let me = match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        };
        Self { rules, board, me, past: Vec::new(), mistakes, options: BoardSearch::default() }
    }

    fn paint(&mut self, node: usize, player: Player) {
        let after = match self.rules {
            Rules::Col => col::play(&self.board, node, player),
            Rules::Snort => snort::play(&self.board, node, player),
        };
        self.past.push(std::mem::replace(&mut self.board, after));
    }

    /// The nodes that the player may paint.
    fn legal(&self, player: Player) -> impl Iterator<Item = usize> {
        (0..self.board.nodes()).filter(move |&v| col::may_play(&self.board, v, player))
    }

    /// The computer's move; every third one is arbitrary if it is to make mistakes.
    fn choose(&mut self, player: Player) -> Result<Option<usize>, Error> {
        if let Some(state) = &mut self.mistakes {
            *state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let draw = (*state >> 33) as usize;
            if draw.is_multiple_of(3) {
                let legal: Vec<usize> = self.legal(player).collect();
                return Ok(legal.get((draw / 3) % legal.len().max(1)).copied());
            }
        }
        match self.rules {
            Rules::Col => col::good_move(&self.board, player, &self.options),
            Rules::Snort => snort_move(&self.board, player, &self.options).map(|(node, _)| node),
        }
    }

    /// A winning move of yours, if there is one.
    fn winning(&self) -> Result<Option<usize>, Error> {
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
}

impl Game for Painting {
    const HELP: &'static str = "\
  4            paint node 4
  hint         a winning move, if there is one
  why          the value of the position
  undo         take back your last move (and the answer to it)
  board        show the board again
  quit         end the game";
    const VERB: &'static str = "paint";

    fn title(&self) -> String {
        let (side, nodes) = match self.me {
            Player::Left => ("Left, black", "o and +"),
            Player::Right => ("Right, white", "o and -"),
        };
        let name = match self.rules {
            Rules::Col => "Col",
            Rules::Snort => "Snort",
        };
        format!(
            "{name}: you are {side}, and paint {nodes} nodes (whoever cannot move loses; help \
             lists the commands)"
        )
    }

    /// The nodes still in play, with their neighbours in play.
    fn board(&self, screen: &Screen) -> String {
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
            let letter = screen.paint("33", &tint.letter().to_string());
            let _ = writeln!(text, "  {v:>3} {letter}{next}");
        }
        if text.is_empty() {
            text.push_str("  no node is left\n");
        }
        text
    }

    fn is_over(&mut self, computer: bool) -> Result<bool, Failure> {
        let mover = if computer { self.me.opponent() } else { self.me };
        Ok(self.legal(mover).next().is_none())
    }

    fn answer(&mut self) -> Result<Option<String>, Failure> {
        let computer = self.me.opponent();
        let node = self.choose(computer).map_err(Failure::input)?;
        Ok(node.map(|node| {
            self.paint(node, computer);
            node.to_string()
        }))
    }

    fn make(&mut self, line: &str) -> Result<(), String> {
        match line.parse::<usize>() {
            Ok(node) if col::may_play(&self.board, node, self.me) => {
                self.paint(node, self.me);
                Ok(())
            }
            Ok(node) => Err(format!("you may not paint node {node}")),
            Err(_) => Err("type the number of a node, or help".to_owned()),
        }
    }

    fn hint(&mut self) -> Result<Option<String>, Failure> {
        Ok(self.winning().map_err(Failure::input)?.map(|node| node.to_string()))
    }

    fn why(&mut self) -> Result<String, Failure> {
        let (value, outcome) = self.value().map_err(Failure::input)?;
        Ok(format!("the value is {value}: {}\n", crate::board::words(outcome)))
    }

    fn undo(&mut self) -> bool {
        if self.past.len() < 2 {
            return false;
        }
        // your move and the answer
        self.past.pop();
        if let Some(board) = self.past.pop() {
            self.board = board;
        }
        true
    }
}

/// A move of Snort, and whether it wins: one that wins if there is one, else any that no other
/// beats.
fn snort_move(
    board: &Graph,
    player: Player,
    options: &BoardSearch,
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
