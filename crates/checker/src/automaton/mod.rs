//! Theorem `automaton`: the nim-sequence is the function whose graph Γ an automaton reads.
//!
//! Theorem. Let Γ(n, y) be a relation and Opt(n, z) the relation "some option of a heap
//! of n has value z, the values of its heaps being read off Γ". Suppose that every new
//! heap is smaller than n, that (T) every n has a y with Γ(n, y), that (A) Γ(n, y) and
//! Opt(n, y) never hold together, and that (B) Γ(n, y) and z < y imply Opt(n, z). Then
//! Γ(n, y) holds exactly when G(n) = y.
//!
//! Proof. Were Γ(n, y) and Γ(n, y') with y < y', then Opt(n, y) by (B), against (A); with
//! (T), Γ is the graph of a function g. If g = G below n, then Opt(n, z) says that an
//! option of n has nim-value z, and by (A) and (B) g(n) is the least value of no option.
//!
//! Checked: the shape of all automata, and that no answer depends on leading zeros; that
//! new heaps are smaller; that the relations of the certificate (sums of heaps, Opt) are
//! exactly what they should be, from the rules the user gives; (T), (A) and (B); then the
//! claim itself. Nothing is assumed.
//!
//! A relation is compared with its definition by one walk: the definition is a machine
//! that reads (n, z) and guesses the heaps and their values digit by digit; for every
//! word w, last digit first, the walk keeps the set of machine states that accept w
//! beside the set of states of the claimed automaton that accept w, and for every root
//! the two must agree. There are finitely many pairs of such sets.

mod claim;
mod machine;
mod sentence;
mod walk;

use crate::rejection::hypothesis;
use crate::rules::Rules;
use crate::{Rejection, Step};
use sentence::{Builder, Sentence, everything};
use sprague_budget::Budget;
use sprague_certificate::{Automaton, AutomatonProof, Claim};

/// p, b and t: how pairs are spelled; and the limits.
#[derive(Clone, Copy, Debug)]
struct System<'a> {
    /// What the check may cost.
    budget: &'a Budget,
    modulus: usize,
    base: usize,
    low_bits: u32,
}

impl System<'_> {
    fn letters(self) -> usize {
        2 * self.base
    }

    fn lows(self) -> usize {
        1 << self.low_bits
    }

    fn roots(self) -> usize {
        self.modulus << self.low_bits
    }

    fn root(self, j: usize, c: usize) -> usize {
        (j << self.low_bits) | c
    }
}

/// An automaton of the certificate whose shape has been checked.
#[derive(Clone, Debug)]
struct Relation {
    letters: usize,
    next: Vec<u32>,
    accepting: Vec<bool>,
    roots: Vec<u32>,
    /// States from which an accepting state can be reached.
    live: Vec<bool>,
}

impl Relation {
    /// Checked: lengths, ranges, the number of roots, and that a state accepts exactly
    /// when its successor under (0, 0) does, so that leading zeros do not matter.
    fn new(system: System, automaton: &Automaton, what: &str) -> Result<Self, Rejection> {
        let bad = |reason: &str| hypothesis(format!("{what}: {reason}"));
        let letters = system.letters();
        let states = automaton.next.len() / letters;
        if states == 0 || states * letters != automaton.next.len() || states > MAX_STATES {
            return Err(bad("the table of successors has a wrong length"));
        }
        let mut roots = Vec::with_capacity(system.roots());
        for &(state, count) in &automaton.roots {
            if count > (system.roots() - roots.len()) as u64 {
                return Err(bad("too many roots"));
            }
            roots.resize(roots.len() + count as usize, state);
        }
        if roots.len() != system.roots() {
            return Err(bad("too few roots"));
        }
        let mut accepting = vec![false; states];
        for &s in &automaton.accepting {
            *accepting.get_mut(s as usize).ok_or_else(|| bad("an unknown accepting state"))? = true;
        }
        if automaton.next.iter().chain(&roots).any(|&s| s as usize >= states) {
            return Err(bad("an unknown state"));
        }
        let next = automaton.next.clone();
        if (0..states).any(|s| accepting[s] != accepting[next[s * letters] as usize]) {
            return Err(bad("its answers depend on leading zeros"));
        }
        Ok(Self::of(letters, next, accepting, roots))
    }

    fn of(letters: usize, next: Vec<u32>, accepting: Vec<bool>, roots: Vec<u32>) -> Self {
        let live = reaching(&next, letters, &accepting);
        Self { letters, next, accepting, roots, live }
    }

    fn states(&self) -> usize {
        self.accepting.len()
    }

    fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters + letter]
    }

    fn accepts(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    fn is_live(&self, state: u32) -> bool {
        self.live[state as usize]
    }
}

const MAX_STATES: usize = 1 << 20;
const MAX_ROOTS: usize = 1 << 22;
const MAX_MODULUS: u64 = 1 << 20;
const MAX_BASE: u64 = 64;
const MAX_LOW_BITS: u32 = 12;

