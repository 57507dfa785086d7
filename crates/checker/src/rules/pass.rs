//! A game in which every heap carries a pass, as a game without one: heap 2n of it is a heap of n that has
//! used up its pass, heap 2n+1 one that still has it.

use super::{Condition, Heaps, Move, Rules, Visit};
use crate::rejection::{Rejection, hypothesis};

/// Numbers that are taken are smaller, or begin so.
const MAX_TAKE: i64 = 1 << 13;

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

    /// The moves of which an automaton can read the doubled game, and the first heap with a move: all above it have
    /// one, which is checked up to where some move that leaves heaps is always there. Moves leave at most
    /// eight heaps without conditions, and take something or leave two heaps or more.
    pub(crate) fn moves_with_pass(&self) -> Result<(&[Move], u64), Rejection> {
        let other = || hypothesis(format!("{self}: no automaton reads these moves with a pass"));
        let (moves, mut always) = (self.moves().ok_or_else(other)?, MAX_TAKE);
        for m in moves {
            let Heaps::Exactly(h @ 0..=8) = m.heaps else { return Err(other()) };
            let conditions = m.smallest > 1 || h > 1 && m.condition != Condition::Any;
            let large = m.takes.first.max(m.takes.step) >= MAX_TAKE;
            if m.takes.first < i64::from(h < 2) || large || conditions {
                return Err(other());
            }
            if h > 0 {
                always = always.min(m.takes.first + i64::from(h));
            }
        }
        let movable = |n: &u64| self.options(*n).is_ok_and(|options| !options.is_empty());
        let n0 = (0..always as u64).find(movable).unwrap_or(always as u64);
        if always == MAX_TAKE || !(n0..always as u64).all(|n| movable(&n)) {
            return Err(other());
        }
        Ok((moves, n0))
    }
}
