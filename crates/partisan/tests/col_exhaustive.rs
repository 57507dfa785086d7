//! Col's fast path against the general machinery on every small board.

mod common;

use sprague_partisan::Games;
use sprague_partisan::col::reference::Reference;
use sprague_partisan::col::{self, BoardSearch};

fn compare_all(nodes: usize, expected_graphs: usize) {
    let graphs = common::all_graphs(nodes);
    assert_eq!(graphs.len(), expected_graphs);
    let options = BoardSearch::default().without_symmetry();
    for graph in graphs {
        let mut games = Games::new();
        let mut reference = Reference::default();
        for number in 0..3usize.pow(nodes as u32) {
            let tints = common::tints(nodes, number);
            let board = graph.clone().with_tints(&tints).unwrap();
            let expected = reference.value(&mut games, &board).unwrap();
            let expected = games.display(expected).unwrap();
            let fast = col::value(&board, &options).unwrap().to_string();
            assert_eq!(fast, expected, "{board:?}");
            let (searched, _) = col::value_with_statistics(&board, &options).unwrap();
            assert_eq!(searched.to_string(), expected, "search alone: {board:?}");
        }
    }
}

/// All graphs to 5 nodes (1, 1, 2, 4, 11, 34 of them) under all tints.
#[test]
fn all_graphs_to_five_nodes() {
    for (nodes, graphs) in [(0, 1), (1, 1), (2, 2), (3, 4), (4, 11), (5, 34)] {
        compare_all(nodes, graphs);
    }
}

/// All 156 graphs of 6 nodes under all 729 tints.
#[test]
fn all_graphs_of_six_nodes() {
    compare_all(6, 156);
}
