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
//! nim-sum is the nim-sum of the indices. 64 segments go side by side: of their values at one step a
//! row has for every index the set of segments with it, a word of 64 bits. What is done with a word is
//! the same for all of them.
//!
//! The values of a block of steps follow from the rare heaps alone. Then (2) is looked at for the whole
//! block: for every rare index j the words of the segments whose value is above it, and pairs with a
//! fixed smaller heap of index w, which take out those where the other heap has the index j xor w. For
//! a stretch of steps these are words that lie one behind the other. What no chosen pair takes out is
//! looked for among all pairs.

// What is called for every step has to be compiled for the vectors of its caller.
#![allow(clippy::inline_always)]

use sprague_budget::{Budget, Progress};
use sprague_certificate::{Regularity, Snapshot, SparseWindow, decode_values};
use sprague_checker::theorem::{add, mul};
use sprague_checker::{Condition, Heaps, Rejection, Rules, Step};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Segments side by side: the bits of a word.
const LANES: usize = 64;
/// Values have indices below this.
const INDICES: usize = 16;
/// Steps between two looks at what was computed.
const BLOCK: usize = 2048;
/// Steps of a block for which pairs are looked through together.
const STRETCH: usize = 512;
/// Steps before a block whose words are kept by index: how far chosen pairs reach.
const BEHIND: usize = 2048;
/// Values compared to show that a divisor of the period is no period.
const COMPARED: u64 = 4096;

/// By index, the segments whose value has it.
type Row = [u64; INDICES];

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

    /// The index of a common value at n, if it is below 16.
    fn common_index(self, n: u64, value: u32) -> Option<usize> {
        let index = self.index(value);
        (index < INDICES && !self.is_rare(n, value)).then_some(index)
    }

    /// The rare value with index j is below the common values at n from this index on. The bits above
    /// b decide: they are those of the index; where they agree, the bit b does, and the values that agree
    /// in them are rare and have it for all indices or for none.
    fn first_above(self, n: u64, j: usize) -> usize {
        let block = j >> self.low;
        let rare_first = self.is_rare(n, self.plain(j));
        (if rare_first { block } else { block + 1 }) << self.low
    }
}

/// Moves to a rare heap and another one, by the index of the rare one: by how much the other is smaller
/// than the heap moved in.
struct Taps {
    distances: Vec<(usize, Vec<usize>)>,
    /// How all of them are united: what stands at an index goes to the index without this bit, where
    /// something is already or not.
    exchanges: Vec<(usize, usize, bool)>,
}

impl Taps {
    fn new(pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut distances: Vec<(usize, Vec<usize>)> = (0..INDICES).map(|w| (w, vec![])).collect();
        for (w, distance) in pairs {
            distances[w].1.push(distance);
        }
        let mut there: Vec<bool> = distances.iter().map(|d| !d.1.is_empty()).collect();
        there[0] = true;
        let mut exchanges = Vec::new();
        for bit in [8, 4, 2, 1] {
            for w in 0..bit {
                if there[w + bit] {
                    exchanges.push((w + bit, bit, there[w]));
                    there[w] = true;
                }
            }
        }
        distances.retain(|(w, distances)| *w == 0 || !distances.is_empty());
        Self { distances, exchanges }
    }

    /// The indices of all nim-sums. `sums` is what is known of each index of a rare heap.
    #[inline(always)]
    fn gather<'r>(&self, row: impl Fn(usize) -> &'r Row, sums: &mut [Row; INDICES]) -> Row {
        for (w, distances) in &self.distances {
            let mut sum = [0; INDICES];
            for &distance in distances {
                let other = row(distance);
                (0..INDICES).for_each(|i| sum[i] |= other[i]);
            }
            sums[*w] = sum;
        }
        for &(from, bit, there) in &self.exchanges {
            let mut sum = if there { sums[from - bit] } else { [0; INDICES] };
            let other = &sums[from];
            match bit {
                1 => (0..INDICES).for_each(|i| sum[i] |= other[i ^ 1]),
                2 => (0..INDICES).for_each(|i| sum[i] |= other[i ^ 2]),
                4 => (0..INDICES).for_each(|i| sum[i] |= other[i ^ 4]),
                _ => (0..INDICES).for_each(|i| sum[i] |= other[i ^ 8]),
            }
            sums[from - bit] = sum;
        }
        sums[0]
    }
}

