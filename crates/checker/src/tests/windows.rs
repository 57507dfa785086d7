//! The window of each theorem, number by number: what the statement says, computed by hand.

use super::*;

/// The heaps over which a theorem wants the values to agree: the first, and the one behind the
/// last.
#[allow(clippy::needless_pass_by_value)] // reads better in the tests
fn range(game: &str, claim: Claim, proof: Proof) -> Result<(u64, u64), Step> {
    let rules = Rules::read(game).unwrap();
    let claim = claim.regularity().unwrap();
    let window = match proof {
        Proof::FiniteTakeAndBreak => theorem::finite_take_and_break::window(&rules, claim),
        Proof::FiniteSubtraction => theorem::finite_subtraction::window(&rules, claim),
        Proof::GrundySplit(m) => theorem::grundy_split::window(&rules, claim, m),
        Proof::AllBut => theorem::all_but::window(&rules, claim),
        Proof::SedecimalArithmetic(m) => theorem::sedecimal_arithmetic::window(&rules, claim, m),
        Proof::RecurringOctal(r) => theorem::recurring_octal::window(&rules, claim, r),
        Proof::RecurringTetral(r) => theorem::recurring_tetral::window(&rules, claim, r),
        Proof::RecurringPeriodic(m) => theorem::recurring_periodic::window(&rules, claim, m),
        other => panic!("{}", other.theorem()),
    };
    window.map(|window| (window.from, window.until)).map_err(|rejection| rejection.step())
}

/// e < i <= he + (h-1)p + t, and at least to n0 - 1.
#[test]
fn finite_take_and_break() {
    assert_eq!(range("0.77", regular(71, 12, 0), BREAK), Ok((71, 140 + 12 + 2 + 1)));
    assert_eq!(range("0.77", regular(0, 12, 0), BREAK), Ok((0, 12 + 2 + 1)));
    assert_eq!(range("0.77", regular(1, 12, 0), BREAK), Ok((1, 12 + 2 + 1)));
    assert_eq!(range("0.0V", regular(5, 3, 0), BREAK), Ok((5, 4 * 4 + 3 * 3 + 2 + 1)));
    assert_eq!(range("0.003", regular(5, 3, 0), BREAK), Ok((5, 4 + 3 + 1)));
    // digits before the point count by |u|
    assert_eq!(range("80000.3", regular(5, 3, 0), BREAK), Ok((5, 3 * 4 + 2 * 3 + 4 + 1)));
    let late = "n -> a+b where a+b = n if n >= 50 | n-1 if n >= 70";
    assert_eq!(range(late, regular(5, 3, 0), BREAK), Ok((5, 70)));
    assert_eq!(range(late, regular(60, 3, 0), BREAK), Ok((60, 2 * 59 + 3 + 1 + 1)));
    assert_eq!(range("0.0", regular(3, 2, 0), BREAK), Ok((3, 3)));
}

/// l <= n < l+t; from 1 on where leaving nothing is not leaving a heap of 0; at least to n0 - 1.
#[test]
fn finite_subtraction() {
    assert_eq!(range("S(2,5)", regular(0, 7, 0), SUBTRACTION), Ok((0, 5)));
    assert_eq!(range("S(2,5)", regular(3, 7, 0), SUBTRACTION), Ok((3, 8)));
    assert_eq!(range("0.03003", regular(0, 7, 0), SUBTRACTION), Ok((0, 5)));
    for half in ["0.03002", "0.03001", "0.02003", "n -> n-2 | n-5 if n >= 2"] {
        assert_eq!(range(half, regular(0, 7, 0), SUBTRACTION), Ok((0, 6)), "{half}");
        assert_eq!(range(half, regular(1, 7, 0), SUBTRACTION), Ok((1, 6)), "{half}");
        assert_eq!(range(half, regular(3, 7, 0), SUBTRACTION), Ok((3, 8)), "{half}");
    }
    assert_eq!(range("n -> n-2 if n >= 9", regular(0, 7, 0), SUBTRACTION), Ok((0, 9)));
}

/// The numbers listed at the theorem, a = max(l, 1).
#[test]
fn grundy_split() {
    for (game, multiple, until) in [
        ("0.3", 1, 7 + 1),                             // h = 1: a + u
        ("0.07", 1, 2 * 6 + 4 + 2 + 1),                // no condition
        ("Split(2, differ>=3)", 1, 2 * 7 + 2 * 4 + 3), // two heaps that differ by d
        ("0.004!", 1, 2 * 7 + 2 * 4 + 3 + 1),          // different
        ("0.004!", 1, 2 * 7 + 2 * 4 + 3 + 1),          // the same
        ("0.08!", 1, 3 * 7 + 8 * 4 + 2 + 1),           // h >= 3 different
        ("0.08?", 1, 3 * 7 + 3 * 4 + 2 + 1),           // not all equal
        ("0.08?", 5, 3 * 7 + 3 * 20 + 2 + 1),          // by a multiple of the period
        ("0.00000000004=", 1, 11 + 2),                 // equal
        ("n -> a+b where a+b = n and a < b if n >= 99", 1, 99),
    ] {
        assert_eq!(range(game, regular(7, 4, 0), split(multiple)), Ok((7, until)), "{game}");
    }
    assert_eq!(range("4!.0", regular(0, 4, 0), split(1)), Ok((0, 2 + 8 + 1)));
    assert_eq!(range("4!.0", regular(1, 4, 0), split(1)), Ok((1, 2 + 8 + 1)));
    // h equal heaps: h even and a divisor of the theorem's period
    assert_eq!(range("0.G=", regular(0, 2, 0), split(2)), Ok((0, 3)));
    assert_eq!(range("0.G=", regular(0, 2, 0), split(1)), Err(Step::Hypothesis));
    assert_eq!(range("0.8=", regular(0, 3, 0), split(1)), Err(Step::Hypothesis));
    assert_eq!(range("4!0.0", regular(0, 3, 0), split(1)), Err(Step::Hypothesis));
    assert_eq!(range("4=0.0", regular(0, 2, 0), split(1)), Ok((0, 3)));
}

