//! What can go wrong, said so that a user can mend it.

use sprague_budget::Spent;
use std::fmt;

/// Why a partisan computation or a text was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<ErrorKind>);

/// The kinds of [`Error`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not in the notation expected; `position` counts characters from 0.
    Syntax {
        /// What was found and what was expected.
        message: String,
        /// The offending character, counted from 0.
        position: usize,
    },
    /// A graph that is not one: a loop, an unknown node, tints of the wrong number.
    Graph(String),
    /// The game tree is deeper than the recursion allows.
    TooDeep {
        /// The depth allowed.
        limit: usize,
    },
    /// The computation would need more than the allowed memory or time.
    TooLarge(String),
    /// The computation takes more steps than the caller allows.
    TooManySteps {
        /// The steps allowed.
        limit: u64,
    },
    /// The computation was stopped, or its time is up.
    Spent(Spent),
}

impl Error {
    /// Which kind of error this is.
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// The offending character of the text, counted from 0, if the text is at fault.
    pub fn position(&self) -> Option<usize> {
        match *self.0 {
            ErrorKind::Syntax { position, .. } => Some(position),
            _ => None,
        }
    }

    pub(crate) fn syntax(message: impl Into<String>, position: usize) -> Self {
        ErrorKind::Syntax { message: message.into(), position }.into()
    }

    pub(crate) fn graph(message: impl Into<String>) -> Self {
        ErrorKind::Graph(message.into()).into()
    }

    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        ErrorKind::TooLarge(message.into()).into()
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self(Box::new(kind))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            ErrorKind::Syntax { message, position } => {
                write!(f, "{message} (character {})", position + 1)
            }
            ErrorKind::Graph(message) | ErrorKind::TooLarge(message) => f.write_str(message),
            ErrorKind::TooDeep { limit } => {
                write!(f, "the game is nested more than {limit} levels deep")
            }
            ErrorKind::TooManySteps { limit } => {
                write!(f, "this takes more than {limit} steps, the limit set")
            }
            ErrorKind::Spent(spent) => spent.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
