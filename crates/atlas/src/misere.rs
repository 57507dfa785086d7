//! Misere quotients of the octal codes to three digits, as far as they were found:
//! `data/misere.csv`, made by `sprague misere GAME --quotient --time 2` (`tools/atlas.sh`).

use crate::atlas::{Atlas, explain};
use crate::error::Error;
use rusqlite::{OptionalExtension, Transaction, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
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
    /// proved: it is the quotient of the whole game; open: of the heaps up to `verified_to`.
    #[schemars(extend("enum" = ["proved", "open"]))]
    pub status: Option<String>,
    /// The preperiod of the pretending function, where the quotient is proved.
    pub preperiod: Option<u64>,
    /// Its period.
    pub period: Option<u64>,
    /// The heap up to which the quotient was verified.
    pub verified_to: Option<u64>,
}

/// `wild from heap 5 on; quotient of order 40, 9 of its classes P, proved`
impl fmt::Display for MisereRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first_wild {
            Some(heap) => write!(f, "wild from heap {heap} on")?,
            None => write!(f, "{}", if self.tame { "tame" } else { "not decided" })?,
        }
        let (Some(order), Some(p)) = (self.quotient_order, self.p_order) else { return Ok(()) };
        write!(f, "; quotient of order {order}, {p} of its classes P, ")?;
        match (self.status.as_deref(), self.verified_to) {
            (Some("proved"), _) => f.write_str("proved"),
            (_, Some(heap)) => write!(f, "of the heaps to {heap} only"),
            _ => f.write_str("open"),
        }
    }
}

/// What the program knows, by game.
pub fn rows() -> Vec<MisereRow> {
    let mut reader = csv::Reader::from_reader(include_bytes!("../data/misere.csv").as_slice());
    reader.deserialize().filter_map(Result::ok).collect()
}

/// Writes them into a new table.
pub(crate) fn fill(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let sql = "INSERT INTO misere VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9)";
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
        ])?;
    }
    Ok(())
}

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
    }
}
