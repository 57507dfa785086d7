//! Partisan subtraction games: from a heap Left may take the amounts of one set, Right
//! those of another.

use crate::error::Error;
use crate::game::{Game, Games};

/// What each player may take from a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtraction {
    left: Vec<u32>,
    right: Vec<u32>,
}

/// Largest heap whose value is computed; every smaller heap is computed with it.
const HEAP_LIMIT: u32 = 1_000_000;

impl Subtraction {
    /// The game in which Left may take the amounts `left` and Right the amounts `right`.
    /// Amounts of 0 are refused, since play would not end.
    pub fn new(left: &[u32], right: &[u32]) -> Result<Self, Error> {
        let sorted = |amounts: &[u32]| {
            let mut amounts = amounts.to_vec();
            amounts.sort_unstable();
            amounts.dedup();
            if amounts.first() == Some(&0) {
                return Err(Error::too_large("taking 0 never ends; amounts start at 1"));
            }
            Ok(amounts)
        };
        Ok(Self { left: sorted(left)?, right: sorted(right)? })
    }

    /// The value of a heap.
    pub fn value(&self, games: &mut Games, heap: u32) -> Result<Game, Error> {
        let values = self.values(games, heap)?;
        Ok(values[heap as usize])
    }

    /// The values of the heaps 0..=`heap`.
    pub fn values(&self, games: &mut Games, heap: u32) -> Result<Vec<Game>, Error> {
        if heap > HEAP_LIMIT {
            return Err(Error::too_large(format!(
                "a heap of {heap}: every smaller heap must be computed, and the limit is \
                 {HEAP_LIMIT}"
            )));
        }
        let mut values: Vec<Game> = Vec::with_capacity(heap as usize + 1);
        for n in 0..=heap {
            let after = |amounts: &[u32], values: &[Game]| {
                amounts
                    .iter()
                    .take_while(|&&s| s <= n)
                    .map(|&s| values[(n - s) as usize])
                    .collect::<Vec<_>>()
            };
            let (left, right) = (after(&self.left, &values), after(&self.right, &values));
            let value = games.game(&left, &right)?;
            values.push(value);
        }
        Ok(values)
    }
}
