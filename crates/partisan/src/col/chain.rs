//! Chains in polynomial time.
//!
//! A move in a chain cuts it, and only the two nodes at the cut change their tints. So
//! every position that can arise is a sum of intervals of the original chain, each with
//! one of three tints added at either end: O(n²) of them, however long the play. The
//! chain theorems of the source shorten long untinted runs on top of that.

use super::BoardSearch;
use super::value::{ColValue, Fixed, ONE, from_options};
use crate::error::Error;
use crate::graph::{Graph, Tint};
use crate::hash::FastMap;

/// Longest chain evaluated, after it has been shortened by the chain theorems.
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
pub(super) fn value(tints: &[Tint], search: &BoardSearch) -> Result<ColValue, Error> {
    let (short, offset) = shortened(tints);
    let Some(last) = short.len().checked_sub(1) else { return Ok(offset) };
    if short.len() > CHAIN_LIMIT {
        return Err(Error::too_large(format!(
            "a chain that simplifies to {} nodes; the limit is {CHAIN_LIMIT}",
            short.len()
        )));
    }
    let mut solver = Chain { tints: &short, known: FastMap::default(), search };
    let whole = Interval { first: 0, last, left: Added::Nothing, right: Added::Nothing };
    solver.interval(whole)?.plus(offset)
}

/// A chain of the same value, up to the number returned with it: ends shortened by
/// Theorem 2.6, similarly tinted pairs taken off the ends by Lemma 2.8, runs inside by
/// Theorem 2.12.
fn shortened(tints: &[Tint]) -> (Vec<Tint>, ColValue) {
    let mut chain = tints.to_vec();
    let mut number: Fixed = 0;
    number += shorten_runs(&mut chain);
    for _ in 0..2 {
        number += shorten_end(&mut chain);
        chain.reverse();
    }
    (chain, ColValue::new(number, false))
}

/// 1 for black, -1 for white, 0 otherwise.
fn sign(tint: Tint) -> Fixed {
    match tint {
        Tint::Black => 1,
        Tint::White => -1,
        Tint::Untinted | Tint::Both => 0,
    }
}

/// Lemma 2.8 and Theorem 2.6 at the end of a chain.
///
/// Lemma 2.8: if the last two nodes have the same tint, the one before the last may be
/// deleted, which leaves the last alone: (A)++ = (A) + 1. Theorem 2.6 (see
/// `Chain::shortened_right`): behind a tinted node t, the ends t o^n + and t o^n - (n ≥ 1) are
/// worth t o + and 0 or -1, and t o^n (n ≥ 3) is worth t o + and -1/2.
fn shorten_end(chain: &mut Vec<Tint>) -> Fixed {
    let mut number = 0;
    loop {
        let n = chain.len();
        if n >= 2 && chain[n - 1] == chain[n - 2] && sign(chain[n - 1]) != 0 {
            number += sign(chain[n - 1]) * ONE;
            chain.truncate(n - 2);
            continue;
        }
        let Some(&end) = chain.last() else { return number };
        let inner = if end == Tint::Untinted { n } else { n - 1 };
        let run = chain[..inner].iter().rev().take_while(|&&t| t == Tint::Untinted).count();
        let at = inner - run;
        let long_enough = if end == Tint::Untinted { run >= 3 } else { run >= 2 };
        if at == 0 || chain[at - 1] == Tint::Both || end == Tint::Both || !long_enough {
            return number;
        }
        number += (sign(end) - 1) * (ONE / 2);
        chain.truncate(at + 1);
        chain.push(Tint::Black);
    }
}

/// Theorem 2.12. For graphs A and B and n ≥ 1, n + 1 black nodes between two untinted
/// ones are worth n more than n white nodes there: (A c) o +^(n+1) o (f B) equals
/// (A c) o -^n o (f B) and n, provided that A is empty where c is untinted, and B where f
/// is. Used twice it turns +^(n+2) into +^n and 1; once more, ++ into - and 1.
///
/// Checked: the untinted neighbours of the run, and that c and f are tinted or the ends
/// of the chain. Replaced so, a run of k ≥ 2 equal tints ends as a single node.
fn shorten_runs(chain: &mut Vec<Tint>) -> Fixed {
    let mut number = 0;
    let mut start = 2;
    while start + 2 < chain.len() {
        let tint = chain[start];
        let run = chain[start..].iter().take_while(|&&t| t == tint).count();
        let end = start + run;
        if run < 2 || sign(tint) == 0 {
            start = end;
            continue;
        }
        let outer_fits = |i: usize| sign(chain[i]) != 0 || i == 0 || i + 1 == chain.len();
        let inside = end + 1 < chain.len()
            && chain[start - 1] == Tint::Untinted
            && chain[end] == Tint::Untinted
            && chain[start - 2] != Tint::Both
            && chain[end + 1] != Tint::Both
            && outer_fits(start - 2)
            && outer_fits(end + 1);
        if !inside {
            start = end;
            continue;
        }
        // An odd run loses (run - 1) nodes, each pair worth 1; an even one becomes a single
        // node of the other colour.
        let pairs = (run / 2) as Fixed;
        number += sign(tint) * pairs * ONE;
        let single = if run % 2 == 1 { tint } else { tint.reversed() };
        chain.splice(start..end, [single]);
        start += 1;
    }
    number
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
    search: &'a BoardSearch,
}

