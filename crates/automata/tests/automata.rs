//! The same languages computed in several ways.

use proptest::prelude::*;
use sprague_automata::{BitSet, Dfa, Error, MOST_STATES, Nfa, NfaBuilder};
use sprague_budget::{Budget, Spent};
use std::time::{Duration, Instant};

const LETTERS: usize = 3;

#[derive(Clone, Debug)]
struct Plan {
    finals: Vec<bool>,
    edges: Vec<(usize, usize, usize)>,
    roots: Vec<Vec<usize>>,
}

fn plans() -> impl Strategy<Value = Plan> {
    (1_usize..7).prop_flat_map(|states| {
        (
            prop::collection::vec(any::<bool>(), states),
            prop::collection::vec((0..states, 0..LETTERS, 0..states), 0..4 * states),
            prop::collection::vec(prop::collection::vec(0..states, 0..3), 1..4),
        )
            .prop_map(|(finals, edges, roots)| Plan { finals, edges, roots })
    })
}

fn build(plan: &Plan) -> Nfa {
    let mut builder = NfaBuilder::new(LETTERS, plan.roots.len());
    for (s, &is_final) in plan.finals.iter().enumerate() {
        builder.state(is_final);
        for &(from, letter, to) in &plan.edges {
            if from == s {
                builder.edge(letter, to as u32);
            }
        }
    }
    for (i, root) in plan.roots.iter().enumerate() {
        for &s in root {
            builder.root(i, s as u32);
        }
    }
    builder.finish()
}

/// By the definition: all states reached.
fn accepts(plan: &Plan, root: usize, word: &[usize]) -> bool {
    let mut now: Vec<usize> = plan.roots[root].clone();
    for &a in word {
        now = plan
            .edges
            .iter()
            .filter(|(from, letter, _)| *letter == a && now.contains(from))
            .map(|&(_, _, to)| to)
            .collect();
    }
    now.iter().any(|&s| plan.finals[s])
}

fn words() -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..5 {
        last = last
            .iter()
            .flat_map(|w| {
                (0..LETTERS).map(move |a| w.iter().copied().chain([a]).collect::<Vec<_>>())
            })
            .collect();
        all.extend(last.clone());
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Forward, backward and last letter first agree with the definition, and the two
    /// constructions give the same minimal automaton.
    #[test]
    fn three_ways_agree(plan in plans()) {
        let nfa = build(&plan);
        let budget = Budget::unlimited();
        let forward = nfa.determinise_forward(&budget).unwrap();
        let backward = nfa.determinise(&budget).unwrap();
        let reverse = nfa.reverse_determinise(&budget).unwrap();
        for root in 0..plan.roots.len() {
            for word in words() {
                let expected = accepts(&plan, root, &word);
                prop_assert_eq!(forward.accepts(root, word.iter().copied()), expected);
                prop_assert_eq!(backward.accepts(root, word.iter().copied()), expected);
                prop_assert_eq!(reverse.accepts(root, &word), expected);
            }
        }
        prop_assert_eq!(forward.states(), backward.states());
        prop_assert_eq!(forward.minimise(), backward.minimise());
    }

    /// Reading zeros at the end changes nothing once the finals are closed.
    #[test]
    fn closed_finals_ignore_trailing_letters(plan in plans()) {
        let mut nfa = build(&plan);
        nfa.close_finals(0);
        let dfa = nfa.determinise(&Budget::unlimited()).unwrap();
        for root in 0..plan.roots.len() {
            for word in words().into_iter().filter(|w| w.len() <= 3) {
                let longer = (0..7).any(|zeros| {
                    let word: Vec<usize> = word.iter().copied().chain(vec![0; zeros]).collect();
                    accepts(&plan, root, &word)
                });
                prop_assert_eq!(dfa.accepts(root, word.iter().copied()), longer);
            }
        }
    }

    /// Boolean combinations word by word; differences are found, and are shortest.
    #[test]
    fn products_and_differences(a in plans(), b in plans()) {
        let roots = a.roots.len().min(b.roots.len());
        let cut = |plan: &Plan| Plan { roots: plan.roots[..roots].to_vec(), ..plan.clone() };
        let (a, b) = (cut(&a), cut(&b));
        let budget = Budget::unlimited();
        let x = build(&a).determinise(&budget).unwrap();
        let y = build(&b).determinise(&budget).unwrap();
        let both = x.intersection(&y, &budget).unwrap();
        let either = x.union(&y, &budget).unwrap();
        let neither = either.complement();
        for root in 0..roots {
            for word in words() {
                let (p, q) = (accepts(&a, root, &word), accepts(&b, root, &word));
                prop_assert_eq!(both.accepts(root, word.iter().copied()), p && q);
                prop_assert_eq!(either.accepts(root, word.iter().copied()), p || q);
                prop_assert_eq!(neither.accepts(root, word.iter().copied()), !(p || q));
            }
        }
        let shortest = |differ: &dyn Fn(usize, &[usize]) -> bool| {
            words().into_iter().filter(|w| (0..roots).any(|r| differ(r, w))).map(|w| w.len()).min()
        };
        let differing = shortest(&|r, w| accepts(&a, r, w) != accepts(&b, r, w));
        if let Some(witness) = x.difference(&y, &budget).unwrap() {
            prop_assert_ne!(
                accepts(&a, witness.start, &witness.word),
                accepts(&b, witness.start, &witness.word)
            );
            if let Some(length) = differing {
                prop_assert_eq!(witness.word.len(), length);
            }
        } else {
            prop_assert_eq!(differing, None);
        }
        prop_assert_eq!(x.difference(&x.minimise(), &budget).unwrap(), None);
        if let Some(length) = shortest(&|r, w| accepts(&a, r, w)) {
            let witness = x.shortest_accepted(&budget).unwrap();
            prop_assert_eq!(witness.map(|w| w.word.len()), Some(length));
        }
    }
}

