//! Values of all heaps by tiles, whatever the size of the numbers.

use super::mul;
use crate::budget::Within as _;
use crate::prime_factors;
use crate::rejection::{Rejection, Step, hypothesis};
use crate::rules::{Condition, Heaps, Rules};
use sprague_budget::Budget;
use sprague_certificate::{Argument, Point, Regularity, There, Tile, Tiling};

/// Theorem. Let every move take a number t from one of finitely many ranges, and leave the rest. Let R be
/// a set of pairs (n, v) of natural numbers such that
///
/// 1. 0 is in a pair (start), and with n also n + 1 (next);
/// 2. if (n, v) is in R and n - t is an option of n, then (n - t, w) is in R with some w other than v;
/// 3. if (n, v) is in R and u < v, then (n - t, u) is in R for an option n - t of n.
///
/// Then R is the graph of G. Reason: every n is in a pair, by 1. Suppose that R is right below n, and let (n, v)
/// be in R. By 2 no option of n has the value v, since (n - t, w) with another w is in R and so w is its value;
/// by 3 every u < v is the value of an option. So v is the mex.
///
/// R is the union of the tiles: all pairs (heap(x), value(x)) for integers x at which linear forms are not
/// negative. 1 to 3 are shown by cases (a form is at least 0 or at most -1; a quotient rounded down is a new
/// variable) that end with a place in a tile, or with no integers at all. Each such end is a number of linear
/// forms that must not be negative, and of each the certificate says which combination of known ones it is.
///
/// If moreover x + d lies in its tile with x, and heap and value grow by p and s, then G(n+p) = G(n)+s for all
/// n; p is the least such number if no p/q is one, q a prime, for which two heaps are shown.
///
/// Checked here: all of this, by exact integers; where they exceed 128 bits the certificate is refused.
pub(crate) fn verify(
    rules: &Rules,
    claim: Regularity,
    tiling: &Tiling,
    budget: &Budget,
) -> Result<(), Rejection> {
    let ranges = ranges(rules)?;
    let tiles: Vec<Forms> = tiling.tiles.iter().map(Forms::read).collect::<Result<_, _>>()?;
    let mut judge = Judge { tiles, ranges, budget, steps: 0 };
    if judge.place(&tiling.start)?.0 != 0 {
        return Err(hypothesis("the start is not heap 0"));
    }
    for (number, tile) in tiling.tiles.iter().enumerate() {
        judge
            .tile(number, tile, claim)
            .map_err(|r| Rejection::new(r.step(), format!("tile {number}: {}", r.reason())))?;
    }
    judge.least(claim, tiling)
}

/// The numbers that may be taken, with and without a rest.
fn ranges(rules: &Rules) -> Result<Vec<(i128, Option<i128>)>, Rejection> {
    let moves = rules.moves().unwrap_or_default();
    let leaving =
        |heaps| moves.iter().filter(move |m| m.heaps == Heaps::Exactly(heaps)).map(|m| m.takes);
    let plain = moves.iter().all(|m| {
        matches!(m.heaps, Heaps::Exactly(0 | 1))
            && m.condition == Condition::Any
            && m.smallest == 1
            && m.takes.first >= 1
            && (m.takes.step == 1 || m.takes.last == Some(m.takes.first))
    });
    if moves.is_empty() || !plain || !leaving(0).eq(leaving(1)) {
        return Err(hypothesis(format!("{rules}: a move must take a number and leave the rest")));
    }
    Ok(leaving(0).map(|takes| (takes.first.into(), takes.last.map(i128::from))).collect())
}

/// A constant, and the coefficients of the variables.
type Form = Vec<i128>;

/// f + k g
fn plus(f: &[i128], k: i128, g: &[i128]) -> Result<Form, Rejection> {
    let at = |form: &[i128], i: usize| form.get(i).copied().unwrap_or(0);
    let sum = |i| at(g, i).checked_mul(k).and_then(|product| product.checked_add(at(f, i)));
    (0..f.len().max(g.len())).map(|i| sum(i).ok_or_else(too_large)).collect()
}

/// f with the forms in the place of its variables.
fn with(f: &[i128], variables: &[Form]) -> Result<Form, Rejection> {
    let constant = f.get(..1).unwrap_or_default().to_vec();
    let terms = f.iter().skip(1).zip(variables);
    terms.into_iter().try_fold(constant, |sum, (k, form)| plus(&sum, *k, form))
}

fn too_large() -> Rejection {
    Rejection::new(Step::Limit, "a number of the tiling exceeds 128 bits")
}

fn is_zero(f: &[i128]) -> bool {
    f.iter().all(|k| *k == 0)
}

/// A form about at most so many variables.
fn read(form: &[i64], variables: usize) -> Result<Form, Rejection> {
    if form.len() > variables + 1 {
        return Err(hypothesis("a form about a variable that there is not"));
    }
    Ok(form.iter().map(|k| i128::from(*k)).collect())
}

