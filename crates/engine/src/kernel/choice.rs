//! Choosing the taps that mark a quad of 32 indices.
//!
//! A list of taps is good when few indices below the values are left unmarked. It is chosen
//! greedily on a sample of known heaps. The choice affects speed only: what a list leaves open
//! is looked at by other means.

use super::Kernel;
use super::far::{CellBytes, Far};
use super::loops::{Exclude, Gain};
use super::many::QuadTaps;

/// Heaps that taps are chosen on: spans of equal length, because neighbours are alike.
pub(crate) struct Sample {
    spans: Vec<Span>,
}

struct Span {
    /// Where the span begins among the cells.
    first: usize,
    /// At every heap the number of indices to be excluded.
    limits: Vec<u32>,
}

impl Sample {
    /// About `size` of the last cells before `end`, spread over the last `room`, which is at least
    /// [`SPANS`] times 64.
    pub fn new(end: usize, room: usize, size: usize, limit: impl Fn(usize) -> u32) -> Self {
        let len = (size.min(room) / SPANS / 64).max(1) * 64;
        let step = room / SPANS;
        let span = |i: usize| {
            let first = end - i * step.max(len) - len;
            Span { first, limits: (first..first + len).map(&limit).collect() }
        };
        Self { spans: (0..SPANS).map(span).collect() }
    }

    /// The same heaps, seen from the ends of their blocks; see [`Far::behind`].
    pub fn behind(mut self) -> Self {
        for span in &mut self.spans {
            span.first += 64;
        }
        self
    }

    fn heaps(&self) -> usize {
        self.spans.iter().map(|s| s.limits.len()).sum()
    }

    /// The largest limit.
    pub fn most(&self) -> u32 {
        self.spans.iter().flat_map(|s| &s.limits).copied().max().unwrap_or(0)
    }
}

/// Spans of a sample.
const SPANS: usize = 16;

/// Chooses for every quad, greedily, the taps that exclude most of what has to be. Taps that
/// exclude fewer than `worth` indices per heap are left out.
pub(crate) fn choose<F: Far>(
    far: &[F],
    cells: CellBytes<'_>,
    sample: &Sample,
    worth: f64,
    how: How,
) -> Vec<QuadTaps<F>> {
    let choice = Choice { far, cells, sample, worth, how };
    let quads = 0..=sample.most().min(F::INDICES - 1) / 32;
    if how.threads == 1 || sample.heaps() < 4 * FIRST_SAMPLE {
        return quads.map(|quad| choice.quad(quad)).collect();
    }
    std::thread::scope(|scope| {
        let choice = &choice;
        // Where no thread can be started this one does the work.
        let begun: Vec<_> = quads
            .map(|quad| {
                let list = move || choice.quad(quad);
                std::thread::Builder::new().spawn_scoped(scope, list).map_err(|_| list())
            })
            .collect();
        let lists = begun.into_iter().map(|begun| match begun {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(list) => list,
        });
        lists.collect()
    })
}

/// What still has to be excluded at 64 heaps: bit b of plane p, lane i: index `8p + b` of the quad.
pub(crate) type Need = [[u8; 64]; 4];

/// How a choice is computed.
#[derive(Clone, Copy)]
pub(crate) struct How {
    pub kernel: Kernel,
    /// Choose for several quads at once. The lists are the same.
    pub threads: usize,
}

struct Choice<'a, F> {
    far: &'a [F],
    cells: CellBytes<'a>,
    sample: &'a Sample,
    worth: f64,
    how: How,
}

/// The smallest part of a sample that taps are chosen on.
const FIRST_SAMPLE: usize = 2048;
/// The same sample is good for taps that exclude as many indices in it; for the others it has to
/// be larger, or what is chosen fits the sample and not the game.
const SURE: f64 = 64.0;

/// Candidates that stay in a choice to its end.
const POOL: usize = 2048;

