//! `sprague completions SHELL`

use crate::failure::Failure;
use crate::output::{Common, Formats};
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use sprague::hunt::Kernel;
use sprague::rules::names::NAMED_GAMES;
use sprague::{EngineKind, Kind, Status, Theorem};
use std::io::IsTerminal;
use std::process::ExitCode;

pub const FORMATS: Formats = Formats::OnlyText;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sprague completions bash > ~/.local/share/bash-completion/completions/sprague
  sprague completions zsh > ~/.zfunc/_sprague      with fpath+=~/.zfunc in ~/.zshrc
  sprague completions fish > ~/.config/fish/completions/sprague.fish
  sprague completions elvish >> ~/.config/elvish/rc.elv
  sprague completions powershell >> $PROFILE

A new shell knows commands, options, and the names of games, kinds, theorems, engines and kernels.")]
pub struct Args {
    /// The shell to write completions for
    shell: Shell,
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    let mut program = with_names(crate::command());
    clap_complete::generate(args.shell, &mut program, "sprague", &mut script);
    crate::output::write_all(&script)?;
    if std::io::stdout().is_terminal() && !common.quiet {
        eprintln!("sprague: to install, {}", install(args.shell));
    }
    Ok(ExitCode::SUCCESS)
}

/// What to do with the script.
fn install(shell: Shell) -> String {
    let place = match shell {
        Shell::Bash => "> ~/.local/share/bash-completion/completions/sprague",
        Shell::Zsh => "> ~/.zfunc/_sprague, with fpath+=~/.zfunc before compinit in ~/.zshrc",
        Shell::Fish => "> ~/.config/fish/completions/sprague.fish",
        Shell::Elvish => ">> ~/.config/elvish/rc.elv",
        Shell::PowerShell => ">> $PROFILE",
        _ => "> a file that your shell reads",
    };
    format!("sprague completions {shell} {place}")
}

/// The program for whoever completes: arguments that take any text offer the names they know.
fn with_names(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| match names(argument.get_id().as_str()) {
        Some(names) => argument.value_parser(PossibleValuesParser::new(names)),
        None => argument,
    });
    command.mut_subcommands(with_names)
}

/// The names an argument can have, among other texts.
fn names(argument: &str) -> Option<Vec<&'static str>> {
    Some(match argument {
        "rules" | "position" | "game" => NAMED_GAMES.iter().map(|game| game.name).collect(),
        "kind" => Kind::ALL.iter().map(|kind| kind.name()).collect(),
        "status" => [Status::Proved, Status::Observed, Status::Open].map(Status::name).to_vec(),
        "theorem" => Theorem::ALL.iter().map(|theorem| theorem.name()).collect(),
        "engine" => EngineKind::ALL.map(EngineKind::name).to_vec(),
        // Once, for a script of kilobytes.
        "kernel" => Kernel::available().iter().map(|k| &*k.to_string().leak()).collect(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_completed() {
        let mut script = Vec::new();
        clap_complete::generate(Shell::Bash, &mut with_names(crate::command()), "s", &mut script);
        let script = String::from_utf8(script).unwrap();
        for name in ["DawsonsKayles", "arithmetic-periodic", "observed", "sparse-window", "scalar"]
        {
            assert!(script.contains(name), "{name}");
        }
    }
}
