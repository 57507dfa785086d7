//! Generating cells by taps, in the shape that suits the taps and the machine.

use super::far::{CellBytes, FarTap, Planes, WideTap};
use super::loops::{GenerateFew, GenerateHalfWords, GenerateWords, ManyBlock};
use super::{Kernel, halfwords, how, many, scalar, words};
#[cfg(target_arch = "x86_64")]
use super::{Set, avx512_only, few};
use crate::sparse::CoreSettings;
use crate::sparse::cells::{Cell, Cells};
use crate::sparse::taps::Tap;

/// Cells from 256 on: the taps are chosen on a sample of as many of the last ones.
const WIDE_SAMPLED: usize = 1 << 20;

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
    Many(Kernel, many::Many<FarTap>, Box<many::Ahead>),
    /// The same for cells that are no bytes.
    Wide(Kernel, many::Many<WideTap>, Box<many::Ahead>),
    #[cfg(target_arch = "x86_64")]
    Few(few::Few, avx512_only::Gfni),
}

impl Generator {
    pub fn plan<T: Cell>(settings: CoreSettings, taps: &[Tap], cells: &Cells<T>) -> Self {
        let shape = match (T::bytes(cells.window()), T::halves(cells.window())) {
            (Some(bytes), _) => Shape::plan(settings, taps, bytes, 2),
            (_, Some(halves)) => Shape::plan_wide(settings, taps, halves),
            _ => Shape::Scalar,
        };
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
        matches!(self.shape, Shape::Many(..) | Shape::Wide(..))
    }

    /// The plan for many rares, where blocks can be looked ahead at.
    pub fn looks_ahead(&self) -> Option<(Kernel, &many::Many<FarTap>)> {
        match &self.shape {
            Shape::Many(kernel, many, _) if many.ahead() > 64 => Some((*kernel, many)),
            _ => None,
        }
    }

    /// How many cells must be known.
    pub fn needs(&self) -> usize {
        match &self.shape {
            Shape::Many(_, plan, _) => plan.farthest(),
            Shape::Wide(_, plan, _) => plan.farthest(),
            _ => 0,
        }
    }

    /// Appends `count` cells to a window that begins with heap `base`. `false`: stopped early
    /// because an index does not fit.
    pub fn generate<T: Cell>(&mut self, cells: &mut Vec<T>, base: u64, count: usize) -> bool {
        let target = cells.len() + count;
        if let (Shape::Wide(kernel, many, ahead), Some(halves)) =
            (&mut self.shape, T::halves_mut(cells))
        {
            while halves.len() < target {
                let before = halves.len();
                generate_wide(*kernel, many, ahead, halves, target - before);
                // What it cannot do portable code can.
                let slow = (target - halves.len()).min(if halves.len() == before { 64 } else { 1 });
                if !scalar::generate(&self.taps, halves, slow) {
                    return false;
                }
            }
            return true;
        }
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

/// Appends `count` cells, or fewer where one does not fit or too few are known. The planes are made
/// of the cells at every call: nothing is kept that could be of other cells.
fn generate_wide(
    kernel: Kernel,
    many: &many::Many<WideTap>,
    ahead: &mut many::Ahead,
    cells: &mut Vec<u16>,
    count: usize,
) {
    let Some(first) = cells.len().checked_sub(many.farthest()) else { return };
    let blocks = count.next_multiple_of(64);
    let parts = many.reached(blocks).into_iter();
    let mut planes = Planes::of_parts(&cells[first..], parts, blocks);
    let known = planes.low.len();
    while planes.low.len() < known + count {
        if !kernel.run(ManyBlock { many, ahead: &mut *ahead, cells: &mut planes }) {
            break;
        }
    }
    let new = known..planes.low.len().min(known + count);
    cells.extend(new.map(|at| planes.bytes().index(at) as u16));
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
            return many::Many::plan(taps, CellBytes::narrow(cells), how(settings))
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
            return many::Many::plan(taps, CellBytes::narrow(cells), how(settings))
                .map_or(Self::Scalar, |plan| Self::Many(kernel, plan, Box::default()));
        }
        Self::Scalar
    }

