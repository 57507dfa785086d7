//! Long runs with a sparse space, cut at their snapshots: 32 segments side by side on each core.
//!
//! The theorem is the plain checker's (`sparse-window`), and so are its hypotheses; its statement
//! is there. What differs is how values are computed again. The plain checker goes through the run
//! from its first heap on. Here every snapshot of the certificate begins a segment, which has to end
//! with the values of the next snapshot: then, by induction on the segments, each snapshot holds
//! what it says, and (2) was seen at every heap. No value is held longer than a window.
//!
//! With m the mask and b its lowest bit, the index of a value is the value without the bit b. At a
//! heap the common values have one index each, in order, and so have the rare ones; the index of a
//! nim-sum is the nim-sum of the indices. A cell is the set of one index, 16 bits. Cells of 32
//! segments are one row; what is done with a row is the same for all of them.

use sprague_budget::{Budget, Progress};
use sprague_certificate::{Regularity, Snapshot, SparseWindow, decode_values};
use sprague_checker::theorem::{add, mul};
use sprague_checker::{Condition, Heaps, Rejection, Rules, Step};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Segments side by side.
const LANES: usize = 32;
/// Values have indices below this.
const INDICES: usize = 16;
/// Steps between two looks at what was computed.
const BLOCK: u64 = 8192;
/// Values compared to show that a divisor of the period is no period.
const COMPARED: u64 = 4096;

/// A cell for each segment.
type Row = [u16; LANES];

fn hypothesis(reason: impl Into<String>) -> Rejection {
    Rejection::new(Step::Hypothesis, reason)
}

/// The moves, as the plain checker asks for them.
struct Moves {
    all: Vec<u64>,
    take: Vec<u64>,
    split: Vec<u64>,
    reach: u64,
}

impl Moves {
    fn read(rules: &Rules) -> Result<Self, Rejection> {
        let mut moves = Self { all: vec![], take: vec![], split: vec![], reach: 0 };
        let list =
            rules.moves().ok_or_else(|| hypothesis(format!("{rules} is no list of moves")))?;
        for m in list {
            let take = u64::try_from(m.takes.first).ok();
            let take = take.filter(|_| m.takes.last == Some(m.takes.first) && m.smallest <= 1);
            let (heaps, any) = (m.heaps, m.condition == Condition::Any);
            match (take, heaps) {
                (Some(take), Heaps::Exactly(0)) => moves.all.push(take),
                (Some(take), Heaps::Exactly(1)) => moves.take.push(take),
                (Some(take), Heaps::Exactly(2)) if any => moves.split.push(take),
                _ => {
                    let what = "has a move that takes no fixed number, leaves more than two heaps, \
                                or has a condition";
                    return Err(hypothesis(format!("{rules} {what}")));
                }
            }
            moves.reach = moves.reach.max(take.unwrap_or(0));
        }
        if moves.split.is_empty() {
            return Err(hypothesis(format!("{rules} has no splitting move")));
        }
        Ok(moves)
    }

    /// G(0), .., G(until - 1) by the definition.
    fn first_values(&self, until: usize, budget: &Budget) -> Result<Vec<u32>, Rejection> {
        let mut g: Vec<u32> = Vec::with_capacity(until);
        // The heap for which a value was last found excluded.
        let mut seen: Vec<usize> = vec![usize::MAX; 64];
        for n in 0..until {
            budget.go_on()?;
            let mut exclude = |value: u32| {
                let value = value as usize;
                if value >= seen.len() {
                    seen.resize(2 * value, usize::MAX);
                }
                seen[value] = n;
            };
            if n > 0 && self.all.contains(&(n as u64)) {
                exclude(0);
            }
            for &u in self.take.iter().filter(|&&u| 0 < u && u < n as u64) {
                exclude(g[n - u as usize]);
            }
            for &k in self.split.iter().filter(|&&k| k + 2 <= n as u64) {
                let rest = n - k as usize;
                for i in 1..=rest / 2 {
                    exclude(g[i] ^ g[rest - i]);
                }
            }
            g.push(seen.iter().take_while(|&&at| at == n).count() as u32);
        }
        Ok(g)
    }
}

/// Which values are rare at which heaps, and their indices.
#[derive(Clone, Copy)]
struct Class {
    mask: u32,
    /// 1 where the parity of the heap counts.
    position: u32,
    offset: u32,
    /// The lowest bit of the mask.
    low: u32,
}

