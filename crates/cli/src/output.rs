//! Options every command understands, and writing to standard output.

use crate::failure::Failure;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use sprague_plot::Scene;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Options every command understands.
#[derive(clap::Args, Clone, Debug)]
pub struct Common {
    /// How to print the answer; each command has some of the formats
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// No progress bar and no notes on stderr
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Colour in text output
    #[arg(long, global = true, value_enum, default_value_t = When::Auto)]
    pub color: When,
    /// Threads to use (default: all cores); `bench` takes a list
    #[arg(long, global = true, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Vec<u16>,
}

impl Common {
    /// The number of threads asked for.
    pub fn asked_threads(&self) -> Option<usize> {
        self.threads.first().copied().map(usize::from)
    }

    /// How many threads may be used: as asked for, or one for each core.
    pub fn thread_count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.asked_threads().unwrap_or_else(cores)
    }

    /// The numbers of threads asked for, or one and one for each core.
    pub fn thread_counts(&self) -> Vec<usize> {
        if !self.threads.is_empty() {
            return self.threads.iter().copied().map(usize::from).collect();
        }
        let mut counts = vec![1, self.thread_count()];
        counts.dedup();
        counts
    }

    /// Refuses several numbers of threads, for all commands but the one that compares them.
    pub fn one_number_of_threads(&self) -> Result<(), Failure> {
        if self.threads.len() < 2 {
            return Ok(());
        }
        Err(Failure::input("--threads takes one number here: only bench compares several"))
    }

    /// Refuses any format but text, for an option whose answer is nothing else.
    pub fn text_only(&self, option: &str) -> Result<(), Failure> {
        if self.format == Format::Text {
            return Ok(());
        }
        Err(Failure::input(format!("{option} prints text: leave --format out")))
    }

    /// Whether answers have colours.
    pub fn colour(&self) -> bool {
        match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                io::stdout().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        }
    }

    /// A text whose lines have the tones that `tone` finds for them.
    pub fn toned(&self, text: &str, tone: impl Fn(&str) -> Option<Tone>) -> String {
        if !self.colour() {
            return text.to_owned();
        }
        let lines = text.split('\n').map(|line| match tone(line) {
            Some(tone) => format!("\x1b[{}m{line}\x1b[0m", tone as u8),
            None => line.to_owned(),
        });
        lines.collect::<Vec<_>>().join("\n")
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

impl Format {
    /// Its name on the command line.
    fn name(self) -> PossibleValue {
        self.to_possible_value().unwrap_or_else(|| PossibleValue::new(""))
    }
}

/// The formats a command prints.
pub enum Formats {
    /// These; the first is meant where none is named.
    These(&'static [Format]),
    /// Text alone, of which `--help` need not speak: a dialogue, a picture, a script.
    OnlyText,
    /// The answer goes to a file: these where one is named.
    ToFile(&'static [Format]),
    /// Those of its subcommands.
    Of(&'static [(&'static str, Formats)]),
}

impl Formats {
    /// A command whose `--format` takes these formats and no others.
    pub fn of(&self, command: clap::Command) -> clap::Command {
        match self {
            Self::These(formats) => command.arg(argument(formats).default_value("text")),
            Self::OnlyText => command.arg(argument(&[Format::Text]).hide(true)),
            Self::ToFile(formats) => command.arg(argument(formats)),
            Self::Of(subcommands) => {
                subcommands.iter().fold(command, |command, (name, formats)| {
                    command.mut_subcommand(name, |subcommand| formats.of(subcommand))
                })
            }
        }
    }
}

/// `--format` with these formats.
fn argument(formats: &[Format]) -> clap::Arg {
    let names = PossibleValuesParser::new(formats.iter().map(|format| format.name()));
    clap::Arg::new("format")
        .long("format")
        .global(true)
        .value_name("FORMAT")
        .help("How to print the answer")
        .value_parser(names.try_map(|name| Format::from_str(&name, false)))
}

/// Refuses a format that the command does not print. Behind the command `--format` takes only
/// those it does; before the command any format can stand.
pub fn offered(
    program: &clap::Command,
    matches: &clap::ArgMatches,
    format: Format,
) -> Result<(), Failure> {
    let (mut command, mut matches) = (program, matches);
    while let Some((name, inner)) = matches.subcommand() {
        let Some(subcommand) = command.find_subcommand(name) else { break };
        (command, matches) = (subcommand, inner);
    }
    let argument = command.get_arguments().find(|argument| argument.get_id() == "format");
    let names = argument.map(clap::Arg::get_possible_values).unwrap_or_default();
    let wanted = format.name();
    // The value that stands for none named is never refused.
    let named = matches.value_source("format") == Some(ValueSource::CommandLine);
    if !named || names.iter().any(|name| name.get_name() == wanted.get_name()) {
        return Ok(());
    }
    let names: Vec<&str> = names.iter().map(PossibleValue::get_name).collect();
    Err(Failure::input(format!(
        "invalid value '{}' for '--format <FORMAT>' [possible values: {}] (see 'sprague --help')",
        wanted.get_name(),
        names.join(", ")
    )))
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

/// How a line of an answer stands out: the number of its colour on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// What the answer is about
    Strong = 1,
    /// No
    Bad = 31,
    /// Yes
    Good = 32,
    /// Perhaps
    Doubtful = 33,
}

/// Whether standard output is taken by a file, and answers go to standard error.
static ASIDE: AtomicBool = AtomicBool::new(false);

/// The files a command writes beside its answer: where one of them is `-`, it has standard output,
/// and the answer goes to standard error.
pub fn files<'a>(paths: impl IntoIterator<Item = Option<&'a PathBuf>>) -> Result<(), Failure> {
    let taken = paths.into_iter().flatten().filter(|path| is_standard(path)).count();
    if taken > 1 {
        return Err(Failure::input("only one file can go to standard output: name the others"));
    }
    ASIDE.store(taken == 1, Ordering::Relaxed);
    Ok(())
}

