//! Relations between a heap size and a value, defined by quantified linear arithmetic.
//!
//! A [`Clause`] says: there are heaps v_1, ..., v_r with values w_1, ..., w_r in given
//! relations R_i, and perhaps further integers, such that linear conditions on n and
//! these integers hold; then (n, w_1 xor ... xor w_r) belongs to the relation. The
//! options of a game, and the sums of h heaps on the way to them, are unions of clauses.
//! [`project`] turns such a union into the minimal automaton.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use sprague_automata::{Dfa, Error, Nfa, NfaBuilder, allow};
use sprague_budget::Budget;

use super::numeration::Numeration;

/// What a linear form is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// The form is 0.
    Zero,
    /// The form is at most 0.
    AtMostZero,
}

/// A condition on the variables of a clause. Variable 0 is n, variables 1 to r are the
/// heaps, those after them the further integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// constant + sum of coefficient · variable, compared with 0.
    Linear {
        /// Variables with their coefficients.
        terms: Vec<(usize, i64)>,
        /// The constant.
        constant: i64,
        /// Equality or inequality.
        comparison: Comparison,
    },
    /// The variable, which must be [`Spelling::Plain`], is a power of two. Base 2 only.
    PowerOfTwo(usize),
}

/// A Boolean combination of atoms, which are named by their index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// The atom of that index holds.
    Atom(usize),
    /// The negation.
    Not(Box<Formula>),
    /// All of them hold; with none, true.
    And(Vec<Formula>),
    /// One of them holds; with none, false.
    Or(Vec<Formula>),
}

impl Formula {
    fn eval(&self, truth: &impl Fn(usize) -> bool) -> bool {
        match self {
            Self::Atom(i) => truth(*i),
            Self::Not(f) => !f.eval(truth),
            Self::And(all) => all.iter().all(|f| f.eval(truth)),
            Self::Or(any) => any.iter().any(|f| f.eval(truth)),
        }
    }

    /// Marks the atoms that must hold whenever the formula does.
    fn required(&self, marks: &mut [bool]) {
        match self {
            Self::Atom(i) => marks[*i] = true,
            Self::And(all) => all.iter().for_each(|f| f.required(marks)),
            Self::Not(_) | Self::Or(_) => {}
        }
    }
}

/// How a quantified integer is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// In the mixed radix, like a heap size.
    Mixed,
    /// In base b from the first digit on; its first digit is read together with the
    /// second digit of the others.
    Plain,
}

/// Options of one kind; see the module.
#[derive(Clone, Debug)]
pub struct Clause<'a> {
    /// R_1, ..., R_r.
    pub heaps: Vec<&'a Dfa>,
    /// The further integers (natural numbers), quantified existentially.
    pub extra: Vec<Spelling>,
    /// The conditions.
    pub atoms: Vec<Atom>,
    /// How they are combined.
    pub formula: Formula,
}

impl<'a> Clause<'a> {
    /// A clause whose conditions must all hold.
    pub fn all(heaps: Vec<&'a Dfa>, atoms: Vec<Atom>) -> Self {
        let formula = Formula::And((0..atoms.len()).map(Formula::Atom).collect());
        Self { heaps, extra: Vec::new(), atoms, formula }
    }
}

/// `constant + sum = 0`.
pub fn zero(terms: &[(usize, i64)], constant: i64) -> Atom {
    Atom::Linear { terms: terms.to_vec(), constant, comparison: Comparison::Zero }
}

/// `constant + sum <= 0`.
pub fn at_most_zero(terms: &[(usize, i64)], constant: i64) -> Atom {
    Atom::Linear { terms: terms.to_vec(), constant, comparison: Comparison::AtMostZero }
}

/// The state of an atom that has become false for good.
const FALSE: i64 = i64::MIN;

/// Coefficients and constants beyond this are refused, so that carries cannot overflow.
const LARGEST: u64 = 1 << 40;

/// Whether the numbers in the atoms are small enough for exact carries in 64 bits.
pub fn fits(clause: &Clause) -> bool {
    clause.atoms.iter().all(|atom| match atom {
        Atom::Linear { terms, constant, .. } => {
            let sum = terms.iter().map(|t| t.1.unsigned_abs()).fold(0, u64::saturating_add);
            constant.unsigned_abs() <= LARGEST && sum <= 1 << 20
        }
        Atom::PowerOfTwo(_) => true,
    })
}

