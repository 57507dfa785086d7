//! Integers of any size: read, written, added, multiplied, compared with 0, and no more.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// An integer of any size. What is read has at most 300 digits, so that no file asks for long products.
///
/// In JSON it is a number where 64 bits hold it, and else a text.
///
/// ```
/// use sprague_certificate::Integer;
/// let large: Integer = "-1000000000000000000000".parse()?;
/// assert_eq!((&large * &large).to_string(), format!("1{}", "0".repeat(42)));
/// assert_eq!(&large + &Integer::from(1), "-999999999999999999999".parse()?);
/// assert!(large.is_negative());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Integer {
    /// In base 10^9, the least digit first, all of one sign and the last one not 0: one way only.
    digits: Vec<i128>,
}

const BASE: i128 = 1_000_000_000;
/// The decimal digits of one digit.
const WIDTH: usize = 9;
const MOST_DIGITS: usize = 300;

impl Integer {
    /// The sum of digits[i] BASE^i, whatever their size and sign.
    fn carried(mut digits: Vec<i128>) -> Self {
        carry(&mut digits);
        // Now only the last one may be negative, and it is if the number is.
        let sign = if digits.last().is_some_and(|last| *last < 0) { -1 } else { 1 };
        let mut size: Vec<i128> = digits.iter().map(|digit| sign * digit).collect();
        carry(&mut size);
        let end = size.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
        Self { digits: size[..end].iter().map(|digit| sign * digit).collect() }
    }

    /// Whether it is less than 0.
    pub fn is_negative(&self) -> bool {
        self.digits.last().is_some_and(|last| *last < 0)
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The same number in 64 bits, if these hold it.
    pub fn to_u64(&self) -> Option<u64> {
        self.to_string().parse().ok()
    }
}

/// All digits from 0 to BASE - 1, but the last, which is -1 if the number is negative.
fn carry(digits: &mut Vec<i128>) {
    let mut over = 0;
    for digit in digits.iter_mut() {
        let sum = *digit + over;
        (*digit, over) = (sum.rem_euclid(BASE), sum.div_euclid(BASE));
    }
    while !(-1..=0).contains(&over) {
        digits.push(over.rem_euclid(BASE));
        over = over.div_euclid(BASE);
    }
    digits.extend(Some(over).filter(|over| *over < 0));
}

impl<N: Into<i128>> From<N> for Integer {
    fn from(number: N) -> Self {
        Self::carried(vec![number.into()])
    }
}

impl std::ops::Add for &Integer {
    type Output = Integer;
    fn add(self, other: Self) -> Integer {
        let at = |number: &Integer, i: usize| number.digits.get(i).copied().unwrap_or(0);
        let length = self.digits.len().max(other.digits.len());
        Integer::carried((0..length).map(|i| at(self, i) + at(other, i)).collect())
    }
}

impl std::ops::Mul for &Integer {
    type Output = Integer;
    fn mul(self, other: Self) -> Integer {
        let mut digits = vec![0; self.digits.len() + other.digits.len()];
        for (i, x) in self.digits.iter().enumerate() {
            for (j, y) in other.digits.iter().enumerate() {
                digits[i + j] += x * y;
            }
        }
        Integer::carried(digits)
    }
}

impl FromStr for Integer {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        if digits.is_empty() || digits.len() > MOST_DIGITS {
            return Err("an integer has 1 to 300 digits");
        }
        if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err("an integer has decimal digits only");
        }
        let number = |part: &[u8]| {
            part.iter().fold(0, |sum, digit| 10 * sum + sign * i128::from(digit - b'0'))
        };
        Ok(Self::carried(digits.as_bytes().rchunks(WIDTH).map(number).collect()))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((last, rest)) = self.digits.split_last() else { return f.write_str("0") };
        write!(f, "{last}")?;
        rest.iter().rev().try_for_each(|digit| write!(f, "{:0WIDTH$}", digit.abs()))
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        match (text.parse(), text.parse()) {
            (Ok(number), _) => serializer.serialize_i64(number),
            (_, Ok(number)) => serializer.serialize_u64(number),
            _ => serializer.serialize_str(&text),
        }
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = match Value::deserialize(deserializer)? {
            Value::Number(number) => number.to_string(),
            Value::String(text) => text,
            _ => return Err(D::Error::custom("an integer is expected")),
        };
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against 128 bits; numbers of any size are compared with another library in the tests of the prover.
    #[test]
    fn one_way_only() {
        let powers = (0..19).flat_map(|n| [10_i128.pow(n), 10_i128.pow(n) - 1, 10_i128.pow(n) + 1]);
        let mut numbers: Vec<i128> = powers.chain([i64::MAX.into(), 1 << 62]).collect();
        numbers.extend(numbers.clone().into_iter().map(|number| -number));
        for (x, y) in numbers.iter().flat_map(|x| numbers.iter().map(move |y| (*x, *y))) {
            let (first, second) = (Integer::from(x), Integer::from(y));
            for (ours, number) in [(&first + &second, x + y), (&first * &second, x * y)] {
                assert_eq!(ours, Integer::from(number));
                assert_eq!(Ok(&ours), number.to_string().parse().as_ref());
                assert_eq!(ours.to_string(), number.to_string());
                assert_eq!((ours.is_negative(), ours.is_zero()), (number < 0, number == 0));
                assert_eq!(ours.to_u64(), u64::try_from(number).ok());
                assert!(ours.digits.iter().all(|digit| digit.abs() < BASE));
                assert!(
                    ours.digits.iter().all(|digit| *digit == 0 || (*digit < 0) == (number < 0))
                );
            }
        }
        for number in [i128::MAX, i128::MIN, u64::MAX.into()] {
            assert_eq!(Integer::from(number).to_string(), number.to_string());
        }
    }

    #[test]
    fn what_is_no_integer() {
        for text in ["", "-", "+1", "--1", "1-", "1.0", "1e3", " 1", "1 ", "0x1", "1_0", "\u{664}"]
        {
            assert!(text.parse::<Integer>().is_err(), "{text}");
        }
        assert!("9".repeat(301).parse::<Integer>().is_err());
        for json in ["1.5", "1e3", "-0", "null", "[1]", "true", "1e400", "18446744073709551616"] {
            assert!(serde_json::from_str::<Integer>(json).is_err(), "{json}");
        }
    }

    /// What 64 bits hold is a number, the rest is text.
    #[test]
    fn in_json() {
        for (text, json) in [
            ("0", "0"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("18446744073709551615", "18446744073709551615"),
            ("-9223372036854775809", "\"-9223372036854775809\""),
            ("18446744073709551616", "\"18446744073709551616\""),
        ] {
            let number: Integer = text.parse().unwrap();
            assert_eq!(serde_json::to_string(&number).unwrap(), json);
            assert_eq!(serde_json::from_str::<Integer>(json).unwrap(), number);
        }
    }
}