/// Whether a file is standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Where answers go.
fn answers() -> Box<dyn Write> {
    if ASIDE.load(Ordering::Relaxed) {
        Box::new(io::stderr().lock())
    } else {
        Box::new(io::stdout().lock())
    }
}

/// Writes bytes to standard output.
pub fn write_all(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = answers();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// Writes a text and a line end to standard output.
pub fn write_line(text: &str) -> Result<(), Failure> {
    let mut out = answers();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// Writes a file as a whole or not at all.
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    replace_file(path, |out| out.write_all(content.as_ref()).map_err(|e| cannot_write(path, e)))
}

/// Lets `write` fill a file, which appears as a whole or not at all: it is written beside its
/// place first and then takes its name. Devices and pipes are written to as they are, and a link
/// stays one; `-` is standard output.
pub fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let cannot = |e: io::Error| cannot_write(path, e);
    if is_standard(path) {
        let mut out = BufWriter::new(io::stdout().lock());
        write(&mut out)?;
        return out.flush().map_err(cannot);
    }
    let fill = |file: &File| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush().map_err(cannot)
    };
    let target = match fs::metadata(path) {
        Ok(known) if known.is_file() => fs::canonicalize(path).map_err(cannot)?,
        Ok(_) => return fill(&File::options().write(true).open(path).map_err(cannot)?),
        Err(_) => path.to_owned(),
    };
    let mut neighbour = tempfile::Builder::new();
    neighbour.prefix(target.file_name().unwrap_or_default()).suffix(".part");
    // The rights of any new file: temporary ones are for their owner alone.
    #[cfg(unix)]
    neighbour.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    // It is removed where anything fails.
    let part = neighbour.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(cannot)?;
    fill(part.as_file())?;
    part.persist(&target).map_err(|refused| cannot(refused.error))?;
    Ok(())
}

/// Rows as comma-separated values (RFC 4180); fields that need quotes get them.
pub fn csv_text<R>(rows: impl IntoIterator<Item = R>) -> String
where
    R: IntoIterator<Item: AsRef<str>>,
{
    let mut text = Vec::new();
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(&mut text);
    for row in rows {
        let fields = row.into_iter().map(|field| field.as_ref().to_owned());
        writer.write_record(fields).expect("memory takes every record");
    }
    drop(writer);
    String::from_utf8(text).expect("quotes and commas between texts are a text")
}

fn cannot_write(path: &Path, error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Io(error),
        _ => Failure::input(format!("cannot write {}: {error}", path.display())),
    }
}

/// Lines with columns as wide as their widest cell; the columns that `right` names are set
/// flush right.
pub fn aligned(rows: &[Vec<String>], right: impl Fn(usize) -> bool) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(
                |(i, (cell, &w))| {
                    if right(i) { format!("{cell:>w$}") } else { format!("{cell:<w$}") }
                },
            )
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// The kind of a picture, by the name of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// FILE.svg
    Svg,
    /// FILE.png
    Png,
    /// SVG on standard output: `-`
    StandardOutput,
}

impl PictureKind {
    /// What the name of a file asks for.
    pub fn of(path: &Path) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Self::StandardOutput);
        }
        match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(Failure::input(format!(
                "unknown kind of picture '{}': end the name in .svg or .png",
                path.display()
            ))),
        }
    }

    /// Writes a picture.
    pub fn write(self, scene: &Scene, path: &Path) -> Result<(), Failure> {
        let bytes = match self {
            Self::Svg | Self::StandardOutput => scene.svg().map_err(Failure::input)?.into_bytes(),
            Self::Png => scene.png().map_err(Failure::input)?,
        };
        write_file(path, bytes)
    }
}
