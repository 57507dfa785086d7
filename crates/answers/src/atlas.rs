//! `atlas`: what the atlas knows about many games and about one.

use crate::solve::NearMissAnswer;
use crate::{AnswerError, Budget};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use sprague::rules::{Ruleset, names};
use sprague::{NearMiss, near_misses};
use sprague_atlas::find::RowSearch;
use sprague_atlas::literature::{Agreement, Entry, compare};
use sprague_atlas::misere::MisereRow;
use sprague_atlas::relative::relation;
use sprague_atlas::{Atlas, CoqTheorem, Error, Row, lookup, seed};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

#[cfg(target_family = "wasm")]
pub use sprague_atlas::seed::give as give_seed;

/// An atlas that many requests read: one that was opened, or the seed in memory, which is
/// built when it is first asked for.
#[derive(Clone, Default)]
pub struct Shared {
    opened: Option<Arc<Mutex<Atlas>>>,
}

impl Shared {
    /// This atlas.
    pub fn new(atlas: Atlas) -> Self {
        Self { opened: Some(Arc::new(Mutex::new(atlas))) }
    }

    /// Lets `ask` read the atlas, one request at a time; a query is a matter of
    /// milliseconds.
    fn read<T>(&self, ask: impl FnOnce(&Atlas) -> Result<T, Error>) -> Result<T, AnswerError> {
        static SEED: OnceLock<Result<Mutex<Atlas>, String>> = OnceLock::new();
        let atlas = match &self.opened {
            Some(atlas) => atlas,
            None => SEED
                .get_or_init(|| seed::in_memory().map(Mutex::new).map_err(|e| e.to_string()))
                .as_ref()
                .map_err(AnswerError::refused)?,
        };
        let atlas = atlas.lock().unwrap_or_else(PoisonError::into_inner);
        ask(&atlas).map_err(AnswerError::refused)
    }
}

/// The most rows of one answer.
pub const ROWS: u64 = 200;

/// Some games of the atlas that satisfy conditions.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AtlasPage {
    /// How many there are.
    pub total: u64,
    /// How many were skipped.
    pub from: u64,
    /// The rows.
    #[schemars(with = "Vec<Row>")]
    pub rows: Vec<serde_json::Value>,
}

/// The rows of a search from number `from` on, at most `most`
/// of them, as `atlas find --format json` prints them.
pub fn find(
    atlas: &Shared,
    search: &RowSearch,
    from: u64,
    most: u64,
    budget: &Budget,
) -> Result<AtlasPage, AnswerError> {
    if budget.is_stopped() {
        return Err(AnswerError::stopped());
    }
    let (count, parameters) = search.query("count(*) AS games");
    let mut page = search.clone();
    page.most(most.min(ROWS));
    let (rows, _) = page.query("*");
    let ask = |atlas: &Atlas| {
        let total = atlas.query_json(&count, &parameters)?;
        let rows = atlas.query_json(&format!("{rows} OFFSET {from}"), &parameters)?;
        let total = total.first().and_then(|row| row["games"].as_u64()).unwrap_or(0);
        Ok(AtlasPage { total, from, rows })
    };
    atlas.read(|atlas| atlas.within(budget, ask))
}

/// How many near misses of an open game are told.
const NEAR: usize = 3;
/// The first values over which they are counted.
const COUNTED: u64 = 1 << 14;

/// All that the atlas knows about one game.
pub struct AtlasEntry {
    /// Its row, where it was surveyed.
    pub row: Option<Row>,
    /// When Coq accepted the statement of the row as a theorem, where it did.
    pub coq: Option<CoqTheorem>,
    /// Other games solved through the same representative.
    pub cousins: Vec<String>,
    /// Other representatives with the same sequence, by proof.
    pub same_sequence: Vec<String>,
    /// What the literature says about the game and its cousins, and whether the atlas
    /// agrees where it can tell.
    pub literature: Vec<(Entry, Option<Agreement>)>,
    /// What is known about its misere play.
    pub misere: Option<MisereRow>,
}

