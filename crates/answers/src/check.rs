//! `check`: certificates, judged by the independent checker.

use crate::{AnswerError, Budget};
use schemars::JsonSchema;
use serde::Serialize;
use sprague::rules::Ruleset;
use sprague::{Certificate, Game, Theorem, checking_budget};

/// What became of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It proves its claim.
    Verified {
        /// The statement that was verified.
        claim: String,
        /// The theorem that proves it.
        theorem: Theorem,
        /// How many values were recomputed.
        values: u64,
        /// Whether the plain checker judged; else the fast one did, on runs of equal values or on segments.
        plain: bool,
    },
    /// It does not.
    Rejected {
        /// What it claims.
        claim: String,
        /// Why it does not prove it.
        reason: String,
    },
    /// It is no certificate.
    Unreadable {
        /// Why not.
        reason: String,
    },
}

/// Judges the text of a certificate. With `game`, it must be about these rules.
pub fn judge(bytes: &[u8], game: Option<&Ruleset>, budget: &Budget) -> Verdict {
    let certificate = match Certificate::from_json(bytes) {
        Ok(certificate) => certificate,
        Err(error) => return Verdict::Unreadable { reason: error.to_string() },
    };
    let game = game.map(|rules| Game::from(rules.clone()));
    match certificate.verify_within(game.as_ref(), budget) {
        Ok(verified) => Verdict::Verified {
            claim: verified.to_string(),
            theorem: verified.theorem(),
            values: verified.values(),
            plain: verified.is_plain(),
        },
        Err(error) => Verdict::Rejected {
            claim: format!("{}: {}", certificate.game(), certificate.claim()),
            reason: error.to_string(),
        },
    }
}

/// The verdict on one certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CheckAnswer {
    /// The file, as it was named.
    pub file: String,
    /// What became of it.
    pub verdict: VerdictWord,
    /// The statement that was verified or rejected; null where none could be read.
    pub claim: Option<String>,
    /// The theorem and how many values were recomputed, or what is wrong.
    pub reason: String,
    /// What Coq says, where it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coq: Option<CoqAnswer>,
}

/// What Coq's kernel says about a certificate as a theorem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Coq")]
pub struct CoqAnswer {
    /// What became of it.
    pub verdict: CoqWord,
    /// The version of Coq.
    pub version: String,
    /// The theorems, each with its name, in the language of Coq.
    pub theorems: Vec<String>,
    /// Why it is not accepted.
    pub reason: Option<String>,
}

/// What became of a theorem, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum CoqWord {
    /// Coq accepts it, and it uses no axioms.
    Accepted,
    /// Coq does not accept it.
    Refused,
    /// The library of theorems does not cover it.
    NotCovered,
}

/// What became of a certificate, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum VerdictWord {
    /// It proves its claim.
    Verified,
    /// It does not.
    Rejected,
    /// It is no certificate.
    Unreadable,
}

impl Verdict {
    /// The verdict on this file as an answer.
    pub fn answer(&self, file: &str) -> CheckAnswer {
        let (verdict, claim, reason) = match self {
            Self::Verified { claim, theorem, values, plain } => {
                let how = recomputed(*plain, *theorem);
                let reason = format!("{theorem}; {values} values {how}");
                (VerdictWord::Verified, Some(claim), reason)
            }
            Self::Rejected { claim, reason } => {
                (VerdictWord::Rejected, Some(claim), reason.clone())
            }
            Self::Unreadable { reason } => (VerdictWord::Unreadable, None, reason.clone()),
        };
        CheckAnswer { file: file.to_owned(), verdict, claim: claim.cloned(), reason, coq: None }
    }
}

/// How values were computed again, in words.
pub fn recomputed(plain: bool, theorem: Theorem) -> &'static str {
    match theorem {
        _ if plain => "recomputed",
        Theorem::SparseWindow => "recomputed in segments, by the fast checker",
        _ => "recomputed as runs, by the fast checker",
    }
}

/// The answer within a budget.
pub fn answer(
    bytes: &[u8],
    game: Option<&Ruleset>,
    budget: &Budget,
) -> Result<CheckAnswer, AnswerError> {
    let limits = checking_budget()
        .values(budget.most_values().saturating_mul(4))
        .steps(20_000_000_000)
        .bytes(budget.most_bytes().saturating_mul(2))
        .threads(1)
        .stopped_by(&budget.stop_handle());
    let verdict = judge(bytes, game, &limits);
    if budget.is_stopped() {
        return Err(AnswerError::stopped());
    }
    Ok(verdict.answer("certificate"))
}
