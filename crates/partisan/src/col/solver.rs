//! Col on graphs of up to 64 nodes: outcomes by search, values from outcomes.
//!
//! For a number q one question is asked again and again: does Left, moving second (or
//! first), win G - q? By Theorem 2.3 the answers for all q are the value. A question needs
//! one good move at every other turn where the definition needs all moves at all turns,
//! so most of the positions a plain recursion must visit are never seen.
//!
//! What is known about a position is kept as bounds under a key that forgets the
//! numbering of the nodes and the names of the colours.

use super::value::{ColValue, Fixed, ONE, left_option, right_option, simplest};
use super::{BoardSearch, Player};
use crate::board::{Position, adjacency, pieces};
use crate::error::Error;
use crate::graph::Graph;
use crate::hash::FastMap;
use crate::isomorphism::{Key, Tinted, bits, key};

/// A lower bound: the number is above `at`, or equal to it and the value without (bit 0)
/// or with (bit 1) a star. An upper bound is read the other way round.
#[derive(Clone, Copy)]
struct End {
    at: Fixed,
    stars: u8,
}

/// What is known of a value: it lies between two ends.
#[derive(Clone, Copy)]
struct Bounds {
    low: End,
    high: End,
}

impl Bounds {
    /// Whether the value is ≥ `q` (`star` false) or ≥ `q` + * (`star` true), if known.
    fn at_least(&self, q: Fixed, star: bool) -> Option<bool> {
        let bit = 1 << u8::from(star);
        if self.low.at > q || (self.low.at == q && self.low.stars & !bit == 0) {
            // Above q, or at q with no star pattern left but the one asked for.
            return Some(true);
        }
        if self.high.at < q || (self.high.at == q && self.high.stars & bit == 0) {
            return Some(false);
        }
        None
    }

    /// By Theorem 2.3 a value is not ≥ q + s* exactly when it is ≤ q + (1-s)*.
    fn learn(&mut self, q: Fixed, star: bool, at_least: bool) {
        let bit = 1 << u8::from(star);
        let (end, better, stars) = if at_least {
            let better = q > self.low.at;
            (&mut self.low, better, bit)
        } else {
            let better = q < self.high.at;
            (&mut self.high, better, 3 ^ bit)
        };
        if better {
            *end = End { at: q, stars };
        } else if end.at == q {
            end.stars &= stars;
        }
    }

    fn exact(&self) -> Option<ColValue> {
        if self.low.at != self.high.at {
            return None;
        }
        match self.low.stars & self.high.stars {
            1 => Some(ColValue::new(self.low.at, false)),
            2 => Some(ColValue::new(self.low.at, true)),
            _ => None,
        }
    }

    fn negative(&self) -> Self {
        let flip = |e: End| End { at: -e.at, stars: e.stars };
        Self { low: flip(self.high), high: flip(self.low) }
    }
}

/// Where a position's bounds are, and whether they are those of its negative.
#[derive(Clone, Copy)]
struct Place {
    entry: u32,
    negated: bool,
}

/// How much a search took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Questions asked that the table could not answer.
    pub searched: u64,
    /// Different positions met, isomorphic ones counted once.
    pub positions: usize,
}

/// A position after all simplifications: a known value and connected pieces.
struct Simplified {
    value: ColValue,
    pieces: Vec<Position>,
}

/// How often the caller hears from a search.
const TICK: u64 = 1024;

pub(super) struct Solver {
    adjacent: [u64; 64],
    places: FastMap<Position, Place>,
    entries: FastMap<Key, u32>,
    bounds: Vec<Bounds>,
    searched: u64,
    search: BoardSearch,
}

impl Solver {
    pub(super) fn new(graph: &Graph, search: &BoardSearch) -> Result<Self, Error> {
        Ok(Self {
            adjacent: adjacency(graph)?,
            places: FastMap::default(),
            entries: FastMap::default(),
            bounds: Vec::new(),
            searched: 0,
            search: search.clone(),
        })
    }

    pub(super) fn statistics(&self) -> Statistics {
        Statistics { searched: self.searched, positions: self.bounds.len() }
    }

    /// The neighbours of a node that matter: those in play, explosive edges left out.
    fn row(&self, p: Position, v: usize) -> u64 {
        let around = if p.black >> v & 1 == 1 {
            p.free | p.black
        } else if p.white >> v & 1 == 1 {
            p.free | p.white
        } else {
            p.nodes()
        };
        self.adjacent[v] & around
    }

