//! The tiles of the closed forms: which heaps have which value.

use super::form::{Form, NOWHERE};
use num_integer::Integer;

/// A tile without its reasons. Its variables are those that say which period (or set) it is, then i, which
/// counts the heaps, then j, which counts stripes 2a heaps apart, if there are any, and then e.
///
/// The places are counted in units of d heaps, the greatest common divisor of what may be taken: the heap
/// is d times the place, and e, which there is only where d is at least 2.
pub(super) struct Shape {
    pub within: Vec<Form>,
    pub place: Form,
    pub value: Form,
    pub striped: bool,
}

/// How the tiles repeat.
#[derive(Clone, Copy)]
pub(super) enum Order {
    /// By one variable: period after period, each with so many places.
    Periods(i128),
    /// By two, k and ceil(kr/a): the sets of S(a,b,a+b) with b = 2ha + r.
    Sets { a: i128, b: i128, r: i128 },
}

/// Tiles that give the value of every heap.
pub(super) struct Pattern {
    pub shapes: Vec<Shape>,
    pub order: Order,
    /// Half the distance of stripes.
    pub a: i128,
    pub d: i128,
    /// What may be taken: ranges, the last of which may be endless.
    pub takes: Vec<(i128, Option<i128>)>,
    /// For all-but games q: the values of a period are q numbers, each some times.
    pub blocks: Option<i128>,
    /// Heaps that show, of every number less than the period, that it is none.
    pub against: Vec<i128>,
}

impl Order {
    /// How many variables say which period or set it is.
    pub fn variables(self) -> usize {
        match self {
            Self::Periods(_) => 1,
            Self::Sets { .. } => 2,
        }
    }

    /// What is added to these variables for one period.
    pub fn period(self) -> Vec<i128> {
        match self {
            Self::Periods(_) => vec![1],
            Self::Sets { a, r, .. } => vec![a, r],
        }
    }

    /// How many places a period has.
    fn places(self) -> i128 {
        match self {
            Self::Periods(p) => p,
            Self::Sets { a, b, r } => a * (2 * b + r),
        }
    }

    /// Their values where a place may lie.
    fn near(self, place: i128) -> Vec<Vec<i128>> {
        match self {
            Self::Periods(p) => vec![vec![place.div_euclid(p)]],
            Self::Sets { a, b, r } => {
                let guess = place / (2 * b + r);
                let sets = (guess - 1).max(0)..=guess + 1;
                sets.map(|k| set(k, a, r)).collect()
            }
        }
    }

    /// The first two sets k with c_k = c.
    pub fn sets_with(self, c: i128) -> Vec<Vec<i128>> {
        let Self::Sets { a, r, .. } = self else { return Vec::new() };
        if !(1..=a).contains(&c) {
            return Vec::new();
        }
        let k = Integer::extended_gcd(&r, &a).x.rem_euclid(a) * c % a;
        vec![set(k, a, r), set(k + a, a, r)]
    }

    /// Values worth a look: the first ones, and sets of every sort.
    pub fn some(self) -> Vec<Vec<i128>> {
        match self {
            Self::Periods(_) => [0, 1, 2, 5, 1000].map(|k| vec![k]).into(),
            Self::Sets { a, r, .. } => {
                let places = [1, 2, r - 1, r, r + 1, a - r - 1, a - r, a - r + 1, a - 1, a];
                let places =
                    places.into_iter().chain([r / 2, (a - r) / 2, a / 2, i128::midpoint(a, r)]);
                let sets = places.flat_map(|c| self.sets_with(c));
                let mut sets: Vec<Vec<i128>> = sets.chain((0..4).map(|k| set(k, a, r))).collect();
                sets.sort_unstable();
                sets.dedup();
                sets
            }
        }
    }
}

/// The variables of set k.
fn set(k: i128, a: i128, r: i128) -> Vec<i128> {
    vec![k, Integer::div_ceil(&(k * r), &a)]
}

