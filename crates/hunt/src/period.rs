//! Recognising a period.

use crate::file::{FileError, FileErrorKind, Record, replace};
use sprague_engine::sparse::{Indices, Space, SparseEngine};
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
    pub(crate) fn write(&self, path: &Path) -> Result<(), FileError> {
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
///
/// Where the parity of the heap counts:
/// - In a position-parity space equal indices are equal values only for even p: odd p are skipped.
/// - A move to two equal heaps only excludes 0 at every other heap. For odd p the hypothesis (2) is
///   then asked for 2p places: the theorem holds with 2p, so no further heap is rare, and since
///   without rares the window before a heap alone decides its value, p is a period.
///
/// The first p whose window is the same is the least period, as the least period brings the
/// window back: therefore no heap may go unseen. Where one is no longer kept, the window is given
/// up.
pub(crate) struct Reference {
    end: u64,
    start: u64,
    /// Indices of the heaps `start .. end`.
    indices: Vec<u16>,
    rares: usize,
    space: Space,
    /// The window came back so many heaps later, but more heaps have to be known.
    returned: Option<u64>,
}

/// Values that had to be looked at are not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lost;

/// Cells looked for first.
const NEEDLE: usize = 32;

impl Reference {
    /// How long the window has to be for what the engine knows now.
    pub fn length_for(engine: &SparseEngine) -> u64 {
        let last_rare = engine.last_rare().map_or(0, |r| r.heap);
        engine.window_for(last_rare.max(engine.deepest().below))
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
        let index = |&value: &u32| u16::try_from(record.space.index(value)).ok();
        let indices = values.iter().map(index).collect::<Option<Vec<u16>>>()?;
        let (end, rares, space) = (record.heaps, record.rares.len(), record.space);
        Some(Self { end, start, indices, rares, space, returned: None })
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

    /// Whether the search can be continued from a checkpoint: the window has not come back yet.
    pub fn is_waiting(&self) -> bool {
        self.returned.is_none()
    }

    /// A new rare or another mask since the window was chosen.
    pub fn is_void(&self, engine: &SparseEngine) -> bool {
        engine.rares().len() != self.rares || engine.space() != self.space
    }

    /// Whether the window is long enough for the rare checks since its end.
    pub fn proves(&self, engine: &SparseEngine) -> bool {
        !self.is_void(engine) && Self::length_for(engine) <= self.length()
    }

    /// The heaps that have to be known for the period.
    pub fn heaps(&self, engine: &SparseEngine, period: u64) -> u64 {
        self.end + if engine.halves() && period % 2 == 1 { 2 * period } else { period }
    }

    /// The least p such that the window comes back p heaps later, once all heaps that the
    /// theorem asks for are known. Looks at the heaps from `from` on; those before were looked at
    /// by earlier calls.
    pub fn find(&mut self, engine: &SparseEngine, from: u64) -> Result<Option<u64>, Lost> {
        if self.returned.is_none() {
            self.returned = self.look(engine, from)?;
        }
        Ok(self.returned.filter(|&p| self.heaps(engine, p) <= engine.len()))
    }

    /// The least p such that the window comes back p heaps later, among those that end after
    /// heap `from`.
    fn look(&self, engine: &SparseEngine, from: u64) -> Result<Option<u64>, Lost> {
        let Some(needle) = self.indices.last_chunk::<NEEDLE>() else { return Ok(None) };
        let first = from.max(self.end + 1).saturating_sub(NEEDLE as u64);
        match engine.indices(first, engine.len()).ok_or(Lost)? {
            Indices::Narrow(cells) => {
                // An index too large for a byte is not in these cells.
                let small = needle.iter().map(|&index| u8::try_from(index).ok());
                let Some(needle) = small.collect::<Option<Vec<u8>>>() else { return Ok(None) };
                self.first_return(engine, first, &needle, cells, 1)
            }
            Indices::Wide(cells) => {
                let bytes =
                    |cells: &[u16]| cells.iter().flat_map(|c| c.to_le_bytes()).collect::<Vec<_>>();
                self.first_return(engine, first, &bytes(needle), &bytes(cells), 2)
            }
        }
    }

    /// The same; `text` are the cells from heap `first` on with `width` bytes each.
    fn first_return(
        &self,
        engine: &SparseEngine,
        first: u64,
        needle: &[u8],
        text: &[u8],
        width: usize,
    ) -> Result<Option<u64>, Lost> {
        let finder = memchr::memmem::Finder::new(needle);
        // Occurrences may overlap.
        let mut begin = 0;
        while let Some(found) = text.get(begin..).and_then(|text| finder.find(text)) {
            let at = begin + found;
            begin = at + 1;
            let end = first + (at / width + NEEDLE) as u64;
            let Some(p) = end.checked_sub(self.end).filter(|&p| p > 0) else { continue };
            if at % width != 0 || (self.space.is_twisted() && p % 2 == 1) {
                continue;
            }
            let same = match engine.indices(self.start + p, end).ok_or(Lost)? {
                Indices::Narrow(cells) => {
                    cells.iter().map(|&c| u16::from(c)).eq(self.indices.iter().copied())
                }
                Indices::Wide(cells) => cells == self.indices,
            };
            if same {
                return Ok(Some(p));
            }
        }
        Ok(None)
    }
}
