//! The page of records: what an atlas has proved, how far open games were computed, and what of it
//! was not found in the literature. Written from the rows, so that it says what they say.

use crate::atlas::Atlas;
use crate::error::Error;
use crate::literature::{self, Entry};
use crate::relative::relation;
use crate::row::Row;
use sprague_games::Ruleset;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Rows in a table of records.
const RECORDS: usize = 15;
/// Open games nearest to regular ones.
const NEAREST: usize = 15;

/// Published statements by the representative of their game.
struct Published(BTreeMap<String, Vec<Entry>>);

impl Published {
    fn new() -> Self {
        let mut by_representative: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
        for entry in literature::entries() {
            if entry.source != literature::RECOMPUTED
                && let Ok(rules) = entry.game.parse::<Ruleset>()
            {
                let representative = relation(&rules).representative.to_string();
                by_representative.entry(representative).or_default().push(entry.clone());
            }
        }
        Self(by_representative)
    }

    /// What is published about a sequence is published about all games that are proved to have it.
    fn of_sequences(mut self, rows: &[Row]) -> Self {
        let mut by_sequence: BTreeMap<&str, Vec<Entry>> = BTreeMap::new();
        for row in rows {
            if let (Some(sequence), Some(entries)) = (&row.sequence, self.0.get(&row.game)) {
                let solved = entries.iter().filter(|entry| entry.is_solved());
                by_sequence.entry(sequence).or_default().extend(solved.cloned());
            }
        }
        for row in rows {
            let same = row.sequence.as_ref().and_then(|own| by_sequence.get(own.as_str()));
            if let (Some(entries), false) = (same, self.0.contains_key(&row.game)) {
                self.0.insert(row.game.clone(), entries.clone());
            }
        }
        self
    }

    fn of(&self, row: &Row) -> &[Entry] {
        self.0.get(&row.representative).map_or(&[], Vec::as_slice)
    }

    /// Who has published the regularity of this game.
    fn source(&self, row: &Row) -> String {
        let solved = self.of(row).iter().find(|entry| entry.is_solved());
        let Some(entry) = solved else { return "not found in the literature".to_owned() };
        match (&entry.author, entry.year) {
            (Some(author), Some(year)) => format!("{author} {year}"),
            (Some(author), None) => author.clone(),
            (None, _) => entry.source.clone(),
        }
    }

    /// How far others have computed this game.
    fn computed(&self, row: &Row) -> String {
        let furthest =
            self.of(row).iter().filter_map(|e| Some((e.computed?, e))).max_by_key(|f| f.0);
        furthest.map_or_else(String::new, |(heaps, entry)| {
            format!("{heaps} ({})", entry.author.as_deref().unwrap_or(&entry.source))
        })
    }
}

