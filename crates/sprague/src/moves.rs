//! The options of a heap with their nim-values.

use crate::error::Error;
use crate::game::Game;
use crate::memory::started;
use sprague_budget::Budget;
use sprague_engine::{EngineChoice, values_by};

/// The options of a heap with their nim-values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The nim-value of the heap: the least that no option has.
    pub value: u32,
    /// The options, in the order of the rules.
    pub options: Vec<ValuedOption>,
}

/// An option of a heap and its nim-value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedOption {
    /// The heaps left.
    pub to: Vec<u64>,
    /// Which of them keeps the pass, where the rules have one and it is kept.
    pub keeper: Option<usize>,
    /// The nim-value of their sum.
    pub value: u32,
}

impl Game {
    /// The options of a heap with their nim-values, at most a million, within the default budget.
    ///
    /// ```
    /// let grundy: sprague::Game = "Grundy".parse()?;
    /// let moves = grundy.moves(7)?;
    /// assert_eq!(moves.value, 0);
    /// let options: Vec<_> = moves.options.iter().map(|o| (&o.to[..], o.value)).collect();
    /// assert_eq!(options, [(&[1, 6][..], 1), (&[2, 5], 2), (&[3, 4], 1)]);
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn moves(&self, heap: u64) -> Result<Moves, Error> {
        self.moves_by(EngineChoice::Best, heap, 1_000_000, &Budget::new())
    }

    /// The same by an engine of one's choice within a budget; an error where there are more than
    /// `most` options (those of a heap that keeps its pass are not counted).
    pub fn moves_by(
        &self,
        engine: EngineChoice,
        heap: u64,
        most: u64,
        budget: &Budget,
    ) -> Result<Moves, Error> {
        let (rules, budget) = (self.rules(), started(budget));
        // Refuse before computing values: counting options is cheap up to the limit.
        self.each_option(heap, most, &budget, &mut |_| ())?;
        let own = values_by(engine, rules, heap, &budget)?;
        let of = |values: &[u32], heap: u64| values.get(heap as usize).copied().unwrap_or(0);
        let mut options = Vec::new();
        if rules.has_pass() {
            let without = values_by(engine, &rules.without_pass(), heap, &budget)?;
            rules.for_each_pass_option(heap, &mut |heaps, keeper| {
                let parts = heaps.iter().enumerate();
                let value = parts.fold(0, |sum, (i, &heap)| {
                    sum ^ of(if Some(i) == keeper { &own } else { &without }, heap)
                });
                options.push(ValuedOption { to: heaps.to_vec(), keeper, value });
            })?;
        } else {
            rules.for_each_option(heap, &mut |heaps| {
                let value = heaps.iter().fold(0, |sum, &heap| sum ^ of(&own, heap));
                options.push(ValuedOption { to: heaps.to_vec(), keeper: None, value });
            })?;
        }
        Ok(Moves { value: of(&own, heap), options })
    }
}