/// How a hidden digit is found while the digits of a clause are enumerated.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// All digits are tried.
    Free(usize),
    /// The digit follows from the equation `atom`, where the variable has coefficient ±1.
    Solved { variable: usize, atom: usize },
}

struct Prepared<'a> {
    clause: &'a Clause<'a>,
    live: Vec<sprague_automata::BitSet>,
    required: Vec<bool>,
    /// Equations with a plain variable are kept undivided: see [`Prepared::linear`].
    undivided: Vec<bool>,
    order: Vec<Choice>,
    /// Clauses of equal shape share their states.
    shape: i64,
}

impl<'a> Prepared<'a> {
    fn new(clause: &'a Clause<'a>, shape: i64) -> Self {
        assert!(fits(clause), "coefficients out of range");
        let variables = 1 + clause.heaps.len() + clause.extra.len();
        let mut required = vec![false; clause.atoms.len()];
        clause.formula.required(&mut required);
        let plain = |v: usize| {
            v > clause.heaps.len() && clause.extra[v - 1 - clause.heaps.len()] == Spelling::Plain
        };
        let undivided: Vec<bool> = clause
            .atoms
            .iter()
            .map(|atom| match atom {
                Atom::Linear { terms, .. } => terms.iter().any(|&(v, _)| plain(v)),
                Atom::PowerOfTwo(_) => false,
            })
            .collect();
        let mut decided = vec![false; variables];
        decided[0] = true;
        let mut order = Vec::new();
        for (i, atom) in clause.atoms.iter().enumerate() {
            let Atom::Linear { terms, comparison: Comparison::Zero, .. } = atom else { continue };
            if !required[i] || undivided[i] {
                continue;
            }
            let Some(&(solved, _)) = terms.iter().rev().find(|(v, c)| !decided[*v] && c.abs() == 1)
            else {
                continue;
            };
            for &(v, _) in terms {
                if v != solved && !decided[v] {
                    decided[v] = true;
                    order.push(Choice::Free(v));
                }
            }
            decided[solved] = true;
            order.push(Choice::Solved { variable: solved, atom: i });
        }
        order.extend((0..variables).filter(|&v| !decided[v]).map(Choice::Free));
        let live = clause.heaps.iter().map(|r| r.live()).collect();
        Self { clause, live, required, undivided, order, shape }
    }

    fn is_plain(&self, variable: usize) -> bool {
        let heaps = self.clause.heaps.len();
        variable > heaps && self.clause.extra[variable - 1 - heaps] == Spelling::Plain
    }

