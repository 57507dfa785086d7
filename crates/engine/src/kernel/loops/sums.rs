//! The loop that looks for a nim-sum among values of 16 bits.

use crate::kernel::vector::{Loop, Scalar, Vector};

/// See [`find_sum`](crate::kernel::find_sum).
pub(crate) struct FindSum<'a> {
    pub parts: &'a [u16],
    pub others: &'a [u16],
    pub sum: u16,
}

/// As many vectors are looked at for one branch.
const GROUP: usize = 8;

impl Scalar for FindSum<'_> {
    fn scalar(self) -> Option<usize> {
        const CHUNK: usize = 64;
        let Self { parts, others, sum } = self;
        let (chunks, rest) = parts.as_chunks::<CHUNK>();
        let (other_chunks, other_rest) = others.as_chunks::<CHUNK>();
        for (i, (a, b)) in chunks.iter().zip(other_chunks).enumerate() {
            // Without a branch, so that a compiler may use vectors.
            let hits = a.iter().zip(b).fold(0, |any, (a, b)| any | u16::from(a ^ b == sum));
            if hits != 0 {
                return Some(CHUNK * (i + 1));
            }
        }
        let mut pairs = rest.iter().zip(other_rest);
        pairs.any(|(a, b)| a ^ b == sum).then_some(parts.len())
    }
}

impl Loop for FindSum<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> Option<usize> {
        let lanes = V::BYTES / 2;
        let len = self.parts.len().min(self.others.len());
        if len < lanes {
            return self.scalar();
        }
        let (parts, others) = (&self.parts[..len], &self.others[..len]);
        let wanted = V::splat4(set, u32::from(self.sum) * 0x1_0001);
        let mut at = 0;
        let groups = parts.chunks_exact(GROUP * lanes).zip(others.chunks_exact(GROUP * lanes));
        for (a, b) in groups {
            let mut least = V::splat(set, u8::MAX);
            for i in 0..GROUP {
                let sums =
                    V::load_halves(set, &a[i * lanes..]) ^ V::load_halves(set, &b[i * lanes..]);
                least = V::min_halves(least, sums ^ wanted);
            }
            at += GROUP * lanes;
            if V::has_zero_half(least) {
                return Some(at);
            }
        }
        // The last vector may look at pairs again.
        while at < len {
            let from = at.min(len - lanes);
            let sums = V::load_halves(set, &parts[from..]) ^ V::load_halves(set, &others[from..]);
            if V::has_zero_half(sums ^ wanted) {
                return Some(from + lanes);
            }
            at += lanes;
        }
        None
    }
}
