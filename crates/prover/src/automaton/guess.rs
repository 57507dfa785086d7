//! Guessing the automaton of a nim-sequence from its first values.
//!
//! Nothing here is trusted: a guess is only ever believed after
//! [`decide`](super::decide::decide).

use std::collections::HashMap;

use sprague_automata::{BitSet, Dfa};

use super::numeration::Numeration;

/// Values to guess from, perhaps continued by a law they seem to follow.
#[derive(Clone, Debug)]
pub struct Data {
    /// G(0), G(1), ...
    pub values: Vec<u32>,
    /// The law by which they seem to go on.
    pub law: Option<Law>,
}

/// A conjecture: G(n + period) = G(n) + saltus[n mod period] from some n on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// The period.
    pub period: usize,
    /// The saltus of each residue class.
    pub saltus: Vec<u64>,
    /// It holds in the data from here on.
    pub from: usize,
}

impl Data {
    /// G(n), computed or conjectured.
    fn get(&self, n: u64) -> Option<u64> {
        if let Some(&v) = usize::try_from(n).ok().and_then(|n| self.values.get(n)) {
            return Some(u64::from(v));
        }
        let law = self.law.as_ref()?;
        let period = law.period as u64;
        let last = self.values.len() as u64 - 1;
        let steps = (n - last).div_ceil(period);
        let base = n - steps * period;
        Some(u64::from(self.values[base as usize]) + steps * law.saltus[(n % period) as usize])
    }
}

/// Why no automaton was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A fingerprint would need more values.
    OutOfData,
    /// More states than allowed.
    TooManyStates,
    /// The automaton contradicts a computed value.
    Inconsistent,
}

/// Which numeration to guess in, and how cautiously.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuessSettings {
    /// The numeration.
    pub num: Numeration,
    /// Two residual functions are taken to be equal when they agree in this many points.
    pub points: usize,
    /// The largest number of states.
    pub states: usize,
}

/// The least automaton in which no two states agree in their first `points` points, if
/// it is consistent with all values.
///
/// A state stands for what is left to be read after a prefix: residue j and low part c,
/// then e further digits with value u (of the heap size) and v (of the value). It is the
/// partial function i -> y' with G(p(b^e·i + u) + j) = 2^t(2^e·y' + v) + c.
pub fn guess(data: &Data, settings: GuessSettings) -> Result<Dfa, Failure> {
    const NONE: u64 = u64::MAX;
    #[derive(Clone, Copy)]
    struct Prefix {
        j: u64,
        c: u64,
        e: u32,
        u: u64,
        v: u64,
    }
    let num = settings.num;
    let (p, b, t) = (num.modulus as u64, num.base as u64, num.low_bits);
    let fingerprint = |at: Prefix| -> Result<Vec<u64>, Failure> {
        let step = b.checked_pow(at.e).ok_or(Failure::OutOfData)?;
        let mut points = Vec::with_capacity(settings.points);
        for i in 0..settings.points as u64 {
            let n = step
                .checked_mul(i)
                .and_then(|n| n.checked_add(at.u))
                .and_then(|n| n.checked_mul(p))
                .and_then(|n| n.checked_add(at.j))
                .ok_or(Failure::OutOfData)?;
            let y = data.get(n).ok_or(Failure::OutOfData)?;
            let l = y >> t;
            let fits = y & ((1 << t) - 1) == at.c && l & ((1 << at.e) - 1) == at.v;
            points.push(if fits { l >> at.e } else { NONE });
        }
        Ok(points)
    };

    // State 0 rejects everything.
    let mut index: HashMap<Vec<u64>, u32> = HashMap::new();
    index.insert(vec![NONE; settings.points], 0);
    let mut states = vec![(Prefix { j: 0, c: 0, e: 0, u: 0, v: 0 }, false)];
    let mut number = |at: Prefix, states: &mut Vec<(Prefix, bool)>| -> Result<u32, Failure> {
        let points = fingerprint(at)?;
        let accepting = points[0] == 0;
        let fresh = states.len() as u32;
        let state = *index.entry(points).or_insert(fresh);
        if state == fresh {
            if states.len() >= settings.states {
                return Err(Failure::TooManyStates);
            }
            states.push((at, accepting));
        }
        Ok(state)
    };
    let mut roots = vec![0; num.roots()];
    for j in 0..p {
        let mut lows: Vec<u64> = (0..settings.points as u64)
            .filter_map(|i| data.get(p * i + j).map(|y| y & ((1 << t) - 1)))
            .collect();
        lows.sort_unstable();
        lows.dedup();
        for c in lows {
            roots[num.root(j as usize, c as usize)] =
                number(Prefix { j, c, e: 0, u: 0, v: 0 }, &mut states)?;
        }
    }
    let mut next = vec![0; num.letters()];
    let mut at = 1;
    while at < states.len() {
        let (here, _) = states[at];
        if here.e > 60 {
            return Err(Failure::OutOfData);
        }
        let step = b.checked_pow(here.e).ok_or(Failure::OutOfData)?;
        for letter in 0..num.letters() {
            let (x, z) = ((letter / 2) as u64, (letter % 2) as u64);
            let u = here.u + x * step;
            let to = Prefix { e: here.e + 1, u, v: here.v + (z << here.e), ..here };
            next.push(number(to, &mut states)?);
        }
        at += 1;
    }
    let mut accepting = BitSet::new(states.len());
    for (s, _) in states.iter().enumerate().filter(|(_, (_, accepting))| *accepting) {
        accepting.insert(s);
    }
    let gamma = Dfa::new(num.letters(), next, accepting, roots)
        .unwrap_or_else(|| unreachable!("state numbers are in range"));
    let consistent =
        data.values.iter().enumerate().all(|(n, &y)| num.holds(&gamma, n as u64, u64::from(y)));
    if consistent { Ok(gamma.minimise()) } else { Err(Failure::Inconsistent) }
}

