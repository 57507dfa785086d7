//! `check`: certificates, judged by the independent checker.

use crate::{AnswerError, Budget};
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::Serialize;
use sprague_certificate::{Certificate, Claim, Proof, Regularity, Theorem};
use sprague_checker::default_budget;
use sprague_fast_checker::check;
use sprague_games::Ruleset;
use sprague_prover::known::Known;
use std::time::{Duration, Instant};

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
        /// Whether the plain checker judged; else the fast one did, on runs of equal values.
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
        Ok(certificate) => canonical(certificate),
        Err(error) => return Verdict::Unreadable { reason: error.to_string() },
    };
    if let Some(reason) = counterexample(&certificate, budget) {
        let claim = format!("{}: {}", certificate.game, certificate.claim);
        return Verdict::Rejected { claim, reason };
    }
    let game = game.map(ToString::to_string);
    match check(&certificate, game.as_deref(), budget) {
        Ok(verified) => Verdict::Verified {
            claim: verified.to_string(),
            theorem: verified.theorem(),
            values: verified.values(),
            plain: verified.is_plain(),
        },
        Err(rejection) => Verdict::Rejected {
            claim: format!("{}: {}", certificate.game, certificate.claim),
            reason: rejection.to_string(),
        },
    }
}

/// A false claim about a long sequence is refused at once, not after the checker has computed its
/// window by the definition: a heap where it fails is looked for among values that the prover or
/// the engine finds quickly. What they do not refute goes to the checker.
fn counterexample(certificate: &Certificate, budget: &Budget) -> Option<String> {
    let Claim::Regular(Regularity { preperiod, period, saltus }) = certificate.claim else {
        return None;
    };
    let to = preperiod.checked_add(period)?.checked_add(MORE)?;
    if !(LONG..MOST).contains(&to) {
        return None;
    }
    let rules: Ruleset = certificate.game.parse().ok()?;
    let bytes = budget.most_bytes().min(1 << 28);
    let look = || budget.part().silent().bytes(bytes).deadline(Instant::now() + LOOK);
    let fails = |at: &dyn Fn(u64) -> Option<BigUint>| {
        (preperiod..=to - period).find_map(|n| {
            let (value, later) = (at(n)?, at(n + period)?);
            (later != &value + saltus).then(|| {
                format!("it fails at once: G({n}) = {value} and G({}) = {later}", n + period)
            })
        })
    };
    if let Ok(known) = Known::find(&rules, &to.into(), &look().values(LONG)) {
        return fails(&|n| known.value(&n.into()));
    }
    let values = sprague_engine::values(&rules, to, &look()).ok()?;
    fails(&|n| Some((*values.get(usize::try_from(n).ok()?)?).into()))
}

/// Shorter claims the checker refutes itself in no time.
const LONG: u64 = 20_000;
/// Values looked at beyond the first period.
const MORE: u64 = 4096;
/// Values looked at in all.
const MOST: u64 = 20_000_000;
/// How long that may take.
const LOOK: Duration = Duration::from_secs(2);

/// The certificate with its rules in canonical text: the checker reads no other. Rules that
/// cannot be read stay as they are, for the checker to refuse.
fn canonical(mut certificate: Certificate) -> Certificate {
    if let Ok(rules) = certificate.game.parse::<Ruleset>() {
        certificate.game = rules.to_string();
    }
    if let Proof::StandardForm(cousin) = &mut certificate.proof {
        *cousin.of = canonical((*cousin.of).clone());
    }
    certificate
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
                let how = recomputed(*plain);
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
pub fn recomputed(plain: bool) -> &'static str {
    if plain { "recomputed" } else { "recomputed as runs, by the fast checker" }
}

/// The answer within a budget.
pub fn answer(
    bytes: &[u8],
    game: Option<&Ruleset>,
    budget: &Budget,
) -> Result<CheckAnswer, AnswerError> {
    let limits = default_budget()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The claim about 0.16 made of 0.07, by each theorem that would recompute the whole window.
    #[test]
    fn a_long_false_claim_is_refused_at_once() {
        for (theorem, evidence) in [
            ("finite-take-and-break", ""),
            ("recurring-periodic", r#","evidence":{"multiple":1}"#),
            ("grundy-split", r#","evidence":{"multiple":1}"#),
        ] {
            let text = format!(
                r#"{{"certificate":"sprague","version":1,"game":"0.07","claim":{{"kind":"periodic","preperiod":105351,"period":149459,"saltus":0}},"theorem":"{theorem}"{evidence}}}"#
            );
            let begun = Instant::now();
            let verdict = judge(text.as_bytes(), None, &default_budget());
            let Verdict::Rejected { reason, .. } = &verdict else { panic!("{verdict:?}") };
            assert!(reason.contains("it fails at once: G(105351)"), "{theorem}: {reason}");
            assert!(begun.elapsed() < Duration::from_secs(10), "{theorem}");
        }
    }
}