impl Class {
    fn new(moves: &Moves, evidence: &SparseWindow) -> Result<Self, Rejection> {
        let parity = moves.split[0] % 2;
        let position = u32::from(evidence.position_parity);
        if position == 1 && moves.split.iter().any(|k| k % 2 != parity) {
            return Err(hypothesis("position parity needs splitting takes of one parity"));
        }
        let (mask, offset) = (evidence.mask, position * parity as u32);
        let low = mask.trailing_zeros();
        if low > 3 {
            return Err(Rejection::new(Step::Limit, "the mask has no bit among the lowest four"));
        }
        Ok(Self { mask, position, offset, low })
    }

    fn is_rare(self, n: u64, value: u32) -> bool {
        ((value & self.mask).count_ones() + self.position * (n as u32 & 1) + self.offset)
            .is_multiple_of(2)
    }

    fn index(self, value: u32) -> usize {
        ((value >> (self.low + 1) << self.low) | (value & ((1 << self.low) - 1))) as usize
    }

    /// The value with this index whose bit b is 0.
    fn plain(self, index: usize) -> u32 {
        let index = index as u32;
        (index >> self.low << (self.low + 1)) | (index & ((1 << self.low) - 1))
    }

    /// The common value with this index at n.
    fn common(self, n: u64, index: usize) -> u32 {
        let value = self.plain(index);
        if self.is_rare(n, value) { value | 1 << self.low } else { value }
    }

    /// The cell of a common value at n.
    fn cell(self, n: u64, value: u32) -> Option<u16> {
        let index = self.index(value);
        (index < INDICES && !self.is_rare(n, value)).then(|| 1 << index)
    }

    /// The indices whose rare value at n is less than the common one with the same index: its bit b
    /// is 0.
    fn rare_first(self, n: u64) -> u16 {
        (0..INDICES).filter(|&i| self.is_rare(n, self.plain(i))).fold(0, |set, i| set | 1 << i)
    }

    /// The heaps of a block of indices have the same bits above b; its first index, in every block.
    fn bases(self) -> u16 {
        (0..INDICES).step_by(1 << self.low).fold(0, |set, i| set | 1 << i)
    }
}

/// The indices of the rare values below the common value of a cell. Above b the bits of the index
/// decide; where they agree, the bit b does, which is 0 for all rare values of the block or for none.
#[inline]
fn rare_below(cell: u16, low: u32, bases: u16, rare_first: u16) -> u16 {
    let mut down = cell;
    for i in 0..low {
        down |= down >> (1 << i);
    }
    let base = down & bases;
    let block = (base << (1 << low)).wrapping_sub(base);
    base.wrapping_sub(1) | (block & rare_first)
}

/// The set of all i xor w, i in the set.
#[inline]
fn nim_add(mut set: u16, w: usize) -> u16 {
    if w & 1 != 0 {
        set = (set & 0x5555) << 1 | (set >> 1 & 0x5555);
    }
    if w & 2 != 0 {
        set = (set & 0x3333) << 2 | (set >> 2 & 0x3333);
    }
    if w & 4 != 0 {
        set = (set & 0x0f0f) << 4 | (set >> 4 & 0x0f0f);
    }
    if w & 8 != 0 {
        set = set.rotate_left(8);
    }
    set
}

/// Moves to a heap with this index and another one: by how much that is smaller than the heap moved in.
struct Group {
    w: usize,
    distances: Vec<usize>,
}

fn grouped(pairs: impl IntoIterator<Item = (usize, usize)>) -> Vec<Group> {
    let mut groups: Vec<Group> = (0..INDICES).map(|w| Group { w, distances: vec![] }).collect();
    for (w, distance) in pairs {
        groups[w].distances.push(distance);
    }
    groups.retain(|group| !group.distances.is_empty());
    groups
}

/// What is computed, and what of it is compared in the end.
struct Check<'a> {
    class: Class,
    /// Takes that leave a heap whose value is common, and rare, at the heap moved in.
    takes: [Vec<usize>; 2],
    taps: Vec<Group>,
    helpers: Vec<Group>,
    /// The index of every common heap to B, in order.
    smaller: Vec<(usize, usize)>,
    window: usize,
    /// Stretches of values that are kept.
    wanted: &'a [(u64, u64)],
    budget: &'a Budget,
    done: AtomicU64,
    end: u64,
}

