//! Moves that leave at most two heaps, without listing every pair.
//!
//! Nearly every value below the mex is the nim-sum of many pairs. So the pairs with small parts are
//! listed, as by [`pairs`](crate::pairs), and what they leave is tested, the least value first: is
//! there a pair with this nim-sum at all? A vector of pairs is looked at in one step, and the search
//! ends with the first pair found. Only the mex itself, which no pair has, is compared with all of them.
//!
//! How many pairs are listed affects speed only: as many as to make listing as costly as the tests
//! that fail.

use crate::kernel::{Kernel, find_sum};
use crate::sparse::PairRules;
use crate::{Engine, EngineError, MemoryLimit, not_applicable};
use sprague_budget::Budget;
use sprague_games::moves::Move;

const NAME: &str = "scan";

/// Lists some pairs and tests what they leave.
pub struct Scan {
    rules: PairRules,
    values: Both,
    /// `marks[v] == 1` when an option of the current heap is known to have value v.
    marks: Box<[u8; LARGEST + 1]>,
    /// A power of two above every value, so that every nim-sum is below it.
    bound: usize,
    listing: Listing,
    kernel: Kernel,
    memory: MemoryLimit,
}

/// Values have 16 bits.
const LARGEST: usize = u16::MAX as usize;

impl Scan {
    /// An engine for the values G(0..=to) by these moves; more can be asked for.
    pub fn new(moves: &[Move], to: u64, budget: &Budget) -> Result<Self, EngineError> {
        let rules = PairRules::new(moves).map_err(|e| not_applicable(NAME, &e.to_string()))?;
        let (values, memory) = (Both::new(to), MemoryLimit::of(budget));
        Ok(Self { values, memory, ..Self::over(rules, Kernel::best()) })
    }

    #[expect(clippy::large_stack_arrays, reason = "it is boxed at once")]
    pub(crate) fn over(rules: PairRules, kernel: Kernel) -> Self {
        Self {
            rules,
            values: Both::new(0),
            marks: Box::new([0; LARGEST + 1]),
            bound: 1,
            listing: Listing::new(kernel),
            kernel,
            memory: MemoryLimit::of(&Budget::unlimited()),
        }
    }

    /// How many values are known.
    pub(crate) fn len(&self) -> u64 {
        self.values.forward.len() as u64
    }

    /// Bytes for G(0..=to).
    pub(crate) fn estimate(to: u64) -> u64 {
        to.saturating_add(1).saturating_mul(4).saturating_add(LARGEST as u64 + 1)
    }

    /// The values so far.
    pub(crate) fn values(&self) -> Vec<u32> {
        self.values.forward.iter().map(|&v| v.into()).collect()
    }

    /// The mex of the options of the next heap.
    fn mex(&mut self) -> usize {
        let Self { rules, values, marks, bound, listing, kernel, .. } = self;
        let marks = &mut **marks;
        marks[..*bound].fill(0);
        let n = values.forward.len() as u64;
        mark_single_heaps(rules, &values.forward, marks);
        let ranges: Vec<Range> = rules
            .splittings
            .iter()
            .filter_map(|m| {
                let total = m.total(n).filter(|_| n >= m.smallest)?;
                let last = total.checked_sub(m.differ)? / 2;
                (m.least <= last).then_some(Range { total, first: m.least, last })
            })
            .collect();
        let mut left = Vec::with_capacity(ranges.len());
        for range in ranges {
            let listed = range.last.min(range.first.saturating_add(listing.parts - 1));
            let (parts, others) = values.pairs(Range { last: listed, ..range });
            for (a, b) in parts.iter().zip(others) {
                marks[usize::from(a ^ b)] = 1;
            }
            listing.listed += parts.len() as u64;
            if listed < range.last {
                left.push(values.pairs(Range { first: listed + 1, ..range }));
            }
        }
        let mut candidate = 0;
        loop {
            candidate = first_unmarked(&marks[..*bound], candidate);
            if candidate == *bound {
                return candidate;
            }
            let mut tested = 0;
            let excluded = left.iter().any(|(parts, others)| {
                let found = find_sum(*kernel, parts, others, candidate as u16);
                tested += found.unwrap_or(parts.len()) as u64;
                found.is_some()
            });
            if !excluded {
                return candidate;
            }
            listing.tested += tested;
            candidate += 1;
        }
    }
}

