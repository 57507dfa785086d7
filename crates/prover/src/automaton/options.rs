//! The option relation of a game, written with a guess for its values.

use sprague_automata::{BitSet, Dfa, Error};
use sprague_budget::Budget;
use sprague_games::moves::{Condition, Heaps, Moves, Takes};
use sprague_games::rule_language::{Constraint, Expr, Relation, RuleOption};

use super::clause::{Atom, Clause, Formula, Spelling, at_most_zero, fits, project, zero};
use super::game::{Game, Part};
use super::numeration::Numeration;

/// The relations on the way from Γ to the options.
#[derive(Clone, Debug)]
pub struct Relations {
    /// `sums[h - 2]`: the total size and the nim-sum of h non-empty heaps.
    pub sums: Vec<Dfa>,
    /// The total and the nim-sum of two heaps of different sizes, where a move needs it.
    pub unequal: Option<Dfa>,
    /// For some h, the total and the nim-sum of h or more heaps.
    pub closures: Vec<(u32, Dfa)>,
    /// (n, z): some option of a heap of n has value z.
    pub options: Dfa,
}

impl Relations {
    /// The same relations in the refined numeration.
    pub(super) fn refine(&self, num: Numeration) -> Option<Self> {
        Some(Self {
            sums: self.sums.iter().map(|r| num.refine(r)).collect::<Option<_>>()?,
            unequal: match &self.unequal {
                Some(pair) => Some(num.refine(pair)?),
                None => None,
            },
            closures: self
                .closures
                .iter()
                .map(|(from, r)| Some((*from, num.refine(r)?)))
                .collect::<Option<_>>()?,
            options: num.refine(&self.options)?,
        })
    }
}

/// Why the relations could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A limit was reached.
    Automata(Error),
    /// The rules cannot be expressed in this numeration.
    Inexpressible(String),
    /// A rule leads from some heap to one that is not smaller.
    NotSmaller,
}

impl From<Error> for Obstacle {
    fn from(error: Error) -> Self {
        Self::Automata(error)
    }
}

/// All pairs (n, y) with n > 0; with `zero_valued`, only those with y = 0.
fn positive(num: Numeration, zero_valued: bool) -> Dfa {
    heaps_from(num, 1, zero_valued, |_| true)
}

/// All pairs (n, y) with n >= least, which is at most the modulus, and n of the residues that are kept; with
/// `zero_valued`, only those with y = 0.
fn heaps_from(
    num: Numeration,
    least: usize,
    zero_valued: bool,
    keep: impl Fn(usize) -> bool,
) -> Dfa {
    // States: n small so far, n >= least, rejected.
    let mut next = Vec::new();
    for state in 0..3 {
        for letter in 0..num.letters() {
            let (x, z) = (letter / 2, letter % 2);
            next.push(match state {
                _ if state == 2 || (zero_valued && z == 1) => 2,
                0 if x == 0 => 0,
                _ => 1,
            });
        }
    }
    let mut accepting = BitSet::new(3);
    accepting.insert(1);
    let roots = (0..num.roots())
        .map(|root| {
            let (j, c) = (root >> num.low_bits, root & (num.lows() - 1));
            if zero_valued && c != 0 || !keep(j) { 2 } else { u32::from(j >= least) }
        })
        .collect();
    Dfa::new(num.letters(), next, accepting, roots).unwrap_or_else(|| unreachable!("three states"))
}

