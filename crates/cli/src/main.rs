//! `sprague`: arguments in, text or JSON out. Every command is a file in
//! `commands/` with its `Args` and a `run`.

mod atlas;
mod board;
mod commands;
mod compute;
mod failure;
mod input;
mod interrupt;
mod number;
mod output;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// Impartial heap games: nim-sequences computed, proved and played.
#[derive(Parser)]
#[command(name = "sprague", version, arg_required_else_help = true)]
#[command(after_help = "Exit status: 0 done, 1 the answer is no or a check failed, 2 bad input.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: output::Common,
}

#[derive(Subcommand)]
enum Command {
    /// The nim-sequence G(A..=N)
    Values(commands::values::Args),
    /// The nim-value of one heap
    Value(commands::value::Args),
    /// The options of a heap with their nim-values
    Moves(commands::moves::Args),
    /// Rules in words, standard form, cousins, other rules for the same game
    Info(commands::info::Args),
    /// Finds the regularity of a nim-sequence and proves it
    Solve(commands::solve::Args),
    /// Verifies certificates with the independent checker
    Check(commands::check::Args),
    /// The nim-sequence drawn, as SVG or PNG
    Plot(commands::plot::Args),
    /// The web page and its JSON API
    Serve(commands::serve::Args),
    /// Surveys a whole family of games into the atlas
    Census(commands::census::Args),
    /// Questions to the atlas: find, show, stats, sql, export, verify
    Atlas(commands::atlas::Args),
    /// The classical tables, recomputed to any bound
    Table(commands::table::Args),
    /// A long run with checkpoints that resumes by itself
    Hunt(commands::hunt::Args),
    /// Frequencies, rare and common values, records, sub-periods
    Stats(commands::stats::Args),
    /// The benchmark, with ratios
    Bench(commands::bench::Args),
    /// Who wins a position, and every winning move
    Best(commands::best::Args),
    /// A game against the computer
    Play(commands::play::Args),
    /// The game graph of a position: dot, svg
    Graph(commands::graph::Args),
    /// The P-positions with one, two or three heaps
    Positions(commands::positions::Args),
    /// Misere play: nim-values, genus, outcomes, quotient
    Misere(commands::misere::Args),
    /// The named games
    Games(commands::games::Args),
    /// Partisan games: value, canonical form, comparison of an expression
    Eval(commands::eval::Args),
    /// The value of a Col position
    Col(commands::col::Args),
    /// The value of a Snort position
    Snort(commands::snort::Args),
    /// Known results, computed anew by every kernel of this machine and checked
    Selftest(commands::selftest::Args),
    /// Shell completions on standard output
    Completions(commands::completions::Args),
    /// The manual pages (roff), one for each command
    Man(commands::man::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(arguments()) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let common = &cli.common;
    let result = match &cli.command {
        Command::Values(args) => commands::values::run(args, common),
        Command::Value(args) => commands::value::run(args, common),
        Command::Moves(args) => commands::moves::run(args, common),
        Command::Info(args) => commands::info::run(args, common),
        Command::Solve(args) => commands::solve::run(args, common),
        Command::Check(args) => commands::check::run(args, common),
        Command::Plot(args) => commands::plot::run(args, common),
        Command::Serve(args) => commands::serve::run(args, common),
        Command::Census(args) => commands::census::run(args, common),
        Command::Atlas(args) => commands::atlas::run(args, common),
        Command::Table(args) => commands::table::run(args, common),
        Command::Hunt(args) => commands::hunt::run(args, common),
        Command::Stats(args) => commands::stats::run(args, common),
        Command::Bench(args) => commands::bench::run(args, common),
        Command::Best(args) => commands::best::run(args, common),
        Command::Play(args) => commands::play::run(args, common),
        Command::Graph(args) => commands::graph::run(args, common),
        Command::Positions(args) => commands::positions::run(args, common),
        Command::Misere(args) => commands::misere::run(args, common),
        Command::Games(args) => commands::games::run(args, common),
        Command::Eval(args) => commands::eval::run(args, common),
        Command::Col(args) => commands::col::run(args, common),
        Command::Snort(args) => commands::snort::run(args, common),
        Command::Selftest(args) => commands::selftest::run(args, common),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man(args) => commands::man::run(args, common),
    };
    result.unwrap_or_else(|failure| failure.report())
}

/// The arguments. `--format parquet`, which `atlas export` alone understands, is its
/// `--as parquet`: parquet is no format for standard output in general.
fn arguments() -> Vec<std::ffi::OsString> {
    let mut arguments: Vec<std::ffi::OsString> = std::env::args_os().collect();
    if arguments.iter().any(|a| a == "atlas") && arguments.iter().any(|a| a == "export") {
        for i in 1..arguments.len() {
            if arguments[i] == "--format=parquet" {
                arguments[i] = "--as=parquet".into();
            } else if arguments[i] == "parquet" && arguments[i - 1] == "--format" {
                arguments[i - 1] = "--as".into();
            }
        }
    }
    arguments
}

/// Help and version as asked for; wrong arguments in one line.
fn usage(error: &clap::Error) -> ExitCode {
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
    let line = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    Failure::input(format!("{} (see 'sprague --help')", shorten(line))).report()
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
