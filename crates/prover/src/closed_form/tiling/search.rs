//! The reasons of a tiling: cases by linear inequalities.
//!
//! Points of a tile say where an option, or the next heap, lies; the place is then guessed to depend on the
//! variables in the simplest way, and where that does not follow from what is known, two cases are made.

use super::combination::{combination, point};
use super::form::Form;
use super::pattern::{Order, Pattern, Shape};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use sprague_budget::Budget;
use sprague_certificate::{Argument, Integer as Exact, There};

/// How many cases may follow each other.
const DEPTH: usize = 30;
/// Of so many points it is counted for how many a guess is right.
const COUNTED: usize = 48;

/// What is looked for.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    /// The next heap.
    Next,
    /// The option by a take of a range, which is the last variable of the tile and one more.
    Option,
    /// An option with a lesser value, which is one more variable.
    Value,
    /// A heap n such that the value of this heap and n is not the sum of theirs.
    Least,
}

/// A guess: this place in this tile.
#[derive(Clone, PartialEq)]
struct Guess {
    tile: usize,
    at: Vec<Form>,
    choice: usize,
}

/// The search for one tile and one goal.
pub(super) struct Search<'a> {
    pattern: &'a Pattern,
    shape: &'a Shape,
    goal: Goal,
    /// The variable behind those of the tile: what is taken, or the lesser value.
    more: Form,
    /// The variables by which places depend on the period or set.
    anchors: Vec<usize>,
    /// Where a quotient was made: the variable for it.
    quotient: Option<usize>,
    /// What was guessed so far.
    guesses: Vec<Guess>,
    budget: &'a Budget,
}

impl<'a> Search<'a> {
    pub fn new(pattern: &'a Pattern, shape: &'a Shape, goal: Goal, budget: &'a Budget) -> Self {
        Self {
            pattern,
            shape,
            goal,
            more: Form::variable(pattern.variables(shape)),
            anchors: (0..pattern.order.variables()).collect(),
            quotient: None,
            guesses: Vec::new(),
            budget,
        }
    }

    /// An argument for the goal; `range` is the range of takes for options.
    pub fn argument(mut self, range: usize) -> Option<Argument> {
        let heap = self.pattern.heap(self.shape);
        let mut known = self.shape.within.clone();
        let points = self.pattern.some_points(self.shape);
        match self.goal {
            Goal::Next => self.next(known, points),
            Goal::Option => {
                let (least, most) = *self.pattern.takes.get(range)?;
                let rest = heap.clone() - self.more.clone();
                known.push(rest.clone());
                known.push(self.more.clone() + -least);
                known.extend(most.map(|most| Form::number(most) - self.more.clone()));
                let takes = |x: &Vec<i128>| {
                    let heap = heap.at(x);
                    let most = most.unwrap_or(heap).min(heap);
                    between(least, most, self.pattern.blocks)
                };
                let points = extended(&points, takes);
                let period = self.pattern.blocks.zip(match self.pattern.order {
                    Order::Periods(p) => Some(p),
                    Order::Sets { .. } => None,
                });
                self.divided(known, points, period.map(|(_, p)| (rest, p)))
            }
            Goal::Value => {
                known.push(self.more.clone());
                known.push(self.shape.value.clone() - self.more.clone() + -1);
                let values =
                    |x: &Vec<i128>| between(0, self.shape.value.at(x) - 1, self.pattern.blocks);
                let points = extended(&points, values);
                let value = self.more.clone();
                self.divided(known, points, self.pattern.blocks.map(|q| (value, q)))
            }
            Goal::Least => {
                let period = self.pattern.period();
                known.extend([heap.clone() + -1, Form::number(period - 1) - heap.clone()]);
                let mut points = points;
                points.retain(|x| (1..period).contains(&heap.at(x)));
                self.least(&known, points)
            }
        }
    }

    /// With e, the heaps of one place come one after the other.
    fn next(&mut self, known: Vec<Form>, points: Vec<Vec<i128>>) -> Option<Argument> {
        let Some(e) = self.pattern.e(self.shape) else { return self.argue(&known, points, 0) };
        let room = Form::number(self.pattern.d - 2) - Form::variable(e);
        let tile = self.pattern.shapes.iter().position(|shape| std::ptr::eq(shape, self.shape))?;
        let mut at: Vec<Form> = (0..=e).map(Form::variable).collect();
        at[e] = at[e].clone() + 1;
        let mut inside = known.clone();
        inside.push(room.clone());
        let same = self.there(&inside, &Guess { tile, at, choice: 0 }).ok()?;
        self.cases(&room, same, known, points)
    }

