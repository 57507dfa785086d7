//! The inner loops, per instruction set. The choice is made once per computation.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub(crate) mod choice;
pub(crate) mod few;
pub(crate) mod many;
pub(crate) mod scalar;
pub(crate) mod words;

use crate::sparse::Options;
use crate::sparse::cells::{Cell, Cells};
use crate::sparse::marking::Marking;
use crate::sparse::open::{Found, Open, Stamps};
use crate::sparse::parts::PartChunks;
use crate::sparse::rows::{HelperList, Lanes, Rows};
use crate::sparse::rules::PairRules;
use crate::sparse::taps::Tap;
use std::fmt;
use std::str::FromStr;

/// An instruction set the inner loops are written for.
///
/// A value other than [`SCALAR`](Self::SCALAR) exists only where the machine has the
/// instructions: that is what makes calling the loops sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kernel(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Set {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// Portable code.
    pub const SCALAR: Self = Self(Set::Scalar);

    /// Every kernel this machine can run, the fastest last.
    pub fn available() -> Vec<Self> {
        let mut kernels = vec![Self::SCALAR];
        kernels.extend(Self::avx2());
        kernels.extend(Self::avx512());
        kernels
    }

    /// AVX2 with the bit instructions BMI1 and BMI2, where the machine has them.
    pub fn avx2() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        {
            let has = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2");
            has.then_some(Self(Set::Avx2))
        }
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// AVX-512 with the byte permutes of VBMI, the double shifts of VBMI2 and the bit counts of
    /// BITALG, where the machine has them.
    pub fn avx512() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        {
            let has = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512vbmi2")
                && is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("avx512bitalg");
            has.then_some(Self(Set::Avx512))
        }
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// The fastest kernel of this machine.
    pub fn best() -> Self {
        Self::avx512().or(Self::avx2()).unwrap_or(Self::SCALAR)
    }
}

impl Default for Kernel {
    fn default() -> Self {
        Self::best()
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Set::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "avx512",
        })
    }
}

/// A kernel name that is unknown or not available on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoKernel(String);

impl fmt::Display for NoKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let available: Vec<String> = Kernel::available().iter().map(Kernel::to_string).collect();
        write!(f, "no kernel '{}' on this machine: use auto, {}", self.0, available.join(", "))
    }
}

impl std::error::Error for NoKernel {}

impl FromStr for Kernel {
    type Err = NoKernel;

    fn from_str(name: &str) -> Result<Self, NoKernel> {
        if name == "auto" {
            return Ok(Self::best());
        }
        Self::available()
            .into_iter()
            .find(|k| k.to_string() == name)
            .ok_or_else(|| NoKernel(name.to_owned()))
    }
}

/// Proof that the machine has all features of the AVX-512 kernel, and GFNI.
#[derive(Clone, Copy)]
pub(crate) struct Gfni(());

impl Gfni {
    fn detect(kernel: Kernel) -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return (kernel.0 == Set::Avx512 && is_x86_feature_detected!("gfni")).then_some(Self(()));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }
}

/// Generates cells by taps.
pub(crate) struct Generator {
    options: Options,
    taps: Vec<Tap>,
    shape: Shape,
}

enum Shape {
    Scalar,
    /// One word per set of excluded indices, eight heaps at once.
    Words(Kernel, words::Words),
    /// The same, one heap after the other.
    Word(Kernel, Vec<Tap>),
    #[cfg(target_arch = "x86_64")]
    Many(Kernel, many::Many),
    #[cfg(target_arch = "x86_64")]
    Few(few::Few, Gfni),
}

impl Generator {
    pub fn plan<T: Cell>(options: Options, taps: &[Tap], cells: &Cells<T>) -> Self {
        let shape = T::bytes(cells.window())
            .map_or(Shape::Scalar, |bytes| Shape::plan(options, taps, bytes, 2));
        Self { options, taps: taps.to_vec(), shape }
    }

    /// The generator with these taps as well, all of them far, where that is simple.
    pub fn with(mut self, taps: &[Tap]) -> Option<Self> {
        self.shape.add(taps)?;
        self.taps.extend_from_slice(taps);
        Some(self)
    }

    /// Whether it keeps nothing between two calls, so that short ones cost little.
    pub fn keeps_nothing(&self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return matches!(self.shape, Shape::Many(..));
        #[cfg(not(target_arch = "x86_64"))]
        false
    }

    /// How many cells must be known.
    pub fn needs(&self) -> usize {
        match &self.shape {
            #[cfg(target_arch = "x86_64")]
            Shape::Many(_, plan) => plan.farthest(),
            _ => 0,
        }
    }

