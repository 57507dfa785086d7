//! Numbers of any size in questions and in answers.

use crate::AnswerError;
use num_bigint::BigUint;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// The most digits a number may have.
pub const MAX_DIGITS: usize = 20_000;

/// The first number that not every reader of JSON keeps exact.
const INEXACT: u64 = 1 << 53;

/// A whole number of any size. In JSON it is an integer below 2^53, which every reader keeps
/// exact, and a string of digits from there on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub BigUint);

impl From<BigUint> for Number {
    fn from(number: BigUint) -> Self {
        Self(number)
    }
}

impl From<&BigUint> for Number {
    fn from(number: &BigUint) -> Self {
        Self(number.clone())
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(small) if small < INEXACT => serializer.serialize_u64(small),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["integer", "string"],
            "minimum": 0,
            "maximum": INEXACT - 1,
            "pattern": "^[1-9][0-9]{15,}$",
        })
    }
}

/// A number of any size: its digits, in groups if one likes (`1_000_000`), `1e6`, or a power
/// (`10^30`).
pub fn parse_big(text: &str) -> Result<BigUint, AnswerError> {
    let text = text.trim();
    if let Some((base, exponent)) = text.split_once('^') {
        return power(&digits(base)?, &digits(exponent)?);
    }
    if let Some((front, exponent)) = text.split_once(['e', 'E']) {
        let (front, exponent) = (digits(front)?, digits(exponent)?);
        let ten = power(&BigUint::from(10u32), &exponent)?;
        return Ok(front * ten);
    }
    digits(text)
}

fn not_a_number() -> AnswerError {
    AnswerError::malformed("not a whole number", "write digits, 1_000_000, 1e6 or 10^30")
}

fn too_long(digits: impl std::fmt::Display) -> AnswerError {
    AnswerError::malformed(
        format!("a number of {digits} digits"),
        format!("at most {MAX_DIGITS} digits are read"),
    )
}

/// Digits, with single underscores between them.
fn digits(text: &str) -> Result<BigUint, AnswerError> {
    let grouped = text.split('_').all(|group| !group.is_empty());
    if !grouped || !text.bytes().all(|b| b.is_ascii_digit() || b == b'_') {
        return Err(not_a_number());
    }
    let plain = text.replace('_', "");
    if plain.len() > MAX_DIGITS {
        return Err(too_long(plain.len()));
    }
    BigUint::parse_bytes(plain.as_bytes(), 10).ok_or_else(not_a_number)
}

fn power(base: &BigUint, exponent: &BigUint) -> Result<BigUint, AnswerError> {
    if base.bits() < 2 {
        return Ok(if exponent.bits() == 0 { BigUint::from(1u32) } else { base.clone() });
    }
    // base^exponent >= 2^((bits - 1) exponent), and a digit has less than four bits.
    let least = exponent * (base.bits() - 1) / 4u32;
    match u32::try_from(exponent) {
        Ok(exponent) if least <= MAX_DIGITS.into() => {
            let power = base.pow(exponent);
            let length = power.to_string().len();
            if length > MAX_DIGITS { Err(too_long(length)) } else { Ok(power) }
        }
        _ => Err(too_long(format!("more than {MAX_DIGITS}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        let read = |text: &str| parse_big(text).map(|n| n.to_string());
        for (text, number) in [
            (" 007 ", "7"),
            ("1_000_000", "1000000"),
            ("1e6", "1000000"),
            ("12E3", "12000"),
            ("2^10", "1024"),
            ("10^30", "1000000000000000000000000000000"),
            ("0^0", "1"),
            ("0^5", "0"),
            ("1^99999999999999999999", "1"),
            ("5^0", "1"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(number), "{text}");
        }
        assert_eq!(read(&format!("1e{}", MAX_DIGITS - 1)).unwrap().len(), MAX_DIGITS);
        for wrong in [
            "",
            "_1",
            "1_",
            "1__0",
            "1e",
            "e6",
            "1.5e6",
            "-1",
            "2^",
            "^2",
            "2^3^4",
            "1e1e1",
            "0x10",
            "1e99999999999999999999",
            "2^99999999",
            "9^99999999999999999999",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(read(&format!("1e{MAX_DIGITS}")).is_err());
        assert!(read(&"1".repeat(MAX_DIGITS + 1)).is_err());
    }

    #[test]
    fn a_number_is_a_string_from_2_to_the_53_on() {
        let json = |n: u64| crate::json(&Number::from(n));
        assert_eq!(json(0), "0");
        assert_eq!(json(INEXACT - 1), "9007199254740991");
        assert_eq!(json(INEXACT), "\"9007199254740992\"");
        assert_eq!(crate::json(&Number(BigUint::from(10u32).pow(30))).len(), 33);
    }
}