impl AtlasEntry {
    /// The entry of these rules.
    pub fn of(atlas: &Atlas, rules: &Ruleset) -> Result<Self, Error> {
        let representative = relation(rules).representative.to_string();
        let row = atlas.get(rules)?;
        let relatives = atlas.relatives(&representative)?;
        let same_sequence = match relatives.iter().find(|row| row.is_representative()) {
            Some(Row { sequence: Some(sequence), .. }) => {
                let mut search = RowSearch::new();
                search.text("sequence", sequence).sql("game = representative");
                let (sql, parameters) = search.query("game");
                atlas
                    .query_json(&sql, &parameters)?
                    .iter()
                    .filter_map(|row| row["game"].as_str().map(str::to_owned))
                    .filter(|game| *game != representative)
                    .collect()
            }
            _ => Vec::new(),
        };
        let name = rules.to_string();
        let cousins = relatives.iter().map(|row| &row.game).filter(|game| **game != name);
        let mut names = vec![name.clone()];
        names.extend(cousins.cloned());
        let known = |entry: &Entry| {
            let row = relatives.iter().find(|row| row.game == entry.game).or(row.as_ref());
            row.filter(|row| row.game == entry.game).map(|row| compare(row, entry))
        };
        let literature = atlas.literature(&names)?;
        let literature = literature.into_iter().map(|entry| {
            let agreement = known(&entry);
            (entry, agreement)
        });
        let literature = literature.collect();
        let coq = row.as_ref().and_then(CoqTheorem::of_row);
        let misere = atlas.misere(&name)?;
        Ok(Self { cousins: names.split_off(1), same_sequence, literature, misere, row, coq })
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.row.is_none() && self.literature.is_empty() && self.cousins.is_empty()
    }

    /// Where the row says that nothing is known, the periods that most of the first heaps obey, the best first: counted
    /// anew when they are asked for. None where the values cannot be had within the budget.
    pub fn near_misses(&self, rules: &Ruleset, budget: &Budget) -> Vec<NearMiss> {
        let Some(row) = self.row.as_ref().filter(|row| row.status == "open") else {
            return Vec::new();
        };
        let to = row.computed.min(COUNTED).saturating_sub(1);
        let values = crate::values::counted(rules, to, budget);
        values.map_or_else(|_| Vec::new(), |values| near_misses(&values, NEAR))
    }

    /// All of it as an answer.
    pub fn answer(self, rules: &Ruleset, budget: &Budget) -> AtlasGame {
        let near_misses = self.near_misses(rules, budget).into_iter().map(Into::into).collect();
        let literature = self
            .literature
            .into_iter()
            .map(|(entry, atlas)| PublishedEntry { entry, atlas })
            .collect();
        AtlasGame {
            game: rules.to_string(),
            row: self.row,
            coq: self.coq,
            cousins: self.cousins,
            same_sequence: self.same_sequence,
            literature,
            misere: self.misere,
            near_misses,
        }
    }
}

/// All that the atlas knows about one game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "show")]
pub struct AtlasGame {
    /// The rules in canonical form.
    pub game: String,
    /// Its row, where it was surveyed.
    pub row: Option<Row>,
    /// When Coq accepted the statement of the row as a theorem, where it did.
    pub coq: Option<CoqTheorem>,
    /// Other games solved through the same representative.
    pub cousins: Vec<String>,
    /// Other representatives with the same sequence, by proof.
    pub same_sequence: Vec<String>,
    /// What the literature says about the game and its cousins.
    pub literature: Vec<PublishedEntry>,
    /// What is known about its misere play.
    pub misere: Option<MisereRow>,
    /// Where nothing is known: the periods that most of the first 2^14 heaps obey, the best first.
    pub near_misses: Vec<NearMissAnswer>,
}

/// One row of a query, keyed by the names of its columns. An integer beyond 2^53 is a string,
/// bytes are hexadecimal digits; the columns checked, position_parity, recomputed and tame are
/// truth values, periodic_residues is a list.
pub struct SqlRow;

