//! Rules as a take-and-break code without conditions, and its standard form.

use super::{Condition, Heaps, Move, Rules};

/// Digit d_u is the u-th after the point, d_0 the last before it; bit 2^h of it allows leaving
/// exactly h heaps. In normal form: equal codes are equal data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// d_0, d_-1, d_-2, ...; the last one is not zero.
    pub before: Vec<u64>,
    /// d_1, d_2, ... up to where the block starts; the last one is not zero and differs from the
    /// last one of the block.
    pub after: Vec<u64>,
    /// The block that recurs for ever, as short as possible; empty for a finite code.
    pub recurring: Vec<u64>,
}

/// The greatest number of digits on one side of the point that is written out.
const MAX_DIGITS: i64 = 1 << 13;
/// A code that grows past this many digits is given up.
const MAX_LENGTH: i64 = 1 << 16;

impl Rules {
    /// The rules as a code without conditions, where they are one; not for the rule language.
    pub(crate) fn code(&self) -> Option<Code> {
        if !self.options.is_empty() {
            return None;
        }
        let moves = self.moves.as_ref()?;
        let bit = |m: &Move| match (m.heaps, m.condition) {
            (Heaps::Exactly(heaps), Condition::Any) => Some(1u64 << heaps), // at most 63
            _ => None,
        };
        let bits: Vec<u64> = moves.iter().map(bit).collect::<Option<_>>()?;
        let lowest = moves.iter().map(|m| m.takes.first).min().unwrap_or(0).min(1);
        // The first digits, and once the block, of which all endless moves have the length.
        let start = moves.iter().map(|m| m.takes.last.unwrap_or(m.takes.first - 1)).max();
        let start = start.unwrap_or(0).max(0);
        let block = moves.iter().find(|m| m.takes.last.is_none()).map_or(0, |m| m.takes.step);
        if start > MAX_DIGITS || lowest < -MAX_DIGITS || block > MAX_DIGITS {
            return None;
        }
        let end = start + block;
        let mut digits = vec![0; (end - lowest + 1) as usize];
        for (m, bit) in moves.iter().zip(bits) {
            for take in m.takes.up_to(end as u64) {
                digits[(take - lowest) as usize] |= bit;
            }
        }
        Some(Code::new(lowest, digits, block))
    }
}

impl Code {
    /// The code with the digits d_lowest (lowest <= 1), ..., the last `block` of which recur.
    fn new(lowest: i64, mut digits: Vec<u64>, block: i64) -> Self {
        let mut recurring = digits.split_off(digits.len() - block as usize);
        let mut after = digits.split_off((1 - lowest) as usize);
        let mut before: Vec<u64> = digits.into_iter().rev().collect();
        trim_zeros(&mut before);
        if recurring.iter().all(|d| *d == 0) {
            recurring.clear();
            trim_zeros(&mut after);
        }
        let period = (1..recurring.len()).find(|p| is_repeated(&recurring, *p));
        recurring.truncate(period.unwrap_or(recurring.len()));
        while !recurring.is_empty() && after.last() == recurring.last() {
            after.pop();
            recurring.rotate_right(1);
        }
        Self { before, after, recurring }
    }

    /// d_u.
    pub(crate) fn digit(&self, u: i64) -> u64 {
        let (list, i) = match usize::try_from(u - 1) {
            Err(_) => (&self.before, usize::try_from(-u).unwrap_or(usize::MAX)),
            Ok(i) if i < self.after.len() || self.recurring.is_empty() => (&self.after, i),
            Ok(i) => (&self.recurring, (i - self.after.len()) % self.recurring.len()),
        };
        list.get(i).copied().unwrap_or(0)
    }

    /// The digits written: before the point, after it, and the block once.
    pub(crate) fn digits(&self) -> impl Iterator<Item = u64> {
        self.before.iter().chain(&self.after).chain(&self.recurring).copied()
    }

    /// The greatest number of heaps a move leaves.
    pub(crate) fn max_heaps(&self) -> u32 {
        self.digits().fold(1, |all, digit| all | digit).ilog2()
    }
}

/// Whether a list consists of its first p members, again and again.
pub(super) fn is_repeated<T: PartialEq>(list: &[T], p: usize) -> bool {
    list.len().is_multiple_of(p) && list[p..] == list[..list.len() - p]
}

fn trim_zeros(digits: &mut Vec<u64>) {
    while digits.last() == Some(&0) {
        digits.pop();
    }
}

/// The code whose first digit is odd, and r with G_form(n) = G(n + r), G(n) = 0 for n < r: the
/// reduction of Theorem 4.6 until d_1 is odd. `None` where the reduction does not end, or grows
/// past 2^16 digits.
pub(crate) fn standard_form(code: &Code) -> Option<(Code, u64)> {
    let mut code = code.clone();
    let mut shift = 0;
    while code.digit(1) & 1 == 0 {
        code = one_token_smaller(&code)?;
        shift += 1;
    }
    Some((code, shift))
}

/// Theorem 4.6 (Austin 1976, with the correction v > 1-k in (i)). Let d_1 be even. Let e be
/// the code in which, for every 2^k in d_v,
/// (i) if v > 1-k, e_{v+k-1} includes 2^k, 2^{k-1}, ..., 1;
/// (ii) if v <= 1-k and k >= 2, e_{v+k-1} includes 2^k, 2^{k-1}, ..., 4.
/// Then G_e(n) = G_d(n+1) for all n >= 0.
///
/// The proof treats every move by itself, so it holds for recurring codes too.
///
/// Checked by the caller: d_1 is even. By construction: no 1 or 2 before the point.
fn one_token_smaller(code: &Code) -> Option<Code> {
    let most = i64::from(code.max_heaps());
    let block = code.recurring.len() as i64;
    // A bit 2^k moves from v to v+k-1: past after + most, digits come from the block alone.
    let highest = code.after.len() as i64 + most + block;
    let lowest = -(code.before.len() as i64).max(1);
    if highest > MAX_LENGTH || code.digits().all(|digit| digit == 0) {
        return None;
    }
    let mut digits = vec![0u64; (highest - lowest + 1) as usize];
    for v in lowest..=highest + 1 {
        let bits = code.digit(v);
        for k in (0..=most).filter(|k| bits >> k & 1 == 1) {
            let all = u64::MAX >> (63 - k);
            let place = usize::try_from(v + k - 1 - lowest).ok();
            if let Some(digit) = place.and_then(|place| digits.get_mut(place)) {
                *digit |= if v > 1 - k { all } else { all & !3 };
            }
        }
    }
    Some(Code::new(lowest, digits, block))
}
