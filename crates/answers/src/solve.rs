//! `solve`: the regularity of a nim-sequence and its proof.

use crate::{AnswerError, Budget, number};
use serde_json::{Value, json};
use sprague_certificate::{Certificate, Claim, Kind, Regularity};
use sprague_games::Ruleset;
use sprague_prover::{Error, Formula, Method, Solution, Status, closed_form};

/// The object of `solve`.
pub fn to_json(solution: &Solution) -> Value {
    let r = solution.claim.as_ref().and_then(Claim::regularity);
    let residues = match &solution.claim {
        Some(Claim::Sapp { periodic_residues, .. }) => periodic_residues.clone(),
        _ => Vec::new(),
    };
    let form = solution.standard_form.as_ref();
    let mut object = json!({
        "game": solution.game.to_string(),
        "standard_form": form.map(|form| form.game.to_string()),
        "shift": form.map(|form| form.shift),
        "kind": solution.kind(),
        "preperiod": r.map(|r| number::to_json(&r.preperiod.into())),
        "period": r.map(|r| number::to_json(&r.period.into())),
        "saltus": r.map(|r| number::to_json(&r.saltus.into())),
        "status": solution.status.name(),
        "theorem": solution.theorem(),
        "computed": solution.values.len(),
        "max_value": solution.max_value(),
        "periodic_residues": residues,
        "exceptions": Value::Null,
        "statement": statement(solution),
    });
    if let Some(Formula { regularity, .. }) = &solution.formula {
        object["preperiod"] = number::to_json(&regularity.preperiod);
        object["period"] = number::to_json(&regularity.period);
        object["saltus"] = number::to_json(&regularity.saltus);
    }
    if solution.status != Status::Proved {
        object["limit"] = json!(solution.values.len());
        object["stopped"] = json!(solution.stopped.as_ref().map(ToString::to_string));
    }
    if let Some(form) = closed_form::find(&solution.game) {
        object["closed_form"] = json!(form.theorem());
    }
    if let Some(proved) = &solution.automaton {
        object["formulas"] = json!(proved.statement());
    }
    if let Some(space) = &solution.sparse {
        object["sparse_space"] = json!({
            "mask": space.mask,
            "position_parity": space.position_parity,
            "rares": space.rares,
            "last_rare": space.last_rare,
        });
    }
    object
}

/// What is known, in one sentence.
pub fn statement(solution: &Solution) -> String {
    let seen = solution.values.len();
    match (&solution.claim, solution.status, solution.theorem()) {
        (Some(claim), Status::Proved, Some(theorem)) => {
            let title = solution.theorem_title().unwrap_or_default();
            format!("Proved: {claim} ({theorem}: {title}).")
        }
        (None, Status::Proved, Some(theorem)) => {
            format!(
                "Proved by {theorem}: {}; the period has more than 64 bits.",
                solution.theorem_title().unwrap_or_default()
            )
        }
        (Some(claim), _, _) => {
            let what = claim
                .regularity()
                .map_or_else(|| claim.to_string(), |regularity| regularity.to_string());
            format!("Observed on the first {seen} values, not proved: {what}.")
        }
        (None, _, _) => {
            format!(
                "Open: no regularity is seen in the first {seen} values, and nothing is proved."
            )
        }
    }
}

/// What is known, short enough to stand under the title of a picture.
pub fn caption(solution: &Solution) -> String {
    let seen = solution.values.len();
    let Some(claim) = &solution.claim else {
        return format!("No regularity is seen in the first {seen} values; nothing is proved");
    };
    let what = match claim.regularity() {
        Some(Regularity { preperiod, period, saltus }) => {
            let growth = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
            let but = if matches!(claim, Claim::Sapp { .. }) { " (growing classes)" } else { "" };
            format!("G(n+{period}) = G(n){growth}{but} for all n ≥ {preperiod}")
        }
        None if claim.kind() == Kind::Ruler => "ruler-regular for all n".to_owned(),
        None => format!("{} for all n", claim.kind()),
    };
    match (solution.status, solution.theorem()) {
        (Status::Proved, Some(theorem)) => format!("Proved: {what} ({theorem})"),
        _ => format!("Observed on {seen} values, not proved: {what}"),
    }
}

/// Solves within a budget.
pub fn solve(rules: &Ruleset, limit: u64, budget: &Budget) -> Result<Solution, AnswerError> {
    let solution = sprague_prover::solve(rules, &budget.of_work(limit), Method::Auto);
    if budget.is_stopped() {
        return Err(AnswerError::stopped());
    }
    solution.map_err(|error| match error {
        Error::Engine(error) => error.into(),
        other => AnswerError::refused(other),
    })
}

fn nothing(rules: &Ruleset) -> AnswerError {
    AnswerError::refused(format!("nothing is proved about {rules}"))
        .with_hint("a certificate exists only for what is proved")
}

/// The certificate of what can be proved within a budget.
pub fn certificate(
    rules: &Ruleset,
    limit: u64,
    budget: &Budget,
) -> Result<Certificate, AnswerError> {
    solve(rules, limit, budget)?.certificate().ok_or_else(|| nothing(rules))
}
