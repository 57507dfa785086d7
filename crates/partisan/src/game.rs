//! Short games {L|R} by value.
//!
//! A [`Games`] arena keeps every value once, in canonical form, with its options shared:
//! two games are equal exactly when their handles are. Values of the shape
//! number + up multiple + nimber are kept in closed form, so that 10^30 or ^1000 need no
//! tree; all other values are nodes with lists of options.

use crate::dyadic::Dyadic;
use crate::error::{Error, ErrorKind};
use crate::hash::FastMap;
use crate::star::Shifts;
use num_bigint::BigInt;
use sprague_budget::Budget;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

/// A value: a handle into the [`Games`] that made it. Equal handles of one arena are
/// equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Game(u32);

/// A value number + up·↑ + *star.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberUpStar {
    /// The number.
    pub number: Dyadic,
    /// How many ups (negative: downs).
    pub up: i64,
    /// The nimber *star; 0 for none.
    pub star: u32,
}

impl NumberUpStar {
    pub(crate) fn is_number(&self) -> bool {
        self.up == 0 && self.star == 0
    }

    /// How this value compares with 0. ↑ is positive, ↑ + * is confused with 0, and
    /// ↑ + *m is positive for every other m.
    fn relation_to_zero(&self) -> Relation {
        match self.number.sign() {
            Ordering::Less => return Relation::Less,
            Ordering::Greater => return Relation::Greater,
            Ordering::Equal => {}
        }
        match (self.up, self.star) {
            (0, 0) => Relation::Equal,
            (0, _) | (1 | -1, 1) => Relation::Fuzzy,
            (up, _) if up > 0 => Relation::Greater,
            _ => Relation::Less,
        }
    }
}

/// How two games compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// G < H
    Less,
    /// G = H
    Equal,
    /// G > H
    Greater,
    /// G || H: confused
    Fuzzy,
}

/// Who wins (Austin 1976, Definition 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left wins, whoever starts: G > 0.
    Left,
    /// Right wins, whoever starts: G < 0.
    Right,
    /// The next (first) player wins: G || 0.
    Next,
    /// The previous (second) player wins: G = 0.
    Previous,
}

impl Outcome {
    /// The field's letter: L, R, N or P.
    pub fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Next => 'N',
            Self::Previous => 'P',
        }
    }
}

impl From<Relation> for Outcome {
    /// From the relation of a game to 0.
    fn from(relation: Relation) -> Self {
        match relation {
            Relation::Less => Self::Right,
            Relation::Equal => Self::Previous,
            Relation::Greater => Self::Left,
            Relation::Fuzzy => Self::Next,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Closed(NumberUpStar),
    Options { left: Arc<[Game]>, right: Arc<[Game]> },
}

/// The two stops of a value, kept with it.
#[derive(Clone)]
pub(crate) struct Stops {
    pub(crate) left: Dyadic,
    pub(crate) right: Dyadic,
}

/// Left and right options of a canonical form.
#[derive(Clone)]
pub struct LeftAndRight {
    /// Where Left may move.
    pub left: Arc<[Game]>,
    /// Where Right may move.
    pub right: Arc<[Game]>,
}

/// How deep the recursive definitions may go. One level costs well under 1 KiB of
/// stack, so this fits the 2 MiB of a spawned thread. Real games stay far below it.
const DEPTH_LIMIT: usize = 1000;

/// Nimbers and ups beyond these have too many options (or too deep ones) to be opened.
pub(crate) const STAR_LIMIT: u32 = 4096;

/// Default for the number of different values in one arena.
const NODE_LIMIT: usize = 4_000_000;

/// How many options (4 bytes each) the nodes may list, for each node allowed.
const OPTIONS_PER_NODE: usize = 32;

/// Remembered comparisons, and remembered sums, before the table is emptied.
const COMPARISON_LIMIT: usize = 1 << 23;

/// An arena of values in canonical form.
pub struct Games {
    nodes: Vec<Node>,
    stops: Vec<Stops>,
    index: HashMap<Node, Game>,
    opened: HashMap<Game, LeftAndRight>,
    at_most: FastMap<(Game, Game, u32), bool>,
    sums: FastMap<(Game, Game), Game>,
    /// Values made as base + *star, see [`crate::star`].
    pub(crate) shifts: Shifts,
    negatives: HashMap<Game, Game>,
    depth: usize,
    node_limit: usize,
    /// Options listed in all nodes together.
    listed: usize,
    steps: u64,
    budget: Budget,
}

impl Default for Games {
    fn default() -> Self {
        Self::new()
    }
}

impl Games {
    /// An empty arena.
    pub fn new() -> Self {
        let mut games = Self {
            nodes: Vec::new(),
            stops: Vec::new(),
            index: HashMap::new(),
            opened: HashMap::new(),
            at_most: FastMap::default(),
            sums: FastMap::default(),
            shifts: Shifts::default(),
            negatives: HashMap::new(),
            depth: 0,
            node_limit: NODE_LIMIT,
            listed: 0,
            steps: 0,
            budget: Budget::unlimited(),
        };
        games
            .intern_closed(NumberUpStar { number: Dyadic::ZERO, up: 0, star: 0 })
            .expect("the first value is below every limit");
        games
    }

    /// The value 0, the same handle in every arena.
    pub const ZERO: Game = Game(0);

    /// Refuses to hold more than `values` different values.
    pub fn set_node_limit(&mut self, values: usize) {
        self.node_limit = values;
    }

    /// Computations end with [`ErrorKind::Spent`] soon after this budget is, and with
    /// [`ErrorKind::TooManySteps`] after its steps (comparisons looked at, moves of sums), which
    /// all computations of this arena share. A step is well under a microsecond.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// How many steps this arena has taken.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Counts a step; now and then looks whether to stop.
    pub(crate) fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        let limit = self.budget.most_steps();
        if self.steps >= limit {
            return Err(ErrorKind::TooManySteps { limit }.into());
        }
        if self.steps.is_multiple_of(1024) { self.go_on() } else { Ok(()) }
    }

    /// How many different values the arena holds.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the arena is empty; it never is, 0 is always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(crate) fn go_on(&self) -> Result<(), Error> {
        self.budget.go_on().map_err(|spent| ErrorKind::Spent(spent).into())
    }