/// A tile as it is computed with.
struct Forms {
    variables: usize,
    within: Vec<Form>,
    heap: Form,
    value: Form,
}

impl Forms {
    fn read(tile: &Tile) -> Result<Self, Rejection> {
        let variables = tile.period.len();
        let within = tile.within.iter().map(|form| read(form, variables));
        Ok(Self {
            variables,
            within: within.collect::<Result<_, _>>()?,
            heap: read(&tile.heap, variables)?,
            value: read(&tile.value, variables)?,
        })
    }
}

/// What a place in a tile has to satisfy: its heap and its value give the forms that must not be
/// negative.
type Goal<'a> = dyn Fn(&There, &[i128], &[i128]) -> Result<Vec<Form>, Rejection> + 'a;

struct Judge<'a> {
    tiles: Vec<Forms>,
    ranges: Vec<(i128, Option<i128>)>,
    budget: &'a Budget,
    steps: u128,
}

impl Judge<'_> {
    fn tile(&mut self, number: usize, tile: &Tile, claim: Regularity) -> Result<(), Rejection> {
        let Forms { variables, within, heap, value } = &self.tiles[number];
        let (variables, within) = (*variables, within.clone());
        let (heap, value) = (heap.clone(), value.clone());
        // One period later.
        let grown = |form: &[i128]| -> Result<i128, Rejection> {
            let shift: Vec<Form> = tile.period.iter().map(|d| vec![i128::from(*d)]).collect();
            let (there, here) = (with(form, &shift)?, form.first().copied().unwrap_or(0));
            there.first().map_or(Some(0), |there| there.checked_sub(here)).ok_or_else(too_large)
        };
        if claim.preperiod != 0
            || grown(&heap)? != i128::from(claim.period)
            || grown(&value)? != i128::from(claim.saltus)
        {
            let reason = "one period later is not claimed or not the same place";
            return Err(Rejection::new(Step::Claim, reason));
        }
        for form in &within {
            if grown(form)? < 0 {
                return Err(hypothesis("one period later is not in the tile"));
            }
        }
        self.follows(&within, &heap, &tile.natural[0])?;
        self.follows(&within, &value, &tile.natural[1])?;

        let after = plus(&heap, 1, &[1])?;
        let mut known = within.clone();
        self.argue(&mut known, variables, &tile.next, &|_, there, _| {
            same(there, &after)?;
            Ok(Vec::new())
        })?;

        // One more variable: what is taken.
        let mut more = vec![0; variables + 2];
        more[variables + 1] = 1;
        let ranges = self.ranges.clone();
        if tile.options.len() != ranges.len() {
            return Err(hypothesis("not one argument for each range of takes"));
        }
        let rest = plus(&heap, -1, &more)?;
        for ((least, most), argument) in ranges.iter().zip(&tile.options) {
            let mut known = within.clone();
            known.push(rest.clone());
            known.push(plus(&more, -least, &[1])?);
            if let Some(most) = most {
                known.push(plus(&[*most], -1, &more)?);
            }
            self.argue(&mut known, variables + 1, argument, &|there, its_heap, its_value| {
                same(its_heap, &rest)?;
                let difference = plus(&value, -1, its_value)?;
                let sign = if there.choice == 0 { 1 } else { -1 };
                Ok(vec![plus(&[-1], sign, &difference)?])
            })?;
        }

        // One more variable: a lesser value.
        let mut known = within;
        known.push(more.clone());
        known.push(plus(&plus(&value, -1, &more)?, -1, &[1])?);
        self.argue(&mut known, variables + 1, &tile.values, &|there, its_heap, its_value| {
            let (least, most) = ranges
                .get(there.choice)
                .ok_or_else(|| hypothesis("there is no such range of takes"))?;
            let taken = plus(&heap, -1, its_heap)?;
            let difference = plus(its_value, -1, &more)?;
            let mut goals = vec![plus(&[], -1, &difference)?, difference];
            goals.push(plus(&taken, -least, &[1])?);
            if let Some(most) = most {
                goals.push(plus(&[*most], -1, &taken)?);
            }
            Ok(goals)
        })
    }

    /// The goal is reached wherever the known forms are not negative.
    fn argue(
        &mut self,
        known: &mut Vec<Form>,
        variables: usize,
        argument: &Argument,
        goal: &Goal<'_>,
    ) -> Result<(), Rejection> {
        let length = known.len();
        match argument {
            Argument::Split(form, cases) => {
                let form = read(form, variables)?;
                let negative = plus(&[-1], -1, &form)?;
                for (case, assumed) in cases.iter().zip([form, negative]) {
                    known.push(assumed);
                    self.argue(known, variables, case, goal)?;
                    known.truncate(length);
                }
                Ok(())
            }
            Argument::Divide(form, by, then) => {
                let mut multiple = vec![0; variables + 2];
                multiple[variables + 1] = i128::from(*by);
                let rest = plus(&read(form, variables)?, -1, &multiple)?;
                if *by < 1 {
                    return Err(hypothesis("a division by less than 1"));
                }
                known.push(plus(&[i128::from(*by) - 1], -1, &rest)?);
                known.push(rest);
                self.argue(known, variables + 1, then, goal)?;
                known.truncate(length);
                Ok(())
            }
            Argument::Never(reason) => self.follows(known, &[-1], reason),
            Argument::There(there) => {
                let tile = self.tiles.get(there.tile).filter(|t| t.variables == there.at.len());
                let tile = tile.ok_or_else(|| hypothesis("there is no such place"))?;
                let at = there.at.iter().map(|form| read(form, variables));
                let at: Vec<Form> = at.collect::<Result<_, _>>()?;
                let mut goals: Vec<Form> =
                    tile.within.iter().map(|form| with(form, &at)).collect::<Result<_, _>>()?;
                goals.extend(goal(there, &with(&tile.heap, &at)?, &with(&tile.value, &at)?)?);
                if goals.len() != there.because.len() {
                    return Err(hypothesis("not one reason for each form"));
                }
                for (form, reason) in goals.iter().zip(&there.because) {
                    self.follows(known, form, reason)?;
                }
                Ok(())
            }
        }
    }

    /// f is not negative where the known forms are not: m f = k + k1 f1 + k2 f2 + ....
    fn follows(&mut self, known: &[Form], f: &[i128], reason: &[u64]) -> Result<(), Rejection> {
        self.steps += 1 + reason.len() as u128;
        self.budget.work(self.steps)?;
        let [m, k, factors @ ..] = reason else {
            return Err(hypothesis("a reason begins with two numbers"));
        };
        if *m < 1 || factors.len() > known.len() {
            return Err(hypothesis("a reason by a form that is not known, or for 0"));
        }
        let mut sum = vec![i128::from(*k)];
        for (factor, form) in factors.iter().zip(known) {
            sum = plus(&sum, i128::from(*factor), form)?;
        }
        if is_zero(&plus(&sum, -i128::from(*m), f)?) {
            return Ok(());
        }
        Err(hypothesis("a form is not the combination that is said"))
    }

    /// Heap and value of a point.
    fn place(&self, point: &Point) -> Result<(i128, i128), Rejection> {
        let tile = self.tiles.get(point.tile).filter(|t| t.variables == point.at.len());
        let tile = tile.ok_or_else(|| hypothesis("there is no such point"))?;
        let at: Vec<Form> = point.at.iter().map(|x| vec![i128::from(*x)]).collect();
        let number = |form: &[i128]| -> Result<i128, Rejection> {
            Ok(with(form, &at)?.first().copied().unwrap_or(0))
        };
        for form in &tile.within {
            if number(form)? < 0 {
                return Err(hypothesis("a point is outside of its tile"));
            }
        }
        Ok((number(&tile.heap)?, number(&tile.value)?))
    }

    /// No divisor of the period is one.
    fn least(&self, claim: Regularity, tiling: &Tiling) -> Result<(), Rejection> {
        let Regularity { period, saltus, .. } = claim;
        if tiling.factors.iter().try_fold(1, |product, f| mul(product, *f))? != period {
            return Err(hypothesis("the factors are not those of the period"));
        }
        let work: u128 = tiling.factors.iter().map(|f| u128::from(f.isqrt())).sum();
        self.budget.work(work)?;
        let mut primes: Vec<u64> = tiling.factors.iter().flat_map(|f| prime_factors(*f)).collect();
        primes.sort_unstable();
        primes.dedup();
        if primes.len() != tiling.least.len() {
            return Err(hypothesis("not one pair of heaps for each prime divisor of the period"));
        }
        for (q, [here, there]) in primes.into_iter().zip(&tiling.least) {
            let ((n, v), (m, w)) = (self.place(here)?, self.place(there)?);
            let differs = w.checked_sub(v).and_then(|d| d.checked_mul(i128::from(q)));
            if m.checked_sub(n) != Some(i128::from(period / q))
                || differs.ok_or_else(too_large)? == i128::from(saltus)
            {
                let reason = format!("heaps that are no reason against the period {}", period / q);
                return Err(Rejection::new(Step::Minimality, reason));
            }
        }
        Ok(())
    }
}

/// Two forms are one.
fn same(f: &[i128], g: &[i128]) -> Result<(), Rejection> {
    if is_zero(&plus(f, -1, g)?) {
        return Ok(());
    }
    Err(hypothesis("a place is that of another heap"))
}
