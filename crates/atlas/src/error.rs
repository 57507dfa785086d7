//! What can go wrong with an atlas.

use std::fmt;
use std::path::PathBuf;

/// What went wrong, in a sentence that says what to do about it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file is no atlas, or is damaged.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        reason: String,
    },
    /// The file is an SQLite database of another program.
    NotAnAtlas(PathBuf),
    /// The file was written by a newer program.
    TooNew {
        /// The file.
        path: PathBuf,
        /// The version of its schema.
        found: u32,
        /// The newest version known here.
        known: u32,
    },
    /// A request that makes no sense: an unknown family, a condition that cannot be read.
    Request(String),
    /// A row that may not enter the atlas.
    Refused {
        /// The game of the row.
        game: String,
        /// Why.
        reason: String,
    },
    /// Another error of the database.
    Sqlite(rusqlite::Error),
    /// Reading or writing a file failed.
    Io(PathBuf, std::io::Error),
    /// The work was stopped by the observer.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged { path, reason } => write!(
                f,
                "{} is damaged or no atlas ({reason}): restore a copy, or move it away; a new \
                 atlas starts from the seed and `sprague census` fills it again",
                path.display()
            ),
            Self::NotAnAtlas(path) => write!(
                f,
                "{} is a database of another program: give the atlas another file with --db",
                path.display()
            ),
            Self::TooNew { path, found, known } => write!(
                f,
                "{} was written by a newer sprague (schema {found}, known here: {known}): update \
                 the program",
                path.display()
            ),
            Self::Request(message) => f.write_str(message),
            Self::Refused { game, reason } => {
                write!(f, "{game} may not enter the atlas: {reason}")
            }
            Self::Sqlite(error) => write!(f, "the atlas: {error}"),
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}