/// Verifies that Γ of the certificate is the graph of the nim-sequence of `rules` and
/// that the claim holds. With a pass Γ is that of the doubled game, whose heap 2n is a heap of n that has used up its pass
/// and 2n+1 one that has it, and the claim is about the heaps 2n+1.
pub(crate) fn verify(
    rules: &Rules,
    passes: bool,
    claim: &Claim,
    proof: &AutomatonProof,
    budget: &Budget,
) -> Result<(), Rejection> {
    if proof.modulus == 0
        || proof.modulus > MAX_MODULUS
        || proof.base < 2
        || proof.base > MAX_BASE
        || proof.low_bits > MAX_LOW_BITS
        || proof.modulus << proof.low_bits > MAX_ROOTS as u64
        || passes && proof.modulus % 2 == 1
    {
        return Err(hypothesis("modulus, base or low_bits out of range"));
    }
    let system = System {
        budget,
        modulus: proof.modulus as usize,
        base: proof.base as usize,
        low_bits: proof.low_bits,
    };
    let gamma = Relation::new(system, &proof.gamma, "gamma")?;
    let mut sums = Vec::new();
    for (i, sum) in proof.sums.iter().enumerate() {
        sums.push(Relation::new(system, sum, &format!("sums of {} heaps", i + 2))?);
    }
    let unequal = match &proof.unequal {
        Some(pair) => Some(Relation::new(system, pair, "unequal pairs")?),
        None => None,
    };
    let mut closures = Vec::new();
    for closure in &proof.closures {
        let what = format!("sums of {} or more heaps", closure.from);
        closures.push((closure.from, Relation::new(system, &closure.relation, &what)?));
    }
    let options = Relation::new(system, &proof.options, "options")?;

    // Γ without the empty heap, with its pass or without, and the relation of all heaps with value 0.
    let heap = from(system, &gamma, if passes { 2 } else { 1 });
    let blank = from(system, &everything(system), 1);
    // What is added to a sum: with a pass it has one odd heap at most, which comes first.
    let more = if passes { even(system, &heap) } else { heap.clone() };

    // Sums of h heaps: h - 1 heaps and one more.
    for h in 0..sums.len() {
        let smaller = if h == 0 { &heap } else { &sums[h - 1] };
        let definition = Sentence::sum(&[smaller, &more]);
        walk::equal(system, &[definition], &sums[h], &format!("sums of {} heaps", h + 2))?;
    }
    if let Some(pair) = &unequal {
        let definition = Sentence::unequal_pair(&heap);
        walk::equal(system, &[definition], pair, "unequal pairs")?;
    }
    let builder = Builder {
        system,
        gamma: &gamma,
        heap: &heap,
        more: &more,
        blank: &blank,
        sums: &sums,
        unequal: unequal.as_ref(),
        closures: &closures,
    };
    // h or more heaps: Q = P ∪ (Q and one heap). Heaps are positive, so by induction on
    // the total this equation has one solution.
    for (from, closure) in &closures {
        let base = builder.sums_of(*from)?;
        let definition = [Sentence::sum(&[base]), Sentence::sum(&[closure, &heap])];
        walk::equal(system, &definition, closure, &format!("sums of {from} or more heaps"))?;
    }

    let sentences = builder.options(rules, passes)?;
    walk::equal(system, &sentences, &options, "options")?;

    walk::total(system, &gamma)?;
    walk::no_option_has_the_value(system, &gamma, &options)?;
    walk::smaller_values_are_options(system, &gamma, &options)?;
    claim::verify(system, &gamma, passes, claim, proof.laws.as_deref())
}

/// The states from which an accepting one can be reached.
fn reaching(next: &[u32], letters: usize, accepting: &[bool]) -> Vec<bool> {
    let edges = next.iter().enumerate().map(|(at, &to)| ((at / letters) as u32, to));
    before_accepting(edges, accepting)
}

/// The states from which an accepting one can be reached by these edges.
fn before_accepting(edges: impl Iterator<Item = (u32, u32)>, accepting: &[bool]) -> Vec<bool> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); accepting.len()];
    for (from, to) in edges {
        before[to as usize].push(from);
    }
    let mut live = accepting.to_vec();
    let mut queue: Vec<usize> = (0..live.len()).filter(|&s| live[s]).collect();
    while let Some(s) = queue.pop() {
        for &b in &before[s] {
            if !live[b as usize] {
                live[b as usize] = true;
                queue.push(b as usize);
            }
        }
    }
    live
}

/// Γ for heaps of `least` or more, at most the modulus: every state twice, before and after a digit
/// that shows it.
fn from(system: System, gamma: &Relation, least: usize) -> Relation {
    let states = gamma.states();
    let letters = system.letters();
    let mut next = Vec::with_capacity(2 * states * letters);
    for seen in [false, true] {
        for s in 0..states {
            for a in 0..letters {
                let to = gamma.next[s * letters + a] as usize;
                next.push((if seen || a / 2 != 0 { states + to } else { to }) as u32);
            }
        }
    }
    let mut accepting = vec![false; states];
    accepting.extend_from_slice(&gamma.accepting);
    let roots = (0..system.roots())
        .map(|r| {
            let to = gamma.roots[r] as usize;
            (if r >> system.low_bits >= least { states + to } else { to }) as u32
        })
        .collect();
    Relation::of(letters, next, accepting, roots)
}

/// The even heaps of a relation, the modulus being even: a root of an odd residue leads to a state that rejects.
fn even(system: System, relation: &Relation) -> Relation {
    let Relation { letters, mut next, mut accepting, mut roots, .. } = relation.clone();
    let rejects = accepting.len() as u32;
    next.resize(next.len() + letters, rejects);
    accepting.push(false);
    for (root, to) in roots.iter_mut().enumerate() {
        if (root >> system.low_bits) % 2 == 1 {
            *to = rejects;
        }
    }
    Relation::of(letters, next, accepting, roots)
}

/// A rejection because the check would cost too much.
fn too_large(what: &str) -> Rejection {
    Rejection::new(Step::Limit, format!("{what}: the check needs too much work"))
}

#[cfg(test)]
mod tests;
