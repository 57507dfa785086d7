//! Redundant bits: which bits of a code may be added or dropped without changing the
//! nim-sequence (Austin, Theorems 4.2-4.5).

use crate::code::{Code, Digit};

/// A bit 2^heaps of digit d_u that some theorem shows to be redundant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RedundantBit {
    /// The digit's index.
    pub u: i64,
    /// The bit: leaving exactly this many heaps.
    pub heaps: u32,
    /// The theorem of Austin 1976.
    pub theorem: &'static str,
}

/// The theorem by which the bit 2^heaps in d_u makes no difference in a code that has the
/// other bits of `code`, if there is one. The bit itself may be in `code` or not.
///
/// Theorem 4.3 (4.2 is its case k = 1). If d_1 is even and d_v includes 2^k with v > 1-k,
/// k >= 1, then 2^{k-j} may be included in d_{v+j}, 1 <= j <= k.
///
/// Theorem 4.5, with the correction j >= 1 (4.4 is its case k = 2, j = 1). If d_v includes
/// 2^k with v > 1-k, k >= 2, then 2^{k-2j} may be included in d_{v+2w}, w >= j >= 1, 2j <= k.
///
/// Checked: plain digits; d_1 even for 4.3; v > 1-k for both.
pub fn redundant(code: &Code, u: i64, heaps: u32) -> Option<&'static str> {
    let k_wanted = i64::from(heaps);
    let lowest = 1 - (code.before().len() as i64).max(1);
    let has = |v: i64, k: i64| (v, k) != (u, k_wanted) && includes(code, v, k);
    if !code.digit(1).bits().is_some_and(|d| d & 1 == 1 && (u, heaps) != (1, 0)) {
        // d_1 is even (without the bit in question): v + j = u and k - j = heaps.
        for j in 1..=63 - k_wanted {
            let (v, k) = (u - j, k_wanted + j);
            if v < lowest {
                break;
            }
            if v > 1 - k && has(v, k) {
                return Some(if k == 1 { "4.2" } else { "4.3" });
            }
        }
    }
    // k - 2j = heaps and v + 2w = u with w >= j >= 1.
    for j in 1..=(63 - k_wanted) / 2 {
        let k = k_wanted + 2 * j;
        let mut v = u - 2 * j;
        while v >= lowest {
            if v > 1 - k && has(v, k) {
                return Some(if (k, j) == (2, 1) { "4.4" } else { "4.5" });
            }
            v -= 2;
        }
    }
    None
}

fn includes(code: &Code, v: i64, k: i64) -> bool {
    code.digit_ref(v).and_then(Digit::bits).is_some_and(|bits| bits >> k & 1 == 1)
}

/// The redundant bits of a finite plain code: those it has, and those that may be added
/// without a digit beyond the last.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Redundancy {
    /// Bits that can all be dropped together.
    pub droppable: Vec<RedundantBit>,
    /// Bits that can all be added together, up to the code's last digit.
    pub addable: Vec<RedundantBit>,
    /// The code without the droppable bits.
    pub reduced: Option<Code>,
    /// The code with the addable bits.
    pub saturated: Option<Code>,
}

/// Codes with more digits than this are not searched for redundant bits.
const MAX_SEARCHED: usize = 256;

/// Which bits of `code` are redundant. Empty for codes to which the theorems do not apply
/// (recurring, with conditions) and for codes of more than 256 digits.
pub fn redundancy(code: &Code) -> Redundancy {
    if !code.is_finite() || !code.is_plain() || code.digits().count() > MAX_SEARCHED {
        return Redundancy::default();
    }
    let Some(most) = code.max_heaps() else { return Redundancy::default() };
    let lowest = 1 - code.before().len() as i64;
    let highest = code.after().len() as i64;
    let mut found = Redundancy::default();

    // Dropping: later bits first; each is redundant in what is left, so all may go.
    let mut reduced = code.clone();
    for u in (lowest..=highest).rev() {
        for heaps in 0..=most {
            if includes(&reduced, u, i64::from(heaps))
                && let Some(theorem) = redundant(&reduced, u, heaps)
            {
                reduced = with_bit(&reduced, u, heaps, false);
                found.droppable.push(RedundantBit { u, heaps, theorem });
            }
        }
    }
    // Adding: each is redundant in what is there already, so all may come.
    let mut saturated = code.clone();
    for u in lowest..=highest {
        for heaps in (0..=most).rev() {
            if (u >= 1 || heaps >= 2)
                && !includes(&saturated, u, i64::from(heaps))
                && let Some(theorem) = redundant(&saturated, u, heaps)
            {
                saturated = with_bit(&saturated, u, heaps, true);
                found.addable.push(RedundantBit { u, heaps, theorem });
            }
        }
    }
    found.droppable.sort_unstable();
    found.addable.sort_unstable();
    found.reduced = (reduced != *code).then_some(reduced);
    found.saturated = (saturated != *code).then_some(saturated);
    found
}

fn with_bit(code: &Code, u: i64, heaps: u32, present: bool) -> Code {
    let mut before = code.before().to_vec();
    let mut after = code.after().to_vec();
    let slot = if u <= 0 { before.get_mut((-u) as usize) } else { after.get_mut((u - 1) as usize) };
    if let Some(digit) = slot {
        let bits = digit.bits().unwrap_or(0);
        let bit = 1u64 << heaps;
        *digit = Digit::plain(if present { bits | bit } else { bits & !bit });
    }
    Code::new(before, after, Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> (Option<String>, Option<String>) {
        let found = redundancy(&text.parse().unwrap());
        (found.reduced.map(|c| c.to_string()), found.saturated.map(|c| c.to_string()))
    }

    #[test]
    fn austins_examples() {
        // .66 = .67 = .671, and by 4.3 the 2 of the second digit goes too
        assert_eq!(check("0.671").0.as_deref(), Some("0.64"));
        assert_eq!(check("0.66").1.as_deref(), Some("0.67"));
        // .A = .A4 = .A42
        assert_eq!(check("0.A42").0.as_deref(), Some("0.A"));
        // .F = .F03 = .F0302
        assert_eq!(check("0.F0302").0.as_deref(), Some("0.F"));
        // .4 is not .404: Theorem 4.5 needs j >= 1.
        assert_eq!(check("0.404").0, None);
    }
}
