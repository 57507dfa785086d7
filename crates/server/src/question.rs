//! What a question is: its parameters, their forms, and the answer.

use crate::class::Class;
use crate::query::Query;
use axum::body::Bytes;
use serde::Serialize;
use serde_json::Value;
use sprague_answers::atlas::Shared;
use sprague_answers::{AnswerError, Budget};

/// An answer with its kind of content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// `application/json` or `image/svg+xml`.
    pub content_type: &'static str,
    /// The text, shared between the cache and responses under way.
    pub body: Bytes,
    /// The name to save it under, where it is a file.
    pub file_name: Option<&'static str>,
}

impl Answer {
    /// A JSON text.
    pub fn text(body: String) -> Self {
        Self { content_type: "application/json", body: body.into(), file_name: None }
    }

    /// An answer as JSON.
    pub fn json(answer: &impl Serialize) -> Self {
        Self::text(sprague_answers::json(answer))
    }

    /// A picture.
    pub fn svg(body: String) -> Self {
        Self { content_type: "image/svg+xml", body: body.into(), file_name: None }
    }
}

/// The form of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Any text.
    Text {
        /// The most characters.
        most: usize,
    },
    /// A whole number of any size.
    Digits {
        /// The most digits.
        most: usize,
    },
    /// A whole number.
    Integer {
        /// The least.
        least: u64,
        /// The greatest.
        most: u64,
        /// The one meant when it is not given.
        default: u64,
    },
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// A parameter of a question.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Whether it must be given.
    pub required: bool,
    /// Its form.
    pub form: Form,
    /// What it means.
    pub about: &'static str,
    /// A value for a first try.
    pub example: &'static str,
}

impl Parameter {
    /// A parameter that must be given.
    pub const fn required(
        name: &'static str,
        form: Form,
        about: &'static str,
        example: &'static str,
    ) -> Self {
        Self { name, required: true, form, about, example }
    }

    /// A parameter that may be given.
    pub const fn optional(
        name: &'static str,
        form: Form,
        about: &'static str,
        example: &'static str,
    ) -> Self {
        Self { name, required: false, form, about, example }
    }
}

/// A question as it was asked.
pub struct Question<'a> {
    /// The parameters.
    pub query: &'a Query,
    /// The body; empty where there is none.
    pub body: &'a [u8],
    /// What the answer may cost.
    pub budget: &'a Budget,
    /// The atlas.
    pub atlas: &'a Shared,
    /// How a class reaches the server, in class mode.
    pub class: Option<&'a Class>,
}

/// Computes the answer to a question.
pub type Compute = fn(&Question<'_>) -> Result<Answer, AnswerError>;

/// A question.
pub struct Endpoint {
    /// `/api/NAME`.
    pub name: &'static str,
    /// Asked with POST and a body, otherwise with GET.
    pub body: bool,
    /// What it answers, in a sentence.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// The kind of content of the answer.
    pub content_type: &'static str,
    /// The JSON schema of the answer, derived from its type.
    pub schema: fn() -> Value,
    /// Whether `/api/jobs/NAME` answers it too, with progress.
    pub job: bool,
    /// The computation.
    pub answer: Compute,
}
