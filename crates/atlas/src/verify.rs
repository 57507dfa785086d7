//! Every certificate of an atlas, checked again.

use crate::atlas::Atlas;
use crate::error::Error;
use crate::relative::{derive, relation};
use crate::row::Row;
use schemars::JsonSchema;
use serde::Serialize;
use sprague_budget::{Budget, Progress};
use sprague_certificate::Certificate;
use sprague_games::Ruleset;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// What became of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The checker verified the certificate, or where only the fast checker can, that one; and the row
    /// says what it proves.
    Verified,
    /// The row follows from its representative by the theorems on relatives.
    Follows,
    /// The row claims no proof.
    Unproved,
    /// The row has a certificate that is not kept in this file.
    Missing,
    /// The check would cost more than the limits allow.
    TooCostly(String),
    /// The certificate does not prove the row, or the row is not what it should be.
    Wrong(String),
}

/// How many rows there are of each verdict, and which are wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "verify")]
pub struct Report {
    /// Rows whose certificate was verified.
    pub verified: usize,
    /// Rows that follow from their representative.
    #[serde(rename = "follow")]
    pub follows: usize,
    /// Rows that claim no proof.
    pub unproved: usize,
    /// Proved rows whose certificate is not kept here.
    #[serde(rename = "without_certificate")]
    pub missing: usize,
    /// Rows whose check would cost too much.
    pub too_costly: usize,
    /// Rows that are wrong, by game.
    pub wrong: Vec<WrongRow>,
}

/// A row that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct WrongRow {
    /// Its game.
    pub game: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Checks all rows on the threads of the budget, which is that of each check; `each` hears
/// every row. [`Error::Stopped`] where the budget is stopped.
pub fn verify(
    atlas: &Atlas,
    budget: &Budget,
    each: &mut dyn FnMut(&Row, &Verdict),
) -> Result<Report, Error> {
    atlas.check_file()?;
    let rows = atlas.rows("1 ORDER BY game", &[])?;
    let mut jobs = Vec::with_capacity(rows.len());
    for row in rows {
        let certificate = match &row.certificate {
            Some(hash) if row.is_representative() => atlas.certificate(hash)?.map(|text| text.json),
            _ => None,
        };
        let representative =
            if row.is_representative() { None } else { atlas.get_by_name(&row.representative)? };
        jobs.push((row, certificate, representative));
    }
    let next = AtomicUsize::new(0);
    // As many checks at once as there are threads, each on one.
    let own = budget.clone().threads(1).silent();
    let mut report = Report::default();
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..budget.thread_count() {
            let (sender, jobs, next, own) = (sender.clone(), &jobs, &next, &own);
            scope.spawn(move || {
                while !own.is_spent() {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some((row, certificate, representative)) = jobs.get(i) else { break };
                    let verdict = judge(row, certificate.as_deref(), representative.as_ref(), own);
                    if sender.send((i, verdict)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (done, (i, verdict)) in (1..).zip(results) {
            let row = &jobs[i].0;
            match &verdict {
                Verdict::Verified => report.verified += 1,
                Verdict::Follows => report.follows += 1,
                Verdict::Unproved => report.unproved += 1,
                Verdict::Missing => report.missing += 1,
                Verdict::TooCostly(_) => report.too_costly += 1,
                Verdict::Wrong(reason) => {
                    let (game, reason) = (row.game.clone(), reason.clone());
                    report.wrong.push(WrongRow { game, reason });
                }
            }
            each(row, &verdict);
            // Whether to go on is asked where the work is done.
            let total = Some(jobs.len() as u64);
            let _ = budget.report(Progress { done, total, unit: "rows" });
        }
    });
    // The threads find them in any order.
    report.wrong.sort();
    if budget.is_spent() { Err(Error::Stopped) } else { Ok(report) }
}

fn judge(
    row: &Row,
    certificate: Option<&str>,
    representative: Option<&Row>,
    budget: &Budget,
) -> Verdict {
    let wrong = |reason: &str| Verdict::Wrong(reason.to_owned());
    let Ok(rules) = row.game.parse::<Ruleset>() else {
        return wrong("the rules cannot be read");
    };
    if !row.is_representative() {
        let kin = relation(&rules);
        let Some(representative) = representative else {
            return wrong("its representative is missing");
        };
        return match derive(representative, &rules, &kin) {
            Ok(derived) if derived == *row => {
                if row.is_proved() {
                    Verdict::Follows
                } else {
                    Verdict::Unproved
                }
            }
            Ok(_) => wrong("it does not follow from its representative"),
            Err(reason) => Verdict::Wrong(reason),
        };
    }
    if !row.is_proved() {
        match row.status.as_str() {
            "observed" | "open" if row.theorem.is_none() && row.sequence.is_none() => {
                return Verdict::Unproved;
            }
            // A regularity with a certificate that was not checked yet.
            "observed" if row.certificate.is_some() && row.sequence.is_none() => {}
            "observed" | "open" => {
                return wrong("it claims no proof and yet what only a proof gives");
            }
            _ => return wrong("unknown status"),
        }
    }
    let Some(json) = certificate else { return Verdict::Missing };
    let certificate = match Certificate::from_json(json.as_bytes()) {
        Ok(certificate) => certificate,
        Err(error) => return Verdict::Wrong(error.to_string()),
    };
    if !row.claims(&certificate) {
        return wrong("the certificate is about another claim");
    }
    match sprague_fast_checker::check(&certificate, Some(&rules.to_string()), budget) {
        Ok(_) => Verdict::Verified,
        Err(rejection) if rejection.step() == sprague_checker::Step::Limit => {
            Verdict::TooCostly(rejection.to_string())
        }
        Err(rejection) => Verdict::Wrong(rejection.to_string()),
    }
}
