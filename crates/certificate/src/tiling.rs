//! Evidence for a formula: tiles that give the value of every heap, and why they do.
//!
//! A *form* is a list of numbers: the constant, then the coefficients of the variables x1, x2, ...;
//! those that are left out are 0.

use crate::Integer;
use serde::{Deserialize, Serialize};

/// Tiles that give the nim-value of every heap, with proofs by linear inequalities.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tiling {
    /// The tiles.
    pub tiles: Vec<Tile>,
    /// Where heap 0 lies.
    pub start: Point,
    /// Heaps n by which no lesser number t is the period: G(t+n) is not G(t) + G(n).
    pub heaps: Vec<Point>,
}

/// For all integers x at which the forms `within` are not negative: a heap of `heap(x)` has the
/// value `value(x)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Forms that are at least 0.
    pub within: Vec<Vec<Integer>>,
    /// The heap.
    pub heap: Vec<Integer>,
    /// Its value.
    pub value: Vec<Integer>,
    /// Added to x, this leads to the heap one period later.
    pub period: Vec<Integer>,
    /// Why heap and value are not negative.
    pub natural: [Reason; 2],
    /// Where the next heap lies.
    pub next: Argument,
    /// For each range of takes, with the number taken as one more variable: where the option lies,
    /// and that its value is another one (choice 0: less; 1: greater).
    pub options: Vec<Argument>,
    /// With a lesser value as one more variable: where an option of this value lies, by a take of
    /// which range (the choice).
    pub values: Argument,
    /// Where the heap is some t at least 1 and less than the period: where t + n lies, n being one of
    /// the heaps of the tiling, and that its value is not the sum (choice 2i: less for heap i; 2i + 1: greater).
    pub least: Argument,
}

/// A heap: x in a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The number of the tile.
    pub tile: usize,
    /// x.
    pub at: Vec<Integer>,
}

/// Why a form f is not negative where others are not: m, k, k1, k2, ... with m f = k + k1 f1 + k2 f2 + ...,
/// where m is at least 1.
pub type Reason = Vec<Integer>;

/// What holds for all integers at which some forms are not negative, by cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Argument {
    /// A form is at least 0, or at most -1.
    Split(Vec<Integer>, Box<[Argument; 2]>),
    /// A form divided by a positive number: the quotient, rounded down, is one more variable.
    Divide(Vec<Integer>, Integer, Box<Argument>),
    /// There are no such integers: -1 would not be negative.
    Never(Reason),
    /// What is looked for lies in this tile.
    There(There),
}

/// A place in a tile that depends on the variables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct There {
    /// The number of the tile.
    pub tile: usize,
    /// Its variables, as forms.
    pub at: Vec<Vec<Integer>>,
    /// Which one, where there is a choice; else 0.
    pub choice: usize,
    /// Why the place is in the tile, and what else has to hold.
    pub because: Vec<Reason>,
}
