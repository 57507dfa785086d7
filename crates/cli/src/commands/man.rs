//! `sprague man`

use crate::failure::Failure;
use crate::output::{Common, Formats, write_all, write_file};
use clap::Command;
use clap_mangen::Man;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Examples of use.
const EXAMPLES: &str = "\
Examples:
  sprague man | man -l -
  sprague man atlas find | man -l -
  sprague man --dir ~/.local/share/man/man1    then: man sprague-solve";

pub const FORMATS: Formats = Formats::OnlyText;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The command to describe, such as solve or atlas find; without it, the program as a whole
    command: Vec<String>,
    /// Write the pages of the program and of all its commands to this directory
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

pub fn run(args: &Args, _common: &Common) -> Result<ExitCode, Failure> {
    // Built, a command knows its full name and the options it has in common with the others.
    let mut program = without_help(crate::command());
    program.build();
    if let Some(dir) = &args.dir {
        std::fs::create_dir_all(dir)
            .map_err(|e| Failure::input(format!("cannot create {}: {e}", dir.display())))?;
        write_pages(&program, dir)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = &program;
    for name in &args.command {
        command = command.find_subcommand(name).ok_or_else(|| {
            Failure::input(format!("no command '{}': see sprague --help", args.command.join(" ")))
        })?;
    }
    write_all(&render(&page(command))?)?;
    Ok(ExitCode::SUCCESS)
}

/// Without the commands `help`, which have no page of their own.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

fn page(command: &Command) -> Man {
    Man::new(command.clone()).source(concat!("sprague ", env!("CARGO_PKG_VERSION")))
}

fn render(man: &Man) -> Result<Vec<u8>, Failure> {
    let mut roff = Vec::new();
    man.render(&mut roff)?;
    Ok(roff)
}

/// The page of a command, and those of its subcommands, each as a file of its own.
fn write_pages(command: &Command, dir: &Path) -> Result<(), Failure> {
    let man = page(command);
    write_file(&dir.join(man.get_filename()), render(&man)?)?;
    command.get_subcommands().try_for_each(|subcommand| write_pages(subcommand, dir))
}
