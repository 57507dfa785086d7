//! The file of the first values of a hunt.

use crate::file::{FileError, FileErrorKind, Stored, crc64};
use std::fs::File;
use std::io::{Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The first values of the sequence, one after the other: a value below 255 is one byte,
/// any other is the byte 255 and four bytes, the lowest first.
pub(crate) struct ValuesFile {
    path: PathBuf,
    file: File,
    stored: Stored,
}

/// Bytes read at once.
const PIECE: usize = 1 << 20;

impl ValuesFile {
    /// A file without values; what is there is lost.
    pub fn new(path: &Path) -> Result<Self, FileError> {
        Self::open(path, Stored::default(), &[]).map(|(file, [])| file)
    }

    /// Opens the file and cuts it back to what the record knows. The values of some ranges of
    /// heaps are returned, as far as they are there.
    pub fn open<const RANGES: usize>(
        path: &Path,
        stored: Stored,
        ranges: &[Range<u64>; RANGES],
    ) -> Result<(Self, [Vec<u32>; RANGES]), FileError> {
        let error = |kind| FileError::new(path, kind);
        let io = |e| error(FileErrorKind::Io(e));
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        if length < stored.bytes {
            return Err(error(FileErrorKind::Damaged("values are missing at its end")));
        }
        let mut values = std::array::from_fn(|_| Vec::new());
        let mut count = 0;
        let mut checksum = 0;
        // What begins with an incomplete value is read on.
        let mut bytes = Vec::new();
        let mut rest = stored.bytes;
        while rest > 0 {
            let begun = bytes.len();
            let piece = rest.min(PIECE as u64);
            rest -= piece;
            bytes.resize(begun + piece as usize, 0);
            file.read_exact(&mut bytes[begun..]).map_err(io)?;
            checksum = crc64(checksum, &bytes[begun..]);
            let mut left = &bytes[..];
            while let Some((value, more)) = first_value(left) {
                for (range, values) in ranges.iter().zip(&mut values) {
                    if range.contains(&count) {
                        values.push(value);
                    }
                }
                count += 1;
                left = more;
            }
            let left = left.len();
            bytes.drain(..bytes.len() - left);
        }
        if checksum != stored.checksum {
            return Err(error(FileErrorKind::Damaged("the checksum does not match")));
        }
        if !bytes.is_empty() || count != stored.values {
            return Err(error(FileErrorKind::Damaged("it ends within a value")));
        }
        // What follows was written after the record and is computed again.
        file.set_len(stored.bytes).map_err(io)?;
        Ok((Self { path: path.to_owned(), file, stored }, values))
    }

    pub fn append(&mut self, values: &[u32]) -> Result<(), FileError> {
        let mut bytes = Vec::with_capacity(values.len() + 64);
        for &value in values {
            if value < 255 {
                bytes.push(value as u8);
            } else {
                bytes.push(255);
                bytes.extend_from_slice(&value.to_le_bytes());
            }
        }
        self.file
            .write_all(&bytes)
            .map_err(|e| FileError::new(&self.path, FileErrorKind::Io(e)))?;
        self.stored.checksum = crc64(self.stored.checksum, &bytes);
        self.stored.bytes += bytes.len() as u64;
        self.stored.values += values.len() as u64;
        Ok(())
    }

    /// Everything appended is on the disk when this returns.
    pub fn sync(&self) -> Result<Stored, FileError> {
        self.file.sync_data().map_err(|e| FileError::new(&self.path, FileErrorKind::Io(e)))?;
        Ok(self.stored)
    }

    pub fn count(&self) -> u64 {
        self.stored.values
    }
}

/// The first value and the bytes after it, where it is complete.
fn first_value(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (&first, more) = bytes.split_first()?;
    if first < 255 {
        return Some((first.into(), more));
    }
    let (value, more) = more.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*value), more))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Large values lie across the ends of the pieces that are read.
    #[test]
    fn ranges_of_values_are_read_in_pieces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("values");
        let value = |n: u64| if n.is_multiple_of(3) { 70_000 + n as u32 } else { (n % 251) as u32 };
        let all: Vec<u32> = (0..PIECE as u64).map(value).collect();
        let mut file = ValuesFile::new(&path).unwrap();
        file.append(&all[..1000]).unwrap();
        file.append(&all[1000..]).unwrap();
        let stored = file.sync().unwrap();
        assert!(stored.bytes > 2 * PIECE as u64);
        let ranges = [0..1000, 999_900..1_000_100, PIECE as u64 - 5..u64::MAX];
        let (mut file, values) = ValuesFile::open(&path, stored, &ranges).unwrap();
        assert_eq!(values[0], all[..1000]);
        assert_eq!(values[1], all[999_900..1_000_100]);
        assert_eq!(values[2], all[PIECE - 5..]);
        // It is continued at its end.
        file.append(&[7, 300]).unwrap();
        let stored = file.sync().unwrap();
        let last = PIECE as u64 - 1..u64::MAX;
        let (_, [values]) = ValuesFile::open(&path, stored, &[last]).unwrap();
        assert_eq!(values, [all[PIECE - 1], 7, 300]);
        let wrong = Stored { bytes: stored.bytes - 1, ..stored };
        assert!(ValuesFile::open(&path, wrong, &[]).is_err());
    }
}
