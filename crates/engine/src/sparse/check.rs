//! The rare check: every rare value below a computed value has to be excluded by some
//! option, else the value is wrong and the heap is a new rare one.
//!
//! A rare index `j` is excluded at `n` by a pair of common heaps `a` and `n - k - a` with
//! `index(a) xor index(n - k - a) = j`. For a fixed helper `(d, w) = (a + k, index(a))` and
//! all `n` of a block at once, the `n` it serves are those with `index(n - d) = j xor w`: a
//! row of bits, shifted by `d`. So the check keeps, for every index that is useful, a row
//! with one bit per heap, and for every target `j` a list of helpers chosen greedily on a
//! sample; it ORs shifted rows until all heaps of the block that need `j` are covered. Bits
//! are loaded at byte addresses, from copies of each row shifted by 0, 1, ... bits; where indices are few,
//! from two of them, and only helpers at the distances that these serve are chosen. What
//! the lists leave open goes to an exhaustive search, so the choice of helpers affects
//! speed only.

use super::cells::Cell;
use super::core::Core;
use super::helpers::{Reach, Span, candidates, copies_kept};
use super::likely::{LanesByIndex, Likely};
use super::marking::{Marking, has_full_sample};
use super::open::Leftover;
use super::parts::Parts;
use super::rows::{Helper, HelperList, LANES, Lanes, Rows};
use super::view::View;
use crate::kernel::Kernel;
use crate::kernel::far::{Far, FarTap, Planes, WideTap};

/// The rare check is planned only when this many heaps are known: before that the search is
/// fast enough, and the sample would not resemble what follows.
const PLAN_FROM: u64 = 1 << 14;
/// Heaps of the samples the helpers are chosen on, one after the other.
const SAMPLES: [u64; 3] = [2048, 8192, 32768];
/// Long lists end where, were cells independent, they would miss as seldom as `exp(-SURE)`.
const SURE: f64 = 20.0;
/// Helpers per target beyond those the samples ask for.
const SPARE_HELPERS: usize = 64;

pub(crate) struct RareCheck<T> {
    kernel: Kernel,
    plan: Option<Method>,
    plan_at: u64,
    /// Where rows are long.
    likely: Option<Likely>,
    parts: Option<Parts<T>>,
    scratch: Scratch,
    watch: Watch,
}

/// Notices when a plan no longer serves: then far more is left to the search than at first.
#[derive(Default)]
struct Watch {
    heaps: u64,
    left: u64,
    /// So many more per heap are no sign.
    slack: f64,
    /// What the plan left per heap when it was new.
    usual: Option<f64>,
}

impl Watch {
    /// Heaps between two looks.
    const HEAPS: u64 = 1 << 17;

    /// Notes what was left; whether it is time for another plan.
    fn note(&mut self, heaps: u64, left: usize) -> bool {
        self.heaps += heaps;
        self.left += left as u64;
        if self.heaps < Self::HEAPS {
            return false;
        }
        let rate = self.left as f64 / self.heaps as f64;
        (self.heaps, self.left) = (0, 0);
        let usual = *self.usual.get_or_insert(rate);
        rate > 2.0 * usual + self.slack
    }
}

/// How most rare values are shown excluded.
enum Method {
    Rows(RowsPlan),
    Marks(Marking<FarTap>),
    /// The same for cells that are no bytes.
    Wide(Marking<WideTap>),
}

impl Method {
    fn plan<T: Cell>(core: &Core<T>, from: u64, drift: bool) -> Option<Self> {
        if let Some(marking) = Marking::plan(core, from, drift) {
            return Some(Self::Marks(marking));
        }
        let marking: Option<Marking<WideTap>> = Marking::plan(core, from, drift);
        let Some(marking) = marking else {
            return RowsPlan::new(core, from, Reach::NEAR).map(Self::Rows);
        };
        let reach = Reach::long(from, core.settings.memory / T::BYTES);
        // A new rare heap makes the rows anew, and long ones take long.
        let long = core.last_rare() < from / 2 && leaves_much(&marking, core, from, reach);
        let rows = if long { RowsPlan::new(core, from, reach) } else { None };
        Some(rows.map_or(Self::Wide(marking), Self::Rows))
    }
}