/// The page, in Markdown.
pub fn records(atlas: &Atlas) -> Result<String, Error> {
    let published = Published::new();
    let representatives = atlas.rows("game = representative ORDER BY length(game), game", &[])?;
    let published = published.of_sequences(&representatives);
    let stats = atlas.stats()?;
    let mut page = String::new();
    // Writing to a text cannot fail.
    let mut line = |text: std::fmt::Arguments<'_>| {
        let _ = writeln!(page, "{text}");
    };
    let totals = &stats.totals;
    let by_fast: Vec<&str> = representatives
        .iter()
        .filter(|row| row.is_proved() && row.rests_on_fast_checker())
        .map(|row| row.game.as_str())
        .collect();
    let by_fast = match &by_fast[..] {
        [] => String::new(),
        games => format!(", {} by the fast checker", games.join(", ")),
    };
    line(format_args!(
        "# Records\n\nWritten by `sprague atlas records` from the rows of an atlas.\n\n\
         ![Preperiods and periods of all proved games](records.svg)\n"
    ));
    line(format_args!(
        "{} games, {} different by known theorems; {} proved, each by a certificate that the checker \
         verified ({} checked{}); {} regular as far as computed; {} open.\n",
        totals.games,
        totals.representatives,
        totals.proved,
        totals.checked,
        by_fast,
        totals.observed,
        totals.open
    ));
    line(format_args!(
        "| family | games | proved | observed | open |\n| --- | --- | --- | --- | --- |"
    ));
    for family in &stats.families {
        line(format_args!(
            "| {} | {} | {} | {} | {} |",
            family.family, family.games, family.proved, family.observed, family.open
        ));
    }
    let proved: Vec<&Row> = representatives.iter().filter(|row| row.is_proved()).collect();
    for (title, number) in [
        ("Longest periods", (|row: &Row| row.period) as fn(&Row) -> Option<u64>),
        ("Longest preperiods", |row: &Row| row.preperiod),
    ] {
        let mut rows: Vec<&&Row> = proved.iter().filter(|row| number(row).is_some()).collect();
        rows.sort_by_key(|row| Reverse(number(row)));
        line(format_args!(
            "\n## {title}\n\n| game | preperiod | period | saltus | theorem | published |\n\
             | --- | --- | --- | --- | --- | --- |"
        ));
        for row in rows.iter().take(RECORDS) {
            line(format_args!(
                "| {} | {} | {} | {} | {} | {} |",
                row.game,
                shown(row.preperiod),
                shown(row.period),
                shown(row.saltus),
                row.theorem.as_deref().unwrap_or_default(),
                published.source(row)
            ));
        }
    }
    for row in representatives.iter().filter(|row| !row.is_proved()) {
        if let (Some(statement), Some(hash)) = (&row.statement, &row.certificate) {
            line(format_args!(
                "\n{}: {statement}. Seen on {} values, with a certificate (SHA-256 {hash}) that the \
                 checker has not verified, so it is not called proved. Published: {}.",
                row.game,
                row.computed,
                published.source(row)
            ));
        }
    }
    line(format_args!(
        "\n## By class\n\n| class | games | proved | longest period | longest preperiod |\n\
         | --- | --- | --- | --- | --- |"
    ));
    for class in &stats.by_class {
        let with = |number: Option<u64>, game: &Option<String>| match (number, game) {
            (Some(number), Some(game)) => format!("{number} ({game})"),
            _ => String::new(),
        };
        line(format_args!(
            "| {} | {} | {} | {} | {} |",
            class.class,
            class.games,
            class.proved,
            with(class.period, &class.longest_period),
            with(class.preperiod, &class.longest_preperiod)
        ));
    }
    let mut open: Vec<&Row> = representatives.iter().filter(|row| row.status == "open").collect();
    let nearness = |row: &Row| row.nearness.unwrap_or(0.0);
    open.sort_by(|a, b| nearness(b).total_cmp(&nearness(a)));
    line(format_args!(
        "\n## Open games nearest to regular ones\n\n| game | nearness | sub-period | share | \
         nearest regularity |\n| --- | --- | --- | --- | --- |"
    ));
    for row in open.iter().take(NEAREST) {
        line(format_args!(
            "| {} | {:.3} | {} | {} | {} |",
            row.game,
            nearness(row),
            shown(row.sub_period),
            row.sub_share.map_or_else(String::new, |share| format!("{share:.3}")),
            nearest(row)
        ));
    }
    let mut sparse: Vec<&&Row> = open
        .iter()
        .filter(|row| {
            row.class.ends_with("octal") && row.rares.is_some_and(|r| r * 10 < row.computed)
        })
        .collect();
    sparse.sort_by_key(|row| (row.rares, row.game.clone()));
    line(format_args!(
        "\n## Open octal games with few rares: how far\n\nBy us: values computed, rares among them from \
         heap 1 on, the last rare, the greatest value and its first heap, the mask.\n\n\
         | game | values | rares | last rare | greatest | at | mask | by others, to heap |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |"
    ));
    for row in sparse {
        let parity = if row.position_parity == Some(true) { " + parity" } else { "" };
        line(format_args!(
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            row.game,
            row.computed,
            shown(row.rares),
            shown(row.last_rare),
            row.max_value,
            row.max_at,
            row.mask.map_or_else(String::new, |mask| format!("{mask:x}{parity}")),
            published.computed(row)
        ));
    }
    let new: Vec<&&Row> = proved
        .iter()
        .filter(|row| published.of(row).iter().all(|entry| !entry.is_solved()))
        .filter(|row| {
            row.preperiod.unwrap_or(0) + row.period.unwrap_or(0) >= LONG || row.period.is_none()
        })
        .collect();
    line(format_args!(
        "\n## Proved here and not found in the literature\n\nRepresentatives whose regularity is in no \
         table known to us and begins or ends beyond heap {LONG}, or is none of periods. \
         \"Not found\" is not \"new\".\n\n| game | kind | preperiod | period | saltus | theorem |\n\
         | --- | --- | --- | --- | --- | --- |"
    ));
    for row in new {
        line(format_args!(
            "| {} | {} | {} | {} | {} | {} |",
            row.game,
            row.kind,
            shown(row.preperiod),
            shown(row.period),
            shown(row.saltus),
            row.theorem.as_deref().unwrap_or_default()
        ));
    }
    Ok(page)
}

