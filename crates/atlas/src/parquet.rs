//! A small writer of Apache Parquet files: flat tables of nullable integers, reals, truth values
//! and texts.
//!
//! One data page per column and row group, plain encoding, gzip. Readers (pandas, polars,
//! DuckDB, Spark) need no more, and the whole format that is used here fits on a page:
//! magic, pages, the footer in Thrift's compact protocol, its length, magic. A note in the footer,
//! which others pass over, tells pandas to keep integers and truth values where some are missing.

use crate::query::Cell;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use std::io::{self, Write};

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Integers.
    Integer,
    /// Real numbers.
    Real,
    /// Truth values.
    Truth,
    /// Texts.
    Text,
}

impl Kind {
    /// The physical type in the format.
    fn code(self) -> i64 {
        match self {
            Self::Integer => 2,
            Self::Real => 5,
            Self::Truth => 0,
            Self::Text => 6,
        }
    }

    /// The type in pandas that has this kind's values and missing ones: as `dtype` takes it.
    pub fn pandas(self) -> &'static str {
        match self {
            Self::Integer => "Int64",
            Self::Real => "Float64",
            Self::Truth => "boolean",
            Self::Text => "string",
        }
    }
}

/// Rows kept in memory before they are written.
const ROWS_PER_GROUP: usize = 1 << 16;

/// A table being written.
pub struct Writer<W: Write> {
    out: W,
    position: u64,
    columns: Vec<(String, Kind)>,
    cells: Vec<Vec<Cell>>,
    /// The finished row groups: the footer's entries, and how many rows.
    groups: Vec<(Vec<u8>, u64)>,
}

impl<W: Write> Writer<W> {
    pub fn new(mut out: W, columns: Vec<(String, Kind)>) -> io::Result<Self> {
        out.write_all(b"PAR1")?;
        let cells = vec![Vec::new(); columns.len()];
        Ok(Self { out, position: 4, columns, cells, groups: Vec::new() })
    }

    pub fn row(&mut self, row: &[Cell]) -> io::Result<()> {
        for (column, cell) in self.cells.iter_mut().zip(row) {
            column.push(cell.clone());
        }
        if self.cells.first().map_or(0, Vec::len) >= ROWS_PER_GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    fn write_group(&mut self) -> io::Result<()> {
        let rows = self.cells.first().map_or(0, Vec::len);
        let mut chunks = Vec::new();
        let mut bytes = 0;
        for i in 0..self.columns.len() {
            let (name, kind) = self.columns[i].clone();
            let cells = std::mem::take(&mut self.cells[i]);
            let page = page(&cells, kind);
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&page)?;
            let packed = encoder.finish()?;
            let header = page_header(page.len(), packed.len(), rows);
            let offset = self.position;
            self.out.write_all(&header)?;
            self.out.write_all(&packed)?;
            let size = (header.len() + packed.len()) as u64;
            self.position += size;
            bytes += page.len() as u64;
            let mut meta = Thrift::default();
            meta.number(1, I32, kind.code());
            meta.list(2, I32, 2);
            meta.zigzag(0);
            meta.zigzag(3);
            meta.list(3, BINARY, 1);
            meta.bytes(name.as_bytes());
            meta.number(4, I32, 2);
            meta.number(5, I64, rows as i64);
            meta.number(6, I64, (header.len() + page.len()) as i64);
            meta.number(7, I64, size as i64);
            meta.number(9, I64, offset as i64);
            let mut chunk = Thrift::default();
            chunk.number(2, I64, offset as i64);
            chunk.field(3, STRUCT);
            chunk.out.extend(meta.finish());
            chunks.push(chunk.finish());
        }
        let mut group = Thrift::default();
        group.list(1, STRUCT, chunks.len());
        group.out.extend(chunks.concat());
        group.number(2, I64, bytes as i64);
        group.number(3, I64, rows as i64);
        self.groups.push((group.finish(), rows as u64));
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<()> {
        if self.cells.first().is_some_and(|column| !column.is_empty()) {
            self.write_group()?;
        }
        let mut footer = Thrift::default();
        footer.number(1, I32, 1);
        footer.list(2, STRUCT, self.columns.len() + 1);
        let mut root = Thrift::default();
        root.field(4, BINARY);
        root.bytes(b"game");
        root.number(5, I32, self.columns.len() as i64);
        footer.out.extend(root.finish());
        for (name, kind) in &self.columns {
            let mut column = Thrift::default();
            column.number(1, I32, kind.code());
            column.number(3, I32, 1);
            column.field(4, BINARY);
            column.bytes(name.as_bytes());
            if *kind == Kind::Text {
                column.number(6, I32, 0);
            }
            footer.out.extend(column.finish());
        }
        footer.number(3, I64, self.groups.iter().map(|(_, rows)| *rows as i64).sum());
        footer.list(4, STRUCT, self.groups.len());
        for (group, _) in &self.groups {
            footer.out.extend(group);
        }
        footer.list(5, STRUCT, 1);
        let mut note = Thrift::default();
        note.field(1, BINARY);
        note.bytes(b"pandas");
        note.field(2, BINARY);
        note.bytes(pandas_note(&self.columns).as_bytes());
        footer.out.extend(note.finish());
        footer.field(6, BINARY);
        footer.bytes(concat!("sprague ", env!("CARGO_PKG_VERSION")).as_bytes());
        let footer = footer.finish();
        self.out.write_all(&footer)?;
        self.out.write_all(&(footer.len() as u32).to_le_bytes())?;
        self.out.write_all(b"PAR1")?;
        self.out.flush()
    }
}

/// Definition levels (1 where there is a value) in runs, then the values.
fn page(cells: &[Cell], kind: Kind) -> Vec<u8> {
    let fits = |cell: &Cell| match kind {
        Kind::Integer => matches!(cell, Cell::Integer(_)),
        Kind::Real => matches!(cell, Cell::Integer(_) | Cell::Real(_)),
        Kind::Truth => matches!(cell, Cell::Truth(_)),
        Kind::Text => !matches!(cell, Cell::Null),
    };
    let mut levels = Vec::new();
    let mut at = 0;
    while at < cells.len() {
        let level = fits(&cells[at]);
        let run = cells[at..].iter().take_while(|cell| fits(cell) == level).count();
        varint(&mut levels, (run as u64) << 1);
        levels.push(u8::from(level));
        at += run;
    }
    let mut page = (levels.len() as u32).to_le_bytes().to_vec();
    page.extend(levels);
    if kind == Kind::Truth {
        let bits: Vec<bool> =
            cells.iter().filter(|cell| fits(cell)).map(|cell| *cell == Cell::Truth(true)).collect();
        let byte =
            |bits: &[bool]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
        page.extend(bits.chunks(8).map(byte));
        return page;
    }
    for cell in cells.iter().filter(|cell| fits(cell)) {
        match (kind, cell) {
            (Kind::Integer, Cell::Integer(number)) => page.extend(number.to_le_bytes()),
            (Kind::Real, Cell::Integer(number)) => page.extend((*number as f64).to_le_bytes()),
            (Kind::Real, Cell::Real(number)) => page.extend(number.to_le_bytes()),
            _ => {
                let text = cell.to_text();
                page.extend((text.len() as u32).to_le_bytes());
                page.extend(text.as_bytes());
            }
        }
    }
    page
}

/// What pandas is told: which types of its own to use. Texts and reals it reads right anyway.
/// (The form is that of `pandas.DataFrame.to_parquet`; pyarrow reads it.)
fn pandas_note(columns: &[(String, Kind)]) -> String {
    let column = |(name, kind): &(String, Kind)| {
        let (pandas, numpy) = match kind {
            Kind::Integer => ("int64", "Int64"),
            Kind::Real => ("float64", "float64"),
            Kind::Truth => ("bool", "boolean"),
            Kind::Text => ("unicode", "object"),
        };
        json!({
            "name": name, "field_name": name, "pandas_type": pandas, "numpy_type": numpy,
            "metadata": null,
        })
    };
    json!({
        "index_columns": [],
        "column_indexes": [],
        "columns": columns.iter().map(column).collect::<Vec<_>>(),
        "creator": { "library": "sprague", "version": env!("CARGO_PKG_VERSION") },
        "pandas_version": "1.5.0",
    })
    .to_string()
}

fn page_header(plain: usize, packed: usize, rows: usize) -> Vec<u8> {
    let mut data = Thrift::default();
    data.number(1, I32, rows as i64);
    data.number(2, I32, 0);
    data.number(3, I32, 3);
    data.number(4, I32, 3);
    let mut header = Thrift::default();
    header.number(1, I32, 0);
    header.number(2, I32, plain as i64);
    header.number(3, I32, packed as i64);
    header.field(5, STRUCT);
    header.out.extend(data.finish());
    header.finish()
}

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A struct in Thrift's compact protocol. Fields come in increasing order.
#[derive(Default)]
struct Thrift {
    out: Vec<u8>,
    last: u8,
}

impl Thrift {
    fn field(&mut self, id: u8, kind: u8) {
        self.out.push((id - self.last) << 4 | kind);
        self.last = id;
    }

