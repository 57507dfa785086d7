//! The notation: printing then reading is the identity, reading never panics, and every
//! mistake is reported where it is.

use proptest::prelude::*;
use sprague_games::code::Digit;
use sprague_games::moves::Condition;
use sprague_games::rule_language::{Constraint, Expr, Relation, Rule, RuleOption};
use sprague_games::{Code, ParseErrorKind, Rounding, Ruleset, TakeSet};

fn condition() -> impl Strategy<Value = Condition> {
    proptest::sample::select(vec![
        Condition::Any,
        Condition::Distinct,
        Condition::NotAllEqual,
        Condition::AllEqual,
    ])
}

/// The text of a digit, rich or plain.
fn digit_text(least: u32) -> impl Strategy<Value = String> {
    let sign = proptest::sample::select(vec!["", "!", "?", "="]);
    let mask = if least == 0 { u64::MAX } else { !3 };
    let plain = (0u64..32, sign.clone()).prop_map(move |(bits, sign)| {
        let bits = (bits & mask) as usize;
        format!("{}{sign}", &"0123456789ABCDEFGHIJKLMNOPQRSTUV"[bits..=bits])
    });
    let large = (any::<u64>(), sign.clone()).prop_map(move |(b, s)| format!("&{};{s}", b & mask));
    let braces = (proptest::collection::btree_map(least..64, sign.clone(), 1..4), any::<bool>())
        .prop_map(|(counts, more)| {
            let last = counts.keys().copied().max().unwrap_or(0);
            let items: Vec<String> = counts
                .iter()
                .map(|(h, sign)| format!("{h}{sign}{}", if more && *h == last { "+" } else { "" }))
                .collect();
            format!("{{{}}}", items.join(","))
        });
    let star =
        sign.prop_map(move |s| if least == 0 { format!("*{s}") } else { format!("{{2+}}{s}") });
    prop_oneof![6 => plain, 1 => large, 2 => braces, 1 => star]
}

fn code() -> impl Strategy<Value = Ruleset> {
    (
        proptest::collection::vec(digit_text(2), 0..4),
        proptest::collection::vec(digit_text(0), 0..6),
        proptest::collection::vec(digit_text(0), 0..4),
    )
        .prop_map(|(before, after, block)| {
            let block =
                if block.is_empty() { String::new() } else { format!("[{}]", block.concat()) };
            let text = format!("{}.{}{block}", before.concat(), after.concat());
            text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
        })
}

fn take_set(least: usize) -> impl Strategy<Value = TakeSet> {
    proptest::collection::vec(1u64..1_000_000, least..8).prop_map(|v| TakeSet::new(v).unwrap())
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        (-20i64..1000).prop_map(Expr::Constant),
        Just(Expr::Heap),
        (0usize..3).prop_map(Expr::Variable),
    ];
    leaf.prop_recursive(4, 16, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Expr::Sum(Box::new(a), Box::new(b))),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| Expr::Difference(Box::new(a), Box::new(b))),
            (-5i64..20, inner.clone()).prop_map(|(c, a)| Expr::Multiple(c, Box::new(a))),
            (inner.clone(), 1i64..9).prop_map(|(a, d)| Expr::Quotient(Box::new(a), d)),
            (inner, 1i64..9).prop_map(|(a, d)| Expr::Remainder(Box::new(a), d)),
        ]
    })
}

fn constraint() -> impl Strategy<Value = Constraint> {
    let relation = proptest::sample::select(vec![
        Relation::Equal,
        Relation::NotEqual,
        Relation::Less,
        Relation::LessOrEqual,
        Relation::Greater,
        Relation::GreaterOrEqual,
    ]);
    let leaf = prop_oneof![
        4 => (expr(), relation, expr()).prop_map(|(a, r, b)| Constraint::Comparison(a, r, b)),
        1 => expr().prop_map(Constraint::PowerOfTwo),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|f| Constraint::Not(Box::new(f))),
            proptest::collection::vec(inner.clone(), 2..4).prop_map(Constraint::And),
            proptest::collection::vec(inner, 2..4).prop_map(Constraint::Or),
        ]
    })
}

