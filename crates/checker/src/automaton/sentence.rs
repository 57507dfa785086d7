//! The options of a game as sentences: there are heaps with values in given relations,
//! and further whole numbers, with linear conditions.

use super::machine::{Constraint, Kind, Truth};
use super::{Relation, System, walk};
use crate::Rejection;
use crate::rejection::hypothesis;
use crate::rules::{Comparison, Condition, Expr, Formula, Heaps, Move, RuleOption, Rules, Takes};

/// Variable 0 is n, then come the heaps, then `whole` numbers spelled like heap sizes,
/// then `plain` numbers spelled in base b from the first digit on. The value is the
/// nim-sum of the values of the heaps.
#[derive(Clone)]
pub(super) struct Sentence<'a> {
    pub(super) heaps: Vec<&'a Relation>,
    pub(super) whole: usize,
    pub(super) plain: usize,
    pub(super) constraints: Vec<Constraint>,
    pub(super) truth: Truth,
}

/// A linear form: constant and coefficients by variable.
#[derive(Clone, Default)]
struct Form {
    constant: i64,
    terms: Vec<(Variable, i64)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Variable {
    Heap,
    New(usize),
    Whole(usize),
    Plain(usize),
}

impl<'a> Sentence<'a> {
    /// n is the sum of these heaps.
    pub(super) fn sum(heaps: &[&'a Relation]) -> Self {
        Self::taking(heaps.to_vec(), Takes::once(0), 1)
    }

    /// n is the sum of two heaps, the second one larger.
    pub(super) fn unequal_pair(heap: &'a Relation) -> Self {
        let mut sentence = Self::sum(&[heap, heap]);
        sentence.require(Constraint::not_negative(-1, vec![(2, 1), (1, -1)]));
        sentence
    }

    /// n = u + factor·(sum of the heaps), u one of endless takes, or the first of others.
    fn taking(heaps: Vec<&'a Relation>, takes: Takes, factor: i64) -> Self {
        let mut terms = vec![(0, -1)];
        terms.extend((1..=heaps.len()).map(|v| (v, factor)));
        let endless = takes.last.is_none();
        if endless {
            terms.push((heaps.len() + 1, takes.step));
        }
        let whole = usize::from(endless);
        let mut sentence =
            Self { heaps, whole, plain: 0, constraints: Vec::new(), truth: Truth::All(Vec::new()) };
        sentence.require(Constraint::zero(takes.first, terms));
        sentence
    }

    fn require(&mut self, constraint: Constraint) {
        self.constraints.push(constraint);
        let last = Truth::Constraint(self.constraints.len() - 1);
        if let Truth::All(all) = &mut self.truth {
            all.push(last);
        }
    }
}

/// What the sentences of a game are made of.
pub(super) struct Builder<'a> {
    pub(super) system: System<'a>,
    pub(super) gamma: &'a Relation,
    pub(super) heap: &'a Relation,
    pub(super) more: &'a Relation,
    pub(super) blank: &'a Relation,
    pub(super) sums: &'a [Relation],
    pub(super) unequal: Option<&'a Relation>,
    pub(super) closures: &'a [(u32, Relation)],
}

const MAX_NUMBER: u64 = 1 << 40;
/// The most numbers of a gap that are gone through one by one.
const MAX_TAKES: i64 = 1 << 13;

fn too_large_a_number() -> Rejection {
    hypothesis("a number of the rules is too large")
}

/// Endless takes as they are, others one by one.
fn each(takes: Takes) -> Result<Vec<Takes>, Rejection> {
    match takes.last {
        None => Ok(vec![takes]),
        Some(last) if last - takes.first > MAX_TAKES => Err(too_large_a_number()),
        Some(last) => Ok(takes.up_to(last.unsigned_abs()).map(Takes::once).collect()),
    }
}

impl<'a> Builder<'a> {
    /// The options of the rules, one sentence for each kind; with a pass those of the doubled game.
    pub(super) fn options(
        &self,
        rules: &Rules,
        passes: bool,
    ) -> Result<Vec<Sentence<'a>>, Rejection> {
        let mut sentences = if passes { self.with_pass(rules)? } else { Vec::new() };
        for option in rules.rule().iter().filter(|_| !passes) {
            self.new_heaps_are_smaller(option)?;
            let heaps = vec![self.gamma; option.heaps.len()];
            sentences.push(self.rule(option, heaps)?);
        }
        if rules.rule().is_empty() && !passes {
            for m in rules.moves().unwrap_or_default() {
                self.sentences(m, &mut sentences)?;
            }
        }
        let small = |s: &Sentence| s.constraints.iter().all(|c| c.is_below(MAX_NUMBER));
        if !sentences.iter().all(small) {
            return Err(too_large_a_number());
        }
        Ok(sentences)
    }