/// Rows in the table of what was not found in the literature.
const UNPUBLISHED: usize = 60;

/// Writes a table.
type Written = fn(&Atlas) -> Result<String, Error>;

/// The tables a page may have filled in, by name.
const TABLES: [(&str, Written); 4] = [
    ("families", families),
    ("depths", depths),
    ("unpublished octal:4", unpublished),
    ("proofs by automata", automata),
];

/// A page with its tables written anew from an atlas: what stands between `<!-- table NAME -->` and
/// `<!-- end -->`.
pub fn fill(atlas: &Atlas, page: &str) -> Result<String, Error> {
    const END: &str = "<!-- end -->";
    let mut filled = page.to_owned();
    let mut tables = 0;
    for (name, table) in TABLES {
        let mark = format!("<!-- table {name} -->\n");
        let Some(start) = filled.find(&mark).map(|at| at + mark.len()) else { continue };
        let length = filled[start..].find(END).ok_or_else(|| {
            Error::Request(format!("the table '{name}' of the page has no end: write {END}"))
        })?;
        filled.replace_range(start..start + length, &format!("\n{}\n", table(atlas)?));
        tables += 1;
    }
    if tables == 0 {
        let names: Vec<&str> = TABLES.iter().map(|(name, _)| *name).collect();
        return Err(Error::Request(format!(
            "the page has no table to fill in: write <!-- table NAME --> and {END}, NAME one of {}",
            names.join(", ")
        )));
    }
    Ok(filled)
}

/// The families: games, how many are different, what is proved, how far open ones were computed.
fn families(atlas: &Atlas) -> Result<String, Error> {
    let sql = "SELECT family, count(*) AS games, count(DISTINCT representative) AS different, \
               sum(status = 'proved') AS proved, sum(status = 'observed') AS observed, \
               sum(status = 'open') AS open, \
               min(CASE status WHEN 'open' THEN computed END) AS least, \
               max(CASE status WHEN 'open' THEN computed END) AS most \
               FROM member JOIN game USING (game) GROUP BY family ORDER BY family";
    let mut table =
        "| family | games | different | proved | observed | open | values of open ones, \
                     least and most |\n| --- | --- | --- | --- | --- | --- | --- |\n"
            .to_owned();
    for row in atlas.query_json(sql, &[])? {
        let cell = |name: &str| row[name].to_string().trim_matches('"').to_owned();
        let far = if row["least"].is_null() {
            String::new()
        } else {
            format!("{} to {}", cell("least"), cell("most"))
        };
        let cells = ["family", "games", "different", "proved", "observed", "open"].map(cell);
        let _ = writeln!(table, "| {} | {far} |", cells.join(" | "));
    }
    Ok(table)
}

