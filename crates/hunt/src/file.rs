//! The files of a hunt: described in `docs/hunt-format.md`.
//!
//! A record is text that describes itself, the values of one or two stretches of heaps, and a
//! checksum over everything before it. Whatever is truncated, altered or belongs to another
//! game is refused with a reason; a new file replaces the old one only after it has
//! reached the disk.

use crc::{CRC_64_XZ, Crc, Table};
use sprague_engine::sparse::{Largest, PairRules, Rare, Space, SparseError};
use sprague_games::moves::{Condition, Move};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The version of the format this program writes and reads.
pub const VERSION: u32 = 1;
const MAGIC: &str = "sprague-hunt";
/// A header longer than this is no header.
const LONGEST_HEADER: usize = 64 << 20;

/// Why a file of a hunt was refused or could not be written.
#[derive(Debug)]
pub struct FileError {
    path: PathBuf,
    kind: FileErrorKind,
}

/// What is wrong with a file of a hunt.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileErrorKind {
    /// Reading or writing failed.
    Io(io::Error),
    /// The file is no record of a hunt.
    Foreign,
    /// Another version of the format.
    Version(String),
    /// The checksum or the length does not match.
    Damaged(&'static str),
    /// A line of the header is wrong.
    Header(String),
    /// The record belongs to another game.
    Game {
        /// The game the record names.
        found: String,
        /// The game asked for.
        expected: String,
    },
}

impl FileError {
    pub(crate) fn new(path: &Path, kind: FileErrorKind) -> Self {
        Self { path: path.to_owned(), kind }
    }

    /// What is wrong.
    pub fn kind(&self) -> &FileErrorKind {
        &self.kind
    }
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.kind {
            FileErrorKind::Io(error) => write!(f, "{error}"),
            FileErrorKind::Foreign => write!(f, "this is no record of a hunt"),
            FileErrorKind::Version(found) => {
                write!(f, "version {found} of the format; this program reads version {VERSION}")
            }
            FileErrorKind::Damaged(what) => write!(f, "the file is damaged: {what}"),
            FileErrorKind::Header(line) => write!(f, "the header is wrong: {line}"),
            FileErrorKind::Game { found, expected } => {
                write!(f, "this is a hunt of {found}, not of {expected}: use another directory")
            }
        }
    }
}

impl std::error::Error for FileError {}

/// The state of a computation at one heap: a checkpoint or a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game as the user wrote it.
    pub game: String,
    /// Its moves.
    pub moves: Vec<Move>,
    /// G(0), .., G(heaps - 1) are known.
    pub heaps: u64,
    /// The sparse space in use.
    pub space: Space,
    /// All rare heaps below `heaps`.
    pub rares: Vec<Rare>,
    /// The largest value and the first heap that has it.
    pub largest: Largest,
    /// Every rare value below a computed value is excluded by an option with a part below
    /// this.
    pub depth: u64,
    /// When the mask will be reconsidered.
    pub(crate) remask_at: u64,
    /// The file of all first values, as it was when the record was made.
    pub(crate) stored: Stored,
    /// The reference window of the search for a period: where it ends and where it begins.
    pub(crate) reference: Option<(u64, u64)>,
    /// The first heap of `window`.
    pub from: u64,
    /// The values of the heaps `from .. heaps`.
    pub window: Vec<u32>,
}

/// How much of the values file belongs to a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stored {
    pub values: u64,
    pub bytes: u64,
    pub checksum: u64,
}

fn move_text(m: &Move) -> String {
    let condition = match m.condition {
        Condition::Any => "any".to_owned(),
        Condition::Distinct => "distinct".to_owned(),
        Condition::NotAllEqual => "not-all-equal".to_owned(),
        Condition::AllEqual => "all-equal".to_owned(),
        Condition::DifferAtLeast(d) => format!("differ>={d}"),
    };
    format!("{} {} {condition} {}", m.take, m.heaps, m.smallest)
}

