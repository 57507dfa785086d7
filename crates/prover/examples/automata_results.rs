//! Rebuilds or re-checks `results/automata`.
//!
//! ```text
//! cargo run --release -p sprague-prover --example automata_results -- build results/automata [PART...]
//! cargo run --release -p sprague-prover --example automata_results -- check results/automata
//! ```
//!
//! Parts: `table`, `two-digit`, `three-digit` (all by default). `build` proves, checks every
//! certificate with the independent checker, and writes certificates (JSON lines, gzip),
//! a list of all games tried (CSV) and the statements. `check` reads the certificates
//! and verifies them; its exit status is 0 only if every one holds. `--threads N`,
//! `--most N` (values computed at most, 4096 by default) and `--only-open` (try again only
//! the games listed as open, keep the rest) change what `build` does.

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sprague_budget::Budget;
use sprague_certificate::{Certificate, Claim, Proof};
use sprague_checker::{check, default_budget};
use sprague_games::Ruleset;
use sprague_prover::automaton::{SearchEnd, prove_from};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// What is known about one game.
struct Entry {
    game: String,
    /// The certificate, or `None` for an open game.
    certificate: Option<Certificate>,
    computed: usize,
    statement: Vec<String>,
    dot: String,
    /// Seconds for the proof and for the check.
    seconds: (f64, f64),
}

fn table() -> Vec<String> {
    let games = include_str!("../../../testdata/automata_table.txt");
    let mut games: Vec<String> = games.lines().map(str::to_owned).collect();
    for name in ["Mark", "UpMark"] {
        games.extend((2..=10).map(|t| format!("{name}({t})")));
    }
    games
}

/// The codes with `length` digits, one of them at least 8; the last one is not 0 where
/// that would be a shorter code already listed.
fn codes(length: u32) -> Vec<String> {
    (0..16_u32.pow(length))
        .filter(|code| (0..length).any(|i| code >> (4 * i) & 15 >= 8))
        .filter(|code| length == 2 || code & 15 != 0)
        .map(|code| format!("0.{code:0width$X}", width = length as usize))
        .collect()
}

fn solve(game: &str, most: usize) -> Result<Entry, String> {
    let rules: Ruleset = game.parse().map_err(|e| format!("{game}: {e}"))?;
    let first = if most <= 4096 { 1024.min(most) } else { 4096 };
    let budget = Budget::unlimited().values(most as u64);
    let start = Instant::now();
    let outcome = prove_from(&rules, first, &budget).map_err(|e| format!("{game}: {e}"))?;
    let proving = start.elapsed().as_secs_f64();
    Ok(match outcome {
        SearchEnd::Open(open) => Entry {
            game: game.to_owned(),
            certificate: None,
            computed: open.computed,
            statement: Vec::new(),
            dot: String::new(),
            seconds: (proving, 0.0),
        },
        SearchEnd::Decided(proved) => {
            let certificate = proved.certificate();
            let start = Instant::now();
            check(&certificate, Some(&rules.to_string()), &default_budget())
                .map_err(|e| format!("{game}: the checker rejects the certificate: {e}"))?;
            Entry {
                game: game.to_owned(),
                certificate: Some(certificate),
                computed: proved.computed,
                statement: proved.statement(),
                dot: proved.dot(),
                seconds: (proving, start.elapsed().as_secs_f64()),
            }
        }
    })
}

/// Works through the games on several threads, in order of the list.
fn solve_all(games: &[String], most: usize, threads: usize) -> Result<Vec<Entry>, String> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<Entry, String>)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = games.get(i) else { break };
                    let entry = solve(game, most);
                    if let Ok(mut done) = done.lock() {
                        done.push((i, entry));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().map_err(|e| e.to_string())?;
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, entry)| entry).collect()
}

/// The certificate on one line.
fn one_line(certificate: &Certificate) -> String {
    certificate.to_json().replace('\n', "")
}

fn certificates_path(dir: &Path, part: &str) -> PathBuf {
    dir.join(format!("{part}.jsonl.gz"))
}

fn read_certificates(path: &Path) -> Result<Vec<Certificate>, Box<dyn Error>> {
    let lines = BufReader::new(GzDecoder::new(fs::File::open(path)?)).lines();
    lines
        .map(|line| Ok(Certificate::from_json(line?.as_bytes()).map_err(|e| e.to_string())?))
        .collect()
}

