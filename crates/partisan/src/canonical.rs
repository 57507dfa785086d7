//! Canonical forms: the simplest number, dominated and reversible options, closed forms.

use crate::dyadic::{Bound, Dyadic, simplest_between};
use crate::error::Error;
use crate::game::{Game, Games, Node, NumberUpStar, Stops, le_by_stops};
use crate::hash::{FastMap, FastSet};
use std::collections::HashMap;

impl Games {
    /// The value of {left | right}, whose options are given by value.
    ///
    /// Simplicity Theorem (Austin 1.17): if some number x satisfies l ⊲| x ⊲| r for all
    /// options, the value is the simplest such x. Otherwise dominated options are
    /// deleted (1.15) and reversible ones bypassed; what is left when neither remains
    /// is the canonical form, unique by Conway's theorem.
    ///
    /// Checked: the comparisons themselves. Assumed: nothing beyond the theorems.
    pub fn game(&mut self, left: &[Game], right: &[Game]) -> Result<Game, Error> {
        self.go_on()?;
        let mut left = left.to_vec();
        let mut right = right.to_vec();
        left.sort_unstable();
        left.dedup();
        right.sort_unstable();
        right.dedup();

        if let Some(x) = self.number_between(&left, &right)? {
            return self.number(x);
        }
        // Not a number, so both players have moves.
        self.remove_dominated(&mut left, Side::Left)?;
        self.remove_dominated(&mut right, Side::Right)?;
        let stops = self.stops_of(&left, &right);
        let mut form = Form { left, right, stops, known: HashMap::new() };
        let mut left = form.bypass_reversible(self, Side::Left)?;
        let mut right = form.bypass_reversible(self, Side::Right)?;
        self.remove_dominated(&mut left, Side::Left)?;
        self.remove_dominated(&mut right, Side::Right)?;
        left.sort_unstable();
        right.sort_unstable();
        if let Some(value) = self.recognise(&left, &right) {
            return self.intern_closed(value);
        }
        self.intern(Node::Options { left: left.into(), right: right.into() }, form.stops)
    }

    /// The value whose canonical form has these options, which are known to be canonical and
    /// those of no closed form.
    pub(crate) fn canonical(
        &mut self,
        mut left: Vec<Game>,
        mut right: Vec<Game>,
    ) -> Result<Game, Error> {
        left.sort_unstable();
        right.sort_unstable();
        let stops = self.stops_of(&left, &right);
        self.intern(Node::Options { left: left.into(), right: right.into() }, stops)
    }

    /// The stops of {left | right}, if it is no number.
    fn stops_of(&self, left: &[Game], right: &[Game]) -> Stops {
        Stops {
            left: left.iter().map(|&l| self.right_stop(l)).max().cloned().unwrap_or(Dyadic::ZERO),
            right: right.iter().map(|&r| self.left_stop(r)).min().cloned().unwrap_or(Dyadic::ZERO),
        }
    }

    /// The simplest number x with l ⊲| x ⊲| r for all options. l ⊲| x means not l ≥ x,
    /// and the numbers x ≤ l are those below the right stop of l, with the stop itself
    /// or without it.
    fn number_between(&mut self, left: &[Game], right: &[Game]) -> Result<Option<Dyadic>, Error> {
        let mut low: Option<Bound> = None;
        for &l in left {
            let at = self.right_stop(l).clone();
            if low.as_ref().is_some_and(|b| b.at > at) {
                continue;
            }
            let stop = self.number(at.clone())?;
            let inclusive = !self.le(stop, l)?;
            match &mut low {
                Some(b) if b.at == at => b.inclusive &= inclusive,
                _ => low = Some(Bound { at, inclusive }),
            }
        }
        let mut high: Option<Bound> = None;
        for &r in right {
            let at = self.left_stop(r).clone();
            if high.as_ref().is_some_and(|b| b.at < at) {
                continue;
            }
            let stop = self.number(at.clone())?;
            let inclusive = !self.le(r, stop)?;
            match &mut high {
                Some(b) if b.at == at => b.inclusive &= inclusive,
                _ => high = Some(Bound { at, inclusive }),
            }
        }
        Ok(simplest_between(low.as_ref(), high.as_ref()))
    }

