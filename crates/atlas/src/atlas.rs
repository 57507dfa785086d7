//! The atlas file.

use crate::error::Error;
use crate::migrations;
use crate::relative::{self, Relation, relation};
use crate::row::{CertificateText, Row};
use crate::survey::{Survey, verified};
use flate2::Compression;
use flate2::read::{ZlibDecoder, ZlibEncoder};
use rusqlite::types::{Value as SqlValue, ValueRef};
use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params,
};
use serde_json::{Map, Value, json};
use sprague_certificate::Certificate;
use sprague_games::Ruleset;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// An open atlas: an SQLite file in WAL mode. Any number of processes may read it while one
/// writes; each row is written in a transaction, so that nothing written is lost when the
/// process is killed.
#[derive(Debug)]
pub struct Atlas {
    connection: Connection,
    path: PathBuf,
}

/// Stops a query from another thread; see [`Atlas::interrupter`].
pub struct Interrupter(rusqlite::InterruptHandle);

impl Interrupter {
    /// The query at work, if any, ends with an error.
    pub fn interrupt(&self) {
        self.0.interrupt();
    }
}

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

/// The columns of the table `game`, in order.
pub(crate) const COLUMNS: [&str; 30] = [
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
];

/// Where the atlas is when nothing is said: the file named by `SPRAGUE_ATLAS`, else
/// `sprague/atlas.db` in the user's data folder.
pub fn default_path() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    if let Some(file) = folder("SPRAGUE_ATLAS") {
        return Some(file);
    }
    let data = folder("XDG_DATA_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share")))?;
    Some(data.join("sprague").join("atlas.db"))
}

/// How long to wait for another process that holds a lock.
const BUSY: Duration = Duration::from_secs(60);

fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(error.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
}

impl Atlas {
    /// Opens an atlas; where there is no file, a new one starts from the seed.
    pub fn open(path: &Path) -> Result<Self, Error> {
        if !path.exists() {
            crate::seed::plant(path)?;
        }
        Self::open_or_create(path)
    }

