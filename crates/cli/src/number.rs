//! Numbers of any size and times, as arguments.

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
        let digits = heap.to_string().len();
        format!("a number of {digits} digits is out of reach: at most {}", u64::MAX)
    })
}

/// A time in seconds: a number of them, or of the unit behind it (`500ms`, `90s`, `2m`, `1.5h`,
/// `3d`).
pub fn seconds(text: &str) -> Result<f64, String> {
    match seconds_or_zero(text) {
        Ok(0.0) => Err("a time of 0 is none".into()),
        read => read,
    }
}

/// The same, which may be 0.
pub fn seconds_or_zero(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[number.len()..].to_ascii_lowercase().as_str() {
        "ms" => 0.001,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return Err("not a time: write seconds, or 500ms, 90s, 2m, 1h, 3d".into()),
    };
    match number.trim_end().parse::<f64>() {
        Ok(value) if value >= 0.0 && value * unit < 1e9 => Ok(value * unit),
        _ => Err("not a positive number of seconds; 90s, 2m and 1h are read too".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, value) in [
            ("3", 3.0),
            ("0.5", 0.5),
            ("90s", 90.0),
            ("2m", 120.0),
            ("1.5h", 5400.0),
            ("1 d", 86_400.0),
            ("250ms", 0.25),
        ] {
            assert_eq!(seconds(text), Ok(value), "{text}");
        }
        for wrong in ["", "s", "0", "-1", "2x", "nan", "inf", "1e99", "m2", "1e9"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
