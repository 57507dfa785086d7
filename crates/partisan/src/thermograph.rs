//! Thermographs: how a game behaves under a tax t ≥ 0 on every move; mean and
//! temperature.

use crate::dyadic::Dyadic;
use crate::error::Error;
use crate::game::{Game, Games};
use std::collections::HashMap;

/// A point of a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The temperature (tax) t.
    pub temperature: Dyadic,
    /// The value at t.
    pub value: Dyadic,
}

/// A continuous function of t ≥ 0, linear between its points and constant after the
/// last one. Slopes are -1, 0 or 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall(Vec<Point>);

impl Wall {
    /// The corners, from t = 0 up.
    pub fn points(&self) -> &[Point] {
        &self.0
    }

    fn constant(value: &Dyadic) -> Self {
        Self(vec![Point { temperature: Dyadic::ZERO, value: value.clone() }])
    }

    fn at(&self, t: &Dyadic) -> Dyadic {
        let i = self.0.partition_point(|p| p.temperature <= *t);
        // The first point has temperature 0 ≤ t, so i ≥ 1.
        let p = &self.0[i - 1];
        let Some(next) = self.0.get(i) else { return p.value.clone() };
        let run = t - &p.temperature;
        match next.value.cmp(&p.value) {
            std::cmp::Ordering::Less => &p.value - &run,
            std::cmp::Ordering::Equal => p.value.clone(),
            std::cmp::Ordering::Greater => &p.value + &run,
        }
    }

    fn push(&mut self, temperature: Dyadic, value: Dyadic) {
        self.0.push(Point { temperature, value });
    }

    /// Drops points in the middle of a straight line and at the end of a constant one.
    fn tidy(mut self) -> Self {
        let slope = |a: &Point, b: &Point| b.value.cmp(&a.value);
        let mut kept: Vec<Point> = Vec::with_capacity(self.0.len());
        for p in self.0.drain(..) {
            if kept.last().is_some_and(|q| q.temperature == p.temperature) {
                continue;
            }
            while kept.len() >= 2 {
                let n = kept.len();
                if slope(&kept[n - 2], &kept[n - 1]) == slope(&kept[n - 1], &p) {
                    kept.pop();
                } else {
                    break;
                }
            }
            kept.push(p);
        }
        while kept.len() >= 2 && kept[kept.len() - 1].value == kept[kept.len() - 2].value {
            kept.pop();
        }
        Self(kept)
    }

    /// The larger (or smaller) of two walls at every temperature.
    fn extreme(&self, other: &Self, larger: bool) -> Self {
        let times = merged_times(self, other);
        let mut result = Self(Vec::new());
        let pick = |a: &Dyadic, b: &Dyadic| {
            if larger { a.max(b).clone() } else { a.min(b).clone() }
        };
        for (i, t) in times.iter().enumerate() {
            let (a, b) = (self.at(t), other.at(t));
            result.push(t.clone(), pick(&a, &b));
            let Some(next) = times.get(i + 1) else { continue };
            let before = &a - &b;
            let after = &self.at(next) - &other.at(next);
            if before.sign() as i8 * after.sign() as i8 == -1 {
                // They cross inside; the slopes differ by 1 or 2.
                let gap = if before.sign() == std::cmp::Ordering::Less {
                    -before.clone()
                } else {
                    before.clone()
                };
                let change = &after - &before;
                let change =
                    if change.sign() == std::cmp::Ordering::Less { -change } else { change };
                let run = if change == next - t { gap } else { gap.half() };
                let crossing = t + &run;
                let value = self.at(&crossing);
                result.push(crossing, value);
            }
        }
        result.tidy()
    }
}

fn merged_times(a: &Wall, b: &Wall) -> Vec<Dyadic> {
    let mut times: Vec<Dyadic> = a.0.iter().chain(&b.0).map(|p| p.temperature.clone()).collect();
    times.sort();
    times.dedup();
    times
}

/// The thermograph of a game for t ≥ 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// The left wall; at t = 0 it is the left stop.
    pub left: Wall,
    /// The right wall; at t = 0 it is the right stop.
    pub right: Wall,
    /// The mean, where the mast stands.
    pub mean: Dyadic,
    /// Where the mast begins. For a number with denominator 2^k this is -1/2^k.
    pub temperature: Dyadic,
}

impl Games {
    /// The thermograph of `g`. The left wall is the greatest right wall of a left option
    /// less t, the right wall the least left wall of a right option plus t, up to the
    /// temperature at which they meet; from there on both are the mast.
    pub fn thermograph(&mut self, g: Game) -> Result<Thermograph, Error> {
        let mut known = HashMap::new();
        self.thermograph_with(g, &mut known)
    }

    fn thermograph_with(
        &mut self,
        g: Game,
        known: &mut HashMap<Game, Thermograph>,
    ) -> Result<Thermograph, Error> {
        if let Some(v) = self.as_number_up_star(g) {
            // A number is its own mast; number + infinitesimal has temperature 0.
            let wall = Wall::constant(&v.number);
            let temperature = if v.up == 0 && v.star == 0 {
                -Dyadic::new(1, v.number.exponent())
            } else {
                Dyadic::ZERO
            };
            let mean = v.number.clone();
            return Ok(Thermograph { left: wall.clone(), right: wall, mean, temperature });
        }
        if let Some(t) = known.get(&g) {
            return Ok(t.clone());
        }
        let options = self.options(g)?;
        let (left, right) = self.deeper(|games| {
            let mut left: Option<Wall> = None;
            for &l in &*options.left {
                let wall = games.thermograph_with(l, known)?.right;
                left = Some(left.map_or(wall.clone(), |w| w.extreme(&wall, true)));
            }
            let mut right: Option<Wall> = None;
            for &r in &*options.right {
                let wall = games.thermograph_with(r, known)?.left;
                right = Some(right.map_or(wall.clone(), |w| w.extreme(&wall, false)));
            }
            Ok((left, right))
        })?;
        let (Some(left), Some(right)) = (left, right) else {
            unreachable!("a canonical form without moves for a player is an integer")
        };
        let result = meet(&left, &right);
        known.insert(g, result.clone());
        Ok(result)
    }
}

/// Taxes the two scaffolds and cuts them where they meet. `a` - t falls or stays and
/// `b` + t rises or stays, so the first meeting is the only one.
fn meet(a: &Wall, b: &Wall) -> Thermograph {
    let times = merged_times(a, b);
    let mut left = Wall(Vec::new());
    let mut right = Wall(Vec::new());
    for (i, t) in times.iter().enumerate() {
        let (x, y) = (&a.at(t) - t, &b.at(t) + t);
        left.push(t.clone(), x.clone());
        right.push(t.clone(), y.clone());
        let gap = &x - &y;
        let run = if gap.is_zero() {
            Dyadic::ZERO
        } else if let Some(next) = times.get(i + 1) {
            let later = &(&a.at(next) - next) - &(&b.at(next) + next);
            if later.sign() == std::cmp::Ordering::Greater {
                continue;
            }
            // The gap closes with slope 1 or 2 in this stretch.
            if &gap - &later == next - t { gap } else { gap.half() }
        } else {
            // After the last corner the scaffolds approach each other with slope 2.
            gap.half()
        };
        let temperature = t + &run;
        let mean = &a.at(&temperature) - &temperature;
        left.push(temperature.clone(), mean.clone());
        right.push(temperature.clone(), mean.clone());
        return Thermograph { left: left.tidy(), right: right.tidy(), mean, temperature };
    }
    unreachable!("the last corner always leads to a meeting")
}
