//! `sprague man`

use crate::failure::Failure;
use crate::output::Common;
use clap::CommandFactory;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// The command to describe; without it, the program as a whole
    command: Option<String>,
}

pub fn run(args: &Args, _common: &Common) -> Result<ExitCode, Failure> {
    let program = crate::Cli::command();
    let page = match &args.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .ok_or_else(|| Failure::input(format!("no command '{name}': see sprague --help")))?
            .clone(),
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page).render(&mut roff)?;
    crate::output::write_all(&roff)?;
    Ok(ExitCode::SUCCESS)
}