/// From the window before `from` to the one before `to`.
struct Segment<'a> {
    from: u64,
    to: u64,
    window: Vec<u32>,
    /// What has to come out; nothing for the last segment.
    then: Option<&'a Snapshot>,
}

/// Verifies a certificate of the theorem `sparse-window` with snapshots, segment by segment; how many
/// values were computed.
pub(crate) fn verify(
    rules: &Rules,
    claim: Regularity,
    evidence: &SparseWindow,
    budget: &Budget,
) -> Result<u64, Rejection> {
    if claim.saltus != 0 {
        return Err(Rejection::new(Step::Claim, "this theorem proves periodic sequences only"));
    }
    let moves = Moves::read(rules)?;
    let class = Class::new(&moves, evidence)?;
    let (a, p, helper) = (evidence.window_from, claim.period, evidence.helper);
    if evidence.position_parity && p % 2 == 1 {
        return Err(hypothesis(format!("(3): the period {p} is odd, but the classes alternate")));
    }
    let last_rare = evidence.rares.last().copied().unwrap_or(0);
    let large = last_rare.max(helper);
    let w = add(large, moves.reach)?;
    if a <= w {
        return Err(hypothesis(format!("the window starts at {a}, it must start beyond W = {w}")));
    }
    if claim.preperiod != a {
        return Err(Rejection::new(Step::Limit, "the window does not start at the preperiod"));
    }
    let from = evidence.sparse_from;
    let least = add(mul(2, large)?, add(moves.reach, 1)?)?;
    if from < least {
        return Err(hypothesis(format!("sparse_from is {from}, it must be at least {least}")));
    }
    let until = add(a, w)?;
    let end = add(until, p)?;
    if until < from {
        return Err(hypothesis(format!("the window ends at {until}, before sparse_from")));
    }
    budget.allow_steps(end)?;
    budget.allow_bytes(mul(from, 4)?)?;
    let short = from.max(w) <= 1 << 20;
    if !short {
        return Err(Rejection::new(Step::Limit, "the window has more than a million values"));
    }
    let first = moves.first_values(from as usize, budget)?;
    let rares: Vec<u64> =
        (1..).zip(&first[1..]).filter(|&(n, &v)| class.is_rare(n, v)).map(|r| r.0).collect();
    if rares != evidence.rares {
        return Err(hypothesis("the rare positions are not the listed ones"));
    }

    // What is compared: the windows, the heap before each of them, and for every prime factor q of p
    // a stretch behind a + p/q.
    let factors = prime_factors(p);
    let mut wanted = vec![(a - 1, until), (a - 1 + p, end)];
    wanted.extend(factors.iter().map(|q| (a + p / q, (a + p / q + COMPARED).min(end))));

    let segments = segments(evidence, class, w as usize, &first, end)?;
    let check =
        Check::new(&moves, class, evidence, &first, &segments, w as usize, &wanted, budget, end);
    let kept = check.run(&segments)?;
    let kept = |n: u64| -> Option<u32> {
        if n < from {
            return first.get(n as usize).copied();
        }
        kept.iter()
            .find(|(at, values)| (*at..at + values.len() as u64).contains(&n))
            .map(|(at, values)| values[(n - at) as usize])
    };
    let value =
        |n: u64| kept(n).ok_or_else(|| Rejection::new(Step::Limit, format!("G({n}) was not kept")));
    for n in a..until {
        let (now, later) = (value(n)?, value(n + p)?);
        if now != later {
            let reason = format!("G({}) = {later}, but G({n}) = {now}", n + p);
            return Err(Rejection::new(Step::Window, reason));
        }
    }
    // The rest is that of the plain checker: given the period, the least one divides it.
    if value(a - 1)? == value(a - 1 + p)? {
        let reason = format!("the preperiod is not the least: {} would do", a - 1);
        return Err(Rejection::new(Step::Minimality, reason));
    }
    for q in factors {
        let shorter = p / q;
        let differs = (a..until.min(a + COMPARED)).any(|n| {
            let (now, later) = (kept(n), kept(n + shorter));
            now.is_some() && later.is_some() && now != later
        });
        if !differs {
            let reason = format!("it is not shown that {shorter} is no period");
            return Err(Rejection::new(Step::Minimality, reason));
        }
    }
    Ok(end)
}

