//! The laws of short games on random ones, against the definitions on unsimplified trees.

use num_bigint::BigInt;
use proptest::prelude::*;
use sprague_partisan::graph::{Graph, Rules};
use sprague_partisan::thermograph::Wall;
use sprague_partisan::{Dyadic, ErrorKind, Game, Games, Outcome, Relation};
use std::cmp::Ordering;

/// A game as a tree, nothing simplified.
#[derive(Clone, Debug)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn le(&self, other: &Self) -> bool {
        !self.left.iter().any(|l| other.le(l)) && !other.right.iter().any(|r| r.le(self))
    }

    fn value(&self, games: &mut Games) -> Game {
        let left: Vec<Game> = self.left.iter().map(|t| t.value(games)).collect();
        let right: Vec<Game> = self.right.iter().map(|t| t.value(games)).collect();
        games.game(&left, &right).unwrap()
    }

    fn plus(&self, other: &Self) -> Self {
        let side = |mine: &[Self], theirs: &[Self]| -> Vec<Self> {
            let moved = mine.iter().map(|t| t.plus(other));
            moved.chain(theirs.iter().map(|t| self.plus(t))).collect()
        };
        Self { left: side(&self.left, &other.left), right: side(&self.right, &other.right) }
    }

    fn minus(&self) -> Self {
        let side = |trees: &[Self]| trees.iter().map(Self::minus).collect();
        Self { left: side(&self.right), right: side(&self.left) }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree { left: Vec::new(), right: Vec::new() });
    leaf.prop_recursive(4, 24, 3, |inner| {
        (proptest::collection::vec(inner.clone(), 0..3), proptest::collection::vec(inner, 0..3))
            .prop_map(|(left, right)| Tree { left, right })
    })
}

/// Smaller trees, whose sums are small enough to compare by definition.
fn small_tree() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree { left: Vec::new(), right: Vec::new() });
    leaf.prop_recursive(3, 8, 2, |inner| {
        (proptest::collection::vec(inner.clone(), 0..3), proptest::collection::vec(inner, 0..2))
            .prop_map(|(left, right)| Tree { left, right })
    })
}

/// A recipe for a value: literals of every kind, and braces around them.
#[derive(Clone, Debug)]
enum Recipe {
    Literal { numerator: i64, exponent: u32, up: i64, star: u32 },
    Braces { left: Vec<Recipe>, right: Vec<Recipe> },
}

impl Recipe {
    fn value(&self, games: &mut Games) -> Game {
        match self {
            Self::Literal { numerator, exponent, up, star } => {
                games.number_up_star(Dyadic::new(*numerator, *exponent), *up, *star).unwrap()
            }
            Self::Braces { left, right } => {
                let left: Vec<Game> = left.iter().map(|r| r.value(games)).collect();
                let right: Vec<Game> = right.iter().map(|r| r.value(games)).collect();
                games.game(&left, &right).unwrap()
            }
        }
    }
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let leaf =
        (-12..12i64, 0..4u32, -2..3i64, 0..4u32).prop_map(|(numerator, exponent, up, star)| {
            Recipe::Literal { numerator, exponent, up, star }
        });
    leaf.prop_recursive(3, 16, 3, |inner| {
        (proptest::collection::vec(inner.clone(), 1..3), proptest::collection::vec(inner, 1..3))
            .prop_map(|(left, right)| Recipe::Braces { left, right })
    })
}

/// A wall at a temperature: slopes are -1, 0 or 1 between its corners.
fn at(wall: &Wall, t: &Dyadic) -> Dyadic {
    let points = wall.points();
    let after = points.iter().position(|p| p.temperature > *t);
    let p = &points[after.unwrap_or(points.len()) - 1];
    let Some(next) = after.map(|i| &points[i]) else { return p.value.clone() };
    let run = t - &p.temperature;
    match next.value.cmp(&p.value) {
        Ordering::Less => &p.value - &run,
        Ordering::Equal => p.value.clone(),
        Ordering::Greater => &p.value + &run,
    }
}

