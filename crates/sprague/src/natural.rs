//! Numbers of any size.

use crate::error::{Error, ErrorKind};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::fmt;
use std::str::FromStr;

/// A natural number of any size: a heap, or the nim-value of one.
///
/// It comes from integers and from text (digits, `1_000_000`, `1e6`, `10^30`), and compares with integers:
///
/// ```
/// use sprague::Natural;
/// let heap: Natural = "123456789012345678901234567890".parse()?;
/// assert!(heap > 7);
/// assert_eq!(Natural::from(12u32), 12);
/// assert_eq!(heap.to_u64(), None);
/// # Ok::<(), sprague::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Natural(BigUint);

/// The greatest number of digits that are read.
pub const MAX_DIGITS: usize = sprague_games::MAX_HEAP_DIGITS;

impl Natural {
    /// As a machine number, where it is one.
    pub fn to_u64(&self) -> Option<u64> {
        self.0.to_u64()
    }

    /// As a number of the crate `num-bigint`.
    pub fn as_big(&self) -> &BigUint {
        &self.0
    }

    /// How many decimal digits it has.
    pub fn digits(&self) -> usize {
        self.0.to_string().len()
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Natural {
    type Err = Error;

    /// Decimal digits, in groups if one likes (`1_000_000`), `1e6`, or a power (`10^30`).
    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        if let Some((base, exponent)) = text.split_once('^') {
            return power(&digits(base)?, &digits(exponent)?).map(Self);
        }
        if let Some((front, exponent)) = text.split_once(['e', 'E']) {
            let (front, exponent) = (digits(front)?, digits(exponent)?);
            let number = front * power(&BigUint::from(10u32), &exponent)?;
            return short(number).map(Self);
        }
        digits(text).map(Self)
    }
}

fn not_a_number() -> Error {
    Error::new(ErrorKind::Input, "not a whole number")
        .with_hint("write digits, 1_000_000, 1e6 or 10^30")
}

fn too_long(digits: impl fmt::Display) -> Error {
    Error::new(ErrorKind::Input, format!("a number of {digits} digits"))
        .with_hint(format!("at most {MAX_DIGITS} digits are read"))
}

/// Digits, with single underscores between them.
fn digits(text: &str) -> Result<BigUint, Error> {
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

fn power(base: &BigUint, exponent: &BigUint) -> Result<BigUint, Error> {
    if base.bits() < 2 {
        return Ok(if exponent.bits() == 0 { BigUint::from(1u32) } else { base.clone() });
    }
    // base^exponent >= 2^((bits - 1) exponent), and a digit has less than four bits.
    let least = exponent * (base.bits() - 1) / 4u32;
    match u32::try_from(exponent) {
        Ok(exponent) if least <= MAX_DIGITS.into() => short(base.pow(exponent)),
        _ => Err(too_long(format!("more than {MAX_DIGITS}"))),
    }
}

/// The number, if it has not too many digits.
fn short(number: BigUint) -> Result<BigUint, Error> {
    let length = number.to_string().len();
    if length > MAX_DIGITS { Err(too_long(length)) } else { Ok(number) }
}

impl From<BigUint> for Natural {
    fn from(number: BigUint) -> Self {
        Self(number)
    }
}

impl From<&BigUint> for Natural {
    fn from(number: &BigUint) -> Self {
        Self(number.clone())
    }
}

impl From<Natural> for BigUint {
    fn from(number: Natural) -> Self {
        number.0
    }
}

macro_rules! from_machine_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Natural {
            fn from(number: $number) -> Self {
                Self(number.into())
            }
        }

        impl PartialEq<$number> for Natural {
            fn eq(&self, other: &$number) -> bool {
                self.0 == BigUint::from(*other)
            }
        }

        impl PartialOrd<$number> for Natural {
            fn partial_cmp(&self, other: &$number) -> Option<std::cmp::Ordering> {
                self.0.partial_cmp(&BigUint::from(*other))
            }
        }
    )*};
}

from_machine_numbers!(u8, u16, u32, u64, usize, u128);

/// So that `value == 3` reads as it should: plain literals are `i32`.
impl PartialEq<i32> for Natural {
    fn eq(&self, other: &i32) -> bool {
        u32::try_from(*other).is_ok_and(|other| *self == other)
    }
}

impl PartialOrd<i32> for Natural {
    fn partial_cmp(&self, other: &i32) -> Option<std::cmp::Ordering> {
        match u32::try_from(*other) {
            Ok(other) => self.partial_cmp(&other),
            Err(_) => Some(std::cmp::Ordering::Greater),
        }
    }
}

/// What can be said for a heap: an integer, decimal text, a [`Natural`].
pub trait IntoHeap {
    /// The heap, or what is wrong with it.
    fn into_heap(self) -> Result<Natural, Error>;
}

impl IntoHeap for &str {
    fn into_heap(self) -> Result<Natural, Error> {
        self.parse()
    }
}

impl IntoHeap for &String {
    fn into_heap(self) -> Result<Natural, Error> {
        self.parse()
    }
}

impl IntoHeap for &Natural {
    fn into_heap(self) -> Result<Natural, Error> {
        Ok(self.clone())
    }
}

impl IntoHeap for &BigUint {
    fn into_heap(self) -> Result<Natural, Error> {
        Ok(self.into())
    }
}

impl IntoHeap for i32 {
    fn into_heap(self) -> Result<Natural, Error> {
        match u32::try_from(self) {
            Ok(heap) => Ok(heap.into()),
            Err(_) => {
                Err(Error::new(ErrorKind::Input, format!("a heap of {self}: no heap is negative")))
            }
        }
    }
}

macro_rules! into_heap {
    ($($number:ty),*) => {$(
        impl IntoHeap for $number {
            fn into_heap(self) -> Result<Natural, Error> {
                Ok(self.into())
            }
        }
    )*};
}

into_heap!(u8, u16, u32, u64, usize, u128, BigUint, Natural);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        let read = |text: &str| text.parse::<Natural>().map(|n| n.to_string());
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
            "+1",
            "١",
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
        assert!(read(&format!("99e{}", MAX_DIGITS - 1)).is_err());
    }

    #[test]
    fn comparisons_with_literals() {
        let seven = Natural::from(7u8);
        assert!(seven == 7 && seven > -1 && seven < 8 && seven != -7);
        assert!((-1).into_heap().is_err());
        assert_eq!(7.into_heap().unwrap(), seven);
    }
}
