//! Long runs that cannot lose work.
//!
//! A [`Hunt`] computes the nim-sequence of a game with a sparse space as far as asked, in a
//! directory. From time to time it writes a checkpoint; whatever stops it, the next run
//! on the same directory continues from there with the same results. It keeps snapshots
//! (windows of values) at regular heaps and at powers of two, so that the segments between
//! them can be checked in parallel later; it recomputes random values by the definition
//! and stops loudly when one differs; and it watches for the window at the last power of
//! two to come back, which by the sparse-window theorem proves the period.
//!
//! ```text
//! DIR/state          the last checkpoint
//! DIR/values         the first values, one after the other
//! DIR/snapshots/N    the state when N heaps were known
//! DIR/result         preperiod and period, once found
//! DIR/lock           held while a run is at work
//! ```
//!
//! ```
//! use sprague_budget::Budget;
//! use sprague_hunt::{Hunt, HuntEnd, HuntSettings};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let directory = tempfile::tempdir()?;
//! let rules: sprague_games::Ruleset = "0.156".parse()?;
//! let moves = rules.finite_moves().unwrap();
//! let (settings, budget) = (HuntSettings::default(), Budget::new());
//! let mut hunt = Hunt::open(&directory.path().join("0.156"), "0.156", &moves, settings, &budget)?;
//! let HuntEnd::Periodic(found) = hunt.run(100_000, &budget)? else { panic!("no period") };
//! assert_eq!((found.preperiod, found.period), (3479, 349));
//! # Ok(())
//! # }
//! ```

mod audit;
mod file;
mod period;
mod preperiod;
mod segment;
mod values;

pub use audit::Audit;
pub use file::{FileError, FileErrorKind, Record, VERSION};
pub use period::Period;
pub use segment::verify_segment;

use file::{Stored, is_temporary};
use period::{Lost, Reference};
use sprague_budget::{Budget, Instant, Progress};
use sprague_engine::kernel::Kernel;
use sprague_engine::sparse::{
    Kept, Largest, Rare, Space, SparseEngine, SparseError, SparseSettings, memory_within,
    prefix_kept,
};
use sprague_games::moves::Move;
use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;
use values::ValuesFile;

/// How a hunt works.
#[derive(Clone, Copy, Debug)]
pub struct HuntSettings {
    /// The instruction set.
    pub kernel: Kernel,
    /// Threads to work on; the values are the same.
    pub threads: usize,
    /// Time between checkpoints.
    pub checkpoint: Duration,
    /// Heaps between snapshots; `None` to choose so that there are at most 1024, and fewer where they
    /// are large.
    pub snapshots: Option<u64>,
    /// Keep all values in the values file, not only the prefix a resumed run needs.
    pub keep_values: bool,
    /// Time between audits.
    pub audit: Duration,
}

impl Default for HuntSettings {
    fn default() -> Self {
        let SparseSettings { kernel, threads, .. } = SparseSettings::default();
        let (checkpoint, audit) = (Duration::from_secs(60), Duration::from_secs(10));
        Self { kernel, threads, checkpoint, snapshots: None, keep_values: false, audit }
    }
}

impl HuntSettings {
    fn engine(&self) -> SparseSettings {
        // Who hunts has time for games that become sparse late, such as 4.004.
        let patience = 1 << 16;
        let &Self { kernel, threads, .. } = self;
        SparseSettings { kernel, threads, patience, ..SparseSettings::default() }
    }
}

/// The time between two looks at what was computed.
const SLICE: Duration = Duration::from_millis(200);

/// Why a hunt stopped without reaching its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum HuntError {
    /// A file is refused or cannot be written.
    File(FileError),
    /// The engine cannot go on.
    Sparse(SparseError),
    /// Another run is at work in the directory.
    Locked(PathBuf),
    /// The directory holds something else.
    NotEmpty(PathBuf),
    /// A value computed again by the definition differs: a bug or a broken machine.
    Audit(Audit),
    /// The game has infinitely many moves, or moves that leave more than two heaps.
    Moves(String),
}

