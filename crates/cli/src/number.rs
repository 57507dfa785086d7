//! Numbers of any size: as arguments.

use num_bigint::BigUint;
use sprague_answers::number::parse_big;
use std::str::FromStr;

/// A heap size of any magnitude.
#[derive(Clone, Debug)]
pub struct BigHeap(pub BigUint);

impl FromStr for BigHeap {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        parse_big(text).map(Self).map_err(|error| error.to_string())
    }
}

/// A heap size that is counted up to.
pub fn heap_size(text: &str) -> Result<u64, String> {
    let BigHeap(heap) = text.parse()?;
    u64::try_from(&heap).map_err(|_| {
        format!("a number of {} digits is out of reach: at most {}", text.trim().len(), u64::MAX)
    })
}