/// The segments, the longest first.
fn segments<'a>(
    evidence: &'a SparseWindow,
    class: Class,
    window: usize,
    first: &[u32],
    end: u64,
) -> Result<Vec<Segment<'a>>, Rejection> {
    let bad = |snapshot: &Snapshot, reason: &str| {
        Rejection::new(Step::Snapshot, format!("the snapshot before {} {reason}", snapshot.before))
    };
    let mut segments: Vec<Segment<'_>> = Vec::new();
    let mut from = evidence.sparse_from;
    let mut values = first[first.len() - window..].to_vec();
    for snapshot in &evidence.snapshots {
        let to = snapshot.before;
        if to < from.saturating_add(window as u64) || to > end {
            return Err(bad(snapshot, "is out of place or less than W behind the last"));
        }
        if to % 2 != evidence.sparse_from % 2 {
            return Err(Rejection::new(Step::Limit, "snapshots at odd and at even heaps"));
        }
        let claimed = decode_values(&snapshot.values).filter(|claimed| claimed.len() == window);
        let claimed =
            claimed.ok_or_else(|| bad(snapshot, &format!("does not hold {window} values")))?;
        segments.push(Segment { from, to, window: values, then: Some(snapshot) });
        (from, values) = (to, claimed);
    }
    segments.push(Segment { from, to: end, window: values, then: None });
    for segment in &segments {
        let start = segment.from - window as u64;
        let odd = (start..).zip(&segment.window).find(|&(n, &v)| class.cell(n, v).is_none());
        if let Some((n, value)) = odd {
            let reason = format!("G({n}) = {value} is rare, or above what is checked here");
            return Err(Rejection::new(Step::Snapshot, reason));
        }
    }
    segments.sort_by_key(|segment| std::cmp::Reverse(segment.to - segment.from));
    Ok(segments)
}

/// Values that were kept, and the heap of the first.
type Kept = Vec<(u64, Vec<u32>)>;

