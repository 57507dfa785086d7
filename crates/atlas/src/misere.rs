//! Misere quotients of the octal codes to three digits, as far as they were found:
//! `data/misere.csv`, made by `sprague misere GAME --quotient` (`tools/misere.py`).

use crate::atlas::{Atlas, explain};
use crate::error::Error;
use crate::row::sha256;
use rusqlite::{OptionalExtension, Transaction, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sprague_certificate::{Extent, LeadClaim, QuotientClaim};
use std::fmt;

/// What is known about the misere play of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "MisereRow")]
pub struct MisereRow {
    /// The game.
    pub game: String,
    /// Whether every heap that was looked at is tame.
    pub tame: bool,
    /// The first wild heap.
    pub first_wild: Option<u64>,
    /// The order of the quotient of the heaps up to `verified_to`.
    pub quotient_order: Option<u64>,
    /// How many of its classes are P-positions.
    pub p_order: Option<u64>,
    /// proved: it is the quotient of the whole game; infinite: that of the whole game is infinite, and
    /// all sums are decided; open: it is that of the heaps up to `verified_to`.
    #[schemars(extend("enum" = ["proved", "infinite", "open"]))]
    pub status: String,
    /// Where it is proved: the preperiod of the pretending function; where it is infinite: the first heap from which
    /// on weights and reaches are regular.
    pub preperiod: Option<u64>,
    /// Its period, or theirs.
    pub period: Option<u64>,
    /// The heap up to which the quotient was verified.
    pub verified_to: Option<u64>,
    /// The exact statement, as the checker says it.
    pub statement: Option<String>,
}

/// `wild from heap 5 on; quotient of order 40, 9 of its classes P, proved`
impl fmt::Display for MisereRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first_wild {
            Some(heap) => write!(f, "wild from heap {heap} on")?,
            None => write!(f, "{}", if self.tame { "tame" } else { "not decided" })?,
        }
        if self.status == "infinite" {
            return f.write_str("; infinite quotient, all sums decided, proved by misere-lead");
        }
        let (Some(order), Some(p)) = (self.quotient_order, self.p_order) else { return Ok(()) };
        write!(f, "; quotient of order {order}, {p} of its classes P, ")?;
        match self.verified_to {
            _ if self.status == "proved" => f.write_str("proved"),
            Some(heap) => write!(f, "of the heaps to {heap} only"),
            None => f.write_str("open"),
        }
    }
}

/// A line of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    game: String,
    tame: bool,
    first_wild: Option<u64>,
    quotient_order: u64,
    p_order: u64,
    status: String,
    preperiod: Option<u64>,
    period: Option<u64>,
    verified_to: u64,
    /// Where the quotient is infinite, the nim-value of P-positions whose lead is 2 or more.
    value: Option<u32>,
}

impl Line {
    /// What the checker says of such a certificate.
    fn statement(&self) -> String {
        match (self.preperiod, self.period, self.value) {
            (Some(preperiod), Some(period), Some(value)) => {
                LeadClaim { preperiod, period, value }.to_string()
            }
            (preperiod, period, _) => {
                let extent = match (preperiod, period) {
                    (Some(preperiod), Some(period)) => Extent::All { preperiod, period },
                    _ => Extent::Heaps(self.verified_to),
                };
                let (order, p_order) = (self.quotient_order, self.p_order);
                QuotientClaim { order, p_order, extent }.to_string()
            }
        }
    }
}

const FILE: &[u8] = include_bytes!("../data/misere.csv");

/// What the program knows, by game.
pub fn rows() -> Vec<MisereRow> {
    let lines = csv::Reader::from_reader(FILE).into_deserialize::<Line>();
    let row = |line: Line| MisereRow {
        statement: Some(line.statement()),
        game: line.game,
        tame: line.tame,
        first_wild: line.first_wild,
        quotient_order: Some(line.quotient_order),
        p_order: Some(line.p_order),
        status: line.status,
        preperiod: line.preperiod,
        period: line.period,
        verified_to: Some(line.verified_to),
    };
    lines.filter_map(Result::ok).map(row).collect()
}

/// Writes them in the place of what the table has.
pub(crate) fn fill(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch("DELETE FROM misere")?;
    let sql = "INSERT INTO misere VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10)";
    let mut statement = transaction.prepare(sql)?;
    for row in rows() {
        let number = |n: Option<u64>| n.map(u64::cast_signed);
        statement.execute(params![
            row.game,
            row.tame,
            number(row.first_wild),
            number(row.quotient_order),
            number(row.p_order),
            row.status,
            number(row.preperiod),
            number(row.period),
            number(row.verified_to),
            row.statement,
        ])?;
    }
    let note = "INSERT OR REPLACE INTO note (name, value) VALUES (?1, ?2)";
    transaction.execute(note, [NOTE, &sha256(FILE)]).map(|_| ())
}

/// The name of the note that says which file the table was filled from.
const NOTE: &str = "misere";

/// Fills the table again where it is from another file.
pub(crate) fn refresh(atlas: &mut Atlas) -> Result<(), Error> {
    if atlas.note(NOTE)?.is_some_and(|from| from == sha256(FILE)) {
        return Ok(());
    }
    atlas.write(fill)
}

