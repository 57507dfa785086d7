//! What rules mean: the options of every family against a definition of its own, written straight
//! from docs/notation.md as a sentence about a heap and the heaps that replace it. All lists of
//! heaps are tried, so a wrong lowering shows as an option too many or too few.

use proptest::prelude::*;
use sprague_games::Ruleset;
use std::collections::BTreeSet;

/// Heaps up to here are looked at.
const LARGEST: u64 = 11;
/// No digit before the point that is drawn here adds more tokens.
const ADDED: u64 = 3;

/// Every list of positive numbers below `n`, in increasing order, of total at most n + ADDED.
fn lists(n: u64) -> Vec<Vec<u64>> {
    fn extend(list: &mut Vec<u64>, left: u64, most: u64, all: &mut Vec<Vec<u64>>) {
        all.push(list.clone());
        for heap in list.last().copied().unwrap_or(1)..=most.min(left) {
            list.push(heap);
            extend(list, left - heap, most, all);
            list.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), n + ADDED, n.saturating_sub(1), &mut all);
    all
}

/// The rules list exactly what the sentence says: `is_option(n, heaps, total)`.
fn agrees(text: &str, is_option: impl Fn(u64, &[u64], u64) -> bool) -> Result<(), TestCaseError> {
    let rules: Ruleset = text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
    let passing: Ruleset = format!("{text} + pass").parse().unwrap();
    for n in 0..=LARGEST {
        let expected: BTreeSet<Vec<u64>> = lists(n)
            .into_iter()
            .filter(|heaps| n > 0 && is_option(n, heaps, heaps.iter().sum()))
            .collect();
        let mut listed = Vec::new();
        rules.for_each_option(n, &mut |heaps| listed.push(heaps.to_vec())).unwrap();
        let found: BTreeSet<Vec<u64>> = listed.iter().cloned().collect();
        prop_assert_eq!(found.len(), listed.len(), "{} at {}: an option twice", text, n);
        prop_assert_eq!(&found, &expected, "{} at {}", text, n);
        prop_assert_eq!(rules.has_option(n).unwrap(), !expected.is_empty());

        let mut visited = BTreeSet::new();
        rules
            .visit_options(n, &mut |heaps| {
                visited.insert(heaps.to_vec());
                true
            })
            .unwrap();
        prop_assert_eq!(&visited, &expected, "{} at {}: visited", text, n);

        if let Some(moves) = rules.finite_moves() {
            let mut found = Vec::new();
            for m in moves {
                m.for_each_option(n, &mut |heaps| {
                    found.push(heaps.to_vec());
                    true
                });
            }
            found.sort();
            prop_assert_eq!(&found, &expected.iter().cloned().collect::<Vec<_>>(), "{}", text);
        }
        if rules.form().options().is_empty() {
            let form = rules.form().moves();
            for heaps in lists(n) {
                let has = form.iter().filter(|m| n > 0 && m.has_option(n, &heaps)).count();
                prop_assert_eq!(
                    has,
                    usize::from(expected.contains(&heaps)),
                    "{} {:?}",
                    text,
                    heaps
                );
            }
        }
        if let Some(code) = rules.as_code() {
            let mut found = BTreeSet::new();
            Ruleset::from(code)
                .for_each_option(n, &mut |heaps| {
                    found.insert(heaps.to_vec());
                })
                .unwrap();
            prop_assert_eq!(&found, &expected, "{} at {}: as a code", text, n);
        }

        // With a pass: one of the new heaps keeps it, or it is used up where there is a move.
        let mut with_pass = BTreeSet::new();
        for heaps in &expected {
            if heaps.is_empty() {
                with_pass.insert((heaps.clone(), None));
            }
            with_pass.extend(heaps.iter().map(|&kept| (heaps.clone(), Some(kept))));
        }
        if !expected.is_empty() {
            with_pass.insert((vec![n], None));
        }
        let mut found = BTreeSet::new();
        passing
            .for_each_pass_option(n, &mut |heaps, keeper| {
                found.insert((heaps.to_vec(), keeper.map(|i| heaps[i])));
            })
            .unwrap();
        prop_assert_eq!(found, with_pass, "{} at {}, with a pass", text, n);
    }
    Ok(())
}

fn satisfies(sign: char, heaps: &[u64]) -> bool {
    let pairs = || (0..heaps.len()).flat_map(|i| (0..i).map(move |j| (heaps[i], heaps[j])));
    heaps.len() < 2
        || match sign {
            '!' => pairs().all(|(a, b)| a != b),
            '?' => pairs().any(|(a, b)| a != b),
            '=' => pairs().all(|(a, b)| a == b),
            _ => true,
        }
}

/// Numbers of heaps, each with its sign (a space for none); the last perhaps "or more".
#[derive(Clone, Debug)]
struct Digit {
    counts: Vec<(usize, char)>,
    more: bool,
}

impl Digit {
    fn text(&self) -> String {
        let sign = |s: char| if s == ' ' { String::new() } else { s.to_string() };
        let last = self.counts.len() - 1;
        let items: Vec<String> = (self.counts.iter().enumerate())
            .map(|(i, (h, s))| {
                format!("{h}{}{}", sign(*s), if self.more && i == last { "+" } else { "" })
            })
            .collect();
        format!("{{{}}}", items.join(","))
    }

    fn allows(&self, heaps: &[u64]) -> bool {
        let last = self.counts.len() - 1;
        self.counts.iter().enumerate().any(|(i, &(h, sign))| {
            (heaps.len() == h || self.more && i == last && heaps.len() > h)
                && satisfies(sign, heaps)
        })
    }
}

