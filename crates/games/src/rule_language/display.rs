//! Printing a rule in its one canonical spelling.

use super::{Constraint, Expr, Relation, Rule, RuleOption};
use std::fmt::{self, Display, Formatter};

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("n -> ")?;
        for (i, option) in self.options.iter().enumerate() {
            if i > 0 {
                f.write_str(" | ")?;
            }
            write!(f, "{option}")?;
        }
        Ok(())
    }
}

impl Display for RuleOption {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, heap) in self.heaps.iter().enumerate() {
            if i > 0 {
                f.write_str("+")?;
            }
            // A sum inside one heap needs parentheses: `+` separates heaps.
            let level = if matches!(heap, Expr::Sum(..)) { Level::Atom } else { Level::Sum };
            self.expr(f, heap, level, true)?;
        }
        if let Some(condition) = &self.condition {
            f.write_str(" where ")?;
            self.constraint(f, condition, 0)?;
        }
        if let Some(guard) = &self.guard {
            f.write_str(" if ")?;
            self.constraint(f, guard, 0)?;
        }
        Ok(())
    }
}

/// How tightly the surroundings bind.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Sum,
    Product,
    Atom,
}

impl RuleOption {
    /// `in_heap`: on the spine of a new heap, where a bare `+` would start another heap.
    fn expr(&self, f: &mut Formatter<'_>, e: &Expr, level: Level, in_heap: bool) -> fmt::Result {
        let own = match e {
            Expr::Sum(..) | Expr::Difference(..) => Level::Sum,
            Expr::Constant(c) if *c < 0 => Level::Product,
            Expr::Multiple(..) | Expr::Quotient(..) | Expr::Remainder(..) => Level::Product,
            _ => Level::Atom,
        };
        if own < level {
            f.write_str("(")?;
            self.expr(f, e, Level::Sum, false)?;
            return f.write_str(")");
        }
        match e {
            Expr::Constant(c) => write!(f, "{c}"),
            Expr::Heap => f.write_str("n"),
            Expr::Variable(i) => f.write_str(self.variables.get(*i).map_or("?", String::as_str)),
            Expr::Sum(a, b) => {
                self.expr(f, a, Level::Sum, in_heap)?;
                f.write_str("+")?;
                self.operand(f, b)
            }
            Expr::Difference(a, b) => {
                let left_is_sum = in_heap && matches!(**a, Expr::Sum(..));
                self.expr(f, a, if left_is_sum { Level::Atom } else { Level::Sum }, in_heap)?;
                f.write_str("-")?;
                self.operand(f, b)
            }
            Expr::Multiple(c, a) => {
                if *c == -1 {
                    f.write_str("-")?;
                } else {
                    write!(f, "{c}")?;
                }
                // A number right behind a number would read as one number.
                if matches!(**a, Expr::Constant(_)) {
                    f.write_str("(")?;
                    self.expr(f, a, Level::Sum, false)?;
                    return f.write_str(")");
                }
                self.expr(f, a, Level::Atom, false)
            }
            Expr::Quotient(a, d) => {
                self.dividend(f, a)?;
                write!(f, " div {d}")
            }
            Expr::Remainder(a, d) => {
                self.dividend(f, a)?;
                write!(f, " mod {d}")
            }
        }
    }

    /// The right operand of + or -: tighter than a sum, and never with a bare sign.
    fn operand(&self, f: &mut Formatter<'_>, e: &Expr) -> fmt::Result {
        let signed = matches!(e, Expr::Constant(c) | Expr::Multiple(c, _) if *c < 0);
        self.expr(f, e, if signed { Level::Atom } else { Level::Product }, false)
    }

    /// What stands before div and mod, which bind to the left.
    fn dividend(&self, f: &mut Formatter<'_>, e: &Expr) -> fmt::Result {
        let bare = match e {
            Expr::Quotient(..) | Expr::Remainder(..) | Expr::Heap | Expr::Variable(_) => true,
            Expr::Constant(c) => *c >= 0,
            _ => false,
        };
        self.expr(f, e, if bare { Level::Product } else { Level::Atom }, false)
    }

    /// `level`: 0 inside or, 1 inside and, 2 behind not.
    fn constraint(&self, f: &mut Formatter<'_>, constraint: &Constraint, level: u8) -> fmt::Result {
        let own = match constraint {
            Constraint::Or(_) => 0,
            Constraint::And(_) => 1,
            _ => 2,
        };
        // A list directly inside a list of its own kind keeps its parentheses too.
        if own < level {
            f.write_str("(")?;
            self.constraint(f, constraint, 0)?;
            return f.write_str(")");
        }
        match constraint {
            Constraint::Comparison(a, relation, b) => {
                self.expr(f, a, Level::Sum, false)?;
                write!(f, " {relation} ")?;
                self.expr(f, b, Level::Sum, false)
            }
            Constraint::PowerOfTwo(a) => {
                self.expr(f, a, Level::Sum, false)?;
                f.write_str(" is power of 2")
            }
            Constraint::Not(a) => {
                f.write_str("not ")?;
                self.constraint(f, a, 2)
            }
            Constraint::And(parts) => self.list(f, parts, " and ", 2),
            Constraint::Or(parts) => self.list(f, parts, " or ", 1),
        }
    }

    fn list(
        &self,
        f: &mut Formatter<'_>,
        parts: &[Constraint],
        word: &str,
        level: u8,
    ) -> fmt::Result {
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                f.write_str(word)?;
            }
            self.constraint(f, part, level)?;
        }
        Ok(())
    }
}

impl Display for Relation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        })
    }
}
