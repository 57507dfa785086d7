//! The statements of Austin 1976, chapter 2, as properties of random boards, with values
//! computed by the definition over general short games.
//!
//! Several statements are figures in the source; here they are in words. Where the proof
//! gives more than the statement (2.5, 2.8), the more general form that the solver uses is
//! tested.

mod common;

use common::Random;
use proptest::prelude::*;
use sprague_partisan::col::{self, BoardSearch, Player, symmetry};
use sprague_partisan::graph::{Graph, Tint};
use sprague_partisan::{Dyadic, Game, Games};
use std::collections::HashMap;

/// Values by the definition, positions split into components (a sum is a sum).
#[derive(Default)]
struct Plain {
    games: Games,
    known: HashMap<Graph, Game>,
}

impl Plain {
    fn value(&mut self, graph: &Graph) -> Game {
        let mut total = Games::ZERO;
        for piece in col::pieces(graph) {
            let part = graph.induced(&piece);
            let value = self.piece(&part);
            total = self.games.sum(total, value).unwrap();
        }
        total
    }

    fn piece(&mut self, graph: &Graph) -> Game {
        if let Some(&value) = self.known.get(graph) {
            return value;
        }
        let left = self.options(graph, Player::Left);
        let right = self.options(graph, Player::Right);
        let value = self.games.game(&left, &right).unwrap();
        self.known.insert(graph.clone(), value);
        value
    }

    fn options(&mut self, graph: &Graph, player: Player) -> Vec<Game> {
        let legal = (0..graph.nodes()).filter(|&v| col::may_play(graph, v, player));
        legal.map(|v| self.value(&col::play(graph, v, player))).collect()
    }

    fn le(&mut self, g: &Graph, h: &Graph) -> bool {
        let (x, y) = (self.value(g), self.value(h));
        self.games.le(x, y).unwrap()
    }

    /// Whether G = H + n/2.
    fn exceeds_by_halves(&mut self, g: &Graph, h: &Graph, halves: i64) -> bool {
        let (x, y) = (self.value(g), self.value(h));
        let number = self.games.number(Dyadic::new(halves, 1)).unwrap();
        self.games.sum(y, number).unwrap() == x
    }

    fn chain(&mut self, text: &str) -> String {
        let value = self.value(&Graph::chain(text).unwrap());
        self.games.display(value).unwrap()
    }
}

/// A random board of up to `most` nodes.
fn board(most: usize) -> impl Strategy<Value = Graph> {
    (0..=most, any::<u64>(), 10..90usize)
        .prop_map(|(nodes, seed, percent)| Random(seed).graph(nodes, percent))
}

/// A board A, some of whose nodes (`ends`) are joined to the first node of a chain.
fn with_tail(a: &Graph, ends: u64, tail: &str) -> Graph {
    between(a, ends, tail, &Graph::empty(0).unwrap(), 0)
}

/// A, a chain, B: nodes of A joined to the first node of the chain, nodes of B to the last.
fn between(a: &Graph, a_ends: u64, middle: &str, b: &Graph, b_ends: u64) -> Graph {
    let chain = Graph::parse_tints(middle).unwrap();
    let (m, n) = (a.nodes(), a.nodes() + chain.len());
    let mut edges = a.edges();
    edges.extend(b.edges().iter().map(|&(x, y)| (x + n, y + n)));
    edges.extend((m + 1..n).map(|v| (v - 1, v)));
    edges.extend((0..a.nodes()).filter(|v| a_ends >> v & 1 == 1).map(|v| (v, m)));
    edges.extend((0..b.nodes()).filter(|v| b_ends >> v & 1 == 1).map(|v| (v + n, n - 1)));
    let tints: Vec<Tint> = [a.tints(), &chain, b.tints()].concat();
    Graph::new(n + b.nodes(), &edges).unwrap().with_tints(&tints).unwrap()
}

fn retinted(graph: &Graph, node: usize, tint: Tint) -> Graph {
    let mut tints = graph.tints().to_vec();
    tints[node] = tint;
    graph.clone().with_tints(&tints).unwrap()
}