/// Games with an open octal code, how many values of them were computed, by the powers of ten.
fn depths(atlas: &Atlas) -> Result<String, Error> {
    /// As many games are named; of more, how many there are.
    const NAMED: usize = 40;
    let rows = atlas.rows(
        "game = representative AND status = 'open' AND game IN (SELECT game FROM member WHERE \
         family IN ('octal:3', '4.octal:3', 'octal:4')) ORDER BY length(game), game",
        &[],
    )?;
    let three = atlas.query_json(
        "SELECT DISTINCT representative AS game FROM game JOIN member USING (game) \
         WHERE family IN ('octal:3', '4.octal:3')",
        &[],
    )?;
    let three: BTreeSet<&str> = three.iter().filter_map(|row| row["game"].as_str()).collect();
    let group = |row: &Row| {
        let digits = if three.contains(row.game.as_str()) { "three" } else { "four" };
        let last = row.last_rare.unwrap_or(0);
        let (place, rares) = match row.rares {
            // Too many to speak of a sparse space.
            Some(rares) if rares * 10 >= row.computed => (3, "no sparse space seen"),
            None => (3, "no sparse space seen"),
            // They may be a constant share, or end later.
            Some(200..) if 2 * last >= row.computed => (2, "rares go on"),
            Some(200..) => (1, "sparse, 200 rares or more"),
            Some(_) => (0, "sparse, fewer than 200 rares"),
        };
        (digits == "four", place, digits, rares)
    };
    let mut groups: BTreeMap<_, BTreeMap<Reverse<u32>, Vec<&Row>>> = BTreeMap::new();
    for row in &rows {
        let power = Reverse(row.computed.max(1).ilog10());
        groups.entry(group(row)).or_default().entry(power).or_default().push(row);
    }
    let mut table = "| digits | | values | games | |\n| --- | --- | --- | --- | --- |\n".to_owned();
    for ((_, _, digits, rares), powers) in &groups {
        for rows in powers.values() {
            let least = rows.iter().map(|row| row.computed).min().unwrap_or(0);
            let most = rows.iter().map(|row| row.computed).max().unwrap_or(0);
            let far = if least == most { format!("{least}") } else { format!("{least} to {most}") };
            let names: Vec<&str> = rows.iter().map(|row| row.game.as_str()).collect();
            let names = if names.len() <= NAMED { names.join(", ") } else { String::new() };
            let _ = writeln!(table, "| {digits} | {rares} | {far} | {} | {names} |", rows.len());
        }
    }
    Ok(table)
}

/// Periods of four-digit octal codes that were not found in the literature, the latest first.
fn unpublished(atlas: &Atlas) -> Result<String, Error> {
    let representatives = atlas.rows("game = representative ORDER BY length(game), game", &[])?;
    let published = Published::new().of_sequences(&representatives);
    let rows = atlas.rows(
        "game = representative AND status = 'proved' AND period > 0 AND \
         game IN (SELECT game FROM member WHERE family = 'octal:4') \
         ORDER BY preperiod + period DESC, game",
        &[],
    )?;
    let unpublished = |row: &&Row| published.of(row).iter().all(|entry| !entry.is_solved());
    let mut table = "| game | preperiod | period | theorem | checked on |\n\
                     | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for row in rows.iter().filter(unpublished).take(UNPUBLISHED) {
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} | {} |",
            row.game,
            shown(row.preperiod),
            shown(row.period),
            row.theorem.as_deref().unwrap_or_default(),
            row.checked_on.as_deref().unwrap_or_default()
        );
    }
    Ok(table)
}

