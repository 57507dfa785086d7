//! What was found elsewhere, taken into an atlas: another atlas as one file, certificates, and the
//! directories of hunts.
//!
//! Nothing is believed. A proof enters if the checker verifies its certificate here; where that would
//! take too long, as observed, with its certificate. What has none is left out, but for what the seed of
//! this program says with a certificate of the same checksum, too long for a file of many. What an open
//! game was computed to is the word of the file.

use crate::atlas::{Atlas, sequence};
use crate::error::Error;
use crate::nearness;
use crate::relative::{by_representative, relation};
use crate::row::{CertificateText, Row};
use crate::seed::{self, Line};
use crate::survey::{Survey, blank, own_sequence, today};
use flate2::read::MultiGzDecoder;
use sprague_budget::{Budget, Progress};
use sprague_certificate::{Certificate, Claim};
use sprague_checker::Step;
use sprague_engine::sparse::SparseSpace;
use sprague_games::Ruleset;
use sprague_hunt::Record;
use sprague_prover::Solution;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// What became of a file or directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games taken in, without their relatives.
    pub games: usize,
    /// Those of them that are proved.
    pub proved: usize,
    /// What was left out, by game, and why.
    pub left_out: Vec<(String, String)>,
}

/// Takes in a file (`.jsonl` or `.jsonl.gz`, each line a family, a survey or a certificate; `.json` or
/// `.json.gz`, one certificate) or the directory of a hunt. The budget is that of each check, and says
/// when to stop; each line is reported.
pub fn import(atlas: &mut Atlas, path: &Path, budget: &Budget) -> Result<Imported, Error> {
    if path.is_dir() {
        return import_hunt(atlas, path, budget);
    }
    let cannot = |error| Error::Io(path.to_owned(), error);
    let file = File::open(path).map_err(cannot)?;
    let packed = path.extension().is_some_and(|ending| ending == "gz");
    let read: Box<dyn Read> =
        if packed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let unpacked = if packed { path.with_extension("") } else { path.to_owned() };
    if unpacked.extension().is_some_and(|ending| ending == "json") {
        return import_certificate(atlas, path, read, budget);
    }
    let mut imported = Imported::default();
    // What an older version took for a representative and follows from another game now.
    let mut others = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(read).lines()) {
        let line = line.map_err(cannot)?;
        if budget.is_spent() {
            return Err(Error::Stopped);
        }
        let wrong =
            |reason: String| Error::Request(format!("{}, line {number}: {reason}", path.display()));
        match read_line(&line).map_err(wrong)? {
            Said::Nothing => continue,
            Said::Family(family) => {
                let names: Vec<String> = family.games().iter().map(ToString::to_string).collect();
                atlas.note_family(family.name(), &names)?;
                continue;
            }
            Said::Survey(survey, relatives) => {
                let games = relatives.iter().chain([&survey.row.game]);
                let games = games.filter_map(|game| game.parse::<Ruleset>().ok());
                others.extend(
                    games.filter(|game| {
                        relation(game).representative.to_string() != survey.row.game
                    }),
                );
                let own = survey.row.game.parse::<Ruleset>();
                if own.is_ok_and(|rules| relation(&rules).representative != rules) {
                    continue;
                }
                take(atlas, &survey, &relatives, budget, &mut imported)?;
            }
            Said::Certificate(certificate) => {
                take_certificate(atlas, &certificate, &line, budget, &mut imported)?;
            }
        }
        // Whether to go on is asked above.
        let _ = budget.report(Progress { done: number, total: None, unit: "lines" });
    }
    for (representative, games) in by_representative(&others) {
        if let Some(row) = atlas.get(&representative)? {
            atlas.derive_missing(&row, &games)?;
        } else {
            let reason = format!("it is solved as {representative}, which is not here");
            let names = games.iter().map(|(game, _)| game.to_string());
            imported.left_out.extend(names.map(|game| (game, reason.clone())));
        }
    }
    Ok(imported)
}