    /// Appends `count` cells to a window that begins with heap `base`. `false`: stopped early
    /// because an index does not fit.
    pub fn generate<T: Cell>(&mut self, cells: &mut Vec<T>, base: u64, count: usize) -> bool {
        let target = cells.len() + count;
        while cells.len() < target {
            let before = cells.len();
            let Some(bytes) = T::bytes_mut(cells) else { break };
            match self.shape.generate(bytes, base, target - before, false) {
                Progress::Done => {}
                Progress::DoesNotFit => return false,
                Progress::TooNarrow(next) => {
                    self.shape = Shape::plan(self.options, &self.taps, bytes, next);
                }
                Progress::NotHere => break,
            }
        }
        scalar::generate(&self.taps, cells, target.saturating_sub(cells.len()))
    }
}

impl Generator {
    /// Appends up to `count` cells to bytes in which the rares carry the flag 0x80; common
    /// indices must stay below the flag, and the caller drops what does not.
    pub fn generate_flagged(&mut self, cells: &mut Vec<u8>, count: usize) {
        if let Shape::Scalar = self.shape {
            return;
        }
        // One-hot histories of flagged and of plain cells differ.
        self.shape.forget_history();
        self.shape.generate(cells, 0, count, true);
        self.shape.forget_history();
    }
}

/// What came of a call to a shape.
enum Progress {
    /// At least one cell was appended, at most as many as asked.
    Done,
    /// The next index does not fit a byte.
    #[allow(dead_code)]
    DoesNotFit,
    /// An index does not fit the lanes; the argument is the next lane width in bytes.
    #[allow(dead_code)]
    TooNarrow(usize),
    /// Use portable code.
    NotHere,
}

impl Shape {
    /// Chooses a shape; one-hot lanes have at least `width` bytes.
    #[allow(unused_variables)]
    fn plan(options: Options, taps: &[Tap], cells: &[u8], width: usize) -> Self {
        let kernel = options.kernel;
        #[cfg(target_arch = "x86_64")]
        if kernel.0 == Set::Avx512 {
            let recent = &cells[cells.len().saturating_sub(1 << 16)..];
            let top = recent.iter().copied().max().unwrap_or(0);
            if let Some(gfni) = Gfni::detect(kernel)
                && let Some(few) = [2, 4, 8]
                    .into_iter()
                    .filter(|&bytes| bytes >= width && usize::from(top) < 8 * bytes)
                    .filter_map(|bytes| few::Few::plan(taps, bytes))
                    .min_by(|a, b| a.cost().total_cmp(&b.cost()))
                && few.cost() < 40.0 + 0.1 * taps.len() as f64
            {
                return Self::Few(few, gfni);
            }
            return many::Many::plan(taps, cells, loops(options))
                .map_or(Self::Scalar, |plan| Self::Many(kernel, plan));
        }
        let farthest = taps.iter().map(|t| t.distance).max().unwrap_or(0) as usize;
        let reached = &cells[cells.len().saturating_sub(farthest)..];
        // Beyond about this many taps one pass per tap is too slow for what it saves; at first
        // that is less than what a plan with lists costs.
        let most = match kernel {
            Kernel::SCALAR => usize::MAX,
            _ if cells.len() < 1 << 17 => 1024,
            _ => 64,
        };
        if width <= 8
            && taps.len() <= most
            && taps.iter().all(|t| t.index < 64)
            && farthest <= cells.len()
            && reached.iter().all(|&c| c < 64)
        {
            if width <= 4
                && reached.iter().all(|&c| u32::from(c) < words::INDICES)
                && let Some(words) = words::Words::plan(taps)
            {
                return Self::Words(kernel, words);
            }
            return Self::Word(kernel, taps.to_vec());
        }
        #[cfg(target_arch = "x86_64")]
        if kernel.0 == Set::Avx2 {
            return many::Many::plan(taps, cells, loops(options))
                .map_or(Self::Scalar, |plan| Self::Many(kernel, plan));
        }
        Self::Scalar
    }

