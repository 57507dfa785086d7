//! The strict reader and the options, by hand. That they agree with what the engines read is
//! tested in the prover, on thousands of rules.

use super::*;

fn options(text: &str, n: u64) -> Vec<Vec<u64>> {
    Rules::read(text).unwrap().options(n).unwrap()
}

#[test]
fn options_by_hand() {
    let none = Vec::<Vec<u64>>::new();
    assert_eq!(options("0.77", 3), [vec![1], vec![1, 1], vec![2]]);
    assert_eq!(options("0.77", 1), [Vec::<u64>::new()]);
    assert_eq!(options("0.77", 0), none);
    assert_eq!(options("4.0", 4), [[1, 3], [2, 2]]);
    assert_eq!(options("4!.0", 4), [[1, 3]]);
    assert_eq!(options("80.4", 3), [vec![1, 1], vec![1, 1, 2]]);
    assert_eq!(options("44.3", 4), [vec![1, 3], vec![2, 2], vec![2, 3], vec![3]]);
    assert_eq!(options("Mark", 6), [[3], [5]]);
    assert_eq!(options("Mark", 1), [Vec::<u64>::new()]);
    assert_eq!(options("UpMark", 1), none);
    assert_eq!(options("UpMark(3)", 5), [[2], [3], [4]]);
    assert_eq!(options("S(1,3)", 3), [vec![], vec![2]]);
    assert_eq!(options("AllBut(1)", 3), [vec![], vec![1]]);
    assert_eq!(options("AllBut()", 2), [vec![], vec![1]]);
    assert_eq!(options("AllBut(2,3)", 5), [vec![], vec![1], vec![4]]);
    assert_eq!(options("Splittles(2)", 4), [vec![1, 1], vec![2]]);
    assert_eq!(options("Cut(1,3)", 4), [vec![1, 1, 1, 1], vec![1, 3], vec![2, 2]]);
    assert_eq!(options("Split(3, distinct)", 7), [[1, 2, 4]]);
    assert_eq!(options("Split(2, differ>=2)", 6), [[1, 5], [2, 4]]);
    assert_eq!(options("0.*=", 5), [vec![1, 1, 1, 1], vec![2, 2], vec![4]]);
    assert_eq!(options("0.{0,2!,3+}", 4), [vec![1, 1, 1], vec![1, 2]]);
    assert_eq!(options("0.[1]", 3), [Vec::<u64>::new()]);
    assert_eq!(options("n -> n-1 | n div 2", 5), [[2], [4]]);
    assert_eq!(options("n -> n-k where 2k >= n", 5), [vec![], vec![1], vec![2]]);
    assert_eq!(options("n -> n-k where k mod 3 = 1 or k = 6", 8), [[1], [2], [4], [7]]);
    assert_eq!(options("n -> k where not (2k < n or k >= n) and k <= n", 4), [[2], [3]]);
    assert_eq!(options("n -> a+b where a+b = n and a < b | 1+1 if n = 3", 3), [[1, 1], [1, 2]]);
}

/// A move that does not make the heap smaller is no move; a variable without bound is not tried.
#[test]
fn rules_without_an_end() {
    for text in
        ["n -> n", "n -> n+1", "n -> 2n", "n -> k where k > n", "n -> n-k div 2 where k > 1"]
    {
        assert!(Rules::read(text).unwrap().options(5).is_err(), "{text}");
    }
}