/// Where marks leave more than that open at each heap, long rows are faster.
const MUCH: usize = 8;
/// Blocks of 64 heaps that show it.
const LOOKED_AT: u64 = 16;

/// Whether a plan leaves much open at the last heaps below `now`. `false` where too little is kept for
/// long rows.
fn leaves_much<T: Cell>(
    marking: &Marking<WideTap>,
    core: &Core<T>,
    now: u64,
    reach: Reach,
) -> bool {
    let (view, step) = (core.view(), 1 << 10);
    let reach = reach.parts + marking.farthest() as u64;
    if now - view.base < 2 * (LOOKED_AT * step + reach) {
        return false;
    }
    let (mut scratch, mut left) = (Scratch::default(), Vec::new());
    for begin in (1..=LOOKED_AT).map(|i| now - i * step) {
        marked(marking, &view, begin, begin + 64, &mut scratch, &mut left);
    }
    left.len() > MUCH * 64 * LOOKED_AT as usize
}

struct RowsPlan {
    /// Helpers for the target indices 0, 1, ...
    lists: Vec<HelperList>,
    rows: Rows,
    /// The largest helper position in any list.
    deepest: u64,
    /// No helper that was considered reaches farther back.
    farthest: u64,
    /// Whether the lists are long.
    long: bool,
}

impl<T: Cell> RareCheck<T> {
    pub fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            plan: None,
            plan_at: 0,
            likely: None,
            parts: None,
            scratch: Scratch::default(),
            watch: Watch::default(),
        }
    }

    /// After a new rare heap or a rollback: the rows no longer match the cells.
    pub fn reset(&mut self) {
        self.parts = None;
        if let Some(Method::Rows(plan)) = &mut self.plan {
            plan.rows.forget();
        }
    }

    /// Whether the block method may be used for heaps from `from` on; plans it when due.
    pub fn ready(&mut self, core: &Core<T>, from: u64) -> bool {
        let farthest = Reach::NEAR.parts + core.rules.reach + 1;
        if from < PLAN_FROM || from < 2 * farthest + SAMPLES[0] + 1024 {
            return false;
        }
        if from >= self.plan_at {
            let drift = self.plan.is_some() && self.plan_at == 0;
            self.plan = Method::plan(core, from, drift);
            self.likely = self.likely_parts(&core.view());
            // What likely parts find costs little, and a plan with them much.
            let slack = if self.likely.is_some() { 8.0 } else { 0.25 };
            self.watch = Watch { slack, ..Watch::default() };
            // What was chosen on a small sample can be improved soon.
            let again = match &self.plan {
                Some(Method::Marks(_) | Method::Wide(_)) if !has_full_sample(from) => 4,
                _ => 16,
            };
            self.plan_at = from.saturating_mul(again);
        }
        let kept = from - core.cells.base();
        match &self.plan {
            // The helper is then the smaller part, and by as much as any move asks for.
            Some(Method::Rows(plan)) => kept >= plan.farthest + 128 && from > 2 * plan.farthest,
            Some(Method::Marks(marking)) => kept >= marking.farthest() as u64 + 128,
            Some(Method::Wide(marking)) => kept >= marking.farthest() as u64 + 128,
            None => false,
        }
    }

    /// Lists of likely parts, beyond those that long rows read, for what these leave open. Elsewhere the
    /// first parts find that as fast.
    fn likely_parts(&self, view: &View<'_, T>) -> Option<Likely> {
        match &self.plan {
            Some(Method::Rows(plan)) if plan.long => Likely::new(view, plan.deepest),
            _ => None,
        }
    }

    /// The same as [`stretch`](Self::stretch), in steps.
    pub fn steps(&mut self, core: &Core<T>, from: u64, to: u64, step: u64) -> (Vec<Leftover>, u64) {
        let (mut leftovers, mut deepest) = (Vec::new(), 0);
        let mut n = from;
        while n < to {
            let end = to.min(n + step);
            let (left, part) = self.stretch(core, n, end);
            leftovers.extend(left);
            deepest = part.max(deepest);
            n = end;
        }
        (leftovers, deepest)
    }

    /// The rare indices below the values of heaps `from .. to` that this method does not show
    /// excluded, by heap. The second result bounds the parts that were needed.
    pub fn stretch(&mut self, core: &Core<T>, from: u64, to: u64) -> (Vec<Leftover>, u64) {
        let mut left = Vec::new();
        let deepest = match &mut self.plan {
            Some(Method::Rows(plan)) => {
                plan.rows.extend(core, from, to, self.kernel);
                let mut n = from - from % 64;
                while n < to {
                    let last = to.min(n + LANES as u64);
                    plan.lanes(
                        core,
                        n,
                        from.max(n),
                        last,
                        self.kernel,
                        &mut self.scratch.needs,
                        &mut left,
                    );
                    n += LANES as u64;
                }
                // By heap.
                left.sort_unstable();
                plan.deepest
            }
            Some(Method::Marks(marking)) => {
                marked(marking, &core.view(), from, to, &mut self.scratch, &mut left)
            }
            Some(Method::Wide(marking)) => {
                marked(marking, &core.view(), from, to, &mut self.scratch, &mut left)
            }
            None => {
                open_all(&core.view(), from, to, &mut left);
                0
            }
        };
        let report = Report { heaps: to - from, left: left.len(), deepest };
        self.note(report);
        if left.is_empty() {
            return (left, deepest);
        }
        let view = core.view();
        let parts = self.parts.get_or_insert_with(|| Parts::new(&view));
        let search = Search { likely: self.likely.as_ref(), parts };
        let (left, report) = search.exclude(&view, from, left, report, &mut self.scratch.lanes);
        (left, report.deepest)
    }

    /// Whether the plan still serves.
    pub fn note(&mut self, report: Report) {
        if self.watch.note(report.heaps, report.left) {
            self.plan_at = 0;
        }
    }

    /// The check for many threads, where the plan is of that sort.
    pub fn by_marks(&mut self, core: &Core<T>) -> Option<MarkCheck<'_, T>> {
        let Some(Method::Marks(marking)) = &self.plan else { return None };
        let parts = self.parts.get_or_insert_with(|| Parts::new(&core.view()));
        Some(MarkCheck { marking, search: Search { likely: None, parts } })
    }
}