    /// Left paints `v`.
    fn left_move(&self, p: Position, v: usize) -> Position {
        let around = self.adjacent[v];
        Position {
            free: p.free & !around & !(1 << v),
            black: p.black & !around & !(1 << v),
            white: p.white | (p.free & around),
        }
    }

    /// Right paints `v`.
    fn right_move(&self, p: Position, v: usize) -> Position {
        self.left_move(p.reversed(), v).reversed()
    }

    fn simplify(&self, mut p: Position) -> Simplified {
        let mut number: Fixed = 0;
        let mut star = false;
        loop {
            let before = p;
            number += self.remove_private(&mut p);
            number += self.shorten_tails(&mut p);
            for v in bits(p.free) {
                if self.adjacent[v] & p.nodes() == 0 {
                    star = !star;
                    p.free &= !(1 << v);
                }
            }
            if p == before {
                break;
            }
        }
        let pieces = pieces(p, |v| self.row(p, v));
        Simplified { value: ColValue::new(number, star), pieces }
    }

    /// Lemma 2.8, for any graph. If the neighbours of a black node v (explosive edges left
    /// out) are all black and pairwise adjacent, then v and its neighbours may be removed
    /// for a value of 1; likewise -1 for white.
    ///
    /// Proof: deleting the neighbours, black nodes, does not increase the value (2.1 iv) and
    /// leaves the rest and the lone v: rest + 1 ≤ G. Deleting the edges that leave the
    /// clique, each with a black end, does not decrease it (2.2 i) and leaves the rest and
    /// a black clique, worth 1: G ≤ rest + 1. The source has the case of one neighbour,
    /// from which it removes a black end o...++ pair by pair.
    ///
    /// Checked: the colours and the clique.
    fn remove_private(&self, p: &mut Position) -> Fixed {
        let mut number = 0;
        loop {
            let mut found = false;
            for v in bits(p.black | p.white) {
                // Removed in this very pass?
                if (p.black | p.white) >> v & 1 == 0 {
                    continue;
                }
                let row = self.row(*p, v);
                if row & p.free != 0 {
                    continue;
                }
                let closed = row | 1 << v;
                if bits(row).all(|w| (self.row(*p, w) | 1 << w) & closed == closed) {
                    number += if p.black >> v & 1 == 1 { ONE } else { -ONE };
                    *p = p.without(closed);
                    found = true;
                }
            }
            if !found {
                return number;
            }
        }
    }

    /// Theorem 2.6 (Half Measures and Elastic Ends), stated at
    /// `chain::Chain::shortened_right`: a tail of untinted nodes behind a tinted node t
    /// becomes t o c, where c has the colour of t. Choosing that colour keeps the
    /// simplification the same for a board and its negative.
    ///
    /// Checked: that the inner nodes of the tail are untinted and have no other
    /// neighbours, that t is tinted, and the length.
    fn shorten_tails(&self, p: &mut Position) -> Fixed {
        let mut number = 0;
        for leaf in bits(p.nodes()) {
            if p.nodes() >> leaf & 1 == 0 {
                continue;
            }
            let row = self.row(*p, leaf);
            if row.count_ones() != 1 {
                continue;
            }
            // Walk from the leaf to the first node that is not an inner untinted one.
            let mut path = vec![leaf];
            let mut at = row.trailing_zeros() as usize;
            while p.free >> at & 1 == 1 {
                let row = self.row(*p, at);
                let onward = row & !(1 << path[path.len() - 1]);
                if onward.count_ones() != 1 {
                    break;
                }
                path.push(at);
                at = onward.trailing_zeros() as usize;
            }
            let t = 1u64 << at;
            if (p.black | p.white) & t == 0 {
                continue;
            }
            // path: the leaf, then inner nodes; the last two are next to t.
            let leaf_tint = if p.black >> leaf & 1 == 1 {
                1
            } else if p.white >> leaf & 1 == 1 {
                -1
            } else {
                0
            };
            let long_enough = if leaf_tint == 0 { path.len() >= 3 } else { path.len() >= 2 };
            if !long_enough {
                continue;
            }
            let sign = if p.black & t != 0 { 1 } else { -1 };
            // With two nodes the leaf itself is tinted anew. Where it has explosive edges
            // these would come to life again, so it must have none.
            let explosive = self.adjacent[leaf] & p.nodes() != row;
            if path.len() == 2 && (leaf_tint == sign || explosive) {
                continue;
            }
            let inner = path[path.len() - 1];
            let end = path[path.len() - 2];
            let tail = path.iter().fold(0u64, |set, &v| set | 1 << v);
            *p = p.without(tail & !(1 << inner));
            if sign == 1 {
                p.black |= 1 << end;
            } else {
                p.white |= 1 << end;
            }
            // Ends -, bare, + are worth -1/2, 0, 1/2 more than a bare one.
            number += Fixed::from(leaf_tint - sign) * (ONE / 2);
        }
        number
    }

