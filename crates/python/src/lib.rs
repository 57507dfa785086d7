//! The extension module `sprague._sprague`: what the Python package needs from the crates,
//! thin. Long work runs in a thread of its own with the interpreter released, and the calling
//! thread watches for Ctrl-C.
// Arguments from Python are extracted into values of their own.
#![allow(clippy::needless_pass_by_value)]

mod atlas;
mod error;
mod game;
mod hunt;
mod partisan;
mod play;
mod work;

use pyo3::prelude::*;
use std::ffi::OsString;

/// The program `sprague`: its arguments, its own name first, to its exit status.
#[pyfunction]
fn program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| sprague_cli::run(arguments))
}

/// The compiled part of sprague.
#[pymodule]
fn _sprague(module: &Bound<'_, PyModule>) -> PyResult<()> {
    error::add(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::Solution>()?;
    module.add_class::<atlas::Atlas>()?;
    module.add_function(wrap_pyfunction!(game::check, module)?)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(play::best, module)?)?;
    module.add_function(wrap_pyfunction!(play::misere, module)?)?;
    module.add_function(wrap_pyfunction!(play::misere_quotient, module)?)?;
    module.add_function(wrap_pyfunction!(partisan::col, module)?)?;
    module.add_function(wrap_pyfunction!(partisan::snort, module)?)?;
    module.add_class::<partisan::ShortGame>()?;
    module.add_function(wrap_pyfunction!(partisan::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(partisan::holds, module)?)?;
    module.add_function(wrap_pyfunction!(partisan::number, module)?)?;
    module.add_function(wrap_pyfunction!(atlas::survey, module)?)?;
    module.add_function(wrap_pyfunction!(atlas::family, module)?)?;
    module.add_function(wrap_pyfunction!(atlas::columns, module)?)?;
    module.add_function(wrap_pyfunction!(atlas::default_path, module)?)?;
    module.add_function(wrap_pyfunction!(program, module)?)?;
    module.add_function(wrap_pyfunction!(hunt::hunt, module)?)?;
    module.add_function(wrap_pyfunction!(hunt::verify_segment, module)?)?;
    Ok(())
}