/// Takes in a file that is one certificate.
fn import_certificate(
    atlas: &mut Atlas,
    path: &Path,
    read: Box<dyn Read>,
    budget: &Budget,
) -> Result<Imported, Error> {
    let mut json = String::new();
    read.take(sprague_certificate::MAX_BYTES as u64 + 1)
        .read_to_string(&mut json)
        .map_err(|error| Error::Io(path.to_owned(), error))?;
    let certificate = Certificate::from_json(json.as_bytes())
        .map_err(|error| Error::Request(format!("{}: {error}", path.display())))?;
    let mut imported = Imported::default();
    take_certificate(atlas, &certificate, &json, budget, &mut imported)?;
    Ok(imported)
}

/// What a line says.
enum Said {
    Nothing,
    Family(crate::Family),
    Survey(Box<Survey>, Vec<String>),
    Certificate(Box<Certificate>),
}

fn read_line(line: &str) -> Result<Said, String> {
    if line.trim().is_empty() {
        return Ok(Said::Nothing);
    }
    match serde_json::from_str::<Line>(line) {
        Ok(Line::Family { family }) => {
            // A file of rules is nobody else's family.
            Ok(crate::Family::named(&family).map_or(Said::Nothing, Said::Family))
        }
        Ok(Line::Survey { survey, relatives }) => Ok(Said::Survey(survey, relatives)),
        Err(_) => {
            let certificate = Certificate::from_json(line.as_bytes());
            let certificate =
                certificate.map_err(|error| format!("no survey and no certificate: {error}"))?;
            Ok(Said::Certificate(Box::new(certificate)))
        }
    }
}

/// Takes in the row that a certificate proves, or says why not.
fn take_certificate(
    atlas: &mut Atlas,
    certificate: &Certificate,
    json: &str,
    budget: &Budget,
    imported: &mut Imported,
) -> Result<(), Error> {
    match surveyed(certificate, json, budget) {
        Ok(survey) => take(atlas, &survey, &[], budget, imported),
        Err(reason) => {
            imported.left_out.push((certificate.game.clone(), reason));
            Ok(())
        }
    }
}