/// What a thread that checks writes on.
#[derive(Default)]
pub(crate) struct Scratch {
    needs: Needs,
    /// A copy of the last cells.
    copy: Planes,
    lanes: LanesByIndex,
}

/// The check by marking, of which any number of threads can do any stretches at once.
pub(crate) struct MarkCheck<'a, T> {
    marking: &'a Marking<FarTap>,
    search: Search<'a, T>,
}

impl<T: Cell> MarkCheck<'_, T> {
    /// Heaps from here on can be checked.
    pub fn begin(&self, view: &View<'_, T>) -> u64 {
        view.last_rare() + self.marking.farthest() as u64 + 65
    }

    /// The same as [`RareCheck::stretch`].
    pub fn stretch(
        &self,
        view: &View<'_, T>,
        from: u64,
        to: u64,
        scratch: &mut Scratch,
    ) -> (Vec<Leftover>, Report) {
        let mut left = Vec::new();
        let deepest = marked(self.marking, view, from, to, scratch, &mut left);
        let report = Report { heaps: to - from, left: left.len(), deepest };
        self.search.exclude(view, from, left, report, &mut scratch.lanes)
    }
}

/// How a stretch was checked.
#[derive(Clone, Copy, Default)]
pub(crate) struct Report {
    heaps: u64,
    /// What was left to the search.
    left: usize,
    /// A bound for the parts that were needed.
    pub deepest: u64,
}

