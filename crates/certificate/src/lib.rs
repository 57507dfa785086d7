//! The proof format: what a certificate claims, the evidence it carries, and its JSON form.
//!
//! A certificate is a small JSON file that names a game, a statement about its
//! nim-sequence, the theorem that proves the statement, and the evidence the theorem
//! needs and a checker cannot recompute at once. This crate only reads and writes; it
//! judges nothing. Rules are carried as text, in the notation of `sprague-games`.
//!
//! The grammar is written down in this crate's `README.md`.
//!
//! ```
//! use sprague_certificate::{Certificate, Claim, Proof, Regularity};
//! let kayles = Certificate {
//!     game: "0.77".to_owned(),
//!     claim: Claim::Regular(Regularity { preperiod: 71, period: 12, saltus: 0 }),
//!     proof: Proof::FiniteTakeAndBreak,
//! };
//! assert_eq!(Certificate::from_json(kayles.to_json().as_bytes())?, kayles);
//! # Ok::<(), sprague_certificate::ReadError>(())
//! ```
#![forbid(unsafe_code)]

mod automaton;
mod claim;
mod error;
mod evidence;
mod integer;
mod json;
mod misere;
mod theorem;
mod tiling;
mod values;
mod write;

pub use automaton::{Automaton, AutomatonProof, Closure, PowerLaw, ResidueLaw, RulerTerm};
pub use claim::{Claim, LargeRegularity, Records, Regularity};
pub use error::{ReadError, ReadErrorKind};
pub use evidence::{Cousin, Multiple, Pass, Proof, Recurrence, Snapshot, SparseWindow};
pub use integer::Integer;
pub use json::{MAX_BYTES, VERSION};
pub use misere::{Extent, Lead, LeadClaim, MisereQuotient, QuotientClaim};
pub use theorem::{Kind, Theorem};
pub use tiling::{Argument, Point, Reason, There, Tile, Tiling};
pub use values::decode_values;
pub use write::encode_values;

/// A claim about the nim-sequence of a game, and what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules, in the notation of `sprague-games`.
    pub game: String,
    /// What is claimed.
    pub claim: Claim,
    /// Why it holds.
    pub proof: Proof,
}

impl Certificate {
    /// Reads a certificate from its JSON form.
    pub fn from_json(bytes: &[u8]) -> Result<Self, ReadError> {
        json::read(bytes)
    }

    /// The certificate as JSON, one field per line so that people can read it.
    pub fn to_json(&self) -> String {
        write::write(self)
    }
}
