//! What is on record about one game before anybody searches: the seed or the user's atlas, and
//! the literature.
//!
//! Only a proof of the seed counts as one: tests verify the seed, and it comes with the program. The
//! atlas of the user is a file that anybody may have written; what it says is told as its word.

use crate::atlas::{Atlas, default_path};
use crate::error::Error;
use crate::literature::{self, Agreement, Entry, RECOMPUTED, compare};
use crate::relative::{Relation, derive, relation};
use crate::row::{CertificateText, Row};
use crate::seed;
use crate::survey::Survey;
use sprague_games::Ruleset;
use std::path::Path;

/// What is on record about a game.
#[derive(Clone, Debug)]
pub struct Record {
    /// The game.
    pub game: String,
    /// Its row, its own or carried over from its representative.
    pub row: Option<Row>,
    /// Whether the row is of the seed, not of the user's atlas.
    pub shipped: bool,
    /// The certificate of the row, where it is kept and about this game, not a relative.
    pub certificate: Option<CertificateText>,
    /// What the literature says about the game, and about its representative.
    pub literature: Vec<Entry>,
    /// Why the seed is not here, where it is not: what it knows is missing then.
    pub missing: Option<String>,
}

/// A proof that needs more values than this is told from the seed before anybody searches; others
/// are found anew in a second.
const LONG: u64 = 1_000_000;

