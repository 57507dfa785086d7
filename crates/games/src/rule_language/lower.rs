//! Recognising rules that are take-and-break moves: `n -> a+b where a+b = n and a < b`
//! is a [`Move`] and deserves the fast engines. What is not recognised is computed from
//! the options, slower but as exactly.

use super::{Constraint, Expr, Relation, Rule, RuleOption};
use crate::moves::{Condition, Move};

/// c + n_coefficient * n + sum of coefficients * variables; only terms without div/mod.
struct Linear {
    constant: i64,
    heap: i64,
    variables: Vec<i64>,
}

impl Linear {
    fn of(expr: &Expr, variables: usize) -> Option<Self> {
        let mut linear = Self { constant: 0, heap: 0, variables: vec![0; variables] };
        linear.add(expr, 1)?;
        Some(linear)
    }

    fn add(&mut self, expr: &Expr, factor: i64) -> Option<()> {
        match expr {
            Expr::Constant(c) => {
                self.constant = self.constant.checked_add(c.checked_mul(factor)?)?;
            }
            Expr::Heap => self.heap = self.heap.checked_add(factor)?,
            Expr::Variable(i) => {
                let slot = self.variables.get_mut(*i)?;
                *slot = slot.checked_add(factor)?;
            }
            Expr::Sum(a, b) => {
                self.add(a, factor)?;
                self.add(b, factor)?;
            }
            Expr::Difference(a, b) => {
                self.add(a, factor)?;
                self.add(b, factor.checked_neg()?)?;
            }
            Expr::Multiple(c, a) => self.add(a, factor.checked_mul(*c)?)?,
            Expr::Quotient(..) | Expr::Remainder(..) => return None,
        }
        Some(())
    }
}

impl Rule {
    /// The moves this rule is made of, when every option is one; `None` otherwise.
    pub(crate) fn finite_moves(&self) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        for option in &self.options {
            moves.extend(option.moves()?);
        }
        moves.sort_unstable();
        moves.dedup();
        // The same heaps under two conditions, say with and without a < b, would be one
        // option listed twice: leave such rules to the general engine.
        let twice = moves.windows(2).any(|m| (m[0].take, m[0].heaps) == (m[1].take, m[1].heaps));
        (!twice).then_some(moves)
    }
}

impl RuleOption {
    fn moves(&self) -> Option<Vec<Move>> {
        let smallest = match &self.guard {
            None => 1,
            Some(guard) => least_heap(guard)?,
        };
        if self.variables.is_empty() {
            // n - u: one heap, or none when n = u.
            let [heap] = self.heaps.as_slice() else { return None };
            if self.condition.is_some() {
                return None;
            }
            let term = Linear::of(heap, 0)?;
            let take = term.constant.checked_neg()?;
            if term.heap != 1 || take < 1 {
                return None;
            }
            let one = Move { take, heaps: 1, condition: Condition::Any, smallest };
            let none = Move { heaps: 0, ..one };
            let reachable = u64::try_from(take).ok()? >= smallest;
            return Some(if reachable { vec![none, one] } else { vec![one] });
        }
        self.splitting_move(smallest).map(|m| vec![m])
    }

