//! The schema of the atlas, as the steps that lead to it. A step is never changed once
//! released; a new need is a new step at the end.

use crate::error::Error;
use crate::relative::{derive, relation};
use crate::row::Row;
use crate::survey::own_sequence;
use crate::table::{COLUMNS, read_row, write_row};
use rusqlite::{Connection, OptionalExtension, Transaction};
use sprague_games::Ruleset;
use std::path::Path;

/// Marks an SQLite file as an atlas: "sprg".
pub const APPLICATION_ID: u32 = 0x7370_7267;

/// The steps; step i leads from schema version i to i+1.
pub const STEPS: [&str; 6] = [
    // 1: games and certificates
    "CREATE TABLE game (
         game            TEXT PRIMARY KEY,
         class           TEXT NOT NULL,
         standard_form   TEXT,
         shift           INTEGER,
         representative  TEXT NOT NULL,
         offset          INTEGER NOT NULL,
         scale           INTEGER NOT NULL,
         kind            TEXT NOT NULL,
         preperiod       INTEGER,
         period          INTEGER,
         saltus          INTEGER,
         periodic_residues TEXT NOT NULL,
         status          TEXT NOT NULL,
         theorem         TEXT,
         statement       TEXT,
         computed        INTEGER NOT NULL,
         max_value       INTEGER NOT NULL,
         max_at          INTEGER NOT NULL,
         mask            INTEGER,
         position_parity INTEGER,
         rares           INTEGER,
         last_rare       INTEGER,
         sequence        TEXT,
         certificate     TEXT,
         checked         INTEGER NOT NULL,
         value_limit     INTEGER NOT NULL,
         time_limit      REAL,
         stopped         TEXT,
         version         TEXT NOT NULL,
         seconds         REAL NOT NULL
     ) WITHOUT ROWID;
     CREATE TABLE certificate (
         hash  TEXT PRIMARY KEY,
         bytes INTEGER NOT NULL,
         json  BLOB NOT NULL
     );
     CREATE INDEX game_by_kind ON game(kind, status);
     CREATE INDEX game_by_status ON game(status);
     CREATE INDEX game_by_period ON game(period);
     CREATE INDEX game_by_preperiod ON game(preperiod);
     CREATE INDEX game_by_computed ON game(computed);
     CREATE INDEX game_by_max_value ON game(max_value);
     CREATE INDEX game_by_theorem ON game(theorem);
     CREATE INDEX game_by_representative ON game(representative);
     CREATE INDEX game_by_standard_form ON game(standard_form);
     CREATE INDEX game_by_sequence ON game(sequence);",
    // 2: what the literature says
    "CREATE TABLE literature (
         game       TEXT NOT NULL,
         claim      TEXT NOT NULL,
         preperiod  INTEGER,
         period     INTEGER,
         saltus     INTEGER,
         max_value  INTEGER,
         max_at     INTEGER,
         mask       INTEGER,
         rares      INTEGER,
         last_rare  INTEGER,
         computed   INTEGER,
         oeis       TEXT,
         source     TEXT NOT NULL,
         note       TEXT,
         recomputed INTEGER NOT NULL
     );
     CREATE INDEX literature_by_game ON literature(game);",
    // 3: which games belong to a family
    "CREATE TABLE member (
         family TEXT NOT NULL,
         game   TEXT NOT NULL,
         PRIMARY KEY (family, game)
     ) WITHOUT ROWID;
     CREATE INDEX member_by_game ON member(game);",
    // 4: few kinds and many games: what a kind is sorted by is in the index, the game included,
    // which the planner overlooks where it is only the key behind the index
    "DROP INDEX game_by_kind;
     DROP INDEX game_by_status;
     DROP INDEX game_by_theorem;
     CREATE INDEX game_by_kind ON game(kind, game);
     CREATE INDEX game_by_kind_and_period ON game(kind, period);
     CREATE INDEX game_by_kind_and_preperiod ON game(kind, preperiod);
     CREATE INDEX game_by_kind_and_computed ON game(kind, computed);
     CREATE INDEX game_by_kind_and_max_value ON game(kind, max_value);
     CREATE INDEX game_by_status ON game(status, game);
     CREATE INDEX game_by_status_and_period ON game(status, period);
     CREATE INDEX game_by_status_and_preperiod ON game(status, preperiod);
     CREATE INDEX game_by_status_and_computed ON game(status, computed);
     CREATE INDEX game_by_theorem ON game(theorem, game);",
    // 5: how near to regular open games are, when a certificate was checked, who published what,
    // misere quotients, and notes about the file itself
    "ALTER TABLE game ADD COLUMN near_from INTEGER;
     ALTER TABLE game ADD COLUMN near_to INTEGER;
     ALTER TABLE game ADD COLUMN near_period INTEGER;
     ALTER TABLE game ADD COLUMN near_saltus INTEGER;
     ALTER TABLE game ADD COLUMN sub_period INTEGER;
     ALTER TABLE game ADD COLUMN sub_share REAL;
     ALTER TABLE game ADD COLUMN nearness REAL;
     ALTER TABLE game ADD COLUMN checked_on TEXT;
     ALTER TABLE literature ADD COLUMN author TEXT;
     ALTER TABLE literature ADD COLUMN year INTEGER;
     CREATE TABLE misere (
         game           TEXT PRIMARY KEY,
         tame           INTEGER NOT NULL,
         first_wild     INTEGER,
         quotient_order INTEGER,
         p_order        INTEGER,
         status         TEXT,
         preperiod      INTEGER,
         period         INTEGER,
         verified_to    INTEGER
     ) WITHOUT ROWID;
     CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;",
    // 6: infinite misere quotients, statements, and misere play as columns beside those of a game
    "DROP TABLE misere;
     CREATE TABLE misere (
         game           TEXT PRIMARY KEY,
         tame           INTEGER NOT NULL,
         first_wild     INTEGER,
         quotient_order INTEGER,
         p_order        INTEGER,
         status         TEXT NOT NULL,
         preperiod      INTEGER,
         period         INTEGER,
         verified_to    INTEGER,
         statement      TEXT
     ) WITHOUT ROWID;
     CREATE VIEW misere_of AS SELECT
         game,
         CASE status WHEN 'proved' THEN 'finite' ELSE status END AS misere,
         tame           AS misere_tame,
         first_wild     AS misere_first_wild,
         quotient_order AS misere_order,
         p_order        AS misere_p_order,
         preperiod      AS misere_preperiod,
         period         AS misere_period,
         verified_to    AS misere_verified_to,
         statement      AS misere_statement
     FROM misere;",
];

