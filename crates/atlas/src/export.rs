//! Rows as files: CSV, JSON lines, Parquet, LaTeX.

use crate::atlas::Atlas;
use crate::error::Error;
use crate::find::RowSearch;
use crate::misere;
pub use crate::parquet::Kind;
use crate::parquet::Writer;
use crate::query::{Cell, holds_truth, object};
use crate::table::COLUMNS;
use rusqlite::types::Value;
use std::cell::RefCell;
use std::io::{self, Write};

/// A format of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values with a header line.
    Csv,
    /// One JSON object per line.
    Jsonl,
    /// Apache Parquet.
    Parquet,
    /// A LaTeX table (booktabs, longtable).
    Latex,
}

impl Format {
    /// By name or by the ending of a file name.
    pub fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "jsonl" | "json" | "ndjson" => Some(Self::Jsonl),
            "parquet" => Some(Self::Parquet),
            "latex" | "tex" => Some(Self::Latex),
            _ => None,
        }
    }
}

/// The columns of a LaTeX table.
pub const LATEX_COLUMNS: &str = "game, kind, preperiod, period, saltus, status, theorem, computed";

/// Columns of the table `game`, and those about misere play, as a list in SQL, from names separated
/// by commas.
pub fn columns(names: &str) -> Result<String, Error> {
    let all = || COLUMNS.iter().chain(&misere::COLUMNS);
    let known = |name: &str| {
        all().find(|column| **column == name).ok_or_else(|| {
            let name = if name.is_empty() {
                "a name is missing".into()
            } else {
                format!("no column is called '{name}'")
            };
            let names: Vec<&str> = all().copied().collect();
            Error::Request(format!("{name}: the columns are {}", names.join(", ")))
        })
    };
    let list = names.split(',').map(|name| known(name.trim()).map(|name| format!("\"{name}\"")));
    Ok(list.collect::<Result<Vec<_>, _>>()?.join(", "))
}

/// The columns of the table `game` in order, and what their cells are.
pub fn column_kinds() -> impl Iterator<Item = (&'static str, Kind)> {
    COLUMNS.into_iter().map(|name| (name, kind(name)))
}

/// Writes the rows of a search: these columns, a list as [`columns`] gives it, or else all of them
/// (a LaTeX table has the main ones).
pub fn export(
    atlas: &Atlas,
    search: &RowSearch,
    columns: Option<&str>,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let usual = if format == Format::Latex { LATEX_COLUMNS } else { "*" };
    let (sql, parameters) = search.query(columns.unwrap_or(usual));
    write(atlas, &sql, &parameters, format, out)
}

/// Writes the answer of any reading query.
pub fn write(
    atlas: &Atlas,
    sql: &str,
    parameters: &[Value],
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Error> {
    match format {
        Format::Csv => {
            let writer = RefCell::new(csv::Writer::from_writer(out));
            atlas.query(
                sql,
                parameters,
                &mut |names| writer.borrow_mut().write_record(names).map_err(io_error),
                &mut |cells| {
                    let record = cells.iter().map(Cell::to_text);
                    writer.borrow_mut().write_record(record).map_err(io_error)
                },
            )?;
            writer.borrow_mut().flush().map_err(|error| Error::Io("output".into(), error))
        }
        Format::Jsonl => {
            let columns = RefCell::new(Vec::new());
            atlas.query(
                sql,
                parameters,
                &mut |names| {
                    *columns.borrow_mut() = names.to_vec();
                    Ok(())
                },
                &mut |cells| writeln!(out, "{}", object(&columns.borrow(), cells, Cell::to_json)),
            )
        }
        Format::Parquet => {
            let writer: RefCell<Option<Writer<&mut dyn Write>>> = RefCell::new(None);
            let mut out = Some(out);
            atlas.query(
                sql,
                parameters,
                &mut |names| {
                    let columns = names.iter().map(|name| (name.clone(), kind(name))).collect();
                    let out = out.take().ok_or_else(|| io::Error::other("written already"))?;
                    *writer.borrow_mut() = Some(Writer::new(out, columns)?);
                    Ok(())
                },
                &mut |cells| writer.borrow_mut().as_mut().map_or(Ok(()), |w| w.row(cells)),
            )?;
            let writer = writer.borrow_mut().take();
            writer.map_or(Ok(()), Writer::finish).map_err(|error| Error::Io("output".into(), error))
        }
        Format::Latex => {
            let out = RefCell::new(out);
            atlas.query(
                sql,
                parameters,
                &mut |names| {
                    let mut out = out.borrow_mut();
                    writeln!(out, "% needs \\usepackage{{booktabs,longtable}}")?;
                    writeln!(out, "\\begin{{longtable}}{{{}}}", "l".repeat(names.len()))?;
                    let names: Vec<String> = names.iter().map(|name| latex_text(name)).collect();
                    writeln!(out, "\\toprule\n{} \\\\\n\\midrule\n\\endhead", names.join(" & "))
                },
                &mut |cells| {
                    let cells: Vec<String> =
                        cells.iter().map(|cell| latex_text(&cell.to_text())).collect();
                    writeln!(out.borrow_mut(), "{} \\\\", cells.join(" & "))
                },
            )?;
            writeln!(out.borrow_mut(), "\\bottomrule\n\\end{{longtable}}")
                .map_err(|error| Error::Io("output".into(), error))
        }
    }
}

/// The type of a column of `game` or about misere play, by its name; other columns are texts.
fn kind(column: &str) -> Kind {
    match column {
        column if holds_truth(column) => Kind::Truth,
        "shift" | "offset" | "scale" | "preperiod" | "period" | "saltus" | "computed"
        | "max_value" | "max_at" | "mask" | "rares" | "last_rare" | "value_limit" | "near_from"
        | "near_to" | "near_period" | "near_saltus" | "sub_period" | "misere_first_wild"
        | "misere_order" | "misere_p_order" | "misere_preperiod" | "misere_period"
        | "misere_verified_to" => Kind::Integer,
        "time_limit" | "seconds" | "sub_share" | "nearness" => Kind::Real,
        _ => Kind::Text,
    }
}

/// The error of a reader that has gone stays one: a closed pipe is no failure.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Escapes what LaTeX reads as commands.
fn latex_text(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' | '>' | '|' => out.extend(['$', c, '$']),
            _ => out.push(c),
        }
    }
    out
}

/// A cell as a table for people shows it.
pub fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Null => "-".to_owned(),
        cell => cell.to_text(),
    }
}