fn move_from(text: &str) -> Option<Move> {
    let mut words = text.split(' ');
    let take = words.next()?.parse().ok()?;
    let heaps = words.next()?.parse().ok()?;
    let condition = match words.next()? {
        "any" => Condition::Any,
        "distinct" => Condition::Distinct,
        "not-all-equal" => Condition::NotAllEqual,
        "all-equal" => Condition::AllEqual,
        other => Condition::DifferAtLeast(other.strip_prefix("differ>=")?.parse().ok()?),
    };
    let smallest = words.next()?.parse().ok()?;
    words.next().is_none().then_some(Move { take, heaps, condition, smallest })
}

impl Record {
    /// The record as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let top = self.window.iter().copied().max().unwrap_or(0);
        let width = match top {
            0..0x100 => 1,
            0x100..0x1_0000 => 2,
            _ => 4,
        };
        let mut text = format!("{MAGIC} {VERSION}\ngame {}\n", self.game);
        for m in &self.moves {
            let _ = writeln!(text, "move {}", move_text(m));
        }
        let kind = if self.space.is_twisted() { "position-parity" } else { "plain" };
        let _ = writeln!(text, "heaps {}\nmask {:x} {kind}", self.heaps, self.space.mask());
        let _ = writeln!(text, "largest {} {}", self.largest.value, self.largest.heap);
        let _ = writeln!(text, "depth {}\nremask {}", self.depth, self.remask_at);
        let Stored { values, bytes, checksum } = self.stored;
        let _ = writeln!(text, "stored {values} {bytes} {checksum:016x}");
        if let Some((end, start)) = self.reference {
            let _ = writeln!(text, "reference {end} {start}");
        }
        for rare in &self.rares {
            let _ = writeln!(text, "rare {} {}", rare.heap, rare.value);
        }
        let _ = writeln!(text, "window {} {} {width}\n", self.from, self.window.len());
        let mut bytes = text.into_bytes();
        bytes.reserve(self.window.len() * width + 8);
        for value in &self.window {
            bytes.extend_from_slice(&value.to_le_bytes()[..width]);
        }
        let sum = crc64(0, &bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads a record; the checksum is compared first.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileErrorKind> {
        let bad = |line: &str| FileErrorKind::Header(line.to_owned());
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(FileErrorKind::Foreign);
        }
        let first =
            bytes.iter().take(80).position(|&b| b == b'\n').ok_or(FileErrorKind::Foreign)?;
        let version = std::str::from_utf8(&bytes[MAGIC.len()..first]).unwrap_or("?").trim();
        if version != VERSION.to_string() {
            return Err(FileErrorKind::Version(version.to_owned()));
        }
        let (body, sum) =
            bytes.split_last_chunk::<8>().ok_or(FileErrorKind::Damaged("it is too short"))?;
        if crc64(0, body) != u64::from_le_bytes(*sum) {
            return Err(FileErrorKind::Damaged("the checksum does not match"));
        }
        let end = body
            .windows(2)
            .take(LONGEST_HEADER)
            .position(|w| w == b"\n\n")
            .ok_or(FileErrorKind::Damaged("the header does not end"))?;
        let header = body.get(first + 1..end).ok_or(FileErrorKind::Damaged("no header"))?;
        let header = std::str::from_utf8(header).map_err(|_| bad("it is not text"))?;
        let data = &body[end + 2..];

        let mut game = None;
        let mut moves = Vec::new();
        let mut rares: Vec<Rare> = Vec::new();
        let (mut heaps, mut space, mut largest, mut depth, mut remask, mut stored, mut window) =
            (None, None, None, None, None, None, None);
        let mut reference = None;
        // Not `lines`, which would drop a carriage return.
        for line in header.split('\n') {
            let (key, rest) = line.split_once(' ').ok_or_else(|| bad(line))?;
            let number = |text: &str| text.parse::<u64>().map_err(|_| bad(line));
            let words: Vec<&str> = rest.split(' ').collect();
            match (key, &words[..]) {
                ("game", _) => game = Some(rest.to_owned()),
                ("move", _) => moves.push(move_from(rest).ok_or_else(|| bad(line))?),
                ("heaps", [n]) => heaps = Some(number(n)?),
                ("mask", [mask, kind]) => {
                    let mask = u32::from_str_radix(mask, 16).map_err(|_| bad(line))?;
                    space = Some((mask, *kind == "position-parity"));
                }
                ("largest", [value, heap]) => {
                    let value = value.parse().map_err(|_| bad(line))?;
                    largest = Some(Largest { value, heap: number(heap)? });
                }
                ("depth", [n]) => depth = Some(number(n)?),
                ("remask", [n]) => remask = Some(number(n)?),
                ("stored", [values, bytes, checksum]) => {
                    let checksum = u64::from_str_radix(checksum, 16).map_err(|_| bad(line))?;
                    stored =
                        Some(Stored { values: number(values)?, bytes: number(bytes)?, checksum });
                }
                ("reference", [end, start]) => reference = Some((number(end)?, number(start)?)),
                ("rare", [heap, value]) => {
                    let rare =
                        Rare { heap: number(heap)?, value: value.parse().map_err(|_| bad(line))? };
                    if rares.last().is_some_and(|last| last.heap >= rare.heap) {
                        return Err(bad(line));
                    }
                    rares.push(rare);
                }
                ("window", [from, count, width]) => {
                    window = Some((number(from)?, number(count)?, number(width)?));
                }
                _ => return Err(bad(line)),
            }
        }
        let missing = || bad("a line is missing");
        let (mask, twisted) = space.ok_or_else(missing)?;
        let take = moves.iter().find(|m| m.heaps == 2).map_or(0, |m| m.take);
        let space = if twisted { Space::position_parity(mask, take) } else { Space::plain(mask) };
        let (from, count, width) = window.ok_or_else(missing)?;
        let heaps = heaps.ok_or_else(missing)?;
        let fits = from.checked_add(count) == Some(heaps)
            && count.checked_mul(width) == Some(data.len() as u64);
        if !matches!(width, 1 | 2 | 4) || !fits {
            return Err(FileErrorKind::Damaged("the window has another length"));
        }
        let values = data.chunks_exact(width as usize).map(|chunk| {
            let mut bytes = [0; 4];
            bytes[..chunk.len()].copy_from_slice(chunk);
            u32::from_le_bytes(bytes)
        });
        Ok(Self {
            game: game.ok_or_else(missing)?,
            moves,
            heaps,
            space: space.ok_or_else(|| bad("the mask is empty"))?,
            rares,
            largest: largest.ok_or_else(missing)?,
            depth: depth.ok_or_else(missing)?,
            remask_at: remask.ok_or_else(missing)?,
            stored: stored.ok_or_else(missing)?,
            reference,
            from,
            window: values.collect(),
        })
    }

