//! The dialogue of a game against the computer, whatever the game.

use crate::failure::Failure;
use std::io::{self, Write};

/// How things are shown.
pub struct Screen {
    pub colour: bool,
    pub prompt: bool,
}

impl Screen {
    pub fn paint(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// A game between you and the computer.
pub trait Game {
    /// What can be typed.
    const HELP: &'static str;
    /// What the computer says it does with a move.
    const VERB: &'static str;

    /// The position and the rule, for the first line.
    fn title(&self) -> String;
    /// The board in lines.
    fn board(&self, screen: &Screen) -> String;
    /// Whether the computer, or else you, cannot move.
    fn is_over(&mut self, computer: bool) -> Result<bool, Failure>;
    /// Whether the player who cannot move wins.
    fn stuck_player_wins(&self) -> bool {
        false
    }
    /// Makes a move of the computer and gives its text.
    fn answer(&mut self) -> Result<Option<String>, Failure>;
    /// Makes the move that was typed, or says why it is none.
    fn make(&mut self, line: &str) -> Result<(), String>;
    /// A winning move, if there is one.
    fn hint(&mut self) -> Result<Option<String>, Failure>;
    /// The explanation of the position, in lines.
    fn why(&mut self) -> Result<String, Failure>;
    /// Takes back your last move and the answer to it, if there are both.
    fn undo(&mut self) -> bool;
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

/// A game being played.
pub struct Dialogue<G: Game, W: Write> {
    pub game: G,
    pub screen: Screen,
    pub out: W,
}

impl<G: Game, W: Write> Dialogue<G, W> {
    /// Plays to the end, to `quit` or to the last of the lines.
    pub fn play(
        &mut self,
        computer_first: bool,
        lines: &mut dyn Iterator<Item = io::Result<String>>,
    ) -> Result<(), Failure> {
        writeln!(self.out, "{}", self.game.title())?;
        let mut computer = computer_first;
        loop {
            self.show()?;
            if self.game.is_over(computer)? {
                let computer_wins = computer == self.game.stuck_player_wins();
                let text = if computer_wins { "I win." } else { "You win!" };
                let who = if computer { "I have" } else { "You have" };
                writeln!(self.out, "{who} no move. {}", self.screen.paint("1", text))?;
                self.out.flush()?;
                return Ok(());
            }
            if computer {
                let Some(text) = self.game.answer()? else { return Ok(()) };
                writeln!(self.out, "I {} {}", G::VERB, self.screen.paint("36", &text))?;
                computer = false;
                continue;
            }
            match self.turn(lines)? {
                Reply::Moved => computer = true,
                Reply::Undone | Reply::Again => {}
                Reply::Quit => {
                    writeln!(self.out, "Goodbye.")?;
                    return Ok(());
                }
            }
        }
    }

    /// Your turn: lines are read until one changes something.
    fn turn(
        &mut self,
        lines: &mut dyn Iterator<Item = io::Result<String>>,
    ) -> Result<Reply, Failure> {
        loop {
            if self.screen.prompt {
                write!(self.out, "your move> ")?;
                self.out.flush()?;
            }
            let Some(line) = lines.next() else { return Ok(Reply::Quit) };
            match self.reply(line?.trim())? {
                Reply::Again => {}
                reply => return Ok(reply),
            }
        }
    }

    fn show(&mut self) -> Result<(), Failure> {
        write!(self.out, "\n{}", self.game.board(&self.screen))?;
        self.out.flush()?;
        Ok(())
    }

    fn reply(&mut self, line: &str) -> Result<Reply, Failure> {
        match line.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Reply::Quit),
            "help" | "?" => writeln!(self.out, "{}", G::HELP)?,
            "board" => self.show()?,
            "hint" => match self.game.hint()? {
                Some(text) => writeln!(self.out, "{text} wins")?,
                None => writeln!(self.out, "no move wins against best play")?,
            },
            "why" => write!(self.out, "{}", self.game.why()?)?,
            "undo" | "u" => {
                if self.game.undo() {
                    return Ok(Reply::Undone);
                }
                writeln!(self.out, "there is nothing to take back")?;
            }
            _ => match self.game.make(line) {
                Ok(()) => return Ok(Reply::Moved),
                Err(reason) => writeln!(self.out, "{reason}")?,
            },
        }
        self.out.flush()?;
        Ok(Reply::Again)
    }
}
