//! The inner loops, per instruction set. The choice is made once per computation.
//!
//! The functions here say what the loops do; they are written once, in `loops`, for the vectors of
//! any set (`vector`). See `README.md` beside this file.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_only;
pub(crate) mod choice;
pub(crate) mod far;
#[cfg(target_arch = "x86_64")]
mod few;
mod generator;
mod halfwords;
pub(crate) mod look_ahead;
mod loops;
pub(crate) mod many;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
#[cfg(test)]
mod portable;
pub(crate) mod scalar;
mod search;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(test)]
mod tests;
pub(crate) mod vector;
mod words;

pub(crate) use generator::Generator;
pub(crate) use search::{PairSearch, search};

use crate::sparse::CoreSettings;
use crate::sparse::cells::Cell;
use crate::sparse::likely::LikelyPart;
use crate::sparse::parts::PartChunks;
use crate::sparse::rows::{HelperList, Lanes, Rows};
use crate::three_heaps::screen::{Lanes as TotalLanes, Positions};
use far::{CellBytes, Far};
use std::fmt;
use std::str::FromStr;
use vector::Scalar;
#[cfg(any(test, target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
use vector::Vector;

/// An instruction set the inner loops are compiled for.
///
/// A value other than [`SCALAR`](Self::SCALAR) exists only where the machine has the
/// instructions: that is what makes calling the loops sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kernel(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Set {
    Scalar,
    #[cfg(test)]
    Portable(portable::Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    Neon(neon::Neon),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(simd128::Simd128),
}

impl Kernel {
    /// Portable code.
    pub const SCALAR: Self = Self(Set::Scalar);

    /// Every kernel this machine can run, the fastest last.
    pub fn available() -> Vec<Self> {
        let mut kernels = vec![Self::SCALAR];
        // The tests of this crate run the loops on small vectors, too.
        #[cfg(test)]
        kernels.push(Self(Set::Portable(portable::Portable)));
        kernels.extend(Self::simd128());
        kernels.extend(Self::neon());
        kernels.extend(Self::avx2());
        kernels.extend(Self::avx512());
        kernels
    }

    /// SIMD128 of WebAssembly, where the module is compiled for it.
    pub fn simd128() -> Option<Self> {
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return Some(Self(Set::Simd128(simd128::Simd128::detect())));
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        None
    }

    /// NEON, where the machine is a 64-bit ARM.
    pub fn neon() -> Option<Self> {
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        return neon::Neon::detect().map(|set| Self(Set::Neon(set)));
        #[cfg(not(all(target_arch = "aarch64", target_endian = "little")))]
        None
    }

