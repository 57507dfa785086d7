//! The rule language: `n -> n-1 | n div 2`, `n -> a+b where a+b = n and a < b`.
//!
//! A rule is a list of options; an option is a list of new heaps, with a condition that
//! introduces variables (`where`, positive integers) and one about n alone (`if`). All
//! terms are linear, with `div` and `mod` by constants, so every rule is a formula of
//! Presburger arithmetic (with "is a power of 2" beside it). The syntax tree is plain
//! data: simple rules are lowered to [`Move`](crate::moves::Move)s, the options of the others are
//! listed from it, and provers translate it into automata.

mod display;
mod lower;
mod options;
mod parse;
mod range;
mod token;

pub(crate) use options::visit_options;

/// The greatest number of variables of one option.
pub const MAX_VARIABLES: usize = 16;
/// The greatest constant that may be written.
pub const MAX_CONSTANT: i64 = 1_000_000_000_000;
/// The greatest depth of nesting.
pub const MAX_DEPTH: usize = 64;
/// The greatest number of nodes of one rule.
pub const MAX_NODES: usize = 4096;

/// A rule: from a heap of `n >= 1`, any of the options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The options, separated by `|`.
    pub options: Vec<RuleOption>,
}

/// One option: new heaps, under conditions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleOption {
    /// The new heaps, separated by `+`. A heap of 0 is no heap; a negative one means that
    /// the option is not there.
    pub heaps: Vec<Expr>,
    /// The names of the variables, in order of their first appearance in `condition`.
    pub variables: Vec<String>,
    /// `where ...`: about n and the variables.
    pub condition: Option<Constraint>,
    /// `if ...`: about n alone.
    pub guard: Option<Constraint>,
}

/// A linear term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Constant(i64),
    /// The heap, `n`.
    Heap,
    /// A variable, by its index in [`RuleOption::variables`].
    Variable(usize),
    /// `a + b`
    Sum(Box<Expr>, Box<Expr>),
    /// `a - b`
    Difference(Box<Expr>, Box<Expr>),
    /// `2k`
    Multiple(i64, Box<Expr>),
    /// `a div 2`, rounding down; the divisor is positive.
    Quotient(Box<Expr>, i64),
    /// `a mod 2`, never negative; the divisor is positive.
    Remainder(Box<Expr>, i64),
}

/// What must hold of n and the variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// `a < b` and the like.
    Comparison(Expr, Relation, Expr),
    /// `k is power of 2`: 1, 2, 4, ....
    PowerOfTwo(Expr),
    /// `not ...`
    Not(Box<Constraint>),
    /// `... and ...`, two or more.
    And(Vec<Constraint>),
    /// `... or ...`, two or more.
    Or(Vec<Constraint>),
}

/// How two terms are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Relation {
    /// Whether `left` stands in this relation to `right`.
    pub fn holds<T: PartialOrd>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }
}

impl Expr {
    /// The term's value for this heap and these variables; `None` past 127 bits.
    pub fn evaluate(&self, n: i128, variables: &[i128]) -> Option<i128> {
        Some(match self {
            Self::Constant(c) => i128::from(*c),
            Self::Heap => n,
            Self::Variable(i) => *variables.get(*i)?,
            Self::Sum(a, b) => a.evaluate(n, variables)?.checked_add(b.evaluate(n, variables)?)?,
            Self::Difference(a, b) => {
                a.evaluate(n, variables)?.checked_sub(b.evaluate(n, variables)?)?
            }
            Self::Multiple(c, a) => a.evaluate(n, variables)?.checked_mul(i128::from(*c))?,
            Self::Quotient(a, d) => a.evaluate(n, variables)?.div_euclid(i128::from(*d)),
            Self::Remainder(a, d) => a.evaluate(n, variables)?.rem_euclid(i128::from(*d)),
        })
    }
}

impl Constraint {
    /// Whether the condition holds for this heap and these variables; `None` past 127 bits.
    pub fn evaluate(&self, n: i128, variables: &[i128]) -> Option<bool> {
        Some(match self {
            Self::Comparison(a, relation, b) => {
                relation.holds(&a.evaluate(n, variables)?, &b.evaluate(n, variables)?)
            }
            Self::PowerOfTwo(a) => {
                let a = a.evaluate(n, variables)?;
                a >= 1 && a & (a - 1) == 0
            }
            Self::Not(a) => !a.evaluate(n, variables)?,
            Self::And(parts) => {
                for part in parts {
                    if !part.evaluate(n, variables)? {
                        return Some(false);
                    }
                }
                true
            }
            Self::Or(parts) => {
                for part in parts {
                    if part.evaluate(n, variables)? {
                        return Some(true);
                    }
                }
                false
            }
        })
    }
}
