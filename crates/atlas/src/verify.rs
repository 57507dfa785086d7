//! Every certificate of an atlas, checked again.

use crate::atlas::Atlas;
use crate::error::Error;
use crate::relative::{derive, relation};
use crate::row::Row;
use sprague_certificate::Certificate;
use sprague_checker::Limits;
use sprague_games::Ruleset;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// What became of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The checker verified the certificate, and the row says what it proves.
    Verified,
    /// The row follows from its representative by the theorems on relatives.
    Follows,
    /// The row claims no proof.
    Unproved,
    /// The row is proved, and its certificate is not kept in this file.
    Missing,
    /// The check would cost more than the limits allow.
    TooCostly(String),
    /// The certificate does not prove the row, or the row is not what it should be.
    Wrong(String),
}

/// How many rows there are of each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Rows whose certificate was verified.
    pub verified: usize,
    /// Rows that follow from their representative.
    pub follows: usize,
    /// Rows that claim no proof.
    pub unproved: usize,
    /// Proved rows whose certificate is not kept here.
    pub missing: usize,
    /// Rows whose check would cost too much.
    pub too_costly: usize,
    /// Rows that are wrong.
    pub wrong: usize,
}

/// Checks all rows on `threads` threads; `each` hears every row and may stop by returning
/// `false`.
pub fn verify(
    atlas: &Atlas,
    limits: &Limits,
    threads: usize,
    each: &mut dyn FnMut(&Row, &Verdict) -> bool,
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
    let limits = Limits { threads: 1, ..limits.clone() };
    let mut report = Report::default();
    let (sender, results) = mpsc::channel();
    let mut stopped = false;
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, jobs, next, limits) = (sender.clone(), &jobs, &next, &limits);
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some((row, certificate, representative)) = jobs.get(i) else { break };
                    let verdict =
                        judge(row, certificate.as_deref(), representative.as_ref(), limits);
                    if sender.send((i, verdict)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (i, verdict) in results {
            *match &verdict {
                Verdict::Verified => &mut report.verified,
                Verdict::Follows => &mut report.follows,
                Verdict::Unproved => &mut report.unproved,
                Verdict::Missing => &mut report.missing,
                Verdict::TooCostly(_) => &mut report.too_costly,
                Verdict::Wrong(_) => &mut report.wrong,
            } += 1;
            if !each(&jobs[i].0, &verdict) {
                stopped = true;
                next.store(jobs.len(), Ordering::Relaxed);
            }
        }
    });
    if stopped { Err(Error::Stopped) } else { Ok(report) }
}

fn judge(
    row: &Row,
    certificate: Option<&str>,
    representative: Option<&Row>,
    limits: &Limits,
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
        if kin.representative.to_string() != row.representative {
            return wrong("another game represents it");
        }
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
        return match row.status.as_str() {
            "observed" | "open" => Verdict::Unproved,
            _ => wrong("unknown status"),
        };
    }
    let Some(json) = certificate else { return Verdict::Missing };
    let certificate = match Certificate::from_json(json.as_bytes()) {
        Ok(certificate) => certificate,
        Err(error) => return Verdict::Wrong(error.to_string()),
    };
    let regularity = certificate.claim.regularity();
    let same = certificate.claim.kind() == row.kind
        && row.preperiod == regularity.map(|r| r.preperiod)
        && row.period == regularity.map(|r| r.period)
        && row.saltus == regularity.map(|r| r.saltus)
        && row.statement.as_deref() == Some(certificate.claim.to_string().as_str());
    if !same {
        return wrong("the certificate is about another claim");
    }
    match sprague_checker::check(&certificate, Some(&rules), limits) {
        Ok(_) => Verdict::Verified,
        Err(rejection) if rejection.step() == sprague_checker::Step::Limit => {
            Verdict::TooCostly(rejection.to_string())
        }
        Err(rejection) => Verdict::Wrong(rejection.to_string()),
    }
}