/// The relations of a game, when the values of its heaps are read off `gamma`.
pub fn relations(
    num: Numeration,
    gamma: &Dfa,
    game: &Game,
    budget: &Budget,
) -> Result<Relations, Obstacle> {
    if let Some(n0) = game.pass {
        return relations_with_pass(num, gamma, game, n0, budget);
    }
    let heap = gamma.intersection(&positive(num, false), budget)?;
    let zero_heap = positive(num, true);
    let split = zero(&[(0, 1), (1, -1), (2, -1)], 0);

    let mut most = 0;
    let mut needs_pair = false;
    let mut closures_from = Vec::new();
    for part in &game.parts {
        match part {
            Part::Moves(m) => match m.heaps {
                Heaps::Exactly(heaps) => match Shape::of(m.takes, heaps, m.condition) {
                    Shape::Sum => most = most.max(heaps),
                    Shape::UnequalPair => {
                        needs_pair = true;
                        most = most.max(heaps - 2);
                    }
                    _ => {}
                },
                Heaps::AtLeast(from) => {
                    closures_from.push(from);
                    most = most.max(from);
                }
            },
            Part::Rule(_) => {}
        }
    }
    let mut sums: Vec<Dfa> = Vec::new();
    for h in 2..=most as usize {
        let smaller = if h == 2 { &heap } else { &sums[h - 3] };
        sums.push(project(num, &[Clause::all(vec![smaller, &heap], vec![split.clone()])], budget)?);
    }
    let unequal = if needs_pair {
        let order = at_most_zero(&[(1, 1), (2, -1)], 1);
        let pair = Clause::all(vec![&heap, &heap], vec![split.clone(), order]);
        Some(project(num, &[pair], budget)?)
    } else {
        None
    };
    let sum_of = |h: u32| if h == 1 { &heap } else { &sums[h as usize - 2] };
    closures_from.sort_unstable();
    closures_from.dedup();
    let mut closures = Vec::new();
    for from in closures_from {
        closures.push((from, closure(num, sum_of(from), &heap, budget)?));
    }
    let pair = || unequal.as_ref().unwrap_or_else(|| unreachable!("built when needed"));
    let closure_of = |h: u32| {
        let found = closures.iter().find(|(from, _)| *from == h);
        &found.unwrap_or_else(|| unreachable!("built when needed")).1
    };

    let mut clauses: Vec<Clause> = Vec::new();
    for part in &game.parts {
        match part {
            Part::Moves(Moves { takes, heaps: Heaps::Exactly(heaps), condition, smallest }) => {
                let h = *heaps as usize;
                let mut clause = match Shape::of(*takes, *heaps, *condition) {
                    Shape::Nothing => taking(vec![], *takes, 1)?,
                    Shape::Sum => taking(vec![sum_of(*heaps)], *takes, 1)?,
                    Shape::UnequalPair if h == 2 => taking(vec![pair()], *takes, 1)?,
                    Shape::UnequalPair => taking(vec![pair(), sum_of(*heaps - 2)], *takes, 1)?,
                    Shape::Equal => {
                        let one = if h.is_multiple_of(2) { &zero_heap } else { &heap };
                        let mut clause = taking(vec![one], *takes, h as i64)?;
                        if takes.first() < 0 {
                            clause.atoms.push(at_most_zero(&[(1, 1), (0, -1)], 1));
                        }
                        clause
                    }
                    Shape::Tuple => {
                        let mut clause = taking(vec![&heap; h], *takes, 1)?;
                        // Heaps in increasing order; the last one is the largest.
                        let gap = match condition {
                            Condition::Distinct => 1,
                            Condition::DifferAtLeast(d) => *d as i64,
                            _ => 0,
                        };
                        for v in 1..h {
                            clause.atoms.push(at_most_zero(&[(v, 1), (v + 1, -1)], gap));
                        }
                        if takes.first() < 0 {
                            clause.atoms.push(at_most_zero(&[(h, 1), (0, -1)], 1));
                        }
                        if *condition == Condition::NotAllEqual {
                            clause.atoms.push(at_most_zero(&[(1, 1), (h, -1)], 1));
                        }
                        clause
                    }
                };
                if *smallest > 1 {
                    clause.atoms.push(at_most_zero(&[(0, -1)], *smallest as i64));
                }
                clauses.push(conjunction(clause));
            }
            Part::Moves(Moves { takes, heaps: Heaps::AtLeast(from), smallest, .. }) => {
                let mut clause = taking(vec![closure_of(*from)], *takes, 1)?;
                if *smallest > 1 {
                    clause.atoms.push(at_most_zero(&[(0, -1)], *smallest as i64));
                }
                clauses.push(conjunction(clause));
            }
            Part::Rule(option) => {
                if !always_smaller(num, option, budget)? {
                    return Err(Obstacle::NotSmaller);
                }
                let heaps = vec![gamma; option.heaps.len()];
                clauses.push(rule_clause(num, option, heaps)?);
            }
        }
    }
    if clauses.iter().any(|c| !fits(c)) {
        return Err(Obstacle::Inexpressible("a coefficient is too large".into()));
    }
    let options = project(num, &clauses, budget)?;
    drop(clauses);
    Ok(Relations { sums, unequal, closures, options })
}