#[test]
fn other_spellings_are_refused() {
    for text in [
        // codes
        "",
        ".77",
        "0.",
        "0.770",
        "00.77",
        "0 .77",
        "0.7 7",
        "0.3[3]",
        "0.[33]",
        "0.[0]",
        "0.7[0]",
        "0.1(23)",
        "0.[3",
        "0.3]",
        "0.[]",
        "0.3f",
        "0.W",
        "0.4?",
        "0.3!",
        "0.0!",
        "0.&7;",
        "0.&040;",
        "0.&;",
        "0.{0,1,2}",
        "0.{0,1+}",
        "0.{1,0}",
        "0.{}",
        "0.{2+,3}",
        "0.{2!}",
        "0.{0, 2!}",
        "0.{64+}",
        "1.0",
        "*.0",
        "0.7.7",
        "0.\u{b7}77",
        "0.77 ",
        "0.*+",
        "{2+}.00",
        "0.{0!,3+}",
        // sets
        "S()",
        "S(0)",
        "S(2,1)",
        "S(1,1)",
        "S(1, 2)",
        "S(01)",
        "s(1)",
        "S(1",
        "S 1",
        "S(1)x",
        "Splittles()",
        "Splittles(1,)",
        "Cut()",
        "Cut",
        "Cut(0)",
        "Cut(2,1)",
        "Cut(63)",
        "cut(1)",
        "AllBut(0)",
        "AllBut",
        "allbut()",
        "Subtraction(1)",
        "S(1000000000000001)",
        // the others
        "Split(1)",
        "Split(2,distinct)",
        "Split(2, differ>=1)",
        "Split(2, not-all-equal)",
        "Split(3, differ>=2)",
        "Split(2, different)",
        "Split(02)",
        "Split(64)",
        "Split(2, )",
        "Mark(2)",
        "Mark()",
        "mark",
        "Mark(1)",
        "UpMark(2)",
        "Up",
        "Mark(4294967297)",
        "Kayles",
        "Nim",
        "0.7 + pass",
        "Mark + pass",
        // the rule language
        "n->n-1",
        "n -> n - 1",
        "n -> (n-1)",
        "n -> n-1 |n-2",
        "n -> n-1 if n>1",
        "n -> N-1",
        "n -> n-01",
        "n -> n-(1)",
        "n -> n--1",
        "n -> n+1-2 if n > 3 ",
        "n -> n-1 if (n > 1)",
        "n -> n-1 if n > 1 and (n > 2)",
        "n -> n-1 if (n > 1 and n > 2) or n = 7",
        "n -> n-1 if 1 < n < 9",
        "n -> n-1 if n == 2",
        "n -> n-1 if n <> 2",
        "n -> n-2*1",
        "n -> n-k",
        "n -> n-1 if k > 1",
        "n -> k where k <= 3div 2",
        "n -> (n) div 2",
        "n -> 2n div 3",
        "n -> -1n+3",
        "n -> n-1 where",
        "n -> n-1 if",
        "n -> n-1 | ",
        "n -> n-k where k is a power of 2",
        "n -> n-k where k is not power of 2",
        "n -> n-k where (k is power of 2)",
        "n -> n-1 if not(n > 1)",
        "n -> n div 0",
        "n -> n-1 if n > 1 where k < 3",
        "n -> n-1000000000001",
        "n -> n-1 if n",
        "n -> n > 1",
        "n -> n-if where if < 2",
        "n -> n-1 if n > -0",
        "n -> n-1 + pass",
        "n -> ",
    ] {
        let refused = Rules::read(text).map_err(|r| r.step());
        assert_eq!(refused, Err(Step::Game), "{text}");
    }
}

#[test]
fn parentheses_where_they_are_needed() {
    for text in [
        "n -> n-1-2",
        "n -> (n+1)-3 if n > 5",
        "n -> (n+1) div 2 if n > 2",
        "n -> n-(2+1)",
        "n -> n-2(k+1) where k < 3",
        "n -> (3k) div 2 where k < n",
        "n -> n-(-2k)-5 where k < 2",
        "n -> n-1 if n > 1 and (n < 9 or n = 12)",
        "n -> n-1 if n > 1 and n < 9 or n = 12",
        "n -> n-1 if not (n > 1 and n < 4)",
        "n -> n-1 if not not n > 1",
        "n -> n div 2 div 3",
        "n -> n-1 if (n > 1 or n = 7) or n = 8",
        "n -> n-2(3)",
        "n -> -n+2n where n = 3 if n = 3",
        "n -> (-5) div 2+n-1",
        "n -> n-1 if -2n+7 != (-3) mod 2",
        "n -> n-1 if n-(-1) > 2+3n",
    ] {
        assert!(Rules::read(text).is_ok(), "{text}: {:?}", Rules::read(text));
    }
}