    /// AVX2 with the bit instructions BMI1 and BMI2, where the machine has them.
    pub fn avx2() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return avx2::Avx2::detect().map(|set| Self(Set::Avx2(set)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// AVX-512 with the byte permutes of VBMI, the double shifts of VBMI2 and the bit counts of
    /// BITALG, where the machine has them.
    pub fn avx512() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return avx512::Avx512::detect().map(|set| Self(Set::Avx512(set)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// The fastest kernel of this machine.
    pub fn best() -> Self {
        Self::avx512().or(Self::avx2()).or(Self::neon()).or(Self::simd128()).unwrap_or(Self::SCALAR)
    }

    /// Whether few rares are computed in lanes of 16 bits.
    fn has_half_words(self) -> bool {
        match self.0 {
            Set::Scalar => false,
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(_) => false,
            #[allow(unreachable_patterns)] // Where there are no other sets.
            _ => true,
        }
    }

    /// Runs a loop by the instructions of the set.
    fn run<L: Scalar>(self, task: L) -> L::Output {
        match self.0 {
            Set::Scalar => task.scalar(),
            #[cfg(test)]
            Set::Portable(set) => portable::Bytes16::run(set, task),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(set) => avx2::V256::run(set, task),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(set) => avx512::V512::run(set, task),
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Set::Neon(set) => neon::V128::run(set, task),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Set::Simd128(set) => simd128::V128::run(set, task),
        }
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
            #[cfg(test)]
            Set::Portable(_) => "portable vectors",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(_) => "avx512",
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Set::Neon(_) => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Set::Simd128(_) => "simd128",
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

/// Clears in `open` the heaps of the lanes at `n` that a helper of the list serves. Bit i of the
/// result: something is left in word i. Words without a bit may not have been written.
pub(crate) fn cover(
    kernel: Kernel,
    rows: &Rows,
    n: u64,
    list: &HelperList,
    open: &mut Lanes,
) -> u64 {
    kernel.run(loops::Cover { rows, n, list, open })
}

/// How [`choice::choose`] computes.
fn how(settings: CoreSettings) -> choice::How {
    choice::How { kernel: settings.kernel, threads: settings.threads }
}

/// See [`choice::choose`].
pub(crate) fn choose<F: Far>(
    taps: &[F],
    cells: CellBytes<'_>,
    sample: &choice::Sample,
    worth: f64,
    settings: CoreSettings,
) -> Vec<many::QuadTaps<F>> {
    choice::choose(taps, cells, sample, worth, how(settings))
}

/// The rare indices, per lane below its limit, that the lists do not exclude in the block of the
/// last 64 cells; relative to the first list. No tap of theirs reaches farther back than `farthest`.
pub(crate) fn unmarked<F: Far>(
    kernel: Kernel,
    (lists, farthest): (&[many::QuadTaps<F>], usize),
    cells: CellBytes<'_>,
    limits: &[u8; 64],
    push: impl FnMut(u64, u32),
) {
    kernel.run(loops::Unmarked { lists, farthest, cells, limits, push });
}

/// Gives every row its words for the cells, one for 64 of them: bit i is set where cell i has the
/// index of the row and bit i of `common` is set, which has no bits behind the cells. Row r begins at
/// `r * stride`; `row_of` is the inverse of `indices`, `planes` is to be written on.
pub(crate) fn row_words<T: Cell>(
    kernel: Kernel,
    cells: &[T],
    common: &[u64],
    (indices, row_of): (&[u32], &[u32]),
    (rows, stride): (&mut [u64], usize),
    planes: &mut Vec<u64>,
) {
    kernel.run(loops::RowWords { cells, common, indices, row_of, rows, stride, planes });
}

/// The first of the copies, of `words` words each, is a row of bits; word i of copy s becomes its
/// bits from bit `64 i + s` on, for all i from `begin` on and below `end`, which is less than
/// `words` (words from `end` on may be written, too).
pub(crate) fn shift_copies(
    kernel: Kernel,
    copies: &mut [u64],
    words: usize,
    begin: usize,
    end: usize,
) {
    kernel.run(loops::ShiftCopies { copies, words, begin, end });
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
        #[cfg(target_arch = "x86_64")]
        Set::Avx512(set) => avx512_only::look_up(set, table, heap, cells, out),
        _ => scalar::look_up(table, heap, cells, out),
    }
}

/// The lanes whose limit is above the target.
pub(crate) fn above(kernel: Kernel, limits: &[u8], target: u8) -> Lanes {
    kernel.run(loops::Above { limits, target })
}

/// The largest index, 0 if there is none.
pub(crate) fn largest<T: Cell>(kernel: Kernel, cells: &[T]) -> u32 {
    match T::bytes(cells) {
        Some(bytes) => kernel.run(loops::Largest(bytes)).into(),
        None => cells.iter().map(|c| c.get()).max().unwrap_or(0),
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
    kernel.run(loops::FindPair { chunks, others, rare, index })
}

/// Clears among the lanes `open` of the block that begins at a cell of the window those whose partner at
/// the distance of a part has the index it must have and is not rare (bit i of `rare`: that of lane i is).
/// Stops where no lane is left. Also after how many parts that was.
pub(crate) fn exclude_likely<T: Cell>(
    kernel: Kernel,
    parts: &[LikelyPart],
    (window, block): (&[T], usize),
    rare: Option<&dyn Fn(u64) -> u64>,
    open: u64,
) -> (u64, usize) {
    kernel.run(loops::ExcludeLikely { parts, window, block, rare, open })
}

/// Whether `parts[i] ^ others[i] == sum` for some i, and after how many pairs this was seen.
pub(crate) fn find_sum(kernel: Kernel, parts: &[u16], others: &[u16], sum: u16) -> Option<usize> {
    kernel.run(loops::FindSum { parts, others, sum })
}

/// Adds to a row the nim-sums of the first of `small` and the last of `large`, and so on. The marks, one
/// for each bit of the row, are clear before and after; their number is a power of two, in which all
/// nim-sums fit.
pub(crate) fn mark_sums(
    kernel: Kernel,
    small: &[u32],
    large: &[u32],
    marks: &mut [u8],
    row: &mut [u64],
) {
    kernel.run(loops::MarkSums { small, large, marks, row });
}

/// Clears for the values of the list, of which `base` is the first of `open`, the lanes of the totals that they
/// reach with a helper, the nim-sum of two heaps of these totals; lane 0 is `first`. Values with no
/// lane left are taken from the list.
pub(crate) fn close(
    kernel: Kernel,
    (sum, totals): (u32, &[u64]),
    first: usize,
    positions: &Positions,
    base: u32,
    open: &mut [TotalLanes],
    list: &mut Vec<u32>,
) {
    kernel.run(loops::Close { totals, sum, first, positions, base, open, list });
}

/// Whether something holds for a number and the nim-sum of `value` and the value of that number,
/// where it is at most its limit; the limits are in reverse order.
pub(crate) fn any_within(
    kernel: Kernel,
    value: u32,
    values: &[u32],
    tops: &[u32],
    holds: impl FnMut(usize, u32) -> bool,
) -> bool {
    kernel.run(loops::AnyWithin { value, values, tops, holds })
}

/// Whether the nim-sum of `value` and one of the values is in the set of that value, a word; the sets are
/// in reverse order, and all values below 64.
pub(crate) fn any_in_words(kernel: Kernel, value: u32, values: &[u32], words: &[u64]) -> bool {
    kernel.run(loops::AnyInWords { value, values, words })
}