/// The relations of the doubled game of a game with a pass, n0 being the first heap with a move: sums have one odd
/// heap at most, which comes first. The modulus is even.
fn relations_with_pass(
    num: Numeration,
    gamma: &Dfa,
    game: &Game,
    n0: u64,
    budget: &Budget,
) -> Result<Relations, Obstacle> {
    let heap = gamma.intersection(&heaps_from(num, 2, false, |_| true), budget)?;
    let even = gamma.intersection(&heaps_from(num, 2, false, |j| j % 2 == 0), budget)?;
    let moves = || {
        game.parts.iter().filter_map(|part| match part {
            Part::Moves(m) => Some((m.takes, m.heaps.least())),
            Part::Rule(_) => None,
        })
    };
    let mut sums: Vec<Dfa> = Vec::new();
    let most = moves().map(|(_, heaps)| heaps).max().unwrap_or(0);
    // Two heaps are guessed at once.
    for h in 2..=if most > 2 { most as usize } else { 0 } {
        let smaller = if h == 2 { &heap } else { &sums[h - 3] };
        let split = zero(&[(0, 1), (1, -1), (2, -1)], 0);
        sums.push(project(num, &[Clause::all(vec![smaller, &even], vec![split])], budget)?);
    }
    let mut pass = taking(vec![&even], Takes::only(1), 1)?;
    pass.atoms.push(at_most_zero(&[(0, -1)], 2 * n0 as i64 + 1));
    let mut clauses = vec![conjunction(pass)];
    for (takes, heaps) in moves() {
        let twice = |odd| match takes.single() {
            Some(take) => Takes::only(2 * take + odd),
            None => Takes::from(2 * takes.first() + odd, 2 * takes.step()),
        };
        match heaps as usize {
            0 => {
                for odd in [0, 1] {
                    clauses.push(conjunction(taking(vec![], twice(odd), 1)?));
                }
            }
            1 => clauses.push(conjunction(taking(vec![&heap], twice(0), 1)?)),
            2 if sums.is_empty() => {
                clauses.push(conjunction(taking(vec![&heap, &even], twice(0), 1)?));
            }
            h => clauses.push(conjunction(taking(vec![&sums[h - 2]], twice(0), 1)?)),
        }
    }
    if clauses.iter().any(|c| !fits(c)) {
        return Err(Obstacle::Inexpressible("a coefficient is too large".into()));
    }
    let options = project(num, &clauses, budget)?;
    drop(clauses);
    Ok(Relations { sums, unequal: None, closures: Vec::new(), options })
}

/// The relation of `from` or more heaps: the one solution Q of Q = P ∪ (Q + heap), P
/// being that of `from` heaps. The solution is unique because heaps are positive: whether
/// (m, z) belongs to Q depends on totals below m. It is found by iteration and, once the
/// iteration stands still, is the solution.
fn closure(num: Numeration, first: &Dfa, heap: &Dfa, budget: &Budget) -> Result<Dfa, Obstacle> {
    const ROUNDS: usize = 24;
    let mut so_far = first.clone();
    for _ in 0..ROUNDS {
        let longer = Clause::all(vec![&so_far, heap], vec![zero(&[(0, 1), (1, -1), (2, -1)], 0)]);
        let next = project(num, &[longer], budget)?.union(first, budget)?;
        if next.difference(&so_far, budget)?.is_none() {
            return Ok(so_far);
        }
        so_far = next;
    }
    Err(Obstacle::Inexpressible("the sums of any number of heaps do not settle".into()))
}

/// n = u + factor · (sum of the heaps) for a u of `takes`; the formula is set later.
fn taking(heaps: Vec<&Dfa>, takes: Takes, factor: i64) -> Result<Clause<'_>, Obstacle> {
    let mut terms = vec![(0, 1)];
    let mut extra = Vec::new();
    if takes.single().is_none() {
        let step = i64::try_from(takes.step()).ok().filter(|_| takes.last().is_none());
        let step = step.ok_or_else(|| Obstacle::Inexpressible("a bounded progression".into()))?;
        extra.push(Spelling::Mixed);
        terms.push((heaps.len() + 1, -step));
    }
    terms.extend((1..=heaps.len()).map(|v| (v, -factor)));
    let atoms = vec![zero(&terms, -takes.first())];
    Ok(Clause { heaps, extra, atoms, formula: Formula::And(Vec::new()) })
}

fn conjunction(clause: Clause) -> Clause {
    let formula = Formula::And((0..clause.atoms.len()).map(Formula::Atom).collect());
    Clause { formula, ..clause }
}

/// How a move to heaps is expressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Nothing is left.
    Nothing,
    /// h heaps without a condition: from the relation of h-fold sums.
    Sum,
    /// Not all heaps are equal: two unequal ones and h - 2 more.
    UnequalPair,
    /// All heaps are equal: one heap, h-fold.
    Equal,
    /// All h heaps are guessed at once, in increasing order.
    Tuple,
}

