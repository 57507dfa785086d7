//! The nim-sequence value by value, as the other engines give it: without a sparse space until one is
//! found, then by the sparse-space engine, and without one again should it give up.

use super::{
    CoreSettings, LAST_PREFIX, PairRules, SparseEngine, SparseError, SparseSettings, first_prefix,
};
use crate::pairs::Pairs;
use crate::scan::Scan;
use crate::{Engine, EngineError, not_applicable};
use sprague_budget::Budget;
use sprague_games::moves::Move;

/// Values of a game with moves to at most two heaps; the first of them are kept.
pub struct Stream {
    moves: Vec<Move>,
    rules: PairRules,
    settings: CoreSettings,
    budget: Budget,
    /// The last heap that will be asked for.
    to: u64,
    /// The next heap.
    next: u64,
    method: Method,
}

enum Method {
    /// Without a sparse space, which is looked for when this many values are known.
    Scan {
        engine: Scan,
        look_at: u64,
    },
    Sparse(Box<SparseEngine>),
    /// Pair by pair, where values are too large for the others.
    Pairs(Pairs),
}

/// The sparse-space engine computes at least this many values in a go.
const GO: u64 = 1 << 15;
/// And at most as many, so that those who ask for values need not wait long.
const LONGEST_GO: u64 = 1 << 22;
/// Up to as many heaps all values are kept, since the engine may give up; beyond them it keeps what
/// it needs.
const KEPT: u64 = 1 << 25;
/// Runs to heaps beyond this take a day and belong into a directory where they can be taken up again:
/// here all their values would be kept, so that they are refused for their memory.
const LONGEST: u64 = 100_000_000_000;

impl Stream {
    /// Whether there is any use in looking for a sparse space.
    pub(crate) fn applies(moves: &[Move]) -> bool {
        PairRules::new(moves).is_ok_and(|rules| !rules.splittings.is_empty())
    }

    /// Bytes for G(0..=to) at least.
    pub(crate) fn estimate(to: u64) -> u64 {
        let kept = if to <= LONGEST { to.min(KEPT) } else { to };
        kept.saturating_mul(4).max(1 << 20)
    }

    /// G(0..=to) for these moves.
    pub fn new(moves: &[Move], to: u64, budget: &Budget) -> Result<Self, EngineError> {
        let rules =
            PairRules::new(moves).map_err(|error| not_applicable("sparse", &error.to_string()))?;
        if rules.splittings.is_empty() {
            return Err(not_applicable("sparse", "no move splits a heap"));
        }
        Self::with_memory(moves, rules, to, Self::estimate(to), budget)
    }

    /// With so many bytes for the values that are kept, where the budget has them.
    fn with_memory(
        moves: &[Move],
        rules: PairRules,
        to: u64,
        bytes: u64,
        budget: &Budget,
    ) -> Result<Self, EngineError> {
        let bytes = bytes.min(u64::MAX - 1).min(budget.most_bytes());
        let settings = SparseSettings { threads: budget.thread_count(), ..<_>::default() };
        let settings = CoreSettings::new(settings, &budget.clone().bytes(bytes));
        let look_at = first_prefix(&rules) as u64;
        let method = Method::Scan { engine: Scan::new(moves, to, budget)?, look_at };
        let budget = budget.clone();
        Ok(Self { moves: moves.to_vec(), rules, settings, budget, to, next: 0, method })
    }

    /// The sparse-space engine takes over if few of the values known are rare.
    fn look_for_space(&mut self) {
        let Method::Scan { engine, look_at } = &mut self.method else { return };
        // With more rares than this the search for new ones costs more than all pairs: 0.04 took
        // 35 times as long with one in four, 4.004 half as long again with one in a hundred.
        let few = if *look_at > LAST_PREFIX { 256 } else { 16 };
        match SparseEngine::over(&self.rules, &engine.values(), few, self.settings) {
            Ok(Some(sparse)) => self.method = Method::Sparse(Box::new(sparse)),
            // Some games become sparse late.
            _ => *look_at = look_at.saturating_mul(2),
        }
    }

    /// The sparse-space engine has given up: without it from heap `n` on, until the number of
    /// heaps has doubled and another space may be found.
    fn without_space(&mut self, n: u64) -> Result<(), EngineError> {
        let Method::Sparse(sparse) = &self.method else { return Ok(()) };
        match sparse.values(0, n) {
            Some(known) => self.method = self.scan_behind(&known, n.saturating_mul(2))?,
            None => self.keep_more(n)?,
        }
        Ok(())
    }

