//! The program `coqc`, which judges exported files.

use crate::{Exported, library};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What Coq prints of a theorem that uses no axioms.
const CLOSED: &str = "Closed under the global context";

/// `coqc` with the library compiled.
#[derive(Clone, Debug)]
pub struct Coq {
    version: String,
    theory: PathBuf,
}

/// What Coq says about an exported file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The kernel accepts it, and no theorem of it uses an axiom.
    Accepted,
    /// It does not, or a theorem assumes something.
    Refused {
        /// In one line.
        reason: String,
    },
}

/// Why Coq could not be asked.
#[derive(Debug)]
#[non_exhaustive]
pub enum CoqError {
    /// There is no program `coqc`.
    NotInstalled,
    /// The folder named by [`LIBRARY_VARIABLE`](crate::LIBRARY_VARIABLE) has no compiled library.
    NotCompiled(PathBuf),
    /// The user has no folder to compile the library in.
    NoHome,
    /// This version of Coq does not compile the library.
    Library {
        /// The file of the library.
        file: &'static str,
        /// What Coq says.
        reason: String,
    },
    /// A file or a program that cannot be used.
    Io(String),
}

impl fmt::Display for CoqError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInstalled => f.write_str(
                "coqc is not installed: take Coq 8.16, on Debian and Ubuntu `apt install coq`",
            ),
            Self::NotCompiled(folder) => write!(
                f,
                "{} has no compiled library (Sprague.vo): run `make formal` where it is, or unset {}",
                folder.display(),
                crate::LIBRARY_VARIABLE
            ),
            Self::NoHome => write!(
                f,
                "no home folder to compile the library in: name a compiled one with {}",
                crate::LIBRARY_VARIABLE
            ),
            Self::Library { file, reason } => write!(
                f,
                "this Coq does not compile the library (written for 8.16): {file}.v: {reason}"
            ),
            Self::Io(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for CoqError {}

impl CoqError {
    pub(crate) fn io(path: &Path, error: &io::Error) -> Self {
        Self::Io(format!("{}: {error}", path.display()))
    }

    /// `coqc` could not be run.
    pub(crate) fn start(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotInstalled,
            _ => Self::Io(format!("coqc: {error}")),
        }
    }
}

impl Coq {
    /// The version of the `coqc` that is installed.
    pub fn installed() -> Result<String, CoqError> {
        let output = Command::new("coqc")
            .arg("--print-version")
            .output()
            .map_err(|error| CoqError::start(&error))?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.split_whitespace().next().unwrap_or("unknown").to_owned())
    }

    /// Finds `coqc`, and compiles the library where that was not done before. `tell` is called
    /// with how many files of the library are compiled, of how many.
    pub fn find(tell: &mut dyn FnMut(usize, usize)) -> Result<Self, CoqError> {
        let version = Self::installed()?;
        let theory = library::compiled(&version, tell)?;
        Ok(Self { version, theory })
    }

    /// The version of Coq.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Has Coq's kernel judge an exported file.
    pub fn judge(&self, exported: &Exported) -> Result<Verdict, CoqError> {
        let folder = tempfile::tempdir()
            .map_err(|error| CoqError::Io(format!("no place to work: {error}")))?;
        let file = folder.path().join("Theorem.v");
        fs::write(&file, &exported.text).map_err(|error| CoqError::io(&file, &error))?;
        let output = Command::new("coqc")
            .args(["-q", "-R"])
            .arg(&self.theory)
            .args(["Sprague", "Theorem.v"])
            .current_dir(folder.path())
            .output()
            .map_err(|error| CoqError::start(&error))?;
        Ok(verdict(&exported.text, &output))
    }
}

/// Accepted where Coq ends well and every `Print Assumptions` says that there are none.
fn verdict(text: &str, output: &Output) -> Verdict {
    let refused = |reason: &str| Verdict::Refused { reason: reason.to_owned() };
    let printed = String::from_utf8_lossy(&output.stdout);
    let asked = text.lines().filter(|line| line.starts_with("Print Assumptions")).count();
    let closed = printed.lines().filter(|line| *line == CLOSED).count();
    let errors = errors_of(&output.stderr);
    if !output.status.success() {
        // The computation said false where the proof needs true.
        let computed = errors.contains("\"true = true\"");
        return refused(if computed {
            "the computation does not confirm the claim"
        } else {
            &errors
        });
    }
    if asked == 0 || closed != asked {
        return refused("a theorem depends on axioms");
    }
    Verdict::Accepted
}

/// The errors of a run in one line.
pub(crate) fn errors_of(stderr: &[u8]) -> String {
    const MOST: usize = 300;
    let text = String::from_utf8_lossy(stderr);
    let text = text.split_once("Error:").map_or(&*text, |(_, error)| error);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None if line.is_empty() => "it stopped without a word".to_owned(),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_one_short_line() {
        let text = b"File \"./Theorem.v\", line 3:\nError: The term\n  \"eq_refl\" has type\n";
        assert_eq!(errors_of(text), "The term \"eq_refl\" has type");
        assert_eq!(errors_of(b""), "it stopped without a word");
        assert_eq!(errors_of("ü".repeat(400).as_bytes()).chars().count(), 303);
    }

    #[cfg(unix)]
    #[test]
    fn only_closed_theorems_are_accepted() {
        use std::os::unix::process::ExitStatusExt;
        use std::process::ExitStatus;
        let run = |status: i32, stdout: &str, stderr: &str| Output {
            status: ExitStatus::from_raw(status << 8),
            stdout: stdout.into(),
            stderr: stderr.into(),
        };
        let text = "Definition theorems := (play).\nPrint Assumptions theorems.\n";
        let closed = "Closed under the global context\n";
        assert_eq!(verdict(text, &run(0, closed, "")), Verdict::Accepted);
        for (text, run) in [
            (text, run(1, closed, "Error: x")),
            (text, run(0, "", "")),
            (text, run(0, "Axioms:\nlem : forall P, P \\/ ~ P\n", "")),
            ("nothing asked", run(0, "", "")),
        ] {
            assert!(matches!(verdict(text, &run), Verdict::Refused { .. }));
        }
        let no = "Error: The term \"eq_refl\" has type\n \"true = true\" while";
        let Verdict::Refused { reason } = verdict(text, &run(1, "", no)) else { panic!() };
        assert_eq!(reason, "the computation does not confirm the claim");
    }
}
