//! `sprague`: arguments in, text or JSON out. Every command is a file in
//! `commands/` with its `Args`, its `FORMATS` and a `run`, and a row in `commands/mod.rs`.
//!
//! The program is a library with one function, [`run`], so that the Python package brings it along.

mod arguments;
mod atlas;
mod board;
mod commands;
mod compute;
mod failure;
mod input;
mod interrupt;
mod number;
mod output;
mod theorem;

use clap::{CommandFactory, FromArgMatches, Parser};
use failure::Failure;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

/// Impartial heap games: nim-sequences computed, proved and played.
#[derive(Parser)]
#[command(name = "sprague", version, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  sprague kayles                    what its nim-sequence does for ever, proved
  sprague best Kayles 3 5 7         who wins, and the winning moves
  sprague values 0.156 --to 500     its nim-values
  sprague serve                     all of it in a browser

'sprague COMMAND --help' has more examples. Exit status: 0 done, 1 the answer is no or a check
failed, 2 bad input.")]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
    #[command(flatten)]
    common: output::Common,
}

/// The program: its arguments, the first of which is its name, to its exit status. What it has to
/// say goes to standard output and standard error.
///
/// ```
/// assert_eq!(sprague_cli::run(["sprague", "value", "Kayles", "5"]), 0);
/// assert_eq!(sprague_cli::run(["sprague", "value", "Kayles", "five"]), 2);
/// ```
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> u8 {
    status(answer(arguments.into_iter().map(Into::into)))
}

/// An exit code as a number, which it does not tell itself.
fn status(code: ExitCode) -> u8 {
    (0..u8::MAX).find(|&status| ExitCode::from(status) == code).unwrap_or(u8::MAX)
}

fn answer(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let mut command = command();
    let arguments = arguments::read(arguments, &command);
    let at_hand = arguments.command(&command);
    let parsed = command.try_get_matches_from_mut(arguments.words);
    let parsed = parsed.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return usage(&error, at_hand.as_deref()),
    };
    if let Some(meant) = arguments.meant
        && !cli.common.quiet
        && std::io::stderr().is_terminal()
    {
        eprintln!("sprague: read as 'sprague {meant} ...'");
    }
    if let Some(doubt) = arguments.doubt
        && !cli.common.quiet
    {
        eprintln!("sprague: {doubt}");
    }
    let result = output::offered(&command, &matches, cli.common.format)
        .and_then(|()| cli.command.run(&cli.common));
    result.unwrap_or_else(|failure| failure.report())
}

/// The program's arguments; `--format` of a command has the formats it prints.
fn command() -> clap::Command {
    commands::with_wishes(commands::with_formats(Cli::command()))
}

/// Help and version as asked for; wrong arguments in one line, with the usage of the command.
fn usage(error: &clap::Error, command: Option<&str>) -> ExitCode {
    use clap::error::ErrorKind;
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        // A closed pipe is no error.
        let _ = error.print();
        return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
    }
    let text = error.render().to_string();
    if let Some(word) = no_command(error).filter(|_| !text.contains("tip:"))
        && let Err(mistake) = word.parse::<sprague::Game>()
    {
        return Failure::input(shorten(&format!("no command, and as a game: {mistake}"))).report();
    }
    let line = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    let usage = text.lines().find_map(|line| line.strip_prefix("Usage: "));
    let usage = usage.map(|usage| format!("; usage: {usage}")).unwrap_or_default();
    let command = command.map(|command| format!(" {command}")).unwrap_or_default();
    Failure::input(format!("{}{usage} (see 'sprague{command} --help')", shorten(line))).report()
}

/// The word that was taken for a command and is none.
fn no_command(error: &clap::Error) -> Option<&str> {
    match error.get(clap::error::ContextKind::InvalidSubcommand)? {
        clap::error::ContextValue::String(word) => Some(word),
        _ => None,
    }
}

/// A message that quotes a very long argument is cut in the middle.
fn shorten(line: &str) -> String {
    const MOST: usize = 400;
    let count = line.chars().count();
    if count <= MOST {
        return line.to_owned();
    }
    let head: String = line.chars().take(MOST / 2).collect();
    let tail: String = line.chars().skip(count - MOST / 2).collect();
    format!("{head}...{tail}")
}
