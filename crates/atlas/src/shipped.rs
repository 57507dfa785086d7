//! The file of the seed, and where it is: inside the program, and in browsers beside the module, so
//! that a visitor fetches both at once and a module can be compiled without it.
//!
//! What a module is given counts only if it is, by its checksum, the file that was there when the module
//! was compiled: proofs of the seed count as proofs, those of any other file do not.

use crate::error::Error;
use flate2::read::GzDecoder;
use std::io::Read as _;
use std::sync::OnceLock;

/// The bytes of `data/seed.jsonl.gz`.
#[cfg(not(target_family = "wasm"))]
#[allow(clippy::unnecessary_wraps)] // a module may be without it
pub(crate) fn bytes() -> Result<&'static [u8], Error> {
    Ok(include_bytes!("../data/seed.jsonl.gz"))
}

#[cfg(target_family = "wasm")]
static GIVEN: OnceLock<Vec<u8>> = OnceLock::new();

/// Gives the program its seed; the first one stays. It is looked at when it is first asked for.
#[cfg(target_family = "wasm")]
pub fn give(seed: Vec<u8>) {
    // A second one is not needed.
    let _ = GIVEN.set(seed);
}

#[cfg(target_family = "wasm")]
pub(crate) fn bytes() -> Result<&'static [u8], Error> {
    static LOOKED_AT: OnceLock<Result<&'static [u8], String>> = OnceLock::new();
    let look = || genuine(GIVEN.get().map(Vec::as_slice)).map_err(|error| error.to_string());
    LOOKED_AT.get_or_init(look).clone().map_err(Error::Request)
}

/// These bytes, if they are the file of this build.
#[cfg(any(test, target_family = "wasm"))]
fn genuine(given: Option<&[u8]>) -> Result<&[u8], Error> {
    let why = match given {
        None => "could not be loaded",
        Some(seed) if crate::row::sha256(seed) == env!("SEED_SHA256") => return Ok(seed),
        Some(_) => "is damaged or of another version",
    };
    Err(Error::Request(format!("the atlas is not here: its file seed.bin {why}")))
}

/// The lines of the seed, unpacked once.
pub(crate) fn text() -> Result<&'static str, Error> {
    static TEXT: OnceLock<Result<String, String>> = OnceLock::new();
    let unpack = || unpacked(bytes().map_err(|error| error.to_string())?);
    TEXT.get_or_init(unpack).as_deref().map_err(|error| Error::Request(error.clone()))
}

fn unpacked(seed: &[u8]) -> Result<String, String> {
    let mut text = String::new();
    let read = GzDecoder::new(seed).read_to_string(&mut text);
    read.map(|_| text).map_err(|error| format!("the seed cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that is not there, cut off, or changed in one bit is no seed.
    #[test]
    fn only_the_file_of_this_build_counts() {
        let seed = bytes().unwrap();
        assert_eq!(genuine(Some(seed)).unwrap(), seed);
        assert!(text().unwrap().starts_with("{\"family\":"));
        let wrong = |given: Option<&[u8]>| genuine(given).unwrap_err().to_string();
        assert!(wrong(None).ends_with("seed.bin could not be loaded"));
        let mut changed = seed.to_vec();
        changed[seed.len() / 2] ^= 1;
        for given in [&changed[..], &seed[1..], &seed[..seed.len() - 1], &[]] {
            assert!(wrong(Some(given)).ends_with("seed.bin is damaged or of another version"));
            assert!(unpacked(given).is_err());
        }
    }
}