    /// The options of the doubled game. To take u from 2n or 2n+1 is to take 2u; what is left is odd where one of the
    /// heaps keeps the pass, and a pass is gone where no heap is left. A heap 2n+1 may lose 1 from n = n0 on. Where the
    /// certificate has no sums, all heaps are guessed at once.
    fn with_pass(&self, rules: &Rules) -> Result<Vec<Sentence<'a>>, Rejection> {
        let (moves, n0) = rules.moves_with_pass()?;
        let mut pass = Sentence::taking(vec![self.more], Takes::once(1), 1);
        pass.require(Constraint::not_negative(-(2 * n0 as i64 + 1), vec![(0, 1)]));
        let mut sentences = vec![pass];
        for m in moves {
            let Heaps::Exactly(heaps) = m.heaps else { continue };
            for Takes { first, step, last } in each(m.takes)? {
                let twice = |odd| Takes { first: 2 * first + odd, step: 2 * step, last };
                let mut left = [vec![self.heap], vec![self.more; 7]].concat();
                left.truncate(heaps as usize);
                let left = self.sums_of(heaps).map_or(left, |sum| vec![sum]);
                sentences.push(Sentence::taking(left, twice(0), 1));
                if heaps == 0 {
                    sentences.push(Sentence::taking(Vec::new(), twice(1), 1));
                }
            }
        }
        Ok(sentences)
    }

    /// A move, for each of its numbers of heaps and takes.
    fn sentences(&self, m: &Move, sentences: &mut Vec<Sentence<'a>>) -> Result<(), Rejection> {
        for takes in each(m.takes)? {
            match m.heaps {
                Heaps::Exactly(heaps) => sentences.push(self.heaps(takes, heaps, m.condition)?),
                Heaps::AtLeast(from) => {
                    // Up to two heaps, "or more" is a list of numbers.
                    for heaps in from..from.max(3) {
                        let condition = m.condition.for_heaps(heaps);
                        sentences.push(self.heaps(takes, heaps, condition)?);
                    }
                    sentences.push(self.or_more(takes, from.max(3), m.condition)?);
                }
            }
        }
        Ok(())
    }

    pub(super) fn sums_of(&self, heaps: u32) -> Result<&'a Relation, Rejection> {
        match heaps {
            1 => Ok(self.heap),
            h => (h as usize)
                .checked_sub(2)
                .and_then(|i| self.sums.get(i))
                .ok_or_else(|| hypothesis(format!("the sums of {h} heaps are missing"))),
        }
    }

    fn pair(&self) -> Result<&'a Relation, Rejection> {
        self.unequal.ok_or_else(|| hypothesis("the unequal pairs are missing"))
    }

    /// Exactly `heaps` heaps under `condition`, each smaller than n.
    fn heaps(
        &self,
        takes: Takes,
        heaps: u32,
        condition: Condition,
    ) -> Result<Sentence<'a>, Rejection> {
        if takes.first.unsigned_abs() > MAX_NUMBER || heaps > 63 {
            return Err(too_large_a_number());
        }
        let h = heaps as usize;
        // The largest heap is n - u minus the others, of which there are h - 1, each at
        // least 1. So it is below n without further ado when u + h - 1 > 0.
        let below = takes.first + (i64::from(heaps) - 1) > 0;
        let sentence = match (heaps, condition) {
            (0, _) => Sentence::taking(Vec::new(), takes, 1),
            (1, _) if takes.first > 0 => Sentence::taking(vec![self.heap], takes, 1),
            (1, _) => return Err(hypothesis("a move that takes nothing and leaves one heap")),
            (_, Condition::Any) if below => Sentence::taking(vec![self.sums_of(heaps)?], takes, 1),
            (2, Condition::Distinct | Condition::NotAllEqual) if below => {
                Sentence::taking(vec![self.pair()?], takes, 1)
            }
            // Not all equal: two of them differ, whichever.
            (_, Condition::NotAllEqual) if below => {
                Sentence::taking(vec![self.pair()?, self.sums_of(heaps - 2)?], takes, 1)
            }
            // An even number of equal heaps cancels, an odd number leaves one.
            (_, Condition::AllEqual) => {
                let one = if heaps.is_multiple_of(2) { self.blank } else { self.heap };
                let mut sentence = Sentence::taking(vec![one], takes, i64::from(heaps));
                sentence.require(Constraint::not_negative(-1, vec![(0, 1), (1, -1)]));
                sentence
            }
            // All heaps at once, in increasing order.
            _ => {
                let mut sentence = Sentence::taking(vec![self.heap; h], takes, 1);
                let gap = match condition {
                    Condition::Any | Condition::NotAllEqual => 0,
                    Condition::Distinct => 1,
                    Condition::DifferAtLeast(d) if h == 2 => {
                        i64::try_from(d).map_err(|_| too_large_a_number())?
                    }
                    _ => return Err(hypothesis("these rules are not covered")),
                };
                for v in 1..h {
                    sentence.require(Constraint::not_negative(-gap, vec![(v + 1, 1), (v, -1)]));
                }
                if condition == Condition::NotAllEqual {
                    sentence.require(Constraint::not_negative(-1, vec![(h, 1), (1, -1)]));
                }
                sentence.require(Constraint::not_negative(-1, vec![(0, 1), (h, -1)]));
                sentence
            }
        };
        Ok(sentence)
    }

    /// `from` heaps or more, at least three.
    fn or_more(
        &self,
        takes: Takes,
        from: u32,
        condition: Condition,
    ) -> Result<Sentence<'a>, Rejection> {
        if takes.first + (i64::from(from) - 1) <= 0 {
            return Err(hypothesis("these rules are not covered"));
        }
        let closure = |from: u32| {
            let found = self.closures.iter().find(|(h, _)| *h == from);
            found
                .map(|(_, relation)| relation)
                .ok_or_else(|| hypothesis(format!("the sums of {from} or more heaps are missing")))
        };
        match condition {
            Condition::Any => Ok(Sentence::taking(vec![closure(from)?], takes, 1)),
            _ => Err(hypothesis("these rules are not covered")),
        }
    }

    /// An option of the rule language: from a heap of n >= 1, variables positive, a new
    /// heap of 0 no heap, a negative one no option.
    fn rule(
        &self,
        option: &RuleOption,
        heaps: Vec<&'a Relation>,
    ) -> Result<Sentence<'a>, Rejection> {
        let mut reader = Reader {
            system: self.system,
            whole: option.variables,
            plain: 0,
            forms: Vec::new(),
            all: Vec::new(),
        };
        for (i, heap) in option.heaps.iter().enumerate() {
            let mut form = reader.form(heap)?;
            form.add(&Form::variable(Variable::New(i)), -1)?;
            reader.demand(Kind::Zero, form);
        }
        for v in std::iter::once(Variable::Heap).chain((0..option.variables).map(Variable::Whole)) {
            let mut form = Form::variable(v);
            form.constant = -1;
            reader.demand(Kind::NotNegative, form);
        }
        for formula in option.condition.iter().chain(&option.guard) {
            let truth = reader.formula(formula)?;
            reader.all.push(truth);
        }
        let Reader { whole, plain, forms, all, .. } = reader;
        let count = heaps.len();
        let index = |v: Variable| match v {
            Variable::Heap => 0,
            Variable::New(i) => 1 + i,
            Variable::Whole(i) => 1 + count + i,
            Variable::Plain(i) => 1 + count + whole + i,
        };
        let constraints = forms
            .into_iter()
            .map(|(kind, form)| {
                let terms = form.terms.iter().map(|&(v, c)| (index(v), c)).collect();
                Constraint { kind, constant: form.constant, terms }
            })
            .collect();
        Ok(Sentence { heaps, whole, plain, constraints, truth: Truth::All(all) })
    }

    /// No heap of n or more comes out of the conditions, whatever the values.
    fn new_heaps_are_smaller(&self, option: &RuleOption) -> Result<(), Rejection> {
        let all = everything(self.system);
        for i in 0..option.heaps.len() {
            let builder = Builder { gamma: &all, ..*self };
            let mut sentence = builder.rule(option, vec![&all; option.heaps.len()])?;
            sentence.require(Constraint::not_negative(0, vec![(1 + i, 1), (0, -1)]));
            if !sentence.constraints.iter().all(|c| c.is_below(MAX_NUMBER)) {
                return Err(too_large_a_number());
            }
            walk::empty(self.system, &sentence)?;
        }
        Ok(())
    }
}

