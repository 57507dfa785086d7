//! The machine of a list of sentences: it reads (n, z) digit by digit and guesses the
//! digits of everything else.

use super::sentence::Sentence;
use super::{Relation, System, before_accepting, too_large};
use crate::Rejection;
use crate::budget::Within as _;
use std::collections::HashMap;

/// A condition on the variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Constraint {
    pub(super) kind: Kind,
    pub(super) constant: i64,
    pub(super) terms: Vec<(usize, i64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// constant + terms = 0.
    Zero,
    /// constant + terms >= 0.
    NotNegative,
    /// The one variable, a plain one, is a power of two.
    PowerOfTwo,
}

impl Constraint {
    /// constant + terms = 0.
    pub(super) fn zero(constant: i64, terms: Vec<(usize, i64)>) -> Self {
        Self { kind: Kind::Zero, constant, terms }
    }

    /// constant + terms >= 0.
    pub(super) fn not_negative(constant: i64, terms: Vec<(usize, i64)>) -> Self {
        Self { kind: Kind::NotNegative, constant, terms }
    }

    /// Whether all its numbers are so small that sums with digits stay within 64 bits.
    pub(super) fn is_below(&self, bound: u64) -> bool {
        let sum = self.terms.iter().map(|t| t.1.unsigned_abs()).fold(0, u64::saturating_add);
        self.constant.unsigned_abs() <= bound && sum <= 1 << 20
    }
}

/// A Boolean combination of the constraints, by index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Truth {
    Constraint(usize),
    Not(Box<Truth>),
    All(Vec<Truth>),
    Any(Vec<Truth>),
}

impl Truth {
    fn holds(&self, at: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::Constraint(i) => at(*i),
            Self::Not(t) => !t.holds(at),
            Self::All(all) => all.iter().all(|t| t.holds(at)),
            Self::Any(any) => any.iter().any(|t| t.holds(at)),
        }
    }

    /// Whether the truth needs constraint `i`.
    fn needs(&self, i: usize) -> bool {
        match self {
            Self::Constraint(k) => *k == i,
            Self::All(all) => all.iter().any(|t| t.needs(i)),
            Self::Not(_) | Self::Any(_) => false,
        }
    }
}

/// A constraint that has failed for good.
const FAILED: i64 = i64::MIN;
/// The most states and guesses of a machine.
const MAX_STATES: usize = 1 << 22;
const MAX_GUESSES: u64 = 4_000_000_000;

/// States with their successors under every letter, the states that accept when only
/// zeros are read from now on, and for each root where reading may start.
pub(super) struct Machine {
    pub(super) letters: usize,
    /// Successors of state s under letter a: targets[starts[s·letters + a]..].
    pub(super) starts: Vec<u32>,
    pub(super) targets: Vec<u32>,
    pub(super) accepting: Vec<bool>,
    pub(super) roots: Vec<Vec<u32>>,
}

/// A state: which group of sentences, where the heaps are, what the constraints carry.
type Key = Vec<i64>;

struct Reading<'a> {
    system: System<'a>,
    sentence: &'a Sentence<'a>,
    /// Sentences that differ only in constants of constraints share their states.
    group: usize,
    needed: Vec<bool>,
    /// The needed equation from which the digit of n follows.
    equation: Option<usize>,
    variables: usize,
    first_plain: usize,
}

impl<'a> Reading<'a> {
    fn new(system: System<'a>, sentence: &'a Sentence<'a>, group: usize) -> Self {
        let needed: Vec<bool> =
            (0..sentence.constraints.len()).map(|i| sentence.truth.needs(i)).collect();
        let first_plain = 1 + sentence.heaps.len() + sentence.whole;
        let equation = (0..needed.len()).find(|&i| {
            let c = &sentence.constraints[i];
            needed[i]
                && c.kind == Kind::Zero
                && c.terms.iter().any(|&(v, c)| v == 0 && c.abs() == 1)
                && c.terms.iter().all(|&(v, _)| v < first_plain)
        });
        let variables = first_plain + sentence.plain;
        Self { system, sentence, group, needed, equation, variables, first_plain }
    }

