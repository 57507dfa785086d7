//! `sprague table NAME`

mod col;

use crate::failure::Failure;
use crate::output::Common;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    table: Table,
}

#[derive(clap::Subcommand)]
enum Table {
    /// Col: chains (Table 2.3 of Austin 1976, continued), trees, cycles, grids
    Col(col::Args),
}

pub fn run(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    match &args.table {
        Table::Col(args) => col::run(args, common),
    }
}
