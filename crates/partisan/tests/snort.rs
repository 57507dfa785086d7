//! Snort against its definition, against published values, and partisan subtraction.

mod common;

use sprague_partisan::col::{BoardSearch, Player};
use sprague_partisan::graph::{Graph, Rules};
use sprague_partisan::subtraction::Subtraction;
use sprague_partisan::{Game, Games, snort};

fn shown(text: &str) -> String {
    let graph = Graph::parse(text, Rules::Snort).unwrap();
    let mut games = Games::new();
    let value = snort::value(&mut games, &graph, &BoardSearch::default()).unwrap();
    games.display(value).unwrap()
}

/// Values of CGSuite's test suite.
#[test]
fn published_values() {
    assert_eq!(shown("L-.-.-.-L"), "{4|0,+-1}");
    assert_eq!(shown(".-.-.(-.;-.)"), "+-{3|2}");
    assert_eq!(shown("+ooo+"), "{4|0,+-1}");
}

/// Winning Ways, chapter 5 and the definition: short paths by hand.
#[test]
fn short_paths() {
    assert_eq!(shown("o"), "*");
    // Painting one of two leaves the other to the same player.
    assert_eq!(shown("oo"), "+-1");
    assert_eq!(shown("ooo"), "+-2");
    // Whoever paints first takes the other's node away.
    assert_eq!(shown("+-"), "*");
    assert_eq!(shown("++-"), "1*");
}

/// Every graph to 4 nodes under all tints, and random larger ones.
#[test]
fn equals_the_definition() {
    let options = BoardSearch::default();
    let check = |graph: &Graph| {
        let mut games = Games::new();
        let fast = snort::value(&mut games, graph, &options).unwrap();
        assert_eq!(fast, snort::reference(&mut games, graph).unwrap(), "{graph:?}");
        for player in [Player::Left, Player::Right] {
            for m in snort::all_moves(&mut games, graph, player, &options).unwrap() {
                let after = snort::play(graph, m.node, player);
                assert_eq!(m.value, snort::reference(&mut games, &after).unwrap());
            }
        }
    };
    for nodes in 0..=4 {
        for graph in common::all_graphs(nodes) {
            for number in 0..3usize.pow(nodes as u32) {
                check(&graph.clone().with_tints(&common::tints(nodes, number)).unwrap());
            }
        }
    }
    let mut random = common::Random(7);
    for _ in 0..60 {
        let (nodes, percent) = (5 + random.below(3), 20 + random.below(60));
        check(&random.graph(nodes, percent));
    }
}

/// Every graph of 5 nodes under all tints.
#[test]
fn all_graphs_of_five_nodes() {
    let options = BoardSearch::default();
    for graph in common::all_graphs(5) {
        let mut games = Games::new();
        for number in 0..3usize.pow(5) {
            let board = graph.clone().with_tints(&common::tints(5, number)).unwrap();
            let fast = snort::value(&mut games, &board, &options).unwrap();
            assert_eq!(fast, snort::reference(&mut games, &board).unwrap(), "{board:?}");
        }
    }
}

/// A best move is one that no other beats, and the value is made of the best moves.
#[test]
fn best_moves_make_the_value() {
    let options = BoardSearch::default();
    let mut random = common::Random(11);
    for _ in 0..40 {
        let graph = random.graph(6, 40);
        let mut games = Games::new();
        let value = snort::value(&mut games, &graph, &options).unwrap();
        let side = |games: &mut Games, player| -> Vec<Game> {
            let moves = snort::best_moves(games, &graph, player, &options).unwrap();
            moves.iter().map(|m| m.value).collect()
        };
        let (left, right) = (side(&mut games, Player::Left), side(&mut games, Player::Right));
        assert_eq!(games.game(&left, &right).unwrap(), value);
    }
}

/// Colours exchanged, values negated.
#[test]
fn reversal() {
    let options = BoardSearch::default();
    let mut random = common::Random(3);
    for _ in 0..40 {
        let graph = random.graph(7, 40);
        let mut games = Games::new();
        let value = snort::value(&mut games, &graph, &options).unwrap();
        let reversed = snort::value(&mut games, &graph.reversed(), &options).unwrap();
        assert_eq!(games.sum(value, reversed).unwrap(), Games::ZERO);
    }
}

/// With equal sets a partisan subtraction game is impartial: its values are nimbers.
#[test]
fn equal_sets_give_nimbers() {
    let mut games = Games::new();
    let values = Subtraction::new(&[1, 2, 4], &[4, 2, 1]).unwrap().values(&mut games, 30).unwrap();
    for (n, &value) in values.iter().enumerate() {
        let nim = games.as_number_up_star(value).unwrap();
        assert!(nim.number.is_zero() && nim.up == 0);
        // S(1,2,4) has period 3: 0, 1, 2.
        assert_eq!(nim.star as usize, n % 3);
    }
}

/// By hand: Left takes 1, Right takes 2. And by the definition: heap by heap.
#[test]
fn partisan_subtraction() {
    let mut games = Games::new();
    let rules = Subtraction::new(&[1], &[2]).unwrap();
    let values = rules.values(&mut games, 3).unwrap();
    let texts: Vec<String> = values.iter().map(|&v| games.display(v).unwrap()).collect();
    // {|} = 0, {0|} = 1, {1|0}, {{1|0}|1} = 1.
    assert_eq!(
        texts,
        ["0", "1", "{1|0}", "{1|0||1}"].map(|t| {
            let v = games.parse(t).unwrap();
            games.display(v).unwrap()
        })
    );
    assert!(Subtraction::new(&[0], &[1]).is_err());
    assert!(rules.value(&mut games, 2_000_000).is_err());
    let a = games.parse("Subtraction(1,3|2,3): 6").unwrap();
    let b = games.parse("Subtraction(1,3|2,3): 4 2").unwrap();
    let c = games.parse("S(1,3|2,3): 4 + S(1,3|2,3): 2").unwrap();
    assert_ne!(a, b);
    assert_eq!(b, c);
}