impl fmt::Display for HuntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "{error}"),
            Self::Sparse(error) => write!(f, "{error}"),
            Self::Locked(path) => write!(f, "{}: another hunt is at work here", path.display()),
            Self::NotEmpty(path) => write!(
                f,
                "{}: the directory is not empty and holds no hunt: use a new one",
                path.display()
            ),
            Self::Audit(audit) => write!(f, "AUDIT FAILED: {audit}"),
            Self::Moves(game) => {
                write!(f, "{game}: a hunt needs finitely many moves that leave at most two heaps")
            }
        }
    }
}

impl std::error::Error for HuntError {}

impl From<FileError> for HuntError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<SparseError> for HuntError {
    fn from(error: SparseError) -> Self {
        Self::Sparse(error)
    }
}

/// The field's usual invariants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// G(0), .., G(heaps - 1) are known.
    pub heaps: u64,
    /// The number of rare heaps, heap 0 included where it is rare.
    pub rares: u64,
    /// The last rare heap.
    pub last_rare: Option<Rare>,
    /// The largest value and the first heap that has it.
    pub largest: Largest,
    /// The sparse space.
    pub space: Space,
    /// Audits passed in this run.
    pub audits: u64,
}

/// How a hunt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HuntEnd {
    /// All values asked for are computed and no period was seen.
    Reached,
    /// The sequence is periodic: proved by the sparse-window theorem.
    Periodic(Period),
    /// The budget ended it; the next run continues.
    Stopped,
}

/// What became of new values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// All were looked at, and what they show is written.
    All,
    /// The window came back, and the search for the preperiod was stopped.
    Stopped,
}

/// A long run in a directory.
pub struct Hunt {
    directory: PathBuf,
    game: String,
    moves: Vec<Move>,
    settings: HuntSettings,
    /// Bytes for values in memory.
    memory: usize,
    engine: SparseEngine,
    values: ValuesFile,
    reference: Option<Reference>,
    result: Option<Period>,
    audits: u64,
    /// Held for the life of the run.
    _lock: File,
}