fn digit(least: usize) -> impl Strategy<Value = Option<Digit>> {
    let sign = proptest::sample::select(vec![' ', ' ', '!', '?', '=']);
    let counts = proptest::collection::btree_map(least..5, sign, 1..3);
    let digit = (counts, proptest::bool::weighted(0.2))
        .prop_map(|(counts, more)| Digit { counts: counts.into_iter().collect(), more });
    proptest::option::weighted(0.7, digit)
}

fn set(least: usize) -> impl Strategy<Value = Vec<u64>> {
    let member = prop_oneof![4 => 1u64..12, 1 => 1u64..5000, 1 => 1u64..=1_000_000_000_000_000];
    proptest::collection::vec(member, least..6)
}

fn members(set: &[u64]) -> String {
    set.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn codes(
        before in proptest::collection::vec(digit(2), 0..=ADDED as usize + 1),
        after in proptest::collection::vec(digit(0), 0..5),
        block in proptest::collection::vec(digit(0), 0..4),
    ) {
        let digits = |list: &[Option<Digit>]| -> String {
            list.iter().map(|d| d.as_ref().map_or_else(|| "0".into(), Digit::text)).collect()
        };
        let recurring =
            if block.is_empty() { String::new() } else { format!("[{}]", digits(&block)) };
        let text = format!("{}.{}{recurring}", digits(&before), digits(&after));
        agrees(&text, |n, heaps, total| {
            // The last digit before the point is u = 0.
            let digit = if total >= n {
                let place = before.len().checked_sub(1 + (total - n) as usize);
                place.and_then(|i| before[i].as_ref())
            } else {
                let place = (n - total - 1) as usize;
                match place.checked_sub(after.len()) {
                    None => after[place].as_ref(),
                    Some(_) if block.is_empty() => None,
                    Some(far) => block[far % block.len()].as_ref(),
                }
            };
            digit.is_some_and(|digit| digit.allows(heaps))
        })?;
    }

    #[test]
    fn sets(some in set(1), any in set(0)) {
        agrees(&format!("S({})", members(&some)), |n, heaps, total| {
            heaps.len() <= 1 && some.iter().any(|s| total + s == n)
        })?;
        agrees(&format!("Splittles({})", members(&some)), |n, heaps, total| {
            heaps.len() <= 2 && some.iter().any(|s| total + s == n)
        })?;
        agrees(&format!("AllBut({})", members(&any)), |n, heaps, total| {
            heaps.len() <= 1 && total < n && any.iter().all(|s| total + s != n)
        })?;
    }

    #[test]
    fn cuts(some in proptest::collection::btree_set(1u64..7, 1..5)) {
        let some: Vec<u64> = some.into_iter().collect();
        agrees(&format!("Cut({})", members(&some)), |n, heaps, total| {
            total == n && some.iter().any(|cuts| heaps.len() as u64 == cuts + 1)
        })?;
    }

    #[test]
    fn splitting(count in 2usize..7, difference in 0u64..8) {
        for (word, sign) in [
            ("", ' '),
            (", distinct", '!'),
            (", not-all-equal", '?'),
            (", all-equal", '='),
        ] {
            agrees(&format!("Split({count}{word})"), |n, heaps, total| {
                heaps.len() == count && total == n && satisfies(sign, heaps)
            })?;
        }
        agrees(&format!("Split(2, differ>={difference})"), |n, heaps, total| {
            heaps.len() == 2 && total == n && heaps[1] - heaps[0] >= difference
        })?;
    }

    #[test]
    fn mark(t in prop_oneof![4 => 2u64..15, 1 => 2u64..=1 << 32]) {
        agrees(&format!("Mark({t})"), |n, heaps, rest| {
            heaps.len() <= 1
                && ((1..t).contains(&(n.saturating_sub(rest))) || t * rest <= n && n < t * (rest + 1))
        })?;
        agrees(&format!("UpMark({t})"), |n, heaps, rest| {
            n >= 2
                && heaps.len() == 1
                && ((1..t).contains(&(n.saturating_sub(rest))) || t * (rest - 1) < n && n <= t * rest)
        })?;
    }
}

/// Sets with members beyond all heaps, and what is far below them.
#[test]
fn huge_numbers() {
    let count = |text: &str, n: u64| {
        let rules: Ruleset = text.parse().unwrap();
        let mut options = 0u64;
        rules.for_each_option(n, &mut |_| options += 1).unwrap();
        options
    };
    assert_eq!(count("AllBut(1000000007)", 5000), 5000);
    assert_eq!(count("AllBut(3,4000)", 5000), 4998);
    assert_eq!(count("AllBut()", 5000), 5000);
    assert_eq!(count("S(1,1000000000000000)", 5000), 1);
    assert_eq!(count("Mark(4294967296)", 5000), 5000);
    assert_eq!(count("UpMark(4294967296)", 5000), 4999);
    assert_eq!(count("Mark(4294967296)", 1), 1);
    assert_eq!(count("UpMark(4294967296)", 1), 0);
    // The first options of heaps beyond 2^63 are there at once.
    for text in ["AllBut(1,1000000007)", "Mark(4294967296)", "0.1[23]", "Nim", "Split(2)", "S(2)"] {
        let rules: Ruleset = text.parse().unwrap();
        for n in [u64::MAX, (1 << 63) + 7, (1 << 63) - 1] {
            assert_eq!(rules.has_option(n), Ok(true), "{text} {n}");
        }
    }
}
