//! The families of octal games of Theorems 4.8 to 4.15 (Guy, in Austin 1976).

use super::runs::Runs;
use super::{BigRegularity, ClosedForm};
use num_bigint::BigUint;
use sprague_games::Ruleset;
use sprague_games::code::Digit;

/// Theorems 4.8 to 4.15 (Austin 1976, with the corrections s >= 1 in 4.9 to 4.11). The codes
/// .1...1 with s ones and the tail 4 (s >= 3), 5, 44, 45 (s >= 1), 53, 54 (s >= 0), 47 (s >= 1),
/// 57 (s >= 0) have the sequences given below as runs.
struct OctalFamily {
    theorem: &'static str,
    runs: Runs,
}

pub(super) fn find(rules: &Ruleset) -> Option<Box<dyn ClosedForm>> {
    let code = rules.as_code()?;
    if !code.is_finite() || !code.before().is_empty() {
        return None;
    }
    let digits: Vec<u64> = code.after().iter().map(Digit::bits).collect::<Option<_>>()?;
    let s = digits.iter().take_while(|&&d| d == 1).count();
    let runs = |before: &[(u32, u64)], period: &[(u32, u64)]| Runs {
        before: before.to_vec(),
        period: period.to_vec(),
        exceptions: Vec::new(),
    };
    let tail = &digits[s..];
    let s = s as u64;
    let (theorem, runs) = match tail {
        [4] if s >= 3 => (
            "Austin 1976, Theorem 4.8",
            Runs {
                before: Vec::new(),
                period: vec![(4, 1), (1, s), (4, 2), (1, s), (2, s + 1), (1, 1), (2, s)],
                exceptions: vec![(0, 0), (s + 1, 0), (s + 2, 0), (5 * s + 6, 0)],
            },
        ),
        [5] if s >= 1 => (
            "Austin 1976, Theorem 4.9",
            runs(&[(0, 1)], &[(1, s + 1), (0, 1), (1, s + 1), (2, s + 1), (1, 1), (2, s + 1)]),
        ),
        [4, 4] if s >= 1 => (
            "Austin 1976, Theorem 4.10",
            runs(&[(0, 1), (1, s), (0, 2)], &[(1, s), (2, 2 * s + 2), (4, 2), (1, s + 2)]),
        ),
        [4, 5] if s >= 1 => (
            "Austin 1976, Theorem 4.11",
            runs(&[(0, 1), (1, s), (0, 1)], &[(1, s + 1), (2, 2 * s + 2), (4, 1), (1, s + 1)]),
        ),
        [5, 3] => (
            "Austin 1976, Theorem 4.12",
            runs(
                &[
                    (0, 1),
                    (1, s + 2),
                    (2, s + 2),
                    (1, s + 1),
                    (0, 1),
                    (2, s + 2),
                    (4, s + 1),
                    (0, 1),
                ],
                &[(1, s + 1), (2, s + 2), (1, s + 2), (2, s + 2), (4, s + 1), (1, 1)],
            ),
        ),
        [5, 4] => (
            "Austin 1976, Theorem 4.13",
            runs(&[(0, 1), (1, s + 1), (0, 1)], &[(1, s + 1), (2, 2 * s + 3), (4, 1), (1, s + 2)]),
        ),
        [4, 7] if s >= 1 => (
            "Austin 1976, Theorem 4.14",
            runs(&[(0, 1), (1, s), (0, 1)], &[(1, 1), (2, s + 2), (4, s + 1), (1, s + 1)]),
        ),
        [5, 7] => ("Austin 1976, Theorem 4.15", runs(&[(0, 1)], &[(1, s + 2), (2, s + 2)])),
        _ => return None,
    };
    Some(Box::new(OctalFamily { theorem, runs }))
}

impl ClosedForm for OctalFamily {
    fn theorem(&self) -> &'static str {
        self.theorem
    }

    fn at(&self, n: &BigUint) -> BigUint {
        self.runs.at(n)
    }

    fn regularity(&self) -> Option<BigRegularity> {
        let last = self.runs.exceptions.iter().map(|&(heap, _)| heap + 1).max().unwrap_or(0);
        let preperiod = self.runs.before_length().max(last);
        Some(BigRegularity::periodic(preperiod, self.runs.period_length()))
    }
}