impl Record {
    /// What is on record: in the seed if that has a proof, else in the atlas of the user where
    /// there is one. An atlas that cannot be read is passed over.
    ///
    /// ```
    /// let record = sprague_atlas::record::Record::of(&"Kayles".parse()?);
    /// assert_eq!(record.row.and_then(|row| row.period), Some(12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(rules: &Ruleset) -> Self {
        let own = || {
            let file = default_path().filter(|path| path.exists())?;
            in_file(&file, rules).ok().flatten()
        };
        let game = rules.to_string();
        let kin = relation(rules);
        let representative = kin.representative.to_string();
        // Some entries are computations for comparison, nobody's publication.
        let published = |entry: &&Entry| {
            (entry.game == game || entry.game == representative) && entry.source != RECOMPUTED
        };
        let literature = literature::entries().iter().filter(published).cloned().collect();
        match in_seed(rules, &kin) {
            Ok(seed) => Self::choose(game, seed, own, literature),
            Err(error) => {
                let own = Self::choose(game, None, own, literature);
                Self { missing: Some(error.to_string()), ..own }
            }
        }
    }

    fn choose(
        game: String,
        seed: Option<Found>,
        own: impl FnOnce() -> Option<Found>,
        literature: Vec<Entry>,
    ) -> Self {
        let proved = seed.as_ref().is_some_and(|(row, _)| row.is_proved());
        let own = if proved { None } else { own() };
        // The atlas of the user began with the seed: it counts where it knows more.
        let own = own.filter(|(own, _)| {
            seed.as_ref().is_none_or(|(shipped, _)| own.rank() > shipped.rank())
        });
        let shipped = own.is_none();
        let (row, certificate) = own.or(seed).unzip();
        Self { game, row, shipped, certificate: certificate.flatten(), literature, missing: None }
    }

    /// Whether nothing is on record.
    pub fn is_empty(&self) -> bool {
        self.row.is_none() && self.literature.is_empty() && self.missing.is_none()
    }

    /// The proved row.
    pub fn proved(&self) -> Option<&Row> {
        self.row.as_ref().filter(|row| row.is_proved())
    }

    /// The proved row, if it is of the seed and the checker verified its certificate before it was
    /// written.
    pub fn checked(&self) -> Option<&Row> {
        self.proved().filter(|row| row.checked && self.shipped)
    }

    /// The row, statement and certificate of a regularity that was seen and has a certificate that
    /// nobody has checked.
    fn unchecked(&self) -> Option<(&Row, &str, &str)> {
        let row = self.row.as_ref().filter(|row| !row.is_proved())?;
        Some((row, row.statement.as_deref()?, row.certificate.as_deref()?))
    }

    /// The proof that counts, in a few words: where it is and when the checker verified it.
    pub fn status(&self) -> Option<String> {
        let row = self.checked()?;
        let kept = match &self.certificate {
            Some(_) => "certificate in the atlas".to_owned(),
            None if self.left_out().is_some() => {
                format!("certificate of {} beside the atlas", row.representative)
            }
            None if !row.is_representative() => {
                format!("certificate of {} in the atlas", row.representative)
            }
            None => "in the atlas".to_owned(),
        };
        let day = row.checked_on.as_ref().map_or_else(String::new, |day| format!(" on {day}"));
        Some(format!("proved, {kept}, checked{day}"))
    }

    /// The row of the representative and the checksum of its certificate, where that proves the row of
    /// the seed and is too long to be kept in it.
    fn left_out(&self) -> Option<(Row, String)> {
        let known = seed::survey_of(&self.checked()?.representative).ok()??;
        let hash = known.row.certificate.clone().filter(|_| known.certificate.is_none())?;
        Some((known.row, hash))
    }

    /// Whether a search would take long to find the proof again that is on record here.
    pub fn is_long(&self) -> bool {
        self.checked().is_some_and(|row| row.computed > LONG)
    }

    /// Which game an entry is about, where that is the representative.
    fn about(&self, entry: &Entry) -> String {
        if entry.game == self.game { String::new() } else { format!(" about {}", entry.game) }
    }

    /// What is on record of a game that a search has just proved to be so, in sentences: the proof of the
    /// seed, and what is published, with whether it agrees.
    ///
    /// ```
    /// let record = sprague_atlas::record::Record::of(&"Kayles".parse()?);
    /// let said = record.beside_a_proof(Some(("periodic", 71, 12, 0)));
    /// assert!(said[0].starts_with("in the atlas, too: verified by the checker on 2"), "{said:?}");
    /// assert!(said[1].starts_with("published: preperiod 71, period 12 [Guy and Smith 1956"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn beside_a_proof(&self, found: Option<(&str, u64, u64, u64)>) -> Vec<String> {
        let seed = self.checked().map(|row| format!("in the atlas, too: {}", row.verified_by()));
        let own = |entry: &Entry| match found.filter(|_| entry.game == self.game) {
            Some((kind, preperiod, period, saltus)) => {
                let same = kind == entry.claim
                    && entry.preperiod.is_none_or(|published| published == preperiod)
                    && (entry.period, entry.saltus.unwrap_or(0)) == (Some(period), saltus);
                if same { "" } else { "; which CONTRADICTS the proof here" }
            }
            None => "",
        };
        let entries = self.literature.iter().filter(|entry| entry.period.is_some());
        let entries = entries.map(|entry| {
            let of = self.about(entry);
            format!("published{of}: {} [{}]{}", published(entry), entry.source, own(entry))
        });
        self.missing.iter().cloned().chain(seed).chain(entries).collect()
    }

    /// What is on record, in sentences: what the atlas has proved, what is published, how far the
    /// game was computed where that is beyond so many values.
    pub fn sentences(&self, computed: u64) -> Vec<String> {
        let mut sentences: Vec<String> = self.missing.iter().cloned().collect();
        if let Some(row) = self.proved() {
            let checked =
                if row.checked { format!(", {}", row.verified_by()) } else { String::new() };
            let (theorem, statement) = (row.theorem.as_deref(), row.statement.as_deref());
            let (theorem, statement) = (theorem.unwrap_or("-"), statement.unwrap_or(&row.kind));
            let place = if self.shipped { "the atlas" } else { "your atlas" };
            sentences.push(format!("proved in {place}: {statement} ({theorem}{checked})"));
        }
        if let Some((row, hash)) = self.left_out() {
            sentences.push(format!(
                "its certificate (SHA-256 {hash}) is too long for the atlas: {}",
                makes_again(&row)
            ));
        }
        if let Some((row, statement, hash)) = self.unchecked() {
            let place = if self.shipped { "the atlas" } else { "your atlas" };
            let kept = if self.certificate.is_some() { ", kept there," } else { "" };
            sentences.push(format!(
                "observed in {place} on {} values: {statement}; its certificate (SHA-256 {hash}){kept} \
                 was not checked: the checker would need more than it is allowed",
                row.computed
            ));
        }
        for entry in self.literature.iter().filter(|entry| entry.period.is_some()) {
            let known = self.proved().or(self.unchecked().map(|(row, ..)| row));
            // What is published about the representative is compared with what is known of it.
            let kin = known.filter(|row| row.game != entry.game);
            let kin = kin.and_then(|_| Some(seed::survey_of(&entry.game).ok()??.row));
            let of = self.about(entry);
            let known = kin.as_ref().or(known.filter(|row| row.game == entry.game));
            let own = match known.map(|row| (compare(row, entry), row.is_proved())) {
                Some((Agreement::Agrees, true)) => "and proved here",
                Some((Agreement::Agrees, false)) => "as observed here; not proved here",
                Some((Agreement::Contradicts, true)) => "which CONTRADICTS the proof here",
                Some((Agreement::Contradicts, false)) => "which CONTRADICTS what was observed here",
                _ => "not verified here",
            };
            sentences.push(format!(
                "published{of}: {} [{}]; {own}",
                published(entry),
                entry.source
            ));
        }
        if self.proved().is_none() {
            let less = |row: &&Row| row.computed > computed && self.unchecked().is_none();
            if let Some(row) = self.row.as_ref().filter(less) {
                let (status, values) = (&row.status, row.computed);
                let place = if self.shipped { "the atlas" } else { "your atlas" };
                let rares = match (row.rares, row.last_rare) {
                    (Some(rares), Some(last)) => format!(", {rares} rares, the last at {last}"),
                    _ => String::new(),
                };
                sentences.push(format!("in {place}: {status} after {values} values{rares}"));
            }
            // A search tells these itself.
            if computed == 0 && self.unchecked().is_none() {
                sentences.extend(self.row.as_ref().and_then(nearest));
            }
            for entry in &self.literature {
                let (who, note) = (&entry.source, entry.note.as_deref());
                let of = self.about(entry);
                match (entry.claim.as_str(), entry.computed, entry.period) {
                    (_, Some(heaps), None) => {
                        sentences.push(format!("computed by others{of}: to heap {heaps} [{who}]"));
                    }
                    ("open", None, None) => {
                        sentences.push(format!(
                            "called open by others{of}, without saying how far [{who}]"
                        ));
                    }
                    ("conflict", None, None) => {
                        let note = note.unwrap_or("sources differ");
                        sentences.push(format!("erratum{of}: {note} [{who}]"));
                    }
                    _ => {}
                }
            }
        }
        sentences
    }
}

