//! Cells that one thread appends to while others read those that are there.
//!
//! A vector with room to spare is lent for a while: what is in it is never written again, so that
//! any number of threads may read it, and the one [`Writer`] writes behind it only. How much is
//! there is an atomic number, which the writer raises after it wrote and the readers ask before
//! they read.

use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A vector that grows up to its capacity while it is read.
pub(crate) struct Growing<'a, T> {
    cells: &'a mut Vec<T>,
    start: NonNull<T>,
    /// Cells that are there for everybody; at most the capacity.
    len: AtomicUsize,
}

/// What the readers share.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'g, T> {
    start: NonNull<T>,
    len: &'g AtomicUsize,
    cells: PhantomData<&'g [T]>,
}

/// Appends.
pub(crate) struct Writer<'g, T> {
    start: NonNull<T>,
    capacity: usize,
    /// Cells written, published or not.
    written: usize,
    len: &'g AtomicUsize,
    cells: PhantomData<&'g mut [T]>,
}

impl<'a, T: Copy> Growing<'a, T> {
    pub fn new(cells: &'a mut Vec<T>) -> Self {
        let len = AtomicUsize::new(cells.len());
        // The pointer stays good: nothing but this borrows the vector, and nothing here lets it
        // move its cells.
        let start = NonNull::new(cells.as_mut_ptr()).unwrap_or(NonNull::dangling());
        Self { cells, start, len }
    }

    /// The one writer, and a reader to copy.
    pub fn split(&mut self) -> (Writer<'_, T>, Reader<'_, T>) {
        let (start, len) = (self.start, &self.len);
        let written = len.load(Ordering::Acquire);
        let capacity = self.cells.capacity();
        let writer = Writer { start, capacity, written, len, cells: PhantomData };
        (writer, Reader { start, len, cells: PhantomData })
    }
}

impl<T> Drop for Growing<'_, T> {
    /// The vector has what was published.
    fn drop(&mut self) {
        let len = *self.len.get_mut();
        // SAFETY: `len` is the length the vector had, or was raised by `Writer::publish`, which
        // never exceeds the cells written, nor these the capacity.
        unsafe { self.cells.set_len(len) };
    }
}

// SAFETY: a reader gives shared references to cells that nobody writes any more.
unsafe impl<T: Sync> Sync for Reader<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Send for Reader<'_, T> {}

impl<'g, T: Copy> Reader<'g, T> {
    /// How many cells are there.
    pub fn len(&self) -> usize {
        self.len.load(Ordering::Acquire)
    }

    /// The cells that are there.
    pub fn cells(&self) -> &'g [T] {
        let len = self.len();
        // SAFETY: the first `len` cells are initialised (the vector's own, or written before `len`
        // was raised, which the acquiring load sees), and until the borrow 'g of the `Growing` ends
        // nobody writes or moves them: the writer writes from `written >= len` on only.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), len) }
    }
}

impl<T: Copy> Writer<'_, T> {
    /// All cells, those not yet published as well.
    pub fn cells(&self) -> &[T] {
        // SAFETY: the first `written` cells are initialised, and writing needs `&mut self`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.written) }
    }

    /// Room for more cells.
    #[cfg(test)]
    pub fn room(&self) -> usize {
        self.capacity - self.written
    }

    /// Appends a cell that only the writer sees. Panics without [`room`](Self::room).
    pub fn push(&mut self, cell: T) {
        assert!(self.written < self.capacity);
        // SAFETY: the cell lies inside the allocation of the vector and behind all that a reader
        // may see, as `len <= written`; there is one writer.
        unsafe { self.start.add(self.written).write(cell) };
        self.written += 1;
    }

    /// Lets everybody see what was written.
    pub fn publish(&mut self) {
        self.len.store(self.written, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_see_what_was_published() {
        let mut cells: Vec<u32> = Vec::with_capacity(100_000);
        cells.extend([7, 8, 9]);
        let mut growing = Growing::new(&mut cells);
        let (mut writer, reader) = growing.split();
        let room = writer.room();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(move || {
                    let mut seen = 0;
                    while seen < 3 + room {
                        let cells = reader.cells();
                        assert!(cells.len() >= seen);
                        for (i, &cell) in cells.iter().enumerate().skip(seen.max(3)) {
                            assert_eq!(cell as usize, i);
                        }
                        seen = cells.len();
                        std::thread::yield_now();
                    }
                });
            }
            for i in 0..room {
                writer.push(i as u32 + 3);
                if i % 1000 == 0 {
                    writer.publish();
                }
            }
            assert_eq!(writer.cells().len(), 3 + room);
            assert_eq!(writer.room(), 0);
            writer.publish();
        });
        drop(growing);
        assert_eq!(cells.len(), 3 + room);
        assert_eq!(&cells[..5], [7, 8, 9, 3, 4]);
    }

    #[test]
    fn what_was_not_published_is_not_there() {
        let mut cells: Vec<u8> = Vec::with_capacity(10);
        let mut growing = Growing::new(&mut cells);
        let (mut writer, reader) = growing.split();
        writer.push(1);
        writer.publish();
        writer.push(2);
        assert_eq!((writer.cells(), reader.cells()), (&[1, 2][..], &[1][..]));
        drop(growing);
        assert_eq!(cells, [1]);
    }
}
