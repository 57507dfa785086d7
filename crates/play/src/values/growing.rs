//! Values that grow by a saltus with every period.

use super::search::{self, FEW, SMALL_HEAPS};
use super::{HeapValues, Regular};
use crate::error::PlayError;
use crate::legal::is_option;
use crate::options::{HeapOption, OptionSet};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use sprague_games::Ruleset;

impl Regular {
    /// Whether the values reach over the preperiod and a period.
    pub(super) fn is_whole(&self) -> bool {
        let reach = self.preperiod.checked_add(self.period);
        self.period > 0 && reach.is_some_and(|reach| self.values.len() as u64 >= reach)
    }

    /// G(n), where it [is whole](Self::is_whole).
    pub(super) fn at(&self, n: &BigUint) -> BigUint {
        let Self { preperiod, period, saltus, values, .. } = self;
        if let Some(n) = n.to_u64()
            && n < preperiod + period
        {
            return values[n as usize].into();
        }
        let (turns, rest) = (n - preperiod).div_rem(&BigUint::from(*period));
        let place = preperiod + rest.to_u64().unwrap_or(0);
        let first = values[place as usize];
        if self.grows(place) { turns * saltus + first } else { first.into() }
    }

    fn grows(&self, n: u64) -> bool {
        !self.periodic_residues.contains(&(n % self.period))
    }
}

/// G(n + period) = G(n) + saltus with saltus > 0.
pub(super) struct Growing {
    pub(super) rules: Ruleset,
    pub(super) regular: Regular,
}

impl Growing {
    /// `None` unless the values reach over the preperiod and a period, both positive with the
    /// saltus.
    pub(super) fn new(rules: &Ruleset, regular: Regular) -> Option<Self> {
        (regular.is_whole() && regular.saltus > 0).then(|| Self { rules: rules.clone(), regular })
    }

    /// The heaps below `limit` with this value; of a residue that does not grow only the first.
    pub(super) fn heaps_with_value(&self, value: &BigUint, limit: &BigUint) -> Vec<BigUint> {
        let Regular { preperiod, period, saltus, values, .. } = &self.regular;
        let mut heaps = Vec::new();
        for n in 0..preperiod + period {
            let first = BigUint::from(values[n as usize]);
            if n < *preperiod || !self.regular.grows(n) {
                if first == *value {
                    heaps.push(n.into());
                }
            } else if *value >= first {
                let (turns, rest) = (value - first).div_rem(&BigUint::from(*saltus));
                if rest.is_zero() {
                    heaps.push(turns * period + n);
                }
            }
        }
        heaps.retain(|heap| heap < limit);
        heaps
    }

    /// Whether a move may leave two heaps or more.
    fn splits(&self) -> bool {
        self.rules.form().most_heaps().is_none_or(|most| most > 1)
    }
}

impl HeapValues for Growing {
    fn value(&self, n: &BigUint) -> Result<BigUint, PlayError> {
        Ok(self.regular.at(n))
    }

    fn options_with_value(
        &self,
        n: &BigUint,
        value: &BigUint,
        keep: usize,
    ) -> Result<OptionSet, PlayError> {
        let get = |m: &BigUint| self.regular.at(m);
        let wanted = search::of_value(value, &get);
        if let Some(moves) = self.rules.finite_moves() {
            return search::by_moves(&self.rules, &moves, n, &wanted, keep);
        }
        if let Some(size) = n.to_u64().filter(|&size| size <= SMALL_HEAPS) {
            return search::listed(&self.rules, size, &wanted, keep);
        }
        // One heap or none: a value that grows says which.
        let exhaustive = self.regular.periodic_residues.is_empty();
        let mut set = OptionSet { exhaustive, ..OptionSet::default() };
        for heap in self.heaps_with_value(value, n) {
            let option = HeapOption::one_heap(heap);
            if is_option(&self.rules, n, &option.to)? {
                set.push(option, keep);
            }
        }
        if self.splits() {
            // A small heap a, and a heap b with the value that is left.
            set.exhaustive = false;
            for a in 1..=SMALL_HEAPS {
                let rest = value ^ self.regular.at(&a.into());
                for b in self.heaps_with_value(&rest, n) {
                    let a = BigUint::from(a);
                    let to = vec![a.clone().min(b.clone()), a.max(b)];
                    if !to[0].is_zero() && is_option(&self.rules, n, &to)? && !set.has(&to) {
                        set.push(HeapOption::leaving(to), keep);
                    }
                }
                if set.progressions.len() >= keep.min(FEW) {
                    break;
                }
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All options of an all-but game are found where all values grow, and not where some
    /// stay: of those only the first heap is looked at.
    #[test]
    fn all_options_where_all_values_grow() {
        let rules: Ruleset = "AllBut(1)".parse().unwrap();
        let n = BigUint::from(10u32).pow(30);
        let regular = |periodic_residues| Regular {
            preperiod: 0,
            period: 4,
            saltus: 2,
            periodic_residues,
            values: vec![0, 0, 1, 1],
        };
        for (residues, all) in [(Vec::new(), true), (vec![1], false)] {
            let values = Growing::new(&rules, regular(residues)).unwrap();
            let set = values.options_with_value(&n, &0u32.into(), 10).unwrap();
            assert_eq!((set.exhaustive, set.count()), (all, 2u32.into()));
        }
        assert!(Growing::new(&rules, Regular { period: 5, ..regular(Vec::new()) }).is_none());
        assert!(Growing::new(&rules, Regular { saltus: 0, ..regular(Vec::new()) }).is_none());
    }
}