    /// Dominated options (Austin, Lemma 1.15): a left option below another one, a right
    /// option above another one.
    pub(crate) fn remove_dominated(
        &mut self,
        options: &mut Vec<Game>,
        side: Side,
    ) -> Result<(), Error> {
        options.sort_unstable();
        options.dedup();
        // Different values of one family base + *m are confused: by family, only members of
        // different ones need be compared.
        let mut families: Vec<(Game, Vec<Game>)> = Vec::new();
        let mut family_of: FastMap<Game, usize> = FastMap::default();
        'next: for &g in &*options {
            let (base, _) = self.apart(g)?;
            for (other, kept) in &mut families {
                if *other == base {
                    continue;
                }
                let mut i = 0;
                while i < kept.len() {
                    self.step()?;
                    let (low, high) = match side {
                        Side::Left => (g, kept[i]),
                        Side::Right => (kept[i], g),
                    };
                    if self.le(low, high)? {
                        continue 'next;
                    }
                    if self.le(high, low)? {
                        kept.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
            }
            let place = *family_of.entry(base).or_insert(families.len());
            match families.get_mut(place) {
                Some((_, kept)) => kept.push(g),
                None => families.push((base, vec![g])),
            }
        }
        options.clear();
        options.extend(families.into_iter().flat_map(|(_, kept)| kept));
        Ok(())
    }

    /// The closed form of canonical options, if they are those of number + up + star.
    fn recognise(&self, left: &[Game], right: &[Game]) -> Option<NumberUpStar> {
        let closed = |g: Game| self.as_number_up_star(g);
        let first = closed(*left.first()?)?;
        let x = &first.number;
        let all = |side: &[Game]| {
            side.iter().map(|&g| closed(g).filter(|v| v.number == *x)).collect::<Option<Vec<_>>>()
        };
        let (l, r) = (all(left)?, all(right)?);
        let value = |up: i64, star: u32| Some(NumberUpStar { number: x.clone(), up, star });
        if left == right {
            let mut stars: Vec<u32> = l.iter().filter(|v| v.up == 0).map(|v| v.star).collect();
            stars.sort_unstable();
            let complete =
                stars.len() == l.len() && stars.iter().enumerate().all(|(i, &m)| m == i as u32);
            return complete.then(|| value(0, stars.len() as u32)).flatten();
        }
        let is_number = |side: &[&NumberUpStar]| side.len() == 1 && side[0].is_number();
        let zero_and_star = |side: &[&NumberUpStar]| {
            side.len() == 2
                && side.iter().all(|v| v.up == 0 && v.star <= 1)
                && side[0].star != side[1].star
        };
        if is_number(&l) && r.len() == 1 && r[0].up >= 0 {
            // {x | x + (n-1)·↑ + *(m xor 1)}; x + *1 alone would give ↑ (n = 1, m = 0), and
            // {x | x} never reaches this place.
            return value(r[0].up.checked_add(1)?, r[0].star ^ 1);
        }
        if is_number(&r) && l.len() == 1 && l[0].up <= 0 {
            return value(l[0].up.checked_sub(1)?, l[0].star ^ 1);
        }
        if zero_and_star(&l) && is_number(&r) {
            return value(1, 1);
        }
        if is_number(&l) && zero_and_star(&r) {
            return value(-1, 1);
        }
        None
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Left's options.
    Left,
    /// Right's options.
    Right,
}

/// A game {left | right} on its way to its canonical form; not a number. Its value never
/// changes, so what is known about comparisons with it stays true.
struct Form {
    left: Vec<Game>,
    right: Vec<Game>,
    stops: Stops,
    /// For a game h: whether h ≤ this and whether this ≤ h, as far as asked.
    known: HashMap<(Game, bool), bool>,
}

impl Form {
    /// Whether `h` ≤ this game (`above`), or this game ≤ `h`: no move of the player who would
    /// refute it does, in this game or in `h`.
    fn compares(&mut self, games: &mut Games, h: Game, above: bool) -> Result<bool, Error> {
        let by_stops = if above {
            le_by_stops(games.stops(h), &self.stops)
        } else {
            le_by_stops(&self.stops, games.stops(h))
        };
        if let Some(answer) = by_stops {
            return Ok(answer);
        }
        if let Some(&answer) = self.known.get(&(h, above)) {
            return Ok(answer);
        }
        let mut answer = true;
        for &own in if above { &self.right } else { &self.left } {
            games.step()?;
            if if above { games.le(own, h)? } else { games.le(h, own)? } {
                answer = false;
                break;
            }
        }
        // Number avoidance, as in `Games::le`: this game is not a number.
        if answer && games.as_number(h).is_none() {
            let options = games.options(h)?;
            for &option in if above { &*options.left } else { &*options.right } {
                if games.deeper(|games| self.compares(games, option, !above))? {
                    answer = false;
                    break;
                }
            }
        }
        self.known.insert((h, above), answer);
        Ok(answer)
    }

    /// Reversible options: a left option l with a right option l' ≤ G is replaced by all
    /// left options of l', and these are looked at again.
    fn bypass_reversible(&mut self, games: &mut Games, side: Side) -> Result<Vec<Game>, Error> {
        let mut queue = match side {
            Side::Left => self.left.clone(),
            Side::Right => self.right.clone(),
        };
        let mut seen: FastSet<Game> = FastSet::default();
        let mut kept = Vec::new();
        'next: while let Some(g) = queue.pop() {
            if !seen.insert(g) {
                continue;
            }
            let options = games.options(g)?;
            let replies = match side {
                Side::Left => options.right,
                Side::Right => options.left,
            };
            for &reply in &*replies {
                games.step()?;
                if self.compares(games, reply, side == Side::Left)? {
                    let through = games.options(reply)?;
                    queue.extend_from_slice(match side {
                        Side::Left => &through.left,
                        Side::Right => &through.right,
                    });
                    continue 'next;
                }
            }
            kept.push(g);
        }
        Ok(kept)
    }
}
