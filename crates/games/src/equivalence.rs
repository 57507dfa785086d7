//! Redundant bits: which bits of a code may be added or dropped without changing the
//! nim-sequence (Austin, Theorems 4.2-4.5, and the theorem they are cases of).

use crate::code::{Code, Digit};

/// A bit 2^heaps of digit d_u that some theorem shows to be redundant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RedundantBit {
    /// The digit's index.
    pub u: i64,
    /// The bit: leaving exactly this many heaps.
    pub heaps: u32,
    /// The theorem of Austin 1976, or `nim-sum 0` where it is none of his.
    pub theorem: &'static str,
}

/// Totals beyond this are not searched for heaps whose nim-sum is 0.
const MOST_SUMMED: usize = 24;
/// Codes with moves to more heaps than this are not searched for them.
const MOST_HEAPS: u32 = 3;

/// Which totals are those of so many nonempty heaps whose nim-sum is 0.
struct ZeroSums {
    /// G(1) = 0: d_1 is even.
    one_is_zero: bool,
    /// The nim-sums of i heaps with the total s, as bits, at [i][s]; not all of them.
    sums: Vec<[u64; MOST_SUMMED + 1]>,
}

impl ZeroSums {
    fn new(code: &Code) -> Self {
        let one_is_zero = code.digit(1).bits().is_some_and(|bits| bits & 1 == 0);
        let most = code.max_heaps().filter(|&most| most <= MOST_HEAPS).unwrap_or(0) as usize;
        let mut sums = vec![[0; MOST_SUMMED + 1]; most + 1];
        sums[0][0] = 1;
        // Heaps beyond the last digit are part of no total that counts.
        for n in 1..=code.after().len().min(MOST_SUMMED) {
            let Some(value) = value(code, &sums, n) else { break };
            for i in 1..=most {
                for total in n..=MOST_SUMMED {
                    let mut rest = sums[i - 1][total - n];
                    while rest != 0 {
                        sums[i][total] |= 1 << (rest.trailing_zeros() ^ value);
                        rest &= rest - 1;
                    }
                }
            }
        }
        Self { one_is_zero, sums }
    }

    /// The theorem by which the bit 2^heaps in d_u makes no difference in a code that has the
    /// other bits of `code`, if there is one. The bit itself may be in `code` or not.
    ///
    /// Theorem. If d_v includes 2^k with v > 1-k, and z_1, ..., z_i are nonempty heaps, 1 <= i <= k,
    /// whose nim-sum is 0 and whose total is s, then 2^{k-i} may be included in d_{v+s}.
    ///
    /// Reason: whoever takes v+s from n and leaves k-i heaps may take v instead and leave the same heaps
    /// and z_1, ..., z_i; the value is the same. The bit is about heaps n >= v+s+k-i alone, and
    /// z_j <= s-i+1 < v+s+k-i, so that no z_j has another value by it.
    ///
    /// Austin's theorems are the cases in which no value need be known but G(1): 4.3 (4.2 is its case
    /// k = 1) has heaps of one token where d_1 is even; 4.5, with the correction j >= 1 (4.4 is its
    /// case k = 2, j = 1), has j pairs of equal heaps.
    ///
    /// Checked: v > 1-k; the nim-sum, from the values of the first heaps.
    /// Assumed: a finite code without conditions, as [`redundancy`] asks for.
    fn redundant(&self, code: &Code, u: i64, heaps: u32) -> Option<&'static str> {
        let lowest = 1 - (code.before().len() as i64).max(1);
        let fewer = i64::from(heaps);
        // Some i heaps with the total s that satisfy this, after a take of v that leaves k heaps.
        let any = |sums_to_zero: &dyn Fn(i64, i64) -> bool| {
            (1..=63 - fewer).find_map(|i| {
                let k = fewer + i;
                let allowed = |s: &i64| u - s > 1 - k && includes(code, u - s, k);
                let mut totals = (i..=u - lowest).filter(allowed);
                totals.find(|&s| sums_to_zero(i, s)).map(|_| k)
            })
        };
        if self.one_is_zero
            && let Some(k) = any(&|i, s| s == i)
        {
            return Some(if k == 1 { "Austin 4.2" } else { "Austin 4.3" });
        }
        if let Some(k) = any(&|i, s| i % 2 == 0 && s % 2 == 0) {
            return Some(if k == 2 { "Austin 4.4" } else { "Austin 4.5" });
        }
        let known = |i: i64, s: i64| {
            let sums = self.sums.get(i as usize).and_then(|sums| sums.get(s as usize));
            sums.is_some_and(|sums| sums & 1 == 1)
        };
        any(&known).map(|_| "nim-sum 0")
    }
}

/// G(n) from the nim-sums of smaller heaps; `None` where they do not reach so far, or where it is 64
/// or more.
fn value(code: &Code, sums: &[[u64; MOST_SUMMED + 1]], n: usize) -> Option<u32> {
    let lowest = 1 - (code.before().len() as i64).max(1);
    let mut options = 0u64;
    for u in lowest..=n as i64 {
        let Some(digit) = code.digit_ref(u) else { continue };
        let left = (n as i64 - u) as usize;
        for heaps in (0..64).filter(|k| digit.bits().is_some_and(|bits| bits >> k & 1 == 1)) {
            options |= sums.get(heaps)?.get(left)?;
        }
    }
    (options != u64::MAX).then(|| options.trailing_ones())
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
    // All the codes below have one sequence.
    let zero_sums = ZeroSums::new(code);

    // Dropping: later bits first; each is redundant in what is left, so all may go.
    let mut reduced = code.clone();
    for u in (lowest..=highest).rev() {
        for heaps in 0..=most {
            if includes(&reduced, u, i64::from(heaps))
                && let Some(theorem) = zero_sums.redundant(&reduced, u, heaps)
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
                && let Some(theorem) = zero_sums.redundant(&saturated, u, heaps)
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

    /// Conditions and endless takes are no matter of the theorems, whatever the digits would allow.
    #[test]
    fn plain_finite_codes_only() {
        assert_ne!(check("0.66"), (None, None));
        for code in ["0.66!", "0.6!6", "0.66=", "0.6[6]", "0.[64]", "4!.66", "0.66*"] {
            assert_eq!(redundancy(&code.parse().unwrap()), Redundancy::default(), "{code}");
        }
    }

    /// G(2) = 0 in all of these, so that whoever may split after a take of v may take v+2.
    #[test]
    fn heaps_of_nim_sum_zero() {
        for code in ["0.7446", "0.7464", "0.7466"] {
            assert_eq!(check(code).0.as_deref(), Some("0.7444"));
        }
        assert_eq!(check("0.7444").0, None);
        assert_eq!(check("0.746").0.as_deref(), Some("0.744"));
        let bits = redundancy(&"0.7466".parse().unwrap()).droppable;
        let bit = |u| RedundantBit { u, heaps: 1, theorem: "nim-sum 0" };
        assert_eq!(bits, [bit(3), bit(4)]);
        // The hypotheses broken by one: no split after that take, another total, G(2) = 2.
        for code in ["0.7046", "0.7346", "0.3026", "0.3746", "0.33"] {
            let found = redundancy(&code.parse().unwrap()).droppable;
            assert!(found.iter().all(|bit| bit.theorem != "nim-sum 0"), "{code} {found:?}");
        }
    }
}