/// Numbers the variables of an expression in the order in which they are read; `order` has those
/// read before.
fn number_expr(expr: &mut Expr, order: &mut Vec<usize>) {
    match expr {
        Expr::Variable(i) => {
            let place = order.iter().position(|v| v == i).unwrap_or_else(|| {
                order.push(*i);
                order.len() - 1
            });
            *i = place;
        }
        Expr::Constant(_) | Expr::Heap => {}
        Expr::Sum(a, b) | Expr::Difference(a, b) => {
            number_expr(a, order);
            number_expr(b, order);
        }
        Expr::Multiple(_, a) | Expr::Quotient(a, _) | Expr::Remainder(a, _) => {
            number_expr(a, order);
        }
    }
}

/// The same for a constraint.
fn number_constraint(constraint: &mut Constraint, order: &mut Vec<usize>) {
    match constraint {
        Constraint::Comparison(a, _, b) => {
            number_expr(a, order);
            number_expr(b, order);
        }
        Constraint::PowerOfTwo(a) => number_expr(a, order),
        Constraint::Not(a) => number_constraint(a, order),
        Constraint::And(parts) | Constraint::Or(parts) => {
            for part in parts {
                number_constraint(part, order);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn codes_round_trip(rules in code(), pass in any::<bool>()) {
        let text = if pass { format!("{rules} + pass") } else { rules.to_string() };
        let again: Ruleset = text.parse().unwrap();
        prop_assert_eq!(again.to_string(), text);
        prop_assert_eq!(again.without_pass(), rules);
    }

    #[test]
    fn families_round_trip(
        set in take_set(1),
        any_set in take_set(0),
        heaps in 2u32..64,
        condition in condition(),
        difference in 2u64..1000,
        t in 2u64..1_000_000,
    ) {
        let condition = match condition {
            Condition::NotAllEqual if heaps == 2 => Condition::Distinct,
            other => other,
        };
        let condition = match condition {
            Condition::Any => "",
            Condition::Distinct => ", distinct",
            Condition::NotAllEqual => ", not-all-equal",
            _ => ", all-equal",
        };
        for (text, built) in [
            (format!("S({set})"), Ruleset::subtraction(set.clone())),
            (format!("Splittles({set})"), None),
            (format!("AllBut({any_set})"), Some(Ruleset::taking_all_but(any_set.clone()))),
            (format!("Split({heaps}{condition})"), None),
            (format!("Cut({})", heaps - 1), None),
            (format!("Split(2, differ>={difference})"), None),
            (if t == 2 { "Mark".into() } else { format!("Mark({t})") }, Ruleset::mark(t, Rounding::Down)),
            (if t == 2 { "UpMark".into() } else { format!("UpMark({t})") }, Ruleset::mark(t, Rounding::Up)),
        ] {
            let rules: Ruleset = text.parse().unwrap();
            prop_assert_eq!(rules.to_string(), text);
            prop_assert!(built.is_none_or(|built| built == rules));
        }
    }

    /// The syntax tree survives printing and reading. The trial that a rule terminates is
    /// part of reading, so it is satisfied by a guard that is never true.
    #[test]
    fn rules_round_trip(mut condition in constraint()) {
        let mut order = Vec::new();
        number_constraint(&mut condition, &mut order);
        let names = ["a", "b2", "c_3"];
        let never = Constraint::Comparison(Expr::Heap, Relation::Less, Expr::Constant(0));
        let heaps = if order.is_empty() {
            vec![Expr::Heap]
        } else {
            vec![Expr::Difference(Box::new(Expr::Heap), Box::new(Expr::Variable(0))), Expr::Variable(0)]
        };
        let option = RuleOption {
            heaps,
            variables: names[..order.len()].iter().map(|&n| n.to_owned()).collect(),
            condition: Some(condition),
            guard: Some(never),
        };
        let rule = Rule { options: vec![option.clone(), option] };
        let text = rule.to_string();
        let again: Rule = text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        prop_assert_eq!(again, rule, "{}", text);
    }

    #[test]
    fn heaps_round_trip(mut heap in expr()) {
        let mut order = Vec::new();
        number_expr(&mut heap, &mut order);
        let names = ["a", "b", "c"];
        let never = Constraint::Comparison(Expr::Heap, Relation::Less, Expr::Constant(0));
        let all: Vec<_> =
            (0..order.len()).map(|i| Constraint::PowerOfTwo(Expr::Variable(i))).collect();
        let condition = match all.len() {
            0 => None,
            1 => all.into_iter().next(),
            _ => Some(Constraint::And(all)),
        };
        let option = RuleOption {
            heaps: vec![heap.clone(), heap],
            variables: names[..order.len()].iter().map(|&n| n.to_owned()).collect(),
            condition,
            guard: Some(never),
        };
        let rule = Rule { options: vec![option] };
        let text = rule.to_string();
        let again: Rule = text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        prop_assert_eq!(again, rule, "{}", text);
    }

    #[test]
    fn reading_never_panics(text in "\\PC{0,40}") {
        if let Ok(rules) = text.parse::<Ruleset>() {
            prop_assert_eq!(rules.to_string().parse::<Ruleset>().unwrap(), rules);
        }
    }

    #[test]
    fn reading_likely_texts_never_panics(text in "(n ?-> ?)?[0-9nkabS.(){}\\[\\],;&!?=*+| <>-]{0,30}(where|if|div|mod|and|or|not|pass|is power of 2)?[0-9nka.()\\[\\]<=> ]{0,12}") {
        match text.parse::<Ruleset>() {
            Ok(rules) => prop_assert_eq!(rules.to_string().parse::<Ruleset>().unwrap(), rules),
            Err(error) => {
                let line = error.to_string();
                prop_assert!(!line.contains('\n'));
                prop_assert!(line.contains('^'));
                prop_assert!(error.column() <= text.chars().count() + 1);
            }
        }
    }
}

#[test]
fn spellings_of_the_same_rules() {
    for (text, canonical) in [
        ("  0.77 ", "0.77"),
        ("kayles", "0.77"),
        ("KAYLES", "0.77"),
        ("Dawson's Kayles", "0.07"),
        ("she-loves-me", "0.5"),
        ("couples are forever", "n -> a+b where a+b = n if n >= 3"),
        ("grundy", "4!.0"),
        ("nim", "0.[3]"),
        ("subtraction( 4, 1 ,2)", "S(1,2,4)"),
        ("s(2,2,1)", "S(1,2)"),
        ("all-but(1, 2, 8)", "AllBut(1,2,8)"),
        ("ALL BUT ()", "AllBut()"),
        ("splittles(2,1)", "Splittles(1,2)"),
        ("cut( 4, 1 )", "Cut(1,4)"),
        ("CUT{1..3}", "Cut(1,2,3)"),
        ("Cut(62) + pass", "Cut(62) + pass"),
        ("Split(2,differ >= 2)", "Split(2, differ>=2)"),
        ("Split(2, differ>=1)", "Split(2, distinct)"),
        ("Split(2, differ>=0)", "Split(2)"),
        ("split(3, not all equal)", "Split(3, not-all-equal)"),
        ("Mark(2)", "Mark"),
        ("up mark(3)", "UpMark(3)"),
        ("0.77+pass", "0.77 + pass"),
        ("Kayles +  PASS", "0.77 + pass"),
        ("n->n-1|n div 2", "n -> n-1 | n div 2"),
        ("N -> N-1 | (N+1) DIV 2 if N >= 2", "n -> n-1 | (n+1) div 2 if n >= 2"),
        ("n -> n-k where 1<=k<=3", "n -> n-k where 1 <= k and k <= 3"),
        ("n -> n-k where k is a power of 2", "n -> n-k where k is power of 2"),
        ("n -> n - 2*k where k*3 <= n", "n -> n-2k where 3k <= n"),
        (
            "n -> a+b where a+b = n and a<b | 1+1 if n = 2",
            "n -> a+b where a+b = n and a < b | 1+1 if n = 2",
        ),
    ] {
        let rules: Ruleset = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(rules.to_string(), canonical, "{text}");
    }
}

#[test]
fn mistakes_are_reported_where_they_are() {
    use ParseErrorKind as Kind;
    let long = format!("0.{}", "7".repeat(4097));
    for (text, kind, column) in [
        ("", Kind::Empty, 1),
        ("   ", Kind::Empty, 4),
        ("0.7W", Kind::UnknownDigit, 4),
        ("0.7 7", Kind::UnknownDigit, 4),
        ("  0.7W", Kind::UnknownDigit, 6),
        ("1.4", Kind::DigitBeforePoint, 1),
        ("42.4", Kind::DigitBeforePoint, 2),
        ("3.0", Kind::DigitBeforePoint, 1),
        ("*.0", Kind::DigitBeforePoint, 1),
        ("0.[3", Kind::Unbalanced, 3),
        ("0.3]", Kind::Unbalanced, 4),
        ("0.[3)", Kind::Unbalanced, 5),
        ("0.[]", Kind::EmptySet, 4),
        ("[3].0", Kind::Unexpected, 1),
        ("0.[3]3", Kind::Unexpected, 6),
        ("0.3.3", Kind::Unexpected, 4),
        ("0.{}", Kind::EmptySet, 4),
        ("0.{1", Kind::Unbalanced, 3),
        ("0.{1,1}", Kind::Unexpected, 6),
        ("0.{3+,4}", Kind::Unexpected, 6),
        ("0.{64}", Kind::NumberTooLarge, 4),
        ("0.&99999999999999999999;", Kind::NumberTooLarge, 4),
        ("0.&7", Kind::Unbalanced, 3),
        ("0.!", Kind::Unexpected, 3),
        ("S()", Kind::EmptySet, 3),
        ("Cut()", Kind::EmptySet, 5),
        ("Splittles()", Kind::EmptySet, 11),
        ("S(1,0)", Kind::ZeroTake, 5),
        ("S(1,,2)", Kind::Unexpected, 5),
        ("S(1,x)", Kind::Unexpected, 5),
        ("S(1", Kind::Unbalanced, 2),
        ("S(1))", Kind::Unbalanced, 4),
        ("S", Kind::Unexpected, 2),
        ("S(99999999999999999999)", Kind::NumberTooLarge, 3),
        ("Split(1)", Kind::Unexpected, 7),
        ("Split(3, differ>=2)", Kind::Unexpected, 10),
        ("Mark(1)", Kind::Unexpected, 6),
        ("Kayles(2)", Kind::Unexpected, 7),
        ("Kalyes", Kind::UnknownName, 1),
        ("77", Kind::UnknownName, 1),
        ("0.77 + pass + pass", Kind::Unexpected, 12),
        ("n -> n", Kind::NotTerminating, 6),
        ("n -> n-1 | 2n-9 if n > 5", Kind::NotTerminating, 12),
        ("n->n-1|  (n+k) where k <= 2 |n", Kind::NotTerminating, 10),
        ("n -> n-1 | n-2 where k >= n", Kind::Unbounded, 12),
        ("n -> n-1 where k >= n", Kind::Unbounded, 6),
        ("n -> n-k", Kind::Unexpected, 8),
        ("n -> n-1 if k > 2", Kind::Unexpected, 13),
        ("n -> n-1 where", Kind::Unexpected, 15),
        ("n -> (n-1", Kind::Unbalanced, 6),
        ("n -> n-1)", Kind::Unbalanced, 9),
        ("n -> n-99999999999999", Kind::NumberTooLarge, 8),
        ("n -> n div 0", Kind::Unexpected, 12),
        ("n -> a*b where a+b = n", Kind::Unexpected, 8),
        (long.as_str(), Kind::TooLong, 4100),
    ] {
        let error = match text.parse::<Ruleset>() {
            Ok(rules) => panic!("{text:.40} was read as {rules}"),
            Err(error) => error,
        };
        assert_eq!((error.kind(), error.column()), (kind, column), "{text:.40}: {error}");
    }
}

#[test]
fn a_code_of_4096_digits_is_read() {
    let text = format!("0.{}", "7".repeat(4096));
    let rules: Ruleset = text.parse().unwrap();
    assert_eq!(rules.to_string(), text);
}

#[test]
fn deep_nesting_is_refused_and_not_followed() {
    for text in [
        format!("n -> {}n{}", "(".repeat(100_000), ")".repeat(100_000)),
        format!("n -> n-k where {} k > 1", "not ".repeat(100_000)),
        format!("n -> n-k where {}", "(".repeat(100_000)),
        format!("n -> {}", "-".repeat(100_000)),
    ] {
        assert!(text.parse::<Ruleset>().is_err());
    }
}

#[test]
fn digits_have_the_meaning_of_cgsuite() {
    let code: Code = "0.{0,2!,3+}".parse().unwrap();
    assert_eq!(code.digit(1).condition(1), None);
    assert_eq!(code.digit(1).condition(2), Some(Condition::Distinct));
    assert_eq!(code.digit(1).condition(9), Some(Condition::Any));
    let code: Code = "0.{0,2,3+}?".parse().unwrap();
    assert_eq!(code.digit(1).condition(5), Some(Condition::NotAllEqual));
    assert_eq!(Digit::star(Condition::AllEqual).condition(40), Some(Condition::AllEqual));
}

#[test]
fn codes_of_all_but_games_are_recognised() {
    let exceptions = |text: &str| {
        let rules: Ruleset = text.parse().unwrap();
        rules.all_but().map(|set| set.members().to_vec())
    };
    assert_eq!(exceptions("AllBut(1,4)"), Some(vec![1, 4]));
    assert_eq!(exceptions("0.0330[3]"), Some(vec![1, 4]));
    assert_eq!(exceptions("Nim"), Some(vec![]));
    assert_eq!(exceptions("0.[3]"), Some(vec![]));
    // A take is missing for ever, a digit that splits, keeps the heap or takes it whole only.
    for other in ["0.[30]", "0.7[3]", "0.1[3]", "4.[3]", "0.3", "0.[3] + pass", "S(1,2)", "Mark"] {
        assert_eq!(exceptions(other), None, "{other}");
    }
}

/// Sets as other people write them.
#[test]
fn ranges_and_braces() {
    for (text, canonical) in [
        ("S{1,2,4}", "S(1,2,4)"),
        ("s { 4, 2 }", "S(2,4)"),
        ("S(1..4)", "S(1,2,3,4)"),
        ("S(1..3, 7, 9 .. 10)", "S(1,2,3,7,9,10)"),
        ("AllBut{2..3}", "AllBut(2,3)"),
        ("S(1..4) + pass", "S(1,2,3,4) + pass"),
    ] {
        assert_eq!(text.parse::<Ruleset>().unwrap().to_string(), canonical, "{text}");
    }
    for (text, column, message) in [
        ("S(1.5)", 4, "expected a number, found '.'"),
        ("S(4..1)", 3, "the range 4..1 is empty"),
        ("S(1..)", 6, "a number is missing"),
        ("S(0..4)", 3, "0 in the set"),
        ("S(1..100000000000000)", 3, "more than 4096 numbers"),
        ("S(1..99999999999999999999)", 6, "a number of 20 digits is too large"),
        ("S{1,2", 1, "unknown game 'S{1,2'"),
        ("S{1,2)", 1, "unknown game"),
        ("Cut", 4, "the numbers are missing"),
        ("Cut()", 5, "the set is empty"),
        ("Cut(0,2)", 5, "0 in the set"),
        ("Cut(1,63)", 5, "63 cuts"),
        ("0.77 period", 5, "a space inside the code"),
        ("MiMark", 1, "unknown game 'MiMark'"),
    ] {
        let error = text.parse::<Ruleset>().unwrap_err();
        assert!(error.message().starts_with(message), "{text}: {error}");
        assert_eq!(error.column(), column, "{text}: {error}");
    }
    let error = "MiMark".parse::<Ruleset>().unwrap_err();
    assert!(error.hint().contains("sprague misere Mark"), "{error}");
}

/// A cut game is its code: c cuts leave c+1 heaps.
#[test]
fn cut_games_by_their_code() {
    for (cuts, code) in
        [("1,4", "{2,5}.0"), ("1,6", "{2,7}.0"), ("1,2,4", "{2,3,5}.0"), ("1", "4.0"), ("2", "8.0")]
    {
        let rules: Ruleset = format!("Cut({cuts})").parse().unwrap();
        let code: Ruleset = code.parse().unwrap();
        assert_eq!(rules.as_code(), code.as_code(), "{cuts}");
        assert_eq!(rules.finite_moves(), code.finite_moves(), "{cuts}");
        assert!(rules.written_cut().is_some() && code.written_cut().is_none());
        let passed: Ruleset = format!("Cut({cuts}) + pass").parse().unwrap();
        assert!(passed.written_cut().is_none());
    }
}

/// A finite subtraction game is one however it is written.
#[test]
fn subtraction_games_by_their_form() {
    for (text, set) in [
        ("S(2,5)", Some(vec![2, 5])),
        ("0.03003", Some(vec![2, 5])),
        ("n -> n-2 | n-5", Some(vec![2, 5])),
        ("Splittles(1)", None),
        ("S(2,5) + pass", None),
        ("0.33[0]", Some(vec![1, 2])),
        ("0.1", None),
        ("0.2", None),
        ("0.37", None),
        ("0.[3]", None),
        ("0.0", None),
        ("4.3", None),
        ("n -> n-2 if n >= 4", None),
        ("n -> n-2 | n div 2", None),
        ("n -> n-1000000007 | n-1000000009", Some(vec![1_000_000_007, 1_000_000_009])),
    ] {
        let rules: Ruleset = text.parse().unwrap();
        let found = rules.subtraction_set().map(|set| set.members().to_vec());
        assert_eq!(found, set, "{text}");
    }
}

proptest! {
    /// The set of a code or of a rule is that of the game it is: its options are those of S.
    #[test]
    fn a_subtraction_set_has_the_options_of_the_rules(
        digits in proptest::collection::vec(proptest::sample::select(vec![0, 3, 3, 1, 2, 7]), 1..8)
    ) {
        let text: String = digits.iter().map(|digit: &u32| digit.to_string()).collect();
        let code: Ruleset = format!("0.{text}").parse().unwrap();
        let by_hand: Vec<u64> = (1..).zip(&digits).filter(|&(_, &d)| d == 3).map(|(k, _)| k).collect();
        let plain = digits.iter().all(|&d| d == 0 || d == 3) && !by_hand.is_empty();
        let found = code.subtraction_set().map(|set| set.members().to_vec());
        prop_assert_eq!(found, plain.then_some(by_hand));
        if let Some(set) = code.subtraction_set() {
            let written = Ruleset::subtraction(set).unwrap();
            for n in 0..20 {
                let options = |rules: &Ruleset| {
                    let mut list = Vec::new();
                    rules.for_each_option(n, &mut |heaps| list.push(heaps.to_vec())).unwrap();
                    list.sort();
                    list
                };
                prop_assert_eq!(options(&code), options(&written));
            }
        }
    }
}
