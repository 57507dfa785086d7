//! Questions to the atlas in SQL, and their answers.

use crate::atlas::{Atlas, explain};
use crate::error::Error;
use rusqlite::types::{Value as SqlValue, ValueRef};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::PathBuf;

/// One field of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Null,
    /// An integer.
    Integer(i64),
    /// A real number.
    Real(f64),
    /// A truth value.
    Truth(bool),
    /// A text; bytes are shown in hexadecimal.
    Text(String),
}

impl From<ValueRef<'_>> for Cell {
    fn from(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Real(number) => Self::Real(number),
            ValueRef::Text(text) => Self::Text(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Blob(bytes) => Self::Text(crate::row::hexadecimal(bytes)),
        }
    }
}

impl Cell {
    /// As JSON: integers beyond 2^53 as strings.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Integer(number) if number.unsigned_abs() < 1 << 53 => (*number).into(),
            Self::Integer(number) => number.to_string().into(),
            Self::Real(number) => (*number).into(),
            Self::Truth(truth) => (*truth).into(),
            Self::Text(text) => text.as_str().into(),
        }
    }

    /// As text, empty for nothing.
    pub fn to_text(&self) -> String {
        match self {
            Self::Null => String::new(),
            Self::Integer(number) => number.to_string(),
            Self::Real(number) => number.to_string(),
            Self::Truth(truth) => truth.to_string(),
            Self::Text(text) => text.clone(),
        }
    }

    /// A field of this column: SQLite keeps truth values as 0 and 1.
    fn of(column: &str, value: ValueRef<'_>) -> Self {
        match Self::from(value) {
            Self::Integer(bit @ (0 | 1)) if holds_truth(column) => Self::Truth(bit == 1),
            cell => cell,
        }
    }
}

impl Atlas {
    /// Runs a query and hands over the names of its columns and then its rows. Only reading
    /// statements are run, on a connection that refuses to write.
    pub fn query(
        &self,
        sql: &str,
        parameters: &[SqlValue],
        columns: &mut dyn FnMut(&[String]) -> std::io::Result<()>,
        row: &mut dyn FnMut(&[Cell]) -> std::io::Result<()>,
    ) -> Result<(), Error> {
        let first = sql.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next();
        let first = first.unwrap_or_default().to_ascii_uppercase();
        if !matches!(&first[..], "SELECT" | "WITH" | "VALUES" | "EXPLAIN") {
            return Err(Error::Request("only SELECT queries are run here".to_owned()));
        }
        let mut run = || -> Result<(), Error> {
            let mut statement = self.connection().prepare(sql)?;
            if !statement.readonly() {
                return Err(Error::Request("only queries that do not write are run here".into()));
            }
            let io = |error| Error::Io(PathBuf::from("output"), error);
            let names: Vec<String> =
                statement.column_names().into_iter().map(str::to_owned).collect();
            columns(&names).map_err(io)?;
            let mut rows = statement.query(rusqlite::params_from_iter(parameters))?;
            let mut cells = Vec::with_capacity(names.len());
            while let Some(found) = rows.next()? {
                cells.clear();
                for (i, name) in names.iter().enumerate() {
                    cells.push(Cell::of(name, found.get_ref(i)?));
                }
                row(&cells).map_err(io)?;
            }
            Ok(())
        };
        self.connection().pragma_update(None, "query_only", true)?;
        let result = run();
        self.connection().pragma_update(None, "query_only", false)?;
        result.map_err(|error| match error {
            Error::Sqlite(rusqlite::Error::SqlInputError { msg, sql, offset, .. }) => {
                // SQLite counts bytes.
                let rest = usize::try_from(offset).ok().and_then(|at| sql.get(at..));
                let place: String = rest.unwrap_or_default().chars().take(20).collect();
                Error::Request(format!("the query cannot be read: {msg}, at '{place}'"))
            }
            Error::Sqlite(rusqlite::Error::MultipleStatement) => {
                Error::Request("one query at a time".to_owned())
            }
            error => explain(self.path(), error),
        })
    }

    /// The answer of a query as a list of JSON objects, integers beyond 2^53 as strings.
    pub fn query_json(&self, sql: &str, parameters: &[SqlValue]) -> Result<Vec<Value>, Error> {
        self.query_objects(sql, parameters, Cell::to_json)
    }

