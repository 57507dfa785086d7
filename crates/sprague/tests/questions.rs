//! The questions of the facade against the definition, and what it says when it cannot answer.

use proptest::prelude::*;
use sprague::{
    Budget, EngineChoice, EngineKind, Error, ErrorKind, Game, Judge, Kind, Natural, Outcome,
    Position, Spent, Status, secs,
};

/// G(0..=to) by the definition, from the options that the game lists.
fn by_definition(game: &Game, to: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..=to {
        let mut seen: Vec<u32> = game
            .options(n, usize::MAX)
            .unwrap()
            .iter()
            .map(|heaps| heaps.iter().fold(0, |sum, &h| sum ^ values[h as usize]))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        values.push((0..).zip(&seen).take_while(|(v, e)| v == *e).count() as u32);
    }
    values
}

const GAMES: [&str; 12] = [
    "Kayles",
    "0.156",
    "0.26",
    "S(2,5,7)",
    "AllBut(1,2,8)",
    "Grundy",
    "Mark",
    "UpMark(3)",
    "Splittles(1,3)",
    "4.[3]",
    "0.2048",
    "n -> n-k where 2k >= n",
];

#[test]
fn values_by_the_definition() {
    for text in GAMES {
        let game: Game = text.parse().unwrap();
        let expected = by_definition(&game, 120);
        assert_eq!(game.values(0..=120).unwrap().collect::<Vec<_>>(), expected, "{text}");
        assert_eq!(game.values(50..61).unwrap().collect::<Vec<_>>(), expected[50..61], "{text}");
        for n in [0u64, 1, 2, 7, 119] {
            assert_eq!(game.value(n).unwrap(), expected[n as usize], "{text} {n}");
        }
    }
}

/// Values as they come, by every engine that applies, are the values; so are those of moves.
#[test]
fn streams_and_moves_by_the_definition() {
    for text in GAMES {
        let game: Game = text.parse().unwrap();
        let expected = by_definition(&game, 120);
        let mut engines = 0;
        for engine in EngineKind::ALL {
            let choice = EngineChoice::Only(engine);
            let stream = match game.stream_by(choice, 40..=120, &Budget::new()) {
                Ok(stream) => stream,
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Engine, "{text} {engine}");
                    continue;
                }
            };
            let values: Vec<u32> = stream.map(Result::unwrap).collect();
            assert_eq!(values, expected[40..], "{text} {engine}");
            let values = game.values_by(choice, 40..=120, &Budget::new()).unwrap();
            assert_eq!(Vec::from(values), expected[40..], "{text} {engine}");
            engines += 1;
        }
        assert!(engines >= 2, "{text}: {engines}");
        for heap in [0, 1, 7, 30] {
            let moves = game.moves(heap).unwrap();
            assert_eq!(moves.value, expected[heap as usize], "{text} {heap}");
            let options = game.options(heap, 1000).unwrap();
            assert_eq!(moves.options.len(), options.len());
            for (option, to) in moves.options.iter().zip(options) {
                assert_eq!(
                    option.value,
                    to.iter().fold(0, |sum, &h| sum ^ expected[h as usize]),
                    "{text} {heap}"
                );
                assert_eq!((&option.to, option.keeper), (&to, None));
            }
        }
    }
    let kayles: Game = "Kayles".parse().unwrap();
    let few = kayles.moves_by(EngineChoice::Best, 100, 10, &Budget::new());
    assert_eq!(few.unwrap_err().kind(), ErrorKind::TooMany { limit: 10 });
    let mut none = kayles.stream_by(EngineChoice::Best, 5..5, &Budget::new()).unwrap();
    assert!(none.next().is_none());
}

/// The value of a heap with a pass is the mex of its options, those that keep it included.
#[test]
fn moves_of_heaps_with_a_pass() {
    for text in ["Kayles + pass", "S(1,2,4) + pass", "Nim + pass"] {
        let game: Game = text.parse().unwrap();
        for heap in 1..20 {
            let moves = game.moves(heap).unwrap();
            let mut seen: Vec<u32> = moves.options.iter().map(|option| option.value).collect();
            seen.sort_unstable();
            seen.dedup();
            let mex = (0..).zip(&seen).take_while(|(v, e)| v == *e).count() as u32;
            assert_eq!(moves.value, mex, "{text} {heap}");
            assert_eq!(game.value(heap).unwrap(), mex, "{text} {heap}");
            let keeps = moves.options.iter().any(|option| option.keeper.is_some());
            assert!(keeps || heap < 5, "{text} {heap}");
        }
    }
}