/// Takes in a survey after the checker has looked at it; what it refuses is left out.
fn take(
    atlas: &mut Atlas,
    survey: &Survey,
    relatives: &[String],
    budget: &Budget,
    imported: &mut Imported,
) -> Result<(), Error> {
    let mut kin = Vec::new();
    for game in relatives {
        // A relative whose representative is another game is no relative.
        if let Ok(game) = game.parse::<Ruleset>() {
            let relation = relation(&game);
            if relation.representative.to_string() == survey.row.game {
                kin.push((game, relation));
            }
        }
    }
    let of_seed = in_seed(survey)?;
    let (survey, check) = match &of_seed {
        Some(known) => (known, None),
        None => (survey, Some(budget)),
    };
    match atlas.accept(survey, &kin, check) {
        Ok(()) => {
            imported.games += 1;
            let known = atlas.get_by_name(&survey.row.game)?;
            imported.proved += usize::from(known.is_some_and(|row| row.is_proved()));
            Ok(())
        }
        Err(Error::Refused { game, reason }) => {
            imported.left_out.push((game, reason));
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// What the seed says where a survey claims a proof, has no certificate with it, and the seed has the
/// same claim proved by a certificate with the same checksum, too long to be kept there. The seed is
/// believed, not the survey.
fn in_seed(survey: &Survey) -> Result<Option<Survey>, Error> {
    let row = &survey.row;
    if survey.certificate.is_some() || row.certificate.is_none() || !row.is_proved() {
        return Ok(None);
    }
    let same = |known: &Survey| {
        known.certificate.is_none()
            && known.row.is_proved()
            && known.row.checked
            && known.row.certificate == row.certificate
            && known.row.statement == row.statement
    };
    Ok(seed::survey_of(&row.game)?.filter(same))
}

/// Values computed for the row of a certificate.
const VALUES: u64 = 1024;

/// A row for what a certificate claims; the checker has still to verify it.
fn surveyed(certificate: &Certificate, json: &str, budget: &Budget) -> Result<Survey, String> {
    let rules: Ruleset = certificate.game.parse().map_err(|error| format!("{error}"))?;
    if relation(&rules).representative != rules {
        return Err("another game represents it".to_owned());
    }
    let text = CertificateText::new(json.to_owned());
    let work = budget.clone().silent();
    let values =
        sprague_engine::values(&rules, VALUES - 1, &work).map_err(|error| error.to_string())?;
    let (max_at, max_value) = values.iter().enumerate().fold((0, 0), |(at, max), (n, &value)| {
        if value > max { (n as u64, value) } else { (at, max) }
    });
    let row = Row {
        computed: values.len() as u64,
        max_value,
        max_at,
        value_limit: VALUES,
        ..blank(&rules)
    };
    let row = proved(row, certificate, &text);
    Ok(Survey { row, certificate: Some(text) })
}

/// The row with what its certificate claims.
fn proved(row: Row, certificate: &Certificate, text: &CertificateText) -> Row {
    let claim = &certificate.claim;
    let regularity = claim.regularity();
    Row {
        kind: claim.kind().name().to_owned(),
        preperiod: regularity.map(|r| r.preperiod),
        period: regularity.map(|r| r.period),
        saltus: regularity.map(|r| r.saltus),
        periodic_residues: match claim {
            Claim::Sapp { periodic_residues, .. } => periodic_residues.clone(),
            _ => Vec::new(),
        },
        status: "proved".to_owned(),
        theorem: Some(certificate.proof.theorem().name().to_owned()),
        statement: Some(claim.to_string()),
        certificate: Some(text.hash.clone()),
        ..row
    }
}

/// Takes in what a hunt knows: its period, proved if the checker verifies the certificate within the
/// budget and observed if that would cost more; or how far it is.
fn import_hunt(atlas: &mut Atlas, directory: &Path, budget: &Budget) -> Result<Imported, Error> {
    let cannot = |error: sprague_hunt::FileError| {
        Error::Request(format!("{} is no directory of a hunt: {error}", directory.display()))
    };
    let state = Record::read(&directory.join("state")).map_err(cannot)?;
    let refuse = |reason: String| Error::Refused { game: state.game.clone(), reason };
    let rules: Ruleset =
        state.game.parse().map_err(|error| refuse(format!("its rules cannot be read: {error}")))?;
    let relation = relation(&rules);
    if relation.representative != rules {
        let other = &relation.representative;
        return Err(refuse(format!("it is solved as {other}: hunt that game")));
    }
    let space = SparseSpace::seen(state.space, state.largest, &state.rares);
    let mut row = Row {
        computed: state.heaps,
        max_value: state.largest.value,
        max_at: state.largest.heap,
        mask: Some(space.mask),
        position_parity: Some(space.position_parity),
        // The atlas counts from heap 1 on.
        rares: Some(space.rares - u64::from(space.zero_is_rare)),
        last_rare: Some(space.last_rare),
        value_limit: state.heaps,
        ..blank(&rules)
    };
    let solution = Solution::from_hunt(&rules, directory).map_err(cannot)?;
    let mut certificate = None;
    if let Some(mut solution) = solution {
        match solution.check(budget) {
            Err(rejection) if rejection.step() != Step::Limit => {
                return Err(refuse(rejection.to_string()));
            }
            _ => {}
        }
        let found = solution.certificate();
        let found = found.ok_or_else(|| refuse("it has no certificate".to_owned()))?;
        let text = CertificateText::new(found.to_json());
        row = proved(row, &found, &text);
        if solution.is_checked() == Some(true) {
            row.checked = true;
            row.checked_on = Some(today());
            let of_values = sequence(&row, Some(&text), &rules);
            row.sequence = Some(of_values.unwrap_or_else(|| own_sequence(&row.game, 0, 1)));
        } else {
            "observed".clone_into(&mut row.status);
        }
        certificate = Some(text);
    }
    nearness::note_anew(&mut row, &rules, &budget.clone().silent());
    let games_proved = usize::from(row.is_proved());
    // What the checker said is known: no second check.
    let kin: Vec<_> = vec![(rules, relation)];
    atlas.accept(&Survey { row, certificate }, &kin, None)?;
    Ok(Imported { games: 1, proved: games_proved, left_out: Vec::new() })
}
