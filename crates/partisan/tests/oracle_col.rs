//! Part J of the oracle: Col values computed by brute force elsewhere.

use serde_json::Value;
use sprague_partisan::col;
use sprague_partisan::graph::Graph;
use std::path::Path;

fn cases() -> Vec<(String, Graph, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/oracle/J.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| {
            let case: Value = serde_json::from_str(line).unwrap();
            let board = &case["game"]["col"];
            let edges: Vec<(usize, usize)> = board["edges"]
                .as_array()
                .unwrap()
                .iter()
                .map(|e| (e[0].as_u64().unwrap() as usize, e[1].as_u64().unwrap() as usize))
                .collect();
            let tints = Graph::parse_tints(board["tints"].as_str().unwrap()).unwrap();
            let nodes = board["nodes"].as_u64().unwrap() as usize;
            let graph = Graph::new(nodes, &edges).unwrap().with_tints(&tints).unwrap();
            let number = case["value"]["number"].as_str().unwrap();
            let value = match (number, case["value"]["star"].as_u64().unwrap()) {
                ("0", 1) => "*".to_owned(),
                (x, 1) => format!("{x}*"),
                (x, _) => x.to_owned(),
            };
            (case["id"].as_str().unwrap().to_owned(), graph, value)
        })
        .collect()
}

#[test]
fn every_case() {
    let cases = cases();
    assert_eq!(cases.len(), 555);
    let options = col::BoardSearch::default();
    for (id, graph, value) in cases {
        assert_eq!(col::value(&graph, &options).unwrap().to_string(), value, "{id}");
        // The search alone, without the shortcuts for chains and mirrors.
        let (searched, _) = col::value_with_statistics(&graph, &options).unwrap();
        assert_eq!(searched.to_string(), value, "{id} by search");
    }
}
