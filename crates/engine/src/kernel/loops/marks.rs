//! Loops that mark what taps exclude: one bit per index of a quad of 32, in four planes of bytes.

use super::{Block, tapped};
use crate::kernel::choice::{self, Need};
use crate::kernel::many::QuadTaps;
use crate::kernel::scalar;
use crate::kernel::vector::{BLOCK, Loop, Scalar, Vector, load_part, store_part};
use crate::sparse::marking::Marking;

/// The planes of one quad, of which one part is written: bit b of plane p, lane i: index `8p + b`
/// (relative to the quad) is excluded at heap i of the block, which has to reach all taps.
///
/// Always run apart: inside a larger function the planes leave the registers, which halves the
/// speed.
pub(super) struct Mark<'a> {
    pub block: Block<'a>,
    pub list: &'a QuadTaps,
    pub part: usize,
    pub planes: &'a mut [[u8; BLOCK]; 4],
}

impl Loop for Mark<'_> {
    type Output = ();

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) {
        let mut marks = [V::splat(set, 0); 4];
        let (pairs, rest) = self.list.taps().as_chunks::<2>();
        for &[a, b] in pairs {
            let a = V::one_hot(set, tapped(set, self.block, a, self.part));
            let b = V::one_hot(set, tapped(set, self.block, b, self.part));
            for (i, mark) in marks.iter_mut().enumerate() {
                *mark = *mark | a[i] | b[i];
            }
        }
        for &tap in rest {
            let bits = V::one_hot(set, tapped(set, self.block, tap, self.part));
            for (mark, bits) in marks.iter_mut().zip(bits) {
                *mark = *mark | bits;
            }
        }
        for (plane, mark) in self.planes.iter_mut().zip(marks) {
            store_part(mark, plane, self.part);
        }
    }
}

/// See [`unmarked`](crate::kernel::unmarked).
pub(crate) struct Unmarked<'a, P> {
    pub marking: &'a Marking,
    pub cells: &'a [u8],
    pub limits: &'a [u8; BLOCK],
    pub quads: usize,
    pub push: P,
}

impl<P: FnMut(u64, u32)> Scalar for Unmarked<'_, P> {
    fn scalar(self) {
        scalar::unmarked(self.marking, self.cells, self.limits, self.quads, self.push);
    }
}

impl<P: FnMut(u64, u32)> Loop for Unmarked<'_, P> {
    type Output = ();

    #[inline(always)]
    fn vector<V: Vector>(mut self, set: V::Set) {
        // The lowest 0, 1, .., 8 bits.
        const LOWEST: [u8; 16] = [0, 1, 3, 7, 15, 31, 63, 127, 255, 0, 0, 0, 0, 0, 0, 0];
        // A FarTap of a marking is seen from the end of the block.
        let block = Block::after(self.cells);
        if !block.reaches(BLOCK, self.marking.farthest() + BLOCK) {
            return self.scalar();
        }
        let (zero, eight) = (V::splat(set, 0), V::splat(set, 8));
        let mut planes = [[0; BLOCK]; 4];
        for part in 0..BLOCK / V::BYTES {
            let limits: V = load_part(set, self.limits, part);
            for (quad, list) in self.marking.lists().iter().enumerate().take(self.quads) {
                let above = V::saturating_sub(limits, V::splat(set, (32 * quad) as u8));
                if V::is_zero(above) {
                    break;
                }
                V::run_apart(set, Mark { block, list, part, planes: &mut planes });
                for (i, plane) in planes.iter().enumerate() {
                    let above = V::saturating_sub(above, V::splat(set, (8 * i) as u8));
                    let open = V::look_up(V::min(above, eight), LOWEST)
                        & !load_part::<V>(set, plane, part);
                    if V::is_zero(open) {
                        continue;
                    }
                    let mut lanes = V::bits(!V::equal(open, zero));
                    let mut bytes = [0; BLOCK];
                    open.store(&mut bytes);
                    while lanes != 0 {
                        let lane = lanes.trailing_zeros() as usize;
                        lanes &= lanes - 1;
                        let mut bits = bytes[lane % BLOCK];
                        while bits != 0 {
                            let index = (32 * quad + 8 * i) as u32 + bits.trailing_zeros();
                            (self.push)((V::BYTES * part + lane) as u64, index);
                            bits &= bits - 1;
                        }
                    }
                }
            }
        }
    }
}

/// See [`gain`](choice::gain).
pub(crate) struct Gain<'a> {
    pub cells: &'a [u8],
    pub index: u8,
    pub need: &'a [Need],
}

impl Scalar for Gain<'_> {
    fn scalar(self) -> u32 {
        choice::gain(self.cells, self.index, self.need)
    }
}

impl Loop for Gain<'_> {
    type Output = u32;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> u32 {
        let (index, zero) = (V::splat(set, self.index), V::splat(set, 0));
        let mut sum = 0;
        for (cells, need) in self.cells.as_chunks::<BLOCK>().0.iter().zip(self.need) {
            for part in 0..BLOCK / V::BYTES {
                let marks = V::one_hot(set, load_part::<V>(set, cells, part) ^ index);
                let mut hit = zero;
                for (mark, plane) in marks.into_iter().zip(need) {
                    hit = hit | (mark & load_part(set, plane, part));
                }
                sum += V::bits(!V::equal(hit, zero)).count_ones();
            }
        }
        sum
    }
}

/// See [`exclude`](choice::exclude).
pub(crate) struct Exclude<'a> {
    pub cells: &'a [u8],
    pub index: u8,
    pub need: &'a mut [Need],
}

impl Scalar for Exclude<'_> {
    fn scalar(self) {
        choice::exclude(self.cells, self.index, self.need);
    }
}

impl Loop for Exclude<'_> {
    type Output = ();

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) {
        let index = V::splat(set, self.index);
        for (cells, need) in self.cells.as_chunks::<BLOCK>().0.iter().zip(self.need) {
            for part in 0..BLOCK / V::BYTES {
                let marks = V::one_hot(set, load_part::<V>(set, cells, part) ^ index);
                for (mark, plane) in marks.into_iter().zip(&mut *need) {
                    store_part(load_part::<V>(set, plane, part) & !mark, plane, part);
                }
            }
        }
    }
}
