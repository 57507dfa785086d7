//! `census`: what a survey of a family did.

use schemars::JsonSchema;
use serde::Serialize;
use sprague_atlas::triples::TripleSummary;
use sprague_atlas::{Family, Summary};
use std::path::Path;
use std::time::Duration;

/// What a census of a family did, and what is known about its games now.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CensusAnswer {
    /// Counts of its games.
    #[serde(flatten)]
    pub counts: CensusCounts,
    /// The atlas, or the record of a census of triples.
    pub db: String,
    /// The seconds it took.
    #[schemars(range(min = 0))]
    pub seconds: f64,
}

/// Counts of the games of a census.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CensusCounts {
    /// The family.
    pub family: String,
    /// How many games it has.
    pub games: usize,
    /// Games that are different by known theorems.
    pub representatives: usize,
    /// Games computed by this run.
    pub surveyed: usize,
    /// Games that needed nothing.
    pub skipped: usize,
    /// Games that are proved now.
    pub proved: usize,
    /// Games whose regularity is observed now.
    pub observed: usize,
    /// Games that are open now.
    pub open: usize,
    /// Whether the run was stopped.
    pub stopped: bool,
}

impl CensusCounts {
    /// What a census of this family did.
    pub fn new(summary: &Summary, family: &Family) -> Self {
        Self {
            family: family.name().to_owned(),
            games: summary.games,
            representatives: summary.representatives,
            surveyed: summary.surveyed,
            skipped: summary.skipped,
            proved: summary.proved,
            observed: summary.observed,
            open: summary.open,
            stopped: summary.stopped,
        }
    }
}

impl CensusAnswer {
    /// What a census of this family into the atlas `db` did in this time.
    pub fn new(summary: &Summary, family: &Family, db: &Path, time: Duration) -> Self {
        Self {
            counts: CensusCounts::new(summary, family),
            db: db.display().to_string(),
            seconds: (time.as_secs_f64() * 10.0).round() / 10.0,
        }
    }

    /// What a census of triples into this record did in this time.
    pub fn of_triples(summary: &TripleSummary, record: &Path, time: Duration) -> Self {
        let sets = summary.sets() as usize;
        let open = summary.none().0 as usize;
        let before = summary.lines.iter().take(summary.before);
        let skipped = before.map(|line| line.sets).sum::<u64>() as usize;
        let last = summary.lines.last().map_or(2, |line| line.c);
        Self {
            counts: CensusCounts {
                family: format!("triples:max={last}"),
                games: sets,
                representatives: sets,
                surveyed: sets - skipped,
                skipped,
                proved: sets - open,
                observed: 0,
                open,
                stopped: summary.stopped,
            },
            db: record.display().to_string(),
            seconds: (time.as_secs_f64() * 10.0).round() / 10.0,
        }
    }
}
