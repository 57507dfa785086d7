//! Sums of games and nimbers against the definitions, played out; and how much work they,
//! and values with no short way, may take.

use sprague_budget::Budget;
use sprague_partisan::{ErrorKind, Game, Games, Relation};
use std::collections::HashMap;

/// Games that are no number + up + star: tiny, hot, mixed, and options with nimbers of
/// their own.
const BASES: [&str; 14] = [
    "+_2",
    "-_1",
    "{1|-1}",
    "{1|0}",
    "{2|1||0}",
    "{0||0|-1/2}",
    "{0,{1|*}|*,{0|-1}}",
    "{*2|0}",
    "{*3,1|*2}",
    "{^|v*2}",
    "{+_1|*}",
    "+_2 + ^",
    "{0,*|^*,{0|-1}}",
    "{+_1+*3|*2}",
];

/// The sum of two positions and a nimber, Left to move or Right: the definition, played out.
#[derive(Default)]
struct Played {
    wins: HashMap<(Game, Game, u32, bool), bool>,
}

impl Played {
    /// Whether the player who moves first wins `g` - `h` + *`star`. Moves in `h` are those of
    /// the other player.
    fn first_wins(
        &mut self,
        games: &mut Games,
        g: Game,
        h: Game,
        star: u32,
        left_moves: bool,
    ) -> bool {
        if let Some(&known) = self.wins.get(&(g, h, star, left_moves)) {
            return known;
        }
        let (of_g, of_h) = (games.options(g).unwrap(), games.options(h).unwrap());
        let (own, reversed) =
            if left_moves { (of_g.left, of_h.right) } else { (of_g.right, of_h.left) };
        let wins = own.iter().any(|&o| !self.first_wins(games, o, h, star, !left_moves))
            || reversed.iter().any(|&o| !self.first_wins(games, g, o, star, !left_moves))
            || (0..star).any(|m| !self.first_wins(games, g, h, m, !left_moves));
        self.wins.insert((g, h, star, left_moves), wins);
        wins
    }

    /// How `g` + *`star` compares with `h`.
    fn compare(&mut self, games: &mut Games, g: Game, h: Game, star: u32) -> Relation {
        match (self.first_wins(games, g, h, star, true), self.first_wins(games, g, h, star, false))
        {
            (true, true) => Relation::Fuzzy,
            (true, false) => Relation::Greater,
            (false, true) => Relation::Less,
            (false, false) => Relation::Equal,
        }
    }
}

/// Every base + *m is equal to base and *m side by side, and canonical: no option is
/// dominated and none reversible, by play.
#[test]
fn sums_with_nimbers_are_canonical_and_right() {
    for base in BASES {
        let mut games = Games::new();
        let mut played = Played::default();
        let g = games.parse(base).expect(base);
        for m in 1..=9 {
            let star = games.nimber(m).unwrap();
            let sum = games.sum(star, g).unwrap();
            let name = format!("{base} + *{m}");
            assert_eq!(played.compare(&mut games, g, sum, m), Relation::Equal, "{name}");
            let options = games.options(sum).unwrap();
            for (side, left) in [(&options.left, true), (&options.right, false)] {
                for &o in &**side {
                    for &p in &**side {
                        let relation = played.compare(&mut games, o, p, 0);
                        assert!(o == p || relation == Relation::Fuzzy, "{name}: dominated");
                    }
                    let replies = games.options(o).unwrap();
                    let (replies, reversing) = if left {
                        (replies.right, Relation::Less)
                    } else {
                        (replies.left, Relation::Greater)
                    };
                    for &reply in &*replies {
                        let relation = played.compare(&mut games, reply, sum, 0);
                        assert!(
                            relation != reversing && relation != Relation::Equal,
                            "{name}: reversible"
                        );
                    }
                }
            }
            // And back again.
            assert_eq!(games.sum(sum, star), Ok(g), "{name}");
            let (minus, minus_g) = (games.negative(sum).unwrap(), games.negative(g).unwrap());
            assert_eq!(games.sum(minus_g, star), Ok(minus), "{name}");
            assert_eq!(games.sum(minus, sum), Ok(Games::ZERO), "{name}");
        }
    }
}

