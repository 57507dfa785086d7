//! Arithmetic periodicity of finite sedecimal (hexadecimal) codes.

use super::{MAX_MULTIPLE, Theorem, last_irregular, small_before_the_period};
use sprague_certificate::{Multiple, Proof, Regularity};
use sprague_games::Ruleset;

/// Theorem 6.8 (Austin 1976). Let d0.d1...dt (t >= 1) be a finite sedecimal game. If p >= t+2,
/// s is a power of two,
/// (1) G(i+p) = G(i)+s for e < i < e+7p+t, (2) G(i) < s for i <= e, (3) G(i) < 2s for i <= e+p and
/// (4) either some d(u) with u odd and some d(u) with u even contain 8 and every g < 2s occurs
/// at some i > 0, or some d(u) contains 8 and every g < 2s occurs at an odd i and at an even
/// i > 0, then G(i+p) = G(i)+s for all i > e.
///
/// Checked: all of it, for multiples of period and saltus.
/// Assumed: the values are the nim-sequence of the game.
pub(super) struct SedecimalArithmetic {
    t: u64,
    /// Both an odd and an even take leave three heaps.
    both_parities: bool,
}

impl SedecimalArithmetic {
    pub(super) fn new(rules: &Ruleset) -> Option<Self> {
        let code = rules.as_code()?;
        if !code.is_plain()
            || !code.is_finite()
            || code.before().len() > 1
            || code.after().is_empty()
        {
            return None;
        }
        if code.digits().any(|digit| digit.bits().is_none_or(|bits| bits > 15)) {
            return None;
        }
        let t = code.after().len() as u64;
        let three = |parity: u64| {
            (0..=t).any(|u| u % 2 == parity && code.digit(u as i64).bits().unwrap_or(0) & 8 == 8)
        };
        (three(0) || three(1)).then(|| Self { t, both_parities: three(0) && three(1) })
    }

    fn needed_for(&self, r: Regularity, multiple: u64) -> u64 {
        last_irregular(r) + 8 * r.period * multiple + self.t
    }

    fn least_multiple(&self, r: Regularity) -> u64 {
        (self.t + 2).div_ceil(r.period)
    }

    fn every_value_occurs(&self, values: &[u32], bound: u64) -> bool {
        let mut seen = vec![[false; 2]; bound.min(values.len() as u64 + 1) as usize];
        for (i, &value) in values.iter().enumerate().skip(1) {
            if let Some(seen) = seen.get_mut(value as usize) {
                seen[i % 2] = true;
            }
        }
        seen.iter().all(|&[even, odd]| if self.both_parities { even || odd } else { even && odd })
    }
}

impl Theorem for SedecimalArithmetic {
    fn needed(&self, r: Regularity) -> Option<u64> {
        (r.saltus > 0 && r.preperiod.max(r.period) < 1 << 40)
            .then(|| self.needed_for(r, self.least_multiple(r)))
    }

    fn prove(&self, r: Regularity, values: &[u32]) -> Option<Proof> {
        (self.least_multiple(r)..)
            .take_while(|&c| self.needed_for(r, c) <= values.len() as u64)
            .take(MAX_MULTIPLE as usize)
            .find(|&c| {
                let (p, s) = (c * r.period, c * r.saltus);
                s.is_power_of_two()
                    && small_before_the_period(values, last_irregular(r), p, s)
                    && self.every_value_occurs(values, 2 * s)
            })
            .map(|multiple| Proof::SedecimalArithmetic(Multiple { multiple }))
    }
}
