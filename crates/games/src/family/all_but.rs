//! `AllBut(1,2)`: take any positive number except these.

use super::{Notation, Spelled};
use crate::form::Form;
use crate::moves::Takes;
use crate::take_set::TakeSet;
use crate::words::alternatives;
use std::fmt;

pub(super) const NOTATION: Notation = Notation {
    names: &["AllBut", "AllButSubtraction"],
    read: |call| Ok(AllBut(call.arguments()?.set(None)?).into()),
};

/// An all-but subtraction game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AllBut(pub TakeSet);

impl Spelled for AllBut {
    fn form(&self) -> Form {
        let mut takes = Vec::new();
        let mut next = 1;
        for member in self.0.members().iter().map(|m| m.cast_signed()) {
            takes.extend(Takes::range(next, member - 1));
            next = member + 1;
        }
        takes.push(Takes::from(next, 1));
        Form::taking(takes, 1)
    }

    fn class(&self) -> String {
        "all-but subtraction".into()
    }

    fn in_words(&self) -> Vec<String> {
        let any = "Take any positive number of tokens from a heap";
        vec![match self.0.members() {
            [] => format!("{any}."),
            members => format!("{any} except {}.", alternatives(members.iter())),
        }]
    }

    fn cgsuite(&self) -> Option<String> {
        Some(format!("game.heap.Subtraction([{}], allbut => true)", self.0))
    }
}

impl fmt::Display for AllBut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AllBut({})", self.0)
    }
}
