//! The computer never loses a won game.

use sprague_budget::Budget;
use sprague_games::Position;
use sprague_play::session::{Level, Session};
use sprague_play::{Convention, Outcome, Sources};
use std::time::Duration;

/// Plays one game, the computer moving first, against random moves; true if the computer
/// wins. `None` if it starts from a lost position.
fn computer_wins(position: &str, convention: Convention, seed: u64) -> Option<bool> {
    let position: Position = position.parse().unwrap();
    let sources = Sources::computed(&Budget::unlimited());
    let mut game = Session::new(&position, convention, Level::Perfect, seed, sources).unwrap();
    if game.analyse(1).unwrap().outcome == Outcome::P {
        return None;
    }
    loop {
        for computer in [true, false] {
            let turn = if computer { game.choose() } else { game.any_move() }.unwrap();
            match turn {
                Some(turn) => game.make(&turn),
                // whoever cannot move loses under normal play and wins under misere play
                None => return Some(computer == (convention == Convention::Misere)),
            }
        }
    }
}

const POSITIONS: &[&str] = &[
    "Kayles: 7 9",
    "Nim: 3 5 7",
    "Nim: 1 1 4",
    "0.07: 9 11 4",
    "Grundy: 11 8",
    "S(1,3,4): 9 13 2",
    "Mark: 21 14",
    "Mark: 33",
    "UpMark(3): 20",
    "0.7 + pass: 6 4",
    "S(1,2) + pass: 5; Nim: 3",
    "Kayles: 5; Nim: 2 3; S(1,2): 4",
    "4.7: 6 5",
    "0.123: 9 6 5",
    "AllBut(2): 9 5",
];

fn play(rounds: u64, convention: Convention) -> u64 {
    let mut won = 0;
    for position in POSITIONS {
        for seed in 0..rounds {
            match computer_wins(position, convention, seed) {
                Some(true) => won += 1,
                Some(false) => panic!("lost a won game: {position}, {convention:?}, seed {seed}"),
                None => break,
            }
        }
    }
    won
}

#[test]
fn never_loses_ten_thousand_won_games() {
    let games = play(700, Convention::Normal) + play(200, Convention::Misere);
    assert!(games > 10_000, "{games}");
}

/// A heap beyond 64 bits whose one move is not met by chance: two equal heaps.
#[test]
fn a_huge_heap_is_not_over() {
    for (heap, over) in [("36893488147419103233", false), ("36893488147419103232", true)] {
        let position: Position = format!("0.4=: {heap}").parse().unwrap();
        let budget = Budget::unlimited().values(20_001).time(Duration::from_secs(60));
        let sources = Sources::new(&budget);
        let mut game =
            Session::new(&position, Convention::Normal, Level::Perfect, 1, sources).unwrap();
        assert_eq!(game.is_over().unwrap(), over, "{heap}");
        assert_eq!(game.any_move().unwrap().is_none(), over, "{heap}");
        assert_eq!(game.choose().unwrap().is_none(), over, "{heap}");
    }
}

#[test]
fn moves_as_typed() {
    let position: Position = "Kayles: 5 3; S(1,2): 3; 0.7 + pass: 4 1".parse().unwrap();
    let sources = Sources::computed(&Budget::unlimited());
    let mut game = Session::new(&position, Convention::Normal, Level::Perfect, 1, sources).unwrap();
    for (text, problem) in [
        ("5", "type a move as 5 -> 2+2"),
        ("5 -> x", "'x' is no number"),
        ("6 -> 4", "there is no heap of 6"),
        ("5 -> 2+1", ""),
        ("5 -> 1", "0.77 does not allow 5 -> 1"),
        ("3 -> 2", "more than one part has a heap of 3"),
        ("b: 3 -> 0", "S(1,2) does not allow 3 -> 0"),
        ("b: 3 -> 1", ""),
        ("z: 3 -> 1", "there is no part 'z'"),
        ("5 -> pass", "this heap has no pass"),
        ("4 -> 1+2", "mark the one heap that keeps the pass"),
        ("4 -> 1+2*", ""),
        ("4 -> pass", ""),
        ("4 -> 3", ""),
        ("5 -> 2*+2", "this heap has no pass to keep"),
    ] {
        match game.parse(text) {
            Ok(_) => assert_eq!(problem, "", "{text}"),
            Err(error) => {
                assert!(
                    !problem.is_empty() && error.to_string().contains(problem),
                    "{text}: {error}"
                );
            }
        }
    }
    let turn = game.parse("4 -> pass").unwrap();
    game.make(&turn);
    assert_eq!(game.position().to_string(), "0.77: 3 5; S(1,2): 3; 0.7 + pass: 1; 0.7: 4");
    assert!(game.undo() && !game.undo());
    assert_eq!(game.position().parts[2].heaps.len(), 2);
}
