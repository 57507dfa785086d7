//! The atlas file.

use crate::error::Error;
use crate::migrations;
use crate::relative::{self, Relation, relation};
use crate::row::{CertificateText, Row};
use crate::survey::{Survey, first_period_end, own_sequence, sequence_hash, today, verified};
use crate::table::{COLUMNS, read_row, write_certificate, write_row};
use etcetera::BaseStrategy;
use flate2::read::ZlibDecoder;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior};
use sprague_budget::{Budget, Instant};
use sprague_certificate::Certificate;
use sprague_games::Ruleset;
use std::cmp::Ordering;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An open atlas: an SQLite file in WAL mode. Any number of processes may read it while one
/// writes; each row is written in a transaction, so that nothing written is lost when the
/// process is killed.
#[derive(Debug)]
pub struct Atlas {
    connection: Connection,
    path: PathBuf,
}

/// Where the atlas is when nothing is said: the file named by `SPRAGUE_ATLAS`, else
/// `sprague/atlas.db` in the user's data folder.
pub fn default_path() -> Option<PathBuf> {
    if let Some(file) = std::env::var_os("SPRAGUE_ATLAS").filter(|file| !file.is_empty()) {
        return Some(file.into());
    }
    Some(data_folder()?.join("sprague").join("atlas.db"))
}

/// Where programs keep the user's data: `~/.local/share`, or what `XDG_DATA_HOME` says.
#[cfg(not(windows))]
fn data_folder() -> Option<PathBuf> {
    Some(etcetera::base_strategy::Xdg::new().ok()?.data_dir())
}

/// Where programs keep the user's data: the folder that stays on this machine, which etcetera
/// calls the one for caches; a database does not belong into a profile that roams.
#[cfg(windows)]
fn data_folder() -> Option<PathBuf> {
    Some(etcetera::base_strategy::Windows::new().ok()?.cache_dir())
}

/// How long to wait for another process that holds a lock.
const BUSY: Duration = Duration::from_secs(60);

fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(error.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
}

/// How many steps SQLite does between two looks at the budget: a fraction of a millisecond.
const LOOK_EVERY: i32 = 10_000;

fn is_interrupted(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::OperationInterrupted)
}

impl Atlas {
    /// Opens an atlas; where there is no file, a new one starts from the seed.
    pub fn open(path: &Path) -> Result<Self, Error> {
        if !path.exists() {
            crate::seed::plant(path)?;
        }
        let mut atlas = Self::open_or_create(path)?;
        if !atlas.connection.is_readonly("main")? {
            crate::seed::refresh(&mut atlas)?;
            crate::misere::refresh(&mut atlas)?;
        }
        Ok(atlas)
    }

    /// What is noted about the file under this name.
    pub(crate) fn note(&self, name: &str) -> Result<Option<String>, Error> {
        let sql = "SELECT value FROM note WHERE name = ?1";
        Ok(self.connection.query_row(sql, [name], |row| row.get(0)).optional()?)
    }

