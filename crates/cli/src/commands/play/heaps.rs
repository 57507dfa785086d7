//! A game with heaps against the computer.

use super::dialogue::{Game, Screen};
use crate::failure::Failure;
use num_traits::ToPrimitive;
use sprague::Convention;
use sprague::play::{Session, Turn};
use sprague::play::{move_text, short};
use std::fmt::Write as _;

/// A position of heaps; you and the computer have the same moves.
pub struct Heaps {
    pub session: Session,
}

impl Heaps {
    fn text(&self, turn: &Turn) -> String {
        let part = &self.session.position().parts[turn.part];
        let heap = part.heaps.get(turn.place).cloned().unwrap_or_default();
        let several = self.session.position().parts.len() > 1;
        let name = if several { format!("{}: ", part_name(turn.part)) } else { String::new() };
        format!("{name}{}", move_text(&heap, &turn.option, part.rules.has_pass(), short))
    }
}

/// What a part of the position is called: a letter, or its number where letters run out.
fn part_name(part: usize) -> String {
    match u8::try_from(part) {
        Ok(place @ 0..26) => char::from(b'a' + place).to_string(),
        _ => (part + 1).to_string(),
    }
}

impl Game for Heaps {
    const HELP: &'static str = "  5 -> 2+2     turn a heap of 5 into heaps of 2 and 2
  5 -> 0       take the whole heap
  b: 5 -> 3    a heap of part b, where several parts have one
  5 -> 2*+2    the heap of 2 marked * keeps the pass; 5 -> pass uses it up
  hint         a winning move, if there is one
  why          the explanation of the position
  undo         take back your last move (and the answer to it)
  board        show the board again
  quit         end the game";
    const VERB: &'static str = "play";

    fn title(&self) -> String {
        let rule = match self.session.convention() {
            Convention::Normal => "whoever makes the last move wins",
            Convention::Misere => "misere play: whoever makes the last move loses",
        };
        // Where heaps go that use up their pass there is none yet.
        let mut position = self.session.position().clone();
        if position.parts.iter().any(|part| !part.heaps.is_empty()) {
            position.parts.retain(|part| !part.heaps.is_empty());
        }
        format!("{position} ({rule}; help lists the commands)")
    }

    fn board(&self, screen: &Screen) -> String {
        const WIDEST: u64 = 50;
        let position = self.session.position();
        let mut text = String::new();
        for (i, part) in position.parts.iter().enumerate() {
            if part.heaps.is_empty() {
                continue;
            }
            if position.parts.len() > 1 {
                let _ = writeln!(text, "  {}: {}", part_name(i), part.rules);
            }
            for heap in &part.heaps {
                let tokens = match heap.to_u64() {
                    Some(n) if n <= WIDEST => screen.paint("33", &vec!["●"; n as usize].join(" ")),
                    _ => screen.paint("33", "● ● ● ..."),
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

    fn is_over(&mut self, _computer: bool) -> Result<bool, Failure> {
        Ok(self.session.is_over().map_err(sprague::Error::from)?)
    }

    fn stuck_player_wins(&self) -> bool {
        self.session.convention() == Convention::Misere
    }

    fn answer(&mut self) -> Result<Option<String>, Failure> {
        let turn = self.session.choose().map_err(sprague::Error::from)?;
        Ok(turn.map(|turn| {
            let text = self.text(&turn);
            self.session.make(&turn);
            text
        }))
    }

    fn make(&mut self, line: &str) -> Result<(), String> {
        let turn = self.session.parse(line).map_err(|error| error.to_string())?;
        self.session.make(&turn);
        Ok(())
    }

    fn hint(&mut self) -> Result<Option<String>, Failure> {
        let turn = self.session.hint().map_err(sprague::Error::from)?;
        Ok(turn.map(|turn| self.text(&turn)))
    }

    fn why(&mut self) -> Result<String, Failure> {
        Ok(self.session.explain().map_err(sprague::Error::from)?)
    }

    fn undo(&mut self) -> bool {
        // your move and the answer
        let both = self.session.moves_made() >= 2;
        if both {
            self.session.undo();
            self.session.undo();
        }
        both
    }
}
