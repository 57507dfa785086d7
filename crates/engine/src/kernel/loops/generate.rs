//! Plain loops, compiled again with the instructions of the set.

use crate::kernel::scalar;
use crate::kernel::vector::{Loop, Scalar, Vector};
use crate::kernel::words::Words;
use crate::sparse::taps::Tap;

/// See [`Words::generate`].
pub(crate) struct GenerateWords<'a> {
    pub words: &'a mut Words,
    pub cells: &'a mut Vec<u8>,
    pub heap: u64,
    pub count: usize,
}

impl Scalar for GenerateWords<'_> {
    fn scalar(self) -> bool {
        self.words.generate(self.cells, self.heap, self.count)
    }
}

impl Loop for GenerateWords<'_> {
    type Output = bool;

    #[inline(always)]
    fn vector<V: Vector>(self, _: V::Set) -> bool {
        self.words.generate(self.cells, self.heap, self.count)
    }
}

/// See [`scalar::generate_few`].
pub(crate) struct GenerateFew<'a> {
    pub taps: &'a [Tap],
    pub cells: &'a mut Vec<u8>,
    pub count: usize,
}

impl Scalar for GenerateFew<'_> {
    fn scalar(self) -> bool {
        scalar::generate_few(self.taps, self.cells, self.count)
    }
}

impl Loop for GenerateFew<'_> {
    type Output = bool;

    #[inline(always)]
    fn vector<V: Vector>(self, _: V::Set) -> bool {
        scalar::generate_few(self.taps, self.cells, self.count)
    }
}
