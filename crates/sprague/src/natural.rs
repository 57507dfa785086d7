//! Numbers of any size.

use crate::error::{Error, ErrorKind};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::fmt;
use std::str::FromStr;

/// A natural number of any size: a heap, or the nim-value of one.
///
/// It comes from integers and from decimal text, and compares with integers:
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
const MAX_DIGITS: usize = sprague_games::MAX_HEAP_DIGITS;

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

    /// Decimal digits, and `_` between them.
    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = |what: String| Error::new(ErrorKind::Input, what);
        if text.len() > 2 * MAX_DIGITS {
            return Err(bad(format!("a number of more than {MAX_DIGITS} digits")));
        }
        let shaped = text.bytes().all(|b| b.is_ascii_digit() || b == b'_')
            && text.starts_with(|c: char| c.is_ascii_digit())
            && !text.ends_with('_');
        let number = BigUint::parse_bytes(text.replace('_', "").as_bytes(), 10);
        match number.filter(|_| shaped) {
            Some(number) => Ok(Self(number)),
            None => Err(bad(format!("{text:?} is no natural number: write decimal digits"))),
        }
    }
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
    fn texts() {
        assert_eq!("007".parse::<Natural>().unwrap(), 7);
        assert_eq!("1_000_000".parse::<Natural>().unwrap(), 1_000_000);
        for bad in ["", "_1", "1_", "-1", "+1", "1e6", " 1", "0x10", "١"] {
            assert!(bad.parse::<Natural>().is_err(), "{bad:?}");
        }
        let long = "9".repeat(2 * MAX_DIGITS + 1);
        assert!(long.parse::<Natural>().is_err());
    }

    #[test]
    fn comparisons_with_literals() {
        let seven = Natural::from(7u8);
        assert!(seven == 7 && seven > -1 && seven < 8 && seven != -7);
        assert!((-1).into_heap().is_err());
        assert_eq!(7.into_heap().unwrap(), seven);
    }
}
