//! Values by a formula: a closed form, or an automaton that reads them.

use super::HeapValues;
use super::search::{self, FEW, SMALL_HEAPS};
use crate::error::PlayError;
use crate::legal::is_option;
use crate::options::{HeapOption, OptionSet};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_games::Ruleset;
use sprague_games::moves::Move;
use sprague_prover::automaton;
use sprague_prover::closed_form::ClosedForm;

/// Values by a formula.
pub(super) struct ByFormula {
    rules: Ruleset,
    /// The moves, where there are finitely many kinds.
    moves: Option<Vec<Move>>,
    form: Box<dyn ClosedForm>,
}

impl ByFormula {
    pub(super) fn new(rules: &Ruleset, form: Box<dyn ClosedForm>) -> Self {
        Self { rules: rules.clone(), moves: rules.finite_moves(), form }
    }
}

/// Values read by an automaton.
pub(super) struct ByAutomaton(pub(super) Box<automaton::Decided>);

impl ClosedForm for ByAutomaton {
    fn theorem(&self) -> &'static str {
        "automaton"
    }

    fn at(&self, n: &BigUint) -> BigUint {
        self.0.value(n)
    }
}

impl HeapValues for ByFormula {
    fn value(&self, n: &BigUint) -> Result<BigUint, PlayError> {
        Ok(self.form.at(n))
    }

    fn options_with_value(
        &self,
        n: &BigUint,
        value: &BigUint,
        keep: usize,
    ) -> Result<OptionSet, PlayError> {
        let get = |m: &BigUint| self.form.at(m);
        let wanted = search::of_value(value, &get);
        if let Some(moves) = &self.moves {
            return search::by_moves(&self.rules, moves, n, &wanted, keep);
        }
        if let Some(size) = n.to_u64().filter(|&size| size <= SMALL_HEAPS) {
            return search::listed(&self.rules, size, &wanted, keep);
        }
        let mut set = OptionSet::default();
        if let Some(heaps) = self.form.heaps_with_value(value) {
            // All-but games leave one heap or none.
            for heap in heaps.into_iter().filter(|heap| heap < n) {
                let option = HeapOption::one_heap(heap);
                if is_option(&self.rules, n, &option.to)? {
                    set.push(option, keep);
                }
            }
            return Ok(set);
        }
        // The options nearest to nothing and those nearest to the heap.
        set.exhaustive = false;
        let small = (0..=SMALL_HEAPS).map(BigUint::from);
        let near = (1..=SMALL_HEAPS).map(|take| n - take).filter(|heap| *heap > SMALL_HEAPS.into());
        for heap in small.chain(near) {
            if set.progressions.len() >= keep.min(FEW) {
                break;
            }
            if self.form.at(&heap) == *value {
                let option = HeapOption::one_heap(heap);
                if is_option(&self.rules, n, &option.to)? {
                    set.push(option, keep);
                }
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Zero;

    impl ClosedForm for Zero {
        fn theorem(&self) -> &'static str {
            "none"
        }

        fn at(&self, _: &BigUint) -> BigUint {
            BigUint::ZERO
        }
    }

    /// A heap that is both small and near to the one moved in is one option.
    #[test]
    fn no_option_twice() {
        let formula = ByFormula::new(&"n -> n-1 | n div 2".parse().unwrap(), Box::new(Zero));
        let set = formula.options_with_value(&2500u32.into(), &BigUint::ZERO, 100).unwrap();
        let heaps: Vec<BigUint> = set.first(100).into_iter().flat_map(|o| o.to).collect();
        assert_eq!(heaps, [1250u32.into(), 2499u32.into()]);
        assert!(!set.exhaustive);
    }
}
