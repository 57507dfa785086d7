//! Nondeterministic automata with many roots, and their determinisation.

use std::collections::HashMap;

use crate::bits::{has, reaching};
use crate::budget::allow;
use crate::intern::Interner;
use crate::{BitSet, Dfa, Error};
use sprague_budget::Budget;

/// A nondeterministic automaton with many roots; each root is a set of start states.
#[derive(Clone, Debug)]
pub struct Nfa {
    letters: usize,
    /// The successors of state `s` under letter `a` are
    /// `targets[offsets[s * letters + a]..offsets[s * letters + a + 1]]`.
    offsets: Vec<u32>,
    targets: Vec<u32>,
    finals: BitSet,
    roots: Vec<Vec<u32>>,
}

/// Collects states, their edges and the roots of an [`Nfa`].
///
/// States are numbered in the order of [`state`](Self::state); the edges of a state are
/// given before the next state is begun and may point to states that come later.
#[derive(Debug)]
pub struct NfaBuilder {
    letters: usize,
    edges: Vec<(u32, u32)>,
    begun: usize,
    offsets: Vec<u32>,
    targets: Vec<u32>,
    finals: Vec<bool>,
    roots: Vec<Vec<u32>>,
}

impl NfaBuilder {
    /// An automaton over `letters` letters with `roots` roots and no states.
    pub fn new(letters: usize, roots: usize) -> Self {
        Self {
            letters,
            edges: Vec::new(),
            begun: 0,
            offsets: vec![0],
            targets: Vec::new(),
            finals: Vec::new(),
            roots: vec![Vec::new(); roots],
        }
    }

    /// Begins the next state.
    pub fn state(&mut self, is_final: bool) {
        self.flush();
        self.begun += 1;
        self.finals.push(is_final);
    }

    /// An edge from the state begun last.
    ///
    /// # Panics
    /// When there is no such letter.
    pub fn edge(&mut self, letter: usize, to: u32) {
        assert!(letter < self.letters, "letter {letter} of {}", self.letters);
        self.edges.push((letter as u32, to));
    }

    /// A start state of a root.
    pub fn root(&mut self, root: usize, state: u32) {
        let list = &mut self.roots[root];
        // Large numerations name the same few states again and again.
        if list.len() == list.capacity() {
            list.sort_unstable();
            list.dedup();
        }
        list.push(state);
    }

    /// The number of edges given so far.
    pub fn edges(&self) -> usize {
        self.targets.len() + self.edges.len()
    }

    fn flush(&mut self) {
        if self.begun == 0 {
            return;
        }
        self.edges.sort_unstable();
        self.edges.dedup();
        let mut at = 0;
        for letter in 0..self.letters as u32 {
            while at < self.edges.len() && self.edges[at].0 == letter {
                self.targets.push(self.edges[at].1);
                at += 1;
            }
            self.offsets.push(self.targets.len() as u32);
        }
        self.edges.clear();
    }

    /// The automaton.
    ///
    /// # Panics
    /// When an edge or a root points to a state that was never begun.
    pub fn finish(mut self) -> Nfa {
        self.flush();
        let states = self.finals.len();
        assert!(
            self.targets.iter().chain(self.roots.iter().flatten()).all(|&t| (t as usize) < states),
            "an edge or a root points to a state that was never begun"
        );
        let mut finals = BitSet::new(states);
        for (s, _) in self.finals.iter().enumerate().filter(|(_, f)| **f) {
            finals.insert(s);
        }
        for root in &mut self.roots {
            root.sort_unstable();
            root.dedup();
        }
        Nfa {
            letters: self.letters,
            offsets: self.offsets,
            targets: self.targets,
            finals,
            roots: self.roots,
        }
    }
}

impl Nfa {
    /// The number of states.
    pub fn states(&self) -> usize {
        self.finals.bound()
    }

    /// The number of letters.
    pub fn letters(&self) -> usize {
        self.letters
    }

