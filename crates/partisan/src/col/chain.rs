//! Chains in polynomial time.
//!
//! A move in a chain cuts it, and only the two nodes at the cut change their tints. So
//! every position that can arise is a sum of intervals of the original chain, each with
//! one of three tints added at either end: O(n²) of them, however long the play. The
//! chain theorems of the source shorten long untinted runs on top of that.

use super::Options;
use super::value::{ColValue, ONE, from_options};
use crate::error::{Error, ErrorKind};
use crate::graph::{Graph, Tint};
use crate::hash::FastMap;
use std::sync::atomic::Ordering;

/// Longest chain evaluated, after untinted ends have been shortened by Theorem 2.6.
const CHAIN_LIMIT: usize = 1000;

/// The tints along the graph, if it is a connected path.
pub(super) fn as_chain(graph: &Graph) -> Option<Vec<Tint>> {
    let n = graph.nodes();
    let ends: Vec<usize> = (0..n).filter(|&v| graph.neighbours(v).len() <= 1).collect();
    if n == 0 || ends.is_empty() || (0..n).any(|v| graph.neighbours(v).len() > 2) {
        return None;
    }
    let mut order = vec![ends[0]];
    let mut previous = usize::MAX;
    loop {
        let at = order[order.len() - 1];
        match graph.neighbours(at).iter().map(|&w| w as usize).find(|&w| w != previous) {
            Some(next) => {
                previous = at;
                order.push(next);
            }
            None => break,
        }
    }
    (order.len() == n).then(|| order.iter().map(|&v| graph.tints()[v]).collect())
}

/// The value of a chain.
pub(super) fn value(tints: &[Tint], options: &Options) -> Result<ColValue, Error> {
    let mut solver = Chain { tints, known: FastMap::default(), options };
    let Some(last) = tints.len().checked_sub(1) else { return Ok(ColValue::ZERO) };
    // Theorems 2.4 and 2.6 first, so that the limit is on what is left to do.
    let whole = Interval { first: 0, last, left: Added::Nothing, right: Added::Nothing };
    if let Some(value) = solver.closed_form(whole) {
        return Ok(value);
    }
    if tints.len() > CHAIN_LIMIT {
        return Err(Error::too_large(format!(
            "a chain of {} nodes; the limit is {CHAIN_LIMIT} unless it is untinted inside",
            tints.len()
        )));
    }
    solver.interval(whole)
}

/// What a neighbouring move has added to the end of an interval.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Added {
    Nothing,
    Black,
    White,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Interval {
    first: usize,
    last: usize,
    left: Added,
    right: Added,
}

fn tinted(tint: Tint, added: Added) -> Tint {
    match (tint, added) {
        (tint, Added::Nothing) => tint,
        (Tint::Untinted | Tint::Black, Added::Black) => Tint::Black,
        (Tint::Untinted | Tint::White, Added::White) => Tint::White,
        _ => Tint::Both,
    }
}

struct Chain<'a> {
    tints: &'a [Tint],
    known: FastMap<Interval, ColValue>,
    options: &'a Options,
}