    /// How long the window of a checkpoint should be: for the next heaps, and for the search for
    /// the period to go on.
    pub(crate) fn window_wanted(&self) -> Result<u64, SparseError> {
        let last_rare = self.rares.last().map_or(0, |rare| rare.heap);
        let needed = PairRules::new(&self.moves)?.window_for(last_rare).max(1 << 16);
        let reference = self.reference.map_or(0, |(end, start)| end.saturating_sub(start));
        Ok(needed.max(reference).saturating_add(4096))
    }

    /// Reads a checkpoint or snapshot.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let error = |kind| FileError::new(path, kind);
        let bytes = fs::read(path).map_err(|e| error(FileErrorKind::Io(e)))?;
        Self::from_bytes(&bytes).map_err(error)
    }

    /// Writes the record so that a crash at any moment leaves the old file or the new one.
    pub(crate) fn write(&self, path: &Path) -> Result<(), FileError> {
        replace(path, &self.to_bytes())
    }
}

/// Replaces a file atomically: temporary file beside it, to the disk, rename, directory to the
/// disk.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let write = || -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = temporary_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        if let Ok(folder) = File::open(folder) {
            // Not every system can flush a directory.
            let _ = folder.sync_all();
        }
        Ok(())
    };
    write().map_err(|e| FileError::new(path, FileErrorKind::Io(e)))
}

/// A temporary file with the permissions of any other; a run that is killed leaves it, and the
/// next one knows it by its suffix.
fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.suffix(TEMPORARY).tempfile_in(folder)
}

/// Whether a file was left by a run that was killed while it wrote.
pub(crate) fn is_temporary(name: &OsStr) -> bool {
    name.as_encoded_bytes().ends_with(TEMPORARY.as_bytes())
}

const TEMPORARY: &str = ".tmp";