impl Report {
    pub fn add(&mut self, other: Self) {
        self.heaps += other.heaps;
        self.left += other.left;
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// What the pairs of the marking leave open; returns a bound for their parts.
fn marked<T: Cell, F: Far>(
    marking: &Marking<F>,
    view: &View<'_, T>,
    from: u64,
    to: u64,
    scratch: &mut Scratch,
    left: &mut Vec<Leftover>,
) -> u64 {
    let (needs, cells) = (&mut scratch.needs, view.cells(from, to));
    if F::WIDE {
        marking.stretch(view, from, needs.words(view, from, cells), &mut scratch.copy, left);
    } else {
        match needs.bytes(view, from, cells) {
            Some(limits) => marking.stretch(view, from, limits, &mut scratch.copy, left),
            None => open_all(view, from, to, left),
        }
    }
    marking.farthest() as u64 + view.rules.reach
}

/// The searches that find most of what is left open.
struct Search<'a, T> {
    likely: Option<&'a Likely>,
    parts: &'a Parts<T>,
}

impl<T: Cell> Search<'_, T> {
    /// What neither the likely parts nor the first ones exclude, by heap. What was left open is of heaps
    /// from `from` on, in blocks.
    fn exclude(
        &self,
        view: &View<'_, T>,
        from: u64,
        mut left: Vec<Leftover>,
        mut report: Report,
        lanes: &mut LanesByIndex,
    ) -> (Vec<Leftover>, Report) {
        if let Some(likely) = self.likely {
            let part = likely.exclude(view, from, &mut left, lanes);
            report.deepest = report.deepest.max(part);
        }
        left.retain(|open| match self.parts.find(view, open) {
            Some(part) => {
                report.deepest = report.deepest.max(part);
                false
            }
            None => true,
        });
        left.sort_unstable();
        (left, report)
    }
}

/// All rare indices below the values of heaps `from .. to`.
fn open_all<T: Cell>(view: &View<'_, T>, from: u64, to: u64, left: &mut Vec<Leftover>) {
    for heap in from..to {
        let limit = view.get(heap).map_or(0, |c| view.space.rares_below(heap, c.get()));
        left.extend((0..limit).map(|index| Leftover { heap, index }));
    }
}

impl RowsPlan {
    /// Chooses rows and helpers on the last heaps below `now`.
    fn new<T: Cell>(core: &Core<T>, now: u64, reach: Reach) -> Option<Self> {
        let farthest = reach.parts + core.rules.reach;
        let end = now - now % 64;
        let room = end.checked_sub(core.cells.base().max(now / 4) + farthest + 128)?;
        // A short run must not wait for a good plan.
        let room = room.min(now / 8);
        let samples: Vec<u64> = SAMPLES
            .into_iter()
            .scan(0, |sum, size| {
                *sum += size;
                (*sum <= room).then_some(size)
            })
            .collect();
        if samples.is_empty() || core.cells.prefix().len() as u64 <= reach.parts {
            return None;
        }
        let span = Span::new(core, end - samples.iter().sum::<u64>() - farthest - 64, end)?;
        if span.most > reach.targets {
            return None;
        }
        let copies = copies_kept(span.indices, reach);
        let helpers = candidates(core, reach, copies);
        let mut lists = Vec::new();
        let mut used_rows: Vec<u32> = Vec::new();
        let mut row_of = vec![u32::MAX; span.indices];
        let mut deepest = 0;
        for target in 0..span.most {
            // Each sample starts where the lists so far leave something open, so the later
            // and larger ones see only what is hard to cover.
            let mut list: Vec<u32> = Vec::new();
            let mut to = end;
            for &size in &samples {
                span.extend_list(target, &helpers, to - size, to, (&mut list, reach.longest));
                to -= size;
            }
            // Then other helpers, for what the samples did not show: the nearest ones, or where lists
            // may be long those that read the fullest rows.
            let mut unused = vec![true; helpers.len()];
            for &h in &list {
                unused[h as usize] = false;
            }
            let row = |h: u32| helpers[h as usize].1 ^ target;
            let allowed = |h: u32| span.allowed.get(row(h) as usize).is_some_and(|&a| a);
            let rest = (0..helpers.len() as u32).filter(|&h| unused[h as usize] && allowed(h));
            if reach.is_near() {
                list.extend(rest.take(SPARE_HELPERS));
            } else {
                let mut rest: Vec<u32> = rest.collect();
                rest.sort_by_key(|&h| std::cmp::Reverse(span.frequency(row(h))));
                let mut sure: f64 = list.iter().map(|&h| span.share(row(h))).sum();
                list.extend(rest.into_iter().take_while(|&h| {
                    sure += span.share(row(h));
                    sure < SURE
                }));
            }
            list.truncate(reach.longest);
            let list = list.into_iter().map(|h| {
                let (distance, w) = helpers[h as usize];
                let row = (w ^ target) as usize;
                if row_of[row] == u32::MAX {
                    row_of[row] = used_rows.len() as u32;
                    used_rows.push(row as u32);
                }
                deepest = deepest.max(u64::from(distance) + core.rules.reach);
                Helper { row: row_of[row], distance }
            });
            lists.push(list.collect::<Vec<_>>());
        }
        let used = lists.iter().flatten().map(|h| u64::from(h.distance)).max().unwrap_or(0);
        let rows = Rows::new(used_rows, row_of, used, copies);
        let lists = lists.into_iter().map(|list| rows.list(list)).collect();
        Some(Self { lists, rows, deepest, farthest: farthest + 1, long: !reach.is_near() })
    }

