//! Theorems for Coq: what `--coq` of several commands shares.

use crate::failure::Failure;
use crate::output::write_file;
use sprague::Certificate;
use sprague_coq::{Exported, Options};
use std::path::Path;

/// The certificate as a theorem.
pub fn export(certificate: &Certificate) -> Result<Exported, Failure> {
    sprague_coq::export(certificate.details(), &Options::default())
        .map_err(|refusal| Failure::No(format!("no theorem for Coq: {refusal}")))
}

/// Writes the certificate as a theorem to a file.
pub fn write(path: &Path, certificate: &Certificate) -> Result<(), Failure> {
    write_file(path, export(certificate)?.text)
}
