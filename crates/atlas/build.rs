//! The checksum of the seed, by which a module for browsers knows the file that it is given: there the seed is a
//! file of its own beside the module (`src/shipped.rs`).

use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io::{Error, Result};

fn main() -> Result<()> {
    const SEED: &str = "data/seed.jsonl.gz";
    println!("cargo::rerun-if-changed={SEED}");
    println!("cargo::rerun-if-changed=build.rs");
    let mut checksum = String::new();
    for byte in Sha256::digest(std::fs::read(SEED)?) {
        write!(checksum, "{byte:02x}").map_err(Error::other)?;
    }
    println!("cargo::rustc-env=SEED_SHA256={checksum}");
    Ok(())
}
