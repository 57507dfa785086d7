//! Every hypothesis of every theorem: a certificate that breaks it, and only it.

use super::*;
use Step::{Claim as Kind, Game, Hypothesis, Window as Range};

/// Finite, no conditions, the window (l = 0 with e = 0), n0, saltus.
#[test]
fn of_finite_take_and_break() {
    rejects("0.30[001]", regular(0, 2, 0), BREAK, Hypothesis, "not a finite");
    rejects("Split(2, differ>=2)", regular(5, 4, 0), BREAK, Hypothesis, "condition");
    rejects("0.4", regular(0, 1, 0), BREAK, Range, "G(3) = 1");
    rejects("n -> a+b where a+b = n if n >= 50", regular(0, 1, 0), BREAK, Range, "G(50)");
    rejects("0.137F", regular(0, 2, 1), BREAK, Kind, "saltus");
}

/// One heap at most, a take, the window.
#[test]
fn of_finite_subtraction() {
    rejects("0.77", regular(71, 12, 0), SUBTRACTION, Hypothesis, "two heaps");
    rejects("0.[3]", regular(0, 1, 0), SUBTRACTION, Hypothesis, "finite list");
    rejects("S(2,3,5,8)", regular(12, 17, 0), SUBTRACTION, Range, "G(");
    rejects("0.0002", regular(0, 1, 0), SUBTRACTION, Range, "G(5) = 1");
    rejects("S(1,2)", regular(0, 3, 3), SUBTRACTION, Kind, "saltus");
}

/// Finite, equal heaps, the window, the multiple.
#[test]
fn of_grundy_split() {
    rejects("0.[3]", regular(0, 1, 0), split(1), Hypothesis, "finite list");
    rejects("0.8=", regular(0, 1, 0), split(1), Hypothesis, "equal heaps");
    rejects("0.4=", regular(0, 1, 0), split(1), Hypothesis, "equal heaps");
    rejects("4!0.0", regular(0, 1, 0), split(1), Hypothesis, "more than there was");
    rejects("Split(2, differ>=2)", regular(4, 4, 0), split(1), Range, "G(");
    rejects("4!.0", regular(1, 3, 0), split(1), Range, "G(");
    rejects("Split(2, differ>=2)", regular(5, 4, 0), split(0), Hypothesis, "multiple is 0");
}

/// The game, the saltus, the window.
#[test]
fn of_all_but() {
    rejects("S(1,2)", regular(0, 3, 1), ALL_BUT, Hypothesis, "not an all-but");
    rejects("AllBut(1)", regular(0, 2, 0), ALL_BUT, Kind, "saltus is 0");
    rejects("AllBut(1,2,8,9,10)", regular(7, 3, 1), ALL_BUT, Range, "G(");
}

/// Finite, sedecimal, p >= t+2, s a power of two, (1), (2) and (3).
#[test]
fn of_sedecimal_arithmetic() {
    rejects("0.[3]", regular(0, 1, 1), sedecimal(1), Hypothesis, "finite code");
    rejects("0.V", regular(0, 4, 1), sedecimal(1), Hypothesis, "exceeds 15");
    rejects("8.0", regular(0, 4, 1), sedecimal(1), Hypothesis, "no digit after");
    rejects("0.FB", regular(5, 1, 1), sedecimal(1), Hypothesis, "below t+2");
    rejects("0.3F", regular(0, 6, 3), sedecimal(1), Hypothesis, "power of 2");
    rejects("0.28", regular(0, 53, 16), sedecimal(1), Range, "G(");
    rejects("0.BC", regular(4, 3, 2), sedecimal(1), Hypothesis, "below t+2");
    rejects("0.9E", regular(4, 3, 2), sedecimal(3), Hypothesis, "power of 2");
}