/// The best regularity that does not last, and the strongest sub-period, of a row without a proof.
fn nearest(row: &Row) -> Option<String> {
    let mut parts = Vec::new();
    if let (Some(from), Some(to), Some(period), Some(saltus)) =
        (row.near_from, row.near_to, row.near_period, row.near_saltus)
    {
        parts.push(format!(
            "(period {period}, saltus {saltus}) holds for {from}..{to} and fails at {}",
            to + 1
        ));
    }
    if let (Some(period), Some(share)) = (row.sub_period, row.sub_share) {
        parts.push(format!("sub-period {period} with share {share:.2}"));
    }
    (!parts.is_empty()).then(|| format!("nearest to regular: {}", parts.join("; ")))
}

/// The commands that make the certificate of a row again which is too long to be kept.
pub fn makes_again(row: &Row) -> String {
    let (game, to) = (&row.game, row.computed);
    if row.theorem.as_deref() == Some("sparse-window") {
        format!(
            "`sprague hunt '{game}' --to {to} --dir DIR` and `sprague solve '{game}' --hunt DIR \
             --certificate FILE` make one"
        )
    } else {
        format!("`sprague solve '{game}' --certificate FILE` makes one")
    }
}

/// A published regularity in words.
fn published(entry: &Entry) -> String {
    let preperiod = entry.preperiod.map_or_else(String::new, |n| format!("preperiod {n}, "));
    let period = entry.period.map_or("?".to_owned(), |n| n.to_string());
    let saltus = match entry.saltus {
        Some(saltus) if saltus > 0 => format!(", saltus {saltus}"),
        _ => String::new(),
    };
    format!("{preperiod}period {period}{saltus}")
}

