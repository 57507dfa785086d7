//! Questions without an answer, as HTTP says it.

use sprague_answers::{AnswerError, Kind};
use std::time::Duration;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum NoAnswer {
    /// The question.
    Question(AnswerError),
    /// There is no question of this name.
    Unknown,
    /// The question is asked in another way: with or without a body.
    Method {
        /// The ways it is asked.
        allowed: &'static str,
    },
    /// It took too long.
    Late(Duration),
    /// Too many wait already.
    Busy,
    /// A fault of ours.
    Fault,
}

impl From<AnswerError> for NoAnswer {
    fn from(error: AnswerError) -> Self {
        Self::Question(error)
    }
}

impl NoAnswer {
    /// The status of HTTP, and the error in words.
    pub fn describe(&self) -> (u16, AnswerError) {
        match self {
            Self::Question(error) => {
                (if error.kind == Kind::Malformed { 400 } else { 422 }, error.clone())
            }
            Self::Unknown => (
                404,
                AnswerError::malformed(
                    "no such question",
                    "/api/openapi.json lists what can be asked",
                ),
            ),
            Self::Method { allowed } => (
                405,
                AnswerError::malformed("this method does not apply here", format!("use {allowed}")),
            ),
            Self::Late(time) => (
                422,
                AnswerError::refused(format!(
                    "no answer within {} seconds",
                    (10.0 * time.as_secs_f64()).round() / 10.0
                ))
                .with_hint("ask for less, or ask /api/jobs/ for more time and progress"),
            ),
            Self::Busy => (
                503,
                AnswerError::refused("the server is busy or stopping")
                    .with_hint("try again in a while"),
            ),
            Self::Fault => (
                500,
                AnswerError::refused("the computation failed; this is a fault of sprague")
                    .with_hint("please report the question you asked"),
            ),
        }
    }
}
