//! What the commands about the atlas share.

use crate::failure::Failure;
use sprague_atlas::Error;
use std::path::{Path, PathBuf};

/// The atlas named, or that of the user.
pub fn path(db: Option<&Path>) -> Result<PathBuf, Failure> {
    match db {
        Some(file) if crate::output::is_standard(file) => {
            Err(Failure::input("an atlas is a file: it cannot be standard input or output"))
        }
        Some(file) => Ok(file.to_owned()),
        None => sprague_atlas::default_path().ok_or_else(|| {
            Failure::input("no home folder to keep the atlas in: name a file with --db")
        }),
    }
}

/// An error of the atlas as the user's.
pub fn failure(error: Error) -> Failure {
    match error {
        Error::Io(_, error) if error.kind() == std::io::ErrorKind::BrokenPipe => Failure::Io(error),
        error => Failure::input(error),
    }
}
