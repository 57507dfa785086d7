//! The library of theorems: its files are part of this crate, and are compiled once for every
//! version of Coq in the user's folder for caches.

use crate::judge::{CoqError, errors_of};
use etcetera::BaseStrategy;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable that names a folder with the library already compiled, such as `formal/theory`.
pub const LIBRARY_VARIABLE: &str = "SPRAGUE_COQ";

macro_rules! files {
    ($($name:literal)*) => {
        /// The files of the library, each behind those it needs: name without `.v`, and text.
        pub const FILES: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../theory/", $name, ".v"))),)*
        ];
    };
}

files! {
    "Play"
    "Mex"
    "NimValue"
    "SpragueGrundy"
    "Rules"
    "Periodic"
    "LeastPeriod"
    "NumberSet"
    "Values"
    "LeastSapp"
    "PeriodCheck"
    "BeforePoint"
    "Sparse"
    "Probing"
    "SparseCheck"
    "Bits"
    "Automaton"
    "Walk"
    "Spelling"
    "SumWithin"
    "WithinSum"
    "SumAhead"
    "HeapSums"
    "Taking"
    "NoOption"
    "AllSmaller"
    "Total"
    "Graph"
    "AutomatonCheck"
    "Shift"
    "Laws"
    "AllBut"
    "Recurring"
    "Misere"
    "QuotientCheck"
    "QuotientTo"
    "Mark"
    "Digits"
    "Records"
    "Export"
    "Endless"
    "RecurringAutomaton"
    "ArithmeticCodes"
    "Pass"
    "PassCheck"
    "PassGrowth"
    "PassAutomaton"
    "Sprague"
}

/// Where the library is compiled for this version of Coq: a folder of its own for every text of
/// the library.
fn folder(version: &str) -> Option<PathBuf> {
    #[cfg(not(windows))]
    let caches = etcetera::base_strategy::Xdg::new().ok()?.cache_dir();
    #[cfg(windows)]
    let caches = etcetera::base_strategy::Windows::new().ok()?.cache_dir();
    let mut hash = Sha256::new();
    for (name, text) in FILES {
        hash.update(name);
        hash.update(text);
    }
    let hash = hash.finalize();
    let hash = u64::from_be_bytes(std::array::from_fn(|i| hash[i]));
    let version: String =
        version.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '.' }).collect();
    Some(caches.join("sprague").join(format!("coq-{version}-{hash:016x}")))
}

/// The folder of the compiled library: the one that is named, or the user's, where whatever is
/// missing is compiled first. `tell` is called with how many files are compiled, of how many.
pub(crate) fn compiled(
    version: &str,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<PathBuf, CoqError> {
    if let Some(named) = std::env::var_os(LIBRARY_VARIABLE).filter(|named| !named.is_empty()) {
        let named = PathBuf::from(named);
        if !named.join("Sprague.vo").exists() {
            return Err(CoqError::NotCompiled(named));
        }
        // Coq is run in another folder.
        return fs::canonicalize(&named).map_err(|error| CoqError::io(&named, &error));
    }
    let folder = folder(version).ok_or(CoqError::NoHome)?;
    compile(&folder, tell)?;
    Ok(folder)
}

/// Compiles what is not compiled yet. A file is compiled when the mark beside it is there, which
/// is made last, so that a run that was stopped is taken up where it was; of two processes one
/// waits.
fn compile(folder: &Path, tell: &mut dyn FnMut(usize, usize)) -> Result<(), CoqError> {
    let mark = |name: &str| folder.join(format!("{name}.done"));
    if FILES.iter().all(|(name, _)| mark(name).exists()) {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| CoqError::io(folder, &error))?;
    let lock = folder.join("lock");
    let held = File::create(&lock).map_err(|error| CoqError::io(&lock, &error))?;
    held.lock().map_err(|error| CoqError::io(&lock, &error))?;
    for (done, (name, text)) in FILES.iter().enumerate() {
        tell(done, FILES.len());
        if mark(name).exists() {
            continue;
        }
        let source = folder.join(format!("{name}.v"));
        fs::write(&source, text).map_err(|error| CoqError::io(&source, &error))?;
        let output = Command::new("coqc")
            .args(["-q", "-R", ".", "Sprague"])
            .arg(format!("{name}.v"))
            .current_dir(folder)
            .output()
            .map_err(|error| CoqError::start(&error))?;
        if !output.status.success() {
            return Err(CoqError::Library { file: name, reason: errors_of(&output.stderr) });
        }
        fs::write(mark(name), "").map_err(|error| CoqError::io(&mark(name), &error))?;
    }
    tell(FILES.len(), FILES.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_those_of_the_project_in_its_order() {
        let project = include_str!("../../../formal/_CoqProject");
        let listed: Vec<&str> = project
            .lines()
            .filter_map(|line| line.strip_prefix("theory/")?.strip_suffix(".v"))
            .collect();
        assert_eq!(FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), listed);
    }

    #[test]
    fn every_file_comes_behind_those_it_needs() {
        for (i, (name, text)) in FILES.iter().enumerate() {
            let (_, needed) = text.split_once("\nFrom Sprague Require").unwrap_or_default();
            let (needed, _) = needed.split_once('.').unwrap_or_default();
            let needed =
                needed.split_whitespace().filter(|word| !["Import", "Export"].contains(word));
            for other in needed {
                let before = FILES[..i].iter().any(|(name, _)| *name == other);
                assert!(before, "{name} needs {other}");
            }
        }
    }
}
