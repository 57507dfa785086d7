//! `sprague atlas`: questions to the atlas.

use crate::atlas::{failure, path};
use crate::compute::parse_rules;
use crate::failure::Failure;
use crate::output::{
    Common, Format, Formats, aligned, replace_file, write_all, write_file, write_line,
};
use serde::Serialize;
use serde_json::Value;
use sprague::rules::Ruleset;
use sprague::{Budget, Certificate, NearRegularity};
use sprague_answers::atlas::AtlasEntry;
use sprague_answers::json;
use sprague_atlas::export::{self, shown};
use sprague_atlas::find::{Asked, RowSearch};
use sprague_atlas::import::import;
use sprague_atlas::literature::{Agreement, Entry};
use sprague_atlas::record::makes_again;
use sprague_atlas::{Atlas, Cell, CoqTheorem, Row, lookup, report, seed, verify};
use std::cell::RefCell;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague atlas show 0.16
  sprague atlas find --kind periodic --period '>100' --status proved
  sprague atlas find --family hex:2 --kind ruler,sapp --format csv
  sprague atlas find --begins 1,2,3,1,4,3       which games begin so
  sprague atlas find --same-as 0.137            which have the same sequence
  sprague atlas find --status open --order nearness --limit 10
  sprague atlas find --literature theirs        solved by others and not here
  sprague atlas find --misere infinite          misere quotient proved to be infinite
  sprague atlas find --misere wild --where \"misere = 'finite' AND misere_order > 40\"
  sprague atlas sql 'SELECT kind, count(*) FROM game GROUP BY kind'
  sprague atlas export -o atlas.parquet
  sprague atlas export --columns game,period,checked -o periods.csv
  sprague atlas verify
  sprague atlas import results/atlas/atlas.jsonl.gz --db atlas.db

The atlas is the file --db, or SPRAGUE_ATLAS, or atlas.db in the data folder of the user. A
file that is not there yet starts with all octal codes to three digits and all hexadecimal
codes to two digits. The tables are game, certificate, literature, misere and member.";

pub const FORMATS: Formats = Formats::Of(&[
    ("find", ROWS),
    ("show", Formats::These(&[Format::Text, Format::Json])),
    ("stats", Formats::These(&[Format::Text, Format::Json])),
    ("sql", ROWS),
    ("export", Formats::ToFile(&[Format::Csv, Format::Json, Format::Latex])),
    ("verify", Formats::These(&[Format::Text, Format::Json])),
    ("import", Formats::These(&[Format::Text])),
    ("records", Formats::These(&[Format::Text])),
]);

/// What rows are printed as.
const ROWS: Formats = Formats::These(&[Format::Text, Format::Json, Format::Csv, Format::Latex]);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    command: Box<Command>,
    /// The atlas
    #[arg(long, global = true, value_name = "FILE")]
    db: Option<PathBuf>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// The games that satisfy conditions
    Find(Box<Find>),
    /// All that is known about one game: cousins and literature too
    Show {
        /// The game
        rules: String,
        /// Write the certificate to this file
        #[arg(long, value_name = "FILE")]
        certificate: Option<PathBuf>,
        /// Write the proof as a theorem for Coq to this file
        #[arg(long, value_name = "FILE")]
        coq: Option<PathBuf>,
    },
    /// How many games of each kind, longest periods, records
    Stats,
    /// Runs a query that only reads
    Sql {
        /// A SELECT statement
        query: String,
    },
    /// Writes rows to a file: csv, jsonl, parquet, latex
    Export {
        #[command(flatten)]
        find: Box<Find>,
        /// The file (default: standard output); its ending names the format
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// The format: csv, jsonl, parquet or latex (default: as the file is named, else csv)
        #[arg(long = "as", value_name = "FORMAT", value_parser = export_format)]
        file_format: Option<export::Format>,
    },
    /// The page of records: longest periods, how far open games are, what was not found elsewhere
    Records {
        /// Write the page to this file (default: standard output)
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Write the picture of all proved periods to this file, as SVG
        #[arg(long, value_name = "FILE")]
        picture: Option<PathBuf>,
        /// The picture is of the games of this family
        #[arg(long, value_name = "FAMILY", requires = "picture")]
        family: Option<String>,
        /// Write the tables of this page anew and nothing else: docs/results.md has some
        #[arg(long, value_name = "PAGE", conflicts_with_all = ["output", "picture"])]
        fill: Option<PathBuf>,
    },
    /// Checks every certificate again, on all cores
    Verify,
    /// Takes in an atlas as one file, certificates, or the directory of a hunt
    Import {
        /// A .jsonl or .jsonl.gz with a survey or a certificate on each line, a certificate (.json,
        /// .json.gz), or a hunt's directory
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
}