/// A formula, a proof and counting, and which of them it was.
#[test]
fn what_is_known_and_why() {
    let budget = Budget::new().values(100_000);
    for (text, heap, reason, total) in [
        ("Kayles", 1000, "counted", false),
        ("Kayles", 1_000_000, "finite-take-and-break", true),
        ("0.6", 30_000, "counted", false),
    ] {
        let game: Game = text.parse().unwrap();
        let known = game.known_within(heap, &budget).unwrap();
        assert_eq!((known.reason(), known.is_total()), (reason, total), "{text} {heap}");
        let mut values = game.values(heap as u64..=heap as u64).unwrap();
        assert_eq!(known.value(heap as u64), values.next().map(Natural::from), "{text}");
    }
    let kayles: Game = "Kayles".parse().unwrap();
    let solution = kayles.solve().unwrap();
    let known = sprague::Known::from(&solution);
    assert_eq!(known.value(1u64 << 60), Some(solution.value(1u64 << 60).unwrap()));
    let nothing = "0.6".parse::<Game>().unwrap().search_within(1u64 << 60, &budget).unwrap();
    assert_eq!((nothing.value(1u64 << 60), nothing.is_total()), (None, false));
}

#[test]
fn judges() {
    let position: Position = "Nim: 1 2 4 8; Kayles: 9 9 10".parse().unwrap();
    let all = position.best().unwrap();
    let one = position.best_by(&Judge::normal().listing(1), &Budget::new()).unwrap();
    assert_eq!((one.moves().len(), one.count()), (1, all.count()));
    assert_eq!(one.moves()[0], all.moves()[0]);
    assert!(all.explain().contains("nim-sum") && all.method().is_none());
    let misere = "Kayles: 4 7 9".parse::<Position>().unwrap().best_misere().unwrap();
    assert!(misere.method().is_some() && !misere.explain().is_empty());
    let stopped = Budget::new();
    stopped.stop();
    let hard: Position = "0.6: 1000000000000".parse().unwrap();
    let error = hard.best_by(&Judge::normal(), &stopped).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Spent(Spent::Stopped));
    // A limit on time that ends the search for a proof is not why there is none.
    let late = Budget::new().time(secs(0));
    let error = hard.best_by(&Judge::normal(), &late).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfReach);
}

/// What is proved agrees with values far beyond what the proof looked at.
#[test]
fn solutions_tell_the_truth_about_later_values() {
    for text in ["Kayles", "0.156", "S(2,5,7)", "AllBut(1,2,8)", "0.137", "Mark", "0.2048"] {
        let game: Game = text.parse().unwrap();
        let solution = game.solve().unwrap();
        assert_eq!(solution.status(), Status::Proved, "{text}");
        let later = game.values(15_000..15_200).unwrap();
        for (n, value) in (15_000u64..).zip(later) {
            assert_eq!(solution.value(n).unwrap(), value, "{text} {n}");
        }
        let verified = solution.certificate().unwrap().verify_about(&game).unwrap();
        assert_eq!(verified.game(), game.to_string());
    }
}

