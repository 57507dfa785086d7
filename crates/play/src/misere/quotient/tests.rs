use super::super::presentation::divides;
use super::*;

fn solved(rules: &str) -> Solved {
    let mut game = HeapGame::new(&rules.parse().unwrap(), 0).unwrap();
    solve(&mut game, 2000, QuotientSize::default(), &Budget::unlimited()).unwrap()
}

#[test]
fn kayles_has_plambecks_quotient() {
    let solved = solved("Kayles");
    let presentation = solved.quotient.presentation();
    assert_eq!(presentation.generators, [1, 2, 5, 9, 12, 25, 27]);
    let p: Vec<String> = presentation.p.iter().map(|w| Presentation::word(w)).collect();
    assert_eq!(p, ["a", "d", "e", "ac", "b^2", "ac^2", "ad^2", "ade", "adf"]);
}

/// The relations rewrite every word to the least one of its class, and never to a word
/// of another class: they present the monoid.
#[test]
fn relations_present_the_monoid() {
    for rules in ["Kayles", "0.123", "0.71", "0.72", "0.31", "S(2,3,7)"] {
        let quotient = solved(rules).quotient;
        let presentation = quotient.presentation();
        let elements: Vec<u16> =
            presentation.generators.iter().map(|&g| quotient.phi[g as usize]).collect();
        let class = |word: &[u8]| quotient.class_of_word(word, &elements);
        for (left, right) in &presentation.relations {
            assert_eq!(class(left), class(right), "{rules}");
        }
        for word in &presentation.words {
            for i in 0..elements.len() {
                let mut word = word.clone();
                word[i] += 1;
                let least = &presentation.words[class(&word) as usize];
                while word != *least {
                    let (left, right) = presentation
                        .relations
                        .iter()
                        .find(|(left, _)| divides(left, &word))
                        .expect("a relation applies");
                    for ((w, l), r) in word.iter_mut().zip(left).zip(right) {
                        *w = *w - l + r;
                    }
                }
            }
        }
    }
}

/// Every hypothesis of the verification theorem about the monoid itself is checked: each
/// candidate breaks one of them.
#[test]
fn what_is_no_quotient_is_refuted() {
    let mut game = HeapGame::new(&"0.3".parse().unwrap(), 3).unwrap();
    let no = Budget::unlimited();
    let own = solve(&mut game, 3, QuotientSize::default(), &no).unwrap().quotient;
    let verified = |quotient: &Quotient, game: &HeapGame| {
        Closure::verify(quotient, game, 1000, &no).unwrap().is_ok()
    };
    assert!(own.is_generated_monoid() && verified(&own, &game));
    let table = |rows: &[&[u16]]| rows.iter().map(|&row| row.into()).collect::<Vec<_>>();
    let z2 = table(&[&[0, 1], &[1, 0]]);
    let made = |rows: &[Box<[u16]>], p: &[bool], phi: &[u16]| Quotient {
        rows: rows.to_vec(),
        p: p.to_vec(),
        phi: phi.to_vec(),
    };
    assert_eq!(own, made(&z2, &[false, true], &[0, 1, 0, 1]));
    for (what, quotient) in [
        ("the identity is in P", made(&z2, &[true, true], &[0, 1, 0, 1])),
        ("(R)", made(&z2, &[false, false], &[0, 1, 0, 1])),
        ("not generated", made(&z2, &[false, true], &[0, 0, 0, 0])),
        ("no identity", made(&table(&[&[1, 0], &[0, 1]]), &[false, true], &[0, 1, 0, 1])),
        ("(P)", made(&z2, &[false, true], &[0, 1, 1, 1])),
    ] {
        assert!(!verified(&quotient, &game), "{what}");
    }
    // 1*1 = 2, 1*2 = 0, 2*2 = 0: not associative; and a table that does not commute
    let three = [false, true, false];
    for rows in [[[0, 1, 2], [1, 2, 0], [2, 0, 0]], [[0, 1, 2], [1, 0, 0], [2, 1, 0]]] {
        let rows = rows.map(Box::<[u16]>::from);
        assert!(!made(&rows, &three, &[0, 1, 2, 1]).is_generated_monoid());
    }
}

