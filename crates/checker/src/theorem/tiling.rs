//! Values of all heaps by tiles, whatever the size of the numbers.

use crate::budget::Within as _;
use crate::rejection::{Rejection, Step, hypothesis};
use crate::rules::{Condition, Heaps, Rules, Takes};
use sprague_budget::Budget;
use sprague_certificate::{Argument, Integer, LargeRegularity, Point, There, Tile, Tiling};

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
/// n. p is the least such number if for every t with 0 < t < p there is an n such that G(t+n) is not G(t) + G(n):
/// were G(n+t) = G(n)+s' for all n from some heap on, then for all n, since p is a period; so G(t) = G(0)+s' = s'
/// and G(t+n) = G(n)+G(t). This is shown for all (t, G(t)) in R by the same sort of cases (least).
///
/// Checked here: all of this, by exact integers of any size.
pub(crate) fn verify(
    rules: &Rules,
    claim: &LargeRegularity,
    tiling: &Tiling,
    budget: &Budget,
) -> Result<(), Rejection> {
    let ranges = ranges(rules)?;
    let tiles: Vec<Forms> = tiling.tiles.iter().map(Forms::read).collect::<Result<_, _>>()?;
    let mut judge = Judge { tiles, ranges, heaps: Vec::new(), budget, steps: 0 };
    if !judge.place(&tiling.start)?.0.is_zero() {
        return Err(hypothesis("the start is not heap 0"));
    }
    judge.heaps = tiling.heaps.iter().map(|n| judge.place(n)).collect::<Result<_, _>>()?;
    for (number, tile) in tiling.tiles.iter().enumerate() {
        judge
            .tile(number, tile, claim)
            .map_err(|r| Rejection::new(r.step(), format!("tile {number}: {}", r.reason())))?;
    }
    Ok(())
}

/// The numbers that may be taken, with and without a rest.
fn ranges(rules: &Rules) -> Result<Vec<Range>, Rejection> {
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
    let range = |takes: Takes| (takes.first.into(), takes.last.map(Integer::from));
    Ok(leaving(0).map(range).collect())
}

/// The least and the greatest number that may be taken.
type Range = (Integer, Option<Integer>);

/// A constant, and the coefficients of the variables.
type Form = Vec<Integer>;

/// The form that is a number.
fn number(number: impl Into<Integer>) -> Form {
    vec![number.into()]
}

/// f + k g
fn plus(f: &[Integer], k: &Integer, g: &[Integer]) -> Form {
    let at = |form: &[Integer], i: usize| form.get(i).cloned().unwrap_or_default();
    (0..f.len().max(g.len())).map(|i| &at(f, i) + &(k * &at(g, i))).collect()
}

/// f - g
fn minus(f: &[Integer], g: &[Integer]) -> Form {
    plus(f, &(-1).into(), g)
}

/// f with the forms in the place of its variables.
fn with(f: &[Integer], variables: &[Form]) -> Form {
    let constant = f.get(..1).unwrap_or_default().to_vec();
    let terms = f.iter().skip(1).zip(variables);
    terms.into_iter().fold(constant, |sum, (k, form)| plus(&sum, k, form))
}

/// A form about at most so many variables.
fn read(form: &[Integer], variables: usize) -> Result<Form, Rejection> {
    if form.len() > variables + 1 {
        return Err(hypothesis("a form about a variable that there is not"));
    }
    Ok(form.to_vec())
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
type Goal<'a> = dyn Fn(&There, &[Integer], &[Integer]) -> Result<Vec<Form>, Rejection> + 'a;

struct Judge<'a> {
    tiles: Vec<Forms>,
    ranges: Vec<Range>,
    /// The heaps of the argument that no period is less, with their values.
    heaps: Vec<(Integer, Integer)>,
    budget: &'a Budget,
    steps: u128,
}

