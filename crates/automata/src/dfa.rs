//! Complete deterministic automata with many roots.

use std::collections::HashMap;

use crate::bits::reaching;
use crate::budget::allow_at;
use crate::{BitSet, Error, Witness, search};
use sprague_budget::Budget;

/// A complete deterministic automaton with many roots. Each root accepts its own
/// language; states are shared between them.
///
/// States are numbers below [`states`](Self::states), letters numbers below
/// [`letters`](Self::letters).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    letters: usize,
    /// The successor of state `s` under letter `a` at index `s * letters + a`.
    next: Vec<u32>,
    accepting: BitSet,
    roots: Vec<u32>,
}

impl Dfa {
    /// An automaton from its parts; `None` where a state number is out of range or the
    /// lengths do not fit.
    pub fn new(letters: usize, next: Vec<u32>, accepting: BitSet, roots: Vec<u32>) -> Option<Self> {
        let states = accepting.bound();
        let shape = letters > 0 && states > 0 && next.len() == states.checked_mul(letters)?;
        let in_range = next.iter().chain(&roots).all(|&s| (s as usize) < states);
        (shape && in_range).then_some(Self { letters, next, accepting, roots })
    }

    /// The automaton all of whose roots accept nothing (or, with `everything`, all words).
    pub fn constant(letters: usize, roots: usize, everything: bool) -> Self {
        let mut accepting = BitSet::new(1);
        if everything {
            accepting.insert(0);
        }
        Self { letters, next: vec![0; letters], accepting, roots: vec![0; roots] }
    }

