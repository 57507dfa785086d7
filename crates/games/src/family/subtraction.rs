//! `S(1,2,4)`: take one of these numbers.

use super::{Notation, Spelled};
use crate::form::Form;
use crate::moves::Takes;
use crate::take_set::TakeSet;
use crate::words::alternatives;
use std::fmt;

pub(super) const NOTATION: Notation = Notation {
    names: &["S", "Subtraction"],
    read: |call| {
        Ok(Subtraction(
            call.arguments()?.set(Some("name at least one number to take, as in S(1,2,4)"))?,
        )
        .into())
    },
};

/// A finite subtraction game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Subtraction(pub TakeSet);

/// The members, each by itself.
pub(super) fn each(set: &TakeSet) -> impl Iterator<Item = Takes> {
    set.members().iter().map(|&take| Takes::only(take.cast_signed()))
}

impl Spelled for Subtraction {
    fn form(&self) -> Form {
        Form::taking(each(&self.0), 1)
    }

    fn class(&self) -> String {
        "finite subtraction".into()
    }

    fn in_words(&self) -> Vec<String> {
        vec![format!("Take {} from a heap.", alternatives(self.0.members().iter()))]
    }

    fn cgsuite(&self) -> Option<String> {
        Some(format!("game.heap.Subtraction([{}])", self.0))
    }
}

impl fmt::Display for Subtraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S({})", self.0)
    }
}