impl Judge<'_> {
    fn tile(
        &mut self,
        which: usize,
        tile: &Tile,
        claim: &LargeRegularity,
    ) -> Result<(), Rejection> {
        let Forms { variables, within, heap, value } = &self.tiles[which];
        let (variables, within) = (*variables, within.clone());
        let (heap, value) = (heap.clone(), value.clone());
        // One period later: what is added to a form.
        let shift: Vec<Form> = tile.period.iter().map(|d| vec![d.clone()]).collect();
        let grown = |form: &[Integer]| {
            let slope: Form =
                [Integer::default()].iter().chain(form.iter().skip(1)).cloned().collect();
            with(&slope, &shift).remove(0)
        };
        if claim.preperiod != 0 || grown(&heap) != claim.period || grown(&value) != claim.saltus {
            let reason = "one period later is not claimed or not the same place";
            return Err(Rejection::new(Step::Claim, reason));
        }
        if within.iter().any(|form| grown(form).is_negative()) {
            return Err(hypothesis("one period later is not in the tile"));
        }
        self.follows(&within, &heap, &tile.natural[0])?;
        self.follows(&within, &value, &tile.natural[1])?;

        let one = number(1);
        let after = plus(&heap, &one[0], &one);
        self.argue(&mut within.clone(), variables, &tile.next, &|_, there, _| {
            same(there, &after)?;
            Ok(Vec::new())
        })?;

        // One more variable: what is taken.
        let mut more = vec![Integer::default(); variables + 1];
        more.extend(number(1));
        let ranges = self.ranges.clone();
        if tile.options.len() != ranges.len() {
            return Err(hypothesis("not one argument for each range of takes"));
        }
        let rest = minus(&heap, &more);
        for ((least, most), argument) in ranges.iter().zip(&tile.options) {
            let mut known = within.clone();
            known.push(rest.clone());
            known.push(minus(&more, &number(least.clone())));
            known.extend(most.iter().map(|most| minus(&number(most.clone()), &more)));
            self.argue(&mut known, variables + 1, argument, &|there, its_heap, its_value| {
                same(its_heap, &rest)?;
                Ok(vec![differs(its_value, &value, there.choice)])
            })?;
        }

        // One more variable: a lesser value.
        let mut known = within.clone();
        known.push(more.clone());
        known.push(minus(&minus(&value, &more), &one));
        self.argue(&mut known, variables + 1, &tile.values, &|there, its_heap, its_value| {
            let (least, most) = ranges
                .get(there.choice)
                .ok_or_else(|| hypothesis("there is no such range of takes"))?;
            let taken = minus(&heap, its_heap);
            let mut goals = vec![minus(&more, its_value), minus(its_value, &more)];
            goals.push(minus(&taken, &number(least.clone())));
            goals.extend(most.iter().map(|most| minus(&number(most.clone()), &taken)));
            Ok(goals)
        })?;

        // No heap is a lesser period.
        let mut known = within;
        known.push(minus(&heap, &one));
        known.push(minus(&minus(&number(claim.period.clone()), &one), &heap));
        let heaps = self.heaps.clone();
        self.argue(&mut known, variables, &tile.least, &|there, its_heap, its_value| {
            let (n, v) = heaps
                .get(there.choice / 2)
                .ok_or_else(|| hypothesis("there is no such heap against lesser periods"))?;
            same(its_heap, &plus(&heap, n, &one))?;
            Ok(vec![differs(its_value, &plus(&value, v, &one), there.choice % 2)])
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
                let negative = minus(&number(-1), &form);
                for (case, assumed) in cases.iter().zip([form, negative]) {
                    known.push(assumed);
                    self.argue(known, variables, case, goal)?;
                    known.truncate(length);
                }
                Ok(())
            }
            Argument::Divide(form, by, then) => {
                let mut multiple = vec![Integer::default(); variables + 1];
                multiple.push(by.clone());
                let rest = minus(&read(form, variables)?, &multiple);
                if by.is_zero() || by.is_negative() {
                    return Err(hypothesis("a division by less than 1"));
                }
                known.push(minus(&minus(&number(by.clone()), &number(1)), &rest));
                known.push(rest);
                self.argue(known, variables + 1, then, goal)?;
                known.truncate(length);
                Ok(())
            }
            Argument::Never(reason) => self.follows(known, &number(-1), reason),
            Argument::There(there) => {
                let tile = self.tiles.get(there.tile).filter(|t| t.variables == there.at.len());
                let tile = tile.ok_or_else(|| hypothesis("there is no such place"))?;
                let at = there.at.iter().map(|form| read(form, variables));
                let at: Vec<Form> = at.collect::<Result<_, _>>()?;
                let mut goals: Vec<Form> = tile.within.iter().map(|form| with(form, &at)).collect();
                goals.extend(goal(there, &with(&tile.heap, &at), &with(&tile.value, &at))?);
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
    fn follows(
        &mut self,
        known: &[Form],
        f: &[Integer],
        reason: &[Integer],
    ) -> Result<(), Rejection> {
        self.steps += 1 + reason.len() as u128;
        self.budget.work(self.steps)?;
        let [m, k, factors @ ..] = reason else {
            return Err(hypothesis("a reason begins with two numbers"));
        };
        if m.is_zero() || reason.iter().any(Integer::is_negative) || factors.len() > known.len() {
            return Err(hypothesis(
                "a reason by a form that is not known, by less than 0, or for 0",
            ));
        }
        let terms = factors.iter().zip(known);
        let sum = terms.fold(number(k.clone()), |sum, (factor, form)| plus(&sum, factor, form));
        if plus(&sum, &(&Integer::from(-1) * m), f).iter().all(Integer::is_zero) {
            return Ok(());
        }
        Err(hypothesis("a form is not the combination that is said"))
    }

    /// Heap and value of a point.
    fn place(&self, point: &Point) -> Result<(Integer, Integer), Rejection> {
        let tile = self.tiles.get(point.tile).filter(|t| t.variables == point.at.len());
        let tile = tile.ok_or_else(|| hypothesis("there is no such point"))?;
        let at: Vec<Form> = point.at.iter().map(|x| vec![x.clone()]).collect();
        let at_point = |form: &Form| with(form, &at).into_iter().next().unwrap_or_default();
        if tile.within.iter().any(|form| at_point(form).is_negative()) {
            return Err(hypothesis("a point is outside of its tile"));
        }
        Ok((at_point(&tile.heap), at_point(&tile.value)))
    }
}

/// What is not negative where f is less than g (choice 0), or greater.
fn differs(f: &[Integer], g: &[Integer], choice: usize) -> Form {
    let difference = if choice == 0 { minus(g, f) } else { minus(f, g) };
    minus(&difference, &number(1))
}

/// Two forms are one.
fn same(f: &[Integer], g: &[Integer]) -> Result<(), Rejection> {
    if minus(f, g).iter().all(Integer::is_zero) {
        return Ok(());
    }
    Err(hypothesis("a place is that of another heap"))
}