    fn successors(&self, state: usize, letter: usize) -> &[u32] {
        let at = state * self.letters + letter;
        &self.targets[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }

    /// Makes acceptance independent of trailing `letter`s: a state becomes final when a
    /// final one can be reached by reading `letter` any number of times.
    ///
    /// With numbers read least significant digit first, trailing zeros of the visible
    /// digits change nothing, but the hidden ones may still have digits to come; the
    /// successors under `letter` follow those.
    pub fn close_finals(&mut self, letter: usize) {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        for s in 0..self.states() {
            for &t in self.successors(s, letter) {
                before[t as usize].push(s as u32);
            }
        }
        self.finals = reaching(&before, &self.finals);
    }

    /// An automaton with the same languages and fewer states: states that cannot reach
    /// a final one go, and states with equal futures step by step (bisimilar ones)
    /// are merged.
    pub fn reduce(&self, budget: &Budget) -> Result<Self, Error> {
        let live = self.live();
        let mut class: Vec<u32> = (0..self.states())
            .map(|s| if live.contains(s) { 1 + u32::from(self.finals.contains(s)) } else { 0 })
            .collect();
        let mut classes = 0;
        loop {
            budget.go_on()?;
            let mut index: HashMap<Vec<u32>, u32> = HashMap::new();
            index.insert(Vec::new(), 0);
            let mut signature: Vec<u32> = Vec::new();
            let mut seen: Vec<u32> = Vec::new();
            let refined: Vec<u32> = (0..self.states())
                .map(|s| {
                    if !live.contains(s) {
                        return 0;
                    }
                    signature.clear();
                    signature.push(class[s]);
                    for a in 0..self.letters {
                        seen.clear();
                        seen.extend(
                            self.successors(s, a)
                                .iter()
                                .map(|&t| class[t as usize])
                                .filter(|&c| c != 0),
                        );
                        seen.sort_unstable();
                        seen.dedup();
                        signature.extend_from_slice(&seen);
                        signature.push(u32::MAX);
                    }
                    let fresh = index.len() as u32;
                    if let Some(&i) = index.get(&signature) {
                        i
                    } else {
                        index.insert(signature.clone(), fresh);
                        fresh
                    }
                })
                .collect();
            class = refined;
            if index.len() == classes {
                break;
            }
            classes = index.len();
        }
        let mut representative = vec![usize::MAX; classes];
        for s in (0..self.states()).rev() {
            representative[class[s] as usize] = s;
        }
        let mut builder = NfaBuilder::new(self.letters, self.roots.len());
        for &s in &representative[1..] {
            builder.state(self.finals.contains(s));
            for a in 0..self.letters {
                for &t in self.successors(s, a) {
                    let c = class[t as usize];
                    if c != 0 {
                        builder.edge(a, c - 1);
                    }
                }
            }
        }
        for (i, root) in self.roots.iter().enumerate() {
            for &s in root {
                let c = class[s as usize];
                if c != 0 {
                    builder.root(i, c - 1);
                }
            }
        }
        Ok(builder.finish())
    }

    fn live(&self) -> BitSet {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        for s in 0..self.states() {
            for a in 0..self.letters {
                for &t in self.successors(s, a) {
                    before[t as usize].push(s as u32);
                }
            }
        }
        reaching(&before, &self.finals)
    }

    /// Determinises the reversed automaton: its states are the sets
    /// `B(w) = { s : s accepts w }`, and the reading goes from the last letter to the
    /// first, `B(aw)` being the set of predecessors of `B(w)` under `a`.
    pub fn reverse_determinise(&self, budget: &Budget) -> Result<ReverseDfa, Error> {
        let reduced = self.reduce(budget)?;
        let (states, letters) = (reduced.states(), reduced.letters);
        let width = states.div_ceil(64).max(1);
        let mut sets = Interner::new(width);
        let mut first = vec![0_u64; width];
        first[..reduced.finals.words().len()].copy_from_slice(reduced.finals.words());
        sets.intern(&first, budget)?;
        let work = reduced.targets.len();
        let before = sets.close(letters, work, budget, |current, letter, set| {
            for s in 0..states {
                let hit = reduced.successors(s, letter).iter().any(|&t| has(current, t as usize));
                set[s / 64] |= u64::from(hit) << (s % 64);
            }
        })?;
        // Which sets meet which root. Equal roots are looked up once.
        let count = sets.len();
        let words = count.div_ceil(64);
        let mut lists: HashMap<&[u32], u32> = HashMap::new();
        let mut meets: Vec<Vec<u64>> = Vec::new();
        let mut roots = Vec::with_capacity(reduced.roots.len());
        for root in &reduced.roots {
            let fresh = meets.len() as u32;
            let number = *lists.entry(root).or_insert(fresh);
            if number == fresh {
                allow(budget, count, meets.len() * words * 8 + count * width * 8)?;
                let mut hits = vec![0_u64; words];
                for b in 0..count {
                    let set = sets.get(b);
                    if root.iter().any(|&s| has(set, s as usize)) {
                        hits[b / 64] |= 1 << (b % 64);
                    }
                }
                meets.push(hits);
            }
            roots.push(number);
        }
        Ok(ReverseDfa { letters, states: count, before, meets, roots })
    }

    /// The minimal deterministic automaton with the same language at every root, by
    /// determinising twice backwards (Brzozowski).
    pub fn determinise(&self, budget: &Budget) -> Result<Dfa, Error> {
        self.reverse_determinise(budget)?.reverse(budget)
    }

    /// The same automaton by the textbook subset construction, then minimised.
    pub fn determinise_forward(&self, budget: &Budget) -> Result<Dfa, Error> {
        let width = self.states().div_ceil(64).max(1);
        let mut sets = Interner::new(width);
        let mut set = vec![0_u64; width];
        let mut roots = Vec::new();
        for root in &self.roots {
            set.fill(0);
            for &s in root {
                set[s as usize / 64] |= 1 << (s % 64);
            }
            roots.push(sets.intern(&set, budget)?);
        }
        if roots.is_empty() {
            return Ok(Dfa::constant(self.letters, 0, false));
        }
        let next = sets.close(self.letters, 0, budget, |current, letter, set| {
            for s in (0..self.states()).filter(|&s| has(current, s)) {
                for &t in self.successors(s, letter) {
                    set[t as usize / 64] |= 1 << (t % 64);
                }
            }
        })?;
        let mut accepting = BitSet::new(sets.len());
        for i in 0..sets.len() {
            if sets.get(i).iter().zip(self.finals.words()).any(|(a, b)| a & b != 0) {
                accepting.insert(i);
            }
        }
        let dfa = Dfa::new(self.letters, next, accepting, roots);
        Ok(dfa.unwrap_or_else(|| unreachable!("subset numbers are in range")).minimise())
    }
}

/// A deterministic automaton that reads words from the last letter to the first: of
/// numbers, the most significant digit first.
#[derive(Clone, Debug)]
pub struct ReverseDfa {
    letters: usize,
    states: usize,
    /// The state for `aw` from that for `w`, at `state * letters + a`. State 0 is that
    /// of the empty word.
    before: Vec<u32>,
    /// For each distinct root, the states in which it accepts.
    meets: Vec<Vec<u64>>,
    /// Which of `meets` belongs to a root.
    roots: Vec<u32>,
}

impl ReverseDfa {
    /// The number of states: the peak of the backward construction.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Whether `root` accepts `word`, which is given in the usual order and read from
    /// its end.
    pub fn accepts(&self, root: usize, word: &[usize]) -> bool {
        let state = word.iter().rev().fold(0, |s, &a| self.before[s as usize * self.letters + a]);
        has(&self.meets[self.roots[root] as usize], state as usize)
    }

    /// The minimal automaton that reads forwards.
    ///
    /// Its states are sets of states of this one: those for the words still acceptable.
    pub fn reverse(&self, budget: &Budget) -> Result<Dfa, Error> {
        if self.roots.is_empty() {
            return Ok(Dfa::constant(self.letters, 0, false));
        }
        let width = self.states.div_ceil(64);
        let mut sets = Interner::new(width);
        let mut numbers = Vec::with_capacity(self.meets.len());
        for hits in &self.meets {
            numbers.push(sets.intern(hits, budget)?);
        }
        let roots: Vec<u32> = self.roots.iter().map(|&r| numbers[r as usize]).collect();
        let next = sets.close(self.letters, 0, budget, |current, letter, set| {
            for b in 0..self.states {
                let image = self.before[b * self.letters + letter] as usize;
                set[b / 64] |= u64::from(has(current, image)) << (b % 64);
            }
        })?;
        let mut accepting = BitSet::new(sets.len());
        for i in 0..sets.len() {
            if has(sets.get(i), 0) {
                accepting.insert(i);
            }
        }
        let dfa = Dfa::new(self.letters, next, accepting, roots);
        Ok(dfa.unwrap_or_else(|| unreachable!("set numbers are in range")))
    }
}
