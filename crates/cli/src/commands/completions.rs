//! `sprague completions SHELL`

use crate::failure::Failure;
use crate::output::{Common, Formats};
use clap_complete::Shell;
use std::process::ExitCode;

pub const FORMATS: Formats = Formats::OnlyText;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sprague completions bash > ~/.local/share/bash-completion/completions/sprague
  sprague completions zsh > ~/.zfunc/_sprague      with fpath+=~/.zfunc in ~/.zshrc
  sprague completions fish > ~/.config/fish/completions/sprague.fish

A new shell knows them.")]
pub struct Args {
    /// The shell to write completions for
    shell: Shell,
}

pub fn run(args: &Args, _common: &Common) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::command(), "sprague", &mut script);
    crate::output::write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
