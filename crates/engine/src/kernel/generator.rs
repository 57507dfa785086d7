//! Generating cells by taps, in the shape that suits the taps and the machine.

use super::loops::{GenerateFew, GenerateHalfWords, GenerateWords, ManyBlock};
use super::{Kernel, halfwords, how, many, scalar, words};
#[cfg(target_arch = "x86_64")]
use super::{Set, avx512_only, few};
use crate::sparse::CoreSettings;
use crate::sparse::cells::{Cell, Cells};
use crate::sparse::taps::Tap;

/// Generates cells by taps.
pub(crate) struct Generator {
    settings: CoreSettings,
    taps: Vec<Tap>,
    shape: Shape,
}

enum Shape {
    Scalar,
    /// Half a word per set of excluded indices, sixteen heaps at once.
    HalfWords(Kernel, Box<halfwords::HalfWords>),
    /// One word per set, eight heaps at once.
    Words(Kernel, words::Words),
    /// The same, one heap after the other.
    Word(Kernel, Vec<Tap>),
    Many(Kernel, many::Many, Box<many::Ahead>),
    #[cfg(target_arch = "x86_64")]
    Few(few::Few, avx512_only::Gfni),
}

impl Generator {
    pub fn plan<T: Cell>(settings: CoreSettings, taps: &[Tap], cells: &Cells<T>) -> Self {
        let shape = T::bytes(cells.window())
            .map_or(Shape::Scalar, |bytes| Shape::plan(settings, taps, bytes, 2));
        Self { settings, taps: taps.to_vec(), shape }
    }

    /// The generator with these taps as well, all of them far, where that is simple.
    pub fn with(mut self, taps: &[Tap]) -> Option<Self> {
        self.shape.add(taps)?;
        self.taps.extend_from_slice(taps);
        Some(self)
    }

    /// Whether it keeps nothing between two calls, so that short ones cost little.
    pub fn keeps_nothing(&self) -> bool {
        matches!(self.shape, Shape::Many(..))
    }

    /// The plan for many rares, where blocks can be looked ahead at.
    pub fn looks_ahead(&self) -> Option<(Kernel, &many::Many)> {
        match &self.shape {
            Shape::Many(kernel, many, _) if many.ahead() > 64 => Some((*kernel, many)),
            _ => None,
        }
    }

    /// How many cells must be known.
    pub fn needs(&self) -> usize {
        match &self.shape {
            Shape::Many(_, plan, _) => plan.farthest(),
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
                    self.shape = Shape::plan(self.settings, &self.taps, bytes, next);
                }
                Progress::NotHere => break,
            }
        }
        scalar::generate(&self.taps, cells, target.saturating_sub(cells.len()))
    }

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
    DoesNotFit,
    /// An index does not fit the lanes; the argument is the next lane width in bytes.
    TooNarrow(usize),
    /// Use portable code.
    NotHere,
}

impl Shape {
    /// Chooses a shape; one-hot lanes have at least `width` bytes.
    fn plan(settings: CoreSettings, taps: &[Tap], cells: &[u8], width: usize) -> Self {
        let kernel = settings.kernel;
        #[cfg(target_arch = "x86_64")]
        if let Set::Avx512(set) = kernel.0 {
            let recent = &cells[cells.len().saturating_sub(1 << 16)..];
            let top = recent.iter().copied().max().unwrap_or(0);
            if let Some(gfni) = avx512_only::Gfni::detect(set)
                && let Some(few) = [2, 4, 8]
                    .into_iter()
                    .filter(|&bytes| bytes >= width && usize::from(top) < 8 * bytes)
                    .filter_map(|bytes| few::Few::plan(taps, bytes))
                    .min_by(|a, b| a.cost().total_cmp(&b.cost()))
                && few.cost() < 40.0 + 0.1 * taps.len() as f64
            {
                return Self::Few(few, gfni);
            }
            return many::Many::plan(taps, cells, how(settings))
                .map_or(Self::Scalar, |plan| Self::Many(kernel, plan, Box::default()));
        }
        let farthest = taps.iter().map(|t| t.distance).max().unwrap_or(0) as usize;
        let reached = &cells[cells.len().saturating_sub(farthest)..];
        // Beyond about this many taps one pass per tap is too slow for what it saves; at first
        // that is less than what a plan with lists costs.
        let most = if kernel == Kernel::SCALAR {
            usize::MAX
        } else if cells.len() < 1 << 17 {
            1024
        } else {
            64
        };
        if width <= 2
            && kernel.has_half_words()
            && taps.len() <= most
            && farthest <= cells.len()
            && let Some(plan) = halfwords::HalfWords::plan(taps, cells)
        {
            return Self::HalfWords(kernel, Box::new(plan));
        }
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
        if kernel != Kernel::SCALAR {
            return many::Many::plan(taps, cells, how(settings))
                .map_or(Self::Scalar, |plan| Self::Many(kernel, plan, Box::default()));
        }
        Self::Scalar
    }

    fn add(&mut self, taps: &[Tap]) -> Option<()> {
        match self {
            Self::Many(_, plan, _) => taps.iter().try_for_each(|&tap| plan.add(tap)),
            _ => None,
        }
    }

    #[cfg_attr(not(target_arch = "x86_64"), allow(clippy::unused_self))]
    fn forget_history(&mut self) {
        #[cfg(target_arch = "x86_64")]
        if let Self::Few(few, _) = self {
            few.heap = u64::MAX;
        }
    }

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
            Self::HalfWords(..) | Self::Words(..) | Self::Word(..) if flagged => Progress::NotHere,
            Self::HalfWords(kernel, words) => {
                let heap = base + cells.len() as u64;
                let before = cells.len();
                let complete = kernel.run(GenerateHalfWords { words, cells, heap, count });
                if complete || cells.len() > before {
                    Progress::Done
                } else {
                    Progress::TooNarrow(4)
                }
            }
            Self::Words(kernel, words) => {
                let heap = base + cells.len() as u64;
                let before = cells.len();
                let complete = kernel.run(GenerateWords { words, cells, heap, count });
                if complete || cells.len() > before {
                    Progress::Done
                } else {
                    Progress::TooNarrow(8)
                }
            }
            Self::Word(kernel, taps) => {
                let complete = kernel.run(GenerateFew { taps, cells, count });
                if complete { Progress::Done } else { Progress::TooNarrow(16) }
            }
            Self::Many(kernel, many, ahead) => {
                let target = cells.len() + count;
                while cells.len() < target {
                    let complete = kernel.run(ManyBlock { many, ahead, cells });
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
                    && avx512_only::few_blocks(*gfni, few, cells, blocks)
                {
                    Progress::Done
                } else {
                    Progress::TooNarrow(2 * few.bytes)
                }
            }
        }
    }
}