fn without_edge(graph: &Graph, edge: (usize, usize)) -> Graph {
    let edges: Vec<_> = graph.edges().into_iter().filter(|&e| e != edge).collect();
    Graph::new(graph.nodes(), &edges).unwrap().with_tints(graph.tints()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Lemma 2.1: tinting a node black, or deleting a white node, does not decrease the
    /// value; tinting white, or deleting a black node, does not increase it.
    #[test]
    fn lemma_2_1(graph in board(6)) {
        let mut plain = Plain::default();
        for v in 0..graph.nodes() {
            let tint = graph.tints()[v];
            let black = match tint {
                Tint::Untinted | Tint::Black => Tint::Black,
                Tint::White | Tint::Both => Tint::Both,
            };
            prop_assert!(plain.le(&graph, &retinted(&graph, v, black)));
            let white = match tint {
                Tint::Untinted | Tint::White => Tint::White,
                Tint::Black | Tint::Both => Tint::Both,
            };
            prop_assert!(plain.le(&retinted(&graph, v, white), &graph));
            let deleted = retinted(&graph, v, Tint::Both);
            prop_assert!(tint != Tint::White || plain.le(&graph, &deleted));
            prop_assert!(tint != Tint::Black || plain.le(&deleted, &graph));
        }
    }

    /// Lemma 2.2: deleting an edge with a black end does not decrease the value, with a
    /// white end it does not increase it. So an explosive edge, with both, changes nothing.
    #[test]
    fn lemma_2_2_and_explosive_edges(graph in board(6)) {
        let mut plain = Plain::default();
        for (a, b) in graph.edges() {
            let ends = [graph.tints()[a], graph.tints()[b]];
            let less = without_edge(&graph, (a, b));
            prop_assert!(!ends.contains(&Tint::Black) || plain.le(&graph, &less));
            prop_assert!(!ends.contains(&Tint::White) || plain.le(&less, &graph));
        }
    }

    /// Theorem 2.3: every value is x or x + * with x a number.
    #[test]
    fn theorem_2_3(graph in board(7)) {
        let mut plain = Plain::default();
        let value = plain.value(&graph);
        let shape = plain.games.as_number_up_star(value);
        prop_assert!(shape.is_some_and(|v| v.up == 0 && v.star <= 1), "{shape:?}");
    }

    /// Lemma 2.5, general form (a): of two nodes with the same tint, the one whose other
    /// neighbours are all neighbours of the other one is at least as good to paint.
    #[test]
    fn lemma_2_5_fewer_neighbours_are_better(graph in board(7)) {
        let mut plain = Plain::default();
        let row = |v: usize| -> Vec<usize> {
            let explosive = |w: usize| {
                matches!((graph.tints()[v], graph.tints()[w]),
                    (Tint::Black, Tint::White) | (Tint::White, Tint::Black))
            };
            graph.neighbours(v).iter().map(|&w| w as usize).filter(|&w| !explosive(w)).collect()
        };
        for u in 0..graph.nodes() {
            for v in 0..graph.nodes() {
                let contained = row(v).iter().all(|&w| w == u || row(u).contains(&w));
                if u == v || graph.tints()[u] != graph.tints()[v] || !contained {
                    continue;
                }
                if col::may_play(&graph, u, Player::Left) {
                    let (at_u, at_v) = (
                        col::play(&graph, u, Player::Left),
                        col::play(&graph, v, Player::Left),
                    );
                    prop_assert!(plain.le(&at_u, &at_v), "Left: {v} before {u}");
                }
                if col::may_play(&graph, u, Player::Right) {
                    let (at_u, at_v) = (
                        col::play(&graph, u, Player::Right),
                        col::play(&graph, v, Player::Right),
                    );
                    prop_assert!(plain.le(&at_v, &at_u), "Right: {v} before {u}");
                }
            }
        }
    }

    /// Lemma 2.5 (iv): between tinted c and e an untinted node d of degree two is at least
    /// as good for both players as c and e. In the general form (b) d may have further
    /// neighbours of the opponent's tint if only one has the player's.
    #[test]
    fn lemma_2_5_iv(a in board(4), b in board(3), ends in any::<u64>(), tints in 0..4usize) {
        let mut plain = Plain::default();
        let middle = ["+o+", "+o-", "-o+", "-o-"][tints];
        let graph = between(&a, ends, middle, &b, ends >> 32);
        let c = a.nodes();
        for other in [c, c + 2] {
            for player in [Player::Left, Player::Right] {
                if col::may_play(&graph, other, player) {
                    let at_d = col::play(&graph, c + 1, player);
                    let at_other = col::play(&graph, other, player);
                    let better = match player {
                        Player::Left => plain.le(&at_other, &at_d),
                        Player::Right => plain.le(&at_d, &at_other),
                    };
                    prop_assert!(better, "node {} for {:?}", other, player);
                }
            }
        }
        // (b) with one black and some white neighbours of d.
        let mut star = Graph::star(1 + (ends % 3) as usize).unwrap();
        let mut colours = vec![Tint::White; star.nodes()];
        colours[0] = Tint::Untinted;
        colours[1] = Tint::Black;
        star = star.with_tints(&colours).unwrap();
        let mut edges = star.edges();
        let n = star.nodes();
        edges.extend(a.edges().iter().map(|&(x, y)| (x + n, y + n)));
        for v in 0..a.nodes() {
            for leaf in 1..n {
                if ends >> (3 * v + leaf) & 1 == 1 {
                    edges.push((leaf, v + n));
                }
            }
        }
        let joined = Graph::new(n + a.nodes(), &edges)
            .unwrap()
            .with_tints(&[star.tints(), a.tints()].concat())
            .unwrap();
        let at_d = col::play(&joined, 0, Player::Left);
        let at_c = col::play(&joined, 1, Player::Left);
        prop_assert!(plain.le(&at_c, &at_d));
    }

    /// Theorem 2.6 (Half Measures and Elastic Ends): behind a tinted node t with any graph
    /// A attached, t o^n - = t o - and t o^n + = t o - + 1 for n >= 1, and t o^n = t o - + 1/2
    /// for n >= 3.
    #[test]
    fn theorem_2_6(a in board(4), ends in any::<u64>(), black in any::<bool>()) {
        let mut plain = Plain::default();
        let t = if black { "+" } else { "-" };
        let tail = |rest: &str| with_tail(&a, ends, &format!("{t}{rest}"));
        let base = tail("o-");
        for n in 1..=3 {
            let run = "o".repeat(n);
            let (white, black) = (tail(&(run.clone() + "-")), tail(&(run + "+")));
            prop_assert!(plain.exceeds_by_halves(&white, &base, 0));
            prop_assert!(plain.exceeds_by_halves(&black, &base, 2));
        }
        prop_assert!(plain.exceeds_by_halves(&tail("ooo"), &base, 1));
        prop_assert!(plain.exceeds_by_halves(&tail("oooo"), &base, 1));
    }

    /// Lemma 2.8: (A)+^n = (A) + n/2 for even n.
    #[test]
    fn lemma_2_8(a in board(5), ends in any::<u64>(), n in 1..=2usize) {
        let mut plain = Plain::default();
        let tail = with_tail(&a, ends, &"+".repeat(2 * n));
        prop_assert!(plain.exceeds_by_halves(&tail, &a, 2 * n as i64));
        let tail = with_tail(&a, ends, &"-".repeat(2 * n));
        prop_assert!(plain.exceeds_by_halves(&tail, &a, -2 * n as i64));
    }

    /// Lemma 2.8, general form: a black clique one of whose nodes has no neighbour outside
    /// it may be removed for 1.
    #[test]
    fn lemma_2_8_for_cliques(a in board(4), ends in any::<u64>(), size in 1..=4usize) {
        let mut plain = Plain::default();
        let clique = Graph::complete(size).unwrap();
        let n = a.nodes();
        let mut edges = a.edges();
        edges.extend(clique.edges().iter().map(|&(x, y)| (x + n, y + n)));
        for v in 0..n {
            for w in 1..size {
                if ends >> (4 * v + w) & 1 == 1 {
                    edges.push((v, n + w));
                }
            }
        }
        let tints = [a.tints(), &vec![Tint::Black; size]].concat();
        let graph = Graph::new(n + size, &edges).unwrap().with_tints(&tints).unwrap();
        prop_assert!(plain.exceeds_by_halves(&graph, &a, 2));
    }

    /// Lemma 2.9, a consequence of 2.1 (iv): (A)+^(n+1) is at least (A) and a chain +^n
    /// beside it.
    #[test]
    fn lemma_2_9(a in board(4), ends in any::<u64>(), n in 0..=4usize) {
        let mut plain = Plain::default();
        let joined = with_tail(&a, ends, &"+".repeat(n + 1));
        let mut apart = with_tail(&a, ends, &"+".repeat(n + 1));
        apart = retinted(&apart, a.nodes(), Tint::Both);
        prop_assert!(plain.le(&apart, &joined));
    }

    /// Lemma 2.10: behind a tinted node t, t o +^n = t o -^n + n.
    #[test]
    fn lemma_2_10(a in board(3), ends in any::<u64>(), black in any::<bool>(), n in 1..=4usize) {
        let mut plain = Plain::default();
        let t = if black { "+" } else { "-" };
        let blacks = with_tail(&a, ends, &format!("{t}o{}", "+".repeat(n)));
        let whites = with_tail(&a, ends, &format!("{t}o{}", "-".repeat(n)));
        prop_assert!(plain.exceeds_by_halves(&blacks, &whites, 2 * n as i64));
    }

    /// Lemma 2.11: for a tinted node t, t o + is at least t with a black tint added (which
    /// deletes it if it was white).
    #[test]
    fn lemma_2_11(a in board(5), ends in any::<u64>(), black in any::<bool>()) {
        let mut plain = Plain::default();
        let (t, added) = if black { ("+", "+") } else { ("-", "x") };
        let longer = with_tail(&a, ends, &format!("{t}o+"));
        prop_assert!(plain.le(&with_tail(&a, ends, added), &longer));
    }

    /// Theorem 2.12: (A c) o +^(n+1) o (f B) = (A c) o -^n o (f B) + n for n >= 1, where A
    /// is empty if c is untinted and B if f is.
    #[test]
    fn theorem_2_12(
        a in board(2), b in board(2), ends in any::<u64>(),
        c in 0..3usize, f in 0..3usize, n in 1..=2usize,
    ) {
        let mut plain = Plain::default();
        let empty = Graph::empty(0).unwrap();
        let letters = ["o", "+", "-"];
        let (a, b) = (if c == 0 { &empty } else { &a }, if f == 0 { &empty } else { &b });
        let chain = |run: String| {
            between(a, ends, &format!("{}o{run}o{}", letters[c], letters[f]), b, ends >> 32)
        };
        let (g, h) = (chain("+".repeat(n + 1)), chain("-".repeat(n)));
        prop_assert!(plain.exceeds_by_halves(&g, &h, 2 * n as i64));
    }

    /// The fast paths on random boards, larger than the exhaustive test reaches.
    #[test]
    fn solver_equals_definition(graph in board(9)) {
        let mut plain = Plain::default();
        let expected = plain.value(&graph);
        let expected = plain.games.display(expected).unwrap();
        let options = BoardSearch::default();
        prop_assert_eq!(col::value(&graph, &options).unwrap().to_string(), expected.clone());
        let (searched, _) = col::value_with_statistics(&graph, &options).unwrap();
        prop_assert_eq!(searched.to_string(), expected);
        // Moves: the value is made of them.
        for player in [Player::Left, Player::Right] {
            for m in col::all_moves(&graph, player, &options).unwrap() {
                let after = plain.value(&col::play(&graph, m.node, player));
                prop_assert_eq!(m.value.to_string(), plain.games.display(after).unwrap());
            }
        }
    }

    /// A board and its mirror image in the other colours, joined symmetrically, is 0, and
    /// the mirror is found.
    #[test]
    fn mirrored_boards_are_zero(half in board(4), cross in any::<u64>()) {
        let n = half.nodes();
        let mut edges = half.edges();
        edges.extend(half.edges().iter().map(|&(x, y)| (x + n, y + n)));
        for x in 0..n {
            for y in x..n {
                if cross >> (x * n + y) & 1 == 1 {
                    edges.extend([(x, y + n), (y, x + n)]);
                }
            }
        }
        let tints: Vec<Tint> =
            half.tints().iter().copied().chain(half.tints().iter().map(|t| t.reversed())).collect();
        let graph = Graph::new(2 * n, &edges).unwrap().with_tints(&tints).unwrap();
        prop_assert!(symmetry::mirror(&graph).is_some());
        let mut plain = Plain::default();
        prop_assert_eq!(plain.value(&graph), Games::ZERO);
    }
}

/// Theorem 2.4: chains that are untinted inside.
#[test]
fn theorem_2_4() {
    let mut plain = Plain::default();
    for n in 0..=9 {
        let run = "o".repeat(n);
        assert_eq!(plain.chain(&format!("+{run}+")), "1");
        assert_eq!(plain.chain(&format!("-{run}-")), "-1");
        assert_eq!(plain.chain(&format!("+{run}-")), "0");
        let (one, none) = match n {
            0 => ("1", "0"),
            1 => ("1/2", "*"),
            _ => ("1/2", "0"),
        };
        assert_eq!(plain.chain(&format!("+{run}")), one);
        assert_eq!(plain.chain(&run), none);
    }
}

/// Lemma 2.7: a chain with a single tint.
#[test]
fn lemma_2_7() {
    let mut plain = Plain::default();
    let chain = |n: usize, m: usize| format!("{}+{}", "o".repeat(n), "o".repeat(m));
    for n in 1..=5 {
        assert_eq!(plain.chain(&chain(n, n)), "0");
        if n >= 2 {
            assert_eq!(plain.chain(&chain(1, n)), "1/4");
        }
        if n >= 3 {
            assert_eq!(plain.chain(&chain(2, n)), "1/2");
        }
        for m in 3..=5 {
            assert!(n < 3 || plain.chain(&chain(n, m)) == "0");
        }
    }
}

/// Each hypothesis is needed: without it the statement fails.
#[test]
fn hypotheses_are_needed() {
    let mut plain = Plain::default();
    // 2.6 with a bare end of two nodes: oo+oo is 0, oo+ooo is 1/2.
    assert_ne!(plain.chain("oo+oo"), plain.chain("oo+ooo"));
    // 2.8 with neighbours that are not adjacent: the middle of +++ (2) is not worth 1
    // together with both its neighbours.
    assert_eq!(plain.chain("+++"), "2");
    // 2.8 with an untinted neighbour: o+ is 1/2, not 1.
    assert_eq!(plain.chain("o+"), "1/2");
    // 2.5 (a) with different tints: in +o both ends have no further neighbour, but for Left
    // the untinted end (to 0) is better than the black one (to -1).
    let board = Graph::chain("+o").unwrap();
    let at_black = plain.value(&col::play(&board, 0, Player::Left));
    let at_free = plain.value(&col::play(&board, 1, Player::Left));
    assert!(!plain.games.le(at_free, at_black).unwrap());
    // 2.5 (b) with three black neighbours: painting d costs two of them.
    let star = Graph::star(3).unwrap();
    let tints = Graph::parse_tints("o+++").unwrap();
    let board = star.with_tints(&tints).unwrap();
    let at_d = plain.value(&col::play(&board, 0, Player::Left));
    let at_c = plain.value(&col::play(&board, 1, Player::Left));
    assert!(!plain.games.le(at_c, at_d).unwrap());
    // A mirror with a fixed node is none: a single node is *.
    assert_eq!(symmetry::mirror(&Graph::path(1).unwrap()), None);
    assert_eq!(symmetry::mirror(&Graph::path(3).unwrap()), None);
    // A mirror must exchange the tints and keep the edges.
    assert_eq!(symmetry::mirror(&Graph::chain("+oo+").unwrap()), None);
    assert_eq!(symmetry::mirror(&Graph::star(3).unwrap()), None);
}

/// CGSuite's graph strings and its published values (its test suite): the letter names the
/// player who has moved next to the node.
#[test]
fn graph_strings() {
    use sprague_partisan::graph::Rules;
    let board = Graph::parse("R-.-R-.-L-.-R-.-R-.", Rules::Col).unwrap();
    assert_eq!(board, Graph::chain("+o+o-o+o+o").unwrap());
    assert_eq!(col::value(&board, &BoardSearch::default()).unwrap().to_string(), "7/8");
}

/// Who wins is what the value says: whoever should win does so with `good_move` against
/// every reply, on all boards of up to 6 nodes met at random.
#[test]
fn good_moves_win() {
    fn wins(board: &Graph, mover: Player, winner: Player, options: &BoardSearch) -> bool {
        if mover == winner {
            match col::good_move(board, mover, options).unwrap() {
                None => false,
                Some(node) => {
                    wins(&col::play(board, node, mover), mover.opponent(), winner, options)
                }
            }
        } else {
            (0..board.nodes())
                .filter(|&v| col::may_play(board, v, mover))
                .all(|v| wins(&col::play(board, v, mover), mover.opponent(), winner, options))
        }
    }
    let options = BoardSearch::default();
    let mut random = Random(5);
    for _ in 0..60 {
        let (nodes, percent) = (1 + random.below(6), 20 + random.below(60));
        let board = random.graph(nodes, percent);
        let value = col::value(&board, &options).unwrap();
        for mover in [Player::Left, Player::Right] {
            let winner = match value.outcome() {
                sprague_partisan::Outcome::Left => Player::Left,
                sprague_partisan::Outcome::Right => Player::Right,
                sprague_partisan::Outcome::Next => mover,
                sprague_partisan::Outcome::Previous => mover.opponent(),
            };
            assert!(wins(&board, mover, winner, &options), "{board:?} {mover:?}");
            // A move wins exactly if its value says so.
            let winning = col::winning_moves(&board, mover, &options).unwrap();
            let all = col::all_moves(&board, mover, &options).unwrap();
            let by_value = all.iter().filter(|m| m.value.wins_moving_second(mover)).map(|m| m.node);
            assert_eq!(winning, by_value.collect::<Vec<_>>());
        }
    }
}
