//! Long periodic sequences with a sparse space: one window instead of twice the run.
//!
//! Let m be a mask. Call a position n rare when popcount(G(n) & m) is even, common when
//! it is odd (with `position_parity`: when popcount(G(n) & m) + n has, or has not, the
//! parity of the splitting takes). A pair of heaps of the same class has a rare value, a
//! pair of different classes a common one. So where rare positions are few, the common
//! values excluded at n are found from them alone; and of the rare values only those
//! below the least common value left need to be shown excluded.

use super::{Window, add, mul, periodic};
use crate::agree;
use crate::budget::Within as _;
use crate::rejection::{Rejection, Step, hypothesis};
use crate::rules::{Condition, Rules};
use crate::sequence::reserved;
use sprague_budget::Budget;
use sprague_certificate::{Regularity, SparseWindow, decode_values};

/// The greatest nim-value of a run, so that values fit 16 bits.
const MAX_VALUE: u32 = 1 << 15;

/// The moves, in the form the run needs.
struct Moves {
    /// Leaving no heap: n = u.
    all: Vec<usize>,
    /// Leaving one heap.
    take: Vec<usize>,
    /// Leaving two heaps.
    split: Vec<usize>,
    /// t, the largest take.
    reach: usize,
}

/// Which values are rare at which positions.
#[derive(Clone, Copy)]
struct Class {
    mask: u32,
    /// Added to the parity of popcount(value & mask): rare when the sum is even.
    position: u32,
    offset: u32,
}

impl Class {
    fn is_rare(self, n: usize, value: u32) -> bool {
        ((value & self.mask).count_ones() + self.position * (n as u32 & 1) + self.offset)
            .is_multiple_of(2)
    }
}

/// The sparse-window theorem. Let R be the last rare position met, B a bound, t the largest
/// take, W = max(R, B) + t, and a > W. If
/// (1) G(n+p) = G(n) for a <= n < a+W,
/// (2) for a+W <= n < a+W+p: G(n) is common, and each rare value below G(n) is excluded by
/// a pair of heaps one of which is at most B, or by a taking move, and
/// (3) with `position_parity`, p is even,
/// then G(n+p) = G(n) for all n >= a, and no position beyond R is rare.
///
/// Reason, by induction on n >= a+W: the common values excluded at n and at n+p are the
/// same, for they come from takes and from pairs with one rare heap r <= R, whose other heap
/// n-k-r >= a agrees with the one p later. Each rare value below G(n) is excluded at n+p by
/// the pair of (2) with its large heap, again at least a, moved by p. G(n) is common and not
/// excluded at n, hence not at n+p. So G(n+p) = G(n), and (2) holds at n+p.
///
/// Checked here: moves to at most two heaps without conditions, taking at least 0, with a
/// split, available to all heaps; with `position_parity` all splitting takes of one parity; rares and
/// snapshots as listed; every value from the definition below `sparse_from` and by (2)'s kind
/// of exclusions from there on; (1), (2), (3) and the regularity from the claimed preperiod on.
pub(crate) fn verify(
    rules: &Rules,
    claim: Regularity,
    evidence: &SparseWindow,
    budget: &Budget,
) -> Result<Vec<u32>, Rejection> {
    periodic(claim)?;
    let (moves, class) = read_moves(rules, evidence)?;
    let p = claim.period;
    if evidence.position_parity && p % 2 == 1 {
        return Err(hypothesis(format!("(3): the period {p} is odd, but the classes alternate")));
    }
    let last_rare = evidence.rares.last().copied().unwrap_or(0);
    let large = last_rare.max(evidence.helper);
    let w = add(large, moves.reach as u64)?;
    let a = evidence.window_from;
    if a <= w {
        return Err(hypothesis(format!("the window starts at {a}, it must start beyond W = {w}")));
    }
    let l = claim.preperiod;
    if l > a {
        return Err(hypothesis(format!("the window starts at {a}, before the preperiod {l}")));
    }
    // From there on, the other heap of a rare or helping heap lies beyond both.
    let least = add(mul(2, large)?, add(moves.reach as u64, 1)?)?;
    let from = evidence.sparse_from;
    if from < least {
        return Err(hypothesis(format!("sparse_from is {from}, it must be at least {least}")));
    }
    let until = add(a, w)?;
    if until < evidence.sparse_from {
        return Err(hypothesis(format!("the window ends at {until}, before sparse_from")));
    }
    let end = add(until, p)?;
    let length = budget.length(end)?;
    let taps = (evidence.rares.len() as u128 + 64) * moves.split.len() as u128;
    budget.work(u128::from(end) * taps)?;
    // length bounds every index used below
    let index = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);

    let mut values: Vec<u16> = reserved(length)?;
    let rares = run_exactly(&moves, class, index(evidence.sparse_from), &mut values, budget)?;
    if rares.len() != evidence.rares.len()
        || rares.iter().zip(&evidence.rares).any(|(&a, &b)| a as u64 != b)
    {
        return Err(hypothesis("the rare positions are not the listed ones"));
    }
    let run = Run { moves: &moves, class, helper: index(evidence.helper), rares: &rares };
    run.go_on(&mut values, length, budget)?;
    compare(evidence, index(w), &values)?;
    let values: Vec<u32> = values.into_iter().map(u32::from).collect();
    agree(&values, Window::until(claim, until))?;
    Ok(values)
}