impl Shape {
    fn of(takes: Takes, heaps: u32, condition: Condition) -> Self {
        // With total n - u each of h heaps is smaller than n as soon as the h - 1 others
        // are more than -u, which is certain when h - 1 > -u.
        let fits = takes.first() > 0 || i64::from(heaps) - 1 > -takes.first();
        let plain = |c| matches!(c, Condition::Any | Condition::DifferAtLeast(0));
        match (heaps, condition) {
            (0, _) => Self::Nothing,
            (_, condition) if heaps == 1 || (plain(condition) && fits) => Self::Sum,
            (_, Condition::NotAllEqual)
            | (2, Condition::Distinct | Condition::DifferAtLeast(1))
                if fits =>
            {
                Self::UnequalPair
            }
            (_, Condition::AllEqual) => Self::Equal,
            _ => Self::Tuple,
        }
    }
}

/// A linear form with its variables as in a [`Clause`].
#[derive(Clone, Debug, Default)]
struct Form {
    terms: Vec<(usize, i64)>,
    constant: i64,
}

impl Form {
    fn add(&mut self, other: &Self, factor: i64) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for &(v, c) in &other.terms {
            let c = c.checked_mul(factor)?;
            match self.terms.iter_mut().find(|(w, _)| *w == v) {
                Some((_, d)) => *d = d.checked_add(c)?,
                None => self.terms.push((v, c)),
            }
        }
        self.terms.retain(|(_, c)| *c != 0);
        Some(())
    }

    fn zero(&self) -> Atom {
        zero(&self.terms, self.constant)
    }

    fn at_most_zero(&self) -> Atom {
        at_most_zero(&self.terms, self.constant)
    }

    /// Whether the form can only be negative through variables being negative.
    fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|(_, c)| *c > 0)
    }
}

/// An option of the rule language as a clause: the translation.
///
/// Quotients and numbers tested for being a power of two become further integers with
/// their definitions as conditions. Every definition has exactly one solution (up to the
/// spelling of a negative number as a difference), so it may stand outside of negations.
struct Translation {
    num: Numeration,
    heaps: usize,
    extra: Vec<Spelling>,
    atoms: Vec<Atom>,
    definitions: Vec<Formula>,
}

impl Translation {
    fn variable(&mut self, spelling: Spelling) -> usize {
        self.extra.push(spelling);
        self.heaps + self.extra.len()
    }

    fn atom(&mut self, atom: Atom) -> Formula {
        self.atoms.push(atom);
        Formula::Atom(self.atoms.len() - 1)
    }

    fn define(&mut self, atom: Atom) {
        let formula = self.atom(atom);
        self.definitions.push(formula);
    }

    fn form(&mut self, expr: &Expr) -> Option<Form> {
        let mut form = Form::default();
        match expr {
            Expr::Constant(c) => form.constant = *c,
            Expr::Heap => form.terms.push((0, 1)),
            Expr::Variable(i) => form.terms.push((1 + self.heaps + i, 1)),
            Expr::Sum(a, b) => {
                form = self.form(a)?;
                let b = self.form(b)?;
                form.add(&b, 1)?;
            }
            Expr::Difference(a, b) => {
                form = self.form(a)?;
                let b = self.form(b)?;
                form.add(&b, -1)?;
            }
            Expr::Multiple(c, a) => {
                let a = self.form(a)?;
                form.add(&a, *c)?;
            }
            Expr::Quotient(a, d) => form = self.quotient(a, *d)?.1,
            Expr::Remainder(a, d) => {
                let (dividend, quotient) = self.quotient(a, *d)?;
                form = dividend;
                form.add(&quotient, d.checked_neg()?)?;
            }
        }
        Some(form)
    }

    /// The forms of a and of a div d.
    fn quotient(&mut self, a: &Expr, d: i64) -> Option<(Form, Form)> {
        let dividend = self.form(a)?;
        let mut quotient = Form { terms: vec![(self.variable(Spelling::Mixed), 1)], constant: 0 };
        if !dividend.is_natural() {
            quotient.terms.push((self.variable(Spelling::Mixed), -1));
        }
        // d·q <= a and a <= d·q + d - 1.
        let mut low = Form::default();
        low.add(&quotient, d)?;
        low.add(&dividend, -1)?;
        let mut high = Form { terms: Vec::new(), constant: 1_i64.checked_sub(d)? };
        high.add(&dividend, 1)?;
        high.add(&quotient, d.checked_neg()?)?;
        self.define(low.at_most_zero());
        self.define(high.at_most_zero());
        Some((dividend, quotient))
    }

