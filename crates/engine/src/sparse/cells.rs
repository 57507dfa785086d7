//! The indices of the heaps computed so far: all of them, or a prefix and a window.

use super::parts::PartCells;

/// An unsigned integer that holds an index.
pub(crate) trait Cell:
    Copy + Default + PartialEq + Send + Sync + std::fmt::Debug + 'static
{
    /// One more than the largest index that fits.
    const SIZE: u32;
    /// The number of bytes.
    const BYTES: usize;
    fn new(index: u32) -> Self;
    fn get(self) -> u32;
    /// The cells as bytes, where they are bytes.
    fn bytes(_cells: &[Self]) -> Option<&[u8]> {
        None
    }
    /// The same for chunks of parts.
    fn part_bytes(_chunks: &[PartCells<Self>]) -> Option<&[PartCells<u8>]> {
        None
    }
    /// The cells as bytes, where they are bytes.
    fn bytes_mut(_cells: &mut Vec<Self>) -> Option<&mut Vec<u8>> {
        None
    }
    /// The cells as numbers of 16 bits, where they are that.
    fn halves(_cells: &[Self]) -> Option<&[u16]> {
        None
    }
    /// The same for chunks of parts.
    fn part_halves(_chunks: &[PartCells<Self>]) -> Option<&[PartCells<u16>]> {
        None
    }
    /// The same for cells to be appended to.
    fn halves_mut(_cells: &mut Vec<Self>) -> Option<&mut Vec<u16>> {
        None
    }
}

impl Cell for u8 {
    const SIZE: u32 = 1 << 8;
    const BYTES: usize = 1;
    fn new(index: u32) -> Self {
        debug_assert!(index < Self::SIZE);
        index as u8
    }
    #[inline]
    fn get(self) -> u32 {
        self.into()
    }
    fn bytes(cells: &[Self]) -> Option<&[u8]> {
        Some(cells)
    }
    fn part_bytes(chunks: &[PartCells<Self>]) -> Option<&[PartCells<u8>]> {
        Some(chunks)
    }
    fn bytes_mut(cells: &mut Vec<Self>) -> Option<&mut Vec<u8>> {
        Some(cells)
    }
}

impl Cell for u16 {
    const SIZE: u32 = 1 << 16;
    const BYTES: usize = 2;
    fn new(index: u32) -> Self {
        debug_assert!(index < Self::SIZE);
        index as u16
    }
    #[inline]
    fn get(self) -> u32 {
        self.into()
    }
    fn halves(cells: &[Self]) -> Option<&[u16]> {
        Some(cells)
    }
    fn part_halves(chunks: &[PartCells<Self>]) -> Option<&[PartCells<u16>]> {
        Some(chunks)
    }
    fn halves_mut(cells: &mut Vec<Self>) -> Option<&mut Vec<u16>> {
        Some(cells)
    }
}

/// Cells of the heaps 0, 1, .., `len - 1`; of these the first `prefix.len()` and those
/// from `base` on are kept.
#[derive(Clone, Debug)]
pub(crate) struct Cells<T> {
    prefix: Vec<T>,
    base: u64,
    window: Vec<T>,
}

impl<T: Cell> Cells<T> {
    pub fn new(cells: Vec<T>) -> Self {
        Self { prefix: Vec::new(), base: 0, window: cells }
    }

    /// A sequence of which only a prefix and the last cells are known.
    pub fn resume(prefix: Vec<T>, base: u64, window: Vec<T>) -> Self {
        Self { prefix, base, window }
    }

    pub fn len(&self) -> u64 {
        self.base + self.window.len() as u64
    }

    /// The first heap of the window.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The heaps 0, 1, .. that are known without gap from the start.
    pub fn prefix(&self) -> &[T] {
        if self.base == 0 { &self.window } else { &self.prefix }
    }

    pub fn window(&self) -> &[T] {
        &self.window
    }

    /// Memory taken.
    #[cfg(test)]
    pub fn bytes_held(&self) -> usize {
        (self.prefix.capacity() + self.window.capacity()) * T::BYTES
    }

    /// The prefix, the first heap of the window, and the window to append to. Without a prefix of its
    /// own the window is the prefix.
    pub fn split(&mut self) -> (&[T], u64, &mut Vec<T>) {
        (&self.prefix, self.base, &mut self.window)
    }

    pub fn window_mut(&mut self) -> &mut Vec<T> {
        &mut self.window
    }

    pub fn get(&self, n: u64) -> Option<T> {
        match n.checked_sub(self.base) {
            Some(at) => self.window.get(at as usize).copied(),
            None => self.prefix.get(n as usize).copied(),
        }
    }

    pub fn push(&mut self, cell: T) {
        self.window.push(cell);
    }

    /// Forgets the heaps from `len` on, which must lie in the window.
    pub fn truncate(&mut self, len: u64) {
        debug_assert!(len >= self.base);
        self.window.truncate((len - self.base) as usize);
    }

    /// Makes room: keeps the first `prefix` cells and the last `window` cells.
    pub fn forget(&mut self, prefix: usize, window: usize) {
        let drop = self.window.len().saturating_sub(window);
        if drop == 0 {
            return;
        }
        if self.base == 0 {
            self.prefix = self.window[..prefix.min(self.window.len())].to_vec();
        }
        self.window.drain(..drop);
        self.base += drop as u64;
    }

    pub fn widen<U: Cell>(&self) -> Cells<U> {
        let wide = |cells: &[T]| cells.iter().map(|c| U::new(c.get())).collect();
        Cells { prefix: wide(&self.prefix), base: self.base, window: wide(&self.window) }
    }
}