    /// Every choice of digits of all variables; `before` is `None` for the first digit.
    fn each(
        &self,
        before: Option<&[i64]>,
        digits: &mut Vec<i64>,
        variable: usize,
        found: &mut dyn FnMut(&[i64]) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        let radix = if before.is_some() { self.system.base } else { self.system.modulus } as i64;
        if variable < self.variables {
            let count = if before.is_none() && variable >= self.first_plain { 1 } else { radix };
            for d in 0..count {
                digits[variable] = d;
                self.each(before, digits, variable + 1, found)?;
            }
            return Ok(());
        }
        let Some(i) = self.equation else {
            for d in 0..radix {
                digits[0] = d;
                found(digits)?;
            }
            return Ok(());
        };
        let c = &self.sentence.constraints[i];
        let mut own = 1;
        let mut sum = before.map_or(c.constant, |b| b[i]);
        for &(v, k) in &c.terms {
            if v == 0 {
                own = k;
            } else {
                sum += k * digits[v];
            }
        }
        digits[0] = (-own * sum).rem_euclid(radix);
        found(digits)
    }

    /// What the constraints carry after these digits, or `None` if a needed one fails.
    ///
    /// constant + F with F = (digits) + r·F', r the radix: it is 0 exactly when r divides
    /// constant + digits and the quotient + F' is 0; it is not negative exactly when
    /// floor((constant + digits)/r) + F' is not negative. Plain variables have no first
    /// digit; a constraint with one keeps its scale there, and the other variables
    /// count p-fold afterwards.
    fn carry(&self, before: Option<&[i64]>, digits: &[i64], after: &mut Vec<i64>) -> bool {
        after.clear();
        for (i, c) in self.sentence.constraints.iter().enumerate() {
            let mixed = c.terms.iter().any(|&(v, _)| v >= self.first_plain);
            let old = before.map_or(c.constant, |b| b[i]);
            let new = if c.kind == Kind::PowerOfTwo {
                match (old, digits[c.terms[0].0]) {
                    (FAILED, _) => FAILED,
                    (seen, d) if seen + d <= 1 => seen + d,
                    _ => FAILED,
                }
            } else if old == FAILED {
                FAILED
            } else {
                let mut sum = old;
                for &(v, k) in &c.terms {
                    let scale = if mixed && before.is_some() && v < self.first_plain {
                        self.system.modulus as i64
                    } else {
                        1
                    };
                    sum += k * scale * digits[v];
                }
                let radix = match before {
                    Some(_) => self.system.base as i64,
                    None if mixed => 1,
                    None => self.system.modulus as i64,
                };
                match c.kind {
                    Kind::Zero if sum.rem_euclid(radix) != 0 => FAILED,
                    _ => sum.div_euclid(radix),
                }
            };
            if new == FAILED && self.needed[i] {
                return false;
            }
            after.push(new);
        }
        true
    }

    fn holds(&self, carry: &[i64]) -> bool {
        self.sentence.truth.holds(&|i| match self.sentence.constraints[i].kind {
            Kind::Zero => carry[i] == 0,
            Kind::NotNegative => carry[i] >= 0,
            Kind::PowerOfTwo => carry[i] == 1,
        })
    }
}

/// Whether two sentences behave alike after the first digit.
fn alike(a: &Sentence, b: &Sentence) -> bool {
    let same = |a: &Constraint, b: &Constraint| a.kind == b.kind && a.terms == b.terms;
    a.heaps.len() == b.heaps.len()
        && a.heaps.iter().zip(&b.heaps).all(|(x, y)| std::ptr::eq::<Relation>(*x, *y))
        && (a.whole, a.plain) == (b.whole, b.plain)
        && a.truth == b.truth
        && a.constraints.len() == b.constraints.len()
        && a.constraints.iter().zip(&b.constraints).all(|(x, y)| same(x, y))
}

/// The states met so far, and what finding them has cost.
struct States<'a> {
    system: System<'a>,
    what: &'a str,
    number: HashMap<Key, u32>,
    keys: Vec<Key>,
    /// How many digits and values have been guessed.
    guesses: u64,
    /// How many numbers are held in edges and roots.
    held: usize,
}