    /// Calls `found` with every choice of hidden digits for the visible digit `x` that no
    /// equation excludes at once. `carry` are the atom states before the digit (`None`
    /// for the first digit, which is in base p).
    fn digits(
        &self,
        num: Numeration,
        x: usize,
        carry: Option<&[i64]>,
        digits: &mut Vec<usize>,
        depth: usize,
        found: &mut dyn FnMut(&[usize]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        digits[0] = x;
        let radix = if carry.is_some() { num.base } else { num.modulus };
        match self.order.get(depth) {
            None => found(digits),
            Some(&Choice::Free(v)) => {
                let many = if carry.is_none() && self.is_plain(v) { 1 } else { radix };
                for d in 0..many {
                    digits[v] = d;
                    self.digits(num, x, carry, digits, depth + 1, found)?;
                }
                Ok(())
            }
            Some(&Choice::Solved { variable, atom }) => {
                let Atom::Linear { terms, constant, .. } = &self.clause.atoms[atom] else {
                    unreachable!("only equations are solved")
                };
                let mut sum = carry.map_or(*constant, |c| c[atom]);
                let mut sign = 1;
                for &(v, c) in terms {
                    if v == variable {
                        sign = c;
                    } else {
                        sum += c * digits[v] as i64;
                    }
                }
                // sum + sign·d ≡ 0 modulo the radix.
                digits[variable] = (-sum * sign).rem_euclid(radix as i64) as usize;
                self.digits(num, x, carry, digits, depth + 1, found)
            }
        }
    }

    /// The atom states after one more digit of every variable; false when a required
    /// atom has failed.
    ///
    /// For a form F = s + r·F' with s known and F' still to be read, r the radix:
    /// F = 0 exactly when r divides s and s/r + F' = 0, and F <= 0 exactly when
    /// ceil(s/r) + F' <= 0. So s/r, or its ceiling, is the carry. A form with a plain
    /// variable is not divided after the first digit (the plain variable has none
    /// there); its mixed variables then count p-fold.
    fn advance(
        &self,
        num: Numeration,
        before: Option<&[i64]>,
        digits: &[usize],
        after: &mut [i64],
    ) -> bool {
        for (i, atom) in self.clause.atoms.iter().enumerate() {
            let state = match atom {
                Atom::Linear { terms, constant, comparison } => {
                    let weight = |v: usize| {
                        if before.is_some() && self.undivided[i] && !self.is_plain(v) {
                            num.modulus as i64
                        } else {
                            1
                        }
                    };
                    let start = before.map_or(*constant, |b| b[i]);
                    if start == FALSE {
                        FALSE
                    } else {
                        let sum: i64 = start
                            + terms
                                .iter()
                                .map(|&(v, c)| c * weight(v) * digits[v] as i64)
                                .sum::<i64>();
                        let radix = match before {
                            Some(_) => num.base as i64,
                            None if self.undivided[i] => 1,
                            None => num.modulus as i64,
                        };
                        match comparison {
                            Comparison::Zero if sum % radix == 0 => sum / radix,
                            Comparison::Zero => FALSE,
                            Comparison::AtMostZero => -(-sum).div_euclid(radix),
                        }
                    }
                }
                Atom::PowerOfTwo(v) => match (before.map_or(0, |b| b[i]), digits[*v]) {
                    (0, d) => d as i64,
                    (1, 0) => 1,
                    _ => FALSE,
                },
            };
            if state == FALSE && self.required[i] {
                return false;
            }
            after[i] = state;
        }
        true
    }

    /// Whether the formula holds when nothing but zeros follows.
    fn holds(&self, atoms: &[i64]) -> bool {
        self.clause.formula.eval(&|i| match &self.clause.atoms[i] {
            Atom::Linear { comparison: Comparison::Zero, .. } => atoms[i] == 0,
            Atom::Linear { .. } => atoms[i] <= 0 && atoms[i] != FALSE,
            Atom::PowerOfTwo(_) => atoms[i] == 1,
        })
    }
}

/// A nondeterministic automaton may have this many times the states of a deterministic one.
const NFA_FACTOR: usize = 8;
/// Guessing the digits of all variables once costs about as much as following this many
/// edges.
const GUESS_COST: u64 = 64;

/// The relation defined by the union of `clauses`, as a nondeterministic automaton that
/// reads (n, z) and guesses everything else.
pub fn projection(num: Numeration, clauses: &[Clause], budget: &Budget) -> Result<Nfa, Error> {
    // Clauses that differ only in the constants of their atoms have the same states
    // after the first digit.
    let mut shapes: Vec<&Clause> = Vec::new();
    let prepared: Vec<Prepared> = clauses
        .iter()
        .map(|clause| {
            let shape =
                shapes.iter().position(|other| same_shape(other, clause)).unwrap_or_else(|| {
                    shapes.push(clause);
                    shapes.len() - 1
                });
            Prepared::new(clause, shape as i64)
        })
        .collect();
    let mut by_shape: Vec<Option<&Prepared>> = vec![None; shapes.len()];
    for p in &prepared {
        by_shape[p.shape as usize].get_or_insert(p);
    }

    let mut index: HashMap<Box<[i64]>, u32, BuildHasherDefault<Mix>> = HashMap::default();
    let mut states: Vec<Box<[i64]>> = Vec::new();
    let mut intern = |key: &[i64], states: &mut Vec<Box<[i64]>>| -> u32 {
        if let Some(&i) = index.get(key) {
            return i;
        }
        let i = states.len() as u32;
        states.push(key.into());
        index.insert(key.into(), i);
        i
    };
    let mut builder = NfaBuilder::new(num.letters(), num.roots());
    let mut key: Vec<i64> = Vec::new();
    let mut guesses = 0_u64;
    // The digits of many variables are many even for one state: asked on the way.
    let mut guess = |states: usize, bytes: usize| -> Result<(), Error> {
        guesses += 1;
        if !guesses.is_multiple_of(1 << 10) {
            return Ok(());
        }
        allow(budget, states / NFA_FACTOR, bytes)?;
        Ok(budget.allow_steps(guesses * GUESS_COST)?)
    };

    for p in &prepared {
        let (heaps, atoms) = (p.clause.heaps.len(), p.clause.atoms.len());
        // Of each relation the live roots, by residue.
        let alive: Vec<Vec<Vec<(usize, u32)>>> = p
            .clause
            .heaps
            .iter()
            .zip(&p.live)
            .map(|(relation, live)| {
                (0..num.modulus)
                    .map(|j| {
                        (0..num.lows())
                            .map(|c| (c, relation.roots()[num.root(j, c)]))
                            .filter(|&(_, s)| live.contains(s as usize))
                            .collect()
                    })
                    .collect()
            })
            .collect();
        let mut digits = vec![0; 1 + heaps + p.clause.extra.len()];
        let mut after = vec![0_i64; atoms];
        for j in 0..num.modulus {
            allow(budget, states.len() / NFA_FACTOR, states.len() * 64)?;
            p.digits(num, j, None, &mut digits, 0, &mut |digits| {
                guess(states.len(), states.len() * 64)?;
                if !p.advance(num, None, digits, &mut after) {
                    return Ok(());
                }
                let lists: Vec<&[(usize, u32)]> =
                    (0..heaps).map(|h| alive[h][digits[h + 1]].as_slice()).collect();
                each_choice(&lists, &mut |chosen| {
                    key.clear();
                    key.push(p.shape);
                    key.extend(chosen.iter().map(|&(_, s)| i64::from(s)));
                    key.extend_from_slice(&after);
                    let c = chosen.iter().fold(0, |sum, &(c, _)| sum ^ c);
                    builder.root(num.root(j, c), intern(&key, &mut states));
                });
                Ok(())
            })?;
        }
    }

    let mut at = 0;
    while at < states.len() {
        let here = states[at].clone();
        let p = by_shape[here[0] as usize].unwrap_or_else(|| unreachable!("shapes have clauses"));
        let (heaps, atoms) = (p.clause.heaps.len(), p.clause.atoms.len());
        let bytes = states.len() * (48 + 16 * here.len()) + builder.edges() * 8;
        allow(budget, states.len() / NFA_FACTOR, bytes)?;
        let before = &here[1 + heaps..];
        let accepting =
            p.holds(before) && (0..heaps).all(|h| p.clause.heaps[h].accepting(here[1 + h] as u32));
        builder.state(accepting);
        let mut digits = vec![0; 1 + heaps + p.clause.extra.len()];
        let mut after = vec![0_i64; atoms];
        let mut steps: Vec<Vec<(usize, u32)>> = vec![Vec::new(); heaps];
        for x in 0..num.base {
            p.digits(num, x, Some(before), &mut digits, 0, &mut |digits| {
                guess(states.len(), bytes)?;
                if !p.advance(num, Some(before), digits, &mut after) {
                    return Ok(());
                }
                for h in 0..heaps {
                    steps[h].clear();
                    for w in 0..2 {
                        let to = p.clause.heaps[h]
                            .next(here[1 + h] as u32, num.letter(digits[h + 1], w));
                        if p.live[h].contains(to as usize) {
                            steps[h].push((w, to));
                        }
                    }
                }
                let lists: Vec<&[(usize, u32)]> = steps.iter().map(Vec::as_slice).collect();
                each_choice(&lists, &mut |chosen| {
                    key.clear();
                    key.push(p.shape);
                    key.extend(chosen.iter().map(|&(_, s)| i64::from(s)));
                    key.extend_from_slice(&after);
                    let z = chosen.iter().fold(0, |sum, &(w, _)| sum ^ w);
                    builder.edge(num.letter(x, z), intern(&key, &mut states));
                });
                Ok(())
            })?;
        }
        at += 1;
    }
    let mut nfa = builder.finish();
    nfa.close_finals(num.letter(0, 0));
    Ok(nfa)
}

/// The relation defined by the union of `clauses`, as its minimal automaton.
pub fn project(num: Numeration, clauses: &[Clause], budget: &Budget) -> Result<Dfa, Error> {
    projection(num, clauses, budget)?.determinise(budget)
}

/// A fast hash for lists of small numbers: states are looked up millions of times, and no
/// adversary chooses them.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let word = u64::from_ne_bytes(word);
            self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
}

