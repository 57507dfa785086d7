//! The atlas of heap games: one row for every game looked at, with what is known about its
//! nim-sequence, how it is known, and the certificate; the census that fills it family by
//! family; and what the literature says.
//!
//! - [`Family`]: the games of a census, such as all octal codes to three digits.
//! - [`relative`]: games that are the same game in disguise are solved once.
//! - [`survey()`]: one game looked at, as a pure function of rules and budget; this is the
//!   unit of work on one machine and on many.
//! - [`Atlas`]: the SQLite file. What enters it as proved was verified by the checker, or
//!   says that it was not.
//! - [`census()`]: a family into an atlas, on all cores, resumable.
//!
//! The library never prints; long work takes a budget that may stop it and hears how far it is.
//!
//! ```
//! use sprague_atlas::{default_budget, survey};
//! let kayles = survey(&"Kayles".parse()?, &default_budget())?;
//! assert_eq!((kayles.row.preperiod, kayles.row.period), (Some(71), Some(12)));
//! assert!(kayles.certificate.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod atlas;
mod census;
mod error;
pub mod export;
mod family;
pub mod find;
mod formal;
pub mod import;
pub mod literature;
pub mod lookup;
mod migrations;
pub mod misere;
mod nearness;
mod parquet;
mod query;
pub mod record;
pub mod relative;
pub mod report;
mod row;
pub mod seed;
mod shipped;
mod sparse;
pub mod survey;
mod table;
pub mod triples;
mod verify;

pub use atlas::{Atlas, default_path};
pub use census::{CensusPlan, Summary, Task, census, plan_census};
pub use error::Error;
pub use family::Family;
pub use formal::CoqTheorem;
pub use query::{Cell, Stats};
pub use row::{CertificateText, Row};
pub use rusqlite::types::Value as SqlValue;
pub use survey::{Survey, default_budget, survey};
pub use verify::{Report, Verdict, WrongRow, verify};
