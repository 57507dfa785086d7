//! Breadth-first search through an implicit graph of states.

use std::collections::HashSet;
use std::hash::Hash;

use crate::Error;
use crate::budget::allow_at;
use sprague_budget::Budget;

/// Where a search started and the word it read, shortest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The label of the start, usually the number of a root.
    pub start: usize,
    /// The letters read.
    pub word: Vec<usize>,
}

/// Looks for a reachable state that satisfies `goal`, breadth first, so that the word of
/// the [`Witness`] is as short as possible. `None` means that no such state can be
/// reached: the whole reachable part was visited.
///
/// `starts` gives labelled start states, `step` the successor under a letter below
/// `letters`, or `None` where the branch cannot matter.
pub fn search<S: Clone + Eq + Hash>(
    starts: impl IntoIterator<Item = (usize, S)>,
    letters: usize,
    mut step: impl FnMut(&S, usize) -> Option<S>,
    mut goal: impl FnMut(&S) -> bool,
    budget: &Budget,
) -> Result<Option<Witness>, Error> {
    struct Node<S> {
        state: S,
        /// Parent and letter, or the label of the start.
        from: Result<(u32, usize), usize>,
    }
    let mut seen: HashSet<S> = HashSet::new();
    let mut nodes: Vec<Node<S>> = Vec::new();
    for (label, state) in starts {
        if seen.insert(state.clone()) {
            nodes.push(Node { state, from: Err(label) });
        }
    }
    let size = 2 * size_of::<S>() + size_of::<Node<S>>();
    let mut at = 0;
    while at < nodes.len() {
        if goal(&nodes[at].state) {
            let mut word = Vec::new();
            let mut here = at;
            loop {
                match nodes[here].from {
                    Ok((parent, letter)) => {
                        word.push(letter);
                        here = parent as usize;
                    }
                    Err(start) => {
                        word.reverse();
                        return Ok(Some(Witness { start, word }));
                    }
                }
            }
        }
        allow_at(budget, at, nodes.len(), nodes.len() * size)?;
        for letter in 0..letters {
            if let Some(state) = step(&nodes[at].state, letter)
                && seen.insert(state.clone())
            {
                nodes.push(Node { state, from: Ok((at as u32, letter)) });
            }
        }
        at += 1;
    }
    Ok(None)
}