/// The checksum of all files: CRC-64/XZ.
static CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// Continues a checksum with more bytes. Start with 0.
pub(crate) fn crc64(sum: u64, bytes: &[u8]) -> u64 {
    // The register of a sum so far: not inverted, and the lowest bit first.
    let mut digest = CRC.digest_with_initial((!sum).reverse_bits());
    digest.update(bytes);
    digest.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn record() -> Record {
        Record {
            game: "0.106".into(),
            moves: vec![
                Move { take: 3, heaps: 1, condition: Condition::Any, smallest: 1 },
                Move { take: 3, heaps: 2, condition: Condition::DifferAtLeast(4), smallest: 1 },
            ],
            heaps: 1000,
            space: Space::position_parity(0xffff_ffed, 3).unwrap(),
            rares: vec![Rare { heap: 3, value: 1 }, Rare { heap: 70, value: 6 }],
            largest: Largest { value: 300, heap: 999 },
            depth: 1 << 14,
            remask_at: 2048,
            stored: Stored { values: 1000, bytes: 1004, checksum: 77 },
            reference: Some((900, 800)),
            from: 996,
            window: vec![1, 2, 300, 4],
        }
    }

    #[test]
    fn the_checksum_is_crc_64_xz() {
        assert_eq!(crc64(0, b"123456789"), 0x995d_c9bb_df19_39fa);
        assert_eq!(crc64(crc64(0, b"1234"), b"56789"), 0x995d_c9bb_df19_39fa);
    }

    #[test]
    fn a_record_survives_writing_and_reading() {
        let record = record();
        assert_eq!(Record::from_bytes(&record.to_bytes()).unwrap(), record);
        // Found by fuzzing.
        let odd = Record { game: "0.106\r".into(), ..record };
        assert_eq!(Record::from_bytes(&odd.to_bytes()).unwrap(), odd);
    }

    #[test]
    fn every_truncation_and_every_flipped_bit_is_refused() {
        let bytes = record().to_bytes();
        for len in 0..bytes.len() {
            assert!(Record::from_bytes(&bytes[..len]).is_err(), "cut to {len}");
        }
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(Record::from_bytes(&flipped).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn foreign_files_and_other_versions_are_named_as_such() {
        assert!(matches!(
            Record::from_bytes(b"hello world, this is a letter"),
            Err(FileErrorKind::Foreign)
        ));
        let text = String::from_utf8_lossy(&record().to_bytes())
            .replace("sprague-hunt 1", "sprague-hunt 2");
        assert!(
            matches!(Record::from_bytes(text.as_bytes()), Err(FileErrorKind::Version(v)) if v == "2")
        );
    }

    /// A header that lies about its window, with a correct checksum.
    #[test]
    fn a_wrong_window_is_refused_whatever_its_checksum() {
        for (good, bad) in [
            ("window 996 4 2", "window 996 5 2"),
            ("window 996 4 2", "window 995 4 2"),
            ("window 996 4 2", "window 996 18446744073709551615 2"),
            ("window 996 4 2", "window 996 4 3"),
            ("rare 70 6", "rare 3 6"),
            ("mask ffffffed", "mask 0"),
            ("heaps 1000\n", ""),
        ] {
            let bytes = record().to_bytes();
            let end = bytes.windows(2).position(|w| w == b"\n\n").unwrap();
            let header = String::from_utf8(bytes[..end].to_vec()).unwrap();
            assert!(header.contains(good.trim_end()), "{good}");
            let mut altered = header.replace(good, bad).into_bytes();
            altered.extend_from_slice(&bytes[end..bytes.len() - 8]);
            let sum = crc64(0, &altered);
            altered.extend_from_slice(&sum.to_le_bytes());
            assert!(Record::from_bytes(&altered).is_err(), "{bad}");
        }
    }

    /// Found by fuzzing: the header ended before it began.
    #[test]
    fn a_record_without_a_header_is_refused() {
        let mut bytes = b"sprague-hunt 1\n\n".to_vec();
        bytes.extend_from_slice(&crc64(0, &bytes.clone()).to_le_bytes());
        assert!(matches!(Record::from_bytes(&bytes), Err(FileErrorKind::Damaged(_))));
    }
}
