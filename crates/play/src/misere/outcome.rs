//! Who wins a sum under misere play, by search with a memo: exact and without theory.

use super::{HeapGame, MisereError};
use rustc_hash::FxHashMap;
use sprague_budget::Budget;

/// The greatest number of moves a sum may last to be searched.
pub const MAX_LENGTH: usize = 4000;

/// A search with its memo.
pub struct OutcomeSearch<'a> {
    game: &'a HeapGame,
    /// Whether a sorted list of heaps with options is a P-position.
    memo: FxHashMap<Box<[u32]>, bool>,
    /// The most moves that can be made in a heap.
    length: Vec<usize>,
    limit: usize,
    budget: Option<&'a Budget>,
}

impl<'a> OutcomeSearch<'a> {
    /// A search over sums of these heaps that remembers at most `limit` sums.
    pub fn new(game: &'a HeapGame, limit: usize) -> Self {
        let mut length: Vec<usize> = vec![0];
        for heap in 1..=game.largest() {
            let longest = game
                .options(heap)
                .iter()
                .map(|o| 1 + o.iter().map(|&h| length[h as usize]).fold(0, usize::saturating_add))
                .max();
            length.push(longest.unwrap_or(0));
        }
        Self { game, memo: FxHashMap::default(), length, limit, budget: None }
    }

    /// The same search, which ends soon after the budget is spent.
    #[must_use]
    pub fn within(self, budget: &'a Budget) -> Self {
        Self { budget: Some(budget), ..self }
    }

    /// Whether the sum of these heaps is a P-position. Definition: a position without
    /// options is N; any other is P exactly when none of its options is P.
    pub fn is_p(&mut self, heaps: &[u32]) -> Result<bool, MisereError> {
        let moves = heaps.iter().map(|&h| self.length[h as usize]).fold(0, usize::saturating_add);
        if moves > MAX_LENGTH {
            return Err(MisereError::Limit { what: "moves of one play", limit: MAX_LENGTH });
        }
        let mut sum: Vec<u32> =
            heaps.iter().copied().filter(|&h| !self.game.options(h).is_empty()).collect();
        sum.sort_unstable();
        self.search(&sum)
    }

    fn search(&mut self, sum: &[u32]) -> Result<bool, MisereError> {
        if sum.is_empty() {
            return Ok(false);
        }
        if let Some(&known) = self.memo.get(sum) {
            return Ok(known);
        }
        let game = self.game;
        let mut p = true;
        'moves: for (i, &heap) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == heap {
                continue;
            }
            for option in game.options(heap) {
                let mut next = Vec::with_capacity(sum.len() + option.len());
                next.extend_from_slice(&sum[..i]);
                next.extend_from_slice(&sum[i + 1..]);
                next.extend(option.iter().filter(|&&h| !game.options(h).is_empty()));
                next.sort_unstable();
                if self.search(&next)? {
                    p = false;
                    break 'moves;
                }
            }
        }
        if self.memo.len() >= self.limit {
            return Err(MisereError::Limit { what: "positions in memory", limit: self.limit });
        }
        if self.memo.len().is_multiple_of(1024)
            && let Some(budget) = self.budget
        {
            budget.go_on()?;
        }
        self.memo.insert(sum.into(), p);
        Ok(p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misere_nim() {
        let game = HeapGame::new(&"Nim".parse().unwrap(), 5).unwrap();
        let mut search = OutcomeSearch::new(&game, 100_000);
        for a in 0..=5u32 {
            for b in 0..=5 {
                for c in 0..=5 {
                    let expected =
                        if a.max(b).max(c) <= 1 { (a + b + c) % 2 == 1 } else { a ^ b ^ c == 0 };
                    assert_eq!(search.is_p(&[a, b, c]).unwrap(), expected, "{a} {b} {c}");
                }
            }
        }
    }

    /// The longest play there may be, one move after the other, fits the stack of a thread.
    #[test]
    fn the_longest_play() {
        let longest = MAX_LENGTH as u32;
        let game = HeapGame::new(&"0.3".parse().unwrap(), longest + 1).unwrap();
        let mut search = OutcomeSearch::new(&game, 1_000_000);
        assert_eq!(search.is_p(&[longest]), Ok(false));
        assert_eq!(search.is_p(&[longest - 1]), Ok(true));
        assert!(search.is_p(&[longest + 1]).is_err());
    }

    #[test]
    fn refuses_what_is_too_long_or_too_large() {
        let game = HeapGame::new(&"Nim".parse().unwrap(), 60).unwrap();
        let mut search = OutcomeSearch::new(&game, 10);
        assert!(matches!(search.is_p(&[60, 50, 40]), Err(MisereError::Limit { limit: 10, .. })));
        assert!(matches!(search.is_p(&[60; 100]), Err(MisereError::Limit { .. })));
    }
}