    /// The same for readers that keep all integers: they stay numbers.
    pub fn query_exact_json(
        &self,
        sql: &str,
        parameters: &[SqlValue],
    ) -> Result<Vec<Value>, Error> {
        self.query_objects(sql, parameters, |cell| match cell {
            Cell::Integer(number) => (*number).into(),
            cell => cell.to_json(),
        })
    }

    fn query_objects(
        &self,
        sql: &str,
        parameters: &[SqlValue],
        json: fn(&Cell) -> Value,
    ) -> Result<Vec<Value>, Error> {
        let names = std::cell::RefCell::new(Vec::new());
        let mut found = Vec::new();
        self.query(
            sql,
            parameters,
            &mut |columns| {
                *names.borrow_mut() = columns.to_vec();
                Ok(())
            },
            &mut |cells| {
                found.push(object(&names.borrow(), cells, json));
                Ok(())
            },
        )?;
        Ok(found)
    }

    /// Counts and records.
    pub fn stats(&self) -> Result<Stats, Error> {
        Ok(Stats {
            totals: self
                .records(
                    "SELECT count(*) AS games, count(DISTINCT representative) AS representatives, \
                 count(DISTINCT sequence) AS proved_sequences, \
                 coalesce(sum(status = 'proved'), 0) AS proved, \
                 coalesce(sum(status = 'observed'), 0) AS observed, \
                 coalesce(sum(status = 'open'), 0) AS open, \
                 coalesce(sum(checked), 0) AS checked FROM game",
                )?
                .pop()
                .unwrap_or_default(),
            kinds: self.records(
                "SELECT kind, status, count(*) AS games, \
                 count(DISTINCT representative) AS representatives, max(preperiod) AS preperiod, \
                 max(period) AS period FROM game GROUP BY kind, status ORDER BY kind, status",
            )?,
            families: self.records(
                "SELECT family, count(*) AS games, \
                 coalesce(sum(status = 'proved'), 0) AS proved, \
                 coalesce(sum(status = 'observed'), 0) AS observed, \
                 coalesce(sum(status = 'open'), 0) AS open \
                 FROM member LEFT JOIN game USING (game) GROUP BY family ORDER BY family",
            )?,
            theorems: self.records(
                "SELECT theorem, count(*) AS games FROM game WHERE theorem IS NOT NULL \
                 GROUP BY theorem ORDER BY games DESC, theorem",
            )?,
            longest_periods: self.records(
                "SELECT game, period, preperiod, status FROM game \
                 WHERE game = representative AND period IS NOT NULL \
                 ORDER BY period DESC, game LIMIT 5",
            )?,
            longest_preperiods: self.records(
                "SELECT game, preperiod, period, status FROM game \
                 WHERE game = representative AND preperiod IS NOT NULL \
                 ORDER BY preperiod DESC, game LIMIT 5",
            )?,
            by_class: self.records(
                "SELECT class, count(*) AS games, \
                 coalesce(sum(status = 'proved'), 0) AS proved, \
                 max(CASE status WHEN 'proved' THEN period END) AS period, \
                 (SELECT g.game FROM game AS g WHERE g.class = game.class \
                  AND g.status = 'proved' AND g.period IS NOT NULL \
                  ORDER BY g.period DESC, g.game <> g.representative, g.game LIMIT 1) \
                 AS longest_period, \
                 max(CASE status WHEN 'proved' THEN preperiod END) AS preperiod, \
                 (SELECT g.game FROM game AS g WHERE g.class = game.class \
                  AND g.status = 'proved' AND g.preperiod IS NOT NULL \
                  ORDER BY g.preperiod DESC, g.game <> g.representative, g.game LIMIT 1) \
                 AS longest_preperiod \
                 FROM game GROUP BY class ORDER BY class",
            )?,
            greatest_values: self.records(
                "SELECT game, max_value, max_at, computed FROM game \
                 WHERE game = representative AND coalesce(saltus, 0) = 0 \
                 AND kind IN ('open', 'periodic') ORDER BY max_value DESC, game LIMIT 5",
            )?,
        })
    }

    /// The rows of a query of ours as this type.
    fn records<T: DeserializeOwned>(&self, sql: &str) -> Result<Vec<T>, Error> {
        let rows = self.query_json(sql, &[])?;
        let row = |row| {
            serde_json::from_value(row).map_err(|error| Error::Damaged {
                path: self.path().to_owned(),
                reason: error.to_string(),
            })
        };
        rows.into_iter().map(row).collect()
    }
}