/// A low part or bit of a value, and the state it leads to.
type Guess = (usize, u32);

/// Calls `found` with every way to take one member of each list.
fn each_choice(lists: &[&[Guess]], found: &mut dyn FnMut(&[Guess])) {
    fn go(lists: &[&[Guess]], chosen: &mut Vec<Guess>, found: &mut dyn FnMut(&[Guess])) {
        match lists.get(chosen.len()) {
            None => found(chosen),
            Some(list) => {
                for &member in *list {
                    chosen.push(member);
                    go(lists, chosen, found);
                    chosen.pop();
                }
            }
        }
    }
    go(lists, &mut Vec::with_capacity(lists.len()), found);
}

fn same_shape(a: &Clause, b: &Clause) -> bool {
    a.heaps.len() == b.heaps.len()
        && a.heaps.iter().zip(&b.heaps).all(|(x, y)| std::ptr::eq(*x, *y))
        && a.extra == b.extra
        && a.formula == b.formula
        && a.atoms.len() == b.atoms.len()
        && a.atoms.iter().zip(&b.atoms).all(|(x, y)| match (x, y) {
            (
                Atom::Linear { terms: t, comparison: c, .. },
                Atom::Linear { terms: u, comparison: d, .. },
            ) => t == u && c == d,
            (x, y) => x == y,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_budget::Spent;
    use std::time::{Duration, Instant};

    fn sum_of(count: usize, heap: &Dfa) -> Clause<'_> {
        let mut terms = vec![(0, 1)];
        terms.extend((1..=count).map(|v| (v, -1)));
        Clause::all(vec![heap; count], vec![zero(&terms, 0)])
    }

    /// The digits of nine heaps in base 64, or modulo 1000: more than anyone can guess, for one
    /// state. The search ends when the work is used up or the caller asks for it.
    #[test]
    fn many_variables_end() {
        for num in [
            Numeration { modulus: 1, base: 64, low_bits: 0 },
            Numeration { modulus: 1000, base: 2, low_bits: 0 },
        ] {
            let all = Dfa::constant(num.letters(), num.roots(), true);
            let clause = sum_of(9, &all);
            let clause = std::slice::from_ref(&clause);
            let few = Budget::unlimited().steps(10_000_000);
            let error = projection(num, clause, &few).unwrap_err();
            assert_eq!(error, Error::Spent(Spent::Steps { limit: 10_000_000 }));
            let begun = Instant::now();
            let late = Budget::unlimited().deadline(begun + Duration::from_millis(20));
            let error = projection(num, clause, &late).unwrap_err();
            assert_eq!(error, Error::Spent(Spent::Time));
            let budget = Budget::unlimited();
            let error = std::thread::scope(|scope| {
                let work = scope.spawn(|| projection(num, clause, &budget).unwrap_err());
                std::thread::sleep(Duration::from_millis(20));
                budget.stop();
                work.join().unwrap()
            });
            assert_eq!(error, Error::Spent(Spent::Stopped));
            assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        }
    }

    /// Numbers that overflow when added up are too large, not small.
    #[test]
    fn large_numbers_do_not_fit() {
        let heap = Dfa::constant(4, 1, true);
        let mut clause = sum_of(2, &heap);
        assert!(fits(&clause));
        for atom in [
            zero(&[(0, i64::MIN), (1, i64::MIN)], 0),
            at_most_zero(&[(0, i64::MAX), (1, i64::MAX), (2, 2)], 0),
            zero(&[(0, 1)], i64::MIN),
            zero(&[(0, 1)], (1 << 40) + 1),
        ] {
            clause.atoms[0] = atom;
            assert!(!fits(&clause));
        }
    }
}
