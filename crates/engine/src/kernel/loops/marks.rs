//! Loops that mark what taps exclude: one bit per index of a quad of 32, in four planes of bytes.

use super::{Block, joined, tapped};
use crate::kernel::choice::{self, Need};
use crate::kernel::far::{CellBytes, Far};
use crate::kernel::many::QuadTaps;
use crate::kernel::scalar;
use crate::kernel::vector::{BLOCK, Loop, Scalar, Vector, load_part, store_part};

/// The planes of one quad, of which one part is written: bit b of plane p, lane i: index `8p + b`
/// (relative to the quad) is excluded at heap i of the block, which has to reach all taps.
///
/// Always run apart: inside a larger function the planes leave the registers, which halves the
/// speed.
pub(super) struct Mark<'a, F> {
    pub block: Block<'a>,
    pub list: &'a QuadTaps<F>,
    pub part: usize,
    pub planes: &'a mut [[u8; BLOCK]; 4],
}

impl<F: Far> Loop for Mark<'_, F> {
    type Output = ();

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) {
        let mut marks = [V::splat(set, 0); 4];
        let (pairs, rest) = self.list.taps().as_chunks::<2>();
        for &[a, b] in pairs {
            let a = V::one_hot(set, joined::<V, F>(tapped(set, self.block, a, self.part)));
            let b = V::one_hot(set, joined::<V, F>(tapped(set, self.block, b, self.part)));
            for (i, mark) in marks.iter_mut().enumerate() {
                *mark = *mark | a[i] | b[i];
            }
        }
        for &tap in rest {
            let bits = V::one_hot(set, joined::<V, F>(tapped(set, self.block, tap, self.part)));
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
pub(crate) struct Unmarked<'a, F, P> {
    pub lists: &'a [QuadTaps<F>],
    pub farthest: usize,
    pub cells: CellBytes<'a>,
    pub limits: &'a [u8; BLOCK],
    pub push: P,
}

impl<F: Far, P: FnMut(u64, u32)> Scalar for Unmarked<'_, F, P> {
    fn scalar(self) {
        scalar::unmarked(self.lists, self.cells, self.limits, self.push);
    }
}

impl<F: Far, P: FnMut(u64, u32)> Loop for Unmarked<'_, F, P> {
    type Output = ();

    #[inline(always)]
    fn vector<V: Vector>(mut self, set: V::Set) {
        // The lowest 0, 1, .., 8 bits.
        const LOWEST: [u8; 16] = [0, 1, 3, 7, 15, 31, 63, 127, 255, 0, 0, 0, 0, 0, 0, 0];
        // A FarTap of a marking is seen from the end of the block.
        let block = Block::after(self.cells);
        if !block.reaches::<F>(BLOCK, self.farthest + BLOCK) {
            return self.scalar();
        }
        let (zero, eight) = (V::splat(set, 0), V::splat(set, 8));
        let mut planes = [[0; BLOCK]; 4];
        for part in 0..BLOCK / V::BYTES {
            let limits: V = load_part(set, self.limits, part);
            for (quad, list) in self.lists.iter().enumerate() {
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

/// The marks of a tap in one part of the cells that it reaches: block number `block`.
#[inline(always)]
fn marks<V: Vector, F: Far>(
    set: V::Set,
    cells: CellBytes<'_>,
    tap: F,
    block: usize,
    part: usize,
) -> [V; 4] {
    let first = BLOCK * block + V::BYTES * part;
    let low = V::load(set, &cells.low[first..]) ^ V::splat4(set, tap.low());
    let high =
        if F::WIDE { V::load(set, &cells.high[first..]) ^ V::splat4(set, tap.high()) } else { low };
    V::one_hot(set, joined::<V, F>([low, high]))
}

/// See [`gain`](choice::gain).
pub(crate) struct Gain<'a, F> {
    pub cells: CellBytes<'a>,
    pub tap: F,
    pub need: &'a [Need],
}

impl<F: Far> Scalar for Gain<'_, F> {
    fn scalar(self) -> u32 {
        choice::gain(self.cells, self.tap, self.need)
    }
}

impl<F: Far> Loop for Gain<'_, F> {
    type Output = u32;

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) -> u32 {
        let zero = V::splat(set, 0);
        let mut sum = 0;
        for (block, need) in self.need.iter().enumerate().take(self.cells.len() / BLOCK) {
            for part in 0..BLOCK / V::BYTES {
                let marks = marks::<V, F>(set, self.cells, self.tap, block, part);
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
pub(crate) struct Exclude<'a, F> {
    pub cells: CellBytes<'a>,
    pub tap: F,
    pub need: &'a mut [Need],
}

impl<F: Far> Scalar for Exclude<'_, F> {
    fn scalar(self) {
        choice::exclude(self.cells, self.tap, self.need);
    }
}

impl<F: Far> Loop for Exclude<'_, F> {
    type Output = ();

    #[inline(always)]
    fn vector<V: Vector>(self, set: V::Set) {
        let blocks = self.cells.len() / BLOCK;
        for (block, need) in self.need.iter_mut().enumerate().take(blocks) {
            for part in 0..BLOCK / V::BYTES {
                let marks = marks::<V, F>(set, self.cells, self.tap, block, part);
                for (mark, plane) in marks.into_iter().zip(&mut *need) {
                    store_part(load_part::<V>(set, plane, part) & !mark, plane, part);
                }
            }
        }
    }
}
