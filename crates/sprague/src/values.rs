//! Nim-values in the order of the heaps.

use crate::error::Error;
use crate::known::Known;
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

    /// Goes on behind what is known of the same game, where that is more than was computed.
    ///
    /// ```
    /// use sprague::{Budget, EngineChoice, Game};
    /// let officers: Game = "Officers".parse()?;
    /// let known = officers.search_within(9000u32, &Budget::new().values(10_000))?;
    /// let stream = officers.stream_by(EngineChoice::Best, 8000..=8003, &Budget::new())?;
    /// let values: Vec<u32> = stream.behind(&known)?.collect::<Result<_, _>>()?;
    /// assert_eq!(values, Vec::from(officers.values(8000..=8003)?));
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn behind(mut self, known: &Known) -> Result<Self, Error> {
        if let Some(sequence) = &mut self.sequence {
            let mut values = known.details().computed();
            // Those that are asked for come out of the stream.
            values.truncate(usize::try_from(self.from).unwrap_or(usize::MAX));
            sequence.take_values(&values)?;
        }
        Ok(self)
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