/// The format of an export, by name.
fn export_format(name: &str) -> Result<export::Format, String> {
    export::Format::named(name).ok_or_else(|| "write csv, jsonl, parquet or latex".to_owned())
}

/// Conditions on rows. Numbers: 12, '>100', '<=7', 10..20.
#[derive(clap::Args, Default)]
struct Find {
    /// The kind: periodic, arithmetic-periodic, sapp, ruler, automatic, closed-form, open; several with commas
    #[arg(long)]
    kind: Option<String>,
    /// proved, observed or open
    #[arg(long)]
    status: Option<String>,
    /// The theorem that proves it
    #[arg(long)]
    theorem: Option<String>,
    /// The class, such as '*octal*'
    #[arg(long)]
    class: Option<String>,
    /// The game, with * and ? as in file names: '0.1*'
    #[arg(long)]
    game: Option<String>,
    /// A family that was surveyed, such as octal:3
    #[arg(long)]
    family: Option<String>,
    /// The first nim-values, such as 1,2,3,1,4,3
    #[arg(long, value_name = "VALUES")]
    begins: Option<String>,
    /// The number of the sequence in the OEIS, such as A002186
    #[arg(long, value_name = "NUMBER")]
    oeis: Option<String>,
    /// The sequence of this game (where nothing is proved, on its first 1000 values)
    #[arg(long, value_name = "RULES")]
    same_as: Option<String>,
    /// How the literature stands to it: theirs (solved there and not here), ours (the reverse),
    /// agrees, contradicts
    #[arg(long, value_name = "WORD")]
    literature: Option<String>,
    /// Misere play: tame, wild; its quotient: finite, infinite (both proved), open; several with commas
    #[arg(long, value_name = "WORD")]
    misere: Option<String>,
    /// One row for games that are the same by known theorems
    #[arg(long)]
    representatives: bool,
    /// Condition on the preperiod
    #[arg(long, value_name = "COND")]
    preperiod: Option<String>,
    /// Condition on the period
    #[arg(long, value_name = "COND")]
    period: Option<String>,
    /// Condition on the saltus
    #[arg(long, value_name = "COND")]
    saltus: Option<String>,
    /// Condition on the greatest value
    #[arg(long, value_name = "COND")]
    max_value: Option<String>,
    /// Condition on the number of values computed
    #[arg(long, value_name = "COND")]
    computed: Option<String>,
    /// Condition on the number of rare positions
    #[arg(long, value_name = "COND")]
    rares: Option<String>,
    /// A condition in SQL, such as 'period > preperiod'
    #[arg(long, value_name = "SQL")]
    r#where: Option<String>,
    /// Sort by columns, such as 'period DESC, game'; nearness: the nearest to regular first
    #[arg(long, value_name = "COLUMNS")]
    order: Option<String>,
    /// At most this many rows
    #[arg(long = "limit", alias = "most", value_name = "N")]
    most: Option<u64>,
    /// These columns, such as 'game,period,checked' (docs/atlas.md lists them)
    #[arg(long, value_name = "NAMES")]
    columns: Option<String>,
}

impl Find {
    fn search(&self, atlas: &Atlas) -> Result<RowSearch, Failure> {
        let conditions = [
            ("kind", &self.kind),
            ("status", &self.status),
            ("theorem", &self.theorem),
            ("class", &self.class),
            ("misere", &self.misere),
            ("game", &self.game),
            ("preperiod", &self.preperiod),
            ("period", &self.period),
            ("saltus", &self.saltus),
            ("max_value", &self.max_value),
            ("computed", &self.computed),
            ("rares", &self.rares),
        ];
        let given =
            |(column, wanted): (&str, &Option<String>)| Some((column.to_owned(), wanted.clone()?));
        let asked = Asked {
            conditions: conditions.into_iter().filter_map(given).collect(),
            family: self.family.clone(),
            begins: self.begins.clone(),
            oeis: self.oeis.clone(),
            same_as: self.same_as.clone(),
            literature: self.literature.clone(),
            representatives: self.representatives,
            sql: self.r#where.clone(),
            order: self.order.clone(),
            most: self.most,
        };
        asked.search(atlas).map_err(failure)
    }