/// Both walls at a temperature, by the definition; the mast stands at the mean.
fn walls(games: &mut Games, g: Game, t: &Dyadic) -> (Dyadic, Dyadic) {
    if let Some(x) = games.as_number(g) {
        return (x.clone(), x.clone());
    }
    let options = games.options(g).unwrap();
    let left = options.left.iter().map(|&l| &walls(games, l, t).1 - t).max().unwrap();
    let right = options.right.iter().map(|&r| &walls(games, r, t).0 + t).min().unwrap();
    if left >= right {
        return (left, right);
    }
    let mean = games.thermograph(g).unwrap().mean;
    (mean.clone(), mean)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Comparison by value is comparison by the definition, on trees as given.
    #[test]
    fn comparison_by_definition(a in tree(), b in tree()) {
        let mut games = Games::new();
        let (x, y) = (a.value(&mut games), b.value(&mut games));
        prop_assert_eq!(games.le(x, y).unwrap(), a.le(&b));
        prop_assert_eq!(games.le(y, x).unwrap(), b.le(&a));
        prop_assert_eq!(x == y, a.le(&b) && b.le(&a), "equal values have one handle");
    }

    /// Sum and negative by the definition, on trees as given.
    #[test]
    fn sum_by_definition(a in small_tree(), b in small_tree()) {
        let mut games = Games::new();
        let (x, y) = (a.value(&mut games), b.value(&mut games));
        let sum = games.sum(x, y).unwrap();
        prop_assert_eq!(a.plus(&b).value(&mut games), sum);
        let minus = games.negative(x).unwrap();
        prop_assert_eq!(a.minus().value(&mut games), minus);
    }

    #[test]
    fn group_laws(a in recipe(), b in recipe(), c in recipe()) {
        let mut games = Games::new();
        let (x, y, z) = (a.value(&mut games), b.value(&mut games), c.value(&mut games));
        let xy = games.sum(x, y).unwrap();
        let yz = games.sum(y, z).unwrap();
        prop_assert_eq!(games.sum(xy, z).unwrap(), games.sum(x, yz).unwrap(), "associative");
        prop_assert_eq!(xy, games.sum(y, x).unwrap(), "commutative");
        prop_assert_eq!(games.difference(x, x).unwrap(), Games::ZERO, "G - G = 0");
        let minus = games.negative(x).unwrap();
        prop_assert_eq!(games.negative(minus).unwrap(), x, "-(-G) = G");
        prop_assert_eq!(games.difference(xy, y).unwrap(), x, "G + H - H = G");
    }

    /// G and H are equal exactly if their difference is 0, and ordered as it is to 0.
    #[test]
    fn comparison_is_that_of_the_difference(a in recipe(), b in recipe()) {
        let mut games = Games::new();
        let (x, y) = (a.value(&mut games), b.value(&mut games));
        let difference = games.difference(x, y).unwrap();
        let relation = games.compare(x, y).unwrap();
        prop_assert_eq!(relation, games.compare(difference, Games::ZERO).unwrap());
        prop_assert_eq!(relation == Relation::Equal, x == y);
        prop_assert_eq!(Outcome::from(relation), games.outcome(difference).unwrap());
    }

    /// Simplifying what is simplified changes nothing; no option is dominated or
    /// reversible; the birthday is that of the options and one.
    #[test]
    fn canonical_form(a in recipe()) {
        let mut games = Games::new();
        let x = a.value(&mut games);
        let options = games.options(x).unwrap();
        prop_assert_eq!(games.game(&options.left, &options.right).unwrap(), x);
        for (side, left) in [(&options.left, true), (&options.right, false)] {
            for &g in &**side {
                for &h in &**side {
                    prop_assert!(g == h || !games.le(g, h).unwrap(), "dominated");
                }
                let replies = games.options(g).unwrap();
                for &reply in if left { &*replies.right } else { &*replies.left } {
                    let reverses =
                        if left { games.le(reply, x) } else { games.le(x, reply) }.unwrap();
                    prop_assert!(!reverses, "reversible");
                }
            }
        }
        let mut day = BigInt::from(-1);
        for &option in options.left.iter().chain(&*options.right) {
            day = day.max(games.birthday(option).unwrap());
        }
        prop_assert_eq!(games.birthday(x).unwrap(), day + 1);
    }

    /// What is written reads back as the same value, in a fresh arena as well.
    #[test]
    fn parse_print_round_trip(a in recipe()) {
        let mut games = Games::new();
        let x = a.value(&mut games);
        let text = games.display(x).unwrap();
        prop_assert_eq!(games.parse(&text).unwrap(), x, "{}", text);
        let mut fresh = Games::new();
        let y = fresh.parse(&text).unwrap();
        prop_assert_eq!(fresh.display(y).unwrap(), text);
    }

    /// The walls start at the stops and meet in the mast; means add; a sum is no hotter
    /// than its hottest part; n copies stay within a bounded distance of n means.
    #[test]
    fn thermographs(a in recipe(), b in recipe()) {
        let mut games = Games::new();
        let (x, y) = (a.value(&mut games), b.value(&mut games));
        let tx = games.thermograph(x).unwrap();
        prop_assert_eq!(&tx.left.points()[0].value, games.left_stop(x));
        prop_assert_eq!(&tx.right.points()[0].value, games.right_stop(x));
        for wall in [&tx.left, &tx.right] {
            prop_assert_eq!(&wall.points()[wall.points().len() - 1].value, &tx.mean);
        }
        let ty = games.thermograph(y).unwrap();
        let sum = games.sum(x, y).unwrap();
        let ts = games.thermograph(sum).unwrap();
        prop_assert_eq!(ts.mean, &tx.mean + &ty.mean);
        prop_assert!(ts.temperature <= tx.temperature.max(ty.temperature));
    }

    /// The walls at many temperatures by their definition: Left's best option less the tax, Right's
    /// best plus it, as long as they have not crossed; and the mean, which n copies played out stay
    /// within the temperature of.
    #[test]
    fn thermographs_by_definition(a in recipe()) {
        let mut games = Games::new();
        let g = a.value(&mut games);
        let own = games.thermograph(g).unwrap();
        for sixteenth in 0..80 {
            let t = Dyadic::new(sixteenth, 3);
            let expected = walls(&mut games, g, &t);
            prop_assert_eq!((at(&own.left, &t), at(&own.right, &t)), expected, "t = {}", t);
        }
        let mut copies = g;
        let mut means = own.mean.clone();
        for _ in 0..2 {
            copies = games.sum(copies, g).unwrap();
            means = &means + &own.mean;
        }
        let heat = own.temperature.max(Dyadic::ZERO);
        let (left, right) = (games.left_stop(copies).clone(), games.right_stop(copies).clone());
        prop_assert!(means <= left && left <= &means + &heat, "{} {} {}", left, means, heat);
        prop_assert!(&means - &heat <= right && right <= means, "{} {} {}", right, means, heat);
    }

    /// No text makes the parsers panic.
    #[test]
    fn any_text_is_a_value_or_an_error(text in "[-+^v*/|{}(),:0-9_<>= a-zLR.;]{0,24}") {
        let mut games = Games::new();
        games.set_node_limit(10_000);
        let _ = games.evaluate(&text);
        for rules in [Rules::Col, Rules::Snort] {
            let _ = Graph::parse(&text, rules);
        }
        let _ = Graph::parse_edges(&text);
        let _ = Graph::parse_file(&text);
    }
}