    /// Covers the heaps `first .. last` of the lanes at `n`.
    #[allow(clippy::too_many_arguments)]
    fn lanes<T: Cell>(
        &self,
        core: &Core<T>,
        n: u64,
        first: u64,
        last: u64,
        kernel: Kernel,
        needs: &mut Needs,
        left: &mut Vec<Leftover>,
    ) {
        let base = core.cells.base();
        let cells = &core.cells.window()[(first - base) as usize..(last - base) as usize];
        let targets = self.lists.len() as u32;
        let most = needs.fill(&core.view(), n, first, cells);
        // Targets no list covers go to the search at once.
        if most > targets {
            for (heap, &cell) in (first..).zip(cells) {
                let limit = core.space.rares_below(heap, cell.get());
                left.extend((targets..limit).map(|index| Leftover { heap, index }));
            }
        }
        for (target, list) in self.lists.iter().enumerate().take(most as usize) {
            let mut open = needs.of(target, kernel);
            let mut words = crate::kernel::cover(kernel, &self.rows, n, list, &mut open);
            while words != 0 {
                let word = words.trailing_zeros() as usize;
                words &= words - 1;
                let mut bits = open[word];
                while bits != 0 {
                    let lane = word as u64 * 64 + u64::from(bits.trailing_zeros());
                    left.push(Leftover { heap: n + lane, index: target as u32 });
                    bits &= bits - 1;
                }
            }
        }
    }
}

/// How many rare values lie below a value, for one space.
struct NeedTable {
    space: super::space::Space,
    /// The first index with too many for a byte.
    fits: u32,
    /// By parity of the heap and index.
    counts: Box<[[u8; 256]; 2]>,
}

/// Which heaps of the lanes have more than `j` rare values below them.
#[derive(Default)]
struct Needs {
    table: Option<NeedTable>,
    /// One limit per lane, 0 for lanes outside; wide limits instead of bytes when needed.
    limits: Vec<u8>,
    wide: Vec<u32>,
}

impl Needs {
    /// So many targets are looked at together where limits are wide.
    const GROUP: usize = 128;

    /// Notes the limits of the heaps from `first` on and returns the largest.
    fn fill<T: Cell>(&mut self, view: &View<'_, T>, n: u64, first: u64, cells: &[T]) -> u32 {
        let before = (first - n) as usize;
        self.wide.clear();
        if self.look_up(view, before, first, cells).is_some() {
            self.limits.resize(LANES, 0);
            return crate::kernel::largest(view.kernel, &self.limits);
        }
        self.wide.resize(before, 0);
        self.wide
            .extend((first..).zip(cells).map(|(heap, c)| view.space.rares_below(heap, c.get())));
        self.wide.resize(LANES, 0);
        self.wide.iter().copied().max().unwrap_or(0)
    }

