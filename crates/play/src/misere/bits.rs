//! Sets of classes of a quotient.

/// A subset of `0..len`, as bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits(Box<[u64]>);

impl Bits {
    pub(crate) fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)].into())
    }

    pub(crate) fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    pub(crate) fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == 0)
    }

    /// The least common member.
    pub(crate) fn common(&self, other: &Self) -> Option<usize> {
        self.0
            .iter()
            .zip(&other.0)
            .enumerate()
            .find(|(_, (a, b))| *a & *b != 0)
            .map(|(i, (a, b))| 64 * i + (a & b).trailing_zeros() as usize)
    }

    pub(crate) fn unite(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    /// The image `{ z : map[z] in self }`.
    pub(crate) fn preimage(&self, map: &[u16]) -> Self {
        let mut words = vec![0u64; self.0.len()].into_boxed_slice();
        for (word, targets) in words.iter_mut().zip(map.chunks(64)) {
            for (bit, &target) in targets.iter().enumerate() {
                let target = target as usize;
                *word |= (self.0[target / 64] >> (target % 64) & 1) << bit;
            }
        }
        Self(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets() {
        let mut a = Bits::new(130);
        a.insert(0);
        a.insert(129);
        let mut b = Bits::new(130);
        b.insert(129);
        assert!(b.is_subset(&a) && !a.is_subset(&b) && !a.is_disjoint(&b));
        assert_eq!(a.common(&b), Some(129));
        let map: Vec<u16> = (0..130).map(|z| 129 - z).collect();
        let image = b.preimage(&map);
        assert!(image.contains(0) && !image.contains(129));
    }
}
