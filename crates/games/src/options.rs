//! The options of a heap, by definition.

use crate::error::RuleError;
use crate::form::Visit;
use crate::ruleset::Ruleset;

impl Ruleset {
    /// Calls `visit` with every option of a heap of `n`, each once: its non-empty heaps in
    /// increasing order. A pass is left out; see [`for_each_pass_option`](Self::for_each_pass_option).
    ///
    /// Heap 0 has no option. Stops with [`RuleError::Stopped`] when `visit` returns false.
    pub fn try_for_each_option(&self, n: u64, visit: &mut Visit<'_>) -> Result<(), RuleError> {
        self.form().list_options(n, visit)
    }

    /// The same, the options in any order and an option perhaps several times.
    pub fn visit_options(&self, n: u64, visit: &mut Visit<'_>) -> Result<(), RuleError> {
        self.form().visit_options(n, visit)
    }

    /// Calls `visit` with every option of a heap of `n`, each once: its non-empty heaps in
    /// increasing order. A pass is left out.
    pub fn for_each_option(&self, n: u64, visit: &mut dyn FnMut(&[u64])) -> Result<(), RuleError> {
        self.try_for_each_option(n, &mut |heaps| {
            visit(heaps);
            true
        })
    }

    /// The options of a heap of `n` that carries a pass: `visit` gets the new heaps and the
    /// index of the one that keeps the pass, `None` when the pass is used up or no heap is
    /// left. A heap without a move cannot pass.
    pub fn for_each_pass_option(
        &self,
        n: u64,
        visit: &mut dyn FnMut(&[u64], Option<usize>),
    ) -> Result<(), RuleError> {
        self.try_for_each_pass_option(n, &mut |heaps, keeper| {
            visit(heaps, keeper);
            true
        })
    }

    /// As [`Ruleset::for_each_pass_option`], until `visit` says false: then
    /// [`RuleError::Stopped`].
    pub fn try_for_each_pass_option(
        &self,
        n: u64,
        visit: &mut dyn FnMut(&[u64], Option<usize>) -> bool,
    ) -> Result<(), RuleError> {
        let mut movable = false;
        self.try_for_each_option(n, &mut |heaps| {
            movable = true;
            if heaps.is_empty() {
                return visit(heaps, None);
            }
            // Equal heaps are interchangeable.
            (0..heaps.len())
                .filter(|&keeper| keeper == 0 || heaps[keeper] != heaps[keeper - 1])
                .all(|keeper| visit(heaps, Some(keeper)))
        })?;
        if movable && !visit(&[n], None) {
            return Err(RuleError::Stopped);
        }
        Ok(())
    }

    /// Whether a heap of `n` has an option.
    pub fn has_option(&self, n: u64) -> Result<bool, RuleError> {
        self.form().has_option(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(rules: &str, n: u64) -> Vec<Vec<u64>> {
        let rules: Ruleset = rules.parse().unwrap();
        let mut list = Vec::new();
        rules.for_each_option(n, &mut |heaps| list.push(heaps.to_vec())).unwrap();
        let mut sorted = list.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), list.len(), "an option was listed twice: {list:?}");
        list
    }

    #[test]
    fn by_hand() {
        assert_eq!(options("Kayles", 3), [vec![2], vec![1, 1], vec![1]]);
        assert_eq!(options("Kayles", 1), [Vec::<u64>::new()]);
        assert_eq!(options("Kayles", 0), Vec::<Vec<u64>>::new());
        assert_eq!(options("4.0", 4), [[1, 3], [2, 2]]);
        assert_eq!(options("Grundy", 4), [[1, 3]]);
        assert_eq!(options("80.4", 3), [vec![1, 1, 2], vec![1, 1]]);
        assert_eq!(options("80.0", 4), [[1, 1, 3], [1, 2, 2]]);
        // Austin's example: n into i and n+1-i (1 < i < n), or i and n-i, or take one.
        assert_eq!(options("44.3", 4), [vec![2, 3], vec![1, 3], vec![2, 2], vec![3]]);
        assert_eq!(options("Mark", 6), [[3], [5]]);
        assert_eq!(options("Mark", 1), [Vec::<u64>::new()]);
        assert_eq!(options("Mark", 2), [[1]]);
        assert_eq!(options("UpMark", 1), Vec::<Vec<u64>>::new());
        assert_eq!(options("UpMark(3)", 5), [[2], [3], [4]]);
        assert_eq!(options("S(1,3)", 3), [vec![2], vec![]]);
        assert_eq!(options("AllBut(1)", 3), [vec![1], vec![]]);
        assert_eq!(options("Split(3, distinct)", 7), [[1, 2, 4]]);
        assert_eq!(options("Split(2, differ>=2)", 6), [[1, 5], [2, 4]]);
        assert_eq!(options("0.*=", 5), [vec![4], vec![2, 2], vec![1, 1, 1, 1]]);
        assert_eq!(options("0.[1]", 3), [Vec::<u64>::new()]);
    }

    #[test]
    fn passes() {
        let rules: Ruleset = "0.7 + pass".parse().unwrap();
        let mut list = Vec::new();
        rules
            .for_each_pass_option(4, &mut |heaps, keeper| list.push((heaps.to_vec(), keeper)))
            .unwrap();
        assert_eq!(
            list,
            [(vec![3], Some(0)), (vec![1, 2], Some(0)), (vec![1, 2], Some(1)), (vec![4], None),]
        );
        let mut end = 0;
        rules.for_each_pass_option(0, &mut |_, _| end += 1).unwrap();
        assert_eq!(end, 0);
    }
}