#[test]
fn ranges() {
    let kayles: Game = "Kayles".parse().unwrap();
    assert_eq!(kayles.values(..3).unwrap().collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(kayles.values(5..5).unwrap().len(), 0);
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is asked")]
    let backwards = kayles.values(9..=3).unwrap();
    assert_eq!(backwards.len(), 0);
    assert_eq!(kayles.values(0..0).unwrap().len(), 0);
    assert_eq!(kayles.values(3..).unwrap_err().kind(), ErrorKind::Input);
    assert_eq!(kayles.values(4..=6).unwrap().rev().collect::<Vec<_>>(), [3, 4, 1]);
}

#[test]
fn what_cannot_be_answered_says_why() {
    let kind = |error: Error| error.kind();
    let wrong = "0.7W7".parse::<Game>().unwrap_err();
    assert_eq!((wrong.kind(), wrong.column()), (ErrorKind::Input, Some(4)));
    assert!(wrong.hint().is_some());
    assert_eq!(kind("Kayles: 3 x".parse::<Position>().unwrap_err()), ErrorKind::Input);
    let officers: Game = "0.6".parse().unwrap();
    let little = Budget::new().values(30_000);
    assert_eq!(
        kind(officers.value_within("1_000_000_000_000", &little).unwrap_err()),
        ErrorKind::OutOfReach
    );
    assert_eq!(
        kind(officers.values_within(0..=30_000, &little).unwrap_err()),
        ErrorKind::Spent(Spent::Values { limit: 30_000 })
    );
    let narrow = Budget::new().bytes(1000);
    assert!(matches!(
        kind(officers.values_within(0..=30_000, &narrow).unwrap_err()),
        ErrorKind::Spent(Spent::Bytes { .. })
    ));
    let open = officers.solve_within(&little).unwrap();
    assert_eq!((open.kind(), open.status()), (Kind::Open, Status::Open));
    assert_eq!(kind(open.certificate().unwrap_err()), ErrorKind::NotProved);
    assert_eq!(kind(officers.options(1000, 10).unwrap_err()), ErrorKind::TooMany { limit: 10 });
    let stopped = Budget::new();
    stopped.stop();
    assert_eq!(
        kind(officers.values_within(0..=1000, &stopped).unwrap_err()),
        ErrorKind::Spent(Spent::Stopped)
    );
    let late = Budget::new().time(secs(0));
    assert_eq!(
        kind(officers.values_within(0..=1000, &late).unwrap_err()),
        ErrorKind::Spent(Spent::Time)
    );
}

#[test]
fn a_certificate_of_another_game_is_refused() {
    let kayles: Game = "Kayles".parse().unwrap();
    let certificate = kayles.solve().unwrap().certificate().unwrap();
    let again: sprague::Certificate = certificate.to_string().parse().unwrap();
    assert_eq!(again, certificate);
    let other: Game = "0.137".parse().unwrap();
    assert_eq!(certificate.verify_about(&other).unwrap_err().kind(), ErrorKind::Rejected);
    let forged = certificate.to_string().replace("71", "70");
    let forged: sprague::Certificate = forged.parse().unwrap();
    assert_eq!(forged.verify().unwrap_err().kind(), ErrorKind::Rejected);
}

/// The same budget whatever the door: 0.16 is proved, not open.
#[test]
fn the_default_budget_proves_0_16() {
    let game: Game = "0.16".parse().unwrap();
    let mut solution = game.solve().unwrap();
    assert_eq!(solution.status(), Status::Proved);
    assert_eq!(solution.preperiod(), Some(105_351u32.into()));
    assert_eq!(solution.period(), Some(149_459u32.into()));
    solution.check(&Budget::new()).unwrap();
    assert_eq!(solution.is_checked(), Some(true));
    assert!(!solution.to_string().contains("not checked"), "{solution}");
    let unchecked = "4.376".parse::<Game>().unwrap().solve().unwrap();
    assert_eq!((unchecked.is_proved(), unchecked.is_checked()), (true, Some(false)));
    assert!(unchecked.to_string().ends_with(" (certificate not checked yet)"), "{unchecked}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Sums of small heaps of several games, by exhaustive play.
    #[test]
    fn outcomes_by_exhaustive_play(game in 0..GAMES.len(), heaps in prop::collection::vec(1u64..9, 1..4)) {
        let game: Game = GAMES[game].parse().unwrap();
        let list: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        let position: Position = format!("{game}: {}", list.join(" ")).parse().unwrap();
        let values = by_definition(&game, 9);
        let sum = heaps.iter().fold(0, |sum, &h| sum ^ values[h as usize]);
        let best = position.best().unwrap();
        prop_assert_eq!(best.outcome(), if sum == 0 { Outcome::P } else { Outcome::N });
        prop_assert_eq!(best.value(), Some(Natural::from(sum)));
        // Every move it calls winning leaves nim-sum 0, and there are as many as there are.
        let mut winning = 0;
        let mut sizes = heaps.clone();
        sizes.sort_unstable();
        sizes.dedup();
        for heap in sizes {
            for option in game.options(heap, 10_000).unwrap() {
                let after = option.iter().fold(sum ^ values[heap as usize], |s, &h| s ^ values[h as usize]);
                winning += u32::from(after == 0 && sum != 0);
            }
        }
        prop_assert_eq!(best.count(), Some(Natural::from(winning)));
        for m in best.moves() {
            let heap = m.heap.to_u64().unwrap();
            let after = m.to.iter().fold(sum ^ values[heap as usize], |s, h| s ^ values[h.to_u64().unwrap() as usize]);
            prop_assert_eq!(after, 0);
        }
    }
}