/// l <= n <= l + 2a
#[test]
fn all_but() {
    assert_eq!(range("AllBut(1,2,8)", regular(7, 3, 1), ALL_BUT), Ok((7, 7 + 16 + 1)));
    assert_eq!(range("AllBut()", regular(0, 1, 1), ALL_BUT), Ok((0, 1)));
}

/// e < i < e+7p+t, p >= t+2
#[test]
fn sedecimal_arithmetic() {
    assert_eq!(range("0.28", regular(9, 53, 16), sedecimal(1)), Ok((9, 8 + 7 * 53 + 2)));
    assert_eq!(range("0.28", regular(0, 4, 2), sedecimal(1)), Ok((0, 28 + 2)));
    assert_eq!(range("8.28", regular(0, 2, 1), sedecimal(2)), Ok((0, 28 + 2)));
    assert_eq!(range("0.28", regular(0, 3, 2), sedecimal(1)), Err(Step::Hypothesis));
    assert_eq!(range("0.028", regular(0, 4, 2), sedecimal(1)), Err(Step::Hypothesis));
    assert_eq!(range("80.28", regular(0, 4, 2), sedecimal(1)), Err(Step::Hypothesis));
}

/// e < i <= e+6p, p >= v+t
#[test]
fn recurring_octal() {
    use super::recurring_octal as octal;
    assert_eq!(range("0.1[23]", regular(9, 3, 2), octal(1, 1)), Ok((9, 8 + 18 + 1)));
    assert_eq!(range("0.1[23]", regular(0, 5, 2), octal(1, 2)), Ok((0, 30 + 1)));
    assert_eq!(range("0.1[23]", regular(0, 1, 1), octal(4, 1)), Ok((0, 24 + 1)));
    assert_eq!(range("0.1[23]", regular(9, 2, 2), octal(1, 1)), Err(Step::Hypothesis));
    assert_eq!(range("0.1[23]", regular(9, 4, 2), octal(1, 2)), Err(Step::Hypothesis));
    // (b): where d(u) contains 4, so does d(u+t)
    assert_eq!(range("4.[40]", regular(0, 9, 1), octal(1, 1)), Err(Step::Hypothesis));
    assert_eq!(range("4.[04]", regular(0, 9, 1), octal(1, 1)), Ok((0, 55)));
    assert_eq!(range("0.4[20]", regular(0, 9, 1), octal(1, 1)), Err(Step::Hypothesis));
    assert_eq!(range("0.[42]", regular(0, 9, 1), octal(1, 1)), Ok((0, 55)));
    assert_eq!(range("0.0[402]", regular(0, 9, 1), octal(1, 1)), Ok((0, 55)));
    assert_eq!(range("0.04[040]", regular(0, 9, 1), octal(1, 1)), Err(Step::Hypothesis));
    assert_eq!(range("40.[4]", regular(0, 9, 1), octal(1, 1)), Err(Step::Hypothesis));
}

/// e < i <= e+p+v+t
#[test]
fn recurring_tetral() {
    use super::recurring_tetral as tetral;
    assert_eq!(range("0.1[23]", regular(9, 5, 3), tetral(1, 1)), Ok((9, 8 + 5 + 3 + 1)));
    assert_eq!(range("0.1[23]", regular(0, 5, 3), tetral(2, 3)), Ok((0, 10 + 7 + 1)));
    assert_eq!(range("0.1[23]", regular(0, 5, 3), tetral(1, 0)), Err(Step::Hypothesis));
    assert_eq!(range("4.1[23]", regular(0, 5, 3), tetral(1, 1)), Err(Step::Hypothesis));
}

/// a <= i <= h(a+p) + v + w, the block a divisor of p
#[test]
fn recurring_periodic() {
    use super::recurring_periodic as recurring;
    assert_eq!(range("0.1[12]", regular(9, 4, 0), recurring(1)), Ok((9, 9 + 4 + 1 + 1)));
    assert_eq!(range("0.1[07]", regular(0, 4, 0), recurring(1)), Ok((0, 2 * 5 + 1 + 1)));
    assert_eq!(range("400.1[0F]", regular(2, 1, 0), recurring(2)), Ok((2, 3 * 4 + 1 + 2 + 1)));
    assert_eq!(range("0.1[07]", regular(0, 3, 0), recurring(1)), Err(Step::Hypothesis));
}