/// (n, 0) for all n.
pub(super) fn everything(system: System) -> Relation {
    let next = (0..2 * system.letters() as u32)
        .map(|i| u32::from(i % 2 == 1 || i >= system.letters() as u32))
        .collect();
    let roots = (0..system.roots()).map(|r| u32::from(r & (system.lows() - 1) != 0)).collect();
    Relation::of(system.letters(), next, vec![true, false], roots)
}

impl Form {
    fn variable(v: Variable) -> Self {
        Self { constant: 0, terms: vec![(v, 1)] }
    }

    fn add(&mut self, other: &Self, factor: i64) -> Result<(), Rejection> {
        let overflow = || too_large_a_number();
        let product = other.constant.checked_mul(factor).ok_or_else(overflow)?;
        self.constant = self.constant.checked_add(product).ok_or_else(overflow)?;
        for &(v, c) in &other.terms {
            let c = c.checked_mul(factor).ok_or_else(overflow)?;
            if let Some(term) = self.terms.iter_mut().find(|(w, _)| *w == v) {
                term.1 = term.1.checked_add(c).ok_or_else(overflow)?;
            } else {
                self.terms.push((v, c));
            }
        }
        self.terms.retain(|t| t.1 != 0);
        Ok(())
    }
}

struct Reader<'a> {
    system: System<'a>,
    whole: usize,
    plain: usize,
    forms: Vec<(Kind, Form)>,
    /// What must hold.
    all: Vec<Truth>,
}

