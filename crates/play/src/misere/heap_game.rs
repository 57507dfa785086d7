//! The heaps 0..=n of a game with their options written out: what every misere
//! computation reads.

use super::MisereError;
use sprague_games::Ruleset;

/// The greatest number of heap sizes kept over all options.
pub const MAX_ENTRIES: usize = 100_000_000;

/// Heaps 0, 1, 2, ... with their options. An option is a sorted list of smaller
/// non-empty heaps.
///
/// With a pass every heap exists twice: heap `2n` is a heap of n that has used its pass,
/// heap `2n + 1` one that still has it. Passing leads from `2n + 1` to `2n`, so options
/// are smaller there too.
#[derive(Clone, Debug)]
pub struct HeapGame {
    rules: Ruleset,
    options: Vec<Vec<Box<[u32]>>>,
    entries: usize,
}

impl HeapGame {
    /// The heaps 0..=largest of these rules.
    pub fn new(rules: &Ruleset, largest: u32) -> Result<Self, MisereError> {
        let mut game = Self { rules: rules.clone(), options: vec![Vec::new()], entries: 0 };
        if rules.has_pass() {
            game.options.push(Vec::new()); // a pass on an empty heap cannot be used
        }
        game.extend_to(largest)?;
        Ok(game)
    }

    /// Adds heaps until `largest` is there.
    pub fn extend_to(&mut self, largest: u32) -> Result<(), MisereError> {
        let per_heap = if self.rules.has_pass() { 2 } else { 1 };
        for n in (self.options.len() / per_heap) as u32..=largest {
            if per_heap == 1 {
                let mut list: Vec<Box<[u32]>> = Vec::new();
                self.rules.for_each_option(n.into(), &mut |heaps| {
                    list.push(heaps.iter().map(|&h| h as u32).collect());
                })?;
                self.push(list)?;
            } else {
                let mut list: Vec<Box<[u32]>> = Vec::new();
                self.rules.for_each_option(n.into(), &mut |heaps| {
                    list.push(heaps.iter().map(|&h| 2 * h as u32).collect());
                })?;
                self.push(list)?;
                let mut list: Vec<Box<[u32]>> = Vec::new();
                self.rules.for_each_pass_option(n.into(), &mut |heaps, keeper| {
                    let mut option: Box<[u32]> = heaps
                        .iter()
                        .enumerate()
                        .map(|(i, &h)| 2 * h as u32 + u32::from(Some(i) == keeper))
                        .collect();
                    option.sort_unstable();
                    list.push(option);
                })?;
                self.push(list)?;
            }
        }
        Ok(())
    }

    fn push(&mut self, mut list: Vec<Box<[u32]>>) -> Result<(), MisereError> {
        list.sort_unstable();
        list.dedup();
        self.entries += list.iter().map(|option| option.len() + 1).sum::<usize>();
        if self.entries > MAX_ENTRIES {
            return Err(MisereError::Limit { what: "heaps in options", limit: MAX_ENTRIES });
        }
        self.options.push(list);
        Ok(())
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The number of heaps, 0 included (twice as many with a pass).
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Always false: heap 0 is there.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The largest heap.
    pub fn largest(&self) -> u32 {
        self.len() as u32 - 1
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
        // a heap of 1 with its pass: take it, or pass
        assert_eq!(game.options(3), [Box::<[u32]>::from([]), Box::from([2])]);
        // a heap of 2 with its pass: leave 1 with the pass, or pass
        assert_eq!(game.options(5), [Box::<[u32]>::from([3]), Box::from([4])]);
    }
}
