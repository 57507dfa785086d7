use super::super::presentation::divides;
use super::*;

fn solved(rules: &str) -> Solved {
    let mut game = HeapGame::new(&rules.parse().unwrap(), 0).unwrap();
    solve(&mut game, 2000, &Budget::default(), &AtomicBool::new(false)).unwrap()
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
    let no = AtomicBool::new(false);
    let own = solve(&mut game, 3, &Budget::default(), &no).unwrap().quotient;
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
    let budget = Budget { classes: 50, ..Budget::default() };
    let solved = solve(&mut game, 20, &budget, &AtomicBool::new(false)).unwrap();
    assert_eq!(solved.quotient.largest(), 6);
    assert_eq!(solved.quotient.order(), 38);
    assert!(matches!(solved.period, Err(Open::Budget { heap: 7, limit: 50, .. })));
}

#[test]
fn cancelling_keeps_the_heaps_reached() {
    let mut game = HeapGame::new(&"Kayles".parse().unwrap(), 0).unwrap();
    let solved = solve(&mut game, 20, &Budget::default(), &AtomicBool::new(true)).unwrap();
    assert!(matches!(solved.period, Err(Open::Stopped { .. })));
}

/// Heaps of two games together: their sums are decided by one quotient.
#[test]
fn two_games_at_once() {
    let games = ["Kayles".parse().unwrap(), "S(1,2)".parse().unwrap()];
    let mut game = HeapGame::sum(&games, 0).unwrap();
    let solved = solve(&mut game, 2000, &Budget::default(), &AtomicBool::new(false)).unwrap();
    let periods: Vec<u32> = solved.period.unwrap().iter().map(|p| p.period).collect();
    assert_eq!(periods, [12, 3]);
}
