//! What a question is: its parameters, their forms, and the answer.

use crate::query::Query;
use crate::status::NoAnswer;
use bytes::Bytes;
use serde::Serialize;
use serde_json::Value;
use sprague_answers::atlas::Shared;
use sprague_answers::join::JoinAnswer;
use sprague_answers::{AnswerError, Budget};
use std::time::Duration;

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
    pub join: Option<&'a Join>,
}

/// How a class reaches the server, with a text behind the address.
pub type Join = dyn Fn(&str) -> Result<JoinAnswer, AnswerError> + 'static;

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

/// What the answers may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest heap counted up to.
    pub heaps: u64,
    /// Bytes a computation may take.
    pub memory: u64,
    /// Threads of one computation.
    pub threads: usize,
}

/// The limits of the server: small, since strangers may ask.
impl Default for Limits {
    fn default() -> Self {
        Self { heaps: 2_000_000, memory: 128 << 20, threads: 1 }
    }
}

impl Limits {
    /// The budget of a question that may take this long.
    pub fn budget(&self, time: Duration) -> Budget {
        Budget::unlimited()
            .values(self.heaps.saturating_add(1))
            .bytes(self.memory)
            .threads(self.threads)
            // A search that can end with what it has does so before it is ended.
            .time(time.mul_f64(0.8))
    }
}

/// A question that was read and is well-formed.
pub struct Asked {
    /// Which question.
    pub endpoint: &'static Endpoint,
    /// Its parameters.
    pub query: Query,
    body: Vec<u8>,
}

impl Asked {
    /// Reads a query string and a body; a question is asked either with a body or without one.
    pub fn read(
        endpoint: &'static Endpoint,
        query: &str,
        body: Option<Vec<u8>>,
    ) -> Result<Self, NoAnswer> {
        if endpoint.body != body.is_some() {
            return Err(NoAnswer::Method { allowed: endpoint.methods() });
        }
        let query = Query::parse(query, endpoint.parameters)?;
        Ok(Self { endpoint, query, body: body.unwrap_or_default() })
    }

    /// One text for equal questions; none where there is a body.
    pub fn key(&self) -> Option<String> {
        (!self.endpoint.body).then(|| self.query.key(self.endpoint.name))
    }

    /// The answer.
    pub fn answer(
        &self,
        budget: &Budget,
        atlas: &Shared,
        join: Option<&Join>,
    ) -> Result<Answer, AnswerError> {
        let Self { endpoint, query, body } = self;
        (endpoint.answer)(&Question { query, body, budget, atlas, join })
    }
}

impl Endpoint {
    /// The methods of HTTP it is asked with.
    pub fn methods(&self) -> &'static str {
        if self.body { "POST" } else { "GET, HEAD" }
    }
}