/// Counts and records of an atlas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "stats")]
pub struct Stats {
    /// How many games, and how well they are known.
    pub totals: Totals,
    /// By kind and status.
    pub kinds: Vec<KindCount>,
    /// By family.
    pub families: Vec<FamilyCount>,
    /// By theorem.
    pub theorems: Vec<TheoremCount>,
    /// The longest periods.
    pub longest_periods: Vec<LongestPeriod>,
    /// The longest preperiods.
    pub longest_preperiods: Vec<LongestPreperiod>,
    /// The longest proved period and preperiod of each class.
    pub by_class: Vec<ClassRecord>,
    /// The greatest values of sequences that do not grow steadily.
    pub greatest_values: Vec<GreatestValue>,
}

/// How many games, and how well they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Totals {
    /// Games.
    pub games: u64,
    /// Games that were computed.
    pub representatives: u64,
    /// Different sequences that are proved.
    pub proved_sequences: u64,
    /// Games that are proved.
    pub proved: u64,
    /// Games whose regularity is observed.
    pub observed: u64,
    /// Games that are open.
    pub open: u64,
    /// Games whose certificate the checker verified.
    pub checked: u64,
}

/// The games of one kind and status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KindCount {
    /// The kind.
    #[schemars(extend("enum" = ["periodic", "arithmetic-periodic", "sapp", "ruler", "automatic", "closed-form", "open"]))]
    pub kind: String,
    /// The status.
    #[schemars(extend("enum" = ["proved", "observed", "open"]))]
    pub status: String,
    /// Games.
    pub games: u64,
    /// Games that were computed.
    pub representatives: u64,
    /// The greatest preperiod.
    pub preperiod: Option<u64>,
    /// The greatest period.
    pub period: Option<u64>,
}

/// The games of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FamilyCount {
    /// The family.
    pub family: String,
    /// Games.
    pub games: u64,
    /// Games that are proved.
    pub proved: u64,
    /// Games whose regularity is observed.
    pub observed: u64,
    /// Games that are open.
    pub open: u64,
}

/// The games that a theorem proves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TheoremCount {
    /// The theorem.
    pub theorem: String,
    /// Games.
    pub games: u64,
}

/// A game with a long period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LongestPeriod {
    /// The game.
    pub game: String,
    /// Its period.
    pub period: u64,
    /// Its preperiod.
    pub preperiod: u64,
    /// proved or observed.
    #[schemars(extend("enum" = ["proved", "observed", "open"]))]
    pub status: String,
}

/// A game with a long preperiod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LongestPreperiod {
    /// The game.
    pub game: String,
    /// Its preperiod.
    pub preperiod: u64,
    /// Its period.
    pub period: u64,
    /// proved or observed.
    #[schemars(extend("enum" = ["proved", "observed", "open"]))]
    pub status: String,
}

/// The games of a class, and the longest period and preperiod proved among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClassRecord {
    /// The class.
    pub class: String,
    /// Games.
    pub games: u64,
    /// Games that are proved.
    pub proved: u64,
    /// The longest period.
    pub period: Option<u64>,
    /// A game that has it.
    pub longest_period: Option<String>,
    /// The longest preperiod.
    pub preperiod: Option<u64>,
    /// A game that has it.
    pub longest_preperiod: Option<String>,
}

/// A game with great values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GreatestValue {
    /// The game.
    pub game: String,
    /// The greatest value computed.
    pub max_value: u64,
    /// The first heap that has it.
    pub max_at: u64,
    /// How many values were computed.
    pub computed: u64,
}

/// The columns that hold truth values.
const TRUTHS: [&str; 5] = ["checked", "position_parity", "recomputed", "tame", "misere_tame"];

/// Whether a column holds truth values.
pub(crate) fn holds_truth(column: &str) -> bool {
    TRUTHS.contains(&column)
}

/// A row as a JSON object: lists as lists.
pub(crate) fn object(columns: &[String], cells: &[Cell], json: fn(&Cell) -> Value) -> Value {
    let mut map = Map::new();
    for (name, cell) in columns.iter().zip(cells) {
        let value = match (name.as_str(), cell) {
            ("periodic_residues", Cell::Text(text)) => {
                serde_json::from_str(text).unwrap_or_else(|_| text.as_str().into())
            }
            _ => json(cell),
        };
        map.insert(name.clone(), value);
    }
    Value::Object(map)
}