impl<'a> Check<'a> {
    #[allow(clippy::too_many_arguments)]
    fn new(
        moves: &Moves,
        class: Class,
        evidence: &SparseWindow,
        first: &[u32],
        segments: &[Segment<'_>],
        window: usize,
        wanted: &'a [(u64, u64)],
        budget: &'a Budget,
        end: u64,
    ) -> Self {
        let index = |n: u64| class.index(first[n as usize]);
        let pairs = |heaps: &[u64]| -> Vec<(usize, usize)> {
            let of = |&n: &u64| moves.split.iter().map(move |k| (index(n), (k + n) as usize));
            heaps.iter().flat_map(of).collect()
        };
        let common: Vec<u64> =
            (1..=evidence.helper).filter(|&n| class.cell(n, first[n as usize]).is_some()).collect();
        let smaller = pairs(&common);
        // What a take leaves has the class of its own heap.
        let crosses = |u: &&u64| class.position == 1 && **u % 2 == 1;
        let takes = |crossing: bool| -> Vec<usize> {
            let chosen = moves.take.iter().filter(|u| **u > 0 && crosses(u) == crossing);
            chosen.map(|&u| u as usize).collect()
        };
        let takes = [takes(false), takes(true)];
        let helpers = choose(&smaller, class, &takes[1], segments, window);
        let taps = grouped(pairs(&evidence.rares).into_iter().filter(|pair| pair.0 < INDICES));
        let done = AtomicU64::new(0);
        Self { class, takes, taps, helpers, smaller, window, wanted, budget, done, end }
    }

    /// All segments, on every core; the values that are wanted.
    fn run(&self, segments: &[Segment<'_>]) -> Result<Kept, Rejection> {
        let batches: Vec<&[Segment<'_>]> = segments.chunks(LANES).collect();
        let next = AtomicUsize::new(0);
        let result: Mutex<Result<Kept, Rejection>> = Mutex::new(Ok(Vec::new()));
        let work = || {
            while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                let found = self.batch(batch);
                let failed = found.is_err();
                if let Ok(mut result) = result.lock() {
                    match (&mut *result, found) {
                        (Ok(kept), Ok(found)) => kept.extend(found),
                        (Ok(_), Err(rejection)) => *result = Err(rejection),
                        (Err(_), _) => {}
                    }
                }
                if failed {
                    next.store(batches.len(), Ordering::Relaxed);
                }
            }
        };
        let threads = self.budget.thread_count().clamp(1, batches.len());
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        result.into_inner().unwrap_or_else(|_| {
            Err(Rejection::new(Step::Values, "a thread that checked a segment died"))
        })
    }

    /// Up to 32 segments, side by side.
    fn batch(&self, segments: &[Segment<'_>]) -> Result<Kept, Rejection> {
        let size = (self.window + BLOCK as usize + 1).next_power_of_two();
        let (low, bases) = (self.class.low, self.class.bases());
        // All segments start at heaps of one parity.
        let start = segments[0].from;
        let rare_first = [self.class.rare_first(start), self.class.rare_first(start + 1)];
        let mut cells: Vec<Row> = vec![[1; LANES]; size];
        let mut live = [0u16; LANES];
        for (lane, segment) in segments.iter().enumerate() {
            live[lane] = u16::MAX;
            let heaps = segment.from - self.window as u64..;
            for (i, (n, &value)) in heaps.zip(&segment.window).enumerate() {
                let cell = self.class.cell(n, value);
                let bad = || Rejection::new(Step::Snapshot, format!("G({n}) is rare"));
                cells[size - self.window + i][lane] = cell.ok_or_else(bad)?;
            }
        }
        let mut kept = Kept::new();
        let mut at = 0; // steps taken
        while live != [0; LANES] {
            let ends = segments.iter().map(|s| s.to - s.from).filter(|&length| length > at);
            let until = ends.fold(at + BLOCK, u64::min);
            for step in at..until {
                let now = step as usize & (size - 1);
                let row = |distance: usize| &cells[now.wrapping_sub(distance) & (size - 1)];
                let cell = self.step(row, &live, low, bases, rare_first[step as usize % 2]);
                let cell = cell.map_err(|lane| {
                    let n = segments[lane].from + step;
                    hypothesis(format!(
                        "(2): at {n} the value is not below 32, or a rare value below it is not \
                         excluded by a heap of at most B"
                    ))
                })?;
                cells[now] = cell;
            }
            let mut count = 0;
            for (lane, segment) in segments.iter().enumerate().filter(|(lane, _)| live[*lane] != 0)
            {
                count += until - at;
                let here = |n: u64| -> u32 {
                    let cell = cells[n.wrapping_sub(segment.from) as usize & (size - 1)][lane];
                    self.class.common(n, cell.trailing_zeros() as usize)
                };
                let (from, to) = (segment.from + at, segment.from + until);
                for &(first, last) in self.wanted {
                    let (first, last) = (first.max(from), last.min(to));
                    if first < last {
                        kept.push((first, (first..last).map(here).collect()));
                    }
                }
                if let Some(then) = segment.then.filter(|_| to == segment.to) {
                    self.arrived(then, to, |back| here(to - back as u64))?;
                }
            }
            for (lane, segment) in segments.iter().enumerate() {
                if segment.to - segment.from == until {
                    live[lane] = 0;
                }
            }
            at = until;
            let done = self.done.fetch_add(count, Ordering::Relaxed) + count;
            self.budget.report(Progress { done, total: Some(self.end), unit: "heaps" })?;
        }
        Ok(kept)
    }

    /// The segment must have arrived at the snapshot.
    fn arrived(
        &self,
        snapshot: &Snapshot,
        to: u64,
        value: impl Fn(usize) -> u32,
    ) -> Result<(), Rejection> {
        let claimed = decode_values(&snapshot.values).unwrap_or_default();
        let same = claimed.len() == self.window
            && claimed.iter().rev().zip(1..).all(|(&claimed, back)| claimed == value(back));
        if same {
            return Ok(());
        }
        let reason = format!("the snapshot before {to} does not hold the values of the run");
        Err(Rejection::new(Step::Snapshot, reason))
    }

    /// The next cell of every segment; the segment for which (2) fails.
    #[inline]
    fn step<'r>(
        &self,
        row: impl Fn(usize) -> &'r Row,
        live: &Row,
        low: u32,
        bases: u16,
        rare_first: u16,
    ) -> Result<Row, usize> {
        let mut excluded = [0u16; LANES];
        gather(&mut excluded, &row, &self.takes[0], 0);
        for Group { w, distances } in &self.taps {
            gather(&mut excluded, &row, distances, *w);
        }
        let mut found = [0u16; LANES];
        gather(&mut found, &row, &self.takes[1], 0);
        for Group { w, distances } in &self.helpers {
            gather(&mut found, &row, distances, *w);
        }
        let mut cell = [0u16; LANES];
        let mut open = [0u16; LANES];
        let mut wrong = 0;
        for i in 0..LANES {
            let e = excluded[i];
            cell[i] = !e & e.wrapping_add(1);
            open[i] = rare_below(cell[i], low, bases, rare_first) & !found[i] & live[i];
            wrong |= open[i] | (u16::from(cell[i] == 0) & live[i]);
        }
        if wrong != 0 {
            for lane in 0..LANES {
                if (live[lane] != 0 && cell[lane] == 0)
                    || !self.excluded(open[lane], |d| row(d)[lane])
                {
                    return Err(lane);
                }
            }
        }
        Ok(cell)
    }

    /// Whether these rare indices are excluded by pairs with a heap of at most B.
    fn excluded(&self, mut open: u16, cell: impl Fn(usize) -> u16) -> bool {
        for &(w, distance) in &self.smaller {
            if open == 0 {
                break;
            }
            open &= !nim_add(cell(distance), w);
        }
        open == 0
    }
}

/// Adds the nim-sums of w and the cells at these distances.
#[inline]
fn gather<'r>(into: &mut Row, row: &impl Fn(usize) -> &'r Row, distances: &[usize], w: usize) {
    let mut sum = [0u16; LANES];
    for &distance in distances {
        let other = row(distance);
        for i in 0..LANES {
            sum[i] |= other[i];
        }
    }
    for i in 0..LANES {
        into[i] |= nim_add(sum[i], w);
    }
}

/// The most helpers, and among how many heaps they are looked for.
const HELPERS: usize = 96;
const CANDIDATES: usize = 1024;

/// Pairs that exclude most rare values in the windows of the segments: a guess, which only decides how
/// often all pairs have to be looked through.
fn choose(
    smaller: &[(usize, usize)],
    class: Class,
    crossing: &[usize],
    segments: &[Segment<'_>],
    window: usize,
) -> Vec<Group> {
    let candidates = &smaller[..smaller.len().min(CANDIDATES)];
    let far = candidates.iter().map(|pair| pair.1).max().unwrap_or(0);
    let far = crossing.iter().copied().fold(far, usize::max);
    let (low, bases) = (class.low, class.bases());
    // The cells before a heap of the sample, and what is open there.
    let mut samples: Vec<(&[u32], u64, u16)> = Vec::new();
    for segment in segments.iter().step_by((segments.len() / 16).max(1)) {
        for end in (far + 1..=window).rev().step_by(5).take(64) {
            let n = segment.from - (window - end) as u64 - 1;
            let known = &segment.window[..end];
            let Some(cell) = class.cell(n, known[end - 1]) else { continue };
            let before = &known[..end - 1];
            let at = |d: usize| 1u16 << (class.index(before[before.len() - d]) % INDICES);
            let taken = crossing.iter().fold(0, |set, &u| set | at(u));
            samples.push((before, n, rare_below(cell, low, bases, class.rare_first(n)) & !taken));
        }
    }
    let mut chosen = Vec::new();
    let mut used = [false; INDICES];
    while chosen.len() < HELPERS {
        let gain = |&(w, d): &(usize, usize)| {
            let hits = samples.iter().filter(|(before, _, open)| {
                let index = class.index(before[before.len() - d]) ^ w;
                index < INDICES && open & 1 << index != 0
            });
            hits.count() as f64 / if used[w] { 1.0 } else { 6.0 }
        };
        let best = candidates.iter().map(|pair| (gain(pair), pair));
        let Some((gain, &(w, d))) = best.max_by(|x, y| x.0.total_cmp(&y.0)) else { break };
        if gain * 2000.0 < samples.len() as f64 {
            break;
        }
        used[w] = true;
        chosen.push((w, d));
        for (before, _, open) in &mut samples {
            *open &= !(1u32 << (class.index(before[before.len() - d]) ^ w)) as u16;
        }
    }
    grouped(chosen)
}

/// The prime factors of n, each once.
fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut factors = Vec::new();
    let mut q = 2;
    while q <= n / q {
        if n.is_multiple_of(q) {
            factors.push(q);
            while n.is_multiple_of(q) {
                n /= q;
            }
        }
        q += 1;
    }
    if n > 1 {
        factors.push(n);
    }
    factors
}
