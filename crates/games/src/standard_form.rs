//! Standard form and cousins (Austin, section 4.4).
//!
//! If d_1 is even, a heap of 1 has value 0 and can be dropped from every heap: the game is
//! another game in disguise, one token smaller. Repeating this until d_1 is odd gives the
//! standard form, whose nim-sequence begins 0, 1.

use crate::code::{Code, Digit};

/// A code in standard form and how far it is from the code it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandardForm {
    /// The code whose first digit is odd.
    pub code: Code,
    /// r with G_code(n) = G_original(n + r), and G_original(n) = 0 for n < r: the original
    /// is the r-th cousin of the standard form.
    pub shift: u64,
}

/// A code that grows past this many digits is given up.
const MAX_LENGTH: usize = 1 << 16;

/// The standard form of a code.
///
/// `None` where there is none (0.0: the reduction never ends), where the theorem does not
/// apply (digits with conditions or "or more"), and where the digits grow past 2^16 places.
///
/// ```
/// use sprague_games::standard_form::standard_form;
/// let form = standard_form(&"0.4".parse()?).unwrap();
/// assert_eq!((form.code.to_string().as_str(), form.shift), ("0.137", 2));
/// # Ok::<(), sprague_games::ParseError>(())
/// ```
pub fn standard_form(code: &Code) -> Option<StandardForm> {
    if code.is_null() || !code.is_plain() {
        return None;
    }
    if code.is_finite() {
        return finite_standard_form(code);
    }
    let mut code = code.clone();
    let mut shift = 0;
    while code.digit(1).bits()? & 1 == 0 {
        code = one_token_smaller(&code)?;
        shift += 1;
    }
    Some(StandardForm { code, shift })
}

/// The same for finite plain codes, whose digits stay numbers on the way: a code of 4096 digits may
/// need as many steps.
fn finite_standard_form(code: &Code) -> Option<StandardForm> {
    let most = code.max_heaps()? as usize;
    // digits[i] is d_{lowest + i}.
    let mut lowest = 1 - code.before().len() as i64;
    let digits = code.before().iter().rev().chain(code.after()).map(Digit::bits);
    let mut digits = digits.collect::<Option<Vec<u64>>>()?;
    let mut shift = 0;
    while digits.get((1 - lowest) as usize).is_none_or(|d_1| d_1 & 1 == 0) {
        if digits.len() as i64 + lowest - 1 + most as i64 > MAX_LENGTH as i64 {
            return None;
        }
        let mut smaller = vec![0; digits.len() + most + 1];
        for (v, &bits) in (lowest..).zip(&digits).filter(|(_, bits)| **bits != 0) {
            reduce(v, bits, |w, more| smaller[(w - lowest + 1) as usize] |= more);
        }
        lowest -= 1;
        while smaller.last() == Some(&0) {
            smaller.pop();
        }
        let zeros = smaller.iter().take((1 - lowest) as usize).take_while(|d| **d == 0).count();
        smaller.drain(..zeros);
        lowest += zeros as i64;
        digits = smaller;
        shift += 1;
    }
    let after = digits.split_off((1 - lowest) as usize);
    let plain = |digits: Vec<u64>| digits.into_iter().map(Digit::plain);
    let code = Code::new(plain(digits).rev().collect(), plain(after).collect(), Vec::new());
    Some(StandardForm { code, shift })
}

/// What the digit d_v with these bits contributes by [Theorem 4.6](one_token_smaller): calls
/// `include` with a place and the bits that the smaller code has there.
fn reduce(v: i64, mut bits: u64, mut include: impl FnMut(i64, u64)) {
    while bits != 0 {
        let k = i64::from(bits.trailing_zeros());
        bits &= bits - 1;
        let all = u64::MAX >> (63 - k);
        include(v + k - 1, if v > 1 - k { all } else { all & !3 });
    }
}

/// Theorem 4.6 (Austin 1976, with the correction v > 1-k in (i)). Let d_1 be even. Let e be
/// the code in which, for every 2^k in d_v,
/// (i) if v > 1-k, e_{v+k-1} includes 2^k, 2^{k-1}, ..., 1;
/// (ii) if v <= 1-k and k >= 2, e_{v+k-1} includes 2^k, 2^{k-1}, ..., 4.
/// Then G_e(n) = G_d(n+1) for all n >= 0.
///
/// The proof treats every move by itself, so it holds for recurring codes too.
///
/// Checked: plain digits, d_1 even (`None` otherwise); and the size stays within limits.
/// By construction: a `Code` has no 1 or 2 before the point.
pub fn one_token_smaller(code: &Code) -> Option<Code> {
    if code.digit(1).bits()? & 1 == 1 {
        return None;
    }
    let most = i64::from(code.max_heaps()?);
    let (before, after, block) =
        (code.before().len() as i64, code.after().len() as i64, code.recurring().len() as i64);
    // A bit 2^k moves from v to v+k-1. Past after + most digits of the new code come from
    // the recurring block alone, and with its period.
    let highest = after + most + block;
    if highest as usize > MAX_LENGTH {
        return None;
    }
    let lowest = 1 - before.max(1) - 1;
    let mut digits = vec![0u64; (highest - lowest + 1) as usize];
    let mut include = |w: i64, bits: u64| {
        if let Some(digit) = usize::try_from(w - lowest).ok().and_then(|i| digits.get_mut(i)) {
            *digit |= bits;
        }
    };
    for v in (1 - before.max(1))..=highest + 1 {
        reduce(v, code.digit(v).bits()?, &mut include);
    }
    let at = |w: i64| Digit::plain(digits[(w - lowest) as usize]);
    let new_before = (lowest..=0).rev().map(at).collect();
    let new_after: Vec<Digit> = (1..=highest - block).map(at).collect();
    let new_block = (highest - block + 1..=highest).map(at).collect();
    Some(Code::new(new_before, new_after, new_block))
}

