//! `sprague completions SHELL`

use crate::failure::Failure;
use clap::CommandFactory;
use clap_complete::Shell;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// The shell to write completions for
    shell: Shell,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "sprague", &mut script);
    crate::output::write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
