//! Questions to the atlas in SQL, and their answers.

use crate::atlas::{Atlas, explain};
use crate::error::Error;
use rusqlite::types::{Value as SqlValue, ValueRef};
use serde_json::{Map, Value, json};
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
            Self::Text(text) => text.as_str().into(),
        }
    }

    /// As text, empty for nothing.
    pub fn to_text(&self) -> String {
        match self {
            Self::Null => String::new(),
            Self::Integer(number) => number.to_string(),
            Self::Real(number) => number.to_string(),
            Self::Text(text) => text.clone(),
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
                for i in 0..names.len() {
                    cells.push(Cell::from(found.get_ref(i)?));
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
        let list = |sql: &str| self.query_json(sql, &[]);
        Ok(Stats {
            totals: list(
                "SELECT count(*) AS games, count(DISTINCT representative) AS representatives, \
                 count(DISTINCT sequence) AS proved_sequences, \
                 coalesce(sum(status = 'proved'), 0) AS proved, \
                 coalesce(sum(status = 'observed'), 0) AS observed, \
                 coalesce(sum(status = 'open'), 0) AS open, \
                 coalesce(sum(checked), 0) AS checked FROM game",
            )?
            .pop()
            .unwrap_or_default(),
            kinds: list(
                "SELECT kind, status, count(*) AS games, \
                 count(DISTINCT representative) AS representatives, max(preperiod) AS preperiod, \
                 max(period) AS period FROM game GROUP BY kind, status ORDER BY kind, status",
            )?,
            families: list(
                "SELECT family, count(*) AS games, \
                 coalesce(sum(status = 'proved'), 0) AS proved, \
                 coalesce(sum(status = 'observed'), 0) AS observed, \
                 coalesce(sum(status = 'open'), 0) AS open \
                 FROM member LEFT JOIN game USING (game) GROUP BY family ORDER BY family",
            )?,
            theorems: list(
                "SELECT theorem, count(*) AS games FROM game WHERE theorem IS NOT NULL \
                 GROUP BY theorem ORDER BY games DESC, theorem",
            )?,
            longest_periods: list(
                "SELECT game, period, preperiod, status FROM game \
                 WHERE game = representative AND period IS NOT NULL \
                 ORDER BY period DESC, game LIMIT 5",
            )?,
            longest_preperiods: list(
                "SELECT game, preperiod, period, status FROM game \
                 WHERE game = representative AND preperiod IS NOT NULL \
                 ORDER BY preperiod DESC, game LIMIT 5",
            )?,
            greatest_values: list(
                "SELECT game, max_value, max_at, computed FROM game \
                 WHERE game = representative AND coalesce(saltus, 0) = 0 \
                 AND kind IN ('open', 'periodic') ORDER BY max_value DESC, game LIMIT 5",
            )?,
        })
    }
}

/// Counts and records of an atlas, as JSON objects.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// How many games, and how well they are known.
    pub totals: Value,
    /// By kind and status.
    pub kinds: Vec<Value>,
    /// By family.
    pub families: Vec<Value>,
    /// By theorem.
    pub theorems: Vec<Value>,
    /// The longest periods.
    pub longest_periods: Vec<Value>,
    /// The longest preperiods.
    pub longest_preperiods: Vec<Value>,
    /// The greatest values of sequences that do not grow steadily.
    pub greatest_values: Vec<Value>,
}

impl Stats {
    /// All of it as one object.
    pub fn to_json(&self) -> Value {
        json!({
            "totals": self.totals, "kinds": self.kinds, "families": self.families,
            "theorems": self.theorems, "longest_periods": self.longest_periods,
            "longest_preperiods": self.longest_preperiods,
            "greatest_values": self.greatest_values,
        })
    }
}

/// A row as a JSON object: lists as lists, truth values as truth values.
pub(crate) fn object(columns: &[String], cells: &[Cell], json: fn(&Cell) -> Value) -> Value {
    let mut map = Map::new();
    for (name, cell) in columns.iter().zip(cells) {
        let value = match (name.as_str(), cell) {
            ("periodic_residues", Cell::Text(text)) => {
                serde_json::from_str(text).unwrap_or_else(|_| text.as_str().into())
            }
            ("checked" | "position_parity" | "recomputed", Cell::Integer(bit @ (0 | 1))) => {
                (*bit == 1).into()
            }
            _ => json(cell),
        };
        map.insert(name.clone(), value);
    }
    Value::Object(map)
}