impl<F: Far> Choice<'_, F> {
    /// The list of one quad: the best taps on a small part of the sample, which is fast, the
    /// others on larger and larger ones.
    fn quad(&self, quad: u32) -> QuadTaps<F> {
        let mut list: Vec<usize> = Vec::new();
        let mut candidates: Vec<usize> = (0..self.far.len()).collect();
        let all = self.sample.heaps();
        let mut size = all;
        while size >= 4 * FIRST_SAMPLE {
            size /= 4;
        }
        loop {
            let whole = 4 * size > all;
            if whole {
                size = all;
            }
            let rest = self.extend(quad, size, !whole, &mut list, &candidates);
            if whole {
                return QuadTaps(list.into_iter().map(|i| self.far[i].in_quad(quad)).collect());
            }
            candidates = rest;
            size *= 4;
        }
    }

    /// Adds taps chosen on the last `size` heaps, only those that are surely good if so
    /// asked. Returns the candidates that may be worth their cost on a larger sample.
    fn extend(
        &self,
        quad: u32,
        size: usize,
        sure: bool,
        list: &mut Vec<usize>,
        candidates: &[usize],
    ) -> Vec<usize> {
        let tap = |i: usize| self.far[i].in_quad(quad);
        let blocks = (size / SPANS / 64).max(1);
        // The first blocks of every span, and the cells a tap reaches from them.
        let mut needs: Vec<Vec<Need>> = Vec::with_capacity(SPANS);
        for span in &self.sample.spans {
            let mut need: Vec<Need> = vec![[[0; 64]; 4]; blocks];
            for (planes, limits) in need.iter_mut().zip(span.limits.chunks(64)) {
                for (lane, limit) in limits.iter().enumerate() {
                    let below = limit.saturating_sub(32 * quad).min(32);
                    let bits = ((1u64 << below) - 1).to_le_bytes();
                    for (plane, byte) in planes.iter_mut().zip(bits) {
                        plane[lane] = byte;
                    }
                }
            }
            needs.push(need);
        }
        let reached = |span: &Span, i: usize| {
            let first = span.first - self.far[i].distance();
            self.cells.part(first..first + 64 * blocks)
        };
        let gain = |needs: &[Vec<Need>], i: usize| -> u32 {
            let spans = self.sample.spans.iter().zip(needs);
            let gains = spans.map(|(span, need)| {
                self.how.kernel.run(Gain { cells: reached(span, i), tap: tap(i), need })
            });
            gains.sum()
        };
        let exclude = |needs: &mut [Vec<Need>], i: usize| {
            for (span, need) in self.sample.spans.iter().zip(needs) {
                self.how.kernel.run(Exclude { cells: reached(span, i), tap: tap(i), need });
            }
        };
        for &i in &*list {
            exclude(&mut needs, i);
        }
        let worth = (self.worth * size as f64).max(2.0);
        let least = if sure { worth.max(SURE) } else { worth } as u32;
        // Greedy in passes: all whose gain is near the best are taken, as most gains are alike and
        // looking for the very best would take longer than it saves. Gains only fall, so those
        // that were smaller before need not be looked at.
        let mut pool: Vec<(u32, usize)> =
            candidates.iter().map(|&i| (gain(&needs, i), i)).collect();
        let mut rest = Vec::new();
        while let Some(best) = pool.iter().map(|c| c.0).max().filter(|&best| best >= least) {
            let good = (best - best / 3).max(least);
            pool.retain_mut(|(known, i)| {
                if *known < good {
                    return true;
                }
                *known = gain(&needs, *i);
                if *known < good {
                    return true;
                }
                exclude(&mut needs, *i);
                list.push(*i);
                false
            });
            // The worse half is not looked at again.
            if pool.len() > POOL {
                pool.sort_unstable_by_key(|&(gain, i)| (std::cmp::Reverse(gain), i));
                rest.extend(pool.drain((pool.len() / 2).max(POOL)..));
            }
        }
        rest.append(&mut pool);
        // Chance may have hidden what a tap is worth.
        let hidden = |gain: f64| gain + 2.0 * gain.sqrt() + 1.0 >= worth;
        rest.retain(|&(gain, _)| hidden(gain.into()));
        rest.sort_unstable_by_key(|&(gain, i)| (std::cmp::Reverse(gain), i));
        rest.truncate(2 * POOL);
        let mut rest: Vec<usize> = rest.into_iter().map(|(_, i)| i).collect();
        rest.sort_unstable();
        rest
    }
}

/// In which lanes of a block of the cells the tap excludes an index of the quad, and which.
#[inline]
fn excluded<F: Far>(
    cells: CellBytes<'_>,
    tap: F,
    block: usize,
) -> impl Iterator<Item = (usize, u8)> {
    let sums = (0..64).map(move |lane| (lane, tap.sum(cells, 64 * block + lane)));
    sums.filter(|&(_, index)| index < 32)
}

