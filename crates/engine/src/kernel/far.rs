//! Far taps, and the bytes that they read.
//!
//! Cells below 256 are one byte each, [`FarTap`] reads them. Larger ones, below 1024, are read in two
//! planes, [`WideTap`]: the low eight bits of every cell, and its high bits at [`SHIFT`]. There the or
//! of both bytes is below 32 only where the index is, as for a cell of one byte, so that marks are
//! made alike. What the taps say of indices below 1024 is exact whatever the cells are.

use crate::sparse::taps::Tap;
use std::fmt::Debug;
use std::ops::Range;

/// Where the bits of an index from 256 on lie in the high byte: above all that is below a quad.
const SHIFT: u32 = 5;

/// The high byte of cells whose nim-sums with taps nobody looks for: rare ones in some copies, and all
/// from 1024 on, as their sums with taps are not below that.
pub(crate) const FLAG: u8 = 0x80;

/// The byte of the high plane.
#[inline]
pub(crate) fn high_byte(index: u32) -> u8 {
    ((index >> 8).min(4) << SHIFT) as u8
}

/// The byte in each of four.
fn four(byte: u8) -> u32 {
    u32::from(byte) * 0x0101_0101
}

/// Cells as bytes. `high` is as long as `low` for taps that are [`WIDE`](Far::WIDE), else it is not
/// looked at.
#[derive(Clone, Copy)]
pub(crate) struct CellBytes<'a> {
    pub low: &'a [u8],
    pub high: &'a [u8],
}

impl<'a> CellBytes<'a> {
    pub fn narrow(low: &'a [u8]) -> Self {
        Self { low, high: &[] }
    }

    pub fn len(self) -> usize {
        self.low.len()
    }

    pub fn part(self, range: Range<usize>) -> Self {
        let high = if self.high.is_empty() { self.high } else { &self.high[range.clone()] };
        Self { low: &self.low[range], high }
    }

    /// The cell with this number.
    #[inline]
    pub fn index(self, at: usize) -> u32 {
        let high = self.high.get(at).map_or(0, |&high| u32::from(high >> SHIFT));
        u32::from(self.low[at]) | high << 8
    }
}

/// Two planes of bytes.
#[derive(Debug, Default)]
pub(crate) struct Planes {
    pub low: Vec<u8>,
    pub high: Vec<u8>,
}

impl Planes {
    /// Some parts of the cells, zeros elsewhere, and room for as many more.
    pub fn of_parts(cells: &[u16], parts: impl Iterator<Item = Range<usize>>, more: usize) -> Self {
        // Zeros that nobody touches cost nothing.
        let mut planes =
            Self { low: vec![0; cells.len() + more], high: vec![0; cells.len() + more] };
        planes.low.truncate(cells.len());
        planes.high.truncate(cells.len());
        for part in parts {
            for (low, &cell) in planes.low[part.clone()].iter_mut().zip(&cells[part.clone()]) {
                *low = cell as u8;
            }
            for (high, &cell) in planes.high[part.clone()].iter_mut().zip(&cells[part]) {
                *high = high_byte(cell.into());
            }
        }
        planes
    }

    /// Has the cells and no others.
    pub fn fill(&mut self, cells: &[u16]) {
        self.low.clear();
        self.high.clear();
        self.low.extend(cells.iter().map(|&c| c as u8));
        self.high.extend(cells.iter().map(|&c| high_byte(c.into())));
    }

    pub fn bytes(&self) -> CellBytes<'_> {
        CellBytes { low: &self.low, high: &self.high }
    }
}

/// A tap with a distance of at least 64.
pub(crate) trait Far: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// Whether the high plane is read as well.
    const WIDE: bool;
    /// Indices of cells and taps are below this.
    const INDICES: u32;
    /// In copies with flags: indices of cells that are not flagged are below this.
    const UNFLAGGED: u32 = if Self::WIDE { Self::INDICES } else { FLAG as u32 };
    /// The largest index, by low and high byte.
    const LAST: [u8; 2] = [(Self::INDICES - 1) as u8, if Self::WIDE { 96 } else { 0 }];

    fn new(tap: Tap) -> Option<Self>;
    fn distance(self) -> usize;
    /// The low byte of the index in each of four bytes: a vector of it is one load.
    fn low(self) -> u32;
    /// The same of the high byte.
    fn high(self) -> u32;
    /// The same tap with its index relative to a quad.
    fn in_quad(self, quad: u32) -> Self;

    /// The tap of a block that is already there: seen from its end, which is 64 cells on.
    fn behind(distance: usize, index: u32) -> Option<Self> {
        Self::new(Tap { distance: distance as u64 + 64, index })
    }

    /// What one cell of a lane becomes for a tap relative to a quad: below 32 where the tap excludes
    /// that index of the quad.
    #[inline]
    fn sum(self, cells: CellBytes<'_>, at: usize) -> u8 {
        let low = cells.low[at] ^ self.low() as u8;
        if Self::WIDE { low | (cells.high[at] ^ self.high() as u8) } else { low }
    }
}

