//! Numbers of any size in questions and in JSON.

use crate::AnswerError;
use num_bigint::BigUint;
use serde_json::Value;

/// The most digits a number may have.
pub const MAX_DIGITS: usize = 20_000;

/// A number in JSON: plain while every JSON reader keeps it exact, else a string.
pub fn to_json(number: &BigUint) -> Value {
    match u64::try_from(number) {
        Ok(small) if small < 1 << 53 => small.into(),
        _ => number.to_string().into(),
    }
}

/// A number of any size from its digits.
pub fn parse_big(text: &str) -> Result<BigUint, AnswerError> {
    let digits = text.trim();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(AnswerError::malformed("not a whole number", "write digits only"));
    }
    if digits.len() > MAX_DIGITS {
        return Err(AnswerError::malformed(
            format!("a number of {} digits", digits.len()),
            format!("at most {MAX_DIGITS} digits are read"),
        ));
    }
    BigUint::parse_bytes(digits.as_bytes(), 10)
        .ok_or_else(|| AnswerError::malformed("not a whole number", "write digits only"))
}
