//! The seed: what a new atlas starts with.
//!
//! `data/seed.jsonl.gz` holds the surveys of all octal codes to three digits, also with 4 before the
//! point and with a pass, all hexadecimal codes to two digits and all cut games to 8 cuts as our own
//! census found them, one representative per line with the games it stands for, and its certificate where that is small. `tools/atlas.sh`
//! makes it: a census of each family, which says the same on every machine (a test compares), then
//! further with the games left open, as far as the time allows, and hunts for the long periods and
//! the sparse games; each row says how far that is.

use crate::atlas::Atlas;
use crate::error::Error;
use crate::relative::relation;
use crate::row::sha256;
use crate::shipped;
use crate::survey::Survey;
use flate2::{Compression, GzBuilder};
use serde::{Deserialize, Serialize};
use sprague_games::Ruleset;
use std::io::{ErrorKind, Write};
use std::path::Path;
use tempfile::TempPath;

#[cfg(target_family = "wasm")]
pub use crate::shipped::give;

/// Certificates longer than this are left out: `sprague solve` finds them again.
const LONGEST_CERTIFICATE: usize = 300_000;

/// One line: a family with its members, or a representative with its relatives.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, untagged)]
pub(crate) enum Line {
    Family { family: String },
    Survey { survey: Box<Survey>, relatives: Vec<String> },
}

/// Writes a new atlas with the seed. The file appears whole or not at all: it is written in a
/// folder beside its place and moved there.
pub(crate) fn plant(path: &Path) -> Result<(), Error> {
    let place = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let place = place.unwrap_or(Path::new("."));
    let cannot = |error| Error::Io(path.to_owned(), error);
    std::fs::create_dir_all(place).map_err(|error| Error::Io(place.to_owned(), error))?;
    let beside = tempfile::Builder::new().prefix(".sprague-").tempdir_in(place).map_err(cannot)?;
    let sown = beside.path().join("atlas.db");
    let mut atlas = Atlas::open_or_create(&sown)?;
    // The file is in nobody's hands yet: no need to wait for the disk.
    atlas.connection().execute_batch("PRAGMA synchronous = OFF")?;
    load(&mut atlas, shipped::text()?)?;
    atlas.set_note(NOTE, &sha256(shipped::bytes()?))?;
    // One file, no log beside it, before it is moved.
    atlas.connection().pragma_update(None, "journal_mode", "DELETE")?;
    drop(atlas);
    match TempPath::try_from_path(sown).map_err(cannot)?.persist_noclobber(path) {
        Ok(()) => Ok(()),
        // Another process may have been quicker; then its file stays.
        Err(refused) if refused.error.kind() == ErrorKind::AlreadyExists => Ok(()),
        // A file system that cannot move without replacing.
        Err(refused) => refused.path.persist(path).map_err(|refused| cannot(refused.error)),
    }
}

/// The name of the note that says with which seed a file began.
const NOTE: &str = "seed";

/// Brings a file that began with another seed up to date: what this one knows better is taken over,
/// everything else stays. The atlas of the user began with a seed, noted or not.
pub(crate) fn refresh(atlas: &mut Atlas) -> Result<(), Error> {
    let now = sha256(shipped::bytes()?);
    let began = atlas.note(NOTE)?;
    let of_user = || crate::default_path().is_some_and(|path| path == atlas.path());
    if began.as_ref() == Some(&now) || (began.is_none() && !of_user()) {
        return Ok(());
    }
    load(atlas, shipped::text()?)?;
    atlas.set_note(NOTE, &now)
}

/// The seed as an atlas in memory; no file is touched.
pub fn in_memory() -> Result<Atlas, Error> {
    read(shipped::text()?)
}

/// An atlas in memory from lines in the form of the seed; its rows are believed as they are.
pub fn read(text: &str) -> Result<Atlas, Error> {
    let mut atlas = Atlas::in_memory()?;
    load(&mut atlas, text)?;
    Ok(atlas)
}

/// What the seed has about this representative, found without reading all of it into a database:
/// a line begins with the game it is about.
pub(crate) fn survey_of(representative: &str) -> Result<Option<Survey>, Error> {
    let begin = format!("{{\"survey\":{{\"row\":{{\"game\":\"{representative}\",");
    let line = shipped::text()?.lines().find(|line| line.starts_with(&begin));
    Ok(line.and_then(|line| match serde_json::from_str(line) {
        Ok(Line::Survey { survey, .. }) if survey.row.game == representative => Some(*survey),
        _ => None,
    }))
}

/// Loads surveys in the form of the seed. The rows are believed as they are; `verify` checks
/// them again.
fn load(atlas: &mut Atlas, text: &str) -> Result<(), Error> {
    let wrong = |reason: String| Error::Request(format!("the seed cannot be read: {reason}"));
    for line in text.lines() {
        match serde_json::from_str::<Line>(line).map_err(|error| wrong(error.to_string()))? {
            Line::Family { family } => {
                let family = crate::Family::read(&family)?;
                let names: Vec<String> = family.games().iter().map(ToString::to_string).collect();
                atlas.note_family(family.name(), &names)?;
            }
            Line::Survey { survey, relatives } => {
                let mut games = Vec::new();
                for game in relatives {
                    let game: Ruleset = game.parse().map_err(|error| wrong(format!("{error}")))?;
                    let kin = relation(&game);
                    games.push((game, kin));
                }
                atlas.accept(&survey, &games, None)?;
            }
        }
    }
    Ok(())
}

/// Writes the representatives of an atlas, their relatives and its families in the form of
/// the seed.
pub fn write(atlas: &Atlas, out: &mut dyn Write) -> Result<(), Error> {
    let io = |error| Error::Io("output".into(), error);
    let mut packed = GzBuilder::new().mtime(0).write(out, Compression::best());
    let mut line = |line: &Line| -> Result<(), Error> {
        let text = serde_json::to_string(line).map_err(|error| io(error.into()))?;
        writeln!(packed, "{text}").map_err(io)
    };
    for family in atlas.query_json("SELECT DISTINCT family FROM member ORDER BY family", &[])? {
        let family = family["family"].as_str().unwrap_or_default().to_owned();
        // A file of rules is nobody else's family.
        if crate::Family::named(&family).is_ok() {
            line(&Line::Family { family })?;
        }
    }
    for row in atlas.rows("game = representative ORDER BY game", &[])? {
        let certificate = match &row.certificate {
            Some(hash) => atlas.certificate(hash)?,
            None => None,
        };
        let certificate = certificate.filter(|text| text.json.len() <= LONGEST_CERTIFICATE);
        let relatives = atlas.relatives(&row.game)?;
        let relatives =
            relatives.into_iter().map(|kin| kin.game).filter(|game| *game != row.game).collect();
        line(&Line::Survey { survey: Box::new(Survey { row, certificate }), relatives })?;
    }
    packed.finish().map_err(io)?;
    Ok(())
}