impl Pattern {
    /// The number of the variable e, which is the last one.
    pub fn e(&self, shape: &Shape) -> Option<usize> {
        (self.d > 1).then_some(self.order.variables() + 1 + usize::from(shape.striped))
    }

    /// How many variables a tile has.
    pub fn variables(&self, shape: &Shape) -> usize {
        self.order.variables() + 1 + usize::from(shape.striped) + usize::from(self.d > 1)
    }

    pub fn heap(&self, shape: &Shape) -> Form {
        let heap = shape.place.clone() * self.d;
        self.e(shape).map_or(heap.clone(), |e| heap + Form::variable(e))
    }

    /// The tile of a place, with its variables but e.
    pub fn locate(&self, place: i128) -> Option<(usize, Vec<i128>)> {
        let variables = self.order.variables();
        self.order.near(place).into_iter().find_map(|prefix| {
            self.shapes.iter().enumerate().find_map(|(number, shape)| {
                let mut x = prefix.clone();
                x.push(0);
                let rest = place - shape.place.at(&x);
                x[variables] = rest;
                if shape.striped {
                    x[variables] = rest.rem_euclid(2 * self.a);
                    x.push(rest.div_euclid(2 * self.a));
                }
                // What is about e holds for e = 0.
                let inside = shape.within.iter().all(|form| form.at(&x) >= 0);
                (inside && shape.place.at(&x) == place).then_some((number, x))
            })
        })
    }

    /// Points of a tile, many of them at its edges.
    pub fn some_points(&self, shape: &Shape) -> Vec<Vec<i128>> {
        let variables = self.order.variables();
        let mut points = Vec::new();
        for prefix in self.order.some() {
            let stripes = if shape.striped {
                let mut x = prefix.clone();
                x.extend([0, 0]);
                let most = bounds(&shape.within, &x, variables + 1).1.min(1 << 62);
                let mut some = vec![0, 1, 2, most / 2, most - 2, most - 1, most];
                some.retain(|j| *j >= 0);
                some.sort_unstable();
                some.dedup();
                some
            } else {
                vec![0]
            };
            for j in stripes {
                let mut x = prefix.clone();
                x.push(0);
                if shape.striped {
                    x.push(j);
                }
                let (least, most) = bounds(&shape.within, &x, variables);
                let mut some = vec![least, least + 1, least + (most - least) / 2, most - 1, most];
                if most - least > 4 {
                    some.extend([least + (most - least) / 3, least + (most - least) * 5 / 6]);
                }
                some.retain(|i| (least..=most).contains(i));
                some.dedup();
                for i in some {
                    x[variables] = i;
                    if self.d == 1 {
                        points.push(x.clone());
                        continue;
                    }
                    for e in [0, self.d / 2, self.d - 1] {
                        points.push(x.iter().copied().chain([e]).collect());
                    }
                }
            }
        }
        // Twice the longest periods have more than 128 bits.
        let heap = self.heap(shape);
        let there = |x: &Vec<i128>| heap.at(x) > NOWHERE && heap.at(x) < i128::MAX - (1 << 100);
        points.retain(|x| shape.within.iter().all(|form| form.at(x) >= 0) && there(x));
        points
    }

    /// The period.
    pub fn period(&self) -> i128 {
        self.order.places() * self.d
    }