    /// For sets first by c = c_k. Where c is a, kr = qa, and k is a multiple of a: with ur + va = 1
    /// it is a times w = uq + vk. Inequalities alone do not know it, but w is at least 1 or at most 0.
    fn least(&mut self, known: &[Form], points: Vec<Vec<i128>>) -> Option<Argument> {
        let Order::Sets { a, r, .. } = self.pattern.order else {
            return self.argue(known, points, 0);
        };
        let (k, q) = (Form::variable(0), Form::variable(1));
        let less = q.clone() * a - k.clone() * r + -1;
        let bezout = Integer::extended_gcd(&r, &a);
        let turns = q * bezout.x + k * bezout.y + -1;
        let case = |known: &[Form], points: &[Vec<i128>], form: &Form| {
            let points = points.iter().filter(|x| form.at(x) >= 0).cloned().collect::<Vec<_>>();
            ([known, std::slice::from_ref(form)].concat(), points)
        };
        let (few, these) = case(known, &points, &less);
        let first = self.argue(&few, these, 1)?;
        let (whole, these) = case(known, &points, &(-less.clone() + -1));
        let second = if let Some(reason) = combination(&plain(&whole), &[-1]) {
            Argument::Never(reason)
        } else {
            let mut cases = Vec::new();
            for form in [turns.clone(), -turns.clone() + -1] {
                let (known, points) = case(&whole, &these, &form);
                cases.push(self.argue(&known, points, 2)?);
            }
            Argument::Split(turns.written(), Box::new(cases.try_into().ok()?))
        };
        Some(Argument::Split(less.written(), Box::new([first, second])))
    }

    /// The case of the negative form, beside an argument for the other.
    fn cases(
        &mut self,
        form: &Form,
        first: Argument,
        mut known: Vec<Form>,
        mut points: Vec<Vec<i128>>,
    ) -> Option<Argument> {
        known.push(-form.clone() + -1);
        points.retain(|x| form.at(x) < 0);
        let second = self.argue(&known, points, 1)?;
        Some(Argument::Split(form.written(), Box::new([first, second])))
    }

    /// All-but games: places and values go by quotients.
    fn divided(
        &mut self,
        mut known: Vec<Form>,
        mut points: Vec<Vec<i128>>,
        by: Option<(Form, i128)>,
    ) -> Option<Argument> {
        let Some((form, by)) = by else { return self.argue(&known, points, 0) };
        let quotient = self.pattern.variables(self.shape) + 1;
        let rest = form.clone() - Form::variable(quotient) * by;
        known.push(Form::number(by - 1) - rest.clone());
        known.push(rest);
        for x in &mut points {
            x.push(form.at(x).div_euclid(by));
        }
        self.anchors = vec![quotient];
        self.quotient = Some(quotient);
        let then = self.argue(&known, points, 0)?;
        Some(Argument::Divide(form.written(), Exact::from(by), Box::new(then)))
    }

    fn argue(&mut self, known: &[Form], points: Vec<Vec<i128>>, depth: usize) -> Option<Argument> {
        if depth > DEPTH || self.budget.go_on().is_err() {
            return None;
        }
        let points = if points.is_empty() {
            let known_forms = plain(known);
            if let Some(reason) = combination(&known_forms, &[-1]) {
                return Some(Argument::Never(reason));
            }
            self.find_point(&known_forms)
        } else {
            Ok(points)
        };
        let (points, [cut, last]) = match points {
            Ok(points) => (points, [None, None]),
            Err(cuts) => (Vec::new(), cuts),
        };
        let right = |guess: &Guess| {
            let forms = self.forms(guess);
            let right = |x: &&Vec<i128>| forms.iter().all(|form| form.at(x) >= 0);
            points.iter().step_by(points.len().div_ceil(COUNTED)).filter(right).count()
        };
        let form = if let Some(x) = points.first() {
            let guesses = self.guess(x);
            let guess = guesses.into_iter().max_by_key(right)?;
            if !self.guesses.contains(&guess) {
                self.guesses.push(guess.clone());
            }
            match self.there(known, &guess) {
                Ok(there) => return Some(there),
                Err(form) => form?,
            }
        } else {
            // No point is known here: what was right elsewhere.
            let mut best: Option<Form> = None;
            for guess in self.guesses.clone() {
                match self.there(known, &guess) {
                    Ok(there) => return Some(there),
                    Err(form) => best = best.or(form.filter(|form| cuts(known, form))),
                }
            }
            cut.or(best).or(last)?
        };
        let mut cases = Vec::new();
        for assumed in [form.clone(), -form.clone() + -1] {
            let mut known = known.to_vec();
            let points = points.iter().filter(|x| assumed.at(x) >= 0).cloned().collect();
            known.push(assumed);
            cases.push(self.argue(&known, points, depth + 1)?);
        }
        Some(Argument::Split(form.written(), Box::new(cases.try_into().ok()?)))
    }

