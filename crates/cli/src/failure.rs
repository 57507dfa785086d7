//! How a command fails: bad input is exit status 2 with one line on stderr, a closed
//! pipe is no failure at all.

use sprague::Spent;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why a command stopped early.
#[derive(Debug)]
pub enum Failure {
    /// The user's input is at fault: what, where, how to fix.
    Input(String),
    /// The answer is no, or a check failed (exit status 1).
    No(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl Failure {
    /// Bad input, described in one line.
    pub fn input(message: impl fmt::Display) -> Self {
        Self::Input(message.to_string())
    }

    /// Prints the message and gives the exit status.
    pub fn report(&self) -> ExitCode {
        match self {
            Self::Input(message) => {
                eprintln!("sprague: {message}");
                ExitCode::from(2)
            }
            Self::No(message) => {
                eprintln!("sprague: {message}");
                ExitCode::from(1)
            }
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Io(error) => {
                eprintln!("sprague: {error}");
                ExitCode::from(2)
            }
        }
    }
}

/// An error of the library as the user's: one line, with the flag that would help.
impl From<sprague::Error> for Failure {
    fn from(error: sprague::Error) -> Self {
        match error.spent() {
            Some(Spent::Bytes { .. }) => {
                Self::input(format!("{error}: compute less, or allow more with --memory"))
            }
            Some(Spent::Stopped) => Self::No(error.to_string()),
            _ => Self::input(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
