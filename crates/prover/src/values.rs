//! Computed nim-values: each is computed once, and kept in half the space where all are small.

use crate::find::Value;
use sprague_engine::{EngineError, EngineKind, Sequence};

/// The values of a game as far as anybody asked for them: each is computed once, whoever asks.
pub(crate) struct Computed {
    values: Vec<u32>,
    sequence: Sequence,
    /// Why there will be no more.
    ended: Option<EngineError>,
}

impl Computed {
    /// Nothing is computed yet.
    pub(crate) fn new(sequence: Sequence) -> Self {
        Self { values: Vec::new(), sequence, ended: None }
    }

    /// These values and no more: the sequence is another one.
    pub(crate) fn only(values: Vec<u32>, sequence: Sequence) -> Self {
        let reason = "nothing is computed behind values that were put together".to_owned();
        Self {
            values,
            sequence,
            ended: Some(EngineError::NotApplicable { engine: "none", reason }),
        }
    }

    /// G(0), G(1), ..., as far as computed.
    pub(crate) fn values(&self) -> &[u32] {
        &self.values
    }

    /// The values alone.
    pub(crate) fn into_values(self) -> Vec<u32> {
        self.values
    }

    /// The engine that computes.
    pub(crate) fn engine(&self) -> EngineKind {
        self.sequence.engine()
    }

    /// Computes up to `count` values, or to the end of the sequence. Where it fails, what was
    /// computed before stays.
    pub(crate) fn reach(&mut self, count: u64) -> Result<(), EngineError> {
        while (self.values.len() as u64) < count {
            if let Some(error) = &self.ended {
                return Err(error.clone());
            }
            match self.sequence.next() {
                Some(Ok(value)) => self.values.push(value),
                Some(Err(error)) => self.ended = Some(error),
                None => break,
            }
        }
        Ok(())
    }

    /// Goes on behind values that were computed elsewhere, if they are more.
    pub(crate) fn take(&mut self, values: Vec<u32>) {
        if values.len() > self.values.len() {
            self.ended = self.sequence.take_values(&values).err();
            self.values = values;
        }
    }
}

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
