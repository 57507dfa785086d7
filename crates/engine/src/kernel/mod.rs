//! The inner loops, per instruction set. The choice is made once per computation.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub(crate) mod choice;
mod few;
mod generator;
pub(crate) mod many;
pub(crate) mod scalar;
mod search;
mod words;

pub(crate) use generator::Generator;
pub(crate) use search::{Search, search};

use crate::sparse::Options;
use crate::sparse::cells::Cell;
use crate::sparse::marking::Marking;
use crate::sparse::parts::PartChunks;
use crate::sparse::rows::{HelperList, Lanes, Rows};
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
) -> Vec<many::QuadTaps> {
    choice::choose(taps, cells, sample, worth, loops(options))
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
