//! Periodicity where moves have conditions on the sizes of the heaps they leave.

use super::{Window, add, last_irregular, mul, multiple_of, periodic};
use crate::rejection::{Rejection, hypothesis};
use crate::rules::{Condition, FiniteMove, Rules};
use sprague_certificate::{Multiple, Regularity};

/// Proposition 10.1 (Schlebusch 2015 for Grundy's game), generalised. In a game with
/// finitely many moves, let a >= 1 and G(i+p) = G(i) for a <= i < b. If b is at least the
/// number below for each move (take u, leave h heaps), then G(i+p) = G(i) for all i >= a.
///
/// - no condition: h(a-1) + (h-1)p + |u| + 1 (Theorem 4.1);
/// - two heaps that differ by at least d (d = 1: different), u >= 0: 2a + 2p + u + d;
/// - h >= 3 pairwise different heaps, u >= 0: ha + (h^2-1)p + u + 1;
/// - h >= 3 heaps not all equal, u >= 0: h(a+p) + u + 1;
/// - h equal heaps, h even and a divisor of p: |u| + 2;
/// - a move available from heap n0 on: n0.
///
/// Reason, by induction: n >= b and n+p have the same excluded values. An option of n becomes
/// one of n+p when its largest heap grows by p; every condition survives that, and h equal
/// heaps with h even exclude 0 for both. An option of n+p becomes one of n when one heap x
/// with x-p >= a shrinks by p: the largest, unless that breaks the condition. Then for two
/// heaps it is the smaller one, which is nearly as large. For different heaps go down from
/// the largest in steps of p as long as that is a heap too; the last such heap shrinks. For
/// heaps x, ..., x, x+p it is one of the equal ones. In these cases no heap of n or more is
/// left over, for two heaps of together more than n+p would be needed.
///
/// Checked here: finitely many moves, each of one of these forms, saltus 0.
/// Checked on values: the window, from the claimed preperiod on.
pub(crate) fn window(
    rules: &Rules,
    claim: Regularity,
    multiple: Multiple,
) -> Result<Window, Rejection> {
    periodic(claim)?;
    let theorem = multiple_of(claim, multiple.multiple)?;
    let a = last_irregular(claim) + 1;
    let mut until = a;
    for m in &rules.finite_moves()? {
        until = until.max(bound(m, a, theorem.period)?).max(m.smallest);
    }
    Ok(Window::until(theorem, until))
}

fn bound(m: &FiniteMove, a: u64, p: u64) -> Result<u64, Rejection> {
    let h = u64::from(m.heaps);
    let u = m.take.unsigned_abs();
    if h <= 1 || m.condition == Condition::Any {
        let h = h.max(1);
        return add(add(mul(h, a - 1)?, mul(h - 1, p)?)?, add(u, 1)?);
    }
    if m.condition == Condition::AllEqual {
        if h % 2 == 1 || !p.is_multiple_of(h) {
            return Err(hypothesis(format!(
                "{h} equal heaps: the number must be even and divide the period {p} of the theorem"
            )));
        }
        return add(u, 2);
    }
    if m.take < 0 {
        return Err(hypothesis("a move with a condition leaves more than there was"));
    }
    match m.condition {
        Condition::DifferAtLeast(d) if h == 2 => add(mul(2, add(a, p)?)?, add(u, d)?),
        Condition::Distinct | Condition::NotAllEqual if h == 2 => {
            add(mul(2, add(a, p)?)?, add(u, 1)?)
        }
        Condition::Distinct => add(add(mul(h, a)?, mul(h * h - 1, p)?)?, add(u, 1)?),
        Condition::NotAllEqual => add(mul(h, add(a, p)?)?, add(u, 1)?),
        _ => Err(hypothesis(format!("an unknown condition on {h} heaps"))),
    }
}