    #[allow(unused_variables)]
    fn add(&mut self, taps: &[Tap]) -> Option<()> {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Many(_, plan) => taps.iter().try_for_each(|&tap| plan.add(tap)),
            _ => None,
        }
    }

    fn forget_history(&mut self) {
        #[cfg(target_arch = "x86_64")]
        if let Self::Few(few, _) = self {
            few.heap = u64::MAX;
        }
    }

    #[allow(unused_variables)]
    fn generate(
        &mut self,
        cells: &mut Vec<u8>,
        base: u64,
        count: usize,
        flagged: bool,
    ) -> Progress {
        match self {
            Self::Scalar => Progress::NotHere,
            // Rares without a flag of their own would look like index 63 and below.
            Self::Words(..) | Self::Word(..) if flagged => Progress::NotHere,
            Self::Words(kernel, words) => {
                let heap = base + cells.len() as u64;
                let before = cells.len();
                let complete = match kernel.0 {
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: a kernel with this set exists only where the machine has the features.
                    Set::Avx2 => unsafe { avx2::generate_words(words, cells, heap, count) },
                    _ => words.generate(cells, heap, count),
                };
                if complete || cells.len() > before {
                    Progress::Done
                } else {
                    Progress::TooNarrow(8)
                }
            }
            Self::Word(kernel, taps) => {
                let complete = match kernel.0 {
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: a kernel with this set exists only where the machine has the features.
                    Set::Avx2 => unsafe { avx2::generate_few(taps, cells, count) },
                    _ => scalar::generate_few(taps, cells, count),
                };
                if complete { Progress::Done } else { Progress::TooNarrow(16) }
            }
            #[cfg(target_arch = "x86_64")]
            Self::Many(kernel, plan) => {
                let target = cells.len() + count;
                while cells.len() < target {
                    let complete = match kernel.0 {
                        Set::Scalar => false,
                        // SAFETY: a kernel with this set exists only where the machine has the
                        // features.
                        Set::Avx2 => unsafe { avx2::many_block(plan, cells) },
                        // SAFETY: as above.
                        Set::Avx512 => unsafe { avx512::many_block(plan, cells) },
                    };
                    if !complete {
                        cells.truncate(target);
                        return if cells.len() == target {
                            Progress::Done
                        } else {
                            Progress::DoesNotFit
                        };
                    }
                }
                cells.truncate(target);
                Progress::Done
            }
            #[cfg(target_arch = "x86_64")]
            Self::Few(few, gfni) => {
                let blocks = count * few.bytes / 64;
                if blocks == 0 {
                    return Progress::NotHere;
                }
                let heap = base + cells.len() as u64;
                if few.synchronise(cells, heap, flagged)
                    && avx512::few_blocks(*gfni, few, cells, blocks)
                {
                    Progress::Done
                } else {
                    Progress::TooNarrow(2 * few.bytes)
                }
            }
        }
    }
}