fn sizes(certificate: &Certificate) -> (u64, u64, u32, usize) {
    match &certificate.proof {
        Proof::Automaton(p) => {
            (p.modulus, p.base, p.low_bits, p.gamma.next.len() / (2 * p.base as usize))
        }
        _ => (0, 0, 0, 0),
    }
}

fn row(game: &str, certificate: Option<&Certificate>, computed: usize) -> String {
    let Some(certificate) = certificate else { return format!("{game},open,,,,,,,,,{computed}") };
    let (p, b, t, states) = sizes(certificate);
    let regularity = certificate.claim.regularity();
    let number = |f: fn(&sprague_certificate::Regularity) -> u64| {
        regularity.as_ref().map_or(String::new(), |r| f(r).to_string())
    };
    let residues = match &certificate.claim {
        Claim::Sapp { periodic_residues, .. } => {
            periodic_residues.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    };
    format!(
        "{game},{},{},{},{},{residues},{p},{b},{t},{states},{computed}",
        certificate.claim.kind().name(),
        number(|r| r.preperiod),
        number(|r| r.period),
        number(|r| r.saltus),
    )
}

fn build_part(
    dir: &Path,
    part: &str,
    most: usize,
    threads: usize,
    only_open: bool,
) -> Result<(), Box<dyn Error>> {
    let games = match part {
        "table" => table(),
        "two-digit" => codes(2),
        _ => codes(3),
    };
    let most = if part == "table" { most.max(16_384) } else { most };
    // Rows of the last build, where only the open games are tried again.
    let list = dir.join(format!("{part}.csv"));
    let mut rows: BTreeMap<String, String> = BTreeMap::new();
    let mut certificates: BTreeMap<String, String> = BTreeMap::new();
    let mut todo = games.clone();
    if only_open {
        for line in fs::read_to_string(&list)?.lines().skip(1) {
            let game = line.split(',').next().unwrap_or_default().to_owned();
            rows.insert(game, line.to_owned());
        }
        let kept = games.iter().filter(|g| rows.get(*g).is_some_and(|r| !r.contains(",open,")));
        let kept: Vec<&String> = kept.collect();
        let old = read_certificates(&certificates_path(dir, part))?;
        for (game, certificate) in kept.iter().zip(&old) {
            certificates.insert((*game).clone(), one_line(certificate));
        }
        todo.retain(|g| !certificates.contains_key(g));
    }
    let start = Instant::now();
    let mut entries = Vec::new();
    // Written chunk by chunk, so that finished work is kept.
    for chunk in todo.chunks(256) {
        for entry in solve_all(chunk, most, threads)? {
            let line = row(&entry.game, entry.certificate.as_ref(), entry.computed);
            rows.insert(entry.game.clone(), line);
            if let Some(certificate) = &entry.certificate {
                certificates.insert(entry.game.clone(), one_line(certificate));
            }
            entries.push(entry);
        }
        write_part(dir, part, &games, &certificates, &rows)?;
        eprintln!(
            "{part}: {} of {} tried, {} proved",
            entries.len(),
            todo.len(),
            certificates.len()
        );
    }
    let wall = start.elapsed().as_secs_f64();
    let proving: f64 = entries.iter().map(|e| e.seconds.0).sum();
    let checking: f64 = entries.iter().map(|e| e.seconds.1).sum();
    let slowest = entries.iter().map(|e| e.seconds.0).fold(0.0, f64::max);
    let slowest_check = entries.iter().map(|e| e.seconds.1).fold(0.0, f64::max);
    eprintln!(
        "{part}: {} of {} proved; {} tried now in {wall:.0} s on {threads} threads \
         (proofs {proving:.0} s, slowest {slowest:.1} s; checks {checking:.0} s, slowest {slowest_check:.1} s)",
        certificates.len(),
        games.len(),
        todo.len(),
    );
    if part == "table" {
        fs::write(dir.join("statements.md"), statements(&entries))?;
        for entry in entries.iter().filter(|e| e.game == "0.2048") {
            fs::write(dir.join("0.2048.dot"), &entry.dot)?;
        }
    }
    Ok(())
}

/// Writes certificates and list.
fn write_part(
    dir: &Path,
    part: &str,
    games: &[String],
    certificates: &BTreeMap<String, String>,
    rows: &BTreeMap<String, String>,
) -> Result<(), Box<dyn Error>> {
    let mut out =
        GzEncoder::new(fs::File::create(certificates_path(dir, part))?, Compression::best());
    let mut csv = String::from(
        "game,kind,preperiod,period,saltus,periodic_residues,modulus,base,low_bits,states,values\n",
    );
    for game in games {
        if let Some(line) = certificates.get(game) {
            writeln!(out, "{line}")?;
        }
        if let Some(line) = rows.get(game) {
            _ = writeln!(csv, "{line}");
        }
    }
    out.finish()?;
    fs::write(dir.join(format!("{part}.csv")), csv)?;
    Ok(())
}

/// The page of statements.
fn statements(entries: &[Entry]) -> String {
    let mut page = String::from(
        "# What is proved, game by game\n\n\
         Every formula holds for all k >= 0 unless it says from where on; v2(x) is the number of\n\
         trailing zeros of x in binary. Where no formulas are given the automaton of the\n\
         certificate is the statement. Written by the command in [README.md](README.md).\n",
    );
    for entry in entries {
        let Some(certificate) = &entry.certificate else { continue };
        let (p, b, t, states) = sizes(certificate);
        _ = write!(
            page,
            "\n## {}\n\n{}: {}. Automaton: {states} states, modulus {p}, base {b}, 2^{t}.\n",
            entry.game,
            certificate.claim.kind().name(),
            certificate.claim
        );
        if entry.statement.len() > 64 {
            let special: Vec<&String> = entry
                .statement
                .iter()
                .filter(|line| line.contains("v2(") || line.contains("power"))
                .collect();
            _ = write!(
                page,
                "\n{} formulas, one for each residue, are in the certificate{}\n",
                entry.statement.len(),
                if special.is_empty() { "." } else { "; those that are not straight lines:" }
            );
            if !special.is_empty() {
                page.push_str("\n```text\n");
                for line in special {
                    _ = writeln!(page, "{line}");
                }
                page.push_str("```\n");
            }
        } else if !entry.statement.is_empty() {
            page.push_str("\n```text\n");
            for line in &entry.statement {
                _ = writeln!(page, "{line}");
            }
            page.push_str("```\n");
        }
    }
    page
}

/// Verifies every certificate of a directory.
fn check_all(dir: &Path, threads: usize) -> Result<bool, Box<dyn Error>> {
    let mut all = true;
    for part in ["table", "two-digit", "three-digit"] {
        let path = certificates_path(dir, part);
        if !path.exists() {
            continue;
        }
        let certificates = read_certificates(&path)?;
        let next = AtomicUsize::new(0);
        let bad: Mutex<Vec<String>> = Mutex::new(Vec::new());
        let start = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(certificate) =
                        certificates.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        if let Err(e) = check(certificate, None, &default_budget())
                            && let Ok(mut bad) = bad.lock()
                        {
                            bad.push(format!("{}: {e}", certificate.game));
                        }
                    }
                });
            }
        });
        let bad = bad.into_inner().map_err(|e| e.to_string())?;
        println!(
            "{part}: {} of {} certificates verified in {:.0} s",
            certificates.len() - bad.len(),
            certificates.len(),
            start.elapsed().as_secs_f64()
        );
        for line in &bad {
            println!("  {line}");
        }
        all &= bad.is_empty();
    }
    Ok(all)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let usage =
        "usage: automata_results build|check DIR [PART...] [--threads N] [--most N] [--only-open]";
    let (mut words, mut threads, mut most, mut only_open) = (Vec::new(), 2, 4096, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|n| n.parse().ok()).ok_or(usage);
        match argument.as_str() {
            "--threads" => threads = number()?,
            "--most" => most = number()?,
            "--only-open" => only_open = true,
            _ => words.push(argument),
        }
    }
    let [command, dir, parts @ ..] = words.as_slice() else { return Err(usage.into()) };
    let dir = Path::new(dir);
    match command.as_str() {
        "build" => {
            fs::create_dir_all(dir)?;
            let all = ["table", "two-digit", "three-digit"].map(str::to_owned);
            let parts = if parts.is_empty() { &all[..] } else { parts };
            for part in parts {
                build_part(dir, part, most, threads, only_open)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        "check" if check_all(dir, threads)? => Ok(ExitCode::SUCCESS),
        "check" => Ok(ExitCode::FAILURE),
        _ => Err(usage.into()),
    }
}
