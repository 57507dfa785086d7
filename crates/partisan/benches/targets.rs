//! The speed this crate promises, measured, with the answers checked first:
//! every Col chain of 40 nodes below 0.1 s, grids to 5x6 and random planar graphs of 24
//! nodes below 60 s, Snort paths to 14 nodes below 10 s.
//!
//! `cargo bench -p sprague-partisan`

use sprague_partisan::col::{self, BoardSearch, ColValue};
use sprague_partisan::graph::{Graph, Tint};
use sprague_partisan::{Games, snort};
use std::time::{Duration, Instant};

#[path = "../tests/common/mod.rs"]
mod common;

use common::Random;

/// Times each case, prints the slowest, and fails if it is beyond the target.
fn report(name: &str, target: Duration, times: &[(String, Duration)]) {
    let total: Duration = times.iter().map(|t| t.1).sum();
    let slowest = times.iter().max_by_key(|t| t.1).expect("some cases");
    println!(
        "{name}: {} cases, mean {:?}, slowest {:?} ({}), target {target:?}",
        times.len(),
        total / times.len() as u32,
        slowest.1,
        slowest.0
    );
    assert!(slowest.1 < target, "{name}: {} took {:?}", slowest.0, slowest.1);
}

fn timed(graph: &Graph, options: &BoardSearch) -> (ColValue, Duration) {
    let start = Instant::now();
    let value = col::value(graph, options).expect("within the limits");
    (value, start.elapsed())
}

/// Random tints at several densities, and chains the theorems do not shorten.
fn chains() {
    let mut random = Random(1);
    let mut times = Vec::new();
    let options = BoardSearch::default();
    let push = |text: &str, times: &mut Vec<(String, Duration)>| {
        let graph = Graph::chain(text).expect("a chain");
        let (value, time) = timed(&graph, &options);
        // The reversed colours give the negative: a check of the answer.
        assert_eq!(timed(&graph.reversed(), &options).0, value.negative(), "{text}");
        times.push((text.to_owned(), time));
    };
    for n in 0..2000 {
        let percent = [5, 10, 20, 35, 66][n % 5];
        let text: String = (0..40)
            .map(|_| {
                let tint = if random.below(100) < percent {
                    [Tint::Black, Tint::White][random.below(2)]
                } else {
                    Tint::Untinted
                };
                tint.letter()
            })
            .collect();
        push(&text, &mut times);
    }
    for text in ["o+".repeat(20), "+o".repeat(20), "oo+".repeat(13) + "o", "o+o-".repeat(10)] {
        push(&text, &mut times);
    }
    report("Col chains of 40 nodes", Duration::from_millis(100), &times);
}

fn grids() {
    // Without the mirror theorem, so that the search itself is measured.
    let options = BoardSearch::default().without_symmetry();
    let mut times = Vec::new();
    for rows in 2..=5 {
        for columns in rows..=6 {
            let graph = Graph::grid(rows, columns).expect("a grid");
            let (value, time) = timed(&graph, &options);
            assert_eq!(value.to_string(), "0", "{rows}x{columns}");
            times.push((format!("{rows}x{columns}"), time));
        }
    }
    let mut random = Random(2);
    for _ in 0..10 {
        let tints: Vec<Tint> = (0..30)
            .map(|_| if random.below(5) == 0 { random.tint() } else { Tint::Untinted })
            .collect();
        let name: String = tints.iter().map(|t| t.letter()).collect();
        let graph = Graph::grid(5, 6).expect("a grid").with_tints(&tints).expect("30 tints");
        let (value, time) = timed(&graph, &options);
        assert_eq!(timed(&graph.reversed(), &options).0, value.negative(), "{name}");
        times.push((format!("5x6 {name}"), time));
    }
    report("Col grids to 5x6", Duration::from_secs(60), &times);
}

fn planar() {
    let options = BoardSearch::default().without_symmetry();
    let mut random = Random(3);
    let mut times = Vec::new();
    for i in 0..60 {
        let graph = random.planar(24, [60, 80, 100][i % 3]);
        let graph = if i % 2 == 0 {
            graph
        } else {
            let tints: Vec<Tint> = (0..24)
                .map(|_| if random.below(4) == 0 { random.tint() } else { Tint::Untinted })
                .collect();
            graph.with_tints(&tints).expect("24 tints")
        };
        let (value, time) = timed(&graph, &options);
        assert_eq!(timed(&graph.reversed(), &options).0, value.negative(), "{i}");
        times.push((format!("graph {i}"), time));
    }
    report("Col on planar graphs of 24 nodes", Duration::from_secs(60), &times);
}

fn snort_paths() {
    let mut times = Vec::new();
    for n in 1..=14 {
        let graph = Graph::path(n).expect("a path");
        let start = Instant::now();
        let mut games = Games::new();
        let value = snort::value(&mut games, &graph, &BoardSearch::default()).expect("small");
        let time = start.elapsed();
        // An untinted board is its own negative.
        assert_eq!(games.sum(value, value).expect("small"), Games::ZERO, "path {n}");
        times.push((format!("path {n}"), time));
    }
    report("Snort paths to 14 nodes", Duration::from_secs(10), &times);
}

fn main() {
    chains();
    grids();
    planar();
    snort_paths();
}