    /// Integers near a point at which the forms are not negative either; of sets, those with such a place
    /// c = c_k, wherever they are.
    fn near(
        &self,
        known: &[Vec<i128>],
        numerators: &[BigInt],
        denominator: &BigInt,
    ) -> Option<Vec<i128>> {
        let prefix = self.pattern.order.variables();
        let mut points: Vec<Vec<i128>> = match self.pattern.order {
            Order::Periods(_) => {
                about(numerators.first()?, denominator)?.into_iter().map(|k| vec![k]).collect()
            }
            Order::Sets { a, r, .. } => {
                let c = numerators.first()? * r - numerators.get(1)? * a + denominator * a;
                let places = about(&c, denominator)?;
                let (first, last) = (*places.first()? - 1, *places.last()? + 1);
                (first..=last).flat_map(|c| self.pattern.order.sets_with(c)).collect()
            }
        };
        for numerator in &numerators[prefix..] {
            let some = about(numerator, denominator)?;
            points = extended(&points, |_| some.clone());
        }
        let forms: Vec<Form> = known.iter().cloned().map(Form).collect();
        points.into_iter().find(|x| forms.iter().all(|form| form.at(x) >= 0))
    }

    /// A point with integers where the forms are not negative; else forms that are no integers at the
    /// point that was found: one about the tile, one about its period or set.
    fn find_point(&self, known: &[Vec<i128>]) -> Result<Vec<Vec<i128>>, [Option<Form>; 2]> {
        let none = [None, None];
        let Some((numerators, denominator)) = point(known) else { return Err(none) };
        if let Some(x) = self.near(known, &numerators, &denominator) {
            return Ok(vec![x]);
        }
        let prefix = self.pattern.order.variables();
        let stripe = self.shape.striped.then(|| Form::variable(prefix + 1));
        let turns = self.quotient.map(|q| Form::variable(0) - Form::variable(q));
        let cut = |form: Form| {
            let terms = form.0.iter().skip(1).zip(&numerators);
            let value: BigInt = terms.map(|(k, n)| n * *k).sum();
            let (below, rest) = value.div_mod_floor(&denominator);
            let below = below.to_i128().filter(|_| !rest.is_zero())?;
            Some(form + -(below + 1))
        };
        let inside = stripe.into_iter().chain(turns).chain([Form::variable(prefix)]);
        let turn = (0..prefix).rev().map(Form::variable);
        Err([inside.into_iter().find_map(cut), turn.into_iter().find_map(cut)])
    }

    /// The argument that a guess is right, or the first form that does not follow.
    fn there(&self, known: &[Form], guess: &Guess) -> Result<Argument, Option<Form>> {
        let known = plain(known);
        let mut because = Vec::new();
        for form in self.forms(guess) {
            match combination(&known, &form.0) {
                Some(reason) => because.push(reason),
                None => return Err(Some(form)),
            }
        }
        let at = guess.at.iter().map(Form::written).collect();
        let (tile, choice) = (guess.tile, guess.choice);
        Ok(Argument::There(There { tile, at, choice, because }))
    }

    /// What has to be at least 0 for a guess to be right, as the checker asks it.
    fn forms(&self, guess: &Guess) -> Vec<Form> {
        let shape = &self.pattern.shapes[guess.tile];
        let mut forms: Vec<Form> = shape.within.iter().map(|form| form.with(&guess.at)).collect();
        let (heap, value) = (self.pattern.heap(self.shape), self.shape.value.clone());
        let its_value = shape.value.with(&guess.at);
        match self.goal {
            Goal::Next => {}
            Goal::Option => {
                let sign = if guess.choice == 0 { 1 } else { -1 };
                forms.push((value - its_value) * sign + -1);
            }
            Goal::Value => {
                let taken = heap - self.pattern.heap(shape).with(&guess.at);
                let difference = its_value - self.more.clone();
                let (least, most) = self.pattern.takes[guess.choice];
                forms.extend([-difference.clone(), difference, taken.clone() + -least]);
                forms.extend(most.map(|most| Form::number(most) - taken));
            }
            Goal::Least => {
                let n = self.pattern.against[guess.choice / 2];
                let sum = value + self.pattern.value(n).unwrap_or(0);
                let sign = if guess.choice.is_multiple_of(2) { 1 } else { -1 };
                forms.push((sum - its_value) * sign + -1);
            }
        }
        forms
    }

    /// Guesses that are right at a point.
    fn guess(&self, x: &[i128]) -> Vec<Guess> {
        let choices = match self.goal {
            Goal::Value => self.pattern.takes.len(),
            Goal::Next | Goal::Option => 2,
            Goal::Least => 2 * self.pattern.against.len(),
        };
        let mut guesses = Vec::new();
        for choice in 0..choices {
            for (place, e) in self.places(choice) {
                let Some((tile, y)) = self.pattern.locate(place.at(x)) else { continue };
                for at in self.ways(x, tile, &y, &place, e.as_ref()) {
                    let guess = Guess { tile, at, choice };
                    if self.forms(&guess).iter().all(|form| form.at(x) >= 0) {
                        guesses.push(guess);
                    }
                }
            }
        }
        guesses
    }