    /// `a+b+c where a+b+c = n-u`, with at most one condition on two heaps.
    fn splitting_move(&self, smallest: u64) -> Option<Move> {
        let count = self.variables.len();
        let mut used = vec![false; count];
        for heap in &self.heaps {
            let Expr::Variable(i) = heap else { return None };
            if std::mem::replace(used.get_mut(*i)?, true) {
                return None;
            }
        }
        if self.heaps.len() != count || count < 2 {
            return None;
        }
        let parts = match self.condition.as_ref()? {
            Constraint::And(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        let mut take = None;
        // At most one: `a <= b` alone asks for nothing, `a <= b and b < a` for the impossible.
        let mut condition = None;
        for part in parts {
            let Constraint::Comparison(a, relation, b) = part else { return None };
            let mut difference = Linear::of(a, count)?;
            difference.add(b, -1)?; // a - b  (relation)  0
            if take.is_none() && *relation == Relation::Equal {
                // sum of all variables - n + u = 0, or its negative
                let sign = *difference.variables.first()?;
                if sign.abs() != 1
                    || difference.variables.iter().any(|&c| c != sign)
                    || difference.heap != -sign
                {
                    return None;
                }
                take = Some(difference.constant.checked_mul(sign)?);
                continue;
            }
            // Conditions on the difference of two heaps.
            if count != 2 || difference.heap != 0 || condition.is_some() {
                return None;
            }
            let [x, y] = difference.variables[..] else { return None };
            if x != -y || x.abs() != 1 {
                return None;
            }
            let c = difference.constant;
            // x*(v0 - v1) + c REL 0. By symmetry the pair is taken with the order that
            // the condition asks for.
            condition = Some(match relation {
                Relation::NotEqual if c == 0 => Condition::Distinct,
                Relation::Equal if c == 0 => Condition::AllEqual,
                // v - w <= -c, that is w - v >= c
                Relation::LessOrEqual => at_least(c)?,
                Relation::Less => at_least(c.checked_add(1)?)?,
                Relation::GreaterOrEqual => at_least(c.checked_neg()?)?,
                Relation::Greater => at_least(c.checked_neg()?.checked_add(1)?)?,
                _ => return None,
            });
        }
        let take = take?;
        let condition = condition.unwrap_or(Condition::Any);
        // With take < 0 a new heap may reach n, which the general search reports.
        (take >= 0).then_some(Move { take, heaps: count as u32, condition, smallest })
    }
}

/// One heap exceeds the other by at least `d`; the order is free, so only the difference
/// counts. A negative `d` would allow more than one order and is not lowered.
fn at_least(d: i64) -> Option<Condition> {
    match u64::try_from(d).ok()? {
        0 => Some(Condition::Any),
        1 => Some(Condition::Distinct),
        d => Some(Condition::DifferAtLeast(d)),
    }
}

/// c for a guard `n >= c` (or `n > c-1`, or reversed).
fn least_heap(guard: &Constraint) -> Option<u64> {
    let Constraint::Comparison(a, relation, b) = guard else { return None };
    let (relation, constant) = match (a, b) {
        (Expr::Heap, Expr::Constant(c)) => (*relation, *c),
        (Expr::Constant(c), Expr::Heap) => (
            match relation {
                Relation::Less => Relation::Greater,
                Relation::LessOrEqual => Relation::GreaterOrEqual,
                _ => return None,
            },
            *c,
        ),
        _ => return None,
    };
    let least = match relation {
        Relation::GreaterOrEqual => constant,
        Relation::Greater => constant.checked_add(1)?,
        _ => return None,
    };
    Some(u64::try_from(least).ok()?.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule_language::visit_options;

    /// Whatever is lowered has the options of the rule: every pair of comparisons of two heaps.
    #[test]
    fn lowered_moves_are_the_rule() {
        let comparisons: Vec<String> = ["a", "b"]
            .iter()
            .zip(["b", "a"])
            .flat_map(|(x, y)| {
                ["<", "<=", ">", ">=", "=", "!="].iter().flat_map(move |relation| {
                    ["", "+1", "-1", "+2"].map(|c| format!("{x} {relation} {y}{c}"))
                })
            })
            .collect();
        let mut lowered = 0;
        for (i, one) in comparisons.iter().enumerate() {
            for two in &comparisons[i..] {
                let rule = format!("n -> a+b where a+b = n-1 and {one} and {two}");
                let rule: Rule = if one == two {
                    format!("n -> a+b where a+b = n-1 and {one}").parse().unwrap()
                } else {
                    rule.parse().unwrap()
                };
                let Some(moves) = rule.finite_moves() else { continue };
                lowered += 1;
                for n in 0..12 {
                    let (mut expected, mut found) = (Vec::new(), Vec::new());
                    visit_options(&rule.options, n, &mut |heaps| {
                        expected.push(heaps.to_vec());
                        true
                    })
                    .unwrap();
                    for m in &moves {
                        m.for_each_option(n, &mut |heaps| {
                            found.push(heaps.to_vec());
                            true
                        });
                    }
                    expected.sort();
                    expected.dedup();
                    found.sort();
                    assert_eq!(found, expected, "{rule} at {n}");
                }
            }
        }
        assert!(lowered > 10, "{lowered}");
    }

    fn lowered(text: &str) -> Option<Vec<Move>> {
        text.parse::<Rule>().unwrap().finite_moves()
    }

    #[test]
    fn recognises_take_and_break_moves() {
        let split = Move { take: 0, heaps: 2, condition: Condition::Distinct, smallest: 1 };
        assert_eq!(lowered("n -> a+b where a+b = n and a < b"), Some(vec![split]));
        assert_eq!(lowered("n -> a+b where n = b+a and b > a"), Some(vec![split]));
        assert_eq!(
            lowered("n -> a+b where a+b = n and b-a >= 3"),
            Some(vec![Move { condition: Condition::DifferAtLeast(3), ..split }])
        );
        assert_eq!(
            lowered("n -> a+b where a+b = n if n >= 3"),
            Some(vec![Move { condition: Condition::Any, smallest: 3, ..split }])
        );
        assert_eq!(
            lowered("n -> a+b+c where a+b+c = n-4"),
            Some(vec![Move { take: 4, heaps: 3, condition: Condition::Any, smallest: 1 }])
        );
        let one = Move { take: 1, heaps: 1, condition: Condition::Any, smallest: 2 };
        assert_eq!(lowered("n -> n-1 if n >= 2"), Some(vec![one]));
        for general in [
            // The number is -2^63, which has no negative.
            "n -> a+b where -2147483648(4294967296) = a+b-n",
            "n -> n-1 | n div 2",
            "n -> n-k where 2k >= n",
            "n -> a+b where a+b = n and a < b | a+b where a+b = n",
            "n -> a+b where a+b = n and a < 2b",
            "n -> a+b where a+b = n and a-b >= -1",
            "n -> a+b where a+b = n and a <= b and b < a",
            "n -> a+b where a+b = n and a <= b and b <= a",
            "n -> a+b where a+b = n and a <= b and a != b",
        ] {
            assert_eq!(lowered(general), None, "{general}");
        }
    }
}