/// A row, and its certificate where that is about the same game.
type Found = (Row, Option<CertificateText>);

/// The row of a game in this file.
fn in_file(path: &Path, rules: &Ruleset) -> Result<Option<Found>, Error> {
    let atlas = Atlas::open(path)?;
    if let Some(row) = atlas.get(rules)? {
        let hash = row.certificate.as_deref().filter(|_| row.is_representative());
        let certificate = match hash {
            Some(hash) => atlas.certificate(hash)?,
            None => None,
        };
        return Ok(Some((row, certificate)));
    }
    let kin = relation(rules);
    let row = atlas.get(&kin.representative)?;
    Ok(row.and_then(|row| Some((derive(&row, rules, &kin).ok()?, None))))
}

/// The row of a game by the seed.
fn in_seed(rules: &Ruleset, kin: &Relation) -> Result<Option<Found>, Error> {
    let Some(Survey { row, certificate }) = seed::survey_of(&kin.representative.to_string())?
    else {
        return Ok(None);
    };
    if row.game == rules.to_string() {
        return Ok(Some((row, certificate)));
    }
    Ok(derive(&row, rules, kin).ok().map(|row| (row, None)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_seed(rules: &Ruleset) -> Result<Option<Found>, Error> {
        super::in_seed(rules, &relation(rules))
    }

    /// The seed read line by line says of every game in it what the whole atlas says.
    #[test]
    fn the_seed_answers_without_a_database() {
        let atlas = seed::in_memory().unwrap();
        let rows = atlas.rows("1", &[]).unwrap();
        assert!(rows.len() > 500, "{}", rows.len());
        for row in rows.iter().step_by(37) {
            let (found, certificate) = in_seed(&row.game.parse().unwrap()).unwrap().unwrap();
            assert_eq!(found, *row, "{}", row.game);
            if let Some(certificate) = certificate {
                assert_eq!(row.certificate, Some(certificate.hash), "{}", row.game);
                assert!(row.is_representative(), "{}", row.game);
            }
        }
        // A game outside the families whose representative is in them.
        let kin = in_seed(&"0.0137".parse().unwrap()).unwrap();
        assert!(kin.is_none_or(|(row, _)| row.game == "0.0137"));
        assert_eq!(in_seed(&"0.66666".parse().unwrap()).unwrap(), None);
    }

    /// Whoever writes into a file of his own proves nothing; a proof of the seed is not hidden by it.
    #[test]
    fn an_atlas_of_the_user_is_told_and_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("atlas.db");
        let (open, solved): (Ruleset, Ruleset) = ("0.6".parse().unwrap(), "0.77".parse().unwrap());
        let atlas = Atlas::open(&file).unwrap();
        let forge = "UPDATE game SET status = 'proved', checked = 1, kind = 'periodic', \
                     preperiod = 1, period = 5, saltus = 0, theorem = 'sparse-window', \
                     statement = 'G(n+5)=G(n) for all n>=1' WHERE game IN ('0.6', '0.77')";
        assert_eq!(atlas.connection().execute(forge, []).unwrap(), 2);
        drop(atlas);
        let own = |rules| in_file(&file, rules).unwrap();
        let choose = |rules: &Ruleset, own: &dyn Fn() -> Option<Found>| {
            Record::choose(rules.to_string(), in_seed(rules).unwrap(), own, Vec::new())
        };
        let forged = choose(&open, &|| own(&open));
        assert!(forged.proved().is_some() && forged.checked().is_none());
        assert!(forged.sentences(0)[0].starts_with("proved in your atlas: G(n+5)=G(n)"));
        let kayles = choose(&solved, &|| own(&solved));
        assert_eq!(kayles.checked().and_then(|row| row.period), Some(12));
        let without = choose(&open, &|| None);
        assert!(without.shipped && without.proved().is_none());
    }

    #[test]
    fn sentences_say_who_knows_what() {
        let of = |game: &str| {
            let row = in_seed(&game.parse().unwrap()).unwrap().map(|(row, _)| row);
            let literature = literature::entries().iter().filter(|e| e.game == game);
            let (literature, game) = (literature.cloned().collect(), game.to_owned());
            Record { game, row, shipped: true, certificate: None, literature, missing: None }
                .sentences(0)
        };
        let kayles = of("0.77");
        assert!(kayles[0].starts_with("proved in the atlas: "), "{kayles:?}");
        assert!(kayles.iter().all(|s| !s.contains("not verified") && !s.contains("CONTRA")));
        let officers = of("0.6");
        assert!(officers.iter().any(|s| s.starts_with("computed by others: to heap ")));
        // What is published about the representative is said of its kin, as that.
        let kin = Record::of(&"0.455".parse().unwrap()).sentences(0);
        assert!(kin[0].starts_with("proved in the atlas: G(n+60620715)"), "{kin:?}");
        assert!(
            kin[1].starts_with("published about 0.454: preperiod 160949019, period 60620715 [")
        );
        assert!(kin[1].ends_with("; and proved here"), "{kin:?}");
        // How far, and how near to regular; where a search was made, that tells the latter.
        let quoted = of("0.F6");
        assert!(quoted[0].starts_with("in the atlas: open after "), "{quoted:?}");
        let nearest =
            "nearest to regular: (period 43, saltus 32) holds for 604..1885 and fails at 1886";
        assert!(
            quoted[1].starts_with(nearest) && quoted[1].contains("; sub-period "),
            "{quoted:?}"
        );
        assert!(quoted[2].starts_with("erratum: quoted as arithmetic-periodic with period 43"));
        let searched = Record::of(&"0.F6".parse().unwrap()).sentences(100);
        assert!(searched.len() == 2 && !searched[1].contains("nearest"), "{searched:?}");
        let confused = of("0.161");
        assert!(
            confused.contains(
                &"called open by others, without saying how far [Flammenkamp, \
             tables of octal games without a known period]"
                    .to_owned()
            ),
            "{confused:?}"
        );
        let longest = of("0.106");
        assert!(longest[0].starts_with("proved in the atlas: G(n+328226140474)="), "{longest:?}");
        assert!(longest[0].contains("(sparse-window, verified by the fast checker on 2026-"));
        assert!(of("0.454")[0].contains("(sparse-window, verified by the checker on 2026-"));
        assert!(longest[1].contains("is too long for the atlas: `sprague hunt '0.106' --to"));
        assert!(longest[2].ends_with("and proved here"), "{longest:?}");
        assert!(kayles.iter().all(|said| !said.contains("too long")), "{kayles:?}");
        // The same row, had nobody checked its certificate.
        let mut record = Record::of(&"0.106".parse().unwrap());
        let status = record.status().unwrap();
        assert!(status.starts_with("proved, certificate of 0.106 beside the atlas, checked on 2"));
        let seen = |row| Row { status: "observed".into(), checked: false, sequence: None, ..row };
        record.row = record.row.map(seen);
        let longest = record.sentences(0);
        assert!(longest[0].starts_with("observed in the atlas on 877982121984 values: G(n+3"));
        assert!(longest.iter().all(|said| !said.contains("proved in")), "{longest:?}");
        assert!(longest[1].ends_with("as observed here; not proved here"), "{longest:?}");
        let mut record = Record::of(&"0.77".parse().unwrap());
        for entry in &mut record.literature {
            entry.period = entry.period.map(|p| p + 1);
        }
        assert!(record.sentences(0).iter().any(|s| s.contains("CONTRADICTS")));
        let said = record.beside_a_proof(Some(("periodic", 71, 12, 0)));
        assert!(said.iter().any(|s| s.ends_with("; which CONTRADICTS the proof here")), "{said:?}");
        assert!(!record.is_empty());
        record.literature.clear();
        record.row = in_seed(&"0.123456".parse().unwrap()).unwrap().map(|(row, _)| row);
        assert!(record.is_empty() && record.sentences(0).is_empty());
        // Where the seed is not here, that is said.
        record.missing = Some("the atlas is not here".to_owned());
        assert_eq!(record.sentences(0), ["the atlas is not here"]);
        assert_eq!(record.beside_a_proof(None), ["the atlas is not here"]);
        assert!(!record.is_empty());
    }
}
