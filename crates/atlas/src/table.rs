//! The table `game` row by row, and certificates, as SQLite keeps them.

use crate::row::{CertificateText, Row};
use flate2::Compression;
use flate2::read::ZlibEncoder;
use rusqlite::{Transaction, params};
use serde_json::json;
use std::io::Read;

/// The columns of the table `game`, in order.
pub(crate) const COLUMNS: [&str; 38] = [
    "game",
    "class",
    "standard_form",
    "shift",
    "representative",
    "offset",
    "scale",
    "kind",
    "preperiod",
    "period",
    "saltus",
    "periodic_residues",
    "status",
    "theorem",
    "statement",
    "computed",
    "max_value",
    "max_at",
    "mask",
    "position_parity",
    "rares",
    "last_rare",
    "sequence",
    "certificate",
    "checked",
    "value_limit",
    "time_limit",
    "stopped",
    "version",
    "seconds",
    "near_from",
    "near_to",
    "near_period",
    "near_saltus",
    "sub_period",
    "sub_share",
    "nearness",
    "checked_on",
];

pub(crate) fn write_certificate(
    transaction: &Transaction<'_>,
    certificate: &CertificateText,
) -> rusqlite::Result<()> {
    // In memory, packing costs more than it saves.
    let lasts = transaction.path().is_some_and(|path| !path.is_empty());
    let packing = if lasts { Compression::best() } else { Compression::none() };
    let mut blob = Vec::new();
    ZlibEncoder::new(certificate.json.as_bytes(), packing)
        .read_to_end(&mut blob)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    transaction
        .prepare_cached(
            "INSERT OR IGNORE INTO certificate (hash, bytes, json) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![certificate.hash, certificate.json.len() as i64, blob])?;
    Ok(())
}

/// Whole numbers as SQLite keeps them.
fn signed(number: u64) -> rusqlite::Result<i64> {
    i64::try_from(number).map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

pub(crate) fn write_row(transaction: &Transaction<'_>, row: &Row) -> rusqlite::Result<()> {
    let places: Vec<String> = (1..=COLUMNS.len()).map(|i| format!("?{i}")).collect();
    let sql = format!(
        "INSERT OR REPLACE INTO game ({}) VALUES ({})",
        COLUMNS.join(","),
        places.join(",")
    );
    let maybe = |number: Option<u64>| number.map(signed).transpose();
    transaction.prepare_cached(&sql)?.execute(params![
        row.game,
        row.class,
        row.standard_form,
        maybe(row.shift)?,
        row.representative,
        row.offset,
        signed(row.scale)?,
        row.kind,
        maybe(row.preperiod)?,
        maybe(row.period)?,
        maybe(row.saltus)?,
        json!(row.periodic_residues).to_string(),
        row.status,
        row.theorem,
        row.statement,
        signed(row.computed)?,
        row.max_value,
        signed(row.max_at)?,
        row.mask,
        row.position_parity,
        maybe(row.rares)?,
        maybe(row.last_rare)?,
        row.sequence,
        row.certificate,
        row.checked,
        signed(row.value_limit)?,
        row.time_limit,
        row.stopped,
        row.version,
        row.seconds,
        maybe(row.near_from)?,
        maybe(row.near_to)?,
        maybe(row.near_period)?,
        maybe(row.near_saltus)?,
        maybe(row.sub_period)?,
        row.sub_share,
        row.nearness,
        row.checked_on,
    ])?;
    Ok(())
}

pub(crate) fn read_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let number = |i: usize| -> rusqlite::Result<u64> {
        let value: i64 = row.get(i)?;
        u64::try_from(value).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(i, value))
    };
    let maybe = |i: usize| -> rusqlite::Result<Option<u64>> {
        let value: Option<i64> = row.get(i)?;
        value
            .map(|v| u64::try_from(v).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(i, v)))
            .transpose()
    };
    let residues: String = row.get(11)?;
    let periodic_residues = serde_json::from_str(&residues).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(11, rusqlite::types::Type::Text, Box::new(error))
    })?;
    Ok(Row {
        game: row.get(0)?,
        class: row.get(1)?,
        standard_form: row.get(2)?,
        shift: maybe(3)?,
        representative: row.get(4)?,
        offset: row.get(5)?,
        scale: number(6)?,
        kind: row.get(7)?,
        preperiod: maybe(8)?,
        period: maybe(9)?,
        saltus: maybe(10)?,
        periodic_residues,
        status: row.get(12)?,
        theorem: row.get(13)?,
        statement: row.get(14)?,
        computed: number(15)?,
        max_value: row.get(16)?,
        max_at: number(17)?,
        mask: row.get(18)?,
        position_parity: row.get(19)?,
        rares: maybe(20)?,
        last_rare: maybe(21)?,
        sequence: row.get(22)?,
        certificate: row.get(23)?,
        checked: row.get(24)?,
        value_limit: number(25)?,
        time_limit: row.get(26)?,
        stopped: row.get(27)?,
        version: row.get(28)?,
        seconds: row.get(29)?,
        near_from: maybe(30)?,
        near_to: maybe(31)?,
        near_period: maybe(32)?,
        near_saltus: maybe(33)?,
        sub_period: maybe(34)?,
        sub_share: row.get(35)?,
        nearness: row.get(36)?,
        checked_on: row.get(37)?,
    })
}