    fn number(&mut self, id: u8, kind: u8, number: i64) {
        self.field(id, kind);
        self.zigzag(number);
    }

    fn list(&mut self, id: u8, kind: u8, length: usize) {
        self.field(id, LIST);
        if length < 15 {
            self.out.push((length as u8) << 4 | kind);
        } else {
            self.out.push(0xf0 | kind);
            varint(&mut self.out, length as u64);
        }
    }

    fn zigzag(&mut self, number: i64) {
        varint(&mut self.out, ((number << 1) ^ (number >> 63)).cast_unsigned());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        varint(&mut self.out, bytes.len() as u64);
        self.out.extend(bytes);
    }

    fn finish(mut self) -> Vec<u8> {
        self.out.push(0);
        self.out
    }
}

fn varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small file, byte by byte where the format fixes them. The Python tests read such
    /// files with another implementation.
    #[test]
    fn the_frame_is_right() {
        let mut file = Vec::new();
        let columns = vec![("n".to_owned(), Kind::Integer), ("t".to_owned(), Kind::Text)];
        let mut writer = Writer::new(&mut file, columns).unwrap();
        writer.row(&[Cell::Integer(7), Cell::Null]).unwrap();
        writer.row(&[Cell::Null, Cell::Text("ab".into())]).unwrap();
        writer.finish().unwrap();
        assert_eq!((&file[..4], &file[file.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
        let at = file.len() - 8;
        let length = u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        assert!(length < at - 4);
        // version 1, then a list of three schema elements
        assert_eq!(file[at - length..at - length + 4], [0x15, 2, 0x19, 0x3c]);
    }

    #[test]
    fn levels_are_runs() {
        let page = page(&[Cell::Null, Cell::Null, Cell::Integer(1)], Kind::Integer);
        assert_eq!(page, [4, 0, 0, 0, 4, 0, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
    }

    /// Truth values are bits, the first one the lowest; what is none of them is missing.
    #[test]
    fn truth_values_are_bits() {
        let mut cells = vec![Cell::Truth(true); 9];
        cells[1] = Cell::Truth(false);
        cells.push(Cell::Integer(2));
        let page = page(&cells, Kind::Truth);
        assert_eq!(page, [4, 0, 0, 0, 18, 1, 2, 0, 0b1111_1101, 1]);
    }
}
