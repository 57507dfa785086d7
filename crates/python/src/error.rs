//! The library's errors as exceptions, with the same messages.

use num_bigint::{BigInt, BigUint};
use pyo3::create_exception;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

create_exception!(sprague, SpragueError, PyValueError, "What sprague cannot do, and why.");
create_exception!(
    sprague,
    ParseError,
    SpragueError,
    "A text that is no game, no position, no value: `column` is the place of the mistake, counted \
     from 1 (None where there is none), `hint` how to put it right (None where that is not known)."
);
create_exception!(sprague, ComputationError, SpragueError, "Values that cannot be computed.");
create_exception!(sprague, UnknownValueError, SpragueError, "A value that nothing proved gives.");
create_exception!(
    sprague,
    ConfusedError,
    SpragueError,
    "Two values neither of which is less: they are confused, and `<` has no answer."
);
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
    module.add("ConfusedError", py.get_type::<ConfusedError>())?;
    module.add("CheckError", py.get_type::<CheckError>())?;
    module.add("AtlasError", py.get_type::<AtlasError>())
}

/// A game, a position or rules from their text.
pub fn read<T: FromStr<Err: Into<sprague::Error>>>(py: Python<'_>, text: &str) -> PyResult<T> {
    text.parse().map_err(|error: T::Err| mistake(py, &error.into()))
}

/// A text that is no game, with its place.
fn mistake(py: Python<'_>, error: &sprague::Error) -> PyErr {
    parse_error(py, error.to_string(), error.column(), error.hint())
}

/// A text that is wrong: the column counts from 1, whatever was read.
pub fn parse_error(
    py: Python<'_>,
    message: String,
    column: Option<usize>,
    hint: Option<&str>,
) -> PyErr {
    let exception = ParseError::new_err(message);
    let value = exception.value(py);
    let set = value.setattr("column", column).and_then(|()| value.setattr("hint", hint));
    set.err().unwrap_or(exception)
}

/// A heap, or a number of heaps: an integer that is not negative.
pub fn natural(number: &Bound<'_, PyAny>) -> PyResult<BigUint> {
    let number: BigInt = number.extract()?;
    number.try_into().map_err(|_| SpragueError::new_err("a heap has at least 0 tokens"))
}

/// The same where it is counted up to.
pub fn counted(number: &Bound<'_, PyAny>) -> PyResult<u64> {
    natural(number)?.try_into().map_err(|_| {
        computation("heaps beyond 2^64 cannot be counted up to; value(n) may know one")
    })
}

/// A time limit.
pub fn seconds(time: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time)
        .map_err(|error| SpragueError::new_err(format!("no time limit: {error}")))
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
