//! Computed nim-values, in half the space where they are small.

use crate::find::Value;

/// G(0), G(1), ..., as far as computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Values of any size.
    Wide(Vec<u32>),
    /// Values of at most 65535, for long runs.
    Narrow(Vec<u16>),
    /// Computed by a hunt and not kept.
    Elsewhere {
        /// How many.
        count: u64,
        /// The greatest of them.
        max: u32,
    },
}

impl Values {
    /// How many values were computed.
    pub fn len(&self) -> usize {
        match self {
            Self::Wide(values) => values.len(),
            Self::Narrow(values) => values.len(),
            Self::Elsewhere { count, .. } => usize::try_from(*count).unwrap_or(usize::MAX),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// G(n), if it was computed and is kept.
    pub fn get(&self, n: usize) -> Option<u32> {
        match self {
            Self::Wide(values) => values.get(n).copied(),
            Self::Narrow(values) => values.get(n).map(|v| v.get()),
            Self::Elsewhere { .. } => None,
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
            Self::Elsewhere { max, .. } => *max,
        }
    }
}