/// Recurring, octal, (b), p >= v+t, s a power of two, blocks, (1).
#[test]
fn of_recurring_octal() {
    rejects("0.77", regular(71, 12, 1), recurring_octal(1, 1), Hypothesis, "recurring");
    rejects("0.[F]", regular(0, 1, 1), recurring_octal(1, 1), Hypothesis, "exceeds 7");
    rejects("0.5[2]", regular(11, 12, 8), recurring_octal(1, 1), Hypothesis, "(b)");
    rejects("0.1[2]", regular(3, 2, 1), recurring_octal(1, 9), Hypothesis, "below v+t");
    rejects("0.[330]", regular(0, 6, 3), recurring_octal(1, 1), Hypothesis, "power of 2");
    rejects("0.[3]", regular(0, 1, 1), recurring_octal(1, 0), Hypothesis, "blocks is 0");
    rejects("0.[03]", regular(0, 1, 1), recurring_octal(2, 1), Range, "G(");
}

/// Recurring, tetral, a recurring 2, (1), blocks.
#[test]
fn of_recurring_tetral() {
    rejects("0.33", regular(0, 3, 1), recurring_tetral(1, 1), Hypothesis, "recurring");
    rejects("0.[7]", regular(0, 1, 1), recurring_tetral(1, 1), Hypothesis, "exceeds 3");
    rejects("0.3[1]", regular(0, 1, 1), recurring_tetral(1, 1), Hypothesis, "at most 1");
    rejects("0.[330]", regular(0, 3, 1), recurring_tetral(1, 1), Range, "G(");
}

/// Recurring, plain, the block, the window.
#[test]
fn of_recurring_periodic() {
    rejects("0.77", regular(71, 12, 0), recurring_periodic(1), Hypothesis, "recurring");
    rejects("0.[4!]", regular(0, 1, 0), recurring_periodic(1), Hypothesis, "plain");
    rejects("0.30[001]", regular(0, 2, 0), recurring_periodic(1), Hypothesis, "block length");
    rejects("0.30[001]", regular(0, 2, 0), recurring_periodic(3), Range, "G(");
}

/// Other kinds of claims, and games no theorem is for.
#[test]
fn other_claims_and_games() {
    rejects("0.77", Claim::Ruler, BREAK, Kind, "ruler");
    rejects("0.77 + pass", regular(71, 12, 0), BREAK, Game, "pass");
    rejects("0.7W", regular(71, 12, 0), BREAK, Game, "cannot be read");
}

/// Hypotheses (2), (3) and (4) of Theorems 6.8 to 6.10 on made-up values: no game is known
/// that satisfies all but one of them.
#[test]
fn hypotheses_on_values() {
    let window = Window { from: 3, until: 100, period: 4, saltus: 2 };
    let good = [0, 1, 1, 0, 1, 2, 3, 2];
    assert!(theorem::small_before_the_period(&good, window, 2).is_ok());
    let mut two = good;
    two[2] = 2; // G(2) is not below s
    assert!(
        theorem::small_before_the_period(&two, window, 2).unwrap_err().reason().starts_with("(2)")
    );
    let mut three = good;
    three[6] = 4; // G(6) is not below 2s
    assert!(
        theorem::small_before_the_period(&three, window, 2)
            .unwrap_err()
            .reason()
            .starts_with("(3)")
    );

    let occurs = |game: &str, values: &[u32]| {
        let rules = Rules::read(game).unwrap();
        theorem::sedecimal_arithmetic::every_value_occurs(&rules, values, window)
    };
    let all = [0, 1, 0, 2, 3, 0, 1, 3, 2]; // each of 0..4 at an odd and at an even heap
    assert!(occurs("0.08", &all).is_ok());
    assert!(occurs("0.07", &all).is_err(), "no digit contains 8");
    let once = [0, 1, 2, 3, 0]; // 1 only at an odd heap, 2 only at an even one
    assert!(occurs("0.08", &once).is_err(), "one parity of takes: both parities of heaps");
    assert!(occurs("0.88", &once).is_ok(), "both parities of takes: one heap is enough");
    assert!(occurs("0.88", &[0, 1, 2, 3]).is_err(), "heap 0 does not count");
    assert!(occurs("0.88", &[0, 1, 2, 0]).is_err(), "3 does not occur");
}