/// "The n-th letter from the end is 1": 2^n subsets forwards, n + 2 backwards.
fn letter_from_the_end(n: u32) -> Nfa {
    let mut builder = NfaBuilder::new(2, 1);
    builder.state(false);
    builder.edge(0, 0);
    builder.edge(1, 0);
    builder.edge(1, 1);
    for i in 1..=n {
        builder.state(i == n);
        if i < n {
            builder.edge(0, i + 1);
            builder.edge(1, i + 1);
        }
    }
    builder.root(0, 0);
    builder.finish()
}

#[test]
fn limits_end_in_errors() {
    let nfa = letter_from_the_end(40);
    let all = Budget::unlimited();
    let too_many = Error::TooManyStates { limit: MOST_STATES };
    assert_eq!(nfa.determinise_forward(&all), Err(too_many));
    let backward = nfa.reverse_determinise(&all).unwrap();
    assert!(backward.states() < 50, "{}", backward.states());
    // Turned round again it is large whatever one does.
    assert_eq!(backward.reverse(&all), Err(too_many));
    let little = Budget::unlimited().bytes(10_000);
    assert!(matches!(
        nfa.determinise_forward(&little),
        Err(Error::Spent(Spent::Bytes { needed: 10_001.., limit: 10_000 }))
    ));
    let idle = Budget::unlimited().steps(100);
    let steps = Error::Spent(Spent::Steps { limit: 100 });
    assert_eq!((nfa.reverse_determinise(&idle).err(), steps.over()), (Some(steps), None));
    let late = Budget::unlimited().deadline(Instant::now());
    assert_eq!(nfa.determinise_forward(&late), Err(Error::Spent(Spent::Time)));
    let stopped = Budget::unlimited();
    stopped.stop();
    let error = nfa.determinise_forward(&stopped).unwrap_err();
    assert_eq!(error.over(), Some(Spent::Stopped));
}

/// A stop set from another thread and a deadline both end a construction that would go on.
#[test]
fn stops_and_deadlines_end_a_construction() {
    let (nfa, begun) = (letter_from_the_end(4000), Instant::now());
    let budget = Budget::unlimited().deadline(begun + Duration::from_millis(50));
    assert_eq!(nfa.determinise_forward(&budget), Err(Error::Spent(Spent::Time)));
    let budget = Budget::unlimited();
    let found = std::thread::scope(|scope| {
        let work = scope.spawn(|| nfa.determinise_forward(&budget));
        std::thread::sleep(Duration::from_millis(50));
        budget.stop();
        work.join().unwrap()
    });
    assert_eq!(found, Err(Error::Spent(Spent::Stopped)));
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn automata_from_parts_are_checked() {
    let mut accepting = BitSet::new(2);
    accepting.insert(1);
    assert!(Dfa::new(1, vec![1, 0], accepting.clone(), vec![0]).is_some());
    assert!(Dfa::new(1, vec![2, 0], accepting.clone(), vec![0]).is_none());
    assert!(Dfa::new(1, vec![1, 0], accepting.clone(), vec![2]).is_none());
    assert!(Dfa::new(1, vec![1], accepting.clone(), vec![0]).is_none());
    assert!(Dfa::new(0, vec![], accepting, vec![0]).is_none());
}
