//! Listing the options of a heap: a search over the variables in which every comparison
//! narrows the ranges of the variables it mentions (interval propagation), so that
//! `a+b = n and a < b` costs one step per pair and not one per (a, b).

use super::range::{INFINITY, Range, divide_inwards, lower, upper};
use super::{Constraint, Expr, Relation, RuleOption};
use crate::error::RuleError;

struct VariableSearch<'a> {
    option: &'a RuleOption,
    n: u64,
    heap: i128,
    /// The comparisons that hold whenever the condition does.
    comparisons: Vec<Comparison<'a>>,
    visit: &'a mut dyn FnMut(&[u64]) -> bool,
    heaps: Vec<u64>,
    /// While probing an unbounded variable only a move that breaks the rules counts.
    probing: bool,
    /// Steps the search may still take.
    left: u64,
}

/// The steps a search may take to list the options of a heap of `n` with so many heaps. There are at
/// most n^heaps of them; only variables that no heap needs make the search much longer.
fn most_steps(n: u64, heaps: usize) -> u64 {
    let options = n.saturating_pow(u32::try_from(heaps).unwrap_or(u32::MAX));
    options.saturating_mul(1 << 12).saturating_add(1 << 20)
}

/// Calls `visit` with every option of a heap of `n`, non-empty heaps sorted, an option
/// perhaps several times. Stops with [`RuleError::Stopped`] when `visit` returns false.
pub(crate) fn visit_options(
    options: &[RuleOption],
    n: u64,
    visit: &mut dyn FnMut(&[u64]) -> bool,
) -> Result<(), RuleError> {
    visit_within(options, n, u64::MAX, visit)
}

/// The same; no more steps than said are taken for an option of the rule.
pub(super) fn visit_within(
    options: &[RuleOption],
    n: u64,
    steps: u64,
    visit: &mut dyn FnMut(&[u64]) -> bool,
) -> Result<(), RuleError> {
    if n == 0 {
        return Ok(());
    }
    for option in options {
        let heap = i128::from(n);
        if let Some(guard) = &option.guard
            && !guard.evaluate(heap, &[]).ok_or(RuleError::Overflow { heap: n })?
        {
            continue;
        }
        let condition = option.condition.as_ref();
        let together = condition.map(|c| together(c, false)).unwrap_or_default();
        let mut search = VariableSearch {
            option,
            n,
            heap,
            comparisons: together,
            visit: &mut *visit,
            heaps: Vec::new(),
            probing: false,
            left: steps.min(most_steps(n, option.heaps.len())),
        };
        let domains = vec![Range { low: 1, high: INFINITY }; option.variables.len()];
        let mut narrowed = domains.clone();
        if !search.propagate(&mut narrowed) {
            continue;
        }
        // An `or` may bound a variable in each of its branches and not at the top.
        let cases = condition.and_then(|c| cases(c, false));
        match cases {
            Some(cases) if narrowed.iter().any(|d| d.high >= INFINITY) => {
                for comparisons in cases {
                    search.comparisons = comparisons;
                    search.run(domains.clone())?;
                }
            }
            _ => search.run(narrowed)?,
        }
    }
    Ok(())
}

type Comparison<'a> = (&'a Expr, Relation, &'a Expr);

fn negation(relation: Relation) -> Relation {
    match relation {
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        Relation::Less => Relation::GreaterOrEqual,
        Relation::LessOrEqual => Relation::Greater,
        Relation::Greater => Relation::LessOrEqual,
        Relation::GreaterOrEqual => Relation::Less,
    }
}

/// The comparisons that every solution of the constraint (or of its negation) satisfies,
/// read off without looking into alternatives. The rest is tested at the end.
fn together(constraint: &Constraint, negated: bool) -> Vec<Comparison<'_>> {
    match constraint {
        Constraint::Comparison(a, relation, b) => {
            vec![(a, if negated { negation(*relation) } else { *relation }, b)]
        }
        Constraint::Not(inner) => together(inner, !negated),
        Constraint::And(parts) if !negated => {
            parts.iter().flat_map(|p| together(p, false)).collect()
        }
        Constraint::Or(parts) if negated => parts.iter().flat_map(|p| together(p, true)).collect(),
        _ => Vec::new(),
    }
}

/// At most this many alternatives are looked into one by one.
const MAX_CASES: usize = 64;