/// What `find` may be asked for, and what it means for the columns of [`COLUMNS`].
pub(crate) const WORDS: [(&str, &str); 5] = [
    ("tame", "misere_tame = 1"),
    ("wild", "misere_first_wild IS NOT NULL"),
    ("finite", "misere = 'finite'"),
    ("infinite", "misere = 'infinite'"),
    ("open", "misere = 'open'"),
];

/// The columns that stand beside those of a game: the view `misere_of`.
pub(crate) const COLUMNS: [&str; 9] = [
    "misere",
    "misere_tame",
    "misere_first_wild",
    "misere_order",
    "misere_p_order",
    "misere_preperiod",
    "misere_period",
    "misere_verified_to",
    "misere_statement",
];

impl Atlas {
    /// What is known about the misere play of this game.
    pub fn misere(&self, game: &str) -> Result<Option<MisereRow>, Error> {
        let read = |row: &rusqlite::Row<'_>| {
            let number = |i: usize| -> rusqlite::Result<Option<u64>> {
                Ok(row.get::<_, Option<i64>>(i)?.map(i64::cast_unsigned))
            };
            Ok(MisereRow {
                game: row.get(0)?,
                tame: row.get(1)?,
                first_wild: number(2)?,
                quotient_order: number(3)?,
                p_order: number(4)?,
                status: row.get(5)?,
                preperiod: number(6)?,
                period: number(7)?,
                verified_to: number(8)?,
                statement: row.get(9)?,
            })
        };
        self.connection()
            .query_row("SELECT * FROM misere WHERE game = ?1", [game], read)
            .optional()
            .map_err(|error| explain(self.path(), error.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::RowSearch;

    /// Kayles has a quotient of order 40 (Plambeck and Siegel 2008); Nim of three tokens is tame.
    #[test]
    fn known_quotients() {
        let rows = rows();
        let lines = include_str!("../data/misere.csv").lines().count();
        assert_eq!((rows.len(), lines), (512, 513));
        let of = |game: &str| rows.iter().find(|row| row.game == game).unwrap();
        let kayles = of("0.77");
        assert_eq!((kayles.quotient_order, kayles.p_order), (Some(40), Some(9)));
        let text = "wild from heap 5 on; quotient of order 40, 9 of its classes P, proved";
        assert_eq!(kayles.to_string(), text);
        assert!(of("0.333").tame);
        assert!(rows.iter().all(|row| row.game.parse::<sprague_games::Ruleset>().is_ok()));
        for row in &rows {
            assert_eq!(row.tame, row.first_wild.is_none(), "{}", row.game);
            assert_eq!(row.status != "open", row.period.is_some(), "{}", row.game);
            let statement = row.statement.as_deref().unwrap();
            let end = match &row.status[..] {
                "proved" => "are the least",
                "infinite" => "the misere quotient is infinite",
                "open" => "of its classes are P-positions",
                other => panic!("{other}"),
            };
            assert!(statement.ends_with(end), "{}: {statement}", row.game);
        }
        let text =
            "wild from heap 9 on; infinite quotient, all sums decided, proved by misere-lead";
        assert_eq!(of("0.26").to_string(), text);
    }

    /// Every word finds its games, and a table from another file is filled again.
    #[test]
    fn words_are_found() {
        let mut atlas = crate::seed::in_memory().unwrap();
        let count = |atlas: &Atlas, word: &str, columns: &str| {
            let mut search = RowSearch::new();
            search.condition("misere", word).unwrap();
            let (sql, parameters) = search.query(columns);
            atlas.query_json(&sql, &parameters).unwrap()
        };
        let counts = ["tame", "wild", "finite", "infinite", "open"]
            .map(|word| count(&atlas, word, "game").len());
        assert_eq!(counts[0] + counts[1], 512);
        assert_eq!(counts[2] + counts[3] + counts[4], 512);
        assert_eq!(count(&atlas, "finite,infinite", "game").len(), counts[2] + counts[3]);
        assert_eq!(counts[3], rows().iter().filter(|row| row.status == "infinite").count());
        // All columns are those of a game alone.
        let whole = count(&atlas, "infinite", "*");
        assert!(whole[0].get("period").is_some() && whole[0].get("misere").is_none());
        let mut search = RowSearch::new();
        search.condition("game", "Kayles").unwrap().condition("misere_order", "40").unwrap();
        let (sql, parameters) =
            search.query(&crate::export::columns("game,misere,misere_tame").unwrap());
        let found = atlas.query_json(&sql, &parameters).unwrap();
        let kayles = serde_json::json!({"game": "0.77", "misere": "finite", "misere_tame": false});
        assert_eq!(found, [kayles]);
        atlas
            .write(|transaction| transaction.execute_batch("UPDATE misere SET status = 'open'"))
            .unwrap();
        refresh(&mut atlas).unwrap();
        assert_eq!(count(&atlas, "infinite", "game").len(), 0, "from this file");
        atlas.set_note(NOTE, "another").unwrap();
        refresh(&mut atlas).unwrap();
        assert_eq!(count(&atlas, "infinite", "game").len(), counts[3]);
    }
}