impl States<'_> {
    /// Counts guesses; from time to time asks whether to go on.
    fn guess(&mut self, count: usize) -> Result<(), Rejection> {
        let before = self.guesses;
        self.guesses += count as u64;
        if before >> 10 == self.guesses >> 10 {
            return Ok(());
        }
        if self.guesses > MAX_GUESSES {
            return Err(too_large(self.what));
        }
        self.system.budget.work(self.guesses.into())?;
        // A key in the list and in the table, and the edges.
        let key_bytes = 2 * (8 * self.keys.first().map_or(0, Vec::len) + 32);
        self.system.budget.memory((self.keys.len() * key_bytes + self.held * 8) as u128)
    }

    fn number(&mut self, key: &Key) -> Result<u32, Rejection> {
        if let Some(&i) = self.number.get(key) {
            return Ok(i);
        }
        if self.keys.len() == MAX_STATES {
            return Err(too_large(self.what));
        }
        let i = self.keys.len() as u32;
        self.keys.push(key.clone());
        self.number.insert(key.clone(), i);
        Ok(i)
    }

    /// Adds to a list in which every member counts once; duplicates are dropped whenever it
    /// would grow.
    fn hold<T: Ord>(&mut self, list: &mut Vec<T>, member: T) {
        if list.len() == list.capacity() {
            let before = list.len();
            list.sort_unstable();
            list.dedup();
            self.held -= before - list.len();
        }
        list.push(member);
        self.held += 1;
    }
}

impl Reading<'_> {
    /// Reads the first digits: the states in which each root may begin.
    fn begin(&self, states: &mut States, roots: &mut [Vec<u32>]) -> Result<(), Rejection> {
        let system = self.system;
        let heaps = &self.sentence.heaps;
        // The live roots of each heap, by residue.
        let starts: Vec<Vec<Vec<(usize, u32)>>> = heaps
            .iter()
            .map(|relation| {
                (0..system.modulus)
                    .map(|j| {
                        let all =
                            (0..system.lows()).map(|c| (c, relation.roots[system.root(j, c)]));
                        all.filter(|&(_, s)| relation.is_live(s)).collect()
                    })
                    .collect()
            })
            .collect();
        states.guess(heaps.len() * system.roots())?;
        let (mut after, mut key) = (Vec::new(), Key::new());
        self.each(None, &mut vec![0; self.variables], 1, &mut |digits| {
            states.guess(1)?;
            let lists: Vec<&[(usize, u32)]> =
                (0..heaps.len()).map(|h| starts[h][digits[h + 1] as usize].as_slice()).collect();
            if lists.iter().any(|list| list.is_empty()) || !self.carry(None, digits, &mut after) {
                return Ok(());
            }
            for_each_choice(&lists, &mut |chosen, c| {
                states.guess(1)?;
                self.spell(chosen, &after, &mut key);
                let state = states.number(&key)?;
                states.hold(&mut roots[system.root(digits[0] as usize, c)], state);
                Ok(())
            })
        })
    }

    /// Whether a state accepts, all digits having been read, and its edges: letters with the
    /// states they lead to, in order.
    fn go_on(
        &self,
        here: &Key,
        states: &mut States,
        edges: &mut Vec<(usize, u32)>,
    ) -> Result<bool, Rejection> {
        let heaps = &self.sentence.heaps;
        let before = &here[1 + heaps.len()..];
        let state = |h: usize| here[1 + h] as u32;
        let accepts = self.holds(before)
            && heaps.iter().enumerate().all(|(h, relation)| relation.accepts(state(h)));
        edges.clear();
        let (mut after, mut key) = (Vec::new(), Key::new());
        self.each(Some(before), &mut vec![0; self.variables], 1, &mut |digits| {
            states.guess(1)?;
            if !self.carry(Some(before), digits, &mut after) {
                return Ok(());
            }
            let steps: Vec<Vec<(usize, u32)>> = heaps
                .iter()
                .enumerate()
                .map(|(h, relation)| {
                    let both = (0..2)
                        .map(|w| (w, relation.step(state(h), 2 * digits[h + 1] as usize + w)));
                    both.filter(|&(_, s)| relation.is_live(s)).collect()
                })
                .collect();
            let lists: Vec<&[(usize, u32)]> = steps.iter().map(Vec::as_slice).collect();
            for_each_choice(&lists, &mut |chosen, z| {
                states.guess(1)?;
                self.spell(chosen, &after, &mut key);
                let to = states.number(&key)?;
                states.hold(edges, (2 * digits[0] as usize + z, to));
                Ok(())
            })
        })?;
        // What is left stays, as edges of the machine.
        let before = edges.len();
        edges.sort_unstable();
        edges.dedup();
        states.held -= before - edges.len();
        Ok(accepts)
    }

    /// The key of a state: the group, the states of the heaps, what is carried.
    fn spell(&self, chosen: &[u32], carried: &[i64], key: &mut Key) {
        key.clear();
        key.push(self.group as i64);
        key.extend(chosen.iter().map(|&s| i64::from(s)));
        key.extend_from_slice(carried);
    }
}

