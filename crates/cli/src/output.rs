//! Options every command understands, and writing to standard output.

use crate::failure::Failure;
use clap::ValueEnum;
use std::io::{self, Write};
use std::path::Path;

/// Options every command understands.
#[derive(clap::Args, Clone, Debug)]
pub struct Common {
    /// How to print the answer
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// No progress bar and no notes on stderr
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Colour in text output
    #[arg(long, global = true, value_enum, default_value_t = When::Auto)]
    pub color: When,
    /// Threads to use (default: all cores)
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub threads: Option<u16>,
}

impl Common {
    /// How many threads may be used: as asked for, or one for each core.
    pub fn thread_count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    /// Whether a second thread may be used.
    pub fn second_core(&self) -> bool {
        self.thread_count() > 1
    }
}

/// How to print the answer.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object, or one per line
    #[value(alias = "jsonl")]
    Json,
    /// Comma-separated values with a header line
    Csv,
    /// OEIS b-file: lines `n a(n)`
    Bfile,
    /// A LaTeX table (booktabs)
    Latex,
}

/// When to use colour.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Writes bytes to standard output.
pub fn write_all(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// Writes a text and a line end to standard output.
pub fn write_line(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// Writes a file as a whole or not at all: into a neighbour first, which then takes its name.
pub fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let cannot = |e: io::Error| Failure::input(format!("cannot write {}: {e}", path.display()));
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    std::fs::write(&part, text).map_err(cannot)?;
    std::fs::rename(&part, path).map_err(|e| {
        // The neighbour is of no use to anybody.
        let _ = std::fs::remove_file(&part);
        cannot(e)
    })
}