impl Engine for Scan {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let n = self.len();
        self.memory.check(4 * self.values.next_room() as u64 + LARGEST as u64 + 1, n)?;
        let value = self.mex();
        let Ok(cell) = u16::try_from(value) else {
            let reason = format!("the nim-value of a heap of {n} exceeds 65535; use pairs");
            return Err(not_applicable(NAME, &reason));
        };
        self.bound = self.bound.max((value + 1).next_power_of_two());
        self.values.push(cell);
        self.listing.reconsider(n);
        Ok(cell.into())
    }

    fn bytes(&self) -> u64 {
        self.values.bytes() + LARGEST as u64 + 1
    }

    fn take_values(&mut self, known: &[u32]) -> bool {
        let Ok(cells) = known.iter().map(|&v| u16::try_from(v)).collect::<Result<Vec<_>, _>>()
        else {
            return false;
        };
        let largest = cells.iter().copied().max().map_or(0, usize::from);
        self.bound = (largest + 1).next_power_of_two();
        self.values = Both::new(self.values.room);
        for cell in cells {
            self.values.push(cell);
        }
        true
    }
}

/// Marks the values of the options that are one heap, none, or two equal ones.
fn mark_single_heaps(rules: &PairRules, values: &[u16], marks: &mut [u8; LARGEST + 1]) {
    let n = values.len() as u64;
    if rules.ends.contains(&n) || rules.halvings.iter().any(|m| m.allows(n)) {
        marks[0] = 1;
    }
    for m in rules.takings.iter().filter(|m| n >= m.smallest && n > m.take) {
        marks[usize::from(values[(n - m.take) as usize])] = 1;
    }
}

