//! The questions of the facade against the definition, and what it says when it cannot answer.

use proptest::prelude::*;
use sprague::{
    Budget, Error, ErrorKind, Game, Kind, Natural, Outcome, Position, Spent, Status, secs,
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
    assert_eq!(kind(officers.options(1000, 10).unwrap_err()), ErrorKind::OutOfReach);
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
