//! The library's errors as exceptions, with the same messages.

use pyo3::create_exception;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;
use std::str::FromStr;

create_exception!(sprague, SpragueError, PyValueError, "What sprague cannot do, and why.");
create_exception!(sprague, ParseError, SpragueError, "A text that is no game or position.");
create_exception!(sprague, ComputationError, SpragueError, "Values that cannot be computed.");
create_exception!(sprague, UnknownValueError, SpragueError, "A value that nothing proved gives.");
create_exception!(sprague, CheckError, SpragueError, "A certificate that was not verified.");
create_exception!(sprague, AtlasError, SpragueError, "An atlas that cannot be used.");

/// Adds the exceptions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("SpragueError", py.get_type::<SpragueError>())?;
    let mistake = py.get_type::<ParseError>();
    mistake.setattr("column", py.None())?;
    mistake.setattr("hint", py.None())?;
    module.add("ParseError", mistake)?;
    module.add("ComputationError", py.get_type::<ComputationError>())?;
    module.add("UnknownValueError", py.get_type::<UnknownValueError>())?;
    module.add("CheckError", py.get_type::<CheckError>())?;
    module.add("AtlasError", py.get_type::<AtlasError>())
}

/// A game, a position or rules from their text.
pub fn read<T: FromStr<Err: Into<sprague::Error>>>(py: Python<'_>, text: &str) -> PyResult<T> {
    text.parse().map_err(|error: T::Err| mistake(py, &error.into()))
}

/// A text that is no game, with its place.
fn mistake(py: Python<'_>, error: &sprague::Error) -> PyErr {
    let exception = ParseError::new_err(error.to_string());
    let value = exception.value(py);
    let set = value
        .setattr("column", error.column())
        .and_then(|()| value.setattr("hint", error.hint().unwrap_or_default()));
    set.err().unwrap_or(exception)
}

/// Any error of a computation.
pub fn computation(error: impl Display) -> PyErr {
    ComputationError::new_err(error.to_string())
}

/// An error of the atlas.
pub fn atlas(error: sprague_atlas::Error) -> PyErr {
    match error {
        sprague_atlas::Error::Io(path, error) => {
            let message = format!("{}: {error}", path.display());
            match error.kind() {
                std::io::ErrorKind::NotFound => PyFileNotFoundError::new_err(message),
                _ => PyOSError::new_err(message),
            }
        }
        error => AtlasError::new_err(error.to_string()),
    }
}

/// A panic: our mistake.
pub fn panicked() -> PyErr {
    PyRuntimeError::new_err("a mistake in sprague: please report it")
}
