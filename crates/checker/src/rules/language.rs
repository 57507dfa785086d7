//! The rule language: what an option says, and the options of a heap, one by one.
//!
//! An option is a list of new heaps, with a condition that introduces variables (positive whole
//! numbers) and one about n alone. A new heap of 0 is no heap, a negative one means that the
//! option is not there.

use super::Visit;
use crate::rejection::{Rejection, Step};

/// One option of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleOption {
    pub heaps: Vec<Expr>,
    /// How many variables the condition has.
    pub variables: usize,
    pub condition: Option<Formula>,
    pub guard: Option<Formula>,
}

/// A linear term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    Constant(i64),
    /// n
    Heap,
    Variable(usize),
    Sum(Box<Expr>, Box<Expr>),
    Difference(Box<Expr>, Box<Expr>),
    Multiple(i64, Box<Expr>),
    /// Rounded down; the divisor is positive.
    Quotient(Box<Expr>, i64),
    /// Never negative; the divisor is positive.
    Remainder(Box<Expr>, i64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    Comparison(Expr, Comparison, Expr),
    /// 1, 2, 4, ...
    PowerOfTwo(Expr),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Expr {
    /// The value for this heap and these variables; `None` past 127 bits.
    fn value(&self, n: i128, variables: &[i128]) -> Option<i128> {
        let of = |e: &Self| e.value(n, variables);
        match self {
            Self::Constant(c) => Some(i128::from(*c)),
            Self::Heap => Some(n),
            Self::Variable(i) => variables.get(*i).copied(),
            Self::Sum(a, b) => of(a)?.checked_add(of(b)?),
            Self::Difference(a, b) => of(a)?.checked_sub(of(b)?),
            Self::Multiple(c, a) => of(a)?.checked_mul(i128::from(*c)),
            Self::Quotient(a, d) => Some(of(a)?.div_euclid(i128::from(*d))),
            Self::Remainder(a, d) => Some(of(a)?.rem_euclid(i128::from(*d))),
        }
    }
}

impl Formula {
    /// Whether it holds for this heap and these variables; `None` past 127 bits.
    fn holds(&self, n: i128, variables: &[i128]) -> Option<bool> {
        Some(match self {
            Self::Comparison(a, comparison, b) => {
                let (a, b) = (a.value(n, variables)?, b.value(n, variables)?);
                match comparison {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessOrEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterOrEqual => a >= b,
                }
            }
            Self::PowerOfTwo(a) => {
                let a = a.value(n, variables)?;
                a >= 1 && a & (a - 1) == 0
            }
            Self::Not(a) => !a.holds(n, variables)?,
            Self::And(parts) => {
                let all: Option<Vec<bool>> = parts.iter().map(|p| p.holds(n, variables)).collect();
                all?.into_iter().all(|holds| holds)
            }
            Self::Or(parts) => {
                let all: Option<Vec<bool>> = parts.iter().map(|p| p.holds(n, variables)).collect();
                all?.into_iter().any(|holds| holds)
            }
        })
    }
}

/// constant + heap·n + the variables with their coefficients; terms without div and mod.
pub(super) struct Linear {
    pub constant: i128,
    pub heap: i128,
    pub variables: Vec<i128>,
}

impl Linear {
    /// a - b, if it is linear.
    pub(super) fn difference(a: &Expr, b: &Expr, variables: usize) -> Option<Self> {
        let mut linear = Self { constant: 0, heap: 0, variables: vec![0; variables] };
        linear.add(a, 1)?;
        linear.add(b, -1)?;
        Some(linear)
    }

    fn add(&mut self, expr: &Expr, factor: i128) -> Option<()> {
        let (place, factor) = match expr {
            Expr::Constant(c) => (&mut self.constant, factor.checked_mul(i128::from(*c))?),
            Expr::Heap => (&mut self.heap, factor),
            Expr::Variable(i) => (self.variables.get_mut(*i)?, factor),
            Expr::Sum(a, b) => return self.add(a, factor).and_then(|()| self.add(b, factor)),
            Expr::Difference(a, b) => {
                return self.add(a, factor).and_then(|()| self.add(b, -factor));
            }
            Expr::Multiple(c, a) => return self.add(a, factor.checked_mul(i128::from(*c))?),
            Expr::Quotient(..) | Expr::Remainder(..) => return None,
        };
        *place = place.checked_add(factor)?;
        Some(())
    }
}

impl RuleOption {
    /// Greatest values of the variables on a heap of n; `None` where none is found for one.
    ///
    /// What must not be negative, a heap or a difference of the condition, bounds a variable that
    /// it has with a minus sign once the variables with a plus sign are bounded; the others are
    /// at least 1.
    fn bounds(&self, n: i128) -> Option<Vec<i128>> {
        let zero = Expr::Constant(0);
        let mut forms: Vec<(Linear, i128)> = Vec::new();
        let mut not_negative = |a: &Expr, b: &Expr, less: i128| {
            forms.extend(Linear::difference(a, b, self.variables).map(|form| (form, less)));
        };
        for heap in &self.heaps {
            not_negative(heap, &zero, 0);
        }
        for part in self.condition.as_ref().map_or(&[][..], Formula::parts) {
            let Formula::Comparison(a, comparison, b) = part else { continue };
            match comparison {
                Comparison::Greater => not_negative(a, b, 1),
                Comparison::GreaterOrEqual => not_negative(a, b, 0),
                Comparison::Less => not_negative(b, a, 1),
                Comparison::LessOrEqual => not_negative(b, a, 0),
                Comparison::Equal => {
                    not_negative(a, b, 0);
                    not_negative(b, a, 0);
                }
                Comparison::NotEqual => {}
            }
        }
        let mut bounds: Vec<Option<i128>> = vec![None; self.variables];
        for _ in 0..=self.variables {
            for (form, less) in &forms {
                for v in (0..self.variables).filter(|v| form.variables[*v] < 0) {
                    let own = form.constant.checked_add(form.heap.checked_mul(n)?)?;
                    let others = (0..self.variables).filter(|w| *w != v);
                    let most = others.map(|w| match (form.variables[w], bounds[w]) {
                        (c, _) if c <= 0 => Some(c),
                        (c, Some(bound)) => c.checked_mul(bound),
                        (_, None) => None,
                    });
                    let most = most.chain([Some(own), Some(-less)]);
                    let sum = most.reduce(|a, b| a?.checked_add(b?)).flatten();
                    let Some(sum) = sum else { continue };
                    let bound = sum.div_euclid(-form.variables[v]);
                    bounds[v] = Some(bounds[v].map_or(bound, |known| known.min(bound)));
                }
            }
        }
        bounds.into_iter().collect()
    }
}

impl Formula {
    /// The parts that must all hold.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::And(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }
}

/// Calls `visit` with every option of a heap of `n`, perhaps several times; whether it went to
/// the end. Every choice of the variables within their bounds is tried.
pub(super) fn for_each_option(
    options: &[RuleOption],
    n: u64,
    visit: &mut Visit<'_>,
) -> Result<bool, Rejection> {
    let bad = |reason: &str| Rejection::new(Step::Values, format!("heap {n}: {reason}"));
    let heap = i128::from(n);
    for option in options.iter().filter(|_| n > 0) {
        let large = || bad("a number of the rules is too large");
        if let Some(guard) = &option.guard
            && !guard.holds(heap, &[]).ok_or_else(large)?
        {
            continue;
        }
        let bounds = option.bounds(heap);
        let bounds = bounds.ok_or_else(|| bad("no greatest value of a variable is found"))?;
        if bounds.iter().any(|bound| *bound < 1) {
            continue;
        }
        let mut chosen = vec![1; option.variables];
        loop {
            let condition = option.condition.as_ref();
            if condition.map_or(Some(true), |c| c.holds(heap, &chosen)).ok_or_else(large)? {
                let sizes = option.heaps.iter().map(|e| e.value(heap, &chosen));
                let sizes: Vec<i128> = sizes.collect::<Option<_>>().ok_or_else(large)?;
                if sizes.iter().all(|size| *size >= 0) {
                    if sizes.iter().any(|size| *size >= heap) {
                        return Err(bad("a move does not make it smaller"));
                    }
                    let mut heaps: Vec<u64> = sizes
                        .into_iter()
                        .filter(|size| *size > 0)
                        .map(|size| size as u64)
                        .collect();
                    heaps.sort_unstable();
                    if !visit(&heaps) {
                        return Ok(false);
                    }
                }
            }
            // The next choice: the first variable that can grow does, those before it begin anew.
            let Some(next) = (0..chosen.len()).find(|v| chosen[*v] < bounds[*v]) else { break };
            chosen[next] += 1;
            chosen[..next].fill(1);
        }
    }
    Ok(true)
}
