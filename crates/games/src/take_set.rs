//! A finite set of numbers of tokens, as in `S(1,2,4)` and `AllBut(1,2)`.

use std::fmt;

/// The greatest number that may be taken in a set such as `S(1,2,4)`.
pub const MAX_TAKE: u64 = 1_000_000_000_000_000;
/// The greatest number of members of such a set.
pub const MAX_MEMBERS: usize = 4096;

/// A finite set of positive numbers, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct TakeSet(Vec<u64>);

impl TakeSet {
    /// The set of these numbers; `None` if one of them is 0 or greater than [`MAX_TAKE`].
    pub fn new(members: Vec<u64>) -> Option<Self> {
        members.iter().all(|m| (1..=MAX_TAKE).contains(m)).then(|| Self::sorted(members))
    }

    /// The set of these numbers, which are in range.
    pub(crate) fn sorted(mut members: Vec<u64>) -> Self {
        members.sort_unstable();
        members.dedup();
        Self(members)
    }

    /// The members in increasing order.
    pub fn members(&self) -> &[u64] {
        &self.0
    }

    /// Whether `take` is a member.
    pub fn contains(&self, take: u64) -> bool {
        self.0.binary_search(&take).is_ok()
    }

    /// The largest member; 0 for the empty set.
    pub fn max(&self) -> u64 {
        self.0.last().copied().unwrap_or(0)
    }
}

impl fmt::Display for TakeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, member) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{member}")?;
        }
        Ok(())
    }
}
