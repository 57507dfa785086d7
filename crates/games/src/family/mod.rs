//! The families of rules: how each is written, what it means and how it is said in words.
//!
//! A family is a file here that implements [`Spelled`], with a line in [`families!`]. Its
//! meaning is its [`Form`], and nothing outside this folder asks which family rules belong to.

mod all_but;
mod arguments;
mod code;
mod cut;
mod mark;
mod rule;
mod split;
mod splittles;
mod subtraction;

pub(crate) use all_but::AllBut;
pub(crate) use arguments::{Arguments, Call};
pub(crate) use cut::Cut;
pub use mark::MAX_MARK;
pub(crate) use mark::Mark;
pub use mark::Rounding;
pub(crate) use split::Split;
pub(crate) use subtraction::Subtraction;

use crate::code::Code;
use crate::error::ParseError;
use crate::form::Form;
use crate::rule_language::Rule;
use splittles::Splittles;
use std::fmt;

/// What a family says about rules of its kind. `Display` is the canonical spelling.
pub(crate) trait Spelled: fmt::Display {
    /// What the rules mean.
    fn form(&self) -> Form;

    /// The class of the rules in the field's words, such as "finite octal".
    fn class(&self) -> String;

    /// The rules in plain words, a sentence each.
    fn in_words(&self) -> Vec<String>;

    /// The expression of CGSuite for the rules, if it has one.
    fn cgsuite(&self) -> Option<String> {
        None
    }
}

/// A family written as `NAME(ARGUMENTS)`.
pub(crate) struct Notation {
    /// The names, as they are suggested.
    pub names: &'static [&'static str],
    /// Reads what stands behind the name.
    pub read: fn(&Call<'_>) -> Result<Family, ParseError>,
}

/// The families: the variant, its type, and how it is written if it is written as
/// `NAME(ARGUMENTS)`.
macro_rules! families {
    ($($variant:ident($type:ty) $(: $notation:expr)?),* $(,)?) => {
        /// Rules as they are spelled.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Family {
            $($variant($type),)*
        }

        impl Family {
            /// What the family says about these rules.
            pub fn spelled(&self) -> &dyn Spelled {
                match self {
                    $(Self::$variant(rules) => rules,)*
                }
            }
        }

        $(impl From<$type> for Family {
            fn from(rules: $type) -> Self {
                Self::$variant(rules)
            }
        })*

        /// The families written as `NAME(ARGUMENTS)`.
        pub(crate) const NOTATIONS: &[Notation] = &[$($($notation,)?)*];
    };
}

families! {
    Code(Code),
    Rule(Rule),
    Subtraction(Subtraction): subtraction::NOTATION,
    AllBut(AllBut): all_but::NOTATION,
    Splittles(Splittles): splittles::NOTATION,
    Split(Split): split::NOTATION,
    Cut(Cut): cut::NOTATION,
    Mark(Mark): mark::NOTATION,
}