    fn formula(&mut self, constraint: &Constraint) -> Option<Formula> {
        Some(match constraint {
            Constraint::Comparison(a, relation, b) => {
                let mut form = self.form(a)?;
                let b = self.form(b)?;
                form.add(&b, -1)?;
                let mut negated = Form::default();
                negated.add(&form, -1)?;
                match relation {
                    Relation::Equal => self.atom(form.zero()),
                    Relation::NotEqual => Formula::Not(Box::new(self.atom(form.zero()))),
                    Relation::LessOrEqual => self.atom(form.at_most_zero()),
                    Relation::GreaterOrEqual => self.atom(negated.at_most_zero()),
                    Relation::Less => {
                        form.constant = form.constant.checked_add(1)?;
                        self.atom(form.at_most_zero())
                    }
                    Relation::Greater => {
                        negated.constant = negated.constant.checked_add(1)?;
                        self.atom(negated.at_most_zero())
                    }
                }
            }
            Constraint::PowerOfTwo(a) => {
                if self.num.base != 2 {
                    return None;
                }
                let mut form = self.form(a)?;
                let power = self.variable(Spelling::Plain);
                if !form.is_natural() {
                    // a = power - rest, one of them 0.
                    let rest = self.variable(Spelling::Plain);
                    form.terms.push((rest, 1));
                    let either = vec![
                        self.atom(at_most_zero(&[(power, 1)], 0)),
                        self.atom(at_most_zero(&[(rest, 1)], 0)),
                    ];
                    self.definitions.push(Formula::Or(either));
                }
                form.terms.push((power, -1));
                self.define(form.zero());
                self.atom(Atom::PowerOfTwo(power))
            }
            Constraint::Not(f) => Formula::Not(Box::new(self.formula(f)?)),
            Constraint::And(all) => {
                Formula::And(all.iter().map(|f| self.formula(f)).collect::<Option<_>>()?)
            }
            Constraint::Or(any) => {
                Formula::Or(any.iter().map(|f| self.formula(f)).collect::<Option<_>>()?)
            }
        })
    }
}

fn rule_clause<'a>(
    num: Numeration,
    option: &RuleOption,
    heaps: Vec<&'a Dfa>,
) -> Result<Clause<'a>, Obstacle> {
    let mut translation = Translation {
        num,
        heaps: heaps.len(),
        extra: vec![Spelling::Mixed; option.variables.len()],
        atoms: Vec::new(),
        definitions: Vec::new(),
    };
    let built = (|| {
        let t = &mut translation;
        for (i, heap) in option.heaps.iter().enumerate() {
            let mut form = t.form(heap)?;
            form.add(&Form { terms: vec![(i + 1, 1)], constant: 0 }, -1)?;
            t.define(form.zero());
        }
        t.define(at_most_zero(&[(0, -1)], 1));
        for i in 0..option.variables.len() {
            t.define(at_most_zero(&[(1 + t.heaps + i, -1)], 1));
        }
        for formula in option.condition.iter().chain(&option.guard) {
            let formula = t.formula(formula)?;
            t.definitions.push(formula);
        }
        Some(())
    })();
    if built.is_none() {
        return Err(Obstacle::Inexpressible("the rule needs base 2 or smaller constants".into()));
    }
    let Translation { extra, atoms, definitions, .. } = translation;
    let clause = Clause { heaps, extra, atoms, formula: Formula::And(definitions) };
    if fits(&clause) {
        Ok(clause)
    } else {
        Err(Obstacle::Inexpressible("a coefficient is too large".into()))
    }
}

/// Whether every new heap of an option is smaller than n, for all n: no solution of its
/// conditions has a heap of n or more.
fn always_smaller(num: Numeration, option: &RuleOption, budget: &Budget) -> Result<bool, Obstacle> {
    let any = positive(num, true).union(&zero_only(num), budget)?;
    for i in 0..option.heaps.len() {
        let mut clause = rule_clause(num, option, vec![&any; option.heaps.len()])?;
        clause.atoms.push(at_most_zero(&[(0, 1), (i + 1, -1)], 0));
        let last = Formula::Atom(clause.atoms.len() - 1);
        clause.formula = Formula::And(vec![clause.formula, last]);
        let large = project(num, &[clause], budget)?;
        if large.shortest_accepted(budget)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The pair (0, 0) alone.
fn zero_only(num: Numeration) -> Dfa {
    let next = (0..2 * num.letters()).map(|i| u32::from(i != 0)).collect();
    let mut accepting = BitSet::new(2);
    accepting.insert(0);
    let roots = (0..num.roots()).map(|r| u32::from(r != 0)).collect();
    Dfa::new(num.letters(), next, accepting, roots).unwrap_or_else(|| unreachable!("two states"))
}