    /// The sparse-space engine cannot decide heap `n` without values it has forgotten: from
    /// nothing with four times the memory, where that is allowed.
    fn keep_more(&mut self, n: u64) -> Result<(), EngineError> {
        let kept = self.settings.memory as u64;
        let all = self.to.max(n).saturating_add(1).saturating_mul(4);
        let more = kept.saturating_mul(4).min(all).min(self.budget.most_bytes());
        if more <= kept {
            return Err(self.not_kept(n));
        }
        let rules = self.rules.clone();
        let mut again = Self::with_memory(&self.moves, rules, self.to, more, &self.budget)?;
        let silent = self.budget.clone().silent();
        while again.next < n {
            if again.skip(n, &silent)?.is_none() {
                again.next_value()?;
            }
        }
        *self = again;
        Ok(())
    }

    /// Goes on behind these values and looks for a sparse space when so many are known.
    fn scan_behind(&self, known: &[u32], look_at: u64) -> Result<Method, EngineError> {
        let mut engine = Scan::new(&self.moves, self.to, &self.budget)?;
        if engine.take_values(known) {
            return Ok(Method::Scan { engine, look_at });
        }
        let mut engine = Pairs::new(&self.moves, &self.budget)?;
        engine.take_values(known);
        Ok(Method::Pairs(engine))
    }

    /// The memory was too small to keep every value.
    fn not_kept(&self, n: u64) -> EngineError {
        let needed = n.saturating_add(1).saturating_mul(4);
        EngineError::Memory { needed, allowed: self.settings.memory as u64, heap: n }
    }
}

impl Engine for Stream {
    fn next_value(&mut self) -> Result<u32, EngineError> {
        let n = self.next;
        if matches!(&self.method, Method::Scan { look_at, .. } if n == *look_at) {
            self.look_for_space();
        }
        if let Method::Sparse(sparse) = &mut self.method {
            if n >= sparse.len() {
                let go = (n / 8).clamp(GO, LONGEST_GO);
                let until = (n + go).min(self.to.max(n).saturating_add(1));
                // Who asks for the values tells how far they are.
                let advanced = sparse.advance(until, &self.budget.clone().silent());
                // It may give up, and have got on nevertheless.
                if let Err(SparseError::Spent(spent)) = advanced
                    && n >= sparse.len()
                {
                    return Err(spent.into());
                }
            }
            if n >= sparse.len() {
                self.without_space(n)?;
                if matches!(self.method, Method::Sparse(_)) {
                    return self.next_value(); // it keeps more now
                }
            }
        }
        let value = match &mut self.method {
            Method::Scan { engine, .. } => match engine.next_value() {
                Err(EngineError::NotApplicable { .. }) => {
                    let mut pairs = Pairs::new(&self.moves, &self.budget)?;
                    pairs.take_values(&engine.values());
                    let value = pairs.next_value()?;
                    self.method = Method::Pairs(pairs);
                    value
                }
                value => value?,
            },
            Method::Pairs(engine) => engine.next_value()?,
            Method::Sparse(sparse) => sparse.value(n).ok_or_else(|| self.not_kept(n))?,
        };
        self.next += 1;
        Ok(value)
    }

    fn skip(&mut self, to: u64, budget: &Budget) -> Result<Option<u64>, EngineError> {
        let Method::Sparse(sparse) = &mut self.method else { return Ok(None) };
        if self.next >= to {
            return Ok(None);
        }
        // It may give up: then the next value is asked for as if nothing had been skipped.
        let advanced = sparse.advance(to, budget);
        if let Err(SparseError::Spent(spent)) = advanced {
            return Err(spent.into());
        }
        let next = sparse.len().min(to);
        Ok((next > self.next).then(|| {
            self.next = next;
            next
        }))
    }

    fn computed(&mut self, most: usize, values: &mut Vec<u32>) -> usize {
        let Method::Sparse(sparse) = &self.method else { return 0 };
        let to = sparse.len().min(self.next.saturating_add(most as u64));
        let before = values.len();
        sparse.append_values(self.next, to, values);
        let count = values.len() - before;
        self.next += count as u64;
        count
    }

    fn bytes(&self) -> u64 {
        match &self.method {
            Method::Scan { engine, .. } => engine.bytes(),
            Method::Pairs(engine) => engine.bytes(),
            Method::Sparse(sparse) => sparse.len().saturating_mul(2),
        }
    }

