//! What stands between the parentheses of `NAME(...)`.

use crate::error::{ParseError, ParseErrorKind as Kind, quoted};
use crate::take_set::{MAX_MEMBERS, MAX_TAKE, TakeSet};

/// `NAME` or `NAME(ARGUMENTS)`.
pub(crate) struct Call<'a> {
    /// The whole text, for errors.
    pub text: &'a str,
    /// The name as names are compared.
    pub key: String,
    /// What stands between the parentheses, if there are any.
    pub arguments: Option<Arguments<'a>>,
}

impl<'a> Call<'a> {
    /// The arguments, which must be there.
    pub fn arguments(&self) -> Result<&Arguments<'a>, ParseError> {
        self.arguments.as_ref().ok_or_else(|| {
            ParseError::new(
                Kind::Unexpected,
                self.text,
                self.text.len(),
                "the numbers are missing",
                "write them in parentheses, as in S(1,2,4) or Split(2)",
            )
        })
    }
}

/// What stands between the parentheses of `NAME(...)`.
pub(crate) struct Arguments<'a> {
    /// The whole text, for errors.
    pub text: &'a str,
    /// Where the arguments start in it.
    pub start: usize,
    /// The arguments.
    pub inner: &'a str,
}

impl<'a> Arguments<'a> {
    /// The arguments between commas, each trimmed, with its place in the text.
    pub fn items(&self) -> impl Iterator<Item = (usize, &'a str)> {
        let mut at = self.start;
        self.inner.split(',').map(move |item| {
            let place = at + (item.len() - item.trim_start().len());
            at += item.len() + 1;
            (place, item.trim())
        })
    }

    pub fn error(&self, kind: Kind, at: usize, what: impl Into<String>, hint: &str) -> ParseError {
        ParseError::new(kind, self.text, at, what, hint)
    }

    pub fn number(&self, at: usize, item: &str, max: u64) -> Result<u64, ParseError> {
        if item.is_empty() {
            return Err(self.error(
                Kind::Unexpected,
                at,
                "a number is missing",
                "write numbers between commas",
            ));
        }
        if let Some(bad) = item.find(|c: char| !c.is_ascii_digit()) {
            let c = item[bad..].chars().next().unwrap_or(' ');
            return Err(self.error(
                Kind::Unexpected,
                at + bad,
                format!("expected a number, found {}", quoted(c)),
                "write whole numbers between commas, as in S(1,2,4) or S(1..4)",
            ));
        }
        item.parse().ok().filter(|&v| v <= max).ok_or_else(|| {
            self.error(
                Kind::NumberTooLarge,
                at,
                format!("a number of {} digits is too large", item.len()),
                &format!("at most {max}"),
            )
        })
    }

    /// A set of numbers; where it may not be empty, what to write instead.
    pub fn set(&self, instead: Option<&str>) -> Result<TakeSet, ParseError> {
        if self.inner.trim().is_empty() {
            return instead.map_or(Ok(TakeSet::default()), |hint| {
                Err(self.error(Kind::EmptySet, self.start, "the set is empty", hint))
            });
        }
        let mut members = Vec::new();
        for (at, item) in self.items() {
            let (first, last) = self.range(at, item)?;
            if first == 0 {
                return Err(self.error(
                    Kind::ZeroTake,
                    at,
                    "0 in the set",
                    "taking nothing is no move: use positive numbers",
                ));
            }
            let count = (last - first).saturating_add(1);
            if count <= MAX_MEMBERS as u64 {
                members.extend(first..=last);
            }
            if count.max(members.len() as u64) > MAX_MEMBERS as u64 {
                return Err(self.error(
                    Kind::TooLong,
                    at,
                    format!("more than {MAX_MEMBERS} numbers"),
                    "use a shorter set",
                ));
            }
        }
        Ok(TakeSet::sorted(members))
    }

    /// The ends of a range such as `1..4`, or a number twice.
    fn range(&self, at: usize, item: &str) -> Result<(u64, u64), ParseError> {
        let Some((first, last)) = item.split_once("..") else {
            let number = self.number(at, item, MAX_TAKE)?;
            return Ok((number, number));
        };
        let behind = at + first.len() + 2 + (last.len() - last.trim_start().len());
        let first = self.number(at, first.trim(), MAX_TAKE)?;
        let last = self.number(behind, last.trim(), MAX_TAKE)?;
        if first > last {
            return Err(self.error(
                Kind::Unexpected,
                at,
                format!("the range {first}..{last} is empty"),
                &format!("write {last}..{first}"),
            ));
        }
        Ok((first, last))
    }

    pub fn single_number(&self, max: u64, what: &str) -> Result<u64, ParseError> {
        let items: Vec<_> = self.items().collect();
        match items[..] {
            [(at, item)] => self.number(at, item, max),
            _ => Err(self.error(Kind::Unexpected, self.start, what, "write one number")),
        }
    }
}
