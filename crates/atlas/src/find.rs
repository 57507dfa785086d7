//! Conditions on rows, as they are typed: `>100`, `12`, `10..20`.

use crate::atlas::Atlas;
use crate::error::Error;
use crate::literature::{self, Agreement, compare};
use crate::lookup;
use crate::misere;
use rusqlite::types::Value;
use sprague_certificate::{Kind, Theorem};
use sprague_games::Ruleset;
use std::collections::BTreeSet;

/// A search: conditions that must all hold.
#[derive(Clone, Debug, Default)]
pub struct RowSearch {
    conditions: Vec<String>,
    parameters: Vec<Value>,
    order: Option<String>,
    most: Option<u64>,
}

/// What is asked for, in the words of whoever asks: everything given must hold.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Columns, and what is wanted of them ([`RowSearch::condition`]).
    pub conditions: Vec<(String, String)>,
    /// A family that was surveyed.
    pub family: Option<String>,
    /// The first values of the sequence.
    pub begins: Option<String>,
    /// Its number in the OEIS.
    pub oeis: Option<String>,
    /// A game with the same sequence.
    pub same_as: Option<String>,
    /// How the literature stands to it: see [`LITERATURE`].
    pub literature: Option<String>,
    /// One row for games that are the same by known theorems.
    pub representatives: bool,
    /// A condition in SQL.
    pub sql: Option<String>,
    /// Columns to sort by; `nearness` alone is from the nearest to regular on.
    pub order: Option<String>,
    /// At most this many rows.
    pub most: Option<u64>,
}

/// How the literature can stand to a game: it has solved it and we have not; we have and it has not;
/// both, and they agree; both, and they contradict each other.
pub const LITERATURE: [&str; 4] = ["theirs", "ours", "agrees", "contradicts"];

impl Asked {
    /// The search in this atlas.
    pub fn search(&self, atlas: &Atlas) -> Result<RowSearch, Error> {
        let mut search = RowSearch::new();
        if let Some(values) = &self.begins {
            let values = lookup::read_values(values)?;
            search.games(&lookup::beginning(atlas, &values)?);
        }
        if let Some(number) = &self.oeis {
            search.games(&lookup::of_oeis(number)?);
        }
        if let Some(game) = &self.same_as {
            let rules: Ruleset = game.parse().map_err(|error| {
                Error::Request(format!("'{game}' is no game: {error}").replace('\n', " "))
            })?;
            search.games(&lookup::same_as(atlas, &rules)?);
        }
        if let Some(word) = &self.literature {
            search.games(&by_literature(atlas, word)?);
        }
        for (column, wanted) in &self.conditions {
            if column == "class" && known_class(atlas, wanted)? {
                search.class(wanted.trim());
            } else {
                search.condition(column, wanted)?;
            }
        }
        if let Some(family) = &self.family {
            let surveyed = atlas.families()?;
            if !surveyed.contains(family) {
                let known = surveyed.join(", ");
                return Err(Error::Request(format!(
                    "no family '{family}' was surveyed here: there are {known}"
                )));
            }
            search.family(family);
        }
        if self.representatives {
            search.sql("game = representative");
        }
        if let Some(condition) = &self.sql {
            search.sql(condition);
        }
        match self.order.as_deref().map(str::trim) {
            Some("nearness") => {
                search.order("nearness DESC NULLS LAST, game");
            }
            Some(order) => {
                search.order(order);
            }
            None => {}
        }
        if let Some(most) = self.most {
            search.most(most);
        }
        Ok(search)
    }
}