/// Thermographs of the literature: +-1, {3|1} and {{5|2}|-1}.
#[test]
fn known_thermographs() {
    let mut games = Games::new();
    for (text, mean, temperature) in [
        ("+-1", "0", "1"),
        ("{3|1}", "2", "1"),
        ("{{5|2}|-1}", "5/4", "9/4"),
        ("{2|{1|-1}}", "1", "1"),
        ("*", "0", "0"),
        ("^", "0", "0"),
        ("3", "3", "-1"),
        ("3/8", "3/8", "-1/8"),
        ("+_2", "0", "0"),
    ] {
        let g = games.parse(text).unwrap();
        let t = games.thermograph(g).unwrap();
        assert_eq!(
            (t.mean.to_string().as_str(), t.temperature.to_string().as_str()),
            (mean, temperature),
            "{text}"
        );
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let mut games = Games::new();
    let million = 1_000_000;
    for text in [
        "{".repeat(million),
        "(".repeat(million),
        "-".repeat(million),
        "+-".repeat(million),
        "+_".repeat(million),
        format!("{}0{}", "{".repeat(million), "|0}".repeat(million)),
    ] {
        let error = games.parse(&text).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Syntax { .. }), "{error}");
        assert!(error.to_string().contains("deep"), "{error}");
    }
    let error = Graph::parse(&format!("L{}", "(-".repeat(million)), Rules::Col).unwrap_err();
    assert!(error.to_string().contains("deep"), "{error}");
    // Long is not deep.
    let sum = "1+".repeat(million) + "1";
    let value = games.parse(&sum).unwrap();
    assert_eq!(games.display(value).unwrap(), "1000001");
    // Ups are closed, but opened they are deep: an error, not an overflow.
    let error = games.parse("{1|{0|-5}} + {^3000||1|-7} + ^5000").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TooDeep { .. }), "{error}");
}

/// A game of many levels, each made from the one before: what walks down all of them says so.
#[test]
fn a_deep_game_is_an_error() {
    let mut games = Games::new();
    let mut g = Games::ZERO;
    for n in 1..6000i64 {
        let left = games.number(n).unwrap();
        g = games.game(&[left], &[g]).unwrap();
    }
    for error in [
        games.thermograph(g).unwrap_err(),
        games.birthday(g).unwrap_err(),
        games.negative(g).unwrap_err(),
        games.display(g).unwrap_err(),
    ] {
        assert!(matches!(error.kind(), ErrorKind::TooDeep { .. }), "{error}");
    }
}

/// Switches within braces within switches: the text is short, and writing it takes no longer.
#[test]
fn nested_switches_are_written() {
    let mut text = "0".to_owned();
    for k in 1..=25u32 {
        let n = 10i64.pow(k.min(18)) * i64::from(k.max(18) - 17);
        text = format!("{{{n}|+-{{{}|{text}}}}}", n / 2);
    }
    let mut games = Games::new();
    let value = games.parse(&text).unwrap();
    let written = games.display(value).unwrap();
    assert!(written.len() < 1000, "{written}");
    assert_eq!(games.parse(&written).unwrap(), value);
}