    /// Where the bounds of a connected piece are; makes a place for it if it is new.
    fn place(&mut self, p: Position) -> Result<Place, Error> {
        if let Some(&place) = self.places.get(&p) {
            return Ok(place);
        }
        let mut rows = [0u64; 64];
        for v in bits(p.nodes()) {
            rows[v] = self.row(p, v);
        }
        let of = |p: Position| {
            key(&Tinted { nodes: p.nodes(), black: p.black, white: p.white, rows: &rows })
        };
        // Of a position and its negative the one with more black nodes is kept, of equals
        // the one with the smaller key.
        let (name, negated, own_negative) = match p.black.count_ones().cmp(&p.white.count_ones()) {
            std::cmp::Ordering::Greater => (of(p), false, false),
            std::cmp::Ordering::Less => (of(p.reversed()), true, false),
            std::cmp::Ordering::Equal => {
                let (a, b) = (of(p), of(p.reversed()));
                let equal = a == b;
                if a <= b { (a, false, equal) } else { (b, true, false) }
            }
        };
        let next = self.bounds.len() as u32;
        let entry = *self.entries.entry(name).or_insert(next);
        if entry == next {
            if self.bounds.len() >= self.search.position_limit() {
                return Err(Error::too_large(format!(
                    "more than {} positions have to be remembered",
                    self.search.position_limit()
                )));
            }
            let q = if negated { p.reversed() } else { p };
            let bounds = if own_negative {
                // G = -G, so its number is 0.
                Bounds { low: End { at: 0, stars: 3 }, high: End { at: 0, stars: 3 } }
            } else {
                // Nobody makes more moves than there are nodes for him.
                let most = Fixed::from((q.free | q.black).count_ones()) * ONE;
                let least = -Fixed::from((q.free | q.white).count_ones()) * ONE;
                Bounds { low: End { at: least, stars: 3 }, high: End { at: most, stars: 3 } }
            };
            self.bounds.push(bounds);
        }
        let place = Place { entry, negated };
        self.places.insert(p, place);
        Ok(place)
    }

    fn known(&self, place: Place) -> Bounds {
        let bounds = self.bounds[place.entry as usize];
        if place.negated { bounds.negative() } else { bounds }
    }

    fn learn(&mut self, place: Place, q: Fixed, star: bool, at_least: bool) {
        let bounds = &mut self.bounds[place.entry as usize];
        if place.negated {
            // -E ≥ q + s* says E ≤ -q + s*, that is not E ≥ -q + (1-s)*.
            bounds.learn(-q, !star, !at_least);
        } else {
            bounds.learn(q, star, at_least);
        }
    }

    /// The value of a position.
    pub(super) fn value(&mut self, p: Position) -> Result<ColValue, Error> {
        let simplified = self.simplify(p);
        let mut total = simplified.value;
        for piece in simplified.pieces {
            total = total.plus(self.piece_value(piece)?)?;
        }
        Ok(total)
    }

    /// Whether the player wins a position when the other one is to move.
    pub(super) fn wins_moving_second(
        &mut self,
        p: Position,
        player: Player,
    ) -> Result<bool, Error> {
        match player {
            Player::Left => self.at_least(p, 0, false),
            // Right wins if G ≤ 0, that is (2.3) if not G ≥ *.
            Player::Right => Ok(!self.at_least(p, 0, true)?),
        }
    }

    /// The value of a connected piece, by asking about the simplest number still
    /// possible until one remains.
    fn piece_value(&mut self, p: Position) -> Result<ColValue, Error> {
        let place = self.place(p)?;
        loop {
            let bounds = self.known(place);
            if let Some(value) = bounds.exact() {
                return Ok(value);
            }
            let q = simplest(
                bounds.low.at,
                bounds.low.stars != 0,
                bounds.high.at,
                bounds.high.stars != 0,
            )
            .ok_or_else(|| Error::too_large("a Col value with more than 63 binary places"))?;
            self.piece_at_least(p, place, q, false)?;
            self.piece_at_least(p, place, q, true)?;
        }
    }