    /// The places at which the goal may be reached, and e there.
    fn places(&self, choice: usize) -> Vec<(Form, Option<Form>)> {
        let Pattern { d, takes, blocks, order, .. } = self.pattern;
        let place = self.shape.place.clone();
        let e = self.pattern.e(self.shape).map(Form::variable);
        match (self.goal, blocks, self.quotient) {
            (Goal::Next, ..) => vec![(place + 1, e.map(|e| e + (1 - d)))],
            (Goal::Option, ..) if *d == 1 => vec![(place - self.more.clone(), None)],
            // Only one number may be taken: a multiple of d.
            (Goal::Option, ..) => (takes.iter())
                .map(|(take, _)| {
                    let less = Form::number(*take) - self.more.clone();
                    (place.clone() + -(take / d), e.clone().map(|e| e + less))
                })
                .collect(),
            (Goal::Value, Some(q), Some(quotient)) => {
                let Order::Periods(p) = *order else { return Vec::new() };
                let quotient = Form::variable(quotient);
                let first = quotient.clone() * p + self.more.clone() - quotient * *q;
                (0..p / q).map(|turn| (first.clone() + turn * q, None)).collect()
            }
            (Goal::Value, ..) => vec![(place + -(takes[choice].0 / d), e)],
            (Goal::Least, ..) => {
                // e and that of n are less than d, or not.
                let n = self.pattern.against[choice / 2];
                let with = |over: i128| {
                    let e = e.clone().map(|e| e + (n % d - over * d));
                    (place.clone() + (n / d + over), e)
                };
                (0..if *d > 1 { 2 } else { 1 }).map(with).collect()
            }
        }
    }

    /// How the variables of a point in a tile may depend on those here, the place being this one.
    fn ways(
        &self,
        x: &[i128],
        tile: usize,
        y: &[i128],
        place: &Form,
        e: Option<&Form>,
    ) -> Vec<Vec<Form>> {
        let shape = &self.pattern.shapes[tile];
        let prefix = self.pattern.order.variables();
        let mut at: Vec<Form> = (self.anchors.iter().zip(y))
            .map(|(&anchor, y)| Form::variable(anchor) + (y - x[anchor]))
            .collect();
        let stripes: Vec<Option<Form>> = match y.get(prefix + 1) {
            None => vec![None],
            Some(j) if self.shape.striped => {
                let same = Form::variable(prefix + 1) + (j - x[prefix + 1]);
                // The last one of equally good guesses is taken.
                vec![Some(Form::number(*j)), Some(same)]
            }
            Some(j) => vec![Some(Form::number(*j))],
        };
        at.push(Form::default());
        (stripes.into_iter())
            .map(|stripe| {
                let mut at = at.clone();
                at.extend(stripe);
                // The variable i is the place, less what the others give.
                let i = place.clone() - shape.place.with(&at);
                at[prefix] = i;
                at.extend(e.cloned());
                at
            })
            .collect()
    }
}

/// The integers about a fraction.
fn about(numerator: &BigInt, denominator: &BigInt) -> Option<Vec<i128>> {
    let (below, rest) = numerator.div_mod_floor(denominator);
    let below = below.to_i128()?;
    Some(if rest.is_zero() { vec![below] } else { vec![below, below + 1] })
}

/// Whether a form can be at least 0.
fn cuts(known: &[Form], form: &Form) -> bool {
    combination(&plain(known), &(-form.clone() + -1).0).is_none()
}

fn plain(forms: &[Form]) -> Vec<Vec<i128>> {
    forms.iter().map(|form| form.0.clone()).collect()
}

/// Every point with each of the numbers as one more variable.
fn extended(points: &[Vec<i128>], numbers: impl Fn(&Vec<i128>) -> Vec<i128>) -> Vec<Vec<i128>> {
    let extend = |x: &Vec<i128>| {
        let with = |number| x.iter().copied().chain([number]).collect();
        numbers(x).into_iter().map(with).collect::<Vec<_>>()
    };
    points.iter().flat_map(extend).collect()
}

/// Some numbers of a range, more of them at its ends and about multiples of q.
fn between(least: i128, most: i128, q: Option<i128>) -> Vec<i128> {
    let mut some = vec![least, least + 1, least + 2, least + (most - least) / 2, most - 1, most];
    if let Some(q) = q {
        for multiple in [q, 2 * q, 3 * q] {
            some.extend([
                least + multiple - 1,
                least + multiple,
                most - multiple,
                most - multiple + 1,
            ]);
        }
    }
    some.retain(|number| (least..=most).contains(number));
    some.sort_unstable();
    some.dedup();
    some
}