    /// The columns of a table for people, where none are named.
    fn usual(&self) -> &'static str {
        match self.order.as_deref().map(str::trim) {
            Some("nearness") => {
                "game, status, nearness, sub_period, sub_share, near_period, near_saltus, \
                 near_from, near_to, computed"
            }
            _ if self.misere.is_some() => {
                "game, misere, misere_first_wild, misere_order, misere_p_order, misere_preperiod, \
                 misere_period, misere_verified_to"
            }
            _ => "game, kind, preperiod, period, saltus, status, theorem, computed, max_value",
        }
    }

    /// The columns that are asked for, in SQL.
    fn columns(&self) -> Result<Option<String>, Failure> {
        self.columns.as_deref().map(export::columns).transpose().map_err(failure)
    }
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let file = path(args.db.as_deref())?;
    if let Command::Import { paths } = &*args.command {
        return import_all(paths, args.db.as_ref(), &file);
    }
    if let Some(named) = args.db.as_ref().filter(|file| !file.exists()) {
        return Err(Failure::input(format!(
            "{}: no such atlas; `sprague census` makes one, and without --db yours is asked",
            named.display()
        )));
    }
    if !file.exists() && !common.quiet && io::stderr().is_terminal() {
        eprintln!("sprague: a new atlas from the seed: {}", file.display());
    }
    let atlas = Atlas::open(&file).map_err(failure)?;
    match &*args.command {
        Command::Find(find) => {
            let search = find.search(&atlas)?;
            let usual = match common.format {
                Format::Text => find.usual(),
                Format::Latex => export::LATEX_COLUMNS,
                _ => "*",
            };
            let columns = find.columns()?;
            let (sql, parameters) = search.query(columns.as_deref().unwrap_or(usual));
            if let Some(game) = find.same_as.as_ref().filter(|_| !common.quiet)
                && let Ok(rules) = game.parse::<Ruleset>()
                && atlas.get(&rules).map_err(failure)?.is_none()
            {
                eprintln!(
                    "sprague: {game} is not in this atlas: compared are its first {} values",
                    lookup::COMPARED
                );
            }
            answer(&atlas, &sql, &parameters, common)?;
        }
        Command::Sql { query } => answer(&atlas, query, &[], common)?,
        Command::Show { rules, certificate, coq } => {
            return show(&atlas, rules, certificate.as_ref(), coq.as_ref(), common);
        }
        Command::Stats => stats(&atlas, common)?,
        Command::Export { find, output, file_format } => {
            export_to(&atlas, find, output.as_ref(), *file_format, common)?;
        }
        Command::Verify => return verify_all(&atlas, common),
        Command::Records { fill: Some(file), .. } => {
            let page = std::fs::read_to_string(file)
                .map_err(|error| Failure::input(format!("{}: {error}", file.display())))?;
            write_file(file, report::fill(&atlas, &page).map_err(failure)?)?;
        }
        Command::Records { output, picture, family, fill: None } => {
            crate::output::files([output.as_ref(), picture.as_ref()])?;
            if let Some(file) = picture {
                write_file(file, report::picture(&atlas, family.as_deref()).map_err(failure)?)?;
            }
            let page = report::records(&atlas).map_err(failure)?;
            match output {
                Some(file) => write_file(file, page)?,
                None => write_all(page.as_bytes())?,
            }
        }
        // Done above: it may make the file.
        Command::Import { .. } => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the answer of a query.
fn answer(
    atlas: &Atlas,
    sql: &str,
    parameters: &[sprague_atlas::SqlValue],
    common: &Common,
) -> Result<(), Failure> {
    let format = match common.format {
        Format::Json => export::Format::Jsonl,
        Format::Csv => export::Format::Csv,
        Format::Latex => export::Format::Latex,
        _ => return text_table(atlas, sql, parameters),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    export::write(atlas, sql, parameters, format, &mut out).map_err(failure)?;
    out.flush()?;
    Ok(())
}

/// A table with aligned columns, for people.
fn text_table(
    atlas: &Atlas,
    sql: &str,
    parameters: &[sprague_atlas::SqlValue],
) -> Result<(), Failure> {
    let table = RefCell::new(Table::default());
    atlas
        .query(
            sql,
            parameters,
            &mut |names| {
                *table.borrow_mut() = Table::new(names.to_vec());
                Ok(())
            },
            &mut |cells| {
                let numeric = |cell: &Cell| matches!(cell, Cell::Integer(_) | Cell::Real(_));
                table.borrow_mut().push(cells.iter().map(|cell| (shown(cell), numeric(cell))));
                Ok(())
            },
        )
        .map_err(failure)?;
    write_all(table.borrow().text().as_bytes())
}

/// Rows under a head; a column with a number in it is set flush right.
#[derive(Default)]
struct Table {
    rows: Vec<Vec<String>>,
    right: Vec<bool>,
}

impl Table {
    fn new(head: Vec<String>) -> Self {
        Self { right: vec![false; head.len()], rows: vec![head] }
    }

    /// Adds a row of cells, each with whether it is a number.
    fn push(&mut self, cells: impl Iterator<Item = (String, bool)>) {
        let (row, numeric): (Vec<String>, Vec<bool>) = cells.unzip();
        for (right, numeric) in self.right.iter_mut().zip(numeric) {
            *right |= numeric;
        }
        self.rows.push(row);
    }

    fn text(&self) -> String {
        aligned(&self.rows, |i| self.right[i])
    }
}

fn show(
    atlas: &Atlas,
    rules: &str,
    output: Option<&PathBuf>,
    coq: Option<&PathBuf>,
    common: &Common,
) -> Result<ExitCode, Failure> {
    crate::output::files([output, coq])?;
    let rules = parse_rules(rules)?;
    let entry = AtlasEntry::of(atlas, &rules).map_err(failure)?;
    let AtlasEntry { row, coq: theorem, cousins, same_sequence, literature, misere } = &entry;
    if entry.is_empty() {
        return Err(Failure::No(format!(
            "{rules} is not in the atlas: `sprague solve '{rules}'`, or a census, tells more"
        )));
    }
    if output.is_some() || coq.is_some() {
        let hash = row.as_ref().and_then(|row| row.certificate.as_deref());
        let text = match hash {
            Some(hash) => atlas.certificate(hash).map_err(failure)?,
            None => None,
        };
        let text = text.ok_or_else(|| Failure::No(no_certificate(&rules, row.as_ref())))?;
        if let Some(file) = output {
            write_file(file, &text.json)?;
        }
        if let Some(file) = coq {
            let certificate =
                Certificate::from_json(text.json.as_bytes()).map_err(Failure::input)?;
            crate::theorem::write(file, &certificate)?;
        }
    }
    if common.format == Format::Json {
        write_line(&json(&entry.answer(&rules, &Budget::new())))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut lines = Vec::new();
    let mut field = |name: &str, text: String| lines.push(format!("{name:<14} {text}"));
    field("game", rules.to_string());
    if let Some(row) = row {
        row_lines(row, theorem.as_ref(), &mut field);
        for (i, miss) in entry.near_misses(&rules, &Budget::new()).iter().enumerate() {
            field(if i == 0 { "near misses" } else { "" }, miss.to_string());
        }
    } else {
        field("status", "not surveyed".to_owned());
    }
    if let Some(misere) = misere {
        field("misere play", misere.to_string());
        if let Some(statement) = &misere.statement {
            field("", statement.clone());
        }
    }
    if !cousins.is_empty() {
        field("cousins", cousins.join(" "));
    }
    if !same_sequence.is_empty() {
        field("same sequence", same_sequence.join(" "));
    }
    for (i, (entry, agreement)) in literature.iter().enumerate() {
        let text = entry_line(entry, *agreement);
        field(if i == 0 { "literature" } else { "" }, text);
    }
    write_line(&lines.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Why there is no certificate to write.
fn no_certificate(rules: &Ruleset, row: Option<&Row>) -> String {
    match row {
        Some(row) if row.is_proved() && row.is_representative() => {
            format!("the certificate of {rules} is not kept here: {}", makes_again(row))
        }
        Some(row) if row.is_proved() => {
            let game = &row.representative;
            format!(
                "no certificate of {rules} is kept here, it follows from that of {game}: \
                 `sprague solve '{rules}' --certificate FILE`"
            )
        }
        _ => format!("nothing is proved about {rules}: there is no certificate"),
    }
}

fn row_lines(row: &Row, coq: Option<&CoqTheorem>, field: &mut dyn FnMut(&str, String)) {
    field("class", row.class.clone());
    if let (Some(form), Some(shift)) = (&row.standard_form, row.shift) {
        let text =
            if shift == 0 { form.clone() } else { format!("{form}, {shift} tokens smaller") };
        field("standard form", text);
    }
    if !row.is_representative() {
        let mut text = row.representative.clone();
        match (row.offset, row.scale) {
            (0, 1) => text.push_str(", the same sequence"),
            (offset, 1) => {
                let sign = if offset < 0 { '+' } else { '-' };
                text.push_str(&format!(", with G(n) = G(n{sign}{}) there", offset.abs()));
            }
            (_, scale) => text.push_str(&format!(", with G(n) = G(n div {scale}) there")),
        }
        field("solved as", text);
    }
    field("kind", row.kind.clone());
    if let Some(statement) = &row.statement {
        field("statement", statement.clone());
    }
    let mut status = row.status.clone();
    if let Some(theorem) = &row.theorem {
        let by = if row.is_proved() { " by" } else { ", with a certificate by" };
        status = format!("{status}{by} {theorem}");
        let checked = if row.checked { row.verified_by() } else { "not checked".to_owned() };
        status.push_str(&format!(", {checked}"));
    }
    field("status", status);
    if let Some(theorem) = coq {
        field("", theorem.to_string());
    }
    field(
        "computed",
        format!(
            "{} values, the greatest is {} at heap {}",
            row.computed, row.max_value, row.max_at
        ),
    );
    if let (Some(from), Some(to), Some(period), Some(saltus)) =
        (row.near_from, row.near_to, row.near_period, row.near_saltus)
    {
        field("nearest", NearRegularity { from, period, saltus, to }.to_string());
    }
    if let (Some(period), Some(share)) = (row.sub_period, row.sub_share) {
        field("sub-period", format!("{period}, for {:.1} % of the last heaps", 100.0 * share));
    }
    if let (Some(mask), Some(rares), Some(last)) = (row.mask, row.rares, row.last_rare) {
        let parity = if row.position_parity == Some(true) { " and the parity of n" } else { "" };
        field("sparse space", format!("mask {mask:x}{parity}, {rares} rares, the last at {last}"));
    }
    if let Some(hash) = &row.certificate {
        // Whole where it is all there is to hold on to.
        let shown = if row.is_proved() { hash.len().min(16) } else { hash.len() };
        field("certificate", hash[..shown].to_owned());
    }
}

fn entry_line(entry: &Entry, agreement: Option<Agreement>) -> String {
    let mut text = format!("{} {}", entry.game, entry.claim);
    let mut add = |name: &str, number: Option<u64>| {
        if let Some(number) = number {
            text.push_str(&format!(", {name} {number}"));
        }
    };
    add("preperiod", entry.preperiod);
    add("period", entry.period);
    add("saltus", entry.saltus.filter(|saltus| *saltus > 0));
    add("computed to", entry.computed);
    add("rares", entry.rares);
    add("last rare", entry.last_rare);
    add("max", entry.max_value);
    if let Some(note) = &entry.note {
        text.push_str(&format!("; {note}"));
    }
    text.push_str(&format!(" [{}", entry.source));
    if let Some(author) = entry.author.as_ref().filter(|author| !entry.source.contains(*author)) {
        let year = entry.year.map(|year| format!(" {year}")).unwrap_or_default();
        text.push_str(&format!(", {author}{year}"));
    }
    if let Some(oeis) = entry.oeis.as_ref().filter(|oeis| !entry.source.contains(*oeis)) {
        text.push_str(&format!(", {oeis}"));
    }
    text.push(']');
    match agreement {
        Some(Agreement::Silent) | None => {}
        Some(agreement) => text.push_str(&format!(" ({})", agreement.name())),
    }
    text
}

/// Rows by the names of their columns.
fn objects(rows: &[impl Serialize]) -> Vec<Value> {
    rows.iter().map(|row| serde_json::to_value(row).unwrap_or_default()).collect()
}

fn stats(atlas: &Atlas, common: &Common) -> Result<(), Failure> {
    let stats = atlas.stats().map_err(failure)?;
    if common.format == Format::Json {
        return write_line(&json(&stats));
    }
    let sections = [
        ("", objects(&[&stats.totals])),
        ("by kind", objects(&stats.kinds)),
        ("by family", objects(&stats.families)),
        ("by theorem", objects(&stats.theorems)),
        ("longest periods", objects(&stats.longest_periods)),
        ("longest preperiods", objects(&stats.longest_preperiods)),
        ("longest by class", objects(&stats.by_class)),
        ("greatest values", objects(&stats.greatest_values)),
    ];
    let mut text = String::new();
    for (title, rows) in sections {
        let Some(Value::Object(first)) = rows.first() else { continue };
        if !title.is_empty() {
            text.push_str(&format!("\n{title}\n"));
        }
        let mut table = Table::new(first.keys().cloned().collect());
        let cell = |value: &Value| match value {
            Value::Null => ("-".to_owned(), false),
            Value::String(text) => (text.clone(), false),
            other => (other.to_string(), true),
        };
        for row in rows.iter().filter_map(Value::as_object) {
            table.push(row.values().map(cell));
        }
        text.push_str(&table.text());
    }
    write_all(text.as_bytes())
}

fn export_to(
    atlas: &Atlas,
    find: &Find,
    output: Option<&PathBuf>,
    format: Option<export::Format>,
    common: &Common,
) -> Result<(), Failure> {
    let output = output.filter(|file| !crate::output::is_standard(file));
    let name = output.map(|file| file.to_string_lossy().into_owned()).unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_owned()).unwrap_or_default();
    let format = format.or(match common.format {
        Format::Csv => Some(export::Format::Csv),
        Format::Json => Some(export::Format::Jsonl),
        Format::Latex => Some(export::Format::Latex),
        _ => export::Format::named(&ending),
    });
    let search = find.search(atlas)?;
    let columns = find.columns()?;
    let write = |format, out: &mut dyn Write| {
        export::export(atlas, &search, columns.as_deref(), format, out).map_err(failure)
    };
    let Some(file) = output else {
        let mut out = BufWriter::new(io::stdout().lock());
        let format = format.unwrap_or(export::Format::Csv);
        write(format, &mut out)?;
        out.flush()?;
        return Ok(());
    };
    match format {
        Some(format) => replace_file(file, |out| write(format, out)),
        None if name.ends_with(".jsonl.gz") => {
            if !search.is_everything() || columns.is_some() {
                return Err(Failure::input(
                    "a .jsonl.gz holds a whole atlas: leave the conditions out, or end the name \
                     in .jsonl",
                ));
            }
            replace_file(file, |out| seed::write(atlas, out).map_err(failure))
        }
        None => Err(Failure::input(format!(
            "no format is named by '{name}': end it in .csv, .jsonl, .parquet or .tex, or use --as"
        ))),
    }
}

/// Takes everything in, each path with its own line.
fn import_all(paths: &[PathBuf], db: Option<&PathBuf>, file: &Path) -> Result<ExitCode, Failure> {
    let mut atlas = match db {
        Some(_) => Atlas::open_or_create(file),
        None => Atlas::open(file),
    }
    .map_err(failure)?;
    let budget = sprague::checking_budget().stopped_by(&crate::interrupt::stop());
    for path in paths {
        let imported = import(&mut atlas, path, &budget).map_err(failure)?;
        let left_out = &imported.left_out;
        write_line(&format!(
            "{}: {} games, {} of them proved, {} left out",
            path.display(),
            imported.games,
            imported.proved,
            left_out.len()
        ))?;
        for (game, reason) in left_out.iter().take(LEFT_OUT) {
            write_line(&format!("  {game}: {reason}"))?;
        }
        if left_out.len() > LEFT_OUT {
            write_line(&format!("  and {} more", left_out.len() - LEFT_OUT))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Games left out that are named.
const LEFT_OUT: usize = 3;

fn verify_all(atlas: &Atlas, common: &Common) -> Result<ExitCode, Failure> {
    let mut budget = sprague::checking_budget();
    if let Some(threads) = common.asked_threads() {
        budget = budget.threads(threads);
    }
    let report = verify(atlas, &budget, &mut |_, _| ()).map_err(failure)?;
    let wrong = report.wrong.len();
    if common.format == Format::Json {
        write_line(&json(&report))?;
    } else {
        for row in &report.wrong {
            write_line(&format!("WRONG      {}: {}", row.game, row.reason))?;
        }
        write_line(&format!(
            "verified   {}\nfollow     {} from their representatives\nunproved   {}\n\
             no file    {} proved without a certificate here\ntoo costly {}\nwrong      {}",
            report.verified,
            report.follows,
            report.unproved,
            report.missing,
            report.too_costly,
            wrong
        ))?;
    }
    if wrong > 0 {
        return Err(Failure::No(format!("{wrong} rows are wrong")));
    }
    Ok(ExitCode::SUCCESS)
}
