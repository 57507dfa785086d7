use super::*;

/// Every wanted option of every heap, by progressions and by the list.
#[test]
fn progressions_against_the_list() {
    for (text, l, p) in [
        ("Kayles", 71, 12),
        ("4.4", 72, 12),
        ("0.07", 53, 34),
        ("S(2,3,7)", 0, 5),
        ("4.3", 2, 2),
        ("44.3", 0, 0),
        ("Split(2, differ>=2)", 0, 0),
        ("Splittles(1,2500)", 0, 0),
    ] {
        let rules: Ruleset = text.parse().unwrap();
        let values =
            sprague_engine::values(&rules, 3000, &sprague_engine::Budget::unlimited()).unwrap();
        let labels = if p == 0 {
            // an invented labelling: only the search is tested
            let values = (0..40u32).map(|i| (i * i) % 7).collect();
            Sequence::periodic(values, 17, 12).unwrap()
        } else {
            Sequence::periodic(values[..l + p].to_vec(), l as u64, p as u64).unwrap()
        };
        for n in [1u64, 2, 50, 1500, 1501, 1999, 2510, 2777] {
            for target in 0..5 {
                let wanted = Wanted { add: &|a, b| a ^ b, accept: &|label| label == target };
                let set = find(&rules, &n.into(), &labels, &wanted, usize::MAX).unwrap();
                assert!(set.exhaustive);
                let mut found: Vec<Vec<u64>> = set
                    .first(usize::MAX)
                    .iter()
                    .map(|o| o.to.iter().map(|h| h.to_u64().unwrap()).collect())
                    .collect();
                assert_eq!(set.count(), found.len().into());
                let mut expected = Vec::new();
                rules
                    .for_each_option(n, &mut |heaps| {
                        if heaps.iter().fold(0, |s, &h| s ^ labels.small(h)) == target {
                            expected.push(heaps.to_vec());
                        }
                    })
                    .unwrap();
                found.sort();
                expected.sort();
                assert_eq!(found, expected, "{text} {n} {target}");
            }
        }
    }
}

/// The same with a pass: which heap keeps it, each option once, and the pass itself.
#[test]
fn progressions_with_a_pass_against_the_list() {
    // Invented labellings, of different periods: only the search is tested.
    let plain = Sequence::periodic((0..40u32).map(|i| (i * i) % 7).collect(), 17, 12).unwrap();
    let passing = Sequence::periodic((0..60u32).map(|i| (i * i * 3) % 5).collect(), 23, 8).unwrap();
    for text in [
        "Kayles",
        "4.4",
        "S(2,3,7)",
        "4.3",
        "44.3",
        "Split(2, differ>=2)",
        "Splittles(1,2500)",
        "0.4=3",
        "4!.2",
        "0.2",
        "S(5000)",
        "n -> n-1 if n >= 2600",
    ] {
        let rules: Ruleset = format!("{text} + pass").parse().unwrap();
        for n in [1u64, 2, 50, 1500, 1501, 1999, 2510, 2777] {
            for target in 0..5 {
                let wanted = Wanted { add: &|a, b| a ^ b, accept: &|label| label == target };
                let found =
                    find_with_pass(&rules, &n.into(), &plain, &passing, &wanted, usize::MAX);
                let set = found.unwrap();
                assert!(set.exhaustive);
                let mut found: Vec<(Vec<u64>, Option<usize>)> = set
                    .first(usize::MAX)
                    .iter()
                    .map(|o| (o.to.iter().map(|h| h.to_u64().unwrap()).collect(), o.keeper))
                    .collect();
                assert_eq!(set.count(), found.len().into());
                let mut expected = Vec::new();
                rules
                    .for_each_pass_option(n, &mut |heaps, keeper| {
                        let label = heaps.iter().enumerate().fold(0, |sum, (i, &h)| {
                            sum ^ if Some(i) == keeper { passing.small(h) } else { plain.small(h) }
                        });
                        if label == target {
                            expected.push((heaps.to_vec(), keeper));
                        }
                    })
                    .unwrap();
                found.sort();
                expected.sort();
                assert_eq!(found, expected, "{text} {n} {target}");
            }
        }
    }
}

