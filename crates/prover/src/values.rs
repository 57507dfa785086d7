//! Computed nim-values, in half the space where they are small.

use crate::find::Value;

/// G(0), G(1), ..., as far as computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Values of any size.
    Wide(Vec<u32>),
    /// Values of at most 65535, for long runs.
    Narrow(Vec<u16>),
}

impl Values {
    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Wide(values) => values.len(),
            Self::Narrow(values) => values.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// G(n), if it was computed.
    pub fn get(&self, n: usize) -> Option<u32> {
        match self {
            Self::Wide(values) => values.get(n).copied(),
            Self::Narrow(values) => values.get(n).map(|v| v.get()),
        }
    }

    /// The first `count` values, or all.
    pub fn first(&self, count: usize) -> Vec<u32> {
        (0..count).map_while(|n| self.get(n)).collect()
    }

    /// The greatest value, 0 if there is none.
    pub fn max(&self) -> u32 {
        match self {
            Self::Wide(values) => values.iter().copied().max().unwrap_or(0),
            Self::Narrow(values) => values.iter().copied().max().unwrap_or(0).get(),
        }
    }
}
