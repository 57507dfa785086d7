//! Why a text is not a certificate.

use std::fmt;

/// Why a text is not a certificate: what was found, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    kind: ReadErrorKind,
    message: String,
}

/// The sort of mistake a [`ReadError`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The file is larger than any certificate.
    TooLarge,
    /// Not JSON.
    Syntax,
    /// JSON, but not marked as a certificate of this program.
    NotACertificate,
    /// A format version this reader does not know.
    Version,
    /// A field is missing, unknown, or of the wrong type or range.
    Field,
    /// A theorem this reader does not know.
    UnknownTheorem,
}

impl ReadError {
    pub(crate) fn new(kind: ReadErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// The sort of mistake.
    pub fn kind(&self) -> ReadErrorKind {
        self.kind
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}