/// A law that the last half of the values follows: the least period with a constant
/// saltus in every residue class, not negative. At least eight periods must fit.
pub fn find_law(values: &[u32]) -> Option<Law> {
    let half = values.len() / 2;
    (1..=values.len() / 16).find_map(|period| {
        let difference = |n: usize| i64::from(values[n + period]) - i64::from(values[n]);
        let end = values.len() - period;
        let regular = |n: usize| difference(n) == difference(n + period) && difference(n) >= 0;
        if !(half..end - period).rev().all(regular) {
            return None;
        }
        let mut saltus = vec![0; period];
        for n in end - period..end {
            saltus[n % period] = u64::try_from(difference(n)).ok()?;
        }
        let from = (0..end)
            .rev()
            .find(|&n| difference(n) != saltus[n % period] as i64)
            .map_or(0, |n| n + 1);
        Some(Law { period, saltus, from })
    })
}

/// Numerations worth trying when no law continues the values: for every modulus p the
/// commonest difference s of G(n + p) - G(n) in the second half, kept when its share
/// breaks the record and exceeds 0.4.
pub fn candidates(values: &[u32], base: usize) -> Vec<Numeration> {
    let n = values.len();
    let mut found = Vec::new();
    let mut record = 0.4;
    let most = values.iter().max().copied().unwrap_or(0);
    for p in 1..=(n / 24).min(1024) {
        let mut counts: HashMap<i64, usize> = HashMap::new();
        for i in n / 2..n - p {
            *counts.entry(i64::from(values[i + p]) - i64::from(values[i])).or_default() += 1;
        }
        let total = n - p - n / 2;
        let Some((&s, &count)) = counts.iter().max_by_key(|&(&s, &c)| (c, s)) else { continue };
        let share = count as f64 / total as f64;
        if s >= 0 && share > record {
            record = share;
            let low_bits =
                if s == 0 { u32::BITS - most.leading_zeros() } else { s.trailing_zeros() }.min(8);
            found.push(Numeration { modulus: p, base, low_bits });
        }
    }
    found
}
