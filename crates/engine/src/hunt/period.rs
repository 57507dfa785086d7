//! Recognising a period.

use super::file::{FileError, FileErrorKind, Record, replace};
use crate::sparse::{Raw, SparseEngine};
use std::path::Path;

/// G(n + period) = G(n) for all n >= preperiod; both are least possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least heap from which on the sequence is periodic.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
    /// The heaps that had to be known: the window before this one is the one that came back.
    pub heaps: u64,
}

impl Period {
    pub(super) fn write(&self, path: &Path) -> Result<(), FileError> {
        let Self { preperiod, period, heaps } = self;
        let text = format!(
            "sprague-hunt 1 result\npreperiod {preperiod}\nperiod {period}\nheaps {heaps}\n"
        );
        replace(path, text.as_bytes())
    }

    /// Reads the `result` file of a hunt; `None` if there is none yet.
    pub fn read(path: &Path) -> Result<Option<Self>, FileError> {
        let error = |kind| FileError::new(path, kind);
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(error(FileErrorKind::Io(e))),
        };
        let mut lines = text.lines();
        if lines.next() != Some("sprague-hunt 1 result") {
            return Err(error(FileErrorKind::Foreign));
        }
        let mut number = |key: &str| {
            let value = lines.next().and_then(|l| l.strip_prefix(key)?.trim().parse().ok());
            value.ok_or_else(|| error(FileErrorKind::Header(format!("{key} is missing"))))
        };
        let (preperiod, period, heaps) =
            (number("preperiod")?, number("period")?, number("heaps")?);
        Ok(Some(Self { preperiod, period, heaps }))
    }
}

/// The window whose return is waited for.
///
/// Sparse-window theorem. Let all rare heaps met be at most R and let t bound the takes. If
/// (1) G(n + p) = G(n) for a <= n < a + max(R, B) + t with a > max(R, B) + t, and (2) for every n
/// in the p places after that window G(n) is common and every rare value below it is excluded
/// by an option with a heap of at most B or by a taking move, then G(n + p) = G(n) for all
/// n >= a, and no further heap is rare.
///
/// Checked: (1) cell by cell, the bound on a when the window is chosen, (2) by the engine for
/// every heap, with B recorded from the end of the window on, no new rare since.
/// In a position-parity space equal indices are equal values only for even p: odd p are skipped.
pub(super) struct Reference {
    end: u64,
    start: u64,
    /// Indices of the heaps `start .. end`, one or two bytes each.
    bytes: Vec<u8>,
    width: usize,
    rares: usize,
    space: crate::sparse::Space,
}

/// Bytes compared first.
const NEEDLE: usize = 32;

impl Reference {
    /// How long the window has to be for what the engine knows now.
    pub fn length_for(engine: &SparseEngine) -> u64 {
        let last_rare = engine.last_rare().map_or(0, |r| r.heap);
        last_rare.max(engine.deepest().below) + engine.reach() + 1
    }

    /// The window of a snapshot from `start` on, if it can serve.
    pub fn from_record(record: &Record, start: u64) -> Option<Self> {
        let last_rare = record.rares.last().map_or(0, |r| r.heap);
        // a > max(R, B) + t: the window is as long as that, and as many heaps lie before it.
        let length = record.heaps.checked_sub(start)?;
        if start <= length
            || start <= last_rare
            || start < record.from
            || length < 2 * NEEDLE as u64
        {
            return None;
        }
        let values = &record.window[(start - record.from) as usize..];
        let indices: Vec<u32> = values.iter().map(|&v| record.space.index(v)).collect();
        let width = if indices.iter().all(|&i| i < 256) { 1 } else { 2 };
        let bytes = indices.iter().flat_map(|i| i.to_le_bytes().into_iter().take(width)).collect();
        let (end, rares, space) = (record.heaps, record.rares.len(), record.space);
        Some(Self { end, start, bytes, width, rares, space })
    }

    pub fn end(&self) -> u64 {
        self.end
    }

    /// The heap a of the theorem.
    pub fn start(&self) -> u64 {
        self.start
    }

    pub fn length(&self) -> u64 {
        self.end - self.start
    }

    /// A new rare or another mask since the window was chosen.
    pub fn is_void(&self, engine: &SparseEngine) -> bool {
        engine.rares().len() != self.rares || engine.space() != self.space
    }

    /// Whether the window is long enough for the rare checks since its end.
    pub fn proves(&self, engine: &SparseEngine) -> bool {
        !self.is_void(engine) && Self::length_for(engine) <= self.length()
    }

    /// The least p such that the window comes back p heaps later, among those that end after
    /// heap `from`.
    pub fn find(&self, engine: &SparseEngine, from: u64) -> Option<u64> {
        let wide: Vec<u8>;
        let first = from.max(self.end + 1).saturating_sub(NEEDLE as u64);
        let (text, width) = match engine.raw(first, engine.len())? {
            Raw::Narrow(bytes) => (bytes, 1),
            Raw::Wide(cells) => {
                wide = cells.iter().flat_map(|c| c.to_le_bytes()).collect();
                (&wide[..], 2)
            }
        };
        if width != self.width {
            return None;
        }
        let needle = self.bytes.last_chunk::<NEEDLE>()?;
        for at in memchr::memmem::find_iter(text, needle) {
            let end = first + ((at + NEEDLE) / width) as u64;
            let Some(p) = end.checked_sub(self.end).filter(|&p| p > 0) else { continue };
            if at % width != 0 || (self.space.is_twisted() && p % 2 == 1) {
                continue;
            }
            let same = match engine.raw(self.start + p, end)? {
                Raw::Narrow(bytes) => bytes == self.bytes,
                Raw::Wide(cells) => {
                    cells.iter().flat_map(|c| c.to_le_bytes()).eq(self.bytes.iter().copied())
                }
            };
            if same {
                return Some(p);
            }
        }
        None
    }
}