/// How many of the indices still needed a tap excludes, given the cells it reaches.
#[inline]
pub(crate) fn gain<F: Far>(cells: CellBytes<'_>, tap: F, need: &[Need]) -> u32 {
    let mut sum = 0;
    for (block, planes) in need.iter().enumerate().take(cells.len() / 64) {
        for (lane, index) in excluded(cells, tap, block) {
            sum += u32::from(planes[usize::from(index / 8)][lane] >> (index % 8) & 1);
        }
    }
    sum
}

/// Removes what the tap excludes from what is needed.
#[inline]
pub(crate) fn exclude<F: Far>(cells: CellBytes<'_>, tap: F, need: &mut [Need]) {
    for (block, planes) in need.iter_mut().enumerate().take(cells.len() / 64) {
        for (lane, index) in excluded(cells, tap, block) {
            planes[usize::from(index / 8)][lane] &= !(1 << (index % 8));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::far::{FarTap, WideTap};
    use super::super::{Kernel, how};
    use super::*;
    use crate::sparse::CoreSettings;

    /// Cells without a pattern, all below 160.
    fn cells(count: usize) -> Vec<u8> {
        let next = |x: &u32| Some(x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        let numbers = std::iter::successors(Some(1), next);
        numbers.take(count).map(|x| (x >> 24) as u8 % 160).collect()
    }

    fn counts_and_excludes<F: Far>(cells: CellBytes<'_>, indices: &[u32]) {
        let mut need: Vec<Need> = vec![[[0; 64]; 4]; 5];
        for (i, byte) in need.iter_mut().flatten().flatten().enumerate() {
            *byte = cells.low[i % cells.len()].wrapping_mul(7);
        }
        let mut most = 0;
        for &index in indices {
            for quad in [0, 1, 5] {
                let tap = F::behind(100, index).unwrap().in_quad(quad);
                let expected = gain(cells, tap, &need);
                most = most.max(expected);
                let mut rest = need.clone();
                exclude(cells, tap, &mut rest);
                assert_eq!(gain(cells, tap, &rest), 0);
                for kernel in Kernel::available() {
                    let found = kernel.run(Gain { cells, tap, need: &need });
                    assert_eq!(found, expected, "{kernel} {index}");
                    let mut left = need.clone();
                    kernel.run(Exclude { cells, tap, need: &mut left });
                    assert_eq!(left, rest, "{kernel} {index}");
                }
            }
        }
        assert!(most > 0);
    }

    #[test]
    fn kernels_count_and_exclude_alike() {
        let low = cells(64 * 5);
        counts_and_excludes::<FarTap>(CellBytes::narrow(&low), &[0, 1, 31, 32, 77, 128, 159, 255]);
        let high: Vec<u8> = low.iter().map(|&c| c % 4 * 32).collect();
        let bytes = CellBytes { low: &low, high: &high };
        counts_and_excludes::<WideTap>(bytes, &[0, 1, 31, 77, 255, 256, 300, 800, 1023]);
    }

    /// All heaps of a sample lie among those it may use, and the lists do not depend on the kernel
    /// or the number of cores.
    #[test]
    fn choices_do_not_depend_on_the_kernel() {
        let cells = cells(100_000);
        for (room, size) in [(1024, 1024), (5000, 1024), (40_000, 32_768), (90_000, 32_768)] {
            let sample = Sample::new(cells.len(), room, size, |_| 100);
            assert!(sample.spans.iter().all(|s| s.first >= cells.len() - room));
            assert!(sample.spans.iter().all(|s| s.first + s.limits.len() <= cells.len()));
            assert!(sample.heaps() <= size);
        }
        let sample = Sample::new(cells.len(), 40_000, 32_768, |i| u32::from(cells[i]));
        let far: Vec<FarTap> =
            (64..600).filter_map(|d| FarTap::behind(d, cells[d].into())).collect();
        let bytes = CellBytes::narrow(&cells);
        let choice = |settings| {
            let quads = choose(&far, bytes, &sample, 0.001, how(settings));
            quads.iter().map(|l| l.taps().to_vec()).collect::<Vec<_>>()
        };
        let expected = choice(CoreSettings { kernel: Kernel::SCALAR, ..CoreSettings::default() });
        assert!(expected.iter().any(|list| !list.is_empty()));
        for kernel in Kernel::available() {
            for threads in [1, 2, 3] {
                let settings = CoreSettings { kernel, threads, ..CoreSettings::default() };
                assert_eq!(choice(settings), expected, "{kernel} {threads}");
            }
        }
    }
}
