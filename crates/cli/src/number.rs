//! Numbers of any size: arguments and JSON.

use num_bigint::BigUint;
pub use sprague_answers::number::{MAX_DIGITS, to_json};
use std::str::FromStr;

/// A heap size of any magnitude.
#[derive(Clone, Debug)]
pub struct BigHeap(pub BigUint);

impl FromStr for BigHeap {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim();
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err("not a whole number: write digits only".into());
        }
        if digits.len() > MAX_DIGITS {
            return Err(format!(
                "the number has {} digits: at most {MAX_DIGITS} are read",
                digits.len()
            ));
        }
        BigUint::from_str(digits).map(Self).map_err(|error| error.to_string())
    }
}

/// A heap size that is counted up to.
pub fn heap_size(text: &str) -> Result<u64, String> {
    let digits = text.trim();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err("not a whole number: write digits only".into());
    }
    digits.parse().map_err(|_| {
        format!("a number of {} digits is out of reach: at most {}", digits.len(), u64::MAX)
    })
}