    /// The limits of the heaps from `first` on, where all of them fit a byte.
    fn bytes<T: Cell>(&mut self, view: &View<'_, T>, first: u64, cells: &[T]) -> Option<&[u8]> {
        self.look_up(view, 0, first, cells)?;
        Some(&self.limits)
    }

    /// The limits of the heaps from `first` on.
    fn words<T: Cell>(&mut self, view: &View<'_, T>, first: u64, cells: &[T]) -> &[u32] {
        let limit = |(heap, cell): (u64, &T)| view.space.rares_below(heap, cell.get());
        self.wide.clear();
        self.wide.extend((first..).zip(cells).map(limit));
        &self.wide
    }

    /// Fills `limits` with as many zeros as said and the limits of the heaps from `first` on.
    fn look_up<T: Cell>(
        &mut self,
        view: &View<'_, T>,
        before: usize,
        first: u64,
        cells: &[T],
    ) -> Option<()> {
        let cells = T::bytes(cells)?;
        let kernel = view.kernel;
        if self.table.as_ref().is_none_or(|table| table.space != view.space) {
            let count = |parity: u64, i: usize| view.space.rares_below(parity, i as u32);
            let fits = (0..256).take_while(|&i| count(0, i).max(count(1, i)) < 256).count() as u32;
            let counts = Box::new([0, 1].map(|parity| {
                std::array::from_fn(|i| u8::try_from(count(parity, i)).unwrap_or(u8::MAX))
            }));
            self.table = Some(NeedTable { space: view.space, fits, counts });
        }
        let table = self.table.as_ref()?;
        if crate::kernel::largest(kernel, cells) >= table.fits {
            return None;
        }
        self.limits.clear();
        self.limits.resize(before, 0);
        crate::kernel::look_up(kernel, &table.counts, first, cells, &mut self.limits);
        Some(())
    }