/// Codes with more than three digits, recurring codes and named games that automata prove; of those
/// that are one game the ones that were asked for, not their representative.
fn automata(atlas: &Atlas) -> Result<String, Error> {
    let rows = atlas.rows(
        "theorem = 'automaton' AND status = 'proved' AND class NOT LIKE '%pass' AND \
         (game <> representative OR NOT EXISTS (SELECT 1 FROM game AS kin \
          WHERE kin.representative = game.game AND kin.game <> game.game)) AND \
         game NOT LIKE '%.0' AND \
         game NOT IN (SELECT game FROM member WHERE family <> 'recurring-octal') \
         ORDER BY length(game), game",
        &[],
    )?;
    let published = Published::new();
    let mut table =
        "| game | kind | statement | published |\n| --- | --- | --- | --- |\n".to_owned();
    for row in &rows {
        let statement = row.statement.as_deref().unwrap_or_default().replace('|', "\\|");
        let solved = published.of(row).iter().any(Entry::is_solved);
        let source = if solved { published.source(row) } else { "-".to_owned() };
        let _ = writeln!(table, "| {} | {} | {statement} | {source} |", row.game, row.kind);
    }
    Ok(table)
}

/// From this heap on a regularity is worth a line.
const LONG: u64 = 100;

fn shown(number: Option<u64>) -> String {
    number.map(|n| n.to_string()).unwrap_or_default()
}

/// The longest regular stretch of an open game in words.
fn nearest(row: &Row) -> String {
    match (row.near_period, row.near_saltus, row.near_from, row.near_to) {
        (Some(period), Some(saltus), Some(from), Some(to)) => {
            let growth = if saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
            format!("period {period}{growth} for {from} to {to}")
        }
        _ => String::new(),
    }
}

/// Preperiods against periods of all proved representatives, of a family or of all, both on
/// logarithmic scales: a picture in SVG.
pub fn picture(atlas: &Atlas, family: Option<&str>) -> Result<String, Error> {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 480.0;
    const EDGE: f64 = 56.0;
    let rows = atlas.rows(
        "game = representative AND status = 'proved' AND period > 0 AND \
         (?1 IS NULL OR game IN (SELECT game FROM member WHERE family = ?1)) ORDER BY game",
        &[&family],
    )?;
    // As far as the longest one, and 10^9 at least.
    let longest = rows.iter().filter_map(|row| row.preperiod.max(row.period)).max().unwrap_or(1);
    let decades = (longest as f64).log10().ceil().max(9.0);
    let across = |n: u64| EDGE + (n.max(1) as f64).log10() / decades * (WIDTH - 2.0 * EDGE);
    let up = |n: u64| HEIGHT - EDGE - (n.max(1) as f64).log10() / decades * (HEIGHT - 2.0 * EDGE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>Preperiod and period of {} proved \
         games</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        rows.len()
    );
    for decade in 0..=decades as u32 {
        let n = 10u64.pow(decade);
        let (x, y) = (across(n), up(n));
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {:.1}V{EDGE}M{EDGE} {y:.1}H{:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">10^{decade}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">10^{decade}</text>",
            HEIGHT - EDGE,
            WIDTH - EDGE,
            HEIGHT - EDGE + 18.0,
            EDGE - 6.0,
            y + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">preperiod</text>\
         <text x=\"16\" y=\"{:.1}\" text-anchor=\"middle\" \
         transform=\"rotate(-90 16 {:.1})\">period</text>",
        WIDTH / 2.0,
        HEIGHT - 14.0,
        HEIGHT / 2.0,
        HEIGHT / 2.0
    );
    for row in &rows {
        let (Some(preperiod), Some(period)) = (row.preperiod, row.period) else { continue };
        let colour = if row.saltus.unwrap_or(0) > 0 { "#c44e52" } else { "#4c72b0" };
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\" fill-opacity=\"0.6\">\
             <title>{}: {preperiod} + {period}</title></circle>",
            across(preperiod),
            up(period),
            row.game.replace('&', "&amp;").replace('<', "&lt;")
        );
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}
