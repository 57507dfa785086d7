//! Values on their own: canonical forms taken out of the arena they were computed in.
//!
//! A handle means something in its [`Games`] only, and an arena keeps all that was ever
//! computed in it. What a program keeps, sends to another thread or gives to its user is a
//! [`Value`]: the canonical form and nothing else. Values are computed with by putting them
//! into an arena, and what comes out is taken out again.

use crate::error::Error;
use crate::game::{Game, Games, NumberUpStar};
use crate::hash::{FastMap, FastSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A value of a short game, by itself.
#[derive(Clone, Debug)]
pub struct Value {
    /// Each part comes after those it refers to; the last one is the value.
    parts: Arc<[Part]>,
    fingerprint: u64,
}

#[derive(Clone, Debug)]
enum Part {
    Closed(NumberUpStar),
    /// A sum with a nimber, which the arena computes as a family: see [`crate::star`].
    Star {
        base: u32,
        star: u32,
    },
    /// Options that are those of the canonical form.
    Options {
        left: Box<[u32]>,
        right: Box<[u32]>,
    },
}

impl Value {
    /// The closed form number + up + star, if the value has that shape.
    pub fn as_number_up_star(&self) -> Option<&NumberUpStar> {
        match self.parts.last() {
            Some(Part::Closed(value)) => Some(value),
            _ => None,
        }
    }

    /// The same for equal values, and seldom the same for different ones.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Whether two values are equal: exactly when they meet in one arena.
    pub fn equals(&self, other: &Self) -> Result<bool, Error> {
        if self.fingerprint != other.fingerprint {
            return Ok(false);
        }
        if let (Some(a), Some(b)) = (self.as_number_up_star(), other.as_number_up_star()) {
            return Ok(a == b);
        }
        let mut games = Games::new();
        Ok(Arc::ptr_eq(&self.parts, &other.parts) || games.put(self)? == games.put(other)?)
    }
}

impl Games {
    /// Takes a value out of the arena: a copy of its canonical form.
    pub fn take(&mut self, g: Game) -> Result<Value, Error> {
        let fingerprint = self.fingerprint(g)?;
        let parts = self.below(g, |games, g| {
            if games.as_number_up_star(g).is_some() {
                return Ok(Vec::new());
            }
            match games.apart(g)? {
                (base, 1..) => Ok(vec![base]),
                _ => games.options(g).map(|o| [&*o.left, &*o.right].concat()),
            }
        })?;
        let place: FastMap<Game, u32> = parts.iter().copied().zip(0..).collect();
        let places = |side: &[Game]| side.iter().map(|option| place[option]).collect();
        let part = |games: &mut Self, g: Game| -> Result<Part, Error> {
            if let Some(value) = games.as_number_up_star(g) {
                return Ok(Part::Closed(value.clone()));
            }
            let (base, star) = games.apart(g)?;
            if star > 0 {
                return Ok(Part::Star { base: place[&base], star });
            }
            let options = games.options(g)?;
            Ok(Part::Options { left: places(&options.left), right: places(&options.right) })
        };
        let parts = parts.into_iter().map(|g| part(self, g)).collect::<Result<_, _>>()?;
        Ok(Value { parts, fingerprint })
    }

    /// Puts a value into the arena.
    pub fn put(&mut self, value: &Value) -> Result<Game, Error> {
        let mut made: Vec<Game> = Vec::with_capacity(value.parts.len());
        for part in &*value.parts {
            self.step()?;
            let game = match part {
                Part::Closed(value) => self.intern_closed(value.clone())?,
                Part::Star { base, star } => self.plus_star(made[*base as usize], *star)?,
                Part::Options { left, right } => {
                    let games = |side: &[u32]| side.iter().map(|&i| made[i as usize]).collect();
                    self.canonical(games(left), games(right))?
                }
            };
            made.push(game);
        }
        Ok(made.last().copied().unwrap_or(Self::ZERO))
    }

    /// All values reached from `g`, each after those that are `next` to it, `g` last: a value
    /// enters an arena after what it is made of, so this is the order of handles.
    fn below(
        &mut self,
        g: Game,
        next: impl Fn(&mut Self, Game) -> Result<Vec<Game>, Error>,
    ) -> Result<Vec<Game>, Error> {
        let mut found: FastSet<Game> = FastSet::from_iter([g]);
        let mut queue = vec![g];
        while let Some(g) = queue.pop() {
            self.step()?;
            for other in next(self, g)? {
                if found.insert(other) {
                    queue.push(other);
                }
            }
        }
        let mut found: Vec<Game> = found.into_iter().collect();
        found.sort_unstable();
        Ok(found)
    }

    /// A hash of the canonical form, whatever the arena: canonical forms are unique, but for the
    /// order of options.
    fn fingerprint(&mut self, g: Game) -> Result<u64, Error> {
        let forms = self.below(g, |games, g| {
            if games.as_number_up_star(g).is_some() {
                return Ok(Vec::new());
            }
            games.options(g).map(|o| [&*o.left, &*o.right].concat())
        })?;
        let mut known: FastMap<Game, u64> = FastMap::default();
        for form in forms {
            let mut hasher = DefaultHasher::new();
            if let Some(value) = self.as_number_up_star(form) {
                value.hash(&mut hasher);
            } else {
                let options = self.options(form)?;
                for side in [&options.left, &options.right] {
                    let mut side: Vec<u64> = side.iter().map(|option| known[option]).collect();
                    side.sort_unstable();
                    side.hash(&mut hasher);
                }
            }
            known.insert(form, hasher.finish());
        }
        Ok(known[&g])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 16] = [
        "0",
        "-5/8",
        "^3*5",
        "1/2v*",
        "+-1",
        "{2|-1}",
        "{1|1,{1|0}||0}",
        "+_2",
        "-_{3|1} + *6",
        "+_2 + *40",
        "{^|*} + +-{3|2}",
        "Subtraction(1,3|2,3): 9 6",
        "+-(1,{2|1/2})",
        "{0,{1|-1}|*2}",
        "+-1 + *",
        "{3|2||1|0}",
    ];

    /// Out of one arena, into another, and out again.
    #[test]
    fn values_survive_their_arena() {
        for text in TEXTS {
            let mut games = Games::new();
            let g = games.parse(text).unwrap();
            let (value, written) = (games.take(g).unwrap(), games.display(g).unwrap());
            let mut other = Games::new();
            // Another history: other handles for everything.
            for text in TEXTS.iter().rev() {
                other.parse(text).unwrap();
            }
            let h = other.put(&value).unwrap();
            assert_eq!(other.display(h).unwrap(), written, "{text}");
            assert_eq!(other.parse(text).unwrap(), h, "{text}");
            assert!(other.take(h).unwrap().equals(&value).unwrap(), "{text}");
        }
    }

    /// A value is the same however it was made; the others are different.
    #[test]
    fn equality_is_that_of_values() {
        let value = |text: &str| {
            let mut games = Games::new();
            let g = games.parse(text).unwrap();
            games.take(g).unwrap()
        };
        for (i, a) in TEXTS.iter().enumerate() {
            for (j, b) in TEXTS.iter().enumerate() {
                assert_eq!(value(a).equals(&value(b)).unwrap(), i == j, "{a} and {b}");
            }
        }
        // As a sum with a nimber, and by its options.
        for text in ["+_2 + *3", "{2|-1} + *2", "+-{3|2} + *"] {
            let mut games = Games::new();
            let g = games.parse(text).unwrap();
            let options = games.options(g).unwrap();
            // The same options in an arena that does not know how they were made.
            let mut fresh = Games::new();
            let mut side = |side: &[Game]| -> Vec<Game> {
                let texts = side.iter().map(|&o| games.display(o).unwrap());
                texts.map(|text| fresh.parse(&text).unwrap()).collect()
            };
            let (left, right) = (side(&options.left), side(&options.right));
            let again = fresh.game(&left, &right).unwrap();
            let again = fresh.take(again).unwrap();
            assert!(again.equals(&value(text)).unwrap(), "{text}");
        }
    }

    /// A nimber of some size is not the work of its square each time.
    #[test]
    fn families_stay_families() {
        let mut games = Games::new();
        let g = games.parse("+_2 + *1000").unwrap();
        let value = games.take(g).unwrap();
        assert!(value.parts.len() < 10, "{}", value.parts.len());
        let mut other = Games::new();
        let h = other.put(&value).unwrap();
        let sum = other.sum(h, h).unwrap();
        assert_eq!(
            other.display(sum).unwrap(),
            games.parse("+_2 + +_2").and_then(|g| games.display(g)).unwrap()
        );
    }
}