impl Hunt {
    /// Starts a hunt in a new or empty directory, or continues the one that is there.
    /// `game` names the moves in files and messages. The bytes of the budget are for values in
    /// memory.
    pub fn open(
        directory: &Path,
        game: &str,
        moves: &[Move],
        settings: HuntSettings,
        budget: &Budget,
    ) -> Result<Self, HuntError> {
        let memory = memory_within(budget);
        let io = |path: &Path| {
            let path = path.to_owned();
            move |e| HuntError::File(FileError::new(&path, FileErrorKind::Io(e)))
        };
        let snapshots = directory.join("snapshots");
        let state = directory.join("state");
        let fresh = !state.exists();
        if fresh && directory.exists() {
            // Only what an interrupted first run may have left.
            for entry in fs::read_dir(directory).map_err(io(directory))? {
                let name = entry.map_err(io(directory))?.file_name();
                let known = ["lock", "values", "snapshots"].iter().any(|&known| name == known);
                if !known && !is_temporary(&name) {
                    return Err(HuntError::NotEmpty(directory.to_owned()));
                }
            }
        }
        fs::create_dir_all(&snapshots).map_err(io(&snapshots))?;
        let lock_path = directory.join("lock");
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock_path)
            .map_err(io(&lock_path))?;
        if lock.try_lock().is_err() {
            return Err(HuntError::Locked(directory.to_owned()));
        }
        // What a run that was killed while writing left behind.
        for folder in [directory, &snapshots] {
            for entry in fs::read_dir(folder).map_err(io(folder))? {
                let path = entry.map_err(io(folder))?.path();
                if path.file_name().is_some_and(is_temporary) {
                    fs::remove_file(&path).map_err(io(&path))?;
                }
            }
        }
        let engine_settings = settings.engine();
        let values_path = directory.join("values");
        let (engine, values, reference) = if fresh {
            let mut values = ValuesFile::new(&values_path)?;
            let engine = SparseEngine::new(moves, engine_settings, budget)?;
            let limit = if settings.keep_values { u64::MAX } else { prefix_kept(memory) };
            values.append(&engine.values(0, engine.len().min(limit)).unwrap_or_default())?;
            (engine, values, None)
        } else {
            let record = Record::read(&state)?;
            if record.moves != moves {
                let kind = FileErrorKind::Game { found: record.game, expected: game.to_owned() };
                return Err(FileError::new(&state, kind).into());
            }
            let (values, engine) =
                Self::resume(&values_path, record.clone(), engine_settings, budget)?;
            let reference = match record.reference {
                Some((end, start)) => {
                    let snapshot = Record::read(&snapshots.join(end.to_string()))?;
                    Reference::from_record(&snapshot, start)
                }
                None => None,
            };
            (engine, values, reference)
        };
        let mut hunt = Self {
            result: Period::read(&directory.join("result"))?,
            directory: directory.to_owned(),
            game: game.to_owned(),
            moves: moves.to_vec(),
            settings,
            memory,
            engine,
            values,
            reference,
            audits: 0,
            _lock: lock,
        };
        if fresh {
            hunt.checkpoint()?;
        }
        Ok(hunt)
    }

    /// The values file and the engine as they were at a checkpoint.
    fn resume(
        values: &Path,
        mut record: Record,
        settings: SparseSettings,
        budget: &Budget,
    ) -> Result<(ValuesFile, SparseEngine), HuntError> {
        let prefix = 0..prefix_kept(memory_within(budget));
        // The window may begin where a run with more memory had the end of its prefix.
        let from = record.heaps.saturating_sub(record.window_wanted()?);
        let ranges = [prefix, from.min(record.from)..record.from];
        let before = ranges[1].end - ranges[1].start;
        let (values, [prefix, mut window]) = ValuesFile::open(values, record.stored, &ranges)?;
        if window.len() as u64 == before {
            window.append(&mut record.window);
            (record.from, record.window) = (record.from - before, window);
        }
        Ok((values, Self::engine_from(&record, &prefix, settings, budget)?))
    }

    /// The engine as it was at a checkpoint or snapshot. `prefix` are the first values, as
    /// many as the record's window does not reach back to and splitting moves need.
    pub fn engine_from(
        record: &Record,
        prefix: &[u32],
        settings: SparseSettings,
        budget: &Budget,
    ) -> Result<SparseEngine, SparseError> {
        let kept = Kept {
            space: record.space,
            len: record.heaps,
            prefix,
            window: &record.window,
            rares: &record.rares,
            largest: record.largest,
            depth: record.depth,
            remask_at: record.remask_at,
        };
        SparseEngine::resume(&record.moves, &kept, settings, budget)
    }

    /// The invariants so far.
    pub fn summary(&self) -> Summary {
        Summary {
            // However far the run went beyond it.
            heaps: self.result.map_or(self.engine.len(), |period| period.heaps),
            rares: self.engine.rares().len() as u64,
            last_rare: self.engine.last_rare(),
            largest: self.engine.largest(),
            space: self.engine.space(),
            audits: self.audits,
        }
    }

    /// The engine, for reading values.
    pub fn engine(&self) -> &SparseEngine {
        &self.engine
    }

    /// Computes G(0), .., G(to). The budget hears a few times a second how many values are
    /// known; its time and its stop may end the run.
    pub fn run(&mut self, to: u64, budget: &Budget) -> Result<HuntEnd, HuntError> {
        self.run_seen(to, budget, |_| {})
    }

    /// The same where `see` is shown the invariants as often.
    pub fn run_seen(
        &mut self,
        to: u64,
        budget: &Budget,
        mut see: impl FnMut(&Summary),
    ) -> Result<HuntEnd, HuntError> {
        let end = to.saturating_add(1);
        let mut last_checkpoint = Instant::now();
        let mut last_audit = Instant::now();
        // Where the search for the preperiod was stopped, it comes first.
        if self.take_in(self.engine.len(), budget)? == Seen::Stopped {
            return Ok(HuntEnd::Stopped);
        }
        let outcome = loop {
            if let Some(period) = self.result {
                break HuntEnd::Periodic(period);
            }
            let from = self.engine.len();
            if from >= end {
                break HuntEnd::Reached;
            }
            let interval = self.snapshot_interval(from);
            let stop = end
                .min((from / interval + 1) * interval)
                .min((from + 1).next_power_of_two())
                // All new values are still in the window when they are looked at.
                .min(from + self.longest_stretch());
            let slice = budget.part().silent().deadline(Instant::now() + SLICE);
            let advanced = self.engine.advance(stop, &slice);
            match advanced {
                Ok(()) | Err(SparseError::Spent(_)) => {}
                Err(error) => {
                    // Everything up to here is exact: keep it, and whatever a run with more
                    // memory can use.
                    if self.take_in(from, budget)? == Seen::All {
                        self.checkpoint_with(u64::MAX)?;
                    }
                    return Err(error.into());
                }
            }
            if self.take_in(from, budget)? == Seen::Stopped {
                // No checkpoint: that before knows the window that has come back since.
                return Ok(HuntEnd::Stopped);
            }
            let now = self.engine.len();
            if last_audit.elapsed() >= self.settings.audit {
                self.audit(from)?;
                last_audit = Instant::now();
            }
            if now.is_multiple_of(interval) || now.is_power_of_two() {
                self.snapshot()?;
            }
            if last_checkpoint.elapsed() >= self.settings.checkpoint {
                self.checkpoint()?;
                last_checkpoint = Instant::now();
            }
            let summary = self.summary();
            see(&summary);
            if budget.report(Progress::of_values(summary.heaps, Some(end))).is_err() {
                break HuntEnd::Stopped;
            }
        };
        self.checkpoint()?;
        Ok(outcome)
    }

    fn longest_stretch(&self) -> u64 {
        (self.memory as u64 / 32).max(1 << 12)
    }

    /// New values from heap `from` on: to the file, and to the search for the period.
    fn take_in(&mut self, from: u64, budget: &Budget) -> Result<Seen, HuntError> {
        let now = self.engine.len();
        let limit = if self.settings.keep_values { u64::MAX } else { prefix_kept(self.memory) };
        let stored = self.values.count();
        if stored < limit && stored < now {
            let values = self.engine.values(stored, now.min(limit)).unwrap_or_default();
            self.values.append(&values)?;
        }
        if let Some(reference) = &mut self.reference {
            if reference.is_void(&self.engine) {
                self.reference = None;
                return Ok(Seen::All);
            }
            match reference.find(&self.engine, from) {
                Ok(Some(period)) => return self.confirm(period, budget),
                Ok(None) => {}
                // The period might be among what was not seen.
                Err(Lost) => self.reference = None,
            }
        }
        Ok(Seen::All)
    }

    /// The window came back: finds the preperiod and writes the result.
    fn confirm(&mut self, period: u64, budget: &Budget) -> Result<Seen, HuntError> {
        let Some(reference) = self.reference.take() else { return Ok(Seen::All) };
        // A window chosen too short for the rare check of these heaps proves nothing; a longer
        // one is taken at the next power of two.
        if !reference.proves(&self.engine) {
            return Ok(Seen::All);
        }
        let preperiod = match self.preperiod(&reference, period, budget) {
            Err(HuntError::Sparse(SparseError::Spent(_))) => {
                self.reference = Some(reference);
                return Ok(Seen::Stopped);
            }
            found => found?,
        };
        let found = Period { preperiod, period, heaps: reference.heaps(&self.engine, period) };
        // The state first: what it knows is reported with the result.
        self.checkpoint()?;
        found.write(&self.directory.join("result"))?;
        self.result = Some(found);
        Ok(Seen::All)
    }

    /// The heaps at which there is a snapshot.
    pub fn snapshots(&self) -> Result<Vec<u64>, HuntError> {
        Ok(snapshots(&self.directory)?)
    }

    /// Heaps between snapshots when `heaps` are known: at most 1024 of them are made on the way
    /// to any power of two, and fewer where their windows are long.
    fn snapshot_interval(&self, heaps: u64) -> u64 {
        let chosen = || {
            let window = Reference::length_for(&self.engine).max(1);
            let most = (SNAPSHOT_VALUES / window).clamp(16, 512);
            (heaps + 1).next_power_of_two() >> most.ilog2()
        };
        self.settings.snapshots.unwrap_or_else(chosen).max(1 << 16)
    }

    fn record(&self, from: u64, stored: Stored) -> Record {
        let heaps = self.engine.len();
        Record {
            game: self.game.clone(),
            moves: self.moves.clone(),
            heaps,
            space: self.engine.space(),
            rares: self.engine.rares().to_vec(),
            largest: self.engine.largest(),
            depth: self.engine.deepest().below,
            remask_at: self.engine.remask_at(),
            stored,
            reference: self
                .reference
                .as_ref()
                .filter(|r| r.is_waiting())
                .map(|r| (r.end(), r.start())),
            from,
            window: self.engine.values(from, heaps).unwrap_or_default(),
        }
    }

    /// Everything needed to continue from here, on the disk.
    fn checkpoint(&mut self) -> Result<(), HuntError> {
        let wanted = self.record(self.engine.len(), Stored::default()).window_wanted()?;
        self.checkpoint_with(wanted)
    }

    /// The same with a window of so many heaps, as far as they are kept.
    fn checkpoint_with(&mut self, wanted: u64) -> Result<(), HuntError> {
        let stored = self.values.sync()?;
        let heaps = self.engine.len();
        let mut from = heaps.saturating_sub(wanted).max(self.engine.kept_from());
        // What the values file has need not be here again.
        let known = stored.values.min(prefix_kept(self.memory));
        if from < known {
            from = known;
        }
        Ok(self.record(from, stored).write(&self.directory.join("state"))?)
    }

    /// A snapshot here; at a power of two it becomes the reference for the period.
    fn snapshot(&mut self) -> Result<(), HuntError> {
        let heaps = self.engine.len();
        let length = Reference::length_for(&self.engine);
        // Windows that long would fill the disk and prove nothing soon.
        if length > heaps / 2 || length > 1 << 24 || heaps - length < self.engine.kept_from() {
            if heaps.is_power_of_two() && self.reference.is_none() {
                // The next window is as long as the checks from here on ask for.
                self.engine.reset_deepest();
            }
            return Ok(());
        }
        let path = self.directory.join("snapshots").join(heaps.to_string());
        let record = self.record(heaps - length, Stored::default());
        record.write(&path)?;
        if heaps.is_power_of_two() {
            self.reference = Reference::from_record(&record, heaps - length);
            self.thin_out(heaps)?;
            self.engine.reset_deepest();
        }
        Ok(())
    }

    /// At a power of two every other snapshot of those that are not powers of two goes,
    /// unless the user asked for an interval.
    fn thin_out(&self, heaps: u64) -> Result<(), HuntError> {
        if self.settings.snapshots.is_some() {
            return Ok(());
        }
        let interval = self.snapshot_interval(heaps);
        for n in self.snapshots()? {
            if !n.is_multiple_of(interval) && !n.is_power_of_two() {
                let path = self.directory.join("snapshots").join(n.to_string());
                fs::remove_file(&path).map_err(|e| FileError::new(&path, FileErrorKind::Io(e)))?;
            }
        }
        Ok(())
    }

    /// Recomputes one of the heaps from `from` on.
    fn audit(&mut self, from: u64) -> Result<(), HuntError> {
        use std::hash::{BuildHasher, Hasher};
        let now = self.engine.len();
        if from >= now {
            return Ok(());
        }
        let random = std::hash::RandomState::new().build_hasher().finish();
        let heap = from + random % (now - from);
        if let Some(audit) = Audit::of(&self.engine, &self.moves, heap) {
            if !audit.agrees() {
                return Err(HuntError::Audit(audit));
            }
            self.audits += 1;
        }
        Ok(())
    }
}

/// About how many values the windows of all snapshots up to some power of two may have together.
const SNAPSHOT_VALUES: u64 = 1 << 26;

/// Continues a checksum (CRC-64/XZ; start with 0) with values, each as four bytes, lowest first.
pub fn checksum(sum: u64, values: &[u32]) -> u64 {
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    file::crc64(sum, &bytes)
}

/// The heaps at which the hunt in a directory has a snapshot, in increasing order. The
/// snapshot of heap N is the file `snapshots/N`, a [`Record`].
pub fn snapshots(directory: &Path) -> Result<Vec<u64>, FileError> {
    let path = directory.join("snapshots");
    let io = |e| FileError::new(&path, FileErrorKind::Io(e));
    let mut heaps = Vec::new();
    for entry in fs::read_dir(&path).map_err(io)? {
        let name = entry.map_err(io)?.file_name();
        if let Some(heap) = name.to_str().and_then(|name| name.parse().ok()) {
            heaps.push(heap);
        }
    }
    heaps.sort_unstable();
    Ok(heaps)
}

#[cfg(test)]
mod tests;
