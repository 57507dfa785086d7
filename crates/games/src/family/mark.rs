//! `Mark(t)`: take 1 to t-1, or divide by t; `UpMark(t)`: the same, rounding up.

use super::{Call, Family, Notation, Spelled};
use crate::error::{ParseError, ParseErrorKind as Kind};
use crate::form::{Form, Order};
use crate::moves::{Heaps, Moves, Takes};
use crate::rule_language::{Constraint, Expr, Relation, RuleOption};
use std::fmt;

/// The greatest t of `Mark(t)`.
pub const MAX_MARK: u64 = 1 << 32;

pub(super) const NOTATION: Notation = Notation { names: &["Mark", "UpMark"], read };

/// Which way `Mark` rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Mark: to floor(n/t).
    Down,
    /// UpMark: to ceil(n/t); a heap of 1 is an end position.
    Up,
}

/// Mark or UpMark.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mark {
    /// The divisor, at least 2 and at most [`MAX_MARK`].
    pub t: u64,
    /// Which way the division rounds.
    pub rounding: Rounding,
}

impl Spelled for Mark {
    fn form(&self) -> Form {
        let t = self.t.cast_signed(); // at most 2^32
        let heap = Box::new(Expr::Heap);
        // Rounding up, a heap of 1 has no move: nothing takes the last token.
        let (dividend, guard, least) = match self.rounding {
            Rounding::Down => (heap, None, 0),
            Rounding::Up => (
                Box::new(Expr::Sum(heap, Box::new(Expr::Constant(t - 1)))),
                Some(Constraint::Comparison(
                    Expr::Heap,
                    Relation::GreaterOrEqual,
                    Expr::Constant(2),
                )),
                1,
            ),
        };
        let divided = RuleOption {
            heaps: vec![Expr::Quotient(dividend, t)],
            variables: Vec::new(),
            condition: None,
            guard,
        };
        let taking = |takes| (least..=1).map(move |h| Moves::plain(takes, Heaps::Exactly(h)));
        let moves = Takes::range(1, t - 1).into_iter().flat_map(taking).collect();
        Form::new(moves, vec![divided], Order::Heaps)
    }

    fn class(&self) -> String {
        "Mark".into()
    }

    fn in_words(&self) -> Vec<String> {
        let t = self.t;
        let take = if t == 2 { "1 token".to_owned() } else { format!("1 to {} tokens", t - 1) };
        match self.rounding {
            Rounding::Down => vec![
                format!("Take {take} from a heap of n."),
                format!("Or leave n/{t} of it, rounded down."),
            ],
            Rounding::Up => vec![
                format!("Take {take} from a heap of n, leaving at least 1."),
                format!("Or leave n/{t} of it, rounded up."),
                "A heap of 1 is an end position.".into(),
            ],
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.rounding == Rounding::Up { "UpMark" } else { "Mark" })?;
        if self.t == 2 { Ok(()) } else { write!(f, "({})", self.t) }
    }
}

fn read(call: &Call<'_>) -> Result<Family, ParseError> {
    let rounding = if call.key == "mark" { Rounding::Down } else { Rounding::Up };
    let t = match &call.arguments {
        None => 2,
        Some(arguments) => arguments.single_number(MAX_MARK, "Mark(t) needs t")?,
    };
    if t < 2 {
        return Err(ParseError::new(
            Kind::Unexpected,
            call.text,
            call.text.find('(').map_or(0, |i| i + 1),
            format!("t = {t}"),
            "t must be at least 2, as in Mark(3)",
        ));
    }
    Ok(Mark { t, rounding }.into())
}
