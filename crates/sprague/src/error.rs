//! One error for everything that can go wrong.

use sprague_budget::Spent;
use sprague_engine::EngineError;
use sprague_games::RuleError;
use sprague_play::PlayError;
use sprague_play::misere::MisereError;
use sprague_prover::known;
use std::fmt;

/// What went wrong: a kind to decide by, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    place: Option<Place>,
    hint: Option<String>,
}

/// Where in a text a mistake is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    column: usize,
    /// The text with a caret there.
    shown: String,
}

/// The sort of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text of a game, a position, a number or a certificate is wrong.
    Input,
    /// A limit of the budget ended the work.
    Spent(Spent),
    /// The rules break down at some heap: an option is not smaller, a number too large.
    Rules,
    /// Nothing computed and nothing proved gives the answer.
    OutOfReach,
    /// A nim-value is larger than what is kept, 32 bits.
    ValueTooLarge,
    /// The engine that was asked for does not apply to these rules.
    Engine,
    /// There are more options than were asked for.
    TooMany {
        /// How many were asked for.
        limit: u64,
    },
    /// What was asked for is not proved, or has no certificate.
    NotProved,
    /// The checker rejects the certificate.
    Rejected,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl fmt::Display) -> Self {
        Self { kind, message: message.to_string(), place: None, hint: None }
    }

    pub(crate) fn with_hint(self, hint: impl fmt::Display) -> Self {
        Self { hint: Some(hint.to_string()), ..self }
    }

    /// The sort of error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What is wrong, without place or advice.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where in the text the mistake is, counted in characters from 1.
    pub fn column(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.column)
    }

    /// How to put it right, where that is known.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// The limit that ended the work, if one did.
    pub fn spent(&self) -> Option<Spent> {
        match self.kind {
            ErrorKind::Spent(spent) => Some(spent),
            _ => None,
        }
    }
}

/// What is wrong, where, and how to put it right.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(Place { column, shown }) = &self.place {
            write!(f, " at column {column} ({shown})")?;
        }
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, ": {hint}"))
    }
}

impl std::error::Error for Error {}

impl From<Spent> for Error {
    fn from(spent: Spent) -> Self {
        Self::new(ErrorKind::Spent(spent), spent)
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Self {
        let kind = match (error.spent(), &error) {
            (Some(spent), _) => ErrorKind::Spent(spent),
            (None, EngineError::Rule(_)) => ErrorKind::Rules,
            (None, EngineError::ValueTooLarge { .. }) => ErrorKind::ValueTooLarge,
            (None, EngineError::NotApplicable { .. }) => ErrorKind::Engine,
            _ => ErrorKind::OutOfReach,
        };
        Self::new(kind, error)
    }
}

impl From<sprague_prover::Error> for Error {
    fn from(error: sprague_prover::Error) -> Self {
        match error {
            sprague_prover::Error::Engine(error) => error.into(),
            other => Self::new(ErrorKind::OutOfReach, other),
        }
    }
}

impl From<known::Error> for Error {
    fn from(error: known::Error) -> Self {
        match error {
            known::Error::Engine(error) => error.into(),
            known::Error::Spent(spent) => spent.into(),
            known::Error::Counting { spent, .. } => Self::new(ErrorKind::Spent(spent), error),
            other => Self::new(ErrorKind::OutOfReach, other),
        }
    }
}

impl From<RuleError> for Error {
    fn from(error: RuleError) -> Self {
        Self::new(ErrorKind::Rules, error)
    }
}

impl From<PlayError> for Error {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Engine(error) => error.into(),
            PlayError::Rules(error) | PlayError::Misere(MisereError::Rules(error)) => error.into(),
            PlayError::Spent(spent) | PlayError::Misere(MisereError::Spent(spent)) => spent.into(),
            PlayError::TooManyOptions { limit } => Self::new(ErrorKind::TooMany { limit }, error),
            other => Self::new(ErrorKind::OutOfReach, other),
        }
    }
}

impl From<MisereError> for Error {
    fn from(error: MisereError) -> Self {
        PlayError::from(error).into()
    }
}

impl From<sprague_games::ParseError> for Error {
    fn from(error: sprague_games::ParseError) -> Self {
        let column = error.column();
        let shown = sprague_games::with_caret(error.input(), column);
        Self {
            kind: ErrorKind::Input,
            message: error.message().to_owned(),
            place: Some(Place { column, shown }),
            hint: Some(error.hint().to_owned()).filter(|hint| !hint.is_empty()),
        }
    }
}

impl From<sprague_certificate::ReadError> for Error {
    fn from(error: sprague_certificate::ReadError) -> Self {
        Self::new(ErrorKind::Input, error)
    }
}
