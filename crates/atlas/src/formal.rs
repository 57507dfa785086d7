//! Which statements about games are theorems that Coq's kernel has accepted.
//!
//! `data/formal.csv.gz` holds the accepted rows of `results/formal/corpus.csv`; `make
//! formal-corpus` writes both. A theorem is found by its game and its exact statement, so that
//! another claim about the same game, true or false, is not taken for it. Where the statement
//! speaks of "the automaton of the certificate", the certificate must be the same too.

use crate::row::{Row, sha256};
use flate2::read::GzDecoder;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sprague_certificate::{Certificate, Claim};
use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

/// The accepted theorems as they ship.
const ACCEPTED: &[u8] = include_bytes!("../data/formal.csv.gz");

/// When Coq accepted a statement as a theorem without axioms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CoqTheorem {
    /// The version of Coq.
    pub version: String,
    /// The day.
    #[schemars(extend("pattern" = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    pub date: String,
}

impl fmt::Display for CoqTheorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, date } = self;
        write!(f, "this statement was checked by Coq {version} on {date} (docs/formal.md)")
    }
}

impl CoqTheorem {
    /// The theorem that is the claim of this certificate.
    pub fn of_certificate(certificate: &Certificate) -> Option<Self> {
        let Certificate { game, claim, .. } = certificate;
        let hash = match claim {
            Claim::Ruler | Claim::Automatic => Some(sha256(certificate.to_json().as_bytes())),
            _ => None,
        };
        find(game, &claim.to_string(), hash.as_deref())
    }

    /// The theorem that is the statement of this row.
    pub fn of_row(row: &Row) -> Option<Self> {
        let statement = row.statement.as_ref().filter(|_| row.is_proved())?;
        find(&row.game, statement, row.certificate.as_deref())
    }
}

/// A line of the data.
#[derive(Deserialize)]
struct Line {
    game: String,
    /// Without the words that the period is the least, which are part of every theorem.
    statement: String,
    /// The hash of the certificate, where the statement speaks of it.
    certificate: Option<String>,
    version: String,
    date: String,
}

/// A statement without the words that the period is the least.
fn head(statement: &str) -> &str {
    statement.split(';').next().unwrap_or_default()
}

fn find(game: &str, statement: &str, hash: Option<&str>) -> Option<CoqTheorem> {
    static THEOREMS: OnceLock<HashMap<String, Vec<Line>>> = OnceLock::new();
    let lines = THEOREMS.get_or_init(|| {
        let mut theorems: HashMap<String, Vec<Line>> = HashMap::new();
        let mut table = csv::Reader::from_reader(GzDecoder::new(ACCEPTED));
        for line in table.deserialize::<Line>().flatten() {
            theorems.entry(line.game.clone()).or_default().push(line);
        }
        theorems
    });
    let line = lines.get(game)?.iter().find(|line| {
        line.statement == head(statement)
            && (line.certificate.is_none() || line.certificate.as_deref() == hash)
    })?;
    Some(CoqTheorem { version: line.version.clone(), date: line.date.clone() })
}