    /// Whether a position is ≥ q (`star` false) or ≥ q + *.
    fn at_least(&mut self, p: Position, q: Fixed, star: bool) -> Result<bool, Error> {
        let Simplified { mut value, mut pieces } = self.simplify(p);
        pieces.sort_unstable_by_key(|piece| piece.size());
        let Some(last) = pieces.pop() else {
            let x = value.fixed();
            return Ok(x > q || (x == q && value.has_star() == star));
        };
        // All but the largest piece are evaluated, then the question is about that one.
        for piece in pieces {
            value = value.plus(self.piece_value(piece)?)?;
        }
        let place = self.place(last)?;
        self.piece_at_least(last, place, q - value.fixed(), star ^ value.has_star())
    }

    /// The question for a connected piece, by the definition of ≥. Left moving second
    /// wins G - q when every right option G' is |> q and q has no left option q' with
    /// G ≤ q'; moving first, when some left option is ≥ q or q has a right option ≤ G.
    /// G |> q is G ≥ q + * by Theorem 2.3.
    fn piece_at_least(
        &mut self,
        p: Position,
        place: Place,
        q: Fixed,
        star: bool,
    ) -> Result<bool, Error> {
        if let Some(answer) = self.known(place).at_least(q, star) {
            return Ok(answer);
        }
        self.searched += 1;
        if self.searched.is_multiple_of(TICK) {
            self.search.tick(TICK)?;
        }
        let answer = if star {
            self.left_wins_first(p, place, q)?
        } else {
            self.left_wins_second(p, place, q)?
        };
        self.learn(place, q, star, answer);
        Ok(answer)
    }

    fn left_wins_first(&mut self, p: Position, place: Place, q: Fixed) -> Result<bool, Error> {
        for v in self.good_moves(p) {
            if self.at_least(self.left_move(p, v), q, false)? {
                return Ok(true);
            }
        }
        match right_option(q) {
            Some(q) => self.piece_at_least(p, place, q, false),
            None => Ok(false),
        }
    }

    fn left_wins_second(&mut self, p: Position, place: Place, q: Fixed) -> Result<bool, Error> {
        if let Some(q) = left_option(q)
            && !self.piece_at_least(p, place, q, true)?
        {
            return Ok(false);
        }
        for v in self.good_moves(p.reversed()) {
            if !self.at_least(self.right_move(p, v), q, true)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Left's moves without those that another move dominates, the most promising first.
    ///
    /// Lemma 2.5, for any graph. (a) If u and v have the same tint and every neighbour of v
    /// other than u is a neighbour of u, then for a player who may paint them v is at least
    /// as good as u. Proof for Left: after v, tint white the further neighbours of u and
    /// delete the edges from u to them (or remove them where black); neither increases the
    /// value (2.1, 2.2), and what results is the position after u with u and v exchanged.
    /// (b) If all neighbours of an untinted d are tinted and c is its only black neighbour,
    /// or one of two with no white one, then for Left d is at least as good as c. Proof:
    /// after c, d is white. In the first case delete d, which does not decrease the value;
    /// what is left is the position after d with further white tints. In the second d is
    /// alone and worth -1, while painting d removes the other black neighbour, which costs
    /// at most 1 (2.2 i).
    ///
    /// Checked: the sets of neighbours and the tints.
    fn good_moves(&self, p: Position) -> Vec<usize> {
        let mut dropped = 0u64;
        for (set, free) in [(p.free, true), (p.black, false)] {
            for u in bits(set) {
                let row_u = self.row(p, u);
                for v in bits(set) {
                    let row_v = self.row(p, v);
                    let (a, b) = (row_v & !(1 << u), row_u & !(1 << v));
                    // Of two equal nodes the first is kept.
                    if u != v && a & !b == 0 && (a != b || v < u) {
                        dropped |= 1 << u;
                        break;
                    }
                }
                if free && row_u & p.free == 0 {
                    let (blacks, whites) = (row_u & p.black, row_u & p.white);
                    let n = blacks.count_ones();
                    if n == 1 || (n == 2 && whites == 0) {
                        dropped |= blacks;
                    }
                }
            }
        }
        let mut moves: Vec<(u32, usize)> = bits((p.free | p.black) & !dropped)
            .map(|v| {
                let row = self.row(p, v);
                let spent = 3 * u32::from(p.black >> v & 1 == 1);
                let harm = 2 * (row & (p.free | p.black)).count_ones();
                (spent + harm, v)
            })
            .collect();
        moves.sort_unstable();
        moves.into_iter().map(|(_, v)| v).collect()
    }
}