/// What to add when the end of n untinted nodes and the node `end` (or n untinted nodes, if
/// `end` is one of them) behind a tinted node is shortened to o +, by Theorem 2.6; None where
/// the theorem does not shorten it.
fn elastic_end(end: Tint, n: usize) -> Option<ColValue> {
    let (applies, offset) = match end {
        Tint::Untinted => (n >= 3, -ONE / 2),
        Tint::Black => (n >= 2, 0),
        Tint::White => (n >= 2, -ONE),
        Tint::Both => (false, 0),
    };
    applies.then(|| ColValue::new(offset, false))
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
        let offset = elastic_end(end, n)?;
        Some((Interval { last: at + 1, right: Added::Black, ..interval }, offset))
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
        let offset = elastic_end(end, n)?;
        Some((Interval { first: at - 2, left: Added::Black, ..interval }, offset))
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
        self.search.tick(1)?;
        let shorter = self.shortened_right(interval).or_else(|| self.shortened_left(interval));
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
        if self.known.len() >= self.search.position_limit() {
            return Err(Error::too_large("the chain has too many positions"));
        }
        self.known.insert(interval, value);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(text: &str) -> Vec<Tint> {
        Graph::parse_tints(text).unwrap()
    }

    /// The value by the plain recursion over intervals, nothing shortened first.
    fn plain(tints: &[Tint]) -> String {
        fn of(tints: Vec<Tint>, known: &mut FastMap<Vec<Tint>, ColValue>) -> ColValue {
            if let Some(&value) = known.get(&tints) {
                return value;
            }
            let n = tints.len();
            let mut sides = [Vec::new(), Vec::new()];
            for v in 0..n {
                for (side, added, legal) in [
                    (0, Added::White, matches!(tints[v], Tint::Untinted | Tint::Black)),
                    (1, Added::Black, matches!(tints[v], Tint::Untinted | Tint::White)),
                ] {
                    if legal {
                        let mut before = tints[..v].to_vec();
                        let mut after = tints[v + 1..].to_vec();
                        if let Some(t) = before.last_mut() {
                            *t = tinted(*t, added);
                        }
                        if let Some(t) = after.first_mut() {
                            *t = tinted(*t, added);
                        }
                        let sum = of(before, known).plus(of(after, known)).unwrap();
                        sides[side].push(sum);
                    }
                }
            }
            let [left, right] = sides;
            let value = from_options(left.into_iter(), right.into_iter()).unwrap();
            known.insert(tints, value);
            value
        }
        of(tints.to_vec(), &mut FastMap::default()).to_string()
    }

    #[test]
    fn shortening_keeps_the_value_of_every_chain_to_eight_nodes() {
        let search = BoardSearch::default();
        for n in 0..=8u32 {
            for number in 0..3usize.pow(n) {
                let mut rest = number;
                let tints: Vec<Tint> = (0..n)
                    .map(|_| {
                        let t = [Tint::Untinted, Tint::Black, Tint::White][rest % 3];
                        rest /= 3;
                        t
                    })
                    .collect();
                assert_eq!(value(&tints, &search).unwrap().to_string(), plain(&tints), "{tints:?}");
            }
        }
    }

    #[test]
    fn runs_inside_become_single_nodes() {
        for (from, to, added) in [
            ("+o+++o+", "+o+o+", 1),
            ("+o++o+", "+o-o+", 1),
            ("-o----o+", "-o+o+", -2),
            ("oo+++oo", "oo+oo", 1),
        ] {
            let mut tints = chain(from);
            assert_eq!(shorten_runs(&mut tints), added * ONE, "{from}");
            assert_eq!(tints, chain(to), "{from}");
        }
        // An untinted c with more behind it breaks the hypothesis on A.
        for from in ["+oo++o+", "o++o+", "+o++", "++o+o"] {
            let mut tints = chain(from);
            assert_eq!(shorten_runs(&mut tints), 0, "{from}");
        }
        // Without an untinted node on both sides of the run the theorem fails.
        assert_eq!((plain(&chain("++o+")), plain(&chain("-o+"))), ("3/2".into(), "0".into()));
    }

    #[test]
    fn long_chains_with_short_answers() {
        let search = BoardSearch::default();
        let mut long = vec![Tint::Untinted; 5000];
        long.push(Tint::Black);
        long.extend(vec![Tint::Untinted; 5000]);
        // Lemma 2.7 (iv).
        assert_eq!(value(&long, &search).unwrap().to_string(), "0");
        assert_eq!(value(&vec![Tint::White; 3001], &search).unwrap().to_string(), "-1501");
    }
}