    fn take_values(&mut self, known: &[u32]) -> bool {
        let next = known.len() as u64;
        // A sparse space is looked for at once.
        let look_at = next.max(first_prefix(&self.rules) as u64);
        let Ok(method) = self.scan_behind(known, look_at) else { return false };
        (self.next, self.method) = (next, method);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_games::Ruleset;

    fn moves(text: &str) -> Vec<Move> {
        text.parse::<Ruleset>().unwrap().finite_moves().unwrap()
    }

    fn is_sparse(stream: &Stream) -> bool {
        matches!(stream.method, Method::Sparse(_))
    }

    /// Compares with all pairs; calls `meddle` before each value.
    fn compare(text: &str, to: u64, mut meddle: impl FnMut(&mut Stream, u64)) -> Stream {
        let moves = moves(text);
        let mut pairs = Pairs::new(&moves, &Budget::unlimited()).unwrap();
        let mut stream = Stream::new(&moves, to, &Budget::unlimited()).unwrap();
        for n in 0..=to {
            meddle(&mut stream, n);
            assert_eq!(stream.next_value(), pairs.next_value(), "{text} at {n}");
        }
        stream
    }

    #[test]
    fn a_sparse_space_is_used_where_there_is_one() {
        for (text, sparse) in
            [("Kayles", true), ("0.127", true), ("0.106", true), ("0.137", false), ("0.04", false)]
        {
            let stream = compare(text, 9000, |_, _| {});
            assert_eq!(is_sparse(&stream), sparse, "{text}");
        }
    }

    #[test]
    fn giving_up_loses_nothing() {
        let mut times = 0;
        let stream = compare("0.106", 12_000, |stream, n| {
            if (n == 2500 || n == 6001) && is_sparse(stream) {
                stream.without_space(n).unwrap();
                times += 1;
            }
        });
        // At 5000 heaps it is tried again.
        assert_eq!(times, 2);
        assert!(!is_sparse(&stream));
    }

    /// 0.5242 has a rare value at 670146, which needs values that little memory does not keep.
    #[test]
    fn what_was_forgotten_is_computed_again() {
        let moves = moves("0.5242");
        let to = 680_000;
        let with = |bytes: u64, most: u64| {
            let rules = PairRules::new(&moves).unwrap();
            let budget = Budget::unlimited().bytes(most);
            Stream::with_memory(&moves, rules, to, bytes, &budget).unwrap()
        };
        let (mut little, mut much) = (with(1 << 18, u64::MAX), with(1 << 30, u64::MAX));
        for n in 0..=to {
            assert_eq!(little.next_value(), much.next_value(), "{n}");
        }
        assert!(is_sparse(&little) && little.settings.memory > 1 << 18);
        // Skipped to, it is the same.
        let mut little = with(1 << 18, u64::MAX);
        while little.next < 670_146 {
            if little.skip(670_146, &Budget::unlimited()).unwrap().is_none() {
                little.next_value().unwrap();
            }
        }
        assert_eq!(little.next_value(), Ok(32));
        // And where no more is allowed it is said what is missing.
        let mut bound = with(1 << 18, 1 << 18);
        let error = (0..=to).find_map(|_| bound.next_value().err());
        assert!(
            matches!(error, Some(EngineError::Memory { heap: 670_146, allowed: 262_144, .. })),
            "{error:?}"
        );
    }

    /// Values of more than 16 bits are computed pair by pair.
    #[test]
    fn large_values_lose_nothing() {
        let moves = moves("0.04");
        // All values below 65536 are sums with zero.
        let known: Vec<u32> =
            vec![0; 1 << 16].into_iter().chain(0..1 << 16).chain([0, 0]).collect();
        let mut pairs = Pairs::new(&moves, &Budget::unlimited()).unwrap();
        let mut stream = Stream::new(&moves, 1 << 18, &Budget::unlimited()).unwrap();
        assert!(pairs.take_values(&known) && stream.take_values(&known));
        let values: Vec<u32> = (0..5).map(|_| stream.next_value().unwrap()).collect();
        assert_eq!(values[0], 1 << 16);
        assert!(matches!(stream.method, Method::Pairs(_)));
        assert_eq!(values, [(); 5].map(|()| pairs.next_value().unwrap()));
        // And so behind such values.
        assert!(pairs.take_values(&values) && stream.take_values(&values));
        assert_eq!(stream.next_value(), pairs.next_value());
    }

    #[test]
    fn heaps_beyond_those_announced_have_values_too() {
        let moves = moves("Kayles");
        let mut stream = Stream::new(&moves, 2000, &Budget::unlimited()).unwrap();
        let values: Vec<u32> = (0..6000).map(|_| stream.next_value().unwrap()).collect();
        assert!(values[71..5988].iter().eq(&values[83..]));
    }

    #[test]
    fn little_memory_is_an_error() {
        let moves = moves("Kayles");
        let mut stream = Stream::new(&moves, 1 << 40, &Budget::unlimited().bytes(1000)).unwrap();
        let error = (0..3000).find_map(|_| stream.next_value().err());
        assert!(matches!(error, Some(EngineError::Memory { .. })), "{error:?}");
    }

    #[test]
    fn games_without_pairs_are_refused() {
        for text in ["S(1,2)", "0.8", "0.0"] {
            assert!(!Stream::applies(&moves(text)), "{text}");
            assert!(Stream::new(&moves(text), 10, &Budget::unlimited()).is_err(), "{text}");
        }
    }
}