    /// Runs one level of a recursive definition.
    pub(crate) fn deeper<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if self.depth >= DEPTH_LIMIT {
            return Err(ErrorKind::TooDeep { limit: DEPTH_LIMIT }.into());
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    pub(crate) fn intern(&mut self, node: Node, stops: Stops) -> Result<Game, Error> {
        if let Some(&game) = self.index.get(&node) {
            return Ok(game);
        }
        if self.nodes.len() >= self.node_limit {
            return Err(Error::too_large(format!(
                "more than {} different values are needed",
                self.node_limit
            )));
        }
        if let Node::Options { left, right } = &node {
            self.listed += left.len() + right.len();
            if self.listed / OPTIONS_PER_NODE >= self.node_limit {
                return Err(Error::too_large(format!(
                    "more than {} options have to be remembered",
                    self.node_limit.saturating_mul(OPTIONS_PER_NODE)
                )));
            }
        }
        let game = Game(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.stops.push(stops);
        self.index.insert(node, game);
        Ok(game)
    }

    pub(crate) fn intern_closed(&mut self, value: NumberUpStar) -> Result<Game, Error> {
        let stops = Stops { left: value.number.clone(), right: value.number.clone() };
        self.intern(Node::Closed(value), stops)
    }

    /// The number `x`.
    pub fn number(&mut self, x: impl Into<Dyadic>) -> Result<Game, Error> {
        self.number_up_star(x, 0, 0)
    }

    /// The value `number` + `up`·↑ + *`star`.
    pub fn number_up_star(
        &mut self,
        number: impl Into<Dyadic>,
        up: i64,
        star: u32,
    ) -> Result<Game, Error> {
        self.intern_closed(NumberUpStar { number: number.into(), up, star })
    }

    /// The nimber *m.
    pub fn nimber(&mut self, m: u32) -> Result<Game, Error> {
        self.number_up_star(0, 0, m)
    }

    /// `n`·↑.
    pub fn up(&mut self, n: i64) -> Result<Game, Error> {
        self.number_up_star(0, n, 0)
    }

    /// ±(options): {options | -options}.
    pub fn switch(&mut self, options: &[Game]) -> Result<Game, Error> {
        let right = options.iter().map(|&g| self.negative(g)).collect::<Result<Vec<_>, _>>()?;
        self.game(options, &right)
    }

    /// Tiny-G, {0 || 0 | -G}.
    pub fn tiny(&mut self, g: Game) -> Result<Game, Error> {
        let minus = self.negative(g)?;
        let threat = self.game(&[Self::ZERO], &[minus])?;
        self.game(&[Self::ZERO], &[threat])
    }

    /// Miny-G, {G | 0 || 0}, the negative of tiny-G.
    pub fn miny(&mut self, g: Game) -> Result<Game, Error> {
        let tiny = self.tiny(g)?;
        self.negative(tiny)
    }

    /// The closed form number + up + star, if the value has that shape.
    pub fn as_number_up_star(&self, g: Game) -> Option<&NumberUpStar> {
        match &self.nodes[g.0 as usize] {
            Node::Closed(value) => Some(value),
            Node::Options { .. } => None,
        }
    }

    /// The number, if the value is one.
    pub fn as_number(&self, g: Game) -> Option<&Dyadic> {
        self.as_number_up_star(g).filter(|v| v.is_number()).map(|v| &v.number)
    }

    /// The options of the canonical form.
    pub fn options(&mut self, g: Game) -> Result<LeftAndRight, Error> {
        let value = match &self.nodes[g.0 as usize] {
            Node::Options { left, right } => {
                return Ok(LeftAndRight { left: left.clone(), right: right.clone() });
            }
            Node::Closed(value) => value.clone(),
        };
        if let Some(options) = self.opened.get(&g) {
            return Ok(options.clone());
        }
        check_star(value.star)?;
        let NumberUpStar { number: x, up, star } = value;
        let mut left = Vec::new();
        let mut right = Vec::new();
        match up.cmp(&0) {
            // x itself, or x + *m = {x, x*, ..., x*(m-1) | the same}.
            Ordering::Equal if star == 0 => {
                for (side, option) in [(&mut left, x.left_option()), (&mut right, x.right_option())]
                {
                    if let Some(option) = option {
                        side.push(self.number(option)?);
                    }
                }
            }
            Ordering::Equal => {
                for k in 0..star {
                    left.push(self.number_up_star(x.clone(), 0, k)?);
                }
                right.clone_from(&left);
            }
            // ↑* = {0,*|0}; otherwise n·↑ + *m = {0 | (n-1)·↑ + *(m xor 1)}; x is added to
            // every option by the number translation theorem.
            Ordering::Greater => {
                left.push(self.number(x.clone())?);
                if (up, star) == (1, 1) {
                    left.push(self.number_up_star(x.clone(), 0, 1)?);
                    right.push(self.number(x)?);
                } else {
                    right.push(self.number_up_star(x, up - 1, star ^ 1)?);
                }
            }
            Ordering::Less => {
                right.push(self.number(x.clone())?);
                if (up, star) == (-1, 1) {
                    right.push(self.number_up_star(x.clone(), 0, 1)?);
                    left.push(self.number(x)?);
                } else {
                    left.push(self.number_up_star(x, up + 1, star ^ 1)?);
                }
            }
        }
        left.sort_unstable();
        right.sort_unstable();
        let options = LeftAndRight { left: left.into(), right: right.into() };
        self.opened.insert(g, options.clone());
        Ok(options)
    }

    /// The two stops of a value.
    pub(crate) fn stops(&self, g: Game) -> &Stops {
        &self.stops[g.0 as usize]
    }

    /// The left stop: the number reached when Left starts and both play to stop.
    pub fn left_stop(&self, g: Game) -> &Dyadic {
        &self.stops[g.0 as usize].left
    }

    /// The right stop: the number reached when Right starts.
    pub fn right_stop(&self, g: Game) -> &Dyadic {
        &self.stops[g.0 as usize].right
    }

    /// The negative: the game with the roles of Left and Right exchanged.
    pub fn negative(&mut self, g: Game) -> Result<Game, Error> {
        let (left, right) = match &self.nodes[g.0 as usize] {
            Node::Closed(v) => {
                let up = v.up.checked_neg().ok_or_else(up_overflow)?;
                let minus = NumberUpStar { number: -&v.number, up, star: v.star };
                return self.intern_closed(minus);
            }
            Node::Options { left, right } => (left.clone(), right.clone()),
        };
        if let Some(&minus) = self.negatives.get(&g) {
            return Ok(minus);
        }
        let (base, star) = self.apart(g)?;
        if star > 0 {
            let minus = self.deeper(|games| {
                let minus = games.negative(base)?;
                games.plus_star(minus, star)
            })?;
            self.negatives.insert(g, minus);
            self.negatives.insert(minus, g);
            return Ok(minus);
        }
        let minus = self.deeper(|games| {
            let negated = |games: &mut Self, side: &[Game]| {
                let mut side =
                    side.iter().map(|&h| games.negative(h)).collect::<Result<Vec<_>, _>>()?;
                side.sort_unstable();
                Ok::<Arc<[Game]>, Error>(side.into())
            };
            let (new_left, new_right) = (negated(games, &right)?, negated(games, &left)?);
            let stops = Stops { left: -games.right_stop(g), right: -games.left_stop(g) };
            games.intern(Node::Options { left: new_left, right: new_right }, stops)
        })?;
        self.negatives.insert(g, minus);
        self.negatives.insert(minus, g);
        Ok(minus)
    }

    /// The sum of two games.
    pub fn sum(&mut self, g: Game, h: Game) -> Result<Game, Error> {
        if let (Node::Closed(a), Node::Closed(b)) =
            (&self.nodes[g.0 as usize], &self.nodes[h.0 as usize])
        {
            let up = a.up.checked_add(b.up).ok_or_else(up_overflow)?;
            let sum = NumberUpStar { number: &a.number + &b.number, up, star: a.star ^ b.star };
            return self.intern_closed(sum);
        }
        // Nimbers are added last, and together: (g + *a) + (h + *b) = (g + h) + *(a xor b).
        let ((g, a), (h, b)) = (self.apart(g)?, self.apart(h)?);
        let sum = self.sum_of_bases(g, h)?;
        if a == b { Ok(sum) } else { self.deeper(|games| games.plus_star(sum, a ^ b)) }
    }

    fn sum_of_bases(&mut self, g: Game, h: Game) -> Result<Game, Error> {
        let (g, h) = if g <= h { (g, h) } else { (h, g) };
        if g == Self::ZERO {
            return Ok(h);
        }
        if let Some(&sum) = self.sums.get(&(g, h)) {
            return Ok(sum);
        }
        let sum = self.deeper(|games| {
            let mut left = Vec::new();
            let mut right = Vec::new();
            // Number translation theorem: when one summand is a number and the sum is
            // not, nobody need move in the number.
            for (mover, other) in [(g, h), (h, g)] {
                if games.as_number(mover).is_some() {
                    continue;
                }
                games.step()?;
                let options = games.options(mover)?;
                for &option in &*options.left {
                    left.push(games.sum(option, other)?);
                }
                for &option in &*options.right {
                    right.push(games.sum(option, other)?);
                }
            }
            games.game(&left, &right)
        })?;
        if self.sums.len() >= COMPARISON_LIMIT {
            self.sums.clear();
        }
        self.sums.insert((g, h), sum);
        Ok(sum)
    }

    /// `g` - `h`.
    pub fn difference(&mut self, g: Game, h: Game) -> Result<Game, Error> {
        let minus = self.negative(h)?;
        self.sum(g, minus)
    }

    /// Whether `g` ≤ `h`: no left option of `g` is ≥ `h` and no right option of `h` is
    /// ≤ `g`.
    pub fn le(&mut self, g: Game, h: Game) -> Result<bool, Error> {
        if g == h {
            return Ok(true);
        }
        let (a, b) = (&self.nodes[g.0 as usize], &self.nodes[h.0 as usize]);
        if let (Node::Closed(a), Node::Closed(b)) = (a, b) {
            let difference = NumberUpStar {
                number: &a.number - &b.number,
                up: a.up.checked_sub(b.up).ok_or_else(up_overflow)?,
                star: a.star ^ b.star,
            };
            return Ok(matches!(difference.relation_to_zero(), Relation::Less | Relation::Equal));
        }
        let ((g, a), (h, b)) = (self.apart(g)?, self.apart(h)?);
        self.le_with_star(g, h, a ^ b)
    }

    /// Whether `g` + *`star` ≤ `h`, for bases: whether Left, who starts, loses
    /// `g` + *`star` - `h`. A nimber is its own negative, so g + *a ≤ h + *b asks this of
    /// a xor b: all pairs from two families of such sums share these answers.
    pub(crate) fn le_with_star(&mut self, g: Game, h: Game, star: u32) -> Result<bool, Error> {
        if g == h {
            // *m is confused with 0.
            return Ok(star == 0);
        }
        let (a, b) = (&self.nodes[g.0 as usize], &self.nodes[h.0 as usize]);
        if let (Node::Closed(a), Node::Closed(b)) = (a, b) {
            let difference = NumberUpStar {
                number: &a.number - &b.number,
                up: a.up.checked_sub(b.up).ok_or_else(up_overflow)?,
                star: a.star ^ b.star ^ star,
            };
            return Ok(matches!(difference.relation_to_zero(), Relation::Less | Relation::Equal));
        }
        // A nimber changes no stop.
        let (s, t) = (&self.stops[g.0 as usize], &self.stops[h.0 as usize]);
        if let Some(answer) = le_by_stops(s, t) {
            return Ok(answer);
        }
        if let Some(&answer) = self.at_most.get(&(g, h, star)) {
            return Ok(answer);
        }
        let answer = self.deeper(|games| games.right_holds(g, h, star))?;
        if self.at_most.len() >= COMPARISON_LIMIT {
            self.at_most.clear();
        }
        self.at_most.insert((g, h, star), answer);
        Ok(answer)
    }

    /// Whether every first move of Left in `g` + *`star` - `h` loses.
    fn right_holds(&mut self, g: Game, h: Game, star: u32) -> Result<bool, Error> {
        // Number avoidance: a player who can win a sum with a number x and a game that is
        // none can win it without moving in x. One of g and h is not closed, and with *m
        // added it still is none of the numbers.
        if self.as_number(g).is_none() {
            for &left in &*self.options(g)?.left {
                self.step()?;
                let (left, m) = self.apart(left)?;
                if self.le_with_star(h, left, star ^ m)? {
                    return Ok(false);
                }
            }
        }
        if self.as_number(h).is_none() {
            for &right in &*self.options(h)?.right {
                self.step()?;
                let (right, m) = self.apart(right)?;
                if self.le_with_star(right, g, star ^ m)? {
                    return Ok(false);
                }
            }
        }
        // From the small nimbers upwards: each question then finds the smaller ones answered
        // and does not go deep.
        for smaller in 0..star {
            self.step()?;
            if self.le_with_star(h, g, smaller)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How `g` compares with `h`.
    pub fn compare(&mut self, g: Game, h: Game) -> Result<Relation, Error> {
        Ok(match (self.le(g, h)?, self.le(h, g)?) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Fuzzy,
        })
    }

    /// Who wins.
    pub fn outcome(&mut self, g: Game) -> Result<Outcome, Error> {
        Ok(self.compare(g, Self::ZERO)?.into())
    }

    /// The birthday of the canonical form: 0 for 0, else one more than the latest
    /// birthday of an option.
    pub fn birthday(&mut self, g: Game) -> Result<BigInt, Error> {
        let mut known = HashMap::new();
        self.birthday_with(g, &mut known)
    }

    fn birthday_with(
        &mut self,
        g: Game,
        known: &mut HashMap<Game, BigInt>,
    ) -> Result<BigInt, Error> {
        if let Some(v) = self.as_number_up_star(g) {
            // x + *m: every option is x + *k, so m days after x. The ups: ↑ and ↑* are
            // born on day 2, each further up with the star flipped a day later; with a
            // nimber *m, m ≥ 2, the innermost option is a nimber m or m xor 1.
            let base = v.number.birthday();
            let n = v.up.unsigned_abs();
            let day = match (n, v.star) {
                (0, m) => BigInt::from(m),
                (n, 0 | 1) => BigInt::from(n) + 1,
                (n, m) => BigInt::from(n) + if n % 2 == 0 { m } else { m ^ 1 },
            };
            return Ok(base + day);
        }
        if let Some(day) = known.get(&g) {
            return Ok(day.clone());
        }
        let day: BigInt = self.deeper(|games| {
            let options = games.options(g)?;
            let mut day = BigInt::from(-1);
            for &option in options.left.iter().chain(&*options.right) {
                day = day.max(games.birthday_with(option, known)?);
            }
            Ok(day + 1)
        })?;
        known.insert(g, day.clone());
        Ok(day)
    }
}

pub(crate) fn check_star(star: u32) -> Result<(), Error> {
    if star > STAR_LIMIT {
        return Err(Error::too_large(format!(
            "*{star} has too many options to list; the limit is *{STAR_LIMIT}"
        )));
    }
    Ok(())
}

fn up_overflow() -> Error {
    Error::too_large("a multiple of up beyond 64 bits")
}

/// What the stops alone say about g ≤ h: a left stop below the other's right stop
/// decides for it; a left (right) stop above the other's left (right) stop against it.
pub(crate) fn le_by_stops(g: &Stops, h: &Stops) -> Option<bool> {
    if g.left < h.right {
        Some(true)
    } else if g.left > h.left || g.right > h.right {
        Some(false)
    } else {
        None
    }
}
