//! `Splittles(1,2)`: take one of these numbers, then split the rest or not.

use super::subtraction::each;
use super::{Notation, Spelled};
use crate::form::Form;
use crate::take_set::TakeSet;
use crate::words::alternatives;
use std::fmt;

pub(super) const NOTATION: Notation = Notation {
    names: &["Splittles"],
    read: |call| {
        Ok(Splittles(
            call.arguments()?
                .set(Some("name at least one number to take, as in Splittles(1,2)"))?,
        )
        .into())
    },
};

/// A game of splittles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Splittles(TakeSet);

impl Spelled for Splittles {
    fn form(&self) -> Form {
        Form::taking(each(&self.0), 2)
    }

    fn class(&self) -> String {
        "splittles (finite octal)".into()
    }

    fn in_words(&self) -> Vec<String> {
        vec![format!(
            "Take {} from a heap, then leave the rest as it is or split it into two heaps.",
            alternatives(self.0.members().iter())
        )]
    }

    fn cgsuite(&self) -> Option<String> {
        Some(format!("game.heap.Splittles([{}])", self.0))
    }
}

impl fmt::Display for Splittles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Splittles({})", self.0)
    }
}
