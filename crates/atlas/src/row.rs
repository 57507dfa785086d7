//! What the atlas knows about one game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sprague_certificate::{Certificate, Claim, Proof, Regularity};

/// What is known about one game: a row of the atlas.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "find")]
pub struct Row {
    /// The rules, in canonical notation.
    pub game: String,
    /// The class in words, such as `finite octal code`.
    pub class: String,
    /// The standard form, where there is one.
    pub standard_form: Option<String>,
    /// r with G_standard(n) = G(n+r).
    pub shift: Option<u64>,
    /// The game R whose sequence was computed and whose row carries the certificate: with
    /// `offset` a and `scale` d, G(n) = R((n-a) div d), and 0 for n < a.
    pub representative: String,
    /// a, see `representative`.
    pub offset: i64,
    /// d, see `representative`.
    pub scale: u64,
    /// periodic, arithmetic-periodic, sapp, ruler, automatic or open.
    #[schemars(extend("enum" = ["periodic", "arithmetic-periodic", "sapp", "ruler", "automatic", "closed-form", "open"]))]
    pub kind: String,
    /// The least l with G(n+p) = G(n)+s for all n >= l.
    pub preperiod: Option<u64>,
    /// The least period p.
    pub period: Option<u64>,
    /// The saltus s.
    pub saltus: Option<u64>,
    /// Of `sapp`: the residues n mod p whose values do not grow.
    pub periodic_residues: Vec<u64>,
    /// proved, observed or open.
    #[schemars(extend("enum" = ["proved", "observed", "open"]))]
    pub status: String,
    /// The theorem that proves it, by its name in certificates.
    // Of an observed row: that of its certificate, which was not checked.
    pub theorem: Option<String>,
    /// The exact statement.
    pub statement: Option<String>,
    /// How many values were computed, G(0) included.
    pub computed: u64,
    /// The greatest among them.
    pub max_value: u32,
    /// The first heap that has it.
    pub max_at: u64,
    /// The mask of the sparse space seen in the values, where there is one.
    pub mask: Option<u32>,
    /// Whether rare and common depend on the parity of the heap too.
    pub position_parity: Option<bool>,
    /// How many rare positions there are among the values computed, from heap 1 on.
    pub rares: Option<u64>,
    /// The last of them.
    pub last_rare: Option<u64>,
    /// A hash of the whole nim-sequence, where it is proved to be periodic or the like: two
    /// games with equal hashes are proved to have the same sequence.
    #[schemars(extend("pattern" = "^[0-9a-f]{64}$"))]
    pub sequence: Option<String>,
    /// The hash of the certificate.
    #[schemars(extend("pattern" = "^[0-9a-f]{64}$"))]
    pub certificate: Option<String>,
    /// Whether the checker verified the certificate before the row was written.
    pub checked: bool,
    /// The limit on values under which the row was made.
    pub value_limit: u64,
    /// The limit on time in seconds, if there was one.
    pub time_limit: Option<f64>,
    /// Why the computation ended before the limit on values, if it did and nothing was proved.
    pub stopped: Option<String>,
    /// The version of the program.
    pub version: String,
    /// The seconds it took.
    pub seconds: f64,
    /// Where nothing is proved: the first n of the longest stretch with
    /// G(n+near_period) = G(n)+near_saltus that comes to an end among the first 16384 values.
    #[serde(default)]
    pub near_from: Option<u64>,
    /// The last n of that stretch.
    #[serde(default)]
    pub near_to: Option<u64>,
    /// Its period.
    #[serde(default)]
    pub near_period: Option<u64>,
    /// Its saltus.
    #[serde(default)]
    pub near_saltus: Option<u64>,
    /// Where nothing is proved: the strongest sub-period of the first 65536 values, a p with
    /// G(n+p) = G(n) xor s for many heaps.
    #[serde(default)]
    pub sub_period: Option<u64>,
    /// The share of heaps for which that holds.
    #[serde(default)]
    pub sub_share: Option<f64>,
    /// Where nothing is proved, how near to regular the values are, from 0 to 1: the greater of
    /// `sub_share` and the share of heaps in the stretch; 1 where a regularity is observed.
    #[serde(default)]
    pub nearness: Option<f64>,
    /// The day on which the checker verified the certificate.
    #[serde(default)]
    #[schemars(extend("pattern" = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    pub checked_on: Option<String>,
}

impl Row {
    /// Whether the row is its own representative.
    pub fn is_representative(&self) -> bool {
        self.game == self.representative
    }

    /// Whether a theorem proves the row.
    pub fn is_proved(&self) -> bool {
        self.status == "proved"
    }

    /// Which checker verified the certificate of the row, and when: `verified by the checker on
    /// 2026-11-18`.
    pub fn verified_by(&self) -> String {
        let which = if self.rests_on_fast_checker() { "fast checker" } else { "checker" };
        let day = self.checked_on.as_ref().map_or_else(String::new, |day| format!(" on {day}"));
        format!("verified by the {which}{day}")
    }

    /// Whether only the fast checker can have verified the certificate: its run is longer than
    /// what the plain checker holds.
    pub fn rests_on_fast_checker(&self) -> bool {
        let (Some(preperiod), Some(period)) = (self.preperiod, self.period) else { return false };
        match self.theorem.as_deref() {
            Some("sparse-window") => {
                preperiod.saturating_add(period) > sprague_fast_checker::LONG_RUN
            }
            Some("finite-subtraction") => {
                let period = period / self.scale.max(1);
                let regularity = Regularity { preperiod, period, saltus: 0 };
                sprague_fast_checker::by_runs(&Certificate {
                    game: self.representative.clone(),
                    claim: Claim::Regular(regularity),
                    proof: Proof::FiniteSubtraction,
                })
            }
            _ => false,
        }
    }

    /// Whether the row claims what the certificate claims, by the same theorem.
    pub(crate) fn claims(&self, certificate: &Certificate) -> bool {
        let Certificate { claim, proof, .. } = certificate;
        let regularity = claim.regularity();
        let residues = match claim {
            Claim::Sapp { periodic_residues, .. } => &periodic_residues[..],
            _ => &[],
        };
        self.kind == claim.kind().name()
            && self.preperiod == regularity.map(|r| r.preperiod)
            && self.period == regularity.map(|r| r.period)
            && self.saltus == regularity.map(|r| r.saltus)
            && self.periodic_residues == residues
            && self.statement.as_deref() == Some(claim.to_string().as_str())
            && self.theorem.as_deref() == Some(proof.theorem().name())
    }

    /// How well the row is known: of two rows of a game the greater one is kept.
    pub(crate) fn rank(&self) -> (bool, bool, u64) {
        (self.is_proved(), self.checked, self.computed)
    }
}

/// A certificate as text, and its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateText {
    /// The SHA-256 of `json`, in hexadecimal.
    pub hash: String,
    /// The certificate.
    pub json: String,
}

impl CertificateText {
    /// A text with its hash.
    pub fn new(json: String) -> Self {
        Self { hash: sha256(json.as_bytes()), json }
    }
}

/// SHA-256 in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Two digits for each byte.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or('?');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