/// The code with the least bits whose reduction by Theorem 4.6 is `code`: the code that is
/// one token larger, a first cousin. `None` if `code` is not such a reduction digit for
/// digit.
pub fn one_token_larger(code: &Code) -> Option<Code> {
    if code.is_null() || !code.is_plain() || !code.is_finite() {
        return None;
    }
    let mut larger: Vec<(i64, u64)> = Vec::new();
    for (digit, w) in code.after().iter().zip(1i64..) {
        let bits = digit.bits()?;
        if bits != 0 {
            let k = i64::from(bits.ilog2());
            larger.push((w - k + 1, 1 << k));
        }
    }
    for (digit, i) in code.before().iter().zip(0i64..) {
        let bits = digit.bits()?;
        if bits != 0 {
            let k = i64::from(bits.ilog2());
            larger.push((-i - k + 1, 1 << k));
        }
    }
    let lowest = larger.iter().map(|&(v, _)| v).min()?.min(0);
    let highest = larger.iter().map(|&(v, _)| v).max()?.max(1);
    if (highest - lowest) as usize > MAX_LENGTH {
        return None;
    }
    let mut digits = vec![0u64; (highest - lowest + 1) as usize];
    for (v, bits) in larger {
        digits[(v - lowest) as usize] |= bits;
    }
    let at = |v: i64| digits[(v - lowest) as usize];
    // No heap or one heap cannot be left before the point.
    if (lowest..=0).any(|v| at(v) & 3 != 0) {
        return None;
    }
    let plain = |v: i64| Digit::plain(at(v));
    let candidate = Code::new(
        (lowest..=0).rev().map(plain).collect(),
        (1..=highest).map(plain).collect(),
        Vec::new(),
    );
    (one_token_smaller(&candidate).as_ref() == Some(code)).then_some(candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Option<(String, u64)> {
        standard_form(&text.parse().unwrap()).map(|f| (f.code.to_string(), f.shift))
    }

    #[test]
    fn austins_examples() {
        let is = |text, code: &str, shift| {
            assert_eq!(form(text), Some((code.to_owned(), shift)), "{text}");
        };
        is("0.07", "0.137", 1);
        is("0.4", "0.137", 2);
        is("4.02", "0.73", 1);
        is("0.08", "0.111333777F", 4);
        is("80000.02", "4C.13", 2);
        is("0.77", "0.77", 0);
        is("0.5[2]", "0.5[2]", 0);
        assert_eq!(form("0.0"), None);
        assert_eq!(form("4!.0"), None);
    }

    /// As many steps as the code has digits.
    #[test]
    fn long_codes_are_reduced_step_by_step() {
        let zeros = "0".repeat(1023);
        let shift = |digit: &str| form(&format!("0.{zeros}{digit}")).map(|f| f.1);
        assert_eq!(shift("1"), Some(1023));
        assert_eq!(shift("8"), Some(1026));
    }

    #[test]
    fn finite_codes_are_reduced_as_the_theorem_says() {
        for text in
            ["0.4", "0.08", "80000.02", "4.02", "C0.0", "G000.0006", "0.0002", "8G.0", "40.2"]
        {
            let mut code: Code = text.parse().unwrap();
            let mut shift = 0;
            while let Some(smaller) = one_token_smaller(&code) {
                code = smaller;
                shift += 1;
            }
            let expected = StandardForm { code, shift };
            assert_eq!(standard_form(&text.parse().unwrap()), Some(expected), "{text}");
        }
    }

    #[test]
    fn larger_undoes_smaller() {
        let larger = |text: &str| one_token_larger(&text.parse().unwrap()).map(|c| c.to_string());
        assert_eq!(larger("0.77").as_deref(), Some("4.4"));
        assert_eq!(larger("0.137").as_deref(), Some("0.07"));
        assert_eq!(larger("0.07").as_deref(), Some("0.4"));
        assert_eq!(larger("0.156"), None);
    }
}
