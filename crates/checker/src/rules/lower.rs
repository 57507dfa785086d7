//! Which rules of the rule language are finite lists of moves.

use super::language::{Comparison, Expr, Formula, Linear, RuleOption};
use super::{Condition, Heaps, Move, Takes};

/// The moves of a rule all of whose options are moves; `None` for other rules.
pub(super) fn moves(options: &[RuleOption]) -> Option<Vec<Move>> {
    let lists = options.iter().map(RuleOption::moves).collect::<Option<Vec<_>>>()?;
    Some(lists.concat())
}

impl RuleOption {
    fn moves(&self) -> Option<Vec<Move>> {
        let smallest = self.guard.as_ref().map_or(Some(1), least_heap)?;
        if self.variables > 0 {
            return self.splitting(smallest).map(|split| vec![split]);
        }
        // n - u: one heap, or none where n = u.
        let ([heap], None) = (&self.heaps[..], &self.condition) else { return None };
        let term = Linear::difference(heap, &Expr::Constant(0), 0)?;
        let take = i64::try_from(-term.constant).ok().filter(|take| *take >= 1)?;
        let one = Move {
            takes: Takes::once(take),
            heaps: Heaps::Exactly(1),
            condition: Condition::Any,
            smallest,
        };
        let none = Move { heaps: Heaps::Exactly(0), ..one.clone() };
        (term.heap == 1).then(|| if take as u64 >= smallest { vec![none, one] } else { vec![one] })
    }

    /// `a+b+c where a+b+c = n-u`, each variable one heap; with two heaps, one more comparison
    /// of them at most. They have no order, so only how much they differ counts.
    fn splitting(&self, smallest: u64) -> Option<Move> {
        let count = self.variables;
        let is_heap = |i| self.heaps.contains(&Expr::Variable(i));
        if count < 2 || self.heaps.len() != count || !(0..count).all(is_heap) {
            return None;
        }
        let (first, rest) = self.condition.as_ref()?.parts().split_first()?;
        // The sum may stand behind the comparison.
        let (sum, more) = match rest {
            [other] if take_of(first, count).is_none() => (other, std::slice::from_ref(first)),
            rest => (first, rest),
        };
        let take = take_of(sum, count).filter(|take| *take >= 0)?;
        let condition = match more {
            [] => Condition::Any,
            [one] if count == 2 => difference(one)?,
            _ => return None,
        };
        let heaps = Heaps::Exactly(count as u32); // few variables
        Some(Move { takes: Takes::once(take), heaps, condition, smallest })
    }
}

/// u, where the formula says that all variables together are n - u.
fn take_of(formula: &Formula, count: usize) -> Option<i64> {
    let Formula::Comparison(a, Comparison::Equal, b) = formula else { return None };
    // ±(sum of the variables - n + u) = 0
    let form = Linear::difference(a, b, count)?;
    let sign = -form.heap;
    let fits = sign.abs() == 1 && form.variables.iter().all(|c| *c == sign);
    i64::try_from(form.constant * sign).ok().filter(|_| fits)
}

/// What a comparison of two heaps asks for.
fn difference(formula: &Formula) -> Option<Condition> {
    let Formula::Comparison(a, comparison, b) = formula else { return None };
    // ±(x - y) + c, compared with 0
    let form = Linear::difference(a, b, 2)?;
    let (x, y, c) = (form.variables[0], form.variables[1], form.constant);
    if form.heap != 0 || x.abs() != 1 || x != -y {
        return None;
    }
    let least = match comparison {
        Comparison::NotEqual if c == 0 => return Some(Condition::Distinct),
        Comparison::Equal if c == 0 => return Some(Condition::AllEqual),
        Comparison::LessOrEqual => c,
        Comparison::Less => c + 1,
        Comparison::GreaterOrEqual => -c,
        Comparison::Greater => 1 - c,
        _ => return None,
    };
    // One heap exceeds the other by so much; a negative number leaves both orders open.
    match u64::try_from(least).ok()? {
        0 => Some(Condition::Any),
        1 => Some(Condition::Distinct),
        d => Some(Condition::DifferAtLeast(d)),
    }
}

/// c for a guard `n >= c`, `n > c-1`, or the same turned round.
fn least_heap(guard: &Formula) -> Option<u64> {
    let least = match guard {
        Formula::Comparison(Expr::Heap, Comparison::GreaterOrEqual, Expr::Constant(c))
        | Formula::Comparison(Expr::Constant(c), Comparison::LessOrEqual, Expr::Heap) => *c,
        Formula::Comparison(Expr::Heap, Comparison::Greater, Expr::Constant(c))
        | Formula::Comparison(Expr::Constant(c), Comparison::Less, Expr::Heap) => c + 1,
        _ => return None,
    };
    u64::try_from(least).ok().map(|least| least.max(1))
}