    /// The number of letters.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.accepting.bound()
    }

    /// The roots, by number.
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// The successor of `state` under `letter`.
    #[inline]
    pub fn next(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters + letter]
    }

    /// Whether `state` accepts the empty word.
    #[inline]
    pub fn accepting(&self, state: u32) -> bool {
        self.accepting.contains(state as usize)
    }

    /// Whether `root` accepts `word`.
    pub fn accepts(&self, root: usize, word: impl IntoIterator<Item = usize>) -> bool {
        let state = word.into_iter().fold(self.roots[root], |s, a| self.next(s, a));
        self.accepting(state)
    }

    /// The states from which an accepting state can be reached. All others are dead.
    pub fn live(&self) -> BitSet {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        for s in 0..self.states() as u32 {
            for a in 0..self.letters {
                before[self.next(s, a) as usize].push(s);
            }
        }
        reaching(&before, &self.accepting)
    }

    /// Same transitions, other roots.
    pub fn with_roots(&self, roots: Vec<u32>) -> Option<Self> {
        Self::new(self.letters, self.next.clone(), self.accepting.clone(), roots)
    }

    /// The automaton that accepts what this one rejects.
    #[must_use]
    pub fn complement(&self) -> Self {
        let mut accepting = BitSet::new(self.states());
        for s in 0..self.states() {
            if !self.accepting.contains(s) {
                accepting.insert(s);
            }
        }
        Self { accepting, ..self.clone() }
    }

    /// The Boolean combination, root by root: the result accepts a word exactly when
    /// `keep(self accepts, other accepts)`. Minimal. Both automata must have the same
    /// letters and the same number of roots.
    pub fn product(
        &self,
        other: &Self,
        keep: impl Fn(bool, bool) -> bool,
        budget: &Budget,
    ) -> Result<Self, Error> {
        self.assert_same_shape(other);
        let mut index: HashMap<(u32, u32), u32> = HashMap::new();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut number = |pair, pairs: &mut Vec<(u32, u32)>| {
            *index.entry(pair).or_insert_with(|| {
                pairs.push(pair);
                (pairs.len() - 1) as u32
            })
        };
        let roots = self
            .roots
            .iter()
            .zip(&other.roots)
            .map(|(&a, &b)| number((a, b), &mut pairs))
            .collect();
        let mut next = Vec::new();
        let mut at = 0;
        while at < pairs.len() {
            allow_at(budget, at, pairs.len(), pairs.len() * (24 + 4 * self.letters))?;
            let (a, b) = pairs[at];
            for letter in 0..self.letters {
                let to = (self.next(a, letter), other.next(b, letter));
                next.push(number(to, &mut pairs));
            }
            at += 1;
        }
        if pairs.is_empty() {
            return Ok(Self::constant(self.letters, 0, false));
        }
        let mut accepting = BitSet::new(pairs.len());
        for (i, &(a, b)) in pairs.iter().enumerate() {
            if keep(self.accepting(a), other.accepting(b)) {
                accepting.insert(i);
            }
        }
        Ok(Self { letters: self.letters, next, accepting, roots }.minimise())
    }

    /// Words that one of the two accepts.
    pub fn union(&self, other: &Self, budget: &Budget) -> Result<Self, Error> {
        self.product(other, |a, b| a || b, budget)
    }

    /// Words that both accept.
    pub fn intersection(&self, other: &Self, budget: &Budget) -> Result<Self, Error> {
        self.product(other, |a, b| a && b, budget)
    }

    /// The least automaton whose roots accept the same languages: unreachable states
    /// go, equivalent states are merged (partition refinement after Moore), and states
    /// are numbered breadth first from the roots, so equal results are equal values.
    #[must_use]
    pub fn minimise(&self) -> Self {
        if self.roots.is_empty() {
            return Self::constant(self.letters, 0, false);
        }
        let mut class: Vec<u32> =
            (0..self.states()).map(|s| u32::from(self.accepting.contains(s))).collect();
        let mut classes = 0;
        loop {
            let mut index: HashMap<Vec<u32>, u32> = HashMap::new();
            let refined: Vec<u32> = (0..self.states())
                .map(|s| {
                    let mut signature = Vec::with_capacity(self.letters + 1);
                    signature.push(class[s]);
                    signature.extend(
                        self.next[s * self.letters..(s + 1) * self.letters]
                            .iter()
                            .map(|&t| class[t as usize]),
                    );
                    let fresh = index.len() as u32;
                    *index.entry(signature).or_insert(fresh)
                })
                .collect();
            class = refined;
            if index.len() == classes {
                break;
            }
            classes = index.len();
        }
        // Number the classes breadth first.
        let mut number: Vec<Option<u32>> = vec![None; classes];
        let mut members: Vec<usize> = Vec::new();
        let mut visit = |s: u32, members: &mut Vec<usize>| -> u32 {
            *number[class[s as usize] as usize].get_or_insert_with(|| {
                members.push(s as usize);
                (members.len() - 1) as u32
            })
        };
        let roots: Vec<u32> = self.roots.iter().map(|&r| visit(r, &mut members)).collect();
        let mut next = Vec::new();
        let mut at = 0;
        while at < members.len() {
            let s = members[at];
            for a in 0..self.letters {
                next.push(visit(self.next[s * self.letters + a], &mut members));
            }
            at += 1;
        }
        let mut accepting = BitSet::new(members.len());
        for (i, &s) in members.iter().enumerate() {
            if self.accepting.contains(s) {
                accepting.insert(i);
            }
        }
        Self { letters: self.letters, next, accepting, roots }
    }

    /// A shortest word that some root accepts, or `None` if all languages are empty.
    pub fn shortest_accepted(&self, budget: &Budget) -> Result<Option<Witness>, Error> {
        search(
            self.roots.iter().copied().enumerate(),
            self.letters,
            |&s, a| Some(self.next(s, a)),
            |&s| self.accepting(s),
            budget,
        )
    }

    /// A shortest word on which the two automata differ, with its root, or `None` if
    /// every root accepts the same language in both.
    pub fn difference(&self, other: &Self, budget: &Budget) -> Result<Option<Witness>, Error> {
        self.assert_same_shape(other);
        search(
            self.roots.iter().zip(&other.roots).map(|(&a, &b)| (a, b)).enumerate(),
            self.letters,
            |&(a, b), letter| Some((self.next(a, letter), other.next(b, letter))),
            |&(a, b)| self.accepting(a) != other.accepting(b),
            budget,
        )
    }

    fn assert_same_shape(&self, other: &Self) {
        assert_eq!(self.letters, other.letters, "automata over different alphabets");
        assert_eq!(self.roots.len(), other.roots.len(), "automata with different roots");
    }
}