    /// Notes something about the file.
    pub(crate) fn set_note(&mut self, name: &str, value: &str) -> Result<(), Error> {
        self.write(|transaction| {
            let sql = "INSERT OR REPLACE INTO note (name, value) VALUES (?1, ?2)";
            transaction.execute(sql, [name, value]).map(|_| ())
        })
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
                let found = migrations::version(&atlas.connection, path)?;
                if found < migrations::VERSION {
                    return Err(Error::Request(format!(
                        "{} is of a former version and cannot be written: copy it to a place where \
                         it can be brought up to date",
                        path.display()
                    )));
                }
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

    /// Lets `work` ask the atlas as long as the budget allows: SQLite itself looks at it now
    /// and then, and a query that is stopped or late ends with [`Error::Stopped`].
    pub fn within<T>(
        &self,
        budget: &Budget,
        work: impl FnOnce(&Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let watched = budget.clone();
        self.connection.progress_handler(LOOK_EVERY, Some(move || watched.is_spent()))?;
        let result = work(self);
        self.connection.progress_handler(0, None::<fn() -> bool>)?;
        match result {
            Err(Error::Sqlite(error)) if is_interrupted(&error) => Err(Error::Stopped),
            other => other,
        }
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

    /// The families that were surveyed, by name.
    pub fn families(&self) -> Result<Vec<String>, Error> {
        let rows = self.query_json("SELECT DISTINCT family FROM member ORDER BY family", &[])?;
        Ok(rows.iter().filter_map(|row| row["family"].as_str().map(str::to_owned)).collect())
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
    /// A survey from elsewhere comes with a budget for its `check`: a row with a certificate enters
    /// only if that is about this game and this claim. It is proved where the checker verifies
    /// it, and observed where the check would cost more than it may. What proves that two games
    /// have the same sequence is computed anew. Without a budget the row is believed as it is: it
    /// was checked here.
    pub fn accept(
        &mut self,
        survey: &Survey,
        relatives: &[(Ruleset, Relation)],
        check: Option<&Budget>,
    ) -> Result<(), Error> {
        let mut row = survey.row.clone();
        let refuse = |reason: String| Error::Refused { game: survey.row.game.clone(), reason };
        let rules: Ruleset = row
            .game
            .parse()
            .map_err(|error| refuse(format!("its rules cannot be read: {error}")))?;
        if let Some(budget) = check {
            row.checked = judge(survey, &rules, budget)?.map_err(refuse)?;
            row.checked_on = row.checked.then(today);
            if row.certificate.is_some() {
                let status = if row.checked { "proved" } else { "observed" };
                status.clone_into(&mut row.status);
                row.sequence = None;
            }
            if row.is_proved() {
                let of_values = sequence(&row, survey.certificate.as_ref(), &rules);
                let alone = own_sequence(&row.game, 0, 1);
                // A file may say of a short sequence, too, that it is this game's own.
                let claimed = survey.row.sequence.as_ref().filter(|claimed| **claimed != alone);
                if let (Some(own), Some(claimed)) = (&of_values, claimed)
                    && own != claimed
                {
                    return Err(refuse("it claims the sequence of another game".to_owned()));
                }
                row.sequence = Some(of_values.unwrap_or(alone));
            }
        }
        let known = self.get_by_name(&row.game)?;
        let keep = known.as_ref().is_some_and(|known| known.rank() > row.rank());
        if let (true, Some(mut known)) = (keep, known) {
            if !known.is_proved() && known.nearness.is_none() {
                (known.near_from, known.near_to) = (row.near_from, row.near_to);
                (known.near_period, known.near_saltus) = (row.near_period, row.near_saltus);
                (known.sub_period, known.sub_share) = (row.sub_period, row.sub_share);
                known.nearness = row.nearness;
            }
            // The limits are those of the attempt that was allowed most, and so is why it ended: where
            // time ended it, more time can tell more.
            let limits = match row.value_limit.cmp(&known.value_limit) {
                Ordering::Greater => (row.value_limit, row.time_limit, row.stopped),
                Ordering::Less => (known.value_limit, known.time_limit, known.stopped),
                Ordering::Equal => {
                    let time = match (row.time_limit, known.time_limit) {
                        (Some(a), Some(b)) => Some(a.max(b)),
                        _ => None,
                    };
                    (known.value_limit, time, known.stopped.and(row.stopped))
                }
            };
            let (value_limit, time_limit, stopped) = limits;
            row = Row { value_limit, time_limit, stopped, ..known };
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
                // An older version may have known another representative.
                if kin.representative == rules {
                    rows.push(relative::derive(&row, &game, &kin).map_err(refuse)?);
                }
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

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }
}

/// Whether a survey from elsewhere may be believed: `Ok(true)` when its certificate is about
/// this game and this claim and the checker verified it, `Ok(false)` when it claims no proof or
/// the check would cost too much.
fn judge(survey: &Survey, rules: &Ruleset, budget: &Budget) -> Result<Result<bool, String>, Error> {
    match claimed(survey, rules) {
        Ok(Some(certificate)) => verified(&certificate, rules, budget),
        Ok(None) => Ok(Ok(false)),
        Err(reason) => Ok(Err(reason)),
    }
}

/// The certificate of a survey that has one, and claims nothing else: it claims a proof, or a
/// regularity seen with a certificate that nobody has checked.
fn claimed(survey: &Survey, rules: &Ruleset) -> Result<Option<Certificate>, String> {
    let row = &survey.row;
    if row.game != rules.to_string()
        || !row.is_representative()
        || (row.offset, row.scale) != (0, 1)
    {
        return Err("the row does not represent itself".to_owned());
    }
    if !row.is_proved() {
        let only_proofs = "it claims no proof and yet what only a proof gives";
        match (row.status.as_str(), &row.certificate, &row.theorem, &row.sequence) {
            ("observed" | "open", None, None, None) => return Ok(None),
            ("observed", Some(_), Some(_), None) => {}
            ("observed" | "open", ..) => return Err(only_proofs.to_owned()),
            (status, ..) => return Err(format!("unknown status '{status}'")),
        }
    }
    let text = survey.certificate.as_ref().ok_or("it claims a proof without a certificate")?;
    let honest = CertificateText::new(text.json.clone());
    if honest.hash != text.hash || row.certificate.as_deref() != Some(honest.hash.as_str()) {
        return Err("the certificate has another hash".to_owned());
    }
    let certificate =
        Certificate::from_json(text.json.as_bytes()).map_err(|error| error.to_string())?;
    if !row.claims(&certificate) {
        return Err("the certificate is about another claim".to_owned());
    }
    Ok(Some(certificate))
}

/// The longest sequence that is computed anew for a survey from elsewhere.
const MOST_RECOMPUTED: u64 = 1 << 15;

/// The hash of the sequence of a survey from elsewhere, computed here; `None` where the claim is
/// not checked, or the sequence is too long to compute it again.
pub(crate) fn sequence(
    row: &Row,
    certificate: Option<&CertificateText>,
    rules: &Ruleset,
) -> Option<String> {
    let certificate = Certificate::from_json(certificate?.json.as_bytes()).ok()?;
    let length = first_period_end(&certificate.claim)?;
    if !row.checked || length > MOST_RECOMPUTED {
        return None;
    }
    let options = sprague_engine::Budget::unlimited();
    let values = sprague_engine::values(rules, length.checked_sub(1)?, &options).ok()?;
    sequence_hash(&certificate.claim, &values)
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