    /// Opens an atlas; where there is no file, a new one starts with the literature alone.
    pub fn open_or_create(path: &Path) -> Result<Self, Error> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|e| Error::Io(folder.to_owned(), e))?;
        }
        let open = || -> Result<Self, Error> {
            let connection = match Connection::open(path) {
                Ok(connection) => connection,
                Err(_) if path.exists() => read_only(path)?,
                Err(error) => return Err(error.into()),
            };
            connection.busy_timeout(BUSY)?;
            let mut atlas = Self { connection, path: path.to_owned() };
            migrations::version(&atlas.connection, path)?;
            if atlas.connection.is_readonly("main")? {
                atlas.connection = read_only(path)?;
                return Ok(atlas);
            }
            // WAL: readers go on while a census writes. NORMAL: a killed process loses nothing;
            // a power cut may lose the last rows, never the file.
            atlas.connection.pragma_update(None, "journal_mode", "WAL")?;
            atlas.connection.pragma_update(None, "synchronous", "NORMAL")?;
            migrations::migrate(&mut atlas.connection, path)?;
            Ok(atlas)
        };
        // SQLite does not wait where two connections make a new file a WAL file at once.
        let patience = Instant::now() + BUSY;
        loop {
            match open() {
                Err(Error::Sqlite(error)) if is_busy(&error) && Instant::now() < patience => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                done => return done.map_err(|error| explain(path, error)),
            }
        }
    }

    /// An atlas in memory that starts with the literature alone; no file is touched.
    pub(crate) fn in_memory() -> Result<Self, Error> {
        let path = PathBuf::from(":memory:");
        let mut connection = Connection::open_in_memory()?;
        migrations::migrate(&mut connection, &path)?;
        Ok(Self { connection, path })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Stops a query of this atlas from another thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.connection.get_interrupt_handle())
    }

    /// Looks for damage; quick, but it reads the whole file.
    pub fn check_file(&self) -> Result<(), Error> {
        let verdict: String = self
            .connection
            .query_row("PRAGMA quick_check(1)", [], |r| r.get(0))
            .map_err(|error| explain(&self.path, error.into()))?;
        if verdict == "ok" {
            return Ok(());
        }
        Err(Error::Damaged { path: self.path.clone(), reason: verdict.replace('\n', " ") })
    }

    /// The row of a game.
    pub fn get(&self, game: &Ruleset) -> Result<Option<Row>, Error> {
        self.get_by_name(&game.to_string())
    }

    pub(crate) fn get_by_name(&self, game: &str) -> Result<Option<Row>, Error> {
        let sql = format!("SELECT {} FROM game WHERE game = ?1", COLUMNS.join(","));
        self.connection
            .prepare_cached(&sql)
            .and_then(|mut statement| statement.query_row([game], read_row).optional())
            .map_err(|error| explain(&self.path, error.into()))
    }

    /// The rows of all games that are solved through `representative`, itself included.
    pub fn relatives(&self, representative: &str) -> Result<Vec<Row>, Error> {
        self.rows("representative = ?1 ORDER BY length(game), game", &[&representative])
    }

    /// The rows that satisfy an SQL condition.
    pub(crate) fn rows(
        &self,
        condition: &str,
        parameters: &[&dyn rusqlite::ToSql],
    ) -> Result<Vec<Row>, Error> {
        let sql = format!("SELECT {} FROM game WHERE {condition}", COLUMNS.join(","));
        let read = || -> rusqlite::Result<Vec<Row>> {
            self.connection.prepare(&sql)?.query_map(parameters, read_row)?.collect()
        };
        read().map_err(|error| explain(&self.path, error.into()))
    }

    /// The certificate with this hash, if it is kept here.
    pub fn certificate(&self, hash: &str) -> Result<Option<CertificateText>, Error> {
        let blob: Option<Vec<u8>> = self
            .connection
            .query_row("SELECT json FROM certificate WHERE hash = ?1", [hash], |r| r.get(0))
            .optional()
            .map_err(|error| explain(&self.path, error.into()))?;
        let Some(blob) = blob else { return Ok(None) };
        let damaged = |reason: &str| Error::Damaged {
            path: self.path.clone(),
            reason: format!("certificate {hash}: {reason}"),
        };
        let mut json = String::new();
        ZlibDecoder::new(&blob[..])
            .take(sprague_certificate::MAX_BYTES as u64 + 1)
            .read_to_string(&mut json)
            .map_err(|error| damaged(&error.to_string()))?;
        let text = CertificateText::new(json);
        if text.hash != hash {
            return Err(damaged("its hash differs"));
        }
        Ok(Some(text))
    }

    /// Takes in a survey: the row of a representative with its certificate, and the rows of
    /// `relatives`, in one transaction. Rows already there that have the same representative
    /// are brought up to date too. A row better than the new one is kept.
    ///
    /// The survey may come from elsewhere: unless `checked_here`, a proved row enters only if
    /// its certificate is about this game and this claim and the checker verifies it.
    pub fn accept(
        &mut self,
        survey: &Survey,
        relatives: &[(Ruleset, Relation)],
        checked_here: bool,
    ) -> Result<(), Error> {
        let mut row = survey.row.clone();
        let refuse = |reason: String| Error::Refused { game: survey.row.game.clone(), reason };
        let rules: Ruleset = row
            .game
            .parse()
            .map_err(|error| refuse(format!("its rules cannot be read: {error}")))?;
        if !checked_here {
            row.checked = judge(survey, &rules).map_err(refuse)?;
        }
        let known = self.get_by_name(&row.game)?;
        let keep = known.as_ref().is_some_and(|known| {
            (known.is_proved() && !row.is_proved())
                || (known.is_proved() == row.is_proved() && known.computed > row.computed)
        });
        if let (true, Some(known)) = (keep, known) {
            row = Row {
                value_limit: row.value_limit.max(known.value_limit),
                time_limit: match (row.time_limit, known.time_limit) {
                    (Some(a), Some(b)) => Some(a.max(b)),
                    _ => None,
                },
                ..known
            };
        }
        let mut rows = Vec::new();
        for (game, relation) in relatives {
            rows.push(relative::derive(&row, game, relation).map_err(refuse)?);
        }
        for old in self.relatives(&row.game)? {
            if old.game != row.game && !rows.iter().any(|new| new.game == old.game) {
                let game: Ruleset =
                    old.game.parse().map_err(|error| refuse(format!("{}: {error}", old.game)))?;
                let kin = relation(&game);
                rows.push(relative::derive(&row, &game, &kin).map_err(refuse)?);
            }
        }
        rows.retain(|relative| relative.game != row.game);
        let certificate = if keep { None } else { survey.certificate.as_ref() };
        self.write(|transaction| {
            if let Some(certificate) = certificate {
                write_certificate(transaction, certificate)?;
            }
            write_row(transaction, &row)?;
            rows.iter().try_for_each(|row| write_row(transaction, row))
        })
    }

    /// Writes the rows of games whose representative is here already.
    pub(crate) fn derive_missing(
        &mut self,
        representative: &Row,
        relatives: &[(Ruleset, Relation)],
    ) -> Result<(), Error> {
        let mut rows = Vec::new();
        for (game, relation) in relatives {
            let name = game.to_string();
            if name != representative.game && self.get_by_name(&name)?.is_none() {
                rows.push(
                    relative::derive(representative, game, relation)
                        .map_err(|reason| Error::Refused { game: name, reason })?,
                );
            }
        }
        if rows.is_empty() {
            return Ok(());
        }
        self.write(|transaction| rows.iter().try_for_each(|row| write_row(transaction, row)))
    }

    /// Notes which games belong to a family.
    pub(crate) fn note_family(&mut self, family: &str, games: &[String]) -> Result<(), Error> {
        self.write(|transaction| {
            let sql = "INSERT OR IGNORE INTO member (family, game) VALUES (?1, ?2)";
            let mut statement = transaction.prepare_cached(sql)?;
            for game in games {
                statement.execute([family, game])?;
            }
            Ok(())
        })
    }

    /// Runs `work` in a transaction.
    pub(crate) fn write(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), Error> {
        let path = self.path.clone();
        let run = || -> rusqlite::Result<()> {
            let behavior = TransactionBehavior::Immediate;
            let transaction = self.connection.transaction_with_behavior(behavior)?;
            work(&transaction)?;
            transaction.commit()
        };
        run().map_err(|error| explain(&path, error.into()))
    }

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
            let mut statement = self.connection.prepare(sql)?;
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
        self.connection.pragma_update(None, "query_only", true)?;
        let result = run();
        self.connection.pragma_update(None, "query_only", false)?;
        result.map_err(|error| match error {
            Error::Sqlite(rusqlite::Error::SqlInputError { msg, sql, offset, .. }) => {
                let place: String = sql.chars().skip(offset.max(0) as usize).take(20).collect();
                Error::Request(format!("the query cannot be read: {msg}, at '{place}'"))
            }
            Error::Sqlite(rusqlite::Error::MultipleStatement) => {
                Error::Request("one query at a time".to_owned())
            }
            error => explain(&self.path, error),
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

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
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

/// Whether a survey from elsewhere may be believed: `Ok(true)` when its certificate is about
/// this game and this claim and the checker verified it, `Ok(false)` when it claims no proof or
/// the check would cost too much.
fn judge(survey: &Survey, rules: &Ruleset) -> Result<bool, String> {
    let row = &survey.row;
    if row.game != rules.to_string()
        || !row.is_representative()
        || (row.offset, row.scale) != (0, 1)
    {
        return Err("the row does not represent itself".to_owned());
    }
    if !row.is_proved() {
        return match row.status.as_str() {
            "observed" | "open" if row.certificate.is_none() => Ok(false),
            status => Err(format!("unknown status '{status}'")),
        };
    }
    let text = survey.certificate.as_ref().ok_or("it claims a proof without a certificate")?;
    let honest = CertificateText::new(text.json.clone());
    if honest.hash != text.hash || row.certificate.as_deref() != Some(honest.hash.as_str()) {
        return Err("the certificate has another hash".to_owned());
    }
    let certificate =
        Certificate::from_json(text.json.as_bytes()).map_err(|error| error.to_string())?;
    let claim = &certificate.claim;
    let regularity = claim.regularity();
    if claim.kind() != row.kind
        || row.preperiod != regularity.map(|r| r.preperiod)
        || row.period != regularity.map(|r| r.period)
        || row.saltus != regularity.map(|r| r.saltus)
        || row.statement.as_deref() != Some(claim.to_string().as_str())
        || row.theorem.as_deref() != Some(certificate.proof.theorem())
    {
        return Err("the certificate is about another claim".to_owned());
    }
    verified(&certificate, rules)
}

/// A connection to a file that cannot be written.
fn read_only(path: &Path) -> rusqlite::Result<Connection> {
    let text = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(format!("file:{text}?immutable=1"), flags)
}

/// Gives damage the name of the file.
pub(crate) fn explain(path: &Path, error: Error) -> Error {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    match &error {
        Error::Sqlite(inner)
            if matches!(inner.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase)) =>
        {
            Error::Damaged { path: path.to_owned(), reason: inner.to_string() }
        }
        _ => error,
    }
}

fn write_certificate(
    transaction: &Transaction<'_>,
    certificate: &CertificateText,
) -> rusqlite::Result<()> {
    let mut blob = Vec::new();
    ZlibEncoder::new(certificate.json.as_bytes(), Compression::best())
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
    })
}