#[test]
fn a_grid_without_columns_is_empty() {
    for text in ["grid 0x5", "grid 18446744073709551615x0", "grid 0x18446744073709551615"] {
        assert_eq!(Graph::parse(text, Rules::Col).unwrap().nodes(), 0, "{text}");
    }
}

#[test]
fn syntax_errors_point_at_the_place() {
    let mut games = Games::new();
    for (text, position) in [
        ("{0|1", 4),
        ("{1|2|3}", 4),
        ("{1}", 2),
        ("1/3", 2),
        ("1 2", 2),
        ("1 +", 3),
        ("{1,|2}", 3),
        ("(1", 2),
        ("", 0),
        ("frobnicate", 0),
        ("Subtraction(1|2)", 16),
        ("Subtraction(1,2|3,0): 5", 18),
        ("*99999999999", 1),
        ("#", 0),
    ] {
        assert_eq!(games.parse(text).unwrap_err().position(), Some(position), "{text}");
    }
}

#[test]
fn big_numbers() {
    let mut games = Games::new();
    let text = "1000000000000000000000000000000 + 1/1267650600228229401496703205376";
    let g = games.parse(text).unwrap();
    assert_eq!(
        games.display(g).unwrap(),
        "1267650600228229401496703205376000000000000000000000000000001/1267650600228229401496703205376"
    );
    let h =
        games.parse("{1000000000000000000000000000000|1000000000000000000000000000001}").unwrap();
    assert!(games.le(g, h).unwrap());
    // A hot game compared with a huge number needs no huge tree.
    let hot = games.parse("{100000000000000000000|-100000000000000000000}").unwrap();
    assert_eq!(games.outcome(hot).unwrap(), Outcome::Next);
}

#[test]
fn comparisons() {
    let mut games = Games::new();
    for (text, holds) in [
        ("{0|1} = 1/2", true),
        ("* || 0", true),
        ("* <> 0", true),
        ("^ > 0", true),
        ("^ > *", false),
        ("^ || *", true),
        ("^2 > *", true),
        ("+-1 <| 2", true),
        ("+-1 |> 2", false),
        ("1 != 1*", true),
        ("+_2 > 0", true),
        ("+_2 < ^", true),
        ("1 <= 1", true),
        ("1* >= 1", false),
    ] {
        let sprague_partisan::notation::Evaluated::Comparison { holds: found, .. } =
            games.evaluate(text).unwrap()
        else {
            panic!("{text} is a comparison")
        };
        assert_eq!(found, holds, "{text}");
    }
}

/// Limits answer with errors.
#[test]
fn limits_and_cancelling() {
    use sprague_budget::{Budget, Spent};
    use sprague_partisan::col::BoardSearch;
    use std::time::{Duration, Instant};
    let mut games = Games::new();
    games.set_node_limit(20);
    let error = games.parse("{1|{2|-7}} + {5|{3|-1}} + {8|{5|-2}}").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TooLarge(_)));
    let mut games = Games::new();
    let stopped = Budget::unlimited();
    games.set_budget(&stopped);
    stopped.stop();
    let spent = ErrorKind::Spent(Spent::Stopped);
    assert_eq!(games.parse("{1|0}").unwrap_err().kind(), &spent);
    // A deadline ends a search that would take minutes, and so does another thread.
    let (begun, wait) = (Instant::now(), Duration::from_millis(50));
    let large = Graph::grid(7, 7).unwrap();
    let late = BoardSearch::new(&Budget::unlimited().deadline(begun + wait)).without_symmetry();
    let error = sprague_partisan::col::value(&large, &late).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Spent(Spent::Time));
    let budget = Budget::unlimited();
    let search = BoardSearch::new(&budget).without_symmetry();
    let found = std::thread::scope(|scope| {
        let work = scope.spawn(|| sprague_partisan::col::value(&large, &search));
        std::thread::sleep(wait);
        budget.stop();
        work.join().unwrap()
    });
    assert_eq!(found.unwrap_err().kind(), &spent);
    assert!(begun.elapsed() < 100 * wait, "{:?}", begun.elapsed());
    let options = BoardSearch::new(&Budget::unlimited().steps(10));
    let grid = Graph::grid(3, 5).unwrap();
    assert!(sprague_partisan::col::value(&grid, &options).is_err());
    assert!(
        sprague_partisan::col::value(
            &Graph::grid(9, 9).unwrap(),
            &sprague_partisan::col::BoardSearch::default()
        )
        .is_err()
    );
}