/// The games to which the literature stands so, kin of published games included.
fn by_literature(atlas: &Atlas, word: &str) -> Result<Vec<String>, Error> {
    if !LITERATURE.contains(&word) {
        return Err(Error::Request(format!(
            "'{word}' says nothing about the literature: write {}",
            LITERATURE.join(", ")
        )));
    }
    let solved = literature::solved();
    let rows = atlas.rows("1", &[])?;
    let published = literature::entries();
    let judged = |row: &crate::Row, wanted: Agreement| {
        let mut own = published.iter().filter(|e| e.is_solved() && e.game == row.game);
        own.any(|entry| compare(row, entry) == wanted)
    };
    // A game whose sequence is proved to be that of a published one is solved there, too.
    let sequences: BTreeSet<String> = rows
        .iter()
        .filter(|row| solved.contains(&row.representative))
        .filter_map(|row| row.sequence.clone())
        .collect();
    let found = rows.into_iter().filter(|row| {
        let same = row.sequence.as_ref().is_some_and(|own| sequences.contains(own));
        let theirs = same || solved.contains(&row.representative);
        match word {
            "theirs" => theirs && !row.is_proved(),
            "ours" => !theirs && row.is_proved(),
            "agrees" => judged(row, Agreement::Agrees),
            _ => judged(row, Agreement::Contradicts),
        }
    });
    Ok(found.map(|row| row.game).collect())
}

/// The text columns a condition may be about.
const TEXTS: [&str; 8] =
    ["kind", "status", "theorem", "class", "game", "representative", "standard_form", "misere"];

/// The numeric columns a condition may be about.
const NUMBERS: [&str; 22] = [
    "preperiod",
    "period",
    "saltus",
    "computed",
    "max_value",
    "max_at",
    "rares",
    "last_rare",
    "shift",
    "seconds",
    "near_from",
    "near_to",
    "near_period",
    "near_saltus",
    "sub_period",
    "mask",
    "misere_order",
    "misere_p_order",
    "misere_first_wild",
    "misere_preperiod",
    "misere_period",
    "misere_verified_to",
];

impl RowSearch {
    /// Every row.
    pub fn new() -> Self {
        Self::default()
    }

