//! The tiles of each closed form.

use super::form::Form;
use super::pattern::{Builder, Order, Shape};

/// Digits `length` of zeros and ones by turns, a times each, of which the last a-r zeros are twos; those from
/// place `threes.0` to before `threes.1` are threes. See `subtraction::pattern`.
fn digits(tiles: &mut Builder, base: &Form, [a, r, length]: [i128; 3], threes: (i128, i128)) {
    let last = (length - 1) / a / 2 * 2 * a;
    let end = length.min(last + a);
    let twos = (end - (a - r)).max(last);
    tiles.stripes(base, 0, last, 0);
    tiles.stripes(&(base.clone() + a), 0, last - a, 1);
    tiles.run(base, last, twos, 0);
    let (from, to) = (threes.0.clamp(twos, end), threes.1.clamp(twos, end));
    if from < to {
        tiles.run(base, twos, from, 2);
        tiles.run(base, from, to, 3);
        tiles.run(base, to, end, 2);
    } else {
        tiles.run(base, twos, end, 2);
    }
    tiles.run(base, last + a, length, 1);
}

/// S(1) and odd numbers: 0 and 1 by turns.
pub(super) fn alternating(d: i128) -> (Order, Vec<Shape>) {
    let order = Order::Periods(2);
    let mut tiles = Builder::new(order, 1, d);
    let base = Builder::turn() * 2;
    tiles.run(&base, 0, 1, 0);
    tiles.run(&base, 1, 2, 1);
    (order, tiles.shapes())
}

/// S(a,b).
pub(super) fn two([a, b, r]: [i128; 3], d: i128) -> (Order, Vec<Shape>) {
    let order = Order::Periods(a + b);
    let mut tiles = Builder::new(order, a, d);
    digits(&mut tiles, &(Builder::turn() * (a + b)), [a, r, a + b], (0, 0));
    (order, tiles.shapes())
}

/// S(a,b,2b-a).
pub(super) fn symmetric([a, b, r]: [i128; 3], d: i128) -> (Order, Vec<Shape>) {
    let order = Order::Periods(2 * b);
    let mut tiles = Builder::new(order, a, d);
    let base = Builder::turn() * (2 * b);
    digits(&mut tiles, &base, [a, r, a + b], (0, 0));
    let threes = if b < 3 * a { (r, a - r) } else { (0, 0) };
    digits(&mut tiles, &(base + (a + b)), [a, r, b - a], threes);
    (order, tiles.shapes())
}

/// S(a,b,a+b) with b = 2ha - r.
pub(super) fn sum([a, b, r]: [i128; 3], d: i128) -> (Order, Vec<Shape>) {
    let order = Order::Periods(2 * b + r);
    let mut tiles = Builder::new(order, a, d);
    let base = Builder::turn() * (2 * b + r);
    tiles.stripes(&base, 0, b + r, 0);
    tiles.stripes(&(base.clone() + a), 0, b + r - a, 1);
    // y = n - b from r to before b + r; behind f < r in a block the values are exchanged.
    let after = base + b;
    for (block, low, high) in [(0, 3, 2), (1, 2, 3)] {
        let shift = block * a;
        let blocks = after.clone() + shift;
        let (first, end) = (r - shift, b + r - shift);
        tiles.part_stripes(&blocks, [0, r], [first, end], low);
        tiles.part_stripes(&blocks, [r, a], [first, end], high);
    }
    (order, tiles.shapes())
}

/// S(a,b,a+b) with b = 2ha + r, 0 < r < a.
pub(super) fn long_sum([a, b, r]: [i128; 3], d: i128) -> (Order, Vec<Shape>) {
    let order = Order::Sets { a, b, r };
    let mut tiles = Builder::new(order, a, d);
    let h = (b - r) / (2 * a);
    let (k, q) = (Form::variable(0), Form::variable(1));
    let start = k.clone() * (2 * b - r) + q.clone() * (2 * a);
    let c = k.clone() * r - q * a + a;
    for carry in [true, false] {
        let (m, next) = if carry { (h, c.clone() + (r - a)) } else { (h - 1, c.clone() + r) };
        tiles.always(vec![
            k.clone(),
            c.clone() + -1,
            Form::number(a) - c.clone(),
            next.clone() + -1,
            Form::number(a) - next.clone(),
        ]);
        tiles.stripes(&start, 0, 2 * a * m, 0);
        tiles.stripes(&(start.clone() + a), 0, 2 * a * m - a, 1);
        let base = start.clone() + 2 * a * m;
        let c = next;
        tiles.run(&base, 0, c.clone(), 0);
        tiles.run(&base, c.clone(), a, 2);
        tiles.run(&base, a, c.clone() + a, 1);
        for (first, end) in
            [(c.clone() + a, c.clone() + b), (Form::number(a + b), c.clone() + (a + b))]
        {
            tiles.stripes(&base, first.clone(), end.clone(), 2);
            tiles.stripes(&(base.clone() + a), first + -a, end + -a, 3);
        }
        tiles.run(&base, c.clone() + b, a + b, 0);
        tiles.run(&base, c + (a + b), b + 2 * a, 1);
    }
    (order, tiles.shapes())
}

/// All-but games: `turns` heaps q apart have the same value.
pub(super) fn all_but(q: i128, turns: i128) -> (Order, Vec<Shape>) {
    let order = Order::Periods(turns * q);
    let mut tiles = Builder::new(order, q, 1);
    let base = Builder::turn() * (turns * q);
    let value = Builder::turn() * q + Form::variable(1);
    for turn in 0..turns {
        tiles.run(&base, turn * q, (turn + 1) * q, value.clone());
    }
    (order, tiles.shapes())
}