/// What is computed, and what of it is compared in the end.
struct Check<'a> {
    class: Class,
    /// Of moves to one rare heap and another one, and of takes that leave a heap whose value is common
    /// at the heap moved in.
    taps: Taps,
    /// Takes that leave a heap whose value is rare at the heap moved in.
    crossing: Vec<usize>,
    /// For every rare index pairs that take out most.
    helpers: Vec<Vec<(usize, usize)>>,
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
        Check::new(&moves, class, evidence, &first, &segments, w as usize, &wanted, budget, end)?;
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
        let odd =
            (start..).zip(&segment.window).find(|&(n, &v)| class.common_index(n, v).is_none());
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
    ) -> Result<Self, Rejection> {
        let index = |n: u64| class.index(first[n as usize]);
        let pairs = |heaps: &[u64]| -> Vec<(usize, usize)> {
            let of = |&n: &u64| moves.split.iter().map(move |k| (index(n), (k + n) as usize));
            heaps.iter().flat_map(of).collect()
        };
        let is_common = |n: &u64| class.common_index(*n, first[*n as usize]).is_some();
        let common: Vec<u64> = (1..=evidence.helper).filter(is_common).collect();
        let smaller = pairs(&common);
        // What a take leaves has the class of its own heap.
        let crosses = |u: &u64| class.position == 1 && u % 2 == 1;
        let takes = moves.take.iter().copied().filter(|&u| u > 0);
        let (crossing, plain): (Vec<u64>, Vec<u64>) = takes.partition(crosses);
        let crossing: Vec<usize> = crossing.into_iter().map(|u| u as usize).collect();
        if crossing.iter().any(|&u| u > BEHIND) {
            let reason = format!("a move takes more than {BEHIND} and leaves a heap");
            return Err(Rejection::new(Step::Limit, reason));
        }
        let helpers = choose(&smaller, class, &crossing, segments, window);
        let taps = pairs(&evidence.rares).into_iter().filter(|pair| pair.0 < INDICES);
        let taps = Taps::new(taps.chain(plain.into_iter().map(|u| (0, u as usize))));
        let done = AtomicU64::new(0);
        Ok(Self { class, taps, crossing, helpers, smaller, window, wanted, budget, done, end })
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

    /// Up to 64 segments, side by side, with the widest vectors of this machine.
    fn batch(&self, segments: &[Segment<'_>]) -> Result<Kept, Rejection> {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
                // SAFETY: the machine has the instructions that the function is compiled for.
                #[allow(unsafe_code)]
                return unsafe { self.batch_avx512(segments) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the machine has the instructions that the function is compiled for.
                #[allow(unsafe_code)]
                return unsafe { self.batch_avx2(segments) };
            }
        }
        self.batch_by_any(segments)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl")]
    fn batch_avx512(&self, segments: &[Segment<'_>]) -> Result<Kept, Rejection> {
        self.batch_by_any(segments)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn batch_avx2(&self, segments: &[Segment<'_>]) -> Result<Kept, Rejection> {
        self.batch_by_any(segments)
    }

    /// The same with whatever instructions it is compiled for: safe code throughout.
    #[inline(always)]
    fn batch_by_any(&self, segments: &[Segment<'_>]) -> Result<Kept, Rejection> {
        let mut run = Run::new(self, segments);
        let mut kept = Kept::new();
        let mut at = 0; // steps taken
        while run.live != 0 {
            let ends = segments.iter().map(|s| s.to - s.from).filter(|&length| length > at);
            let until = ends.fold(at + BLOCK as u64, u64::min);
            let steps = (until - at) as usize;
            if let Some((lane, step)) = run.block(self, at, steps) {
                let n = segments[lane].from + step;
                return Err(hypothesis(format!(
                    "(2): at {n} the value is not below 32, or a rare value below it is not excluded by \
                     a heap of at most B"
                )));
            }
            let mut count = 0;
            for (lane, segment) in segments.iter().enumerate() {
                if segment.to - segment.from <= at {
                    continue;
                }
                count += until - at;
                let here = |n: u64| run.value(self.class, n, n.wrapping_sub(segment.from), lane);
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
                    run.live &= !(1 << lane);
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
}

/// The way of up to 64 segments.
struct Run {
    /// The segments that have not ended.
    live: u64,
    /// What is known of the last steps; a step stands at its number modulo the length, a power of two.
    rows: Vec<Row>,
    /// The same by index, from [`BEHIND`] steps before the block on.
    words: Vec<[u64; BEHIND + BLOCK]>,
    /// For every rare index the segments whose value is above it, step by step.
    need: Vec<[u64; BLOCK]>,
    /// [`Class::first_above`] at even steps and at odd ones.
    first_above: [[usize; INDICES]; 2],
}

impl Run {
    /// The segments before their first step, all of which begin at heaps of one parity.
    #[allow(clippy::large_stack_arrays)] // 32 kB, once
    fn new(check: &Check<'_>, segments: &[Segment<'_>]) -> Self {
        let size = (check.window + BLOCK + 1).next_power_of_two();
        let mut rows = vec![[0; INDICES]; size];
        let mut live = 0;
        for (lane, segment) in segments.iter().enumerate() {
            live |= 1 << lane;
            let heaps = segment.from - check.window as u64..;
            for (row, (n, &value)) in
                rows[size - check.window..].iter_mut().zip(heaps.zip(&segment.window))
            {
                // Whether there is an index was asked when the segments were made.
                if let Some(index) = check.class.common_index(n, value) {
                    row[index] |= 1 << lane;
                }
            }
        }
        let mut words = vec![[0; BEHIND + BLOCK]; INDICES];
        for back in 1..=BEHIND.min(check.window) {
            for (words, word) in words.iter_mut().zip(rows[size - back]) {
                words[BEHIND - back] = word;
            }
        }
        let start = segments[0].from;
        let first_above = [start, start + 1]
            .map(|n| std::array::from_fn(|j| check.class.first_above(n, j).min(INDICES)));
        Self { live, rows, words, need: vec![[0; BLOCK]; INDICES], first_above }
    }

    /// The next steps, at most [`BLOCK`]. A segment and a step where (2) fails or a value is not below 32.
    #[inline(always)]
    fn block(&mut self, check: &Check<'_>, at: u64, steps: usize) -> Option<(usize, u64)> {
        let steps = steps.min(BLOCK);
        if let Some((lane, step)) = self.values(check, at, steps) {
            return Some((lane, at + step as u64));
        }
        for from in (0..steps).step_by(STRETCH) {
            let to = (from + STRETCH).min(steps);
            for j in 0..INDICES {
                if !self.take_out(check, j, from, to) {
                    continue;
                }
                for first in (from..to).step_by(16) {
                    let steps = first..(first + 16).min(to);
                    if self.need[j][steps.clone()].iter().fold(0, |all, open| all | open) == 0 {
                        continue;
                    }
                    for step in steps {
                        let open = self.need[j][step];
                        if open != 0
                            && let Some(lane) = self.not_excluded(check, j, at + step as u64, open)
                        {
                            return Some((lane, at + step as u64));
                        }
                    }
                }
            }
        }
        for words in &mut self.words {
            words.copy_within(steps..steps + BEHIND, 0);
        }
        None
    }

    /// The values of a block. A segment and a step whose value is not below 32.
    #[inline(always)]
    fn values(&mut self, check: &Check<'_>, at: u64, steps: usize) -> Option<(usize, usize)> {
        let Self { live, rows, words, need, first_above } = self;
        let last = rows.len() - 1;
        let (Ok(words), Ok(need)) = (
            <&mut [[u64; BEHIND + BLOCK]; INDICES]>::try_from(&mut words[..]),
            <&mut [[u64; BLOCK]; INDICES]>::try_from(&mut need[..]),
        ) else {
            return Some((0, 0));
        };
        let mut sums = [[0; INDICES]; INDICES];
        for step in 0..steps.min(BLOCK) {
            let now = (at as usize).wrapping_add(step);
            let row = |distance: usize| &rows[now.wrapping_sub(distance) & last];
            let excluded = check.taps.gather(row, &mut sums);
            // The segments whose value has this index or a greater one.
            let mut from = [0; INDICES + 1];
            from[0] = u64::MAX;
            let mut cell = [0; INDICES];
            for i in 0..INDICES {
                cell[i] = from[i] & !excluded[i];
                from[i + 1] = from[i] & excluded[i];
            }
            let above = from[INDICES] & *live;
            if above != 0 {
                return Some((above.trailing_zeros() as usize, step));
            }
            rows[now & last] = cell;
            let first = &first_above[now % 2];
            for i in 0..INDICES {
                words[i][BEHIND + step] = cell[i];
                need[i][step] = from[first[i].min(INDICES)] & *live;
            }
        }
        None
    }

    /// Takes out, for a stretch, what moves to one heap and chosen pairs exclude of the index j; whether
    /// something may be left.
    #[inline(always)]
    fn take_out(&mut self, check: &Check<'_>, j: usize, from: usize, to: usize) -> bool {
        let need = &mut self.need[j][from..to];
        let moves = check.crossing.iter().map(|&u| (0, u));
        for (w, distance) in moves.chain(check.helpers[j].iter().copied()) {
            let begin = BEHIND + from - distance;
            let words = &self.words[(j ^ w) % INDICES][begin..begin + need.len()];
            let mut left = 0;
            for (need, word) in need.iter_mut().zip(words) {
                *need &= !word;
                left |= *need;
            }
            if left == 0 {
                return false;
            }
        }
        true
    }

    /// Of the open segments one for which no pair with a heap of at most B excludes the rare index j.
    #[inline(never)]
    fn not_excluded(&self, check: &Check<'_>, j: usize, step: u64, open: u64) -> Option<usize> {
        let mut open = open;
        for &(w, distance) in &check.smaller {
            open &= !self.row(step.wrapping_sub(distance as u64))[(j ^ w) % INDICES];
            if open == 0 {
                return None;
            }
        }
        Some(open.trailing_zeros() as usize)
    }

    fn row(&self, step: u64) -> &Row {
        &self.rows[step as usize & (self.rows.len() - 1)]
    }

    /// The value of a segment at the heap n, which it is at with this step.
    fn value(&self, class: Class, n: u64, step: u64, lane: usize) -> u32 {
        let row = self.row(step);
        let index = row.iter().position(|word| word >> lane & 1 != 0);
        class.common(n, index.unwrap_or(INDICES))
    }
}

/// The most helpers of an index, among how many heaps they are looked for, and for how many heaps.
const HELPERS: usize = 64;
const CANDIDATES: usize = 1024;
const SAMPLED: usize = 131_072;
/// Segments from which they are taken.
const WINDOWS: usize = 64;

/// For every rare index pairs that exclude it at most heaps of the windows of the segments: a guess, which
/// only decides how often all pairs have to be looked through.
fn choose(
    smaller: &[(usize, usize)],
    class: Class,
    crossing: &[usize],
    segments: &[Segment<'_>],
    window: usize,
) -> Vec<Vec<(usize, usize)>> {
    let near = smaller.iter().copied().filter(|pair| pair.1 <= BEHIND);
    let candidates: Vec<(usize, usize)> = near.take(CANDIDATES).collect();
    let far =
        candidates.iter().map(|pair| pair.1).chain(crossing.iter().copied()).max().unwrap_or(0);
    // Windows as indices, and the heaps before which something is looked for.
    let apart = segments.len().div_ceil(WINDOWS);
    let windows: Vec<(u64, Vec<usize>)> = segments
        .iter()
        .step_by(apart)
        .map(|s| (s.from - window as u64, s.window.iter().map(|&v| class.index(v)).collect()))
        .collect();
    // A choice is worth a small part of the way.
    let way: u64 = segments.iter().map(|s| s.to - s.from).sum();
    let each = SAMPLED.min((way / 64) as usize) / windows.len().max(1);
    let step = (window.saturating_sub(far) / each.max(1)).clamp(1, 7);
    let samples: Vec<(usize, usize)> = (0..windows.len())
        .flat_map(|i| (far..window).rev().step_by(step).take(each).map(move |end| (i, end)))
        .collect();
    let at = |&(i, end): &(usize, usize), distance: usize| windows[i].1[end - distance];
    let for_index = |j: usize| {
        let mut open: Vec<(usize, usize)> = samples
            .iter()
            .copied()
            .filter(|sample| {
                let n = windows[sample.0].0 + sample.1 as u64;
                at(sample, 0) >= class.first_above(n, j)
                    && crossing.iter().all(|&u| at(sample, u) != j)
            })
            .collect();
        // What a pair excludes only shrinks while others are chosen: the best one by what was known last
        // is looked at again before it is taken.
        let mut known: BinaryHeap<(usize, Reverse<usize>)> =
            (0..candidates.len()).map(|i| (usize::MAX, Reverse(i))).collect();
        let mut chosen = Vec::new();
        while chosen.len() < HELPERS
            && !open.is_empty()
            && let Some((before, Reverse(i))) = known.pop()
        {
            let (w, distance) = candidates[i];
            let excludes = |sample: &(usize, usize)| at(sample, distance) ^ w == j;
            let gain = open.iter().filter(|sample| excludes(sample)).count();
            if gain == before {
                chosen.push((w, distance));
                open.retain(|sample| !excludes(sample));
            } else if gain > 0 {
                known.push((gain, Reverse(i)));
            }
        }
        chosen
    };
    (0..INDICES).map(for_index).collect()
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
