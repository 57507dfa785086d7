//! The program `sprague`: see `lib.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(sprague_cli::run(std::env::args_os()))
}
