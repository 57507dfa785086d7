//! `sprague`: arguments in, text or JSON out. Every command is a file in
//! `commands/` with its `Args` and a `run`.

mod commands;
mod failure;
mod output;

use clap::{Parser, Subcommand};
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
    /// Partisan games: value, canonical form, comparison of an expression
    Eval(commands::eval::Args),
    /// The value of a Col position
    Col(commands::col::Args),
    /// The value of a Snort position
    Snort(commands::snort::Args),
    /// The classical tables recomputed
    Table(commands::table::Args),
    /// Shell completions on standard output
    Completions(commands::completions::Args),
    /// The manual page (roff) on standard output
    Man(commands::man::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::Eval(args) => commands::eval::run(args, &cli.common),
        Command::Col(args) => commands::col::run(args, &cli.common),
        Command::Snort(args) => commands::snort::run(args, &cli.common),
        Command::Table(args) => commands::table::run(args, &cli.common),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man(args) => commands::man::run(args, &cli.common),
    };
    result.unwrap_or_else(|failure| failure.report())
}
