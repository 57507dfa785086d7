//! Infinite recurring codes: tetral and octal arithmetic periodicity, and periodicity.

use super::{MAX_MULTIPLE, Theorem, last_irregular, small_before_the_period};
use sprague_certificate::{Multiple, Proof, Recurrence, Regularity};
use sprague_games::{Code, Ruleset};

/// The largest number of recurring blocks tried as t.
const MAX_BLOCKS: u64 = 8;

fn plain_recurring_code(rules: &Ruleset) -> Option<Code> {
    rules.as_code().filter(|code| code.is_plain() && !code.is_finite())
}

fn bits_at_most(code: &Code, most: u64) -> bool {
    code.digits().all(|digit| digit.bits().is_some_and(|bits| bits <= most))
}

/// Theorem 6.10 (Austin 1976). Let .d1...dv[d(v+1)...d(v+t)] be an infinite recurring tetral
/// game with a recurring digit containing 2. If (1) G(i+p) = G(i)+s for e < i <= e+p+v+t, s >= 1,
/// (2) G(i) < s for i <= e and (3) G(i) < 2s for i <= e+p, then G(i+p) = G(i)+s for all i > e.
///
/// Checked: all of it, for multiples of period and saltus.
/// Assumed: the values are the nim-sequence of the game.
pub(super) struct RecurringTetral {
    /// v + t
    length: u64,
}

impl RecurringTetral {
    pub(super) fn new(rules: &Ruleset) -> Option<Self> {
        let code = plain_recurring_code(rules)?;
        let twos = code.recurring().iter().any(|digit| digit.bits().is_some_and(|b| b & 2 == 2));
        (code.before().is_empty() && bits_at_most(&code, 3) && twos)
            .then(|| Self { length: (code.after().len() + code.recurring().len()) as u64 })
    }

    fn needed_for(&self, r: Regularity, multiple: u64) -> u64 {
        let p = r.period * multiple;
        (last_irregular(r) + p + self.length + p + 1).max(r.preperiod + 2 * p)
    }
}

impl Theorem for RecurringTetral {
    fn needed(&self, r: Regularity) -> Option<u64> {
        (r.saltus > 0 && r.preperiod.max(r.period) < 1 << 40).then(|| self.needed_for(r, 1))
    }

    fn prove(&self, r: Regularity, values: &[u32]) -> Option<Proof> {
        (1..=MAX_MULTIPLE)
            .take_while(|&c| self.needed_for(r, c) <= values.len() as u64)
            .find(|&c| {
                small_before_the_period(values, last_irregular(r), c * r.period, c * r.saltus)
            })
            .map(|multiple| Proof::RecurringTetral(Recurrence { multiple, blocks: 1 }))
    }
}

/// Theorem 6.9 (Austin 1976). Let d0.d1...dv[d(v+1)...d(v+t)] be an infinite recurring octal
/// game in which d(u+t) contains 4 whenever d(u) does. If p >= v+t, s is a power of two,
/// (1) G(i+p) = G(i)+s for e < i <= e+6p, (2) G(i) < s for i <= e and (3) G(i) < 2s for
/// i <= e+p, then G(i+p) = G(i)+s for all i > e.
///
/// Checked: all of it, for multiples of the block, of period and saltus.
/// Assumed: the values are the nim-sequence of the game.
pub(super) struct RecurringOctal {
    blocks: u64,
    /// v + t
    length: u64,
}

impl RecurringOctal {
    pub(super) fn new(rules: &Ruleset) -> Option<Self> {
        let code = plain_recurring_code(rules)?;
        if code.before().len() > 1 || !bits_at_most(&code, 7) {
            return None;
        }
        let (v, block) = (code.after().len() as u64, code.recurring().len() as u64);
        let splits = |u: u64| code.digit(u as i64).bits().unwrap_or(0) & 4 == 4;
        let blocks = (1..=MAX_BLOCKS)
            .find(|blocks| (0..=v).all(|u| !splits(u) || splits(u + blocks * block)))?;
        Some(Self { blocks, length: v + blocks * block })
    }

    fn needed_for(r: Regularity, multiple: u64) -> u64 {
        last_irregular(r) + 7 * r.period * multiple + 1
    }

    fn least_multiple(&self, r: Regularity) -> u64 {
        self.length.div_ceil(r.period).max(1)
    }
}

impl Theorem for RecurringOctal {
    fn needed(&self, r: Regularity) -> Option<u64> {
        (r.saltus > 0 && r.preperiod.max(r.period) < 1 << 40)
            .then(|| Self::needed_for(r, self.least_multiple(r)))
    }

    fn prove(&self, r: Regularity, values: &[u32]) -> Option<Proof> {
        (self.least_multiple(r)..)
            .take_while(|&c| Self::needed_for(r, c) <= values.len() as u64)
            .take(MAX_MULTIPLE as usize)
            .find(|&c| {
                (c * r.saltus).is_power_of_two()
                    && small_before_the_period(
                        values,
                        last_irregular(r),
                        c * r.period,
                        c * r.saltus,
                    )
            })
            .map(|multiple| Proof::RecurringOctal(Recurrence { multiple, blocks: self.blocks }))
    }
}

/// In a recurring code without conditions, with v digits after the point before the block
/// of b digits and moves to at most h heaps, let p be a multiple of b and a >= 1. If
/// G(i+p) = G(i) for a <= i <= h(a+p) + v + w, w the largest |u| of a digit before the point,
/// then for all i >= a. The proof is in `docs/theorems.md`.
///
/// Checked: all of it, for the least multiple of the period that b divides.
/// Assumed: the values are the nim-sequence of the game.
pub(super) struct RecurringPeriodic {
    block: u64,
    heaps: u64,
    /// v + w
    length: u64,
}

impl RecurringPeriodic {
    pub(super) fn new(rules: &Ruleset) -> Option<Self> {
        let code = plain_recurring_code(rules)?;
        Some(Self {
            block: code.recurring().len() as u64,
            heaps: u64::from(code.max_heaps()?.max(1)),
            length: (code.after().len() + code.before().len().saturating_sub(1)) as u64,
        })
    }

    fn multiple(&self, period: u64) -> u64 {
        self.block / num_integer::gcd(self.block, period)
    }
}

impl Theorem for RecurringPeriodic {
    fn needed(&self, r: Regularity) -> Option<u64> {
        if r.saltus != 0 || r.preperiod.max(r.period) > 1 << 40 {
            return None;
        }
        let p = r.period * self.multiple(r.period);
        let bound = self.heaps * (last_irregular(r) + 1 + p) + self.length;
        Some(bound + 1 + p)
    }

    fn prove(&self, r: Regularity, _: &[u32]) -> Option<Proof> {
        Some(Proof::RecurringPeriodic(Multiple { multiple: self.multiple(r.period) }))
    }
}