fn read_moves(rules: &Rules, evidence: &SparseWindow) -> Result<(Moves, Class), Rejection> {
    let mut moves = Moves { all: vec![], take: vec![], split: vec![], reach: 0 };
    for m in rules.finite_moves()? {
        let condition = m.heaps >= 2 && m.condition != Condition::Any;
        if m.heaps > 2 || condition || m.smallest > 1 {
            return Err(hypothesis(format!(
                "{rules} has a move to more than two heaps, or with a condition"
            )));
        }
        let Ok(take) = usize::try_from(m.take) else {
            return Err(hypothesis(format!("{rules} has a digit d(-1) or further left")));
        };
        match m.heaps {
            0 => moves.all.push(take),
            1 => moves.take.push(take),
            _ => moves.split.push(take),
        }
        moves.reach = moves.reach.max(take);
    }
    let Some(first) = moves.split.first() else {
        return Err(hypothesis(format!("{rules} has no splitting move")));
    };
    let parity = first % 2;
    if evidence.position_parity && moves.split.iter().any(|k| k % 2 != parity) {
        return Err(hypothesis("position parity needs splitting takes of one parity"));
    }
    // cls(v at n) = parity(v & m) + n; a pair leaves n-k, so its value at n has the class
    // cls(i) + cls(j) + k: rare is the class k mod 2, which any two equal classes give.
    let class = Class {
        mask: evidence.mask,
        position: u32::from(evidence.position_parity),
        offset: if evidence.position_parity { parity as u32 } else { 0 },
    };
    if !evidence.rares.windows(2).all(|pair| pair[0] < pair[1])
        || evidence.rares.first() == Some(&0)
    {
        return Err(hypothesis("the rare positions are not increasing from 1 on"));
    }
    Ok((moves, class))
}

/// The values excluded at the current position.
struct Excluded {
    stamp: Vec<u32>,
    now: u32,
}

impl Excluded {
    fn new() -> Self {
        Self { stamp: vec![0; 2 * MAX_VALUE as usize], now: 0 }
    }

    fn start(&mut self) {
        if self.now == u32::MAX {
            self.stamp.fill(0);
            self.now = 0;
        }
        self.now += 1;
    }

    /// Values stay below `MAX_VALUE`, a power of two, and so do their xors.
    #[inline]
    fn exclude(&mut self, value: u16) {
        self.stamp[value as usize] = self.now;
    }

    #[inline]
    fn has(&self, value: u32) -> bool {
        self.stamp[value as usize] == self.now
    }

    /// The least common value that is not excluded, and how many rare values below it are not.
    fn least_common(&self, is_rare: impl Fn(u32) -> bool) -> Option<(u32, usize)> {
        let free = (0..MAX_VALUE).filter(|&value| !self.has(value));
        let (rares, common) = free.enumerate().find(|&(_, value)| !is_rare(value))?;
        Some((common, rares))
    }
}

fn too_large(n: usize) -> Rejection {
    Rejection::new(Step::Limit, format!("G({n}) is {MAX_VALUE} or more"))
}

/// G(0), ..., G(until - 1), exactly, whatever the mask: the mask only decides how quickly the
/// excluded values are found. Returns the rare positions from 1 on.
fn run_exactly(
    moves: &Moves,
    class: Class,
    until: usize,
    g: &mut Vec<u16>,
    budget: &Budget,
) -> Result<Vec<usize>, Rejection> {
    let mut rares: Vec<usize> = Vec::new();
    let mut excluded = Excluded::new();
    let mut work = 0u128;
    for n in 0..until {
        excluded.start();
        for &u in &moves.all {
            if n == u && n > 0 {
                excluded.exclude(0);
            }
        }
        for &u in moves.take.iter().filter(|&&u| u < n && u > 0) {
            excluded.exclude(g[n - u]);
        }
        // Pairs with a rare heap: they give all common values, and some rare ones.
        for &k in &moves.split {
            for &r in rares.iter().take_while(|&&r| r + k < n) {
                excluded.exclude(g[r] ^ g[n - k - r]);
            }
        }
        work += (moves.split.len() * (rares.len() + 16)) as u128;
        let is_rare = |v: u32| class.is_rare(n, v);
        let (common, mut left) = excluded.least_common(is_rare).ok_or_else(|| too_large(n))?;
        // Pairs of two common heaps: all of them if need be. A pair with a rare heap found
        // here again is excluded already or common.
        let mut i = 1;
        while left > 0 {
            let mut any = false;
            for &k in &moves.split {
                if n > k && 2 * i <= n - k {
                    any = true;
                    let value = g[i] ^ g[n - k - i];
                    if !excluded.has(u32::from(value)) {
                        excluded.exclude(value);
                        left -= usize::from(u32::from(value) < common && is_rare(u32::from(value)));
                    }
                }
            }
            if !any {
                break;
            }
            i += 1;
        }
        work += (i * moves.split.len()) as u128;
        if n % 64 == 0 {
            budget.work(work)?;
        }
        let value = if left == 0 {
            common
        } else {
            (0..common).find(|&v| !excluded.has(v)).unwrap_or(common)
        };
        if n > 0 && is_rare(value) {
            rares.push(n);
        }
        g.push(value as u16); // below MAX_VALUE
    }
    Ok(rares)
}