impl Machine {
    pub(super) fn new(
        system: System,
        sentences: &[Sentence],
        what: &str,
    ) -> Result<Self, Rejection> {
        let mut states =
            States { system, what, number: HashMap::new(), keys: Vec::new(), guesses: 0, held: 0 };
        let mut roots: Vec<Vec<u32>> = vec![Vec::new(); system.roots()];
        // The first sentence of each group.
        let mut groups: Vec<Reading> = Vec::new();
        for sentence in sentences {
            let group = groups.iter().position(|first| alike(first.sentence, sentence));
            let reading = Reading::new(system, sentence, group.unwrap_or(groups.len()));
            reading.begin(&mut states, &mut roots)?;
            if group.is_none() {
                groups.push(reading);
            }
        }
        for root in &mut roots {
            root.sort_unstable();
            root.dedup();
        }

        let mut starts = vec![0_u32];
        let mut targets: Vec<u32> = Vec::new();
        let mut accepting = Vec::new();
        let mut edges: Vec<(usize, u32)> = Vec::new();
        while let Some(here) = states.keys.get(accepting.len()).cloned() {
            let reading = &groups[here[0] as usize];
            accepting.push(reading.go_on(&here, &mut states, &mut edges)?);
            let mut edge = edges.iter().peekable();
            for letter in 0..system.letters() {
                while let Some(&(_, to)) = edge.next_if(|e| e.0 == letter) {
                    targets.push(to);
                }
                starts.push(u32::try_from(targets.len()).map_err(|_| too_large(what))?);
            }
        }
        let mut machine = Self { letters: system.letters(), starts, targets, accepting, roots };
        machine.accept_before_zeros();
        Ok(machine)
    }

    pub(super) fn states(&self) -> usize {
        self.accepting.len()
    }

    pub(super) fn successors(&self, state: usize, letter: usize) -> &[u32] {
        let at = state * self.letters + letter;
        &self.targets[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// What is guessed may be longer than what is read: a state accepts when an accepting
    /// one is reached by reading only zeros.
    fn accept_before_zeros(&mut self) {
        let edges = (0..self.states())
            .flat_map(|s| self.successors(s, 0).iter().map(move |&to| (s as u32, to)));
        self.accepting = before_accepting(edges, &self.accepting);
    }
}

/// Called with the states chosen and the nim-sum of their values.
type Chosen<'a> = dyn FnMut(&[u32], usize) -> Result<(), Rejection> + 'a;

/// One member of each list in every way, with the nim-sum of the first components.
fn for_each_choice(lists: &[&[(usize, u32)]], found: &mut Chosen<'_>) -> Result<(), Rejection> {
    fn go(
        lists: &[&[(usize, u32)]],
        chosen: &mut Vec<u32>,
        sum: usize,
        found: &mut Chosen<'_>,
    ) -> Result<(), Rejection> {
        let Some(list) = lists.get(chosen.len()) else { return found(chosen, sum) };
        for &(value, state) in *list {
            chosen.push(state);
            go(lists, chosen, sum ^ value, found)?;
            chosen.pop();
        }
        Ok(())
    }
    go(lists, &mut Vec::with_capacity(lists.len()), 0, found)
}