    /// The first and the last heaps of the tiles in the first period, or in the first sets, among which heaps
    /// against lesser periods are looked for.
    pub fn edges(&self) -> Vec<i128> {
        let variables = self.order.variables();
        let prefixes = match self.order {
            Order::Periods(_) => vec![vec![0]],
            Order::Sets { a, r, .. } => vec![set(0, a, r), set(1, a, r)],
        };
        let mut edges = Vec::new();
        for (shape, prefix) in self.shapes.iter().flat_map(|s| prefixes.iter().map(move |p| (s, p)))
        {
            let mut stripes = vec![0];
            let mut x = prefix.clone();
            x.push(0);
            if shape.striped {
                x.push(0);
                let most = bounds(&shape.within, &x, variables + 1).1;
                stripes.extend([1, most - 1, most]);
            }
            for j in stripes {
                x[variables + 1..].fill(j);
                let (least, most) = bounds(&shape.within, &x, variables);
                for i in [least, most] {
                    x[variables] = i;
                    // What is about e holds for e = 0.
                    if shape.within.iter().all(|form| form.at(&x) >= 0) {
                        let heap = shape.place.at(&x) * self.d;
                        edges.extend([heap, heap + self.d - 1]);
                    }
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

/// Between which numbers a variable lies, the others being given (for i exactly; for j, where i is 0, the
/// least bound that a form gives).
fn bounds(within: &[Form], x: &[i128], variable: usize) -> (i128, i128) {
    let (mut least, mut most) = (0, i128::MAX >> 32);
    for form in within {
        let (k, rest) =
            (form.coefficient(variable), form.at(x) - form.coefficient(variable) * x[variable]);
        match k {
            0 => {}
            1.. => least = least.max(Integer::div_ceil(&-rest, &k)),
            _ => most = most.min(rest.div_euclid(-k)),
        }
    }
    (least, most)
}

/// Tiles, written down one after the other.
pub(super) struct Builder {
    order: Order,
    a: i128,
    d: i128,
    /// What holds in every tile that follows.
    always: Vec<Form>,
    shapes: Vec<Shape>,
}

impl Builder {
    pub fn new(order: Order, a: i128, d: i128) -> Self {
        Self { order, a, d, always: vec![Form::variable(0)], shapes: Vec::new() }
    }

    /// What holds in every tile that follows.
    pub fn always(&mut self, forms: Vec<Form>) {
        self.always = forms;
    }

    /// The first variable.
    pub fn turn() -> Form {
        Form::variable(0)
    }

    /// The places y from `first` to before `end`, counted from `base`.
    pub fn run(
        &mut self,
        base: &Form,
        first: impl Into<Form>,
        end: impl Into<Form>,
        value: impl Into<Form>,
    ) {
        let (first, end) = (first.into(), end.into());
        let length = end - first.clone();
        if length.0.iter().skip(1).all(|k| *k == 0) && length.at(&[]) <= 0 {
            return;
        }
        let i = Form::variable(self.order.variables());
        let within = vec![i.clone(), length - i.clone() + -1];
        self.push(within, base.clone() + first + i, value.into(), false);
    }

    /// The places y = 2aj + f with 0 <= f < a that lie from `first` to before `end`, counted from `base`.
    pub fn stripes(
        &mut self,
        base: &Form,
        first: impl Into<Form>,
        end: impl Into<Form>,
        value: i128,
    ) {
        self.part_stripes(base, [0, self.a], [first.into(), end.into()], value);
    }

    /// The same, with f from part.0 to before part.1.
    pub fn part_stripes<F: Into<Form>>(
        &mut self,
        base: &Form,
        part: [i128; 2],
        [first, end]: [F; 2],
        value: i128,
    ) {
        if part[0] >= part[1] {
            return;
        }
        let variables = self.order.variables();
        let (i, j) = (Form::variable(variables), Form::variable(variables + 1));
        let y = j.clone() * (2 * self.a) + i.clone();
        let within = vec![
            i.clone() + -part[0],
            Form::number(part[1] - 1) - i,
            j,
            y.clone() - first.into(),
            end.into() - y.clone() + -1,
        ];
        self.push(within, base.clone() + y, Form::number(value), true);
    }

    fn push(&mut self, mut within: Vec<Form>, place: Form, value: Form, striped: bool) {
        within.extend(self.always.iter().cloned());
        if self.d > 1 {
            let e = Form::variable(self.order.variables() + 1 + usize::from(striped));
            within.extend([e.clone(), Form::number(self.d - 1) - e]);
        }
        self.shapes.push(Shape { within, place, value, striped });
    }

    pub fn shapes(self) -> Vec<Shape> {
        self.shapes
    }
}

impl From<i128> for Form {
    fn from(number: i128) -> Self {
        Self::number(number)
    }
}
