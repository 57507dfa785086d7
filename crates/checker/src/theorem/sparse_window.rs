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
const MAX_VALUE: usize = 1 << 15;

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

    let mut run = Run::new(&moves, class, reserved(length)?);
    run.go_on(index(evidence.sparse_from), None, budget)?;
    if run.rares != evidence.rares {
        return Err(hypothesis("the rare positions are not the listed ones"));
    }
    run.go_on(length, Some(index(evidence.helper)), budget)?;
    compare(evidence, index(w), &run.g)?;
    let values: Vec<u32> = run.g.into_iter().map(u32::from).collect();
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

/// A set of values below 64 N. N is a power of two, so that with two values their xor fits as well.
#[derive(Clone, Copy)]
struct Values<const N: usize>([u64; N]);

impl<const N: usize> Values<N> {
    const NONE: Self = Self([0; N]);

    /// The values that are rare at even and at odd positions.
    fn rare(class: Class) -> [Self; 2] {
        [0, 1].map(|n| {
            let mut rare = Self::NONE;
            (0..64 * N).filter(|&v| class.is_rare(n, v as u32)).for_each(|v| rare.add(v as u16));
            rare
        })
    }

    #[inline]
    fn add(&mut self, value: u16) {
        self.0[usize::from(value / 64) % N] |= 1 << (value % 64);
    }

    /// Says whether it was there.
    #[inline]
    fn remove(&mut self, value: u16) -> bool {
        let word = &mut self.0[usize::from(value / 64) % N];
        let before = *word;
        *word &= !(1 << (value % 64));
        before != *word
    }

    fn least(&self) -> Option<u16> {
        let (i, word) = self.0.iter().enumerate().find(|&(_, &word)| word != 0)?;
        Some((64 * i) as u16 + word.trailing_zeros() as u16)
    }

    /// Where these are excluded: the least common value that is not, and the rare ones below it
    /// that are not.
    fn least_common(&self, rare: &Self) -> Option<(u16, Self)> {
        let mut open = Self::NONE;
        for (i, (&excluded, &rare)) in self.0.iter().zip(&rare.0).enumerate() {
            let common = !excluded & !rare;
            // below its least bit, all where it has none
            let below = !common & common.wrapping_sub(1);
            open.0[i] = !excluded & rare & below;
            if common != 0 {
                return Some(((64 * i) as u16 + common.trailing_zeros() as u16, open));
            }
        }
        None
    }
}

/// How many helpers are remembered.
const HELPERS: usize = 256;

/// A move to a small heap and another one.
#[derive(Clone, Copy)]
struct Pair {
    /// By how much the other heap is smaller than the heap that is moved in.
    distance: usize,
    /// The value of the small heap.
    value: u16,
}

/// The values of a run, from the first one on.
struct Run<'a> {
    moves: &'a Moves,
    class: Class,
    g: Vec<u16>,
    /// The rare positions from 1 on.
    rares: Vec<u64>,
    /// The pairs with a rare heap.
    taps: Vec<Pair>,
    /// Pairs that gave rare values wanted, those that did so often in front: they will again.
    helpers: Vec<Pair>,
    work: u128,
}

impl<'a> Run<'a> {
    fn new(moves: &'a Moves, class: Class, g: Vec<u16>) -> Self {
        Self { moves, class, g, rares: vec![], taps: vec![], helpers: vec![], work: 0 }
    }

    /// Appends values until there are `until` of them. Without a bound on helping heaps exactly,
    /// whatever the mask, which only decides how quickly the excluded values are found; with a
    /// bound B, as (2) says.
    fn go_on(
        &mut self,
        until: usize,
        helper: Option<usize>,
        budget: &Budget,
    ) -> Result<(), Rejection> {
        self.work = 0;
        self.helpers.clear(); // they need not be within the bound
        self.in_words::<1>(until, helper, budget)?;
        self.in_words::<2>(until, helper, budget)?;
        self.in_words::<8>(until, helper, budget)?;
        self.in_words::<{ MAX_VALUE / 64 }>(until, helper, budget)?;
        let n = self.g.len();
        if n < until {
            return Err(Rejection::new(Step::Limit, format!("G({n}) is {MAX_VALUE} or more")));
        }
        Ok(())
    }

