//! Why there is no answer.

use schemars::JsonSchema;
use serde::Serialize;
use sprague::rules::ParseError;
use sprague::{ErrorKind, Spent};
use std::fmt;

/// The sort of an [`AnswerError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The question is not well-formed.
    Malformed,
    /// The question is well-formed, but there is no answer or it costs too much.
    Refused,
    /// The computation was stopped.
    Stopped,
}

/// Why there is no answer: what is wrong, where in the text, and how to put it right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerError {
    /// The sort.
    pub kind: Kind,
    /// What is wrong.
    pub message: String,
    /// The offending character of the text asked about, counted from 0.
    pub position: Option<usize>,
    /// How to put it right.
    pub hint: Option<String>,
}

impl AnswerError {
    /// The question is not well-formed.
    pub fn malformed(message: impl fmt::Display, hint: impl Into<String>) -> Self {
        Self {
            kind: Kind::Malformed,
            message: message.to_string(),
            position: None,
            hint: Some(hint.into()),
        }
    }

    /// The question is well-formed but not answered.
    pub fn refused(message: impl fmt::Display) -> Self {
        Self { kind: Kind::Refused, message: message.to_string(), position: None, hint: None }
    }

    /// The computation was stopped.
    pub fn stopped() -> Self {
        Self { kind: Kind::Stopped, message: "stopped".into(), position: None, hint: None }
    }

    /// With advice.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The error as an answer.
    pub fn answer(&self) -> ErrorAnswer<'_> {
        let Self { message, position, hint, .. } = self;
        let error = ErrorBody { message, position: *position, hint: hint.as_deref() };
        ErrorAnswer { error }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct ErrorAnswer<'a> {
    /// What is wrong, where, and how to put it right.
    pub error: ErrorBody<'a>,
}

/// What is wrong, where, and how to put it right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct ErrorBody<'a> {
    /// What is wrong.
    pub message: &'a str,
    /// The offending character of the text, counted from 0.
    pub position: Option<usize>,
    /// How to put it right.
    pub hint: Option<&'a str>,
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, ": {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for AnswerError {}

impl From<ParseError> for AnswerError {
    fn from(error: ParseError) -> Self {
        Self {
            kind: Kind::Malformed,
            message: error.message().to_owned(),
            position: Some(error.column() - 1),
            hint: Some(error.hint().to_owned()).filter(|hint| !hint.is_empty()),
        }
    }
}

impl From<sprague::Error> for AnswerError {
    fn from(error: sprague::Error) -> Self {
        match error.kind() {
            ErrorKind::Spent(Spent::Stopped) => Self::stopped(),
            ErrorKind::Input => Self {
                kind: Kind::Malformed,
                message: error.message().to_owned(),
                position: error.column().map(|column| column - 1),
                hint: error.hint().map(str::to_owned),
            },
            ErrorKind::Spent(Spent::Bytes { .. }) => Self::refused(error).with_hint("ask for less"),
            _ => Self::refused(error),
        }
    }
}

impl From<sprague::partisan::error::Error> for AnswerError {
    fn from(error: sprague::partisan::error::Error) -> Self {
        use sprague::partisan::error::ErrorKind;
        let (kind, message) = match error.kind() {
            ErrorKind::Syntax { message, .. } | ErrorKind::Graph(message) => {
                (Kind::Malformed, message.clone())
            }
            ErrorKind::Spent(_) => (Kind::Stopped, error.to_string()),
            _ => (Kind::Refused, error.to_string()),
        };
        let hint = matches!(error.kind(), ErrorKind::TooManySteps { .. })
            .then(|| "sprague eval --steps N, the program, takes as many as it is told".to_owned());
        Self { kind, message, position: error.position(), hint }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::partisan::Games;

    /// A question that takes too many steps is refused, not malformed, and says what to do.
    #[test]
    fn too_many_steps_are_refused_with_a_hint() {
        let mut games = Games::new();
        games.set_budget(&crate::Budget::unlimited().steps(100));
        let error: AnswerError = games.evaluate("+_2-*99").expect_err("few steps").into();
        assert!(matches!(error.kind, Kind::Refused));
        assert_eq!(error.message, "this takes more than 100 steps, the limit set");
        assert!(error.hint.is_some_and(|hint| hint.contains("--steps")));
    }
}
