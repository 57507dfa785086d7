//! What the literature says: published periods, how far open games were computed, and where
//! sources contradict each other or computation. Facts with their sources, in
//! `data/literature.jsonl`.

use crate::atlas::{Atlas, explain};
use crate::error::Error;
use crate::relative::relation;
use crate::row::Row;
use rusqlite::{Transaction, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sprague_games::Ruleset;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// One published statement about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The game.
    pub game: String,
    /// periodic, arithmetic-periodic, ruler, open or conflict.
    #[schemars(extend("enum" = ["periodic", "arithmetic-periodic", "ruler", "open", "conflict"]))]
    pub claim: String,
    /// The preperiod.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// The period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The saltus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saltus: Option<u64>,
    /// The greatest value known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_value: Option<u64>,
    /// The first heap that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_at: Option<u64>,
    /// The mask of the sparse space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<u32>,
    /// The number of rare positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rares: Option<u64>,
    /// The last rare position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_rare: Option<u64>,
    /// How far the game was computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computed: Option<u64>,
    /// The OEIS sequence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = "^A[0-9]{6}$"))]
    pub oeis: Option<String>,
    /// Who says it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The year it was published in; pages of the web have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<u32>,
    /// Where it is said.
    pub source: String,
    /// Anything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether the statement was recomputed independently of the source.
    pub recomputed: bool,
}

/// Whether a row of the atlas and a published statement fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Agreement {
    /// Both say the same.
    Agrees,
    /// They contradict each other.
    #[serde(rename = "CONTRADICTS")]
    Contradicts,
    /// The atlas says less, or the statement is not about the regularity.
    Silent,
    /// The atlas has a proof where the literature has none.
    New,
}

impl Agreement {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Contradicts => "CONTRADICTS",
            Self::Silent => "silent",
            Self::New => "new",
        }
    }
}

/// The entries this program knows, games in canonical notation.
pub fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    let read = |line| {
        let mut entry: Entry = serde_json::from_str(line).ok()?;
        entry.game = entry.game.parse::<Ruleset>().ok()?.to_string();
        Some(entry)
    };
    let lines = || include_str!("../data/literature.jsonl").lines();
    ENTRIES.get_or_init(|| lines().filter_map(read).collect())
}

/// The representatives of the games about which a regularity is published.
pub fn solved() -> BTreeSet<String> {
    let published = entries().iter().filter(|entry| entry.is_solved());
    let game = |entry: &Entry| entry.game.parse::<Ruleset>().ok();
    published.filter_map(game).map(|rules| relation(&rules).representative.to_string()).collect()
}

impl Entry {
    /// Whether it is a published regularity.
    pub fn is_solved(&self) -> bool {
        !matches!(self.claim.as_str(), "open" | "conflict") && self.source != RECOMPUTED
    }
}

/// The source of entries that nobody published.
pub(crate) const RECOMPUTED: &str = "recomputed independently";

/// Compares a row with a published statement about the same game.
pub fn compare(row: &Row, entry: &Entry) -> Agreement {
    match (entry.claim.as_str(), row.status.as_str()) {
        ("open", "proved") => Agreement::New,
        ("open" | "conflict", _) | (_, "open") => Agreement::Silent,
        (claim, _) => {
            // Some sources give the period alone.
            let same = row.kind == claim
                && (entry.preperiod.is_none() || row.preperiod == entry.preperiod)
                && row.period == entry.period
                && row.saltus.unwrap_or(0) == entry.saltus.unwrap_or(0);
            if same { Agreement::Agrees } else { Agreement::Contradicts }
        }
    }
}

/// Writes the entries into a new table.
pub(crate) fn fill(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let sql = "INSERT INTO literature (game, claim, preperiod, period, saltus, max_value, max_at, \
               mask, rares, last_rare, computed, oeis, source, note, recomputed, author, year) \
               VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17)";
    let mut statement = transaction.prepare(sql)?;
    for entry in entries() {
        statement.execute(params![
            entry.game,
            entry.claim,
            entry.preperiod.map(u64::cast_signed),
            entry.period.map(u64::cast_signed),
            entry.saltus.map(u64::cast_signed),
            entry.max_value.map(u64::cast_signed),
            entry.max_at.map(u64::cast_signed),
            entry.mask,
            entry.rares.map(u64::cast_signed),
            entry.last_rare.map(u64::cast_signed),
            entry.computed.map(u64::cast_signed),
            entry.oeis,
            entry.source,
            entry.note,
            entry.recomputed,
            entry.author,
            entry.year,
        ])?;
    }
    Ok(())
}

impl Atlas {
    /// What the literature says about any of these games.
    pub fn literature(&self, games: &[String]) -> Result<Vec<Entry>, Error> {
        let read = || -> rusqlite::Result<Vec<Entry>> {
            let mut found = Vec::new();
            let mut statement = self
                .connection()
                .prepare("SELECT * FROM literature WHERE game = ?1 ORDER BY claim DESC, rowid")?;
            for game in games {
                let number = |row: &rusqlite::Row<'_>, i: usize| -> rusqlite::Result<Option<u64>> {
                    Ok(row.get::<_, Option<i64>>(i)?.map(i64::cast_unsigned))
                };
                for entry in statement.query_map([game], |row| {
                    Ok(Entry {
                        game: row.get(0)?,
                        claim: row.get(1)?,
                        preperiod: number(row, 2)?,
                        period: number(row, 3)?,
                        saltus: number(row, 4)?,
                        max_value: number(row, 5)?,
                        max_at: number(row, 6)?,
                        mask: row.get(7)?,
                        rares: number(row, 8)?,
                        last_rare: number(row, 9)?,
                        computed: number(row, 10)?,
                        oeis: row.get(11)?,
                        source: row.get(12)?,
                        note: row.get(13)?,
                        recomputed: row.get(14)?,
                        author: row.get(15)?,
                        year: row.get(16)?,
                    })
                })? {
                    found.push(entry?);
                }
            }
            Ok(found)
        };
        read().map_err(|error| explain(self.path(), error.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_data_is_read() {
        let lines = include_str!("../data/literature.jsonl").lines().count();
        let entries = entries();
        assert_eq!(entries.len(), lines);
        assert!(entries.iter().filter(|e| e.claim == "open").count() > 70);
        assert!(entries.iter().any(|e| e.game == "0.106" && e.period == Some(328226140474)));
        // A published period says whose it is, but for one that stands in tables without a name.
        for entry in entries.iter().filter(|entry| entry.is_solved()) {
            assert!(entry.author.is_some() || entry.game == "4.330300003", "{entry:?}");
            let dated = entry.year.is_some_and(|year| (1935..2100).contains(&year));
            let undated = ["Flammenkamp", "OEIS contributors"];
            let author = entry.author.as_deref().unwrap_or("Flammenkamp");
            assert!(dated || undated.contains(&author), "{entry:?}");
        }
        assert!(solved().contains("0.16") && !solved().contains("0.6"));
    }
}
