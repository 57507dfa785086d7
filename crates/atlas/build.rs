//! The seed as it is compiled in. A module for browsers has it unpacked: whoever serves the module packs it as a
//! whole, by brotli, which makes less of the rows than of what gzip has made of them.

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{Read, Result, Write};
use std::path::PathBuf;

fn main() -> Result<()> {
    const SEED: &str = "data/seed.jsonl.gz";
    println!("cargo::rerun-if-changed={SEED}");
    println!("cargo::rerun-if-changed=build.rs");
    let mut seed = std::fs::read(SEED)?;
    if std::env::var_os("CARGO_CFG_TARGET_ARCH").is_some_and(|machine| machine == "wasm32") {
        let mut rows = Vec::new();
        GzDecoder::new(seed.as_slice()).read_to_end(&mut rows)?;
        let mut unpacked = GzEncoder::new(Vec::new(), Compression::none());
        unpacked.write_all(&rows)?;
        seed = unpacked.finish()?;
    }
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    std::fs::write(folder.join("seed.jsonl.gz"), seed)
}