/// Clears in `open` the heaps of the lanes at `n` that a helper of the list serves. Bit i of the
/// result: something is left in word i.
pub(crate) fn cover(
    kernel: Kernel,
    rows: &Rows,
    n: u64,
    list: &HelperList,
    open: &mut Lanes,
) -> u64 {
    match kernel.0 {
        Set::Scalar => scalar::cover(rows, n, list, open),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel with this set exists only where the machine has the features.
        Set::Avx2 => unsafe { avx2::cover(rows, n, list, open) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel with this set exists only where the machine has the features.
        Set::Avx512 => unsafe { avx512::cover(rows, n, list, open) },
    }
}

/// The loops of [`choice::choose`].
fn loops(options: Options) -> choice::Loops {
    let second_core = options.second_core;
    match options.kernel.0 {
        Set::Scalar => choice::Loops { gain: choice::gain, exclude: choice::exclude, second_core },
        #[cfg(target_arch = "x86_64")]
        Set::Avx2 => choice::Loops {
            second_core,
            // SAFETY: a kernel with this set exists only where the machine has the features.
            gain: |cells, index, need| unsafe { avx2::gain(cells, index, need) },
            // SAFETY: as above.
            exclude: |cells, index, need| unsafe { avx2::exclude(cells, index, need) },
        },
        #[cfg(target_arch = "x86_64")]
        Set::Avx512 => choice::Loops {
            second_core,
            // SAFETY: a kernel with this set exists only where the machine has the features.
            gain: |cells, index, need| unsafe { avx512::gain(cells, index, need) },
            // SAFETY: as above.
            exclude: |cells, index, need| unsafe { avx512::exclude(cells, index, need) },
        },
    }
}

/// See [`choice::choose`].
pub(crate) fn choose(
    taps: &[many::FarTap],
    cells: &[u8],
    sample: &choice::Sample,
    worth: f64,
    options: Options,
) -> Vec<many::Lists> {
    choice::choose(taps, cells, sample, worth, loops(options)).into_lists()
}

/// The rare indices, per lane below its limit, that the first `quads` lists of the marking do not
/// exclude in the block of the last 64 cells.
pub(crate) fn unmarked(
    kernel: Kernel,
    marking: &Marking,
    cells: &[u8],
    limits: &[u8; 64],
    quads: usize,
    push: impl FnMut(u64, u32),
) {
    match kernel.0 {
        Set::Scalar => scalar::unmarked(marking, cells, limits, quads, push),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel with this set exists only where the machine has the features.
        Set::Avx2 => unsafe { avx2::unmarked(marking, cells, limits, quads, push) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel with this set exists only where the machine has the features.
        Set::Avx512 => unsafe { avx512::unmarked(marking, cells, limits, quads, push) },
    }
}

/// Gives every row its word for the cells: bit i is set where cell i has the index of the row
/// and bit i of `rare` is clear. `row_of` is the inverse of `indices`.
pub(crate) fn row_words<'a, T: Cell>(
    kernel: Kernel,
    cells: &[T],
    rare: u64,
    indices: &[u32],
    row_of: &[u32],
    rows: impl Iterator<Item = &'a mut u64>,
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(cells) = T::bytes(cells).and_then(|cells| cells.first_chunk::<64>()) {
        match kernel.0 {
            Set::Scalar => {}
            // SAFETY: a kernel with this set exists only where the machine has the features.
            Set::Avx2 => return unsafe { avx2::row_words(cells, rare, indices, rows) },
            // SAFETY: as above.
            Set::Avx512 => return unsafe { avx512::row_words(cells, rare, indices, rows) },
        }
    }
    scalar::row_words(cells, rare, indices, row_of, rows);
}

/// The first of eight copies, of `words` words each, is a row of bits; word i of copy s becomes its
/// bits from bit `64 i + s` on, for all i from `begin` on and below `end`, which is less than
/// `words` (words from `end` on may be written, too).
pub(crate) fn shift_copies(
    kernel: Kernel,
    copies: &mut [u64],
    words: usize,
    begin: usize,
    end: usize,
) {
    match kernel.0 {
        Set::Scalar => scalar::shift_copies(copies, words, begin, end),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel with this set exists only where the machine has the features.
        Set::Avx2 => unsafe { avx2::shift_copies(copies, words, begin, end) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel with this set exists only where the machine has the features.
        Set::Avx512 => unsafe { avx512::shift_copies(copies, words, begin, end) },
    }
}

/// Appends for the cells from `heap` on the entries of the table for parity and index.
pub(crate) fn look_up(
    kernel: Kernel,
    table: &[[u8; 256]; 2],
    heap: u64,
    cells: &[u8],
    out: &mut Vec<u8>,
) {
    match kernel.0 {
        Set::Scalar => scalar::look_up(table, heap, cells, out),
        #[cfg(target_arch = "x86_64")]
        Set::Avx2 => scalar::look_up(table, heap, cells, out),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel with this set exists only where the machine has the features.
        Set::Avx512 => unsafe { avx512::look_up(table, heap, cells, out) },
    }
}

/// The lanes whose limit is above the target.
pub(crate) fn above(kernel: Kernel, limits: &[u8], target: u8) -> Lanes {
    match kernel.0 {
        Set::Scalar => scalar::above(limits, target),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel with this set exists only where the machine has the features.
        Set::Avx2 => unsafe { avx2::above(limits, target) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel with this set exists only where the machine has the features.
        Set::Avx512 => unsafe { avx512::above(limits, target) },
    }
}

/// The largest index, 0 if there is none.
pub(crate) fn largest<T: Cell>(kernel: Kernel, cells: &[T]) -> u32 {
    match (kernel.0, T::bytes(cells)) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a kernel with this set exists only where the machine has the features.
        (Set::Avx512, Some(bytes)) => unsafe { avx512::largest(bytes) }.into(),
        (_, Some(bytes)) => bytes.iter().copied().max().unwrap_or(0).into(),
        _ => cells.iter().map(|c| c.get()).max().unwrap_or(0),
    }
}

/// The first chunk of parts with a pair of common heaps whose nim-sum is `index`. `others`
/// are the partners: those of the first chunk are the last 64. `rare` tells which partners of a
/// chunk are rare, where any is.
pub(crate) fn find_pair<T: Cell>(
    kernel: Kernel,
    chunks: &PartChunks<'_, T>,
    others: &[T],
    rare: Option<&dyn Fn(usize) -> u64>,
    index: T,
) -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    if let Some(others) = T::bytes(others) {
        match kernel.0 {
            Set::Scalar => {}
            // SAFETY: a kernel with this set exists only where the machine has the features.
            Set::Avx2 => {
                return unsafe { avx2::find_pair(chunks, others, rare, index.get() as u8) };
            }
            // SAFETY: as above.
            Set::Avx512 => {
                return unsafe { avx512::find_pair(chunks, others, rare, index.get() as u8) };
            }
        }
    }
    scalar::find_pair(chunks, others, rare, index)
}

/// What a search for excluding pairs reads.
pub(crate) struct Search<'a, T> {
    pub rules: &'a PairRules,
    pub prefix: &'a [T],
    pub base: u64,
    pub window: &'a [T],
    pub rare_set: &'a [u64],
}

