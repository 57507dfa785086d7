//! Certificates as theorems for the proof assistant Coq.
//!
//! [`export`] writes a certificate as a file for Coq: the game in the words of the library in
//! `formal/`, the claim, the evidence, one computation, and what the theorem assumes (nothing).
//! Nobody need trust this crate: if the certificate or what is computed here is wrong, Coq refuses
//! the file. What a reader compares is the game and the statement, the first lines of the file.
//!
//! [`Coq`] is the program `coqc` with the library compiled: it judges an exported file.
//!
//! ```
//! use sprague_certificate::{Certificate, Claim, Proof, Regularity};
//! let kayles = Certificate {
//!     game: "0.77".to_owned(),
//!     claim: Claim::Regular(Regularity { preperiod: 71, period: 12, saltus: 0 }),
//!     proof: Proof::FiniteTakeAndBreak,
//! };
//! let exported = sprague_coq::export(&kayles, &sprague_coq::Options::default())?;
//! assert_eq!(
//!     exported.theorems[0].statement,
//!     r"decreasing game /\ least_regular (G game) 71 12 0"
//! );
//! # Ok::<(), sprague_coq::Refusal>(())
//! ```
#![forbid(unsafe_code)]

mod automaton;
mod digits;
mod file;
mod game;
mod judge;
mod library;
mod pass;
mod quotient;
mod regular;
mod relations;
mod sparse;

pub use file::{Exported, Theorem};
pub use judge::{Coq, CoqError, Verdict};
pub use library::{FILES, LIBRARY_VARIABLE};

use file::File;
use game::{Game, Words};
use sprague_certificate::{Certificate, Claim, Proof};
use std::fmt;

/// How a theorem is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Periodic games get the table of their values, and who wins by it, up to this many values.
    pub table: u64,
    /// By Austin's theorem even where a sparse window would be faster.
    pub austin: bool,
    /// `native_compute` instead of `vm_compute`: faster for long computations, but it compiles
    /// with OCaml, which then must be believed too.
    pub native: bool,
    /// The longest walk through automata; one that begins at more than half as many places has twice their number.
    pub fuel: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { table: 1000, austin: false, native: false, fuel: 1_000_000 }
    }
}

/// What the library or the exporter does not cover, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

impl Refusal {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// The certificate as a file for Coq. Nothing is judged here: the file of a wrong certificate is
/// written like any other, and Coq refuses it.
pub fn export(certificate: &Certificate, options: &Options) -> Result<Exported, Refusal> {
    let Certificate { claim, proof, .. } = certificate;
    claim.well_formed().map_err(Refusal::new)?;
    let game = Game::read(&certificate.game)?;
    let mut file = File::new(&game, *options);
    match (proof, claim, &game.words) {
        _ if game.pass => pass::export(&mut file, &game, claim, proof)?,
        (Proof::Automaton(evidence), _, Words::Rules(_) | Words::Recurring { .. }) => {
            automaton::export(&mut file, &game, claim, evidence)?;
        }
        (Proof::Automaton(evidence), _, &Words::Mark { t, up }) => {
            digits::export(&mut file, &game, (t, up), claim, evidence)?;
        }
        (Proof::Mark, Claim::Records(claim), &Words::Mark { t, up }) => {
            digits::records(&mut file, (t, up), *claim);
        }
        (Proof::Automaton(_) | Proof::MisereQuotient(_), _, Words::Before { .. }) => {
            let theorem = proof.theorem();
            let what = format!("the theorem {theorem} with more than one digit before the point");
            return Err(game.not_covered(&what));
        }
        (Proof::Automaton(_), ..) => {
            return Err(game.not_covered("automata for all-but games"));
        }
        (Proof::MisereQuotient(monoid), Claim::MisereQuotient(claim), Words::Rules(_)) => {
            quotient::export(&mut file, &game, claim, monoid)?;
        }
        (Proof::MisereQuotient(_), ..) => {
            return Err(game.not_covered("misere quotients of infinitely many rules"));
        }
        (Proof::AllBut, Claim::Regular(law), Words::AllBut(_)) => {
            regular::all_but(&mut file, &game, law)?;
        }
        (Proof::RecurringPeriodic(by), Claim::Regular(law), Words::Recurring { .. })
            if law.saltus == 0 =>
        {
            regular::recurring(&mut file, &game, law, by.multiple)?;
        }
        (Proof::SedecimalArithmetic(by), Claim::Regular(law), Words::Rules(_))
            if law.saltus > 0 =>
        {
            regular::sedecimal(&mut file, &game, law, by.multiple)?;
        }
        (
            Proof::RecurringOctal(by) | Proof::RecurringTetral(by),
            Claim::Regular(law),
            Words::Recurring { .. },
        ) if law.saltus > 0 => {
            let single = matches!(proof, Proof::RecurringTetral(_));
            regular::growing(&mut file, &game, law, *by, single)?;
        }
        (Proof::GrundySplit(by), Claim::Regular(law), Words::Rules(_)) if law.saltus == 0 => {
            regular::periodic(&mut file, &game, law, &regular::By::Window(by.multiple))?;
        }
        (Proof::GrundySplit(by), _, Words::Before { .. }) if by.multiple != 1 => {
            return Err(game.not_covered(
                "periods proved through a multiple, with more than one digit before the point",
            ));
        }
        // The standard form and its proof are a shorter way to what Coq can compute itself.
        (
            Proof::FiniteTakeAndBreak
            | Proof::FiniteSubtraction
            | Proof::GrundySplit(_)
            | Proof::StandardForm(_),
            Claim::Regular(law),
            Words::Rules(_) | Words::Before { .. },
        ) if law.saltus == 0 => {
            regular::periodic(&mut file, &game, law, &regular::By::Window(1))?;
        }
        (Proof::SparseWindow(window), Claim::Regular(law), Words::Rules(_)) if law.saltus == 0 => {
            regular::periodic(&mut file, &game, law, &regular::By::Sparse(window))?;
        }
        _ => {
            return Err(game.not_covered(&format!("the theorem {}", proof.theorem())));
        }
    }
    Ok(file.finish())
}

/// Items as a list of Coq.
pub(crate) fn list<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    format!("[{}]", separated(items, "; "))
}

/// Items with something between them.
pub(crate) fn separated<T: fmt::Display>(items: impl IntoIterator<Item = T>, by: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(by)
}

/// A number as an argument of Coq: negative ones need parentheses.
pub(crate) fn number(x: i64) -> String {
    if x < 0 { format!("({x})") } else { x.to_string() }
}
