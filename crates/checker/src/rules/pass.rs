//! A game in which every heap carries a pass, as a game without one: heap 2n of it is a heap of n that has
//! used up its pass, heap 2n+1 one that still has it.

use super::{Condition, Heaps, Rules, Visit};
use crate::rejection::{Rejection, hypothesis};

/// The largest number that is taken.
const MAX_TAKE: i64 = 1 << 13;
/// Names of heaps; a move leaves no more.
const NAMES: [&str; 2] = ["a", "b"];

impl Rules {
    /// Calls `visit` with every option of heap 2n or 2n+1; whether it went to the end. One of the heaps
    /// left keeps the pass; and a heap that has a move may lose its pass instead.
    pub(crate) fn for_each_option_with_pass(
        &self,
        heap: u64,
        visit: &mut Visit<'_>,
    ) -> Result<bool, Rejection> {
        let (n, pass) = (heap / 2, heap % 2);
        let mut movable = false;
        let all = self.for_each_option(n, &mut |heaps| {
            movable = true;
            let mut to: Vec<u64> = heaps.iter().map(|heap| 2 * heap).collect();
            if pass == 0 || to.is_empty() {
                return visit(&to);
            }
            (0..to.len()).all(|keeper| {
                to[keeper] += 1;
                let go_on = visit(&to);
                to[keeper] -= 1;
                go_on
            })
        })?;
        Ok(all && (pass == 0 || !movable || visit(&[2 * n])))
    }

    /// The same game as a rule of the rule language, where moves leave at most two heaps without conditions,
    /// take something, and are there for all heaps; if takes are endless, then without gaps.
    ///
    /// What is left of an odd heap by taking 2u is odd, so one of its heaps is, if all others are even: the
    /// last. It is at least 2, hence no empty heap with a pass. An odd heap may lose 1 if it has a move: from
    /// heap n0 on, which is checked.
    pub(crate) fn doubled(&self) -> Result<Self, Rejection> {
        let other = || hypothesis(format!("{self}: no automaton reads these moves with a pass"));
        let (mut options, mut always) = (Vec::new(), MAX_TAKE);
        for m in self.moves().ok_or_else(other)? {
            let (first, last) = (m.takes.first, m.takes.last.unwrap_or(m.takes.first));
            let Heaps::Exactly(h @ 0..=2) = m.heaps else { return Err(other()) };
            let conditions = m.smallest > 1 || h > 1 && m.condition != Condition::Any;
            if first < 1 || last >= MAX_TAKE || m.takes.step != 1 || conditions {
                return Err(other());
            }
            for take in first..=last {
                let (take, endless) = (2 * take, m.takes.last.is_none());
                let Some((name, even)) = NAMES[..h as usize].split_last() else {
                    let one = [format!("0 if n = {take}"), format!("0 if n = {}", take + 1)];
                    options.push(if endless {
                        format!("0 if n >= {take}")
                    } else {
                        one.join(" | ")
                    });
                    continue;
                };
                let even =
                    even.iter().fold(String::new(), |all, name| all + name + " mod 2 = 0 and ");
                let taken = if endless {
                    format!("2k = n and 2k >= {take}")
                } else {
                    format!("{take} = n")
                };
                let heaps = NAMES[..h as usize].join("+");
                options.push(format!("{heaps} where {heaps}+{taken} and {even}{name} >= 2"));
                always = always.min(first + i64::from(h));
            }
        }
        let movable = |n: &u64| self.options(*n).is_ok_and(|options| !options.is_empty());
        let n0 = (0..always as u64).find(movable).unwrap_or(always as u64);
        if always == MAX_TAKE || !(n0..always as u64).all(|n| movable(&n)) {
            return Err(other());
        }
        options.push(format!("n-1 if n mod 2 = 1 and n >= {}", 2 * n0 + 1));
        Self::read(&format!("n -> {}", options.join(" | ")))
    }
}