/// Comparisons of members of different families, by play.
#[test]
fn comparisons_between_families_are_those_of_play() {
    let mut games = Games::new();
    let mut played = Played::default();
    let bases: Vec<Game> = BASES.iter().map(|b| games.parse(b).expect(b)).collect();
    for (i, &g) in bases.iter().enumerate() {
        for &h in bases.iter().skip(i).step_by(3) {
            for (a, b) in [(0, 1), (2, 0), (1, 3), (4, 2), (5, 5), (7, 4)] {
                let (star_a, star_b) = (games.nimber(a).unwrap(), games.nimber(b).unwrap());
                let (x, y) = (games.sum(g, star_a).unwrap(), games.sum(h, star_b).unwrap());
                let by_play = played.compare(&mut games, g, h, a ^ b);
                assert_eq!(games.compare(x, y), Ok(by_play), "{i}: *{a} and *{b}");
            }
        }
    }
}

/// Values do not depend on what an arena saw before: here the sums come first as they are
/// written out, and the bases after them.
#[test]
fn the_order_of_questions_does_not_matter() {
    for base in BASES {
        let mut fresh = Games::new();
        let sum = fresh.parse(&format!("{base} + *6")).expect(base);
        let text = fresh.display(sum).expect(base);
        let mut games = Games::new();
        let written = games.parse(&text).expect(&text);
        let star = games.nimber(6).unwrap();
        let g = games.parse(base).expect(base);
        assert_eq!(games.sum(written, star), Ok(g), "{base}");
        assert_eq!(games.sum(star, g), Ok(written), "{base}");
        let smaller = games.parse(&format!("{base} + *3 + *5")).expect(base);
        assert_eq!(games.sum(smaller, written), games.sum(g, g), "{base}");
    }
}

/// `+_2-*1111` took minutes: the work grew with the cube of the nimber. It is the square now,
/// as is the size of the canonical form.
#[test]
fn a_large_nimber_takes_a_square_of_steps() {
    let steps = |text: &str| {
        let mut games = Games::new();
        games.set_budget(&Budget::unlimited().steps(100_000_000));
        let value = games.parse(text).expect(text);
        assert_eq!(games.thermograph(value).expect(text).temperature.to_string(), "0");
        games.steps()
    };
    for text in ["+_2-*N", "2-*2-+_2-*N", "+_2+^*N"] {
        let (small, large) = (text.replace('N', "100"), text.replace('N', "200"));
        let (small, large) = (steps(&small), steps(&large));
        assert!(large < 6 * small, "{text}: {small} and {large}");
    }
    assert!(steps("+_2-*1111") < 20_000_000);
}

/// Thousands of ups are compared without going deep.
#[test]
fn many_ups_are_not_deep() {
    let mut games = Games::new();
    let value = games.parse("Subtraction(1,2,7|3,5): 20000").expect("not deep");
    assert_eq!(games.display(value).as_deref(), Ok("1v2856*"));
}

/// The limit ends any computation, and says so.
#[test]
fn steps_are_limited() {
    let mut games = Games::new();
    games.set_budget(&Budget::unlimited().steps(1000));
    let error = games.evaluate("+_2-*1111").expect_err("a million steps");
    assert_eq!(error.kind(), &ErrorKind::TooManySteps { limit: 1000 });
    assert_eq!(games.steps(), 1000);
}

/// How long a step takes: `cargo test -p sprague-partisan --release --test star -- --ignored
/// --nocapture`.
#[test]
#[ignore = "a measurement"]
fn steps_in_a_second() {
    for text in [
        "+_2-*208",
        "+_2-*1111",
        "+_2-*4000",
        "-(+_2+*1111)",
        "+_2+^*1111",
        "+_2+^5*1111",
        "{2|1||0}+*1111",
        "+_2++_1+*1111",
        "+-1+-2+-3+*300",
        "{*1000|0}+{1|*500}",
        "{*700,1|*600}+{1|*500}",
        "{^|v*200}+{+_1|*}+*500",
    ] {
        let mut games = Games::new();
        games.set_budget(&Budget::unlimited().steps(50_000_000));
        let start = std::time::Instant::now();
        let value = games.parse(text);
        let time = start.elapsed();
        let rest = value.clone().map(|value| {
            games.thermograph(value).map(drop).expect(text);
            games.birthday(value).expect(text)
        });
        println!(
            "{text}: {} steps, {} values, {time:?}, {:?} with the facts: {:?}",
            games.steps(),
            games.len(),
            start.elapsed(),
            rest.map(|day| day.to_string()).map_err(|e| e.to_string())
        );
    }
}