impl<T> Search<'_, T> {
    /// Bit i: heap `from + i` is rare.
    #[inline]
    pub fn rare_bits(&self, from: u64) -> u64 {
        let (word, bit) = ((from / 64) as usize, from % 64);
        let at = |i: usize| self.rare_set.get(i).copied().unwrap_or(0);
        at(word) >> bit | at(word + 1) << 1 << (63 - bit)
    }
}

/// Closes every open rare index at `n` that a pair of heaps of equal class excludes, small
/// parts first, until nothing is open, no pair is left or the parts exceed `most`.
pub(crate) fn search<T: Cell>(
    kernel: Kernel,
    search: &Search<'_, T>,
    stamps: &mut Stamps,
    n: u64,
    open: &mut Open,
    most: u64,
) -> Found {
    // (least part, greatest smaller part, total)
    let ranges: Vec<(u64, u64, u64)> = search
        .rules
        .splittings
        .iter()
        .filter_map(|m| {
            let total = m.total(n).filter(|_| n >= m.smallest)?;
            let last = total.checked_sub(m.differ)? / 2;
            (last >= m.least).then_some((m.least, last, total))
        })
        .collect();
    let last = ranges.iter().map(|r| r.1).max().unwrap_or(0).min(most);
    let few = Few::new(kernel, search);
    let mut part = 1;
    while part <= last {
        // Longer steps while much is open: closing costs as much as looking.
        let many_open = open.len() > 8;
        let end = (part | if many_open { 511 } else { 255 }).min(last);
        if end >= search.prefix.len() as u64 {
            return Found::Undecided;
        }
        stamps.clear();
        let mut marked = false;
        for &(least, greatest, total) in &ranges {
            let (mut first, end) = (part.max(least), end.min(greatest));
            if first > end {
                continue;
            }
            if total - end < search.base {
                return Found::Undecided;
            }
            if !many_open && let Some(few) = &few {
                first = few.search(total, first, end, open);
                if open.is_empty() {
                    return Found::Excluded { part: end };
                }
            }
            if first <= end {
                scalar::mark_pairs(search, stamps, total, first, end);
                marked = true;
            }
        }
        if marked {
            open.retain(|index| stamps.stamps[index as usize] == stamps.stamp);
        }
        if open.is_empty() {
            return Found::Excluded { part: end };
        }
        part = end + 1;
    }
    Found::Free
}

/// The search for a handful of indices among byte cells.
struct Few<'a> {
    #[allow(dead_code)]
    kernel: Kernel,
    #[allow(dead_code)]
    search: Search<'a, u8>,
}

impl<'a> Few<'a> {
    /// `None` where there is nothing faster than marking.
    fn new<T: Cell>(kernel: Kernel, search: &Search<'a, T>) -> Option<Self> {
        if Kernel::avx512() != Some(kernel) {
            return None;
        }
        let bytes = Search {
            rules: search.rules,
            prefix: T::bytes(search.prefix)?,
            base: search.base,
            window: T::bytes(search.window)?,
            rare_set: search.rare_set,
        };
        Some(Self { kernel, search: bytes })
    }

    /// Looks at the parts `first ..= end` of one total in steps of 64, and closes what they
    /// exclude. Returns the first part not looked at.
    fn search(&self, total: u64, first: u64, end: u64, open: &mut Open) -> u64 {
        match self.kernel.0 {
            Set::Scalar => first,
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => first,
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => {
                let mut list: Vec<u32> = open.iter().collect();
                // SAFETY: a kernel with this set exists only where the machine has the features.
                let next =
                    unsafe { avx512::search_few(&self.search, total, first, end, &mut list) };
                open.retain(|index| !list.contains(&index));
                next
            }
        }
    }
}
