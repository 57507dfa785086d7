//! `Cut(1,4)`: cut a heap into c+1 heaps, c one of these numbers.

use super::code::take_and_break;
use super::{Call, Family, Notation, Spelled};
use crate::code::MAX_HEAPS;
use crate::error::{ParseError, ParseErrorKind as Kind};
use crate::form::Form;
use crate::moves::{Heaps, Moves, Takes};
use crate::take_set::TakeSet;
use crate::words::{alternatives, number};
use std::fmt;

pub(super) const NOTATION: Notation = Notation { names: &["Cut"], read };

/// A partition game (Dailly, Duchene, Larsson, Paris 2020): the set of its cut numbers, each below
/// [`MAX_HEAPS`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cut(pub TakeSet);

impl Cut {
    /// The numbers of heaps that may be left.
    fn heaps(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.0.members().iter().map(|&cuts| cuts as u32 + 1)
    }
}

impl Spelled for Cut {
    fn form(&self) -> Form {
        let split = |heaps| Moves::plain(Takes::only(0), Heaps::Exactly(heaps));
        Form::of_moves(self.heaps().map(split).collect())
    }

    fn class(&self) -> String {
        "cut".into()
    }

    fn in_words(&self) -> Vec<String> {
        vec![format!("Cut a heap into {} non-empty heaps.", alternatives(self.heaps().map(number)))]
    }

    fn cgsuite(&self) -> Option<String> {
        self.form().as_code().map(|code| take_and_break(&code))
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cut({})", self.0)
    }
}

fn read(call: &Call<'_>) -> Result<Family, ParseError> {
    let arguments = call.arguments()?;
    let set = arguments.set(Some("name at least one number of cuts, as in Cut(1,4)"))?;
    if set.max() >= u64::from(MAX_HEAPS) {
        return Err(arguments.error(
            Kind::NumberTooLarge,
            arguments.start,
            format!("{} cuts", set.max()),
            &format!("a heap is cut at most {} times", MAX_HEAPS - 1),
        ));
    }
    Ok(Cut(set).into())
}