#[test]
fn a_budget_gives_open() {
    let mut game = HeapGame::new(&"0.35".parse().unwrap(), 0).unwrap();
    let most = QuotientSize { classes: 50, ..QuotientSize::default() };
    let solved = solve(&mut game, 20, most, &Budget::unlimited()).unwrap();
    assert_eq!(solved.quotient.largest(), 6);
    assert_eq!(solved.quotient.order(), 38);
    assert!(matches!(solved.period, Err(Open::TooLarge { heap: 7, limit: 50, .. })));
}

#[test]
fn cancelling_keeps_the_heaps_reached() {
    let mut game = HeapGame::new(&"Kayles".parse().unwrap(), 0).unwrap();
    let budget = Budget::unlimited();
    budget.stop();
    let solved = solve(&mut game, 20, QuotientSize::default(), &budget).unwrap();
    assert!(matches!(solved.period, Err(Open::Stopped { spent: Spent::Stopped, .. })));
}

/// A deadline ends a search that would go on for minutes, and so does another thread.
#[test]
fn deadlines_and_other_threads_stop_it() {
    let begun = std::time::Instant::now();
    let wait = std::time::Duration::from_millis(50);
    let most = QuotientSize { classes: 60_000, sums: 1 << 40, pairs: 1 << 40 };
    let rules = "0.35".parse().unwrap();
    let mut game = HeapGame::new(&rules, 0).unwrap();
    let late = Budget::unlimited().deadline(begun + wait);
    let solved = solve(&mut game, 2000, most, &late).unwrap();
    assert!(matches!(solved.period, Err(Open::Stopped { spent: Spent::Time, .. })));
    let mut game = HeapGame::new(&rules, 0).unwrap();
    let budget = Budget::unlimited();
    let solved = std::thread::scope(|scope| {
        let search = scope.spawn(|| solve(&mut game, 2000, most, &budget).unwrap());
        std::thread::sleep(wait);
        budget.stop();
        search.join().unwrap()
    });
    assert!(matches!(solved.period, Err(Open::Stopped { spent: Spent::Stopped, .. })));
    assert!(begun.elapsed() < 100 * wait, "{:?}", begun.elapsed());
}

/// Heaps of two games together: their sums are decided by one quotient.
#[test]
fn two_games_at_once() {
    let games = ["Kayles".parse().unwrap(), "S(1,2)".parse().unwrap()];
    let mut game = HeapGame::sum(&games, 0).unwrap();
    let solved = solve(&mut game, 2000, QuotientSize::default(), &Budget::unlimited()).unwrap();
    let periods: Vec<u32> = solved.period.unwrap().iter().map(|p| p.period).collect();
    assert_eq!(periods, [12, 3]);
}

/// Trusting powers from the first sum on leads to the same quotients, heap by heap.
#[test]
fn trusted_powers_give_the_same_quotients() {
    let no = Budget::unlimited();
    let most = QuotientSize::default();
    for (rules, to) in [
        ("Kayles", 40),
        ("0.123", 20),
        ("0.07", 30),
        ("0.35", 7),
        ("0.4", 20),
        ("Grundy", 28),
        ("S(1,2) + pass", 12),
    ] {
        let game = HeapGame::new(&rules.parse().unwrap(), to).unwrap();
        let mut plain = Builder::new(most);
        let mut trusting = Builder { few_sums: 0, ..Builder::new(most) };
        for builder in [&mut plain, &mut trusting] {
            builder.quotient.phi.resize(game.lanes().len(), 0);
        }
        while plain.quotient.largest() < game.largest() {
            let changed = plain.extend(&game, &no).unwrap();
            assert_eq!(trusting.extend(&game, &no).unwrap(), changed, "{rules}");
            let heap = plain.quotient.largest();
            assert_eq!(trusting.quotient.order(), plain.quotient.order(), "{rules} {heap}");
            // The same quotient, whatever its classes are called.
            let named = |quotient: &Quotient| quotient.presentation().to_string();
            assert_eq!(named(&trusting.quotient), named(&plain.quotient), "{rules} {heap}");
        }
    }
}
