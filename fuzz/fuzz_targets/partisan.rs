//! Values and boards: no text makes the parsers panic or hang, what is printed is read
//! again, and Col's fast path agrees with the definition on small boards.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_budget::Budget;
use sprague_partisan::col::{self, BoardSearch, reference};
use sprague_partisan::graph::{Graph, Rules};
use sprague_partisan::notation::Evaluated;
use sprague_partisan::{Games, snort};

fuzz_target!(|text: &str| {
    let mut games = Games::new();
    games.set_node_limit(2_000);
    games.set_budget(&Budget::unlimited().steps(200_000));
    if let Ok(Evaluated::Value(value)) = games.evaluate(text)
        && let Ok(printed) = games.display(value)
    {
        games.set_budget(&Budget::unlimited());
        assert_eq!(games.parse(&printed).as_ref(), Ok(&value), "{printed}");
        let _ = games.thermograph(value);
        let _ = games.birthday(value);
    }
    let _ = Graph::parse_file(text);
    for rules in [Rules::Col, Rules::Snort] {
        let Ok(board) = Graph::parse(text, rules) else { continue };
        if board.nodes() > 7 {
            continue;
        }
        let mut games = Games::new();
        let search = BoardSearch::default();
        if rules == Rules::Col {
            let slow = reference::value(&mut games, &board).expect("small");
            let slow = games.display(slow).expect("short");
            assert_eq!(col::value(&board, &search).expect("small").to_string(), slow);
            let (found, _) = col::value_with_statistics(&board, &search).expect("small");
            assert_eq!(found.to_string(), slow);
        } else {
            let slow = snort::reference(&mut games, &board).expect("small");
            assert_eq!(snort::value(&mut games, &board, &search), Ok(slow));
        }
    }
});