/// The version of the schema that this program writes.
pub const VERSION: u32 = STEPS.len() as u32;

/// Brings the schema of an open database up to date. Returns the version found.
pub fn migrate(connection: &mut Connection, path: &Path) -> Result<u32, Error> {
    let found = version(connection, path)?;
    if found == VERSION {
        return Ok(found);
    }
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    // Another process may have migrated while this one waited for the lock.
    let found = version(&transaction, path)?;
    for step in &STEPS[found as usize..] {
        transaction.execute_batch(step)?;
    }
    if found < 5 {
        transaction.execute_batch("DELETE FROM literature")?;
        crate::literature::fill(&transaction)?;
        fill_sequences(&transaction)?;
    }
    if found < 6 {
        crate::misere::fill(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(found)
}

/// Gives proved rows without a sequence theirs: files of version 4 and before have them.
fn fill_sequences(transaction: &Transaction<'_>) -> Result<(), Error> {
    let missing = "status = 'proved' AND sequence IS NULL ORDER BY game = representative DESC";
    let sql = format!("SELECT {} FROM game WHERE {missing}", COLUMNS.join(","));
    let rows: Vec<Row> =
        transaction.prepare(&sql)?.query_map([], read_row)?.collect::<Result<_, _>>()?;
    let one = format!("SELECT {} FROM game WHERE game = ?1", COLUMNS.join(","));
    for mut row in rows {
        row.sequence = Some(own_sequence(&row.representative, row.offset, row.scale));
        if !row.is_representative()
            && let Ok(rules) = row.game.parse::<Ruleset>()
            && let Some(representative) =
                transaction.query_row(&one, [&row.representative], read_row).optional()?
            && let Ok(derived) = derive(&representative, &rules, &relation(&rules))
        {
            row = derived;
        }
        write_row(transaction, &row)?;
    }
    Ok(())
}

/// The schema version of a database; refuses databases of other programs and of newer
/// versions of this one.
pub fn version(connection: &Connection, path: &Path) -> Result<u32, Error> {
    let pragma = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |r| r.get(0));
    // Another process may write the schema between these questions: what is read last is what
    // marks an atlas.
    let tables: u32 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |r| r.get(0))?;
    let version: u32 = pragma("user_version")?;
    let id: u32 = pragma("application_id")?;
    if id != APPLICATION_ID && (tables > 0 || id != 0 || version != 0) {
        return Err(Error::NotAnAtlas(path.to_owned()));
    }
    if version > VERSION {
        return Err(Error::TooNew { path: path.to_owned(), found: version, known: VERSION });
    }
    Ok(version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_budget::Budget;

    /// A file as the program of that version left it, with a game in it.
    fn of_version(version: usize) -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(&STEPS[..version].concat()).unwrap();
        if version > 0 {
            connection
                .execute_batch(&format!(
                    "INSERT INTO game (game, class, representative, offset, scale, kind,
                         periodic_residues, status, computed, max_value, max_at, checked,
                         value_limit, version, seconds)
                     VALUES ('0.6', 'octal', '0.6', 0, 1, 'open', '[]', 'open', 7, 3, 5, 0, 7,
                         '0', 0);
                     PRAGMA application_id = {APPLICATION_ID};
                     PRAGMA user_version = {version};"
                ))
                .unwrap();
        }
        if version > 0 {
            // Up to version 4 the rows of cousins had no sequence.
            connection
                .execute_batch(
                    "INSERT INTO game (game, class, standard_form, shift, representative, offset,
                         scale, kind, preperiod, period, saltus, periodic_residues, status, theorem,
                         statement, computed, max_value, max_at, sequence, checked, value_limit,
                         version, seconds)
                     VALUES ('0.4', 'octal', '0.137', 2, '0.4', 0, 1, 'periodic', 54, 34, 0, '[]',
                         'proved', 'finite-take-and-break', 'G(n+34)=G(n) for all n>=54', 200, 9,
                         87, 'ab', 1, 20000, '0', 0),
                         ('0.07', 'octal', '0.137', 1, '0.4', -1, 1, 'periodic', 53, 34, 0, '[]',
                         'proved', 'finite-take-and-break', 'G(n+34)=G(n) for all n>=53', 199, 9,
                         86, NULL, 1, 20000, '0', 0);",
                )
                .unwrap();
        }
        if (2..5).contains(&version) {
            // What the literature said then.
            let sql = "INSERT INTO literature (game, claim, source, recomputed)
                       VALUES ('0.6', 'open', 'before', 0)";
            connection.execute_batch(sql).unwrap();
        } else if version >= 5 {
            let mut connection = connection;
            let transaction = connection.transaction().unwrap();
            crate::literature::fill(&transaction).unwrap();
            fill_sequences(&transaction).unwrap();
            transaction.commit().unwrap();
            return connection;
        }
        connection
    }

    fn texts(connection: &Connection, sql: &str) -> Vec<String> {
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn every_former_version_becomes_the_newest() {
        let schema = "SELECT name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY name";
        let literature = "SELECT game || claim || source FROM literature ORDER BY rowid";
        let mut new = of_version(0);
        assert_eq!(migrate(&mut new, Path::new("new")).unwrap(), 0);
        for version in 1..=STEPS.len() {
            let mut old = of_version(version);
            assert_eq!(migrate(&mut old, Path::new("old")).unwrap(), version as u32);
            assert_eq!(texts(&old, schema), texts(&new, schema), "from {version}");
            assert_eq!(texts(&old, literature), texts(&new, literature), "from {version}");
            if version < 6 {
                let misere = "SELECT game || status || statement FROM misere ORDER BY game";
                assert_eq!(texts(&old, misere), texts(&new, misere), "from {version}");
            }
            let computed = "SELECT game || ' ' || computed FROM game ORDER BY game";
            assert_eq!(texts(&old, computed), ["0.07 199", "0.4 200", "0.6 7"]);
            // A sequence of 87 values, hashed; as a survey of 0.07 would.
            let own = crate::survey::survey(&"0.07".parse().unwrap(), &Budget::unlimited());
            let sequence = "SELECT sequence FROM game WHERE game = '0.07'";
            assert_eq!(texts(&old, sequence), [own.unwrap().row.sequence.unwrap()]);
            let pragma = |name: &str| -> u32 {
                old.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0)).unwrap()
            };
            assert_eq!(
                (pragma("user_version"), pragma("application_id")),
                (VERSION, APPLICATION_ID)
            );
        }
    }
}