impl Chain<'_> {
    /// The tint of a node within an interval.
    fn tint(&self, interval: Interval, node: usize) -> Tint {
        let mut tint = self.tints[node];
        if node == interval.first {
            tint = tinted(tint, interval.left);
        }
        if node == interval.last {
            tint = tinted(tint, interval.right);
        }
        tint
    }

    /// Nodes from `first` to before `end`, or nothing.
    fn part(
        &mut self,
        first: usize,
        end: usize,
        left: Added,
        right: Added,
    ) -> Result<ColValue, Error> {
        if first >= end {
            return Ok(ColValue::ZERO);
        }
        self.interval(Interval { first, last: end - 1, left, right })
    }

    /// Theorem 2.4 (Conway and Guy). An untinted chain of n ≥ 2 nodes is 0 and of one
    /// node *. With tinted ends and only untinted nodes inside, equal tints make 1 (two
    /// black ends) or -1, opposite tints 0, and a single tinted end 1/2 (black) or -1/2.
    ///
    /// Checked: that the inside is untinted and no node is doubly tinted.
    fn closed_form(&self, interval: Interval) -> Option<ColValue> {
        let Interval { first, last, .. } = interval;
        let a = self.tint(interval, first);
        let b = self.tint(interval, last);
        if first == last {
            return Some(match a {
                Tint::Untinted => ColValue::new(0, true),
                Tint::Black => ColValue::new(ONE, false),
                Tint::White => ColValue::new(-ONE, false),
                Tint::Both => ColValue::ZERO,
            });
        }
        if a == Tint::Both || b == Tint::Both {
            return None;
        }
        if self.tints[first + 1..last].iter().any(|&t| t != Tint::Untinted) {
            return None;
        }
        let half = |t: Tint| match t {
            Tint::Black => ONE / 2,
            Tint::White => -ONE / 2,
            Tint::Untinted | Tint::Both => 0,
        };
        Some(ColValue::new(half(a) + half(b), false))
    }

    /// Half Measures and Elastic Ends (Theorem 2.6, Conway and Guy). Let t be a tinted
    /// node with anything attached to it. Then for n ≥ 1 the ends t o^n + and t o^n - are
    /// worth as much as t o + and t o -, the first 1 more than the second; and for n ≥ 3
    /// the end t o^n is worth t o - and 1/2.
    ///
    /// Returns the interval with its right end shortened to t o + and what to add.
    fn shortened_right(&self, interval: Interval) -> Option<(Interval, ColValue)> {
        let Interval { first, last, .. } = interval;
        let end = self.tint(interval, last);
        // The run of untinted nodes before the end (or including it).
        let run_end = if end == Tint::Untinted { last + 1 } else { last };
        let mut at = run_end;
        while at > first && self.tint(interval, at - 1) == Tint::Untinted {
            at -= 1;
        }
        let n = run_end - at;
        if at == first || self.tint(interval, at - 1) == Tint::Both {
            return None;
        }
        // at - 1 is the tinted node t; at .. run_end are the n untinted ones.
        let (applies, offset) = match end {
            Tint::Untinted => (n >= 3, -ONE / 2),
            Tint::Black => (n >= 2, 0),
            Tint::White => (n >= 2, -ONE),
            Tint::Both => (false, 0),
        };
        applies.then(|| {
            let shorter = Interval { last: at + 1, right: Added::Black, ..interval };
            (shorter, ColValue::new(offset, false))
        })
    }

    /// The same at the left end.
    fn shortened_left(&self, interval: Interval) -> Option<(Interval, ColValue)> {
        let Interval { first, last, .. } = interval;
        let end = self.tint(interval, first);
        let run_start = if end == Tint::Untinted { first } else { first + 1 };
        let mut at = run_start;
        while at <= last && self.tint(interval, at) == Tint::Untinted {
            at += 1;
        }
        let n = at - run_start;
        if at > last || self.tint(interval, at) == Tint::Both {
            return None;
        }
        let (applies, offset) = match end {
            Tint::Untinted => (n >= 3, -ONE / 2),
            Tint::Black => (n >= 2, 0),
            Tint::White => (n >= 2, -ONE),
            Tint::Both => (false, 0),
        };
        applies.then(|| {
            let shorter = Interval { first: at - 2, left: Added::Black, ..interval };
            (shorter, ColValue::new(offset, false))
        })
    }

    fn interval(&mut self, interval: Interval) -> Result<ColValue, Error> {
        if let Some(value) = self.closed_form(interval) {
            return Ok(value);
        }
        let Interval { first, last, left, right } = interval;
        // A doubly tinted node is gone. (Only ends can be; the middle never changes.)
        if self.tint(interval, first) == Tint::Both {
            return self.part(first + 1, last + 1, Added::Nothing, right);
        }
        if self.tint(interval, last) == Tint::Both {
            return self.part(first, last, left, Added::Nothing);
        }
        if let Some(&value) = self.known.get(&interval) {
            return Ok(value);
        }
        if let Some(flag) = &self.options.cancel
            && flag.load(Ordering::Relaxed)
        {
            return Err(ErrorKind::Cancelled.into());
        }
        let shorter =
            self.shortened_right(interval).or_else(|| self.shortened_left(interval));
        let value = if let Some((shorter, offset)) = shorter {
            self.interval(shorter)?.plus(offset)?
        } else {
            let mut lefts = Vec::new();
            let mut rights = Vec::new();
            for node in first..=last {
                let tint = self.tint(interval, node);
                // The node itself goes, its neighbours get the opponent's tint.
                for (options, legal, added) in [
                    (&mut lefts, matches!(tint, Tint::Untinted | Tint::Black), Added::White),
                    (&mut rights, matches!(tint, Tint::Untinted | Tint::White), Added::Black),
                ] {
                    if legal {
                        let before = self.part(first, node, left, added)?;
                        let after = self.part(node + 1, last + 1, added, right)?;
                        options.push(before.plus(after)?);
                    }
                }
            }
            from_options(lefts.into_iter(), rights.into_iter())?
        };
        if self.known.len() >= self.options.position_limit {
            return Err(Error::too_large("the chain has too many positions"));
        }
        self.known.insert(interval, value);
        Ok(value)
    }
}
