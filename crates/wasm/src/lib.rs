//! The questions of `sprague` answered without a server: what a Web Worker calls.
//!
//! [`ask`] is the server without HTTP: the same table of questions, the same errors, the same
//! bytes. On WebAssembly `bindings` gives it to JavaScript as `answer`; elsewhere this is a plain
//! library, so that tests run on any machine.
//!
//! ```
//! use std::time::Duration;
//! let atlas = Default::default();
//! let told = sprague_wasm::ask("values", "game=Kayles&to=4", None, Duration::from_secs(9), 1 << 28, &atlas, |_| {});
//! assert_eq!(told.status, 200);
//! assert_eq!(&told.body[..15], br#"{"game":"0.77","#);
//! let wrong = sprague_wasm::ask("valeus", "", None, Duration::from_secs(9), 1 << 28, &atlas, |_| {});
//! assert_eq!(wrong.status, 404);
//! ```
#![forbid(unsafe_code)]

#[cfg(target_family = "wasm")]
pub mod bindings;
pub mod speed;

use bytes::Bytes;
use sprague::{Budget, Progress};
use sprague_answers::atlas::Shared;
use sprague_questions::status::NoAnswer;
use sprague_questions::{Answer, Asked, Limits, endpoints, openapi};
use std::time::Duration;

/// What a question gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// As HTTP says it: 200, or why there is no answer.
    pub status: u16,
    /// The kind of content.
    pub content_type: &'static str,
    /// The answer, or the error as JSON.
    pub body: Bytes,
}

/// Answers a question: `name` is what the server has behind `/api/`, `query` the query string
/// without its `?`, `body` the certificate where one is asked about. `time` is what the caller
/// waits; a search ends a little earlier with what it has. Nobody else uses this machine's memory
/// through us, so that heaps are counted as far as the program counts them.
pub fn ask(
    name: &str,
    query: &str,
    body: Option<String>,
    time: Duration,
    memory: u64,
    atlas: &Shared,
    tell: impl Fn(&Progress) + Send + Sync + 'static,
) -> Told {
    let limits = Limits { heaps: Budget::new().most_values(), memory, threads: 1 };
    let answer = match name {
        "openapi.json" if body.is_some() => Err(NoAnswer::Method { allowed: "GET, HEAD" }),
        "openapi.json" => Ok(Answer::text(openapi::document().to_string())),
        _ => endpoints::find(name).ok_or(NoAnswer::Unknown).and_then(|endpoint| {
            let asked = Asked::read(endpoint, query, body.map(String::into_bytes))?;
            let budget = limits.budget(time).progress(tell).started();
            Ok(asked.answer(&budget, atlas, None)?)
        }),
    };
    match answer {
        Ok(Answer { content_type, body, .. }) => Told { status: 200, content_type, body },
        Err(error) => {
            let (status, error) = error.describe();
            let body = sprague_answers::json(&error.answer()).into();
            Told { status, content_type: "application/json", body }
        }
    }
}