/// The first mark from `from` on that is zero, their number if none is.
fn first_unmarked(marks: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(eight) = marks[at..].first_chunk::<8>() {
        let open = !u64::from_le_bytes(*eight) & 0x0101_0101_0101_0101;
        if open != 0 {
            return at + open.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + marks[at..].iter().position(|&m| m == 0).unwrap_or(marks.len() - at)
}

/// The pairs of a total whose smaller part lies between two.
#[derive(Clone, Copy)]
struct Range {
    total: u64,
    first: u64,
    last: u64,
}

/// The values in both directions, so that pairs of one total stand side by side.
struct Both {
    forward: Vec<u16>,
    /// G(0) is the last.
    backward: Vec<u16>,
    /// The last heap that is expected.
    room: u64,
}

impl Both {
    fn new(room: u64) -> Self {
        Self { forward: Vec::new(), backward: Vec::new(), room }
    }

    fn push(&mut self, value: u16) {
        let (len, room) = (self.forward.len(), self.next_room());
        if room > self.backward.len() {
            let mut backward = vec![0; room];
            backward[room - len..].copy_from_slice(&self.backward);
            self.backward = backward;
            self.forward.reserve_exact(room - len);
        }
        let at = self.backward.len() - 1 - len;
        self.backward[at] = value;
        self.forward.push(value);
    }

    /// How many values there is room for when the next one is there: where it has to be more, twice as
    /// many, and not more than are expected.
    fn next_room(&self) -> usize {
        let (len, room) = (self.forward.len(), self.backward.len());
        if len < room {
            return room;
        }
        let expected = usize::try_from(self.room).unwrap_or(usize::MAX).saturating_add(1);
        let room = (2 * len).max(64);
        if expected > len { room.min(expected) } else { room }
    }

    /// The values of the parts, and those of the other parts, in the same order. All of them must
    /// be known.
    fn pairs(&self, Range { total, first, last }: Range) -> (&[u16], &[u16]) {
        let parts = &self.forward[first as usize..=last as usize];
        // G(total - first)
        let at = self.backward.len() - 1 - (total - first) as usize;
        (parts, &self.backward[at..at + parts.len()])
    }

    fn bytes(&self) -> u64 {
        2 * (self.forward.capacity() + self.backward.capacity()) as u64
    }
}

/// How many pairs of a total are listed.
struct Listing {
    parts: u64,
    /// The fewest.
    least: u64,
    /// Pairs listed, and pairs looked at in tests that failed, since the last time this was
    /// considered.
    listed: u64,
    tested: u64,
    /// So many pairs are tested in the time in which one is listed.
    rate: u64,
}

impl Listing {
    const LEAST: u64 = 128;
    /// Heaps after which the number is considered.
    const TERM: u64 = 64;

    fn new(kernel: Kernel) -> Self {
        let rate = if kernel == Kernel::SCALAR { 4 } else { 8 };
        Self { parts: Self::LEAST, least: Self::LEAST, listed: 0, tested: 0, rate }
    }

    /// More where the tests cost more than the lists, fewer where less.
    fn reconsider(&mut self, n: u64) {
        if !n.is_multiple_of(Self::TERM) {
            return;
        }
        let tests_cost_more = self.tested / self.rate > self.listed;
        self.parts = if tests_cost_more {
            self.parts + self.parts / 8 + 1
        } else {
            (self.parts - self.parts / 16).max(self.least)
        };
        (self.listed, self.tested) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::Pairs;
    use sprague_games::Ruleset;

    fn moves(text: &str) -> Vec<Move> {
        text.parse::<Ruleset>().unwrap_or_else(|e| panic!("{text}: {e}")).finite_moves().unwrap()
    }

    fn scan(moves: &[Move], kernel: Kernel) -> Scan {
        Scan::over(PairRules::new(moves).unwrap(), kernel)
    }

    fn pairs(moves: &[Move]) -> Pairs {
        Pairs::new(moves, &Budget::unlimited()).unwrap()
    }

    fn next(engine: &mut impl Engine, count: usize) -> Vec<u32> {
        (0..count).map(|_| engine.next_value().unwrap()).collect()
    }

    /// Every kernel, with lists of all lengths, agrees with all pairs.
    fn agree(text: &str, count: usize) {
        let moves = moves(text);
        let expected = next(&mut pairs(&moves), count);
        for kernel in Kernel::available() {
            for parts in [1, 20, Listing::LEAST] {
                let mut engine = scan(&moves, kernel);
                engine.listing.least = parts;
                engine.listing.parts = parts;
                assert_eq!(next(&mut engine, count), expected, "{text} {kernel} {parts}");
                assert_eq!(engine.values(), expected);
            }
        }
    }

    #[test]
    fn three_digit_octals() {
        for code in 0..512 {
            let text = format!("0.{code:03o}");
            agree(&text, if code % 7 == 0 { 700 } else { 200 });
        }
    }

    #[test]
    fn random_codes() {
        let mut rng = fastrand::Rng::with_seed(22);
        for _ in 0..60 {
            let digits = |rng: &mut fastrand::Rng, most| -> String {
                (0..rng.usize(1..=most)).map(|_| rng.u32(0..8).to_string()).collect()
            };
            // The zeroth digit and those before it may only split.
            let before: String =
                (0..rng.usize(1..=3)).map(|_| if rng.bool() { '4' } else { '0' }).collect();
            let after = digits(&mut rng, 12);
            agree(&format!("{before}.{after}"), 400);
        }
        for text in [
            "Grundy",
            "CouplesAreForever",
            "Split(2, differ>=3)",
            "Splittles(1,3)",
            "4=.0",
            "4?.0",
            "4!.37",
            "S(1,2,4)",
            "0.0",
            "400000.3",
        ] {
            agree(text, 500);
        }
        let far = format!("0.{}4", "0".repeat(300));
        agree(&far, 1500);
        let far = format!("0.{}6", "3".repeat(290));
        agree(&far, 1500);
    }

    /// Behind any numbers, be they a nim-sequence or not.
    #[test]
    fn behind_numbers_of_any_size() {
        let mut rng = fastrand::Rng::with_seed(23);
        let moves = ["0.04", "0.007", "0.6", "0.777", "4.3", "Grundy", "40.7"].map(moves);
        for round in 0..120 {
            let moves = &moves[round % moves.len()];
            let bits = rng.u32(0..=16);
            let known: Vec<u32> =
                (0..rng.usize(0..3000)).map(|_| rng.u32(0..1 << bits) & rng.u32(..)).collect();
            let mut all = pairs(moves);
            assert!(all.take_values(&known));
            let expected: Vec<_> = (0..40).map_while(|_| all.next_value().ok()).collect();
            for kernel in Kernel::available() {
                let mut engine = scan(moves, kernel);
                engine.listing.parts = rng.u64(1..=Listing::LEAST);
                assert!(engine.take_values(&known));
                for (i, &value) in expected.iter().enumerate() {
                    assert_eq!(engine.next_value(), Ok(value), "{kernel} {bits} {i}");
                }
            }
        }
    }

    /// What does not fit 16 bits is an error and never wraps.
    #[test]
    fn large_values_are_refused() {
        let moves = moves("0.04");
        // All values below 65536 are sums with zero.
        let count = 1 << 16;
        let mut known = vec![0; count + 10];
        known.extend(0..count as u32);
        known.extend([0, 0]);
        for kernel in Kernel::available() {
            let mut engine = scan(&moves, kernel);
            engine.listing.parts = known.len() as u64;
            assert!(engine.take_values(&known));
            let error = engine.next_value().unwrap_err();
            assert!(matches!(error, EngineError::NotApplicable { .. }), "{error:?}");
            assert!(error.to_string().contains("exceeds 65535"), "{error}");
        }
        let mut all = pairs(&moves);
        all.take_values(&known);
        assert_eq!(all.next_value(), Ok(1 << 16));
        // The largest that fits.
        *known.last_mut().unwrap() = 0;
        let at = known.iter().rposition(|&v| v == u32::from(u16::MAX)).unwrap();
        known[at] = 0;
        let mut engine = scan(&moves, Kernel::best());
        assert!(engine.take_values(&known));
        assert_eq!(engine.next_value(), Ok(u16::MAX.into()));
        known[at] = 1 << 16;
        assert!(!engine.take_values(&known));
    }

    #[test]
    fn little_memory_is_an_error() {
        let budget = Budget::unlimited().bytes(Scan::estimate(999));
        let mut engine = Scan::new(&moves("0.04"), 999, &budget).unwrap();
        let values = (0..5000).map_while(|_| engine.next_value().ok()).count();
        assert_eq!(values, 1000);
        assert!(matches!(engine.next_value(), Err(EngineError::Memory { .. })));
    }

    #[test]
    fn marks_are_found() {
        for len in 0..40 {
            for open in 0..=len {
                let mut marks = vec![1; len];
                marks[open..].fill(0);
                for from in 0..=len {
                    assert_eq!(first_unmarked(&marks, from), open.max(from));
                }
            }
        }
    }

    /// Minutes: `cargo test --release -- --ignored long_sequences`.
    #[test]
    #[ignore = "minutes"]
    fn long_sequences() {
        for text in ["0.04", "0.74", "0.76", "0.342", "0.604", "4.004"] {
            let moves = moves(text);
            let expected = next(&mut pairs(&moves), 100_000);
            for kernel in Kernel::available() {
                assert_eq!(next(&mut scan(&moves, kernel), 100_000), expected, "{text} {kernel}");
            }
        }
    }
}
