//! Sums of a game and nimbers.
//!
//! tiny-2 + *1000 has a thousand options on each side, each of them tiny-2 + *k with as many:
//! by the general way, comparing all pairs of options at every level, the work grows with
//! the cube of the nimber or worse. But the values base + *0, base + *1, ... form a family:
//! two of them differ by a nimber, hence are equal or confused, and a question about two
//! families depends on the nim-sum of the nimbers alone. So the arena remembers how such a
//! value was made, and asks about families.

use crate::canonical::Side;
use crate::error::Error;
use crate::game::{Game, Games, LeftAndRight, Node, NumberUpStar, check_star};
use crate::hash::{FastMap, FastSet};
use std::sync::Arc;

/// How values were made as base + *star.
///
/// A value gets its entry in `made` when it enters the arena and never later, and its base
/// was there before it. So in a recursion from a base to (the base of) an option every
/// value was made before the last one, and the recursion ends.
#[derive(Default)]
pub(crate) struct Shifts {
    made: FastMap<Game, (Game, u32)>,
    values: FastMap<(Game, u32), Game>,
    /// The options of a value in `made` that are not in its family.
    strangers: FastMap<Game, LeftAndRight>,
}

impl Games {
    /// `g` as base + *star. The base of a closed form is its number and ups, and with ups *1
    /// where the nimber is odd: n·↑ and n·↑* are options of each other's like, by turns, and
    /// a question about 10000 ups is answered by their canonical forms without going deep. The
    /// base of any other value is what it was made from by [`Self::plus_star`], or the value
    /// itself.
    pub(crate) fn apart(&mut self, g: Game) -> Result<(Game, u32), Error> {
        match self.as_number_up_star(g) {
            Some(v) => {
                let kept = if v.up == 0 { 0 } else { v.star & 1 };
                let star = v.star ^ kept;
                if star == 0 {
                    return Ok((g, 0));
                }
                let base = NumberUpStar { number: v.number.clone(), up: v.up, star: kept };
                Ok((self.intern_closed(base)?, star))
            }
            None => Ok(self.shifts.made.get(&g).copied().unwrap_or((g, 0))),
        }
    }

    /// `g` + *`star` in canonical form.
    ///
    /// The left options of base + *t are l + *t for the left options l of the base, which
    /// are confused with one another as those of a canonical form, and base + *k for k < t,
    /// which are so because a nimber is confused with 0.
    pub(crate) fn plus_star(&mut self, g: Game, star: u32) -> Result<Game, Error> {
        let (base, own) = self.apart(g)?;
        let star = own ^ star;
        if star == 0 {
            return Ok(base);
        }
        if let Some(v) = self.as_number_up_star(base) {
            let star = v.star ^ star;
            let sum = NumberUpStar { number: v.number.clone(), up: v.up, star };
            return self.intern_closed(sum);
        }
        if let Some(&sum) = self.shifts.values.get(&(base, star)) {
            return Ok(sum);
        }
        check_star(star)?;
        // The small ones first, so that the recursion is as deep as the base only.
        let mut family = Vec::with_capacity(star as usize);
        family.push(base);
        for k in 1..=star {
            let sum = match self.shifts.values.get(&(base, k)) {
                Some(&sum) => sum,
                None => self.next_of_family(base, k, &family)?,
            };
            family.push(sum);
        }
        Ok(family[star as usize])
    }

    /// base + *`star`, where `family` lists base + *k for all k < `star`.
    fn next_of_family(&mut self, base: Game, star: u32, family: &[Game]) -> Result<Game, Error> {
        let stops = self.stops(base).clone();
        let own = self.options(base)?;
        let mut sides = Vec::with_capacity(2);
        for (side, own) in [(Side::Left, &own.left), (Side::Right, &own.right)] {
            let mut options = family.to_vec();
            for &option in &**own {
                options.push(self.deeper(|games| games.plus_star(option, star))?);
            }
            self.remove_dominated(&mut options, side)?;
            let mut options = self.bypass_reversible_to(base, star, options, side)?;
            self.remove_dominated(&mut options, side)?;
            options.sort_unstable();
            sides.push(options);
        }
        let (right, left) = (sides.pop().unwrap_or_default(), sides.pop().unwrap_or_default());
        let mut strangers = |side: &[Game]| -> Result<Arc<[Game]>, Error> {
            let mut list = Vec::new();
            for &option in side {
                if self.apart(option)?.0 != base {
                    list.push(option);
                }
            }
            Ok(list.into())
        };
        let strangers = LeftAndRight { left: strangers(&left)?, right: strangers(&right)? };
        // The base is not closed, so neither is its sum with a nimber, and it is no number.
        let known = self.len();
        let sum = self.intern(Node::Options { left: left.into(), right: right.into() }, stops)?;
        if self.len() > known {
            self.shifts.made.insert(sum, (base, star));
            self.shifts.strangers.insert(sum, strangers);
        }
        self.shifts.values.insert((base, star), sum);
        Ok(sum)
    }

    /// The options of base + *`star` on one side when reversible ones are bypassed: a left
    /// option l with a right option l' ≤ base + *star is replaced by all left options of l',
    /// and these are looked at again.
    ///
    /// No other value of the family need be looked at as l': it is confused with
    /// base + *star.
    fn bypass_reversible_to(
        &mut self,
        base: Game,
        star: u32,
        mut queue: Vec<Game>,
        side: Side,
    ) -> Result<Vec<Game>, Error> {
        let mut seen: FastSet<Game> = FastSet::default();
        let mut kept = Vec::new();
        // Many options may be nimbers x + *m, whose options are x + *j for j < m, the same for
        // all of them: for x, how many j were looked at, none of which reverses.
        let mut looked_at: FastMap<Game, u32> = FastMap::default();
        'next: while let Some(g) = queue.pop() {
            if !seen.insert(g) {
                continue;
            }
            self.step()?;
            let (x, m) = self.apart(g)?;
            let is_nimber = self.as_number(x).is_some() && m > 0;
            let replies: Vec<(Game, u32)> = if is_nimber {
                (*looked_at.get(&x).unwrap_or(&0)..m).map(|j| (x, j)).collect()
            } else {
                let options = match self.shifts.strangers.get(&g) {
                    // base + *star itself is not made yet, so it is none of those left out.
                    Some(strangers) if x == base => strangers.clone(),
                    _ => self.options(g)?,
                };
                let replies = match side {
                    Side::Left => options.right,
                    Side::Right => options.left,
                };
                replies.iter().map(|&reply| self.apart(reply)).collect::<Result<_, _>>()?
            };
            for (other, j) in replies {
                self.step()?;
                let reverses = match side {
                    Side::Left => self.le_with_star(other, base, j ^ star)?,
                    Side::Right => self.le_with_star(base, other, j ^ star)?,
                };
                if reverses {
                    let reply = self.plus_star(other, j)?;
                    let through = self.options(reply)?;
                    queue.extend_from_slice(match side {
                        Side::Left => &through.left,
                        Side::Right => &through.right,
                    });
                    continue 'next;
                }
            }
            if is_nimber {
                let known = looked_at.entry(x).or_insert(0);
                *known = m.max(*known);
            }
            kept.push(g);
        }
        Ok(kept)
    }
}