impl JsonSchema for SqlRow {
    fn schema_name() -> Cow<'static, str> {
        "SqlRow".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let truth = json_schema!({"type": ["boolean", "number", "string", "null"]});
        json_schema!({
            "description": "One row of a query, keyed by the names of its columns. An integer \
                beyond 2^53 is a string, bytes are hexadecimal digits; the columns checked, \
                position_parity and recomputed are truth values, periodic_residues is a list.",
            "type": "object",
            "properties": {
                "checked": truth,
                "position_parity": truth,
                "recomputed": truth,
                "periodic_residues": {
                    "type": ["array", "number", "string", "null"],
                    "items": {"type": "integer", "minimum": 0},
                },
            },
            "additionalProperties": {"type": ["string", "number", "null"]},
        })
    }
}

/// A published statement, and whether the atlas agrees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "literature")]
pub struct PublishedEntry {
    /// The statement.
    #[serde(flatten)]
    pub entry: Entry,
    /// Whether the atlas agrees, where it can tell.
    pub atlas: Option<Agreement>,
}

/// The games that have a sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LookupAnswer {
    /// How many there are.
    pub total: u64,
    /// Their rules in canonical form, the named ones first; at most [`FOUND`] of them.
    pub games: Vec<String>,
}

/// The most games of one answer to a lookup.
pub const FOUND: usize = 50;
/// Fewer terms say little about a sequence.
const LEAST_TERMS: usize = 4;
/// More terms are not compared.
const MOST_TERMS: usize = 100;

/// The named games and those of the atlas whose nim-sequences begin with these values, from heap 0
/// on or, where the first value is not 0, from heap 1 on.
pub fn begins(atlas: &Shared, text: &str, budget: &Budget) -> Result<LookupAnswer, AnswerError> {
    let wanted = lookup::read_values(text)
        .map_err(|error| AnswerError::malformed(error, "write 0,1,2,3,1,4"))?;
    if !(LEAST_TERMS..=MOST_TERMS).contains(&wanted.len()) {
        return Err(AnswerError::refused(format!("{} terms are given", wanted.len()))
            .with_hint(format!("{LEAST_TERMS} to {MOST_TERMS} are compared")));
    }
    let skipped = usize::from(wanted.first() != Some(&0));
    let last = (wanted.len() + skipped - 1) as u64;
    let mut found: Vec<String> = Vec::new();
    for named in names::NAMED_GAMES {
        let Ok(rules) = named.rules.parse::<Ruleset>() else { continue };
        let own = crate::values::counted(&rules, last, budget)?;
        if own.get(skipped..).is_some_and(|own| own == wanted) {
            found.push(rules.to_string());
        }
    }
    if budget.is_stopped() {
        return Err(AnswerError::stopped());
    }
    let surveyed = atlas.read(|atlas| lookup::beginning(atlas, &wanted))?;
    found.extend(surveyed);
    Ok(listed(found))
}

/// The games with this number in the OEIS.
pub fn of_oeis(number: &str) -> Result<LookupAnswer, AnswerError> {
    let malformed = |_| AnswerError::malformed("this is no number of the OEIS", "write A002186");
    Ok(listed(lookup::of_oeis(number).map_err(malformed)?))
}

/// Each game once, and not too many.
fn listed(mut games: Vec<String>) -> LookupAnswer {
    let mut seen = std::collections::HashSet::new();
    games.retain(|game| seen.insert(game.clone()));
    let total = games.len() as u64;
    games.truncate(FOUND);
    LookupAnswer { total, games }
}

/// The entry of a game as an answer.
pub fn show(atlas: &Shared, rules: &Ruleset, budget: &Budget) -> Result<AtlasGame, AnswerError> {
    let entry = atlas.read(|atlas| AtlasEntry::of(atlas, rules))?;
    if entry.is_empty() {
        return Err(AnswerError::refused(format!("{rules} is not in the atlas"))
            .with_hint("it holds the octal codes to three digits and what a census added"));
    }
    Ok(entry.answer(rules, budget))
}