    /// The same as long as values are below 64 N.
    fn in_words<const N: usize>(
        &mut self,
        until: usize,
        helper: Option<usize>,
        budget: &Budget,
    ) -> Result<(), Rejection> {
        if self.g.iter().any(|&value| usize::from(value) >= 64 * N) {
            return Ok(());
        }
        let rare = Values::<N>::rare(self.class);
        for n in self.g.len()..until {
            let Some(value) = self.next(&rare[n % 2], helper)? else { return Ok(()) };
            self.append(value);
            if n % 64 == 0 {
                budget.work(self.work)?;
            }
        }
        Ok(())
    }

    fn append(&mut self, value: u16) {
        let n = self.g.len();
        self.g.push(value);
        if n > 0 && self.class.is_rare(n, value.into()) {
            self.rares.push(n as u64);
            self.taps.extend(self.moves.split.iter().map(|k| Pair { distance: k + n, value }));
        }
    }

    /// The value that follows, if it is below 64 N.
    // A function of its own: browsers compile one well when it is called often, not while it runs.
    #[inline(never)]
    fn next<const N: usize>(
        &mut self,
        rare: &Values<N>,
        helper: Option<usize>,
    ) -> Result<Option<u16>, Rejection> {
        let (g, Moves { all, take, split, .. }) = (&self.g[..], self.moves);
        let n = g.len();
        // From heap 1 on: where the other heap of a pair would be empty or less, there is none.
        let nonempty = g.get(1..).unwrap_or_default();
        let mut excluded = Values::<N>::NONE;
        if n > 0 && all.contains(&n) {
            excluded.add(0);
        }
        for &u in take.iter().filter(|&&u| u < n && u > 0) {
            excluded.add(g[n - u]);
        }
        // Pairs with a rare heap: they give all common values, and some rare ones.
        for pair in &self.taps {
            if let Some(other) = nonempty.get(n.wrapping_sub(pair.distance + 1)) {
                excluded.add(pair.value ^ other);
            }
        }
        let Some((common, mut open)) = excluded.least_common(rare) else { return Ok(None) };
        // Other pairs give rare values. First those that often did.
        let mut at = 0;
        while at < self.helpers.len() && open.least().is_some() {
            let Pair { distance, value } = self.helpers[at];
            let other = nonempty.get(n.wrapping_sub(distance + 1));
            if other.is_some_and(|other| open.remove(value ^ other)) {
                self.helpers.swap(at, at / 2);
            }
            at += 1;
        }
        self.work += at as u128;
        // Then all of them, or those with a helping heap.
        let most = helper.unwrap_or(n);
        let mut i = 1;
        while let Some(least) = open.least() {
            let looked_at = self.work;
            for &k in split.iter().filter(|&&k| i <= most && 2 * i + k <= n) {
                if open.remove(g[i] ^ g[n - k - i]) {
                    let last = self.helpers.len().min(HELPERS - 1);
                    self.helpers.truncate(last);
                    self.helpers.push(Pair { distance: k + i, value: g[i] });
                    self.helpers.swap(last, last / 2);
                }
                self.work += 1;
            }
            if looked_at == self.work {
                return match helper {
                    None => Ok(Some(least)),
                    Some(helper) => Err(hypothesis(format!(
                        "(2): a rare value below the least common one is not excluded at {n} by a heap of at most {helper}"
                    ))),
                };
            }
            i += 1;
        }
        if helper.is_none() {
            self.work += (self.taps.len() + 16 * split.len()) as u128;
        }
        Ok(Some(common))
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

#[cfg(test)]
mod tests;