    /// The lanes that need the target; of wide limits asked for in order.
    fn of(&mut self, target: usize, kernel: Kernel) -> Lanes {
        if self.wide.is_empty() {
            return crate::kernel::above(kernel, &self.limits, target.min(255) as u8);
        }
        // As far as a byte says how far they are above a target before.
        let first = target - target % Self::GROUP;
        if first == target {
            let above = |&limit: &u32| limit.saturating_sub(first as u32).min(255) as u8;
            self.limits.clear();
            self.limits.extend(self.wide.iter().map(above));
        }
        crate::kernel::above(kernel, &self.limits, (target - first) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::octal;
    use super::super::{SparseEngine, SparseSettings, Width};
    use super::*;
    use sprague_budget::Budget;
    use std::collections::HashSet;

    /// The rare indices some pair of common heaps excludes at a heap, by the rules.
    fn excluded<T: Cell>(core: &Core<T>, n: u64) -> HashSet<u32> {
        let mut found = HashSet::new();
        for m in &core.rules.splittings {
            for part in (1..n).filter(|&part| !core.is_rare(part)) {
                if let Some(other) = m.other(n, part).filter(|&o| o > 0 && !core.is_rare(o)) {
                    let [a, b] = [part, other].map(|heap| core.cells.get(heap).unwrap().get());
                    found.insert(a ^ b);
                }
            }
        }
        found
    }

    /// Rows, likely parts and first parts leave open all that no pair excludes, and of the rest nearly
    /// nothing; also at cells that are too large.
    fn leaves_what_no_pair_excludes<T: Cell>(core: &mut Core<T>, kernel: Kernel, likely: bool) {
        let (from, to) = (core.len() - 300, core.len());
        // Larger than the value is.
        for heap in [from + 7, from + 150, to - 1] {
            let at = (heap - core.cells.base()) as usize;
            let cell = core.cells.window()[at].get();
            core.cells.window_mut()[at] = T::new((cell + 600).min(T::SIZE - 1));
        }
        let mut check = RareCheck::new(kernel);
        // Whatever would be chosen.
        let reach = if likely { Reach::long(from, 1 << 24) } else { Reach::NEAR };
        check.plan = RowsPlan::new(core, from, reach).map(Method::Rows);
        check.plan_at = u64::MAX;
        check.likely = check.likely_parts(&core.view());
        assert!(check.ready(core, from));
        assert_eq!(check.likely.is_some(), likely);
        let (left, _) = check.stretch(core, from, to);
        let (mut open, mut spared, mut missed) = (0, 0, 0);
        for heap in
            (from..to).filter(|&n| n % 16 == 0 || [from + 7, from + 150, to - 1].contains(&n))
        {
            let by_pairs = excluded(core, heap);
            let limit = core.space.rares_below(heap, core.cells.get(heap).unwrap().get());
            for index in 0..limit {
                let is_left = left.contains(&Leftover { heap, index });
                if by_pairs.contains(&index) {
                    spared += u32::from(!is_left);
                    missed += u32::from(is_left);
                } else {
                    open += 1;
                    assert!(is_left, "{kernel}: {index} is excluded at {heap}, but not by a pair");
                }
            }
        }
        assert!(open > 100 && spared > 50 && missed < 20, "{open} {spared} {missed}");
        // Likely parts alone exclude nothing that pairs do not.
        let Some(lists) = &check.likely else { return };
        let mut left = Vec::new();
        open_all(&core.view(), from, to, &mut left);
        let all = left.len();
        lists.exclude(&core.view(), from, &mut left, &mut LanesByIndex::default());
        assert!(left.len() < all, "{kernel}");
        for heap in [from, from + 7, from + 150, to - 1] {
            let by_pairs = excluded(core, heap);
            let limit = core.space.rares_below(heap, core.cells.get(heap).unwrap().get());
            for index in (0..limit).filter(|index| !by_pairs.contains(index)) {
                assert!(left.contains(&Leftover { heap, index }), "{kernel} {heap} {index}");
            }
        }
    }

    #[test]
    fn all_that_no_pair_excludes_is_left() {
        let budget = Budget::unlimited();
        for kernel in Kernel::available() {
            for (game, to, likely) in [("0.5046", 60_000, true), ("0.16", 30_000, false)] {
                let mut engine =
                    SparseEngine::new(&octal(game), SparseSettings::default(), &budget).unwrap();
                engine.advance(to, &budget).unwrap();
                match &mut engine.width {
                    Width::Narrow(core) => leaves_what_no_pair_excludes(core, kernel, likely),
                    Width::Wide(core) => leaves_what_no_pair_excludes(core, kernel, likely),
                }
            }
        }
    }

    /// Long rows are for games whose marks leave much: not as long as marks serve, nor where too little is
    /// kept for rows.
    #[test]
    fn marks_that_leave_much_are_replaced_by_rows() {
        if Kernel::best() == Kernel::SCALAR {
            return;
        }
        let budget = Budget::unlimited();
        let mut engine =
            SparseEngine::new(&octal("0.744"), SparseSettings::default(), &budget).unwrap();
        engine.advance(100_000, &budget).unwrap();
        let Width::Wide(core) = &engine.width else { panic!("bytes are not enough") };
        let mut marking = Marking::<WideTap>::plan(core, 100_000, false).unwrap();
        let reach = Reach::long(100_000, 1 << 24);
        assert!(!leaves_much(&marking, core, 100_000, reach));
        assert!(matches!(Method::plan(core, 100_000, false), Some(Method::Wide(_))));
        marking.lists.iter_mut().for_each(|list| list.0.clear());
        assert!(leaves_much(&marking, core, 100_000, reach));
        assert!(!leaves_much(&marking, core, 40_000, reach));
        // More targets than lists are made for.
        assert!(RowsPlan::new(core, 100_000, reach).is_some());
        assert!(RowsPlan::new(core, 100_000, Reach { targets: 100, ..reach }).is_none());
    }
}