    /// A column satisfies a condition: as [`RowSearch::text`] or [`RowSearch::number`], by the column.
    pub fn condition(&mut self, column: &str, wanted: &str) -> Result<&mut Self, Error> {
        let known = |columns: &[&'static str]| columns.iter().find(|c| **c == column).copied();
        match (known(&TEXTS), known(&NUMBERS)) {
            (Some("game"), _) => Ok(self.game(wanted)),
            (Some(column), _) => {
                known_words(column, wanted)?;
                Ok(if column == "misere" { self.misere(wanted) } else { self.text(column, wanted) })
            }
            (_, Some(column)) => self.number(column, wanted),
            _ => Err(Error::Request(format!(
                "there is no condition on '{column}': write it in SQL (where)"
            ))),
        }
    }

    /// A text column equals one of these, separated by commas; `*` and `?` match as in file
    /// names.
    pub fn text(&mut self, column: &'static str, wanted: &str) -> &mut Self {
        let mut alternatives = Vec::new();
        for one in wanted.split(',').map(str::trim).filter(|one| !one.is_empty()) {
            self.parameters.push(one.to_owned().into());
            let operator = if one.contains(['*', '?']) { "GLOB" } else { "=" };
            alternatives.push(format!("{column} {operator} ?{}", self.parameters.len()));
        }
        if !alternatives.is_empty() {
            self.conditions.push(format!("({})", alternatives.join(" OR ")));
        }
        self
    }

    /// The class is this one, whose name may have commas.
    fn class(&mut self, class: &str) {
        self.parameters.push(class.to_owned().into());
        self.conditions.push(format!("class = ?{}", self.parameters.len()));
    }

    /// Misere play is tame, wild, finite, infinite or open; several, separated by commas, are
    /// alternatives.
    fn misere(&mut self, wanted: &str) -> &mut Self {
        let words: Vec<&str> = wanted.split(',').map(str::trim).collect();
        let chosen = misere::WORDS.iter().filter(|(word, _)| words.contains(word));
        let conditions: Vec<&str> = chosen.map(|(_, condition)| *condition).collect();
        if !conditions.is_empty() {
            self.conditions.push(format!("({})", conditions.join(" OR ")));
        }
        self
    }

    /// The game is one of these, separated by commas where they are patterns; a game by any of its
    /// names.
    fn game(&mut self, wanted: &str) -> &mut Self {
        match wanted.parse::<Ruleset>() {
            Ok(rules) if !wanted.contains(['*', '?']) => self.games(&[rules.to_string()]),
            _ => self.text("game", wanted),
        }
    }

    /// The game is one of these.
    pub fn games(&mut self, games: &[String]) -> &mut Self {
        // One parameter however many they are: SQLite takes 32766 at most.
        self.parameters.push(serde_json::json!(games).to_string().into());
        let list = self.parameters.len();
        self.conditions.push(format!("game IN (SELECT value FROM json_each(?{list}))"));
        self
    }

    /// The game belongs to a family that was surveyed.
    pub fn family(&mut self, family: &str) -> &mut Self {
        self.parameters.push(family.to_owned().into());
        self.conditions.push(format!(
            "game IN (SELECT game FROM member WHERE family = ?{})",
            self.parameters.len()
        ));
        self
    }

    /// A numeric column satisfies a condition: `12`, `=12`, `!=0`, `>100`, `<=7`, `10..20`,
    /// `1000..`, `..20`.
    pub fn number(&mut self, column: &'static str, condition: &str) -> Result<&mut Self, Error> {
        let wrong = || {
            Error::Request(format!(
                "'{condition}' is no condition on {column}: write 12, '>100', '<=7', 10..20 or 1000.."
            ))
        };
        let parse = |text: &str| -> Result<i64, Error> {
            text.trim().replace('_', "").parse().map_err(|_| wrong())
        };
        let text = condition.trim();
        if let Some((low, high)) = text.split_once("..") {
            let high = high.strip_prefix('=').unwrap_or(high);
            if low.trim().is_empty() && high.trim().is_empty() {
                return Err(wrong());
            }
            let mut bounds = Vec::new();
            for (operator, bound) in [(">=", low), ("<=", high)] {
                if !bound.trim().is_empty() {
                    bounds.push((operator, parse(bound)?));
                }
            }
            if let [(_, low), (_, high)] = bounds[..]
                && low > high
            {
                return Err(Error::Request(format!(
                    "no {column} is in {condition}: write {high}..{low}"
                )));
            }
            for (operator, bound) in bounds {
                self.parameters.push(bound.into());
                self.conditions.push(format!("{column} {operator} ?{}", self.parameters.len()));
            }
            return Ok(self);
        }
        let (operator, rest) = [">=", "<=", "!=", "==", ">", "<", "="]
            .into_iter()
            .find_map(|operator| Some((operator, text.strip_prefix(operator)?)))
            .unwrap_or(("=", text));
        let operator = if operator == "==" { "=" } else { operator };
        self.parameters.push(parse(rest)?.into());
        self.conditions.push(format!("{column} {operator} ?{}", self.parameters.len()));
        Ok(self)
    }

    /// A condition in SQL about the columns of the table `game` and those of the view `misere_of`.
    pub fn sql(&mut self, condition: &str) -> &mut Self {
        self.conditions.push(format!("({condition})"));
        self
    }

    /// Sorted by these columns: an SQL ORDER BY list.
    pub fn order(&mut self, order: &str) -> &mut Self {
        self.order = Some(order.to_owned());
        self
    }

    /// At most this many rows.
    pub fn most(&mut self, rows: u64) -> &mut Self {
        self.most = Some(rows);
        self
    }

    /// Whether every row is found, in the usual order.
    pub fn is_everything(&self) -> bool {
        self.conditions.is_empty() && self.order.is_none() && self.most.is_none()
    }

    /// The query for these columns, and its parameters.
    pub fn query(&self, columns: &str) -> (String, Vec<Value>) {
        let condition =
            if self.conditions.is_empty() { "1".to_owned() } else { self.conditions.join(" AND ") };
        let order = self.order.as_deref().unwrap_or("game");
        let limit = self.most.map_or_else(String::new, |most| format!(" LIMIT {most}"));
        // Misere play is known of few games: it is looked up where something asks for it.
        let asked = [columns, &condition, order].iter().any(|text| text.contains("misere"));
        let from = if asked { "game LEFT JOIN misere_of USING (game)" } else { "game" };
        let columns = if columns == "*" { "game.*" } else { columns };
        let sql = format!("SELECT {columns} FROM {from} WHERE {condition} ORDER BY {order}{limit}");
        (sql, self.parameters.clone())
    }
}

/// Refuses words that no row of a column has.
fn known_words(column: &str, wanted: &str) -> Result<(), Error> {
    let known: Vec<&str> = match column {
        "kind" => Kind::ALL.iter().map(|kind| kind.name()).collect(),
        "status" => vec!["proved", "observed", "open"],
        "theorem" => Theorem::ALL.iter().map(|theorem| theorem.name()).collect(),
        "misere" => misere::WORDS.iter().map(|(word, _)| *word).collect(),
        _ => return Ok(()),
    };
    let what = if column == "misere" { "misere play" } else { column };
    refuse_unknown(what, &known, wanted, column != "misere")
}

/// Whether this is one class of the atlas, commas in its name and all; refuses what is no class.
fn known_class(atlas: &Atlas, wanted: &str) -> Result<bool, Error> {
    let rows = atlas.query_json("SELECT DISTINCT class FROM game ORDER BY class", &[])?;
    let classes: Vec<&str> = rows.iter().filter_map(|row| row["class"].as_str()).collect();
    if classes.contains(&wanted.trim()) {
        return Ok(true);
    }
    refuse_unknown("class", &classes, wanted, true).map(|()| false)
}

/// Refuses words that are not among the known ones, and says what may be meant.
fn refuse_unknown(what: &str, known: &[&str], wanted: &str, patterns: bool) -> Result<(), Error> {
    for word in wanted.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        if known.contains(&word) || word.contains(['*', '?']) && patterns {
            continue;
        }
        let near = known.iter().max_by(|a, b| {
            let like = |name: &&str| strsim::jaro_winkler(name, word);
            like(a).total_cmp(&like(b))
        });
        let near = near.filter(|name| strsim::jaro_winkler(name, word) > 0.7);
        let hint = match near {
            Some(near) => format!("did you mean {near}?"),
            None => format!("there are {}", known.join(", ")),
        };
        return Err(Error::Request(format!("no {what} is called '{word}': {hint}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_become_sql() {
        let mut search = RowSearch::new();
        search.text("kind", "ruler,sapp").text("game", "0.1*");
        search.number("period", ">100").unwrap().number("preperiod", "10..20").unwrap();
        let (sql, parameters) = search.query("game");
        assert_eq!(
            sql,
            "SELECT game FROM game WHERE (kind = ?1 OR kind = ?2) AND (game GLOB ?3) AND \
             period > ?4 AND preperiod >= ?5 AND preperiod <= ?6 ORDER BY game"
        );
        assert_eq!(parameters.len(), 6);
        let mut same = RowSearch::new();
        same.condition("kind", "ruler,sapp").unwrap().condition("game", "0.1*").unwrap();
        same.condition("period", ">100").unwrap().condition("preperiod", "10..20").unwrap();
        assert_eq!(same.query("game"), (sql, parameters));
        assert!(same.condition("nonsense", "1").is_err());
        for (column, wrong, hint) in [
            ("kind", "perodic", "did you mean periodic?"),
            ("kind", "periodic,zzz", "there are periodic"),
            ("status", "prooved", "did you mean proved?"),
            ("theorem", "sparse-widow", "did you mean sparse-window?"),
            ("misere", "tamed", "no misere play is called 'tamed': did you mean tame?"),
            ("misere", "wild,in*", "there are tame, wild, finite, infinite, open"),
        ] {
            let error = RowSearch::new().condition(column, wrong).unwrap_err().to_string();
            assert!(error.contains(hint), "{error}");
        }
        assert!(RowSearch::new().condition("kind", "*periodic").is_ok());
        for (range, conditions) in [("1000..", 1), ("..20", 1), ("3..5", 2), ("3..=5", 2)] {
            let mut search = RowSearch::new();
            search.number("period", range).unwrap();
            assert_eq!(search.query("game").1.len(), conditions, "{range}");
        }
        let mut named = RowSearch::new();
        named.condition("game", "Kayles").unwrap();
        assert_eq!(named.query("game").1, [Value::from("[\"0.77\"]".to_owned())]);
        for wrong in ["", ">", "abc", "..", "> 1 OR 1", "1;", "5..3", "1..x"] {
            assert!(RowSearch::new().number("period", wrong).is_err(), "{wrong}");
        }
    }
}
