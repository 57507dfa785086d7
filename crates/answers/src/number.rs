//! Numbers of any size in questions and in answers.

use crate::AnswerError;
use num_bigint::BigUint;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use sprague::Natural;
use std::borrow::Cow;
use std::fmt;

pub use sprague::MAX_DIGITS;

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

/// Reads a number of any size: digits, `1_000_000`, `1e6`, `10^30`.
pub fn parse_big(text: &str) -> Result<BigUint, AnswerError> {
    Ok(text.parse::<Natural>()?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_string_from_2_to_the_53_on() {
        let json = |n: u64| crate::json(&Number::from(n));
        assert_eq!(json(0), "0");
        assert_eq!(json(INEXACT - 1), "9007199254740991");
        assert_eq!(json(INEXACT), "\"9007199254740992\"");
        assert_eq!(crate::json(&Number(BigUint::from(10u32).pow(30))).len(), 33);
    }
}
