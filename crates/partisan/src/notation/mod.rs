//! The field's notation: `1/2*`, `^2*`, `v`, `+-{3|2}`, `{1|1,{1|0}||0}`; reading and
//! writing values, and expressions over them.
//!
//! A value is a number with its sign, then ups (`^`, `^2`, `^^`) or downs (`v`), then a star (`*`, `*3`),
//! each part optional. A game is `{left options | right options}`; a longer bar binds
//! more loosely, so `{a|b||c}` is `{{a|b}|c}`. `+-G` is {G|-G}, `+_G` is tiny-G and `-_G`
//! miny-G. `+` and `-` add and subtract, `<`, `<=`, `=`, `!=`, `>=`, `>`, `||`, `<|`, `|>`
//! compare.

mod parser;
mod token;
mod writer;

use crate::game::{Game, Relation};

/// How deep braces, parentheses and prefix signs may nest.
pub const NESTING_LIMIT: usize = 300;

/// A comparison sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
    /// `||`: confused
    Fuzzy,
    /// `<|`: less than or confused with
    LessOrFuzzy,
    /// `|>`: greater than or confused with
    GreaterOrFuzzy,
}

impl Comparison {
    /// Whether the sign describes the relation.
    pub fn holds(self, relation: Relation) -> bool {
        use Relation::{Equal, Fuzzy, Greater, Less};
        match self {
            Self::Less => relation == Less,
            Self::AtMost => matches!(relation, Less | Equal),
            Self::Equal => relation == Equal,
            Self::Different => relation != Equal,
            Self::AtLeast => matches!(relation, Greater | Equal),
            Self::Greater => relation == Greater,
            Self::Fuzzy => relation == Fuzzy,
            Self::LessOrFuzzy => matches!(relation, Less | Fuzzy),
            Self::GreaterOrFuzzy => matches!(relation, Greater | Fuzzy),
        }
    }
}

/// What an expression says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluated {
    /// A value.
    Value(Game),
    /// A comparison of two values.
    Comparison {
        /// What stands on the left of the sign.
        left: Game,
        /// What stands on its right.
        right: Game,
        /// The sign.
        sign: Comparison,
        /// How the two really compare.
        relation: Relation,
        /// Whether the sign is right.
        holds: bool,
    },
}