/// A tap for cells below 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FarTap {
    distance: u32,
    low: u32,
}

impl Far for FarTap {
    const WIDE: bool = false;
    const INDICES: u32 = 256;

    fn new(tap: Tap) -> Option<Self> {
        let distance = u32::try_from(tap.distance).ok().filter(|&d| d >= 64)?;
        Some(Self { distance, low: four(u8::try_from(tap.index).ok()?) })
    }

    #[inline]
    fn distance(self) -> usize {
        self.distance as usize
    }

    #[inline]
    fn low(self) -> u32 {
        self.low
    }

    #[inline]
    fn high(self) -> u32 {
        0
    }

    fn in_quad(self, quad: u32) -> Self {
        Self { low: self.low ^ four((32 * quad) as u8), ..self }
    }
}

/// A tap for cells below 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WideTap {
    distance: u32,
    low: u32,
    high: u32,
}

impl Far for WideTap {
    const WIDE: bool = true;
    const INDICES: u32 = 1024;

    fn new(tap: Tap) -> Option<Self> {
        let distance = u32::try_from(tap.distance).ok().filter(|&d| d >= 64)?;
        let index = Some(tap.index).filter(|&index| index < Self::INDICES)?;
        Some(Self { distance, low: four(index as u8), high: four(high_byte(index)) })
    }

    #[inline]
    fn distance(self) -> usize {
        self.distance as usize
    }

    #[inline]
    fn low(self) -> u32 {
        self.low
    }

    #[inline]
    fn high(self) -> u32 {
        self.high
    }

    fn in_quad(self, quad: u32) -> Self {
        let first = 32 * quad;
        let (low, high) = (self.low ^ four(first as u8), self.high ^ four(high_byte(first)));
        Self { low, high, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For every cell, tap and quad: below 32 and right, or not below 32.
    #[test]
    fn sums_are_those_of_the_indices() {
        let cells: Vec<u16> = (0..1024).collect();
        let mut planes = Planes::default();
        planes.fill(&[3, 1023, 1024, 1025, 65535]);
        assert_eq!(planes.high, [0, 96, FLAG, FLAG, FLAG]);
        planes.fill(&cells);
        let bytes = planes.bytes();
        for index in [0, 1, 31, 32, 255, 256, 300, 511, 512, 777, 1023] {
            let tap = WideTap::behind(100, index).unwrap();
            for quad in 0..32 {
                let near = tap.in_quad(quad);
                for at in 0..1024 {
                    let expected = (at as u32 ^ index).checked_sub(32 * quad).filter(|&x| x < 32);
                    let sum = u32::from(near.sum(bytes, at));
                    assert_eq!(Some(sum).filter(|&x| x < 32), expected, "{index} {quad} {at}");
                    assert_eq!(bytes.index(at), at as u32);
                }
            }
        }
        // Larger cells and flagged ones: none.
        planes.fill(&[1024, 2048, 1056, 65535]);
        for index in 0..1024 {
            let tap = WideTap::behind(100, index).unwrap();
            for (quad, at) in (0..32).flat_map(|quad| (0..4).map(move |at| (quad, at))) {
                assert!(tap.in_quad(quad).sum(planes.bytes(), at) >= 32);
            }
        }
        assert_eq!(WideTap::behind(100, 1024), None);
        assert_eq!(FarTap::behind(100, 256), None);
        assert_eq!(WideTap::LAST, [255, high_byte(1023)]);
    }

    #[test]
    fn narrow_sums_are_those_of_the_bytes() {
        let low: Vec<u8> = (0..=255).collect();
        for (index, quad) in [(0, 0), (33, 1), (255, 7), (128, 3)] {
            let tap = FarTap::behind(64, index).unwrap().in_quad(quad);
            for at in 0..256 {
                let expected = at as u32 ^ index ^ (32 * quad);
                assert_eq!(u32::from(tap.sum(CellBytes::narrow(&low), at)), expected);
            }
        }
    }
}