/// The first options of progressions that overlap, in order.
#[test]
fn the_first_of_many() {
    let progression = |first: u64, step: u64, count: u64| Progression {
        first: HeapOption::leaving(vec![first.into(), BigUint::from(1000 - first)]),
        step: step.into(),
        count: count.into(),
    };
    let mut set = OptionSet::default();
    set.progressions.extend([progression(7, 5, 60), progression(1, 3, 90)]);
    set.push(HeapOption::leaving(vec![800u32.into()]), 10);
    set.push(HeapOption::leaving(Vec::new()), 10);
    let mut all: Vec<HeapOption> = set
        .progressions
        .iter()
        .flat_map(|p| (0..p.count.to_u64().unwrap()).map(|i| p.get(i)))
        .collect();
    all.sort_by(|a, b| (a.to.len(), &a.to).cmp(&(b.to.len(), &b.to)));
    for most in [0, 1, 2, 3, 40, 151, 152, 1000] {
        assert_eq!(set.first(most), all[..most.min(all.len())], "{most}");
    }
    // A list of this length from each of many progressions would not fit in memory.
    let huge = Progression { count: BigUint::one() << 90, ..progression(1, 0, 0) };
    let set = OptionSet { progressions: vec![huge; 10_000], ..OptionSet::default() };
    assert_eq!(set.first(100_000).len(), 100_000);
}

/// More tokens come in than a small heap has: nothing fits below it.
#[test]
fn a_small_heap_with_many_tokens_coming_in() {
    let rules: Ruleset = format!("4{}.3", "0".repeat(4000)).parse().unwrap();
    let labels = Sequence::periodic((0..40u32).collect(), 17, 12).unwrap();
    let wanted = Wanted { add: &|a, b| a ^ b, accept: &|_| true };
    for (n, options) in [(5u64, 1u32), (4001, 1), (4002, 2), (4003, 2), (4005, 3)] {
        let set = find(&rules, &n.into(), &labels, &wanted, 10).unwrap();
        assert_eq!(set.count(), options.into(), "{n}");
    }
}

/// Three heaps in the rule language, beyond what can be listed.
#[test]
fn three_huge_heaps_of_a_rule() {
    let rules: Ruleset = "n -> a+b+c where a+b+c = n-4".parse().unwrap();
    let labels = Sequence::periodic((0..40u32).map(|i| i % 5).collect(), 17, 12).unwrap();
    let wanted = Wanted { add: &|a, b| a ^ b, accept: &|label| label == 3 };
    let n = BigUint::one() << 70;
    let set = find(&rules, &n, &labels, &wanted, 5).unwrap();
    assert_eq!(set.count(), 5u32.into());
    for option in set.first(5) {
        assert!(crate::legal::is_option(&rules, &n, &option.to).unwrap());
    }
}

#[test]
fn three_heaps_are_found_if_there_are_any() {
    let rules: Ruleset = "0.8F".parse().unwrap();
    let values: Vec<u32> = (0..30u32).map(|i| (i * i * i + i) % 5).collect();
    let labels = Sequence::periodic(values, 7, 10).unwrap();
    for n in [60u64, 61, 64] {
        for target in 0..8 {
            let wanted = Wanted { add: &|a, b| a ^ b, accept: &|label| label == target };
            // push the search past the small cases by asking for a heap beyond them
            let large = BigUint::from(n) + 10u32 * 1000u32;
            let set = find(&rules, &large, &labels, &wanted, 5).unwrap();
            let mut exists = false;
            rules
                .for_each_option(n, &mut |heaps| {
                    exists |= heaps.iter().fold(0, |s, &h| s ^ labels.small(h)) == target;
                })
                .unwrap();
            assert_eq!(!set.is_empty(), exists, "{n} {target}");
            for option in set.first(5) {
                assert!(crate::legal::is_option(&rules, &large, &option.to).unwrap());
            }
        }
    }
}