/// The run beyond `sparse_from`.
struct Run<'a> {
    moves: &'a Moves,
    class: Class,
    /// B
    helper: usize,
    rares: &'a [usize],
}

impl Run<'_> {
    /// Appends values until there are `length` of them.
    fn go_on(&self, g: &mut Vec<u16>, length: usize, budget: &Budget) -> Result<(), Rejection> {
        let mut excluded = Excluded::new();
        let common_heaps: Vec<usize> =
            (1..=self.helper).filter(|&i| !self.class.is_rare(i, u32::from(g[i]))).collect();
        let split = &self.moves.split;
        let taps: Vec<(usize, u16)> = split
            .iter()
            .flat_map(|&k| self.rares.iter().map(move |&r| (k + r, r)))
            .map(|(d, r)| (d, g[r]))
            .collect();
        let mut pairs = 0u128;
        for n in g.len()..length {
            let (value, looked_at) = self.next(g, &taps, &common_heaps, &mut excluded)?;
            pairs += (split.len() * looked_at) as u128;
            if n % 64 == 0 {
                budget.work(pairs)?;
            }
            g.push(value as u16); // below MAX_VALUE
        }
        Ok(())
    }

    /// The value that follows, and how many helpers were looked at.
    // A function of its own: browsers compile one well when it is called often, not while it runs.
    #[inline(never)]
    fn next(
        &self,
        g: &[u16],
        taps: &[(usize, u16)],
        helpers: &[usize],
        excluded: &mut Excluded,
    ) -> Result<(u32, usize), Rejection> {
        let n = g.len();
        excluded.start();
        for &u in self.moves.take.iter().filter(|&&u| u > 0) {
            excluded.exclude(g[n - u]);
        }
        for &(d, value) in taps {
            excluded.exclude(value ^ g[n - d]);
        }
        let is_rare = |v: u32| self.class.is_rare(n, v);
        let (common, mut left) = excluded.least_common(is_rare).ok_or_else(|| too_large(n))?;
        let mut looked_at = 0;
        while left > 0 {
            let &i = helpers.get(looked_at).ok_or_else(|| {
                hypothesis(format!(
                    "(2): a rare value below the least common one is not excluded at {n} by a heap of at most {}",
                    self.helper
                ))
            })?;
            for &k in &self.moves.split {
                let value = g[i] ^ g[n - k - i];
                if !excluded.has(u32::from(value)) {
                    excluded.exclude(value);
                    // A pair of common heaps has a rare value.
                    left -= usize::from(u32::from(value) < common);
                }
            }
            looked_at += 1;
        }
        Ok((common, looked_at))
    }
}

/// Compares the snapshots, windows of W values at least W apart, with the run.
fn compare(evidence: &SparseWindow, window: usize, values: &[u16]) -> Result<(), Rejection> {
    let mut from = evidence.sparse_from;
    for snapshot in &evidence.snapshots {
        let bad = |reason: &str| {
            let reason = format!("the snapshot before {} {reason}", snapshot.before);
            Rejection::new(Step::Snapshot, reason)
        };
        let before = usize::try_from(snapshot.before).unwrap_or(usize::MAX);
        if snapshot.before < from.saturating_add(window as u64) || before > values.len() {
            return Err(bad("is out of place or less than W behind the last"));
        }
        let claimed = decode_values(&snapshot.values).filter(|claimed| claimed.len() == window);
        let claimed = claimed.ok_or_else(|| bad(&format!("does not hold {window} values")))?;
        let here = values[before - window..before].iter().map(|&v| u32::from(v));
        if !here.eq(claimed) {
            return Err(bad("does not hold the values of the run"));
        }
        from = snapshot.before;
    }
    Ok(())
}