impl Reader<'_> {
    fn constraint(&mut self, kind: Kind, form: Form) -> Truth {
        self.forms.push((kind, form));
        Truth::Constraint(self.forms.len() - 1)
    }

    fn demand(&mut self, kind: Kind, form: Form) {
        let truth = self.constraint(kind, form);
        self.all.push(truth);
    }

    fn fresh(&mut self) -> Variable {
        self.whole += 1;
        Variable::Whole(self.whole - 1)
    }

    fn form(&mut self, expr: &Expr) -> Result<Form, Rejection> {
        Ok(match expr {
            Expr::Constant(c) => Form { constant: *c, terms: Vec::new() },
            Expr::Heap => Form::variable(Variable::Heap),
            Expr::Variable(i) => Form::variable(Variable::Whole(*i)),
            Expr::Sum(a, b) => {
                let mut form = self.form(a)?;
                form.add(&self.form(b)?, 1)?;
                form
            }
            Expr::Difference(a, b) => {
                let mut form = self.form(a)?;
                form.add(&self.form(b)?, -1)?;
                form
            }
            Expr::Multiple(c, a) => {
                let mut form = Form::default();
                form.add(&self.form(a)?, *c)?;
                form
            }
            Expr::Quotient(a, d) => self.divide(a, *d)?.1,
            Expr::Remainder(a, d) => {
                let (mut form, quotient) = self.divide(a, *d)?;
                form.add(&quotient, -*d)?;
                form
            }
        })
    }

    /// a, and q with d·q <= a < d·q + d. The quotient of what may be negative is a
    /// difference of two numbers; which two does not matter.
    fn divide(&mut self, a: &Expr, d: i64) -> Result<(Form, Form), Rejection> {
        let a = self.form(a)?;
        let mut quotient = Form::variable(self.fresh());
        if a.constant < 0 || a.terms.iter().any(|t| t.1 < 0) {
            let minus = self.fresh();
            quotient.terms.push((minus, -1));
        }
        let mut low = a.clone();
        low.add(&quotient, -d)?;
        let mut high = Form { constant: d - 1, terms: Vec::new() };
        high.add(&low, -1)?;
        self.demand(Kind::NotNegative, low);
        self.demand(Kind::NotNegative, high);
        Ok((a, quotient))
    }

    fn formula(&mut self, formula: &Formula) -> Result<Truth, Rejection> {
        Ok(match formula {
            Formula::Comparison(a, comparison, b) => {
                let mut form = self.form(a)?;
                form.add(&self.form(b)?, -1)?;
                let mut reverse = Form::default();
                reverse.add(&form, -1)?;
                match comparison {
                    Comparison::Equal => self.constraint(Kind::Zero, form),
                    Comparison::NotEqual => Truth::Not(Box::new(self.constraint(Kind::Zero, form))),
                    Comparison::GreaterOrEqual => self.constraint(Kind::NotNegative, form),
                    Comparison::LessOrEqual => self.constraint(Kind::NotNegative, reverse),
                    Comparison::Greater => {
                        form.add(&Form { constant: 1, terms: Vec::new() }, -1)?;
                        self.constraint(Kind::NotNegative, form)
                    }
                    Comparison::Less => {
                        reverse.add(&Form { constant: 1, terms: Vec::new() }, -1)?;
                        self.constraint(Kind::NotNegative, reverse)
                    }
                }
            }
            Formula::PowerOfTwo(a) => {
                if self.system.base != 2 {
                    return Err(hypothesis("powers of two need base 2"));
                }
                let mut form = self.form(a)?;
                // a = x - y, one of them 0: the spelling of a is unique.
                let (x, y) = (Variable::Plain(self.plain), Variable::Plain(self.plain + 1));
                self.plain += 2;
                form.terms.push((x, -1));
                form.terms.push((y, 1));
                self.demand(Kind::Zero, form);
                let mut zero = |v| {
                    let form = Form { constant: 0, terms: vec![(v, -1)] };
                    self.constraint(Kind::NotNegative, form)
                };
                let either = Truth::Any(vec![zero(x), zero(y)]);
                self.all.push(either);
                self.constraint(Kind::PowerOfTwo, Form::variable(x))
            }
            Formula::Not(f) => Truth::Not(Box::new(self.formula(f)?)),
            Formula::And(all) => {
                Truth::All(all.iter().map(|f| self.formula(f)).collect::<Result<_, _>>()?)
            }
            Formula::Or(any) => {
                Truth::Any(any.iter().map(|f| self.formula(f)).collect::<Result<_, _>>()?)
            }
        })
    }
}
