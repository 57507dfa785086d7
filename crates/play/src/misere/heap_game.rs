//! The heaps 0..=n of a game with their options written out: what every misere
//! computation reads.

use super::MisereError;
use sprague_budget::Budget;
use sprague_games::{RuleError, Ruleset};

/// The greatest number of heap sizes kept over all options.
pub const MAX_ENTRIES: usize = 100_000_000;

/// The heaps 0, 1, 2, ... of one game or of several, with their options. An option is a
/// sorted list of smaller non-empty heaps.
///
/// Heaps are numbered: with L lanes, number `L*n + lane` is a heap of n tokens in that lane.
/// Every game has a lane; a game with a pass has two, first the heaps that have used
/// their pass, then those that still have it. Passing leads to the lane before, so every
/// option has smaller numbers. With one game without a pass the number is the size.
#[derive(Clone, Debug)]
pub struct HeapGame {
    lanes: Vec<Lane>,
    options: Vec<Vec<Box<[u32]>>>,
    entries: usize,
    /// The most entries.
    most: usize,
    /// Ends the listing of options.
    budget: Budget,
}

/// Heaps of one game, with or without their pass.
#[derive(Clone, Debug)]
struct Lane {
    rules: Ruleset,
    pass: bool,
}

impl HeapGame {
    /// The heaps of at most `largest` tokens of these rules.
    pub fn new(rules: &Ruleset, largest: u32) -> Result<Self, MisereError> {
        Self::sum(std::slice::from_ref(rules), largest)
    }

    /// The same with at most `most` heap sizes kept over all options, and ended with
    /// [`MisereError::Spent`] when the budget is.
    pub fn limited(
        rules: &Ruleset,
        largest: u32,
        most: usize,
        budget: &Budget,
    ) -> Result<Self, MisereError> {
        Self::limited_sum(std::slice::from_ref(rules), largest, most, budget)
    }

    /// No heaps yet; the budget ends adding them.
    pub fn within(rules: &Ruleset, budget: &Budget) -> Result<Self, MisereError> {
        Self::limited(rules, 0, MAX_ENTRIES, budget)
    }

    /// The heaps of at most `largest` tokens of several games.
    pub fn sum(games: &[Ruleset], largest: u32) -> Result<Self, MisereError> {
        Self::limited_sum(games, largest, MAX_ENTRIES, &Budget::unlimited())
    }

    pub(crate) fn limited_sum(
        games: &[Ruleset],
        largest: u32,
        most: usize,
        budget: &Budget,
    ) -> Result<Self, MisereError> {
        let mut lanes = Vec::new();
        for rules in games {
            lanes.push(Lane { rules: rules.clone(), pass: false });
            if rules.has_pass() {
                lanes.push(Lane { rules: rules.clone(), pass: true });
            }
        }
        let options = vec![Vec::new(); lanes.len()]; // no move on an empty heap
        let budget = budget.clone().silent();
        let mut game = Self { lanes, options, entries: 0, most, budget };
        game.extend_to(largest)?;
        Ok(game)
    }

    /// Adds heaps until those of `largest` tokens are there.
    pub fn extend_to(&mut self, largest: u32) -> Result<(), MisereError> {
        let width = self.lanes.len() as u32;
        if largest >= u32::MAX / width.max(1) {
            return Err(MisereError::Limit { what: "heaps", limit: (u32::MAX / width) as usize });
        }
        for n in self.largest_size() + 1..=largest {
            for lane in 0..self.lanes.len() {
                let Lane { rules, pass } = self.lanes[lane].clone();
                let lane = lane as u32;
                let mut list: Vec<Box<[u32]>> = Vec::new();
                // Before duplicates go: what is held while a heap is listed.
                let mut held = self.entries;
                let mut keep = |option: Box<[u32]>| {
                    held += option.len() + 1;
                    list.push(option);
                    // A look at the clock costs as much as some options.
                    let look = list.len().is_multiple_of(64);
                    held <= self.most && !(look && self.budget.is_spent())
                };
                let listed = if pass {
                    let lane_of = |kept: bool| lane - u32::from(!kept);
                    rules.try_for_each_pass_option(n.into(), &mut |heaps, keeper| {
                        let mut option: Box<[u32]> = heaps
                            .iter()
                            .enumerate()
                            .map(|(i, &h)| width * h as u32 + lane_of(Some(i) == keeper))
                            .collect();
                        option.sort_unstable();
                        keep(option)
                    })
                } else {
                    rules.try_for_each_option(n.into(), &mut |heaps| {
                        keep(heaps.iter().map(|&h| width * h as u32 + lane).collect())
                    })
                };
                match listed {
                    Err(RuleError::Stopped) => {
                        self.budget.go_on()?;
                        return Err(self.too_many());
                    }
                    listed => listed?,
                }
                self.push(list)?;
            }
        }
        Ok(())
    }

    fn push(&mut self, mut list: Vec<Box<[u32]>>) -> Result<(), MisereError> {
        list.sort_unstable();
        list.dedup();
        self.entries += list.iter().map(|option| option.len() + 1).sum::<usize>();
        if self.entries > self.most {
            return Err(self.too_many());
        }
        self.options.push(list);
        Ok(())
    }

    fn too_many(&self) -> MisereError {
        MisereError::Limit { what: "heaps in options", limit: self.most }
    }

    /// The rules of every lane, and whether its heaps have their pass.
    pub fn lanes(&self) -> impl ExactSizeIterator<Item = (&Ruleset, bool)> {
        self.lanes.iter().map(|lane| (&lane.rules, lane.pass))
    }

    /// The number of the heap of `n` tokens in this lane.
    pub fn heap(&self, lane: usize, n: u32) -> u32 {
        self.lanes.len() as u32 * n + lane as u32
    }

    /// The number of heaps, those of 0 tokens included.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Always false: the empty heaps are there.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The largest number of a heap.
    pub fn largest(&self) -> u32 {
        self.len() as u32 - 1
    }

    /// The largest heap in tokens.
    pub fn largest_size(&self) -> u32 {
        (self.len() / self.lanes.len()) as u32 - 1
    }

    /// What ends work with these heaps.
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The options of a heap.
    pub fn options(&self, heap: u32) -> &[Box<[u32]>] {
        &self.options[heap as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_smaller_with_and_without_pass() {
        for rules in ["Kayles", "4.7", "0.7 + pass", "Mark(3)", "0.*"] {
            let game = HeapGame::new(&rules.parse().unwrap(), 8).unwrap();
            for heap in 0..=game.largest() {
                assert!(game.options(heap).iter().all(|o| o.iter().all(|&h| h < heap)), "{rules}");
            }
        }
        let game = HeapGame::new(&"0.7 + pass".parse().unwrap(), 2).unwrap();
        let [plain, passing] = [0, 1].map(|lane| game.heap(lane, 1));
        assert_eq!(game.options(plain), [Box::<[u32]>::from([])]);
        assert_eq!(game.options(passing), [Box::<[u32]>::from([]), Box::from([plain])]);
        // a heap of 1 with its pass: take it, or pass
        assert_eq!(game.options(3), [Box::<[u32]>::from([]), Box::from([2])]);
        // a heap of 2 with its pass: leave 1 with the pass, or pass
        assert_eq!(game.options(5), [Box::<[u32]>::from([3]), Box::from([4])]);
    }
}