    /// The shape for cells that are no bytes.
    fn plan_wide(settings: CoreSettings, taps: &[Tap], cells: &[u16]) -> Self {
        if settings.kernel == Kernel::SCALAR {
            return Self::Scalar;
        }
        let farthest = taps.iter().map(|t| t.distance).max().unwrap_or(0) as usize;
        // A sample of these, and what its taps reach.
        let last = &cells[cells.len().saturating_sub(farthest + WIDE_SAMPLED)..];
        let mut planes = Planes::default();
        planes.fill(last);
        // Several threads look ahead among bytes alone.
        let how = super::choice::How { threads: 1, ..how(settings) };
        many::Many::plan(taps, planes.bytes(), how)
            .map_or(Self::Scalar, |plan| Self::Wide(settings.kernel, plan, Box::default()))
    }

    fn add(&mut self, taps: &[Tap]) -> Option<()> {
        match self {
            Self::Many(_, plan, _) => taps.iter().try_for_each(|&tap| plan.add(tap)),
            Self::Wide(_, plan, _) => taps.iter().try_for_each(|&tap| plan.add(tap)),
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
            Self::Scalar | Self::Wide(..) => Progress::NotHere,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells and taps without a pattern: every shape appends what portable code does, also where the next
    /// cells need indices beyond those of two planes, or meet them.
    #[test]
    fn wide_cells_are_the_same_by_every_kernel() {
        let mut state = 1u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        let mut largest = Vec::new();
        for (taps, below) in
            [(30, 700), (300, 400), (2500, 1024), (3700, 1023), (4500, 1024), (9000, 1024)]
        {
            let known: Vec<u16> = (0..6000)
                .map(|_| if random(50) == 0 { random(4000) } else { random(below) } as u16)
                .collect();
            let mut taps: Vec<Tap> = (0..taps)
                .map(|_| Tap { distance: 1 + u64::from(random(4500)), index: random(below) })
                .collect();
            taps.sort_unstable();
            taps.dedup();
            let mut expected = known.clone();
            assert!(scalar::generate(&taps, &mut expected, 500));
            largest.push(expected[known.len()..].iter().copied().max().unwrap_or(0));
            for kernel in Kernel::available() {
                let settings = CoreSettings { kernel, ..CoreSettings::default() };
                let mut cells = Cells::new(known.clone());
                let mut generator = Generator::plan(settings, &taps, &cells);
                let wide = matches!(generator.shape, Shape::Wide(..));
                assert_eq!(wide, kernel != Kernel::SCALAR, "{kernel}");
                for count in [1, 63, 64, 65, 307] {
                    assert!(generator.generate(cells.window_mut(), 0, count));
                }
                assert_eq!(cells.window(), expected, "{kernel}, {} taps", taps.len());
            }
        }
        // Some need the second plane, some more than that.
        assert!(largest[0] < 256 && largest.iter().any(|l| (256..1024).contains(l)), "{largest:?}");
        assert!(largest[5] >= 1024, "{largest:?}");
    }

    /// One index too many for two planes: portable code.
    #[test]
    fn taps_beyond_two_planes_are_left_to_portable_code() {
        let known: Vec<u16> = (0..3000u32).map(|n| (n * n % 911) as u16).collect();
        for (index, fits) in [(1023, true), (1024, false)] {
            let taps: Vec<Tap> = [1, 100, 900].map(|distance| Tap { distance, index }).to_vec();
            for kernel in Kernel::available().into_iter().filter(|&k| k != Kernel::SCALAR) {
                let settings = CoreSettings { kernel, ..CoreSettings::default() };
                let cells = Cells::new(known.clone());
                let mut generator = Generator::plan(settings, &taps, &cells);
                assert_eq!(matches!(generator.shape, Shape::Wide(..)), fits, "{kernel} {index}");
                let (mut found, mut expected) = (known.clone(), known.clone());
                assert!(generator.generate(&mut found, 0, 300));
                assert!(scalar::generate(&taps, &mut expected, 300));
                assert_eq!(found, expected, "{kernel} {index}");
            }
        }
    }
}
