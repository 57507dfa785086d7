//! `check`: certificates, judged by the independent checker.

use crate::{AnswerError, Budget};
use serde_json::{Value, json};
use sprague_certificate::Certificate;
use sprague_certificate::Theorem;
use sprague_checker::{check, default_budget};
use sprague_games::Ruleset;

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
pub fn judge(bytes: &[u8], game: Option<&Ruleset>, budget: &sprague_budget::Budget) -> Verdict {
    let certificate = match Certificate::from_json(bytes) {
        Ok(certificate) => certificate,
        Err(error) => return Verdict::Unreadable { reason: error.to_string() },
    };
    let game = game.map(ToString::to_string);
    match check(&certificate, game.as_deref(), budget) {
        Ok(verified) => Verdict::Verified {
            claim: verified.to_string(),
            theorem: verified.theorem(),
            values: verified.values(),
        },
        Err(rejection) => Verdict::Rejected {
            claim: format!("{}: {}", certificate.game, certificate.claim),
            reason: rejection.to_string(),
        },
    }
}

impl Verdict {
    /// `{"file","verdict","claim","reason"}`
    pub fn json(&self, file: &str) -> Value {
        match self {
            Self::Verified { claim, theorem, values } => json!({
                "file": file, "verdict": "verified", "claim": claim,
                "reason": format!("{theorem}; {values} values recomputed"),
            }),
            Self::Rejected { claim, reason } => json!({
                "file": file, "verdict": "rejected", "claim": claim, "reason": reason,
            }),
            Self::Unreadable { reason } => json!({
                "file": file, "verdict": "unreadable", "claim": null, "reason": reason,
            }),
        }
    }
}

/// The answer within a budget.
pub fn answer(bytes: &[u8], game: Option<&Ruleset>, budget: &Budget) -> Result<Value, AnswerError> {
    let limits = default_budget()
        .values(budget.heaps.saturating_mul(4))
        .steps(20_000_000_000)
        .bytes(budget.memory.0.saturating_mul(2))
        .threads(1)
        .stopped_by(&budget.flag().into());
    let verdict = judge(bytes, game, &limits);
    if budget.is_stopped() {
        return Err(AnswerError::stopped());
    }
    Ok(verdict.json("certificate"))
}