/// Alternatives of which every solution satisfies at least one; `None` when there are
/// too many.
fn cases(constraint: &Constraint, negated: bool) -> Option<Vec<Vec<Comparison<'_>>>> {
    match constraint {
        Constraint::Comparison(..) => Some(vec![together(constraint, negated)]),
        Constraint::PowerOfTwo(_) => Some(vec![Vec::new()]),
        Constraint::Not(inner) => cases(inner, !negated),
        Constraint::And(parts) | Constraint::Or(parts) => {
            let all_hold = matches!(constraint, Constraint::And(_)) != negated;
            let mut list = if all_hold { vec![Vec::new()] } else { Vec::new() };
            for part in parts {
                let more = cases(part, negated)?;
                if all_hold {
                    list = list
                        .iter()
                        .flat_map(|left| more.iter().map(|right| [&left[..], &right[..]].concat()))
                        .collect();
                } else {
                    list.extend(more);
                }
                if list.len() > MAX_CASES {
                    return None;
                }
            }
            Some(list)
        }
    }
}

impl VariableSearch<'_> {
    fn step(&mut self) -> Result<(), RuleError> {
        let left = self.left.checked_sub(1);
        self.left = left.ok_or(RuleError::TooManyCombinations { heap: self.n })?;
        Ok(())
    }

    fn run(&mut self, mut domains: Vec<Range>) -> Result<(), RuleError> {
        self.step()?;
        if !self.propagate(&mut domains) {
            return Ok(());
        }
        let open = domains
            .iter()
            .enumerate()
            .filter(|(_, d)| d.low != d.high)
            .min_by_key(|(_, d)| d.high - d.low);
        let Some((variable, &domain)) = open else {
            let values: Vec<i128> = domains.iter().map(|d| d.low).collect();
            return self.leaf(&values);
        };
        if domain.high >= INFINITY {
            return self.unbounded(variable, &domains);
        }
        let last = domains.iter().filter(|d| d.low != d.high).count() == 1;
        let mut values: Vec<i128> = domains.iter().map(|d| d.low).collect();
        for v in domain.low..=domain.high {
            if last {
                values[variable] = v;
                self.leaf(&values)?;
            } else {
                let mut narrowed = domains.clone();
                narrowed[variable] = Range::point(v);
                self.run(narrowed)?;
            }
        }
        Ok(())
    }

    /// No comparison bounds `variable`. If small values already give a heap that is not
    /// smaller, that is the clearer complaint.
    fn unbounded(&mut self, variable: usize, domains: &[Range]) -> Result<(), RuleError> {
        if !self.probing {
            let mut bounded = domains.to_vec();
            for domain in bounded.iter_mut().filter(|d| d.high >= INFINITY) {
                domain.high = domain.low.max(self.heap.min(16)) + 2;
            }
            self.probing = true;
            match self.run(bounded) {
                Ok(()) | Err(RuleError::TooManyCombinations { .. }) => {}
                Err(error) => return Err(error),
            }
            self.probing = false;
        }
        Err(RuleError::Unbounded {
            heap: self.n,
            variable: self.option.variables.get(variable).cloned().unwrap_or_default(),
        })
    }

    fn leaf(&mut self, variables: &[i128]) -> Result<(), RuleError> {
        self.step()?;
        let overflow = RuleError::Overflow { heap: self.n };
        if let Some(condition) = &self.option.condition
            && !condition.evaluate(self.heap, variables).ok_or(overflow.clone())?
        {
            return Ok(());
        }
        self.heaps.clear();
        let mut too_large = None;
        for heap in &self.option.heaps {
            let size = heap.evaluate(self.heap, variables).ok_or(overflow.clone())?;
            if size < 0 {
                return Ok(());
            }
            if size >= self.heap {
                too_large = Some(size);
            } else if size > 0 {
                self.heaps.push(size as u64); // below n, which is a u64
            }
        }
        if let Some(to) = too_large {
            return Err(RuleError::NotSmaller { heap: self.n, to: to.unsigned_abs() });
        }
        if self.probing {
            return Ok(());
        }
        self.heaps.sort_unstable();
        if (self.visit)(&self.heaps) { Ok(()) } else { Err(RuleError::Stopped) }
    }

    /// Narrows the domains by every comparison and by "heaps are not negative"; false
    /// when nothing is left. Every solution is kept.
    fn propagate(&self, domains: &mut [Range]) -> bool {
        for _ in 0..64 {
            let before = domains.to_vec();
            for &(a, relation, b) in &self.comparisons {
                let (left, right) = (self.forward(a, domains), self.forward(b, domains));
                let (mut new_left, mut new_right) = (left, right);
                match relation {
                    Relation::Equal => {
                        new_left = left.intersect(right);
                        new_right = new_left;
                    }
                    Relation::NotEqual => {}
                    Relation::Less | Relation::LessOrEqual => {
                        let strict = i128::from(relation == Relation::Less);
                        new_left.high = left.high.min(upper(right.high, -strict));
                        new_right.low = right.low.max(lower(left.low, strict));
                    }
                    Relation::Greater | Relation::GreaterOrEqual => {
                        let strict = i128::from(relation == Relation::Greater);
                        new_right.high = right.high.min(upper(left.high, -strict));
                        new_left.low = left.low.max(lower(right.low, strict));
                    }
                }
                if new_left.is_empty()
                    || new_right.is_empty()
                    || !self.backward(a, new_left, domains)
                    || !self.backward(b, new_right, domains)
                {
                    return false;
                }
            }
            for heap in &self.option.heaps {
                if !self.backward(heap, Range { low: 0, high: INFINITY }, domains) {
                    return false;
                }
            }
            if before == domains {
                return true;
            }
        }
        true
    }

    fn forward(&self, expr: &Expr, domains: &[Range]) -> Range {
        match expr {
            Expr::Constant(c) => Range::point(i128::from(*c)),
            Expr::Heap => Range::point(self.heap),
            Expr::Variable(i) => domains[*i],
            Expr::Sum(a, b) => self.forward(a, domains).add(self.forward(b, domains)),
            Expr::Difference(a, b) => {
                self.forward(a, domains).add(self.forward(b, domains).negate())
            }
            Expr::Multiple(c, a) => self.forward(a, domains).times(*c),
            Expr::Quotient(a, d) => self.forward(a, domains).div(*d),
            Expr::Remainder(a, d) => {
                let inner = self.forward(a, domains);
                let d = i128::from(*d);
                let same_block = inner.low > -INFINITY
                    && inner.high < INFINITY
                    && inner.low.div_euclid(d) == inner.high.div_euclid(d);
                if same_block {
                    Range { low: inner.low.rem_euclid(d), high: inner.high.rem_euclid(d) }
                } else {
                    Range { low: 0, high: d - 1 }
                }
            }
        }
    }

    /// Narrows the variables of `expr` so that its value lies in `range`.
    fn backward(&self, expr: &Expr, range: Range, domains: &mut [Range]) -> bool {
        let range = range.intersect(self.forward(expr, domains));
        if range.is_empty() {
            return false;
        }
        match expr {
            // A remainder says too little about what is divided to narrow it.
            Expr::Constant(_) | Expr::Heap | Expr::Remainder(..) => true,
            Expr::Variable(i) => {
                domains[*i] = domains[*i].intersect(range);
                !domains[*i].is_empty()
            }
            Expr::Sum(a, b) => {
                let for_a = range.add(self.forward(b, domains).negate());
                self.backward(a, for_a, domains) && {
                    let for_b = range.add(self.forward(a, domains).negate());
                    self.backward(b, for_b, domains)
                }
            }
            Expr::Difference(a, b) => {
                let for_a = range.add(self.forward(b, domains));
                self.backward(a, for_a, domains) && {
                    let for_b = self.forward(a, domains).add(range.negate());
                    self.backward(b, for_b, domains)
                }
            }
            Expr::Multiple(c, a) => self.backward(a, divide_inwards(range, *c), domains),
            Expr::Quotient(a, d) => {
                let d128 = i128::from(*d);
                let high =
                    if range.high >= INFINITY { INFINITY } else { range.high * d128 + d128 - 1 };
                let low = if range.low <= -INFINITY { -INFINITY } else { range.low * d128 };
                self.backward(a, Range { low, high }.clamped(), domains)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Spelled;
    use crate::rule_language::Rule;

    fn options(rule: &str, n: u64) -> Vec<Vec<u64>> {
        let rule: Rule = rule.parse().unwrap();
        let mut list = Vec::new();
        rule.form()
            .list_options(n, &mut |heaps| {
                list.push(heaps.to_vec());
                true
            })
            .unwrap();
        list
    }

    #[test]
    fn lists_options() {
        assert_eq!(options("n -> n-1 | n div 2", 5), [vec![2], vec![4]]);
        assert_eq!(options("n -> n-1 | n div 2", 1), [Vec::<u64>::new()]);
        assert_eq!(options("n -> a+b where a+b = n and a < b", 5), [[1, 4], [2, 3]]);
        assert_eq!(options("n -> n-k where 2k >= n", 5), [vec![], vec![1], vec![2]]);
        assert_eq!(options("n -> n-k where k is power of 2", 9), [[1], [5], [7], [8]]);
        assert_eq!(options("n -> n-k where k mod 3 = 1 or k = 6", 8), [[1], [2], [4], [7]]);
        assert_eq!(options("n -> a+b+c where a+b+c = n-4", 8), [[1, 1, 2]]);
        assert_eq!(options("n -> a+b where a+b = n and a < b | 1+1 if n = 2", 2), [[1, 1]]);
        assert_eq!(options("n -> k where 2k = n", 6), [[3]]);
        assert_eq!(options("n -> k where not (2k < n or k >= n)", 4), [[2], [3]]);
    }

    /// Found by fuzzing: variables that no heap needs took a time that grows with their number.
    #[test]
    fn needless_variables_do_not_take_for_ever() {
        let text = "n -> a+b+c where a+d+e-2326-1+a+f+c = g+b+c and g+b+c = n-2h";
        let rule: Rule = text.parse().unwrap();
        let listed = (1..20u64).find_map(|n| rule.form().list_options(n, &mut |_| true).err());
        assert!(matches!(listed, Some(RuleError::TooManyCombinations { .. })), "{listed:?}");
        // Two such variables are no problem.
        let mut count = 0;
        let rule: Rule =
            "n -> n-k where k = a+b and a is power of 2 and b is power of 2".parse().unwrap();
        rule.form()
            .list_options(1000, &mut |_| {
                count += 1;
                true
            })
            .unwrap();
        assert!(count > 40, "{count}");
    }

    /// The first options of a heap that has very many are there at once, and none comes twice.
    #[test]
    fn many_options_can_be_stopped() {
        let rule: Rule = "n -> a+b+c where a+b+c = n-4".parse().unwrap();
        let mut seen = std::collections::HashSet::new();
        let stopped = rule.form().list_options(1_000_000_000_000, &mut |heaps| {
            assert!(seen.insert(heaps.to_vec()), "{heaps:?}");
            seen.len() < 100_000
        });
        assert_eq!(stopped, Err(RuleError::Stopped));
        assert_eq!(seen.len(), 100_000);
        // All options are listed, whether they come in order or not: (n^2)/12 for a total of n.
        let count = options("n -> a+b+c where a+b+c = n-4", 1000 + 4).len();
        assert_eq!(count, (1000 * 1000 + 6) / 12);
    }

    #[test]
    fn agrees_with_trying_every_value() {
        for text in [
            "n -> a+b where a+b = n-1 and a <= 2b and b != 3",
            "n -> n-k where 3k div 2 >= 4 and k mod 4 != 2",
            "n -> a+(n-2a) where 2a < n and not a is power of 2",
            "n -> k where n - 2k <= 3 and k < n and -k <= -2",
            "n -> a+b where a < b < n and a+2b = n+1 and (a = 1 or b mod 2 = 0)",
        ] {
            let rule: Rule = text.parse().unwrap();
            for n in 1..40u64 {
                let mut expected = std::collections::BTreeSet::new();
                let option = &rule.options[0];
                let top = 2 * i128::from(n) + 8;
                let second = if option.variables.len() == 2 { top } else { 1 };
                for x in 1..=top {
                    for y in 1..=second {
                        let variables = [x, y];
                        let holds =
                            option.condition.as_ref().unwrap().evaluate(n.into(), &variables);
                        let heaps: Vec<i128> = option
                            .heaps
                            .iter()
                            .map(|h| h.evaluate(n.into(), &variables).unwrap())
                            .collect();
                        if holds == Some(true) && heaps.iter().all(|&h| h >= 0) {
                            let mut heaps: Vec<u64> =
                                heaps.into_iter().filter(|&h| h > 0).map(|h| h as u64).collect();
                            heaps.sort_unstable();
                            expected.insert(heaps);
                        }
                    }
                }
                assert_eq!(options(text, n), Vec::from_iter(expected), "{text} n = {n}");
            }
        }
    }

    #[test]
    fn refuses_rules_that_do_not_end() {
        for (text, message) in [
            ("n -> n", "from a heap of 1 there is a move to a heap of 1"),
            ("n -> n+1-k where k <= n", "move"),
            ("n -> 2n if n > 5", "from a heap of 6 there is a move to a heap of 12"),
            ("n -> (n+k) where k >= 1", "is not smaller"),
            ("n -> n-1 where k >= n", "infinitely many values"),
        ] {
            let error = text.parse::<Rule>().map(|r| r.to_string()).unwrap_err();
            assert!(error.to_string().contains(message), "{text}: {error}");
        }
    }
}
