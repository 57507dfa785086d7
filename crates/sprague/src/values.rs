//! Nim-values in the order of the heaps.

use crate::error::Error;
use sprague_engine::Sequence;

/// Nim-values in the order of the heaps, all computed.
#[derive(Clone, Debug)]
pub struct Values(std::vec::IntoIter<u32>);

impl From<Vec<u32>> for Values {
    fn from(values: Vec<u32>) -> Self {
        Self(values.into_iter())
    }
}

impl From<Values> for Vec<u32> {
    fn from(values: Values) -> Self {
        values.0.collect()
    }
}

impl Iterator for Values {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Values {
    fn next_back(&mut self) -> Option<u32> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for Values {}
impl std::iter::FusedIterator for Values {}

/// Nim-values in the order of the heaps, each computed when it is asked for and kept only where
/// later ones need it. The first error ends them.
pub struct Stream {
    /// `None` for no heaps.
    sequence: Option<Sequence>,
    from: u64,
}

impl Stream {
    pub(crate) fn new(sequence: Option<Sequence>, from: u64) -> Self {
        Self { sequence, from }
    }

    /// The heap whose value is computed next; before the first heap asked for, the values of
    /// those below it are.
    pub fn heap(&self) -> u64 {
        self.sequence.as_ref().map_or(self.from, Sequence::heap)
    }
}

impl Iterator for Stream {
    type Item = Result<u32, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let sequence = self.sequence.as_mut()?;
        if let Err(error) = sequence.skip_to(self.from) {
            return Some(Err(error.into()));
        }
        sequence.next().map(|value| value.map_err(Error::from))
    }
}

impl std::iter::FusedIterator for Stream {}
